package checker

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"github.com/aeonc/aeonc/checker/refine"
	"github.com/aeonc/aeonc/checker/solve"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/smtlib"
	"github.com/aeonc/aeonc/smt/z3"
)

// engine is one solver session with the terms that it knows. Making one costs
// more than checking a small plan, so engines are kept and lent out.
type engine struct {
	shared  *refine.Shared
	session *solve.Session
	// last is the file that it checked last, about which it knows most.
	last string
}

// engines keeps the idle engines of a Spec.
type engines struct {
	mu     sync.Mutex
	idle   []*engine
	first  *opening
	closed bool // the Spec is no longer used
}

// maxTerms bounds what an engine may have piled up before it is thrown away.
const maxTerms = 150_000

// take lends an idle engine for a file, or a new one. The solver of a new one is
// opened while its first unit is prepared.
func (es *engines) take(s *Spec, file string) *engine {
	es.mu.Lock()
	defer es.mu.Unlock()
	var e *engine
	if es.idle, e = pick(es.idle, file); e == nil && es.first == nil {
		if e = s.inherited.take(file); e != nil {
			e.shared = e.shared.Next(s.world, s.modules)
		}
	}
	if e != nil {
		e.last = file
		e.session.Begin()
		return e
	}
	p := es.first
	if es.first = nil; p == nil {
		p = open(s.cfg)
	}
	shared := refine.NewShared(s.world, p.pool)
	shared.UseModules(s.modules)
	return &engine{shared: shared, session: p.session, last: file}
}

// pick takes one of the idle engines, the one that knows the file if there is one.
func pick(idle []*engine, file string) ([]*engine, *engine) {
	if len(idle) == 0 {
		return idle, nil
	}
	i := slices.IndexFunc(idle, func(e *engine) bool { return e.last == file })
	if i < 0 {
		i = len(idle) - 1
	}
	e := idle[i]
	return slices.Delete(idle, i, i+1), e
}

// opening is a solver session that is being opened, for an engine to come.
type opening struct {
	pool    *smt.Pool
	session *solve.Session
}

func open(cfg Config) *opening {
	pool := smt.NewPool()
	limits := solve.Limits{Timeout: cfg.Timeout, Resources: cfg.Resources}
	if cfg.Memo {
		limits.Memo = z3.NewMemo()
	}
	return &opening{pool, solve.NewSession(cfg.Solver, pool, limits)}
}

// prepare opens the session of the first engine while the specs are read.
func (es *engines) prepare(cfg Config) {
	if cfg.Solver != nil {
		es.first = open(cfg)
	}
}

// give returns an engine. One that failed or has grown too large is closed, which
// takes a while and so is done beside; what takes the place of the large one starts
// at once, so that the check that needs it does not wait.
func (s *Spec) give(e *engine, failed bool) {
	es := &s.engines
	es.mu.Lock()
	defer es.mu.Unlock()
	large := e.shared.Pool().Size() > maxTerms
	if !failed && !large {
		if !es.closed {
			es.idle = append(es.idle, e)
			return
		}
		if s.found.engines.put(e) {
			return
		}
	}
	go e.session.Close()
	if large && !es.closed && len(es.idle) == 0 && es.first == nil {
		es.first = open(s.cfg)
	}
}

// Close frees the solvers of a Spec that is no longer used, those lent out as soon
// as they are given back; or leaves them to the Spec that takes its place.
func (s *Spec) Close() {
	runtime.SetFinalizer(s, nil) // one less round of the collector
	s.engines.mu.Lock()
	defer s.engines.mu.Unlock()
	for _, e := range s.engines.idle {
		if !s.found.engines.put(e) {
			e.session.Close()
		}
	}
	s.engines.idle, s.engines.closed = nil, true
	s.inherited.close()
	if s.engines.first != nil {
		s.engines.first.session.Close()
		s.engines.first = nil
	}
}

// outcome is what running one unit found.
type outcome struct {
	diags       []*diag.Diagnostic
	obligations []Obligation
	invariants  []Invariant
	solved      *solve.Outcome
	err         error
}

// unitOf makes the verification condition of a unit with an effort, and tells the
// faults that need no solver.
type unitOf func(refine.Effort) (*vc.VC, []*diag.Diagnostic)

// verify makes and decides a unit. Where something is not proved after a loop for
// which more could be tried, it is decided again with that: the second answer counts
// if it is that everything holds, for a candidate that was not tried can only be
// missed, never be in the way.
func (e *engine) verify(ctx context.Context, make unitOf, wants func(*vc.VC), scripts bool) (*vc.VC, []*diag.Diagnostic, outcome) {
	cond, ds := make(refine.Quick)
	wants(cond)
	o := e.decide(ctx, cond, scripts)
	if !cond.More || o.err != nil || ctx.Err() != nil || !failsAfterLoop(cond, o.solved) {
		return cond, ds, o
	}
	more, found := make(refine.Deep)
	wants(more)
	more.Terse = true
	if again := e.decide(ctx, more, scripts); again.err == nil && !diag.HasErrors(again.diags) {
		return more, found, again
	}
	return cond, ds, o
}

// failsAfterLoop reports whether some goal was not proved that a loop's invariant
// could help to prove.
func failsAfterLoop(v *vc.VC, o *solve.Outcome) bool {
	status := map[*vc.Goal]solve.Status{}
	for _, g := range o.Goals {
		status[g.Goal] = g.Status
	}
	inLoop := false
	for _, s := range v.Steps {
		switch s := s.(type) {
		case *vc.Region:
			inLoop = true
		case *vc.Goal:
			if inLoop && status[s] != solve.Proved {
				return true
			}
		}
	}
	return false
}

// decide runs one verification condition.
func (e *engine) decide(ctx context.Context, v *vc.VC, scripts bool) outcome {
	out, err := e.session.Run(ctx, v)
	o := outcome{diags: out.Diags, solved: out, err: err}
	for _, g := range out.Goals {
		o.obligations = append(o.obligations, obligation(v, out, g, scripts))
	}
	for _, i := range out.Invariants {
		o.invariants = append(o.invariants, Invariant{At: i.Kappa.At, Of: i.Kappa.Name, Holds: i.Texts})
	}
	return o
}

func obligation(v *vc.VC, out *solve.Outcome, g *solve.Goal, scripts bool) Obligation {
	o := Obligation{
		Kind: g.Origin.Kind, At: g.Origin.At, Clause: g.Origin.Clause,
		Callee: g.Origin.Callee, Param: g.Origin.Param, Text: g.Origin.Text(),
		Status: [...]Status{Proved, Refuted, Undecided}[g.Status], Counterexample: g.Counterexample, Execution: g.Execution,
		Call: g.Origin.Call,
	}
	if !scripts {
		return o
	}
	var facts []*smt.Term
	for _, f := range out.FactsFor(v, g.Goal) {
		facts = append(facts, v.Pool.Implies(f.Guard, f.Term))
		o.Facts = append(o.Facts, facts[len(facts)-1].String())
	}
	goal := v.Pool.Implies(g.Guard, g.Term)
	o.Goal = goal.String()
	o.Script = smtlib.Script(v.Pool, facts, goal, o.Kind+" "+o.Text)
	return o
}
