package checker

import (
	"context"

	"github.com/aeonc/aeonc/checker/solve"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// Known is what is known of a measure of a variable.
type Known struct {
	Measure string
	// Of is the variable, or "pair.0" where it is a part of one.
	Of string
	// Value is the measure's only possible value, as a literal of the language; ""
	// where it may have several.
	Value string
	// Label: a label of the occurrence, not a measure of the value.
	Label bool
	// Because is where the value came to be so; where it did on several paths, the
	// cause on each. Of a value that is not known it is what says something of it.
	Because []Cause
}

// Cause is what made a fact so.
type Cause struct {
	// Kind is "call", "contract", "state", "constant", "parameter", "constructor",
	// "branch" or "loop".
	Kind   string
	At     diag.Span
	Callee string
	Clause diag.Span
	// Is is what a branch's condition is on it, or what a loop keeps.
	Is string
}

// Variable is a variable of the plan with what is known of it at some place.
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
	return i.states(ctx, at, nil, nil)
}

// StatesAt is States at the offset in the plan's text instead of where each is
// bound: what the branches around the offset were chosen by is known there too, and
// of what the world can change only what still holds.
func (i *Inspection) StatesAt(ctx context.Context, at []diag.Span, offset int) []*Variable {
	i.mu.Lock()
	var here *vc.Place
	var unit *vc.VC
	for _, u := range i.units {
		for n := range u.vc.Places {
			p := &u.vc.Places[n]
			if p.Span.Start > offset || offset > p.Span.End || p.Span.Src != i.source {
				continue
			}
			if here == nil || p.Span.Start > here.Span.Start || p.Span.Start == here.Span.Start && p.Span.End < here.Span.End {
				here, unit = p, u.vc
			}
		}
	}
	i.mu.Unlock()
	return i.states(ctx, at, here, unit)
}

// states is States; of the variables of one unit, at a place in it if one is given.
func (i *Inspection) states(ctx context.Context, at []diag.Span, here *vc.Place, of *vc.VC) []*Variable {
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
			if sym := &u.vc.Symbols[n]; sym.Name != "" && !sym.Inner && wanted[sym.Span] {
				wanted[sym.Span] = false // unrolled code binds it again: the first time counts
				syms = append(syms, sym)
			}
		}
		if len(syms) == 0 {
			continue
		}
		q := &query{ctx: ctx, unit: u, probe: i.e.session.Probe(u.vc, u.solved)}
		for _, sym := range syms {
			if ctx.Err() != nil {
				break
			}
			if u.vc == of {
				out = append(out, q.variable(sym, here))
			} else {
				out = append(out, q.variable(sym, nil))
			}
		}
		q.probe.Close()
	}
	return out
}

// query asks about one unit, from its start towards its end.
type query struct {
	unit
	ctx   context.Context
	probe *solve.Probe
	// step and guard are where what is asked about is; parents are the guards that
	// each guard on the way splits.
	step    int
	guard   *smt.Term
	parents map[*smt.Term]*smt.Term
}

// variable is what is known of a symbol where it is bound, or at a place where it is
// in scope.
func (q *query) variable(sym *vc.Symbol, here *vc.Place) *Variable {
	var moment *smt.Term
	q.step, q.guard = sym.Step, sym.Guard
	if here != nil && here.Step >= sym.Step {
		q.step, q.guard, moment = here.Step, here.Guard, here.Moment
	}
	q.probe.Advance(q.step)
	out := &Variable{Name: sym.Name, Span: sym.Span}
	for _, s := range append([]vc.Symbol{*sym}, sym.Parts...) {
		out.Known = append(out.Known, q.known(&s, moment)...)
	}
	return out
}

func (q *query) known(sym *vc.Symbol, moment *smt.Term) []Known {
	ms := sym.MeasuresAt(moment)
	terms := make([]*smt.Term, len(ms))
	for n, m := range ms {
		terms[n] = m.Term
	}
	var out []Known
	values := q.probe.Values(q.ctx, q.guard, terms)
	for n, m := range ms {
		k := Known{Measure: m.Name, Of: sym.Name, Label: m.Label}
		c := causes{query: q, seen: map[*smt.Term]bool{}}
		if v := values[n]; v != nil {
			k.Value = solve.Literal(v)
			c.follow(m.Term, v, q.guard)
		} else if f := c.about(m.Term); f != nil {
			c.add(c.told(f, m.Term))
		}
		k.Because = c.found
		out = append(out, k)
	}
	return out
}
