// Package z3 decides the terms of package smt with the Z3 theorem prover
// (de Moura and Bjørner, TACAS 2008). It binds the C API of libz3 at run time,
// without cgo.
//
// A Solver is one Z3 context with one "simple" (incremental SMT core) solver in
// it. Terms are hash-consed in the pool and in Z3, so each is translated once
// per solver and its translation outlives Pop. Calls into C cost more than most
// of what they do; the package therefore names symbols by number instead of by
// string, learns of errors through the error handler instead of asking after each call, and
// uses a context that keeps its ASTs until Close instead of counting references
// to each. Solvers, models and vectors are counted and released at once.
//
// Nothing libz3 does may end the process: errors are collected and make every
// later answer Unknown. Z3's own ideas that the semantics of smt does not
// share stay inside: strings are handed over with every special character
// escaped, and text outside Z3's alphabet (above U+2FFFF) is answered Unknown.
//
// A Library may be shared by goroutines; a Solver and its pool belong to one
// goroutine at a time.
package z3
