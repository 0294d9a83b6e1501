package z3

import (
	"context"
	"testing"
	"time"

	"github.com/aeonc/aeonc/smt"
)

// fermat is a problem without a solution that Z3 does not decide.
func fermat(p *smt.Pool) *smt.Term {
	cube := func(x *smt.Term) *smt.Term { return p.Mul(x, p.Mul(x, x)) }
	x, y, z := p.Fresh("x", p.Int()), p.Fresh("y", p.Int()), p.Fresh("z", p.Int())
	return p.And(p.Eq(p.Add(cube(x), cube(y)), cube(z)), p.Gt(x, p.Int64(0)), p.Gt(y, p.Int64(0)), p.Gt(z, p.Int64(0)))
}

func TestCancel(t *testing.T) {
	p, s := solver(t, Options{RLimit: 4_000_000_000, Timeout: time.Minute})
	s.Push()
	s.Assert(fermat(p))
	for range 5 {
		ctx, cancel := context.WithCancel(context.Background())
		var cancelled time.Time
		time.AfterFunc(30*time.Millisecond, func() { cancelled = time.Now(); cancel() })
		r := s.Check(ctx)
		late := time.Since(cancelled)
		if r != smt.Unknown || s.Reason() != ReasonCanceled || s.Err() != nil {
			t.Fatalf("%v, %q, %v", r, s.Reason(), s.Err())
		}
		if late > time.Minute {
			t.Errorf("returned %v after the cancellation", late)
		}
		t.Logf("returned %v after the cancellation", late)
	}
	s.Pop(1)
	for range 100 {
		check(t, s, smt.Sat)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if r := s.Check(done); r != smt.Unknown || s.Reason() != ReasonCanceled {
		t.Errorf("%v %q", r, s.Reason())
	}
}

// Signals that come as checks begin and end must neither be lost nor hit what
// comes after.
func TestCancelRaces(t *testing.T) {
	p, s := solver(t, Options{})
	x := p.Fresh("x", p.Int())
	s.Assert(p.Lt(p.Int64(0), x))
	for i := range 2000 {
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			time.Sleep(time.Duration(i%50) * time.Microsecond)
			cancel()
		}()
		s.Push()
		s.Assert(p.Lt(x, p.Int64(int64(i))))
		s.Check(ctx)
		s.Pop(1)
		if r := s.Check(context.Background()); r != smt.Sat || s.Eval(x) == nil || s.Err() != nil {
			t.Fatalf("round %d: %v %q %v", i, r, s.Reason(), s.Err())
		}
		cancel()
	}
}

// Z3_interrupt, the second resort, leaves the context usable.
func TestInsistentInterrupt(t *testing.T) {
	p, s := solver(t, Options{})
	s.call(s.lib.api.interrupt)
	s.clearInterrupt()
	x := p.Fresh("x", p.Int())
	s.Push()
	s.Assert(p.Lt(p.Int64(0), p.Mul(x, x)))
	check(t, s, smt.Sat)
	if s.Eval(x) == nil {
		t.Error("no value")
	}
	s.Pop(1)
}

func TestTimeout(t *testing.T) {
	p, s := solver(t, Options{RLimit: 4_000_000_000, Timeout: 50 * time.Millisecond})
	s.Assert(fermat(p))
	start := time.Now()
	if r := s.Check(context.Background()); r != smt.Unknown || s.Reason() != ReasonTimeout {
		t.Errorf("%v %q", r, s.Reason())
	}
	if d := time.Since(start); d > time.Minute {
		t.Errorf("took %v", d)
	}
}

// pigeons says that n pigeons sit in fewer holes, each alone: false, but hard to
// see.
func pigeons(p *smt.Pool, n int) *smt.Term {
	var all []*smt.Term
	sits := make([][]*smt.Term, n)
	for i := range sits {
		for range n - 1 {
			sits[i] = append(sits[i], p.Fresh("sits", p.Bool()))
		}
		all = append(all, p.Or(sits[i]...))
		for _, other := range sits[:i] {
			for hole := range n - 1 {
				all = append(all, p.Not(p.And(other[hole], sits[i][hole])))
			}
		}
	}
	return p.And(all...)
}

// The resource limit is per check.
func TestRLimit(t *testing.T) {
	p, s := solver(t, Options{RLimit: 100_000, Timeout: time.Minute})
	s.Push()
	s.Assert(pigeons(p, 12))
	for range 3 {
		if r := s.Check(context.Background()); r != smt.Unknown || s.Reason() != ReasonRLimit {
			t.Errorf("%v %q %v", r, s.Reason(), s.Err())
		}
	}
	s.Pop(1)
	check(t, s, smt.Sat)
}
