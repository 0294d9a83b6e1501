package solve

import (
	"fmt"
	"slices"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// hop is a place on the way of a label. The core of a finding says which occurrence
// introduced the label and nothing of the way, since what is made of labelled values
// has the label of these by definition.
type hop struct {
	*vc.Flow
	measure string
	kind    int // of label
	// decided: the label came here because the next hop was decided by it, and runs,
	// because it was decided whether the next one runs.
	decided, runs bool
}

// maxHops bounds the way that is followed, and maxTold the steps of it that are told.
const (
	maxHops = 5000
	maxTold = 12
)

// flows follows the labels that the goal speaks of back to where they arose: through
// what is labelled in the model, and of this, through what the core speaks of.
func (q *inquiry) flows(f *finding) {
	if q.origin.Labels == nil || q.model == nil {
		return
	}
	core := map[*smt.Term]bool{}
	for _, l := range f.leaves {
		core[l.term] = true
	}
	for _, p := range f.facts {
		for _, s := range smt.FreeSymbols(p.Term) {
			core[s] = true
		}
	}
	told := map[*vc.Flow]bool{}
	for _, l := range q.origin.Labels() {
		if told[l.Flow] || q.carries(l.Flow, l.Kind, core) == 0 {
			continue
		}
		told[l.Flow] = true
		if way := q.way(l, core); len(way) > 0 {
			f.flows = append(f.flows, way)
		}
	}
}

// carries ranks an occurrence: 0 if it is not labelled, 2 if the core says so.
func (q *inquiry) carries(f *vc.Flow, kind int, core map[*smt.Term]bool) int {
	if kind >= len(f.Labels) || f.Labels[kind] == nil {
		return 0
	}
	t := f.Labels[kind]
	if t.IsTrue() {
		return 2
	}
	if v := q.model.Eval(t); v == nil || !v.IsTrue() {
		return 0
	}
	if slices.ContainsFunc(smt.FreeSymbols(t), func(s *smt.Term) bool { return core[s] }) {
		return 2
	}
	return 1
}

// way lists the hops from where a label arose to the value that is judged.
func (q *inquiry) way(l vc.Labelled, core map[*smt.Term]bool) []hop {
	var out []hop
	seen := map[*vc.Flow]bool{}
	at := hop{Flow: l.Flow, measure: l.Measure, kind: l.Kind}
	for len(out) < maxHops {
		seen[at.Flow] = true
		out = append(out, at)
		next, best := hop{measure: l.Measure, kind: l.Kind}, 0
		consider := func(fs []*vc.Flow, decided bool) {
			for _, f := range fs {
				rank := q.carries(f, l.Kind, core)
				// A call that is known by its type is labelled by what that says.
				if seen[f] || rank <= best || at.Kind == vc.FlowCall && rank < 2 && q.carries(at.Flow, l.Kind, core) == 2 {
					continue
				}
				next.Flow, next.decided, next.runs, best = f, decided, decided && at.Runs, rank
			}
		}
		consider(at.From, false)
		consider(at.By, true)
		if best == 0 {
			break
		}
		at = next
	}
	if len(out) == maxHops {
		return nil // where it arose is not known
	}
	slices.Reverse(out)
	return out
}

// labels tells the ways of labels as events. What the core tells of a place is not told
// again.
func (q *inquiry) labels(f *finding, core []event, words *glossary) []event {
	told := map[diag.Span]bool{}
	for _, e := range core {
		told[e.Span] = true
	}
	var all []event
	for _, way := range f.flows {
		var out []event
		step := 0
		var from diag.Span
		var first string
		for i, h := range way {
			if i == 0 {
				if j := slices.IndexFunc(core, func(e event) bool { return e.Span == h.At || h.Kind == vc.FlowUnknown && within(e.Span, h.At) }); j >= 0 {
					step = core[j].step
					continue
				}
			}
			step = max(step, h.Step) // what is walked again is told in the order of the way
			text := h.says(i == 0)
			if i == 0 {
				text = q.introduces(h, text, words)
			}
			if text == "" || h.At.IsZero() || told[h.At] && h.Kind != vc.FlowDecides && h.Kind != vc.FlowNamed ||
				h.At == from && (h.Kind == vc.FlowBound || h.Kind == vc.FlowPart && mentions(first, h.Name)) {
				continue
			}
			if i == 0 {
				from, first = h.At, text
			}
			e := event{Step: diag.Step{Span: h.At, Role: diag.RoleThrough, Message: text}, step: step, sub: subFlow, free: i == 0}
			e.speaks = smt.FreeSymbols(h.Labels...)
			out = append(out, e)
			if h.Kind != vc.FlowReturned {
				continue
			}
			for _, c := range h.Via {
				if !within(h.At, c) {
					out = append(out, runs(c, step, subFlow))
					break
				}
			}
		}
		all = append(all, shortened(out)...)
	}
	return all
}

// shortened leaves out the middle of a long way.
func shortened(way []event) []event {
	hidden := len(way) - maxTold
	if hidden < 2 {
		return way
	}
	between := way[maxTold/2]
	between.Message = fmt.Sprintf("%s; and so on, through %d more steps", between.Message, hidden-1)
	return append(append(slices.Clone(way[:maxTold/2]), between), way[maxTold/2+hidden:]...)
}

// introduces words the first hop: by what the type of the call or constant says of the
// label, if it says anything.
func (q *inquiry) introduces(h hop, otherwise string, words *glossary) string {
	if h.Kind != vc.FlowCall && h.Kind != vc.FlowConstant {
		return otherwise
	}
	mine := map[*smt.Term]bool{}
	for _, s := range smt.FreeSymbols(h.Labels...) {
		mine[s] = true
	}
	for i := range q.facts {
		p := &q.facts[i]
		at := p.Why.Inner
		if at.IsZero() {
			at = p.Why.At
		}
		if at == h.At && slices.ContainsFunc(smt.FreeSymbols(p.Term), func(s *smt.Term) bool { return mine[s] }) {
			if text := q.says(p, &finding{}, words); text != "" {
				return text
			}
		}
	}
	return otherwise
}

// derived reports whether a leaf is a label that came from elsewhere.
func (f *finding) derived(l leaf) bool {
	for _, way := range f.flows {
		for _, h := range way[min(1, len(way)):] {
			if slices.Contains(h.Labels, l.term) {
				return true
			}
		}
	}
	return false
}

// undecided prefers a model in which what decides what runs, or what something is, is
// not labelled: what is handed on is the simpler story.
func (q *inquiry) undecided() {
	if q.origin.Labels == nil {
		return
	}
	var deciding []*smt.Term
	seen := map[*vc.Flow]bool{}
	for _, l := range q.origin.Labels() {
		queue := []*vc.Flow{l.Flow}
		for len(queue) > 0 && len(seen) < maxHops {
			f := queue[0]
			queue = queue[1:]
			if seen[f] {
				continue
			}
			seen[f] = true
			if t := f.Labels[l.Kind]; f.Kind == vc.FlowDecides && !t.IsTrue() && !t.IsFalse() {
				deciding = append(deciding, q.pool.Not(t))
			}
			queue = append(append(queue, f.By...), f.From...)
		}
	}
	if len(deciding) == 0 {
		return
	}
	q.model.Push()
	q.model.Assert(q.pool.And(deciding...))
	if q.model.Check(q.ctx) != smt.Sat {
		q.model.Pop(1)
		q.model.Check(q.ctx)
	}
}

// says words a hop, "" where it has nothing to tell by itself.
func (h hop) says(source bool) string {
	text := oneLine(h.At.Text(), maxWords)
	switch h.Kind {
	case vc.FlowModel:
		if !h.Labels[h.kind].IsTrue() {
			return fmt.Sprintf("the state does not say whether the model has read what carries `%s`: what it types may carry it on", h.measure)
		}
		return fmt.Sprintf("the model has read what carries `%s`, as the state says: what it types carries it on", h.measure)
	case vc.FlowLiteral:
		if !source {
			return fmt.Sprintf("the model typed `%s` after it had read that", text)
		}
	case vc.FlowConstant:
		return fmt.Sprintf("nothing rules out that `%s` carries `%s`", h.Name, h.measure)
	case vc.FlowCall, vc.FlowUnknown:
		if source {
			return fmt.Sprintf("nothing rules out that `%s` carries `%s`", text, h.measure)
		}
	case vc.FlowReturned:
		return fmt.Sprintf("`%s` carries it, and is what is returned", text)
	case vc.FlowBound:
		return fmt.Sprintf("`%s` carries it on: `%s`", h.Name, text)
	case vc.FlowPart:
		return fmt.Sprintf("`%s` carries it on: it is a part of `%s`", h.Name, text)
	case vc.FlowGiven:
		return fmt.Sprintf("`%s` is given what carries it", h.Name)
	case vc.FlowNamed:
		return fmt.Sprintf("the model named `%s` after it had read that", text)
	case vc.FlowDecides:
		if h.runs {
			return fmt.Sprintf("`%s` carries it, and decides what runs", text)
		}
		return fmt.Sprintf("`%s` carries it, and decides what the value is", text)
	}
	return ""
}
