package termination

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
)

// Positivity reports an inductive type that occurs to the left of an arrow in
// its own constructors. Such a type lets a function reach itself without
// recursion, and so prove anything (Curry's paradox):
//
//	inductive T | mk (f: (T -> Int))
//	def loop (t: T) : Int := match t with | mk f => f t      # loop (mk loop)
//
// Occurrences must be strictly positive (Coquand and Paulin, "Inductively
// defined types", COLOG-88, 1990), also through other inductive types and
// through their arguments. Lists and tuples are positive; an opaque type may do
// anything with its arguments.
func Positivity(c *core.TyCon) []*diag.Diagnostic {
	if c.Kind != core.InductiveCon {
		return nil
	}
	a := &analysis{params: map[*core.TyCon][]polarity{}, edges: map[*core.TyCon][]edge{}}
	a.solve(c)
	var out []*diag.Diagnostic
	reported := map[*core.Global]bool{}
	for _, e := range a.edges[c] {
		if e.polarity != negative || reported[e.ctor] || !a.reaches(e.to, c) {
			continue
		}
		reported[e.ctor] = true
		d := diag.New(c.Span, diag.NotPositive, c.Name, e.ctor.Name)
		if e.through != nil {
			d = diag.New(c.Span, diag.NotPositiveIn, c.Name, e.ctor.Name, e.through.Name)
		}
		if e.to != c {
			d.Note("it occurs there by way of `%s`", e.to.Name)
		}
		out = append(out, d.With(e.field.Span, "in this field").
			Note("a function could reach itself through such a value without any recursion to be seen, and would prove anything"))
	}
	return out
}

// polarity of an occurrence; once to the left of an arrow it stays negative.
type polarity int

const (
	absent polarity = iota
	positive
	negative
)

// edge: a field of the type mentions type to.
type edge struct {
	to       *core.TyCon
	polarity polarity
	ctor     *core.Global
	field    *core.Local
	// through is the type whose argument the occurrence is, where that is what
	// makes it negative.
	through *core.TyCon
}

// analysis holds the types reachable from the one at hand.
type analysis struct {
	order []*core.TyCon
	// params is the polarity at which a type uses its parameters.
	params map[*core.TyCon][]polarity
	edges  map[*core.TyCon][]edge
}

// solve finds the polarity of the parameters of every type reachable from c, by
// iteration from "absent", and then the edges.
func (a *analysis) solve(c *core.TyCon) {
	a.add(c)
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(a.order); i++ {
			if a.round(a.order[i]) {
				changed = true
			}
		}
	}
}

func (a *analysis) add(c *core.TyCon) {
	if _, known := a.params[c]; known {
		return
	}
	ps := make([]polarity, len(c.Params))
	if c.Kind != core.InductiveCon {
		for i := range ps {
			ps[i] = negative // opaque
			if c.Kind == core.BuiltinCon {
				ps[i] = positive // Array
			}
		}
	}
	a.params[c] = ps
	a.order = append(a.order, c)
}

// round recomputes the edges of c and the polarity of its parameters.
func (a *analysis) round(c *core.TyCon) bool {
	if c.Kind != core.InductiveCon {
		return false
	}
	changed := false
	a.edges[c] = nil
	for _, ctor := range c.Ctors {
		index := parameters(c, ctor)
		for _, field := range ctor.Params {
			at := edge{polarity: positive, ctor: ctor, field: field}
			a.occurrences(field.Type, at, func(t core.Type, e edge) {
				switch t := t.(type) {
				case *core.Con:
					e.to = t.Con
					a.edges[c] = append(a.edges[c], e)
				case *core.Var:
					if i, ok := index[t.Var]; ok && a.params[c][i] < e.polarity {
						a.params[c][i] = e.polarity
						changed = true
					}
				}
			})
		}
	}
	return changed
}

// parameters finds which parameter of c a type variable of its constructor is.
func parameters(c *core.TyCon, ctor *core.Global) map[*core.TyVar]int {
	index := map[*core.TyVar]int{}
	for i, v := range c.Params {
		index[v] = i
	}
	if r, ok := core.Strip(ctor.Result).(*core.Con); ok {
		for i, arg := range r.Args {
			if v, ok := core.Strip(arg).(*core.Var); ok && i < len(c.Params) {
				index[v.Var] = i
			}
		}
	}
	return index
}

// occurrences calls f on every constructor and variable in t.
func (a *analysis) occurrences(t core.Type, at edge, f func(core.Type, edge)) {
	switch t := core.Strip(t).(type) {
	case *core.Var:
		f(t, at)
	case *core.Con:
		a.add(t.Con)
		f(t, at)
		for i, arg := range t.Args {
			p := negative
			if i < len(a.params[t.Con]) {
				p = a.params[t.Con][i]
			}
			inner := at
			switch {
			case p == absent:
				continue
			case p == negative && at.polarity != negative:
				inner.polarity, inner.through = negative, t.Con
			}
			a.occurrences(arg, inner, f)
		}
	case *core.Tuple:
		for _, e := range t.Elems {
			a.occurrences(e.Type, at, f)
		}
	case *core.Fun:
		left := at
		if left.polarity != negative {
			left.polarity, left.through = negative, nil
		}
		a.occurrences(t.Param.Type, left, f)
		a.occurrences(t.Result, at, f)
	}
}

// reaches reports whether a value of type from may hold, or take, one of type
// to.
func (a *analysis) reaches(from, to *core.TyCon) bool {
	seen := map[*core.TyCon]bool{from: true}
	todo := []*core.TyCon{from}
	for len(todo) > 0 {
		d := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if d == to {
			return true
		}
		for _, e := range a.edges[d] {
			if !seen[e.to] {
				seen[e.to] = true
				todo = append(todo, e.to)
			}
		}
	}
	return false
}
