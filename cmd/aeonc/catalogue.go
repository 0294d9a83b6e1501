package main

import (
	"strings"

	"github.com/aeonc/aeonc/config"
	"github.com/aeonc/aeonc/lang/diag"
)

// What can go wrong with a run, as opposed to a program. Codes AE9xx are
// stable; a message without a code is about the command line itself.
var (
	noSolver = diag.Message{Code: "AE901", Severity: diag.Error,
		Text: "nothing can be verified without a solver: %s"}
	internalError = diag.Message{Code: "AE902", Severity: diag.Error,
		Text: "aeonc itself failed; nothing was verified. Please report this with the input that caused it: %v"}
	internalErrorIn = diag.Message{Code: "AE902", Severity: diag.Error,
		Text: "aeonc itself failed on %s; it was not verified. Please report this with the input that caused it: %v"}
	noState = diag.Message{Code: "AE902", Severity: diag.Error,
		Text: "aeonc itself failed: %s was verified, but no state was worked out for --state-out"}
	unstableFormat = diag.Message{Code: "AE902", Severity: diag.Error,
		Text: "aeonc itself failed: what fmt would write for %s does not read back the same; the file is as it was"}
	tooLarge = diag.Message{Code: "AE903", Severity: diag.Error,
		Text: "`%s` is too large: the limit is %d bytes"}

	usageError       = diag.Message{Severity: diag.Error, Text: "%s"}
	unwritable       = diag.Message{Severity: diag.Error, Text: "%s cannot be written: %v"}
	overInput        = diag.Message{Severity: diag.Error, Text: "%s would overwrite %s, which is an input of this run"}
	noSpecs          = diag.Message{Severity: diag.Error, Text: "no spec is in force, so there is nothing to check against"}
	noPlans          = diag.Message{Severity: diag.Error, Text: "%s holds no .aeon or .ae file, so nothing was checked"}
	onlyWithPlan     = diag.Message{Severity: diag.Error, Text: "%s says something about a plan, and no plan is given"}
	onlyWithCalls    = diag.Message{Severity: diag.Error, Text: "%s says something about tool calls, and no --calls are given"}
	onlyFiles        = diag.Message{Severity: diag.Error, Text: "--as-specs needs the files or folders that hold the specs"}
	notForSpecs      = diag.Message{Severity: diag.Error, Text: "%s means nothing together with --as-specs"}
	notWatched       = diag.Message{Severity: diag.Error, Text: "--watch and %s cannot go together"}
	cannotWatch      = diag.Message{Severity: diag.Error, Text: "files cannot be watched: %v"}
	interrupted      = diag.Message{Severity: diag.Error, Text: "interrupted; nothing was verified"}
	onlyOnePlan      = diag.Message{Severity: diag.Error, Text: "--state-out keeps the state after one plan, and %d are given"}
	unknownCode      = diag.Message{Severity: diag.Error, Text: "there is no code %q"}
	unknownSpec      = diag.Message{Severity: diag.Error, Text: "there is no built-in spec %q"}
	onlyOneOf        = diag.Message{Severity: diag.Error, Text: "%s and %s exclude each other"}
	fixNoFile        = diag.Message{Severity: diag.Error, Text: "--fix writes files, and standard input is none: use --diff"}
	changedMeanwhile = diag.Message{Severity: diag.Error, Text: "%s was changed while it was checked; it is left as it is"}
)

// howToInstall is what to do where no solver was found.
const howToInstall = `Debian, Ubuntu: apt-get install libz3-4
Fedora: dnf install z3-libs
macOS: brew install z3
or name the library file: AEONC_Z3=/path/to/libz3.so`

// usage is a mistake on the command line, in cobra's words.
func usage(err error) *diag.Diagnostic {
	text, _, _ := strings.Cut(err.Error(), "\n\nDid you mean this?")
	d := diag.New(diag.Span{}, usageError, text)
	if name, ok := strings.CutPrefix(text, `unknown command "`); ok {
		if name, _, _ = strings.Cut(name, `"`); config.IsSource(name) {
			return d.Note("to check it: aeonc check %s", name)
		}
	}
	return d.Note("aeonc --help and aeonc COMMAND --help list what there is")
}
