package repair_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/repair"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

// What is offered for specs: each change is checked here once more.
func TestFindInSpecs(t *testing.T) {
	lib, err := z3.Load("")
	if err != nil {
		t.Fatalf("these tests need libz3 (make setup): %v", err)
	}
	const session = "linear type Session\ndef tainted : (s: Session) -> Bool := uninterpreted\n"
	for _, c := range []struct{ name, spec, code, want string }{
		{"a type", session + "def read (1 s: Sesion) : {t:Session | tainted t} := native \"r\"\n", "AE205", "(1 s: Session)"},
		{"a measure", session + "def read (1 s: Session) : {t:Session | tained t} := native \"r\"\n", "AE201", "{t:Session | tainted t}"},
		{"a decorator", "@taintt def secret : (x: a) -> Bool := uninterpreted\ndef send (b: {s:String | secret s = false}) : Unit := native \"s\"\n", "AE201", "@taint def"},
		{"native", "def f (x: Int) : Int := \"f(x)\"\n", "AE202", `:= native "f(x)"`},
		{"what stands before native", "def f (x: Int) : Int native \"f(x)\"\n", "AE101", `Int := native`},
		{"the sign before the body", "def f (x: Int) : Int = x + 1\n", "AE101", ":= x + 1"},
		{"an arrow", "def f (x: Int) -> Int := native \"f\"\n", "AE101", "(x: Int) : Int"},
		{"parameters", "def f (x: Int, y: Int) : Int := native \"f\"\n", "AE101", "(x: Int) (y: Int)"},
		{"type arguments", "def f (x: List Int) : Int := native \"f\"\n", "AE101", "(x: (List Int))"},
		{"in", "def f (x: Int) : Int := let y := x + 1\n  y\n", "AE101", "x + 1 in"},
		{"equality", "def f (x: {n:Int | n == 1}) : Int := native \"f\"\n", "AE101", "n = 1"},
		{"linear", "type linear S\ndef f (1 s: S) : S := native \"f\"\n", "AE101", "linear type S"},
		{"a measure as elsewhere", "type T\nmeasure size : T -> Int\ndef f (t: {t:T | size t = 1}) : Int := native \"f\"\n", "AE101", "def size : (x: T) -> Int := uninterpreted"},
		{"a function that mints", session + "def mk (_: Unit) : {t:Session | tainted t} := native \"m\"\n", "AE603", "@harness\ndef mk"},
		{"a comment that allows nothing", "# aeonc: allow AE603 because\ndef f (x: {n:Int | n > 0}) : Int := native \"f\"\n", "AE608", "def f"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := c.spec
			config := checker.Config{
				Specs: []string{"spec.aeon"}, Solver: lib, Builtin: func(string) (string, bool) { return "", false },
				ReadFile: func(path string) (string, error) {
					if path == "spec.aeon" {
						return text, nil
					}
					return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
				},
			}
			check := func() *checker.Result {
				s := checker.Load(context.Background(), config)
				defer s.Close()
				return s.Check(context.Background())
			}
			res := check()
			repair.FindInSpecs(context.Background(), config, res)
			found := false
			for _, d := range res.Diagnostics {
				for _, r := range d.Repairs {
					text = repair.Apply(c.spec, r)
					if got := check(); r.Safe || r.Complete != (got.Verdict == checker.Verified && !diag.HasErrors(got.Diagnostics)) {
						t.Errorf("%q: complete = %v, safe = %v, and the spec is %v", r.Title, r.Complete, r.Safe, got.Verdict)
					}
					found = found || string(d.Code) == c.code && strings.Contains(text, c.want) && text != c.spec
				}
			}
			if !found {
				t.Errorf("not offered: %v", res.Diagnostics)
			}
		})
	}
}
