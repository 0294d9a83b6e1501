package checker

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/elab"
	"github.com/aeonc/aeonc/checker/trust"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// Reading is what a text says before anything is proved of it: its tree, its
// names and their types. There is one of every text, however faulty.
type Reading struct {
	File *lang.File
	Uses []core.Use
	// Diagnostics are the faults that were found in a plan so far; those of a spec
	// are Spec.Diagnostics.
	Diagnostics []*diag.Diagnostic
	// Plan is set where the text was read as a plan, Module where it is a spec.
	Plan   *core.Plan
	Module *core.Module
	// Contract is the contract that the plan is read under, nil where there is
	// none, or several to choose from.
	Contract *core.Contract
	// Path is the file of a spec, "" for a plan and for a spec that is built in.
	Path string
}

// ReadPlan reads a plan under these specs. Contract picks one of several
// contracts by name.
func (s *Spec) ReadPlan(src *diag.Source, contract string) *Reading {
	file, ds := lang.Parse(src)
	p := &planCheck{Spec: s, in: PlanInput{Source: src, Contract: contract}, result: &Result{}}
	p.pickContract()
	ds = append(ds, trust.CheckPlan(file, p.reserved)...)
	plan, found := s.world.Plan(elab.PlanInput{File: file, Modules: s.named, Contract: p.contract})
	return &Reading{File: file, Plan: plan, Contract: p.contract, Uses: plan.Uses, Diagnostics: append(ds, found...)}
}

// Readings are the built-in functions and the specs themselves, imports first.
func (s *Spec) Readings() []*Reading {
	prelude := s.world.Prelude
	out := []*Reading{{File: s.world.PreludeFile, Module: prelude, Uses: prelude.Uses}}
	for i, m := range s.program.Modules {
		c := s.modules[i]
		out = append(out, &Reading{File: m.File, Module: c, Uses: c.Uses, Path: m.Path})
	}
	return out
}
