// Package vc holds verification conditions as data: a flat list of steps over
// SMT terms. Every fact and goal carries the guard of its path, a Boolean
// constant that is defined from the conditions on the way, so that branches
// need no scopes and the value of an `if` keeps what either branch knows. The
// order of the steps is the order of evaluation: a goal may use the facts
// before it and no others.
package vc

import (
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// VC is the verification condition of one unit (a def, a signature, a plan).
type VC struct {
	Pool *smt.Pool
	// Prelude holds facts that are true from the start on every path: the types
	// of constants, lemmas about built-in functions.
	Prelude []*Fact
	Steps   []Step
	// Symbols are the source variables of the unit, for counterexamples.
	Symbols []Symbol
	// Places are the stretches of the code, in the order in which they are reached.
	Places []Place
	// Results are what functions returned that are known by their types, natives before
	// all, in order, in the code that calls run as well; only where it was asked for.
	Results []Symbol
	// Linear are the linear values that come to be, in order.
	Linear []LinearValue
	// Hidden: there are linear values that Linear does not list.
	Hidden bool
	// Result is the value of the unit's body.
	Result []LinearValue
	// Labels are the taint labels of the unit's result.
	Labels []Measured
	// More: a loop of the unit has candidates that were not tried.
	More bool
	// Terse: the unit is expected to be rejected, and nobody asks why.
	Terse bool
	// FirstFault: the goals after one that fails need not be decided.
	FirstFault bool
	// Executions: the whole execution is wanted in which a goal fails.
	Executions bool
}

// Step is a Fact, a Goal, a Lemma, a Reach, a Clause or a Region.
type Step interface{ step() }

// Fact holds on the paths of its guard from here on.
type Fact struct {
	Guard, Term *smt.Term
	Why         Origin
	// Checked is the goal that this fact repeats: it holds from here on because it
	// was demanded.
	Checked *Goal
}

// Goal must hold on the paths of its guard, given the steps before it.
type Goal struct {
	Guard, Term *smt.Term
	Origin      Origin
	// Message is what a failure is reported as; its argument, if any, is the
	// text of the conjunct.
	Message diag.Message
	// Index is the number of the goal in its unit.
	Index int
}

// ReachKind says what an impossible path means.
type ReachKind int

const (
	// Branch opens a path; if it is impossible from the start, its condition
	// never holds (AE306).
	Branch ReachKind = iota
	// Open opens a path of arbitrary values (a function's body).
	Open
	// Operand opens the path of an operand that may not run, which is no fault.
	Operand
	// Params: nothing meets the parameters' types (AE601).
	Params
	// Event: what this call promises contradicts what is known (AE602).
	Event
	// Start: the contract or the constants contradict themselves (AE602).
	Start
	// Result: nothing meets the contract's result type (AE602).
	Result
	// End closes the path that its guard opened.
	End
)

// Opens reports whether a path begins.
func (k ReachKind) Opens() bool { return k == Branch || k == Open || k == Operand }

// Reach asks whether the paths of a guard are still possible at this step.
type Reach struct {
	Kind  ReachKind
	Guard *smt.Term
	// Parent is the guard that a branch splits.
	Parent *smt.Term
	At     diag.Span
	Name   string // the callee
	Clause diag.Span
}

// Kappa is an unknown predicate that depends on itself (the invariant of a
// loop). It is solved by predicate abstraction: the conjunction of those
// candidates that every clause proves. A hypothesis "κ(v)" is written into facts
// as the conjunction of "selector → candidate at v".
type Kappa struct {
	// Name is what the predicate speaks of, as a reader knows it ("s").
	Name string
	At   diag.Span
	// Via are the calls that run the code around At, the innermost first.
	Via        []diag.Span
	Candidates []Candidate
}

// Candidate is one qualifier of a Kappa.
type Candidate struct {
	Selector *smt.Term
	// Text is the qualifier as a reader knows it.
	Text string
	// Words says it of a value, code in backquotes; a nil Namer leaves the loop's own
	// names.
	Words func(of *smt.Term, name Namer) string
	// Size ranks candidates for showing: small ones first.
	Size int
	// Relative: it speaks of what was before the loop.
	Relative bool
	// FromSpec: it is an atom of the spec's own predicates, and not of a general form.
	FromSpec bool
}

// Clause demands a Kappa of a value: every candidate that is kept must follow
// from the steps before it. Instances are the candidates at that value.
type Clause struct {
	Guard     *smt.Term
	Kappa     *Kappa
	Instances []*smt.Term
	// Labels lists the value under each label measure; nil where there are none.
	Labels func() []Labelled
	// Turn: the value is what a turn ends with, and not what the loop starts with.
	Turn bool
}

// Region brackets the steps in which Kappas get all their clauses.
type Region struct {
	Kappas []*Kappa
	// Close is set on the closing bracket.
	Close bool
}

// Lemma is tried, with little effort, and if it holds it is a fact from here on:
// it sums up what a conditional leaves, so that long chains of them stay easy.
type Lemma struct {
	Guard *smt.Term
	// Terms are alternatives; the first that holds is kept.
	Terms []*smt.Term
	// Key is what it is about; what fails again and again is not tried further.
	Key string
}

func (*Lemma) step()  {}
func (*Fact) step()   {}
func (*Goal) step()   {}
func (*Reach) step()  {}
func (*Clause) step() {}
func (*Region) step() {}

// Origin says where a fact or a goal comes from.
type Origin struct {
	// Kind: "precondition", "result", "annotation", "division", "contract",
	// "state", "termination", "predicate", "keeps", "element", "call", "branch".
	Kind string
	// At is the expression that makes the fact true or needs the goal; of a
	// branch, its condition or pattern.
	At diag.Span
	// Inner is the call in the body of what At calls, where the fact comes from
	// there.
	Inner diag.Span
	// Via are the calls that run the code in which the fact comes to be, the innermost
	// first; At may be among them.
	Via []diag.Span
	// Call is the call that a goal belongs to.
	Call diag.Span
	// Clause is the conjunct where its author wrote it.
	Clause diag.Span
	// Callee and Param are names as the reader knows them; of a branch, Param is
	// what its condition is on it.
	Callee, Param string
	// Trusted: a native or an axiom says so, and nothing verifies it.
	Trusted bool
	// Axiom: it is an axiom that says so.
	Axiom bool
	// Labels lists the values whose labels a goal speaks of; nil where there are none.
	Labels func() []Labelled
	// Partial tells whether the conjunct is defined only by those to the left of it;
	// nil where it is not.
	Partial func() bool
	// Invariant is the unknown predicate that a fact states of the value Of.
	Invariant *Kappa
	// Of is the value that is spoken of, nil where it is none.
	Of *smt.Term
	// Advice is what the author of a demand says to who does not meet it.
	Advice string
	// Words is the clause with what its variables stand for put in; nil where there
	// is no clause.
	Words func(Namer) string
}

// Namer names a value as a reader knows it, "" where it cannot.
type Namer func(*smt.Term) string

// Text is the conjunct as written, or "" where there is none.
func (o Origin) Text() string { return o.Clause.Text() }

// Symbol is a source variable, or the result of a call, for counterexamples and
// traces.
type Symbol struct {
	// Name is "" for the result of a call that Span is; or, where Role says so, for
	// an "element of" a list, an "argument of" or a "result of" a function that Span is.
	Name, Role string
	Span       diag.Span
	// Value is the expression that a variable is bound to, or the callee's
	// parameter to the argument; zero where there is none.
	Value diag.Span
	// Part: it is bound to a part of Value.
	Part bool
	// Inner: it is in the body of something that is called, which is looked at in the
	// place of the call.
	Inner bool
	// Step is the number of steps before it came to be.
	Step int
	Term *smt.Term
	// MeasuresAt makes the terms that show an opaque value, "repoPrivate" → term, as
	// they are at a moment; nil is the moment at which it came to be.
	MeasuresAt func(moment *smt.Term) []Measured
	Guard      *smt.Term
	// Parts are the linear parts of a tuple, named "pair.0".
	Parts []Symbol
	// Labels makes the labels of the value and its parts; nil where there are none.
	Labels func() *LabelTree
	// Moment is the age of the world when it came to be.
	Moment *smt.Term
}

// Measures is MeasuresAt the moment at which the symbol came to be.
func (s *Symbol) Measures() []Measured { return s.MeasuresAt(nil) }

// Place is a stretch of the code (what follows a binding, a branch, the body of a
// function) with what is so where it begins: the steps before it, its path, the
// moment.
type Place struct {
	Span   diag.Span
	Step   int
	Guard  *smt.Term
	Moment *smt.Term
}

// LabelTree are the labels of a value: of any part of it, of the components of a
// tuple or fields of a constructor, and of all elements of a list together.
type LabelTree struct {
	Whole []Measured
	Parts []*LabelTree
	Elem  *LabelTree
}

// MomentAfter is the Role of what is no value but the age of the world: what was
// known of volatile measures ended with the call that Span is.
const MomentAfter = "the moment after"

// TheResult is the Role of the value of a body that has no name.
const TheResult = "the result"

// Measured is one measure of a value.
type Measured struct {
	Name string
	Term *smt.Term
	// Label: a label of the occurrence, not a measure of the value.
	Label bool
	// Volatile: what is known of it ends with the plan.
	Volatile bool
}

// LinearValue is a linear value (or part of the result) with its measures.
type LinearValue struct {
	Path     string // "result", "result.0"
	Type     string
	Guard    *smt.Term
	Term     *smt.Term
	Measures []Measured
}

// Goals lists the goals in order.
func (v *VC) Goals() []*Goal {
	var out []*Goal
	for _, s := range v.Steps {
		if g, ok := s.(*Goal); ok {
			out = append(out, g)
		}
	}
	return out
}
