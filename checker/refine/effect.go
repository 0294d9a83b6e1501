package refine

import (
	"github.com/aeonc/aeonc/checker/core"
)

// chosenFunction reports whether labelled data may have chosen a function among
// the arguments.
func (w *walker) chosenFunction(args []value) bool {
	if len(w.kinds) == 0 {
		return false
	}
	for _, a := range args {
		if a.typ == nil || a.typ.fun == nil {
			continue
		}
		for i, t := range w.tagOf(a) {
			if !w.kinds[i].prompt && !t.IsFalse() {
				return true
			}
		}
	}
	return false
}

// takesChanging reports whether a function among the arguments, or inside one,
// may make volatile facts stale when it runs.
func takesChanging(args []value) bool {
	for _, a := range args {
		switch f := a.fn.(type) {
		case *fnLambda:
			if core.ExprChangesWorld(f.lambda.Body) || takesChanging(f.args) {
				return true
			}
		case *fnGlobal:
			if core.ChangesWorld(f.ref.Global) || takesChanging(f.args) {
				return true
			}
		case nil:
			if a.typ != nil && holdsFunction(a.typ) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

func hasFunction(args []value) bool {
	for _, a := range args {
		if a.typ != nil && holdsFunction(a.typ) {
			return true
		}
	}
	return false
}

// holdsFunction reports whether values of a type may contain functions.
func holdsFunction(t *rtype) bool {
	switch {
	case t.fun != nil:
		return true
	case t.tuple != nil:
		return core.ContainsFun(t.tuple) || instancesHoldFunction(t.tuple, t.env)
	case t.con != nil:
		for _, a := range t.args {
			if holdsFunction(a) {
				return true
			}
		}
		return core.ContainsFun(&core.Con{Con: t.con})
	}
	return false
}

// instancesHoldFunction is holdsFunction for what the type variables of a type stand
// for in e.
func instancesHoldFunction(t core.Type, e *env) bool {
	switch t := core.Strip(t).(type) {
	case *core.Var:
		r := e.tyVar(t.Var)
		return r != nil && holdsFunction(r)
	case *core.Con:
		for _, a := range t.Args {
			if instancesHoldFunction(a, e) {
				return true
			}
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			if instancesHoldFunction(x.Type, e) {
				return true
			}
		}
	}
	return false
}
