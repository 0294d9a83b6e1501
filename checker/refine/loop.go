package refine

import (
	"strconv"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
)

// turns is a call whose unknown predicates depend on themselves: a fold, or
// another function that feeds what a function argument returns back to it.
type turns struct {
	kappas []*kappa
	// count is the number of turns, nil where it is not known (not a fold).
	count *smt.Term
}

// openLoop finds the cyclic predicates of a call and gives them candidates; nil
// where there are none. From here to closeLoop the call's clauses are collected.
func (w *walker) openLoop(g *core.Global, frame *env, ks []*kappa, args []value, s site) *turns {
	loop := &turns{}
	for _, k := range ks {
		if k.cyclic {
			loop.kappas = append(loop.kappas, k)
		}
	}
	if len(loop.kappas) == 0 {
		return nil
	}
	if w.quiet > 0 {
		// The loop is inside something that is unrolled again: its invariant is
		// sought again as well, but not for ever. Without candidates it says
		// nothing.
		if w.unrolledLoops++; w.unrolledLoops > maxUnrolledLoops {
			return nil
		}
	}
	list := w.listArgument(g, args)
	if g.Kind == core.BuiltinFn && (g.Prim == "List.foldl" || g.Prim == "List.foldr") && list.term != nil {
		loop.count = w.listLength(list.term)
	}
	saved := w.loopLabels
	w.loopLabels = nil
	if len(w.kinds) > 0 {
		for _, a := range args {
			w.loopLabels = append(w.loopLabels, w.labelOf(a).whole)
		}
		if w.pc != nil {
			w.loopLabels = append(w.loopLabels, w.pc)
		}
	}
	region := &vc.Region{}
	for _, v := range g.TyVars {
		t := frame.types[v]
		if t == nil {
			continue
		}
		var inits []value
		for i, p := range g.Params {
			if tv, ok := core.Strip(p.Type).(*core.Var); ok && tv.Var == v {
				inits = append(inits, args[i])
			}
		}
		w.qualifyAll(t, accumulatorName(g, v, args), inits, s, loop.count != nil, region)
	}
	w.loopLabels = saved
	w.vc.Steps = append(w.vc.Steps, region)
	loop.at(w.pool.Int64(0))
	return loop
}

// qualifyAll gives candidates to the cyclic predicates of a template.
func (w *walker) qualifyAll(t *rtype, name string, inits []value, s site, indexed bool, region *vc.Region) {
	for _, r := range t.preds {
		if k := r.kappa; k != nil && k.cyclic && k.unknown == nil {
			w.qualify(k, name, bare(t), inits, s.at, indexed)
			region.Kappas = append(region.Kappas, k.unknown)
		}
	}
	for _, a := range t.args {
		w.qualifyAll(a, "each element of "+name, nil, s, false, region)
	}
	if t.tuple != nil && hasCyclic(bare(t)) {
		for i, x := range t.tuple.Elems {
			w.qualifyAll(w.eval(x.Type, t.env), name+"."+strconv.Itoa(i), nil, s, false, region)
		}
	}
}

// accumulatorName is what the loop's function calls the value.
func accumulatorName(g *core.Global, v *core.TyVar, args []value) string {
	for i, p := range g.Params {
		f, ok := core.Strip(p.Type).(*core.Fun)
		for j := 0; ok; j++ {
			if tv, isVar := core.Strip(f.Param.Type).(*core.Var); isVar && tv.Var == v {
				if l, isLambda := args[i].fn.(*fnLambda); isLambda && j < len(l.lambda.Params) {
					return l.lambda.Params[j].Name
				}
				return f.Param.Name
			}
			f, ok = core.Strip(f.Result).(*core.Fun)
		}
	}
	return "the value"
}

// closeLoop ends the region; what follows speaks of the state after all turns.
func (w *walker) closeLoop(loop *turns) {
	if loop == nil {
		return
	}
	w.vc.Steps = append(w.vc.Steps, &vc.Region{Close: true})
	loop.at(loop.count)
}

// at says which turn the predicates are asked about.
func (l *turns) at(i *smt.Term) {
	if l.count == nil {
		return
	}
	for _, k := range l.kappas {
		k.index = i
	}
}

// begin makes the turn an arbitrary one; next moves to the one after it.
func (l *turns) begin(w *walker) {
	if l == nil || l.count == nil {
		return
	}
	i := w.supply.Fresh("turn", w.pool.Int())
	w.fact(w.pool.And(w.pool.Ge(i, w.pool.Int64(0)), w.pool.Lt(i, l.count)), vc.Origin{Kind: "turn"})
	l.at(i)
}

func (l *turns) next(w *walker) {
	if l == nil || l.count == nil {
		return
	}
	l.at(w.pool.Add(l.kappas[0].index, w.pool.Int64(1)))
}

// isCyclic reports whether a function type yields to a cyclic predicate that is
// being bounded: its clauses are needed even where the code was verified before.
func (w *walker) isCyclic(t *rtype) bool {
	e := t.env
	cur := t.fun
	for {
		r := cur.Result
		f, ok := core.Strip(r).(*core.Fun)
		if !ok {
			return w.yieldsCyclic(r, e)
		}
		cur = f
	}
}

func (w *walker) yieldsCyclic(t core.Type, e *env) bool {
	switch t := core.Strip(t).(type) {
	case *core.Var:
		r := e.tyVar(t.Var)
		return r != nil && hasCyclic(r)
	case *core.Con:
		for _, a := range t.Args {
			if w.yieldsCyclic(a, e) {
				return true
			}
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			if w.yieldsCyclic(x.Type, e) {
				return true
			}
		}
	}
	return false
}

func hasCyclic(t *rtype) bool {
	for _, r := range t.preds {
		if r.kappa != nil && r.kappa.cyclic && r.kappa.open {
			return true
		}
	}
	for _, a := range t.args {
		if hasCyclic(a) {
			return true
		}
	}
	if t.tuple != nil {
		for _, x := range t.tuple.Elems {
			if v, ok := core.Strip(x.Type).(*core.Var); ok {
				if r := t.env.tyVar(v.Var); r != nil && hasCyclic(r) {
					return true
				}
			}
		}
	}
	return false
}
