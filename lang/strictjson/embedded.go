package strictjson

import (
	"unicode/utf8"

	"github.com/aeonc/aeonc/lang/diag"
)

// Embedded reads JSON that stands in a string of other JSON, as the arguments of
// a call do with some model APIs. Its spans are places in the outer text, so
// that a fault is shown where it was written.
func Embedded(outer *Value, w Wording) (*Value, *diag.Diagnostic) {
	inner := diag.NewSource(outer.Span.Src.Name, outer.Text)
	v, d := Read(inner, w)
	at := offsets(outer)
	if d != nil {
		d.Span = moved(d.Span, outer, at)
		return nil, d
	}
	move(v, outer, at)
	return v, nil
}

// offsets maps each byte offset of a string's text, its length included, to the
// offset in the source at which it was written.
func offsets(outer *Value) []int {
	raw := outer.Span.Text()
	at := make([]int, 0, len(outer.Text)+1)
	pos := 1 // after the quotation mark
	for _, c := range outer.Text {
		from := pos
		if raw[pos] == '\\' {
			pos += escapeLength(raw[pos:], c)
		} else {
			pos += utf8.RuneLen(c)
		}
		for i := range utf8.RuneLen(c) {
			// A code point that was escaped starts and ends with its escape.
			if pos-from == utf8.RuneLen(c) {
				at = append(at, outer.Span.Start+from+i)
			} else {
				at = append(at, outer.Span.Start+from)
			}
		}
	}
	return append(at, outer.Span.Start+pos)
}

// escapeLength is how long the escape is that c was written as.
func escapeLength(raw string, c rune) int {
	switch {
	case raw[1] != 'u':
		return 2
	case c > 0xFFFF:
		return 12 // a pair of surrogates
	}
	return 6
}

func moved(s diag.Span, outer *Value, at []int) diag.Span {
	return diag.Span{Src: outer.Span.Src, Start: at[min(s.Start, len(at)-1)], End: at[min(s.End, len(at)-1)]}
}

func move(v, outer *Value, at []int) {
	v.Span = moved(v.Span, outer, at)
	for _, e := range v.Elems {
		move(e, outer, at)
	}
	for _, m := range v.Members {
		m.Key = moved(m.Key, outer, at)
		move(m.Value, outer, at)
	}
}
