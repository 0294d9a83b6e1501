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
func (r *run) horn(i int, open *vc.Region) {
	end := r.closing(i)
	var kappas []*vc.Kappa
	dropped := map[*smt.Term]bool{}
	for _, step := range r.vc.Steps[i:end] {
		if g, ok := step.(*vc.Region); ok && !g.Close {
			kappas = append(kappas, g.Kappas...)
		}
	}
	for changed := true; changed && r.ctx.Err() == nil; {
		r.solver.Push()
		r.choose(kappas, dropped)
		changed = r.round(i, end, dropped)
		r.solver.Pop(1)
		r.region = nil
	}
	if r.ctx.Err() != nil {
		return
	}
	r.choose(kappas, dropped)
	r.region = nil
	for _, k := range kappas {
		r.out.Invariants = append(r.out.Invariants, &Invariant{Kappa: k, Texts: kept(k, dropped)})
		for _, c := range k.Candidates {
			f := &vc.Fact{Guard: r.pool.True(), Term: r.chosen(c, dropped), Why: vc.Origin{Kind: "invariant", At: k.At}}
			r.facts = append(r.facts, f)
			r.near.facts = append(r.near.facts, f)
		}
	}
	r.solvedTo = end
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

// choose asserts which candidates are in.
func (r *run) choose(kappas []*vc.Kappa, dropped map[*smt.Term]bool) {
	for _, k := range kappas {
		for _, c := range k.Candidates {
			sel := r.chosen(c, dropped)
			r.solver.Assert(sel)
			r.region = append(r.region, &vc.Fact{Guard: r.pool.True(), Term: sel})
		}
	}
}

func (r *run) chosen(c vc.Candidate, dropped map[*smt.Term]bool) *smt.Term {
	if dropped[c.Selector] {
		return r.pool.Not(c.Selector)
	}
	return c.Selector
}

// round walks the region once under the present choice and drops what a clause
// does not prove; it reports whether anything was dropped.
func (r *run) round(from, to int, dropped map[*smt.Term]bool) bool {
	changed := false
	for i, step := range r.vc.Steps[from:to] {
		switch step := step.(type) {
		case *vc.Fact:
			r.solver.Assert(r.pool.Implies(step.Guard, step.Term))
			r.region = append(r.region, step)
		case *vc.Clause:
			before := len(dropped)
			changed = r.clause(step, dropped) || changed
			if len(dropped) > before {
				r.blame(from+i, step, dropped)
			}
		}
	}
	return changed
}

// blame remembers at which clause a candidate was given up.
func (r *run) blame(step int, c *vc.Clause, dropped map[*smt.Term]bool) {
	for _, cand := range c.Kappa.Candidates {
		if _, known := r.broke[cand.Selector]; !known && dropped[cand.Selector] {
			r.broke[cand.Selector] = step
		}
	}
}

// fewCandidates are tested one by one: reading a model costs more than that.
const fewCandidates = 24

// clause drops what the clause does not prove. A model of the kept candidates'
// failure shows at once all that it breaks; where they are few, or the solver
// does not know, they are tested one by one.
func (r *run) clause(c *vc.Clause, dropped map[*smt.Term]bool) bool {
	changed := false
	for r.ctx.Err() == nil {
		var all []*smt.Term
		for i, cand := range c.Kappa.Candidates {
			if !dropped[cand.Selector] {
				all = append(all, c.Instances[i])
			}
		}
		goal := r.pool.And(all...)
		if goal.IsTrue() {
			return changed
		}
		r.solver.Push()
		r.solver.Assert(c.Guard)
		r.solver.Assert(r.pool.Not(goal))
		res := r.solver.Check(r.ctx)
		broken := 0
		if res == smt.Sat && len(all) > fewCandidates {
			for i, cand := range c.Kappa.Candidates {
				if dropped[cand.Selector] {
					continue
				}
				if v := r.solver.Eval(c.Instances[i]); v != nil && v.IsFalse() {
					dropped[cand.Selector] = true
					broken++
				}
			}
		}
		r.solver.Pop(1)
		if res == smt.Unsat {
			return changed
		}
		if broken == 0 {
			return r.oneByOne(c, dropped) || changed
		}
		changed = true
	}
	return changed
}

func (r *run) oneByOne(c *vc.Clause, dropped map[*smt.Term]bool) bool {
	changed := false
	for i, cand := range c.Kappa.Candidates {
		if !dropped[cand.Selector] && !r.follows(c.Guard, c.Instances[i]) {
			dropped[cand.Selector] = true
			changed = true
		}
	}
	return changed
}

func (r *run) follows(guard, t *smt.Term) bool {
	if t.IsTrue() {
		return true
	}
	if testsStrings(t) {
		if found, _ := r.byLanguages(guard, t); found == follows {
			return true
		}
	}
	r.solver.Push()
	r.solver.Assert(guard)
	r.solver.Assert(r.pool.Not(t))
	res := r.solver.Check(r.ctx)
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
