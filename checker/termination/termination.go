// Package termination finds what has to be proved for a recursive definition to
// end. A function that need not end proves anything: its result type is assumed
// where it is called, so a loop `def f (n: Int) : {r: Int | false} := f n` would
// verify every plan that calls it.
//
// The argument is that of size-change in its simplest form: a metric over the
// parameters, lexicographic and bounded below, decreases at every call by which
// a definition can reach itself (Turing 1949; Xi, "Dependent Types for Program
// Termination Verification", LICS 2001; Vazou et al., "Refinement Types for
// Haskell", ICFP 2014). The metric is written (`decreasing_by`), or is the one
// Int parameter of which every call subtracts a positive literal; where every
// call passes on a part of what it took apart by `match`, nothing is left to
// prove, because values of inductive types are finite.
//
// The argument holds only if all ways by which a definition reaches itself are
// seen, so a recursive function may not be mentioned inside its own group except
// in a direct call with all arguments. The remaining way, recursion through a
// data type that holds functions of itself, is closed by Positivity.
package termination

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
)

// Measure is what decreases at every recursive call of a definition.
type Measure struct {
	// Structural: at every call one parameter gets a part of itself; nothing is
	// left to prove.
	Structural bool
	// Exprs, over the parameters, are each to be shown at least 0, and to
	// decrease lexicographically from the caller's values to the callee's.
	Exprs []core.Expr
	// Found: nobody wrote it. It has to be at least 0 only where a recursive call is
	// made: a chain of calls then is a falling sequence of such numbers.
	Found bool
}

// Analyse finds the measure of a recursive definition. It returns nil for a
// definition that does not reach itself, and where none was found.
func Analyse(g *core.Global) (*Measure, []*diag.Diagnostic) {
	if !g.Recursive || g.Body == nil {
		return nil, nil
	}
	members := cycle(g)
	s := scan(g, members)
	if ds := s.indirect(g); len(ds) > 0 {
		return nil, ds
	}
	if !members[g] {
		return nil, nil
	}
	if g.HasMetric && allWritten(members) {
		return written(g, members)
	}
	if structural(g, members) {
		return &Measure{Structural: true}, nil
	}
	if g.HasMetric {
		return written(g, members)
	}
	if len(members) == 1 {
		if p := s.shrinking(g); p != nil {
			ref := &core.LocalRef{Info: core.Info{Ty: core.Erase(p.Type), Span: p.Span}, Local: p}
			return &Measure{Exprs: []core.Expr{ref}, Found: true}, nil
		}
	}
	at := g.Span
	if len(s.calls) > 0 {
		at = s.calls[0].Span
	}
	d := diag.New(at, diag.NotShownToEnd, g.Name)
	if at != g.Span {
		d.With(g.Span, "`%s` is defined here", g.Name)
	}
	if name := candidate(g); name != "" {
		d.Note("say what decreases at every call and is never negative, after the result type: decreasing_by [%s] (for the type of `%s`, {%s: Int | %s >= 0})", name, name, name, name)
	} else {
		d.Note("say what decreases at every call and is never negative, after the result type: decreasing_by [e]")
	}
	return nil, []*diag.Diagnostic{d}
}

func allWritten(members map[*core.Global]bool) bool {
	for m := range members {
		if !m.HasMetric {
			return false
		}
	}
	return true
}

// written is the metric that the author gave.
func written(g *core.Global, members map[*core.Global]bool) (*Measure, []*diag.Diagnostic) {
	if len(g.Metric) == 0 {
		return nil, []*diag.Diagnostic{diag.New(g.Span, diag.EmptyMetric, g.Name)}
	}
	for _, m := range g.Group {
		if members[m] && m.HasMetric && len(m.Metric) != len(g.Metric) {
			d := diag.New(g.Span, diag.MetricLengths, g.Name, len(g.Metric), m.Name, len(m.Metric)).
				With(m.Span, "`%s` is defined here", m.Name).
				Note("functions that call each other are compared by one metric")
			return nil, []*diag.Diagnostic{d}
		}
		if members[m] && !m.HasMetric {
			d := diag.New(m.Span, diag.NotShownToEnd, m.Name).
				With(g.Span, "`%s`, which it calls and which calls it, has a metric", g.Name).
				Note("write decreasing_by for `%s` as well", m.Name)
			return nil, []*diag.Diagnostic{d}
		}
	}
	return &Measure{Exprs: g.Metric}, nil
}

// candidate is an Int parameter to name in an example of decreasing_by.
func candidate(g *core.Global) string {
	for _, p := range g.Params {
		if isInt(p.Type) && p.Name != "_" {
			return p.Name
		}
	}
	return ""
}

func isInt(t core.Type) bool {
	c, ok := core.Strip(t).(*core.Con)
	return ok && c.Con.Kind == core.BuiltinCon && c.Con.Name == "Int"
}

// RecursiveCalls lists the calls in g's body, lambdas included, by which g can
// reach itself, in source order.
func RecursiveCalls(g *core.Global) []*core.Call {
	if !g.Recursive || g.Body == nil {
		return nil
	}
	members := cycle(g)
	if !members[g] {
		return nil
	}
	return scan(g, members).calls
}

// PlanRecursion reports a helper of a plan that reaches itself, nil if it does
// not.
func PlanRecursion(g *core.Global) *diag.Diagnostic {
	if !g.Recursive {
		return nil
	}
	at := g.Span
	if g.Body != nil {
		members := cycle(g)
		if !members[g] {
			return nil
		}
		s := scan(g, members)
		switch {
		case len(s.mentions) > 0:
			at = s.mentions[0].Span
		default:
			return nil
		}
	}
	return diag.New(at, diag.PlanRecurses, g.Name).
		With(g.Span, "`%s` is defined here", g.Name).
		Note("to repeat something for every element of a list, use List.map, List.filter or List.foldl")
}

// cycle is the set of definitions of g's group that g reaches and that reach g.
// A member of a mutual block that calls nobody is not part of it.
func cycle(g *core.Global) map[*core.Global]bool {
	group := map[*core.Global]bool{g: true}
	for _, m := range g.Group {
		group[m] = true
	}
	calls := map[*core.Global]map[*core.Global]bool{}
	for m := range group {
		to := map[*core.Global]bool{}
		core.Visit(m.Body, func(x core.Expr) bool {
			if r, ok := x.(*core.GlobalRef); ok && group[r.Global] {
				to[r.Global] = true
			}
			return true
		})
		calls[m] = to
	}
	from := reach(g, calls)
	out := map[*core.Global]bool{}
	for m := range from {
		if m == g || reach(m, calls)[g] {
			out[m] = true
		}
	}
	return out
}

// reach lists what g reaches in one step or more.
func reach(g *core.Global, calls map[*core.Global]map[*core.Global]bool) map[*core.Global]bool {
	seen := map[*core.Global]bool{}
	todo := []*core.Global{g}
	for len(todo) > 0 {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for n := range calls[m] {
			if !seen[n] {
				seen[n] = true
				todo = append(todo, n)
			}
		}
	}
	return seen
}
