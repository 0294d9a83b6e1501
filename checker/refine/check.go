package refine

import (
	"math/big"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

var ratZero = new(big.Rat)

// check demands that v is of type t: one goal per conjunct at the head, then the
// parts, covariantly, and functions contravariantly.
func (w *walker) check(v value, t *rtype, o vc.Origin, m diag.Message) {
	for _, r := range t.preds {
		w.demand(r, v, o, m)
	}
	w.structure(v, t, o, m)
}

// demand makes one conjunct a goal, or a lower bound of an unknown predicate.
func (w *walker) demand(r refinement, v value, o vc.Origin, m diag.Message) {
	if r.kappa != nil && r.kappa.open {
		w.bound(r.kappa, v)
		return
	}
	if w.impliesOpen(r) {
		w.boundImplied(r, v)
		return
	}
	if w.quiet > 0 {
		return
	}
	if r.conj != nil {
		o.Clause = r.conj.Span
	}
	w.goal(w.holds(r, v), o, m)
}

// bound adds "is v" to what an unknown predicate must allow.
func (w *walker) bound(k *kappa, v value) {
	if k.cyclic {
		w.clause(k, v)
		return
	}
	if w.noBounds {
		return
	}
	k.lowers = append(k.lowers, func(x value) *smt.Term { return w.isValue(x, v) })
}

// isValue says that x is the very value v, labels included.
func (w *walker) isValue(x, v value) *smt.Term {
	same := w.pool.Eq(x.term, v.term)
	if len(w.kinds) == 0 || v.lab == nil || x.lab == nil {
		return same
	}
	return w.pool.And(same, w.sameLabels(x.lab, v.lab))
}

// boundImplied is bound for "p x" and "phi --> p x".
func (w *walker) boundImplied(r refinement, v value) {
	if w.noBounds {
		return
	}
	phi, app := implication(r.conj.Expr)
	e := r.env.with(r.binder, v)
	arg := w.logic(app.Args[len(app.Args)-1], e)
	k := r.env.pred(app.Pred)
	cond := w.pool.True()
	if phi != nil {
		cond = w.pred(phi, e)
	}
	k.lowers = append(k.lowers, func(x value) *smt.Term { return w.pool.And(cond, w.pool.Eq(x.term, arg.term)) })
}

// structure checks what stands below the head of a type.
func (w *walker) structure(v value, t *rtype, o vc.Origin, m diag.Message) {
	switch {
	case t.fun != nil:
		w.checkFunction(v, t, o, m)
	case t.tuple != nil:
		w.checkTuple(v, t, o, m)
	case len(t.args) > 0 && v.typ != t:
		for i, a := range t.args {
			if i < len(v.typ.args) {
				w.argument(v.typ.args[i], a, w.variance(t.con, i), o, m)
			}
		}
	}
}

func (w *walker) checkTuple(v value, t *rtype, o vc.Origin, m diag.Message) {
	if w.trivial(t) {
		return
	}
	parts := w.partsOf(v)
	e := t.env
	saved := w.moment
	w.moment = t.moment
	types := make([]*rtype, len(parts))
	for i, x := range t.tuple.Elems {
		types[i] = w.eval(x.Type, e)
		e = e.with(x, parts[i])
	}
	w.moment = saved
	for i := range parts {
		w.check(parts[i], types[i], o, m)
	}
}

// variance of a type parameter: opaque types are invariant; inductive types
// follow their constructors.
func (w *walker) variance(c *core.TyCon, i int) (v variance) {
	if c == w.world.List || c == w.world.Maybe {
		return covariant
	}
	if c.Kind != core.InductiveCon {
		return invariant
	}
	for _, k := range c.Ctors {
		for _, p := range k.Params {
			v |= occurrence(p.Type, c.Params[i], covariant, c, map[*core.TyCon]bool{c: true})
		}
	}
	return v
}

// variance is a set: a parameter may occur both ways.
type variance int

const (
	covariant     variance = 1
	contravariant variance = 2
	invariant     variance = 3
)

func (v variance) flip() variance {
	return v&1<<1 | v&2>>1
}

func occurrence(t core.Type, tv *core.TyVar, sign variance, self *core.TyCon, seen map[*core.TyCon]bool) variance {
	switch t := core.Strip(t).(type) {
	case *core.Var:
		if t.Var == tv {
			return sign
		}
	case *core.Fun:
		return occurrence(t.Param.Type, tv, sign.flip(), self, seen) | occurrence(t.Result, tv, sign, self, seen)
	case *core.Tuple:
		var v variance
		for _, x := range t.Elems {
			v |= occurrence(x.Type, tv, sign, self, seen)
		}
		return v
	case *core.Con:
		var v variance
		for i, a := range t.Args {
			inner := occurrence(a, tv, sign, self, seen)
			if inner == 0 || t.Con == self {
				// Its own recursive occurrences are at the same parameters.
				v |= inner
				continue
			}
			if t.Con.Kind != core.InductiveCon {
				v |= invariant
				continue
			}
			if seen[t.Con] {
				v |= invariant
				continue
			}
			seen[t.Con] = true
			var outer variance
			for _, k := range t.Con.Ctors {
				for _, p := range k.Params {
					outer |= occurrence(p.Type, t.Con.Params[i], covariant, t.Con, seen)
				}
			}
			delete(seen, t.Con)
			if outer&covariant != 0 {
				v |= inner
			}
			if outer&contravariant != 0 {
				v |= inner.flip()
			}
		}
		return v
	}
	return 0
}

// argument checks one type argument: s flows to t.
func (w *walker) argument(s, t *rtype, v variance, o vc.Origin, m diag.Message) {
	if s == t || w.trivial(s) && w.trivial(t) {
		return
	}
	if v&covariant != 0 {
		w.subtype(s, t, o, m)
	}
	if v&contravariant != 0 {
		w.subtype(t, s, o, m)
	}
}

// subtype demands that every value of s is one of t.
func (w *walker) subtype(s, t *rtype, o vc.Origin, m diag.Message) {
	if w.trivial(t) {
		return
	}
	if w.boundsOnly(t) {
		w.flowType(s, t)
		return
	}
	w.universally(func() {
		o.Kind = "element"
		x := w.freshValue("element", s, vc.Origin{Kind: "element", At: o.At})
		w.check(x, t, o, m)
	})
}

// boundsOnly reports whether the head of t is an open unknown predicate, which
// takes s as a lower bound and demands nothing.
func (w *walker) boundsOnly(t *rtype) bool {
	return len(t.preds) == 1 && t.preds[0].kappa != nil && t.preds[0].kappa.open
}

// flow makes v a lower bound of a template.
func (w *walker) flow(v value, t *rtype) {
	for _, r := range t.preds {
		if r.kappa != nil {
			w.bound(r.kappa, v)
		}
	}
	for i, a := range t.args {
		if v.typ != nil && i < len(v.typ.args) {
			w.flowType(v.typ.args[i], a)
		}
	}
}

// flowType makes all values of s lower bounds of a template.
func (w *walker) flowType(s, t *rtype) {
	for _, r := range t.preds {
		switch {
		case r.kappa == nil:
		case r.kappa.cyclic:
			w.universally(func() {
				w.clause(r.kappa, w.freshValue("element", s, vc.Origin{Kind: "element"}))
			})
		case !w.noBounds:
			r.kappa.lowers = append(r.kappa.lowers, func(x value) *smt.Term { return w.allHold(s, x) })
		}
	}
	for i, a := range t.args {
		if i < len(s.args) {
			w.flowType(s.args[i], a)
		}
	}
}

// checkFunction demands that a function value is of a function type: for every
// argument that the type admits, the body's demands are met and the result is
// as the type says.
func (w *walker) checkFunction(v value, t *rtype, o vc.Origin, m diag.Message) {
	if same, ok := v.fn.(*fnOpaque); ok && same.typ == t {
		return
	}
	turn := w.turns
	run := func(first *value) (value, *rtype) {
		saved := w.noBounds
		w.noBounds, w.turns = false, nil
		defer func() { w.noBounds, w.turns = saved, turn }()
		turn.begin(w)
		var args []value
		cur := t
		for cur.fun != nil {
			var x value
			if first != nil && len(args) == 0 {
				x = w.assume(*first, w.domain(cur), vc.Origin{Kind: "parameter", At: o.At})
			} else {
				x = w.freshValue(cur.fun.Param.Name, w.domain(cur), vc.Origin{Kind: "parameter", At: o.At})
			}
			args = append(args, x)
			cur = w.codomain(cur, x)
		}
		return w.apply(v, args, site{at: o.At, callee: o.Callee}), cur
	}
	// It may run later, and more than once: nothing volatile is known then.
	epoch := w.epoch
	if w.quiet == 0 || w.isCyclic(t) {
		w.universally(func() {
			w.newMoment()
			r, result := run(nil)
			turn.next(w)
			w.demandAll(r, result, o, m)
			w.unbounded(func() { w.structure(r, result, o, m) })
		})
	}
	pc := w.pc
	again := func(first *value) (value, *rtype) {
		saved, savedPC := w.epoch, w.pc
		w.pc = pc
		defer func() { w.pc = savedPC }()
		w.newMoment()
		var r value
		var result *rtype
		w.quietly(site{at: o.At, callee: o.Callee}, func() { r, result = run(first) })
		w.epoch = saved
		return r, result
	}
	w.flowResult(t, again)
	w.epoch = epoch
}

// unbounded walks f without taking lower bounds: what f sees speaks of one
// arbitrary argument only, and flowResult takes the bounds for all.
func (w *walker) unbounded(f func()) {
	saved := w.noBounds
	w.noBounds = true
	f()
	w.noBounds = saved
}

// demandAll is demand for the head of a type, leaving out lower bounds, which
// flowResult takes.
func (w *walker) demandAll(v value, t *rtype, o vc.Origin, m diag.Message) {
	for _, r := range t.preds {
		switch {
		case r.kappa != nil && r.kappa.cyclic && r.kappa.open:
			w.clause(r.kappa, v)
		case r.kappa == nil && !w.impliesOpen(r):
			w.demand(r, v, o, m)
		}
	}
}

// flowResult makes what a function returns a lower bound of the open unknown
// predicates in its result type. The function runs for any number of arguments,
// so a bound is not one result but "some result": the function is applied anew,
// quietly, to fresh arguments, wherever the bound is used.
func (w *walker) flowResult(t *rtype, again func(*value) (value, *rtype)) {
	e := t.env
	result := t
	var param *core.Local
	for result.fun != nil {
		param = result.fun.Param
		e = e.with(param, value{term: w.pool.Fresh("any", w.sort(w.domain(result))), typ: bare(w.domain(result))})
		result = w.eval(result.fun.Result, e)
	}
	for _, r := range result.preds {
		switch {
		case r.kappa != nil && r.kappa.open && !r.kappa.cyclic:
			r.kappa.lowers = append(r.kappa.lowers, func(x value) *smt.Term {
				return w.alternative(func() *smt.Term {
					v, _ := again(nil)
					return w.isValue(x, v)
				})
			})
		case r.conj != nil:
			w.flowImplied(r, param, e, again)
		}
	}
	for i := range result.args {
		w.flowArgument(result.args[i], []int{i}, again)
	}
}

// flowArgument is flowResult for a type argument of the result, reached by path.
func (w *walker) flowArgument(t *rtype, path []int, again func(*value) (value, *rtype)) {
	for _, r := range t.preds {
		if r.kappa == nil || !r.kappa.open || r.kappa.cyclic {
			continue
		}
		r.kappa.lowers = append(r.kappa.lowers, func(x value) *smt.Term {
			return w.alternative(func() *smt.Term {
				v, _ := again(nil)
				s := v.typ
				for _, i := range path {
					s = s.args[i]
				}
				return w.allHold(s, x)
			})
		})
	}
	for i := range t.args {
		w.flowArgument(t.args[i], append(append([]int{}, path...), i), again)
	}
}

// flowImplied handles "phi --> p x" in the result type of a function whose
// parameter is x: p is bounded by what makes phi true of the function's result.
func (w *walker) flowImplied(r refinement, param *core.Local, e *env, again func(*value) (value, *rtype)) {
	phi, app := implication(r.conj.Expr)
	if app == nil || len(app.Args) != 1 {
		return
	}
	k := r.env.pred(app.Pred)
	ref, ok := app.Args[0].(*core.LocalRef)
	if k == nil || !k.open || !ok || ref.Local != param {
		return
	}
	k.lowers = append(k.lowers, func(x value) *smt.Term {
		return w.alternative(func() *smt.Term {
			v, _ := again(&x)
			if phi == nil {
				return w.pool.True()
			}
			return w.pred(phi, e.with(param, x).with(r.binder, v))
		})
	})
}

// impliesOpen reports whether a conjunct is "phi --> p x" or "p x" with p open.
func (w *walker) impliesOpen(r refinement) bool {
	if r.conj == nil {
		return false
	}
	_, app := implication(r.conj.Expr)
	if app == nil {
		return false
	}
	k := r.env.pred(app.Pred)
	return k != nil && k.open
}

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
	q := w.pool.Fresh("case", w.pool.Bool())
	parent := w.guard
	w.guard = q
	w.fact(f(), vc.Origin{Kind: "case"})
	w.guard = parent
	return q
}

// nearestDouble is the exact value of the double nearest to an integer.
func nearestDouble(n *big.Int) *big.Rat {
	f, _ := new(big.Float).SetInt(n).Float64()
	r := new(big.Rat)
	if r.SetFloat64(f) == nil {
		return r.SetInt(n)
	}
	return r
}
