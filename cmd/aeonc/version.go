package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of aeonc and libz3",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			loading := loadSolver()
			fmt.Fprintf(p.stdout, "aeonc %s (%s, %s/%s)\n", build(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			lib, f := loading.wait()
			if f != nil {
				fmt.Fprintf(p.stdout, "no solver: %v\n", loading.err)
				return nil
			}
			fmt.Fprintf(p.stdout, "libz3 %s (%s)\n", lib.Version(), lib.Path())
			return nil
		},
	}
}
