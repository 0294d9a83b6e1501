package main

import (
	"bytes"
	"context"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/state"
	"github.com/aeonc/aeonc/cmd/aeonc/report"
	"github.com/aeonc/aeonc/lang/diag"
)

// checking is what one `aeonc check` was asked for.
type checking struct {
	inputs
	format, output, stateOut string
	watch, explain           bool
	printPlan                bool
	fix, diff                bool
}

func (p *program) checkCommand() *cobra.Command { return new(checking).command(p) }

func (c *checking) command(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check [flags] [PLAN|DIR|-]...",
		Short: "Verify plans against specs, or the specs themselves",
		Long: `Check verifies each plan against the specs in force: those named with --spec,
or those listed in the nearest aeonc.toml at or above the working directory.
A folder stands for the .aeon and .ae files below it, - for standard input. A
file that is itself a spec in force is checked as a spec. Without a plan, the
specs themselves are checked: their bodies, their lints and their examples.

With --as-specs the files named are specs, and each is checked by itself: it
alone is in force, with what it imports, and no other file is read.

Files are checked in sorted order and named relative to the working directory.
Results go to standard output, problems of the run itself to standard error.
The worst status of all files is the exit status: 0 everything verified,
1 something rejected, 2 the command, its configuration or an input file cannot
be used, 3 no solver, or aeonc itself failed.`,
		Example: `  # a plan against a built-in spec
  aeonc check --spec github plan.aeon

  # what a harness does: plan on standard input, JSON on standard output
  aeonc check --spec tools.aeon --prompt prompt.txt --format json - < plan.aeon

  # the next plan of a conversation goes on from where the last one ended
  aeonc check --spec tools.aeon --state s.json --state-out s.json plan.aeon

  # the tool calls that a model emitted, as a plan
  aeonc check --spec tools.aeon --calls trace.json --print-plan

  # which natives, contract and invariants the verdict rests on
  aeonc check --spec github --explain plan.aeon

  # a spec under development: its bodies, its lints, its examples
  aeonc check --spec tools.aeon --strict

  # what a hook does with the specs that a commit changes
  aeonc check --as-specs specs/mail.aeon specs/files.aeon

  # for code scanning: a SARIF log, written in one step
  aeonc check --spec github --format sarif --output aeonc.sarif plans/

  # what could be repaired without asking, and then do it
  aeonc check --spec github --diff plan.aeon
  aeonc check --spec github --fix plan.aeon

  # again whenever a plan, a spec or the configuration changes, until Ctrl-C
  aeonc check --spec tools.aeon --watch plans/`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.args = args
			c.wantState, c.wantBasis = c.stateOut != "" || c.explain, c.explain
			checker.Warm()
			loading := loadSolver()
			if err := p.checkColor(); err != nil {
				return err
			}
			if c.watch {
				return p.watch(cmd, c, loading)
			}
			return p.checkOnce(cmd.Context(), cmd, c, loading)
		},
	}
	c.flags(cmd)
	f := cmd.Flags()
	f.BoolVar(&c.asSpecs, "as-specs", false, "the files named are specs: check each by itself, with what it imports")
	f.StringVar(&c.format, "format", "text", "how to report: text, compact, json, sarif, github or junit")
	complete(cmd, "format", formatNames()...)
	f.StringVar(&c.output, "output", "", "write the report to this `file` instead of standard output")
	f.StringVar(&c.stateOut, "state-out", "", "write what is proved after the plan to this `file`, if it is verified")
	f.BoolVar(&c.explain, "explain", false, "say what a verdict of verified rests on, and what is proved at the end of the plan")
	f.BoolVar(&c.watch, "watch", false, "check again whenever an input changes, until interrupted")
	f.BoolVar(&c.printPlan, "print-plan", false, "with --calls: print the plan that the calls amount to")
	f.BoolVar(&c.fix, "fix", false, "make the repairs that are safe to make unasked, and check again")
	f.BoolVar(&c.diff, "diff", false, "show what --fix would change, as a unified diff, and change nothing")
	return cmd
}

// checkOnce checks and reports; nothing is reported of a check that ctx ended.
func (p *program) checkOnce(ctx context.Context, cmd *cobra.Command, c *checking, loading *solver) error {
	if err := c.settle(p, cmd); err != nil {
		return err
	}
	run, diff := c.check(ctx, p, loading, c.stateOut)
	if ctx.Err() != nil {
		return unusable(interrupted)
	}
	if c.printPlan {
		if err := p.writePlan(c.list); err != nil {
			return err
		}
	}
	if c.diff {
		return p.deliverDiff(run, diff, c.output)
	}
	return p.deliver(run, c.format, c.output)
}

// settle completes the flags and refuses those that mean nothing.
func (c *checking) settle(p *program, cmd *cobra.Command) error {
	if err := c.inputs.settle(p, cmd); err != nil {
		return err
	}
	if !cmd.Flags().Changed("format") && c.config.Format != "" {
		c.format = c.config.Format
	}
	if err := oneOf("--format", c.format, formatNames()...); err != nil {
		return err
	}
	switch {
	case c.printPlan && c.calls == "":
		return unusable(onlyWithCalls, "--print-plan")
	case c.printPlan && c.format != "text" && c.format != "compact" && c.output == "":
		return unusable(usageError, "--print-plan and a report for programs cannot share standard output; give the report a file with --output")
	}
	if err := c.settleFixing(); err != nil {
		return err
	}
	return c.consistent(c.stateOut, c.output)
}

// formatNames lists what --format takes.
func formatNames() []string { return slices.Sorted(maps.Keys(report.Formats())) }

// consistent refuses flags that mean nothing together, and outputs that would
// overwrite an input.
func (in *inputs) consistent(stateOut, output string) error {
	if in.calls == "" && in.references {
		return unusable(onlyWithCalls, "--refs")
	}
	if in.asSpecs {
		if len(in.args) == 0 || slices.Contains(in.args, stdinFile) {
			return unusable(onlyFiles)
		}
		for _, f := range [...]struct{ flag, value string }{
			{"--state", in.state}, {"--state-out", stateOut}, {"--prompt", in.prompt}, {"--contract", in.contract}, {"--calls", in.calls},
		} {
			if f.value != "" {
				return unusable(notForSpecs, f.flag)
			}
		}
	} else if len(in.args) == 0 && in.calls == "" {
		for _, f := range [...]struct{ flag, value string }{
			{"--state", in.state}, {"--state-out", stateOut}, {"--prompt", in.prompt},
		} {
			if f.value != "" {
				return unusable(onlyWithPlan, f.flag)
			}
		}
	}
	// The state file alone may be read and written by one run.
	for _, name := range slices.Concat(in.args, in.specs, []string{in.prompt, in.calls, in.config.File}) {
		switch {
		case name == "" || name == stdinFile:
		case stateOut != "" && sameFile(stateOut, name):
			return unusable(overInput, "--state-out", name)
		case output != "" && sameFile(output, name):
			return unusable(overInput, "--output", name)
		}
	}
	if output != "" && (in.state != "" && sameFile(output, in.state) || stateOut != "" && sameFile(output, stateOut)) {
		return unusable(overInput, "--output", "the state")
	}
	return nil
}

// check reads and checks everything, and writes what is to be written; diff is
// what --fix would write. What goes wrong on the way is part of the run, so that
// every format can tell it.
func (in *inputs) check(ctx context.Context, p *program, loading *solver, stateOut string) (run *report.Run, diff string) {
	run = &report.Run{Aeonc: build()}
	problem := func(f *fault) {
		run.Problems = append(run.Problems, report.Problem{Diagnostic: f.diag, Verdict: f.verdict})
	}
	j, f := in.read(p)
	if f != nil {
		problem(f)
		return run, ""
	}
	for _, f := range j.faults {
		problem(f)
	}
	if stateOut != "" && len(j.plans) != 1 {
		problem(unusable(onlyOnePlan, len(j.plans)))
		return run, ""
	}
	// Without a solver, what needs none is still reported: syntax, names, linearity.
	lib, f := loading.wait()
	if f != nil {
		problem(f)
		j.config.SolverError = loading.err
	} else {
		run.Libz3 = lib.Version()
		j.config.Solver = lib
	}
	run.Results = j.run(ctx)
	if ctx.Err() != nil {
		return run, ""
	}
	diff = j.settleFixes(p, problem)
	if stateOut != "" && run.Verdict() == checker.Verified {
		if f := writeState(stateOut, run.Results); f != nil {
			problem(f)
		}
	}
	return run, diff
}

// writeState writes the state after the one plan of a run.
func writeState(file string, results []*checker.Result) *fault {
	res := results[len(results)-1] // the specs' own result comes first, where there is one
	if res.StateOut == nil {
		return &fault{checker.Failed, diag.New(diag.Span{}, noState, res.File)}
	}
	text, err := state.Encode(res.StateOut)
	if err == nil {
		err = writeAtomically(file, text)
	}
	if err != nil {
		return unusable(unwritable, file, reason(err))
	}
	return nil
}

// deliver reports a run and sets the status. Problems of the run go to
// standard error in every format; formats for programs have them as well.
func (p *program) deliver(run *report.Run, format, output string) error {
	var out bytes.Buffer
	style := report.Style{}
	if output == "" {
		style = p.style(p.stdout)
	}
	if err := report.Formats()[format](&out, run, style); err != nil {
		return err
	}
	return p.deliverText(run, format, output, out.Bytes())
}

// deliverText sets the status, tells the problems of a run, and writes the text
// that was made of it.
func (p *program) deliverText(run *report.Run, format, output string, text []byte) error {
	p.atLeast(run.Verdict())
	show := p.complain
	if format == "compact" {
		show = func(d *diag.Diagnostic) { _, _ = p.stderr.Write([]byte(report.CompactLine(d) + "\n")) }
	}
	told := map[diag.Code]bool{}
	for _, pr := range run.Problems {
		show(pr.Diagnostic)
		told[pr.Code] = true
	}
	for _, res := range run.Results {
		for _, d := range res.Diagnostics {
			// That there is no solver is part of every result, and said once.
			if report.OfTheRun(d) && !(d.Code == noSolver.Code && told[d.Code]) {
				show(d)
			}
		}
	}
	if output != "" {
		if err := writeAtomically(output, text); err != nil {
			return unusable(unwritable, output, reason(err))
		}
		return nil
	}
	if _, err := p.stdout.Write(text); err != nil {
		return unusable(unwritable, "standard output", reason(err))
	}
	return nil
}
