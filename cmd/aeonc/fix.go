package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/repair"
	"github.com/aeonc/aeonc/cmd/aeonc/report"
	"github.com/aeonc/aeonc/lang/diag"
)

// fixing says what is done about plans that are rejected.
type fixing struct {
	search bool // look for repairs
	fix    bool // apply the safe ones and write the file
	diff   bool // show what fix would do, write nothing
}

// settleFixing decides what is done about rejected plans. Repairs are looked for
// where the format shows them.
func (c *checking) settleFixing() error {
	if !c.fix && !c.diff {
		c.fixing = fixing{search: c.format == "text" || c.format == "json" || c.format == "sarif"}
		return nil
	}
	flag := "--fix"
	if c.diff {
		flag = "--diff"
	}
	switch {
	case c.fix && c.diff:
		return unusable(onlyOneOf, "--fix", "--diff")
	case c.diff && c.stateOut != "":
		return unusable(onlyOneOf, "--diff", "--state-out")
	case c.calls != "":
		return unusable(onlyOneOf, flag, "--calls")
	case c.asSpecs:
		return unusable(notForSpecs, flag)
	case len(c.args) == 0:
		return unusable(onlyWithPlan, flag)
	case c.fix && slices.Contains(c.args, stdinFile):
		return unusable(fixNoFile)
	}
	c.fixing = fixing{search: true, fix: c.fix, diff: c.diff}
	return nil
}

// fixed is what the safe repairs made of one plan.
type fixed struct {
	before *diag.Source
	after  string
	titles []string
}

func (f *fixed) changed() bool { return f != nil && f.after != f.before.Text }

// maxFixes bounds how many safe repairs of one plan are applied.
const maxFixes = 20

// checkPlan checks one plan and looks for repairs if it is rejected. With fix or
// diff the safe ones are applied, one after the other, as long as there are any;
// with fix the result is that of the text that came out, otherwise that of the
// text that was read.
func (j *job) checkPlan(ctx context.Context, spec *checker.Spec, in checker.PlanInput) (*checker.Result, *fixed) {
	check := func() *checker.Result {
		res := confirmed(spec.CheckPlan(ctx, in), in.Source)
		if j.fixing.search {
			repair.Find(ctx, spec, in, res, repair.Limits{})
		}
		return res
	}
	out := &fixed{before: in.Source, after: in.Source.Text}
	first := check()
	if !j.fixing.fix && !j.fixing.diff {
		return first, out
	}
	res := first
	for range maxFixes {
		r := safeRepair(res)
		if r == nil || ctx.Err() != nil {
			break
		}
		out.after, out.titles = repair.Apply(out.after, *r), append(out.titles, r.Title)
		in.Source = diag.NewSource(in.Source.Name, out.after)
		res = check()
	}
	if j.fixing.diff {
		return first, out
	}
	return res, out
}

// settleFixes writes the files that were repaired, or returns their changes as
// text.
func (j *job) settleFixes(p *program, problem func(*fault)) (diff string) {
	for _, f := range j.fixes {
		switch {
		case !f.changed():
		case j.fixing.diff:
			diff += f.unified()
		case j.fixing.fix:
			if fault := f.write(p); fault != nil {
				problem(fault)
			}
		}
	}
	return diff
}

// deliverDiff writes the changes that --fix would make, and nothing of a report
// but what is no finding. The status is that of the files as they are.
func (p *program) deliverDiff(run *report.Run, diff, output string) error {
	for _, res := range run.Results {
		if res.Verdict == checker.Rejected && safeRepair(res) == nil {
			fmt.Fprintf(p.stderr, "%s: rejected, and no repair is safe to make unasked\n", res.File)
		}
	}
	return p.deliverText(run, "text", output, []byte(diff))
}

// safeRepair is the first repair that may be applied unasked, nil where there is
// none.
func safeRepair(res *checker.Result) *diag.Repair {
	for _, d := range res.Diagnostics {
		for i := range d.Repairs {
			if d.Repairs[i].Safe {
				return &d.Repairs[i]
			}
		}
	}
	return nil
}

// write puts the repaired text in the place of the plan, in one step. A file
// that is no longer what was read is left alone.
func (f *fixed) write(p *program) *fault {
	name := f.before.Name
	now, err := readText(name)
	if err != nil {
		return unusable(diag.FileUnreadable, name, reason(err))
	}
	if now != f.before.Text {
		return unusable(changedMeanwhile, name)
	}
	if err := writeAtomically(name, []byte(f.after)); err != nil {
		return unusable(unwritable, name, reason(err))
	}
	for _, t := range f.titles {
		fmt.Fprintf(p.stderr, "%s: repaired: %s\n", name, t)
	}
	return nil
}

// unified is the change as a unified diff.
func (f *fixed) unified() string {
	name := strings.ReplaceAll(f.before.Name, "\n", " ")
	return udiff.Unified("a/"+name, "b/"+name, f.before.Text, f.after)
}
