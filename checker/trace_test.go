package checker_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

var updateTraces = flag.Bool("update", false, "rewrite what the traces are expected to be")

// TestTraces compares why each plan under testdata/traces is rejected: code, place
// and words of every diagnostic, its steps with their roles and places, and the
// counterexample. A case has a plan.aeon, may have a spec.aeon (spec.txt of the
// folder is used otherwise) and a state.json, and ends in the file "want".
func TestTraces(t *testing.T) {
	lib := library(t)
	shared, err := os.ReadFile("testdata/traces/spec.txt")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob("testdata/traces/*.txtar")
	if len(files) == 0 {
		t.Fatal("no cases")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			ar := txtar.Parse(data)
			p := program{files: map[string]string{"spec.aeon": string(shared)}, specs: []string{"spec.aeon"}}
			want := -1
			for i, f := range ar.Files {
				switch f.Name {
				case "want":
					want = i
				case "plan.aeon":
					p.plan = f.Name
					p.files[f.Name] = string(f.Data)
				case "state.json":
					p.state = f.Name
					fallthrough
				default:
					p.files[f.Name] = string(f.Data)
				}
			}
			result := p.check(t, lib)
			soundTraces(t, result)
			got := tellAll(result)
			if *updateTraces {
				if want < 0 {
					ar.Files = append(ar.Files, txtar.File{Name: "want"})
					want = len(ar.Files) - 1
				}
				ar.Files[want].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want < 0 || !bytes.Equal(ar.Files[want].Data, []byte(got)) {
				t.Errorf("differs (rewrite with -update)\n--- got\n%s", got)
			}
		})
	}
}

// soundTraces checks what holds of every trace: each step has a place and words and is
// told once, it ends in the sink and nowhere before, and where there is more than that
// it has a source.
func soundTraces(t *testing.T, r *checker.Result) {
	t.Helper()
	for _, d := range r.Diagnostics {
		seen := map[diag.Step]bool{}
		sources := 0
		for i, s := range d.Trace {
			if s.Span.IsZero() || s.Message == "" || strings.Contains(s.Message, "``") || seen[s] {
				t.Errorf("%v: step %d of the trace is empty or told twice: %q", d, i+1, s.Message)
			}
			seen[s] = true
			if (s.Role == diag.RoleSink) != (i == len(d.Trace)-1) {
				t.Errorf("%v: step %d is a %s", d, i+1, s.Role)
			}
			if s.Role == diag.RoleSource {
				sources++
			}
		}
		if len(d.Trace) > 1 && sources == 0 {
			t.Errorf("%v: the trace has no source", d)
		}
	}
}

// tellAll writes all errors of a result, one thing on each line.
func tellAll(r *checker.Result) string {
	var b strings.Builder
	place := func(s diag.Span) string {
		if s.IsZero() {
			return "nowhere"
		}
		return fmt.Sprintf("%s:%d:%d", s.Src.Name, s.Pos().Line, s.Pos().Column)
	}
	fmt.Fprintln(&b, r.Verdict)
	for _, d := range r.Diagnostics {
		if d.Severity != diag.Error {
			continue
		}
		fmt.Fprintf(&b, "%s %s %s %s\n", place(d.Span), d.Code, d.Status, d.Message)
		if d.Advice != "" {
			fmt.Fprintf(&b, "  advice %s\n", d.Advice)
		}
		for _, s := range d.Related {
			fmt.Fprintf(&b, "  related %s %s\n", place(s.Span), s.Message)
		}
		for _, s := range d.Trace {
			fmt.Fprintf(&b, "  %s %s %s\n", s.Role, place(s.Span), s.Message)
		}
		for _, c := range d.Counterexample {
			fmt.Fprintf(&b, "  where %s: %s\n", c.Name, c.Value)
		}
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "  note %s\n", n)
		}
	}
	return b.String()
}

// What is not decided within the limits says so, with what ran out and what was known,
// and shows no values: it has none.
func TestUndecided(t *testing.T) {
	const text = `def cube (x: Int) (y: Int) (z: {z:Int | x * x * x + y * y * y + z * z * z != 42}) : Unit := native "x"
plan (x: Int) (y: Int) (z: Int)
`
	ctx := context.Background()
	spec := checker.Load(ctx, checker.Config{
		Specs: []string{"spec.aeon"}, Solver: library(t), Resources: 50_000, Timeout: 200 * time.Millisecond,
		Builtin:  func(string) (string, bool) { return "", false },
		ReadFile: func(string) (string, error) { return text, nil },
	})
	defer spec.Close()
	r := spec.CheckPlan(ctx, checker.PlanInput{Source: diag.NewSource("plan.aeon", "cube x y z\n")})
	got := tellAll(r)
	if !strings.HasPrefix(got, "rejected\nplan.aeon:1:10 AE303 undecided not decided within the limits: `x * x * x + y * y * y + z * z * z != 42`\n") ||
		!strings.Contains(got, "  sink plan.aeon:1:10 `cube` needs ") || !strings.Contains(got, "  source spec.aeon:2:7 nothing is known of `x`\n") ||
		!strings.Contains(got, " for one obligation ran out") || strings.Contains(got, "  where ") {
		t.Errorf("got %s", got)
	}
}

// A label that comes a long way is told from both ends.
func TestLongWay(t *testing.T) {
	var b strings.Builder
	b.WriteString("let k := readSecret \"k\" in\nlet v0 := k ++ \"0\" in\n")
	for i := 1; i < 400; i++ {
		fmt.Fprintf(&b, "let v%d := \"a\" ++ v%d in\n", i, i-1)
	}
	b.WriteString("send v399\n")
	p := program{files: map[string]string{
		"spec.aeon": `@taint def secret : (x: a) -> Bool := uninterpreted
def readSecret (name: String) : {d:String | secret d} := native "x"
def send (body: {b:String | secret b = false}) : Unit := native "x"
plan
`, "plan.aeon": b.String()}, specs: []string{"spec.aeon"}, plan: "plan.aeon"}
	r := p.check(t, library(t))
	soundTraces(t, r)
	got := tellAll(r)
	if strings.Count(got, "\n  through ") > 14 || !strings.Contains(got, "  source plan.aeon:1:10 `readSecret \"k\"` made it so") ||
		!strings.Contains(got, "`v0` carries it on") || !strings.Contains(got, "`v399` carries it on") || !strings.Contains(got, "; and so on, through 38") {
		t.Errorf("got %s", got)
	}
}

// What a model types or names after it has read something carries that, and the trace
// says so.
func TestConversationTrace(t *testing.T) {
	p := program{files: map[string]string{"spec.aeon": `@taint def secret : (x: a) -> Bool := uninterpreted
def readSecret (name: String) : {d:String | secret d} := native "x"
def readPublic (name: String) : {d:String | secret d = false} := native "x"
def send (body: {b:String | secret b = false}) : Unit := native "x"
plan
`}, specs: []string{"spec.aeon"}}
	spec := p.load(library(t))
	defer spec.Close()
	text := "let a := readPublic \"a\" in\nlet k := readSecret \"k\" in\nlet _ := send a in\nlet _ := send \"yes\" in\n()\n"
	r := spec.CheckPlan(context.Background(), checker.PlanInput{Source: diag.NewSource("plan.aeon", text), Conversation: true})
	soundTraces(t, r)
	got := tellAll(r)
	for _, want := range []string{
		"  source plan.aeon:2:10 `readSecret \"k\"` made it so: `secret k`\n  through plan.aeon:3:15 the model named `a` after it had read that\n  sink plan.aeon:3:15 ",
		"  through plan.aeon:4:15 the model typed `\"yes\"` after it had read that\n  sink plan.aeon:4:15 ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}
