package z3

import (
	"context"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aeonc/aeonc/smt"
)

// library returns the installed libz3, loaded once for all tests.
func library(t testing.TB) *Library {
	t.Helper()
	l, err := loadOnce()
	if err != nil {
		t.Fatalf("these tests need libz3: %v\ninstall it (make test does: apt-get install libz3-4, brew install z3) or set %s", err, Environment)
	}
	return l
}

var loadOnce = sync.OnceValues(func() (*Library, error) { return Load("") })

// solver returns a solver that is closed when the test ends.
func solver(t testing.TB, o Options) (*smt.Pool, *Solver) {
	t.Helper()
	p := smt.NewPool()
	s, err := library(t).NewSolver(p, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		s.Close()
	})
	return p, s
}

func check(t testing.TB, s *Solver, want smt.Result, assumptions ...*smt.Term) {
	t.Helper()
	if got := s.Check(context.Background(), assumptions...); got != want {
		t.Fatalf("got %v, want %v (reason %q, error %v)", got, want, s.Reason(), s.Err())
	}
}

func TestLoad(t *testing.T) {
	l := library(t)
	if !strings.HasPrefix(l.Version(), "4.") {
		t.Errorf("version %q", l.Version())
	}
	dir := t.TempDir()
	text := filepath.Join(dir, "libz3.so")
	if err := os.WriteFile(text, []byte("not a library"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{text, filepath.Join(dir, "absent.so"), dir, "libc.so.6", "a\x00b"} {
		_, err := Load(path)
		var notFound *NotFoundError
		if !errors.As(err, &notFound) || len(notFound.Tried) != 1 || notFound.Tried[0].Path != path || notFound.Tried[0].Err == nil {
			t.Errorf("Load(%q): %v", path, err)
		}
	}
	t.Setenv(Environment, text)
	if _, err := Load(""); err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("the environment's library: %v", err)
	}
}

func TestScopes(t *testing.T) {
	p, s := solver(t, Options{})
	x := p.Fresh("x", p.Int())
	s.Assert(p.Lt(p.Int64(0), x))
	s.Push()
	s.Assert(p.Lt(x, p.Int64(0)))
	s.Push()
	check(t, s, smt.Unsat)
	s.Pop(2)
	check(t, s, smt.Sat)
	s.Push()
	s.Assert(p.Lt(x, p.Int64(0))) // translated before the pop, asserted anew
	check(t, s, smt.Unsat)
	s.Reset()
	check(t, s, smt.Sat)
	s.Assert(p.False())
	check(t, s, smt.Unsat)
	defer func() {
		if recover() == nil {
			t.Error("Pop of more scopes than there are does not panic")
		}
	}()
	s.Pop(1)
}

// Constants, functions and sorts with one display name are different things.
func TestNamesNeverClash(t *testing.T) {
	p, s := solver(t, Options{})
	sort := p.Uninterpreted("x")
	var differ []*smt.Term
	x := p.Fresh("x", p.Int())
	for range 3 {
		y := p.Fresh("x", p.Int())
		f := p.NewFunc("x", []*smt.Sort{p.Int()}, p.Int())
		differ = append(differ, p.Lt(x, y), p.Lt(p.Apply(f, x), p.Apply(f, y)), p.Not(p.Eq(p.Fresh("x", sort), p.Fresh("x", sort))))
		x = y
	}
	s.Assert(p.And(differ...))
	check(t, s, smt.Sat)
}

func TestCore(t *testing.T) {
	p, s := solver(t, Options{})
	x, b := p.Fresh("x", p.Int()), p.Fresh("b", p.Bool())
	low, high, other, composite := p.Lt(x, p.Int64(3)), p.Lt(p.Int64(5), x), p.Lt(x, p.Int64(100)), p.Or(b, p.Lt(x, p.Int64(-7)))
	check(t, s, smt.Sat, low, other, composite)
	check(t, s, smt.Unsat, other, low, composite, high)
	if core := s.Core(); !slices.Equal(core, []*smt.Term{low, high}) {
		t.Errorf("core %v", core)
	}
	s.Push()
	s.Assert(b)
	check(t, s, smt.Unsat, other, p.Not(b))
	if core := s.Core(); !slices.Equal(core, []*smt.Term{p.Not(b)}) {
		t.Errorf("core %v", core)
	}
	check(t, s, smt.Unsat, p.True(), p.False(), other)
	if core := s.Core(); !slices.Equal(core, []*smt.Term{p.False()}) {
		t.Errorf("core %v", core)
	}
	s.Push()
	check(t, s, smt.Unsat, high, low) // known from outside the scopes
	s.Pop(2)
	check(t, s, smt.Unsat, high, low)
	s.Assert(p.False())
	check(t, s, smt.Unsat, other)
	if core := s.Core(); len(core) != 0 {
		t.Errorf("core %v", core)
	}
	check(t, s, smt.Unsat)
}

func TestModel(t *testing.T) {
	p, s := solver(t, Options{})
	session := p.Uninterpreted("Session")
	a, b, c := p.Fresh("a", session), p.Fresh("b", session), p.Fresh("c", session)
	count := p.NewFunc("count", []*smt.Sort{session}, p.Int())
	huge, _ := new(big.Int).SetString("-123456789012345678901234567890", 10)
	n, r := p.Fresh("n", p.Int()), p.Fresh("r", p.Real())
	if s.Eval(n) != nil {
		t.Error("a value before any check")
	}
	s.Assert(p.And(p.Eq(a, b), p.Not(p.Eq(a, c)), p.Eq(n, p.IntLit(huge)), p.Eq(r, p.RealLit(big.NewRat(-22, 7)))))
	s.Assert(p.And(p.Eq(p.Apply(count, a), p.Int64(4)), p.Eq(p.Apply(count, c), p.Int64(-5))))
	check(t, s, smt.Sat)
	va, vb, vc := s.Eval(a), s.Eval(b), s.Eval(c)
	if va == nil || va != vb || va == vc || va.Op != smt.OpElement || p.Eq(va, vc) != p.False() {
		t.Errorf("elements %v %v %v", va, vb, vc)
	}
	if !strings.HasPrefix(va.Name(), "Session!val!") {
		t.Errorf("name %q", va.Name())
	}
	if v := s.Eval(n); v != p.IntLit(huge) {
		t.Errorf("n = %v", v)
	}
	if v := s.Eval(r); v != p.RealLit(big.NewRat(-22, 7)) {
		t.Errorf("r = %v", v)
	}
	if v := s.Eval(p.Apply(count, vc)); v != p.Int64(-5) {
		t.Errorf("count of the element: %v", v)
	}
	if v := s.Eval(p.Fresh("free", p.String())); v == nil || !v.IsLiteral() {
		t.Errorf("completion gives %v", v)
	}
	whole := p.And(p.Lt(p.Apply(count, b), p.Add(p.Apply(count, c), p.Int64(10))), p.Eq(a, b), p.Lt(n, p.Int64(0)))
	if v := p.Evaluate(whole, s.Eval); !v.IsTrue() {
		t.Errorf("Evaluate with the model gives %v", v)
	}
	s.Push()
	if s.Eval(n) == nil {
		t.Error("the model is gone after Push")
	}
	s.Pop(1)
	s.Assert(p.Gt(n, p.Int64(0)))
	check(t, s, smt.Unsat)
	if s.Eval(n) != nil {
		t.Error("a value after unsat")
	}
}

func TestIrrationalHasNoValue(t *testing.T) {
	p, s := solver(t, Options{})
	x := p.Fresh("x", p.Real())
	s.Assert(p.Eq(p.Mul(x, x), p.RealLit(big.NewRat(2, 1))))
	if s.Check(context.Background()) == smt.Sat && s.Eval(x) != nil {
		t.Errorf("the root of 2 is %v", s.Eval(x))
	}
}

func TestDatatypes(t *testing.T) {
	p, s := solver(t, Options{})
	tree, forest, leafSort := p.NewDatatype("Tree"), p.NewDatatype("Tree"), p.NewDatatype("Leaf")
	node := p.AddConstructor(tree, "mk", smt.Field{Name: "label", Sort: p.String()}, smt.Field{Name: "label", Sort: forest})
	leaf := p.AddConstructor(tree, "leaf", smt.Field{Name: "l", Sort: leafSort})
	none := p.AddConstructor(forest, "mk")
	more := p.AddConstructor(forest, "more", smt.Field{Name: "first", Sort: tree}, smt.Field{Name: "rest", Sort: forest})
	only := p.AddConstructor(leafSort, "mk")
	x, f := p.Fresh("x", tree), p.Fresh("f", forest)
	s.Assert(p.Eq(f, p.Construct(more, x, p.Construct(none))))
	s.Assert(p.Not(p.IsCtor(leaf, x)))
	s.Assert(p.Eq(p.Select(node, 0, x), p.StringLit("root")))
	check(t, s, smt.Sat)
	v := s.Eval(f)
	if v == nil || v.Ctor() != more || v.Args[0].Ctor() != node || v.Args[0].Args[0] != p.StringLit("root") || !v.IsValue() {
		t.Errorf("f = %v", v)
	}
	s.Assert(p.Eq(p.Select(node, 1, x), p.Construct(more, x, f))) // a tree within itself
	check(t, s, smt.Unsat)
	s.Reset()
	s.Assert(p.Not(p.Eq(p.Fresh("a", leafSort), p.Construct(only))))
	check(t, s, smt.Unsat)
}

func TestIllFoundedDatatypeIsAnError(t *testing.T) {
	p, s := solver(t, Options{})
	stream, empty := p.NewDatatype("Stream"), p.NewDatatype("Empty")
	p.AddConstructor(stream, "mk", smt.Field{Name: "tail", Sort: stream})
	for _, sort := range []*smt.Sort{stream, empty} {
		s.Reset()
		s.Assert(p.Eq(p.Fresh("x", sort), p.Fresh("y", sort)))
		if r := s.Check(context.Background()); r != smt.Unknown || s.Err() == nil || s.Reason() == "" {
			t.Errorf("%v: %v, %v", sort, r, s.Err())
		}
	}
	s.Reset()
	check(t, s, smt.Sat)
}

// Deep and shared terms cost what their size as DAGs says and overflow no stack,
// neither here nor in Z3.
func TestDeepTerms(t *testing.T) {
	for _, depth := range []int{maxDepth - 10, 100_000} {
		p, s := solver(t, Options{RLimit: 5_000_000, Timeout: 5 * time.Minute})
		list := p.NewDatatype("List")
		null := p.AddConstructor(list, "nil")
		cons := p.AddConstructor(list, "cons", smt.Field{Name: "head", Sort: p.Int()}, smt.Field{Name: "tail", Sort: list})
		f := p.NewFunc("f", []*smt.Sort{p.Int(), p.Int()}, p.Int())
		n, b, y := p.Fresh("n", p.Int()), p.Fresh("b", p.Bool()), p.Fresh("y", list)
		l, c, i := p.Construct(null), b, n
		for k := range depth / 2 {
			l = p.Construct(cons, p.Int64(int64(k%7)), l)
			n = p.Apply(f, n, n)
			c = p.Or(p.Not(c), p.Fresh("b", p.Bool()))
			i = p.Ite(p.Fresh("b", p.Bool()), p.Add(i, p.Int64(1)), n)
		}
		if p.Evaluate(l, s.Eval) != l || len(n.String()) > 1<<17 || len(smt.FreeSymbols(n, c)) != depth/2+2 {
			t.Error("walking")
		}
		for _, fact := range []*smt.Term{p.Eq(n, p.Int64(1)), c, p.Eq(i, p.Int64(5)), p.Eq(y, l)} {
			s.Push()
			s.Assert(fact)
			r := s.Check(context.Background())
			if want := fact.Depth() <= maxDepth; r == smt.Unsat || want && r != smt.Sat || !want && r != smt.Unknown || s.Err() != nil {
				t.Errorf("depth %d: %v, %q, %v", fact.Depth(), r, s.Reason(), s.Err())
			}
			if r == smt.Sat && s.Eval(y) == nil {
				t.Error("no value")
			}
			s.Pop(1)
		}
	}
}

// A long chain of shallow facts does not overflow Z3's stack, and the deep value
// that it gives a constant is read back.
func TestLongChains(t *testing.T) {
	const length = 1000
	p, s := solver(t, Options{RLimit: 4_000_000_000, Timeout: time.Minute})
	list := p.NewDatatype("List")
	null := p.AddConstructor(list, "nil")
	cons := p.AddConstructor(list, "cons", smt.Field{Name: "head", Sort: p.Int()}, smt.Field{Name: "tail", Sort: list})
	y, value := p.Fresh("y", list), p.Construct(null)
	s.Assert(p.Eq(y, value))
	for k := range length {
		next := p.Fresh("y", list)
		s.Assert(p.Eq(next, p.Construct(cons, p.Int64(int64(k)), y)))
		y, value = next, p.Construct(cons, p.Int64(int64(k)), value)
	}
	check(t, s, smt.Sat)
	if s.Eval(y) != value {
		t.Error("the value is wrong")
	}
}

func TestSolversInGoroutines(t *testing.T) {
	l := library(t)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 20 {
				p := smt.NewPool()
				s, err := l.NewSolver(p, Options{Seed: uint32(g)})
				if err != nil {
					t.Error(err)
					return
				}
				x := p.Fresh("x", p.Int())
				s.Assert(p.Eq(p.FloorMod(x, p.Int64(7)), p.Int64(int64(g))))
				s.Assert(p.Gt(x, p.Int64(int64(i))))
				if r := s.Check(context.Background()); r != smt.Sat {
					t.Error(r, s.Reason())
				} else if v, ok := s.Eval(x).IntValue(); !ok || v.Int64() <= int64(i) || v.Int64()%7 != int64(g) {
					t.Error(v)
				}
				s.Close()
			}
		})
	}
	wg.Wait()
}

// An error of libz3 is told to the handler and makes answers Unknown; Z3's
// default would be to end the process.
func TestErrorHandler(t *testing.T) {
	p, s := solver(t, Options{})
	if r := s.call(s.lib.api.solverPop, s.solver, 5); s.errorCode == 0 {
		t.Fatalf("popping too much is no error: %d", r)
	}
	s.checkError("pop")
	if r := s.Check(context.Background()); r != smt.Unknown || s.Err() == nil || s.Reason() != s.Err().Error() {
		t.Errorf("%v, %v, %q", r, s.Err(), s.Reason())
	}
	s.Push()
	s.Assert(p.False())
	s.Pop(1)
	s.Reset()
	check(t, s, smt.Sat)
	s.Close()
	s.Push()
	s.Assert(p.False())
	s.Pop(1)
	s.Reset()
	if r := s.Check(context.Background()); r != smt.Unknown || s.Eval(p.Fresh("x", p.Int())) != nil {
		t.Errorf("after Close: %v", r)
	}
}
