package prompt_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/prompt"
	"github.com/aeonc/aeonc/specs"
)

func load(t *testing.T, text string, names ...string) *checker.Spec {
	t.Helper()
	s := checker.Load(context.Background(), checker.Config{
		Specs: names, Builtin: specs.Module, BuiltinNames: specs.Names(),
		ReadFile: func(string) (string, error) { return text, nil },
	})
	t.Cleanup(s.Close)
	return s
}

const spec = `
linear type Session
inductive Colour
| red : Colour
| mixed (parts: (List Int)) : Colour
@taint
def secret : (x: a) -> Bool := uninterpreted
# Never spoken of.
def idle : (s: Session) -> Bool := uninterpreted
# How much is left. It never grows.
def left : (s: Session) -> Int := uninterpreted
# Look. Twice.
@keeps
def look   # a comment
    (1 s: {s:Session | left s > 0})
    (q: {q:String | q != "# no comment"})
    : (text: {t:String | secret t},
       Session) := native "look"
def spend (1 s: Session) : Session := native "spend"
def twice (n: Int) : Int := n + n
@harness
def open_ (_: Unit) : Session := native "open"
plan one (1 s: Session) : Session
plan two (1 s: Session)
example accept for one "nothing" := s
example accept for one "look once" :=
  let (text, s) := look s "a" in
  s
example accept for one "spend" := spend s
example reject AE301 for one "wrong" := let (text, s) := look (spend s) "# no comment" in s
example accept for two "other" := ()
`

func TestText(t *testing.T) {
	s := load(t, spec, "spec.aeon")
	if diag.HasErrors(s.Diagnostics) {
		t.Fatal(s.Diagnostics[0])
	}
	text := prompt.Text(s, "1.2.3", "one")
	if !strings.HasPrefix(text, "<!-- aeonc 1.2.3, specs sha256:") {
		t.Error(text[:80])
	}
	for _, want := range []string{
		"used exactly once: `Session`.\n",
		"`Colour.red | Colour.mixed (parts: (List Int))`\n",
		"- `secret` (a label that flows)\n", "- `left`: How much is left.\n",
		"\nlook (1 s: {s:Session | left s > 0}) (q: {q:String | q != \"# no comment\"}) : (text: {t:String | secret t}, Session)\n    # Look.\n",
		"\nspend (1 s: Session) : Session    # FORGETS\n", "\ntwice (n: Int) : Int\n",
		"\nplan one (1 s: Session) : Session\n",
		"# look once\nlet (text, s) := look s \"a\" in\ns\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, no := range []string{"idle", "open_", "native", "plan two", "other", "wrong", "# a comment", "uninterpreted"} {
		if strings.Contains(text[strings.Index(text, "## Types"):], no) {
			t.Errorf("%q is in\n%s", no, text)
		}
	}
	if strings.Count(text, "\n# ") != 3 { // the title and two examples
		t.Errorf("not two examples in\n%s", text)
	}
}

// The same specs have the same hash, others another, and imports count.
func TestDigest(t *testing.T) {
	a := prompt.Digest(load(t, spec, "spec.aeon"))
	if a != prompt.Digest(load(t, spec, "spec.aeon")) {
		t.Error("the hash is not the same twice")
	}
	if a == prompt.Digest(load(t, spec+"\n", "spec.aeon")) {
		t.Error("another text has the same hash")
	}
	if prompt.Digest(load(t, "open agent\n", "spec.aeon")) == prompt.Digest(load(t, "open agent\n", "agent", "spec.aeon")) &&
		prompt.Digest(load(t, "open agent\n", "spec.aeon")) == prompt.Digest(load(t, "open turn\n", "spec.aeon")) {
		t.Error("imports do not count")
	}
}

// It stays short: the page on the language takes about 800 tokens, and a spec of
// tools about as many as its signatures.
func TestTokens(t *testing.T) {
	for _, c := range []struct {
		names []string
		max   int
	}{{[]string{"agent", "strict"}, 2000}, {[]string{"agent", "strict", "mail"}, 3500}} {
		text := prompt.Text(load(t, "", c.names...), "0", "strict")
		if n := prompt.Tokens(text); n > c.max || n < 500 {
			t.Errorf("%v: about %d tokens, want at most %d", c.names, n, c.max)
		}
	}
	if n := prompt.Tokens("let (a, s) := read s \"x\" in"); n != 14 {
		t.Errorf("%d tokens", n)
	}
}
