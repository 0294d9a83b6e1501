package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// tabStop is the distance between tab stops in a code frame.
const tabStop = 4

// glyph is one character of a line as a terminal shows it: a grapheme cluster,
// such as a letter with its accents, or a code point that is spelled out.
type glyph struct {
	text  string
	width int // columns
	at    int // byte offset in the line
}

// glyphs splits a line of source text into what is shown. Plans are written by
// a model that may have read hostile text, so nothing reaches the terminal that
// it would act on: control characters become pictures, and those that reorder
// or hide text are spelled out.
func glyphs(line string) []glyph {
	out := make([]glyph, 0, len(line))
	column := 0
	add := func(g glyph) {
		out = append(out, g)
		column += g.width
	}
	state := -1
	for at := 0; at < len(line); {
		cluster, _, width, next := uniseg.FirstGraphemeClusterInString(line[at:], state)
		state = next
		switch {
		case cluster == "\t":
			width = tabStop - column%tabStop
			add(glyph{strings.Repeat(" ", width), width, at})
		case clean(cluster):
			add(glyph{cluster, width, at})
		default:
			for i := 0; i < len(cluster); {
				r, size := utf8.DecodeRuneInString(cluster[i:])
				text := printable(cluster[i:i+size], false)
				width := utf8.RuneCountInString(text)
				if visible(r) == "" {
					width = uniseg.StringWidth(text)
				}
				add(glyph{text, width, at + i})
				i += size
			}
		}
		at += len(cluster)
	}
	return out
}

// visible spells a code point that must not reach a terminal as it is; "" for
// all others.
func visible(r rune) string {
	switch {
	case r < 0x20:
		return string(rune(0x2400) + r)
	case r == 0x7F:
		return "\u2421"
	case r >= 0x80 && r < 0xA0, r == 0x2028, r == 0x2029, unicode.Is(unicode.Cf, r):
		return fmt.Sprintf("\\u{%x}", r)
	}
	return ""
}

// clean reports whether a text can reach a terminal as it is.
func clean(text string) bool {
	for _, r := range text {
		if r == utf8.RuneError || visible(r) != "" {
			return false
		}
	}
	return true
}

// printable is text without anything a terminal would act on. Line ends are
// kept where keepLines is set and spelled out otherwise.
func printable(text string, keepLines bool) string {
	if clean(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n' && keepLines:
			b.WriteByte('\n')
		case r == utf8.RuneError && size <= 1:
			b.WriteString("\uFFFD")
		case visible(r) != "":
			b.WriteString(visible(r))
		default:
			b.WriteString(text[i : i+size])
		}
		i += size
	}
	return b.String()
}

// Printable is text on one line without anything a terminal would act on.
func Printable(text string) string { return printable(text, false) }
