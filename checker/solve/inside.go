package solve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// loop is why something is not known after a loop: a candidate of its invariant
// that would prove the goal, and a clause that does not prove the candidate.
type loop struct {
	leaf      int // of the finding
	kappa     *vc.Kappa
	candidate vc.Candidate
	step      int // of the clause
	turn      bool
	inquiry   *inquiry
	finding   *finding
}

// lookIntoLoops finds the loops behind the leaves of a finding.
func (q *inquiry) lookIntoLoops(z *z3.Solver, f *finding) {
	if q.depth >= maxLoops {
		return
	}
	for i, l := range f.leaves {
		sel := q.missing(z, l)
		if sel == nil {
			continue
		}
		step := q.broke[sel]
		c := q.vc.Steps[step].(*vc.Clause)
		if slices.Contains(q.inside, c.Kappa) {
			continue // a turn of this very loop is what is being explained
		}
		for j, cand := range c.Kappa.Candidates {
			if cand.Selector == sel {
				in := loop{leaf: i, kappa: c.Kappa, candidate: cand, step: step, turn: q.inTurn(step, c.Kappa)}
				in.inquiry, in.finding = q.insideOf(step, c, j)
				f.loops = append(f.loops, in)
			}
		}
	}
}

// inTurn reports whether a clause is of what a loop's function returns, and not of
// what the loop starts with.
func (q *inquiry) inTurn(step int, k *vc.Kappa) bool {
	ended := map[*smt.Term]bool{}
	for i := step - 1; i >= 0; i-- {
		switch s := q.vc.Steps[i].(type) {
		case *vc.Region:
			if slices.Contains(s.Kappas, k) {
				return false
			}
		case *vc.Reach:
			switch {
			case s.Kind == vc.End:
				ended[s.Guard] = true
			case s.Kind == vc.Open && !ended[s.Guard]:
				return true
			}
		}
	}
	return false
}

// missing is the selector of a candidate that was given up and that, had it been
// kept, would have proved the goal: the goal itself, if it was one; nil if there is
// none. It speaks of the leaf.
func (q *inquiry) missing(z *z3.Solver, l leaf) *smt.Term {
	var facts []*smt.Term
	for _, f := range q.facts {
		facts = append(facts, f.formula)
	}
	type lost struct{ selector, instance *smt.Term }
	var all []lost
	for _, f := range q.facts {
		if f.Why.Kind == "invariant" || !contains(f.Term, l.term) {
			continue
		}
		for _, part := range smt.Conjuncts(f.Term) {
			if part.Op != smt.OpOr || !contains(part, l.term) {
				continue
			}
			for i, a := range part.Args {
				if a.Op != smt.OpNot {
					continue
				}
				if _, gone := q.broke[a.Args[0]]; gone {
					rest := append(append([]*smt.Term{}, part.Args[:i]...), part.Args[i+1:]...)
					all = append(all, lost{a.Args[0], q.pool.Or(rest...)})
				}
			}
		}
	}
	for _, c := range all {
		if c.instance == q.goal {
			return c.selector
		}
	}
	for _, c := range all {
		if q.unsat(z, facts, []*smt.Term{c.instance, q.pool.Not(q.goal)}) {
			return c.selector
		}
	}
	return nil
}

func contains(t, part *smt.Term) bool {
	found := false
	smt.Walk(func(x *smt.Term) { found = found || x == part }, t)
	return found
}

// insideOf explains why a clause does not prove a candidate.
func (q *inquiry) insideOf(step int, c *vc.Clause, candidate int) (*inquiry, *finding) {
	guard, goal := c.Guard, c.Instances[candidate]
	s, err := q.replay(step)
	if err != nil {
		return nil, nil
	}
	defer s.Close()
	s.Assert(guard)
	s.Assert(q.pool.Not(goal))
	if s.Check(q.ctx) != smt.Sat {
		return nil, nil
	}
	in := &inquiry{run: q.run, step: step, guard: guard, goal: goal, origin: vc.Origin{At: c.Kappa.At}, model: s, depth: q.depth + 1}
	in.inside = append(slices.Clip(q.inside), c.Kappa)
	in.names = q.namesAt(step, s)
	return in, in.find()
}

// allNames are the names that a finding and the loops in it use.
func (f *finding) allNames(q *inquiry) []*names {
	out := []*names{q.names}
	for _, l := range f.loops {
		if l.finding != nil {
			out = append(out, l.finding.allNames(l.inquiry)...)
		}
	}
	return out
}

// lost words what a loop does not keep.
func (q *inquiry) lost(l loop) string {
	call := oneLine(l.kappa.At.Text(), maxCallName)
	if !l.turn {
		return fmt.Sprintf("`%s` does not hold where this loop starts", l.candidate.Text)
	}
	text := fmt.Sprintf("`%s` does not keep `%s`", call, l.candidate.Text)
	if kept := q.keptBeside(l); len(kept) > 0 {
		return text + "; what it keeps is " + strings.Join(kept, ", ")
	}
	return text + "; nothing about that is known after it"
}

// maxKept bounds how much of an invariant a step tells.
const maxKept = 3

// keptBeside lists what the loop's invariant says of what the lost candidate speaks
// of.
func (q *inquiry) keptBeside(l loop) []string {
	topic := strings.Fields(l.candidate.Text)[0]
	var out []string
	for _, i := range q.out.Invariants {
		for _, c := range l.kappa.Candidates {
			if i.Kappa == l.kappa && c.Size < 3 && mentions(c.Text, topic) && slices.Contains(i.Texts, c.Text) && len(out) < maxKept {
				out = append(out, "`"+c.Text+"`")
			}
		}
	}
	return out
}
