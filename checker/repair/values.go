package repair

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// otherValues gives a call something else for the parameter whose clause failed:
// another variable in scope, a constant of the spec, a literal that the clause
// itself suggests.
func (v *view) otherValues(d *diag.Diagnostic) []candidate {
	var out []candidate
	for c, i := range v.argumentsAt(d.Span) {
		a := c.args[i]
		p := c.g.Params[i]
		clauses := failing(p.Type, d)
		if core.IsLinear(p.Type) || isFunction(p.Type) || len(clauses) == 0 {
			continue
		}
		at := v.source(a)
		lit := literal(at)
		if lit {
			for _, k := range clauses {
				for _, q := range v.literalsFor(k, at, p, d) {
					out = append(out, v.put(at.Range(), q)...)
				}
			}
		}
		out = append(out, v.others(c, i)...)
		if !lit {
			for _, k := range clauses {
				for _, text := range v.boundsFor(c, k) {
					out = append(out, costing(costOther, v.put(a.Range(), proposal{text: text}))...)
				}
			}
		}
	}
	return out
}

// others gives argument i of a call another variable in scope, or a constant of the
// spec. Where that may change who gets something, it costs more than what keeps to
// the plan; a constant that the plan does not speak of is made up.
func (v *view) others(c call, i int) []candidate {
	a, p := c.args[i], c.g.Params[i]
	spoken := map[string]bool{}
	for _, t := range v.toks {
		spoken[t.Text] = true
	}
	var out []candidate
	for _, text := range v.values(c.path, p.Type, a.Range().Start) {
		if text == v.code(a) {
			continue
		}
		q := proposal{text: text, madeUp: v.function(text) != nil && !spoken[text] && isDestination(p)}
		cs := v.put(a.Range(), q)
		_, name := unparen(a).(*lang.Var)
		if isDestination(p) || !name && !literal(a) {
			cs = costing(costOther, cs)
		}
		out = append(out, cs...)
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
