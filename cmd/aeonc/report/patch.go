package report

import (
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
)

// changedLine is a line that a repair takes away ('-') or puts in its place ('+').
type changedLine struct {
	number int // in the text before, or after the change
	sign   byte
	text   string
}

// changed lists the lines that edits change, those of each group of edits that
// touch the same lines together. The edits are in source order and of one file.
func changed(edits []diag.Edit) []changedLine {
	var out []changedLine
	shift := 0 // by how many lines the text after the last group has moved
	for len(edits) > 0 {
		src := edits[0].Span.Src
		if src == nil {
			return nil
		}
		first, last := edits[0].Span.Pos().Line, edits[0].Span.EndPos().Line
		n := 1
		for n < len(edits) && edits[n].Span.Pos().Line <= last {
			last = edits[n].Span.EndPos().Line
			n++
		}
		before := src.Text[src.LineStart(first):src.LineStart(last+1)]
		var after strings.Builder
		at := src.LineStart(first)
		for _, e := range edits[:n] {
			if e.Span.Start < at || e.Span.End > len(src.Text) {
				return nil
			}
			after.WriteString(src.Text[at:e.Span.Start])
			after.WriteString(e.New)
			at = e.Span.End
		}
		after.WriteString(src.Text[at:src.LineStart(last+1)])
		old, new := textLines(before), textLines(after.String())
		// Lines at the edges that only served as context for the edit are no change.
		for len(old) > 0 && len(new) > 0 && old[0] == new[0] {
			old, new, first = old[1:], new[1:], first+1
		}
		for len(old) > 0 && len(new) > 0 && old[len(old)-1] == new[len(new)-1] {
			old, new = old[:len(old)-1], new[:len(new)-1]
		}
		for i, l := range old {
			out = append(out, changedLine{first + i, '-', l})
		}
		for i, l := range new {
			out = append(out, changedLine{first + shift + i, '+', l})
		}
		shift += len(new) - len(old)
		edits = edits[n:]
	}
	return out
}

// textLines splits a text into lines without their ends.
func textLines(text string) []string {
	if text == "" {
		return nil
	}
	src := diag.NewSource("", text)
	n := src.LineCount()
	if strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\r") {
		n--
	}
	out := make([]string, n)
	for i := range out {
		out[i] = src.Line(i + 1)
	}
	return out
}
