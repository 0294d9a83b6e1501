package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// FoldingRanges are the declarations, bindings, arms and comments that take
// several lines.
func (s *Server) FoldingRanges(ctx context.Context, p *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	t := s.document(ctx, p.TextDocument)
	if t == nil {
		return nil, nil
	}
	f := t.reading.File
	out := []protocol.FoldingRange{}
	seen := map[int]bool{} // lines at which a fold starts
	add := func(span diag.Span, kind protocol.FoldingRangeKind) {
		first, last := span.Src.LineOf(span.Start), span.Src.LineOf(max(span.Start, span.End-1))
		if last > first && !seen[first] {
			seen[first] = true
			out = append(out, protocol.FoldingRange{StartLine: uint32(first - 1), EndLine: uint32(last - 1), Kind: kind})
		}
	}
	comments(f, add)
	imports(f, add)
	lang.Inspect(f, func(n lang.Node) bool {
		switch n := n.(type) {
		case *lang.File:
			return true
		case lang.Decl, *lang.Binding, *lang.Arm, *lang.Lambda, *lang.If, *lang.ListLit, *lang.Tuple, *lang.Signature:
			add(n.Range(), "")
		}
		return true
	})
	return out, nil
}

// comments folds comments that follow each other line by line.
func comments(f *lang.File, add func(diag.Span, protocol.FoldingRangeKind)) {
	for i := 0; i < len(f.Comments); {
		j := i
		for j+1 < len(f.Comments) && line(f.Comments[j+1].Span) == line(f.Comments[j].Span)+1 {
			j++
		}
		add(f.Comments[i].Span.Cover(f.Comments[j].Span), protocol.FoldingRangeKindComment)
		i = j + 1
	}
}

// imports folds the imports at the start of a file.
func imports(f *lang.File, add func(diag.Span, protocol.FoldingRangeKind)) {
	var all diag.Span
	for _, d := range f.Decls {
		i, ok := d.(*lang.Import)
		if !ok {
			break
		}
		all = all.Cover(i.Span)
	}
	if !all.IsZero() {
		add(all, protocol.FoldingRangeKindImports)
	}
}

func line(s diag.Span) int { return s.Src.LineOf(s.Start) }

// SelectionRange grows a selection along the tree.
func (s *Server) SelectionRange(ctx context.Context, p *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	t := s.document(ctx, p.TextDocument)
	if t == nil {
		return nil, nil
	}
	out := make([]protocol.SelectionRange, 0, len(p.Positions))
	for _, pos := range p.Positions {
		offset := s.encoding.Offset(t.doc.src, pos)
		spans := enclosing(t.reading.File, offset)
		for _, tok := range lang.Tokens(t.reading.File.Source) {
			if tok.Span.Start <= offset && offset <= tok.Span.End {
				spans = append(spans, tok.Span)
			}
		}
		var at *protocol.SelectionRange
		last := diag.Span{Start: -1}
		for _, span := range spans {
			if span.Start == last.Start && span.End == last.End || at != nil && (span.Start < last.Start || span.End > last.End) {
				continue
			}
			at = &protocol.SelectionRange{Range: s.encoding.Range(span), Parent: at}
			last = span
		}
		if at == nil {
			at = &protocol.SelectionRange{Range: protocol.Range{Start: pos, End: pos}}
		}
		out = append(out, *at)
	}
	return out, nil
}

// enclosing are the nodes of a tree that hold an offset, outermost first.
func enclosing(f *lang.File, offset int) []diag.Span {
	var out []diag.Span
	for _, n := range path(f, offset) {
		out = append(out, n.Range())
	}
	return out
}

// path is the way from the file to the innermost node that holds an offset, its
// end included.
func path(f *lang.File, offset int) []lang.Node {
	var out []lang.Node
	lang.Inspect(f, func(n lang.Node) bool {
		at := n.Range()
		if at.Start > offset || offset > at.End {
			return false
		}
		if len(out) > 0 {
			// Two neighbours that touch at the offset: the later one wins.
			for len(out) > 1 && out[len(out)-1].Range().End <= at.Start && at.End > at.Start {
				out = out[:len(out)-1]
			}
		}
		out = append(out, n)
		return true
	})
	return out
}
