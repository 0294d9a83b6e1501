package solve

import (
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
)

// Invariant is the solution of an unknown predicate: the candidates that hold
// at every turn.
type Invariant struct {
	Kappa *vc.Kappa
	Texts []string
}

// horn solves the unknown predicates of the region that opens at step i, by
// predicate abstraction: start from all candidates, drop those that some clause
// does not prove from the others, until nothing changes (Flanagan and Leino,
// Houdini, FME 2001; Rondon, Kawaguchi, Jhala, Liquid Types, PLDI 2008, section
// 4.2). What remains is the strongest conjunction of candidates that is
// inductive. Regions inside this one are solved with it.
func (r *run) horn(i int) {
	end := r.closing(i)
	var kappas []*vc.Kappa
	for _, step := range r.vc.Steps[i:end] {
		if g, ok := step.(*vc.Region); ok && !g.Close {
			kappas = append(kappas, g.Kappas...)
		}
	}
	open := newCandidates(kappas)
	for changed := true; changed && r.ctx.Err() == nil; {
		r.solver.Push()
		changed = r.round(i, end, open)
		r.solver.Pop(1)
		r.region, r.given = nil, nil
	}
	if r.ctx.Err() != nil {
		return
	}
	dropped := open.dropped
	for _, k := range kappas {
		r.out.Invariants = append(r.out.Invariants, &Invariant{Kappa: k, Texts: kept(k, dropped)})
		for _, c := range k.Candidates {
			r.selectors[c.Selector] = r.pool.BoolLit(!dropped[c.Selector])
			f := &vc.Fact{Guard: r.pool.True(), Term: r.chosen(c, dropped), Why: vc.Origin{Kind: "invariant", At: k.At}}
			r.facts = append(r.facts, f)
		}
	}
	r.solvedTo = end
}

// decided is a fact without the candidates that were dropped and the selectors of
// those that were kept: what has been decided is no burden to later questions.
func (r *run) decided(f *vc.Fact) *vc.Fact {
	t := r.pool.Substitute(f.Term, r.selectors)
	if t == f.Term {
		return f
	}
	out := *f
	out.Term = t
	return &out
}

// closing is the index of the bracket that closes the region opened at i.
func (r *run) closing(i int) int {
	depth := 0
	for j := i; j < len(r.vc.Steps); j++ {
		if g, ok := r.vc.Steps[j].(*vc.Region); ok {
			if !g.Close {
				depth++
			} else if depth--; depth == 0 {
				return j
			}
		}
	}
	return len(r.vc.Steps)
}

// candidates are those of the predicates that are being solved.
type candidates struct {
	kappas  []*vc.Kappa
	isOne   map[*smt.Term]bool
	dropped map[*smt.Term]bool
	// without replaces the selectors of the dropped.
	without map[*smt.Term]*smt.Term
}

func newCandidates(kappas []*vc.Kappa) *candidates {
	cs := &candidates{kappas, map[*smt.Term]bool{}, map[*smt.Term]bool{}, map[*smt.Term]*smt.Term{}}
	for _, k := range kappas {
		for _, c := range k.Candidates {
			cs.isOne[c.Selector] = true
		}
	}
	return cs
}

func (cs *candidates) drop(p *smt.Pool, c vc.Candidate) {
	cs.dropped[c.Selector] = true
	cs.without[c.Selector] = p.False()
}

// left lists the selectors of those that were not dropped.
func (cs *candidates) left() []*smt.Term {
	var out []*smt.Term
	for _, k := range cs.kappas {
		for _, c := range k.Candidates {
			if !cs.dropped[c.Selector] {
				out = append(out, c.Selector)
			}
		}
	}
	return out
}

// spokenOf reports whether a term assumes one of them.
func (cs *candidates) spokenOf(t *smt.Term) bool {
	for _, s := range smt.FreeSymbols(t) {
		if cs.isOne[s] {
			return true
		}
	}
	return false
}

func (r *run) chosen(c vc.Candidate, dropped map[*smt.Term]bool) *smt.Term {
	if dropped[c.Selector] {
		return r.pool.Not(c.Selector)
	}
	return c.Selector
}

// round walks the region once and drops what a clause does not prove from the
// candidates that are left, which are assumed where the steps before the clause
// speak of any. It reports whether some clause was proved with a candidate that
// was dropped later, and has to be proved again.
func (r *run) round(from, to int, open *candidates) bool {
	assumed := false
	proved := -1 // the fewest that had been dropped when a clause was proved with others
	for i, step := range r.vc.Steps[from:to] {
		switch step := step.(type) {
		case *vc.Fact:
			f := *step
			f.Term = r.pool.Substitute(step.Term, open.without)
			r.solver.Assert(r.pool.Implies(f.Guard, f.Term))
			r.region = append(r.region, &f)
			assumed = assumed || open.spokenOf(f.Term)
		case *vc.Clause:
			before := len(open.dropped)
			r.clause(step, open, assumed)
			if len(open.dropped) > before {
				r.blame(from+i, step, open.dropped)
			}
			if assumed && proved < 0 {
				proved = len(open.dropped)
			}
		}
	}
	return proved >= 0 && len(open.dropped) > proved
}

// blame remembers at which clause a candidate was given up.
func (r *run) blame(step int, c *vc.Clause, dropped map[*smt.Term]bool) {
	for _, cand := range c.Kappa.Candidates {
		if _, known := r.broke[cand.Selector]; !known && dropped[cand.Selector] {
			r.broke[cand.Selector] = step
		}
	}
}

const (
	// fewCandidates are tested one by one: reading a model costs more than that.
	fewCandidates = 24
	// telling: a model is worth its price where it breaks one candidate of so many.
	telling = 8
)

// clause drops what the clause does not prove, until all that is left is proved
// from what is left. A model of the kept candidates' failure shows at once all that
// it breaks; where they are few, or it breaks few, or the solver does not know, they
// are tested one by one.
func (r *run) clause(c *vc.Clause, open *candidates, assumed bool) {
	for r.ctx.Err() == nil {
		if r.given = nil; assumed {
			r.given = open.left()
		}
		var all []*smt.Term
		for i, cand := range c.Kappa.Candidates {
			if !open.dropped[cand.Selector] {
				all = append(all, c.Instances[i])
			}
		}
		goal := r.pool.And(all...)
		if goal.IsTrue() {
			return
		}
		r.solver.Push()
		r.solver.Assert(c.Guard)
		r.solver.Assert(r.pool.Not(goal))
		res := r.solver.Check(r.ctx, r.given...)
		before := len(open.dropped)
		if res == smt.Sat && len(all) > fewCandidates {
			for i, cand := range c.Kappa.Candidates {
				if open.dropped[cand.Selector] {
					continue
				}
				if v := r.solver.Eval(c.Instances[i]); v != nil && v.IsFalse() {
					open.drop(r.pool, cand)
				}
			}
		}
		r.solver.Pop(1)
		if res == smt.Unsat {
			return
		}
		if broken := len(open.dropped) - before; broken*telling > len(all) {
			continue
		}
		r.oneByOne(c, open)
		if !assumed || len(open.dropped) == before {
			return
		}
	}
}

func (r *run) oneByOne(c *vc.Clause, open *candidates) {
	for i, cand := range c.Kappa.Candidates {
		if !open.dropped[cand.Selector] && !r.follows(c.Guard, c.Instances[i]) {
			open.drop(r.pool, cand)
		}
	}
}

// follows reports whether t follows, on the paths of guard, from the facts and what is
// given.
func (r *run) follows(guard, t *smt.Term) bool {
	if t.IsTrue() {
		return true
	}
	if r.tested || testsStrings(t) {
		if found, _ := r.byLanguages(guard, t); found != unclear {
			return found == follows
		}
	}
	r.solver.Push()
	r.solver.Assert(guard)
	r.solver.Assert(r.pool.Not(t))
	res := r.solver.Check(r.ctx, r.given...)
	r.solver.Pop(1)
	return res == smt.Unsat
}

// maxShown bounds how much of an invariant a reader is shown.
const maxShown = 6

func kept(k *vc.Kappa, dropped map[*smt.Term]bool) []string {
	var out []string
	for size := 0; size < 4; size++ {
		for _, c := range k.Candidates {
			if c.Size == size && !dropped[c.Selector] && len(out) < maxShown {
				out = append(out, c.Text)
			}
		}
	}
	return out
}
