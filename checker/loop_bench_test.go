package checker_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// BenchmarkLoops measures plans of many loops: reading the spec, a new solver, and
// the plan. The time of a loop should not grow with their number.
func BenchmarkLoops(b *testing.B) {
	lib := library(b)
	p := trifecta(b)
	ctx := context.Background()
	for _, n := range []int{1, 10, 100} {
		loop := "let s := List.foldl (fun s i => repoRead s publicRepo) s [1, 2, 3] in\n"
		plan := strings.Repeat(loop, n) + "closeSession s\n"
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				spec := checker.Load(ctx, checker.Config{
					Specs: p.specs, Solver: lib,
					ReadFile: func(path string) (string, error) { return p.files[path], nil },
				})
				r := spec.CheckPlan(ctx, checker.PlanInput{Source: diag.NewSource("plan.aeon", plan)})
				if r.Verdict != checker.Verified {
					b.Fatal(listing(r))
				}
				spec.Close()
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/loop")
		})
	}
}
