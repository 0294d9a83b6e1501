package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

func (p *program) fmtCommand() *cobra.Command {
	var check bool
	var stdinName string
	cmd := &cobra.Command{
		Use:   "fmt [flags] FILE|DIR|-...",
		Short: "Lay out specs and plans in the one canonical way",
		Long: `Fmt rewrites files in place, each in one step, and prints the names of those
it changed; - formats standard input to standard output. A file with a syntax
error is reported and left as it is. With --check nothing is written: the files
that are not laid out canonically are listed.

Exit status: 0 done, 1 a syntax error, or with --check a difference, 2 a file
cannot be read or written, 3 aeonc itself failed.`,
		Example: `  aeonc fmt plans/
  aeonc fmt --check .
  aeonc fmt - < plan.aeon`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("%s takes files, folders or -, and none is given", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := p.checkColor(); err != nil {
				return err
			}
			names, faults := expand(args)
			for _, f := range faults {
				p.fail(f)
			}
			for _, name := range names {
				if f := p.format(name, stdinName, check); f != nil {
					p.fail(f)
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "list the files that would change, and write nothing")
	cmd.Flags().StringVar(&stdinName, "stdin-filename", "", "show standard input (-) under this `name`")
	return cmd
}

// format formats one file.
func (p *program) format(name, stdinName string, check bool) *fault {
	var src *diag.Source
	var f *fault
	if name == stdinFile {
		src, f = p.readStdin(stdinName)
	} else {
		src, f = newReader().source(name)
	}
	if f != nil {
		return f
	}
	text, ds := lang.Format(src)
	p.find(src.Name, ds)
	if diag.HasErrors(ds) {
		p.atLeast(checker.Rejected)
		return nil
	}
	if again, ds := lang.Format(diag.NewSource(src.Name, text)); diag.HasErrors(ds) || again != text {
		return &fault{checker.Failed, diag.New(diag.Span{}, unstableFormat, src.Name)}
	}
	changed := text != src.Text
	if check {
		if changed {
			fmt.Fprintln(p.stdout, src.Name)
			p.atLeast(checker.Rejected)
		}
		return nil
	}
	if name == stdinFile {
		if _, err := fmt.Fprint(p.stdout, text); err != nil {
			return unusable(unwritable, "standard output", reason(err))
		}
		return nil
	}
	if !changed {
		return nil
	}
	if err := writeAtomically(name, []byte(text)); err != nil {
		return unusable(unwritable, name, reason(err))
	}
	fmt.Fprintln(p.stdout, name)
	return nil
}
