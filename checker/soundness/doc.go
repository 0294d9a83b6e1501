// Package soundness tests the checker against a second opinion. It writes
// random small specs and plans (generate*.go), asks the checker for a verdict,
// and runs every accepted plan in a reference interpreter (interp*.go) against
// random behaviours of the natives that respect their postconditions. An
// accepted plan that breaks a precondition, divides by zero, uses a linear
// value twice or leaves one over is a soundness bug of the checker.
//
// The interpreter shares no code and no semantics with the encoding. It runs
// the tree that the generator built, not the tree that the parser read from
// its text, so a parser that groups operators wrongly is caught as well. Its
// operators are those of the executors' Python: floor division, unbounded
// integers, machine floats, strings of code points.
//
// The world that the natives live in is chosen lazily and adversely: a measure
// of a value has no value until something depends on it; where a precondition
// depends on it, the choice that breaks the precondition is tried first
// (predicate.go). This is what makes a few runs per plan enough.
//
// An accepted plan of a spec with labels is also run twice, with inputs that differ
// in what carries a label only, and has to send the same to parameters that demand
// to be without it (tworun.go).
//
// The counterexamples of rejected plans are replayed (replay.go). A run follows the
// whole execution that a counterexample is taken from (script.go): natives give what
// they give there, measures are what they are there, and what it leaves open is
// chosen; helpers and functions are run by themselves on the arguments of which the
// checker speaks (drive.go). The named conjunct has to break in it, as the
// interpreter evaluates it; a demand that was proved and is not met on the way is a
// failure of the checker as well.
//
// Not generated, so not tested here: recursion and decreasing_by, mutual blocks,
// axioms, measures of inductive types, erased (0) parameters, abstract
// refinements, natives that return functions, several contracts, several specs,
// split and join. The interpreter runs all of them. That the labels of literals
// after $model tell different texts apart is followed by provenance only: two runs
// have the same plan.
package soundness
