package specs_test

import (
	"context"
	"io/fs"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
	"github.com/aeonc/aeonc/specs"
)

// run is one check of a plan, or of the specs where there is no plan.
type run struct {
	specs    []string
	files    map[string]string // specs that are not built in
	plan     string
	contract string
	prompt   string
	state    string
}

// check runs as `aeonc check --strict` does.
func (r run) check(t testing.TB) *checker.Result {
	t.Helper()
	spec := r.load(t)
	defer spec.Close()
	return r.under(spec)
}

// load loads the specs.
func (r run) load(t testing.TB) *checker.Spec {
	t.Helper()
	lib, err := z3.Load("")
	if err != nil {
		t.Fatalf("these tests need libz3 (make setup): %v", err)
	}
	return checker.Load(context.Background(), checker.Config{
		Specs: r.specs, Strict: true, Solver: lib,
		Builtin: specs.Module, BuiltinNames: specs.Names(),
		ReadFile: func(path string) (string, error) {
			if text, ok := r.files[path]; ok {
				return text, nil
			}
			return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		},
	})
}

// under checks the plan, or the specs themselves, with specs that were loaded.
func (r run) under(spec *checker.Spec) *checker.Result {
	ctx := context.Background()
	if r.plan == "" {
		return spec.Check(ctx)
	}
	in := checker.PlanInput{Source: diag.NewSource("plan.aeon", r.plan), Contract: r.contract, WantState: true}
	if r.state != "" {
		in.State = diag.NewSource("state.json", r.state)
	}
	if r.prompt != "" {
		in.Prompt = diag.NewSource("prompt.txt", r.prompt)
	}
	return spec.CheckPlan(ctx, in)
}

// verdict is "verified", or the code of the first error and what it says.
func verdict(r *checker.Result) string {
	for _, d := range r.Diagnostics {
		if d.Severity == diag.Error {
			return string(d.Code) + ": " + d.Message
		}
	}
	return r.Verdict.String()
}
