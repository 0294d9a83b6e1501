package solve

import (
	"fmt"
	"slices"

	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// maxKnown bounds what is told of a goal that was not decided.
const maxKnown = 6

// knownOf tells what was known of what a goal speaks of, where the solver did not decide
// it: there is no model and no core, so it is the facts that share something with the
// goal, the nearest first, as far as they have words.
func (r *run) knownOf(i int, g *Goal) {
	if r.vc.Terse {
		return
	}
	q := &inquiry{run: r, step: i, guard: g.Guard, goal: g.Term, origin: g.Origin}
	q.names = r.namesOn(i, q.path())
	g.words = r.glossary(q.names)
	all := q.bearing(q.placedFacts())
	near := smt.FreeSymbols(g.Term)
	f := &finding{}
	taken := map[int]bool{}
	for range 3 { // steps of kinship
		if len(f.facts) >= maxKnown {
			break
		}
		var next []*smt.Term
		for j, p := range all {
			if taken[j] || !slices.ContainsFunc(smt.FreeSymbols(p.Term), func(s *smt.Term) bool { return slices.Contains(near, s) }) {
				continue
			}
			taken[j] = true
			next = append(next, smt.FreeSymbols(p.Term)...)
			if len(f.facts) < maxKnown && q.says(&all[j], f, g.words) != "" {
				f.facts = append(f.facts, p)
			}
		}
		near = append(near, next...)
	}
	for range 2 {
		g.words.settle()
		g.trace = q.trace(f, g.words)
		if g.Origin.Words != nil {
			g.Origin.Words(g.subject)
		}
	}
	if len(g.trace) == 0 {
		for _, s := range q.names.symbols {
			if s.Name != "" && len(g.trace) < maxKnown && smt.Occurs(s.Term, g.Term) && isBase(s.Term.Sort) && !s.Term.IsValue() {
				g.trace = append(g.trace, diag.Step{Span: where(s), Role: diag.RoleSource, Message: fmt.Sprintf("nothing is known of `%s`", g.words.name(s))})
			}
		}
	}
}

// ranOut says what ran out where a goal was not decided.
func (r *run) ranOut(reason string) string {
	switch reason {
	case z3.ReasonTimeout:
		return fmt.Sprintf("the time for one obligation ran out (%v; `--timeout` gives more)", r.limits.Timeout)
	case z3.ReasonRLimit:
		return "the solver's steps for one obligation ran out, a limit that is the same on every machine"
	case z3.ReasonCanceled:
		return "the check was cut off"
	}
	return "the solver gave up: " + reason
}

// unshown is a leaf for each formula of a core that is no fact and that no variable
// shows.
func (q *inquiry) unshown(kept map[*smt.Term]bool, atoms []*smt.Term) []leaf {
	var out []leaf
	for _, t := range atoms {
		if !kept[t] {
			continue
		}
		kept[t] = false
		of, text := t, "true"
		if t.Op == smt.OpNot {
			of, text = t.Args[0], "false"
		}
		if of.Op != smt.OpApply {
			continue
		}
		out = append(out, leaf{term: of, formula: t, text: text})
	}
	return out
}

// unshownAt is where what no variable shows is told: where it is asked about.
func (q *inquiry) unshownAt() diag.Span {
	if q.origin.At.IsZero() {
		return q.origin.Call
	}
	return q.origin.At
}
