package repair

import (
	"fmt"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// otherValues gives a call something else for the parameter whose clause failed:
// another variable in scope, a constant of the spec, a literal that the clause
// itself suggests.
func (v *view) otherValues(d *diag.Diagnostic) []candidate {
	var out []candidate
	for _, c := range v.callsAt(d.Span) {
		for i, a := range c.args {
			if i >= len(c.g.Params) || !within(d.Span, a.Range()) {
				continue
			}
			p := c.g.Params[i]
			clauses := failing(p.Type, d)
			if core.IsLinear(p.Type) || isFunction(p.Type) || len(clauses) == 0 {
				continue
			}
			code := v.code(a)
			put := func(at diag.Span, text string) {
				out = append(out, v.change(fmt.Sprintf(diag.ReplaceName, at.Text(), text), replace(at, text))...)
			}
			at := v.source(a)
			lit := literal(at)
			if lit {
				for _, k := range clauses {
					for _, text := range v.literalsFor(k, at, p) {
						put(at.Range(), text)
					}
				}
			}
			for _, text := range v.values(c.path, p.Type, a.Range().Start) {
				if text != code {
					put(a.Range(), text)
				}
			}
			if !lit {
				for _, k := range clauses {
					for _, text := range v.boundsFor(c, k) {
						put(a.Range(), text)
					}
				}
			}
		}
	}
	return out
}

// failing are the conjuncts of a type that an error speaks of.
func failing(t core.Type, d *diag.Diagnostic) []*core.Conjunct {
	var out []*core.Conjunct
	core.VisitPredicates(t, func(k *core.Conjunct) {
		for _, r := range d.Related {
			if r.Span == k.Span {
				out = append(out, k)
				break
			}
		}
	})
	return out
}

// source is where the value of an argument is written: the literal that the
// variable was bound to, or the argument itself.
func (v *view) source(a lang.Expr) lang.Expr {
	x, ok := unparen(a).(*lang.Var)
	if !ok {
		return unparen(a)
	}
	ref, ok := v.of(x).(*core.LocalRef)
	if !ok {
		return a
	}
	found := lang.Expr(a)
	lang.Inspect(v.File, func(n lang.Node) bool {
		b, ok := n.(*lang.Binding)
		if !ok {
			return true
		}
		if p, ok := b.Pattern.(*lang.PatVar); ok && p.Name.Span.Start == ref.Local.Span.Start && literal(b.Value) {
			found = unparen(b.Value)
		}
		return true
	})
	return found
}

// boundsFor suggests, for a clause "x <= e" or "x = e", the e as it can be asked
// for where the call stands.
func (v *view) boundsFor(c call, k *core.Conjunct) []string {
	p, ok := k.Expr.(*core.Prim)
	if !ok || len(p.Args) != 2 || !comparison(p) {
		return nil
	}
	env := map[*core.Local]core.Expr{}
	for i, a := range c.args {
		if i < len(c.g.Params) {
			if x := v.of(a); x != nil {
				env[c.g.Params[i]] = x
			}
		}
	}
	w := v.writer(c.path, nil)
	var out []string
	for _, e := range p.Args {
		if text, ok := w.operand(simplify(subst(e, env))); ok {
			out = append(out, text)
		}
	}
	return out
}
