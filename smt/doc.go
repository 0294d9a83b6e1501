// Package smt holds many-sorted first-order terms and simplifies them as they
// are built. It knows nothing of any solver or of the language that is
// verified: package z3 decides terms, package smtlib prints them.
//
// A Pool owns sorts and terms. Terms are hash-consed (Filliâtre and Conchon,
// "Type-safe modular hash-consing", 2006): two terms of one pool are equal as
// trees exactly when they are the same pointer, so a term is a DAG, a map may be
// keyed by *Term, and "is this goal among the hypotheses" is a pointer test.
//
// The only way to a term is through the smart constructors of Pool. Each looks
// at its arguments one level deep, folds what is constant, puts what is left into
// a canonical shape (conjunctions flattened and ordered, linear sums collected,
// comparisons with positive coefficients on both sides), and never changes the
// meaning. None of them recurses over a term, so neither depth nor sharing costs
// more than it should.
//
// Sort errors are mistakes of the caller, not of the input, and panic.
//
// A Pool and its terms belong to one goroutine at a time.
package smt
