package checker_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// The tests here check damaged versions of every case. No version has a
// known verdict, so what is tested is what holds of every result (faults) and
// that the same input has the same result (fingerprint).
//
// AEONC_EDITS is the number of random edits of every case (2,000 is thorough;
// then every prefix is checked as well), AEONC_SEED picks other ones.
// AEONC_LAST names a file that always holds the program that is being checked:
// what to look at when a fault in libz3 has ended the process.

// slowest is how long a check may take.
const slowest = 10 * time.Second

// Limits of an obligation. The work is bounded far below what the time allows,
// so that a busy machine does not change a result.
const (
	robustTimeout   = time.Second
	robustResources = 200_000
)

// Prefixes of every case, in a thorough run every one. Most are no programs at
// all: the solver takes part in a sample.
func TestPrefixes(t *testing.T) {
	lib := library(t)
	_, seed, thorough := effort()
	all := families(t)
	rep := newReporter(lib)
	if thorough {
		forEach(t, lib, all, func(t *testing.T, m member, spec *checker.Spec) { prefixes(t, m, spec, rep, math.MaxInt) })
		return
	}
	t.Run("unsolved", func(t *testing.T) {
		forEach(t, nil, all, func(t *testing.T, m member, spec *checker.Spec) { prefixes(t, m, spec, newReporter(nil), 16) })
	})
	t.Run("solved", func(t *testing.T) {
		forEach(t, lib, sample(all, 40, seed), func(t *testing.T, m member, spec *checker.Spec) { prefixes(t, m, spec, rep, 16) })
	})
}

// prefixes checks up to so many prefixes of the plan of a case, and fewer of its
// specs, which take longer.
func prefixes(t *testing.T, m member, spec *checker.Spec, rep *reporter, most int) {
	before := m.under(spec)
	for _, file := range m.sources() {
		most, under := most, spec
		if file != m.plan {
			most, under = max(most/4, 1), nil
			if !m.eldest {
				continue
			}
		}
		text := m.files[file]
		step := max(1, len(text)/most)
		for end := int(hash(m.name) % uint64(step)); end < len(text); end += step {
			q := m.with(file, text[:end])
			r, err := q.examine(rep.lib, under, (int(hash(m.name))+end/step)%32 == 0)
			if err != nil {
				rep.fail(t, q, file, fmt.Sprintf("the first %d bytes of %s", end, file), err)
				return
			}
			if file == m.plan {
				review(t, fmt.Sprintf("the first %d bytes", end), m, before, r, q.files[file])
			}
		}
	}
}

// review logs that a damaged version of a rejected plan is verified, for a
// person to judge: the fault may just have gone.
func review(t *testing.T, what string, m member, before, after *checker.Result, plan string) {
	t.Helper()
	if _, _, thorough := effort(); thorough && before.Verdict == checker.Rejected && after.Verdict == checker.Verified {
		t.Logf("to review: %s of %s: %s\n%s\nverified\n%s", what, m.name, codes(before), visible(m.files[m.plan]), visible(plan))
	}
}

// Random edits of every case.
func TestEdits(t *testing.T) {
	lib := library(t)
	edits, seed, thorough := effort()
	t.Logf("AEONC_SEED=%d", seed)
	all := families(t)
	rep := newReporter(lib)
	if !thorough {
		all = sample(all, 250, seed)
	}
	forEach(t, lib, all, func(t *testing.T, m member, spec *checker.Spec) {
		before := m.under(spec)
		names := m.sources()
		for n := range edits {
			e := &editor{rand.New(rand.NewPCG(hash(m.name)^seed, uint64(n)))}
			// Plans are what an adversary writes: they get most of the edits.
			file := names[len(names)-1]
			if e.IntN(5) == 0 {
				file = names[e.IntN(len(names))]
			}
			q := m.with(file, e.edit(m.files[file]))
			under := spec
			if file != m.plan {
				under = nil
			}
			r, err := q.examine(lib, under, e.IntN(16) == 0)
			if err != nil {
				rep.fail(t, q, file, fmt.Sprintf("AEONC_SEED=%d, edit %d of %s", seed, n, file), err)
				continue
			}
			if file == m.plan {
				review(t, fmt.Sprintf("edit %d", n), m, before, r, q.files[file])
			}
		}
	})
}

// Limits only ever lead to a rejection: whatever they are, no rejected case is
// verified and nothing breaks.
func TestLimits(t *testing.T) {
	edits, seed, thorough := effort()
	lib := library(t)
	all := families(t)
	if !thorough {
		all = sample(all, 80, seed)
	}
	forEach(t, lib, all, func(t *testing.T, m member, spec *checker.Spec) {
		if m.under(spec).Verdict != checker.Rejected {
			return
		}
		rng := rand.New(rand.NewPCG(hash(m.name), seed))
		for range edits {
			limits := checker.Config{Timeout: robustTimeout, Resources: 1 << (10 + rng.Uint32N(10))}
			if rng.IntN(2) == 0 {
				limits = checker.Config{Timeout: time.Duration(200+rng.IntN(5000)) * time.Microsecond}
			}
			r, err := guarded(func() *checker.Result {
				tight := m.loadWithin(lib, limits)
				defer tight.Close()
				return m.under(tight)
			})
			if err == nil {
				err = faults(m.program, r)
			}
			if err != nil || r.Verdict != checker.Rejected {
				t.Errorf("time %v, resources %d: %v\n%s", limits.Timeout, limits.Resources, err, m)
			}
		}
	})
}

// A check that is cancelled, as an editor does at every key, does not spoil the
// next one under the same spec.
func TestCancelled(t *testing.T) {
	lib := library(t)
	p := program{
		files: map[string]string{"spec.aeon": "def f (n: {n:Int | n > 0}) : Int := native \"f(n)\"\nplan : Int\n", "plan.aeon": "f 1\n"},
		specs: []string{"spec.aeon"}, plan: "plan.aeon",
	}
	spec := p.load(lib)
	defer spec.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in := checker.PlanInput{Source: diag.NewSource(p.plan, p.files[p.plan])}
	if r := spec.CheckPlan(ctx, in); r.Verdict == checker.Verified {
		t.Error("a cancelled check verified something")
	}
	if r := p.under(spec); r.Verdict != checker.Verified {
		t.Errorf("after a cancelled check: %v\n%s", r.Verdict, listing(r))
	}
}

// fading is a context that ends the n-th time that somebody asks.
type fading struct {
	context.Context
	left *atomic.Int32
}

func (f fading) Err() error {
	if f.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A check may end anywhere, in the middle of a loop's invariant too: it is no failure
// of aeonc, and verifies nothing.
func TestCancelledAnywhere(t *testing.T) {
	lib := library(t)
	p := program{
		files: map[string]string{"spec.aeon": `linear type Session
def spent : (s: Session) -> Int := uninterpreted
def pay (1 s: {s:Session | spent s <= 3}) : {t:Session | spent t = spent s + 1} := native "x"
def close (1 s: Session) : Unit := native "x"
plan (1 s: {s:Session | spent s = 0}) (l: (List Int))
`, "plan.aeon": "let s := List.foldl (fun s i => pay s) s l in close s\n"},
		specs: []string{"spec.aeon"}, plan: "plan.aeon",
	}
	spec := p.load(lib)
	defer spec.Close()
	for n := int32(0); n < 60; n++ {
		ctx := fading{context.Background(), &atomic.Int32{}}
		ctx.left.Store(n)
		in := checker.PlanInput{Source: diag.NewSource(p.plan, p.files[p.plan])}
		r := spec.CheckPlan(ctx, in)
		if r.Verdict == checker.Verified || strings.Contains(listing(r), "itself failed") {
			t.Fatalf("cut off after %d questions: %v\n%s", n, r.Verdict, listing(r))
		}
	}
}
