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

	mu    sync.Mutex // guards what follows: a solver answers one question at a time
	spec  *Spec
	e     *engine
	units []unit
}

// unit is a verification condition with what became of it.
type unit struct {
	vc     *vc.VC
	solved *solve.Outcome
}

// Inspect is CheckPlan, and keeps the solver. Close must be called.
func (s *Spec) Inspect(ctx context.Context, in PlanInput) *Inspection {
	i := &Inspection{spec: s}
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

// Known is what is known of a measure of a variable.
type Known struct {
	Measure string
	// Value is the measure's only possible value, as a literal of the language; ""
	// where it may have several.
	Value string
	// Label: a label of the occurrence, not a measure of the value.
	Label bool
	// Because is where the value came to be so: the call, and the clause that says it.
	Because Cause
}

// Cause is what made a fact so.
type Cause struct {
	// Kind is "call", "contract", "state" or "constant"; "" where nothing was found.
	Kind   string
	At     diag.Span
	Callee string
	Clause diag.Span
}

// Variable is a variable of the plan with what is known of it where it is bound.
type Variable struct {
	Name  string
	Span  diag.Span
	Known []Known
}

// StateOf says what is known of the variable that is bound at a span, at the
// moment it is bound; nil where there is no such variable, or the plan was not
// checked that far.
func (i *Inspection) StateOf(ctx context.Context, at diag.Span) *Variable {
	if vs := i.States(ctx, []diag.Span{at}); len(vs) > 0 {
		return vs[0]
	}
	return nil
}

// States is StateOf for several variables, in the order in which they are bound.
func (i *Inspection) States(ctx context.Context, at []diag.Span) []*Variable {
	i.mu.Lock()
	defer i.mu.Unlock()
	wanted := map[diag.Span]bool{}
	for _, span := range at {
		wanted[span] = true
	}
	var out []*Variable
	for _, u := range i.units {
		var syms []*vc.Symbol
		for n := range u.vc.Symbols {
			if sym := &u.vc.Symbols[n]; sym.Name != "" && wanted[sym.Span] {
				wanted[sym.Span] = false // unrolled code binds it again: the first time counts
				syms = append(syms, sym)
			}
		}
		if len(syms) == 0 {
			continue
		}
		p := i.e.session.Probe(u.vc, u.solved)
		for _, sym := range syms {
			if ctx.Err() != nil {
				break
			}
			p.Advance(sym.Step)
			out = append(out, i.variable(ctx, u, p, sym))
		}
		p.Close()
	}
	return out
}

func (i *Inspection) variable(ctx context.Context, u unit, p *solve.Probe, sym *vc.Symbol) *Variable {
	out := &Variable{Name: sym.Name, Span: sym.Span}
	ms := sym.Measures()
	terms := make([]*smt.Term, len(ms))
	for n, m := range ms {
		terms[n] = m.Term
	}
	values := p.Values(ctx, sym.Guard, terms)
	for n, m := range ms {
		k := Known{Measure: m.Name, Label: m.Label}
		if v := values[n]; v != nil {
			k.Value = solve.Literal(v)
			k.Because = i.because(ctx, u, p, sym, m, v)
		}
		out.Known = append(out.Known, k)
	}
	return out
}

// maxCauses bounds how far back a cause is looked for.
const maxCauses = 100

// because follows a measure back through the calls that handed it on to the one
// that made it what it is: the fact that came with this value and speaks of its
// measure, and if that fact gives it as the same measure of an earlier value that
// had the same value already, the one that came with that.
func (i *Inspection) because(ctx context.Context, u unit, p *solve.Probe, sym *vc.Symbol, m vc.Measured, v *smt.Term) Cause {
	c := Cause{}
	term := m.Term
	for range maxCauses {
		f := u.about(term, sym.Step)
		if f == nil {
			break
		}
		c = Cause{Kind: f.Why.Kind, At: f.Why.At, Callee: f.Why.Callee, Clause: f.Why.Clause}
		earlier := sameMeasure(f.Term, term)
		if earlier == nil || p.Value(ctx, sym.Guard, earlier) != v {
			break
		}
		term = earlier
	}
	return c
}

// about is the first fact before a step that speaks of a term and was stated by
// a call, a contract, a state or the type of a constant.
func (u unit) about(t *smt.Term, step int) *vc.Fact {
	speaks := func(f *vc.Fact) bool {
		switch f.Why.Kind {
		case "call", "contract", "state", "constant":
			return contains(f.Term, t)
		}
		return false
	}
	for _, f := range u.vc.Prelude {
		if speaks(f) {
			return f
		}
	}
	for _, s := range u.vc.Steps[:min(step, len(u.vc.Steps))] {
		if f, ok := s.(*vc.Fact); ok && speaks(f) {
			return f
		}
	}
	return nil
}

func contains(in, t *smt.Term) bool {
	found := false
	smt.Walk(func(x *smt.Term) { found = found || x == t }, in)
	return found
}

// sameMeasure finds in a fact the measure of another value, nil where there is
// none or more than one.
func sameMeasure(fact, term *smt.Term) *smt.Term {
	var out []*smt.Term
	smt.Walk(func(x *smt.Term) {
		if x != term && x.Op == smt.OpApply && x.Func() == term.Func() {
			out = append(out, x)
		}
	}, fact)
	if len(out) != 1 {
		return nil
	}
	return out[0]
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

// maxReasons bounds what a reader is shown.
const maxReasons = 12

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
