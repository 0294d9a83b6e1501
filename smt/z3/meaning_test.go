package z3

import (
	"context"
	"testing"

	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/internal/randterm"
	"pgregory.net/rapid"
)

// Z3 agrees with plain Go on what terms mean: where the constants have given
// values, a term can have its value, that is what Eval gives, and it can have no other.
func TestZ3AgreesOnMeaning(t *testing.T) {
	l := library(t)
	unknown, total := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := randterm.New(t, false)
		e := r.DrawAny(3)
		p := r.Pool
		s, err := l.NewSolver(p, Options{RLimit: 3_000_000})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for _, sym := range r.Symbols {
			s.Assert(p.Eq(sym.Term, r.Value(sym.Value)))
		}
		want := r.Value(e.Value)
		same := p.Eq(e.Term, want)
		total++
		s.Push()
		s.Assert(same)
		switch s.Check(context.Background()) {
		case smt.Unsat:
			t.Fatalf("%v cannot be %v under %v", e.Term, want, r.Symbols)
		case smt.Sat:
			if got := s.Eval(e.Term); got != want {
				t.Fatalf("Eval(%v) = %v, want %v under %v", e.Term, got, want, r.Symbols)
			}
			for _, sym := range r.Symbols {
				if got := s.Eval(sym.Term); got != r.Value(sym.Value) {
					t.Fatalf("Eval(%v) = %v, want %v", sym.Term, got, sym.Value)
				}
			}
		default:
			unknown++
		}
		s.Pop(1)
		s.Assert(p.Not(same))
		switch s.Check(context.Background()) {
		case smt.Sat:
			t.Fatalf("%v can be other than %v under %v", e.Term, want, r.Symbols)
		case smt.Unknown:
			unknown++
		}
		if s.Err() != nil {
			t.Fatal(s.Err())
		}
	})
	t.Logf("%d of %d checks unknown", unknown, 2*total)
	if unknown > total/5 {
		t.Errorf("too many unknown")
	}
}
