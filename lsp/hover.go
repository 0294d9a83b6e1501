package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// Hover says what a name stands for: its type in its author's words, what is said
// of it, and of a variable what is known of it at this place.
func (s *Server) Hover(ctx context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	t := s.target(ctx, p.TextDocumentPositionParams)
	if t == nil {
		return nil, nil
	}
	if !t.found {
		return s.hoverDecorator(t), nil
	}
	r, use := t.reading, t.use
	var b strings.Builder
	switch sym := use.Symbol.(type) {
	case *core.Local:
		b.WriteString(code(core.ParamString(r.refined(sym))))
		s.hoverState(ctx, t, sym, &b)
	case *core.Global:
		b.WriteString(code(declaration(sym)))
		if doc := strings.TrimSpace(sym.Doc); doc != "" {
			b.WriteString("\n" + doc + "\n")
		}
		if sym.Span.Src != nil && sym.Module != "" {
			fmt.Fprintf(&b, "\n*in module* `%s`\n", sym.Module)
		}
	case *core.TyCon:
		b.WriteString(code(typeDeclaration(sym)))
	case *core.Module:
		b.WriteString(code("open " + sym.Name))
	}
	at := s.encoding.Range(use.Span)
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: strings.TrimSpace(b.String())}, Range: &at}, nil
}

// hoverDecorator says what a decorator means, nil where there is none.
func (s *Server) hoverDecorator(t *target) *protocol.Hover {
	for _, n := range path(t.reading.File, t.offset) {
		x, ok := n.(*lang.Decorator)
		if !ok || t.offset > x.Name.Span.End {
			continue
		}
		for _, d := range decorators {
			if d[0] == x.Name.Name || strings.HasPrefix(d[0], x.Name.Name+"(") && len(x.Args) > 0 {
				at := s.encoding.Range(x.Span)
				return &protocol.Hover{Contents: &protocol.MarkupContent{
					Kind: protocol.MarkupKindMarkdown, Value: code("@"+d[0]) + "\n" + d[1],
				}, Range: &at}
			}
		}
	}
	return nil
}

// code is a fenced block.
func code(text string) string { return "```aeon\n" + text + "\n```\n" }

// hoverState adds what is known of a variable at the place that is pointed at, and
// why: of its binding what is known after it, of a use what is known there.
func (s *Server) hoverState(ctx context.Context, t *target, l *core.Local, b *strings.Builder) {
	ctx, cancel := s.soon(ctx)
	defer cancel()
	c := s.await(ctx, t.doc)
	if c == nil {
		if ctx.Err() != nil && core.IsLinear(l.Type) {
			b.WriteString("\n*what is known of it is still being found out*\n")
		}
		return
	}
	kept := s.inspection(ctx, c)
	if kept == nil {
		return
	}
	at := []diag.Span{l.Span}
	var found []*checker.Variable
	if t.use.Span == l.Span {
		found = kept.States(ctx, at)
	} else {
		found = kept.StatesAt(ctx, at, t.use.Span.Start)
	}
	var known, unknown, silent []string
	for _, v := range found {
		for _, k := range v.Known {
			switch {
			case k.Label && k.Value != "true": // that a value is clean, or may not be, is of no interest by itself
			case k.Value != "":
				known = append(known, fmt.Sprintf("- `%s %s` = **%s**%s\n", k.Measure, k.Of, k.Value, because(t.doc.src, k.Because)))
			case !core.IsLinear(l.Type):
			case len(k.Because) > 0:
				unknown = append(unknown, "- "+notKnown(t.doc.src, k)+"\n")
			default:
				silent = append(silent, "`"+k.Measure+"`")
			}
		}
	}
	if len(silent) > 0 {
		unknown = append(unknown, "- nothing is known of "+strings.Join(silent, ", ")+"\n")
	}
	if len(known)+len(unknown) > 0 {
		b.WriteString("\nhere:\n" + strings.Join(known, "") + strings.Join(unknown, ""))
	}
}

// refined is a variable with the refinements that its value was given: those of
// the call that it was bound to, where it was.
func (r *reading) refined(l *core.Local) *core.Local {
	if l.Declared {
		return l
	}
	var found core.Type
	look := func(x core.Expr) {
		core.Visit(x, func(x core.Expr) bool {
			let, ok := x.(*core.Let)
			if !ok {
				return found == nil
			}
			for _, b := range let.Binds {
				if t := boundType(b.Pattern, valueType(b), l); t != nil {
					found = t
				}
			}
			return found == nil
		})
	}
	for _, x := range r.bodies() {
		look(x)
	}
	if found == nil {
		return l
	}
	out := *l
	out.Type = found
	return &out
}

// valueType is the type of a binding's value as it is declared.
func valueType(b *core.Binding) core.Type {
	if b.Ann != nil {
		return b.Ann
	}
	if c, ok := b.Value.(*core.Call); ok {
		if ref, ok := c.Fn.(*core.GlobalRef); ok && len(ref.Global.TyVars) == 0 && len(c.Args) == len(ref.Global.Params) {
			return ref.Global.Result
		}
	}
	if ref, ok := b.Value.(*core.GlobalRef); ok && len(ref.Global.Params) == 0 && len(ref.Global.TyVars) == 0 {
		return ref.Global.Result
	}
	return b.Value.Type()
}

// boundType is the type of the variable l in a pattern over a type, nil where the
// pattern does not bind it.
func boundType(p core.Pattern, t core.Type, l *core.Local) core.Type {
	switch p := p.(type) {
	case *core.PVar:
		if p.Local == l {
			return t
		}
	case *core.PTuple:
		tuple, ok := core.Strip(t).(*core.Tuple)
		for i, e := range p.Elems {
			if ok && i < len(tuple.Elems) {
				if found := boundType(e, tuple.Elems[i].Type, l); found != nil {
					return found
				}
			}
		}
	}
	return nil
}

// declaration is how a global was declared, without its body.
func declaration(g *core.Global) string {
	d, ok := g.Decl.(*lang.Def)
	if !ok || d.Result == nil || g.Span.Src == nil {
		prefix := map[core.GlobalKind]string{core.CtorFn: "| ", core.AxiomFn: "axiom "}[g.Kind]
		return prefix + core.SignatureString(g)
	}
	text := diag.Span{Src: g.Span.Src, Start: d.Span.Start, End: d.Result.Range().End}.Text()
	if g.Kind == core.MeasureFn {
		text += " := uninterpreted"
	}
	return text
}

// typeDeclaration is how a type was declared.
func typeDeclaration(c *core.TyCon) string {
	head := "type "
	switch {
	case c.Linear:
		head = "linear type "
	case c.Kind == core.InductiveCon:
		head = "inductive "
	}
	text := head + c.Name
	for _, v := range c.Params {
		text += " " + v.Name
	}
	for _, k := range c.Ctors {
		text += "\n| " + core.SignatureString(k)
	}
	return text
}
