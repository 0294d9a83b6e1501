// Package report shows what a run found: one file per format, each a pure
// function of a Run, so that a format can be tested with made-up results and
// nothing here can change a verdict.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// Run is everything one invocation found.
type Run struct {
	// Aeonc and Libz3 are versions; Libz3 is "" when no solver was loaded.
	Aeonc, Libz3 string
	// Results has one entry per plan, in the order of the command line, or one
	// for the specs when no plan was given.
	Results []*checker.Result
	// Problems are faults of the run itself, which belong to no result: no
	// solver, a spec that cannot be read. They go to standard error as well.
	Problems []Problem
}

// Problem is a fault of the run with the status it ends the run in.
type Problem struct {
	*diag.Diagnostic
	Verdict checker.Verdict
}

// Verdict is the worst of all results and problems: one file that was not
// verified is enough for the run not to be.
func (r *Run) Verdict() checker.Verdict {
	worst := checker.Verified
	for _, res := range r.Results {
		worst = max(worst, res.Verdict)
	}
	for _, p := range r.Problems {
		worst = max(worst, p.Verdict)
	}
	if len(r.Results) == 0 {
		worst = max(worst, checker.Unusable) // nothing was checked
	}
	return worst
}

// Status is the exit status of a verdict.
func Status(v checker.Verdict) int { return int(v) }

// Style is how a report for people is laid out.
type Style struct {
	Color bool
	// Width is the number of columns of the terminal; 0 stands for 80.
	Width int
}

const (
	defaultWidth = 80
	// Below minWidth nothing is legible any more, above maxWidth lines are too long
	// to read.
	minWidth, maxWidth = 50, 120
)

func (s Style) width() int {
	if s.Width == 0 {
		return defaultWidth
	}
	return min(max(s.Width, minWidth), maxWidth)
}

// Format writes a run. The style is for formats that people read.
type Format func(w io.Writer, run *Run, style Style) error

// Formats are the formats by the name that --format takes.
func Formats() map[string]Format {
	return map[string]Format{
		"text": Text, "compact": Compact, "json": JSON, "sarif": SARIF, "github": GitHub, "junit": JUnit,
	}
}

// OfTheRun reports whether a diagnostic speaks of the machine (AE9xx) rather
// than of the program: such lines go to standard error.
func OfTheRun(d *diag.Diagnostic) bool { return strings.HasPrefix(string(d.Code), "AE9") }

// maxShown is how many diagnostics of one file are reported. A megabyte of
// nonsense has a hundred thousand, and a reader stops after the first few.
const maxShown = 500

// Shown are the diagnostics to report of all those of a file, in their order:
// all, or the first ones, errors before warnings; and a note on those left out.
func Shown(all []*diag.Diagnostic) ([]*diag.Diagnostic, string) {
	if len(all) <= maxShown {
		return all, ""
	}
	errors, _ := count(all)
	warnings := max(0, maxShown-errors)
	errors = maxShown - warnings
	var out []*diag.Diagnostic
	for _, d := range all {
		left := &errors
		if d.Severity == diag.Warning {
			left = &warnings
		}
		if *left > 0 {
			*left--
			out = append(out, d)
		}
	}
	return out, fmt.Sprintf("%d more findings are not shown", len(all)-len(out))
}

// notes are a result's notes with that on what is not shown.
func notes(res *checker.Result, hidden string) []string {
	if hidden == "" {
		return res.Notes
	}
	return append(slices.Clip(res.Notes), hidden)
}

// repeats tells whether a diagnostic was reported before: the faults of a spec
// are part of the result of every plan.
type repeats map[[2]any]bool

func (r repeats) seen(d *diag.Diagnostic) bool {
	key := [2]any{d.Span, string(d.Code) + d.Message}
	before := r[key]
	r[key] = true
	return before
}

// count tells how many diagnostics of a result are errors and warnings.
func count(ds []*diag.Diagnostic) (errors, warnings int) {
	for _, d := range ds {
		if d.Severity == diag.Error {
			errors++
		} else {
			warnings++
		}
	}
	return errors, warnings
}
