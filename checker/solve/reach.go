package solve

import (
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
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
	case vc.End:
		r.end(i, s)
	}
}

func (r *run) report(d *diag.Diagnostic) { r.out.Diags = append(r.out.Diags, d) }

func (r *run) impossible(guard *smt.Term) bool {
	if guard.IsFalse() {
		return true
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

// end looks back at a path: was it possible all along? One check covers the
// branch's own condition and every call on it; only if the answer is no is the
// culprit looked for.
func (r *run) end(i int, s *vc.Reach) {
	if r.vacant || s.Parent != nil && r.dead[s.Parent] {
		r.dead[s.Guard] = true
		return
	}
	if !r.impossible(s.Guard) {
		return
	}
	r.dead[s.Guard] = true
	opened := -1
	for j := i - 1; j >= 0; j-- {
		if o, ok := r.vc.Steps[j].(*vc.Reach); ok && o.Guard == s.Guard && (o.Kind == vc.Branch || o.Kind == vc.Open) {
			opened = j
			if r.impossibleAt(j, s.Guard) {
				if o.Kind == vc.Branch && !(o.Parent != nil && r.impossibleAt(j, o.Parent)) {
					r.report(diag.New(o.At, diag.BranchUnreachable))
				}
				return
			}
			break
		}
	}
	// The path was possible when it was opened: some call on it, or inside the
	// branches below it, made it impossible.
	if e := r.culprit(opened, i, s.Guard); e != nil {
		r.report(diag.New(e.At, diag.ContradictoryCall, e.Name))
		return
	}
	if s.Parent == nil {
		r.out.Dead = true
		if !r.anyContradiction() {
			r.report(diag.New(s.At, diag.NoConsistentPath))
		}
	}
}

// culprit is the first call after which the guard is impossible: by bisection,
// since what is impossible stays so.
func (r *run) culprit(from, to int, guard *smt.Term) *vc.Reach {
	var events []int
	for j := from + 1; j < to; j++ {
		if e, ok := r.vc.Steps[j].(*vc.Reach); ok && e.Kind == vc.Event {
			events = append(events, j)
		}
	}
	if len(events) == 0 || !r.impossibleAt(events[len(events)-1]+1, guard) {
		return nil
	}
	lo, hi := 0, len(events)-1
	for lo < hi {
		mid := (lo + hi) / 2
		if r.impossibleAt(events[mid]+1, guard) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	e := r.vc.Steps[events[lo]].(*vc.Reach)
	return e
}

// impossibleAt decides a guard from the steps before i alone.
func (r *run) impossibleAt(i int, guard *smt.Term) bool {
	s, err := r.replay(i)
	if err != nil {
		return false
	}
	defer s.Close()
	s.Assert(guard)
	return s.Check(r.ctx) == smt.Unsat
}

func (r *run) anyContradiction() bool {
	for _, d := range r.out.Diags {
		if d.Code == "AE602" {
			return true
		}
	}
	return false
}
