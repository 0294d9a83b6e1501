package z3

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"github.com/aeonc/aeonc/smt"
	"github.com/ebitengine/purego"
)

// Defaults for the zero Options.
const (
	DefaultRLimit  = 4_000_000
	DefaultTimeout = 10 * time.Second
)

// Options limit each single check. They never change an answer into another one,
// only into Unknown.
type Options struct {
	// RLimit bounds the work of a check in Z3's own unit, so that the outcome does
	// not depend on the machine; a million is about half a second of string
	// solving or one and a half of propositional search. Zero means DefaultRLimit.
	RLimit uint32
	// Timeout bounds the wall-clock time of a check. It is needed besides RLimit:
	// Z3 does not count what its solvers for hard integer and nonlinear arithmetic do.
	// Zero means DefaultTimeout.
	Timeout time.Duration
	// Seed is Z3's random seed.
	Seed uint32
	// Memo remembers answers, nil: none does. A solver with one does nothing before it
	// is asked something that the Memo does not know; and what was not asked of a model
	// before the first change after a check may not be known of it later.
	Memo *Memo
}

// A Solver decides terms of one pool. Facts are asserted in a stack of scopes.
type Solver struct {
	lib     *Library
	pool    *smt.Pool
	options Options
	context uintptr
	solver  uintptr

	errorCode uint32 // of the last failed call, set by the error handler
	err       error  // the first error; with it, nothing the solver holds can be relied on
	closed    bool

	scopes []scope // scopes[0] is never popped
	reason string  // of the last Unknown
	core   []*smt.Term
	// answer is that of the last check, nil where there is no Memo or it was Unknown.
	// Until it is asked for more than the Memo knows, Z3 was not asked.
	answer *answer
	asked  *question // that the answer is to
	// spent: the last check was broken off. libz3 4.8.12 may end the process when
	// such a solver is used again, even to leave a scope, so that it is not touched
	// until the next check makes a new one.
	spent   bool
	sat     bool    // the last answer was Sat and nothing changed since
	model   uintptr // the model of the last Sat, once it was asked for
	watch   watch
	proxies map[*smt.Term]proxy // of assumptions

	translation
}

// A scope is what Pop undoes on this side of the C API.
type scope struct {
	facts         []*smt.Term // what was asserted in it
	given         int         // how many of these Z3 has
	open          bool        // Z3 has the scope
	inexpressible string      // why a fact of this scope could not be given to Z3
	proxies       []*smt.Term // assumptions whose proxy was asserted in this scope
	at            *node       // of the Memo: the facts up to here
}

// NewSolver returns a solver without facts for terms of pool p. It must be
// closed.
func (l *Library) NewSolver(p *smt.Pool, o Options) (*Solver, error) {
	if o.RLimit == 0 {
		o.RLimit = DefaultRLimit
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	s := &Solver{lib: l, pool: p, options: o, scopes: make([]scope, 1), proxies: make(map[*smt.Term]proxy)}
	s.translation.init()
	if o.Memo != nil {
		s.scopes[0].at = o.Memo.root
		return s, nil
	}
	if err := s.Open(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Open makes the Z3 context now, where that was put off. The error is also that of
// Err.
func (s *Solver) Open() error {
	if s.context != 0 || s.closed || s.err != nil {
		return s.err
	}
	l := s.lib
	config, _, _ := purego.SyscallN(l.api.mkConfig)
	context, _, _ := purego.SyscallN(l.api.mkContext, config)
	purego.SyscallN(l.api.delConfig, config)
	if context == 0 {
		s.err = errors.New("z3: no context could be made")
		return s.err
	}
	s.context = context
	l.register(context, s)
	s.call(l.api.setErrorHandler, l.handler)
	s.makeSolver()
	return s.err
}

// makeSolver makes the Z3 solver and sets its limits.
func (s *Solver) makeSolver() {
	a := &s.lib.api
	s.solver = s.call(a.mkSimpleSolver)
	if s.solver == 0 {
		s.fail("making a solver")
		return
	}
	s.call(a.solverIncRef, s.solver)
	params := s.call(a.mkParams)
	s.call(a.paramsIncRef, params)
	s.call(a.paramsSetUint, params, s.stringSymbol("rlimit"), uintptr(s.options.RLimit))
	if s.options.Seed != 0 {
		s.call(a.paramsSetUint, params, s.stringSymbol("random_seed"), uintptr(s.options.Seed))
	}
	// Z3 would install a handler for SIGINT during each check, which belongs to Go.
	s.call(a.paramsSetBool, params, s.stringSymbol("ctrl_c"), 0)
	s.call(a.solverSetParams, s.solver, params)
	s.call(a.paramsDecRef, params)
	s.checkError("setting parameters")
}

// stringSymbol returns a Z3 symbol; name must not contain NUL.
func (s *Solver) stringSymbol(name string) uintptr {
	return s.call(s.lib.api.mkStringSymbol, uintptr(unsafe.Pointer(cString(name))))
}

// Assert adds t as a fact of the current scope.
func (s *Solver) Assert(t *smt.Term) {
	if t.IsTrue() || !s.usable() {
		return
	}
	s.sat = false
	top := s.top()
	top.facts = append(top.facts, t)
	if s.options.Memo != nil {
		top.at = s.options.Memo.child(top.at, edge{term: t})
		return
	}
	s.give()
}

func (s *Solver) top() *scope { return &s.scopes[len(s.scopes)-1] }

// Push opens a scope.
func (s *Solver) Push() {
	s.scopes = append(s.scopes, scope{at: s.top().at})
	if !s.usable() {
		return
	}
	s.sat = false
	if s.options.Memo == nil {
		s.give()
	}
}

// give tells Z3 of the scopes and facts that it was not told of yet.
func (s *Solver) give() {
	if s.spent || s.Open() != nil {
		return
	}
	for i := range s.scopes {
		sc := &s.scopes[i]
		if i > 0 && !sc.open {
			s.call(s.lib.api.solverPush, s.solver)
			sc.open = true
			s.checkError("push")
		}
		for sc.given < len(sc.facts) && s.err == nil {
			t := sc.facts[sc.given]
			sc.given++
			ast, reason := s.translate(t)
			if reason != "" {
				sc.inexpressible = reason
				continue
			}
			if ast == 0 {
				return
			}
			s.call(s.lib.api.solverAssert, s.solver, ast)
			s.checkError("asserting")
		}
	}
}

// Pop forgets the facts of the n innermost scopes. It panics if there are fewer.
func (s *Solver) Pop(n int) {
	if n < 0 || n >= len(s.scopes) {
		panic(fmt.Sprintf("z3: Pop(%d) of %d scopes", n, len(s.scopes)-1))
	}
	open := 0
	for _, sc := range s.scopes[len(s.scopes)-n:] {
		if sc.open {
			open++
		}
		s.forget(&sc)
	}
	s.scopes = s.scopes[:len(s.scopes)-n]
	if n == 0 || !s.usable() {
		return
	}
	s.sat = false
	if s.spent || open == 0 {
		return
	}
	s.call(s.lib.api.solverPop, s.solver, uintptr(open))
	s.checkError("pop")
}

// forget notes that the assumptions of a scope have no proxy in it any more.
func (s *Solver) forget(sc *scope) {
	for _, t := range sc.proxies {
		p := s.proxies[t]
		p.asserted = false
		s.proxies[t] = p
	}
	sc.proxies = nil
}

// Reset forgets all facts and scopes, and an error if there was one; what was
// translated is kept.
func (s *Solver) Reset() {
	if s.closed {
		return
	}
	s.dropModel()
	s.scopes = append(s.scopes[:0], scope{})
	if s.options.Memo != nil {
		s.scopes[0].at = s.options.Memo.root
	}
	clear(s.proxies)
	s.err, s.core, s.reason, s.spent = nil, nil, "", false
	if s.context == 0 {
		return
	}
	if s.solver != 0 {
		s.call(s.lib.api.solverDecRef, s.solver)
	}
	s.makeSolver()
}

// revive makes a new Z3 solver with the facts of all scopes.
func (s *Solver) revive() {
	s.spent = false
	s.call(s.lib.api.solverDecRef, s.solver)
	s.makeSolver()
	for i := range s.scopes {
		sc := &s.scopes[i]
		s.forget(sc)
		sc.given, sc.open = 0, false
	}
	s.give()
	s.checkError("making the solver anew")
}

// Close frees the solver and its context. Only Err, Reason and Close may be
// called afterwards with any effect; checks answer Unknown.
func (s *Solver) Close() {
	if s.closed {
		return
	}
	s.dropModel()
	s.closed = true
	if s.watch.timer != nil {
		s.watch.timer.Stop()
	}
	if s.context == 0 {
		return
	}
	if s.solver != 0 {
		s.call(s.lib.api.solverDecRef, s.solver)
	}
	s.call(s.lib.api.delContext)
	s.lib.unregister(s.context)
	s.translation = translation{}
}

// Err returns the first error that libz3 reported since NewSolver or Reset. While
// there is one, every check answers Unknown.
func (s *Solver) Err() error { return s.err }

func (s *Solver) usable() bool { return s.err == nil && !s.closed }

// fail records that an operation failed.
func (s *Solver) fail(operation string) {
	err := s.takeError()
	if s.err == nil {
		s.err = fmt.Errorf("z3: %s: %w", operation, err)
	}
}

// checkError records an error of the calls since the last one.
func (s *Solver) checkError(operation string) {
	if s.errorCode != 0 {
		s.fail(operation)
	}
}

// takeError returns the error that the handler was told of and forgets it.
func (s *Solver) takeError() error {
	code := s.errorCode
	s.errorCode = 0
	if code == 0 {
		return errors.New("no result")
	}
	if msg := goString(s.call(s.lib.api.getErrorMsg, uintptr(code))); msg != "" {
		return errors.New(msg)
	}
	return fmt.Errorf("error %d", code)
}
