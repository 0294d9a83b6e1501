package soundness

import (
	"context"
	"runtime"
	"testing"
)

func acceptAll(context.Context, string) (func(*Case) Judgement, func()) {
	return func(*Case) Judgement { return Judgement{Accepted: true} }, func() {}
}

// TestHarnessCatchesAcceptAll: a checker that accepts everything is caught
// within a few plans, and what it is caught with can be made small.
func TestHarnessCatchesAcceptAll(t *testing.T) {
	r := Campaign{Judge: acceptAll, Plans: 300, Runs: 6, Workers: runtime.NumCPU()}.Run(t.Context())
	if len(r.Failures) < 50 {
		t.Fatalf("only %d of 300 plans were seen to break something", len(r.Failures))
	}
	small := Minimise(t.Context(), acceptAll, r.Failures[0])
	if n := len(small.Case.PlanText()); n > 60 {
		t.Errorf("minimised to %d bytes:\n%s", n, small)
	}
}
