package checker_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// A plan that was typed one binding at a time: its literals, and what it points at, bear
// the labels of what was read before them, and of nothing that was read after.
func TestConversation(t *testing.T) {
	const spec = `
linear type Session
@taint def secret : (x: a) -> Bool := uninterpreted
@prompt def typed : (s: String) -> Bool := uninterpreted
def vault (1 s: Session) : (d: {d:String | secret d}, Session) := native "vault"
def news (1 s: Session) : (d: {d:String | secret d = false}, Session) := native "news"
def odd (1 s: Session) : (String, Session) := native "odd"
def pair (1 s: Session) : (a: {a:String | secret a = false}, b: {b:String | secret b}, Session) := native "pair"
def touch (1 s: Session) : {s2:Session | secret s2} := native "touch"
def nap (1 s: Session) : (Unit, Session) := native "nap"
def rest (& s: Session) : Unit := native "rest"
def count (1 s: Session) (n: {n:Int | secret n = false}) : Session := native "count"
def send (1 s: Session) (d: {d:String | secret d = false}) : Session := native "send"
def tell (1 s: Session) (ds: (List {d:String | secret d = false})) : Session := native "tell"
def may (1 s: Session) (d: (Maybe {d:String | secret d = false})) : Session := native "may"
def flag (1 s: Session) (b: {b:Bool | secret b = false}) : Session := native "flag"
def done (1 s: Session) : Unit := native "done"
def home : {d:String | secret d = false} := native "home"
plan (1 s: Session)
`
	for _, c := range []struct {
		name, plan, prompt, state string
		accept                    bool
	}{
		{name: "typed before anything was read", plan: `let s := send s "x" in let (d, s) := vault s in done s`, accept: true},
		{name: "typed after a secret was read", plan: `let (d, s) := vault s in let s := send s "x" in done s`},
		{name: "a number", plan: `let (d, s) := vault s in let s := count s 3 in done s`},
		{name: "a truth value", plan: `let (d, s) := vault s in let s := flag s true in done s`},
		{name: "an operation on literals", plan: `let (d, s) := vault s in let s := count s (1 + 2) in done s`},
		{name: "an element", plan: `let (d, s) := vault s in let s := tell s ["x"] in done s`},
		{name: "no element", plan: `let (d, s) := vault s in let s := tell s [] in done s`, accept: true},
		{name: "in a constructor", plan: `let (d, s) := vault s in let s := may s (Maybe.some "x") in done s`},
		{name: "bound long before it is pointed at", plan: `let x := "x" in let (d, s) := vault s in let s := send s x in done s`},
		{name: "pointed at before the secret is read", plan: `let x := "x" in let s := send s x in let (d, s) := vault s in done s`, accept: true},
		{name: "after what is clean", plan: `let (d, s) := news s in let s := send s "x" in done s`, accept: true},
		{name: "after what is unknown", plan: `let (d, s) := odd s in let s := send s "x" in done s`},
		{name: "one part of a result is enough", plan: `let (a, b, s) := pair s in let s := send s "x" in done s`},
		{name: "and decides whether the other is pointed at", plan: `let (a, b, s) := pair s in let s := send s a in done s`},
		{name: "a constant that is pointed at", plan: `let (d, s) := vault s in let s := send s home in done s`},
		{name: "and before", plan: `let s := send s home in let (d, s) := vault s in done s`, accept: true},
		{name: "a result that is not named", plan: `let (_, s) := vault s in let s := send s "x" in done s`},
		{name: "handles are not read", plan: `let s := touch s in let s := send s "x" in done s`, accept: true},
		{name: "nothing is read", plan: `let (u, s) := nap s in let v := rest s in let s := send s "x" in done s`, accept: true},
		{name: "two reads, the first one secret", plan: `let (d, s) := vault s in let (e, s) := news s in let s := send s "x" in done s`},
		{name: "the secret is read last", plan: `let (e, s) := news s in let s := send s "x" in let (d, s) := vault s in done s`, accept: true},
		{name: "a clean result that is pointed at", plan: `let (e, s) := news s in let (d, s) := vault s in let s := send s e in done s`},
		{name: "and before the secret is read", plan: `let (e, s) := news s in let s := send s e in let (d, s) := vault s in done s`, accept: true},
		{name: "the user typed it", plan: `let (d, s) := vault s in let s := send s "ann" in done s`, prompt: "write to ann", accept: true},
		{name: "the user typed a part of it", plan: `let (d, s) := vault s in let s := send s "ann b" in done s`, prompt: "write to ann"},
		{name: "read in an earlier plan", plan: `let s := send s "x" in done s`, state: `{"s": {}, "$model": {"secret": true}}`},
		{name: "earlier plans were clean", plan: `let s := send s "x" in done s`, state: `{"s": {}, "$model": {"secret": false}}`, accept: true},
		{name: "of earlier plans nothing is said", plan: `let s := send s "x" in done s`, state: `{"s": {}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := program{files: map[string]string{"spec.aeon": spec}, specs: []string{"spec.aeon"}}
			r := p.converse(t, c.plan, c.prompt, c.state)
			if got := r.Verdict == checker.Verified; got != c.accept {
				t.Errorf("verdict %v, want accept = %v\n%s", r.Verdict, c.accept, listing(r))
			}
			if !c.accept && !reports(r, "AE301") {
				t.Errorf("no AE301\n%s", listing(r))
			}
		})
	}
}

// What the model has read in a conversation is all of it, not only the result.
func TestConversationState(t *testing.T) {
	const spec = `
linear type Session
@taint def secret : (x: a) -> Bool := uninterpreted
@taint def foul : (x: a) -> Bool := uninterpreted
def vault (1 s: Session) : (d: {d:String | secret d && foul d = false}, Session) := native "vault"
def news (1 s: Session) : (d: {d:String | secret d = false && foul d = false}, Session) := native "news"
plan (1 s: Session) : Session
`
	p := program{files: map[string]string{"spec.aeon": spec}, specs: []string{"spec.aeon"}}
	labels := func(plan string) map[string]any {
		r := p.converse(t, plan, "", "")
		if r.Verdict != checker.Verified {
			t.Fatalf("%s\n%s", plan, listing(r))
		}
		m, _ := r.StateOut["$model"].(map[string]any)
		return m
	}
	if m := labels("let (d, s) := news s in s"); m["secret"] != false || m["foul"] != false {
		t.Errorf("after what is clean: %v", m)
	}
	if m := labels("let (d, s) := vault s in let (e, s) := news s in s"); m["secret"] != true || m["foul"] != false {
		t.Errorf("after a secret: %v", m)
	}
}

// What the model has read once it sees the result of a plan that was written at once
// is the labels of that result, but for the session, and what it had read before.
func TestModelSeesTheResult(t *testing.T) {
	const spec = `
linear type Session
@taint def secret : (x: a) -> Bool := uninterpreted
def vault (1 s: Session) : (d: {d:String | secret d}, Session) := native "vault"
def flag (& s: Session) : {b:Bool | secret b} := native "flag"
plan (1 s: Session) : (String, Session)
`
	p := program{files: map[string]string{"spec.aeon": spec}, specs: []string{"spec.aeon"}}
	for _, c := range []struct {
		plan   string
		before bool
		secret bool
	}{
		{`("a", s)`, false, false},
		{`("a", s)`, true, true},
		{`let (d, s) := vault s in ("a", s)`, false, false},
		{`let (d, s) := vault s in (d, s)`, false, true},
		{`if flag s then ("a", s) else ("b", s)`, false, true},
		{`let r := (if flag s then ("a", s) else ("b", s)) in r`, false, true},
	} {
		state := fmt.Sprintf(`{"s": {}, "$model": {"secret": %v}}`, c.before)
		r := p.planned(t, checker.PlanInput{Source: diag.NewSource("plan.aeon", c.plan), WantState: true}, "", state)
		m, _ := r.StateOut["$model"].(map[string]any)
		if r.Verdict != checker.Verified || m["secret"] != c.secret {
			t.Errorf("%s, after %v: %v, %v\n%s", c.plan, c.before, r.Verdict, m, listing(r))
		}
	}
}

// converse checks a plan as it was typed, with text for --prompt and --state.
func (p program) converse(t *testing.T, plan, prompt, state string) *checker.Result {
	t.Helper()
	return p.planned(t, checker.PlanInput{Source: diag.NewSource("plan.aeon", plan), Conversation: true, WantState: true}, prompt, state)
}

// planned checks a plan with text for --prompt and --state.
func (p program) planned(t *testing.T, in checker.PlanInput, prompt, state string) *checker.Result {
	t.Helper()
	ctx := context.Background()
	spec := checker.Load(ctx, checker.Config{
		Specs: p.specs, Solver: library(t), Builtin: func(string) (string, bool) { return "", false },
		ReadFile: func(path string) (string, error) { return p.files[path], nil },
	})
	defer spec.Close()
	if prompt != "" {
		in.Prompt = diag.NewSource("prompt.txt", prompt)
	}
	if state != "" {
		in.State = diag.NewSource("state.json", state)
	}
	return spec.CheckPlan(ctx, in)
}

// A literal or a variable of a conversation has the labels that it would have if the
// results before it had chosen it: random plans, and the same plans at once with every
// literal and variable under a condition on all that was read.
func TestConversationIsControl(t *testing.T) {
	const spec = `
linear type Session
@taint def secret : (x: a) -> Bool := uninterpreted
@taint def foul : (x: a) -> Bool := uninterpreted
def vault (1 s: Session) (q: String) : (d: {d:String | secret d && foul d = false}, Session) := native "vault"
def web (1 s: Session) (q: String) : (d: {d:String | secret d = false && foul d}, Session) := native "web"
def news (1 s: Session) (q: String) : (d: {d:String | secret d = false && foul d = false}, Session) := native "news"
def echo (1 s: Session) (q: String) : (d: {d:String | secret d = secret q && foul d = foul q}, Session) := native "echo"
def odd (1 s: Session) (q: String) : (d: {d:String | foul d = false}, Session) := native "odd"
def send (1 s: Session) (q: {q:String | secret q = false}) : (d: {d:String | secret d = false && foul d = false}, Session) := native "send"
def post (1 s: Session) (q: {q:String | foul q = false}) : (d: {d:String | secret d = false && foul d = false}, Session) := native "post"
plan (1 s: Session) : Session
`
	tools := []string{"vault", "web", "news", "echo", "odd", "send", "post"}
	ctx := context.Background()
	s := checker.Load(ctx, checker.Config{
		Specs: []string{"spec.aeon"}, Solver: library(t), Builtin: func(string) (string, bool) { return "", false },
		ReadFile: func(string) (string, error) { return spec, nil },
	})
	defer s.Close()
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		var typed, chosen strings.Builder
		read := `""`
		for k := range rapid.IntRange(1, 6).Draw(t, "calls") {
			tool := rapid.SampledFrom(tools).Draw(t, "tool")
			arg := `"x"`
			under := "(if " + read + ` = "" then "x" else "x")`
			if k > 0 && rapid.Bool().Draw(t, "refers") {
				arg = fmt.Sprintf("d%d", rapid.IntRange(0, k-1).Draw(t, "to"))
				under = "(if " + read + ` = "" then ` + arg + " else " + arg + ")"
			} else if rapid.Bool().Draw(t, "joined") {
				arg, under = `("a" ++ "b")`, "("+under+` ++ "b")`
			}
			fmt.Fprintf(&typed, "let (d%d, s) := %s s %s in\n", k, tool, arg)
			fmt.Fprintf(&chosen, "let (d%d, s) := %s s %s in\n", k, tool, under)
			read = fmt.Sprintf("(d%d ++ %s)", k, read)
		}
		check := func(text string, conversation bool) checker.Verdict {
			return s.CheckPlan(ctx, checker.PlanInput{Source: diag.NewSource("plan", text+"s\n"), Conversation: conversation}).Verdict
		}
		a, b := check(typed.String(), true), check(chosen.String(), false)
		if a != b {
			t.Fatalf("%v as it was typed, %v under control:\n%s\n%s", a, b, &typed, &chosen)
		}
		if a == checker.Verified {
			accepted++
		}
	})
	if accepted == 0 {
		t.Error("no plan was accepted")
	}
}
