package termination_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/elab"
	"github.com/aeonc/aeonc/checker/termination"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// The files of testdata are cut into specs by lines "---". A line that ends in
// `### "regexp"` must have a diagnostic whose code and message match, and every
// diagnostic must be expected; "# measure f: n" and "# structural f" say what
// was found for f.

var (
	expectation = regexp.MustCompile("### ((?:\"[^\"]*\" ?)+)$")
	finding     = regexp.MustCompile("[^ ] # ((?:measure|structural) .*)$")
)

func specs(t *testing.T, file string, run func(t *testing.T, m *core.Module) (found []string, ds []*diag.Diagnostic)) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	w := elab.NewWorld()
	offset := 0
	for _, text := range strings.Split(string(data), "---\n") {
		lines := strings.Split(text, "\n")
		first := offset
		offset += len(lines)
		t.Run(strings.TrimPrefix(lines[0], "# "), func(t *testing.T) {
			src := diag.NewSource(file, strings.Repeat("\n", first)+text)
			f, ds := lang.Parse(src)
			if len(ds) > 0 {
				t.Fatal(ds[0])
			}
			m, ds := w.Module(elab.ModuleInput{Name: "spec", File: f})
			if diag.HasErrors(ds) {
				t.Fatal(ds[0], ds[0].Notes)
			}
			found, ds := run(t, m)
			want := map[int][]string{}
			var wantFound []string
			for i, l := range lines {
				if m := expectation.FindStringSubmatch(l); m != nil {
					want[first+i+1] = strings.Split(strings.Trim(m[1], `" `), `" "`)
				} else if m := finding.FindStringSubmatch(l); m != nil {
					wantFound = append(wantFound, m[1])
				}
			}
			if fmt.Sprint(found) != fmt.Sprint(wantFound) {
				t.Errorf("found %q, want %q", found, wantFound)
			}
			compare(t, want, ds)
		})
	}
}

func compare(t *testing.T, want map[int][]string, got []*diag.Diagnostic) {
	t.Helper()
next:
	for _, d := range got {
		line := d.Span.Pos().Line
		text := string(d.Code) + " " + d.Message
		if strings.Contains(text+strings.Join(d.Notes, ""), "%!") {
			t.Errorf("badly formatted: %s %q", text, d.Notes)
		}
		for i, w := range want[line] {
			if regexp.MustCompile(w).MatchString(text) {
				want[line] = append(want[line][:i], want[line][i+1:]...)
				continue next
			}
		}
		t.Errorf("line %d: unexpected: %s\n\tat %q %v", line, text, d.Span.Text(), d.Notes)
	}
	for l, ws := range want {
		for _, w := range ws {
			t.Errorf("line %d: no diagnostic matches %q", l, w)
		}
	}
}

func TestRecursion(t *testing.T) {
	specs(t, "testdata/recursion.aeon", func(t *testing.T, m *core.Module) (found []string, out []*diag.Diagnostic) {
		for _, g := range m.Globals {
			measure, ds := termination.Analyse(g)
			out = append(out, ds...)
			switch {
			case measure == nil:
			case measure.Structural:
				found = append(found, "structural "+g.Name)
			default:
				var parts []string
				for _, e := range measure.Exprs {
					parts = append(parts, e.(*core.LocalRef).Local.Name)
				}
				found = append(found, "measure "+g.Name+": "+strings.Join(parts, ", "))
			}
			if measure != nil && len(termination.RecursiveCalls(g)) == 0 {
				t.Errorf("%s has a measure and no recursive call", g.Name)
			}
		}
		return found, out
	})
}

func TestPositivity(t *testing.T) {
	specs(t, "testdata/types.aeon", func(t *testing.T, m *core.Module) (_ []string, out []*diag.Diagnostic) {
		for _, c := range m.Cons {
			out = append(out, termination.Positivity(c)...)
		}
		return nil, out
	})
}

func TestRecursiveCalls(t *testing.T) {
	src := diag.NewSource("spec", "def f (n: Int) : Int decreasing_by [n] := f (f (n - 1)) + List.sum (List.map (fun x => f x) [n])\ndef g (n: Int) : Int := f n")
	f, _ := lang.Parse(src)
	m, ds := elab.NewWorld().Module(elab.ModuleInput{Name: "spec", File: f})
	if len(ds) > 0 {
		t.Fatal(ds[0])
	}
	var got []string
	for _, c := range termination.RecursiveCalls(m.Globals[0]) {
		got = append(got, c.Span.Text())
	}
	if want := "[f (f (n - 1)) f (n - 1) f x]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if calls := termination.RecursiveCalls(m.Globals[1]); len(calls) > 0 {
		t.Errorf("g does not reach itself: %v", calls)
	}
}

func TestPlanRecursion(t *testing.T) {
	w := elab.NewWorld()
	src := diag.NewSource("plan", "def fine (n: Int) : Int := n\ndef loop (n: Int) : Int := if n = 0 then 0 else loop (n - 1)\nloop (fine 1)")
	f, ds := lang.Parse(src)
	if len(ds) > 0 {
		t.Fatal(ds[0])
	}
	p, ds := w.Plan(elab.PlanInput{File: f})
	if diag.HasErrors(ds) {
		t.Fatal(ds[0])
	}
	if d := termination.PlanRecursion(p.Helpers[0]); d != nil {
		t.Errorf("fine: %v", d)
	}
	d := termination.PlanRecursion(p.Helpers[1])
	if d == nil || d.Code != "AE304" || d.Span.Text() != "loop" || d.Span.Pos().Line != 2 || d.Span.Pos().Column < 20 {
		t.Errorf("loop: %v", d)
	}
}
