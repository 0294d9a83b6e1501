package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// declared is one entry of a document's outline.
type declared struct {
	name     string
	detail   string
	kind     protocol.SymbolKind
	whole    diag.Span
	at       diag.Span
	children []declared
}

// outline lists the declarations of a file in order, and the variables of a plan's
// body.
func outline(f *lang.File) []declared {
	var out []declared
	for _, d := range f.Decls {
		out = append(out, declaredBy(d)...)
	}
	if let, ok := f.Body.(*lang.Let); ok {
		for _, b := range let.Binds {
			out = append(out, boundBy(b.Pattern, b.Span)...)
		}
	}
	return out
}

func declaredBy(d lang.Decl) []declared {
	one := func(n lang.Ident, kind protocol.SymbolKind, detail string, whole diag.Span, children ...declared) []declared {
		if n.Name == "" {
			return nil
		}
		return []declared{{n.Name, detail, kind, whole, n.Span, children}}
	}
	switch d := d.(type) {
	case *lang.TypeDecl:
		detail := "type"
		if d.Linear {
			detail = "linear type"
		}
		return one(d.Name, protocol.SymbolKindClass, detail, d.Span)
	case *lang.Inductive:
		var children []declared
		for _, c := range d.Ctors {
			children = append(children, one(c.Name, protocol.SymbolKindConstructor, "constructor", c.Span)...)
		}
		for _, m := range d.Measures {
			children = append(children, one(m.Name, protocol.SymbolKindProperty, "measure", m.Span)...)
		}
		return one(d.Name, protocol.SymbolKindEnum, "inductive", d.Span, children...)
	case *lang.Def:
		kind, detail := protocol.SymbolKindFunction, "def"
		switch body := d.Body.(type) {
		case *lang.Uninterpreted:
			kind, detail = protocol.SymbolKindProperty, "measure"
		case *lang.Native:
			if detail = "native"; body.Import {
				detail = "native_import"
			}
		}
		if _, isFun := d.Result.(*lang.TypeFun); len(d.Params) == 0 && !isFun && kind == protocol.SymbolKindFunction {
			kind = protocol.SymbolKindConstant
		}
		return one(d.Name, kind, detail, d.Span)
	case *lang.Axiom:
		return one(d.Name, protocol.SymbolKindEvent, "axiom", d.Span)
	case *lang.Mutual:
		var out []declared
		for _, x := range d.Defs {
			out = append(out, declaredBy(x)...)
		}
		return out
	case *lang.Contract:
		n := d.Name
		if n.Name == "" {
			n = lang.Ident{Name: "plan", Span: head(d.Span, "plan")}
		}
		return one(n, protocol.SymbolKindInterface, "contract", d.Span)
	case *lang.Example:
		n := lang.Ident{Name: d.Title, Span: head(d.Span, "example")}
		detail := "accept"
		if !d.Accept {
			detail = strings.TrimSpace("reject " + d.Code)
		}
		return one(n, protocol.SymbolKindEvent, detail, d.Span)
	}
	return nil
}

// head is the keyword that a declaration starts with.
func head(s diag.Span, keyword string) diag.Span {
	s.End = min(s.End, s.Start+len(keyword))
	return s
}

func boundBy(p lang.Pattern, whole diag.Span) []declared {
	switch p := p.(type) {
	case *lang.PatVar:
		if p.Name.Name == "_" || p.Name.Name == "" {
			return nil
		}
		return []declared{{name: p.Name.Name, detail: "let", kind: protocol.SymbolKindVariable, whole: whole, at: p.Name.Span}}
	case *lang.PatTuple:
		var out []declared
		for _, x := range p.Elems {
			out = append(out, boundBy(x, x.Range())...)
		}
		return out
	case *lang.PatCtor:
		var out []declared
		for _, x := range p.Args {
			out = append(out, boundBy(x, x.Range())...)
		}
		return out
	}
	return nil
}

// DocumentSymbol is the outline of a document.
func (s *Server) DocumentSymbol(ctx context.Context, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	t := s.document(ctx, p.TextDocument)
	if t == nil {
		return nil, nil
	}
	entries := outline(t.reading.File)
	if s.caps.hierarchicalSymbols {
		return s.tree(entries), nil
	}
	out := protocol.SymbolInformationSlice{}
	var flat func(es []declared, container string)
	flat = func(es []declared, container string) {
		for _, e := range es {
			out = append(out, s.symbolInformation(t.doc, e, container))
			flat(e.children, e.name)
		}
	}
	flat(entries, "")
	return out, nil
}

func (s *Server) tree(es []declared) protocol.DocumentSymbolSlice {
	out := protocol.DocumentSymbolSlice{}
	for _, e := range es {
		out = append(out, protocol.DocumentSymbol{
			Name: e.name, Detail: &e.detail, Kind: e.kind, Children: s.tree(e.children),
			Range: s.encoding.Range(e.whole.Cover(e.at)), SelectionRange: s.encoding.Range(e.at),
		})
	}
	return out
}

func (s *Server) symbolInformation(d *document, e declared, container string) protocol.SymbolInformation {
	out := protocol.SymbolInformation{Location: protocol.Location{URI: d.sent, Range: s.encoding.Range(e.at)}}
	out.Name, out.Kind = e.name, e.kind
	if container != "" {
		out.ContainerName = &container
	}
	return out
}

// maxSymbols bounds the answer to a search in the workspace.
const maxSymbols = 200

// Symbols searches the declarations of the workspace for a name; the letters that
// are asked for must occur in it in their order. The closest come first, what is part
// of aeonc last.
func (s *Server) Symbols(ctx context.Context, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	v := s.at(ctx)
	type found struct {
		protocol.SymbolInformation
		rank int
	}
	var all []found
	seen := map[*document]bool{}
	for _, project := range v.projects {
		for _, d := range s.documents(ctx, v, project) {
			if ctx.Err() != nil || seen[d] {
				continue
			}
			seen[d] = true
			container := strings.TrimSuffix(strings.TrimSuffix(d.sent.Path()[strings.LastIndexByte(d.sent.Path(), '/')+1:], ".aeon"), ".ae")
			add := func(e declared) {
				rank := likeness(p.Query, e.name)
				if e.kind == protocol.SymbolKindVariable || rank < 0 {
					return
				}
				if isBuiltinFile(d.path) {
					rank += unlike
				}
				all = append(all, found{s.symbolInformation(d, e, container), rank})
			}
			for _, e := range outline(d.reading(project).File) {
				add(e)
				for _, c := range e.children {
					add(c)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return a.rank - b.rank })
	out := protocol.SymbolInformationSlice{}
	for _, f := range all[:min(len(all), maxSymbols)] {
		out = append(out, f.SymbolInformation)
	}
	return out, nil
}

// unlike is more than any likeness.
const unlike = 4

// likeness tells how a name answers a query: 0 the name itself, then one that begins
// with it, has it somewhere, has its letters in their order; -1 where it does not.
func likeness(query, name string) int {
	query, name = strings.ToLower(query), strings.ToLower(name)
	switch i := strings.Index(name, query); {
	case name == query:
		return 0
	case i == 0:
		return 1
	case i > 0:
		return 2
	case letters(query, name):
		return 3
	}
	return -1
}

// letters reports whether the letters of query occur in name in their order.
func letters(query, name string) bool {
	for _, r := range query {
		i := strings.IndexRune(name, r)
		if i < 0 {
			return false
		}
		name = name[i+len(string(r)):]
	}
	return true
}

// symbolKind is what an editor shows a symbol as.
func symbolKind(g *core.Global) protocol.SymbolKind {
	switch {
	case g.Kind == core.MeasureFn:
		return protocol.SymbolKindProperty
	case g.Kind == core.CtorFn:
		return protocol.SymbolKindConstructor
	case len(g.Params) == 0:
		return protocol.SymbolKindConstant
	}
	return protocol.SymbolKindFunction
}
