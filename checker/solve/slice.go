package solve

import (
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// slice decides goals from the facts near them. Undetermined conditions of
// earlier branches cost the full solver a decision each, however little they
// matter; a goal that follows from a few facts follows from all of them, so a
// slice may say "proved" and nothing else.
type slice struct {
	solver  *z3.Solver
	facts   []*vc.Fact
	indexed int
	about   map[*smt.Term][]int // symbol → facts that speak of it
	symbols [][]*smt.Term       // of each fact
}

const (
	// sliceFrom is the number of branches from which slices are worth their price.
	sliceFrom = 40
	sliceSize = 60
	// perSymbol bounds what one symbol brings in; the first facts about it (its
	// type) and the latest count most.
	perSymbol = 8
)

// crowded reports whether there are many conditions that the solver would have to
// decide.
func (r *run) crowded() bool { return len(r.opened) >= sliceFrom }

// followsNearby reports whether t follows, on the paths of guard, from the facts
// near it.
func (r *run) followsNearby(guard, t *smt.Term) bool {
	s := &r.near
	if !r.crowded() {
		return false
	}
	if r.scratch() == nil {
		return false
	}
	facts := s.around(guard, t)
	s.solver.Push()
	defer s.solver.Pop(1)
	for _, f := range facts {
		s.solver.Assert(r.pool.Implies(f.Guard, f.Term))
	}
	s.solver.Assert(guard)
	s.solver.Assert(r.pool.Not(t))
	return s.solver.Check(r.ctx) == smt.Unsat
}

// scratch is a solver without facts, for questions beside the main one; nil where
// it cannot be had.
func (r *run) scratch() *z3.Solver {
	if r.near.solver == nil {
		z, err := r.borrow(r.firstOptions())
		if err != nil {
			return nil
		}
		r.near.solver = z
	}
	return r.near.solver
}

// around collects the facts that are connected with the terms by the fewest
// symbols.
func (s *slice) around(ts ...*smt.Term) []*vc.Fact {
	if s.about == nil {
		s.about = map[*smt.Term][]int{}
	}
	for ; s.indexed < len(s.facts); s.indexed++ {
		f := s.facts[s.indexed]
		s.symbols = append(s.symbols, smt.FreeSymbols(f.Guard, f.Term))
		for _, x := range s.symbols[s.indexed] {
			s.about[x] = append(s.about[x], s.indexed)
		}
	}
	var out []*vc.Fact
	taken := map[int]bool{}
	seen := map[*smt.Term]bool{}
	queue := smt.FreeSymbols(ts...)
	for len(queue) > 0 && len(out) < sliceSize {
		x := queue[0]
		queue = queue[1:]
		if seen[x] {
			continue
		}
		seen[x] = true
		all := s.about[x]
		if len(all) > perSymbol {
			all = append(append([]int{}, all[:2]...), all[len(all)-perSymbol+2:]...)
		}
		for _, i := range all {
			if !taken[i] {
				taken[i] = true
				out = append(out, s.facts[i])
				queue = append(queue, s.symbols[i]...)
			}
		}
	}
	return out
}
