package report

import (
	"strings"

	"github.com/rivo/uniseg"
)

// token is what a line is never broken within: a word, or what stands between
// backquotes, which is code.
type token struct {
	text  string
	width int  // columns
	space bool // whether a space stands before it
}

// wrap breaks text into lines of at most width columns, of which the first has
// used already and the others begin with an indentation of rest columns, which
// is not part of what is returned. Lines are broken at spaces, and between wide
// characters, which stand without; a word that is longer than a line is left
// whole, because it may be a path that the reader wants to follow.
func wrap(text string, first, rest, width int) []string {
	var lines []string
	for i, paragraph := range strings.Split(text, "\n") {
		used := rest
		if i == 0 {
			used = first
		}
		var b strings.Builder
		empty := true
		for _, t := range tokens(paragraph, width-rest) {
			need := t.width
			if t.space && !empty {
				need++
			}
			switch {
			case !empty && used+need > width:
				lines = append(lines, b.String())
				b.Reset()
				used = rest + t.width
			default:
				if t.space && !empty {
					b.WriteByte(' ')
				}
				used += need
			}
			b.WriteString(t.text)
			empty = false
		}
		lines = append(lines, b.String())
	}
	return lines
}

// tokens splits one line of text. Code between backquotes stays whole unless it
// is wider than room columns.
func tokens(line string, room int) []token {
	var out []token
	var current token
	flush := func() {
		if current.text != "" {
			out = append(out, current)
		}
		current = token{}
	}
	code := -1 // where the code ends that is being read, if it is to stay whole
	wide := false
	state := -1
	for at := 0; at < len(line); {
		cluster, _, width, next := uniseg.FirstGraphemeClusterInString(line[at:], state)
		state = next
		if cluster == "`" && at > code {
			if n := strings.IndexByte(line[at+1:], '`'); n >= 0 && uniseg.StringWidth(line[at:at+n+2]) <= room {
				code = at + 1 + n
			}
		}
		switch {
		case cluster == " " && at > code:
			flush()
			current.space = true
			wide = false
		default:
			if wide && width == 2 && at > code {
				flush()
			}
			wide = width == 2
			current.text += cluster
			current.width += width
		}
		at += len(cluster)
	}
	flush()
	return out
}
