package repair

import (
	"fmt"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// holder is a type that either has a value or has none, such as Maybe: the
// constructor that holds the value, and those that hold nothing.
type holder struct {
	some  *core.Global
	value core.Type
	none  []*core.Global
}

// holderOf reads a type as such a type.
func holderOf(t core.Type) (holder, bool) {
	c, ok := core.Strip(t).(*core.Con)
	if !ok || len(c.Con.Ctors) < 2 {
		return holder{}, false
	}
	var h holder
	for _, k := range c.Con.Ctors {
		switch {
		case len(k.Params) == 0:
			h.none = append(h.none, k)
		case len(k.Params) == 1 && h.some == nil:
			h.some, h.value = k, k.Params[0].Type
			if _, variable := core.Strip(h.value).(*core.Var); variable && len(c.Args) == 1 {
				h.value = c.Args[0]
			}
		default:
			return holder{}, false
		}
	}
	return h, h.some != nil && len(h.none) > 0
}

// opened takes apart what may have no value where it is given for the value: the
// rest of the plan goes into the arm that has one.
func (v *view) opened(d *diag.Diagnostic) []candidate {
	var out []candidate
	for c, i := range v.argumentsAt(d.Span) {
		a := c.args[i]
		t := v.typeOf(a)
		h, ok := holderOf(t)
		if !ok || !sameBase(h.value, c.g.Params[i].Type) {
			continue
		}
		out = append(out, v.matched(c.path, a, v.code(a), h)...)
	}
	return out
}

// asksFirst puts a call that demands something of an argument into the arm of a match
// on what a function makes of the argument, if it makes something: its result type
// says of the value what the call demands.
func (v *view) asksFirst(d *diag.Diagnostic) []candidate {
	var out []candidate
	for _, c := range v.callsAt(d.Span) {
		for i, a := range c.args {
			if i >= len(c.g.Params) || len(failing(c.g.Params[i].Type, d)) == 0 {
				continue
			}
			for _, g := range v.functions {
				h, ok := holderOf(g.Result)
				if !ok || len(g.Params) == 0 || v.escapes(g) || !sameBase(h.value, c.g.Params[i].Type) {
					continue
				}
				if _, refined := core.Resolve(h.value).(*core.Refined); !refined {
					continue
				}
				if text, ok := v.queried(c, g, a); ok {
					out = append(out, v.matched(c.path, a, text, h)...)
				}
			}
		}
	}
	return out
}

// queried is the call of g with an argument, and with what is in scope for its other
// parameters.
func (v *view) queried(c call, g *core.Global, a lang.Expr) (string, bool) {
	parts := []string{g.Name}
	used := false
	for _, p := range g.Params {
		switch {
		case !used && sameBase(p.Type, v.typeOf(a)):
			parts, used = append(parts, wrap(v.code(a))), true
		case core.IsLinear(p.Type) && p.Mult != lang.Borrowed:
			return "", false
		default:
			vals := v.values(c.path, p.Type, a.Range().Start)
			if len(vals) == 0 {
				return "", false
			}
			parts = append(parts, vals[0])
		}
	}
	return strings.Join(parts, " "), used
}

// matched puts the statement that an argument stands in, and all that follows it,
// into the arm of a match on code that has a value, which takes the argument's place.
func (v *view) matched(path []lang.Node, a lang.Expr, code string, h holder) []candidate {
	name := "value"
	if len(h.some.Params) == 1 && isName(h.some.Params[0].Name) && h.some.Params[0].Name != "_" {
		name = h.some.Params[0].Name
	}
	edits := []edit{}
	if x, ok := unparen(a).(*lang.Var); ok && isName(x.Name.Name) {
		name = x.Name.Name // it hides the one that may have none
	} else {
		name = v.fresh(name)
		edits = append(edits, replace(a.Range(), name))
	}
	i := statement(path)
	stmt, ok := path[i].(lang.Expr)
	if !ok {
		return nil
	}
	r, at := stmt.Range(), path[:i+1]
	t := v.typeOf(stmt)
	if s := v.bindingOf(path, i); s.let != nil {
		b := s.let.Binds[s.index]
		r = diag.Span{Src: v.src, Start: b.Span.Start, End: s.let.Span.End}
		at = append(s.path[:len(s.path):len(s.path)], b)
		t = v.typeOf(s.let)
		if t == nil {
			t = v.resultOf(s.let)
		}
	} else if t == nil {
		t = v.resultOf(stmt)
	}
	live := v.alive(at, r.Start)
	var alts []string
	if t != nil {
		if alt, _, ok := v.alternative(t, live); ok {
			alts = append(alts, alt)
		}
	}
	if alt, ok := v.closing(live); ok && !contains(alts, alt) {
		alts = append(alts, alt)
	}
	m := "\n" + v.margin(r.Start)
	if !v.alone(r.Start) {
		m = " "
	}
	var out []candidate
	for _, alt := range alts {
		text := "match " + code + " with"
		for _, n := range h.none {
			text += m + "| " + n.Name + " => " + alt
		}
		text += m + "| " + h.some.Name + " " + name + " =>" + m
		all := append([]edit{insert(r.Start, text)}, edits...)
		if strings.HasPrefix(m, "\n") {
			all[0].new = text + "  "
			all = append(all, v.indent(r.Start, r.End)...)
		}
		out = append(out, v.change(fmt.Sprintf(diag.TakeApart, code), all...)...)
	}
	return out
}

// resultOf is the type of what code returns, as far as the functions that it calls
// last say it.
func (v *view) resultOf(x lang.Expr) core.Type {
	for _, leaf := range leaves(x) {
		if t := v.typeOf(leaf); t != nil {
			return t
		}
		if app, ok := unparen(leaf).(*lang.App); ok {
			if head, ok := app.Fun.(*lang.Var); ok {
				if g := v.callable(head.Name.Name); g != nil && len(g.Params) == len(app.Args) && known(g.Result) {
					return g.Result
				}
			}
		}
	}
	return nil
}
