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
	return s.edits(d.src, formatted(d.src), 0, len(d.src.Text), false), nil
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
	return s.edits(d.src, formatted(d.src), at.Start, at.End, false), nil
}

// OnTypeFormatting lays out the line that was just ended.
func (s *Server) OnTypeFormatting(ctx context.Context, p *protocol.DocumentOnTypeFormattingParams) ([]protocol.TextEdit, error) {
	d := s.at(ctx).doc(p.TextDocument.URI)
	if d == nil || p.Position.Line == 0 {
		return nil, nil
	}
	n := int(p.Position.Line) // counted from 1, this is the line before
	return s.edits(d.src, formatted(d.src), d.src.LineStart(n), d.src.LineStart(n+1), true), nil
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
// touch what is between two offsets, or, where whole is set, are not inside it.
func (s *Server) edits(src *diag.Source, want string, from, to int, whole bool) []protocol.TextEdit {
	out := []protocol.TextEdit{}
	for _, h := range diffLines(lines(src.Text), lines(want)) {
		start, end := src.LineStart(h.from+1), src.LineStart(h.to+1)
		if start > to || end < from || whole && (start < from || end > to) {
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
