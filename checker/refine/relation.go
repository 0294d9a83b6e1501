package refine

import (
	"slices"
	"strconv"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
)

// observation is something that can be seen of the value: itself, a component, a
// measure; first is what it was before the loop.
type observation struct {
	name  seen
	says  string // what a test says of it, "" for a Bool
	get   func(v value) *smt.Term
	first []*smt.Term
	// kept: a component that the loop keeps for itself, not a measure.
	kept bool
}

// maxObservations bounds how many of a kind are compared with each other.
const maxObservations = 6

// foremost are the observations that are compared: first what the loop keeps, which
// is there to be compared.
func foremost(all []observation) []observation {
	slices.SortStableFunc(all, func(a, b observation) int {
		switch {
		case a.kept == b.kept:
			return 0
		case a.kept:
			return -1
		}
		return 1
	})
	return all[:min(len(all), maxObservations)]
}

// relations compares what can be seen of different components.
func (q *qualifiers) relations() {
	p := q.pool
	q.bools, q.numbers = foremost(q.bools), foremost(q.numbers)
	for i, a := range q.bools {
		for _, b := range q.bools[:i] {
			q.add(2, func(v value) *smt.Term { return p.Eq(a.get(v), b.get(v)) }, "`%s = %s`", a.name, b.name)
			q.add(3, func(v value) *smt.Term { return p.Implies(a.get(v), b.get(v)) }, "`%s --> %s`", a.name, b.name)
			q.add(3, func(v value) *smt.Term { return p.Implies(b.get(v), a.get(v)) }, "`%s --> %s`", b.name, a.name)
			q.add(3, func(v value) *smt.Term { return p.Not(p.And(a.get(v), b.get(v))) }, "`!(%s && %s)`", a.name, b.name)
			q.add(3, func(v value) *smt.Term { return p.Or(a.get(v), b.get(v)) }, "`%s || %s`", a.name, b.name)
		}
	}
	for i, a := range q.numbers {
		for _, b := range q.numbers[:i] {
			q.add(2, func(v value) *smt.Term { return p.Eq(a.get(v), b.get(v)) }, "`%s = %s`", a.name, b.name)
			q.add(3, func(v value) *smt.Term { return p.Le(a.get(v), b.get(v)) }, "`%s <= %s`", a.name, b.name)
			q.add(3, func(v value) *smt.Term { return p.Ge(a.get(v), b.get(v)) }, "`%s >= %s`", a.name, b.name)
			q.linear(a, b)
		}
	}
}

// linear compares how two numbers have changed.
func (q *qualifiers) linear(a, b observation) {
	p := q.pool
	for j := range min(len(a.first), len(b.first)) {
		x, y := a.first[j], b.first[j]
		grown := func(o observation, from *smt.Term, v value) *smt.Term { return p.Sub(o.get(v), from) }
		sum := func(v value) *smt.Term { return p.Add(grown(a, x, v), grown(b, y, v)) }
		zero := p.Int64(0)
		q.add(3, func(v value) *smt.Term { return p.Eq(grown(a, x, v), grown(b, y, v)) }, "`%s` and `%s` have changed alike", a.name, b.name)
		q.add(3, func(v value) *smt.Term { return p.Eq(sum(v), zero) }, "`%s + %s` is as it was before the loop", a.name, b.name)
		if q.indexed {
			q.add(3, func(v value) *smt.Term { return p.Eq(sum(v), q.kappa.index) }, "`%s + %s` has grown by 1 a turn", a.name, b.name)
		}
		if q.effort < Deep {
			continue
		}
		q.add(3, func(v value) *smt.Term { return p.Le(sum(v), zero) }, "`%s + %s` is at most what it was before the loop", a.name, b.name)
		q.add(3, func(v value) *smt.Term { return p.Ge(sum(v), zero) }, "`%s + %s` is at least what it was before the loop", a.name, b.name)
		q.add(3, func(v value) *smt.Term { return p.Le(grown(a, x, v), grown(b, y, v)) }, "`%s` has grown by at most what `%s` has", a.name, b.name)
		q.add(3, func(v value) *smt.Term { return p.Ge(grown(a, x, v), grown(b, y, v)) }, "`%s` has grown by at least what `%s` has", a.name, b.name)
		for _, k := range q.stepsOf() {
			if k == 1 || k == -1 {
				continue
			}
			of, times := p.Int64(k), strconv.FormatInt(k, 10)
			q.add(3, func(v value) *smt.Term { return p.Eq(grown(a, x, v), p.Mul(of, grown(b, y, v))) }, "`%s` has changed by %s times what `%s` has", a.name, times, b.name)
			q.add(3, func(v value) *smt.Term { return p.Eq(grown(b, y, v), p.Mul(of, grown(a, x, v))) }, "`%s` has changed by %s times what `%s` has", b.name, times, a.name)
		}
	}
}

// among says that the value is one of those that the code names, or the one of
// before, and which of them it is not: what it is, where a loop chooses.
func (q *qualifiers) among(name seen, get func(v value) *smt.Term, choices, first []*smt.Term) {
	if len(choices) == 0 {
		return
	}
	if q.effort < Deep {
		q.vc.More = true
		return
	}
	p := q.pool
	choices = slices.Concat(choices, first)
	q.add(3, func(v value) *smt.Term {
		is := make([]*smt.Term, len(choices))
		for i, c := range choices {
			is[i] = p.Eq(get(v), c)
		}
		return p.Or(is...)
	}, "`%s` is as before the loop, or one of those that the code names", name)
	for _, c := range choices {
		q.add(3, func(v value) *smt.Term { return p.Not(p.Eq(get(v), c)) }, "`%s` is not %s", name, c)
	}
}

// Bounds of the conditions under which other candidates are tried: Bools, and what
// else can be told from a value (which constructor made it, that it is empty).
const (
	maxGuards = 3
	maxTests  = 2
)

// guarded tries every candidate also under each condition that can be seen of the
// value, and under its contrary: "if the flag is set, no more than three were
// written". These are the disjunctions of a loop that remembers what it has found.
func (q *qualifiers) guarded() {
	p := q.pool
	plain := slices.Clone(q.out)
	q.room = maxDeepCandidates
	conditions := slices.Concat(q.bools[:min(len(q.bools), maxGuards)], q.tests[:min(len(q.tests), maxTests)])
	for _, c := range conditions {
		for _, d := range plain {
			if d.size > 2 {
				continue
			}
			q.under("if", c, d, func(v value) *smt.Term { return p.Implies(c.get(v), d.at(v)) })
			q.under("unless", c, d, func(v value) *smt.Term { return p.Or(c.get(v), d.at(v)) })
		}
	}
}

// under adds a candidate with the condition that it is tried under.
func (q *qualifiers) under(when string, c observation, d candidate, at func(v value) *smt.Term) {
	q.addWorded(candidate{size: 3, at: at, relative: d.relative, words: func(v *smt.Term, name vc.Namer) string {
		return d.words(v, name) + " " + when + " `" + c.name.words(v, name) + "`" + c.says
	}})
}
