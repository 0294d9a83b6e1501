package solve

import (
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
)

// frame is a function's body that is being walked, or a region whose predicates
// were solved. What is known of arbitrary arguments says nothing of what comes
// after it, and every such fact would be one more thing that the solver has to decide
// in every later check; so a frame is a scope of the solver, and what speaks of the
// paths inside it ends with it. (A goal that is not proved is decided again from all
// facts.) A frame inside another one is part of it.
type frame struct {
	end    int
	inside map[*smt.Term]bool // the guards that are opened in it
	stays  []*vc.Fact         // facts that do not speak of them
	ends   int                // paths that were closed before it
}

// findBodyEnds notes where function bodies end.
func (r *run) findBodyEnds() {
	r.bodyEnds = map[*smt.Term]int{}
	for i, step := range r.vc.Steps {
		if s, ok := step.(*vc.Reach); ok {
			switch _, opened := r.bodyEnds[s.Guard]; {
			case s.Kind == vc.Open:
				r.bodyEnds[s.Guard] = -1
			case s.Kind == vc.End && opened:
				r.bodyEnds[s.Guard] = i
			}
		}
	}
}

// bodyEnd is the step at which the body ends that a step opens, if it opens one.
func (r *run) bodyEnd(s *vc.Reach) (int, bool) {
	if s.Kind != vc.Open || r.frame != nil {
		return 0, false
	}
	end := r.bodyEnds[s.Guard]
	return end, end >= 0
}

// enter opens a frame from one step to another.
func (r *run) enter(from, to int) {
	f := &frame{end: to, inside: map[*smt.Term]bool{}, ends: len(r.ends)}
	for _, step := range r.vc.Steps[from:min(to+1, len(r.vc.Steps))] {
		if s, ok := step.(*vc.Reach); ok && s.Kind.Opens() {
			f.inside[s.Guard] = true
		}
	}
	r.frame = f
	r.solver.Push()
}

// leave closes it. Its paths are asked about while everything about them is known.
func (r *run) leave() {
	f := r.frame
	r.frame, r.forgot = nil, true
	if inner := r.ends[f.ends:]; len(inner) > 0 && !r.vacant && r.ctx.Err() == nil {
		var must []*path
		if len(inner) == 1 {
			must = inner // needs no model
		}
		impossible, _ := r.testGroup(must, inner)
		r.closed = append(r.closed, impossible...)
		r.ends = r.ends[:f.ends]
	}
	r.solver.Pop(1)
	for _, fact := range f.stays {
		r.solver.Assert(r.pool.Implies(fact.Guard, fact.Term))
	}
}

// note remembers a fact that outlasts the frame.
func (f *frame) note(fact *vc.Fact) {
	if f == nil || f.inside[fact.Guard] {
		return
	}
	for _, s := range smt.FreeSymbols(fact.Guard, fact.Term) {
		if f.inside[s] {
			return
		}
	}
	f.stays = append(f.stays, fact)
}
