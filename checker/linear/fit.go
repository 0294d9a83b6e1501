package linear

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// expected is the type that a place wants: t with the type variables of a
// signature instantiated by sub. The zero value wants nothing.
type expected struct {
	t   core.Type
	sub map[*core.TyVar]core.Type
	// at is where it is declared, zero where it is nowhere.
	at diag.Span
}

// head resolves refinements and a type variable at the head.
func (w expected) head() expected {
	if w.t == nil {
		return w
	}
	t := core.Strip(w.t)
	if v, ok := t.(*core.Var); ok {
		if s, ok := w.sub[v.Var]; ok {
			return expected{t: core.Strip(s), at: w.at}
		}
	}
	return expected{t: t, sub: w.sub, at: w.at}
}

// of is another part of the same signature.
func (w expected) of(t core.Type) expected { return expected{t: t, sub: w.sub, at: w.at} }

// holdsVariable reports whether t mentions a variable that w instantiates.
func (w expected) holdsVariable(t core.Type) bool {
	switch t := core.Strip(t).(type) {
	case *core.Var:
		_, ok := w.sub[t.Var]
		return ok
	case *core.Con:
		for _, a := range t.Args {
			if w.holdsVariable(a) {
				return true
			}
		}
	case *core.Tuple:
		for _, e := range t.Elems {
			if w.holdsVariable(e.Type) {
				return true
			}
		}
	case *core.Fun:
		return w.holdsVariable(t.Param.Type) || w.holdsVariable(t.Result)
	}
	return false
}

// arrow is what a place demands of the parameter of a function.
type arrow struct {
	mult lang.Multiplicity
	// linear: the parameter's type, instantiated, is linear.
	linear bool
	// either: the multiplicity was demanded of a type variable that has turned
	// out to be an unrestricted type, for which it means nothing.
	either bool
	domain core.Type
}

func (c *checker) arrow(w expected, f *core.Fun) arrow {
	a := arrow{domain: instantiate(f.Param.Type, w.sub)}
	a.linear = c.types.linear(a.domain)
	a.mult = c.types.multiplicity(f.Mult, a.domain)
	a.either = !a.linear && w.holdsVariable(f.Param.Type)
	return a
}

// takes reports whether a function whose parameter has multiplicity got may
// stand where a is demanded. Multiplicities are part of the type: the one
// difference allowed is that an unrestricted argument may be given to a
// function that promises to use it once, or only to read it.
func (a arrow) takes(got lang.Multiplicity) bool {
	switch {
	case a.mult == got:
		return true
	case a.mult == lang.Erased || got == lang.Erased:
		return false
	case a.either:
		return true
	}
	return a.mult == lang.Omega && !a.linear
}

// disagreement is a place in a function type where multiplicities differ.
type disagreement struct{ got, want lang.Multiplicity }

// fit reports where a value of type got does not have the multiplicities that
// its place wants.
func (c *checker) fit(at diag.Span, got core.Type, want expected) {
	if want.t == nil {
		return
	}
	if d := c.disagree(got, want); d != nil {
		c.reportDisagreement(at, want, *d)
	}
}

func (c *checker) reportDisagreement(at diag.Span, want expected, d disagreement) {
	c.report(diag.New(at, diag.MultiplicityMismatch, spell(d.got), spell(d.want))).
		With(want.at, "it is wanted here").
		Note("the multiplicity is part of a function's type: the caller counts on it")
}

func spell(m lang.Multiplicity) string {
	switch m {
	case lang.Linear:
		return "`1` (consumed once)"
	case lang.Borrowed:
		return "`&` (borrowed)"
	case lang.Erased:
		return "`0` (erased)"
	}
	return "unrestricted"
}

func (c *checker) disagree(got core.Type, want expected) *disagreement {
	want = want.head()
	switch g := core.Strip(got).(type) {
	case *core.Fun:
		w, ok := want.t.(*core.Fun)
		if !ok {
			return nil
		}
		a := c.arrow(want, w)
		if m := c.types.multiplicity(g.Mult, g.Param.Type); !a.takes(m) {
			return &disagreement{m, a.mult}
		}
		if d := c.disagree(a.domain, expected{t: g.Param.Type}); d != nil {
			return d
		}
		return c.disagree(g.Result, want.of(w.Result))
	case *core.Tuple:
		w, ok := want.t.(*core.Tuple)
		if !ok || len(w.Elems) != len(g.Elems) {
			return nil
		}
		for i, e := range g.Elems {
			if d := c.disagree(e.Type, want.of(w.Elems[i].Type)); d != nil {
				return d
			}
		}
	case *core.Con:
		w, ok := want.t.(*core.Con)
		if !ok || len(w.Args) != len(g.Args) {
			return nil
		}
		for i, a := range g.Args {
			if d := c.disagree(a, want.of(w.Args[i])); d != nil {
				return d
			}
			// Only the built-in containers are known to yield their elements and
			// never to take them.
			if g.Con.Module == "" {
				continue
			}
			if d := c.disagree(instantiate(w.Args[i], want.sub), expected{t: a}); d != nil {
				return d
			}
		}
	}
	return nil
}
