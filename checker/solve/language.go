package solve

import (
	"context"
	"slices"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// languages decides what the sequence solver is slow at: what follows from the
// regular languages of unknown strings. It is lemmas on demand (de Moura, Rueß,
// Lemmas on Demand for Satisfiability Solvers, SAT 2002): tests of strings against
// constants are replaced by Booleans, which only weakens the facts; each model of the
// rest is held against the theory by asking Z3 whether, for each string, the
// languages that the model puts it in have a string in common; where they
// have none, that is a lemma. The question has one unknown string and one
// language, which Z3 answers by symbolic derivatives (Stanford, Veanes, Bjørner,
// Symbolic Boolean Derivatives, PLDI 2021) and without unfolding the string.
//
// Of a compound string (a concatenation, a conditional, a numeral) its language is
// an upper bound, made of those of its parts: no string in the upper bound, none at
// all. So every lemma is true, and "proved" is right; "not proved" says nothing.
type languages struct {
	rest  *z3.Solver // facts with Booleans for the tests
	empty *z3.Solver // one string at a time
	// names are the Booleans that stand for the tests.
	names map[*smt.Term]*smt.Term
	// known holds the answers about languages, by Identity.
	known map[string]emptiness
	bearings
}

// emptiness of a language.
type emptiness struct {
	answer smt.Result // Unsat: empty
	sample *smt.Term  // of a language that is not, if Z3 gave one
}

// verdict of an attempt.
type verdict int

const (
	unclear verdict = iota
	follows
	// possible: nothing was found that is in the way of a counterexample.
	possible
)

const (
	// maxRounds bounds the models that are looked at for one goal.
	maxRounds = 40
	// languageShare is the part of the resource limit that each question gets.
	languageShare = 4
)

// open borrows the solvers when they are needed for the first time.
func (l *languages) open(s *Session) error {
	if l.rest != nil {
		return nil
	}
	o := s.options()
	o.RLimit /= languageShare
	var err error
	if l.empty, err = s.borrow(o); err != nil {
		return err
	}
	if l.rest, err = s.borrow(o); err != nil {
		return err
	}
	l.names, l.known = map[*smt.Term]*smt.Term{}, map[string]emptiness{}
	return nil
}

// isTest reports whether a term tests a string, so that Z3 would have to look into it.
func isTest(t *smt.Term) bool {
	switch t.Op {
	case smt.OpInRegex, smt.OpPrefixOf, smt.OpSuffixOf, smt.OpContains:
		return true
	}
	return false
}

// testsStrings reports whether a term does.
func testsStrings(ts ...*smt.Term) bool {
	return slices.ContainsFunc(ts, (*smt.Term).TestsStrings)
}

// testsStringsIn reports whether anything in a unit does: where nothing does, no
// goal need be looked at for it.
func testsStringsIn(v *vc.VC) bool {
	for _, f := range v.Prelude {
		if testsStrings(f.Term, f.Guard) {
			return true
		}
	}
	for _, step := range v.Steps {
		switch step := step.(type) {
		case *vc.Fact:
			if testsStrings(step.Term, step.Guard) {
				return true
			}
		case *vc.Goal:
			if testsStrings(step.Term, step.Guard) {
				return true
			}
		case *vc.Lemma:
			if testsStrings(step.Terms...) {
				return true
			}
		case *vc.Clause:
			if testsStrings(step.Instances...) {
				return true
			}
		}
	}
	return false
}

// byLanguages tries a goal. With possible come equations that give strings the
// values which they may have in a counterexample.
func (r *run) byLanguages(guard, goal *smt.Term) (verdict, []*smt.Term) {
	if !r.strings {
		return unclear, nil
	}
	facts := r.bearing(guard, r.pool.Not(goal))
	if !testsStrings(facts...) {
		return unclear, nil
	}
	return r.holdTogether(facts)
}

// reachable asks in the same way whether a path is possible; follows says that it
// is not. On what holds of every path all tests bear that hold there.
func (r *run) reachable(guard *smt.Term) verdict {
	about := []*smt.Term{guard}
	if guard.IsTrue() {
		for _, f := range r.near.facts {
			if f.Guard.IsTrue() && testsStrings(f.Term) {
				about = append(about, f.Term)
			}
		}
	}
	found, _ := r.holdTogether(r.bearing(about...))
	return found
}

// holdTogether looks for what is in the way of all the facts' being true: follows,
// if something is.
func (r *run) holdTogether(facts []*smt.Term) (verdict, []*smt.Term) {
	l := &r.texts
	if l.open(r.Session) != nil {
		return unclear, nil
	}
	q := newQuestion(r.pool, l, facts)
	l.rest.Push()
	defer l.rest.Pop(1)
	for _, f := range facts {
		l.rest.Assert(r.pool.Substitute(f, l.names))
	}
	for _, f := range q.bounds() {
		l.rest.Assert(r.pool.Substitute(f, l.names))
	}
	for range maxRounds {
		switch l.rest.Check(r.ctx) {
		case smt.Unsat:
			return follows, nil
		case smt.Unknown:
			return unclear, nil
		}
		lemma, ok := q.hold(r.ctx)
		if !ok {
			return unclear, nil
		}
		if lemma == nil {
			return possible, q.samples(r.ctx)
		}
		l.rest.Assert(r.pool.Substitute(lemma, l.names))
	}
	return unclear, nil
}

// isEmpty asks whether a language is empty.
func (l *languages) isEmpty(ctx context.Context, p *smt.Pool, r *smt.Regex) emptiness {
	if !r.Exact() {
		return emptiness{answer: smt.Unknown}
	}
	key := r.Identity()
	e, ok := l.known[key]
	if ok {
		return e
	}
	// Counting is what the solver finds hard, and it seldom matters.
	if wider, ok := r.Widened(); ok {
		e = l.ask(ctx, p, wider)
	}
	if e.answer != smt.Unsat {
		e = l.ask(ctx, p, r)
	}
	l.known[key] = e
	return e
}

func (l *languages) ask(ctx context.Context, p *smt.Pool, r *smt.Regex) emptiness {
	l.empty.Push()
	defer l.empty.Pop(1)
	w := p.For("word", nil, p.String())
	l.empty.Assert(p.InRegex(w, r))
	e := emptiness{answer: l.empty.Check(ctx)}
	if e.answer == smt.Sat {
		e.sample = l.empty.Eval(w)
	}
	return e
}
