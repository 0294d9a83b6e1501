package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/cmd/aeonc/report"
)

func (p *program) vcCommand() *cobra.Command {
	var in inputs
	var smtlib bool
	cmd := &cobra.Command{
		Use:   "vc [flags] [PLAN|DIR|-]...",
		Short: "Print what had to be proved, and from what",
		Long: `Vc checks as "aeonc check" does and prints, instead of a report, what it inferred
of each loop, and every obligation with the facts it was to follow from. With
--smtlib it prints SMT-LIB 2 scripts that any solver can run: one per obligation,
separated by (reset), each answered with unsat exactly when the obligation holds.

Diagnostics go to standard error. The exit status is that of "aeonc check".`,
		Example: `  aeonc vc --spec github plan.aeon
  aeonc vc --smtlib --spec github plan.aeon | z3 -in
  aeonc vc --spec tools.aeon --calls trace.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			in.args, in.wantScripts = args, true
			loading := loadSolver()
			if err := p.checkColor(); err != nil {
				return err
			}
			if err := in.settle(p, cmd); err != nil {
				return err
			}
			if err := in.consistent("", ""); err != nil {
				return err
			}
			run, _ := in.check(cmd.Context(), p, loading, "")
			p.atLeast(run.Verdict())
			for _, pr := range run.Problems {
				p.complain(pr.Diagnostic)
			}
			var out bytes.Buffer
			for _, res := range run.Results {
				p.find(res.File, res.Diagnostics)
				if smtlib {
					scripts(&out, res)
				} else {
					obligations(&out, res)
				}
			}
			if _, err := p.stdout.Write(out.Bytes()); err != nil {
				return unusable(unwritable, "standard output", reason(err))
			}
			return nil
		},
	}
	in.flags(cmd)
	cmd.Flags().BoolVar(&smtlib, "smtlib", false, "print SMT-LIB 2 scripts for another solver")
	return cmd
}

// obligations prints what was inferred and the obligations of a result for
// people.
func obligations(out *bytes.Buffer, res *checker.Result) {
	fmt.Fprintf(out, "# %s: %d obligations\n", report.Printable(res.File), len(res.Obligations))
	for n, i := range res.Invariants {
		if n == 0 {
			out.WriteByte('\n')
		}
		holds := "nothing that was tried holds"
		if len(i.Holds) > 0 {
			holds = strings.Join(i.Holds, "; ")
		}
		fmt.Fprintf(out, "inferred: at %s, of `%s` at every turn: %s\n", report.Place(i.At), report.Printable(i.Of), report.Printable(holds))
	}
	for i, o := range res.Obligations {
		fmt.Fprintf(out, "\n%d. %s\n   %s\n", i+1, heading(o), o.Status)
		if o.Text != "" {
			fmt.Fprintf(out, "   asked:  %s", indent(o.Text))
			if !o.Clause.IsZero() {
				fmt.Fprintf(out, "  (%s)", report.Place(o.Clause))
			}
			out.WriteByte('\n')
		}
		for _, f := range o.Facts {
			fmt.Fprintf(out, "   fact:   %s\n", indent(f))
		}
		fmt.Fprintf(out, "   prove:  %s\n", indent(o.Goal))
	}
	out.WriteByte('\n')
}

// scripts prints the obligations of a result as scripts for a solver.
func scripts(out *bytes.Buffer, res *checker.Result) {
	for i, o := range res.Obligations {
		if o.Script == "" {
			continue // decided without a solver
		}
		if out.Len() > 0 {
			out.WriteString("(reset)\n")
		}
		expected := map[checker.Status]string{checker.Proved: "unsat", checker.Refuted: "sat", checker.Undecided: "unknown"}[o.Status]
		fmt.Fprintf(out, "; %d. %s\n; aeonc found: %s\n%s\n", i+1, heading(o), expected, strings.TrimRight(o.Script, "\n"))
	}
}

// heading says what an obligation is about: where, what kind, for which call.
func heading(o checker.Obligation) string {
	text := report.Place(o.At) + ": " + o.Kind
	if o.Callee != "" {
		text += " of " + o.Callee
	}
	if o.Param != "" {
		text += ", " + o.Param
	}
	return report.Printable(text)
}

// indent keeps the lines of a term under its first one.
func indent(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = report.Printable(l)
	}
	return strings.Join(lines, "\n           ")
}
