package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/aeonc/aeonc/cmd/aeonc/report"
)

// version is set by the linker for a release (see the Makefile).
var version = "0.1.0-dev"

// build is the version with the revision it was built from, where known.
func build() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				return version + "+" + s.Value[:12]
			}
		}
	}
	return version
}

func (p *program) root() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "aeonc",
		Short: "Verify what an agent plans to do before it does it",
		Long: `aeonc checks a plan written by a language model against a spec written by a
person, without running it: every call's precondition is proved with Z3, every
session is used exactly once, and nothing the spec reserves is touched.

Exit status: 0 verified, 1 rejected, 2 the command, its configuration or an
input file cannot be used, 3 no solver, or aeonc itself failed.`,
		Example: `  aeonc check --spec github plan.aeon
  aeonc check --spec tools.aeon --format json - < plan.aeon
  aeonc explain AE301`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	cmd.PersistentFlags().StringVar(&p.color, "color", "", "colour the output: auto, always or never (default auto)")
	complete(cmd, "color", "auto", "always", "never")
	cmd.AddCommand(
		p.checkCommand(),
		p.fmtCommand(),
		p.vcCommand(),
		p.lspCommand(),
		p.explainCommand(),
		p.rulesCommand(),
		p.importCommand(),
		p.promptCommand(),
		p.specsCommand(),
		p.versionCommand(),
	)
	return cmd
}

// exactlyOne refuses any number of arguments but one, which help calls what.
func exactlyOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			return nil
		}
		return fmt.Errorf("%s takes one %s, and %d are given", cmd.CommandPath(), what, len(args))
	}
}

// complete tells shells the values of a flag.
func complete(cmd *cobra.Command, flag string, values ...string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // there is no such flag
	}
}

// colored decides whether what is written to w has colours. What --color says
// wins over NO_COLOR, which wins over the terminal's opinion.
func (p *program) colored(w io.Writer) bool {
	switch p.color {
	case "always":
		return true
	case "never":
		return false
	}
	f, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isatty.IsTerminal(f.Fd())
}

// style is how text is laid out that is written to w: with the width of the
// terminal, where it is one.
func (p *program) style(w io.Writer) report.Style {
	style := report.Style{Color: p.colored(w)}
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			style.Width = width
		}
	}
	return style
}

// checkColor refuses a --color that means nothing.
func (p *program) checkColor() error {
	return oneOf("--color", p.color, "", "auto", "always", "never")
}
