package smt

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Regular languages beyond what patterns can say: the operations under which they
// are closed. What these functions return is for solvers; it has no RE2 syntax.

// derived makes a Regex of an expression; its text in SMT-LIB names it.
func derived(n *RegexNode) *Regex {
	r := &Regex{root: n}
	r.pattern = r.SMTLIB()
	return r
}

func roots(rs []*Regex) []*RegexNode {
	subs := make([]*RegexNode, len(rs))
	for i, r := range rs {
		subs[i] = r.root
	}
	return subs
}

var anyRune = &RegexNode{Op: RegexClass, Ranges: []rune{0, utf8.MaxRune}}

// AnyString returns the language of all strings.
func AnyString() *Regex { return derived(&RegexNode{Op: RegexStar, Subs: []*RegexNode{anyRune}}) }

// TextLanguage returns the language of text alone.
func TextLanguage(text string) *Regex { return derived(&RegexNode{Op: RegexText, Text: text}) }

// LengthLanguage returns the strings of lo to hi code points; hi < 0 means no
// upper bound.
func LengthLanguage(lo, hi int) *Regex {
	return derived(&RegexNode{Op: RegexLoop, Subs: []*RegexNode{anyRune}, Min: lo, Max: hi})
}

// PositiveNumerals returns the decimal numerals of the integers from 1.
func PositiveNumerals() *Regex {
	digit := func(lo rune) *RegexNode { return &RegexNode{Op: RegexClass, Ranges: []rune{lo, '9'}} }
	more := &RegexNode{Op: RegexStar, Subs: []*RegexNode{digit('0')}}
	return derived(&RegexNode{Op: RegexConcat, Subs: []*RegexNode{digit('1'), more}})
}

// Concatenation returns the strings that are one of each language, in order.
func Concatenation(rs ...*Regex) *Regex {
	return derived(&RegexNode{Op: RegexConcat, Subs: roots(rs)})
}

// Union returns the strings that are in one of the languages.
func Union(rs ...*Regex) *Regex { return derived(&RegexNode{Op: RegexUnion, Subs: roots(rs)}) }

// Intersection returns the strings that are in every language; of none, all
// strings.
func Intersection(rs ...*Regex) *Regex {
	switch len(rs) {
	case 0:
		return AnyString()
	case 1:
		return rs[0]
	}
	return derived(&RegexNode{Op: RegexInter, Subs: roots(rs)})
}

// Complement returns the strings that are not in r.
func Complement(r *Regex) *Regex {
	if r.root.Op == RegexComplement {
		return derived(r.root.Subs[0])
	}
	return derived(&RegexNode{Op: RegexComplement, Subs: []*RegexNode{r.root}})
}

// Lengths returns bounds of the lengths of r's strings, in code points; hi is negative
// where there is none.
func (r *Regex) Lengths() (lo, hi int) { return r.root.lengths() }

func (n *RegexNode) lengths() (lo, hi int) {
	switch n.Op {
	case RegexText:
		k := utf8.RuneCountInString(n.Text)
		return k, k
	case RegexClass:
		return 1, 1
	case RegexConcat:
		for _, sub := range n.Subs {
			l, h := sub.lengths()
			lo, hi = lo+l, sum(hi, h)
		}
		return lo, hi
	case RegexUnion:
		for i, sub := range n.Subs {
			l, h := sub.lengths()
			if i == 0 || l < lo {
				lo = l
			}
			if i == 0 || hi >= 0 && (h < 0 || h > hi) {
				hi = h
			}
		}
		return lo, hi
	case RegexLoop:
		l, h := n.Subs[0].lengths()
		switch {
		case h == 0:
			return 0, 0
		case h < 0 || n.Max < 0:
			return n.Min * l, -1
		}
		return n.Min * l, n.Max * h
	case RegexNone:
		return 0, 0 // as good as any
	}
	return 0, -1
}

// sum adds upper bounds.
func sum(a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
}

// longRepetition is the bound from which counting makes a language large.
const longRepetition = 8

// Widened returns a language that holds all strings of r and perhaps more, in which
// no long repetition is counted, and whether it is written otherwise than r.
// Below a complement nothing is changed: there more would be less.
func (r *Regex) Widened() (*Regex, bool) {
	root, changed := r.root.widened()
	if !changed {
		return r, false
	}
	return derived(root), true
}

func (n *RegexNode) widened() (*RegexNode, bool) {
	if n.Op == RegexComplement {
		return n, false
	}
	out := *n
	out.Subs = make([]*RegexNode, len(n.Subs))
	changed := false
	for i, sub := range n.Subs {
		w, c := sub.widened()
		out.Subs[i], changed = w, changed || c
	}
	if n.Op == RegexLoop && n.Max > longRepetition {
		out.Max, changed = -1, true
	}
	if n.Op == RegexLoop && n.Min > longRepetition {
		out.Min, out.Max, changed = longRepetition, -1, true
	}
	if !changed {
		return n, false
	}
	return &out, true
}

// IsAny reports whether n is written as the language of all strings.
func (n *RegexNode) IsAny() bool {
	return n.Op == RegexStar && n.Subs[0].Op == RegexClass && slices.Equal(n.Subs[0].Ranges, anyRune.Ranges)
}

// Membership returns the string that t tests and the language of those for which t
// is true, where t is a test against a constant: matches, startsWith, endsWith,
// contains, or an equation with a literal.
func (t *Term) Membership() (subject *Term, language *Regex, ok bool) {
	around := func(subject, part *Term, before, after bool) (*Term, *Regex, bool) {
		text, ok := part.StringValue()
		if !ok || subject.Op == OpString {
			return nil, nil, false
		}
		language := []*Regex{TextLanguage(text)}
		if before {
			language = append([]*Regex{AnyString()}, language...)
		}
		if after {
			language = append(language, AnyString())
		}
		return subject, Concatenation(language...), true
	}
	switch t.Op {
	case OpInRegex:
		return t.Args[0], t.Regex(), true
	case OpPrefixOf:
		return around(t.Args[1], t.Args[0], false, true)
	case OpSuffixOf:
		return around(t.Args[1], t.Args[0], true, false)
	case OpContains:
		return around(t.Args[0], t.Args[1], true, true)
	case OpEq:
		if t.Args[0].Sort.kind != StringSort {
			return nil, nil, false
		}
		if subject, language, ok = around(t.Args[0], t.Args[1], false, false); ok {
			return subject, language, true
		}
		return around(t.Args[1], t.Args[0], false, false)
	}
	return nil, nil, false
}

// Identity returns a key that two Regexes share only if they were made the same
// way and are written alike.
func (r *Regex) Identity() string {
	if r.matcher == nil {
		return "language " + r.pattern
	}
	return "pattern " + r.pattern
}

// writeLanguage writes the operators that patterns lack.
func (n *RegexNode) writeLanguage(b *strings.Builder) {
	if n.Op == RegexComplement {
		b.WriteString("(re.comp ")
		n.Subs[0].write(b)
		b.WriteString(")")
		return
	}
	n.writeAll(b, "re.inter", "re.all")
}
