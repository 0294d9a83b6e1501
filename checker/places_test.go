package checker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/lang/diag"
)

const placesSpec = `linear type Session
type Repo
def public : Repo := native "x"
def read (1 s: Session) (r: Repo) : Session := native "x"
def both (1 s: Session) : (String, Session) := native "x"
def tainted (& s: Session) : Bool := native "x"
def close (1 s: Session) : Unit := native "x"
def repos : (List Repo) := native "x"
plan (1 s: Session)
`

// A linearity error shows two places, each of which tells the reader something: where
// the value comes from and where it is lost, the first use and the second, what takes
// it and what it is.
func TestBothPlaces(t *testing.T) {
	lib := library(t)
	cases := []struct {
		plan  string
		code  diag.Code
		other []string // "line:column what it says", in order
	}{
		{"let t := read s public in\n()", "AE401", []string{"1:10 comes from here", "2:1 its scope ends"}},
		{"let s := read s public in\nlet s := 1 in ()", "AE401", []string{"1:10 comes from here", "2:5 another value"}},
		{"let r := public in ()", "AE401", []string{"spec.aeon:9:9 declared here"}},
		{"let _ := read s public in ()", "AE401", []string{"1:10 this is a Session"}},
		{"let (d, _) := both s in ()", "AE401", []string{"1:15 a part of this"}},
		{"let x := tainted (read s public) in ()", "AE401", []string{"spec.aeon:6:16 only reads it"}},
		{"let _ := s in ()", "AE401", []string{"spec.aeon:9:9 bound here"}},
		{"let a := read s public in\nlet b := read s public in\nlet _ := close a in close b", "AE402", []string{"1:15 consumed here by `read`"}},
		{"let _ := close s in\nlet b := tainted s in ()", "AE402", []string{"1:16 consumed here by `close`"}},
		{"if tainted s then close s else ()", "AE403", []string{"1:25 consumed here by `close`", "1:32 not consumed"}},
		{"let f := fun (x: Int) => close s in f 1", "AE404", []string{"spec.aeon:9:9 bound outside"}},
		{"let f := read s in let _ := f public in ()", "AE404", []string{"spec.aeon:4:13 takes it"}},
		{"let l := [read s public] in ()", "AE405", []string{"spec.aeon:1:13 a linear type"}},
		{"let l := [s] in ()", "AE405", []string{"spec.aeon:9:9 exactly once"}},
		{"def id (x: a) : a := x\nlet s := id s in close s", "AE405", []string{"1:9 not declared `1`"}},
		{"let f := fun (ω t: Session) => close t in f s", "AE405", []string{"spec.aeon:1:13 declared linear"}},
		{"def peek (& s: Session) : Unit := close s\nlet _ := peek s in close s", "AE405", []string{"1:13 borrowed"}},
		{"let & t := s in close t", "AE405", []string{"1:12 consumed by the binding"}},
		{"def go (f: (s: Session) -> Session) (1 s: Session) : Session := f s\nclose (go (fun (& t: Session) => t) s)", "AE405", []string{"1:9 wanted here"}},
		{"let 0 x := both s in ()", "AE406", []string{"1:7 erased here"}},
		{"def f (0 r: Repo) (1 s: Session) : Unit := let _ := close s in let x := [r] in ()\nf public s", "AE406", []string{"1:10 bound with `0`"}},
		{"def f (0 r: Int) (1 s: Session) : Unit := close s\nf (List.length repos) s", "AE406", []string{"1:10 erased here"}},
	}
	for _, c := range cases {
		p := program{files: map[string]string{"spec.aeon": placesSpec, "plan.aeon": c.plan + "\n"}, specs: []string{"spec.aeon"}, plan: "plan.aeon"}
		var found *diag.Diagnostic
		for _, d := range p.check(t, lib).Diagnostics {
			if d.Code == c.code && found == nil {
				found = d
			}
		}
		if found == nil {
			t.Errorf("%q: no %s", c.plan, c.code)
			continue
		}
		var got []string
		for _, r := range found.Related {
			if r.Span.IsZero() || r.Span == found.Span {
				t.Errorf("%q: %q is at no other place", c.plan, r.Message)
				continue
			}
			at := fmt.Sprintf("%d:%d", r.Span.Pos().Line, r.Span.Pos().Column)
			if r.Span.Src.Name != "plan.aeon" {
				at = r.Span.Src.Name + ":" + at
			}
			got = append(got, at+" "+r.Message)
		}
		ok := len(got) == len(c.other)
		for i := range c.other {
			place, says, _ := strings.Cut(c.other[i], " ")
			ok = ok && strings.HasPrefix(got[i], place+" ") && strings.Contains(got[i], says)
		}
		if !ok {
			t.Errorf("%q: %s shows %q, want %q", c.plan, c.code, got, c.other)
		}
	}
}
