package repair

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// demand is what failed: a clause of the spec, in terms of the plan's values.
type demand struct {
	call call
	expr core.Expr
	// named are arguments that must first be bound to a variable, so that they
	// can be spoken of.
	named []naming
}

// naming binds an argument to a variable.
type naming struct {
	arg  lang.Expr
	name string
}

// demandOf finds the clause that an error says is not met, and puts the
// arguments of the call in the place of its parameters.
func (v *view) demandOf(d *diag.Diagnostic) (demand, bool) {
	for _, c := range v.callsAt(d.Span) {
		for i, p := range c.g.Params {
			var found *core.Conjunct
			core.VisitPredicates(p.Type, func(k *core.Conjunct) {
				for _, r := range d.Related {
					if found == nil && r.Span == k.Span {
						found = k
					}
				}
			})
			if found == nil || i >= len(c.args) {
				continue
			}
			return v.instantiate(c, i, found), true
		}
	}
	return demand{}, false
}

func (v *view) instantiate(c call, param int, k *core.Conjunct) demand {
	out := demand{call: c}
	env := map[*core.Local]core.Expr{}
	spoken := map[*core.Local]bool{}
	core.Visit(k.Expr, func(x core.Expr) bool {
		if r, ok := x.(*core.LocalRef); ok {
			spoken[r.Local] = true
		}
		return true
	})
	for i, a := range c.args {
		if i >= len(c.g.Params) {
			break
		}
		p := c.g.Params[i]
		binder := p
		if r, ok := core.Resolve(p.Type).(*core.Refined); ok && i == param {
			binder = r.Binder
		}
		x := v.of(a)
		if x == nil || !spoken[p] && !spoken[binder] {
			continue
		}
		if !repeatable(x) {
			l := &core.Local{Name: v.fresh(p.Name), Type: x.Type()}
			out.named = append(out.named, naming{a, l.Name})
			x = &core.LocalRef{Info: core.Info{Ty: x.Type(), Span: x.Range()}, Local: l}
		}
		env[p], env[binder] = x, x
	}
	out.expr = simplify(subst(k.Expr, env))
	return out
}

// repeatable reports whether an expression may be evaluated once more.
func repeatable(x core.Expr) bool {
	ok := true
	core.Visit(x, func(y core.Expr) bool {
		switch y := y.(type) {
		case *core.LocalRef, *core.IntLit, *core.FloatLit, *core.StringLit, *core.BoolLit, *core.UnitLit, *core.Prim:
		case *core.GlobalRef:
			ok = ok && !core.ReachesNative(y.Global)
		case *core.Call:
			_, known := y.Fn.(*core.GlobalRef)
			ok = ok && known
		default:
			ok = false
		}
		return ok
	})
	return ok
}
