package checker

import (
	"context"
	"sync"

	"github.com/aeonc/aeonc/checker/solve"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// Inspection is the check of a plan whose solver was kept, so that it can be
// asked what is known at each place of the plan.
type Inspection struct {
	*Result

	mu   sync.Mutex // guards what follows: a solver answers one question at a time
	spec *Spec
	// source is the plan's text.
	source *diag.Source
	e      *engine
	units  []unit
}

// unit is a verification condition with what became of it.
type unit struct {
	vc     *vc.VC
	solved *solve.Outcome
}

// Inspect is CheckPlan, and keeps the solver. Close must be called.
func (s *Spec) Inspect(ctx context.Context, in PlanInput) *Inspection {
	i := &Inspection{spec: s, source: in.Source}
	i.Result = s.checkPlan(ctx, in, i)
	return i
}

// Close gives the solver back; nothing is known afterwards.
func (i *Inspection) Close() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.e != nil {
		i.spec.give(i.e, false)
		i.e, i.units = nil, nil
	}
}

// Reasons lists, in the order of execution, what the n-th obligation of the result
// speaks of: the facts that calls, constants and the contract state of its values.
func (i *Inspection) Reasons(n int) []Cause {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, u := range i.units {
		if n < len(u.solved.Goals) {
			return u.reasons(u.solved.Goals[n].Goal, u.solved)
		}
		n -= len(u.solved.Goals)
	}
	return nil
}

// reasons walks back from a goal over the facts that share a symbol with it.
func (u unit) reasons(g *vc.Goal, solved *solve.Outcome) []Cause {
	wanted := map[*smt.Term]bool{}
	add := func(ts ...*smt.Term) {
		for _, s := range smt.FreeSymbols(ts...) {
			wanted[s] = true
		}
	}
	add(g.Term)
	facts := solved.FactsFor(u.vc, g)
	var out []Cause
	for j := len(facts) - 1; j >= 0 && len(out) < maxReasons; j-- {
		f := facts[j]
		switch f.Why.Kind {
		case "call", "contract", "state", "constant", "branch":
		default:
			continue
		}
		hit := false
		for _, s := range smt.FreeSymbols(f.Term) {
			hit = hit || wanted[s]
		}
		if hit && !f.Why.Clause.IsZero() {
			add(f.Term)
			out = append([]Cause{{Kind: f.Why.Kind, At: f.Why.At, Callee: f.Why.Callee, Clause: f.Why.Clause}}, out...)
		}
	}
	return out
}
