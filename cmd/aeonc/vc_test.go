package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

func TestObligations(t *testing.T) {
	plan := diag.NewSource("plan.aeon", "publish s\n")
	spec := diag.NewSource("spec.aeon", "# a spec\n")
	res := &checker.Result{File: "plan.aeon", Obligations: []checker.Obligation{
		{
			Kind: "precondition", At: diag.Span{Src: plan, Start: 8, End: 9}, Clause: diag.Span{Src: spec, Start: 2, End: 3},
			Callee: "publish", Param: "s\n(exit)", Text: "tainted s = false", Status: checker.Refuted,
			Goal: "(not\n  (tainted s))", Facts: []string{"(= a b)", "(tainted s)"},
			Script: "(declare-const x Bool)\n(assert x)\n(check-sat)\n",
		},
		{Kind: "result", At: diag.Span{Src: plan, Start: 0, End: 9}, Status: checker.Proved, Goal: "true"},
		{Kind: "result", At: diag.Span{Src: plan, Start: 0, End: 9}, Status: checker.Proved, Goal: "true", Script: "(assert false)\n(check-sat)"},
	}}
	var b bytes.Buffer
	res.Invariants = []checker.Invariant{
		{At: diag.Span{Src: plan, Start: 0, End: 7}, Of: "s", Holds: []string{"tainted s = false", "n >= 0\n(exit)"}},
		{At: diag.Span{Src: plan, Start: 8, End: 9}, Of: "n"},
	}
	obligations(&b, res)
	want := `# plan.aeon: 3 obligations

inferred: at plan.aeon:1:1, of ` + "`s`" + ` at every turn: tainted s = false; n >= 0␊(exit)
inferred: at plan.aeon:1:9, of ` + "`n`" + ` at every turn: nothing that was tried holds

1. plan.aeon:1:9: precondition of publish, s␊(exit)
   refuted
   asked:  tainted s = false  (spec.aeon:1:3)
   fact:   (= a b)
   fact:   (tainted s)
   prove:  (not
             (tainted s))

2. plan.aeon:1:1: result
   proved
   prove:  true

3. plan.aeon:1:1: result
   proved
   prove:  true

`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}

	b.Reset()
	scripts(&b, res)
	want = `; 1. plan.aeon:1:9: precondition of publish, s␊(exit)
; aeonc found: sat
(declare-const x Bool)
(assert x)
(check-sat)
(reset)
; 3. plan.aeon:1:1: result
; aeonc found: unsat
(assert false)
(check-sat)
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	if strings.Contains(b.String(), "\n(exit)") {
		t.Error("a name of the plan became a command of the script")
	}
}

// What vc takes is what check takes: tool calls, and plans that were typed.
func TestVCOfCalls(t *testing.T) {
	t.Chdir(files(t, map[string]string{
		"tools.aeon": "linear type S\ndef send (1 s: S) (n: {n:Int | n > 0}) : S := native \"send\"\ndef end (1 s: S) : Unit := native \"end\"\nplan (1 s: S) : Unit\n",
		"calls.json": `[{"name": "send", "arguments": {"n": 3}}, {"name": "end", "arguments": {}}]`,
		"plan.aeon":  "let s := send s 3 in end s\n",
	}))
	expect(t, aeonc(t, "", "vc", "--spec", "tools.aeon", "--calls", "calls.json"), 0, `(?s)precondition of send, n\n   proved`)
	expect(t, aeonc(t, "", "vc", "--spec", "tools.aeon", "--conversation", "plan.aeon"), 0, "precondition of send, n")
	expect(t, aeonc(t, "", "vc", "--spec", "tools.aeon", "--refs", "plan.aeon"), 2, "--calls")
}
