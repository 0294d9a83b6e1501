package checker_test

import (
	"testing"
)

// What is written under "aborted" holds of every linear value that the plan meets,
// also of those that never get a name: what a function value returns, and what is
// handed on inside another value.
func TestAborted(t *testing.T) {
	const spec = `
linear type Session
def tainted : (s: Session) -> Bool := uninterpreted
def pick (n: Int) : ((1 s: {s:Session | tainted s = false}) -> Session, Int) := native "pick"
def clean (1 s: Session) : {t:Session | tainted t = false} := native "clean"
def close (1 s: Session) : Unit := native "close"
def maybe (1 s: Session) : (Maybe Session) := native "maybe"
def both (1 s: Session) : (Maybe (Int, Session)) := native "both"
def finish (1 m: (Maybe a)) : Unit := native "finish"
plan (1 s: {s:Session | tainted s = false})
`
	lib := library(t)
	for _, c := range []struct {
		name, plan string
		known      bool
	}{
		{"nothing but the parameter", `close s`, true},
		{"a call that says so", `close (clean s)`, true},
		{"what a function value returns", `let (f, n) := pick 3 in let s := clean (f s) in close s`, false},
		{"inside a maybe", `finish (maybe s)`, false},
		{"inside a tuple in a maybe", `finish (both s)`, false},
	} {
		p := program{files: map[string]string{"spec.aeon": spec, "plan.aeon": c.plan}, specs: []string{"spec.aeon"}, plan: "plan.aeon"}
		r := p.check(t, lib)
		aborted, ok := r.StateOut["aborted"].(map[string]any)
		if !ok {
			t.Errorf("%s: %s%s", c.name, r.Verdict, listing(r))
			continue
		}
		if _, known := aborted["tainted"]; known != c.known {
			t.Errorf("%s: %v", c.name, aborted)
		}
	}
}
