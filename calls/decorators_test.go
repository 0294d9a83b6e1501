package calls_test

import (
	"context"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

// What @tool and @argument cannot say, with the place.
func TestDecorators(t *testing.T) {
	lib, err := z3.Load("")
	if err != nil {
		t.Fatalf("these tests need libz3 (make setup): %v", err)
	}
	const before = `linear type Session
type Repo
def repo (name: String) : Repo := native "repo"
def limit : Int := 3
@harness def reset (name: String) : Repo := native "reset"
def seen : (s: Session) -> Bool := uninterpreted
`
	const f = "\ndef f (1 s: Session) (r: Repo) (n: Int) : Session := native \"f\"\n"
	for _, c := range []struct{ name, decorator, at string }{
		{"nothing wrong", `@tool("a") @tool("b", when (m = "x" && k = -2 && ok = true), unused (p, "q-r", t = 1), n = default k 3, r = repo ("x" ++ key "y-z" ++ json w))`, ""},
		{"no name", "@tool", "@tool"},
		{"an empty name", `@tool("")`, `@tool("")`},
		{"a name without quotes", `@tool(a)`, `@tool(a)`},
		{"no parameter", `@tool("a", m = k)`, "m"},
		{"a parameter twice", `@tool("a", n = k, n = l)`, "n"},
		{"a condition on a key twice", `@tool("a", when (k = 1 && k = 2))`, "k"},
		{"a key that is unused twice", `@tool("a", unused (k, k))`, "k"},
		{"a condition that is no equation", `@tool("a", when (k > 1))`, "k > 1"},
		{"a condition with a key on both sides", `@tool("a", when (k = l))`, "k = l"},
		{"a condition without a value", `@tool("a", when (k))`, "k"},
		{"something else", `@tool("a", k)`, "k"},
		{"an unknown function", `@tool("a", r = rpeo k)`, "rpeo"},
		{"a function that stands below", `@tool("a", r = f k)`, "f"},
		{"a function with too few arguments", `@tool("a", r = repo k l)`, "repo k l"},
		{"a constant", `@tool("a", n = limit k)`, "limit"},
		{"a measure", `@tool("a", n = seen k)`, "seen"},
		{"what is for the harness", `@tool("a", r = reset k)`, "reset"},
		{"a sum", `@tool("a", n = k + 1)`, "k + 1"},
		{"a default without a value", `@tool("a", n = default k)`, "default k"},
		{"on what makes no argument", `@argument`, "@argument"},
		{"both", `@tool("a") @argument`, "@argument"},
		{"a condition of an argument", `@argument(when (k = 1))`, "when (k = 1)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := checker.Load(context.Background(), checker.Config{
				Specs: []string{"spec.aeon"}, Solver: lib, Builtin: func(string) (string, bool) { return "", false },
				ReadFile: func(string) (string, error) { return before + c.decorator + f, nil },
			})
			defer s.Close()
			if c.at == "" {
				if diag.HasErrors(s.Diagnostics) {
					t.Error(s.Diagnostics)
				}
				return
			}
			for _, d := range s.Diagnostics {
				if d.Code == "AE201" && d.Span.Text() == c.at {
					return
				}
			}
			t.Errorf("want AE201 at %q, got %v", c.at, s.Diagnostics)
		})
	}
}
