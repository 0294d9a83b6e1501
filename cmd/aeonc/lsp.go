package main

import (
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lsp"
	"github.com/aeonc/aeonc/specs"
)

func (p *program) lspCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor (Language Server Protocol)",
		Long: `Lsp speaks the Language Server Protocol on standard input and output. Editors
start it; docs/editors.md says how to set them up. Specs come from the aeonc.toml
of each folder that the editor has open, or from its settings: as on the command
line, a file is a spec when it was named as one, and otherwise a plan.

It ends when the editor asks it to, closes its end, or is gone. The exit status is 0
after an orderly shutdown, else 1.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			// What a check makes is garbage after the next keystroke: to collect it
			// less often costs some memory and saves a fifth of the time.
			debug.SetGCPercent(200)
			debug.SetMemoryLimit(softMemory)
			status := lsp.Run(p.stdin, writeCloser{p.stdout}, lsp.Options{
				Version: build(), Solver: libz3,
				Builtin: specs.Module, BuiltinNames: specs.Names(), Formats: formatNames(),
				Log: p.stderr,
			})
			if status != 0 {
				p.atLeast(checker.Rejected)
			}
			return nil
		},
	}
	cmd.Flags().Bool("stdio", true, "use standard input and output, which is the only way there is")
	return cmd
}

// softMemory is from where on Go's own memory is collected more often.
const softMemory = 192 << 20

// writeCloser closes a stream where it can be closed.
type writeCloser struct{ io.Writer }

func (w writeCloser) Close() error {
	if c, ok := w.Writer.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
