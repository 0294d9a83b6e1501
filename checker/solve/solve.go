// Package solve discharges verification conditions through Z3. One incremental
// solver serves a unit: facts are asserted as they come, each goal is a push, a
// check and a pop. What is not proved that way is decided again in a fresh
// solver over the same facts in the same order, so that no verdict depends on
// what was checked before. "Unknown", for whatever reason, is never "proved".
package solve

import (
	"context"
	"time"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// Limits bound each obligation.
type Limits struct {
	Timeout   time.Duration
	Resources uint32
}

// Default limits: the resource limit is what decides, the same on every
// machine; the clock is the safety net under it.
const (
	DefaultTimeout   = 3 * time.Second
	DefaultResources = 3_000_000
)

// firstShare is the part of the limits that the incremental attempt gets; what
// it does not prove is decided again with all of them.
const firstShare = 4

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
	trace          []diag.Step
	words          *glossary
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

// Session is a solver for the units of one run, which share a pool. It is not
// safe for concurrent use.
type Session struct {
	lib    *z3.Library
	pool   *smt.Pool
	limits Limits
	opened chan struct{} // closed once solver or fault is set
	solver *z3.Solver
	fault  error
	// wasted is the time that went into goals which were not decided, since Begin;
	// gaveUp is set once it was too much.
	wasted time.Duration
	gaveUp bool
	// WantSupports asks for what the goals that were proved rest on.
	WantSupports bool
	// inquiries counts the goals that were explained since Begin.
	inquiries int
	spares    spares
}

// maxWasted bounds the time that a check spends on goals that it cannot decide:
// it is rejected already, and more of them would only make its author wait.
const maxWasted = 6 * time.Second

// Begin starts a check of several units, which share one budget.
func (s *Session) Begin() {
	s.wasted, s.gaveUp, s.inquiries = 0, false, 0
	s.WantSupports = false
}

// NewSession begins to open a session, which takes longer than reading a small
// plan, and returns at once; a fault is reported by Run. Close must be called.
func NewSession(lib *z3.Library, p *smt.Pool, l Limits) *Session {
	if l.Timeout == 0 {
		l.Timeout = DefaultTimeout
	}
	if l.Resources == 0 {
		l.Resources = DefaultResources
	}
	s := &Session{lib: lib, pool: p, limits: l, opened: make(chan struct{})}
	go func() {
		defer close(s.opened)
		s.solver, s.fault = s.open()
	}()
	return s
}

// open makes an incremental solver.
func (s *Session) open() (*z3.Solver, error) { return s.lib.NewSolver(s.pool, s.firstOptions()) }

func (s *Session) firstOptions() z3.Options {
	first := s.options()
	first.RLimit /= firstShare
	first.Timeout /= firstShare
	return first
}

func (s *Session) options() z3.Options {
	return z3.Options{RLimit: s.limits.Resources, Timeout: s.limits.Timeout}
}

// Close frees the solver.
func (s *Session) Close() {
	<-s.opened
	if s.solver != nil {
		s.solver.Close()
	}
	s.spares.close()
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
