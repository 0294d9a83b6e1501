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
	if n := len(es.idle); n > 0 {
		i := slices.IndexFunc(es.idle, func(e *engine) bool { return e.last == file })
		if i < 0 {
			i = n - 1
		}
		e := es.idle[i]
		es.idle = slices.Delete(es.idle, i, i+1)
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
	if !failed && !large && !es.closed {
		es.idle = append(es.idle, e)
		return
	}
	go e.session.Close()
	if large && !es.closed && len(es.idle) == 0 && es.first == nil {
		es.first = open(s.cfg)
	}
}

// Close frees the solvers of a Spec that is no longer used, those lent out as soon
// as they are given back.
func (s *Spec) Close() {
	runtime.SetFinalizer(s, nil) // one less round of the collector
	s.engines.mu.Lock()
	defer s.engines.mu.Unlock()
	for _, e := range s.engines.idle {
		e.session.Close()
	}
	s.engines.idle, s.engines.closed = nil, true
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
