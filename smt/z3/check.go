package z3

import (
	"context"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/aeonc/aeonc/smt"
	"github.com/ebitengine/purego"
)

// Reasons for Unknown that this package gives; others are Z3's words.
const (
	ReasonCanceled = "canceled"
	ReasonTimeout  = "timeout"
	ReasonRLimit   = "max. resource limit exceeded"
	reasonClosed   = "the solver is closed"
)

// Check decides whether the facts of all scopes together with the assumptions
// have a model. It returns Unknown, and Reason says why, when the context is
// cancelled, a limit is reached, a fact or assumption cannot be expressed in Z3, or Z3 fails.
func (s *Solver) Check(ctx context.Context, assumptions ...*smt.Term) smt.Result {
	s.dropModel()
	s.core = nil
	if s.reason = s.obstacle(ctx); s.reason != "" {
		return smt.Unknown
	}
	m := s.options.Memo
	if m == nil {
		return s.ask(ctx, assumptions)
	}
	n := s.top().at
	for _, t := range assumptions {
		n = m.child(n, edge{t, true})
	}
	if n.answer == nil {
		result := s.ask(ctx, assumptions)
		if result == smt.Unknown {
			return result
		}
		n.answer = &answer{result: result, core: s.core}
	} else {
		s.asked = &question{ctx, append([]*smt.Term{}, assumptions...)}
	}
	s.answer = n.answer
	s.core, s.sat = n.answer.core, n.answer.result == smt.Sat
	return n.answer.result
}

// question is a check that the Memo has answered: Z3 was not asked.
type question struct {
	ctx         context.Context
	assumptions []*smt.Term
}

// ask puts the question to Z3.
func (s *Solver) ask(ctx context.Context, assumptions []*smt.Term) smt.Result {
	if s.spent {
		s.revive()
	}
	s.give()
	if s.reason = s.obstacle(ctx); s.reason != "" {
		return smt.Unknown
	}
	literals := make([]uintptr, len(assumptions))
	for i, t := range assumptions {
		literals[i], s.reason = s.assumption(t)
		if s.reason != "" {
			return smt.Unknown
		}
	}
	switch s.decide(ctx, literals) {
	case 1:
		s.sat = true
		return smt.Sat
	case -1:
		if len(literals) > 0 {
			s.core = s.readCore(assumptions, literals)
		}
		return smt.Unsat
	}
	return smt.Unknown
}

// Reason says why the last check was Unknown.
func (s *Solver) Reason() string { return s.reason }

// Core returns, after an Unsat, assumptions which the facts contradict; not
// always the fewest. It is empty if the facts contradict each other.
func (s *Solver) Core() []*smt.Term { return s.core }

// obstacle returns why there is no point in asking Z3, or "".
func (s *Solver) obstacle(ctx context.Context) string {
	switch {
	case s.closed:
		return reasonClosed
	case s.err != nil:
		return s.err.Error()
	case ctx.Err() != nil:
		return ReasonCanceled
	}
	for i := range s.scopes {
		if s.scopes[i].inexpressible != "" {
			return s.scopes[i].inexpressible
		}
	}
	return ""
}

// A proxy is a constant that stands for an assumption, which it implies. It is
// made once, and its definition asserted in the scopes that need it.
type proxy struct {
	literal, definition uintptr
	asserted            bool // in one of the scopes
}

// assumption returns a Z3 literal that stands for t, or the reason why there is
// none. Z3 wants constants and their negations; for others there is a proxy.
func (s *Solver) assumption(t *smt.Term) (literal uintptr, reason string) {
	ast, reason := s.translate(t)
	if reason != "" {
		return 0, reason
	}
	if s.err != nil {
		return 0, s.err.Error()
	}
	if t.IsSymbol() || t.Op == smt.OpNot && t.Args[0].IsSymbol() {
		return ast, ""
	}
	p := s.proxies[t]
	if p.literal == 0 {
		a := &s.lib.api
		boolSort, _ := s.sort(s.pool.Bool())
		p.literal = s.call(a.mkFreshConst, uintptr(unsafe.Pointer(cString("assume"))), boolSort)
		if p.literal != 0 {
			p.definition = s.call(a.mkImplies, p.literal, ast)
		}
		if p.literal == 0 || p.definition == 0 {
			s.fail("assuming")
			return 0, s.err.Error()
		}
	}
	if !p.asserted {
		s.call(s.lib.api.solverAssert, s.solver, p.definition)
		if s.errorCode != 0 {
			s.fail("assuming")
			return 0, s.err.Error()
		}
		p.asserted = true
		top := s.top()
		top.proxies = append(top.proxies, t)
	}
	s.proxies[t] = p
	return p.literal, ""
}

// decide runs Z3 under the limits: 1 for sat, -1 for unsat, 0 for unknown.
func (s *Solver) decide(ctx context.Context, literals []uintptr) int {
	s.errorCode = 0
	w := &s.watch
	w.begin(s, ctx)
	r := asInt(s.call(s.lib.api.solverCheckAssumptions, s.solver, uintptr(len(literals)), uintptr(unsafe.Pointer(unsafe.SliceData(literals)))))
	stopped := w.end(s)
	s.spent = r == 0
	switch {
	case s.errorCode != 0:
		s.reason = s.takeError().Error()
		return 0
	case r != 0:
		return r
	case stopped != "":
		s.reason = stopped
	default:
		s.reason = goString(s.call(s.lib.api.solverGetReasonUnknown, s.solver))
		if s.reason == "canceled" || strings.Contains(s.reason, "resource limit") {
			s.reason = ReasonRLimit // nobody else cancelled it
		}
	}
	return 0
}

// readCore asks Z3 for the unsatisfiable core.
func (s *Solver) readCore(assumptions []*smt.Term, literals []uintptr) []*smt.Term {
	a := &s.lib.api
	v := s.call(a.solverGetUnsatCore, s.solver)
	if v == 0 {
		s.takeError()
		return assumptions
	}
	s.call(a.astVectorIncRef, v)
	defer s.call(a.astVectorDecRef, v)
	inCore := make(map[uintptr]bool)
	for i := range uint32(s.call(a.astVectorSize, v)) {
		inCore[s.call(a.astVectorGet, v, uintptr(i))] = true
	}
	core := []*smt.Term{}
	for i, t := range assumptions {
		if inCore[literals[i]] {
			inCore[literals[i]] = false
			core = append(core, t)
		}
	}
	return core
}

// A watch interrupts a check that runs too long or is cancelled.
type watch struct {
	timer   *time.Timer // kept from check to check
	stopCtx func() bool

	mu       sync.Mutex
	running  bool
	check    uint64    // number of the check, so that a late signal cannot hit the next one
	deadline time.Time // of the running check
	stopped  string    // why it was interrupted
	insisted bool      // Z3_interrupt was used, which leaves a mark on the context
}

// begin starts watching a check. A context that cannot be cancelled costs
// nothing, and no goroutine runs before something happens.
func (w *watch) begin(s *Solver, ctx context.Context) {
	w.mu.Lock()
	w.check++
	check := w.check
	w.running, w.stopped, w.insisted = true, "", false
	w.deadline = time.Now().Add(s.options.Timeout)
	w.mu.Unlock()
	if w.timer == nil {
		w.timer = time.AfterFunc(s.options.Timeout, func() { w.expire(s) })
	} else {
		w.timer.Reset(s.options.Timeout)
	}
	w.stopCtx = nil
	if ctx.Done() != nil {
		w.stopCtx = context.AfterFunc(ctx, func() { w.interrupt(s, check, ReasonCanceled) })
	}
}

// end stops watching and returns why the check was interrupted, "" if it was not.
func (w *watch) end(s *Solver) string {
	w.timer.Stop()
	if w.stopCtx != nil {
		w.stopCtx()
	}
	w.mu.Lock()
	w.running = false
	stopped, insisted := w.stopped, w.insisted
	w.mu.Unlock()
	if insisted {
		s.clearInterrupt()
	}
	return stopped
}

// expire is called by the timer, possibly late, when another check runs.
func (w *watch) expire(s *Solver) {
	w.mu.Lock()
	check, due := w.check, !time.Now().Before(w.deadline)
	w.mu.Unlock()
	if due {
		w.interrupt(s, check, ReasonTimeout)
	}
}

// interrupt stops a check. Z3_solver_interrupt is exact (it does nothing unless
// the solver is checking) but is lost in the moment in which a check begins; so
// if the check goes on, Z3_interrupt follows.
func (w *watch) interrupt(s *Solver, check uint64, reason string) {
	for attempt := 0; ; attempt++ {
		w.mu.Lock()
		if !w.running || w.check != check {
			w.mu.Unlock()
			return
		}
		if w.stopped == "" {
			w.stopped = reason
		}
		purego.SyscallN(s.lib.api.solverInterrupt, s.context, s.solver)
		if attempt > 0 {
			w.insisted = true
			purego.SyscallN(s.lib.api.interrupt, s.context)
		}
		w.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
}

// clearInterrupt makes the context usable again after Z3_interrupt, whose mark
// only a check removes: it checks an empty solver.
func (s *Solver) clearInterrupt() {
	a := &s.lib.api
	empty := s.call(a.mkSimpleSolver)
	if empty == 0 {
		s.fail("making a solver")
		return
	}
	s.call(a.solverIncRef, empty)
	s.call(a.solverCheckAssumptions, empty, 0, 0)
	s.call(a.solverDecRef, empty)
}
