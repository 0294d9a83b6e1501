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
	// uncallable: one of several function types, it is not known which.
	uncallable bool
	// caches
	isPlain bool
	plain   *rtype
	sort    *smt.Sort
	triv    int8 // 1 trivial, -1 not
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
	// rigid: what instances of this type variable satisfy; a value that comes
	// from nowhere (a native's free type variable) need not.
	rigid *core.TyVar
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
		out.triv, out.isPlain = 0, false
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
		return w.rigidType(t.Var)
	case *core.Fun:
		return &rtype{fun: t, env: e}
	case *core.Tuple:
		return &rtype{tuple: t, env: e, moment: w.present()}
	}
	return w.unitType
}

// rigidType is a type variable of the definition being verified: its values
// satisfy a predicate of which nothing is known, so that only what was given as
// an "a" can be returned as one (parametricity; Vazou, Rondon, Jhala, Abstract
// Refinement Types, ESOP 2013).
func (w *walker) rigidType(v *core.TyVar) *rtype {
	r, ok := w.rigids[v]
	if !ok {
		r = &rtype{rigid: v, preds: []refinement{{rigid: v}}}
		w.rigids[v] = r
	}
	return r
}

// base closes the base type of an expression over an environment: nothing is
// known of it but its shape, whatever its type variables stand for.
func (w *walker) base(t core.Type, e *env) *rtype { return w.plainOf(w.eval(core.Erase(t), e)) }

// plainOf is a type without refinements anywhere.
func (w *walker) plainOf(t *rtype) *rtype {
	if t.isPlain {
		return t
	}
	if t.plain != nil {
		return t.plain
	}
	out := &rtype{con: t.con, rigid: t.rigid, isPlain: true}
	switch {
	case t.con != nil && len(t.args) == 0:
		out = w.eval(&core.Con{Con: t.con}, nil)
		out.isPlain = true
	case t.con != nil:
		for _, a := range t.args {
			out.args = append(out.args, w.plainOf(a))
		}
	case t.tuple != nil:
		var parts []*rtype
		e := t.env
		for _, x := range t.tuple.Elems {
			parts = append(parts, w.plainOf(w.eval(x.Type, e)))
		}
		out = w.tupleOfTypes(parts)
		out.isPlain = true
	case t.fun != nil:
		dom, cod := &core.TyVar{Name: "domain"}, &core.TyVar{Name: "codomain"}
		p := &core.Local{Name: t.fun.Param.Name, Type: &core.Var{Var: dom}, Mult: t.fun.Mult}
		out.fun = &core.Fun{Mult: t.fun.Mult, Param: p, Result: &core.Var{Var: cod}}
		out.env = &env{types: map[*core.TyVar]*rtype{
			dom: w.plainOf(w.eval(core.Erase(t.fun.Param.Type), t.env)),
			cod: w.plainOf(w.eval(core.Erase(t.fun.Result), t.env)),
		}}
	}
	t.plain = out
	return out
}

// tupleOfTypes is the tuple of these types: they stand behind type variables of
// an environment of its own.
func (w *walker) tupleOfTypes(parts []*rtype) *rtype {
	frame := &env{types: map[*core.TyVar]*rtype{}}
	t := &core.Tuple{}
	for _, p := range parts {
		v := &core.TyVar{Name: "part"}
		frame.types[v] = p
		t.Elems = append(t.Elems, &core.Local{Type: &core.Var{Var: v}})
	}
	return &rtype{tuple: t, env: frame, moment: w.present()}
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
	out.preds, out.triv = nil, 0
	return &out
}

// trivial reports whether a type says nothing beyond its base.
func (w *walker) trivial(t *rtype) bool {
	if t.triv == 0 {
		t.triv = -1
		if w.isTrivial(t) {
			t.triv = 1
		}
	}
	return t.triv == 1
}

func (w *walker) isTrivial(t *rtype) bool {
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
	out.args, out.plain, out.triv = nil, nil, 0
	if t.fun != nil {
		return out
	}
	if t.con == w.world.Unit.Con {
		return t
	}
	k := &kappa{universe: w.universe}
	*ks = append(*ks, k)
	out.preds = []refinement{{kappa: k}}
	for i, a := range t.args {
		before := len(*ks)
		out.args = append(out.args, w.template(a, ks))
		if w.variance(t.con, i) != covariant {
			pin((*ks)[before:])
		}
	}
	if t.tuple != nil {
		if inner := w.templateParts(t, ks); inner != nil {
			out.tuple, out.env = inner.tuple, inner.env
		}
	}
	return out
}

func pin(ks []*kappa) {
	for _, k := range ks {
		k.pinned = true
	}
}

// templateParts is a tuple with unknown predicates of what its components hold
// (the elements of a list); what the components themselves are is for the predicate of
// the whole. It is nil where they hold nothing.
func (w *walker) templateParts(t *rtype, ks *[]*kappa) *rtype {
	found := false
	parts := make([]*rtype, len(t.tuple.Elems))
	for i, x := range t.tuple.Elems {
		parts[i] = w.base(x.Type, t.env)
		p := *parts[i]
		p.plain, p.triv, p.isPlain = nil, 0, false
		switch {
		case p.con != nil && len(p.args) > 0:
			p.args = nil
			for j, a := range parts[i].args {
				before := len(*ks)
				p.args = append(p.args, w.template(a, ks))
				if w.variance(p.con, j) != covariant {
					pin((*ks)[before:])
				}
			}
		case p.tuple != nil:
			inner := w.templateParts(parts[i], ks)
			if inner == nil {
				continue
			}
			p.tuple, p.env = inner.tuple, inner.env
		default:
			continue
		}
		parts[i], found = &p, true
	}
	if !found {
		return nil
	}
	return w.tupleOfTypes(parts)
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
	// universe is how many function bodies deep the predicate was made.
	universe int
	// exact: the predicate is that of this type.
	exact *rtype
	// pinned: it stands where a type argument is not covariant. It is what the first
	// value says (exact), or everything; it has no bounds.
	pinned bool
	// top: the predicate allows everything.
	top bool
	// busy guards against a predicate whose bounds lead back to it.
	busy bool
	// types are the types whose values are bounds already.
	types map[*rtype]bool
	// noLabels: of a definition that is known by its type; that was verified for
	// contents, so it says nothing of where a value comes from.
	noLabels bool
	// settled: its bounds by data are all known, so that functions may be checked
	// under it. Before that it says nothing.
	settled bool
}

// holds is the formula that a refinement asserts of v.
func (w *walker) holds(r refinement, v value) *smt.Term {
	switch {
	case r.kappa != nil:
		return w.kappaHolds(r.kappa, v)
	case r.rigid != nil:
		f := w.function(w.rigidGlobal(r.rigid), []*smt.Sort{v.term.Sort}, w.pool.Bool())
		return w.pool.Apply(f, v.term)
	case r.union != nil:
		return w.pool.Ite(r.union.cond, w.allHoldOfParts(r.union.then, v), w.allHoldOfParts(r.union.els_, v))
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

// allHoldOfParts is allHold with what a tuple's type says of its components, which
// holds of every value of the type as well.
func (w *walker) allHoldOfParts(t *rtype, v value) *smt.Term {
	ts := []*smt.Term{w.allHold(t, v)}
	if t.tuple != nil && !w.trivial(t) {
		ctor := w.sorts.ctors[w.sort(t)][0]
		e := t.env
		saved := w.moment
		w.moment = t.moment
		for i, x := range t.tuple.Elems {
			pt := w.eval(x.Type, e)
			p := value{term: w.pool.Select(ctor, i, v.term), typ: pt, lab: w.partLabel(v, i, nil, pt)}
			e = e.with(x, p)
			ts = append(ts, w.allHoldOfParts(pt, p))
		}
		w.moment = saved
	}
	return w.pool.And(ts...)
}

func (w *walker) kappaHolds(k *kappa, v value) *smt.Term {
	switch {
	case k.top:
		return w.pool.True()
	case k.busy || w.kappaDepth > maxKappaDepth || w.spent > maxUnfoldSteps:
		// Cut: it is so or not. That says nothing as a hypothesis and proves no goal,
		// on either side of a negation.
		return w.supply.Fresh("cut", w.pool.Bool())
	case k.exact != nil:
		return w.allHold(k.exact, v)
	case k.cyclic:
		return w.candidatesHold(k, v)
	case k.open && !k.settled:
		return w.supply.Fresh("unsettled", w.pool.Bool())
	}
	k.busy = true
	w.kappaDepth++
	w.spent++
	defer func() { k.busy = false; w.kappaDepth-- }()
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

// clause demands a cyclic predicate of v, here: of what a turn ends with, or of what
// the loop starts with.
func (w *walker) clause(k *kappa, v value, turn bool) {
	if k.unknown == nil {
		return
	}
	c := &vc.Clause{Guard: w.guard, Kappa: k.unknown, Turn: turn, Labels: w.anyLabel(v.flow)}
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

// rigidGlobal is the name under which a type variable's predicate is known.
func (w *walker) rigidGlobal(v *core.TyVar) *core.Global {
	g, ok := w.rigidNames[v]
	if !ok {
		g = w.nameFor("is_"+v.Name, v)
		w.rigidNames[v] = g
	}
	return g
}

// abstract is the name under which an abstract refinement is known inside the
// definition that it is a parameter of.
func (w *walker) abstract(p *core.PredVar) *core.Global {
	g, ok := w.abstracts[p]
	if !ok {
		g = w.nameFor(p.Name, p)
		w.abstracts[p] = g
	}
	return g
}
