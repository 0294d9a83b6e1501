package solve

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// event is a step of a trace with its place in the order of execution: a value is
// named before what is said of it at the same step.
type event struct {
	diag.Step
	step, sub int
	// speaks lists what it speaks of.
	speaks []*smt.Term
	fact   *placed // that it tells, if it does
	free   bool    // what it tells of is free
	runs   bool    // it tells which call runs the code of steps before it
	// head and clauses are the parts of a message that tells what a call says.
	head    string
	clauses []string
	// before tells, of a loop, why a turn does not keep what it should, or why what it
	// keeps holds where it starts.
	before []event
}

const (
	subLoop = iota
	subName
	subFact
	subFlow
)

// trace tells a finding: what was left open, what the facts made of it, under which
// names it was handed on; the goal, which cannot live with it, is left to the
// caller.
func (q *inquiry) trace(f *finding, words *glossary) []diag.Step {
	events := q.events(f, words)
	roles(events)
	out := make([]diag.Step, len(events))
	for i, e := range events {
		e.Message = words.legend(e.Message, q.origin.At)
		out[i] = e.Step
	}
	return out
}

func (q *inquiry) events(f *finding, words *glossary) []event {
	var events []event
	add := func(e event, at diag.Span, text string) {
		if text != "" && !at.IsZero() {
			e.Step = diag.Step{Span: at, Role: diag.RoleThrough, Message: text}
			events = append(events, e)
		}
	}
	run := func(step, sub int, via []diag.Span, inside ...diag.Span) {
		told := 0
		for _, c := range via {
			spread := slices.ContainsFunc(inside, func(at diag.Span) bool { return within(at, c) })
			if told < maxVia && !spread {
				told++
				events = append(events, runs(c, step, sub))
			}
		}
	}
	lost := map[int]loop{}
	for _, l := range f.loops {
		lost[l.leaf] = l
	}
	for i, l := range f.leaves {
		if l.symbol == nil {
			if says := words.words(l.term, strengthEq+1); says != "" && !q.aged(l.term) {
				add(event{step: q.step, sub: subName, speaks: []*smt.Term{l.term}, free: true}, q.unshownAt(), fmt.Sprintf("nothing rules out `%s = %s`", says, l.text))
			}
			continue
		}
		e := event{step: l.symbol.Step, speaks: []*smt.Term{l.term}}
		if in, ok := lost[i]; ok {
			e.sub = subLoop
			if in.finding != nil {
				e.before = in.inquiry.events(in.finding, words)
			}
			add(e, in.kappa.At, q.lost(in, words))
			run(e.step, e.sub, in.kappa.Via, in.kappa.At)
			continue
		}
		if f.derived(l) {
			continue
		}
		e.sub, e.free = subName, true
		add(e, where(l.symbol), open(l, words))
	}
	shown := slices.ContainsFunc(f.leaves, func(l leaf) bool { return l.symbol != nil })
	for _, s := range q.names.symbols {
		if s.Role == vc.MomentAfter && !shown && smt.Occurs(s.Term, q.goal) {
			add(event{step: s.Step, sub: subName}, s.Span, fmt.Sprintf("what was known before `%s` may have changed with it", oneLine(s.Span.Text(), maxWords)))
		}
	}
	for i := range f.facts {
		p := &f.facts[i]
		at := p.Why.Inner
		if at.IsZero() {
			at = p.Why.At
		}
		if text := q.says(p, f, words); text != "" {
			e := event{step: p.step, sub: subFact, speaks: applications(p.Term), fact: p, before: q.entered(p, f, words)}
			if head, clause, ok := strings.Cut(text, madeSo); ok {
				e.head, e.clauses = head+madeSo, []string{clause}
			}
			add(e, at, text)
			run(p.step, subFact, p.Why.Via, at)
		}
	}
	events = append(events, q.labels(f, events, words)...)
	inOrder(events)
	events = together(events)
	var out []event
	for _, e := range q.renamed(events, f, words) {
		out = append(append(out, e.before...), e)
	}
	return withoutRepeats(out)
}

// runs tells that a call runs the code of the steps before it.
func runs(call diag.Span, step, sub int) event {
	text := fmt.Sprintf("`%s` runs it", oneLine(call.Text(), maxWords))
	return event{Step: diag.Step{Span: call, Role: diag.RoleThrough, Message: text}, step: step, sub: sub, runs: true}
}

// aged reports whether a term speaks of a moment after a call that is told of.
func (q *inquiry) aged(t *smt.Term) bool {
	return slices.ContainsFunc(q.names.symbols, func(s *vc.Symbol) bool { return s.Role == vc.MomentAfter && smt.Occurs(s.Term, t) })
}

// maxVia bounds how many calls within calls are told.
const maxVia = 4

// entered tells why what a fact says that a loop keeps holds where the loop starts.
func (q *inquiry) entered(p *placed, f *finding, words *glossary) []event {
	if p.Why.Invariant == nil {
		return nil
	}
	var out []event
	for _, e := range f.entries {
		if smt.Occurs(e.selector, p.Term) {
			out = append(out, e.inquiry.events(e.finding, words)...)
		}
	}
	return out
}

// together tells at once what one call says.
func together(in []event) []event {
	var out []event
	for _, e := range in {
		if n := len(out); n > 0 && e.head != "" && out[n-1].head == e.head && out[n-1].Span == e.Span && e.before == nil {
			last := &out[n-1]
			for _, c := range e.clauses {
				if !slices.Contains(last.clauses, c) {
					last.clauses = append(last.clauses[:len(last.clauses):len(last.clauses)], c)
				}
			}
			last.Message = last.head + strings.Join(last.clauses, " and ")
			last.speaks = append(last.speaks[:len(last.speaks):len(last.speaks)], e.speaks...)
			continue
		}
		out = append(out, e)
	}
	return out
}

func inOrder(events []event) {
	sort.SliceStable(events, func(i, j int) bool {
		a, b := events[i], events[j]
		return a.step < b.step || a.step == b.step && a.sub < b.sub
	})
}

// withoutRepeats tells everything once: what a call runs is told after all of it.
func withoutRepeats(in []event) []event {
	key := func(e event) string { return fmt.Sprint(e.Span.Start, e.Span.End, e.Span.Src.Name, e.Message) }
	last := map[string]int{}
	for i, e := range in {
		if e.runs {
			last[key(e)] = i
		}
	}
	var out []event
	seen := map[string]bool{}
	for i, e := range in {
		k := key(e)
		if !seen[k] && (!e.runs || last[k] == i) {
			seen[k] = true
			out = append(out, e)
		}
	}
	return out
}

// open words a leaf: nothing says that it is otherwise.
func open(l leaf, words *glossary) string {
	name := words.name(l.symbol)
	switch {
	case l.measure != "":
		return fmt.Sprintf("nothing rules out `%s %s = %s`", l.measure, name, l.text)
	case l.term.Sort.IsDatatype():
		return fmt.Sprintf("nothing rules out that `%s` is `%s`", name, l.text)
	}
	return fmt.Sprintf("nothing rules out `%s = %s`", strings.Trim(name, "()"), l.text)
}

const madeSo = " made it so: "

// says words a fact; "" where it has nothing to tell by itself.
func (q *inquiry) says(p *placed, f *finding, words *glossary) string {
	o := p.Why
	text := o.Clause.Text()
	if o.Words != nil {
		text = o.Words(words.value)
	}
	call := oneLine(o.At.Text(), maxWords)
	if !o.Inner.IsZero() {
		call = oneLine(o.Inner.Text(), maxWords)
	}
	if o.Invariant != nil {
		kept := q.kept(p, f, words)
		switch {
		case kept == "":
			return ""
		case o.Kind == "call":
			return fmt.Sprintf("after `%s`, %s", oneLine(o.At.Text(), maxCallName), kept)
		}
		return "at every turn of the loop, " + kept
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
		return fmt.Sprintf("the state says `%s`", text)
	}
	if text == "" {
		return ""
	}
	switch o.Kind {
	case "call":
		if tells, ok := strings.CutPrefix(text, "("+call+") = "); ok {
			return fmt.Sprintf("`%s` tells `%s`", call, tells)
		}
		return fmt.Sprintf("`%s`%s`%s`", call, madeSo, text)
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

// kept lists what the invariant that a fact states contributes to a finding.
func (q *inquiry) kept(p *placed, f *finding, words *glossary) string {
	needed := map[*smt.Term]bool{}
	for _, x := range f.facts {
		if x.Why.Kind == "invariant" && smt.Occurs(x.Term, p.Term) {
			needed[x.Term] = true
		}
	}
	var out []string
	for _, c := range p.Why.Invariant.Candidates {
		if needed[c.Selector] {
			out = append(out, c.Words(p.Why.Of, words.value))
		}
	}
	return alike(out, " is as it was before the loop", " are as they were before the loop")
}

// alike joins sentences; those that end alike are one.
func alike(in []string, end, plural string) string {
	var subjects, rest []string
	for _, s := range in {
		if subject, ok := strings.CutSuffix(s, end); ok {
			subjects = append(subjects, subject)
		} else {
			rest = append(rest, s)
		}
	}
	if n := len(subjects); n > 1 {
		rest = append([]string{strings.Join(subjects[:n-1], ", ") + " and " + subjects[n-1] + plural}, rest...)
	} else if n == 1 {
		rest = append([]string{subjects[0] + end}, rest...)
	}
	return strings.Join(rest, "; ")
}

// roles tells the steps where something arose, which are the sources, from those that
// hand on what an earlier one said: what they speak of was spoken of before.
func roles(events []event) {
	known := map[*smt.Term]bool{}
	any := false
	for i, e := range events {
		source := e.free
		if e.fact != nil {
			source = !slices.ContainsFunc(e.speaks, func(t *smt.Term) bool { return known[t] })
			switch e.fact.Why.Kind {
			case "contract", "state", "constant":
				source = true
			case "constructor", "branch":
				source = false
			}
		}
		if source {
			events[i].Role, any = diag.RoleSource, true
		}
		for _, t := range e.speaks {
			known[t] = true
		}
	}
	if !any && len(events) > 0 {
		events[0].Role = diag.RoleSource
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
func (q *inquiry) renamed(events []event, f *finding, words *glossary) []event {
	before := len(events)
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
	// From the last on: a name that only another name uses counts as well.
	for i := len(q.names.symbols) - 1; i >= 0; i-- {
		s := q.names.symbols[i]
		if s.Name == "" || s.Inner || s.Step > q.step || !uses(s.Name, s.Step) || q.shadowed(i) {
			continue
		}
		text := q.another(s, parts, words)
		if text == "" || told(events, s) {
			continue
		}
		events = append(events, event{Step: diag.Step{Span: where(s), Role: diag.RoleThrough, Message: text}, step: s.Step, sub: subName})
	}
	slices.Reverse(events[before:])
	inOrder(events)
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
		if s.Name == q.names.symbols[i].Name && !s.Inner {
			return s.Term != q.names.symbols[i].Term
		}
	}
	return false
}

// another words how a variable is another name for something, or made of it; ""
// where it is neither.
func (q *inquiry) another(s *vc.Symbol, parts map[*smt.Term]bool, words *glossary) string {
	value := oneLine(s.Value.Text(), maxWords)
	is := fmt.Sprintf("`%s` is `%s`", words.name(s), value)
	if s.Part {
		is = fmt.Sprintf("`%s` is a part of `%s`", words.name(s), value)
	}
	first := q.names.first[s.Term]
	switch {
	case s.Term.IsLiteral():
		if mentions(q.origin.At.Text(), s.Name) && value != "" {
			is := fmt.Sprintf("`%s` is `%s`", s.Name, value)
			if text := Literal(s.Term); text != value {
				is += fmt.Sprintf(", which is `%s`", oneLine(text, maxWords))
			}
			return is
		}
	case first != nil && first != s && parts[s.Term]:
		if first.Name == s.Name {
			return ""
		}
		return fmt.Sprintf("`%s` is another name for `%s`", words.name(s), words.name(first))
	case value == "" || q.isCallResult(s):
	case parts[s.Term] && s.Term.Op != smt.OpSelect:
		return is
	case s.Term.Op != smt.OpSymbol && mentions(q.origin.At.Text(), s.Name) && isBase(s.Term.Sort) && shares(s.Term, parts):
		return is // simplified away
	}
	return ""
}

// isCallResult reports whether a variable is bound to the result of the call that
// stands there.
func (q *inquiry) isCallResult(s *vc.Symbol) bool {
	return slices.ContainsFunc(q.names.symbols, func(o *vc.Symbol) bool {
		return o.Name == "" && o.Term == s.Term && o.Span == s.Value
	})
}

// shares reports whether a term is made of a symbol that is among parts.
func shares(t *smt.Term, parts map[*smt.Term]bool) bool {
	return slices.ContainsFunc(smt.FreeSymbols(t), func(x *smt.Term) bool { return parts[x] })
}
