package soundness

import (
	"context"
	"runtime"
	"strings"
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

// TestPairsTell: plans that only a checker accepts which follows no control send
// differently in two runs, even where nothing that types demand of labels is checked.
func TestPairsTell(t *testing.T) {
	honest := Verdicts(solver(t))
	lie := strings.NewReplacer("@taint def", "@taint(explicit) def")
	leaks, told := 0, 0
	for group := uint64(0); group < 2; group++ {
		spec := Generate(group*plansPerSpec, Features{Lists: true, Labels: true}).SpecText()
		right, free := honest(t.Context(), spec)
		defer free()
		wrong, free := honest(t.Context(), lie.Replace(spec))
		defer free()
		for seed := group * plansPerSpec; seed < (group+1)*plansPerSpec; seed++ {
			k := Generate(seed, Features{Lists: true, Labels: true})
			if !wrong(k).Accepted || right(k).Accepted {
				continue
			}
			leaks++
			p := k.Program()
			p.blind = true
			for b := uint64(0); b < 40; b++ {
				if pairs := p.RunPairs(b, false); len(pairs) > 0 && pairs[len(pairs)-1].What != "" {
					told++
					break
				}
			}
		}
	}
	if told < 2 || told*2 < leaks {
		t.Errorf("of %d plans that leak by control, two runs tell %d", leaks, told)
	}
}
