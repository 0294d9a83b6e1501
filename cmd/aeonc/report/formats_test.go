package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/cmd/aeonc/explain"
	"github.com/aeonc/aeonc/lang/diag"
)

// everything is a run with all that a format has to cope with.
func everything() *Run {
	unplaced := &checker.Result{
		File: "-", Verdict: checker.Unusable,
		Inputs:      []checker.Input{{Role: "plan", Name: "-", SHA256: strings.Repeat("3d", 32)}},
		Diagnostics: []*diag.Diagnostic{diag.New(diag.Span{}, diag.Message{Code: "AE206", Text: "module `a%b,c:d` was not found"})},
	}
	builtin := diag.NewSource("github", "def f (n: Int | n > 0) : Int := native \"f\"\n")
	plan := diag.NewSource("/tmp/a b/plan.aeon", "f 0 ]]> [x](1)\n")
	far := &checker.Result{
		File: plan.Name, Verdict: checker.Rejected,
		Inputs: []checker.Input{{Role: "plan", Name: plan.Name, SHA256: strings.Repeat("4e", 32)}, {Role: "spec", Name: "github", SHA256: strings.Repeat("5f", 32)}},
		Diagnostics: []*diag.Diagnostic{
			diag.New(at(plan, "0", 0), plain, "see [x](1) ]]> \uFFFE").With(at(builtin, "n > 0", 0), "it is asked for here"),
			diag.New(at(plan, "0", 0), plain, "the same place again"),
		},
	}
	return &Run{
		Aeonc: "0.1.0", Libz3: "4.13.0.0",
		Results: []*checker.Result{rejected(), verified(), awkward(), unplaced, far},
		Problems: []Problem{
			{diag.New(diag.Span{}, diag.Message{Code: "AE904", Text: "cannot read `x`"}), checker.Unusable},
			{diag.New(diag.Span{}, diag.Message{Text: "--state, --format\nmean nothing"}), checker.Unusable},
		},
	}
}

func TestGitHub(t *testing.T) {
	text := written(t, GitHub, everything())
	golden(t, "github.txt", text)
	for _, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		if !strings.HasPrefix(line, "::error ") && !strings.HasPrefix(line, "::warning ") && !strings.HasPrefix(line, "::notice ") {
			t.Errorf("no command: %q", line)
		}
	}
}

func TestJUnit(t *testing.T) {
	text := written(t, JUnit, everything())
	golden(t, "junit.xml", text)
	dec := xml.NewDecoder(bytes.NewReader(text))
	var failures, failed int
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && (e.Name.Local == "failure" || e.Name.Local == "error") {
			failures++
		} else if ok && e.Name.Local == "testsuites" {
			failed = strings.Count(string(text), "<failure ") + strings.Count(string(text), "<error ")
		}
	}
	if failures != 6 || failed != 6 {
		t.Errorf("%d failures and errors, want 6", failures)
	}
}

// The rules are left out of the golden log: the pages they are made from are
// at hand.
func TestSARIF(t *testing.T) {
	text := written(t, SARIF, everything())
	var log map[string]any
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	driver := log["runs"].([]any)[0].(map[string]any)["tool"].(map[string]any)["driver"].(map[string]any)
	known := map[string]bool{}
	for _, kind := range []string{"rules", "notifications"} {
		for _, rule := range driver[kind].([]any) {
			known[rule.(map[string]any)["id"].(string)] = true
			if tags := rule.(map[string]any)["properties"].(map[string]any)["tags"].([]any); tags[0] == "" {
				t.Errorf("%v has no family", rule)
			}
		}
		driver[kind] = []any{}
	}
	for _, page := range explain.Pages() {
		if !known[page.Code] {
			t.Errorf("%s is neither a rule nor a notification", page.Code)
		}
	}
	short, err := json.MarshalIndent(log, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "result.sarif", append(short, '\n'))
}

// A finding keeps its fingerprint when lines are put before it, and two that
// differ in nothing but their place have different ones.
func TestFingerprint(t *testing.T) {
	prints := func(text string) []string {
		src := diag.NewSource("plan.aeon", text)
		res := &checker.Result{File: src.Name, Verdict: checker.Rejected, Diagnostics: []*diag.Diagnostic{
			diag.New(at(src, "f 0", 0), plain, "no"), diag.New(at(src, "f 0", 1), plain, "no"),
		}}
		var log sarifLog
		if err := json.Unmarshal(written(t, SARIF, &Run{Results: []*checker.Result{res}}), &log); err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, r := range log.Runs[0].Results {
			out = append(out, r.PartialFingerprints[fingerprint])
		}
		return out
	}
	before, after := prints("f 0\nf 0\n"), prints("\n# moved\n  f 0\nf 0\n")
	if len(before) != 2 || before[0] == before[1] || before[0] != after[0] || before[1] != after[1] {
		t.Errorf("%q, then %q", before, after)
	}
}

// written is what a format writes.
func written(t *testing.T, format Format, run *Run) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := format(&b, run, Style{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
