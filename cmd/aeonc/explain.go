package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/aeonc/aeonc/cmd/aeonc/explain"
	"github.com/aeonc/aeonc/specs"
)

func (p *program) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain CODE",
		Short: "Tell what a code means, with a wrong and a right program",
		Example: `  aeonc explain AE301
  aeonc explain 402`,
		Args: exactlyOne("CODE"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var out []string
			for _, page := range explain.Pages() {
				if len(args) == 0 {
					out = append(out, cobra.CompletionWithDesc(page.Code, page.Title))
				}
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			page, ok := explain.Find(args[0])
			if !ok {
				f := unusable(unknownCode, args[0])
				f.diag.Note("aeonc rules lists all codes")
				return f
			}
			_, err := fmt.Fprint(p.stdout, page.Text)
			return err
		},
	}
}

func (p *program) rulesCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List every code with its meaning",
		Example: `  aeonc rules
  aeonc rules --format json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			pages := explain.Pages()
			if format == "json" {
				enc := json.NewEncoder(p.stdout)
				enc.SetEscapeHTML(false)
				enc.SetIndent("", "  ")
				return enc.Encode(pages)
			}
			for _, page := range pages {
				fmt.Fprintf(p.stdout, "%s  %-7s  %s\n", page.Code, page.Severity, page.Title)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "how to print: text or json")
	complete(cmd, "format", "text", "json")
	return cmd
}

func (p *program) specsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "specs",
		Short: "List or show the specs that are built in",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	list := &cobra.Command{
		Use:   "list",
		Short: "List the built-in specs",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
			for _, name := range specs.Names() {
				fmt.Fprintf(w, "%s\t%s\n", name, specs.Title(name))
			}
			return w.Flush()
		},
	}
	show := &cobra.Command{
		Use:     "show NAME",
		Short:   "Print the text of a built-in spec",
		Example: `  aeonc specs show github`,
		Args:    exactlyOne("NAME"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var out []string
			for _, name := range specs.Names() {
				if len(args) == 0 {
					out = append(out, cobra.CompletionWithDesc(name, specs.Title(name)))
				}
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			text, ok := specs.Whole(args[0])
			if !ok {
				f := unusable(unknownSpec, args[0])
				f.diag.Note("aeonc specs list names those there are")
				return f
			}
			_, err := fmt.Fprint(p.stdout, text)
			return err
		},
	}
	cmd.AddCommand(list, show)
	return cmd
}
