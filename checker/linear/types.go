package linear

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// types answers questions about types inside one unit.
type types struct {
	// open are the unit's own type variables that a caller may instantiate at a
	// linear type: inside the unit they are linear types.
	open map[*core.TyVar]bool
	cons map[*core.TyCon]bool
}

func newTypes(params []*core.Local, result core.Type) *types {
	ts := &types{open: map[*core.TyVar]bool{}, cons: map[*core.TyCon]bool{}}
	for v, s := range standings(params, result) {
		if s.takesLinear() {
			ts.open[v] = true
		}
	}
	return ts
}

// linear reports whether a value of type t is or contains a linear value;
// function types aside.
func (ts *types) linear(t core.Type) bool {
	switch t := core.Strip(t).(type) {
	case *core.Var:
		return ts.open[t.Var]
	case *core.Con:
		if ts.linearCon(t.Con) {
			return true
		}
		for _, a := range t.Args {
			if ts.linear(a) {
				return true
			}
		}
	case *core.Tuple:
		for _, e := range t.Elems {
			if ts.linear(e.Type) {
				return true
			}
		}
	}
	return false
}

// linearIn is the declared linear type that t is, or holds outright; nil where there is
// none.
func (ts *types) linearIn(t core.Type) *core.TyCon {
	switch t := core.Strip(t).(type) {
	case *core.Con:
		if t.Con.Linear {
			return t.Con
		}
		for _, a := range t.Args {
			if l := ts.linearIn(a); l != nil {
				return l
			}
		}
	case *core.Tuple:
		for _, e := range t.Elems {
			if l := ts.linearIn(e.Type); l != nil {
				return l
			}
		}
	}
	return nil
}

// linearCon reports whether c is linear whatever its arguments are: some linear
// type is reachable through the fields of its constructors.
func (ts *types) linearCon(c *core.TyCon) bool {
	known, ok := ts.cons[c]
	if ok {
		return known
	}
	found := false
	seen := map[*core.TyCon]bool{c: true}
	todo := []*core.TyCon{c}
	for len(todo) > 0 && !found {
		d := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		found = d.Linear
		eachFieldCon(d, func(e *core.TyCon) {
			if !seen[e] {
				seen[e] = true
				todo = append(todo, e)
			}
		})
	}
	ts.cons[c] = found
	return found
}

// eachFieldCon calls f on the type constructors that occur in the fields of c,
// function types aside.
func eachFieldCon(c *core.TyCon, f func(*core.TyCon)) {
	var walk func(core.Type)
	walk = func(t core.Type) {
		switch t := core.Strip(t).(type) {
		case *core.Con:
			f(t.Con)
			for _, a := range t.Args {
				walk(a)
			}
		case *core.Tuple:
			for _, e := range t.Elems {
				walk(e.Type)
			}
		}
	}
	for _, k := range c.Ctors {
		for _, p := range k.Params {
			walk(p.Type)
		}
	}
}

// multiplicity is the multiplicity that a parameter is held to: a parameter of
// linear type that says nothing is "1".
func (ts *types) multiplicity(m lang.Multiplicity, t core.Type) lang.Multiplicity {
	if (m == lang.Omega || m == lang.Unwritten) && ts.linear(t) {
		return lang.Linear
	}
	if m == lang.Unwritten {
		return lang.Omega
	}
	return m
}

// omegaOnLinear reports "ω" written on a binder of linear type, or inside its
// type.
func (ts *types) omegaOnLinear(l *core.Local) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	if l.Written == lang.Omega && ts.linear(l.Type) {
		d := diag.New(l.Span, diag.LinearTypeAtOmega, l.Name, core.TypeString(l.Type))
		if con := ts.linearIn(l.Type); con != nil {
			d.With(con.Span, "`%s` is declared linear here", con.Name)
		}
		out = append(out, d.
			Note("write `1` (the callee consumes it), `&` (it only reads it), or nothing, which means `1`"))
	}
	if !l.Declared {
		return out // the type was written, and reported, elsewhere
	}
	return append(out, ts.omegaInside(l.Type)...)
}

// omegaInside reports "ω" on a parameter of linear type of a function type
// inside t.
func (ts *types) omegaInside(t core.Type) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	switch t := core.Strip(t).(type) {
	case *core.Fun:
		out = append(ts.omegaOnLinear(t.Param), ts.omegaInside(t.Result)...)
	case *core.Con:
		for _, a := range t.Args {
			out = append(out, ts.omegaInside(a)...)
		}
	case *core.Tuple:
		for _, e := range t.Elems {
			out = append(out, ts.omegaInside(e.Type)...)
		}
	}
	return out
}

// describe names a value by its type: "a Session".
func describe(t core.Type) string { return article(core.TypeString(t)) }

func article(name string) string {
	switch name[0] {
	case 'A', 'E', 'I', 'O', 'a', 'e', 'i', 'o':
		return "an " + name
	case '(':
		return "a value of type " + name
	}
	return "a " + name
}

// instantiate replaces type variables in the base type of t.
func instantiate(t core.Type, sub map[*core.TyVar]core.Type) core.Type {
	switch t := core.Strip(t).(type) {
	case *core.Var:
		if s, ok := sub[t.Var]; ok {
			return s
		}
		return t
	case *core.Con:
		if len(t.Args) == 0 {
			return t
		}
		args := make([]core.Type, len(t.Args))
		for i, a := range t.Args {
			args[i] = instantiate(a, sub)
		}
		return &core.Con{Con: t.Con, Args: args}
	case *core.Fun:
		p := *t.Param
		p.Type = instantiate(p.Type, sub)
		return &core.Fun{Mult: t.Mult, Param: &p, Result: instantiate(t.Result, sub)}
	case *core.Tuple:
		elems := make([]*core.Local, len(t.Elems))
		for i, x := range t.Elems {
			e := *x
			e.Type = instantiate(x.Type, sub)
			elems[i] = &e
		}
		return &core.Tuple{Elems: elems}
	default:
		return t
	}
}
