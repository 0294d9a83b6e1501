package mcp

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/aeonc/aeonc/lang"
)

const (
	// commentWidth is where comments are wrapped, the mark included.
	commentWidth = 90
	// maxDescription bounds what is shown of one description, in characters; the
	// pin is of all of it.
	maxDescription = 2000
)

// clean is text of a server as a comment may show it: on one line, with all that
// a reader would not see as what it is written out. So no text ends a comment,
// hides in one, or turns it around.
func clean(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case lang.Visible(r):
			b.WriteRune(r)
		case r == '\n' || r == '\r' || r == '\t':
			b.WriteByte(' ')
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// shortened is clean text of at most max characters, and says what is missing.
func shortened(text string, max int) string {
	text = clean(text)
	n := utf8.RuneCountInString(text)
	if n <= max {
		return text
	}
	return string([]rune(text)[:max]) + fmt.Sprintf(" … (%d characters more)", n-max)
}

// comment writes clean text as comment lines, each with an indentation after the
// mark; the first has less by lead. None is one that allows a lint.
func comment(b *strings.Builder, indent, lead int, text string) {
	line := "# " + strings.Repeat(" ", max(0, indent-lead))
	start := len(line)
	for _, word := range strings.Fields(text) {
		if len(line) > start && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > commentWidth {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = "# " + strings.Repeat(" ", indent)
			start = len(line)
		}
		if len(line) > start {
			line += " "
		} else if rest, ok := strings.CutPrefix(word, "aeonc:"); ok {
			word = `aeonc\u{3a}` + rest // aeonc reads what a comment begins with
		}
		line += word
	}
	if len(line) > start {
		b.WriteString(line + "\n")
	}
}

// quoted is a text of a server in a message.
func quoted(text string) string {
	if utf8.RuneCountInString(text) > 60 {
		text = string([]rune(text)[:60]) + "…"
	}
	return "`" + clean(text) + "`"
}
