package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/cmd/aeonc/report"
	"github.com/aeonc/aeonc/config"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/mcp"
)

func (p *program) importCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import",
		Short: "Make a spec of the tools that a server lists",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(p.importMCPCommand())
	return cmd
}

// importing is one import.
type importing struct {
	list, output, classes string
	accept                []string
	check                 bool
}

func (p *program) importMCPCommand() *cobra.Command {
	var im importing
	cmd := &cobra.Command{
		Use:   "mcp [flags] TOOLS.json",
		Short: "Make a spec of the result of tools/list of a Model Context Protocol server",
		Long: `Import writes a spec with a function for each tool: types from the tool's
schema, its documentation and hints as comments. What a tool reads and where it
leads a person says in a classification file beside the spec; a tool without an
entry that is reviewed is @harness, so no plan may call it. The file is made with
an entry for each tool, and only ever added to.

Each entry has the hash of the tool as it was classified. A tool that has changed
since is @harness again until its change is accepted with --accept. --check writes
nothing and tells what has changed.

Exit status: 0 done, 1 with --check: something has changed, 2 the list or the
classification cannot be used.`,
		Example: `  # a spec, and tools.classes.toml to be filled in
  aeonc import mcp tools.json -o tools.aeon

  # after an edit of tools.classes.toml: the same again
  aeonc import mcp tools.json -o tools.aeon

  # in continuous integration: is it still the server that was reviewed?
  aeonc import mcp --check tools.json -o tools.aeon`,
		Args: exactlyOne("TOOLS.json"),
		RunE: func(_ *cobra.Command, args []string) error {
			im.list = args[0]
			return p.importMCP(&im)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&im.output, "output", "o", "", "write the spec to this `file` instead of standard output (with --check and --accept: beside the list, if not said)")
	f.StringVar(&im.classes, "classes", "", "the classification `file` (default: beside the spec, as NAME.classes.toml)")
	f.StringArrayVar(&im.accept, "accept", nil, "take the `tool` as it is now for the one that was classified (repeatable)")
	f.BoolVar(&im.check, "check", false, "write nothing; tell what has changed since the last import, with status 1")
	return cmd
}

var moduleName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (p *program) importMCP(im *importing) error {
	module := "spec"
	if im.output == "" && (im.check || len(im.accept) > 0) {
		im.output = strings.TrimSuffix(im.list, filepath.Ext(im.list)) + ".aeon"
	}
	if im.output != "" {
		module = strings.TrimSuffix(filepath.Base(im.output), filepath.Ext(im.output))
		if !config.IsSource(im.output) || !moduleName.MatchString(module) {
			return unusable(usageError, "the spec's file must be called NAME.aeon, NAME being a name of the language")
		}
		if im.classes == "" {
			im.classes = strings.TrimSuffix(im.output, filepath.Ext(im.output)) + ".classes.toml"
		}
	}
	text, f := readFile(im.list)
	if f != nil {
		return f
	}
	tools, ds := mcp.Read(diag.NewSource(im.list, text))
	if len(ds) > 0 {
		return p.refuse(checker.Unusable, ds)
	}
	known, err := im.readClasses()
	if err != nil {
		return err
	}
	if im.check {
		return p.checkImport(im, module, tools, known)
	}
	merged, ds := known.Merge(tools, im.accept)
	if len(ds) > 0 {
		return p.refuse(checker.Unusable, ds)
	}
	classes, d := mcp.ReadClasses(diag.NewSource(im.classes, merged))
	if d != nil {
		return p.refuse(checker.Unusable, []*diag.Diagnostic{d})
	}
	if ds := classes.Check(tools); len(ds) > 0 {
		return p.refuse(checker.Unusable, ds)
	}
	spec, unclassified, ds := mcp.Spec(module, filepath.Base(im.list), tools, classes)
	if len(ds) > 0 {
		return p.refuse(checker.Unusable, ds)
	}
	if im.output == "" {
		if _, err := p.stdout.Write([]byte(spec)); err != nil {
			return unusable(unwritable, "standard output", reason(err))
		}
		fmt.Fprint(p.stderr, summary(tools, unclassified))
		return nil
	}
	for _, out := range [...]struct{ file, text string }{{im.classes, merged}, {im.output, spec}} {
		if old, err := os.ReadFile(out.file); err == nil && string(old) == out.text {
			continue // an import that changes nothing touches nothing
		}
		if err := writeAtomically(out.file, []byte(out.text)); err != nil {
			return unusable(unwritable, out.file, reason(err))
		}
	}
	_, err = p.stdout.Write([]byte(im.output + ": " + summary(tools, unclassified)))
	return err
}

// readClasses reads the classification file, which need not be there yet.
func (im *importing) readClasses() (*mcp.Classes, error) {
	text := ""
	if im.classes != "" {
		read, f := readFile(im.classes)
		switch _, err := os.Stat(im.classes); {
		case f != nil && errors.Is(err, fs.ErrNotExist):
		case f != nil:
			return nil, f
		default:
			text = read
		}
	}
	known, d := mcp.ReadClasses(diag.NewSource(im.classes, text))
	if d != nil {
		return nil, &fault{checker.Unusable, d}
	}
	return known, nil
}

// refuse tells what is wrong and sets the status.
func (p *program) refuse(v checker.Verdict, ds []*diag.Diagnostic) error {
	for _, d := range diag.Sort(ds) {
		p.complain(d)
	}
	p.atLeast(v)
	return nil
}

// checkImport tells what an import would change.
func (p *program) checkImport(im *importing, module string, tools []*mcp.Tool, known *mcp.Classes) error {
	if ds := known.Check(tools); len(ds) > 0 {
		return p.refuse(checker.Unusable, ds)
	}
	ds := known.Drift(tools)
	spec, _, bad := mcp.Spec(module, filepath.Base(im.list), tools, known)
	if len(bad) > 0 {
		return p.refuse(checker.Unusable, bad)
	}
	old, f := readFile(im.output)
	if _, err := os.Stat(im.output); f != nil && !errors.Is(err, fs.ErrNotExist) {
		return f
	}
	if old != spec {
		ds = append(ds, diag.New(diag.Span{}, diag.SpecStale, im.output).Note("import again: aeonc import mcp %s -o %s", im.list, im.output))
	}
	if len(ds) > 0 {
		return p.refuse(checker.Rejected, ds)
	}
	_, err := fmt.Fprintf(p.stdout, "%s: the tools of %s are those that were imported\n", im.output, im.list)
	return err
}

// summary says how much of a list is classified, and what is not.
func summary(tools []*mcp.Tool, unclassified []mcp.Unclassified) string {
	n := "1 tool"
	if len(tools) != 1 {
		n = fmt.Sprintf("%d tools", len(tools))
	}
	if len(unclassified) == 0 {
		return n + ", all classified\n"
	}
	var b strings.Builder
	b.WriteString(n + "; not classified, so that no plan may do it:\n")
	for _, u := range unclassified {
		b.WriteString("  " + u.Tool.Name)
		if u.Case != "" {
			b.WriteString(", " + report.Printable(u.Case))
		}
		var notes []string
		if u.Changed {
			notes = append(notes, "changed since it was classified; --accept "+u.Tool.Name+" takes it as it is now")
		}
		for _, h := range u.Tool.Hints {
			if h.Value == "true" {
				notes = append(notes, report.Printable(h.Name))
			}
		}
		if len(notes) > 0 {
			b.WriteString(" (" + strings.Join(notes, ", ") + ")")
		}
		b.WriteByte('\n')
	}
	return b.String()
}
