package mend_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/calls"
	"github.com/aeonc/aeonc/calls/mend"
	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/repair"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

const spec = `
linear type Session
def tainted : (s: Session) -> Bool := uninterpreted
def read_file (1 s: Session) (path: {p:String | String.startsWith p "/workspace/"}) : (text: String, {t:Session | tainted t}) := native "read"
def send_mail (1 s: {s:Session | tainted s = false}) (to: String) (subject: {t:String | t != ""}) : {t:Session | tainted t = tainted s} := native "send"
def set_state (1 s: Session) (state: {t:String | t = "OPEN" || t = "CLOSED"}) (n: {n:Int | n <= 100}) : {t:Session | tainted t = tainted s} := native "set"
def clear_taint (1 s: Session) : {t:Session | tainted t = false} := native "clear"
def approve_sending (1 s: Session) : {t:Session | tainted t = tainted s} := native "approve"
@harness def new_session (_: Unit) : Session := native "new"
def finish (1 s: Session) : Unit := native "finish"
plan (1 s: {s:Session | tainted s = false})
`

// run checks calls; with search it looks for repairs.
func run(t *testing.T, s *checker.Spec, src *diag.Source, search bool) *checker.Result {
	t.Helper()
	list, ds := calls.Read(src)
	res := &checker.Result{Verdict: checker.Rejected, Diagnostics: ds}
	find := mend.Search{Source: src, Calls: list, Exports: s.Exports(), Check: func(src *diag.Source) *checker.Result { return run(t, s, src, false) }}
	if len(ds) == 0 {
		contract, _ := s.Contract("", diag.Span{})
		plan, ds := calls.Translate("plan", list, calls.Options{Exports: s.Exports(), Contract: contract})
		res.Diagnostics = ds
		if len(ds) == 0 {
			in := checker.PlanInput{Source: plan.Source, Conversation: true}
			res = s.CheckPlan(context.Background(), in)
			if search {
				repair.Find(context.Background(), s, in, res, repair.Limits{})
			}
			find.Plan, find.InPlan = plan, append([]*diag.Diagnostic(nil), res.Diagnostics...)
			for i, d := range res.Diagnostics {
				res.Diagnostics[i] = plan.Back(d)
			}
		}
	}
	if search {
		find.Find(res)
	}
	return res
}

// What is offered for calls, as the calls that come of it; every change is checked here
// once more.
func TestRepairs(t *testing.T) {
	lib, err := z3.Load("")
	if err != nil {
		t.Fatalf("this test needs libz3 (make setup): %v", err)
	}
	s := checker.Load(context.Background(), checker.Config{
		Specs: []string{"spec.aeon"}, Solver: lib, Builtin: func(string) (string, bool) { return "", false },
		ReadFile: func(string) (string, error) { return spec, nil },
	})
	t.Cleanup(s.Close)
	for _, c := range []struct{ name, text, want string }{
		{"another name of the tool", `[{"name":"readFile","arguments":{"path":"/workspace/a"}}]`, `[{"name":"read_file","arguments":{"path":"/workspace/a"}}]`},
		{"another name of an argument", `[{"name":"read_file","arguments":{"file_path":"/workspace/a"}}]`, `[{"name":"read_file","arguments":{"path":"/workspace/a"}}]`},
		{"an argument too many", `[{"name":"read_file","arguments":{"path":"/workspace/a", "cc":1}}]`, `[{"name":"read_file","arguments":{"path":"/workspace/a"}}]`},
		{"a number in a string", `[{"name":"set_state","arguments":{"state":"OPEN","n":"12"}}]`, `[{"name":"set_state","arguments":{"state":"OPEN","n":12}}]`},
		{"a value that the spec spells otherwise", `[{"name":"read_file","arguments":{"path":"a.txt"}}]`, `[{"name":"read_file","arguments":{"path":"/workspace/a.txt"}}]`},
		{"two values, inside of a string", `[{"id":"a","type":"function","function":{"name":"set_state","arguments":"{\"state\": \"open\", \"n\": 120}"}}]`,
			`[{"id":"a","type":"function","function":{"name":"set_state","arguments":"{\"state\": \"OPEN\", \"n\": 100}"}}]`},
		{"the order", `[{"name":"read_file","arguments":{"path":"/workspace/a"}}, {"name":"send_mail","arguments":{"to":"ann","subject":"x"}}]`,
			`[{"name":"send_mail","arguments":{"to":"ann","subject":"x"}}, {"name":"read_file","arguments":{"path":"/workspace/a"}}]`},
		{"no way out", `[{"name":"read_file","arguments":{"path":"/workspace/a"}}, {"name":"approve_send","arguments":{}}]`,
			`[{"name":"read_file","arguments":{"path":"/workspace/a"}}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := diag.NewSource("calls.json", c.text)
			res := run(t, s, src, true)
			found := false
			for _, d := range res.Diagnostics {
				for _, r := range d.Repairs {
					after := diag.NewSource("calls.json", repair.Apply(c.text, r))
					if got := run(t, s, after, false); r.Complete != (got.Verdict == checker.Verified) || r.Safe {
						t.Errorf("%q: complete %v, safe %v, and the calls are %v", r.Title, r.Complete, r.Safe, got.Verdict)
					}
					for _, name := range []string{"clear_taint", "approve_sending", "new_session"} {
						if strings.Contains(after.Text, name) {
							t.Errorf("%q leads around what the spec guards", r.Title)
						}
					}
					found = found || after.Text == c.want
				}
			}
			if !found {
				t.Errorf("not offered for %v", res.Diagnostics)
			}
		})
	}
}
