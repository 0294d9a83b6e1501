package checker

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/elab"
	"github.com/aeonc/aeonc/checker/linear"
	"github.com/aeonc/aeonc/lang"
)

// Outline is a plan as far as it can be made out without a solver: for tools
// that work on its text and need to know what its names mean. It says nothing
// about whether the plan is acceptable.
type Outline struct {
	// File is the tree; it has bad nodes where the text does not parse.
	File *lang.File
	// Plan is the elaborated plan; of a faulty body only its Draft is there.
	Plan *core.Plan
	// Contract is the one that the plan is held to, nil where there is none.
	Contract *core.Contract
	// Modules are the specs that the plan can name, those that others hand on
	// among them.
	Modules []*core.Module
	// Builtins is the module of the language's own functions.
	Builtins *core.Module
}

// Outline reads and types a plan without checking it.
func (s *Spec) Outline(in PlanInput) *Outline {
	file, _ := lang.Parse(in.Source)
	p := &planCheck{Spec: s, in: in, result: &Result{}}
	p.pickContract()
	plan, _ := s.world.Plan(elab.PlanInput{File: file, Modules: s.named, Contract: p.contract})
	return &Outline{File: file, Plan: plan, Contract: p.contract, Modules: visible(s.named), Builtins: s.world.Prelude}
}

// visible lists modules with those that they hand on, each once.
func visible(ms []*core.Module) []*core.Module {
	var out []*core.Module
	seen := map[*core.Module]bool{}
	var add func(*core.Module)
	add = func(m *core.Module) {
		if seen[m] {
			return
		}
		seen[m] = true
		out = append(out, m)
		for _, r := range m.Reexports {
			add(r)
		}
	}
	for _, m := range ms {
		add(m)
	}
	return out
}

// MayMention reports whether a plan may mention a function of a spec: it is
// not reserved to the harness and mints no linear value, unless the spec lets
// plans do that.
func MayMention(g *core.Global) bool {
	if g.Harness {
		return false
	}
	mints, _ := linear.Mints(g)
	return g.Plan || !mints
}
