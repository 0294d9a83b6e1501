package solve

import (
	"fmt"
	"strings"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// describe turns a goal that failed into a diagnostic: what and where, the
// clause that asks for it, and where what it speaks of came from.
func (r *run) describe(i int, g *Goal) *diag.Diagnostic {
	o := g.Origin
	text := o.Text()
	if text == "" {
		// Never the encoding's own names.
		text = o.At.Text()
		if o.Kind == "division" {
			text += " != 0"
		}
	}
	m := g.Message
	if g.Status == Undecided {
		m = diag.NotDecided
		if m.Code != g.Message.Code && g.Message.Code == "AE304" {
			m = g.Message
		}
	}
	args := []any{}
	switch strings.Count(m.Text, "%s") {
	case 1:
		args = append(args, text)
		if o.Kind == "termination" && m == diag.NotDecreasing || o.Kind == "keeps" {
			args[0] = o.Callee
		}
		if o.Kind == "control" {
			args[0] = o.Param
		}
	}
	d := diag.New(o.At, m, args...)
	if g.Status == Undecided {
		d.Note("the solver gave up: %s", g.Reason)
	}
	if !o.Clause.IsZero() && o.Clause != o.At {
		switch {
		case o.Callee != "" && o.Param != "":
			d.With(o.Clause, "`%s` asks for it of its parameter `%s`", o.Callee, o.Param)
		case o.Callee != "":
			d.With(o.Clause, "`%s` asks for it", o.Callee)
		default:
			d.With(o.Clause, "it is asked for here")
		}
	}
	d.Status = diag.Refuted
	if g.Status == Undecided {
		d.Status = diag.Undecided
	}
	for _, f := range r.sources(i, g) {
		d.Trace = append(d.Trace, diag.Step{Span: f.Why.At, Role: diag.RoleSource, Message: says(f)})
	}
	d.Trace = append(d.Trace, diag.Step{Span: o.At, Role: diag.RoleSink, Message: needs(o, text)})
	d.Counterexample = g.Counterexample
	return d
}

// says words a fact that comes from a call or a contract.
func says(f *vc.Fact) string {
	text := f.Why.Clause.Text()
	switch f.Why.Kind {
	case "contract":
		return fmt.Sprintf("the contract says `%s`", text)
	case "state":
		return fmt.Sprintf("the state says so of `%s`", f.Why.Param)
	}
	return fmt.Sprintf("`%s` made it so: `%s`", f.Why.Callee, text)
}

// needs words what is asked for where the trace ends.
func needs(o vc.Origin, text string) string {
	if o.Callee == "" || o.Kind == "termination" || o.Kind == "keeps" || o.Kind == "control" {
		return fmt.Sprintf("here `%s` is needed", text)
	}
	return fmt.Sprintf("`%s` needs `%s`", o.Callee, text)
}

// maxSources bounds the places that a message names.
const maxSources = 5

// sources walks back from the goal to the calls whose results it speaks of: the
// latest fact about each of its symbols, then about the symbols of that fact.
func (r *run) sources(i int, g *Goal) []*vc.Fact {
	wanted := map[*smt.Term]bool{}
	for _, s := range smt.FreeSymbols(g.Term) {
		wanted[s] = true
	}
	var out []*vc.Fact
	facts := r.factsBefore(i)
	about := about(g.Goal)
	for j := len(facts) - 1; j >= 0 && len(out) < maxSources; j-- {
		f := facts[j]
		if !about.fact(f) {
			continue
		}
		if f.Why.Kind == "checked" || f.Why.Kind == "lemma" || f.Why.Kind == "case" {
			continue
		}
		syms := smt.FreeSymbols(f.Term)
		hit := false
		for _, s := range syms {
			hit = hit || wanted[s]
		}
		if !hit {
			continue
		}
		for _, s := range syms {
			wanted[s] = true
		}
		if f.Why.Kind == "call" && !f.Why.Clause.IsZero() || f.Why.Kind == "contract" && !f.Why.Clause.IsZero() {
			out = append([]*vc.Fact{f}, out...)
		}
	}
	return out
}

// counterexample shows the source variables in a model of the negated goal, if
// the model, evaluated again, does break the goal.
func (r *run) counterexample(i int, g *vc.Goal, s *z3.Solver) []diag.Binding {
	if v := s.Eval(g.Term); v == nil || !v.IsFalse() {
		return nil
	}
	relevant, about := r.cone(i, g), about(g).behind(r.factsBefore(i))
	seen := map[string]bool{}
	var out []diag.Binding
	for j := len(r.vc.Symbols) - 1; j >= 0 && len(out) < 12; j-- {
		sym := r.vc.Symbols[j]
		if seen[sym.Name] || !r.touches(sym, relevant) {
			continue
		}
		if on := s.Eval(sym.Guard); on == nil || !on.IsTrue() {
			continue
		}
		text := r.show(sym, s, about)
		if text == "" {
			continue
		}
		seen[sym.Name] = true
		out = append([]diag.Binding{{Name: sym.Name, Value: text}}, out...)
	}
	return out
}

// cone is the set of symbols that the goal, its guard and the facts behind them
// speak of.
func (r *run) cone(i int, g *vc.Goal) map[*smt.Term]bool {
	in := map[*smt.Term]bool{}
	add := func(t *smt.Term) {
		for _, s := range smt.FreeSymbols(t) {
			in[s] = true
		}
	}
	add(g.Term)
	add(g.Guard)
	facts := r.factsBefore(i)
	for j := len(facts) - 1; j >= 0; j-- {
		for _, s := range smt.FreeSymbols(facts[j].Term) {
			if in[s] {
				add(facts[j].Term)
				break
			}
		}
	}
	return in
}

func (r *run) touches(sym vc.Symbol, cone map[*smt.Term]bool) bool {
	for _, s := range smt.FreeSymbols(sym.Term) {
		if cone[s] {
			return true
		}
	}
	return false
}

// show is a value as a reader knows it: a literal, or the measures of an opaque
// value that have to do with the goal.
func (r *run) show(sym vc.Symbol, s *z3.Solver, about relevance) string {
	if text := Literal(s.Eval(sym.Term)); text != "" {
		return text
	}
	var parts []string
	for _, m := range sym.Measures() {
		if !about.measure(m) {
			continue
		}
		if text := Literal(s.Eval(m.Term)); text != "" {
			parts = append(parts, m.Name+" = "+text)
		}
	}
	return strings.Join(parts, ", ")
}

// Literal prints a base value in the language's own syntax, "" for others.
func Literal(t *smt.Term) string {
	if t == nil {
		return ""
	}
	if b, ok := t.BoolValue(); ok {
		return fmt.Sprint(b)
	}
	if n, ok := t.IntValue(); ok {
		return n.String()
	}
	if q, ok := t.RealValue(); ok {
		if q.IsInt() {
			return q.Num().String() + ".0"
		}
		f, _ := q.Float64()
		return fmt.Sprint(f)
	}
	if s, ok := t.StringValue(); ok {
		return fmt.Sprintf("%q", s)
	}
	return ""
}
