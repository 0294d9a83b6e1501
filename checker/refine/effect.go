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
		for _, x := range t.tuple.Elems {
			if core.ContainsFun(x.Type) {
				return true
			}
			if v, ok := core.Strip(x.Type).(*core.Var); ok {
				if r := t.env.tyVar(v.Var); r != nil && holdsFunction(r) {
					return true
				}
			}
		}
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
