package checker_test

import (
	"fmt"
	"strings"
	"testing"
)

// A comment allows lints on the declaration it stands by, and nothing else; what
// cannot be meant, or is not needed, is AE608.
func TestAllow(t *testing.T) {
	lib := library(t)
	const head = "linear type Session\ndef m : (s: Session) -> Bool := uninterpreted\ndef ask (& s: Session) : {b:Bool | b = m s} := native \"x\"\n"
	const idle = "def idle (n: Int) : Int := native \"x\""
	for _, c := range []struct{ name, spec, want string }{
		{"nothing", idle, "4 AE606"},
		{"above", "# aeonc: allow AE606 a clock\n" + idle, ""},
		{"above, with documentation", "# aeonc: allow AE606 a clock\n# What it does.\n@msg \"no\"\n" + idle, ""},
		{"at the end", idle + "  # aeonc: allow AE606 a clock", ""},
		{"inside", "def idle (n: Int) : Int :=\n  # aeonc: allow AE606 a clock\n  native \"x\"", ""},
		{"two codes", "# aeonc: allow AE606, AE607 a clock\n" + idle, "4 AE608"},
		{"not the next but one", "# aeonc: allow AE606 a clock\n" + idle + "\ndef idler (n: Int) : Int := native \"x\"", "6 AE606"},
		{"too far above", "# aeonc: allow AE606 a clock\n\n" + idle, "4 AE608, 6 AE606"},
		{"no reason", "# aeonc: allow AE606\n" + idle, "4 AE608"},
		{"no code", "# aeonc: allow everything\n" + idle, "4 AE608, 5 AE606"},
		{"an error", "# aeonc: allow AE602 it must be\n" + idle, "4 AE608, 5 AE606"},
		{"not a lint", "# aeonc: allow AE301 it must be\n" + idle, "4 AE608, 5 AE606"},
		{"itself", "# aeonc: allow AE608 it must be\n" + idle, "4 AE608, 5 AE606"},
		{"what the solver finds", "# aeonc: allow AE601 for later\ndef never (& s: {s:Session | m s = true && m s = false}) : Unit := native \"x\"", ""},
		{"a session from nowhere", "# aeonc: allow AE603 in tests\ndef fresh (_: Unit) : Session := native \"x\"", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := program{files: map[string]string{"spec.aeon": head + c.spec + "\n"}, specs: []string{"spec.aeon"}}
			var got []string
			for _, d := range p.check(t, lib).Diagnostics {
				got = append(got, fmt.Sprintf("%d %s", d.Span.Pos().Line, d.Code))
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("got %s, want %s", strings.Join(got, ", "), c.want)
			}
		})
	}
	p := program{files: map[string]string{"spec.aeon": head + idle + "\nplan (1 s: Session) : Session\n", "plan.aeon": "# aeonc: allow AE606 please\ns\n"}, specs: []string{"spec.aeon"}, plan: "plan.aeon"}
	var got []string
	for _, d := range p.check(t, lib).Diagnostics {
		got = append(got, fmt.Sprintf("%s:%d %s", d.Span.Src.Name, d.Span.Pos().Line, d.Code))
	}
	if want := "plan.aeon:1 AE608, spec.aeon:4 AE606"; strings.Join(got, ", ") != want {
		t.Errorf("in a plan: got %s, want %s", strings.Join(got, ", "), want)
	}
}
