package checker_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/index"
	"github.com/aeonc/aeonc/lang/diag"
)

const knownSpec = inspectedSpec + `def isPrivate (r: Repo) : {b:Bool | b = private r} := native "r.private"
inductive Box
| any (1 held: Session) : Box
| clean (1 held: {h:Session | tainted h = false}) : Box
def boxed (1 s: Session) : Box := native "box"
@volatile def stamp : (r: Repo) -> Int := uninterpreted
def stamped (r: Repo) : {b:Bool | b --> stamp r = 1} := native "stamped"
def count (1 s: Session) : {s2:Session | tainted s2 = tainted s} := native "count"
`

// Each plan has a mark, ‸, before a use of a variable. What is known of it there, and
// the kinds of the causes with their lines, is wanted.
func TestStatesAt(t *testing.T) {
	lib := library(t)
	spec := checker.Load(context.Background(), checker.Config{Specs: []string{"spec.aeon"}, Solver: lib, ReadFile: func(path string) (string, error) {
		if path == "spec.aeon" {
			return knownSpec, nil
		}
		return "", os.ErrNotExist
	}})
	if ds := spec.Diagnostics; diag.HasErrors(ds) {
		t.Fatal(ds)
	}
	for _, x := range []struct{ name, plan, want string }{
		{"before anything", "close ‸s\n", "tainted s = false: contract"},
		{"after a call", "let s := read s secretRepo in\nclose ‸s\n", "tainted s = true: call 1"},
		{"handed on by another call", "let s := read s secretRepo in\nlet s := count s in\nclose ‸s\n", "tainted s = true: call 1"},
		{"on the path where a look said so", "let s := read s (anyRepo ()) in\nif isTainted s then close ‸s else close s\n", "tainted s = true: call 1, branch 2"},
		{"on the other path", "let s := read s (anyRepo ()) in\nif isTainted s then close s else close (publish ‸s)\n", "tainted s = false: contract, branch 2"},
		{"after both", "let s := read s (anyRepo ()) in\nlet s := if isTainted s then s else publish s in\nclose ‸s\n", "tainted s = ?"},
		{"where two paths meet", "let s := if isPrivate (anyRepo ()) then read s secretRepo else s in\nclose ‸s\n", "tainted s = ?"},
		{"where two paths come to the same", "let s :=\n  if isPrivate (anyRepo ()) then read s secretRepo\n  else read (count s) secretRepo in\nclose ‸s\n", "tainted s = true: call 2, call 3"},
		{"where one of two paths cannot be", "let s := if 1 < 2 then read s secretRepo else s in\nclose ‸s\n", "tainted s = true: call 1"},
		{"where arms meet", "let s := match List.find (fun x => x > 1) [1, 2] with\n  | some x => read s secretRepo\n  | none => read s secretRepo in\nclose ‸s\n", "tainted s = true: call 2, call 3"},
		{"what a constructor holds", "match boxed s with\n| any a => close a\n| clean c => close ‸c\n", "tainted c = false: constructor, branch 1"},
		{"in the turn of a loop", "let s := List.foldl (fun s i => count ‸s) s [1, 2] in\nclose s\n", "tainted s = false: loop 1, contract"},
		{"after a loop", "let s := List.foldl (fun s i => count s) s [1, 2] in\nclose ‸s\n", "tainted s = false: loop 1, contract"},
		{"what a loop may change", "let s := List.foldl (fun s i => read s secretRepo) s [1, 2] in\nclose ‸s\n", "tainted s = ?: loop 1"},
		{"a part of a tuple", "let both := (read s secretRepo, 1) in\nlet (s, n) := ‸both in\nclose s\n", "tainted both.0 = true: call 1"},
		{"taken out of a tuple", "let (s, n) := (read s secretRepo, 1) in\nclose ‸s\n", "tainted s = true: call 1"},
		{"what a helper did", "def leak (1 s: Session) : Session := read s secretRepo\nlet s := leak s in\nclose ‸s\n", "tainted s = true: call 2"},
		{"in a helper", "def show (1 s: {s:Session | tainted s = false}) : Session := publish ‸s\nclose (show s)\n", "tainted s = false: parameter 1"},
		{"in a helper that is told nothing", "def show (1 s: Session) : Session := count ‸s\nclose (show s)\n", "tainted s = ?"},
		{"on the right of an operator", "let s := read s (anyRepo ()) in\nlet b := isTainted s && isTainted ‸s in\nclose s\n", "tainted s = true: call 1"},
		{"after a demand that was met", "let s := publish s in\nclose ‸s\n", "tainted s = false: contract"},
		{"after a demand that was not", "let s := publish (read s secretRepo) in\nclose ‸s\n", "tainted s = true: call 1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			before, after, _ := strings.Cut(x.plan, "‸")
			src := diag.NewSource("plan.aeon", before+after)
			in := spec.Inspect(context.Background(), checker.PlanInput{Source: src})
			defer in.Close()
			u, ok := index.New(src, spec.ReadPlan(src, "").Uses).At(len(before))
			l, isLocal := u.Symbol.(*core.Local)
			if !ok || !isLocal {
				t.Fatal("no variable")
			}
			if got := stated(in.StatesAt(context.Background(), []diag.Span{l.Span}, len(before))); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

// stated writes down what is known of a variable's measures that are not volatile.
func stated(vs []*checker.Variable) string {
	var out []string
	for _, v := range vs {
		for _, k := range v.Known {
			value := k.Value
			if value == "" {
				value = "?"
			}
			text := fmt.Sprintf("%s %s = %s", k.Measure, k.Of, value)
			for i, c := range k.Because {
				text += map[bool]string{true: ": ", false: ", "}[i == 0] + c.Kind
				if c.Kind != "contract" && c.Kind != "constructor" {
					text += fmt.Sprintf(" %d", c.At.Pos().Line)
				}
			}
			out = append(out, text)
		}
	}
	return strings.Join(out, "; ")
}

// What is known of a measure that the world can change ends with the call that can
// change it, and is known at the cursor only before that.
func TestVolatileStatesAt(t *testing.T) {
	lib := library(t)
	spec := checker.Load(context.Background(), checker.Config{Specs: []string{"spec.aeon"}, Solver: lib, ReadFile: func(path string) (string, error) {
		if path == "spec.aeon" {
			return knownSpec, nil
		}
		return "", os.ErrNotExist
	}})
	plan := "let r := anyRepo () in\nif stamped r then\n  let q := r in\n  let s := count s in\n  close s\nelse close s\n"
	src := diag.NewSource("plan.aeon", plan)
	in := spec.Inspect(context.Background(), checker.PlanInput{Source: src})
	defer in.Close()
	r := diag.Span{Src: src, Start: strings.Index(plan, "r :="), End: strings.Index(plan, "r :=") + 1}
	for at, want := range map[string]string{
		"let q": "private r = ?; stamp r = 1: call 2, branch 2", "let s := count": "private r = ?; stamp r = 1: call 2, branch 2",
		"close s\nelse": "private r = ?; stamp r = ?", "close s\n": "private r = ?; stamp r = ?: call 2",
	} {
		if got := stated(in.StatesAt(context.Background(), []diag.Span{r}, strings.LastIndex(plan, at))); got != want {
			t.Errorf("before %q: %s, want %s", at, got, want)
		}
	}
}
