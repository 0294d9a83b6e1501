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

// bound is a linear variable with the stretch of the text in which it is in scope.
type bound struct {
	variable *core.Local
	from, to int
	// shown: it is bound by a "let" in the part of the text that is asked for.
	shown bool
}

// states shows, behind each binding of a linear variable, what is known of it now
// and was not so of the one that it takes the place of: the innermost of its type
// that was in scope.
func (h *hints) states(ctx context.Context, c *check) {
	kept := h.server.inspection(ctx, c)
	if kept == nil {
		return
	}
	all := h.linear()
	var spans []diag.Span
	before := make([]diag.Span, len(all))
	for i, b := range all {
		if !b.shown {
			continue
		}
		for j := i - 1; j >= 0 && before[i].IsZero(); j-- {
			if all[j].from <= b.from && b.from <= all[j].to && alike(all[j].variable.Type, b.variable.Type) {
				before[i] = all[j].variable.Span
				spans = append(spans, before[i])
			}
		}
		spans = append(spans, b.variable.Span)
	}
	known := map[diag.Span]*checker.Variable{}
	for _, v := range kept.States(ctx, spans) {
		known[v.Span] = v
	}
	for i, b := range all {
		if v := known[b.variable.Span]; b.shown && v != nil {
			h.change(b.from, known[before[i]], v)
		}
	}
}

// linear lists the linear variables of the text, each before those that are bound
// where it is in scope.
func (h *hints) linear() []bound {
	r := h.target.reading
	var out []bound
	add := func(n lang.Ident, scope diag.Span, shown bool) {
		u, found := r.index.At(n.Span.Start)
		if l, isLocal := u.Symbol.(*core.Local); found && isLocal && l.Span == n.Span && core.IsLinear(l.Type) {
			out = append(out, bound{l, scope.Start, scope.End, shown && scope.Start >= h.at.Start && n.Span.Start <= h.at.End})
		}
	}
	pattern := func(p lang.Pattern, scope diag.Span, shown bool) {
		for _, e := range boundBy(p, p.Range()) {
			add(lang.Ident{Name: e.name, Span: e.at}, scope, shown)
		}
	}
	if b := r.File.Body; b != nil && r.Contract != nil {
		for _, p := range r.Contract.Params {
			if core.IsLinear(p.Type) {
				out = append(out, bound{variable: p, from: b.Range().Start, to: b.Range().End})
			}
		}
	}
	lang.Inspect(r.File, func(n lang.Node) bool {
		switch n := n.(type) {
		case *lang.Def:
			for _, p := range n.Params {
				add(p.Name, n.Span, false)
			}
		case *lang.Lambda:
			for _, p := range n.Params {
				add(p.Name, n.Span, false)
			}
		case *lang.Arm:
			pattern(n.Pattern, n.Span, false)
		case *lang.Let:
			for _, b := range n.Binds {
				_, spelt := b.Value.(*lang.Tuple) // its parts were shown where they came to be
				pattern(b.Pattern, diag.Span{Src: n.Span.Src, Start: b.Span.End, End: n.Span.End}, !spelt)
			}
		}
		return true
	})
	slices.SortStableFunc(out, func(a, b bound) int { return a.from - b.from })
	return out
}

func (h *hints) change(offset int, was, is *checker.Variable) {
	old := map[string]string{}
	if was != nil {
		for _, k := range was.Known {
			old[k.Measure+strings.TrimPrefix(k.Of, was.Name)] = k.Value
		}
	}
	var parts, why []string
	for _, k := range is.Known {
		value, known := old[k.Measure+strings.TrimPrefix(k.Of, is.Name)]
		if k.Label && k.Value != "true" || was != nil && known && value == k.Value || was == nil && k.Value == "" {
			continue
		}
		shown := k.Value
		if shown == "" {
			shown = "?"
		}
		parts = append(parts, k.Measure+" = "+shown)
		if k.Value != "" {
			why = append(why, "`"+k.Measure+" "+k.Of+"` = **"+k.Value+"**"+because(h.target.doc.src, k.Because))
		} else {
			why = append(why, notKnown(h.target.doc.src, k))
		}
	}
	if len(parts) > 0 {
		h.add(offset, "  "+strings.Join(parts, ", "), 0, strings.Join(why, "\n\n"))
	}
}

// maxInvariant is how long a hint may be that shows several parts of an invariant.
const maxInvariant = 60

// kept lists what an invariant holds, each once and without the name of what it is
// about where it has that in it.
func kept(i checker.Invariant) []string {
	var out []string
	for _, text := range i.Holds {
		if of := ", of " + i.Of; strings.HasSuffix(text, of) && strings.Contains(text, " "+i.Of) {
			text = strings.TrimSuffix(text, of)
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// invariants shows what was inferred of each loop: the shortest parts at once, all
// of them in the tooltip.
func (h *hints) invariants(c *check) {
	if c.outcome.result == nil {
		return
	}
	for _, i := range c.outcome.result.Invariants {
		if i.At.Src != h.target.reading.File.Source || i.At.End < h.at.Start || i.At.Start > h.at.End || len(i.Holds) == 0 {
			continue
		}
		holds := kept(i)
		shown, n := holds[0], 1
		for ; n < len(holds) && len(shown)+len(holds[n]) < maxInvariant; n++ {
			shown += "; " + holds[n]
		}
		if n < len(holds) {
			shown += "; …"
		}
		why := "inferred of `" + i.Of + "`, the accumulator of this loop:\n"
		for _, text := range holds {
			why += "\n- `" + text + "`"
		}
		h.add(i.At.End, "  every turn: "+shown, 0, why)
	}
}
