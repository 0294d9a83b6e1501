package checker_test

import (
	"context"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/index"
	"github.com/aeonc/aeonc/lang/diag"
)

const inspectedSpec = `linear type Session
type Repo
def tainted : (s: Session) -> Bool := uninterpreted
def private : (r: Repo) -> Bool := uninterpreted
def secretRepo : {r:Repo | private r = true} := native "secret"
def anyRepo (_: Unit) : Repo := native "any()"
def read (1 s: Session) (r: Repo) : {s2:Session | tainted s2 = (private r || tainted s)} := native "read"
def isTainted (& s: Session) : {b:Bool | b = tainted s} := native "s.tainted"
def publish (1 s: {s:Session | tainted s = false}) : {s2:Session | tainted s2 = tainted s} := native "publish"
def close (1 s: Session) : Unit := native "close"
plan (1 s: {s:Session | tainted s = false})
`

// What is known of a variable is what is known when it is bound: not what a branch
// or a demand after it makes known, whether the demand is met or not.
func TestInspect(t *testing.T) {
	lib := library(t)
	spec := checker.Load(context.Background(), checker.Config{Specs: []string{"spec.aeon"}, Solver: lib, ReadFile: func(path string) (string, error) {
		if path == "spec.aeon" {
			return inspectedSpec, nil
		}
		return "", os.ErrNotExist
	}})
	for _, x := range []struct {
		plan  string
		known []string // of each `s` in the order of the text
		line  int      // that made the last one so
	}{
		{"let s := read s secretRepo in\nlet s := read s (anyRepo ()) in\nclose s\n", []string{"true", "true"}, 1},
		{"let s := read s (anyRepo ()) in\nif isTainted s then close s else close (publish s)\n", []string{""}, 0},
		{"let s := read s (anyRepo ()) in\nlet s := publish s in\nclose s\n", []string{"", ""}, 0},
		{"let s := if 1 < 2 then s else read s secretRepo in\nclose s\n", []string{"false"}, 0},
	} {
		src := diag.NewSource("plan.aeon", x.plan)
		in := spec.Inspect(context.Background(), checker.PlanInput{Source: src})
		r := spec.ReadPlan(src, "")
		var got []string
		var last []checker.Cause
		for _, u := range index.New(src, r.Uses).Uses() {
			l, ok := u.Symbol.(*core.Local)
			if !ok || l.Name != "s" || l.Span != u.Span {
				continue
			}
			v := in.StateOf(context.Background(), l.Span)
			if v == nil {
				t.Fatalf("%q: nothing of %v", x.plan, l.Span.Pos())
			}
			got = append(got, v.Known[0].Value)
			last = v.Known[0].Because
		}
		for i := range x.known {
			if i >= len(got) || got[i] != x.known[i] {
				t.Errorf("%q: known %q, want %q", x.plan, got, x.known)
				break
			}
		}
		if x.line > 0 && (len(last) == 0 || last[0].At.Pos().Line != x.line) {
			t.Errorf("%q: because of %v, want line %d", x.plan, last, x.line)
		}
		in.Close()
		if v := in.StateOf(context.Background(), diag.Span{}); v != nil {
			t.Error("known after Close")
		}
	}
}

// A Spec is freed although who reads its files holds it, as a language server does.
func TestSpecIsFreed(t *testing.T) {
	lib := library(t)
	freed := make(chan struct{})
	func() {
		holder := &struct{ spec *checker.Spec }{}
		holder.spec = checker.Load(context.Background(), checker.Config{Specs: []string{"spec.aeon"}, Solver: lib, ReadFile: func(path string) (string, error) {
			if holder.spec != nil {
				t.Error("a file is read after Load")
			}
			return inspectedSpec, nil
		}})
		holder.spec.Check(context.Background())
		runtime.SetFinalizer(holder, func(any) { close(freed) })
	}()
	for range 200 {
		runtime.GC()
		select {
		case <-freed:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Error("it is still held")
}
