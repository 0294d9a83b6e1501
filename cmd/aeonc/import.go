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
	"github.com/aeonc/aeonc/checker/load"
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
	list, output, classes, format string
	accept                        []string
	check                         bool
	// inputs were read, so far.
	inputs []checker.Input
}

func (p *program) importMCPCommand() *cobra.Command { return new(importing).command(p) }

func (im *importing) command(p *program) *cobra.Command {
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
			if err := oneOf("--format", im.format, formatNames()...); err != nil {
				return err
			}
			return p.reportImport(im)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&im.output, "output", "o", "", "write the spec to this `file` instead of standard output (with --check and --accept: beside the list, if not said)")
	f.StringVar(&im.classes, "classes", "", "the classification `file` (default: beside the spec, as NAME.classes.toml)")
	f.StringArrayVar(&im.accept, "accept", nil, "take the `tool` as it is now for the one that was classified (repeatable)")
	f.StringVar(&im.format, "format", "text", "how to report what is wrong: text, compact, json, sarif, github or junit")
	complete(cmd, "format", formatNames()...)
	f.BoolVar(&im.check, "check", false, "write nothing; tell what has changed since the last import, with status 1")
	return cmd
}

// reportImport imports and reports what is wrong: as text on standard error, since
// the spec may go to standard output; in another format on standard output, by the
// same reporters as a check.
func (p *program) reportImport(im *importing) error {
	if im.format == "text" {
		found, err := p.importMCP(im)
		if found != nil {
			for _, d := range found.Diagnostics {
				p.complain(d)
			}
			p.atLeast(found.Verdict)
		}
		return err
	}
	stdout := p.stdout
	if im.output != "" || im.check {
		p.stdout = p.stderr // what is said of a success
	} else {
		return unusable(usageError, "the spec and a report cannot share standard output; give the spec a file with --output")
	}
	found, err := p.importMCP(im)
	p.stdout = stdout
	run := &report.Run{Aeonc: build()}
	var f *fault
	switch {
	case errors.As(err, &f):
		run.Problems = []report.Problem{{Diagnostic: f.diag, Verdict: f.verdict}}
	case err != nil:
		return err
	case found == nil:
		return nil // an import verifies nothing, and a report would say that it did
	default:
		run.Results = []*checker.Result{found}
	}
	return p.deliver(run, im.format, "")
}

var moduleName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// importMCP imports; the result is what is wrong with the list or the classification,
// nil where nothing is.
func (p *program) importMCP(im *importing) (*checker.Result, error) {
	module := "spec"
	if im.output == "" && (im.check || len(im.accept) > 0) {
		im.output = strings.TrimSuffix(im.list, filepath.Ext(im.list)) + ".aeon"
	}
	if im.output != "" {
		module = strings.TrimSuffix(filepath.Base(im.output), filepath.Ext(im.output))
		if !config.IsSource(im.output) || !moduleName.MatchString(module) {
			return nil, unusable(usageError, "the spec's file must be called NAME.aeon, NAME being a name of the language")
		}
		if im.classes == "" {
			im.classes = strings.TrimSuffix(im.output, filepath.Ext(im.output)) + ".classes.toml"
		}
	}
	text, f := readFile(im.list)
	if f != nil {
		return nil, f
	}
	im.read("tools", im.list, text)
	tools, ds := mcp.Read(diag.NewSource(im.list, text))
	if len(ds) > 0 {
		return im.refused(checker.Unusable, ds)
	}
	known, err := im.readClasses()
	if err != nil {
		return nil, err
	}
	if im.check {
		return p.checkImport(im, module, tools, known)
	}
	merged, ds := known.Merge(tools, im.accept)
	if len(ds) > 0 {
		return im.refused(checker.Unusable, ds)
	}
	classes, d := mcp.ReadClasses(diag.NewSource(im.classes, merged))
	if d != nil {
		return im.refused(checker.Unusable, []*diag.Diagnostic{d})
	}
	if ds := classes.Check(tools); len(ds) > 0 {
		return im.refused(checker.Unusable, ds)
	}
	spec, unclassified, ds := mcp.Spec(module, filepath.Base(im.list), tools, classes)
	if len(ds) > 0 {
		return im.refused(checker.Unusable, ds)
	}
	if im.output == "" {
		if _, err := p.stdout.Write([]byte(spec)); err != nil {
			return nil, unusable(unwritable, "standard output", reason(err))
		}
		fmt.Fprint(p.stderr, summary(tools, unclassified))
		return nil, nil
	}
	for _, out := range [...]struct{ file, text string }{{im.classes, merged}, {im.output, spec}} {
		if old, err := os.ReadFile(out.file); err == nil && string(old) == out.text {
			continue // an import that changes nothing touches nothing
		}
		if err := writeAtomically(out.file, []byte(out.text)); err != nil {
			return nil, unusable(unwritable, out.file, reason(err))
		}
	}
	_, err = p.stdout.Write([]byte(im.output + ": " + summary(tools, unclassified)))
	return nil, err
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
	if text != "" {
		im.read("classes", im.classes, text)
	}
	known, d := mcp.ReadClasses(diag.NewSource(im.classes, text))
	if d != nil {
		return nil, &fault{checker.Unusable, d}
	}
	return known, nil
}

// read notes an input.
func (im *importing) read(role, name, text string) {
	im.inputs = append(im.inputs, checker.Input{Role: role, Name: name, SHA256: load.Digest(text)})
}

// refused is the result of an import that found something wrong.
func (im *importing) refused(v checker.Verdict, ds []*diag.Diagnostic) (*checker.Result, error) {
	return &checker.Result{File: im.list, Verdict: v, Inputs: im.inputs, Diagnostics: diag.Sort(ds)}, nil
}

// checkImport tells what an import would change.
func (p *program) checkImport(im *importing, module string, tools []*mcp.Tool, known *mcp.Classes) (*checker.Result, error) {
	if ds := known.Check(tools); len(ds) > 0 {
		return im.refused(checker.Unusable, ds)
	}
	ds := known.Drift(tools)
	spec, _, bad := mcp.Spec(module, filepath.Base(im.list), tools, known)
	if len(bad) > 0 {
		return im.refused(checker.Unusable, bad)
	}
	old, f := readFile(im.output)
	if _, err := os.Stat(im.output); f != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, f
	}
	if old != spec {
		ds = append(ds, diag.New(diag.Span{}, diag.SpecStale, im.output).Note("import again: aeonc import mcp %s -o %s", im.list, im.output))
	}
	if len(ds) > 0 {
		return im.refused(checker.Rejected, ds)
	}
	_, err := fmt.Fprintf(p.stdout, "%s: the tools of %s are those that were imported\n", im.output, im.list)
	return nil, err
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
