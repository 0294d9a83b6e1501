package refine

import (
	"math/big"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

var ratZero = new(big.Rat)

// accept demands that v is of type t, and lets v bound the unknown predicates in
// t.
func (w *walker) accept(v value, t *rtype, o vc.Origin, m diag.Message) {
	if t.fun == nil {
		w.flow(source{func() value { return v }, false}, t)
	}
	w.check(v, t, o, m)
}

// check demands that v is of type t: one goal per conjunct at the head, then the
// parts, covariantly, and functions contravariantly. Open unknown predicates
// demand nothing: they are bounded by accept.
func (w *walker) check(v value, t *rtype, o vc.Origin, m diag.Message) {
	for _, r := range t.preds {
		w.demand(r, v, o, m)
	}
	w.structure(v, t, o, m)
}

// demand makes one conjunct a goal.
func (w *walker) demand(r refinement, v value, o vc.Origin, m diag.Message) {
	if w.quiet > 0 {
		return
	}
	if k := r.kappa; k != nil && k.open {
		if k.exact != nil && !k.top {
			w.goal(w.allHold(k.exact, v), o, m)
		}
		return
	}
	if r.conj != nil {
		if w.impliesOpen(r) {
			return
		}
		o.Clause, o.Words, o.Of, o.Labels = r.conj.Span, r.wording(v), v.term, w.labelled(r, v)
		o.Partial = func() bool { return w.partialExpr(r.conj.Expr) }
	}
	w.goal(w.holds(r, v), o, m)
}

// impliesOpen reports whether a conjunct is "phi --> p x" or "p x" with p open.
func (w *walker) impliesOpen(r refinement) bool {
	_, app := implication(r.conj.Expr)
	if app == nil {
		return false
	}
	k := r.env.pred(app.Pred)
	return k != nil && k.open
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
				how := w.variance(t.con, i)
				if v.unseen {
					how = covariant
				}
				w.argument(v, v.typ.args[i], a, how, o, m)
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
			if inner == 0 {
				continue
			}
			if t.Con == self {
				// A recursive occurrence at the same parameter adds nothing new; at
				// another, its variance is not known yet.
				if own, ok := core.Strip(a).(*core.Var); ok && own.Var == tv && self.Params[i] == tv {
					v |= inner
				} else {
					v |= invariant
				}
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

// argument checks one type argument of a container v: s flows to t.
func (w *walker) argument(v value, s, t *rtype, dir variance, o vc.Origin, m diag.Message) {
	if len(w.kinds) == 0 && (s == t || w.trivial(s) && w.trivial(t)) {
		return
	}
	if dir&covariant != 0 {
		w.subtype(v, s, t, o, m)
	}
	if dir&contravariant != 0 {
		w.subtype(v, t, s, o, m)
	}
}

// subtype demands that every value of s in v is one of t.
func (w *walker) subtype(v value, s, t *rtype, o vc.Origin, m diag.Message) {
	if w.trivial(t) || w.boundsOnly(t) {
		return
	}
	w.universally(func() {
		o.Kind = "element"
		x := w.elementOf(v, s, vc.Origin{Kind: "element", At: o.At})
		w.check(x, t, o, m)
	})
}

// boundsOnly reports whether t is a plain type under an open unknown predicate,
// which takes s as a bound and demands nothing.
func (w *walker) boundsOnly(t *rtype) bool {
	if len(t.preds) != 1 || t.preds[0].kappa == nil || !t.preds[0].kappa.open || t.preds[0].kappa.exact != nil {
		return false
	}
	for i, a := range t.args {
		if !w.trivial(a) && (w.variance(t.con, i) != covariant || !w.boundsOnly(a)) {
			return false
		}
	}
	return t.fun == nil && (t.tuple == nil || w.trivial(bare(t)))
}

// checkFunction demands that a function value is of a function type: for every
// argument that the type admits, the body's demands are met and the result is
// as the type says. What it returns bounds the unknown predicates in the type.
func (w *walker) checkFunction(v value, t *rtype, o vc.Origin, m diag.Message) {
	if same, ok := v.fn.(*fnOpaque); ok && same.typ == t {
		return
	}
	turn, pc, steady, now := w.turns, w.pc, w.steady && !w.returnsFunction(t), w.epoch
	fed := w.fed
	run := func() (value, *rtype) {
		saved, fixed := w.turns, w.steady
		w.turns, w.steady = nil, false
		defer func() { w.turns, w.steady = saved, fixed }()
		turn.begin(w)
		var args []value
		cur := t
		for cur.fun != nil {
			d := w.domain(cur)
			var x value
			if w.argumentIs != nil {
				// What the type says of it is known where it is used.
				x, w.argumentIs = *w.argumentIs, nil
				if x.typ == nil || x.typ.fun == nil {
					x.typ = bare(d)
				}
			} else {
				x = w.freshValue(cur.fun.Param.Name, d, vc.Origin{Kind: "parameter", At: o.At})
				if x.flow != nil {
					x.flow.From = fed
				}
				w.unnamedAs("argument of", o.At, x)
			}
			w.born(x)
			args = append(args, x)
			cur = w.codomain(cur, x)
		}
		// Whether the body's path is possible is asked from here: no argument at
		// all (the list is empty) is no fault of the body.
		w.reach(vc.Open, w.guard, nil, diag.Span{}, "")
		return w.apply(v, args, site{at: o.At, callee: o.Callee, function: true}), cur
	}
	// It may run later, and more than once: nothing volatile is known then.
	epoch := w.epoch
	open := w.hasOpen(t)
	if w.quiet == 0 || open {
		w.universally(func() {
			w.universe++
			if !steady {
				w.newMoment()
			}
			r, result := run()
			turn.next(w)
			w.steady = false // what it returns may run at any time
			w.check(r, result, o, m)
			w.steady = steady
			w.clauses(r, result)
			w.universe--
		})
	}
	if open {
		again := func() value {
			epoch, saved, turns := w.epoch, w.pc, w.turns
			w.pc = pc
			w.epoch = now
			if !steady {
				w.newMoment()
			}
			var r value
			before := len(w.vc.Steps)
			w.quietly(site{at: o.At, callee: o.Callee, function: true}, func() { r, _ = run() })
			w.spent += (len(w.vc.Steps) - before) / 4
			w.epoch, w.pc, w.turns = epoch, saved, turns
			return r
		}
		w.flowResult(t, again)
	}
	w.epoch = epoch
}

// returnsFunction reports whether what a function type yields is a function by
// the instance of a type variable: it is kept then, and runs later.
func (w *walker) returnsFunction(t *rtype) bool {
	f := t.fun
	for {
		next, ok := core.Strip(f.Result).(*core.Fun)
		if !ok {
			break
		}
		f = next
	}
	v, ok := core.Strip(f.Result).(*core.Var)
	if !ok {
		return false
	}
	r := t.env.tyVar(v.Var)
	return r != nil && r.fun != nil
}

// clauses demands the cyclic predicates of a function's result type of the one
// result that stands for all.
func (w *walker) clauses(v value, t *rtype) {
	for _, r := range t.preds {
		if r.kappa != nil && r.kappa.open && r.kappa.cyclic {
			w.clause(r.kappa, v, true)
		}
	}
	if t.tuple != nil {
		e := t.env
		for i, p := range w.partsOf(v) {
			w.clauses(p, w.eval(t.tuple.Elems[i].Type, e))
			e = e.with(t.tuple.Elems[i], p)
		}
		return
	}
	for i := range t.args {
		if i < len(v.typ.args) && hasCyclic(t.args[i]) {
			w.universally(func() {
				w.clauses(w.element(v, i), t.args[i])
			})
		}
	}
}

// flowResult makes what a function returns bound the open unknown predicates in
// its result type. The function runs for any number of arguments, so a bound is
// "some result": the function is applied anew, quietly, to fresh arguments,
// wherever the bound is used.
func (w *walker) flowResult(t *rtype, again func() value) {
	e := t.env
	result := t
	for result.fun != nil {
		e = e.with(result.fun.Param, w.anyValue(result.fun.Param.Type, e))
		result = w.eval(result.fun.Result, e)
	}
	for _, r := range result.preds {
		if r.conj != nil {
			w.flowImplied(r, t, again)
		}
	}
	s := source{again, true}
	for _, r := range result.preds {
		if r.kappa != nil && r.kappa.open && !r.kappa.cyclic {
			w.bound(r.kappa, s)
		}
	}
	below := bare(result)
	if !hasCyclic(below) {
		w.flow(s, below)
	}
}

// flowImplied handles "phi --> p x" in the result type of a function whose only
// parameter is x: p is bounded by what makes phi true of the function's result.
func (w *walker) flowImplied(r refinement, t *rtype, again func() value) {
	phi, app := implication(r.conj.Expr)
	if app == nil {
		w.giveUpExpr(r.conj.Expr, r.env)
		return
	}
	k := r.env.pred(app.Pred)
	if k == nil || !k.open {
		return
	}
	ref, isVar := core.Expr(nil), false
	if len(app.Args) == 1 {
		ref = app.Args[0]
	}
	l, isVar := ref.(*core.LocalRef)
	inner := w.eval(t.fun.Result, t.env.with(t.fun.Param, w.anyValue(t.fun.Param.Type, t.env)))
	if k.cyclic || !isVar || l.Local != t.fun.Param || inner.fun != nil {
		w.makeTop(k)
		return
	}
	k.lowers = append(k.lowers, func(x value) *smt.Term {
		return w.alternative(func() *smt.Term {
			w.argumentIs = &x
			v := again()
			w.argumentIs = nil
			if phi == nil {
				return w.pool.True()
			}
			return w.pred(phi, t.env.with(t.fun.Param, x).with(r.binder, v))
		})
	})
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
