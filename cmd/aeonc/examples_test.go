package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

// The plans that the README and docs/strings.md show come out as they say.
func TestShippedExamples(t *testing.T) {
	t.Chdir("../../examples")
	for _, c := range []struct {
		spec, plan string
		status     int
		code       string
	}{
		{"github", "exfiltrate.aeon", 1, "AE301"},
		{"github", "safe.aeon", 0, ""},
		{"urls/spec.aeon", "urls/compared.aeon", 0, ""},
		{"urls/spec.aeon", "urls/lookalike.aeon", 1, "AE301"},
	} {
		out := aeonc(t, "", "check", "--format", "compact", "--spec", c.spec, c.plan)
		if out.status != c.status || !strings.Contains(out.stdout, c.code) || c.status == 0 && out.stdout != "" {
			t.Errorf("%s: status %d\n%s", c.plan, out.status, out.all())
		}
	}
	if out := aeonc(t, "", "check", "--spec", "urls/spec.aeon"); out.status != 0 {
		t.Errorf("urls/spec.aeon: status %d\n%s", out.status, out.all())
	}
}

// Each example of the spec about addresses is checked as a plan of its own:
// with the verdict it claims, and nothing else.
func TestURLExamples(t *testing.T) {
	lib, err := z3.Load("")
	if err != nil {
		t.Fatalf("this test needs libz3 (make setup): %v", err)
	}
	ctx := context.Background()
	r := newReader()
	const file = "../../examples/urls/spec.aeon"
	text, err := r.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	spec := checker.Load(ctx, checker.Config{Specs: []string{file}, ReadFile: r.ReadFile, Solver: lib})
	spec.Check(ctx) // what comes first should not be charged for the spec's own obligations
	parsed, _ := lang.Parse(diag.NewSource(file, text))
	n := 0
	for _, d := range parsed.Decls {
		x, ok := d.(*lang.Example)
		if !ok {
			continue
		}
		n++
		want := "AE301"
		if x.Accept {
			want = ""
		}
		var got []string
		res := spec.CheckPlan(ctx, checker.PlanInput{Source: diag.NewSource("plan.aeon", exampleBody(x))})
		for _, d := range res.Diagnostics {
			got = append(got, string(d.Code))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v", x.Span.Text(), got)
		}
	}
	if n < 20 {
		t.Errorf("only %d examples were found", n)
	}
}

// exampleBody is the plan in an example, as a file of its own.
func exampleBody(x *lang.Example) string {
	_, body, _ := strings.Cut(x.Span.Text(), ":=")
	return body
}

var aeonBlock = regexp.MustCompile("(?s)```aeon\n(.*?)```")

// What the documentation shows as declarations parses.
func TestDocumentedDeclarations(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range aeonBlock.FindAllStringSubmatch(string(text), -1) {
			if _, ds := lang.Parse(diag.NewSource(page, block[1])); len(ds) > 0 {
				t.Errorf("%s: %v\n%s", page, ds[0], block[1])
			}
		}
	}
}

var docSpec = regexp.MustCompile("(?s)```aeon\n(linear type Account.*?)```.*?```\n(let a := .*?)```.*?```aeon\n(.*?)```")

// A signature that docs/inference.md adds to a spec makes its plan verify.
func TestDocumentedQualifier(t *testing.T) {
	text, err := os.ReadFile("../../docs/inference.md")
	if err != nil {
		t.Fatal(err)
	}
	m := docSpec.FindStringSubmatch(string(text))
	if m == nil {
		t.Fatal("the example is not found")
	}
	t.Chdir(files(t, map[string]string{"less.aeon": m[1], "more.aeon": m[1] + m[3], "plan.aeon": m[2]}))
	expect(t, aeonc(t, "", "check", "--spec", "less.aeon", "plan.aeon"), 1, "AE301")
	expect(t, aeonc(t, "", "check", "--spec", "more.aeon", "plan.aeon"), 0, "verified")
}
