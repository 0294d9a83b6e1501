package solve

import (
	"fmt"
	"sort"
	"strings"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// event is a step of a trace with its place in the order of execution.
type event struct {
	diag.Step
	step, sub int
	fact      *placed
}

// trace tells a finding: what was left open, what the facts made of it, under which
// names it was handed on; the goal, which cannot live with it, is left to the
// caller.
func (q *inquiry) trace(f *finding) []diag.Step {
	var events []event
	add := func(step int, at diag.Span, role diag.Role, text string, fact *placed) {
		if text != "" && !at.IsZero() {
			events = append(events, event{diag.Step{Span: at, Role: role, Message: text}, step, len(events), fact})
		}
	}
	for _, l := range f.leaves {
		if l.symbol != nil {
			add(l.symbol.Step, where(l.symbol), diag.RoleSource, q.open(l), nil)
		}
	}
	for i := range f.facts {
		p := &f.facts[i]
		at, text := p.Why.At, q.says(p, f)
		if !p.Why.Inner.IsZero() {
			add(p.step, p.Why.Inner, diag.RoleSource, text, p)
			text, p = handedOver(p.Why), nil
			if len(events) > 0 && text == "" {
				continue
			}
			add(f.facts[i].step, at, diag.RoleThrough, text, p)
			continue
		}
		add(p.step, at, diag.RoleSource, text, p)
	}
	sort.SliceStable(events, func(i, j int) bool { return events[i].step < events[j].step })
	events = withoutRepeats(events)
	q.roles(events)
	events = q.renamed(events, f)
	out := make([]diag.Step, len(events))
	for i, e := range events {
		e.Message = q.names.legend(e.Message, q.origin.At)
		out[i] = e.Step
	}
	return out
}

func withoutRepeats(in []event) []event {
	var out []event
	seen := map[string]bool{}
	for _, e := range in {
		key := fmt.Sprint(e.Span.Start, e.Span.End, e.Span.Src.Name, e.Message)
		if !seen[key] {
			seen[key] = true
			out = append(out, e)
		}
	}
	return out
}

// handedOver says that a call ran the code in which a fact arose.
func handedOver(o vc.Origin) string {
	return fmt.Sprintf("this call of `%s` runs it", calleeIn(o.At))
}

// calleeIn is the first word of a call.
func calleeIn(at diag.Span) string {
	return strings.Trim(oneLine(at.Text(), maxCallName), "()")
}

// open words a leaf: nothing says that it is otherwise.
func (q *inquiry) open(l leaf) string {
	name := q.names.shown[l.symbol]
	switch {
	case l.measure != "":
		return fmt.Sprintf("nothing rules out `%s %s = %s`", l.measure, name, l.text)
	case l.term.Sort.IsDatatype():
		return fmt.Sprintf("nothing rules out that `%s` is `%s`", name, l.text)
	}
	return fmt.Sprintf("nothing rules out `%s = %s`", name, l.text)
}

// says words a fact; "" where it has nothing to tell by itself.
func (q *inquiry) says(p *placed, f *finding) string {
	o := p.Why
	text := o.Clause.Text()
	if o.Words != nil {
		text = o.Words(q.names.value)
	}
	call := oneLine(o.At.Text(), maxWords)
	if !o.Inner.IsZero() {
		call = oneLine(o.Inner.Text(), maxWords)
	}
	switch o.Kind {
	case "branch":
		if o.Param == "true" || o.Param == "false" {
			return fmt.Sprintf("on this path `%s` is %s", call, o.Param)
		}
		return fmt.Sprintf("on this path `%s` is `%s`", call, oneLine(o.Param, maxWords))
	case "kept":
		return fmt.Sprintf("`%s` keeps `%s` as it was", call, o.Param)
	case "state":
		return fmt.Sprintf("the state says so of `%s`", o.Param)
	case "call":
		if kept := q.kept(p, f); kept != "" {
			return fmt.Sprintf("`%s` keeps at every turn: %s", call, kept)
		}
	}
	if text == "" {
		return ""
	}
	switch o.Kind {
	case "call":
		return fmt.Sprintf("`%s` made it so: `%s`", call, text)
	case "contract":
		return fmt.Sprintf("the contract says `%s`", text)
	case "parameter":
		return fmt.Sprintf("the type of parameter `%s` says `%s`", o.Param, text)
	case "constant":
		return fmt.Sprintf("`%s` is declared with `%s`", o.Callee, text)
	case "constructor":
		return fmt.Sprintf("`%s` says `%s`", o.Callee, text)
	case "element", "list":
		return fmt.Sprintf("of its elements it is known that `%s`", text)
	case "checked":
		return fmt.Sprintf("it is taken that `%s` holds here, which is reported on its own", text)
	}
	return ""
}

// kept lists what the invariant that a fact speaks of contributes to a finding.
func (q *inquiry) kept(p *placed, f *finding) string {
	used := map[*smt.Term]bool{}
	for _, s := range smt.FreeSymbols(p.Term) {
		used[s] = true
	}
	var out []string
	for _, i := range q.out.Invariants {
		for _, c := range i.Kappa.Candidates {
			if !used[c.Selector] {
				continue
			}
			for _, x := range f.facts {
				if x.Term == c.Selector {
					out = append(out, "`"+c.Text+"`")
				}
			}
		}
	}
	return strings.Join(out, ", ")
}

// roles tells the facts that hand on what an earlier one made from those where it
// arose.
func (q *inquiry) roles(events []event) {
	known := map[*smt.Term]bool{}
	for i, e := range events {
		if e.fact == nil {
			continue
		}
		mine := applications(e.fact.Term)
		switch e.fact.Why.Kind {
		case "branch", "constructor":
			events[i].Role = diag.RoleThrough
		case "call", "kept":
			for _, t := range mine {
				if known[t] {
					events[i].Role = diag.RoleThrough
				}
			}
		}
		for _, t := range mine {
			known[t] = true
		}
	}
}

// applications lists the measures of values, and base values, that a term speaks
// of.
func applications(t *smt.Term) []*smt.Term {
	var out []*smt.Term
	smt.Walk(func(t *smt.Term) {
		if t.Op == smt.OpApply || t.Op == smt.OpSymbol && isBase(t.Sort) {
			out = append(out, t)
		}
	}, t)
	return out
}

// renamed adds the bindings by which what the trace speaks of got the names that
// later steps use.
func (q *inquiry) renamed(events []event, f *finding) []event {
	parts := map[*smt.Term]bool{}
	roots := []*smt.Term{q.goal}
	for _, p := range f.facts {
		roots = append(roots, p.Term)
	}
	smt.Walk(func(t *smt.Term) { parts[t] = true }, roots...)
	uses := func(name string, after int) bool {
		if mentions(q.origin.At.Text(), name) || mentions(q.origin.Call.Text(), name) {
			return true
		}
		for _, e := range events {
			if e.step > after && mentions(e.Span.Text(), name) {
				return true
			}
		}
		return false
	}
	labels := map[*smt.Term]bool{}
	// From the last on: a name that only another name uses counts as well.
	for i := len(q.names.symbols) - 1; i >= 0; i-- {
		s := q.names.symbols[i]
		if s.Name == "" || s.Step > q.step || !uses(s.Name, s.Step) || q.shadowed(i) {
			continue
		}
		text := q.another(s, parts, i, labels)
		if text == "" || told(events, s) {
			continue
		}
		events = append(events, event{diag.Step{Span: where(s), Role: diag.RoleThrough, Message: text}, s.Step, 0, nil})
	}
	sort.SliceStable(events, func(i, j int) bool { return events[i].step < events[j].step })
	return events
}

// told reports whether the trace tells of the place of a binding already.
func told(events []event, s *vc.Symbol) bool {
	for _, e := range events {
		if e.Span == where(s) {
			return true
		}
	}
	return false
}

// shadowed reports whether a later variable of the name is in force at the goal.
func (q *inquiry) shadowed(i int) bool {
	for _, s := range q.names.symbols[i+1:] {
		if s.Name == q.names.symbols[i].Name {
			return s.Term != q.names.symbols[i].Term
		}
	}
	return false
}

// another words how a variable is another name for something, made of it, or
// labelled by it; "" where it is none of these.
func (q *inquiry) another(s *vc.Symbol, parts map[*smt.Term]bool, i int, labels map[*smt.Term]bool) string {
	value := oneLine(s.Value.Text(), maxWords)
	first := q.names.first[s.Term]
	switch {
	case s.Term.IsLiteral():
		if mentions(q.origin.At.Text(), s.Name) && value != "" {
			return fmt.Sprintf("`%s` is `%s`", s.Name, value)
		}
	case first != nil && first != s && parts[s.Term]:
		if first.Name == s.Name {
			return ""
		}
		return fmt.Sprintf("`%s` is another name for `%s`", q.names.shown[s], q.names.shown[first])
	case parts[s.Term] && s.Term.Op != smt.OpSymbol && s.Term.Op != smt.OpSelect && value != "":
		return fmt.Sprintf("`%s` is `%s`", q.names.shown[s], value)
	}
	for _, m := range s.Measures() {
		if m.Label && !m.Term.IsLiteral() && parts[m.Term] && !labels[m.Term] && value != "" && q.earlier(i, m.Term) {
			return fmt.Sprintf("`%s` carries it on: `%s`", q.names.shown[s], value)
		}
	}
	return ""
}

// earlier reports whether a variable before the i-th has a label.
func (q *inquiry) earlier(i int, label *smt.Term) bool {
	part := map[*smt.Term]bool{}
	smt.Walk(func(t *smt.Term) { part[t] = true }, label)
	for _, s := range q.names.symbols[:i] {
		for _, m := range s.Measures() {
			if m.Label && part[m.Term] && !m.Term.IsLiteral() {
				return true
			}
		}
	}
	return false
}
