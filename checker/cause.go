package checker

import (
	"slices"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
)

// causes finds out why a term has the one value that it has: it follows the term
// back through what handed it on (calls that keep a measure as it was, the joins of
// branches, each side of its own) to what made it so.
type causes struct {
	*query
	seen  map[*smt.Term]bool
	found []Cause
}

// Bounds of how far back is looked, and of what a reader is told.
const (
	maxCauses  = 100
	maxReasons = 12
	maxTold    = 3
)

func (c *causes) add(x Cause) {
	if len(c.found) < maxTold && !slices.Contains(c.found, x) {
		c.found = append(c.found, x)
	}
}

// has reports whether t is v on every path of a guard.
func (c *causes) has(guard, t, v *smt.Term) bool { return c.probe.Value(c.ctx, guard, t) == v }

// follow adds the causes of t being v on the paths of a guard.
func (c *causes) follow(t, v, guard *smt.Term) {
	if len(c.seen) > maxCauses || c.seen[t] || c.ctx.Err() != nil {
		return
	}
	c.seen[t] = true
	if t.Op == smt.OpOr || t.Op == smt.OpAnd {
		c.junction(t, v, guard)
		return
	}
	if a, b, cond, ok := c.joined(t); ok {
		for _, side := range []struct{ t, on *smt.Term }{{a, cond}, {b, c.vc.Pool.Not(cond)}} {
			on := c.vc.Pool.And(guard, side.on)
			if c.has(on, side.t, v) { // and the path is possible
				c.follow(side.t, v, on)
			}
		}
		return
	}
	f := c.about(t)
	if f == nil {
		c.branch(t, v, guard)
		return
	}
	told, earlier := c.told(f, t), sameMeasure(f.Term, t)
	handedOn := earlier != nil && c.has(guard, earlier, v)
	if !handedOn || told.Kind == "loop" {
		c.add(told)
	}
	if handedOn {
		c.follow(earlier, v, guard)
	}
	c.branch(t, v, guard)
}

// junction follows the operands that decide a conjunction or a disjunction.
func (c *causes) junction(t, v, guard *smt.Term) {
	decides := v.IsTrue() == (t.Op == smt.OpOr)
	for _, x := range t.Args {
		if !x.IsLiteral() && c.has(guard, x, v) {
			c.follow(x, v, guard)
			if decides {
				return // one is enough
			}
		}
	}
}

// joined is what t is on either side of a conditional of which it is a measure (or
// which it is itself), and the condition.
func (c *causes) joined(t *smt.Term) (a, b, cond *smt.Term, ok bool) {
	if t.Op == smt.OpIte {
		return t.Args[1], t.Args[2], t.Args[0], true
	}
	of := t
	if t.Op == smt.OpApply && len(t.Args) > 0 {
		of = t.Args[0]
	}
	if of.Op == smt.OpIte {
		return c.measureOf(t, of.Args[1]), c.measureOf(t, of.Args[2]), of.Args[0], true
	}
	if !of.IsSymbol() {
		return nil, nil, nil, false
	}
	for _, s := range c.vc.Steps[:min(c.step, len(c.vc.Steps))] {
		f, isFact := s.(*vc.Fact)
		if !isFact || f.Why.Kind != "definition" || f.Term.Op != smt.OpEq {
			continue
		}
		x, y := f.Term.Args[0], f.Term.Args[1]
		if y == of {
			x, y = y, x
		}
		if x == of && y.Op == smt.OpIte {
			return c.measureOf(t, y.Args[1]), c.measureOf(t, y.Args[2]), y.Args[0], true
		}
	}
	return nil, nil, nil, false
}

// measureOf is the measure t of another value, or the value itself where t is no
// measure.
func (c *causes) measureOf(t, value *smt.Term) *smt.Term {
	if t.Op != smt.OpApply {
		return value
	}
	return c.vc.Pool.Apply(t.Func(), append([]*smt.Term{value}, t.Args[1:]...)...)
}

// about is the first fact before the step that speaks of a term and was stated by
// something that a reader knows.
func (c *causes) about(t *smt.Term) *vc.Fact {
	speaks := func(f *vc.Fact) bool {
		switch f.Why.Kind {
		case "call", "contract", "state", "constant", "parameter", "constructor", "component":
			return smt.Occurs(t, f.Term)
		}
		return false
	}
	for _, f := range c.vc.Prelude {
		if speaks(f) {
			return f
		}
	}
	for _, s := range c.vc.Steps[:min(c.step, len(c.vc.Steps))] {
		if f, ok := s.(*vc.Fact); ok && speaks(f) {
			return f
		}
	}
	return nil
}

// told is a fact as a cause; what a loop hands on has its invariant for a clause.
func (c *causes) told(f *vc.Fact, t *smt.Term) Cause {
	out := Cause{Kind: f.Why.Kind, At: f.Why.At, Callee: f.Why.Callee, Clause: f.Why.Clause}
	if !f.Why.Clause.IsZero() {
		return out
	}
	size := 0
	for _, s := range c.vc.Steps {
		r, ok := s.(*vc.Region)
		if !ok {
			continue
		}
		for _, k := range r.Kappas {
			for _, x := range k.Candidates {
				if (out.Kind != "loop" || x.Size < size) && smt.Occurs(x.Selector, f.Term) && c.kept(x.Selector) && c.candidate(f.Term, x.Selector, t) {
					out, size = Cause{Kind: "loop", At: k.At, Is: x.Text}, x.Size
				}
			}
		}
	}
	return out
}

// kept reports whether an invariant keeps a candidate.
func (c *causes) kept(selector *smt.Term) bool {
	for _, f := range c.solved.Solutions {
		if f.Term == selector {
			return true
		}
	}
	return false
}

// candidate reports whether, in a fact, what a selector chooses speaks of t.
func (c *causes) candidate(fact, selector, t *smt.Term) bool {
	found := false
	smt.Walk(func(x *smt.Term) {
		if x.Op == smt.OpOr && slices.Contains(x.Args, c.vc.Pool.Not(selector)) {
			found = found || smt.Occurs(t, x)
		}
	}, fact)
	return found
}

// branch adds the condition of the outermost path on which t is v, where it is not
// so everywhere.
func (c *causes) branch(t, v, guard *smt.Term) {
	if c.parents == nil {
		c.parents = map[*smt.Term]*smt.Term{}
		for _, s := range c.vc.Steps {
			if r, ok := s.(*vc.Reach); ok && r.Parent != nil && (r.Kind == vc.Branch || r.Kind == vc.Open) {
				c.parents[r.Guard] = r.Parent
			}
		}
	}
	for {
		parent := c.parents[guard]
		if parent == nil {
			return
		}
		if !c.has(parent, t, v) {
			break
		}
		guard = parent
	}
	for _, s := range c.vc.Steps {
		if f, ok := s.(*vc.Fact); ok && f.Why.Kind == "branch" && f.Term.Op == smt.OpEq && slices.Contains(f.Term.Args, guard) {
			c.add(Cause{Kind: "branch", At: f.Why.At, Is: f.Why.Param})
			return
		}
	}
}

// sameMeasure finds in a fact the measure of another value, nil where there is
// none or more than one.
func sameMeasure(fact, term *smt.Term) *smt.Term {
	var out []*smt.Term
	if term.Op != smt.OpApply {
		return nil
	}
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
