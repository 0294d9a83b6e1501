package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"sort"
	"strings"
	"time"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/repair"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
	"github.com/aeonc/aeonc/specs"
)

// rounds is how often the first repair is applied.
const rounds = 3

// result is what came of one case.
type result struct {
	testCase
	before, after *checker.Result
	applied       []string // the titles of the repairs, in order
	text          string   // the plan in the end
}

func (r result) repaired() bool {
	return r.before.Verdict == checker.Rejected && r.after.Verdict == checker.Verified
}

// library keeps the specs that cases share, so that each is verified once.
type library struct {
	lib   *z3.Library
	specs map[string]*checker.Spec
}

func newLibrary() (*library, error) {
	lib, err := z3.Load("")
	return &library{lib, map[string]*checker.Spec{}}, err
}

func (l *library) close() {
	for _, s := range l.specs {
		s.Close()
	}
}

// spec loads the specs of a case.
func (l *library) spec(ctx context.Context, c testCase) *checker.Spec {
	key := strings.Join(c.specs, "\n") + "\n" + c.files["spec.aeon"]
	if s := l.specs[key]; s != nil {
		return s
	}
	l.specs[key] = checker.Load(ctx, checker.Config{
		Specs: c.specs, Solver: l.lib, Builtin: specs.Module, BuiltinNames: specs.Names(),
		ReadFile: func(path string) (string, error) {
			if text, ok := c.files[path]; ok {
				return text, nil
			}
			return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		},
	})
	return l.specs[key]
}

// repaired applies the first repair offered and checks again, a few times.
func (c testCase) repaired(ctx context.Context, l *library) result {
	spec := l.spec(ctx, c)
	r := result{testCase: c, text: c.files[c.plan]}
	for round := 0; ; round++ {
		in := checker.PlanInput{
			Source: diag.NewSource(c.plan, r.text), Contract: c.contract,
			State: c.source(c.state), Prompt: c.source(c.prompt), Conversation: c.conversation,
		}
		res := spec.CheckPlan(ctx, in)
		if r.before == nil {
			r.before = res
		}
		r.after = res
		if res.Verdict != checker.Rejected || round == rounds {
			return r
		}
		// The measure must not depend on how busy the machine is.
		repair.Find(ctx, spec, in, res, repair.Limits{Time: time.Minute})
		first := firstRepair(res)
		if first == nil {
			return r
		}
		r.applied = append(r.applied, first.Title)
		r.text = repair.Apply(r.text, *first)
	}
}

func firstRepair(res *checker.Result) *diag.Repair {
	for _, d := range res.Diagnostics {
		if len(d.Repairs) > 0 {
			return &d.Repairs[0]
		}
	}
	return nil
}

func (c testCase) source(name string) *diag.Source {
	if name == "" {
		return nil
	}
	return diag.NewSource(name, c.files[name])
}

// show prints what happened to a case.
func (r result) show(w io.Writer) {
	fmt.Fprintf(w, "== %s (%s): %s\n", r.name, r.kind, r.after.Verdict)
	for _, d := range r.before.Diagnostics {
		fmt.Fprintf(w, "   %v\n", d)
	}
	for _, a := range r.applied {
		fmt.Fprintf(w, "   -> %s\n", a)
	}
	if len(r.applied) > 0 {
		fmt.Fprintf(w, "%s\n", indented(r.text))
	}
	if r.after.Verdict != checker.Verified {
		for _, d := range r.after.Diagnostics {
			fmt.Fprintf(w, "   left: %v\n", d)
		}
	}
}

func indented(text string) string {
	return "      " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n      ")
}

// table prints how many plans of each kind end verified.
func table(w io.Writer, results []result) {
	total, good := map[string]int{}, map[string]int{}
	var kinds, left []string
	for _, r := range results {
		if total[r.kind] == 0 {
			kinds = append(kinds, r.kind)
		}
		total[r.kind]++
		if r.repaired() {
			good[r.kind]++
		} else {
			left = append(left, r.name)
		}
	}
	sort.Strings(kinds)
	for _, k := range kinds {
		fmt.Fprintf(w, "%3d of %3d  %s\n", good[k], total[k], k)
	}
	n, all := rate(results)
	fmt.Fprintf(w, "%3d of %3d  end verified (%.0f %%)\n", n, all, 100*float64(n)/float64(all))
	if len(left) > 0 {
		fmt.Fprintf(w, "not repaired: %s\n", strings.Join(left, " "))
	}
}

func rate(results []result) (repaired, all int) {
	for _, r := range results {
		if r.repaired() {
			repaired++
		}
	}
	return repaired, len(results)
}
