package soundness

import (
	"context"
	"runtime"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// refutedOf is what the checker refutes of a plan.
func refutedOf(t *testing.T, spec, plan string) (*Program, *checker.Result, []checker.Obligation) {
	t.Helper()
	k := &Case{Spec: parse(t, "spec.aeon", spec), Plan: parse(t, "plan.aeon", plan)}
	judge, free := Checker(solver(t))(t.Context(), k.SpecText())
	defer free()
	j := judge(k)
	if j.Result == nil {
		t.Fatalf("not checked: %v", j)
	}
	var out []checker.Obligation
	for _, o := range j.Result.Obligations {
		if o.Status == checker.Refuted && o.Execution != nil {
			out = append(out, o)
		}
	}
	return k.parsed(), j.Result, out
}

const replayed = `linear type Session
def tainted : (s: Session) -> Bool := uninterpreted
def count : (s: Session) -> Int := uninterpreted
def fresh (_: Unit) : {s:Session | tainted s = false && count s = 0} := native "fresh()"
def read (1 s: Session) (n: Int) : {t:Session | tainted t = (tainted s || n > 2) && count t = count s + 1} := native "read()"
def post (1 s: Session) : {t:Session | count t = count s} := native "post()"
def send (1 s: {s:Session | tainted s = false}) : Session := native "send()"
def few (1 s: {s:Session | count s < 2}) : Session := native "few()"
def number (_: Unit) : Int := native "number()"
def items (_: Unit) : {l:(List Int) | List.length l <= 3} := native "items()"
def twice (f: (1 z: Session) -> Session) (1 s: Session) : Session := f (f s)
def some (x: Int) : {v:Int | v >= 0} := 1
def divide (x: {x:Int | x != 0}) : Int := 5 / x
def all (l: (List {e:Int | e > 0})) : Int := native "all()"
def half (_: Unit) : Float := 0.5
def up (x: {x:Float | x > 0.7}) : Float := x
plan (1 s: {s:Session | tainted s = false && count s = 0}) (n: Int) : Session`

// TestReplay: runs follow the executions of counterexamples, into helpers, functions
// and loops, past demands that fail before; what only types and invariants allow is
// told apart.
func TestReplay(t *testing.T) {
	for _, c := range []struct {
		plan string
		want []Replayed
	}{
		{`send (read s n)`, []Replayed{InRun}},
		{`let r := read (read s n) 1 in send (few r)`, []Replayed{InRun, InRun}},
		{`def help (1 s: Session) : Session := send s
post (help s)`, []Replayed{InRun}},
		{`twice (fun z => send z) s`, []Replayed{InRun}},
		{`if n > 4 && number () > n then send (read s (number ())) else s`, []Replayed{InRun}},
		{`List.foldl (fun z e => send (read z e)) s (items ())`, []Replayed{InRun}},
		{`let x := divide n in let y := 7 / n in post s`, []Replayed{InRun}},
		// An invariant that no run comes to, a type that says less than the body, and
		// machine floats.
		{`few (List.foldl (fun z e => post z) s [1, 2])`, nil},
		{`let x := List.foldl (fun n e => let y := divide (n - 2) in n + e) 0 [1, 2, 3] in post s`, []Replayed{OfInvariant}},
		{`let x := all (List.take 0 (items ())) in post s`, []Replayed{OfType}},
		{`let x := divide (some n) in post s`, []Replayed{OfType}},
		{`let x := (if half () + 0.1 > 0.7 then divide 0 else 1) in post s`, []Replayed{OfFloats}},
	} {
		p, r, os := refutedOf(t, replayed, c.plan)
		var got []Replayed
		for _, o := range os {
			how, broken := p.Replay(o, r)
			got = append(got, how)
			if broken != "" {
				t.Errorf("%s\nproved and not met: %s", c.plan, broken)
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("%s\nreplayed: %v, want %v", c.plan, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s\nreplayed: %v, want %v", c.plan, got, c.want)
			}
		}
	}
}

// TestReplayFollows: a run does what the execution says, so that one in which nothing
// breaks is lost.
func TestReplayFollows(t *testing.T) {
	p, r, os := refutedOf(t, replayed, `send (read s n)`)
	if len(os) != 1 {
		t.Fatalf("%d obligations are refuted", len(os))
	}
	o := os[0]
	x := *o.Execution
	x.Applications = nil
	for _, a := range o.Execution.Applications {
		if a.Name == "tainted" {
			a.Value.Base = false
		}
		x.Applications = append(x.Applications, a)
	}
	for i := range x.Variables {
		if x.Variables[i].Name == "n" {
			x.Variables[i].Value.Base = parseInt("1")
		}
	}
	o.Execution = &x
	if how, _ := p.Replay(o, r); how != Lost {
		t.Errorf("replayed: %v, want it lost", how)
	}
}

// TestReplays: nearly every counterexample of rejected plans breaks the named conjunct
// when it is replayed.
func TestReplays(t *testing.T) {
	lib := solver(t)
	plans := map[Features]uint64{{}: 240, {Lists: true, Labels: true}: 80}
	for f, n := range plans {
		if testing.Short() {
			n /= 5
		}
		ctx, cancel := context.WithTimeout(t.Context(), budget/2)
		c := Campaign{Judge: Verdicts(lib), Thorough: Checker(lib), From: 3200, Plans: n, Features: f, Runs: 1, Workers: runtime.NumCPU()}
		r := c.Run(ctx)
		cancel()
		t.Logf("%+v\n%s", f, r)
		for _, x := range r.Failures {
			t.Error(x)
		}
		if r.Upheld*100 < r.Replayed*95 || r.Lost*100 > r.Replayed || r.Untold*100 > r.Replayed*3 {
			t.Errorf("of %d counterexamples a run breaks the conjunct of %d; %d are lost (seeds %v); %d refuted without one",
				r.Replayed, r.Upheld, r.Lost, r.NotUpheld, r.Untold)
		}
	}
}

// TestRunDefinitions: a definition that lies about its result is caught.
func TestRunDefinitions(t *testing.T) {
	for text, lies := range map[string]bool{
		`def half (x:Int) : {v:Int | v * 2 <= x} := x / 2`: false,
		`def half (x:Int) : {v:Int | v * 2 >= x} := x / 2`: true,
		`def mod (x:Int) : {v:Int | v >= 0} := x % 3`:      false,
		`def mod (x:Int) : {v:Int | v >= 0} := x % -3`:     true,
	} {
		p := NewProgram(parse(t, "spec", text), nil)
		caught := false
		for seed := uint64(0); seed < 50; seed++ {
			caught = caught || p.RunDefinitions(seed).Ending == Violated
		}
		if caught != lies {
			t.Errorf("%s: caught %v", text, caught)
		}
	}
}

func parseInt(s string) any {
	f, _ := lang.Parse(diag.NewSource("n", s))
	return f.Body.(*lang.IntLit).Value
}
