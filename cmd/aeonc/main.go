// Command aeonc verifies plans that agents write against specs that people
// wrote. It holds flags, files and exit statuses and nothing else: what is
// true is decided in package checker, how it is shown in package report.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/cmd/aeonc/report"
	"github.com/aeonc/aeonc/lang/diag"
)

func main() {
	collectLate()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// program is one invocation: its streams and the status it will end with.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	color          string // --color as given; "" when not
	verdict        checker.Verdict
}

// run carries out a command line and returns the exit status. Nothing in it
// may end the process or escape as a panic: a verifier that dies must not be
// mistaken for one that agreed.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	p := &program{stdin: stdin, stdout: stdout, stderr: stderr}
	defer func() {
		if r := recover(); r != nil {
			p.complain(diag.New(diag.Span{}, internalError, r))
			fmt.Fprintf(stderr, "\n%s", debug.Stack())
			status = report.Status(checker.Failed)
		}
	}()
	cmd := p.root()
	cmd.SetArgs(args)
	cmd.SetIn(stdin)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	if err := cmd.Execute(); err != nil {
		var f *fault
		if !errors.As(err, &f) {
			// What cobra itself finds wrong: unknown flags and commands.
			f = &fault{checker.Unusable, usage(err)}
		}
		p.fail(f)
	}
	return report.Status(p.verdict)
}

// fault is an error that ends a command, with the verdict it ends in.
type fault struct {
	verdict checker.Verdict
	diag    *diag.Diagnostic
}

func (f *fault) Error() string { return f.diag.Message }

// unusable is the fault of a command, configuration or input that cannot be used.
func unusable(m diag.Message, args ...any) *fault {
	return &fault{checker.Unusable, diag.New(diag.Span{}, m, args...)}
}

// fail reports a fault on standard error and remembers its verdict.
func (p *program) fail(f *fault) {
	p.complain(f.diag)
	p.atLeast(f.verdict)
}

// atLeast makes the run end at least as badly as v.
func (p *program) atLeast(v checker.Verdict) { p.verdict = max(p.verdict, v) }

// complain writes a problem of the run itself to standard error.
func (p *program) complain(d *diag.Diagnostic) {
	_ = report.Diagnostic(p.stderr, d, p.style(p.stderr)) // there is nowhere left to say that it failed
}

// find writes the findings of a file to standard error, for commands whose
// output is something else.
func (p *program) find(name string, ds []*diag.Diagnostic) {
	ds, hidden := report.Shown(ds)
	for _, d := range ds {
		p.complain(d)
	}
	if hidden != "" {
		fmt.Fprintf(p.stderr, "%s: note: %s\n", report.Printable(name), hidden)
	}
}
