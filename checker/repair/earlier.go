package repair

import (
	"fmt"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// earlier follows a demand back through the bindings before the call: what a
// result type says of a value is put in its place, so that the demand speaks of
// what was there before, and is asked for there. (Dijkstra's weakest
// precondition, as far as result types go.)
func (v *view) earlier(dm demand) []candidate {
	var out []candidate
	x := dm.expr
	for i := len(dm.call.path) - 1; i > 0; i-- {
		l, ok := dm.call.path[i-1].(*lang.Let)
		if !ok {
			if _, fn := dm.call.path[i-1].(*lang.Lambda); fn {
				break
			}
			continue
		}
		at := len(l.Binds)
		for j, b := range l.Binds {
			if dm.call.path[i] == lang.Node(b) {
				at = j
			}
		}
		for j := at - 1; j >= max(0, at-reach); j-- {
			x = simplify(v.before(l.Binds[j], x))
			path := append(dm.call.path[:i:i], l.Binds[j])
			w := v.writer(path, nil)
			var all []core.Expr
			for _, k := range conjuncts(x) {
				for n, y := range w.sufficient(k) {
					if n == 0 {
						all = append(all, y)
					}
					out = append(out, v.guardFrom(slot{l, j, dm.call.path[:i]}, w, y)...)
				}
			}
			if len(all) > 1 {
				out = append(out, v.guardFrom(slot{l, j, dm.call.path[:i]}, w, &core.Prim{Info: core.Info{Ty: x.Type()}, Op: "&&", Args: all})...)
			}
		}
	}
	return out
}

func (v *view) guardFrom(s slot, w *writer, x core.Expr) []candidate {
	if _, constant := x.(*core.BoolLit); constant {
		return nil
	}
	c, ok := w.condition(x)
	if !ok {
		return nil
	}
	line := v.src.Position(s.let.Binds[s.index].Span.Start).Line
	title := fmt.Sprintf(diag.AddGuardFrom, line, c.text)
	if c.negated {
		title = fmt.Sprintf(diag.AddGuardFromNot, line, c.text)
	}
	return v.rest(s, c, "", title, nil)
}

// before is a predicate that speaks of what a binding binds as one that speaks
// of what there was before it.
func (v *view) before(b *lang.Binding, x core.Expr) core.Expr {
	c, ok := v.of(b.Value).(*core.Call)
	if !ok {
		return x
	}
	ref, ok := c.Fn.(*core.GlobalRef)
	if !ok || len(c.Args) != len(ref.Global.Params) {
		return x
	}
	env := map[*core.Local]core.Expr{}
	for i, p := range ref.Global.Params {
		env[p] = c.Args[i]
		if r, ok := core.Resolve(p.Type).(*core.Refined); ok {
			env[r.Binder] = c.Args[i]
		}
	}
	return v.replaced(b.Pattern, ref.Global.Result, x, env)
}

// replaced puts what type t says of the variables of a pattern in their place.
func (v *view) replaced(p lang.Pattern, t core.Type, x core.Expr, env map[*core.Local]core.Expr) core.Expr {
	switch p := p.(type) {
	case *lang.PatTuple:
		if tup, ok := core.Strip(t).(*core.Tuple); ok && len(tup.Elems) == len(p.Elems) {
			for i := range p.Elems {
				x = v.replaced(p.Elems[i], tup.Elems[i].Type, x, env)
			}
		}
	case *lang.PatVar:
		l := v.locals[p.Name.Span.Start]
		if l == nil {
			return x
		}
		r, refined := core.Resolve(t).(*core.Refined)
		return rewriteMeasures(x, l, func(m *core.Call) core.Expr {
			if refined {
				for _, k := range r.Preds {
					if y := said(k.Expr, m, r.Binder); y != nil {
						return subst(y, env)
					}
				}
			}
			// What is not said of the new value is taken to be as it was.
			for p, a := range env {
				if core.IsLinear(l.Type) && sameBase(p.Type, l.Type) {
					return &core.Call{Info: m.Info, Fn: m.Fn, Args: []core.Expr{a}}
				}
			}
			return m
		})
	}
	return x
}

// rewriteMeasures replaces the measures of a variable in a predicate.
func rewriteMeasures(x core.Expr, l *core.Local, f func(*core.Call) core.Expr) core.Expr {
	switch x := x.(type) {
	case *core.Call:
		if len(x.Args) == 1 {
			if r, ok := x.Args[0].(*core.LocalRef); ok && r.Local == l {
				return f(x)
			}
		}
		args := make([]core.Expr, len(x.Args))
		for i, a := range x.Args {
			args[i] = rewriteMeasures(a, l, f)
		}
		return &core.Call{Info: x.Info, Fn: x.Fn, Args: args}
	case *core.Prim:
		args := make([]core.Expr, len(x.Args))
		for i, a := range x.Args {
			args[i] = rewriteMeasures(a, l, f)
		}
		return &core.Prim{Info: x.Info, Op: x.Op, Args: args}
	}
	return x
}

// said is the value that a conjunct gives to a measure of binder: e for
// "m binder = e", true for "m binder", false for "!(m binder)".
func said(k core.Expr, m *core.Call, binder *core.Local) core.Expr {
	of := func(x core.Expr) bool {
		c, ok := x.(*core.Call)
		if !ok || len(c.Args) != 1 || !same(c.Fn, m.Fn) {
			return false
		}
		r, ok := c.Args[0].(*core.LocalRef)
		return ok && r.Local == binder
	}
	info := core.Info{Ty: m.Ty, Span: m.Span}
	if of(k) {
		return &core.BoolLit{Info: info, Value: true}
	}
	p, ok := k.(*core.Prim)
	if !ok {
		return nil
	}
	switch {
	case p.Op == "!" && of(p.Args[0]):
		return &core.BoolLit{Info: info, Value: false}
	case p.Op == "=" && of(p.Args[0]):
		return p.Args[1]
	case p.Op == "=" && of(p.Args[1]):
		return p.Args[0]
	}
	return nil
}
