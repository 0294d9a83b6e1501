package checker_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
)

// typed is the next version of a plan: an edit of this one, a line more or less, or a
// version of before, as after an undo.
func (e *editor) typed(versions []string) string {
	text := versions[len(versions)-1]
	lines := strings.SplitAfter(text, "\n")
	at := e.IntN(len(lines))
	switch e.IntN(8) {
	case 0:
		return versions[e.IntN(len(versions))]
	case 1:
		return strings.Join(lines[:at], "") + lines[at] + strings.Join(lines[at:], "")
	case 2:
		return strings.Join(lines[:at], "") + strings.Join(lines[at+1:], "")
	case 3:
		return strings.Join(lines[:at], "") + "# a remark\n" + strings.Join(lines[at:], "")
	}
	return e.edit(text)
}

// unexplained is a result without traces and counterexamples. Of those that there are
// for a fault, Z3's own history decides which it finds.
func unexplained(r *checker.Result) *checker.Result {
	out := *r
	out.Diagnostics = nil
	for _, d := range r.Diagnostics {
		e := *d
		e.Counterexample, e.Trace = nil, nil
		out.Diagnostics = append(out.Diagnostics, &e)
	}
	return &out
}

// What was found out of the version before is used for the next one, and makes no
// difference: for every case, a plan that is edited again and again under specs that
// keep the solver's answers has the same result as without them, in every word but for
// some of the traces and counterexamples.
func TestTyping(t *testing.T) {
	lib := library(t)
	edits, seed, thorough := effort()
	t.Logf("AEONC_SEED=%d", seed)
	all := families(t)
	if !thorough {
		all, edits = sample(all, 60, seed), 8
	}
	checked, otherwise := 0, 0
	forEach(t, nil, all, func(t *testing.T, m member, _ *checker.Spec) {
		if m.plan == "" {
			return
		}
		spec := m.loadWithin(lib, checker.Config{Timeout: robustTimeout, Resources: robustResources, Memo: true})
		defer spec.Close()
		e := &editor{rand.New(rand.NewPCG(hash(m.name)^seed, 7))}
		versions := []string{m.files[m.plan]}
		for n := range edits {
			q := m.with(m.plan, versions[len(versions)-1])
			r, err := guarded(func() *checker.Result { return q.under(spec) })
			if err == nil {
				err = faults(q, r)
			}
			var second *checker.Result
			if err == nil {
				second, err = guarded(func() *checker.Result { return q.afresh(lib) })
			}
			if err == nil {
				err = same(unexplained(r), unexplained(second))
				checked++
				if same(r, second) != nil {
					t.Logf("version %d is explained in another way", n)
					otherwise++
				}
			}
			if err != nil {
				t.Fatalf("AEONC_SEED=%d, version %d: %v\n%s", seed, n, err, q)
			}
			versions = append(versions, e.typed(versions))
		}
	})
	t.Logf("%d versions, %d of them explained in another way", checked, otherwise)
	if otherwise > checked/50 {
		t.Error("too many")
	}
}

// A check that is broken off leaves nothing behind that is not so.
func TestTypingInterrupted(t *testing.T) {
	lib := library(t)
	p := program{
		files: map[string]string{"spec.aeon": "def f (n: {n:Int | n > 0}) : {m:Int | m > n} := native \"f(n)\"\nplan : Int\n", "plan.aeon": "let a := f 1 in let b := f a in f (b - a)\n"},
		specs: []string{"spec.aeon"}, plan: "plan.aeon",
	}
	spec := p.loadWithin(lib, checker.Config{Memo: true})
	defer spec.Close()
	for range 20 {
		ctx, cancel := context.WithCancel(context.Background())
		go cancel()
		spec.Inspect(ctx, p.input()).Close()
		cancel()
		if r := spec.CheckPlan(context.Background(), p.input()); r.Verdict != checker.Verified {
			t.Fatal(listing(r))
		}
	}
}
