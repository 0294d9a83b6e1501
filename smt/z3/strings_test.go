package z3

import (
	"context"
	"testing"
	"unicode/utf8"

	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/internal/randterm"
	"pgregory.net/rapid"
)

// nasty are texts that some escape syntax or encoding could get wrong.
var nasty = []string{
	"", "a", "é", `\u{61}`, `\u0061`, `\x61`, `\\u{61}`, `\`, `"`, `""`, `\n`, "\n\t\r\x00\x01\x1f\x7f\u0080\u00ff", "\u0100\u2028\ufffd",
	"\ud7ff\ue000\uffff", "\U00010000\U0001f600\U0002ffff", "a\x00b", `\u{`, `\u{}`, `\u{0000061}`, `\u{110000}`, `u{61}`, `\a\b`, `\u{61`,
}

func TestStringsRoundTrip(t *testing.T) {
	p, s := solver(t, Options{})
	for _, text := range nasty {
		checkText(t, p, s, text)
	}
}

func FuzzStringsRoundTrip(f *testing.F) {
	for _, text := range nasty {
		f.Add(text)
	}
	p, s := solver(f, Options{})
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) <= 100 {
			checkText(t, p, s, text)
		}
	})
}

func TestRandomStringsRoundTrip(t *testing.T) {
	p, s := solver(t, Options{})
	rapid.Check(t, func(t *rapid.T) { checkText(t, p, s, randterm.New(t, false).Text()+rapid.String().Draw(t, "any")) })
}

// checkText checks that Z3 sees the code points of text and gives them back, and
// that text outside its alphabet is not decided.
func checkText(t interface {
	Helper()
	Fatalf(string, ...any)
}, p *smt.Pool, s *Solver, text string) {
	t.Helper()
	s.Push()
	defer s.Pop(1)
	x, lit := p.Fresh("x", p.String()), p.StringLit(text)
	s.Assert(p.Eq(x, lit))
	r := s.Check(context.Background())
	if _, ok := smt.EscapeString(text); !ok {
		if r != smt.Unknown || s.Reason() == "" || s.Err() != nil {
			t.Fatalf("%q: %v, %q, %v", text, r, s.Reason(), s.Err())
		}
		return
	}
	if r != smt.Sat {
		t.Fatalf("%q: %v %q %v", text, r, s.Reason(), s.Err())
	}
	if v := s.Eval(x); v != lit {
		t.Fatalf("%q is read as %v", text, v)
	}
	if v := s.Eval(p.StrLen(x)); v != p.Int64(int64(utf8.RuneCountInString(text))) {
		t.Fatalf("the length of %q is %v", text, v)
	}
	s.Assert(p.Not(p.Eq(p.Concat(x, p.StringLit("!")), p.StringLit(text+"!"))))
	if r := s.Check(context.Background()); r != smt.Unsat {
		t.Fatalf("%q: %v", text, r)
	}
}

// What Z3 cannot express makes answers Unknown in its scope and nowhere else.
func TestInexpressible(t *testing.T) {
	p, s := solver(t, Options{})
	x := p.Fresh("x", p.String())
	astral := p.StringLit("\U00030000")
	han, err := smt.ParseRegex(`\p{Han}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, fact := range []*smt.Term{p.Eq(x, astral), p.InRegex(x, han), p.Eq(x, p.StringLit("\xff"))} {
		s.Push()
		s.Assert(fact)
		s.Push()
		s.Assert(p.Eq(x, p.StringLit("b")))
		s.Assert(p.Eq(x, p.StringLit("a")))
		check(t, s, smt.Unknown)
		if s.Reason() == "" || s.Err() != nil {
			t.Errorf("reason %q, error %v", s.Reason(), s.Err())
		}
		s.Pop(2)
		check(t, s, smt.Sat)
		check(t, s, smt.Unknown, fact)
		check(t, s, smt.Sat)
		if s.Eval(fact) != nil {
			t.Error("a value of what Z3 cannot express")
		}
	}
}

// Z3's alphabet is as large as SMT-LIB says, not 256 characters.
func TestAlphabet(t *testing.T) {
	p, s := solver(t, Options{})
	x := p.Fresh("x", p.String())
	latin, err := smt.ParseRegex(`[\x00-\xff]`)
	if err != nil {
		t.Fatal(err)
	}
	s.Assert(p.And(p.Eq(p.StrLen(x), p.Int64(1)), p.Not(p.InRegex(x, latin))))
	check(t, s, smt.Sat)
}

// Z3's regular expressions are Go's: a string matches or not as package regexp
// says, and strings that Z3 finds do match.
func TestRegexAgreesWithGo(t *testing.T) {
	p, s := solver(t, Options{})
	for _, pattern := range append(randterm.Patterns, `(?i)straße|K`, `a|b|`, `(a*)*b`, `[^\n]{0,2}x`, `(x+x+)+y`, `\d{4}-\d\d`, `[[:^alpha:]]`, `a{3}`, `(?U)a+?`, `\Aab\z`, `(^a|b$)`, `a{0}`, `[\x{10000}-\x{1ffff}]`) {
		r, err := smt.ParseRegex(pattern)
		if err != nil {
			t.Fatalf("%q: %v", pattern, err)
		}
		x := p.Fresh("x", p.String())
		texts := []string{"a", "b", "aa", "aab", "aaa", "A", "k", "\u212a", "ſ", "straſſe", "STRASSE", "straße", "STRAẞE", "2024-01", "x", "\nx", "abx", "xxy", "\n", "0", "-12", "-0", "\U00010001", " "}
		for _, text := range append(texts, nasty...) {
			s.Push()
			s.Assert(p.Eq(x, p.StringLit(text)))
			s.Assert(p.InRegex(x, r))
			want := smt.Unsat
			if r.MatchString(text) {
				want = smt.Sat
			}
			if got := s.Check(context.Background()); got != want {
				t.Errorf("%q matches %q: %v, want %v %s", pattern, text, got, want, s.Reason())
			}
			s.Pop(1)
		}
		for _, match := range []bool{true, false} {
			s.Push()
			f := p.InRegex(x, r)
			if !match {
				f = p.Not(f)
			}
			s.Assert(f)
			if s.Check(context.Background()) == smt.Sat {
				if v, ok := s.Eval(x).StringValue(); !ok || r.MatchString(v) != match {
					t.Errorf("%q: Z3's example for %v is %q", pattern, match, v)
				}
			} else if match {
				t.Errorf("%q: %s", pattern, s.Reason())
			}
			s.Pop(1)
		}
	}
}

// StrFromInt is exact for every sign.
func TestStrFromInt(t *testing.T) {
	p, s := solver(t, Options{})
	n := p.Fresh("n", p.Int())
	for text, value := range map[string]int64{"0": 0, "-5": -5, "120": 120} {
		s.Push()
		s.Assert(p.Eq(p.StrFromInt(n), p.StringLit(text)))
		check(t, s, smt.Sat)
		if v := s.Eval(n); v != p.Int64(value) {
			t.Errorf("%s is %v", text, v)
		}
		s.Pop(1)
	}
	for _, text := range []string{"", "-", "00", "-0", "+1", "1.5"} {
		s.Push()
		s.Assert(p.Eq(p.StrFromInt(n), p.StringLit(text)))
		check(t, s, smt.Unsat)
		s.Pop(1)
	}
}

// Stopping the string solver anywhere in a hard problem leaves the process and
// the solver intact.
func TestStoppedStringSolver(t *testing.T) {
	p, s := solver(t, Options{RLimit: 1})
	a, b, c := p.Fresh("a", p.String()), p.Fresh("b", p.String()), p.Fresh("c", p.String())
	facts := []*smt.Term{
		p.Eq(p.Concat(p.Concat(a, p.StringLit("ab")), p.Concat(b, c)), p.Concat(p.Concat(c, b), p.Concat(p.StringLit("ba"), a))),
		p.Gt(p.StrLen(a), p.Int64(20)), p.Gt(p.StrLen(b), p.Int64(13)), p.Not(p.Eq(a, b)),
	}
	for x, pattern := range map[*smt.Term]string{a: "(ab|ba|c)+", b: "(aab|bba|c)+", c: "(abb|ba|cc)+"} {
		r, err := smt.ParseRegex(pattern)
		if err != nil {
			t.Fatal(err)
		}
		facts = append(facts, p.InRegex(x, r))
	}
	for limit := uint32(1); limit < 300_000; limit = limit*3 + 1 {
		s.options.RLimit = limit
		s.Reset()
		s.Push()
		s.Assert(p.And(facts...))
		if r := s.Check(context.Background()); r == smt.Unknown && s.Reason() == "" || s.Err() != nil {
			t.Errorf("limit %d: %q, %v", limit, s.Reason(), s.Err())
		}
		s.Pop(1)
		s.Assert(p.Eq(a, b))
		if s.Check(context.Background()); s.Err() != nil {
			t.Error(s.Err())
		}
	}
}
