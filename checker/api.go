// Package checker decides whether a plan is safe under a spec. Its phases, in
// the order the data flows: load (modules, trust), elab (names and base
// types), linear (consume tracking), refine (facts and obligations), solve
// (Z3). It knows nothing of terminals or editors.
package checker

import (
	"time"

	"github.com/aeonc/aeonc/checker/solve"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

// Config says which specs are in force and how their files are found. It is
// the same for every plan of a run.
type Config struct {
	// Specs are the specs named by the command line or the configuration, in
	// order: a path to a file, or a module name.
	Specs []string
	// SpecPath are the folders in which modules are looked for, after the folder
	// of each spec file.
	SpecPath []string
	// ReadFile reads a file; the language server answers from unsaved buffers.
	ReadFile func(path string) (string, error)
	// Builtin returns the text of a module built into the binary. What it returns is
	// taken to be verified already: Check verifies it, a plan's check does not again.
	Builtin func(module string) (text string, ok bool)
	// BuiltinNames lists the modules that Builtin knows, for "did you mean".
	BuiltinNames []string
	// Solver is the loaded libz3; nil when none was found (AE901).
	Solver *z3.Library
	// SolverError says why Solver is nil.
	SolverError error
	// WantScripts makes the obligations of the specs carry their scripts, as
	// PlanInput.WantScripts does for a plan's.
	WantScripts bool
	// Memo keeps what the solver has answered for the next plan, which is worth its
	// memory where that is nearly the same one, as while someone types.
	Memo bool
	// Earlier is what is known of the same specs before one of them changed; nil where
	// nothing is.
	Earlier *Earlier
	// Strict turns the spec lints that are warnings into errors.
	Strict bool
	// Timeout bounds each obligation's wall clock; 0 means the default.
	Timeout time.Duration
	// Resources bounds each obligation's work in Z3's resource units, which
	// makes the verdict deterministic; 0 means the default.
	Resources uint32
}

// PlanInput is one plan and what it is checked with.
type PlanInput struct {
	Source *diag.Source
	// Contract picks a contract by name, Unnamed the one without; "" picks the only
	// one.
	Contract string
	// State is the text of the state file; nil for a first plan.
	State *diag.Source
	// Prompt is what the user typed; nil when not given.
	Prompt *diag.Source
	// Conversation says that the plan was not written at once but one binding at a
	// time, each after the model had read the results of those before it: a
	// literal then has the labels of all that was read, as one of a later plan has.
	Conversation bool
	// WantState asks for Result.StateOut (it costs extra queries).
	WantState bool
	// WantScripts asks for the SMT-LIB script of every obligation.
	WantScripts bool
	// WantBasis asks for Result.Basis (it costs extra queries).
	WantBasis bool
	// Terse leaves out why an obligation fails: no trace beyond the demand itself, no
	// counterexample. It is for those who ask for the verdict again and again.
	Terse bool
	// FirstFault ends the check at the first error that is found: for those who want
	// the verdict and nothing else. It says Verified exactly where a check without it
	// does.
	FirstFault bool
	// WantExecutions asks for the execution in which each obligation fails.
	WantExecutions bool
}

// Verdict is the outcome of a check, ordered by badness.
type Verdict int

const (
	// Verified: every obligation was proved (exit status 0).
	Verified Verdict = iota
	// Rejected: something was found, or could not be decided (1).
	Rejected
	// Unusable: an input or the request itself cannot be used (2).
	Unusable
	// Failed: no solver, or aeonc itself failed (3).
	Failed
)

func (v Verdict) String() string {
	return [...]string{"verified", "rejected", "unusable", "failed"}[v]
}

// Result is everything a run learnt about one plan, or about the specs.
type Result struct {
	// File is the name of the plan, or of the first spec.
	File    string
	Verdict Verdict
	// Diagnostics in deterministic order.
	Diagnostics []*diag.Diagnostic
	// Obligations in source order.
	Obligations []Obligation
	// Invariants that were inferred for loops, in source order.
	Invariants []Invariant
	// Inputs that the verdict rests on: plan, specs (imports too), prompt, state.
	Inputs []Input
	// Contract is the name of the contract used, "" if unnamed or none.
	Contract string
	// StateOut is the state after the plan (JSON object), nil unless asked for
	// and verified.
	StateOut map[string]any
	// Basis is what the verdict rests on, in the order of the source; nil unless asked
	// for and verified.
	Basis []Basis
	// Notes qualify the verdict ("only explicit flows were tracked").
	Notes   []string
	Elapsed time.Duration
}

// Input is one input's identity.
type Input struct {
	Role   string // "calls", "plan", "spec", "state", "prompt"
	Name   string
	SHA256 string // lower-case hex
}

// Status is the outcome of one obligation.
type Status string

const (
	// Proved: valid in every execution.
	Proved Status = "proved"
	// Refuted: a counterexample exists.
	Refuted Status = "refuted"
	// Undecided: the solver gave up within its limits.
	Undecided Status = "undecided"
)

// Obligation is one conjunct that had to hold at one place.
type Obligation struct {
	Kind   string    // "precondition", "result", "annotation", "division", …
	At     diag.Span // the call, argument or expression
	Clause diag.Span // the conjunct where the spec states it; may be zero
	// Call is the call that asks for it; zero where none does.
	Call diag.Span
	// Callee and Param are names as the reader knows them, "" where there is none.
	Callee, Param string
	// Text is the conjunct as its author wrote it.
	Text   string
	Status Status
	// Counterexample is what its diagnostic shows; Execution the whole execution that
	// this is of, nil unless asked for.
	Counterexample []diag.Binding
	Execution      *solve.Execution
	// Goal and Facts are printed terms (SMT-LIB syntax) in source names.
	Goal  string
	Facts []string
	// Script is a self-contained SMT-LIB script whose answer is unsat exactly
	// when the obligation holds; "" unless asked for.
	Script string
}

// Basis is one thing that the verdict on a plan rests on.
type Basis struct {
	// Kind: "native", "axiom", "definition", "contract", "state", "parameter",
	// "constructor", "path" (a condition of the plan itself) or "loop" (an invariant
	// that was inferred).
	Kind string
	// Name is the function, parameter or constructor that says it, "" where there is
	// none.
	Name string
	// Text is what is said, as its author wrote it.
	Text string
	// At is where it is said; of a path or a loop, the place in the plan.
	At diag.Span
	// Trusted: nothing verifies it.
	Trusted bool
	// Uses are the places in the plan that make it so, each once.
	Uses []diag.Span
}

// Invariant is what was inferred to hold of a loop's accumulator at every turn.
type Invariant struct {
	At    diag.Span // the call that loops
	Of    string    // the accumulator, as the loop's function calls it
	Holds []string
}
