package solve

import "github.com/aeonc/aeonc/smt/z3"

// spares are a session's solvers for questions beside the main one. To make one
// costs more than most of what is asked of it, so they are kept for the next unit,
// as the main one is; a scope of its own keeps the units apart.
type spares struct {
	idle map[z3.Options][]*z3.Solver
	lent []lent
}

type lent struct {
	*z3.Solver
	options z3.Options
}

// borrow is a solver without facts, until takeBack.
func (s *Session) borrow(o z3.Options) (*z3.Solver, error) {
	var z *z3.Solver
	if idle := s.spares.idle[o]; len(idle) > 0 {
		z = idle[len(idle)-1]
		s.spares.idle[o] = idle[:len(idle)-1]
	} else {
		var err error
		if z, err = s.lib.NewSolver(s.pool, o); err != nil {
			return nil, err
		}
	}
	z.Push()
	s.spares.lent = append(s.spares.lent, lent{z, o})
	return z, nil
}

// takeBack ends a unit: what was lent to it forgets its facts. What failed is not
// used again.
func (s *Session) takeBack() {
	sp := &s.spares
	if sp.idle == nil {
		sp.idle = map[z3.Options][]*z3.Solver{}
	}
	for _, l := range sp.lent {
		if l.Err() != nil {
			l.Close()
			continue
		}
		l.Pop(1)
		sp.idle[l.options] = append(sp.idle[l.options], l.Solver)
	}
	sp.lent = nil
}

func (sp *spares) close() {
	for _, idle := range sp.idle {
		for _, z := range idle {
			z.Close()
		}
	}
	sp.idle = nil
}
