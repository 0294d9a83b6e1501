package smt_test

import (
	"testing"

	"github.com/aeonc/aeonc/smt"
)

// BenchmarkFact builds what one call typically adds: a few applications, a sum, a
// comparison, an equation and their conjunction.
func BenchmarkFact(b *testing.B) {
	p := smt.NewPool()
	session := p.Uninterpreted("Session")
	count := p.NewFunc("count", []*smt.Sort{session}, p.Int())
	tainted := p.NewFunc("tainted", []*smt.Sort{session}, p.Bool())
	s := p.Fresh("s", session)
	one := p.Int64(1)
	b.ReportAllocs()
	for b.Loop() {
		next := p.Fresh("s", session)
		p.And(
			p.Eq(p.Apply(tainted, next), p.Apply(tainted, s)),
			p.Eq(p.Apply(count, next), p.Add(p.Apply(count, s), one)),
			p.Lt(p.Apply(count, s), p.Int64(100)))
		s = next
	}
}

// BenchmarkLinear builds sums that have to be collected.
func BenchmarkLinear(b *testing.B) {
	p := smt.NewPool()
	x, y, z := p.Fresh("x", p.Int()), p.Fresh("y", p.Int()), p.Fresh("z", p.Int())
	b.ReportAllocs()
	for b.Loop() {
		p.Le(p.Add(x, p.Mul(p.Int64(2), y), z), p.Sub(p.Add(z, y), p.Int64(3)))
	}
}

// BenchmarkSubstitute replaces one constant in a term of a thousand nodes.
func BenchmarkSubstitute(b *testing.B) {
	p := smt.NewPool()
	x := p.Fresh("x", p.Int())
	f := p.NewFunc("f", []*smt.Sort{p.Int(), p.Int()}, p.Int())
	t := x
	for range 1000 {
		t = p.Apply(f, t, x)
	}
	m := map[*smt.Term]*smt.Term{x: p.Int64(1)}
	for b.Loop() {
		p.Substitute(t, m)
	}
}
