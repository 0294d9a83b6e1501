package solve

import (
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// Support is a fact that the proof of a goal needs.
type Support struct {
	*vc.Fact
	// Words is the fact's clause with the values' names put in; "" where it has none.
	Words string
	// Invariant is what a loop keeps, where that is what the fact says.
	Invariant string
}

// supports finds, for each goal that was proved, facts that prove it and none of
// which can be spared.
func (r *run) supports() {
	z, err := r.lib.NewSolver(r.pool, r.options())
	if err != nil {
		r.err = err
		return
	}
	defer z.Close()
	status := map[*vc.Goal]Status{}
	for _, g := range r.out.Goals {
		status[g.Goal] = g.Status
	}
	for i, s := range r.vc.Steps {
		if g, ok := s.(*vc.Goal); ok && status[g] == Proved && !g.Term.IsTrue() && r.ctx.Err() == nil {
			r.support(z, i, g.Guard, g.Term)
		}
	}
	r.invariantSupports(z)
}

// invariantSupports finds what the invariants rest on that the goals rest on, and
// the invariants that these rest on.
func (r *run) invariantSupports(z *z3.Solver) {
	done := map[*smt.Term]bool{}
	for next := 0; next < len(r.out.Supports); next++ {
		f := r.out.Supports[next]
		if f.Why.Kind != "invariant" || done[f.Term] || r.ctx.Err() != nil {
			continue
		}
		done[f.Term] = true
		for i, s := range r.vc.Steps {
			if c, ok := s.(*vc.Clause); ok {
				for j, cand := range c.Kappa.Candidates {
					if cand.Selector == f.Term && !c.Instances[j].IsTrue() {
						r.support(z, i, c.Guard, c.Instances[j])
					}
				}
			}
		}
	}
}

// support finds what proves that t holds on a path at step i.
func (r *run) support(z *z3.Solver, i int, guard, t *smt.Term) {
	q := &inquiry{run: r, step: i, guard: guard, goal: r.pool.Not(t)}
	fixed := append(q.path(), q.goal)
	q.facts = q.connected()
	if !q.proves(z, fixed) {
		q.facts = q.placedFacts()
		if !q.proves(z, fixed) {
			return
		}
	}
	needed := map[*smt.Term]bool{}
	for _, t := range q.minimise(z, z.Core(), fixed...) {
		needed[t] = true
	}
	words := r.glossary(r.namesOn(i, q.path()))
	for _, f := range q.facts {
		if !needed[f.formula] {
			continue
		}
		out := Support{Fact: f.Fact}
		if f.Why.Words != nil {
			out.Words = f.Why.Words(words.value)
		}
		if f.Why.Kind == "invariant" {
			if c := q.candidate(f.Term); c != nil {
				out.Invariant = c.Text
			}
		}
		r.out.Supports = append(r.out.Supports, out)
	}
}

func (q *inquiry) proves(z *z3.Solver, fixed []*smt.Term) bool {
	var facts []*smt.Term
	for _, f := range q.facts {
		facts = append(facts, f.formula)
	}
	return q.unsat(z, fixed, facts)
}

// namesOn collects what is in force at a step on a path.
func (r *run) namesOn(step int, path []*smt.Term) *names {
	n := &names{}
	closed := r.closedBodies(step)
	on := map[*smt.Term]bool{}
	for _, g := range path {
		on[g] = true
	}
	for i := range r.vc.Symbols {
		s := &r.vc.Symbols[i]
		if s.Step <= step && !closed(s.Step) && (s.Guard.IsTrue() || on[s.Guard]) {
			n.symbols = append(n.symbols, s)
		}
	}
	n.first = firsts(n.symbols)
	return n
}
