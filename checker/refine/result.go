package refine

import (
	"slices"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/smt"
)

// result is what a call yields, with what its type states of it.
func (w *walker) result(ref *core.GlobalRef, frame *env, args []value, s site) value {
	g := ref.Global
	before := w.epoch
	if g.Kind == core.DefFn && !g.Hole && !g.ResultRefined() && g.Body != nil && (!g.Recursive || w.computes(g, args)) {
		var v value
		if (w.dirty() || w.chosenFunction(args)) && w.quiet == 0 && !w.isPure(g) {
			// Verified for clean paths only: what it calls is checked again here.
			v = w.unfolded(g, frame, s)
			if v.term == nil {
				w.cleanPath(s)
			}
		} else {
			w.quietly(s, func() { v = w.unfolded(g, frame, s) })
		}
		if v.term != nil {
			w.reach(vc.Event, w.guard, nil, s.at, g.Name)
			w.unnamed(s, v)
			return v
		}
	}
	if (w.dirty() || w.chosenFunction(args)) && w.quiet == 0 && g.Kind == core.DefFn && !w.isPure(g) {
		w.recheck(g, frame, s)
	}
	if w.everyState && g.Kind == core.DefFn {
		w.insideStates(g, frame, s)
	}
	if w.changesWorld(g) || takesChanging(args) {
		w.newMoment()
		w.unnamedAs(vc.MomentAfter, s.at, value{term: w.epoch})
	}
	saved := w.moment
	w.moment = moment{before: before, after: w.epoch, fresh: w.resultVars(g)}
	t := w.eval(g.Result, frame)
	w.moment = saved
	o := w.charge(s.at, g.Name)
	o.Trusted, o.Axiom = trusted(g), g.Kind == core.AxiomFn
	w.ran = nil
	v := value{typ: t, lab: w.resultLabel(ref, frame, t, args)}
	v.flow = w.named(vc.FlowCall, g.Name, s.at, v.lab, append(flowsOf(args), w.ran)...)
	switch {
	case g.Kind == core.CtorFn:
		v.term = w.construct(ref, t, args)
	case g.Kind == core.BuiltinFn && (g.Pure || g.Prim == "List.length"):
		v.term = w.builtinAtRunTime(g, t, args, s)
	case g.Pure && !hasFunction(args) || w.isPure(g):
		terms := make([]*smt.Term, len(args))
		argSorts := make([]*smt.Sort, len(args))
		for i, a := range args {
			terms[i], argSorts[i] = a.term, a.term.Sort
		}
		if w.isTimed(g) {
			terms, argSorts = append(terms, w.epoch), append(argSorts, w.epoch.Sort)
		}
		v.term = w.pool.Apply(w.function(g, argSorts, w.sort(t)), terms...)
	default:
		v.term = w.sorts.unknown(g.Name, w.sort(t))
	}
	if g.Kind == core.CtorFn {
		v = w.built(v, t, o, s)
	} else {
		v = w.assume(v, t, o)
	}
	v = w.raise(v, w.chosenBy(g, args), v.flow)
	w.keeps(g, args, v, o)
	if g.Prim == "List.head" && declared(args[0].typ) || g.Kind != core.BuiltinFn && (g.Kind != core.CtorFn || w.promises(g)) {
		w.reach(vc.Event, w.guard, nil, s.at, g.Name)
	}
	w.born(v)
	w.unnamed(s, v)
	w.returned(g, s.at, v)
	return v
}

// computes reports whether a call of a recursive definition can be followed to its
// end: its arguments are written out, so that each branch is decided as it is reached
// and the recursion is shown to end.
func (w *walker) computes(g *core.Global, args []value) bool {
	if w.guard.IsFalse() || !w.isPure(g) || w.verifying != nil && slices.Contains(w.verifying.Group, g) {
		return false
	}
	for _, a := range args {
		if !a.term.IsValue() {
			return false
		}
	}
	return true
}

// insideStates records the linear values that come to be inside a helper that is
// known by its type.
func (w *walker) insideStates(g *core.Global, frame *env, s site) {
	if !core.ReachesNative(g) {
		return
	}
	epoch := w.epoch
	done := !g.Recursive && g.Body != nil && !g.Hole
	if done {
		w.quietly(s, func() { done = w.unfolded(g, frame, s).term != nil })
	}
	w.epoch = epoch
	w.vc.Hidden = w.vc.Hidden || !done
}

// construct builds a value of an inductive type.
func (w *walker) construct(ref *core.GlobalRef, t *rtype, args []value) *smt.Term {
	c := w.constructor(ref.Global, t)
	if c == nil {
		return w.supply.Fresh(ref.Global.Name, w.sort(t))
	}
	terms := make([]*smt.Term, len(args))
	for i, a := range args {
		terms[i] = a.term
	}
	return w.pool.Construct(c, terms...)
}

// builtinAtRunTime is builtinOn for evaluated arguments.
func (w *walker) builtinAtRunTime(g *core.Global, t *rtype, args []value, s site) *smt.Term {
	terms := make([]*smt.Term, len(args))
	for i, a := range args {
		terms[i] = a.term
	}
	if g.Prim == "String.matches" {
		return w.matches(terms, s.at)
	}
	return w.builtinOn(g, w.sort(t), terms)
}

// declared reports whether a list's elements are refined by what a signature
// says, and not by what was inferred: if there can be none, the signature is at
// fault.
func declared(list *rtype) bool {
	if list == nil || len(list.args) != 1 || len(list.args[0].preds) == 0 {
		return false
	}
	for _, r := range list.args[0].preds {
		if r.conj == nil {
			return false
		}
	}
	return true
}

// resultVars are the variables of a result type that stand for the result.
func (w *walker) resultVars(g *core.Global) map[*core.Local]bool {
	m, ok := w.Shared.fresh[g]
	if !ok {
		m = resultLocals(g.Result)
		w.Shared.fresh[g] = m
	}
	return m
}

func resultLocals(t core.Type) map[*core.Local]bool {
	m := map[*core.Local]bool{}
	collectLocals(t, m)
	return m
}

func collectLocals(t core.Type, m map[*core.Local]bool) {
	switch t := core.Resolve(t).(type) {
	case *core.Refined:
		m[t.Binder] = true
		collectLocals(t.Base, m)
	case *core.Con:
		for _, a := range t.Args {
			collectLocals(a, m)
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			m[x] = true
			collectLocals(x.Type, m)
		}
	}
}

// keeps asserts what @keeps promises: the measures over a linear type, of g's own
// module and of those that it names, that the result type does not mention are
// as they were.
func (w *walker) keeps(g *core.Global, args []value, v value, o vc.Origin) {
	for _, k := range w.kept(g, args, v) {
		o.Kind, o.Param = "kept", k.name
		w.fact(k.same, o)
	}
}

// keptMeasure is one measure that @keeps carries over.
type keptMeasure struct {
	name string
	same *smt.Term
}

func (w *walker) kept(g *core.Global, args []value, v value) []keptMeasure {
	if !g.Keeps {
		return nil
	}
	mentioned := map[*core.Global]bool{}
	mentionedIn(g.Result, mentioned)
	var out []keptMeasure
	for i, p := range g.Params {
		c, ok := core.Strip(p.Type).(*core.Con)
		if !ok || !c.Con.Linear || p.Mult != lang.Linear {
			continue
		}
		for _, r := range returned(v, c.Con) {
			for _, m := range w.measuresOf(c.Con) {
				ours := m.Module == g.Module || slices.Contains(g.KeepsOf, m.Module)
				if !ours || mentioned[m] || len(m.Params) != 1 {
					continue
				}
				was := w.measureTerm(m, args[i])
				is := w.measureTerm(m, r)
				if was != nil && is != nil {
					out = append(out, keptMeasure{m.Name, w.pool.Eq(is, was)})
				}
			}
		}
		break
	}
	return out
}

// returned lists the values of a linear type in a result: itself, or parts.
func returned(v value, c *core.TyCon) []value {
	if v.typ.con == c {
		return []value{v}
	}
	var out []value
	for _, p := range v.parts {
		if p.typ.con == c {
			out = append(out, p)
		}
	}
	return out
}

// mentionedIn collects the measures that a result type speaks of.
func mentionedIn(t core.Type, m map[*core.Global]bool) {
	switch t := core.Resolve(t).(type) {
	case *core.Refined:
		for _, c := range t.Preds {
			core.Visit(c.Expr, func(x core.Expr) bool {
				if r, ok := x.(*core.GlobalRef); ok {
					m[r.Global] = true
				}
				return true
			})
		}
		mentionedIn(t.Base, m)
	case *core.Tuple:
		for _, x := range t.Elems {
			mentionedIn(x.Type, m)
		}
	}
}
