package main

import (
	"os"
	"strings"
	"testing"
)

const noteSpec = `linear type Session

@taint
def secret : (x: a) -> Bool := uninterpreted

def read : (s: Session) -> Bool := uninterpreted

def look (1 s: Session) : (text: {t:String | secret t}, {s2:Session | read s2}) := native "look"

def post (1 s: Session) (text: {t:String | secret t = false}) : {s2:Session | read s2 = read s} :=
  native "post"

plan (1 s: {s:Session | read s = false || read s}) : Session
`

// Calls of one turn after the other, with the state between them: what was read
// in the first turn labels what is typed in the second.
func TestCalls(t *testing.T) {
	const look = `{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"look","input":{}}]}`
	const post = `{"role":"assistant","content":[{"type":"tool_use","id":"b","name":"post","input":{"text":"hello"}}]}`
	t.Chdir(files(t, map[string]string{
		"spec.aeon": noteSpec, "look.json": look, "post.json": "[" + post + "]", "both.json": "[" + look + "," + post + "]",
		"first.json": "[" + post + "," + look + "]",
	}))
	got := aeonc(t, "", "check", "--spec", "spec.aeon", "--calls", "first.json", "--print-plan")
	expect(t, got, 0, `let s := post s "hello" in\nlet \(call_2, s\) := look s in\ns\n`)
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--calls", "both.json"), 1, `both.json:1:\d+: error AE301`)
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--calls", "look.json", "--state-out", "s.json"), 0, "verified")
	if text, err := os.ReadFile("s.json"); err != nil || !strings.Contains(string(text), `"secret": true`) || !strings.Contains(string(text), `"read": true`) {
		t.Errorf("%v: %s", err, text)
	}
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--calls", "post.json"), 0, "verified")
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--calls", "post.json", "--state", "s.json"), 1, "AE301")

	// The plan as it is printed, checked as it was typed and as if at once.
	plan := aeonc(t, "", "check", "--spec", "spec.aeon", "--calls", "both.json", "--print-plan").stdout
	plan, _, _ = strings.Cut(plan, "both.json:")
	expect(t, aeonc(t, plan, "check", "--spec", "spec.aeon", "--conversation", "-"), 1, "AE301")
	expect(t, aeonc(t, plan, "check", "--spec", "spec.aeon", "-"), 0, "verified")
	expect(t, aeonc(t, "["+post+"]", "check", "--spec", "spec.aeon", "--calls", "-"), 0, "verified")
}

func TestCallsRefused(t *testing.T) {
	t.Chdir(files(t, map[string]string{"spec.aeon": noteSpec, "bad.json": "[", "calls.json": "[]"}))
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"check --spec spec.aeon --calls bad.json", 1, "AE701"},
		{"check --spec spec.aeon --calls none.json", 2, "AE904"},
		{"check --spec spec.aeon --refs", 2, "no --calls"},
		{"check --spec spec.aeon --print-plan", 2, "no --calls"},
		{"check --spec spec.aeon --calls calls.json --print-plan --format json", 2, "report for programs"},
		{"check --spec spec.aeon --calls calls.json --output calls.json", 2, "overwrite"},
		{"check --spec spec.aeon --calls calls.json --contract none", 2, "none"},
		{"check --calls calls.json", 2, "no spec is in force"},
		{"check --spec spec.aeon --calls calls.json --format json", 0, `"role": "calls"`},
	} {
		expect(t, aeonc(t, "", strings.Fields(c.args)...), c.status, c.want)
	}
}

// What a built-in spec hands on is there for calls and prompts, as it is for plans: the
// session is ended by a function of `agent`, which nobody named.
func TestCallsOfBuiltins(t *testing.T) {
	t.Chdir(files(t, map[string]string{
		"find.json": `[{"type":"tool_use","id":"a","name":"find_contact","input":{"name":"Ann"}}]`,
	}))
	expect(t, aeonc(t, "", "check", "--spec", "strict", "--spec", "mail", "--calls", "find.json", "--print-plan"), 0, "closeSession s")
	expect(t, aeonc(t, "", "prompt", "--spec", "strict", "--spec", "mail"), 0, `closeSession \(1 s: Session\)`)
}
