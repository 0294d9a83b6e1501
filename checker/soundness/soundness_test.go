package soundness

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

func solver(t testing.TB) *z3.Library {
	t.Helper()
	lib, err := z3.Load("")
	if err != nil {
		t.Fatalf("these tests need libz3 (make setup): %v", err)
	}
	return lib
}

// budget bounds the test where nobody asked for a number of plans: a slow or
// busy machine tries fewer, and the log says how many.
const budget = 8 * time.Minute

// TestSoundness: no accepted plan ever breaks anything. AEONC_SOAK is how many
// plans to try, AEONC_SEED the first seed.
func TestSoundness(t *testing.T) {
	plans, first := uint64(10_000), uint64(0)
	if testing.Short() {
		plans = 1_000
	}
	for name, n := range map[string]*uint64{"AEONC_SOAK": &plans, "AEONC_SEED": &first} {
		if s := os.Getenv(name); s != "" {
			k, err := strconv.ParseUint(s, 10, 64)
			if err != nil {
				t.Fatalf("%s=%s: %v", name, s, err)
			}
			*n = k
		}
	}
	lib := solver(t)
	judge := Verdicts(lib)
	// Half of the seeds use the whole language.
	core := Campaign{Judge: judge, Thorough: Checker(lib), SampleEvery: 32, From: first, Plans: plans / 2, Runs: 6, Workers: runtime.NumCPU(), StopAfter: 20}
	whole := core
	whole.From, whole.Features = first+plans/2, Features{Lists: true, Labels: true}
	r := &Report{Codes: map[diag.Code]int{}}
	for _, c := range []Campaign{core, whole} {
		ctx, cancel := context.WithCancel(t.Context())
		if os.Getenv("AEONC_SOAK") == "" {
			cancel()
			ctx, cancel = context.WithTimeout(t.Context(), budget/2)
		}
		part := c.Run(ctx)
		cancel()
		t.Logf("seeds from %d, %+v\n%s", c.From, c.Features, part)
		r.add(part)
	}
	for i, f := range r.Failures {
		if i == 5 {
			t.Errorf("and %d more", len(r.Failures)-i)
			break
		}
		t.Errorf("%s\nminimised:\n%s", f, Minimise(t.Context(), judge, f))
	}
	if r.Accepted*5 < r.Plans || r.Accepted*5 > r.Plans*4 {
		t.Errorf("%d of %d plans accepted: the generator says too little about the checker", r.Accepted, r.Plans)
	}
}

// TestSoundnessHarness: the real checker, shown a spec that differs
// from the one that the world keeps, stands for a checker with a bug, and is
// caught. It takes minutes, so it is part of `make soak` only.
func TestSoundnessHarness(t *testing.T) {
	if os.Getenv("AEONC_SOAK") == "" {
		t.Skip("AEONC_SOAK is not set")
	}
	honest := Verdicts(solver(t))
	for name, lie := range map[string]*strings.Replacer{
		"forgets that volatile facts end":     strings.NewReplacer("@volatile ", ""),
		"loses the sign of a divisor":         strings.NewReplacer("/ -2", "/ 2"),
		"takes every roll for the same":       strings.NewReplacer("def roll", "@pure def roll", "def calc", "@pure def calc"),
		"keeps what @keeps is not written on": strings.NewReplacer("def step", "@keeps def step"),
		"reads > as >= in preconditions":      strings.NewReplacer(" > ", " >= "),
		"takes or for and":                    strings.NewReplacer(" || ", " && "),
		"follows no control":                  strings.NewReplacer("@taint def", "@taint(explicit) def"),
	} {
		features := Features{}
		if strings.Contains(name, "control") {
			features = Features{Lists: true, Labels: true}
		}
		// Accepted is what only the lie lets through.
		judge := func(ctx context.Context, spec string) (func(*Case) Judgement, func()) {
			told, free1 := honest(ctx, spec)
			lied, free2 := honest(ctx, lie.Replace(spec))
			return func(k *Case) Judgement {
				j := lied(k)
				j.Accepted = j.Accepted && !told(k).Accepted
				return j
			}, func() { free1(); free2() }
		}
		r := Campaign{Judge: judge, Features: features, Plans: 10_000, Runs: 6, Workers: runtime.NumCPU(), StopAfter: 1}.Run(t.Context())
		if len(r.Failures) == 0 {
			t.Errorf("a checker that %s is not caught in %d plans", name, r.Plans)
		} else {
			t.Logf("a checker that %s is caught after %d plans: %s", name, r.Plans, r.Failures[0].What)
		}
	}
}
