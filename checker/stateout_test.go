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

// Labels of one name, of modules that do not see each other, share an entry of
// "$model": it says clean only if all are.
func TestLabelsOfOneName(t *testing.T) {
	lib := library(t)
	files := map[string]string{
		"far.aeon": `@taint def secret : (x: a) -> Bool := uninterpreted
`,
		"near.aeon": `import far
@taint def secret : (x: a) -> Bool := uninterpreted
def read (_: Unit) : {t:String | far.secret t && secret t = false} := native "read"
def other (_: Unit) : {t:String | far.secret t = false && secret t = false} := native "other"
def odd (_: Unit) : {t:String | secret t = false} := native "odd"
`,
	}
	for _, c := range []struct {
		plan string
		want any
	}{
		{"read ()", true}, {"other ()", false}, {"odd ()", nil},
	} {
		files["plan.aeon"] = c.plan
		p := program{files: files, specs: []string{"near.aeon"}, plan: "plan.aeon"}
		r := p.check(t, lib)
		model, _ := r.StateOut["$model"].(map[string]any)
		if model["secret"] != c.want {
			t.Errorf("%s: %v, want %v\n%s", c.plan, model, c.want, listing(r))
		}
	}
}
