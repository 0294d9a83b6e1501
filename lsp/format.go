package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// Formatting lays a document out as `aeonc fmt` does. What has syntax errors stays
// as it is.
func (s *Server) Formatting(ctx context.Context, p *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	d := s.at(ctx).doc(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	return s.edits(d.src, formatted(d.src), 0, len(d.src.Text)), nil
}

// RangeFormatting lays out the lines of a range. The document is laid out as a
// whole, since what breaks where depends on all of it; of the differences only
// those in the range are taken.
func (s *Server) RangeFormatting(ctx context.Context, p *protocol.DocumentRangeFormattingParams) ([]protocol.TextEdit, error) {
	d := s.at(ctx).doc(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	at := s.encoding.Span(d.src, p.Range)
	return s.edits(d.src, formatted(d.src), at.Start, at.End), nil
}

// OnTypeFormatting lays out the line that was just ended: its blanks, since where
// lines break depends on what is not written yet.
func (s *Server) OnTypeFormatting(ctx context.Context, p *protocol.DocumentOnTypeFormattingParams) ([]protocol.TextEdit, error) {
	t := s.document(ctx, p.TextDocument)
	if t == nil || p.Position.Line == 0 || int(p.Position.Line) >= t.doc.src.LineCount() {
		return nil, nil
	}
	src := t.doc.src
	n := int(p.Position.Line) // counted from 1, this is the line before
	at := diag.Span{Src: src, Start: src.LineStart(n), End: src.LineStart(n + 1)}
	closed, _ := t.reading.cursorAt(at.End).closedOff()
	for _, text := range []string{src.Text, closed, src.Text[:at.End] + "()", src.Text[:at.End]} {
		want, ds := lang.Format(diag.NewSource(src.Name, text))
		if diag.HasErrors(ds) {
			continue
		}
		if line := spaced(want, at); line != "" {
			return s.edits(src, src.Text[:at.Start]+line+src.Text[at.End:], at.Start, at.End), nil
		}
	}
	return []protocol.TextEdit{}, nil
}

// spaced is a line with the blanks between its tokens that they have in a text that is
// laid out, and with its indentation there if it begins a line there too; "" where
// that text does not begin with the same tokens.
func spaced(laidOut string, at diag.Span) string {
	was, is := lang.Tokens(at.Src), lang.Tokens(diag.NewSource("", laidOut))
	var b strings.Builder
	last := -1 // the end of the token before, in laidOut
	for i, t := range was {
		if t.Kind == lang.TokEOF || t.Span.Start >= at.End {
			break
		}
		if i >= len(is) || is[i].Text != t.Text || t.Span.Start < at.Start && t.Span.End > at.Start {
			return ""
		}
		if t.Span.Start < at.Start {
			continue
		}
		if t.Span.End > at.End {
			return ""
		}
		switch gap := gapBefore(laidOut, is[i].Span.Start); {
		case last < 0 && gap.begins:
			b.WriteString(gap.blanks)
		case last < 0:
			b.WriteString(at.Src.Text[at.Start:t.Span.Start])
		case gap.begins:
			b.WriteString(" ")
		default:
			b.WriteString(gap.blanks)
		}
		b.WriteString(t.Text)
		last = is[i].Span.End
	}
	if last < 0 {
		return ""
	}
	line := at.Text()
	return b.String() + line[len(strings.TrimRight(line, "\r\n")):]
}

// gap is what stands between a token and the one before it.
type gap struct {
	blanks string
	begins bool // it begins a line, of which blanks are the indentation
}

func gapBefore(text string, offset int) gap {
	before := text[:offset]
	blanks := before[len(strings.TrimRight(before, " \t")):]
	start := len(before) - len(blanks)
	return gap{blanks, start == 0 || before[start-1] == '\n'}
}

// formatted is the text as it is laid out, or as it is where it has faults.
func formatted(src *diag.Source) string {
	text, ds := lang.Format(src)
	if diag.HasErrors(ds) {
		return src.Text
	}
	if strings.Contains(src.Text, "\r\n") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// edits turns a text into another, line by line, and drops the changes that do not
// touch what is between two offsets.
func (s *Server) edits(src *diag.Source, want string, from, to int) []protocol.TextEdit {
	out := []protocol.TextEdit{}
	for _, h := range diffLines(lines(src.Text), lines(want)) {
		start, end := src.LineStart(h.from+1), src.LineStart(h.to+1)
		if start > to || end < from {
			continue
		}
		out = append(out, protocol.TextEdit{Range: s.encoding.Range(diag.Span{Src: src, Start: start, End: end}), NewText: strings.Join(h.lines, "")})
	}
	return out
}

// lines cuts a text after each line end, of whatever kind.
func lines(text string) []string {
	src := diag.NewSource("", text)
	var out []string
	for n := 1; n <= src.LineCount(); n++ {
		end := len(text)
		if n < src.LineCount() {
			end = src.LineStart(n + 1)
		}
		if l := text[src.LineStart(n):end]; l != "" {
			out = append(out, l)
		}
	}
	return out
}

// hunk replaces the lines from (counted from 0) up to and without to.
type hunk struct {
	from, to int
	lines    []string
}

// diffLines compares two texts by their longest common subsequence of lines, after
// what they begin and end with alike (Wagner and Fischer, The String-to-String
// Correction Problem, JACM 1974).
func diffLines(a, b []string) []hunk {
	lo := 0
	for lo < len(a) && lo < len(b) && a[lo] == b[lo] {
		lo++
	}
	hi := 0
	for hi < len(a)-lo && hi < len(b)-lo && a[len(a)-1-hi] == b[len(b)-1-hi] {
		hi++
	}
	x, y := a[lo:len(a)-hi], b[lo:len(b)-hi]
	if len(x) == 0 && len(y) == 0 {
		return nil
	}
	if len(x)*len(y) > 1<<22 {
		return []hunk{{lo, len(a) - hi, y}}
	}
	common := make([][]int, len(x)+1)
	for i := range common {
		common[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var out []hunk
	for i, j := 0, 0; i < len(x) || j < len(y); {
		if i < len(x) && j < len(y) && x[i] == y[j] {
			i, j = i+1, j+1
			continue
		}
		h := hunk{from: lo + i}
		for i < len(x) || j < len(y) {
			if i < len(x) && j < len(y) && x[i] == y[j] {
				break
			}
			if j < len(y) && (i == len(x) || common[i][j+1] >= common[i+1][j]) {
				h.lines = append(h.lines, y[j])
				j++
			} else {
				i++
			}
		}
		h.to = lo + i
		out = append(out, h)
	}
	return out
}
