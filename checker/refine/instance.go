package refine

import (
	"github.com/aeonc/aeonc/checker/core"
)

// instance is the activation of a global with its type variables instantiated
// by plain types.
func (w *walker) instance(x *core.GlobalRef, e *env) *env {
	frame := &env{}
	if len(x.Global.TyVars) > 0 {
		frame.types = map[*core.TyVar]*rtype{}
		for i, v := range x.Global.TyVars {
			if i < len(x.TyArgs) {
				frame.types[v] = w.base(x.TyArgs[i], e)
			}
		}
	}
	return frame
}

// openInstance instantiates the type variables of a call: by templates of unknown
// predicates where a parameter speaks of the variable, plainly otherwise.
func (w *walker) openInstance(ref *core.GlobalRef, e *env) (*env, []*kappa) {
	g := ref.Global
	frame := w.instance(ref, e)
	var ks []*kappa
	for _, v := range g.TyVars {
		t := frame.types[v]
		if t == nil {
			continue
		}
		var r roles
		for _, p := range g.Params {
			r |= rolesOf(p.Type, v)
		}
		if r == 0 && g.Kind != core.CtorFn || r == takes {
			// In no parameter: it proves nothing. Only taken by functions: any of
			// its values may be given to them.
			continue
		}
		// A constructor without a field of the variable holds no value of it: its
		// predicate has no bounds and is false.
		before := len(ks)
		frame.types[v] = w.template(bare(t), &ks)
		if r&takes != 0 && r&yields != 0 {
			for _, k := range ks[before:] {
				k.cyclic = true
			}
		}
	}
	if len(g.Preds) > 0 {
		frame.preds = map[*core.PredVar]*kappa{}
		for _, p := range g.Preds {
			k := &kappa{universe: w.universe, top: len(p.Sorts) != 1}
			var r roles
			for _, q := range g.Params {
				if _, isFun := core.Strip(q.Type).(*core.Fun); isFun {
					r |= predRoles(q.Type, p, true)
				}
				k.top = k.top || !boundable(q.Type, p, true)
			}
			// One function takes what another (or itself) yields: no candidates are
			// tried, so it allows everything.
			k.top = k.top || r == takes|yields
			frame.preds[p] = k
			ks = append(ks, k)
		}
	}
	for _, k := range ks {
		k.open = true
		k.noLabels = g.Kind == core.DefFn
	}
	return frame, ks
}

// roles say how a parameter's type uses a type variable: as data; taken by a
// function argument; yielded by one.
type roles int

const (
	data roles = 1 << iota
	takes
	yields
)

func rolesOf(t core.Type, v *core.TyVar) (r roles) {
	switch t := core.Strip(t).(type) {
	case *core.Var:
		if t.Var == v {
			return data
		}
	case *core.Con:
		for _, a := range t.Args {
			r |= rolesOf(a, v)
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			r |= rolesOf(x.Type, v)
		}
	case *core.Fun:
		o := occurrence(t, v, covariant, nil, map[*core.TyCon]bool{})
		if o&covariant != 0 {
			r |= yields
		}
		if o&contravariant != 0 {
			r |= takes
		}
	}
	return r
}

// predRoles is rolesOf for an abstract refinement.
func predRoles(t core.Type, p *core.PredVar, positive bool) (r roles) {
	role := yields
	if !positive {
		role = takes
	}
	switch t := core.Resolve(t).(type) {
	case *core.Refined:
		for _, c := range t.Preds {
			core.Visit(c.Expr, func(x core.Expr) bool {
				if a, ok := x.(*core.PredApp); ok && a.Pred == p {
					r |= role
				}
				return true
			})
		}
		r |= predRoles(t.Base, p, positive)
	case *core.Con:
		for _, a := range t.Args {
			r |= predRoles(a, p, positive)
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			r |= predRoles(x.Type, p, positive)
		}
	case *core.Fun:
		r |= predRoles(t.Param.Type, p, !positive) | predRoles(t.Result, p, positive)
	}
	return r
}

// boundable reports whether a type demands an abstract refinement only as "p x" or
// "phi --> p x": then what meets the type bounds p from below, and p may be taken
// to be just its bounds. Of anything else ("p x || q x", "p x --> q x") it is not
// known what it makes of p before p itself is known.
func boundable(t core.Type, p *core.PredVar, demanded bool) bool {
	switch t := core.Resolve(t).(type) {
	case *core.Refined:
		for _, c := range t.Preds {
			if !demanded {
				break
			}
			phi, app := implication(c.Expr)
			if app == nil {
				phi = c.Expr
			}
			if mentionsPred(phi, p) {
				return false
			}
		}
		return boundable(t.Base, p, demanded)
	case *core.Con:
		for _, a := range t.Args {
			if !boundable(a, p, demanded) {
				return false
			}
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			if !boundable(x.Type, p, demanded) {
				return false
			}
		}
	case *core.Fun:
		return boundable(t.Param.Type, p, !demanded) && boundable(t.Result, p, demanded)
	}
	return true
}

func mentionsPred(x core.Expr, p *core.PredVar) bool {
	return core.Some(x, func(y core.Expr) bool {
		a, ok := y.(*core.PredApp)
		return ok && a.Pred == p
	})
}

// phaseOf orders the arguments of a call: opaque containers fix a predicate (0),
// other data bounds it (1), functions use it (2).
func phaseOf(t core.Type) int {
	switch t := core.Strip(t).(type) {
	case *core.Fun:
		return 2
	case *core.Con:
		if t.Con.Kind != core.InductiveCon && len(t.Args) > 0 {
			return 0
		}
	}
	return 1
}
