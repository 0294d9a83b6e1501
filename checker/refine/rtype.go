package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
)

// rtype is a refined type under an environment: its shape, and the refinements
// at its head.
type rtype struct {
	con   *core.TyCon
	args  []*rtype
	rigid *core.TyVar // a type variable of the definition being verified
	fun   *core.Fun
	tuple *core.Tuple
	env   *env // of fun and tuple
	preds []refinement
	// moment is the age of the world that a tuple's components speak of.
	moment moment
}

// refinement is one conjunct closed over its environment, an unknown predicate,
// or a union of types.
type refinement struct {
	binder *core.Local
	conj   *core.Conjunct
	env    *env
	moment moment
	// unknown predicate (binder and conj are nil)
	kappa *kappa
	// union of two types at the joins of a conditional
	union *union
}

// union says that a value is of the one type or of the other, by a condition.
type union struct {
	cond       *smt.Term
	then, els_ *rtype
}

// moment is the age of the world that volatile measures speak of: before and
// after the call whose type this is.
type moment struct {
	before, after *smt.Term
	// fresh lists the variables that stand for the call's result.
	fresh map[*core.Local]bool
}

// present is the moment that a type evaluated now speaks of.
func (w *walker) present() moment {
	if w.moment.before != nil {
		return w.moment
	}
	return moment{before: w.epoch, after: w.epoch}
}

// eval closes a core type over an environment.
func (w *walker) eval(t core.Type, e *env) *rtype {
	switch t := core.Resolve(t).(type) {
	case *core.Refined:
		base := w.eval(t.Base, e)
		out := *base
		out.preds = append([]refinement{}, base.preds...)
		for _, c := range t.Preds {
			out.preds = append(out.preds, refinement{binder: t.Binder, conj: c, env: e, moment: w.present()})
		}
		return &out
	case *core.Con:
		out := &rtype{con: t.Con}
		if len(t.Args) == 0 {
			if r, ok := w.plain[t.Con]; ok {
				return r
			}
			w.plain[t.Con] = out
			return out
		}
		for _, a := range t.Args {
			out.args = append(out.args, w.eval(a, e))
		}
		return out
	case *core.Var:
		if r := e.tyVar(t.Var); r != nil {
			return r
		}
		return &rtype{rigid: t.Var}
	case *core.Fun:
		return &rtype{fun: t, env: e}
	case *core.Tuple:
		return &rtype{tuple: t, env: e, moment: w.present()}
	}
	return w.unitType
}

// domain is the parameter type of a function type.
func (w *walker) domain(t *rtype) *rtype { return w.eval(t.fun.Param.Type, t.env) }

// codomain is the result type for one argument.
func (w *walker) codomain(t *rtype, arg value) *rtype {
	return w.eval(t.fun.Result, t.env.with(t.fun.Param, arg))
}

// bare is t without its head refinements.
func bare(t *rtype) *rtype {
	if len(t.preds) == 0 {
		return t
	}
	out := *t
	out.preds = nil
	return &out
}

// trivial reports whether a type says nothing beyond its base.
func (w *walker) trivial(t *rtype) bool {
	if len(t.preds) > 0 {
		return false
	}
	for _, a := range t.args {
		if !w.trivial(a) {
			return false
		}
	}
	if t.tuple != nil {
		return !core.MentionsRefinement(t.tuple) && !w.mentionsInstances(t.tuple, t.env)
	}
	return t.fun == nil
}

// mentionsInstances reports whether a type has variables that are instantiated
// by refined types in e.
func (w *walker) mentionsInstances(t core.Type, e *env) bool {
	switch t := core.Strip(t).(type) {
	case *core.Var:
		r := e.tyVar(t.Var)
		return r != nil && !w.trivial(r)
	case *core.Con:
		for _, a := range t.Args {
			if w.mentionsInstances(a, e) {
				return true
			}
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			if w.mentionsInstances(x.Type, e) {
				return true
			}
		}
	case *core.Fun:
		return true
	}
	return false
}

// template is a base type with an unknown predicate wherever one can stand;
// the predicates are appended to ks.
func (w *walker) template(t *rtype, ks *[]*kappa) *rtype {
	out := bare(t)
	if out == t {
		c := *t
		out = &c
	}
	out.args = nil
	if t.fun != nil {
		return out
	}
	if t.con == w.world.Unit.Con {
		return t
	}
	k := &kappa{}
	*ks = append(*ks, k)
	out.preds = []refinement{{kappa: k}}
	for _, a := range t.args {
		out.args = append(out.args, w.template(a, ks))
	}
	return out
}

// kappa is an unknown predicate: the strongest one that its lower bounds allow,
// which is their disjunction (Cosman and Jhala, FUSION, ICFP 2017).
type kappa struct {
	lowers []func(v value) *smt.Term
	// cyclic: a bound depends on the predicate itself.
	cyclic bool
	// open while the call that made it is being checked: it takes bounds.
	open bool
	// unknown and candidates of a cyclic predicate; index is the number of the
	// turn that it is asked about, where it belongs to a fold.
	unknown    *vc.Kappa
	candidates []candidate
	index      *smt.Term
	// settled: its bounds by data are all known, so that functions may be checked
	// under it. Before that it says nothing.
	settled bool
}

// holds is the formula that a refinement asserts of v.
func (w *walker) holds(r refinement, v value) *smt.Term {
	switch {
	case r.kappa != nil:
		return w.kappaHolds(r.kappa, v)
	case r.union != nil:
		return w.pool.Ite(r.union.cond, w.allHold(r.union.then, v), w.allHold(r.union.els_, v))
	}
	saved := w.moment
	w.moment = r.moment
	t := w.pred(r.conj.Expr, r.env.with(r.binder, v))
	w.moment = saved
	return t
}

// allHold is the conjunction of a type's head refinements at v.
func (w *walker) allHold(t *rtype, v value) *smt.Term {
	var ts []*smt.Term
	for _, r := range t.preds {
		ts = append(ts, w.holds(r, v))
	}
	return w.pool.And(ts...)
}

func (w *walker) kappaHolds(k *kappa, v value) *smt.Term {
	if k.cyclic {
		return w.candidatesHold(k, v)
	}
	if k.open && !k.settled {
		return w.pool.True()
	}
	var alts []*smt.Term
	for _, l := range k.lowers {
		alts = append(alts, l(v))
	}
	return w.pool.Or(alts...)
}

// candidatesHold says that every candidate that is kept holds of v.
func (w *walker) candidatesHold(k *kappa, v value) *smt.Term {
	var ts []*smt.Term
	for i, c := range k.candidates {
		ts = append(ts, w.pool.Implies(k.unknown.Candidates[i].Selector, c.at(v)))
	}
	return w.pool.And(ts...)
}

// clause demands a cyclic predicate of v, here.
func (w *walker) clause(k *kappa, v value) {
	if k.unknown == nil {
		return
	}
	c := &vc.Clause{Guard: w.guard, Kappa: k.unknown}
	for _, cand := range k.candidates {
		c.Instances = append(c.Instances, cand.at(v))
	}
	w.vc.Steps = append(w.vc.Steps, c)
}

// sameType reports whether two types are the same object, or both plain and
// equal, so that a join need not look at them.
func (w *walker) sameType(a, b *rtype) bool {
	if a == b {
		return true
	}
	return w.trivial(a) && w.trivial(b)
}
