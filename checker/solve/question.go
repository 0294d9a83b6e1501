package solve

import (
	"context"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/smt"
)

// question is one goal before languages: the strings that are tested or
// related and what the present model says of them.
type question struct {
	*languages
	pool *smt.Pool
	// tests are the tests of the facts, in order, and subjects the strings that they are about.
	tests    []test
	subjects []*smt.Term
	// relations are the equations and tests of strings against strings that are not
	// literals.
	relations []*smt.Term
	lengths   map[*smt.Term]bool // strings whose length the facts speak of

	// Of the model: what holds of each string, and which are equal to or part of
	// which.
	holds map[*smt.Term][]test
	links map[*smt.Term][]link
	// conditions are the values of the conditions within strings.
	conditions map[*smt.Term]*smt.Term
}

// test is a formula that puts a string into a language.
type test struct {
	subject  *smt.Term
	formula  *smt.Term
	language *smt.Regex
}

// link is a relation that holds in the model: the string is other, with anything
// before or after it where that is said.
type link struct {
	formula, other *smt.Term
	before, after  bool
}

// newQuestion collects the tests of the facts and names those that it lacks a name for.
func newQuestion(p *smt.Pool, l *languages, facts []*smt.Term) *question {
	q := &question{languages: l, pool: p, lengths: map[*smt.Term]bool{}}
	seen := map[*smt.Term]bool{}
	smt.Walk(func(t *smt.Term) {
		if isTest(t) && l.names[t] == nil {
			l.names[t] = p.For("test", t, p.Bool())
		}
		subject, language, ok := t.Membership()
		switch {
		case ok:
			q.tests = append(q.tests, test{subject, t, language})
			if !seen[subject] {
				seen[subject] = true
				q.subjects = append(q.subjects, subject)
			}
		case isTest(t), t.Op == smt.OpEq && t.Args[0].Sort == p.String():
			q.relations = append(q.relations, t)
			for _, s := range t.Args {
				if !seen[s] {
					seen[s] = true
					q.subjects = append(q.subjects, s)
				}
			}
		case t.Op == smt.OpStrLen:
			q.lengths[t.Args[0]] = true
		}
	}, facts...)
	return q
}

// bounds says how long the strings are that pass a test, where the facts speak of
// their length.
func (q *question) bounds() []*smt.Term {
	var out []*smt.Term
	for _, t := range q.tests {
		if !q.lengths[t.subject] {
			continue
		}
		length := q.pool.StrLen(t.subject)
		lo, hi := t.language.Lengths()
		bound := q.pool.Le(q.pool.Int64(int64(lo)), length)
		if hi >= 0 {
			bound = q.pool.And(bound, q.pool.Le(length, q.pool.Int64(int64(hi))))
		}
		out = append(out, q.pool.Implies(t.formula, bound))
	}
	return out
}

// hold holds the model against the languages. A lemma is true and excludes
// it; there is none if nothing is in the way, and ok is false where the solver does
// not know. The goal's own strings come first.
func (q *question) hold(ctx context.Context) (lemma *smt.Term, ok bool) {
	if !q.read() {
		return nil, false
	}
	for _, s := range q.subjects {
		all := map[*smt.Term]bool{}
		language := q.language(s, nil, all, map[*smt.Term]bool{})
		switch q.isEmpty(ctx, q.pool, language).answer {
		case smt.Unknown:
			return nil, false
		case smt.Unsat:
			return q.lemma(ctx, s, all), true
		}
	}
	return nil, true
}

// read takes from the model what it says of the tests, the equations, the
// conditions and the lengths.
func (q *question) read() bool {
	q.holds, q.links = map[*smt.Term][]test{}, map[*smt.Term][]link{}
	q.conditions = map[*smt.Term]*smt.Term{}
	for _, t := range q.tests {
		v := q.value(t.formula)
		if v == nil {
			return false
		}
		if v.IsFalse() {
			t.formula, t.language = q.pool.Not(t.formula), smt.Complement(t.language)
		}
		q.holds[t.subject] = append(q.holds[t.subject], t)
	}
	for _, e := range q.relations {
		v := q.value(e)
		if v == nil {
			return false
		}
		if !v.IsTrue() {
			continue
		}
		a, b := e.Args[0], e.Args[1]
		switch e.Op {
		case smt.OpEq:
			q.link(a, link{e, b, false, false})
			q.link(b, link{e, a, false, false})
		case smt.OpPrefixOf:
			q.link(b, link{e, a, false, true})
		case smt.OpSuffixOf:
			q.link(b, link{e, a, true, false})
		case smt.OpContains:
			q.link(a, link{e, b, true, true})
		}
	}
	return q.readLengths()
}

func (q *question) link(s *smt.Term, l link) { q.links[s] = append(q.links[s], l) }

// longestLength bounds the lengths that are told to the languages.
const longestLength = 200

// readLengths adds that a string is as long as the model says, at most and at
// least.
func (q *question) readLengths() bool {
	for _, s := range q.subjects {
		if !q.lengths[s] {
			continue
		}
		length := q.pool.StrLen(s)
		v := q.rest.Eval(length)
		if v == nil {
			return false
		}
		n, ok := v.IntValue()
		if !ok || !n.IsInt64() || n.Int64() > longestLength {
			continue
		}
		k := int(n.Int64())
		q.holds[s] = append(q.holds[s],
			test{s, q.pool.Le(length, v), smt.LengthLanguage(0, k)},
			test{s, q.pool.Le(v, length), smt.LengthLanguage(k, -1)})
	}
	return true
}

// value is the truth value of a formula in the model.
func (q *question) value(t *smt.Term) *smt.Term {
	v := q.rest.Eval(q.pool.Substitute(t, q.names))
	if v == nil || !v.IsTrue() && !v.IsFalse() {
		return nil
	}
	return v
}

// language is an upper bound of the values that a string can have if the
// formulas of without are left out; the formulas that it rests on are added to on.
func (q *question) language(s *smt.Term, without, on, within map[*smt.Term]bool) *smt.Regex {
	if within[s] {
		return smt.AnyString()
	}
	within[s] = true
	defer delete(within, s)
	var all []*smt.Regex
	for _, t := range q.holds[s] {
		if !without[t.formula] {
			on[t.formula] = true
			all = append(all, t.language)
		}
	}
	for _, l := range q.links[s] {
		if !without[l.formula] {
			on[l.formula] = true
			parts := []*smt.Regex{q.language(l.other, without, on, within)}
			if l.before {
				parts = append([]*smt.Regex{smt.AnyString()}, parts...)
			}
			if l.after {
				parts = append(parts, smt.AnyString())
			}
			all = append(all, smt.Concatenation(parts...))
		}
	}
	if r := q.structure(s, without, on, within); r != nil {
		all = append(all, r)
	}
	return smt.Intersection(all...)
}

// structure is what a string's own form says of it, nil if nothing.
func (q *question) structure(s *smt.Term, without, on, within map[*smt.Term]bool) *smt.Regex {
	decide := func(c *smt.Term) *smt.Term {
		v := q.conditions[c]
		if v == nil {
			if v = q.value(c); v == nil {
				v = c // unknown: neither
			}
			q.conditions[c] = v
		}
		formula := c
		if v.IsFalse() {
			formula = q.pool.Not(c)
		}
		if v == c || without[formula] {
			return c
		}
		on[formula] = true
		return v
	}
	switch s.Op {
	case smt.OpString:
		text, _ := s.StringValue()
		return smt.TextLanguage(text)
	case smt.OpConcat:
		parts := make([]*smt.Regex, len(s.Args))
		for i, a := range s.Args {
			parts[i] = q.language(a, without, on, within)
		}
		return smt.Concatenation(parts...)
	case smt.OpIte:
		switch v := decide(s.Args[0]); {
		case v.IsTrue():
			return q.language(s.Args[1], without, on, within)
		case v.IsFalse():
			return q.language(s.Args[2], without, on, within)
		}
		return smt.Union(q.language(s.Args[1], without, on, within), q.language(s.Args[2], without, on, within))
	case smt.OpStrFromInt:
		zero := q.pool.Int64(0)
		atLeast, atMost := decide(q.pool.Le(zero, s.Args[0])), decide(q.pool.Le(s.Args[0], zero))
		var all []*smt.Regex
		if !atLeast.IsTrue() {
			all = append(all, smt.TextLanguage(""))
		}
		if !atLeast.IsFalse() && !atMost.IsFalse() {
			all = append(all, smt.TextLanguage("0"))
		}
		if !atMost.IsTrue() {
			all = append(all, smt.PositiveNumerals())
		}
		return smt.Union(all...)
	}
	return nil
}

const (
	// fewFormulas are left as they are: the question whether one can be left out costs
	// more than what the shorter lemma is worth.
	fewFormulas = 4
	// maxShrunk bounds the formulas of a lemma that are tried to be left out.
	maxShrunk = 24
)

// lemma says that the formulas on which the language rests cannot hold together;
// those that are not needed for that are left out.
func (q *question) lemma(ctx context.Context, s *smt.Term, on map[*smt.Term]bool) *smt.Term {
	without := map[*smt.Term]bool{}
	tried := 0
	for _, f := range q.ordered(on) {
		if tried++; tried > maxShrunk || len(on) <= fewFormulas {
			break
		}
		without[f] = true
		if q.isEmpty(ctx, q.pool, q.language(s, without, map[*smt.Term]bool{}, map[*smt.Term]bool{})).answer != smt.Unsat {
			delete(without, f)
		}
	}
	needed := map[*smt.Term]bool{}
	q.language(s, without, needed, map[*smt.Term]bool{})
	var some []*smt.Term
	for _, f := range q.ordered(needed) {
		some = append(some, q.pool.Not(f))
	}
	return q.pool.Or(some...)
}

// ordered lists a set of terms in the order in which they were made.
func (q *question) ordered(set map[*smt.Term]bool) []*smt.Term {
	out := make([]*smt.Term, 0, len(set))
	for t := range set {
		out = append(out, t)
	}
	slices.SortFunc(out, byID)
	return out
}

// samples are values for the unknown strings that the present model allows, as
// equations: of a compound string with one unknown part, that part of a sample of
// the whole.
func (q *question) samples(ctx context.Context) []*smt.Term {
	out := map[*smt.Term]*smt.Term{}
	none := map[*smt.Term]bool{}
	for _, s := range q.subjects {
		e := q.isEmpty(ctx, q.pool, q.language(s, none, map[*smt.Term]bool{}, map[*smt.Term]bool{}))
		if e.sample == nil {
			continue
		}
		switch s.Op {
		case smt.OpConcat:
			if part, v := q.unknownPart(s, e.sample); part != nil {
				out[part] = v
			}
		case smt.OpIte, smt.OpStrFromInt:
		default:
			if out[s] == nil {
				out[s] = e.sample
			}
		}
	}
	var equations []*smt.Term
	for s, v := range out {
		equations = append(equations, q.pool.Eq(s, v))
	}
	slices.SortFunc(equations, byID)
	return equations
}

func byID(a, b *smt.Term) int { return a.ID() - b.ID() }

// unknownPart is the one part of a concatenation that is no literal, and what it
// is in a sample of the whole; nil if there are several.
func (q *question) unknownPart(s, sample *smt.Term) (part, value *smt.Term) {
	text, _ := sample.StringValue()
	before := true
	for _, a := range s.Args {
		v, ok := a.StringValue()
		switch {
		case !ok && part != nil, !ok && a.Op != smt.OpSymbol && a.Op != smt.OpApply:
			return nil, nil
		case !ok:
			part, before = a, false
		case before:
			text, ok = strings.CutPrefix(text, v)
		default:
			text, ok = strings.CutSuffix(text, v)
		}
	}
	if part == nil {
		return nil, nil
	}
	return part, q.pool.StringLit(text)
}
