package linear_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/elab"
	"github.com/aeonc/aeonc/checker/linear"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// The files of testdata are cut into programs by lines "---". A line that ends
// in `### "regexp"` (several are allowed) must have a diagnostic whose code and
// message match; every diagnostic must be expected. In plans_*.aeon the first
// program is the spec under which the others are plans; in specs_*.aeon every
// program is a spec of its own.

var expectation = regexp.MustCompile("### ((?:\"[^\"]*\" ?)+)$")

type program struct {
	name string
	text string // padded, so that lines are counted as in the file
	want map[int][]string
}

func programs(t *testing.T, file string) []program {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []program
	start := 0
	lines := strings.Split(string(data), "\n")
	flush := func(end int) {
		p := program{want: map[int][]string{}}
		p.text = strings.Repeat("\n", start) + strings.Join(lines[start:end], "\n") + "\n"
		for i := start; i < end; i++ {
			if p.name == "" && strings.HasPrefix(lines[i], "# ") {
				p.name = strings.TrimPrefix(lines[i], "# ")
			}
			if m := expectation.FindStringSubmatch(strings.TrimSpace(lines[i])); m != nil {
				for _, q := range strings.Split(strings.Trim(m[1], `" `), `" "`) {
					p.want[i+1] = append(p.want[i+1], q)
				}
			}
		}
		if p.name == "" {
			p.name = fmt.Sprintf("line %d", start+1)
		}
		out = append(out, p)
		start = end + 1
	}
	for i, l := range lines {
		if l == "---" {
			flush(i)
		}
	}
	flush(len(lines))
	return out
}

func (p program) compare(t *testing.T, got []*diag.Diagnostic) {
	t.Helper()
	left := map[int][]string{}
	for l, ws := range p.want {
		left[l] = append([]string{}, ws...)
	}
next:
	for _, d := range got {
		line := d.Span.Pos().Line
		text := string(d.Code) + " " + d.Message
		for i, w := range left[line] {
			if regexp.MustCompile(w).MatchString(text) {
				left[line] = append(left[line][:i], left[line][i+1:]...)
				continue next
			}
		}
		t.Errorf("line %d: unexpected: %s\n\tat %q %v", line, text, d.Span.Text(), d.Notes)
	}
	for l, ws := range left {
		for _, w := range ws {
			t.Errorf("line %d: no diagnostic matches %q", l, w)
		}
	}
}

func parse(t *testing.T, name, text string) *lang.File {
	t.Helper()
	f, ds := lang.Parse(diag.NewSource(name, text))
	for _, d := range ds {
		t.Fatalf("%v", d)
	}
	return f
}

func module(t *testing.T, w *elab.World, text string) *core.Module {
	t.Helper()
	m, ds := w.Module(elab.ModuleInput{Name: "spec", File: parse(t, "spec.aeon", text), Named: true})
	for _, d := range ds {
		if d.Severity == diag.Error {
			t.Fatalf("%v %v", d, d.Notes)
		}
	}
	return m
}

func checkModule(m *core.Module) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, g := range m.Globals {
		out = append(out, linear.Signature(g)...)
		if g.Kind == core.DefFn {
			out = append(out, linear.Check(linear.Unit{Params: g.Params, Result: g.Result, Body: g.Body})...)
		}
	}
	return diag.Sort(append(out, linear.LintMint(m)...))
}

func checkPlan(t *testing.T, w *elab.World, m *core.Module, text string) []*diag.Diagnostic {
	t.Helper()
	in := elab.PlanInput{File: parse(t, "plan.aeon", text), Modules: []*core.Module{m}}
	if len(m.Contracts) > 0 {
		in.Contract = m.Contracts[0]
	}
	p, ds := w.Plan(in)
	for _, d := range ds {
		if d.Severity == diag.Error {
			t.Fatalf("%v %v", d, d.Notes)
		}
	}
	var out []*diag.Diagnostic
	for _, g := range p.Helpers {
		out = append(out, linear.Signature(g)...)
		out = append(out, linear.Check(linear.Unit{Params: g.Params, Result: g.Result, Body: g.Body, FromPlan: true})...)
		out = append(out, linear.CheckPlanRefs(g.Body)...)
	}
	b := p.Body
	out = append(out, linear.Check(linear.Unit{Params: b.Params, Result: b.Result, Body: b.Expr, FromPlan: true})...)
	return diag.Sort(append(out, linear.CheckPlanRefs(b.Expr)...))
}

func TestPlans(t *testing.T) {
	files, _ := filepath.Glob("testdata/plans_*.aeon")
	for _, file := range files {
		ps := programs(t, file)
		w := elab.NewWorld()
		m := module(t, w, ps[0].text)
		ps[0].compare(t, checkModule(m))
		for _, p := range ps[1:] {
			t.Run(filepath.Base(file)+"/"+p.name, func(t *testing.T) { p.compare(t, checkPlan(t, w, m, p.text)) })
		}
	}
}

func TestSpecs(t *testing.T) {
	files, _ := filepath.Glob("testdata/specs_*.aeon")
	for _, file := range files {
		w := elab.NewWorld()
		for _, p := range programs(t, file) {
			t.Run(filepath.Base(file)+"/"+p.name, func(t *testing.T) { p.compare(t, checkModule(module(t, w, p.text))) })
		}
	}
}
