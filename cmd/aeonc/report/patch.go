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
	// from and to are the byte offsets between which it differs from the line that it
	// replaces, or that replaces it; both 0 where there is none.
	from, to int
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
		for n < len(edits) && edits[n].Span.Pos().Line <= last+1 {
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
		if first == 1 {
			old, new = withoutBOM(old), withoutBOM(new)
		}
		// Lines at the edges that only served as context for the edit are no change.
		for len(old) > 0 && len(new) > 0 && old[0] == new[0] {
			old, new, first = old[1:], new[1:], first+1
		}
		for len(old) > 0 && len(new) > 0 && old[len(old)-1] == new[len(new)-1] {
			old, new = old[:len(old)-1], new[:len(new)-1]
		}
		for i, l := range old {
			from, to := differs(old, new, i)
			out = append(out, changedLine{first + i, '-', l, from, to})
		}
		for i, l := range new {
			from, to := differs(new, old, i)
			out = append(out, changedLine{first + shift + i, '+', l, from, to})
		}
		shift += len(new) - len(old)
		edits = edits[n:]
	}
	return out
}

// differs is where the ith line of a text differs from that of another one: behind
// what both start with, and before what both end with.
func differs(lines, others []string, i int) (from, to int) {
	if i >= len(lines) || i >= len(others) {
		return 0, 0
	}
	line, other := lines[i], others[i]
	shorter := min(len(line), len(other))
	for from < shorter && line[from] == other[from] {
		from++
	}
	from = runeStart(line, from)
	same := 0
	for same < shorter-from && line[len(line)-1-same] == other[len(other)-1-same] {
		same++
	}
	return from, len(line) - same
}

// textLines splits a text into lines without their ends.
func textLines(text string) []string {
	src := diag.NewSource("", text)
	var out []string
	for n := 1; n <= src.LineCount(); n++ {
		line := text[src.LineStart(n):src.LineStart(n+1)]
		if line == "" {
			break // the text ends with a line end
		}
		out = append(out, strings.TrimRight(line, "\r\n"))
	}
	return out
}

// withoutBOM is a file's first lines without a byte order mark, which no reader
// sees.
func withoutBOM(lines []string) []string {
	if len(lines) > 0 {
		lines[0] = strings.TrimPrefix(lines[0], "\uFEFF")
	}
	return lines
}
