package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/repair"
	"github.com/aeonc/aeonc/lang/diag"
)

// lostResult is the result of a plan that could not be read.
func lostResult(name string, f *fault) *checker.Result {
	return &checker.Result{File: name, Verdict: f.verdict, Diagnostics: []*diag.Diagnostic{f.diag}}
}

// run checks everything in a job, several plans at a time, and returns the
// results in the order of the inputs.
func (j *job) run(ctx context.Context) []*checker.Result {
	if len(j.alone) > 0 {
		return j.runAlone(ctx)
	}
	spec := checker.Load(ctx, j.config)
	var results []*checker.Result
	if j.specs {
		results = append(results, guarded(j.config.Specs[0], func() *checker.Result {
			res := confirmed(spec.Check(ctx), nil)
			if j.fixing.search {
				repair.FindInSpecs(ctx, j.config, res)
			}
			return res
		}))
	}
	checked := make([]*checker.Result, len(j.plans))
	j.fixes = make([]*fixed, len(j.plans))
	parallel(len(j.plans), func(i int) {
		plan := j.plans[i]
		if checked[i] = plan.lost; plan.lost != nil {
			return
		}
		if plan.calls != nil {
			checked[i] = guarded(plan.calls.source.Name, func() *checker.Result { return plan.calls.check(ctx, spec, plan.PlanInput, j.fixing.search) })
			return
		}
		checked[i] = guarded(plan.Source.Name, func() *checker.Result {
			res, fixes := j.checkPlan(ctx, spec, plan.PlanInput)
			j.fixes[i] = fixes
			return res
		})
	})
	results = append(results, checked...)
	for _, res := range results {
		misnamed(res)
	}
	return results
}

// runAlone checks specs each by itself: with nothing else in force, because two
// of them may be meant for different agents and export the same names.
func (j *job) runAlone(ctx context.Context) []*checker.Result {
	results := make([]*checker.Result, len(j.alone))
	parallel(len(j.alone), func(i int) {
		results[i] = guarded(j.alone[i], func() *checker.Result {
			config := j.config
			config.Specs = j.alone[i : i+1]
			spec := checker.Load(ctx, config)
			defer spec.Close()
			res := confirmed(spec.Check(ctx), nil)
			if j.fixing.search {
				repair.FindInSpecs(ctx, config, res)
			}
			return res
		})
		misnamed(results[i])
	})
	return results
}

// misnamed makes a result unusable where a module has no place: it was the
// command line that named what is not there, and not a file.
func misnamed(res *checker.Result) {
	for _, d := range res.Diagnostics {
		if d.Code == "AE206" && d.Span.IsZero() {
			res.Verdict = max(res.Verdict, checker.Unusable)
		}
	}
}

// confirmed holds a result that says "verified" to what it must then contain:
// no error, every obligation proved, and the digest of the very plan that was
// handed in (a nil plan stands for the specs themselves). It costs little, and
// it makes a slip in the checker fail closed.
func confirmed(res *checker.Result, plan *diag.Source) *checker.Result {
	if res.Verdict != checker.Verified {
		return res
	}
	why := ""
	if diag.HasErrors(res.Diagnostics) {
		why = "an error was found"
	}
	for _, o := range res.Obligations {
		if o.Status != checker.Proved {
			why = "an obligation was not proved"
		}
	}
	if !names(res, plan) {
		why = "the result does not name what was checked"
	}
	if why == "" {
		return res
	}
	res.Verdict = checker.Failed
	res.StateOut, res.Basis = nil, nil
	res.Diagnostics = append(res.Diagnostics, diag.New(diag.Span{}, internalErrorIn, res.File, "called verified, but "+why))
	return res
}

// names reports whether a result has the digest of the plan among its inputs,
// or any spec where the specs themselves were checked.
func names(res *checker.Result, plan *diag.Source) bool {
	want := ""
	if plan != nil {
		sum := sha256.Sum256([]byte(plan.Text))
		want = hex.EncodeToString(sum[:])
	}
	for _, in := range res.Inputs {
		if plan != nil && in.Role == "plan" && in.SHA256 == want || plan == nil && in.Role == "spec" {
			return true
		}
	}
	return false
}

// parallel calls work with 0 … n-1 on as many goroutines as there are
// processors, and on the caller's own where there is one piece of work.
func parallel(n int, work func(i int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers <= 1 {
		for i := range n {
			work(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	wg.Wait()
}

// guarded turns a panic of a check into a result that says so: the other
// files are still checked, and this one is not taken for verified.
func guarded(name string, check func() *checker.Result) (res *checker.Result) {
	defer func() {
		if r := recover(); r != nil {
			d := diag.New(diag.Span{}, internalErrorIn, name, r)
			d.Note("%s", origin(string(debug.Stack())))
			res = &checker.Result{File: name, Verdict: checker.Failed, Diagnostics: []*diag.Diagnostic{d}}
		}
	}()
	return check()
}

// origin is the part of a stack trace below the panic, shortened.
func origin(stack string) string {
	if _, below, ok := strings.Cut(stack, "\npanic("); ok {
		stack = below
	}
	lines := strings.Split(strings.TrimSpace(stack), "\n")
	if len(lines) > 13 {
		lines = append(lines[:13], fmt.Sprintf("… %d lines more", len(lines)-13))
	}
	return strings.ReplaceAll(strings.Join(lines[1:], "\n"), "\t", "  ")
}
