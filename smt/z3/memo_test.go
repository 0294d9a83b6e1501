package z3

import (
	"context"
	"testing"

	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/internal/randterm"
	"pgregory.net/rapid"
)

// solvers with one Memo answer as one without does, whatever they were asked before:
// the same pushes, facts, pops and questions go to all of them, and again to later ones.
// A model may be another one; what it says has to agree with the facts.
func TestMemoAgrees(t *testing.T) {
	l := library(t)
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		r := randterm.New(t, false)
		p := r.Pool
		memo := NewMemo()
		var terms []*smt.Term
		for range 6 {
			terms = append(terms, r.Draw(p.Bool(), 2).Term)
		}
		draw := func(label string) *smt.Term { return terms[rapid.IntRange(0, len(terms)-1).Draw(t, label)] }
		open := func(o Options) *Solver {
			s, err := l.NewSolver(p, o)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		o := Options{RLimit: 300_000}
		for range rapid.IntRange(2, 5).Draw(t, "rounds") {
			with := o
			with.Memo = memo
			memo.Begin()
			a, b := open(o), open(with)
			depth := 0
			for range rapid.IntRange(1, 12).Draw(t, "steps") {
				switch rapid.IntRange(0, 5).Draw(t, "step") {
				case 0:
					a.Push()
					b.Push()
					depth++
				case 1:
					if depth > 0 {
						depth--
						a.Pop(1)
						b.Pop(1)
					}
				case 2, 3:
					f := draw("fact")
					a.Assert(f)
					b.Assert(f)
				default:
					var given []*smt.Term
					for range rapid.IntRange(0, 2).Draw(t, "assumptions") {
						given = append(given, draw("assumption"))
					}
					x, y := a.Check(ctx, given...), b.Check(ctx, given...)
					if x != y && x != smt.Unknown && y != smt.Unknown {
						t.Fatalf("%v without a memo, %v with one", x, y)
					}
					if y == smt.Sat {
						for _, g := range given {
							if v := b.Eval(g); v != nil && v.IsFalse() {
								t.Fatalf("%v was assumed and is false in the model", g)
							}
						}
					}
					if y == smt.Unsat && len(b.Core()) > 0 && a.Check(ctx, b.Core()...) == smt.Sat {
						t.Fatalf("%v is no core", b.Core())
					}
				}
			}
			if err := b.Err(); err != nil {
				t.Fatal(err)
			}
			a.Close()
			b.Close()
		}
	})
}

// What was answered once needs no Z3.
func TestMemoKnows(t *testing.T) {
	l := library(t)
	p := smt.NewPool()
	m := NewMemo()
	x, y := p.Fresh("x", p.Int()), p.Fresh("y", p.Int())
	run := func() *Solver {
		m.Begin()
		s, err := l.NewSolver(p, Options{Memo: m})
		if err != nil {
			t.Fatal(err)
		}
		s.Assert(p.Lt(x, y))
		s.Push()
		s.Assert(p.Eq(x, p.Int64(1)))
		if r := s.Check(context.Background()); r != smt.Sat {
			t.Fatal(r)
		}
		if v := s.Eval(p.Lt(y, x)); !v.IsFalse() {
			t.Fatal(v)
		}
		s.Assert(p.Lt(y, p.Int64(2)))
		if r := s.Check(context.Background()); r != smt.Unsat {
			t.Fatal(r)
		}
		s.Pop(1)
		if r := s.Check(context.Background(), p.Lt(y, x), p.Lt(x, p.Int64(7))); r != smt.Unsat || len(s.Core()) != 1 {
			t.Fatal(r, s.Core())
		}
		return s
	}
	first := run()
	defer first.Close()
	if first.context == 0 {
		t.Fatal("the first time, Z3 is asked")
	}
	again := run()
	defer again.Close()
	if again.context != 0 {
		t.Fatal("Z3 was asked again")
	}
	again.Assert(p.Eq(y, p.Int64(4)))
	if r := again.Check(context.Background()); r != smt.Sat {
		t.Fatal(r)
	}
	if v := again.Eval(y); v != p.Int64(4) {
		t.Fatal(v)
	}
	if again.context == 0 {
		t.Fatal("what is new has to be asked")
	}
}

// A Memo forgets what is not asked any more, and keeps what is.
func TestMemoForgets(t *testing.T) {
	l := library(t)
	p := smt.NewPool()
	m := NewMemo()
	x := p.Fresh("x", p.Int())
	for i := range 6 {
		m.Begin()
		s, err := l.NewSolver(p, Options{Memo: m})
		if err != nil {
			t.Fatal(err)
		}
		s.Assert(p.Le(p.Int64(0), x))
		s.Push()
		for j := range maxNodes / 3 {
			s.Assert(p.Le(p.Int64(int64(-i*maxNodes-j)), x))
		}
		s.Pop(1)
		if r := s.Check(context.Background()); r != smt.Sat {
			t.Fatal(r)
		}
		if i > 0 && s.context != 0 {
			t.Fatal("forgot what was asked in the round before")
		}
		s.Close()
	}
	m.Begin()
	if m.nodes > maxNodes {
		t.Fatalf("%d nodes", m.nodes)
	}
}
