package solve

import (
	"time"

	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// Limits bound each obligation.
type Limits struct {
	Timeout   time.Duration
	Resources uint32
	// Memo remembers the answers for the next check of the session; nil: nothing does.
	Memo *z3.Memo
}

// Default limits: the resource limit is what decides, the same on every
// machine; the clock is the safety net under it.
const (
	DefaultTimeout   = 3 * time.Second
	DefaultResources = 3_000_000
)

// firstShare is the part of the limits that the incremental attempt gets; what
// it does not prove is decided again with all of them.
const firstShare = 4

// Session is a solver for the units of one run, which share a pool. It is not
// safe for concurrent use.
type Session struct {
	lib    *z3.Library
	pool   *smt.Pool
	limits Limits
	opened chan struct{} // closed once solver or fault is set
	solver *z3.Solver
	fault  error
	// wasted is the time that went into goals which were not decided, since Begin;
	// gaveUp is set once it was too much.
	wasted time.Duration
	gaveUp bool
	// WantSupports asks for what the goals that were proved rest on.
	WantSupports bool
	// inquiries counts the goals that were explained since Begin, doubts the questions
	// for that which were not decided.
	inquiries, doubts int
	spares            spares
}

// maxWasted bounds the time that a check spends on goals that it cannot decide:
// it is rejected already, and more of them would only make its author wait.
const maxWasted = 6 * time.Second

// Begin starts a check of several units, which share one budget.
func (s *Session) Begin() {
	if m := s.limits.Memo; m != nil {
		m.Begin()
	}
	s.wasted, s.gaveUp, s.inquiries, s.doubts = 0, false, 0, 0
	s.WantSupports = false
}

// NewSession begins to open a session, which takes longer than reading a small
// plan, and returns at once; a fault is reported by Run. Close must be called.
func NewSession(lib *z3.Library, p *smt.Pool, l Limits) *Session {
	if l.Timeout == 0 {
		l.Timeout = DefaultTimeout
	}
	if l.Resources == 0 {
		l.Resources = DefaultResources
	}
	s := &Session{lib: lib, pool: p, limits: l, opened: make(chan struct{})}
	go func() {
		defer close(s.opened)
		s.solver, s.fault = s.open()
	}()
	return s
}

// open makes an incremental solver.
func (s *Session) open() (*z3.Solver, error) {
	z, err := s.lib.NewSolver(s.pool, s.firstOptions())
	if err == nil {
		err = z.Open()
	}
	return z, err
}

func (s *Session) firstOptions() z3.Options {
	first := s.options()
	first.RLimit /= firstShare
	first.Timeout /= firstShare
	return first
}

func (s *Session) options() z3.Options {
	return z3.Options{RLimit: s.limits.Resources, Timeout: s.limits.Timeout, Memo: s.limits.Memo}
}

// Close frees the solver.
func (s *Session) Close() {
	<-s.opened
	if s.solver != nil {
		s.solver.Close()
	}
	s.spares.close()
}
