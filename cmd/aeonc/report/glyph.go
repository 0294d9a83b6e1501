package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tabStop is the distance between tab stops in a code frame.
const tabStop = 4

// glyph is one code point of a line as a terminal shows it.
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
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		g := glyph{at: i}
		switch {
		case r == '\t':
			g.width = tabStop - column%tabStop
			g.text = strings.Repeat(" ", g.width)
		case r == utf8.RuneError && size <= 1:
			g.text, g.width = "\uFFFD", 1
		default:
			g.text = visible(r)
			if g.text == "" {
				g.text, g.width = line[i:i+size], runeWidth(r)
			} else {
				g.width = utf8.RuneCountInString(g.text)
			}
		}
		out = append(out, g)
		column += g.width
		i += size
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

// printable is text without anything a terminal would act on. Line ends are
// kept where keepLines is set and spelled out otherwise.
func printable(text string, keepLines bool) string {
	clean := true
	for _, r := range text {
		if r == utf8.RuneError || visible(r) != "" {
			clean = false
			break
		}
	}
	if clean {
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

// runeWidth is the number of terminal columns of a code point, after the East
// Asian Width property: enough of it to keep carets in place under CJK text
// and emoji.
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case r >= 0x1100 && r <= 0x115F,
		r >= 0x2E80 && r <= 0x303E,
		r >= 0x3041 && r <= 0x33FF,
		r >= 0x3400 && r <= 0x4DBF,
		r >= 0x4E00 && r <= 0x9FFF,
		r >= 0xA000 && r <= 0xA4CF,
		r >= 0xAC00 && r <= 0xD7A3,
		r >= 0xF900 && r <= 0xFAFF,
		r >= 0xFE30 && r <= 0xFE6F,
		r >= 0xFF00 && r <= 0xFF60,
		r >= 0xFFE0 && r <= 0xFFE6,
		r >= 0x1F300 && r <= 0x1F64F,
		r >= 0x1F680 && r <= 0x1F6FF,
		r >= 0x1F900 && r <= 0x1FAFF,
		r >= 0x20000 && r <= 0x3FFFD:
		return 2
	}
	return 1
}

// Printable is text on one line without anything a terminal would act on.
func Printable(text string) string { return printable(text, false) }
