package z3

import (
	"context"
	"testing"

	"github.com/aeonc/aeonc/smt"
	"pgregory.net/rapid"
)

// member decides by definition whether s is in the language of n.
func member(n *smt.RegexNode, s string) bool {
	switch n.Op {
	case smt.RegexText:
		return s == n.Text
	case smt.RegexClass:
		for i := 0; i < len(n.Ranges) && len(s) == 1; i += 2 {
			if n.Ranges[i] <= rune(s[0]) && rune(s[0]) <= n.Ranges[i+1] {
				return true
			}
		}
		return false
	case smt.RegexConcat:
		return sequence(n.Subs, s)
	case smt.RegexUnion:
		for _, sub := range n.Subs {
			if member(sub, s) {
				return true
			}
		}
		return false
	case smt.RegexInter:
		for _, sub := range n.Subs {
			if !member(sub, s) {
				return false
			}
		}
		return true
	case smt.RegexComplement:
		return !member(n.Subs[0], s)
	case smt.RegexStar:
		return repeated(n.Subs[0], s, 0, -1)
	case smt.RegexLoop:
		return repeated(n.Subs[0], s, n.Min, n.Max)
	}
	return false
}

func sequence(subs []*smt.RegexNode, s string) bool {
	if len(subs) == 0 {
		return s == ""
	}
	for i := 0; i <= len(s); i++ {
		if member(subs[0], s[:i]) && sequence(subs[1:], s[i:]) {
			return true
		}
	}
	return false
}

// repeated tries lo to hi turns; empty turns are all put first.
func repeated(n *smt.RegexNode, s string, lo, hi int) bool {
	if s == "" {
		return lo == 0 || member(n, "")
	}
	if hi == 0 {
		return false
	}
	if lo > 0 && member(n, "") {
		lo = 0
	}
	for i := 1; i <= len(s); i++ {
		if member(n, s[:i]) && repeated(n, s[i:], max(lo-1, 0), hi-min(1, max(hi, 0))) {
			return true
		}
	}
	return false
}

// drawLanguage draws a language over a and b with its operators.
func drawLanguage(t *rapid.T, depth int) *smt.Regex {
	patterns := []string{`(ab?){2,3}`, `(a|bab)*b{1,2}`, `a`, `ab`, `[ab]`, `a*`, `(a|b)*`, `b+`, `(ab)*`, `[^a]`, `a?b`, `.*`, `(a|ba){1,2}`, `b{2}`, `(?s).*a.*`}
	if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
		r, err := smt.ParseRegex(rapid.SampledFrom(patterns).Draw(t, "pattern"))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	sub := func() *smt.Regex { return drawLanguage(t, depth-1) }
	switch rapid.IntRange(0, 5).Draw(t, "operator") {
	case 0:
		return smt.Concatenation(sub(), sub())
	case 1:
		return smt.Union(sub(), sub())
	case 2:
		return smt.Concatenation(sub(), smt.TextLanguage("a"), sub())
	case 3:
		return smt.Intersection(sub(), smt.LengthLanguage(1, 3))
	case 4:
		return smt.Intersection(sub(), sub())
	}
	return smt.Complement(sub())
}

// TestLanguageEmptiness holds Z3's answers about intersections, complements and
// the rest against the definition: an empty language has no short member, and
// the sample of another one is a member.
func TestLanguageEmptiness(t *testing.T) {
	lib := library(t)
	words := []string{""}
	for i := 0; len(words) < 1+2+4+8+16+32; i++ {
		words = append(words, words[i]+"a", words[i]+"b")
	}
	rapid.Check(t, func(t *rapid.T) {
		p := smt.NewPool()
		s, err := lib.NewSolver(p, Options{RLimit: 500_000})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		r := smt.Intersection(drawLanguage(t, 2), drawLanguage(t, 2), smt.Complement(drawLanguage(t, 1)))
		lo, hi := r.Lengths()
		for _, text := range words {
			if n := len(text); member(r.Root(), text) && (n < lo || hi >= 0 && n > hi) {
				t.Fatalf("%q of %s is not %d to %d long", text, r, lo, hi)
			}
		}
		w := p.Fresh("w", p.String())
		s.Assert(p.InRegex(w, r))
		switch s.Check(context.Background()) {
		case smt.Sat:
			text, _ := s.Eval(w).StringValue()
			if isASCII(text) && !member(r.Root(), text) {
				t.Fatalf("%q is not in %s", text, r)
			}
		case smt.Unsat:
			for _, text := range words {
				if member(r.Root(), text) {
					t.Fatalf("%s is not empty: %q", r, text)
				}
			}
		}
	})
}

func isASCII(s string) bool {
	for _, c := range s {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// TestWidened: what counts is left out, and nothing that was there before.
func TestWidened(t *testing.T) {
	for pattern, want := range map[string]bool{`a{1,10}@b?`: true, `a{9}b?`: true, `(a{1,2}){3}`: false, `(ab){9,}|b*`: true} {
		r, err := smt.ParseRegex(pattern)
		if err != nil {
			t.Fatal(err)
		}
		wide, changed := r.Widened()
		if changed != want {
			t.Errorf("%s: %v", pattern, changed)
		}
		if _, changed := smt.Complement(r).Widened(); changed {
			t.Errorf("the complement of %s was changed", pattern)
		}
		p, s := solver(t, Options{})
		s.Assert(p.InRegex(p.Fresh("w", p.String()), smt.Intersection(r, smt.Complement(wide))))
		check(t, s, smt.Unsat)
	}
}
