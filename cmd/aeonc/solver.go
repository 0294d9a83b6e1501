package main

import (
	"sync"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

// solver is libz3 while it is being loaded: that takes a few milliseconds, in
// which files can be read.
type solver struct {
	done chan struct{}
	lib  *z3.Library
	err  error
}

// libz3 loads the library once per process: it cannot be unloaded.
var libz3 = sync.OnceValues(func() (*z3.Library, error) { return z3.Load("") })

// loadSolver starts loading libz3.
func loadSolver() *solver {
	s := &solver{done: make(chan struct{})}
	go func() {
		defer close(s.done)
		s.lib, s.err = libz3()
	}()
	return s
}

// wait returns the library, or a fault that says how to get one.
func (s *solver) wait() (*z3.Library, *fault) {
	<-s.done
	if s.err == nil {
		return s.lib, nil
	}
	d := diag.New(diag.Span{}, noSolver, s.err).Note("%s", howToInstall)
	return nil, &fault{checker.Failed, d}
}
