package solve

import (
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// skeleton holds all facts with Booleans for their tests of strings. What is in
// contradiction there is in contradiction, whatever the strings are; and it is
// found without looking into them, however far it is from the path that is asked
// about. (bearings leave out what has no connection with it.)
type skeleton struct {
	solver *z3.Solver
	names  map[*smt.Term]*smt.Term // test → Boolean
	added  int                     // facts
}

// bones is the solver of the skeleton, brought up to date; nil where it cannot be
// had.
func (r *run) bones() *z3.Solver {
	k := &r.bare
	if k.solver == nil {
		z, err := r.borrow(r.firstOptions())
		if err != nil {
			return nil
		}
		k.solver, k.names = z, map[*smt.Term]*smt.Term{}
	}
	for _, f := range r.near.facts[k.added:] {
		k.solver.Assert(r.pool.Implies(k.without(r.pool, f.Guard), k.without(r.pool, f.Term)))
	}
	k.added = len(r.near.facts)
	return k.solver
}

// without is a formula with Booleans for its tests.
func (k *skeleton) without(p *smt.Pool, t *smt.Term) *smt.Term {
	if !testsStrings(t) {
		return t
	}
	smt.Walk(func(x *smt.Term) {
		if isTest(x) && k.names[x] == nil {
			k.names[x] = p.For("test", x, p.Bool())
		}
	}, t)
	return p.Substitute(t, k.names)
}
