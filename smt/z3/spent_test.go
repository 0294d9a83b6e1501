package z3

import (
	"context"
	"testing"

	"github.com/aeonc/aeonc/smt"
)

// A solver whose check was broken off is used as before: its facts are there, in
// their scopes, and libz3 survives it. The strings are the kind that ended the
// process.
func TestBrokenOffAndUsedAgain(t *testing.T) {
	re, err := smt.ParseRegex(`https://(good\.com|api\.good\.com)(:443)?(/[^@\\]*)?`)
	if err != nil {
		t.Fatal(err)
	}
	for limit := uint32(500); limit < 120_000; limit += 1_700 {
		p, s := solver(t, Options{RLimit: limit})
		x, b := p.Fresh("x", p.String()), p.Fresh("b", p.Bool())
		s.Assert(p.Implies(b, p.InRegex(x, re)))
		for range 3 {
			s.Push()
			s.Assert(b)
			s.Assert(p.Contains(x, p.StringLit("good")))
			s.Assert(p.Not(p.SuffixOf(p.StringLit(".com/"), x)))
			s.Check(context.Background(), p.Contains(x, p.StringLit("evil")))
			s.Pop(1)
		}
		s.Push()
		s.Assert(p.Not(b))
		if r := s.Check(context.Background(), b); r == smt.Sat || r == smt.Unknown && limit > 20_000 || s.Err() != nil {
			t.Fatalf("limit %d: %v, %q, %v", limit, r, s.Reason(), s.Err())
		}
		s.Pop(1)
		if r := s.Check(context.Background(), p.Not(b)); r == smt.Unsat || r == smt.Unknown && limit > 20_000 || s.Err() != nil {
			t.Fatalf("limit %d: %v, %q, %v", limit, r, s.Reason(), s.Err())
		}
		s.Close()
	}
}
