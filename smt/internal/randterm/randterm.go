// Package randterm draws random terms for property tests, each with its value
// computed in plain Go (math/big, strings, regexp) as an independent statement
// of what the term means. Only tests import it.
package randterm

import (
	"math/big"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/aeonc/aeonc/smt"
	"pgregory.net/rapid"
)

// A List is the value of a term of the datatype Source.List; nil is the empty
// list.
type List struct {
	Head *big.Int
	Tail *List
}

// An Expr is a term and its value under the source's assignment: a bool,
// *big.Int, *big.Rat, string or *List.
type Expr struct {
	Term  *smt.Term
	Value any
}

// A Source draws expressions over a few constants that have fixed values.
type Source struct {
	Pool       *smt.Pool
	Symbols    []Expr
	List       *smt.Sort
	Nil, Cons  *smt.Constructor
	t          *rapid.T
	characters []rune
}

// New returns a source with two constants of each sort. If astral is true,
// strings contain code points above U+2FFFF too.
func New(t *rapid.T, astral bool) *Source {
	p := smt.NewPool()
	s := &Source{Pool: p, t: t, List: p.NewDatatype("List"), characters: []rune("ab\\u{}061\"'\n\x00\x7fé\u20ac\U0001f600\U0002ffff ")}
	if astral {
		s.characters = append(s.characters, 0x30000, utf8.MaxRune)
	}
	s.Nil = p.AddConstructor(s.List, "nil")
	s.Cons = p.AddConstructor(s.List, "cons", smt.Field{Name: "head", Sort: p.Int()}, smt.Field{Name: "tail", Sort: s.List})
	for _, sort := range s.sorts() {
		for _, name := range [2]string{"x", "y"} {
			s.Symbols = append(s.Symbols, Expr{p.Fresh(name, sort), s.literal(sort).Value})
		}
	}
	return s
}

func (s *Source) sorts() []*smt.Sort {
	return []*smt.Sort{s.Pool.Bool(), s.Pool.Int(), s.Pool.Real(), s.Pool.String(), s.List}
}

// Model gives the constants their values, for smt.Pool.Evaluate.
func (s *Source) Model(t *smt.Term) *smt.Term {
	for _, e := range s.Symbols {
		if e.Term == t {
			return s.Value(e.Value)
		}
	}
	return nil
}

// Value returns v as a term.
func (s *Source) Value(v any) *smt.Term {
	switch v := v.(type) {
	case bool:
		return s.Pool.BoolLit(v)
	case *big.Int:
		return s.Pool.IntLit(v)
	case *big.Rat:
		return s.Pool.RealLit(v)
	case string:
		return s.Pool.StringLit(v)
	}
	l := v.(*List)
	if l == nil {
		return s.Pool.Construct(s.Nil)
	}
	return s.Pool.Construct(s.Cons, s.Value(l.Head), s.Value(l.Tail))
}

func (s *Source) choose(label string, n int) int { return rapid.IntRange(0, n-1).Draw(s.t, label) }

func (s *Source) integer() *big.Int {
	n := big.NewInt(int64(rapid.IntRange(-9, 9).Draw(s.t, "int")))
	if s.choose("big", 12) == 0 {
		n.Mul(n, new(big.Int).Lsh(big.NewInt(1), 70))
	}
	return n
}

// Text draws a string.
func (s *Source) Text() string {
	return string(rapid.SliceOfN(rapid.SampledFrom(s.characters), 0, 6).Draw(s.t, "text"))
}

// literal draws a value and its term.
func (s *Source) literal(sort *smt.Sort) Expr {
	var v any
	switch {
	case sort.IsBool():
		v = rapid.Bool().Draw(s.t, "bool")
	case sort.IsInt():
		v = s.integer()
	case sort.IsReal():
		v = new(big.Rat).SetFrac(s.integer(), big.NewInt(int64(1+s.choose("denominator", 6))))
	case sort.IsString():
		v = s.Text()
	default:
		var l *List
		for range s.choose("length", 4) {
			l = &List{s.integer(), l}
		}
		v = l
	}
	return Expr{s.Value(v), v}
}

// Draw draws an expression of the given sort with nesting up to depth.
func (s *Source) Draw(sort *smt.Sort, depth int) Expr {
	if depth == 0 || s.choose("leaf", 6) == 0 {
		if s.choose("symbol", 3) == 0 {
			return s.literal(sort)
		}
		var fitting []Expr
		for _, e := range s.Symbols {
			if e.Term.Sort == sort {
				fitting = append(fitting, e)
			}
		}
		return fitting[s.choose("which", len(fitting))]
	}
	if s.choose("ite", 8) == 0 {
		c, a, b := s.Draw(s.Pool.Bool(), depth-1), s.Draw(sort, depth-1), s.Draw(sort, depth-1)
		v := b.Value
		if c.Value.(bool) {
			v = a.Value
		}
		return Expr{s.Pool.Ite(c.Term, a.Term, b.Term), v}
	}
	switch {
	case sort.IsBool():
		return s.boolean(depth - 1)
	case sort.IsInt():
		return s.integerTerm(depth - 1)
	case sort.IsReal():
		return s.realTerm(depth - 1)
	case sort.IsString():
		return s.text(depth - 1)
	}
	return s.list(depth - 1)
}

// DrawAny draws an expression of some sort.
func (s *Source) DrawAny(depth int) Expr {
	sorts := s.sorts()
	return s.Draw(sorts[s.choose("sort", len(sorts))], depth)
}

// floorDivMod is Python's divmod.
func floorDivMod(a, b *big.Int) (q, r *big.Int) {
	q, r = new(big.Int).QuoRem(a, b, new(big.Int))
	if r.Sign() != 0 && r.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
		r.Add(r, b)
	}
	return q, r
}

func (s *Source) integerTerm(depth int) Expr {
	p := s.Pool
	pair := func() (x, y Expr, a, b *big.Int) {
		x, y = s.Draw(p.Int(), depth), s.Draw(p.Int(), depth)
		return x, y, x.Value.(*big.Int), y.Value.(*big.Int)
	}
	op := s.choose("int op", 8)
	switch op {
	case 0:
		x, y, a, b := pair()
		return Expr{p.Sub(x.Term, y.Term), new(big.Int).Sub(a, b)}
	case 1:
		x := s.Draw(p.Int(), depth)
		return Expr{p.Neg(x.Term), new(big.Int).Neg(x.Value.(*big.Int))}
	case 2:
		x, y, a, b := pair()
		return Expr{p.Mul(x.Term, y.Term), new(big.Int).Mul(a, b)}
	case 3, 4:
		x, y, a, b := pair()
		if b.Sign() == 0 {
			return x
		}
		q, r := floorDivMod(a, b)
		if op == 3 {
			return Expr{p.FloorDiv(x.Term, y.Term), q}
		}
		return Expr{p.FloorMod(x.Term, y.Term), r}
	case 5:
		x := s.Draw(p.String(), depth)
		return Expr{p.StrLen(x.Term), big.NewInt(int64(utf8.RuneCountInString(x.Value.(string))))}
	case 6:
		x := s.Draw(s.List, depth)
		if l := x.Value.(*List); l != nil {
			return Expr{p.Select(s.Cons, 0, x.Term), l.Head}
		}
	}
	x, y, a, b := pair()
	z := s.Draw(p.Int(), depth)
	sum := new(big.Int).Add(a, b)
	return Expr{p.Add(x.Term, y.Term, z.Term), sum.Add(sum, z.Value.(*big.Int))}
}

func (s *Source) realTerm(depth int) Expr {
	p := s.Pool
	x, y := s.Draw(p.Real(), depth), s.Draw(p.Real(), depth)
	a, b := x.Value.(*big.Rat), y.Value.(*big.Rat)
	switch s.choose("real op", 5) {
	case 0:
		return Expr{p.Sub(x.Term, y.Term), new(big.Rat).Sub(a, b)}
	case 1:
		return Expr{p.Neg(x.Term), new(big.Rat).Neg(a)}
	case 2:
		return Expr{p.Mul(x.Term, y.Term), new(big.Rat).Mul(a, b)}
	case 3:
		if b.Sign() != 0 {
			return Expr{p.RealDiv(x.Term, y.Term), new(big.Rat).Quo(a, b)}
		}
	}
	return Expr{p.Add(x.Term, y.Term), new(big.Rat).Add(a, b)}
}

func (s *Source) text(depth int) Expr {
	p := s.Pool
	if s.choose("string op", 4) == 0 {
		x := s.Draw(p.Int(), depth)
		return Expr{p.StrFromInt(x.Term), x.Value.(*big.Int).String()}
	}
	x, y := s.Draw(p.String(), depth), s.Draw(p.String(), depth)
	return Expr{p.Concat(x.Term, y.Term), x.Value.(string) + y.Value.(string)}
}

func (s *Source) list(depth int) Expr {
	p := s.Pool
	if s.choose("list op", 3) == 0 {
		x := s.Draw(s.List, depth)
		if l := x.Value.(*List); l != nil {
			return Expr{p.Select(s.Cons, 1, x.Term), l.Tail}
		}
	}
	h, t := s.Draw(p.Int(), depth), s.Draw(s.List, depth)
	return Expr{p.Construct(s.Cons, h.Term, t.Term), &List{h.Value.(*big.Int), t.Value.(*List)}}
}

// Patterns are the regular expressions that drawn terms use.
var Patterns = []string{
	`a*`, `(a|b)+`, `[^a]*`, `.*`, `(?s).*`, `a{2,3}b?`, `(?i)[A-B]+é`, `\\u\{.*`, ``, `[^\x00-\x7f]+`, `^(0|-?[1-9][0-9]*)$`, `a.?|\s*`, `(ab?){0}`, `(?:a|b|\n){2,}`, `[[:print:]]{1,4}`,
}

func (s *Source) boolean(depth int) Expr {
	p := s.Pool
	op := s.choose("bool op", 14)
	switch op {
	case 0:
		x := s.Draw(p.Bool(), depth)
		return Expr{p.Not(x.Term), !x.Value.(bool)}
	case 1, 2, 3:
		x, y, z := s.Draw(p.Bool(), depth), s.Draw(p.Bool(), depth), s.Draw(p.Bool(), depth)
		a, b, c := x.Value.(bool), y.Value.(bool), z.Value.(bool)
		switch op {
		case 1:
			return Expr{p.And(x.Term, y.Term, z.Term), a && b && c}
		case 2:
			return Expr{p.Or(x.Term, y.Term, z.Term), a || b || c}
		}
		return Expr{p.Implies(x.Term, y.Term), !a || b}
	case 4, 5, 6:
		sorts := s.sorts()
		sort := sorts[s.choose("eq sort", len(sorts))]
		x, y := s.Draw(sort, depth), s.Draw(sort, depth)
		return Expr{p.Eq(x.Term, y.Term), s.Value(x.Value) == s.Value(y.Value)}
	case 7, 8:
		return s.comparison(depth)
	case 9:
		x := s.Draw(s.List, depth)
		return Expr{p.IsCtor(s.Cons, x.Term), x.Value.(*List) != nil}
	case 10:
		x := s.Draw(p.String(), depth)
		pattern := rapid.SampledFrom(Patterns).Draw(s.t, "pattern")
		r, err := smt.ParseRegex(pattern)
		if err != nil {
			s.t.Fatal(err)
		}
		return Expr{p.InRegex(x.Term, r), regexp.MustCompile(`\A(?:` + pattern + `)\z`).MatchString(x.Value.(string))}
	}
	x, y := s.Draw(p.String(), depth), s.Draw(p.String(), depth)
	a, b := x.Value.(string), y.Value.(string)
	switch op {
	case 11:
		return Expr{p.PrefixOf(x.Term, y.Term), strings.HasPrefix(b, a)}
	case 12:
		return Expr{p.SuffixOf(x.Term, y.Term), strings.HasSuffix(b, a)}
	}
	return Expr{p.Contains(x.Term, y.Term), strings.Contains(a, b)}
}

func (s *Source) comparison(depth int) Expr {
	p := s.Pool
	sort := [2]*smt.Sort{p.Int(), p.Real()}[s.choose("cmp sort", 2)]
	x, y := s.Draw(sort, depth), s.Draw(sort, depth)
	c := 0
	if a, ok := x.Value.(*big.Int); ok {
		c = a.Cmp(y.Value.(*big.Int))
	} else {
		c = x.Value.(*big.Rat).Cmp(y.Value.(*big.Rat))
	}
	switch s.choose("cmp", 4) {
	case 0:
		return Expr{p.Lt(x.Term, y.Term), c < 0}
	case 1:
		return Expr{p.Le(x.Term, y.Term), c <= 0}
	case 2:
		return Expr{p.Gt(x.Term, y.Term), c > 0}
	}
	return Expr{p.Ge(x.Term, y.Term), c >= 0}
}
