package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/index"
	"github.com/aeonc/aeonc/lang/diag"
)

// target is where a request points: a document read under its project, and the
// name that is there.
type target struct {
	view    *view
	doc     *document
	project *project
	role    role
	reading *reading
	offset  int
	use     core.Use
	found   bool
}

// target finds out what a request points at; nil where the document is not open.
func (s *Server) target(ctx context.Context, p protocol.TextDocumentPositionParams) *target {
	t := s.document(ctx, p.TextDocument)
	if t == nil {
		return nil
	}
	t.offset = s.encoding.Offset(t.doc.src, p.Position)
	t.use, t.found = t.reading.index.At(t.offset)
	return t
}

// document is the document that a request is about; nil where it is not open.
func (s *Server) document(ctx context.Context, id protocol.TextDocumentIdentifier) *target {
	v := s.at(ctx)
	d := v.doc(id.URI)
	if d == nil {
		return nil
	}
	t := &target{view: v, doc: d}
	t.project, t.role = v.place(d)
	t.reading = d.reading(t.project)
	return t
}

// Definition goes to where a name is declared.
func (s *Server) Definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	if at := s.declared(ctx, p.TextDocumentPositionParams); at != nil {
		return at, nil
	}
	return nil, nil
}

// declared is where the name at a position is declared, nil where that is not known.
func (s *Server) declared(ctx context.Context, p protocol.TextDocumentPositionParams) *protocol.Location {
	t := s.target(ctx, p)
	if t == nil || !t.found {
		return nil
	}
	if at, ok := s.location(t.view, index.Definition(t.use.Symbol)); ok {
		return &at
	}
	return nil
}

// Declaration is Definition: a name is declared where it is defined.
func (s *Server) Declaration(ctx context.Context, p *protocol.DeclarationParams) (protocol.DeclarationResult, error) {
	if at := s.declared(ctx, p.TextDocumentPositionParams); at != nil {
		return at, nil
	}
	return nil, nil
}

// TypeDefinition goes to the declarations of the types in a value's type.
func (s *Server) TypeDefinition(ctx context.Context, p *protocol.TypeDefinitionParams) (protocol.DefinitionResult, error) {
	t := s.target(ctx, p.TextDocumentPositionParams)
	if t == nil || !t.found {
		return nil, nil
	}
	var typ core.Type
	switch sym := t.use.Symbol.(type) {
	case *core.Local:
		typ = sym.Type
	case *core.Global:
		typ = sym.Result
	case *core.TyCon:
		typ = &core.Con{Con: sym}
	}
	out := protocol.LocationSlice{}
	for _, c := range constructors(typ, nil) {
		if at, ok := s.location(t.view, c.Span); ok {
			out = append(out, at)
		}
	}
	if len(out) == 0 {
		return nil, nil
	}
	return out, nil
}

// constructors are the declared types in a type, outermost first.
func constructors(t core.Type, out []*core.TyCon) []*core.TyCon {
	if t == nil {
		return out
	}
	switch t := core.Strip(t).(type) {
	case *core.Con:
		if !t.Con.Span.IsZero() {
			out = append(out, t.Con)
		}
		for _, a := range t.Args {
			out = constructors(a, out)
		}
	case *core.Tuple:
		for _, e := range t.Elems {
			out = constructors(e.Type, out)
		}
	}
	return out
}

// References lists where a name is used, in all documents of the project.
func (s *Server) References(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	t := s.target(ctx, p.TextDocumentPositionParams)
	if t == nil || !t.found {
		return nil, nil
	}
	out := []protocol.Location{}
	for _, o := range s.occurrences(ctx, t) {
		if !p.Context.IncludeDeclaration && o.declares {
			continue
		}
		if at, ok := s.location(t.view, o.span); ok {
			out = append(out, at)
		}
	}
	return out, nil
}

// occurrence is a place that names a symbol.
type occurrence struct {
	doc      *document
	reading  *reading
	span     diag.Span
	declares bool
}

// occurrences are the places of the project that name what t points at.
func (s *Server) occurrences(ctx context.Context, t *target) []occurrence {
	docs := s.documents(ctx, t.view, t.project)
	if l, ok := t.use.Symbol.(*core.Local); ok && l.Span.Src == t.reading.File.Source && t.reading.Module == nil {
		docs = []*document{t.doc} // a plan's variables are its own
	}
	return s.named(ctx, t, docs, t.use.Symbol)
}

func (s *Server) named(ctx context.Context, t *target, docs []*document, sym core.Symbol) []occurrence {
	definition := index.Definition(sym)
	var out []occurrence
	for _, d := range docs {
		if ctx.Err() != nil {
			return nil
		}
		r := d.reading(t.project)
		for _, span := range r.index.Of(sym) {
			out = append(out, occurrence{d, r, span, span == definition})
		}
	}
	return out
}

// DocumentHighlight marks the places of a document that name one thing.
func (s *Server) DocumentHighlight(ctx context.Context, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	t := s.target(ctx, p.TextDocumentPositionParams)
	if t == nil || !t.found {
		return nil, nil
	}
	var out []protocol.DocumentHighlight
	for _, o := range s.named(ctx, t, []*document{t.doc}, t.use.Symbol) {
		kind := protocol.DocumentHighlightKindRead
		if o.declares {
			kind = protocol.DocumentHighlightKindWrite
		}
		out = append(out, protocol.DocumentHighlight{Range: s.encoding.Range(o.span), Kind: kind})
	}
	return out, nil
}

// LinkedEditingRange lets a variable of a plan be renamed as it is typed: its
// binding and its uses change together. It is offered on the binding alone, where
// what is meant is plain.
func (s *Server) LinkedEditingRange(ctx context.Context, p *protocol.LinkedEditingRangeParams) (*protocol.LinkedEditingRanges, error) {
	t := s.target(ctx, p.TextDocumentPositionParams)
	if t == nil || !t.found {
		return nil, nil
	}
	l, ok := t.use.Symbol.(*core.Local)
	if !ok || l.Span != t.use.Span {
		return nil, nil
	}
	out := &protocol.LinkedEditingRanges{}
	for _, o := range s.named(ctx, t, []*document{t.doc}, l) {
		out.Ranges = append(out.Ranges, s.encoding.Range(o.span))
	}
	if len(out.Ranges) < 2 {
		return nil, nil
	}
	word := "[A-Za-z_][A-Za-z0-9_]*"
	out.WordPattern = &word
	return out, nil
}
