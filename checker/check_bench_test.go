package checker_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// trifecta is the program whose spec the benchmarks use.
func trifecta(b *testing.B) program {
	b.Helper()
	data, err := os.ReadFile("../testdata/cases/trifecta_guarded.txtar")
	if err != nil {
		b.Fatal(err)
	}
	p, _, _, err := parseCase(data)
	if err != nil {
		b.Fatal(err)
	}
	return p
}

// BenchmarkCheck measures everything but starting the process and loading libz3:
// reading the spec, a new solver, and a plan of ten calls.
func BenchmarkCheck(b *testing.B) {
	lib := library(b)
	p := trifecta(b)
	p.files["plan.aeon"] = strings.Repeat("let s := repoRead s publicRepo in\n", 10) + "createIssuePublic s publicRepo \"t\" \"b\"\n"
	ctx := context.Background()
	for b.Loop() {
		spec := checker.Load(ctx, checker.Config{
			Specs: p.specs, Solver: lib,
			ReadFile: func(path string) (string, error) { return p.files[path], nil },
		})
		r := spec.CheckPlan(ctx, checker.PlanInput{Source: diag.NewSource("plan.aeon", p.files["plan.aeon"])})
		if r.Verdict != checker.Verified {
			b.Fatal(listing(r))
		}
		spec.Close()
	}
}
