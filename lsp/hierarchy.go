package lsp

import (
	"context"
	"path/filepath"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// caller is code that calls: a definition, or a plan's body.
type caller struct {
	doc    *document
	name   string
	whole  diag.Span
	at     diag.Span
	detail string
	kind   protocol.SymbolKind
}

// callerAt is the code around an offset.
func callerAt(d *document, r *reading, offset int) caller {
	for _, e := range outline(r.File) {
		if e.kind != protocol.SymbolKindVariable && e.whole.Start <= offset && offset <= e.whole.End {
			return caller{d, e.name, e.whole, e.at, e.detail, e.kind}
		}
	}
	out := caller{doc: d, name: filepath.Base(d.sent.Path()), detail: "plan", kind: protocol.SymbolKindFile}
	if b := r.File.Body; b != nil {
		out.whole = b.Range()
		out.at = diag.Span{Src: out.whole.Src, Start: out.whole.Start, End: out.whole.Start}
	} else {
		out.whole = diag.Span{Src: r.File.Source, Start: 0, End: len(r.File.Source.Text)}
		out.at = diag.Span{Src: r.File.Source}
	}
	return out
}

func (s *Server) hierarchyItem(c caller) protocol.CallHierarchyItem {
	return protocol.CallHierarchyItem{
		Name: c.name, Kind: c.kind, Detail: &c.detail, URI: c.doc.sent,
		Range: s.encoding.Range(c.whole), SelectionRange: s.encoding.Range(c.at),
	}
}

// PrepareCallHierarchy finds the function that a place names, or the code that it
// is in.
func (s *Server) PrepareCallHierarchy(ctx context.Context, p *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	t := s.target(ctx, p.TextDocumentPositionParams)
	if t == nil {
		return nil, nil
	}
	if g, ok := t.use.Symbol.(*core.Global); ok && t.found {
		if item, ok := s.itemOf(t.view, g); ok {
			return []protocol.CallHierarchyItem{item}, nil
		}
		return nil, nil
	}
	return []protocol.CallHierarchyItem{s.hierarchyItem(callerAt(t.doc, t.reading, t.offset))}, nil
}

// itemOf is a global as an item; false where it is declared in no file.
func (s *Server) itemOf(v *view, g *core.Global) (protocol.CallHierarchyItem, bool) {
	at, ok := s.location(v, g.Span)
	if !ok {
		return protocol.CallHierarchyItem{}, false
	}
	whole := g.Span
	if d, isDef := g.Decl.(*lang.Def); isDef {
		whole = d.Span
	}
	detail := core.SignatureString(g)
	return protocol.CallHierarchyItem{
		Name: g.Name, Kind: symbolKind(g), Detail: &detail, URI: at.URI,
		Range: s.encoding.Range(whole), SelectionRange: at.Range,
	}, true
}

// resolve finds what an item stands for: the document and, where its selection
// names a global, that.
func (s *Server) resolve(ctx context.Context, item protocol.CallHierarchyItem) (*target, *core.Global) {
	v := s.at(ctx)
	d := v.doc(item.URI)
	if d == nil {
		if d = s.files.read(filePath(item.URI)); d == nil {
			return nil, nil
		}
	}
	t := &target{view: v, doc: d}
	t.project, t.role = v.place(d)
	t.reading = d.reading(t.project)
	t.offset = s.encoding.Offset(d.src, item.SelectionRange.Start)
	if u, ok := t.reading.index.At(t.offset); ok {
		if g, isGlobal := u.Symbol.(*core.Global); isGlobal && g.Span == u.Span && g.Name == item.Name {
			return t, g
		}
	}
	return t, nil
}

// IncomingCalls lists who calls a function, in the documents of its project.
func (s *Server) IncomingCalls(ctx context.Context, p *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	t, g := s.resolve(ctx, p.Item)
	if t == nil || g == nil {
		return nil, nil
	}
	out := []protocol.CallHierarchyIncomingCall{}
	places := map[caller]int{}
	for _, o := range s.named(ctx, t, s.documents(ctx, t.view, t.project), g) {
		if o.declares || !runs(o.reading.File, o.span) {
			continue
		}
		c := callerAt(o.doc, o.reading, o.span.Start)
		i, known := places[c]
		if !known {
			i = len(out)
			places[c] = i
			out = append(out, protocol.CallHierarchyIncomingCall{From: s.hierarchyItem(c), FromRanges: []protocol.Range{}})
		}
		out[i].FromRanges = append(out[i].FromRanges, s.encoding.Range(o.span))
	}
	return out, nil
}

// runs reports whether a name stands in code, and not in an import or a predicate.
func runs(f *lang.File, at diag.Span) bool {
	for _, n := range path(f, at.Start) {
		switch n.(type) {
		case *lang.Import, lang.Type, *lang.Decorator:
			return false
		}
	}
	return true
}

// OutgoingCalls lists what a definition, or a plan, calls.
func (s *Server) OutgoingCalls(ctx context.Context, p *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	t, _ := s.resolve(ctx, p.Item)
	if t == nil {
		return nil, nil
	}
	whole := callerAt(t.doc, t.reading, t.offset).whole
	out := []protocol.CallHierarchyOutgoingCall{}
	places := map[*core.Global]int{}
	for _, u := range t.reading.index.Uses() {
		g, ok := u.Symbol.(*core.Global)
		if !ok || g.Span == u.Span || u.Span.Start < whole.Start || u.Span.End > whole.End || !runs(t.reading.File, u.Span) {
			continue
		}
		i, known := places[g]
		if !known {
			item, ok := s.itemOf(t.view, g)
			if !ok {
				continue
			}
			i = len(out)
			places[g] = i
			out = append(out, protocol.CallHierarchyOutgoingCall{To: item, FromRanges: []protocol.Range{}})
		}
		out[i].FromRanges = append(out[i].FromRanges, s.encoding.Range(u.Span))
	}
	return out, nil
}
