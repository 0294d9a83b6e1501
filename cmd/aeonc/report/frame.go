package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/aeonc/aeonc/lang/diag"
)

const (
	// leadIn is how many columns are kept to the left of what is marked when a
	// line has to be clipped.
	leadIn = 30
	// wholeSpan is the largest number of lines that a frame shows in full.
	wholeSpan = 5
	// longLine is the length in bytes of the part of a very long line that is laid
	// out at all, and longLead how much of it stands before what is marked.
	longLine, longLead = 4000, 1000
)

// shownLine is one line of a frame: the text and what is marked under it.
type shownLine struct {
	number int
	text   string
	mark   string // spaces, then the marks; "" where lines are left out
}

// frame lays out the lines that a span covers in width columns. Of a long span,
// the first lines and the last one are shown.
func frame(span diag.Span, mark byte, width int) []shownLine {
	src := span.Src
	first, last := span.Pos().Line, span.EndPos().Line
	// A span that ends with a line end does not reach into the next line.
	if last > first && span.End <= src.LineStart(last) {
		last--
	}
	var out []shownLine
	for n := first; n <= last; n++ {
		if last-first+1 > wholeSpan && n == first+wholeSpan-2 {
			out = append(out, shownLine{})
			n = last
		}
		out = append(out, markLine(span, n, mark, width))
	}
	return out
}

// markLine lays out one line of a span.
func markLine(span diag.Span, n int, mark byte, width int) shownLine {
	src := span.Src
	line := src.Line(n)
	// Line drops a BOM; offsets into the source count it.
	start := src.LineStart(n)
	if n == 1 && strings.HasPrefix(src.Text, "\uFEFF") {
		start += len("\uFEFF")
	}
	from, to := clamp(span.Start-start, len(line)), clamp(span.End-start, len(line))
	if span.Start < start { // continued from a line above: its indentation is not marked
		from = len(line) - len(strings.TrimLeft(line, " \t"))
		to = max(from, to)
	}

	line, from, to = window(line, from, to)
	gs := glyphs(line)
	left, right := column(gs, from), column(gs, to)
	text, skipped := clip(gs, left, right, width)
	left, right = left-skipped, right-skipped
	right = min(right, max(left+1, columns(text)))
	return shownLine{
		number: n,
		text:   text,
		mark:   strings.Repeat(" ", left) + strings.Repeat(string(mark), max(1, right-left)),
	}
}

// window is the part of a very long line around the offsets from and to, which are
// returned as offsets into it.
func window(line string, from, to int) (string, int, int) {
	if len(line) <= longLine {
		return line, from, to
	}
	cut := runeStart(line, max(0, from-longLead))
	line = line[cut:runeStart(line, min(len(line), cut+longLine))]
	return line, clamp(from-cut, len(line)), clamp(to-cut, len(line))
}

// column is the column, from 0, of an offset into a line.
func column(gs []glyph, offset int) int {
	c := 0
	for _, g := range gs {
		if g.at >= offset {
			break
		}
		c += g.width
	}
	return c
}

// clip cuts a line to width columns around the marked columns and returns
// by how many columns what is shown has moved to the left.
func clip(gs []glyph, left, right, width int) (string, int) {
	total := 0
	for _, g := range gs {
		total += g.width
	}
	from := 0
	if total > width && right > width-2 {
		from = max(0, left-leadIn)
	}
	var b strings.Builder
	column, shift, cut := 0, 0, false
	for _, g := range gs {
		switch {
		case column < from:
			shift, cut = column+g.width, true
		case column+g.width-from > width-1 && total-from > width:
			b.WriteString("…")
			return lead(b.String(), cut), shift - boolInt(cut)
		default:
			b.WriteString(g.text)
		}
		column += g.width
	}
	return lead(strings.TrimRight(b.String(), " "), cut), shift - boolInt(cut)
}

// lead puts the mark of a cut before what is left of a line.
func lead(text string, cut bool) string {
	if cut {
		return "…" + text
	}
	return text
}

// runeStart is the start of the code point at offset i.
func runeStart(text string, i int) int {
	for i > 0 && i < len(text) && !utf8.RuneStart(text[i]) {
		i--
	}
	return i
}

// columns is the number of terminal columns of a text without control
// characters.
func columns(text string) int {
	return uniseg.StringWidth(text)
}

func clamp(n, high int) int { return max(0, min(n, high)) }

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Place is "file:line:column" of a span's start.
func Place(span diag.Span) string {
	if span.IsZero() {
		return ""
	}
	p := span.Pos()
	return fmt.Sprintf("%s:%d:%d", printable(span.Src.Name, false), p.Line, p.Column)
}
