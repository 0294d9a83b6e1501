package solve

import (
	"regexp"
	"slices"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
)

// relevance is what has to do with a goal, so that an explanation speaks of
// nothing else: a shared session has marks about which the goal does not care.
type relevance struct {
	// atoms stand in the goal, or in a fact beside one that does.
	atoms map[*smt.Term]bool
	// words are the names in the goal's text.
	words []string
}

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// about starts with what stands in a goal.
func about(g *vc.Goal) relevance {
	a := relevance{atoms: map[*smt.Term]bool{}}
	a.add(g.Term)
	if !g.Origin.Clause.IsZero() {
		a.words = word.FindAllString(g.Origin.Clause.Text(), -1)
	}
	return a
}

// behind adds what the facts before the goal tie to it, latest first.
func (a relevance) behind(facts []*vc.Fact) relevance {
	for j := len(facts) - 1; j >= 0; j-- {
		a.fact(facts[j])
	}
	return a
}

// fact reports whether a fact bears on the goal: it speaks of a relevant atom,
// or of none. Then all its atoms are relevant to the facts before it.
func (a relevance) fact(f *vc.Fact) bool {
	atoms := atomsOf(f.Term)
	if len(atoms) > 0 && !slices.ContainsFunc(atoms, func(t *smt.Term) bool { return a.atoms[t] }) {
		return false
	}
	a.add(f.Term)
	return true
}

func (a relevance) add(t *smt.Term) {
	for _, x := range atomsOf(t) {
		a.atoms[x] = true
	}
}

// measure reports whether a measure of a value is worth showing. A label is
// known by its name: its term is what it is made of.
func (a relevance) measure(m vc.Measured) bool {
	if m.Label {
		return slices.Contains(a.words, m.Name)
	}
	return a.atoms[m.Term]
}

// atomsOf lists the applications of uninterpreted functions in a term, and the
// unknown numbers and strings. Of a handle only its measures say anything, and
// an unknown Bool is mostly the condition of a path, which all facts share.
func atomsOf(t *smt.Term) []*smt.Term {
	var out []*smt.Term
	smt.Walk(func(t *smt.Term) {
		if t.Func() != nil || t.IsSymbol() && (t.Sort.IsNumeric() || t.Sort.IsString()) {
			out = append(out, t)
		}
	}, t)
	return out
}
