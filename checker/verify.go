package checker

import (
	"context"
	"regexp"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/linear"
	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/checker/refine"
	"github.com/aeonc/aeonc/checker/trust"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
)

// verification is what the solver found in the specs themselves.
type verification struct {
	diags       []*diag.Diagnostic
	obligations []Obligation
	invariants  []Invariant
	// failed: no solver, or the solver broke.
	failed bool
	// contextual: it may depend on specs that the module does not import.
	contextual bool
}

// scope says which modules a verification is about.
type scope int

const (
	// ofAll: every module that was loaded.
	ofAll scope = iota
	// ofOthers: those that are not built in. What is built in cannot differ from
	// what the tests of this very program have verified, and to do it again before
	// each plan would cost more than the plan.
	ofOthers
)

// verify checks each spec once; every plan's result includes what it found.
func (s *Spec) verify(ctx context.Context, of scope) *verification {
	all := &verification{}
	if s.cfg.Solver == nil {
		all.fail(noSolver(s.cfg.SolverError))
		return all
	}
	if len(s.Diagnostics) > 0 && s.hasSyntaxErrors() {
		return all
	}
	s.verifying.Lock()
	defer s.verifying.Unlock()
	var e *engine
	defer func() {
		if e != nil {
			s.give(e, all.failed)
		}
	}()
	// A built-in module is what was verified only if all that it imports is.
	other := map[*load.Module]bool{}
	for i, m := range s.modules {
		source := s.program.Modules[i]
		other[source] = !source.Builtin
		for _, im := range source.Imports {
			other[source] = other[source] || other[im.Target]
		}
		if of == ofOthers && !other[source] {
			continue
		}
		v := s.found.verifiedModule(m)
		if v == nil {
			if e == nil {
				e = s.engines.take(s, "")
			}
			v = &verification{}
			s.verifyModule(ctx, m, e, v)
			if ctx.Err() == nil {
				s.found.keep(m, v) // what was broken off by its caller is not kept for the next
			}
		}
		all.diags = append(all.diags, v.diags...)
		all.obligations = append(all.obligations, v.obligations...)
		all.invariants = append(all.invariants, v.invariants...)
		all.failed = all.failed || v.failed
	}
	all.diags = append(copies(s.allowed(all.diags)), s.unusedAllowances(of == ofAll)...)
	return all
}

func noSolver(err error) *diag.Diagnostic {
	d := diag.New(diag.Span{}, diag.NoSolver)
	if err != nil {
		d.Note("%s", err)
	}
	return d
}

func (v *verification) fail(d *diag.Diagnostic) {
	v.failed = true
	v.diags = append(v.diags, d)
}

// hasSyntaxErrors reports whether some spec did not parse, or was not found:
// then what the rest means is not certain.
func (s *Spec) hasSyntaxErrors() bool {
	for _, d := range s.Diagnostics {
		switch d.Code[:3] {
		case "AE1", "AE9":
			return true
		}
		if d.Code == "AE206" {
			return true
		}
	}
	return false
}

func (s *Spec) verifyModule(ctx context.Context, m *core.Module, e *engine, v *verification) {
	for _, g := range m.Globals {
		if make := s.condition(g, e); make != nil {
			cond, ds, o := e.verify(ctx, make, func(*vc.VC) {}, s.cfg.WantScripts)
			v.diags = append(v.diags, ds...)
			v.contextual = v.contextual || hasLoop(cond)
			v.add(o, s.cfg.Strict)
		}
	}
	for _, c := range m.Contracts {
		if core.ContractBroken(c) {
			continue
		}
		cond, ds := e.shared.Contract(c)
		v.diags = append(v.diags, ds...)
		v.add(e.decide(ctx, cond, s.cfg.WantScripts), s.cfg.Strict)
	}
	for _, x := range m.Examples {
		if d := s.example(ctx, x, e, v); d != nil {
			v.diags = append(v.diags, d)
		}
	}
}

// condition is the verification condition of a global, nil where there is
// nothing to ask.
func (s *Spec) condition(g *core.Global, e *engine) unitOf {
	if core.Broken(g) {
		return nil
	}
	if g.Kind == core.DefFn && !g.Hole {
		if g.Body == nil || core.MentionsBroken(g.Body) {
			return nil
		}
		return func(effort refine.Effort) (*vc.VC, []*diag.Diagnostic) { return e.shared.Def(g, effort) }
	}
	if g.Kind == core.BuiltinFn {
		return nil
	}
	asks := core.MentionsRefinement(g.Result)
	for _, p := range g.Params {
		asks = asks || core.MentionsRefinement(p.Type)
	}
	if !asks || plainlySatisfiable(g) {
		return nil
	}
	return func(refine.Effort) (*vc.VC, []*diag.Diagnostic) { return e.shared.Signature(g) }
}

func (v *verification) add(o outcome, strict bool) {
	for _, d := range o.diags {
		if strict && d.Code == "AE601" {
			d.Severity = diag.Error
		}
		v.diags = append(v.diags, d)
	}
	v.obligations = append(v.obligations, o.obligations...)
	v.invariants = append(v.invariants, o.invariants...)
	if o.err != nil {
		v.fail(diag.New(diag.Span{}, diag.SolverFailed, o.err))
	}
}

// example checks one example as a plan and compares its verdict with the one
// its author claims.
func (s *Spec) example(ctx context.Context, x *core.Example, e *engine, v *verification) *diag.Diagnostic {
	ds := append([]*diag.Diagnostic{}, x.Diagnostics...)
	ds = append(ds, trust.CheckBody(x.Source, s.reserved)...)
	if b := x.Body; b.Expr != nil && !core.MentionsBroken(b.Expr) && !core.ContractBroken(b.Contract) {
		ds = append(ds, linear.CheckPlanRefs(b.Expr)...)
		ds = append(ds, linear.Check(linear.Unit{Params: b.Params, Result: b.Result, Body: b.Expr, FromPlan: true})...)
		_, found, o := e.verify(ctx, func(effort refine.Effort) (*vc.VC, []*diag.Diagnostic) {
			return e.shared.Body(b, refine.Context{Effort: effort})
		}, func(cond *vc.VC) { cond.Terse = !x.Accept }, s.cfg.WantScripts)
		ds = append(ds, found...)
		ds = append(ds, o.diags...)
		if x.Accept {
			// Of an example that is to be rejected they need not hold.
			v.obligations = append(v.obligations, o.obligations...)
			v.invariants = append(v.invariants, o.invariants...)
		}
		if o.err != nil {
			v.fail(diag.New(diag.Span{}, diag.SolverFailed, o.err))
		}
	}
	if x.Body.Expr == nil && !diag.HasErrors(ds) {
		ds = append(ds, diag.New(x.Span, diag.NotChecked))
	}
	ds = diag.Sort(ds)
	rejected := diag.HasErrors(ds)
	matches := func() bool {
		if x.Code == "" {
			return true
		}
		re, err := regexp.Compile("^(?:" + x.Code + ")$")
		for _, d := range ds {
			if d.Severity == diag.Error && (err == nil && re.MatchString(string(d.Code)) || string(d.Code) == x.Code) {
				return true
			}
		}
		return false
	}
	switch {
	case x.Accept && !rejected, !x.Accept && rejected && matches():
		return nil
	case x.Accept:
		d := diag.New(x.Span, diag.ExampleRejected, x.Title)
		for _, f := range ds {
			if f.Severity == diag.Error {
				d.With(f.Span, "%s: %s", f.Code, f.Message)
			}
		}
		return d
	case rejected:
		d := diag.New(x.Span, diag.ExampleOtherCode, x.Title, x.Code)
		for _, f := range ds {
			if f.Severity == diag.Error {
				d.With(f.Span, "%s: %s", f.Code, f.Message)
			}
		}
		return d
	}
	return diag.New(x.Span, diag.ExampleAccepted, x.Title)
}
