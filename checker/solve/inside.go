package solve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// entry is why something that a loop keeps holds where it starts.
type entry struct {
	selector *smt.Term
	inquiry  *inquiry
	finding  *finding
}

// loop is why something is not known after a loop: a candidate of its invariant
// that would prove the goal, and a clause that does not prove the candidate.
type loop struct {
	of        *finding
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
				in := loop{of: f, leaf: i, kappa: c.Kappa, candidate: cand, step: step, turn: c.Turn}
				in.inquiry, in.finding = q.insideOf(step, c, j)
				f.loops = append(f.loops, in)
			}
		}
	}
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
	speaks := func(t *smt.Term) bool {
		return smt.Occurs(l.term, t) || l.term.Op == smt.OpOr && slices.ContainsFunc(l.term.Args, func(a *smt.Term) bool { return smt.Occurs(a, t) })
	}
	for _, f := range q.facts {
		if f.Why.Kind == "invariant" || !speaks(f.Term) {
			continue
		}
		for _, part := range smt.Conjuncts(f.Term) {
			if part.Op != smt.OpOr || !speaks(part) {
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
		if q.spares(z, facts, []*smt.Term{c.instance, q.pool.Not(q.goal)}) {
			return c.selector
		}
	}
	return nil
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
	// A turn that begins with what it does not keep tells most.
	s.Push()
	s.Assert(q.hypothesis(step, c.Kappa.Candidates[candidate].Selector))
	if s.Check(q.ctx) != smt.Sat {
		s.Pop(1)
		if s.Check(q.ctx) != smt.Sat {
			return nil, nil
		}
	}
	in := &inquiry{run: q.run, step: step, guard: guard, goal: goal, origin: vc.Origin{At: c.Kappa.At, Labels: c.Labels}, model: s, depth: q.depth + 1}
	in.inside = append(slices.Clip(q.inside), c.Kappa)
	in.names = q.namesAt(step, s)
	return in, in.find()
}

// hypothesis is a candidate wherever the facts before a step would have assumed it.
func (q *inquiry) hypothesis(step int, selector *smt.Term) *smt.Term {
	not := q.pool.Not(selector)
	var all []*smt.Term
	for _, f := range q.factsBefore(step) {
		for _, part := range smt.Conjuncts(f.Term) {
			if i := slices.Index(part.Args, not); part.Op == smt.OpOr && i >= 0 {
				all = append(all, q.pool.Implies(f.Guard, q.pool.Or(slices.Concat(part.Args[:i], part.Args[i+1:])...)))
			}
		}
	}
	return q.pool.And(all...)
}

// allNames are the names that a finding and the loops in it use.
func (f *finding) allNames(q *inquiry) []*names {
	out := []*names{q.names}
	for _, l := range f.loops {
		if l.finding != nil {
			out = append(out, l.finding.allNames(l.inquiry)...)
		}
	}
	for _, e := range f.entries {
		out = append(out, e.finding.allNames(e.inquiry)...)
	}
	return out
}

// lost words what a loop does not keep.
func (q *inquiry) lost(l loop, words *glossary) string {
	call := oneLine(l.kappa.At.Text(), maxCallName)
	says := l.candidate.Words(nil, nil)
	if l.leaf < len(l.of.leaves) {
		if of := l.of.leaves[l.leaf].symbol; of != nil {
			says = l.candidate.Words(of.Term, words.value)
		}
	}
	if !l.turn {
		return fmt.Sprintf("%s does not hold where the loop `%s` starts", says, call)
	}
	text := fmt.Sprintf("a turn of `%s` may break %s", call, says)
	if within(q.origin.At, l.kappa.At) {
		text = fmt.Sprintf("a turn of `%s` may break %s, and the next one starts with what it leaves", call, says)
	}
	if kept := q.keptBeside(l); len(kept) > 0 {
		return text + "; what it keeps is " + strings.Join(kept, ", ")
	}
	return text
}

// within reports whether a place is inside another.
func within(inner, outer diag.Span) bool {
	return inner.Src == outer.Src && outer.Start <= inner.Start && inner.End <= outer.End
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
				out = append(out, c.Words(nil, nil))
			}
		}
	}
	return out
}

// maxEntries bounds how many loops before one another are followed back.
const maxEntries = 4

// entries tells, of each thing that a loop keeps and that a finding needs, why it
// holds where the loop starts, if that is not only because nothing has happened yet.
func (q *inquiry) entries(f *finding) {
	if q.depth >= maxEntries {
		return
	}
	for _, p := range f.facts {
		if p.Why.Kind != "invariant" || !p.Term.IsSymbol() {
			continue
		}
		for i, s := range q.vc.Steps[:q.step] {
			c, ok := s.(*vc.Clause)
			if !ok || c.Turn {
				continue
			}
			j := slices.IndexFunc(c.Kappa.Candidates, func(x vc.Candidate) bool { return x.Selector == p.Term })
			if j < 0 || c.Instances[j].IsTrue() {
				continue
			}
			if in, why := q.holdsAt(i, c, j); why != nil {
				f.entries = append(f.entries, entry{selector: p.Term, inquiry: in, finding: why})
			}
		}
	}
}

// holdsAt finds the facts that prove a candidate where its loop starts.
func (q *inquiry) holdsAt(step int, c *vc.Clause, candidate int) (*inquiry, *finding) {
	z, err := q.lib.NewSolver(q.pool, z3.Options{RLimit: q.limits.Resources / inquiryShare, Timeout: q.limits.Timeout / inquiryShare})
	if err != nil {
		return nil, nil
	}
	defer z.Close()
	in := &inquiry{run: q.run, step: step, guard: c.Guard, goal: q.pool.Not(c.Instances[candidate]), origin: vc.Origin{At: c.Kappa.At}, depth: q.depth + 1}
	in.names = in.namesOn(step, in.path())
	in.facts = in.connected()
	fixed := append(in.path(), in.goal)
	if !in.proves(z, fixed) {
		return nil, nil
	}
	needed := map[*smt.Term]bool{}
	for _, t := range in.minimise(z, z.Core(), fixed...) {
		needed[t] = true
	}
	out := &finding{}
	for _, f := range in.facts {
		if needed[f.formula] {
			out.facts = append(out.facts, f)
			needed[f.formula] = false
		}
	}
	in.entries(out)
	return in, out
}
