package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// InlayHint shows, between the lines of the author, what was inferred: types, the
// state of a session where it changes, the names of parameters, and the invariants
// of loops.
func (s *Server) InlayHint(ctx context.Context, p *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	t := s.document(ctx, p.TextDocument)
	if t == nil {
		return nil, nil
	}
	h := &hints{server: s, target: t, at: s.encoding.Span(t.doc.src, p.Range), out: []protocol.InlayHint{}}
	st := t.view.settings.Hints
	lang.Inspect(t.reading.File, func(n lang.Node) bool {
		at := n.Range()
		if at.End < h.at.Start || at.Start > h.at.End {
			_, isFile := n.(*lang.File)
			return isFile
		}
		switch n := n.(type) {
		case *lang.Binding:
			if on(st.Types) && n.Type == nil {
				h.types(n.Pattern)
			}
		case *lang.Lambda:
			if on(st.Types) {
				for _, p := range n.Params {
					if p.Type == nil {
						h.typeAt(p.Name)
					}
				}
			}
		case *lang.App:
			if on(st.Parameters) {
				h.parameters(n)
			}
		}
		return true
	})
	if on(st.State) || on(st.Invariants) {
		if c := s.await(ctx, t.doc); c != nil {
			if on(st.State) {
				h.states(ctx, c)
			}
			if on(st.Invariants) {
				h.invariants(c)
			}
		}
	}
	return h.out, nil
}

// hints collects the answer to one request.
type hints struct {
	server *Server
	target *target
	at     diag.Span
	out    []protocol.InlayHint
}

func (h *hints) add(offset int, label string, kind protocol.InlayHintKind, tooltip string) {
	pos := h.server.encoding.Position(h.target.doc.src, offset)
	hint := protocol.InlayHint{Position: pos, Label: protocol.String(label), Kind: kind}
	if kind == protocol.InlayHintKindParameter {
		t := true
		hint.PaddingRight = &t
	}
	if tooltip != "" {
		hint.Tooltip = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: tooltip}
	}
	h.out = append(h.out, hint)
}

// types shows the types of the variables of a pattern; of a session it is known,
// and what matters is its state.
func (h *hints) types(p lang.Pattern) {
	switch p := p.(type) {
	case *lang.PatVar:
		h.typeAt(p.Name)
	case *lang.PatTuple:
		for _, x := range p.Elems {
			h.types(x)
		}
	case *lang.PatCtor:
		for _, x := range p.Args {
			h.types(x)
		}
	}
}

func (h *hints) typeAt(n lang.Ident) {
	u, ok := h.target.reading.index.At(n.Span.Start)
	l, isLocal := u.Symbol.(*core.Local)
	if !ok || !isLocal || l.Span != n.Span || core.IsLinear(l.Type) {
		return
	}
	switch core.Strip(l.Type).(type) {
	case *core.Bad, *core.Meta:
		return
	}
	h.add(n.Span.End, ": "+core.TypeString(l.Type), protocol.InlayHintKindType, "")
}

// parameters names the parameters of arguments that do not speak for themselves.
func (h *hints) parameters(n *lang.App) {
	head := n.Fun.Range()
	if v, ok := n.Fun.(*lang.Var); ok {
		head = v.Name.Span
	}
	u, ok := h.target.reading.index.At(head.End)
	g, isGlobal := u.Symbol.(*core.Global)
	if !ok || !isGlobal || u.Span.End != head.End {
		return
	}
	shift := 0
	if _, isMethod := n.Fun.(*lang.Method); isMethod || isReceiver(u, n.Fun) {
		shift = 1
	}
	for i, a := range n.Args {
		if i+shift >= len(g.Params) {
			return
		}
		switch a.(type) {
		case *lang.IntLit, *lang.FloatLit, *lang.StringLit, *lang.BoolLit, *lang.UnitLit, *lang.ListLit, *lang.Tuple, *lang.Paren:
		default:
			continue
		}
		if name := g.Params[i+shift].Name; len(name) > 1 { // "l:" would say nothing
			h.add(a.Range().Start, name+":", protocol.InlayHintKindParameter, core.ParamString(g.Params[i+shift]))
		}
	}
}

// states shows, behind each binding of a linear variable, what is known of it now
// and was not so of the one that it takes the place of.
func (h *hints) states(ctx context.Context, c *check) {
	kept := h.server.inspection(ctx, c)
	if kept == nil {
		return
	}
	type bound struct {
		variable *core.Local
		end      int
		visible  bool
	}
	var all []bound
	lang.Inspect(h.target.reading.File, func(n lang.Node) bool {
		b, ok := n.(*lang.Binding)
		if !ok {
			return true
		}
		for _, e := range boundBy(b.Pattern, b.Span) {
			u, found := h.target.reading.index.At(e.at.Start)
			if l, isLocal := u.Symbol.(*core.Local); found && isLocal && l.Span == e.at && core.IsLinear(l.Type) {
				all = append(all, bound{l, b.Span.End, b.Span.End >= h.at.Start && b.Span.Start <= h.at.End})
			}
		}
		return true
	})
	// What is visible, and the one before it of the same type, which it is compared
	// with.
	var spans []diag.Span
	before := make([]diag.Span, len(all))
	for i, b := range all {
		if !b.visible {
			continue
		}
		before[i] = h.contract(b.variable)
		for j := i - 1; j >= 0; j-- {
			if alike(all[j].variable.Type, b.variable.Type) {
				before[i] = all[j].variable.Span
				break
			}
		}
		spans = append(spans, b.variable.Span)
		if !before[i].IsZero() {
			spans = append(spans, before[i])
		}
	}
	known := map[diag.Span]*checker.Variable{}
	for _, v := range kept.States(ctx, spans) {
		known[v.Span] = v
	}
	for i, b := range all {
		if v := known[b.variable.Span]; b.visible && v != nil {
			h.change(b.end, known[before[i]], v)
		}
	}
}

// contract is where the contract binds a variable of a type, zero where it does
// not.
func (h *hints) contract(l *core.Local) diag.Span {
	if h.target.reading.Contract != nil {
		for _, p := range h.target.reading.Contract.Params {
			if alike(p.Type, l.Type) {
				return p.Span
			}
		}
	}
	return diag.Span{}
}

func (h *hints) change(offset int, was, is *checker.Variable) {
	old := map[string]string{}
	if was != nil {
		for _, k := range was.Known {
			old[k.Measure] = k.Value
		}
	}
	var parts, why []string
	for _, k := range is.Known {
		value, known := old[k.Measure]
		if k.Label && k.Value != "true" || was != nil && known && value == k.Value || was == nil && k.Value == "" {
			continue
		}
		shown := k.Value
		if shown == "" {
			shown = "?"
		}
		parts = append(parts, k.Measure+" = "+shown)
		if k.Value != "" {
			why = append(why, "`"+k.Measure+" "+is.Name+"` = **"+k.Value+"**"+because(h.target.doc.src, k.Because))
		}
	}
	if len(parts) > 0 {
		h.add(offset, "  "+strings.Join(parts, ", "), 0, strings.Join(why, "\n\n"))
	}
}

// invariants shows what was inferred of each loop.
func (h *hints) invariants(c *check) {
	if c.outcome.result == nil {
		return
	}
	for _, i := range c.outcome.result.Invariants {
		if i.At.Src != h.target.reading.File.Source || i.At.End < h.at.Start || i.At.Start > h.at.End || len(i.Holds) == 0 {
			continue
		}
		var holds []string
		for _, text := range i.Holds {
			if !slices.Contains(holds, text) {
				holds = append(holds, text)
			}
		}
		h.add(i.At.End, "  every turn: "+strings.Join(holds, "; "), 0, "inferred of `"+i.Of+"`, the accumulator of this loop")
	}
}
