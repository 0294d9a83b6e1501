package solve

import (
	"sort"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// reach asks whether paths are possible. Only "unsat" is ever reported: where the
// solver does not know, the path is taken to be possible and everything on it
// is checked.
func (r *run) reach(i int, s *vc.Reach) {
	switch s.Kind {
	case vc.Params:
		if !r.vacant && r.impossible(s.Guard) {
			r.vacant = true
			r.report(diag.New(s.At, diag.NothingMeets, s.Name))
		}
	case vc.Start:
		if r.vacant || !r.impossible(s.Guard) {
			return
		}
		r.vacant = true
		r.out.Dead = true
		switch {
		case s.Name != "":
			r.report(diag.New(s.At, diag.ContradictoryType, s.Name))
		case r.preludeImpossible():
			r.report(diag.New(s.At, diag.ContradictorySpec))
		default:
			r.report(diag.New(s.At, diag.ContradictoryPlan))
		}
	case vc.Result:
		if !r.vacant && r.impossible(s.Guard) {
			r.vacant = true
			r.report(diag.New(s.At, diag.ContradictoryResult))
		}
	case vc.Branch:
		r.opened[s.Guard] = i
	case vc.Open, vc.Operand:
		r.bodies[s.Guard] = i
	case vc.End:
		p := &path{guard: s.Guard, parent: s.Parent, opened: -1, closed: i, at: s}
		j, ok := r.opened[s.Guard]
		if !ok {
			j, ok = r.bodies[s.Guard]
		}
		if ok {
			p.opened, p.at = j, r.vc.Steps[j].(*vc.Reach)
		}
		r.ends = append(r.ends, p)
	}
}

func (r *run) report(d *diag.Diagnostic) { r.out.Diags = append(r.out.Diags, d) }

func (r *run) impossible(guard *smt.Term) bool {
	if guard.IsFalse() {
		return true
	}
	if r.tested {
		impossible, _ := r.testGroup([]*path{{guard: guard}}, []*path{{guard: guard}})
		return len(impossible) > 0
	}
	r.solver.Push()
	r.solver.Assert(guard)
	res := r.solver.Check(r.ctx)
	r.solver.Pop(1)
	return res == smt.Unsat
}

func (r *run) preludeImpossible() bool {
	s, err := r.lib.NewSolver(r.pool, r.options())
	if err != nil {
		return false
	}
	defer s.Close()
	for _, f := range r.vc.Prelude {
		s.Assert(r.pool.Implies(f.Guard, f.Term))
	}
	return s.Check(r.ctx) == smt.Unsat
}

// path is a path that was opened (by a branch, a function's body, or the unit
// itself) and closed again.
type path struct {
	guard, parent *smt.Term
	opened        int // step, -1 for the unit
	closed        int
	at            *vc.Reach
}

func (p *path) condition() *smt.Term { return p.guard }

// paths asks, once everything is known, which paths are impossible. One model
// shows that all paths which it goes through are possible; the rest is asked for
// in groups (Dorfman, The Detection of Defective Members of Large Populations,
// 1943), so that a few models do for many branches.
func (r *run) paths() {
	if r.vacant || r.ctx.Err() != nil || len(r.ends) == 0 {
		return
	}
	impossible, _ := r.testGroup(nil, r.ends)
	r.impossiblePaths(append(r.closed, impossible...))
}

// testGroup looks for a model that goes through all of must, and then for others
// until every path of ps was seen or is known to be impossible. It reports
// false where the solver does not know.
func (r *run) testGroup(must, ps []*path) (impossible []*path, known bool) {
	if !r.tested {
		return r.testGroupIn(r.solver, (*path).condition, must, ps)
	}
	if z := r.bones(); z != nil {
		impossible, _ = r.testGroupIn(z, func(p *path) *smt.Term { return r.bare.without(r.pool, p.guard) }, must, ps)
	}
	found := map[*path]bool{}
	for _, p := range impossible {
		found[p] = true
	}
	// Then one by one: the strings of one path are no matter for another.
	for _, p := range ps {
		if !found[p] && r.reachable(p.guard) == follows {
			impossible = append(impossible, p)
		}
	}
	return impossible, true
}

// testGroupIn does so with the facts of one solver, which knows the paths by the
// formulas that are given.
func (r *run) testGroupIn(z *z3.Solver, of func(*path) *smt.Term, must, ps []*path) (impossible []*path, known bool) {
	guards := make([]*smt.Term, len(must))
	for i, p := range must {
		guards[i] = of(p)
	}
	z.Push()
	z.Assert(r.pool.And(guards...))
	res := z.Check(r.ctx)
	var rest []*path
	if res == smt.Sat && len(must) < len(ps) {
		// Z3 makes a model in time that is quadratic in the plan: it is asked for
		// only where it says more than the answer itself.
		for _, p := range ps {
			if p.guard.IsTrue() {
				continue
			}
			if on := z.Eval(of(p)); on == nil || !on.IsTrue() {
				rest = append(rest, p)
			}
		}
	}
	z.Pop(1)
	switch {
	case res == smt.Unknown:
		return nil, false
	case res == smt.Unsat && len(must) <= 1:
		return ps, true
	case res == smt.Unsat:
		rest = ps
		if len(must) == len(ps) {
			half := len(ps) / 2
			a, _ := r.testGroupIn(z, of, ps[:half], ps[:half])
			b, _ := r.testGroupIn(z, of, ps[half:], ps[half:])
			return append(a, b...), true
		}
	case len(rest) == 0:
		return nil, true
	}
	return r.testGroupIn(z, of, rest, rest)
}

// impossiblePaths explains each impossible path, outermost first: its own
// condition never holds, or a call made it so.
func (r *run) impossiblePaths(ps []*path) {
	sort.SliceStable(ps, func(i, j int) bool { return ps[i].opened < ps[j].opened })
	blamed := map[int]bool{}
	for _, p := range ps {
		if len(r.unproved) > 0 && !r.impossibleAt(len(r.vc.Steps), p.guard) {
			continue
		}
		if p.parent != nil && r.dead[p.parent] {
			r.dead[p.guard] = true
			continue
		}
		r.dead[p.guard] = true
		if p.opened >= 0 && r.impossibleAt(p.opened, p.guard) {
			if p.at.Kind == vc.Branch && !r.impossibleAt(p.opened, p.parent) {
				r.report(diag.New(p.at.At, diag.BranchUnreachable))
			}
			continue
		}
		// A path of arbitrary values, or of an operand, can be blamed on nothing that
		// comes after it.
		last := len(r.vc.Steps)
		if p.at.Kind == vc.Open || p.at.Kind == vc.Operand {
			last = p.closed
		}
		if e := r.culprit(p.opened, last, p.guard); e >= 0 {
			if !blamed[e] {
				blamed[e] = true
				c := r.vc.Steps[e].(*vc.Reach)
				r.report(diag.New(c.At, diag.ContradictoryCall, c.Name))
			}
			continue
		}
		if p.opened >= 0 && p.at.Kind == vc.Branch {
			r.report(diag.New(p.at.At, diag.BranchUnreachable))
		}
		if p.opened < 0 {
			r.out.Dead = true
			if !r.anyContradiction() {
				r.report(diag.New(p.at.At, diag.NoConsistentPath))
			}
		}
	}
}

// culprit is the step of the first call between two steps after which the guard
// is impossible, -1 if there is none: by bisection, since what is impossible stays so.
func (r *run) culprit(from, to int, guard *smt.Term) int {
	var events []int
	for j := from + 1; j < to; j++ {
		if e, ok := r.vc.Steps[j].(*vc.Reach); ok && e.Kind == vc.Event {
			events = append(events, j)
		}
	}
	if len(events) == 0 || !r.impossibleAt(events[len(events)-1]+1, guard) {
		return -1
	}
	return events[sort.Search(len(events)-1, func(i int) bool { return r.impossibleAt(events[i]+1, guard) })]
}

// impossibleAt decides a guard from the steps before i alone, in the solver that
// slices use: a new one for every question would cost more than the answer. What
// was demanded is left out: it follows from the rest where it was proved, and is no
// contradiction where it is only taken to hold.
func (r *run) impossibleAt(i int, guard *smt.Term) bool {
	z := r.scratch()
	if z == nil {
		return false
	}
	facts := []*smt.Term{guard}
	for _, f := range r.factsBefore(i) {
		if f.Checked == nil && !r.tainted(f) {
			facts = append(facts, r.pool.Implies(f.Guard, f.Term))
		}
	}
	z.Push()
	defer z.Pop(1)
	for _, f := range facts {
		z.Assert(f)
	}
	res := z.Check(r.ctx)
	if res == smt.Unknown && r.tested {
		found, _ := r.holdTogether(facts)
		return found == follows
	}
	return res == smt.Unsat
}

// tainted reports whether a fact may rest on what is only taken to hold. What was
// proved before a demand failed follows from the other facts, and is not missed.
func (r *run) tainted(f *vc.Fact) bool {
	return len(r.unproved) > 0 && (f.Checked != nil || f.Why.Kind == "summary")
}

func (r *run) anyContradiction() bool {
	for _, d := range r.out.Diags {
		if d.Code == "AE602" {
			return true
		}
	}
	return false
}
