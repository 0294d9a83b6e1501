package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// source makes one of the values that flow into a type: always the same one, or
// (many) an arbitrary one anew at each call, with the facts about it.
type source struct {
	get  func() value
	many bool
}

// flow makes what a source yields lower bounds of the open unknown predicates in
// t. Where the source yields many values, a bound is "one of them": it is made
// anew, under a guard of its own, wherever the bound is used.
func (w *walker) flow(s source, t *rtype) {
	if !w.hasOpen(t) {
		return
	}
	for _, r := range t.preds {
		switch {
		case r.kappa != nil && r.kappa.open:
			w.bound(r.kappa, s)
		case r.conj != nil:
			w.boundImplied(r, s)
		}
	}
	switch {
	case t.tuple != nil:
		e := t.env
		for i, x := range t.tuple.Elems {
			w.flow(source{func() value { return w.partsOf(s.get())[i] }, s.many}, w.eval(x.Type, e))
			e = e.with(x, w.anyValue(x.Type, e))
		}
	case t.fun != nil:
		w.giveUp(t)
	default:
		for i := range t.args {
			if t.con.Kind == core.InductiveCon && w.variance(t.con, i) == covariant {
				if !s.many && len(w.kinds) == 0 {
					if v := s.get(); i < len(v.typ.args) {
						w.flowType(v.typ.args[i], t.args[i])
					}
					continue
				}
				w.flow(w.elements(s, i), t.args[i])
			} else {
				w.flowInvariant(s, i, t)
			}
		}
	}
}

// flowType makes all values of a type bounds of the unknown predicates in t.
func (w *walker) flowType(s, t *rtype) {
	if t.tuple != nil || t.fun != nil || hasCyclic(t) || len(t.preds) > 1 || len(t.preds) == 1 && t.preds[0].kappa == nil {
		w.flow(source{func() value { return w.freshValue("element", s, vc.Origin{Kind: "element"}) }, true}, t)
		return
	}
	for _, r := range t.preds {
		k := r.kappa
		if !k.open || k.exact != nil || k.types[s] {
			continue
		}
		if w.universe > k.universe {
			w.makeTop(k)
			continue
		}
		if k.types == nil {
			k.types = map[*rtype]bool{}
		}
		k.types[s] = true
		k.lowers = append(k.lowers, func(x value) *smt.Term { return w.allHold(s, x) })
	}
	for i := range t.args {
		switch {
		case i >= len(s.args):
		case w.variance(t.con, i) == covariant:
			w.flowType(s.args[i], t.args[i])
		default:
			w.fix(t.args[i], s.args[i])
		}
	}
}

// flowInvariant is flow at a type argument that is not covariant: the predicate
// must be the argument's own.
func (w *walker) flowInvariant(s source, i int, t *rtype) {
	if s.many {
		w.giveUp(t.args[i])
		return
	}
	if v := s.get(); i < len(v.typ.args) {
		w.fix(t.args[i], v.typ.args[i])
	} else {
		w.giveUp(t.args[i])
	}
}

// fix lets the unknown predicate of a type argument be that of s.
func (w *walker) fix(arg, s *rtype) {
	if len(arg.preds) != 1 || arg.preds[0].kappa == nil || !arg.preds[0].kappa.open || len(arg.args) > 0 {
		w.giveUp(arg)
		return
	}
	switch k := arg.preds[0].kappa; {
	case k.exact != nil: // check demands that the two are the same
	case k.cyclic || k.top || len(k.lowers) > 0 || w.universe > k.universe:
		w.makeTop(k)
	default:
		k.exact = s
	}
}

// elements are the values that type argument i of a source's type admits.
func (w *walker) elements(s source, i int) source {
	return source{func() value { return w.element(s.get(), i) }, true}
}

// element is an arbitrary value that type argument i of v admits; it carries the
// label of what chose v.
func (w *walker) element(v value, i int) value {
	t := w.unitType
	if i < len(v.typ.args) {
		t = v.typ.args[i]
	}
	return w.elementOf(v, t, vc.Origin{Kind: "element"})
}

// elementOf is an arbitrary value of type t that v contains: labelled only if v's
// elements may be.
func (w *walker) elementOf(v value, t *rtype, o vc.Origin) value {
	x := value{term: w.supply.Fresh("element", w.sort(t)), typ: t}
	if l := w.labelOf(v); l != nil {
		if l.elem != nil {
			l = w.effective(l).elem
		}
		x.lab = w.within(l, t)
	}
	x.flow = w.made(vc.FlowMade, diag.Span{}, x.lab, v.flow)
	x = w.raise(w.assume(x, t, o), w.chosenWith(v), v.flow)
	w.unnamedAs("element of", o.At, x)
	return x
}

// bound adds what a source yields to what an unknown predicate must allow.
func (w *walker) bound(k *kappa, s source) {
	switch {
	case k.cyclic && s.many:
		w.universally(func() { w.clause(k, s.get(), false) })
	case k.cyclic:
		w.clause(k, s.get(), false)
	case k.exact != nil:
		// The predicate is fixed; check demands it.
	case w.universe > k.universe:
		// This value stands for many (it may depend on the parameter of a function
		// whose body is being checked), and there is no way to make another.
		w.makeTop(k)
	case s.many:
		k.lowers = append(k.lowers, func(x value) *smt.Term {
			return w.alternative(func() *smt.Term { return w.isBound(k, x, s.get()) })
		})
	default:
		v := s.get()
		k.lowers = append(k.lowers, func(x value) *smt.Term { return w.isBound(k, x, v) })
	}
}

// isBound is isValue, without the labels where the predicate says nothing of
// them.
func (w *walker) isBound(k *kappa, x, v value) *smt.Term {
	if k.noLabels {
		return w.pool.Eq(x.term, v.term)
	}
	return w.isValue(x, v)
}

// boundImplied is bound for "p x" and "phi --> p x", p an abstract refinement.
func (w *walker) boundImplied(r refinement, s source) {
	phi, app := implication(r.conj.Expr)
	if app == nil {
		return
	}
	k := r.env.pred(app.Pred)
	if k == nil || !k.open {
		return
	}
	if k.cyclic || len(app.Args) != 1 || w.universe > k.universe {
		w.makeTop(k)
		return
	}
	instance := func() (cond *smt.Term, arg value) {
		e := r.env.with(r.binder, s.get())
		cond = w.pool.True()
		if phi != nil {
			cond = w.pred(phi, e)
		}
		return cond, w.logicLabelled(app.Args[0], e)
	}
	if !s.many {
		cond, arg := instance()
		k.lowers = append(k.lowers, func(x value) *smt.Term { return w.pool.And(cond, w.isBound(k, x, arg)) })
		return
	}
	k.lowers = append(k.lowers, func(x value) *smt.Term {
		return w.alternative(func() *smt.Term {
			cond, arg := instance()
			return w.pool.And(cond, w.isBound(k, x, arg))
		})
	})
}

// logicLabelled is logic for a variable with its labels kept.
func (w *walker) logicLabelled(x core.Expr, e *env) value {
	v := w.logic(x, e)
	if v.lab == nil && len(w.kinds) > 0 {
		v.lab = w.exprLabel(x, e)
	}
	return v
}

// giveUp lets the unknown predicates in a type allow everything.
func (w *walker) giveUp(t *rtype) {
	for _, r := range t.preds {
		if r.kappa != nil && r.kappa.open && r.kappa.exact == nil {
			w.makeTop(r.kappa)
		}
		if r.conj != nil {
			w.giveUpExpr(r.conj.Expr, r.env)
		}
	}
	for _, a := range t.args {
		w.giveUp(a)
	}
	if t.tuple != nil {
		w.giveUpType(t.tuple, t.env)
	}
	if t.fun != nil {
		w.giveUpType(t.fun, t.env)
	}
}

func (w *walker) giveUpType(t core.Type, e *env) {
	switch t := core.Resolve(t).(type) {
	case *core.Var:
		if r := e.tyVar(t.Var); r != nil {
			w.giveUp(r)
		}
	case *core.Refined:
		for _, c := range t.Preds {
			w.giveUpExpr(c.Expr, e)
		}
		w.giveUpType(t.Base, e)
	case *core.Con:
		for _, a := range t.Args {
			w.giveUpType(a, e)
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			w.giveUpType(x.Type, e)
		}
	case *core.Fun:
		w.giveUpType(t.Param.Type, e)
		w.giveUpType(t.Result, e)
	}
}

func (w *walker) giveUpExpr(x core.Expr, e *env) {
	core.Visit(x, func(y core.Expr) bool {
		if a, ok := y.(*core.PredApp); ok {
			if k := e.pred(a.Pred); k != nil && k.open {
				w.makeTop(k)
			}
		}
		return true
	})
}

// hasOpen reports whether a type mentions an unknown predicate that takes bounds.
func (w *walker) hasOpen(t *rtype) bool {
	for _, r := range t.preds {
		if r.kappa != nil && r.kappa.open || r.conj != nil && w.opensExpr(r.conj.Expr, r.env) {
			return true
		}
	}
	for _, a := range t.args {
		if w.hasOpen(a) {
			return true
		}
	}
	return t.tuple != nil && w.opens(t.tuple, t.env) || t.fun != nil && w.opens(t.fun, t.env)
}

func (w *walker) opens(t core.Type, e *env) bool {
	switch t := core.Resolve(t).(type) {
	case *core.Var:
		r := e.tyVar(t.Var)
		return r != nil && w.hasOpen(r)
	case *core.Refined:
		for _, c := range t.Preds {
			if w.opensExpr(c.Expr, e) {
				return true
			}
		}
		return w.opens(t.Base, e)
	case *core.Con:
		for _, a := range t.Args {
			if w.opens(a, e) {
				return true
			}
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			if w.opens(x.Type, e) {
				return true
			}
		}
	case *core.Fun:
		return w.opens(t.Param.Type, e) || w.opens(t.Result, e)
	}
	return false
}

func (w *walker) opensExpr(x core.Expr, e *env) bool {
	found := false
	core.Visit(x, func(y core.Expr) bool {
		if a, ok := y.(*core.PredApp); ok {
			k := e.pred(a.Pred)
			found = found || k != nil && k.open
		}
		return !found
	})
	return found
}

// anyValue is an arbitrary value, of which nothing is said.
func (w *walker) anyValue(t core.Type, e *env) value {
	b := w.base(t, e)
	return value{term: w.supply.Fresh("any", w.sort(b)), typ: b}
}

// isValue says that x is the very value v, labels included.
func (w *walker) isValue(x, v value) *smt.Term {
	same := w.pool.Eq(x.term, v.term)
	if len(w.kinds) == 0 || v.lab == nil || x.lab == nil {
		return same
	}
	return w.pool.And(same, w.sameLabels(x.lab, v.lab))
}

// implication takes "phi --> p x" or "p x" apart.
func implication(x core.Expr) (phi core.Expr, app *core.PredApp) {
	switch x := x.(type) {
	case *core.PredApp:
		return nil, x
	case *core.Prim:
		if x.Op == "-->" {
			if a, ok := x.Args[1].(*core.PredApp); ok {
				return x.Args[0], a
			}
		}
	}
	return nil, nil
}

// alternative evaluates one disjunct of an unknown predicate. What it says of
// values that exist only if the disjunct is the true one stands under a guard of
// its own; the guard is the disjunct.
func (w *walker) alternative(f func() *smt.Term) *smt.Term {
	q := w.supply.Fresh("case", w.pool.Bool())
	parent := w.guard
	w.guard = q
	w.fact(f(), vc.Origin{Kind: "case"})
	w.guard = parent
	return q
}

// makeTop lets an unknown predicate allow everything.
func (w *walker) makeTop(k *kappa) {
	if k.top {
		return
	}
	k.top = true
	if k.unknown == nil {
		return
	}
	// What was written with its candidates before must not count either.
	c := &vc.Clause{Guard: w.pool.True(), Kappa: k.unknown}
	for range k.candidates {
		c.Instances = append(c.Instances, w.pool.False())
	}
	w.vc.Steps = append(w.vc.Steps, c)
}
