package checker_test

import (
	"context"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/specs"
)

// What was found out of specs before one of them was edited makes no difference.
func TestEarlier(t *testing.T) {
	lib := library(t)
	edits, seed, thorough := effort()
	t.Logf("AEONC_SEED=%d", seed)
	all := families(t)
	if !thorough {
		all, edits = sample(all, 60, seed), 5
	}
	cfg := checker.Config{Timeout: robustTimeout, Resources: robustResources, Memo: true}
	forEach(t, nil, all, func(t *testing.T, m member, _ *checker.Spec) {
		e := &editor{rand.New(rand.NewPCG(hash(m.name)^seed, 11))}
		cfg := cfg
		names := m.sources()
		q := m.program
		versions := map[string][]string{}
		for n := range edits {
			spec := q.loadWithin(lib, cfg)
			fresh := q.load(lib)
			r, err := guarded(func() *checker.Result { return q.under(spec) })
			if err == nil {
				err = faults(q, r)
			}
			for _, ask := range []func(*checker.Spec) *checker.Result{q.under, func(s *checker.Spec) *checker.Result { return s.Check(context.Background()) }} {
				if err == nil {
					a, b := ask(spec), ask(fresh)
					err = same(unexplained(a), unexplained(b))
				}
			}
			cfg.Earlier = spec.Earlier()
			spec.Close()
			fresh.Close()
			if err != nil {
				t.Fatalf("AEONC_SEED=%d, version %d: %v\n%s", seed, n, err, q)
			}
			file := names[e.IntN(len(names))]
			versions[file] = append(versions[file], q.files[file])
			q = q.with(file, e.typed(versions[file]))
		}
	})
}

// Only what was edited, and what imports it, is typed and verified again.
func TestEarlierKeeps(t *testing.T) {
	lib := library(t)
	files := map[string]string{
		"base.aeon":  "linear type Session\ndef tainted : (s: Session) -> Bool := uninterpreted\n",
		"read.aeon":  "open base\ndef read (1 s: Session) : {t:Session | tainted t} := native \"r\"\n",
		"write.aeon": "open base\ndef write (1 s: {s:Session | tainted s = false}) : Unit := native \"w\"\nplan (1 s: {s:Session | tainted s = false})\n",
		"other.aeon": "def twice (n: Int) : {m:Int | m = 2 * n} := n + n\n",
	}
	order := []string{"base.aeon", "read.aeon", "write.aeon", "other.aeon"}
	load := func(e *checker.Earlier) *checker.Spec {
		return checker.Load(context.Background(), checker.Config{
			Specs: order, Solver: lib, Earlier: e, Memo: true, Builtin: specs.Module,
			ReadFile: func(path string) (string, error) {
				if text, ok := files[path]; ok {
					return text, nil
				}
				return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
			},
		})
	}
	first := load(nil)
	defer first.Close()
	check := func(s *checker.Spec, want checker.Verdict, plan string) {
		t.Helper()
		if r := s.Check(context.Background()); r.Verdict != checker.Verified {
			t.Fatal(listing(r))
		}
		if r := s.CheckPlan(context.Background(), checker.PlanInput{Source: diag.NewSource("plan.aeon", plan)}); r.Verdict != want {
			t.Fatal(r.Verdict, listing(r))
		}
	}
	check(first, checker.Rejected, "write (read s)\n")
	before := first
	for _, step := range []struct {
		file, from, to string
		again          string // the modules that are typed again
		verdict        checker.Verdict
	}{
		{"other.aeon", "twice", "double", "other", checker.Rejected},
		{"read.aeon", "tainted t}", "tainted t = false}", "read", checker.Verified},
		{"base.aeon", "type Session\n", "type Session # of the user\n", "base read write", checker.Verified},
		{"read.aeon", "tainted t = false}", "tainted t}", "read", checker.Rejected},
	} {
		files[step.file] = strings.Replace(files[step.file], step.from, step.to, 1)
		spec := load(before.Earlier())
		defer spec.Close()
		var again []string
		for i, m := range spec.Modules() {
			if m != before.Modules()[i] {
				again = append(again, m.Name)
			}
		}
		if got := strings.Join(again, " "); got != step.again {
			t.Errorf("%s was edited, typed again: %s", step.file, got)
		}
		check(spec, step.verdict, "write (read s)\n")
		before = spec
	}
}
