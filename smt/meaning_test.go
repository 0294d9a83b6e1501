package smt_test

import (
	"testing"

	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/internal/randterm"
	"pgregory.net/rapid"
)

// The smart constructors preserve meaning: evaluating the simplified term gives
// what plain Go computes for the unsimplified expression.
func TestConstructorsPreserveMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randterm.New(t, true)
		e := s.DrawAny(4)
		if got, want := s.Pool.Evaluate(e.Term, s.Model), s.Value(e.Value); got != want {
			t.Fatalf("%v evaluates to %v, want %v under %v", e.Term, got, want, s.Symbols)
		}
	})
}

// Substituting some constants first and the rest later is the same as
// evaluating at once, so rebuilding half-constant terms preserves meaning.
func TestSubstitutePreservesMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randterm.New(t, true)
		e := s.DrawAny(4)
		m := make(map[*smt.Term]*smt.Term)
		for _, sym := range s.Symbols {
			if rapid.Bool().Draw(t, "replace") {
				m[sym.Term] = s.Value(sym.Value)
			}
		}
		half := s.Pool.Substitute(e.Term, m)
		for _, sym := range smt.FreeSymbols(half) {
			if m[sym] != nil {
				t.Fatalf("%v still has %v", half, sym)
			}
		}
		if got, want := s.Pool.Evaluate(half, s.Model), s.Value(e.Value); got != want {
			t.Fatalf("%v became %v, which is %v, not %v, under %v", e.Term, half, got, want, s.Symbols)
		}
	})
}

// Terms are equal exactly when they are the same pointer: building an
// expression again from its parts gives the term back.
func TestRebuildIsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randterm.New(t, false)
		e := s.DrawAny(4)
		fresh := make(map[*smt.Term]*smt.Term)
		back := make(map[*smt.Term]*smt.Term)
		for _, sym := range s.Symbols {
			f := s.Pool.Fresh("z", sym.Term.Sort)
			fresh[sym.Term], back[f] = f, sym.Term
		}
		renamed := s.Pool.Substitute(e.Term, fresh)
		if again := s.Pool.Substitute(renamed, back); again != e.Term {
			t.Fatalf("%v\nrenamed %v\nand back %v", e.Term, renamed, again)
		}
	})
}
