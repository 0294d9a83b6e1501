package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/prompt"
)

func (p *program) promptCommand() *cobra.Command {
	var in inputs
	cmd := &cobra.Command{
		Use:   "prompt",
		Short: "Print what to put into a model's instructions",
		Long: `Prompt prints what a model has to know to write plans: the language on a page,
the functions of the specs with their contracts, what a plan is given and has to
return, and two examples of the specs. The first line has aeonc's version and a
hash of the specs, so that a prompt can be told from one for other specs; how many
tokens it takes, about, goes to standard error.`,
		Example: `  aeonc prompt --spec agent --spec strict --spec mail > instructions.md`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := in.settle(p, cmd); err != nil {
				return err
			}
			j, f := in.read(p)
			if f != nil {
				return f
			}
			spec := checker.Load(cmd.Context(), j.config)
			defer spec.Close()
			if diag.HasErrors(spec.Diagnostics) {
				for _, d := range spec.Diagnostics {
					p.complain(d)
				}
				p.atLeast(checker.Unusable)
				return nil
			}
			if in.contract != "" {
				if _, d := spec.Contract(in.contract, diag.Span{}); d != nil {
					return &fault{checker.Unusable, d}
				}
			}
			text := prompt.Text(spec, version, in.contract)
			if _, err := p.stdout.Write([]byte(text)); err != nil {
				return unusable(unwritable, "standard output", reason(err))
			}
			fmt.Fprintf(p.stderr, "about %d tokens\n", prompt.Tokens(text))
			return nil
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&in.specs, "spec", nil, "a `spec`: a file or the name of a module (repeatable; replaces specs in aeonc.toml)")
	f.StringArrayVar(&in.specPath, "spec-path", nil, "look for modules in this `folder` too (repeatable)")
	f.StringVar(&in.contract, "contract", "", "the `name` of the contract, where the specs have several (_: the one without a name)")
	return cmd
}
