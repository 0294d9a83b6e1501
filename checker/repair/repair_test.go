package repair_test

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/repair"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

// rejected checks a plan and looks for repairs of it.
func rejected(t *testing.T, spec, plan string) *checker.Result {
	t.Helper()
	lib, err := z3.Load("")
	if err != nil {
		t.Fatalf("these tests need libz3 (make setup): %v", err)
	}
	ctx := context.Background()
	s := checker.Load(ctx, checker.Config{
		Specs: []string{"spec.aeon"}, Solver: lib,
		Builtin: func(string) (string, bool) { return "", false },
		ReadFile: func(path string) (string, error) {
			if path == "spec.aeon" {
				return spec, nil
			}
			return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		},
	})
	t.Cleanup(s.Close)
	in := checker.PlanInput{Source: diag.NewSource("plan.aeon", plan)}
	res := s.CheckPlan(ctx, in)
	if res.Verdict != checker.Rejected {
		t.Fatalf("verdict %v, want rejected: %v", res.Verdict, res.Diagnostics)
	}
	repair.Find(ctx, s, in, res, repair.Limits{Time: time.Minute})
	for _, d := range res.Diagnostics {
		for _, r := range d.Repairs {
			after := in
			after.Source = diag.NewSource("plan.aeon", repair.Apply(plan, r))
			if got := s.CheckPlan(ctx, after); r.Complete != (got.Verdict == checker.Verified) {
				t.Errorf("%q: complete = %v, but the plan with it is %v\n%s", r.Title, r.Complete, got.Verdict, after.Source.Text)
			}
		}
	}
	return res
}

// texts are the plans that come of the repairs of a result.
func texts(res *checker.Result, plan string) []string {
	var out []string
	for _, d := range res.Diagnostics {
		for _, r := range d.Repairs {
			out = append(out, repair.Apply(plan, r))
		}
	}
	return out
}

const base = `
linear type Session
def tainted : (s: Session) -> Bool := uninterpreted
def ready : (s: Session) -> Bool := uninterpreted
def budget : (s: Session) -> Int := uninterpreted
@taint def secret : (x: a) -> Bool := uninterpreted
def read (1 s: Session) : (text: {t:String | secret t}, {s2:Session | tainted s2 && ready s2 = ready s && budget s2 = budget s}) := native "read"
def send (1 s: {s:Session | tainted s = false}) (text: String) : {s2:Session | tainted s2 = tainted s} := native "send"
def post (1 s: Session) (text: {t:String | secret t = false}) : {s2:Session | tainted s2 = tainted s} := native "post"
def pay (1 s: {s:Session | budget s >= 10}) : {s2:Session | budget s2 = budget s - 10} := native "pay"
def act (1 s: {s:Session | ready s}) : Session := native "act"
def close (1 s: Session) : Unit := native "close"
plan (1 s: {s:Session | tainted s = false && ready s = false && budget s = 0})
`

// No repair leads around what the spec guards, although the plan would verify:
// neither a function that makes the session clean again, nor one that takes a
// label away, that gives more to spend, that mints, or that decides.
func TestNoWayOut(t *testing.T) {
	for name, c := range map[string]struct{ tempting, plan, never string }{
		"session made clean": {
			`def washSession (1 s: Session) : {s2:Session | tainted s2 = false} := native "wash"`,
			"let (text, s) := read s in\nlet s := send s \"hello\" in\nclose s\n", "washSession",
		},
		"session made clean in a tuple": {
			`def rotate (1 s: Session) : (Int, {s2:Session | !(tainted s2)}) := native "rotate"`,
			"let (text, s) := read s in\nlet s := send s \"hello\" in\nclose s\n", "rotate",
		},
		"declassifier": {
			`def summary (t: String) : {u:String | secret u = false} := native "summary"`,
			"let (text, s) := read s in\nlet s := post s text in\nclose s\n", "summary",
		},
		"budget that grows": {
			`def refill (1 s: Session) : {s2:Session | budget s2 = 100} := native "refill"`,
			"let s := pay s in\nclose s\n", "refill",
		},
		"budget that is added to": {
			`def topUp (1 s: Session) : {s2:Session | budget s2 = budget s + 50} := native "topUp"`,
			"let s := pay s in\nclose s\n", "topUp",
		},
		"decision": {
			`def approveAct (1 s: Session) : {s2:Session | ready s2} := native "approve"`,
			"let s := act s in\nclose s\n", "approveAct",
		},
		"harness": {
			`@harness def makeReady (1 s: Session) : {s2:Session | ready s2} := native "make"`,
			"let s := act s in\nclose s\n", "makeReady",
		},
		"minting by leave": {
			`@plan def another (_: Unit) : {s:Session | ready s} := native "another"`,
			"let s := act s in\nclose s\n", "another",
		},
	} {
		t.Run(name, func(t *testing.T) {
			res := rejected(t, base+c.tempting+"\n", c.plan)
			for _, text := range texts(res, c.plan) {
				if strings.Contains(text, c.never) {
					t.Errorf("a repair calls %s:\n%s", c.never, text)
				}
			}
		})
	}
}

// What only does what comes first is offered.
func TestCallThatComesFirst(t *testing.T) {
	plan := "let s := act s in\nclose s\n"
	res := rejected(t, base+`def start (1 s: Session) : {s2:Session | ready s2} := native "start"`+"\n", plan)
	got := texts(res, plan)
	if len(got) == 0 || got[0] != "let s := start s in\nlet s := act s in\nclose s\n" {
		t.Errorf("repaired to %q", got)
	}
}

// A condition that never holds is no repair: what was demanded would only never
// be asked for.
func TestNoDeadGuard(t *testing.T) {
	plan := "let (text, s) := read s in\nlet s := send s \"hello\" in\nclose s\n"
	res := rejected(t, base+`def isTainted (& s: Session) : {b:Bool | b = tainted s} := native "is"`+"\n", plan)
	for _, text := range texts(res, plan) {
		if strings.Contains(text, "isTainted") {
			t.Errorf("a repair asks what is known to be true:\n%s", text)
		}
	}
}

// Where nothing helps, a note says so.
func TestNoRepairIsSaid(t *testing.T) {
	res := rejected(t, "def f (x: {n:Int | n > 5 && n < 5}) : Unit := native \"f\"\nplan (x: Int)\n", "f x\n")
	for _, d := range res.Diagnostics {
		if d.Severity == diag.Error && len(d.Repairs) == 0 && !strings.Contains(strings.Join(d.Notes, "\n"), diag.NoRepair) {
			t.Errorf("%v: no repair, and no note: %q", d, d.Notes)
		}
	}
}

// Safe repairs change spelling and nothing else.
func TestSafe(t *testing.T) {
	spec := base + "def is_tainted (& s: Session) : {b:Bool | b = tainted s} := native \"is\"\ndef half (n: Int) : Int := n / 2\n"
	for name, c := range map[string]struct {
		plan string
		safe bool
	}{
		"equals":            {"if is_tainted s == true then close s else close s\n", true},
		"word":              {"if not is_tainted s then close s else close s\n", true},
		"missing in":        {"let s := send s \"x\"\nclose s\n", true},
		"spelling":          {"let t := isTainted s in\nclose s\n", true},
		"last return":       {"let t := is_tainted s in\nreturn close s\n", true},
		"early return":      {"let t := if is_tainted s then return 1 else 2 in\nclose s\n", false},
		"other function":    {"let t := isTaintd s in\nclose s\n", false},
		"missing argument":  {"close\n", false},
		"forgotten close":   {"let s := send s \"x\" in\n()\n", false},
		"comment or divide": {"let n := half 7 // 2 in\nclose s\n", false},
		"trailing in":       {"let _ := close s in\n", false},
		"python call":       {"let s := send(s, \"x\") in\nclose s\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			res := rejected(t, spec, c.plan)
			safe := false
			for _, d := range res.Diagnostics {
				for _, r := range d.Repairs {
					safe = safe || r.Safe
				}
			}
			if safe != c.safe {
				for _, d := range res.Diagnostics {
					t.Logf("%v: %+v", d, d.Repairs)
				}
				t.Errorf("a safe repair: %v, want %v", safe, c.safe)
			}
		})
	}
}

// Nothing is looked for in what is no fault of the plan.
func TestFaultOfTheSpec(t *testing.T) {
	res := rejected(t, base+"def wrong (x: Int) : {n:Int | n > x} := x\n", "let s := act s in close s\n")
	for _, d := range res.Diagnostics {
		if len(d.Repairs) > 0 {
			t.Errorf("%v: %v", d, d.Repairs)
		}
	}
}

// A method of what is not there is one of what is linear.
func TestMethodOfNothing(t *testing.T) {
	for plan, want := range map[string]string{
		"session.close()": "close s",
		"let s := send s \"hello\" in\nclient.close()":     "let s := send s \"hello\" in\nclose s",
		"let s := session.send \"hello\" in\nclose s":      "let s := send s \"hello\" in\nclose s",
		"let (text, other) := read s in\nsession.close ()": "let (text, other) := read s in\nclose other",
	} {
		if got := texts(rejected(t, base, plan), plan); !slices.Contains(got, want) {
			t.Errorf("%q: %q", plan, got)
		}
	}
}
