package lang

import (
	"fmt"
	"strings"
	"unicode"
)

// Quote is a string as a literal of the language. What a reader could not see,
// or see wrongly (control and formatting characters), is escaped.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case Visible(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Visible reports whether a reader sees a character as what it is: no control or
// formatting character, no blank but the space, none of the letters and marks
// that are drawn as nothing.
func Visible(r rune) bool {
	switch {
	case r == ' ':
		return true
	case !unicode.IsGraphic(r) || unicode.Is(unicode.Zs, r):
		return false
	case r == 0x034F || r == 0x115F || r == 0x1160 || r == 0x2800 || r == 0x3164 || r == 0xFFA0:
		return false // fillers
	}
	return !unicode.Is(unicode.Variation_Selector, r)
}

// Reserved reports whether a name is a word of the language, which nothing can
// be called.
func Reserved(name string) bool {
	switch name {
	case "def", "axiom", "inductive", "mutual", "let", "in", "if", "then", "else", "match", "with",
		"fun", "forall", "true", "false", "decreasing_by", "native", "native_import", "uninterpreted", "unit", "by":
		return true
	}
	return false
}
