package specs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/specs"
)

// TestBuiltInSpecs: each is verified by itself, without a lint, with all its
// examples, and says in one line what it is for.
func TestBuiltInSpecs(t *testing.T) {
	for _, name := range specs.Names() {
		t.Run(name, func(t *testing.T) {
			r := run{specs: []string{name}}.check(t)
			if r.Verdict != checker.Verified || len(r.Diagnostics) > 0 {
				t.Errorf("%v: %v", r.Verdict, verdict(r))
				for _, d := range r.Diagnostics {
					t.Log(d)
				}
			}
			if title := specs.Title(name); title == "" || strings.HasPrefix(title, "open") {
				t.Errorf("no title: %q", title)
			}
			text, _ := specs.Module(name)
			accepted := strings.Count(text, "\nexample accept")
			rejected := strings.Count(text, "\nexample reject AE")
			least := [2]int{3, 4}
			switch {
			case strings.HasPrefix(name, "protocol."): // a right client, and the ways to be a wrong one
				least = [2]int{1, 3}
			}
			if accepted < least[0] || rejected < least[1] {
				t.Errorf("%d examples that are accepted and %d that are rejected", accepted, rejected)
			}
		})
	}
}

// asksOnly are functions that only ask the session or the user: no call of them is wrong.
var asksOnly = map[string]bool{"isTainted": true, "isUntrusted": true, "askPlace": true}

// unread: what they demand shows only beside private data, which their spec has none of.
// The incidents reject each of them.
var unread = map[string]bool{"search_web": true, "show_page": true}

// TestExamplesOfEachFunction: each function on a session is called in an example that is
// accepted and in one that is rejected. The many of GitHub's server are tried one by one
// in TestGitHubNothingTells.
func TestExamplesOfEachFunction(t *testing.T) {
	onSession := regexp.MustCompile(`(?m)^(@harness\n)?def (\w+)\s+\((?:1|&) s: `)
	example := regexp.MustCompile(`(?m)^example (accept|reject)(?:[^\n]|\n[^\n]|\n\n  )*`)
	for _, name := range specs.Names() {
		if strings.HasPrefix(name, "github") || strings.HasPrefix(name, "protocol.") || name == "libos" || name == "ros" {
			continue
		}
		text, _ := specs.Module(name)
		calls := map[string]string{}
		for _, m := range example.FindAllStringSubmatch(text, -1) {
			calls[m[1]] += m[0] + "\n"
		}
		for _, m := range onSession.FindAllStringSubmatch(text, -1) {
			f := m[2]
			if m[1] != "" {
				continue
			}
			called := regexp.MustCompile(`\b` + f + `\b`)
			if !called.MatchString(calls["accept"]) {
				t.Errorf("%s: no example that is accepted calls %s", name, f)
			}
			if !called.MatchString(calls["reject"]) && !asksOnly[f] && !unread[f] {
				t.Errorf("%s: no example that is rejected calls %s", name, f)
			}
		}
	}
}

// TestWhole: a spec that is laid out in rooms is printed as one file, which is a spec
// of its own.
func TestWhole(t *testing.T) {
	text, _ := specs.Whole("github")
	for _, part := range []string{"\ndef createIssuePublic\n", "\ndef get_job_logs\n", "\ndef create_issue\n", "\nplan (1 s: {s:Session"} {
		if strings.Count(text, part) != 1 {
			t.Errorf("%q stands %d times in it", part, strings.Count(text, part))
		}
	}
	spec := run{specs: []string{"hub.aeon"}, files: map[string]string{"hub.aeon": text}}.load(t)
	defer spec.Close()
	for _, d := range spec.Diagnostics {
		t.Error(d)
	}
	if text, _ := specs.Whole("mail"); strings.Count(text, "\ndef send_email\n") != 1 {
		t.Error("a spec without rooms has another text")
	}
	if _, ok := specs.Whole("github/core"); ok {
		t.Error("a path is no name of a spec")
	}
}

// TestAllTogether: no two built-in specs export the same name.
func TestAllTogether(t *testing.T) {
	r := run{specs: specs.Names()}.check(t)
	if r.Verdict != checker.Verified {
		t.Error(verdict(r))
	}
}

// mark is a spec of tools that shares the session.
const mark = `open agent
import strict
type Note
def noteOf : (n: Note) -> (s: Session) -> Bool := uninterpreted
def seen : (s: Session) -> Bool := uninterpreted

@keeps(agent)
def readMarked (1 s: Session) : {s2:Session | sessionUntrusted s2 && seen s2} := native "mark.read(s)"

@keeps
def readForgetful (1 s: Session) : {s2:Session | seen s2} := native "mark.forget(s)"

def publish (1 s: {s:Session | sessionTainted s = false && strictly s}) (n: {n:Note | noteOf n s --> seen s}) : Unit :=
  native "mark.publish(s, n)"

def note : Note := native "mark.note"

example accept for strict "read" := closeSession (readMarked s)
`

// TestSharedSession: what a spec of tools says of the session holds for the
// next one, and what agent hands on can be named by plans.
func TestSharedSession(t *testing.T) {
	files := map[string]string{"mark.aeon": mark}
	for _, c := range []struct{ name, plan, want string }{
		{"kept", "let s := readMarked s in publish s note", "verified"},
		{"not kept", "let s := readForgetful s in publish s note", "AE301"},
		{"qualified", "strict.closeSession (agent.tellUser (mark.readMarked s) \"x\")", "verified"},
		{"in a helper's type", "def finish (1 x: Session) : Unit := closeSession x\nfinish s", "verified"},
		{"of a module that is only imported", "open balanced\ncloseSession s", "AE505"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run{specs: []string{"strict", "mark.aeon"}, files: files, plan: c.plan}.check(t)
			if got := verdict(r); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	r := run{specs: []string{"mark.aeon"}, files: files, plan: "closeSession s"}.check(t)
	if got := verdict(r); !strings.HasPrefix(got, "AE201") {
		t.Errorf("a file hands nothing on: %s", got)
	}
}

// TestKeepsOfUnknown: @keeps names modules that the file imports.
func TestKeepsOfUnknown(t *testing.T) {
	spec := strings.Replace(mark, "@keeps(agent)", "@keeps(other)", 1)
	r := run{specs: []string{"mark.aeon"}, files: map[string]string{"mark.aeon": spec}}.check(t)
	if got := verdict(r); !strings.HasPrefix(got, "AE201") || !strings.Contains(got, "other") {
		t.Error(got)
	}
}

// TestGuide: the spec that docs/specs.md builds is as it says.
func TestGuide(t *testing.T) {
	page, err := os.ReadFile("../docs/specs.md")
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, block := range strings.Split(string(page), "```aeon\n")[1:] {
		text, _, _ := strings.Cut(block, "```")
		r := run{specs: []string{"guide.aeon"}, files: map[string]string{"guide.aeon": text}}.check(t)
		if r.Verdict != checker.Verified {
			t.Errorf("%s\n%s", verdict(r), text)
		}
		found = found || strings.Contains(text, "example reject")
	}
	if !found {
		t.Error("no spec with examples")
	}
}

// TestPresets: what the user typed, what is known and what is neither, and what
// a conversation carries on.
func TestPresets(t *testing.T) {
	const typed = "Write to ann@example.com, please, and look at https://example.org/a."
	const state = `{"s": {"strictly": false, "sessionTainted": true, "sessionUntrusted": true, "writesLeft": 2, "moneyLeft": 0},
		"$model": {"holdsPrivate": true, "holdsUntrusted": true}}`
	for _, c := range []struct{ name, specs, prompt, state, plan, want string }{
		{"typed", "balanced mail", typed, "",
			`let (m, s) := read_email s "1" in let s := send_email s "ann@example.com" "x" (mailBody m) in closeSession s`, "verified"},
		{"not typed", "balanced mail", typed, "",
			`let s := send_email s "joann@example.com" "x" "y" in closeSession s`, "AE301"},
		{"put together", "balanced mail", typed, "",
			`let s := send_email s ("ann" ++ "@example.com") "x" "y" in closeSession s`, "AE301"},
		{"made a place", "balanced mail", typed, "",
			`let ann := placeOfUser "ann@example.com" in let s := send_email s ann "x" "y" in closeSession s`, "verified"},
		{"private data to a place that was typed", "balanced web mail", typed, "",
			`let (m, s) := read_email s "1" in let (a, s) := post_form s "https://example.org/a" (mailBody m) in closeSession s`, "verified"},
		{"private data in an address", "balanced web mail", typed, "",
			`let (m, s) := read_email s "1" in let (a, s) := fetch_url s ("https://example.org/a" ++ mailBody m) in closeSession s`, "AE301"},
		{"strict goes by the session", "strict web mail", typed, "",
			`let (m, s) := read_email s "1" in let (a, s) := fetch_url s "https://example.org/a" in closeSession s`, "AE301"},
		{"no preset", "turn web", "", "",
			`let (a, s) := fetch_url s "https://example.org/a" in ("", s)`, "AE301"},
		{"a literal of a model that has read", "turn web", "", state,
			`let (a, s) := fetch_url s "https://example.org/b" in ("", s)`, "AE301"},
		{"except what the user typed", "turn web", typed, state,
			`let (a, s) := fetch_url s "https://example.org/a" in ("", s)`, "verified"},
		{"changes that are left", "turn memory", "", state,
			`let s := forget s (keyOf "a") in let s := forget s (keyOf "b") in ("", s)`, "verified"},
		{"no more than these", "turn memory", "", state,
			`let s := forget s (keyOf "a") in let s := forget s (keyOf "b") in let s := forget s (keyOf "c") in ("", s)`, "AE301"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run{specs: strings.Fields(c.specs), plan: c.plan, prompt: c.prompt, state: c.state}.check(t)
			if got := verdict(r); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestNoPreset: a plan under tools alone is told where the contracts are.
func TestNoPreset(t *testing.T) {
	r := run{specs: []string{"memory"}, plan: "()"}.check(t)
	for _, d := range r.Diagnostics {
		if d.Code == "AE506" && len(d.Notes) == 1 && strings.Contains(d.Notes[0], "`strict`, `balanced`") {
			return
		}
	}
	t.Error(r.Diagnostics)
}

// TestPrivateComesBySession: a function that yields something private, whatever it is given,
// marks a session. Otherwise what it yields would leave under `strict`, which goes by the
// session.
func TestPrivateComesBySession(t *testing.T) {
	function := regexp.MustCompile(`(?m)^def (\w+)((?:[^\n]|\n[^\n])*)`)
	private := regexp.MustCompile(`[|&{(] *\n? *holdsPrivate \w+\s*(?:&&|\})`)
	for _, name := range specs.Names() {
		text, _ := specs.Module(name)
		for _, m := range function.FindAllStringSubmatch(text, -1) {
			signature, _, native := strings.Cut(m[2], "native \"")
			if native && private.MatchString(signature) && !strings.Contains(signature, "(1 s: ") {
				t.Errorf("%s: %s yields something private, and no session knows", name, m[1])
			}
		}
	}
}
