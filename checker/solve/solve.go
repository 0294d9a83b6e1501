// Package solve discharges verification conditions through Z3. One incremental
// solver serves a unit: facts are asserted as they come, each goal is a push, a
// check and a pop. What is not proved that way is decided again in a fresh
// solver over the same facts in the same order, so that no verdict depends on
// what was checked before. "Unknown", for whatever reason, is never "proved".
package solve

import (
	"context"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// Status of a goal.
type Status int

const (
	Proved Status = iota
	Refuted
	Undecided
)

// Goal is a decided goal.
type Goal struct {
	*vc.Goal
	Status Status
	// Reason of Undecided.
	Reason         string
	Counterexample []diag.Binding
	// Execution is where the counterexample is from, where executions are wanted.
	Execution *Execution
	trace     []diag.Step
	words     *glossary
}

// Outcome of a unit.
type Outcome struct {
	Goals []*Goal
	Diags []*diag.Diagnostic
	// Dead: no execution reaches the unit's end.
	Dead bool
	// Invariants that were inferred, in order.
	Invariants []*Invariant
	// Solutions say, as facts, which candidates the invariants keep.
	Solutions []*vc.Fact
	// Supports are what the goals that were proved rest on, if it was asked for.
	Supports []Support
	// Assumed tells the goals that hold, or were taken to hold for what follows.
	Assumed map[*vc.Goal]bool
}

// FactsFor lists what goal g was decided from, in order.
func (o *Outcome) FactsFor(v *vc.VC, g *vc.Goal) []*vc.Fact {
	refuted := map[*vc.Goal]bool{}
	for _, x := range o.Goals {
		refuted[x.Goal] = x.Status == Refuted
	}
	out := append(append([]*vc.Fact{}, v.Prelude...), o.Solutions...)
	for _, s := range v.Steps {
		if s == vc.Step(g) {
			break
		}
		f, ok := s.(*vc.Fact)
		switch {
		case !ok:
		case f.Checked != nil && refuted[f.Checked] && sameDemand(f.Checked, g):
			// As in besides, whether or not it could be assumed afterwards.
			if !apart(f.Checked, g) {
				out = append(out, f)
			}
		case f.Checked == nil || o.Assumed[f.Checked]:
			out = append(out, f)
		}
	}
	return out
}

// run is the state of one unit.
type run struct {
	*Session
	ctx context.Context
	vc  *vc.VC
	out *Outcome
	// known holds what is asserted, by guard, for goals that need no solver.
	known map[[2]*smt.Term]bool
	// opened is the step at which a guard's path begins; ends are the paths.
	opened map[*smt.Term]int
	bodies map[*smt.Term]int // the same for paths of functions' bodies
	ends   []*path
	closed []*path // those inside loops that are impossible
	// dead are guards that were found impossible.
	dead map[*smt.Term]bool
	// assume: goals that hold, or failed and may still be assumed after.
	assume map[*vc.Goal]bool
	// unproved are the goals that were refuted, pending what would follow from those that
	// the call at hand made.
	unproved map[*vc.Goal]bool
	pending  []*vc.Fact
	// broke tells the clause that did not prove a candidate, by its selector.
	broke map[*smt.Term]int
	// facts are the solutions of unknown predicates found so far.
	facts []*vc.Fact
	// lemmas are the facts that were offered and hold; misses counts, by what
	// they are about, those in a row that did not.
	misses map[string]int
	near   slice
	texts  languages
	tested bool // some fact tests strings
	bare   skeleton
	// region holds the facts of the region that is being solved, up to the clause at
	// hand.
	region []*vc.Fact
	// given are the candidates that are assumed for now.
	given []*smt.Term
	frame *frame
	// forgot: a frame was left, and facts with it, so that "not proved" is to be asked
	// again.
	forgot bool
	// bodyEnds are the steps at which function bodies end.
	bodyEnds map[*smt.Term]int
	// selectors are those of solved predicates, with their values.
	selectors map[*smt.Term]*smt.Term
	// solvedTo is the end of the region whose predicates are solved.
	solvedTo int
	failed   bool
	strings  bool // something in the unit tests strings
	vacant   bool // the parameters or the contract admit nothing
	err      error
}

// Run decides every goal of v. The error is a failure of the solver itself.
func (s *Session) Run(ctx context.Context, v *vc.VC) (*Outcome, error) {
	r := &run{
		Session: s, ctx: ctx, vc: v, out: &Outcome{},
		known: map[[2]*smt.Term]bool{}, dead: map[*smt.Term]bool{}, assume: map[*vc.Goal]bool{},
		selectors: map[*smt.Term]*smt.Term{},
		opened:    map[*smt.Term]int{}, bodies: map[*smt.Term]int{}, misses: map[string]int{},
		unproved: map[*vc.Goal]bool{}, broke: map[*smt.Term]int{},
	}
	r.strings = testsStringsIn(v)
	if <-s.opened; s.fault != nil {
		return r.out, s.fault
	}
	s.solver.Push()
	defer func() {
		if r.frame != nil {
			s.solver.Pop(1)
		}
		s.solver.Pop(1)
	}()
	defer s.takeBack()
	r.findBodyEnds()
	for _, f := range v.Prelude {
		r.assert(f)
	}
	for i, step := range v.Steps {
		if v.FirstFault && r.failed {
			return r.out, r.err
		}
		switch step := step.(type) {
		case *vc.Fact:
			switch {
			case step.Checked != nil && r.unproved[step.Checked]:
				r.pending = append(r.pending, step)
			case step.Checked == nil || r.assume[step.Checked]:
				r.assert(step)
			}
		case *vc.Goal:
			r.settle(step)
			r.goal(i, step)
		case *vc.Lemma:
			r.settle(nil)
			r.lemma(step)
		case *vc.Reach:
			r.settle(nil)
			if end, ok := r.bodyEnd(step); ok {
				r.enter(i, end)
			}
			r.reach(i, step)
		case *vc.Region:
			r.settle(nil)
			if !step.Close && i >= r.solvedTo {
				r.horn(i)
				if r.frame == nil && ctx.Err() == nil {
					r.enter(i, r.solvedTo)
				}
			}
		}
		if r.frame != nil && i == r.frame.end {
			r.leave()
		}
		if err := r.solver.Err(); err != nil {
			return r.out, err
		}
		if ctx.Err() != nil {
			return r.out, ctx.Err()
		}
	}
	r.settle(nil)
	r.paths()
	if r.WantSupports {
		r.supports()
	}
	r.out.Solutions, r.out.Assumed = r.facts, r.assume
	return r.out, r.err
}

func (r *run) assert(f *vc.Fact) {
	f = r.decided(f)
	r.frame.note(f)
	r.tested = r.tested || testsStrings(f.Term)
	r.solver.Assert(r.pool.Implies(f.Guard, f.Term))
	r.near.facts = append(r.near.facts, f)
	r.learn(f.Guard, f.Term)
}

// learn remembers a fact and its conjuncts.
func (r *run) learn(guard, t *smt.Term) {
	if t.Op == smt.OpAnd {
		for _, a := range t.Args {
			r.learn(guard, a)
		}
		return
	}
	r.known[[2]*smt.Term{guard, t}] = true
}

func (r *run) isKnown(guard, t *smt.Term) bool {
	if t.IsTrue() || guard.IsFalse() {
		return true
	}
	if t.Op == smt.OpAnd {
		for _, a := range t.Args {
			if !r.isKnown(guard, a) {
				return false
			}
		}
		return true
	}
	return r.known[[2]*smt.Term{guard, t}] || r.known[[2]*smt.Term{r.pool.True(), t}]
}
