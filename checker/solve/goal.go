package solve

import (
	"time"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// apart reports whether two goals are conjuncts of one demand (of a call, of a
// result) and the second means something without the first: if the first fails, the
// second is judged without it, so that each that fails is told.
func apart(a, b *vc.Goal) bool {
	return sameDemand(a, b) && (b.Origin.Partial == nil || !b.Origin.Partial())
}

func sameDemand(a, b *vc.Goal) bool {
	if a.Guard != b.Guard || a.Origin.Call != b.Origin.Call {
		return false
	}
	return !a.Origin.Call.IsZero() || a.Origin.Kind == b.Origin.Kind && a.Origin.At == b.Origin.At
}

// goal decides one goal.
func (r *run) goal(i int, g *vc.Goal) {
	out := &Goal{Goal: g}
	r.out.Goals = append(r.out.Goals, out)
	if r.isKnown(g.Guard, g.Term) {
		r.assume[g] = true
		return
	}
	if r.gaveUp {
		out.Status, out.Reason = Undecided, "the time for undecided obligations is used up"
		return
	}
	began := time.Now()
	if r.followsNearby(g.Guard, g.Term) {
		r.assume[g] = true
		return
	}
	found, samples := r.byLanguages(g.Guard, g.Term)
	if found == follows {
		r.assume[g] = true
		return
	}
	if found == possible && r.refuted(i, g, out, samples) {
		r.fail(i, out, began)
		return
	}
	r.solver.Push()
	for _, f := range r.besides(g) {
		r.solver.Assert(r.pool.Implies(f.Guard, f.Term))
	}
	r.solver.Assert(g.Guard)
	r.solver.Assert(r.pool.Not(g.Term))
	res := r.solver.Check(r.ctx)
	r.solver.Pop(1)
	if res == smt.Unsat {
		r.assume[g] = true
		return
	}
	if r.ctx.Err() != nil {
		out.Status, out.Reason = Undecided, "canceled"
		return
	}
	if r.vc.Terse && res == smt.Sat && !r.forgot {
		out.Status = Refuted // as its author expects, and nobody asks by what
	} else {
		r.decideAgain(i, g, out)
	}
	if out.Status == Proved {
		r.assume[g] = true
		return
	}
	r.fail(i, out, began)
}

// fail reports a goal that was not proved.
func (r *run) fail(i int, out *Goal, began time.Time) {
	g := out.Goal
	r.failed = true
	r.unproved[g] = out.Status == Refuted
	d := r.describe(i, out)
	r.out.Diags = append(r.out.Diags, d)
	if out.Status == Undecided {
		if r.wasted += time.Since(began); r.wasted > maxWasted {
			r.gaveUp = true
			d.Note("this took too long: obligations after it were not tried")
		}
	}
}

// settle goes on as if the conjuncts of a demand that failed held, where that is
// possible, so that one fault is reported once; further conjuncts of the same demand
// come first.
func (r *run) settle(next *vc.Goal) {
	if len(r.pending) == 0 || next != nil && sameDemand(r.pending[0].Checked, next) {
		return
	}
	for _, f := range r.pending {
		r.solver.Push()
		r.solver.Assert(f.Guard)
		r.solver.Assert(f.Term)
		holds := r.solver.Check(r.ctx) == smt.Sat
		r.solver.Pop(1)
		if holds {
			r.assume[f.Checked] = true
			r.assert(f)
		}
	}
	r.pending = nil
}

// besides lists what a goal takes from the conjuncts beside it that failed: those
// before it, where it is not defined without them.
func (r *run) besides(g *vc.Goal) []*vc.Fact {
	var out []*vc.Fact
	for _, f := range r.pending {
		if !apart(f.Checked, g) {
			out = append(out, f)
		}
	}
	return out
}

// refuted looks for a counterexample in which strings have the given values, in a
// solver of its own that knows all facts.
func (r *run) refuted(i int, g *vc.Goal, out *Goal, samples []*smt.Term) bool {
	s, err := r.replay(i)
	if err != nil {
		return false
	}
	defer s.Close()
	s.Assert(g.Guard)
	s.Assert(r.pool.Not(g.Term))
	for _, e := range samples {
		s.Assert(e)
	}
	if s.Check(r.ctx) != smt.Sat {
		return false
	}
	out.Status = Refuted
	r.explain(i, out, s)
	return true
}

// lemma tries the alternatives of a lemma and keeps the first that holds.
func (r *run) lemma(l *vc.Lemma) {
	if l.Guard.IsFalse() || r.misses[l.Key] > 2 {
		return
	}
	for _, t := range l.Terms {
		holds := r.followsNearby(l.Guard, t)
		if !holds && !r.crowded() {
			holds = r.follows(l.Guard, t)
		}
		if holds {
			f := &vc.Fact{Guard: l.Guard, Term: t, Why: vc.Origin{Kind: "summary"}}
			r.assert(f)
			r.facts = append(r.facts, f)
			r.misses[l.Key] = 0
			return
		}
	}
	r.misses[l.Key]++
}

// replay asserts the facts before step i in a fresh solver.
func (r *run) replay(i int) (*z3.Solver, error) {
	s, err := r.lib.NewSolver(r.pool, r.options())
	if err != nil {
		return nil, err
	}
	for _, f := range r.factsBefore(i) {
		s.Assert(r.pool.Implies(f.Guard, f.Term))
	}
	if g, ok := r.vc.Steps[i].(*vc.Goal); ok {
		for _, f := range r.besides(g) {
			s.Assert(r.pool.Implies(f.Guard, f.Term))
		}
	}
	return s, nil
}

// factsBefore lists what holds at step i, in order.
func (r *run) factsBefore(i int) []*vc.Fact {
	out := append([]*vc.Fact{}, r.vc.Prelude...)
	out = append(out, r.facts...)
	for _, step := range r.vc.Steps[:i] {
		if f, ok := step.(*vc.Fact); ok && (f.Checked == nil || r.assume[f.Checked]) {
			out = append(out, f)
		}
	}
	return out
}

func (r *run) decideAgain(i int, g *vc.Goal, out *Goal) {
	s, err := r.replay(i)
	if err != nil {
		out.Status, out.Reason = Undecided, err.Error()
		r.err = err
		return
	}
	defer s.Close()
	s.Assert(g.Guard)
	s.Assert(r.pool.Not(g.Term))
	switch s.Check(r.ctx) {
	case smt.Unsat:
		out.Status = Proved
	case smt.Sat:
		out.Status = Refuted
		r.explain(i, out, s)
	default:
		out.Status, out.Reason = Undecided, s.Reason()
	}
}
