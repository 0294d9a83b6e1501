package solve

import (
	"slices"
	"sort"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// An inquiry finds out why a goal fails, given a model in which it does. What is
// free in the model (the leaves: measures and base values of the source's
// variables) is fixed as the model has it, from the first variable on, until the
// goal is false in every execution that agrees; what is left of leaves and facts
// when all that can be spared is taken out is a derivation of the fault: a minimal
// unsatisfiable core (Liffiton and Sakallah, Algorithms for Computing Minimal
// Unsatisfiable Subsets of Constraints, JAR 2008; here by deletion). The leaves
// that remain are the smallest counterexample of its kind, the facts the trace.
type inquiry struct {
	*run
	// step is the number of steps before the goal.
	step        int
	guard, goal *smt.Term
	origin      vc.Origin
	model       *z3.Solver
	names       *names
	facts       []placed
	leaves      []leaf // all of them, with their values
	checks      int
	depth       int // of loops that are looked into
	execution   *Execution
	inside      []*vc.Kappa
}

// placed is a fact with the step at which it arose, -1 for what holds from the
// start.
type placed struct {
	*vc.Fact
	step    int
	formula *smt.Term
}

// leaf is something that is free: a variable of a base type, or a measure.
type leaf struct {
	symbol *vc.Symbol // nil for an atom that no variable shows
	// measure is the measure's name, "" where the variable itself is the leaf.
	measure string
	term    *smt.Term
	// formula fixes the leaf; text is its value for a reader.
	formula *smt.Term
	text    string
}

// finding is why a goal fails.
type finding struct {
	leaves []leaf
	facts  []placed
	loops  []loop // why a leaf is not known after a loop
	// entries are why what loops keep holds where they start.
	entries []entry
	flows   [][]hop // how the labels got here that the goal speaks of, from source to sink
}

// Bounds of an inquiry. They are numbers of things, so that what is reported does
// not depend on the machine.
const (
	maxInquiries = 20 // of one check; further rejections tell what and where
	maxFacts     = 400
	maxLeaves    = 60
	maxChecks    = 250
	maxLoops     = 2
	maxDoubts    = 8 // questions of one check that were not decided
)

// inquiryShare is the part of an obligation's resources that each question may take.
const inquiryShare = 8

func (s *Session) inquiryOptions() z3.Options {
	o := s.options()
	o.RLimit /= inquiryShare
	o.Timeout /= inquiryShare
	return o
}

// find computes the derivation; nil where it cannot be had within the bounds. The
// solver holds the facts, the guard and the goal's negation, and answered sat.
func (q *inquiry) find() *finding {
	q.facts = q.connected()
	q.undecided()
	leaves := q.preferred(q.free())
	q.leaves = leaves
	if !q.breaks() {
		return nil
	}
	if q.vc.Executions && q.depth == 0 {
		q.execution = q.observe()
	}
	atoms := q.atoms() // of the model, which is still there
	z, err := q.lib.NewSolver(q.pool, q.inquiryOptions())
	if err != nil {
		return nil
	}
	defer z.Close()
	for _, g := range q.path() {
		z.Assert(g)
	}
	var facts, fixed []*smt.Term
	given := map[*smt.Term]bool{}
	for _, f := range q.facts {
		facts = append(facts, f.formula)
		given[f.formula] = true
	}
	for _, t := range append(formulas(leaves), atoms...) {
		if !given[t] {
			fixed = append(fixed, t)
		}
	}
	// The shortest run of leaves that is enough: earlier ones explain later ones.
	goal := []*smt.Term{q.goal}
	enough := func(n int) bool { return q.unsat(z, goal, facts, fixed[:n]) }
	if !enough(len(fixed)) {
		return nil
	}
	fixed = fixed[:sort.Search(len(fixed), enough)]
	// What follows from the facts is no leaf: leaves are taken out first, the latest
	// first, with all facts at hand.
	for i := len(fixed) - 1; i >= 0; i-- {
		rest := append(append([]*smt.Term{}, fixed[:i]...), fixed[i+1:]...)
		if q.spares(z, goal, facts, rest) {
			fixed = rest
		}
	}
	if !q.unsat(z, goal, q.nearest(z, goal, fixed), fixed) {
		return nil
	}
	core := q.minimise(z, z.Core(), q.goal)
	out := &finding{}
	kept := map[*smt.Term]bool{}
	for _, t := range core {
		kept[t] = true
	}
	for _, l := range leaves {
		if kept[l.formula] && !given[l.formula] {
			out.leaves = append(out.leaves, l)
			kept[l.formula] = false
		}
	}
	for _, f := range q.facts {
		if kept[f.formula] {
			out.facts = append(out.facts, f)
			kept[f.formula] = false
		}
	}
	out.leaves = append(out.leaves, q.unshown(kept, atoms)...)
	q.flows(out)
	q.lookIntoLoops(z, out)
	q.entries(out)
	return out
}

func formulas(leaves []leaf) []*smt.Term {
	var out []*smt.Term
	for _, l := range leaves {
		out = append(out, l.formula)
	}
	return out
}

// ranks orders what is taken out of a core on trial, the lowest first: facts that
// repeat others, what loops keep that has little to do with what was before them, then
// late facts.
func (q *inquiry) ranks() map[*smt.Term]int {
	out := map[*smt.Term]int{}
	for i, f := range q.facts {
		out[f.formula] = -i - maxFacts*q.farFetched(f)
	}
	return out
}

// farFetched ranks facts by how much less a reader learns from them.
func (q *inquiry) farFetched(f placed) int {
	switch f.Why.Kind {
	case "checked", "lemma":
		return 1
	case "invariant":
		c := q.candidate(f.Term)
		switch {
		case c == nil:
			return 1
		case c.FromSpec:
			return 4
		case !c.Relative:
			return 3
		case c.Size > 1:
			return 2
		}
	}
	return 0
}

// candidate is that of a selector that was kept.
func (q *inquiry) candidate(selector *smt.Term) *vc.Candidate {
	for _, i := range q.out.Invariants {
		for j := range i.Kappa.Candidates {
			if c := &i.Kappa.Candidates[j]; c.Selector == selector {
				return c
			}
		}
	}
	return nil
}

// nearest leaves the far-fetched facts out, as long as the others do.
func (q *inquiry) nearest(z *z3.Solver, rest ...[]*smt.Term) []*smt.Term {
	all := make([]*smt.Term, len(q.facts))
	levels := map[*smt.Term]int{}
	highest := 0
	for i, f := range q.facts {
		all[i] = f.formula
		levels[f.formula] = q.farFetched(f)
		highest = max(highest, levels[f.formula])
	}
	for level := 0; level < highest; level++ {
		few := slices.DeleteFunc(slices.Clone(all), func(t *smt.Term) bool { return levels[t] > level })
		if len(few) < len(all) && q.spares(z, append(rest, few)...) {
			return few
		}
	}
	return all
}

func (q *inquiry) unsat(z *z3.Solver, parts ...[]*smt.Term) bool {
	if q.checks >= maxChecks {
		return false
	}
	q.checks++
	var all []*smt.Term
	for _, p := range parts {
		all = append(all, p...)
	}
	res := z.Check(q.ctx, all...)
	if res == smt.Unknown {
		q.doubts++
	}
	return res == smt.Unsat
}

// spares is unsat for what an explanation is the shorter for, and good without.
func (q *inquiry) spares(z *z3.Solver, parts ...[]*smt.Term) bool {
	return q.doubts < maxDoubts && q.unsat(z, parts...)
}

// minimise takes out of a core whatever it can do without, in the order of ranks;
// what is fixed stays.
func (q *inquiry) minimise(z *z3.Solver, core []*smt.Term, fixed ...*smt.Term) []*smt.Term {
	ranks := q.ranks()
	needed := map[*smt.Term]bool{}
	for _, t := range fixed {
		needed[t] = true
	}
	for {
		var next *smt.Term
		for _, t := range core {
			if !needed[t] && (next == nil || ranks[t] < ranks[next]) {
				next = t
			}
		}
		if next == nil {
			return core
		}
		var rest []*smt.Term
		for _, t := range core {
			if t != next {
				rest = append(rest, t)
			}
		}
		if q.spares(z, rest) {
			core = append([]*smt.Term{}, z.Core()...)
			continue
		}
		needed[next] = true
	}
}

// path lists the guards around the goal: they hold on its path.
func (q *inquiry) path() []*smt.Term {
	parents := map[*smt.Term]*smt.Term{}
	for _, s := range q.vc.Steps[:q.step] {
		if r, ok := s.(*vc.Reach); ok && r.Parent != nil && r.Kind.Opens() {
			parents[r.Guard] = r.Parent
		}
	}
	var out []*smt.Term
	for g := q.guard; g != nil; g = parents[g] {
		out = append(out, g)
	}
	return out
}

// connected lists the facts that have to do with the goal, in order: those that
// speak of a measure or a base value that it speaks of, or that another one does;
// of these, the ones that share a symbol with it or with one of them, the nearest
// if there are many.
func (q *inquiry) connected() []placed {
	all := q.bearing(q.placedFacts())
	about := map[*smt.Term][]int{}
	symbols := make([][]*smt.Term, len(all))
	for i, f := range all {
		symbols[i] = smt.FreeSymbols(f.formula)
		for _, s := range symbols[i] {
			about[s] = append(about[s], i)
		}
	}
	taken := map[int]bool{}
	seen := map[*smt.Term]bool{}
	queue := smt.FreeSymbols(append(q.path(), q.goal)...)
	for len(queue) > 0 && len(taken) < maxFacts {
		s := queue[0]
		queue = queue[1:]
		if seen[s] {
			continue
		}
		seen[s] = true
		for _, i := range about[s] {
			if !taken[i] {
				taken[i] = true
				queue = append(queue, symbols[i]...)
			}
		}
	}
	var out []placed
	for i, f := range all {
		if taken[i] {
			out = append(out, f)
		}
	}
	return out
}

// bearing drops the facts about measures that have nothing to do with the goal: a
// session that many specs share has marks about which the goal does not care.
func (q *inquiry) bearing(all []placed) []placed {
	paths := map[*smt.Term]bool{}
	for _, f := range all {
		paths[f.Guard] = true
	}
	of := func(ts ...*smt.Term) []any {
		var out []any
		smt.Walk(func(t *smt.Term) {
			switch {
			case t.Op == smt.OpApply:
				out = append(out, t.Func())
			case t.Op == smt.OpSymbol && isBase(t.Sort) && !paths[t]:
				out = append(out, t)
			}
		}, ts...)
		return out
	}
	wanted := map[any]bool{}
	want := func(xs []any) {
		for _, x := range xs {
			wanted[x] = true
		}
	}
	want(of(q.goal))
	topics := make([][]any, len(all))
	in := make([]bool, len(all))
	for i, f := range all {
		topics[i] = of(f.Term)
		if in[i] = len(topics[i]) == 0 || f.Why.Kind == "branch" || f.Why.Kind == "definition"; in[i] {
			want(topics[i])
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range all {
			if !in[i] && slices.ContainsFunc(topics[i], func(x any) bool { return wanted[x] }) {
				in[i], changed = true, true
				want(topics[i])
			}
		}
	}
	var out []placed
	for i, f := range all {
		if in[i] {
			out = append(out, f)
		}
	}
	return out
}

// placedFacts lists what holds at the goal, each formula once, without what only
// repeats other facts.
func (q *inquiry) placedFacts() []placed {
	var out []placed
	index := map[*smt.Term]int{}
	add := func(f *vc.Fact, step int) {
		t := q.pool.Implies(f.Guard, f.Term)
		if i, dup := index[t]; dup {
			if out[i].Why.Clause.IsZero() && !f.Why.Clause.IsZero() {
				out[i] = placed{f, step, t}
			}
			return
		}
		index[t] = len(out)
		out = append(out, placed{f, step, t})
	}
	for _, f := range q.vc.Prelude {
		add(f, -1)
	}
	for _, f := range q.run.facts {
		if f.Why.Kind != "summary" {
			add(f, -1)
		}
	}
	for i, s := range q.vc.Steps[:q.step] {
		if f, ok := s.(*vc.Fact); ok && (f.Checked == nil || q.unproved[f.Checked] && q.assume[f.Checked]) {
			add(f, i)
		}
	}
	return out
}

// atoms fixes every atomic formula of the goal and the facts as the model has it;
// with all of them fixed the goal is false for certain.
func (q *inquiry) atoms() []*smt.Term {
	var out []*smt.Term
	roots := []*smt.Term{q.goal}
	for _, f := range q.facts {
		roots = append(roots, f.formula)
	}
	smt.Walk(func(t *smt.Term) {
		if t.Sort != q.pool.Bool() || t.IsValue() {
			return
		}
		switch t.Op {
		case smt.OpNot, smt.OpAnd, smt.OpOr:
			return
		case smt.OpEq, smt.OpIte:
			if t.Args[1].Sort == q.pool.Bool() {
				return
			}
		}
		v := q.model.Eval(t)
		if v == nil {
			return
		}
		switch {
		case v.IsTrue():
			out = append(out, t)
		case v.IsFalse():
			out = append(out, q.pool.Not(t))
		}
	}, roots...)
	return out
}

// where is the place of a symbol for a reader: what it is bound to, or itself.
func where(s *vc.Symbol) diag.Span {
	if s.Value.IsZero() {
		return s.Span
	}
	return s.Value
}
