package main

import (
	"context"
	"slices"
	"time"

	"github.com/aeonc/aeonc/calls"
	"github.com/aeonc/aeonc/calls/mend"
	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/checker/repair"
	"github.com/aeonc/aeonc/cmd/aeonc/report"
	"github.com/aeonc/aeonc/lang/diag"
)

// callList is a list of tool calls that stands for a plan.
type callList struct {
	source     *diag.Source
	references bool
	// plan is what they amount to, once that is known.
	plan *calls.Plan
}

// readCalls reads the file of --calls.
func (in *inputs) readCalls(p *program, r *reader) (*diag.Source, *fault) {
	if in.calls == stdinFile {
		return p.readStdin(in.stdinName)
	}
	return r.source(in.calls)
}

// check makes the plan, checks it, and tells what is wrong at its place in the
// JSON; with search it looks for repairs.
func (c *callList) check(ctx context.Context, spec *checker.Spec, in checker.PlanInput, search bool) *checker.Result {
	res, list, inPlan := c.once(ctx, spec, in, search)
	if !search || res.Verdict != checker.Rejected || len(list) == 0 {
		return res
	}
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	in.WantScripts, in.WantState, in.WantBasis = false, false, false
	find := mend.Search{
		Source: c.source, Calls: list, Plan: c.plan, InPlan: inPlan, Exports: spec.Exports(),
		Check: func(src *diag.Source) *checker.Result {
			if ctx.Err() != nil {
				return nil
			}
			other := &callList{source: src, references: c.references}
			after, _, _ := other.once(ctx, spec, in, false)
			if ctx.Err() != nil {
				return nil
			}
			return after
		},
	}
	find.Find(res)
	return res
}

// searchTime is the wall clock for the search for repairs of one list of calls.
const searchTime = 5 * time.Second

// once checks the calls. The findings of their plan have their places in it, and
// repairs of it where they are searched for.
func (c *callList) once(ctx context.Context, spec *checker.Spec, in checker.PlanInput, search bool) (*checker.Result, []*calls.Call, []*diag.Diagnostic) {
	input := checker.Input{Role: "calls", Name: c.source.Name, SHA256: load.Digest(c.source.Text)}
	lost := func(v checker.Verdict, ds ...*diag.Diagnostic) *checker.Result {
		return &checker.Result{
			File: c.source.Name, Verdict: v, Inputs: []checker.Input{input},
			Diagnostics: diag.Sort(append(slices.Clone(spec.Diagnostics), ds...)),
		}
	}
	list, ds := calls.Read(c.source)
	if len(ds) > 0 {
		return lost(checker.Rejected, ds...), nil, nil
	}
	contract, d := spec.Contract(in.Contract, diag.Span{Src: c.source})
	if d != nil && d.Severity == diag.Error {
		return lost(checker.Unusable, d), list, nil
	}
	plan, ds := calls.Translate(c.source.Name+" as a plan", list, calls.Options{
		Exports: spec.Exports(), Contract: contract, References: c.references,
	})
	if len(ds) > 0 {
		return lost(checker.Rejected, ds...), list, nil
	}
	c.plan = plan
	in.Source = plan.Source
	res := confirmed(spec.CheckPlan(ctx, in), in.Source)
	var inPlan []*diag.Diagnostic
	if search {
		found := *res
		found.Diagnostics = nil
		for _, d := range res.Diagnostics {
			same := *d
			found.Diagnostics = append(found.Diagnostics, &same)
		}
		repair.Find(ctx, spec, in, &found, repair.Limits{})
		inPlan = found.Diagnostics
	}
	res.File = c.source.Name
	res.Inputs = append([]checker.Input{input}, res.Inputs...)
	for i, d := range res.Diagnostics {
		res.Diagnostics[i] = plan.Back(d)
	}
	for i := range res.Obligations {
		res.Obligations[i].At = plan.At(res.Obligations[i].At)
	}
	for i := range res.Invariants {
		res.Invariants[i].At = plan.At(res.Invariants[i].At)
	}
	return res, list, inPlan
}

// writePlan prints the plan that a list of calls amounts to, where one could be
// made of it.
func (p *program) writePlan(c *callList) error {
	if c == nil || c.plan == nil {
		return nil
	}
	text := "# The tool calls of " + report.Printable(c.source.Name) + " as a plan. Check it as it was typed: aeonc check --conversation\n" +
		c.plan.Source.Text
	if _, err := p.stdout.Write([]byte(text)); err != nil {
		return unusable(unwritable, "standard output", reason(err))
	}
	return nil
}
