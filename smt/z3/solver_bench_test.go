package z3

import (
	"context"
	"testing"

	"github.com/aeonc/aeonc/smt"
)

// BenchmarkNewSolver measures a solver with its context, made and closed; the first
// one in a process takes longer, as it also initialises libz3.
func BenchmarkNewSolver(b *testing.B) {
	l := library(b)
	for b.Loop() {
		s, err := l.NewSolver(smt.NewPool(), Options{})
		if err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}

// BenchmarkGoal measures what the checker does for one obligation: two facts that
// stay, then a goal in a scope of its own.
func BenchmarkGoal(b *testing.B) {
	for _, size := range []struct {
		name  string
		goals int
	}{{"100", 100}, {"10000", 10000}} {
		b.Run(size.name, func(b *testing.B) {
			l := library(b)
			for b.Loop() {
				goals(b, l, size.goals)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size.goals), "ns/goal")
		})
	}
}

func goals(b *testing.B, l *Library, n int) {
	p := smt.NewPool()
	s, err := l.NewSolver(p, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	tainted := p.NewFunc("tainted", []*smt.Sort{p.Uninterpreted("Session")}, p.Bool())
	count := p.NewFunc("count", []*smt.Sort{p.Uninterpreted("Session")}, p.Int())
	session := p.Fresh("s", p.Uninterpreted("Session"))
	s.Assert(p.Not(p.Apply(tainted, session)))
	s.Assert(p.Eq(p.Apply(count, session), p.Int64(0)))
	for range n {
		next := p.Fresh("s", p.Uninterpreted("Session"))
		s.Assert(p.Eq(p.Apply(tainted, next), p.Apply(tainted, session)))
		s.Assert(p.Eq(p.Apply(count, next), p.Add(p.Apply(count, session), p.Int64(1))))
		s.Push()
		s.Assert(p.Not(p.And(p.Not(p.Apply(tainted, next)), p.Gt(p.Apply(count, next), p.Apply(count, session)))))
		if r := s.Check(context.Background()); r != smt.Unsat {
			b.Fatal(r, s.Reason(), s.Err())
		}
		s.Pop(1)
		session = next
	}
}
