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
		"session made clean that has to be marked": {
			`def scrub (1 s: {s:Session | tainted s}) : {s2:Session | tainted s2 = false} := native "scrub"
def audit (1 s: {s:Session | tainted s}) : {s2:Session | tainted s2} := native "audit"`,
			"let (text, s) := read s in\nlet s := send s \"hello\" in\nclose s\n", "scrub",
		},
		"declassifier that may have nothing": {
			`def checked (t: String) : (Maybe {u:String | secret u = false}) := native "checked"`,
			"let (text, s) := read s in\nlet s := post s text in\nclose s\n", "checked",
		},
		"approval that may have nothing": {
			`def agreed : (t: String) -> Bool := uninterpreted
def approval (t: String) : (Maybe {u:String | agreed u}) := native "approval"
def announce (1 s: Session) (t: {u:String | agreed u}) : Session := native "announce"`,
			"let s := announce s \"hello\" in\nclose s\n", "approval",
		},
		"what is left over, given away for a clean session": {
			`linear type Ticket
@plan def ticket (1 s: Session) : (Ticket, Session) := native "ticket"
def redeem (1 s: Session) (1 t: Ticket) : {s2:Session | tainted s2 = false} := native "redeem"`,
			"let (t, s) := ticket s in\nclose s\n", "redeem",
		},
		"what is left over, used for an effect": {
			`linear type Ticket
def good : (t: Ticket) -> Bool := uninterpreted
@plan def ticket (1 s: Session) : ({t:Ticket | good t}, Session) := native "ticket"
def wipe (1 s: Session) (1 t: {t:Ticket | good t}) : Session := native "wipe"`,
			"let (t, s) := ticket s in\nclose s\n", "wipe",
		},
		"a name that is alike": {
			`def washSession (1 s: Session) : {s2:Session | tainted s2 = false} := native "wash"`,
			"let (text, s) := read s in\nlet s := wash s in\nlet s := send s \"hello\" in\nclose s\n", "washSession",
		},
		"a method that is alike": {
			`def approveAct (1 s: Session) : {s2:Session | ready s2} := native "approve"`,
			"let s := s.approve() in\nlet s := act s in\nclose s\n", "approveAct",
		},
		"number that is set": {
			`def setBudget (1 s: Session) (n: Int) : {s2:Session | budget s2 = n} := native "set"`,
			"let s := pay s in\nclose s\n", "setBudget",
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

// Who gets something is never changed in silence to what neither the plan nor the user
// spoke of: the title says that it is a placeholder, and what keeps to the plan, or leaves
// something out, comes first.
func TestPlaceholder(t *testing.T) {
	spec := base + `
type Table
def hidden : (t: Table) -> Bool := uninterpreted
def vault : {t:Table | hidden t} := native "vault"
def board : {t:Table | hidden t = false} := native "board"
def put (1 s: Session) (t: {t:Table | hidden t}) (text: String) : {s2:Session | tainted s2 = tainted s} := native "put"
def mail (1 s: Session) (to: {t:String | t = "ops@example.com"}) (text: String) : {s2:Session | tainted s2 = tainted s} := native "mail"
`
	for plan, other := range map[string]string{
		"let (text, s) := read s in\nlet s := put s board text in\nclose s\n":                "vault",
		"let (text, s) := read s in\nlet s := mail s \"ann@example.com\" text in\nclose s\n": "ops@example.com",
	} {
		res := rejected(t, spec, plan)
		for _, d := range res.Diagnostics {
			for i, r := range d.Repairs {
				if strings.Contains(repair.Apply(plan, r), other) && (i == 0 && len(d.Repairs) > 1 || r.Safe || !strings.Contains(r.Title, diag.PlaceholderMark)) {
					t.Errorf("repair %d of %v: %q", i+1, d, r.Title)
				}
			}
		}
	}
}

// A Bool measure that is a mode is left by the function for it: the plan was to do so.
func TestModeIsLeft(t *testing.T) {
	const spec = `
linear type Store
def locked : (s: Store) -> Bool := uninterpreted
def lock (1 s: {s:Store | locked s = false}) : {t:Store | locked t} := native "lock"
def unlock (1 s: {s:Store | locked s}) : {t:Store | locked t = false} := native "unlock"
def save (1 s: {s:Store | locked s}) (text: String) : {t:Store | locked t} := native "save"
def finish (1 s: {s:Store | locked s = false}) : Unit := native "finish"
plan (1 s: {s:Store | locked s = false}) : Unit
`
	plan := "let s := lock s in\nlet s := save s \"x\" in\nfinish s\n"
	want := "let s := lock s in\nlet s := save s \"x\" in\nlet s := unlock s in\nfinish s\n"
	if got := texts(rejected(t, spec, plan), plan); len(got) == 0 || got[0] != want {
		t.Errorf("repaired to %q", got)
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
		"equals":                    {"if is_tainted s == true then close s else close s\n", true},
		"word":                      {"if not is_tainted s then close s else close s\n", true},
		"missing in":                {"let s := send s \"x\"\nclose s\n", true},
		"spelling":                  {"let t := isTainted s in\nclose s\n", true},
		"last return":               {"let t := is_tainted s in\nreturn close s\n", true},
		"early return":              {"let t := if is_tainted s then return 1 else 2 in\nclose s\n", false},
		"other function":            {"let t := isTaintd s in\nclose s\n", false},
		"missing argument":          {"close\n", false},
		"forgotten close":           {"let s := send s \"x\" in\n()\n", false},
		"comment or divide":         {"let n := half 7 // 2 in\nclose s\n", false},
		"not equal, or divide":      {"let n := 7 in\nif n /= 2 then close s else close s\n", false},
		"code in a comment's place": {"# see /* here\nlet s := send s \"x\" in\nlet t := return s in /* there */\nclose s\n", false},
		"trailing in":               {"let _ := close s in\n", false},
		"python call":               {"let s := send(s, \"x\") in\nclose s\n", false},
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
