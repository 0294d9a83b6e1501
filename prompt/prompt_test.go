package prompt_test

import (
	"context"
	"regexp"
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

// TestPageIsEnough: the page names every function on lists and strings that an example of
// the built-in specs uses, and how their other expressions are written.
func TestPageIsEnough(t *testing.T) {
	tools := load(t, spec, "spec.aeon")
	page, _, _ := strings.Cut(prompt.Text(tools, "test", ""), "\n## ")
	example := regexp.MustCompile(`(?m)^example (?:accept|reject)(?:[^\n]|\n[^\n])*`)
	used := map[string]bool{}
	for _, name := range specs.Names() {
		text, _ := specs.Module(name)
		for _, e := range example.FindAllString(text, -1) {
			e = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`).ReplaceAllString(e, `""`)
			for _, f := range regexp.MustCompile(`\b(?:List|String)\.(\w+)`).FindAllStringSubmatch(e, -1) {
				used[f[1]] = true
			}
			for word, how := range map[string]string{
				" match ": "`match m", " fun (1 ": "`fun (1 s: T) =>", "fun s ": "fun s x =>", "let _ :=": "`let _ :=",
				" if ": "`if c then a else b`", "(-": "`(-3)`", " def ": "`def f", "Maybe.": "Maybe.some",
			} {
				if strings.Contains(e, word) && !strings.Contains(strings.Join(strings.Fields(page), " "), how) {
					t.Errorf("an example of %s has %q, and the page does not tell %s", name, word, how)
				}
			}
		}
	}
	if len(used) < 7 {
		t.Errorf("only %v were found", used)
	}
	for f := range used {
		if !regexp.MustCompile("[`.]" + f + "[ `]").MatchString(page) {
			t.Errorf("the page does not name %s", f)
		}
	}
}

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
