package linear

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
)

// standing says whether a type variable of a signature may stand for a linear
// type, and why not.
type standing struct {
	// one: a parameter of multiplicity 1 holds it.
	one bool
	// omega: a value of it may be used any number of times: in parameter param
	// (-1: in a function type of the result), or in what a function there takes.
	omega bool
	param int
	// inside: omega holds of a function type inside the parameter.
	inside bool
}

// takesLinear: "(1 x: a)" takes both kinds, "(x: a)" only unrestricted values.
// One "1" parameter is demanded, and no place may be unrestricted; "&" and "0"
// places copy nothing, and the results of function parameters are new values,
// which whoever calls the function must consume.
func (s standing) takesLinear() bool { return s.one && !s.omega }

// standings finds the standing of every type variable of a signature.
func standings(params []*core.Local, result core.Type) map[*core.TyVar]standing {
	out := map[*core.TyVar]standing{}
	var occur func(t core.Type, m lang.Multiplicity, param int, inside bool)
	occur = func(t core.Type, m lang.Multiplicity, param int, inside bool) {
		switch t := core.Strip(t).(type) {
		case *core.Var:
			s, known := out[t.Var]
			if !known {
				s.param = -1
			}
			switch {
			case m == lang.Linear && !inside:
				s.one = true
			case m == lang.Omega && !s.omega:
				s.omega, s.param, s.inside = true, param, inside
			}
			out[t.Var] = s
		case *core.Con:
			for _, a := range t.Args {
				occur(a, m, param, inside)
			}
		case *core.Tuple:
			for _, e := range t.Elems {
				occur(e.Type, m, param, inside)
			}
		case *core.Fun:
			dom := t.Mult
			if dom == lang.Unwritten {
				dom = lang.Omega
			}
			occur(t.Param.Type, dom, param, true)
			occur(t.Result, lang.Erased, param, true)
		}
	}
	for i, p := range params {
		m := p.Mult
		if m == lang.Unwritten {
			m = lang.Omega
		}
		occur(p.Type, m, i, false)
	}
	if result != nil {
		occur(result, lang.Erased, -1, false)
	}
	return out
}
