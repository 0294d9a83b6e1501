package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/aeonc/aeonc/calls"
	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
	"github.com/aeonc/aeonc/specs"
)

// presets are the built-in contracts under which everything is checked.
var presets = []string{"strict", "balanced"}

// score is what came of one suite under one preset.
type score struct {
	tasks, accepted int
	pairs, blocked  int
	// own counts the blocked pairs in which the user's own calls were refused.
	own int
	// misses says why each task was refused, and each pair let through.
	misses []string
}

func (s *score) add(o *score) {
	s.tasks += o.tasks
	s.accepted += o.accepted
	s.pairs += o.pairs
	s.blocked += o.blocked
	s.own += o.own
}

// unfit notes calls that could not be made a plan of: they count as a task that is
// not served, or a pair that is not blocked. A run that was broken off ends.
func (s *score) unfit(ctx context.Context, name string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.misses = append(s.misses, fmt.Sprintf("%s cannot be checked: %v", name, err))
	return nil
}

// bench checks plans of one suite under one preset.
type bench struct {
	spec   *checker.Spec
	preset string
	// derive: the attacker's arguments are derived from results as a user's are.
	derive bool
}

// run checks every task and every pair of a suite.
func (o options) run(ctx context.Context, lib *z3.Library, preset, name string, s *suite) (*score, error) {
	names := []string{"agent", preset}
	for _, f := range specFiles[name] {
		names = append(names, filepath.Join(o.dir, f))
	}
	b := &bench{preset: preset, derive: o.derive, spec: checker.Load(ctx, checker.Config{
		Specs: names, Solver: lib, Builtin: specs.Module, BuiltinNames: specs.Names(),
		ReadFile: func(path string) (string, error) {
			text, err := os.ReadFile(path)
			return string(text), err
		},
	})}
	defer b.spec.Close()
	if own := b.spec.Check(ctx); own.Verdict != checker.Verified {
		return nil, fmt.Errorf("the specs of %s under %s: %s", name, preset, first(own))
	}
	out := &score{}
	for _, t := range s.Tasks {
		if err := b.utility(ctx, out, s, &t); err != nil {
			return nil, err
		}
	}
	for _, attack := range s.Injection {
		if err := b.security(ctx, out, s, &attack); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// utility checks the plan of a user's task.
func (b *bench) utility(ctx context.Context, out *score, s *suite, t *task) error {
	tr := newTracer(s, b.spec.Exports(), t.Prompt)
	tr.add(t.Calls, false)
	res, err := b.check(ctx, t.ID, t.Prompt, tr)
	out.tasks++
	if err != nil {
		return out.unfit(ctx, t.ID, err)
	}
	if res.Verdict == checker.Verified {
		out.accepted++
		return nil
	}
	why := ""
	for _, o := range res.Obligations {
		if o.Status != checker.Proved {
			why = fmt.Sprintf("`%s` asks of its `%s`: `%s`", o.Callee, o.Param, oneLine(o.Text))
			if from := provenance(t, o.Callee, o.Param); from != "" {
				why += " (it came from " + from + ")"
			}
			break
		}
	}
	out.misses = append(out.misses, fmt.Sprintf("%s is refused: %s", t.ID, why))
	return nil
}

// security checks, for each user's task, the attacker's calls after the user's
// that met an injection.
func (b *bench) security(ctx context.Context, out *score, s *suite, attack *task) error {
	var through []string
	for _, t := range s.Tasks {
		tr := newTracer(s, b.spec.Exports(), t.Prompt)
		before := t.upToInjection()
		tr.add(before, false)
		tr.add(attack.Calls, !b.derive)
		res, err := b.check(ctx, t.ID+" with "+attack.ID, t.Prompt, tr)
		out.pairs++
		if err != nil {
			if err := out.unfit(ctx, t.ID+" with "+attack.ID, err); err != nil {
				return err
			}
			continue
		}
		if res.Verdict == checker.Verified {
			through = append(through, strings.TrimPrefix(t.ID, "user_task_"))
			continue
		}
		out.blocked++
		if res.firstCall < len(before) {
			out.own++
		}
	}
	if len(through) == 0 {
		return nil
	}
	what := "it has no calls: the model is to say something, and a plan has no part in that"
	if len(attack.Calls) > 0 {
		var tools []string
		for _, c := range attack.Calls {
			tools = append(tools, "`"+c.Tool+"`")
		}
		what = "it calls " + strings.Join(tools, ", ")
	}
	out.misses = append(out.misses, fmt.Sprintf("%s passes with %d of the user's tasks (%s); %s",
		attack.ID, len(through), strings.Join(through, ", "), what))
	return nil
}

// result is a verdict with the number of the first call that was refused.
type result struct {
	*checker.Result
	firstCall int
}

// check checks calls as a plan. A rejection for anything but what a tool asks
// for (AE301) says that the calls do not fit the specs, and is an error.
func (b *bench) check(ctx context.Context, name, prompt string, tr *tracer) (*result, error) {
	text, err := tr.json()
	if err != nil {
		return nil, err
	}
	src := diag.NewSource(name, text)
	list, ds := calls.Read(src)
	contract, d := b.spec.Contract(b.preset, diag.Span{Src: src})
	if d != nil {
		ds = append(ds, d)
	}
	var plan *calls.Plan
	if len(ds) == 0 {
		plan, ds = calls.Translate(name, list, calls.Options{Exports: b.spec.Exports(), Contract: contract, References: true})
	}
	if len(ds) > 0 {
		return nil, ds[0]
	}
	res := b.spec.CheckPlan(ctx, checker.PlanInput{
		Source: plan.Source, Contract: b.preset, Prompt: diag.NewSource("prompt", prompt), Conversation: true,
	})
	out := &result{Result: res, firstCall: len(list)}
	for _, d := range res.Diagnostics {
		if d.Severity != diag.Error {
			continue
		}
		if d.Code != "AE301" {
			return nil, d
		}
		at := plan.At(d.Span)
		for i, c := range list {
			if c.Span.Start <= at.Start && at.End <= c.Span.End {
				out.firstCall = min(out.firstCall, i)
			}
		}
	}
	if res.Verdict != checker.Verified && res.Verdict != checker.Rejected {
		return nil, fmt.Errorf("%s: %s", name, first(res))
	}
	return out, nil
}

// first is the first error of a result.
func first(res *checker.Result) string {
	for _, d := range res.Diagnostics {
		if d.Severity == diag.Error {
			return d.Error()
		}
	}
	return res.Verdict.String()
}

// provenance is where the argument that a tool asks something of came from.
func provenance(t *task, tool, param string) string {
	for _, c := range t.Calls {
		if c.Tool == tool && len(c.Provenance[param]) > 0 {
			return strings.Join(c.Provenance[param], ", ")
		}
	}
	return ""
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
