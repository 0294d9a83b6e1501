package smt_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/smt"
)

// Each pair is one term, written in two ways.
func TestNormalForms(t *testing.T) {
	p := smt.NewPool()
	x, y, z := p.Fresh("x", p.Int()), p.Fresh("y", p.Int()), p.Fresh("z", p.Int())
	a, b := p.Fresh("a", p.Bool()), p.Fresh("b", p.Bool())
	s, u := p.Fresh("s", p.String()), p.Fresh("u", p.String())
	n := func(n int64) *smt.Term { return p.Int64(n) }
	str := p.StringLit
	pair := p.NewDatatype("Pair")
	mk := p.AddConstructor(pair, "mk", smt.Field{Name: "l", Sort: p.Int()}, smt.Field{Name: "r", Sort: p.Int()})
	maybe := p.NewDatatype("Maybe")
	none := p.AddConstructor(maybe, "none")
	some := p.AddConstructor(maybe, "some", smt.Field{Name: "value", Sort: p.Int()})
	q, m := p.Fresh("q", pair), p.Fresh("m", maybe)
	for name, c := range map[string][2]*smt.Term{
		"sums":                  {p.Add(p.Add(x, n(1)), n(1)), p.Add(n(2), x)},
		"cancelled":             {p.Sub(p.Add(x, y), x), y},
		"scaled":                {p.Mul(n(3), p.Sub(x, n(2))), p.Sub(p.Add(x, x, x), n(6))},
		"zero":                  {p.Mul(n(0), x), n(0)},
		"products":              {p.Mul(p.Mul(x, n(2)), p.Mul(z, y)), p.Mul(n(2), p.Mul(y, p.Mul(x, z)))},
		"negated product":       {p.Neg(p.Mul(x, y)), p.Mul(y, p.Neg(x))},
		"difference":            {p.Ge(p.Sub(x, y), n(0)), p.Le(y, x)},
		"negated comparison":    {p.Not(p.Lt(x, y)), p.Le(y, x)},
		"shifted":               {p.Lt(p.Add(x, n(3)), p.Add(y, n(1))), p.Gt(y, p.Add(x, n(2)))},
		"bound":                 {p.Lt(p.Neg(x), n(5)), p.Lt(n(-5), x)},
		"never":                 {p.Lt(p.Add(x, n(1)), x), p.False()},
		"unequal":               {p.Eq(p.Add(x, n(1)), x), p.False()},
		"equal":                 {p.Eq(p.Add(x, n(1)), p.Add(y, n(1))), p.Eq(y, x)},
		"length":                {p.Ge(p.StrLen(s), n(0)), p.True()},
		"length of a sum":       {p.StrLen(p.Concat(s, str("é\U0001f600"))), p.Add(p.StrLen(s), n(2))},
		"and":                   {p.And(a, p.And(b, a), p.True()), p.And(b, a)},
		"contradiction":         {p.And(p.Not(a), b, a), p.False()},
		"contradicting bounds":  {p.And(p.Lt(x, y), p.Le(y, x)), p.False()},
		"excluded middle":       {p.Or(p.Lt(x, y), b, p.Not(p.Lt(x, y))), p.True()},
		"implies":               {p.Implies(a, a), p.True()},
		"ite":                   {p.Ite(p.Not(a), x, y), p.Ite(a, y, x)},
		"nested ite":            {p.Ite(a, p.Ite(a, x, y), z), p.Ite(a, x, z)},
		"ite as a number":       {p.Eq(p.Ite(a, n(1), n(0)), n(1)), a},
		"boolean ite":           {p.Ite(a, p.True(), b), p.Or(b, a)},
		"equivalence":           {p.Eq(p.Not(a), p.Not(b)), p.Eq(b, a)},
		"true":                  {p.Eq(p.True(), a), a},
		"constructors":          {p.Eq(p.Construct(mk, x, n(1)), p.Construct(mk, y, n(1))), p.Eq(x, y)},
		"clash":                 {p.Eq(p.Construct(some, x), p.Construct(none)), p.False()},
		"selection":             {p.Select(mk, 1, p.Construct(mk, x, y)), y},
		"test":                  {p.IsCtor(some, p.Construct(none)), p.False()},
		"single constructor":    {p.IsCtor(mk, q), p.True()},
		"texts":                 {p.Concat(p.Concat(s, str("a")), p.Concat(str("b"), u)), p.Concat(s, p.Concat(str("ab"), u))},
		"common prefix":         {p.Eq(p.Concat(str("ab"), s), p.Concat(str("a"), u)), p.Eq(p.Concat(str("b"), s), u)},
		"different prefix":      {p.Eq(p.Concat(str("ab"), s), p.Concat(str("ac"), u)), p.False()},
		"code points, not byte": {p.Eq(p.Concat(str("é"), s), p.Concat(str("è"), u)), p.False()},
		"prefix":                {p.PrefixOf(str("/a"), p.Concat(str("/ab"), s)), p.True()},
		"no prefix":             {p.PrefixOf(str("/ax"), p.Concat(str("/ab"), s)), p.False()},
		"suffix":                {p.SuffixOf(s, p.Concat(u, s)), p.True()},
		"contains":              {p.Contains(p.Concat(s, str("abc")), str("b")), p.True()},
		"digits":                {p.StrFromInt(n(-5)), str("-5")},
		"real":                  {p.RealDiv(p.RealLit(big.NewRat(1, 2)), p.RealLit(big.NewRat(-1, 4))), p.RealLit(big.NewRat(-2, 1))},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %v and %v", name, c[0], c[1])
		}
	}
	for name, c := range map[string]*smt.Term{
		"division by zero": p.FloorDiv(n(1), n(0)), "remainder by zero": p.FloorMod(n(1), n(0)),
		"real division by zero": p.RealDiv(p.RealLit(big.NewRat(1, 1)), p.RealLit(new(big.Rat))),
		"field of another":      p.Select(some, 0, p.Construct(none)), "unknown test": p.IsCtor(some, m),
	} {
		if c.IsValue() {
			t.Errorf("%s is %v", name, c)
		}
	}
}

// Python's // and %, as its documentation gives them.
func TestFloorDivision(t *testing.T) {
	p := smt.NewPool()
	x, y := p.Fresh("x", p.Int()), p.Fresh("y", p.Int())
	for _, c := range [][4]int64{{7, 2, 3, 1}, {-7, 2, -4, 1}, {7, -2, -4, -1}, {-7, -2, 3, -1}, {6, -2, -3, 0}, {-6, 2, -3, 0}, {0, -5, 0, 0}, {1, 5, 0, 1}, {-1, 5, -1, 4}, {1, -5, -1, -4}, {-1, -5, 0, -1}} {
		a, b, q, r := p.Int64(c[0]), p.Int64(c[1]), p.Int64(c[2]), p.Int64(c[3])
		for _, form := range []struct {
			div, mod *smt.Term
			m        map[*smt.Term]*smt.Term
		}{
			{p.FloorDiv(a, b), p.FloorMod(a, b), nil},
			{p.FloorDiv(x, b), p.FloorMod(x, b), map[*smt.Term]*smt.Term{x: a}},
			{p.FloorDiv(a, y), p.FloorMod(a, y), map[*smt.Term]*smt.Term{y: b}},
			{p.FloorDiv(x, y), p.FloorMod(x, y), map[*smt.Term]*smt.Term{x: a, y: b}},
		} {
			if d, m := p.Substitute(form.div, form.m), p.Substitute(form.mod, form.m); d != q || m != r {
				t.Errorf("%d, %d: %v and %v, want %v and %v (%v)", c[0], c[1], d, m, q, r, form.div)
			}
		}
	}
}

func TestSymbolsAreUnique(t *testing.T) {
	p := smt.NewPool()
	if p.Fresh("x", p.Int()) == p.Fresh("x", p.Int()) {
		t.Error("two fresh constants are one")
	}
	if p.Uninterpreted("A") != p.Uninterpreted("A") || p.NewDatatype("A") == p.NewDatatype("A") {
		t.Error("sorts")
	}
	f, g := p.NewFunc("f", []*smt.Sort{p.Int()}, p.Int()), p.NewFunc("f", []*smt.Sort{p.Int()}, p.Int())
	if p.Apply(f, p.Int64(1)) == p.Apply(g, p.Int64(1)) || p.Apply(f, p.Int64(1)) != p.Apply(f, p.Int64(1)) {
		t.Error("applications")
	}
}

// Building things one part at a time, and equations between DAGs, take time in
// proportion to their size. Any quadratic or exponential step would make this
// test hang.
func TestLargeTerms(t *testing.T) {
	const n = 100_000
	p := smt.NewPool()
	and, sum, text := p.True(), p.Int64(0), p.StringLit("")
	for range n {
		and = p.And(and, p.Fresh("b", p.Bool()))
		sum = p.Add(sum, p.Fresh("x", p.Int()))
		text = p.Concat(text, p.Fresh("s", p.String()))
	}
	if c := smt.Conjuncts(and); len(c) != n {
		t.Errorf("%d conjuncts", len(c))
	}
	p.Lt(sum, p.Add(sum, p.StrLen(text)))
	pair := p.NewDatatype("Pair")
	leaf := p.AddConstructor(pair, "leaf", smt.Field{Name: "n", Sort: p.Int()})
	mk := p.AddConstructor(pair, "mk", smt.Field{Name: "l", Sort: pair}, smt.Field{Name: "r", Sort: pair})
	a, b := p.Construct(leaf, p.Fresh("x", p.Int())), p.Construct(leaf, p.Fresh("x", p.Int()))
	for range 200 {
		a, b = p.Construct(mk, a, a), p.Construct(mk, b, b)
	}
	x, y := a.Args[0], b.Args[0]
	for x.Op == smt.OpConstruct {
		x, y = x.Args[0], y.Args[0]
	}
	if got := p.Eq(a, b); got != p.Eq(x, y) {
		t.Errorf("%v", got)
	}
	one := p.Int64(1)
	if v := p.Substitute(p.Eq(a, b), map[*smt.Term]*smt.Term{x: one, y: one}); !v.IsTrue() {
		t.Errorf("%v", v)
	}
	if v := p.Evaluate(a, func(*smt.Term) *smt.Term { return one }); !v.IsValue() {
		t.Error("no value")
	}
}

func TestSubstituteIsSimultaneous(t *testing.T) {
	p := smt.NewPool()
	x, y := p.Fresh("x", p.Int()), p.Fresh("y", p.Int())
	if got := p.Substitute(p.Sub(x, y), map[*smt.Term]*smt.Term{x: y, y: x}); got != p.Sub(y, x) {
		t.Errorf("%v", got)
	}
	sum := p.Add(x, y)
	if got := p.Substitute(p.Mul(sum, sum), map[*smt.Term]*smt.Term{sum: x, x: y}); got != p.Mul(x, x) {
		t.Errorf("%v", got)
	}
}

// Evaluate asks the model about what the theory leaves open, with values as
// arguments.
func TestEvaluateAsksAboutOpenTerms(t *testing.T) {
	p := smt.NewPool()
	x := p.Fresh("x", p.Int())
	f := p.NewFunc("f", []*smt.Sort{p.Int()}, p.Int())
	var asked []string
	got := p.Evaluate(p.Add(p.Apply(f, p.Add(x, p.Int64(1))), p.FloorDiv(x, p.Int64(0))), func(t *smt.Term) *smt.Term {
		asked = append(asked, t.String())
		if t == x {
			return p.Int64(3)
		}
		return p.Int64(10)
	})
	if got != p.Int64(20) {
		t.Errorf("%v, asked %v", got, asked)
	}
	for _, want := range []string{"(f!2 4)", "(div 3 0)"} {
		if !strings.Contains(strings.Join(asked, "\n"), want) {
			t.Errorf("not asked %s but %v", want, asked)
		}
	}
}

func TestStringEscapes(t *testing.T) {
	for text, want := range map[string]string{"abc ~": "abc ~", `\u{61}`: `\u{5c}u{61}`, "é\n\"": `\u{e9}\u{a}\u{22}`, "\x7f\x00": `\u{7f}\u{0}`, "\U0002ffff": `\u{2ffff}`} {
		if got, ok := smt.EscapeString(text); got != want || !ok {
			t.Errorf("%q: %s %v", text, got, ok)
		}
	}
	for _, text := range []string{"\U00030000", "\xff", "a\U0010ffff"} {
		if _, ok := smt.EscapeString(text); ok {
			t.Errorf("%q can be expressed", text)
		}
	}
}
