package solve

import (
	"context"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// Asker answers questions about the end of a unit all of whose goals were proved.
type Asker struct {
	solver *z3.Solver
	pool   *smt.Pool
}

// Ask opens an Asker; Close must be called.
func (s *Session) Ask(v *vc.VC, o *Outcome) (*Asker, error) {
	z, err := s.lib.NewSolver(s.pool, s.options())
	if err != nil {
		return nil, err
	}
	for _, f := range v.Prelude {
		z.Assert(s.pool.Implies(f.Guard, f.Term))
	}
	for _, f := range o.Solutions {
		z.Assert(f.Term)
	}
	for _, step := range v.Steps {
		if f, ok := step.(*vc.Fact); ok {
			z.Assert(s.pool.Implies(f.Guard, f.Term))
		}
	}
	return &Asker{z, s.pool}, nil
}

// Close frees the solver.
func (a *Asker) Close() { a.solver.Close() }

// Value is the one value that t has in every execution that reaches guard, nil
// if there is none or it cannot be shown.
func (a *Asker) Value(ctx context.Context, guard, t *smt.Term) *smt.Term {
	a.solver.Push()
	defer a.solver.Pop(1)
	a.solver.Assert(guard)
	if a.solver.Check(ctx) != smt.Sat {
		return nil
	}
	v := a.solver.Eval(t)
	if v == nil || !v.IsLiteral() {
		return nil
	}
	a.solver.Push()
	defer a.solver.Pop(1)
	a.solver.Assert(a.pool.Not(a.pool.Eq(t, v)))
	if a.solver.Check(ctx) != smt.Unsat {
		return nil
	}
	return v
}

// Probe answers questions about places in a unit that was run, whatever became
// of its goals. It borrows the session's solver, so nothing else may be asked of
// the session before Close.
type Probe struct {
	Asker
	vc     *vc.VC
	proved map[*vc.Goal]bool
	step   int
}

// Probe opens a Probe at the start of v; Close must be called.
func (s *Session) Probe(v *vc.VC, o *Outcome) *Probe {
	s.solver.Push()
	for _, f := range v.Prelude {
		s.solver.Assert(s.pool.Implies(f.Guard, f.Term))
	}
	for _, f := range o.Solutions {
		s.solver.Assert(f.Term)
	}
	p := &Probe{Asker: Asker{s.solver, s.pool}, vc: v, proved: map[*vc.Goal]bool{}}
	for _, g := range o.Goals {
		p.proved[g.Goal] = g.Status == Proved
	}
	return p
}

// Advance goes on to before a step, which must not lie behind. Of the goals on the
// way only those hold that were proved.
func (p *Probe) Advance(step int) {
	for ; p.step < min(step, len(p.vc.Steps)); p.step++ {
		if f, ok := p.vc.Steps[p.step].(*vc.Fact); ok && (f.Checked == nil || p.proved[f.Checked]) {
			p.solver.Assert(p.pool.Implies(f.Guard, f.Term))
		}
	}
}

// Values is Value for several terms; nil where there is no one value.
func (p *Probe) Values(ctx context.Context, guard *smt.Term, ts []*smt.Term) []*smt.Term {
	out := make([]*smt.Term, len(ts))
	p.solver.Push()
	defer p.solver.Pop(1)
	p.solver.Assert(guard)
	if p.solver.Check(ctx) != smt.Sat {
		return out
	}
	for i, t := range ts {
		out[i] = p.solver.Eval(t)
	}
	for i, v := range out {
		if v == nil || !v.IsLiteral() {
			out[i] = nil
			continue
		}
		p.solver.Push()
		p.solver.Assert(p.pool.Not(p.pool.Eq(ts[i], v)))
		if p.solver.Check(ctx) != smt.Unsat {
			out[i] = nil
		}
		p.solver.Pop(1)
	}
	return out
}

// Close gives the solver back to the session.
func (p *Probe) Close() { p.solver.Pop(1) }
