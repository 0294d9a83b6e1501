package checker

import (
	"context"
	"strings"
	"time"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/elab"
	"github.com/aeonc/aeonc/checker/linear"
	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/checker/refine"
	"github.com/aeonc/aeonc/checker/solve"
	"github.com/aeonc/aeonc/checker/state"
	"github.com/aeonc/aeonc/checker/termination"
	"github.com/aeonc/aeonc/checker/trust"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// CheckPlan verifies one plan. The spec's own faults are part of the result: a
// plan is never verified under a spec that is not.
func (s *Spec) CheckPlan(ctx context.Context, in PlanInput) *Result { return s.checkPlan(ctx, in, nil) }

// checkPlan verifies a plan; kept, where it is not nil, takes the solver over.
func (s *Spec) checkPlan(ctx context.Context, in PlanInput, kept *Inspection) *Result {
	start := time.Now()
	r := &Result{File: in.Source.Name}
	r.Inputs = append([]Input{digest("plan", in.Source)}, s.inputs...)
	if in.State != nil {
		r.Inputs = append(r.Inputs, digest("state", in.State))
	}
	if in.Prompt != nil {
		r.Inputs = append(r.Inputs, digest("prompt", in.Prompt))
	}
	// What needs no solver comes first: the solver may still be starting.
	p := &planCheck{Spec: s, in: in, result: r, kept: kept}
	ready := p.prepare()
	v := s.verify(ctx, ofOthers)
	p.report(s.Diagnostics...)
	p.report(v.diags...)
	if ready && !v.failed && !p.enough() {
		p.run(ctx)
	}
	s.conclude(r, v)
	if r.Verdict == Verified && !p.complete {
		p.failed = true
		r.Diagnostics = append(r.Diagnostics, diag.New(diag.Span{}, diag.NotChecked))
	}
	if p.unusable && r.Verdict != Failed {
		r.Verdict = Unusable
	}
	if p.failed {
		r.Verdict = Failed
	}
	if r.Verdict != Verified {
		r.StateOut = nil
	} else {
		r.Notes = s.notes()
		if in.WantBasis {
			r.Basis = basisOf(p.supports)
		}
	}
	r.Elapsed = time.Since(start)
	return r
}

func digest(role string, src *diag.Source) Input {
	return Input{Role: role, Name: src.Name, SHA256: load.Digest(src.Text)}
}

// planCheck is the check of one plan.
type planCheck struct {
	*Spec
	in       PlanInput
	result   *Result
	contract *core.Contract
	state    *state.State
	plan     *core.Plan
	supports []solve.Support
	unusable bool
	failed   bool
	// complete: everything was asked and answered.
	complete bool
	// kept takes the solver over, nil where it is not wanted.
	kept *Inspection
}

func (p *planCheck) report(ds ...*diag.Diagnostic) {
	for _, d := range ds {
		if d != nil {
			p.result.Diagnostics = append(p.result.Diagnostics, d)
		}
	}
}

// enough reports whether the verdict is known and nothing else is wanted.
func (p *planCheck) enough() bool {
	return p.in.FirstFault && diag.HasErrors(p.result.Diagnostics)
}

// prepare does everything that needs no solver; it reports whether there is
// something left to ask one.
func (p *planCheck) prepare() bool {
	file, ds := lang.Parse(p.in.Source)
	p.report(ds...)
	p.report(allowsInPlan(file)...)
	p.report(trust.CheckPlan(file, p.reserved)...)
	p.report(trust.CheckImports(file, p.program)...)
	if !p.pickContract() || !p.readState() {
		return false
	}
	p.result.Contract = contractName(p.contract)
	plan, found := p.world.Plan(elab.PlanInput{File: file, Modules: p.named, Contract: p.contract})
	p.plan = plan
	if diag.HasErrors(ds) || p.hasSyntaxErrors() {
		found = consequencesDropped(found)
	}
	p.report(found...)
	ok := !diag.HasErrors(ds) && !p.hasSyntaxErrors()
	for _, m := range plan.Mentions {
		p.report(linear.CheckPlanRefs(m)...)
	}
	for _, h := range plan.Helpers {
		p.report(linear.Signature(h)...)
		if h.Recursive {
			p.report(termination.PlanRecursion(h))
		}
		if h.Body == nil || core.Broken(h) || core.MentionsBroken(h.Body) {
			ok = false
			continue
		}
		p.report(linear.CheckPlanRefs(h.Body)...)
		p.report(linear.Check(linear.Unit{Params: h.Params, Result: h.Result, Body: h.Body, FromPlan: true})...)
	}
	b := plan.Body
	if b.Expr == nil || core.MentionsBroken(b.Expr) || core.ContractBroken(p.contract) {
		return false
	}
	p.report(linear.CheckPlanRefs(b.Expr)...)
	p.report(linear.Check(linear.Unit{Params: b.Params, Result: b.Result, Body: b.Expr, FromPlan: true})...)
	return ok
}

func contractName(c *core.Contract) string {
	if c == nil {
		return ""
	}
	return c.Name
}

// pickContract finds the contract that the caller asked for, or the only one.
func (p *planCheck) pickContract() bool {
	c, d := p.Contract(p.in.Contract, diag.Span{Src: p.in.Source})
	p.contract = c
	p.report(d)
	p.unusable = d != nil && d.Severity == diag.Error
	return !p.unusable
}

// Unnamed picks the contract that has no name, where the specs have others too.
const Unnamed = "_"

// Contract is the contract of that name (Unnamed: the one without a name), or the
// only one where the name is "". The diagnostic says that there is none (AE506, a warning, at the place given),
// or that the name does not tell which.
func (s *Spec) Contract(name string, at diag.Span) (*core.Contract, *diag.Diagnostic) {
	var all []*core.Contract
	for _, m := range s.named {
		all = append(all, m.Contracts...)
	}
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.Name
		if c.Name == "" {
			names[i] = Unnamed + " (the one without a name)"
		}
	}
	switch {
	case name != "":
		for _, c := range all {
			if c.Name == name || c.Name == "" && name == Unnamed {
				return c, nil
			}
		}
		d := diag.New(at, diag.ContractUnknown, name)
		if len(all) > 0 {
			d.Note("the contracts are %s", strings.Join(names, ", "))
		}
		return nil, d
	case len(all) == 1:
		return all[0], nil
	case len(all) > 1:
		return nil, diag.New(at, diag.ContractAmbiguous, strings.Join(names, ", ")).Note("pick one with --contract")
	}
	d := diag.New(at, diag.NoContract)
	if names := s.importedContracts(); len(names) > 0 {
		d.Note("a contract is in `%s`, imported by these specs: name it with --spec too", strings.Join(names, "`, `"))
	} else if con := s.linearType(); con != nil {
		d.Note("a plan gets its %s from a contract: name the spec that has one with --spec too, such as a preset", con.Name)
	}
	return nil, d
}

// linearType is the first linear type of the specs; nil where they have none.
func (s *Spec) linearType() *core.TyCon {
	for _, m := range s.modules {
		for _, con := range m.Cons {
			if con.Linear {
				return con
			}
		}
	}
	return nil
}

// importedContracts names the modules with contracts that the specs import and
// that were not named.
func (s *Spec) importedContracts() []string {
	var names []string
	for _, m := range s.modules {
		if !m.Named && len(m.Contracts) > 0 {
			names = append(names, m.Name)
		}
	}
	return names
}

// readState parses the state and holds its keys to the contract and the spec.
func (p *planCheck) readState() bool {
	if p.in.State == nil {
		return true
	}
	st, d := state.Parse(p.in.State)
	if d != nil {
		p.unusable = true
		p.report(d)
		return false
	}
	p.state = st
	known := map[string]bool{}
	if p.contract != nil {
		for _, q := range p.contract.Params {
			known[q.Name] = true
		}
	}
	for _, m := range st.Params {
		// What --state-out wrote under "result" is the next plan's to rename.
		if !known[m.Name] {
			p.report(diag.New(m.Key, diag.StateExtra, m.Name))
		}
	}
	labels := map[string]bool{}
	for _, m := range p.modules {
		for _, g := range m.Globals {
			labels[g.Name] = labels[g.Name] || g.Taint
		}
	}
	for _, m := range st.Labels {
		if !labels[m.Name] {
			p.report(diag.New(m.Key, diag.StateLabel, m.Name))
		}
	}
	return true
}

// run asks the solver.
func (p *planCheck) run(ctx context.Context) {
	e := p.engines.take(p.Spec, p.in.Source.Name)
	e.shared.BeginPlan(p.plan)
	e.session.WantSupports = p.in.WantBasis
	defer func() {
		if p.kept != nil && !p.failed {
			p.kept.e = e
		} else {
			p.give(e, p.failed && ctx.Err() == nil) // to be broken off harms no solver
		}
	}()
	for _, h := range p.plan.Helpers {
		if h.Recursive {
			continue
		}
		cond, ds, o := e.verify(ctx, func(effort refine.Effort) (*vc.VC, []*diag.Diagnostic) {
			return e.shared.Helper(h, p.context(effort))
		}, p.wants, p.in.WantScripts)
		p.report(ds...)
		p.add(cond, o)
		if p.enough() {
			return
		}
	}
	cond, ds, o := e.verify(ctx, func(effort refine.Effort) (*vc.VC, []*diag.Diagnostic) {
		return e.shared.Body(p.plan.Body, p.context(effort))
	}, p.wants, p.in.WantScripts)
	p.report(ds...)
	p.add(cond, o)
	p.complete = !p.failed
	if p.in.WantState && o.err == nil && !diag.HasErrors(p.result.Diagnostics) {
		p.result.StateOut = p.stateOut(ctx, cond, o.solved, e)
	}
}

func (p *planCheck) wants(cond *vc.VC) {
	cond.Terse, cond.FirstFault, cond.Executions = p.in.Terse, p.in.FirstFault, p.in.WantExecutions
}

func (p *planCheck) context(effort refine.Effort) refine.Context {
	return refine.Context{State: p.state, Prompt: p.in.Prompt, EveryState: p.in.WantState, EveryResult: p.in.WantExecutions, Conversation: p.in.Conversation, Effort: effort}
}

func (p *planCheck) add(cond *vc.VC, o outcome) {
	if p.kept != nil {
		p.kept.units = append(p.kept.units, unit{cond, o.solved})
	}
	p.report(o.diags...)
	p.result.Obligations = append(p.result.Obligations, o.obligations...)
	p.result.Invariants = append(p.result.Invariants, o.invariants...)
	p.supports = append(p.supports, o.solved.Supports...)
	if o.err != nil {
		p.failed = true
		p.report(diag.New(diag.Span{}, diag.SolverFailed, o.err))
	}
}
