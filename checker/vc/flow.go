package vc

import (
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// FlowKind says what a Flow is the labels of.
type FlowKind int

const (
	// FlowMade is a value made of others, which needs no telling.
	FlowMade FlowKind = iota
	// FlowLiteral is what is typed.
	FlowLiteral
	// FlowModel is what the model has read before it typed the plan.
	FlowModel
	// FlowConstant is a constant of a spec.
	FlowConstant
	// FlowUnknown is a parameter, or something of which only the type is known.
	FlowUnknown
	// FlowCall is the result of a call that is known by its type.
	FlowCall
	// FlowReturned is what a body that is looked into returns.
	FlowReturned
	// FlowBound is a variable, FlowPart one that is bound to a part of something.
	FlowBound
	FlowPart
	// FlowGiven is a parameter of a function that something else runs.
	FlowGiven
	// FlowNamed is a variable or constant that a model names after it has read something.
	FlowNamed
	// FlowDecides is what decides which value something is, or whether something runs.
	FlowDecides
)

// Flow is where the labels of a value come from: a node of the graph of all
// occurrences in a unit.
type Flow struct {
	Kind FlowKind
	At   diag.Span
	// Name of a variable, a constant or a callee.
	Name string
	// Labels of the value, one for each label measure in force.
	Labels []*smt.Term
	// From is what it is made of, By what decided that it is this one.
	From, By []*Flow
	// Runs: By decided whether the call runs that it is given to.
	Runs bool
	// Via are the calls that run the code around At, the innermost first.
	Via []diag.Span
	// Step is the number of steps before it came to be.
	Step int
}

// Labelled is a value whose label a formula speaks of.
type Labelled struct {
	// Measure is the label measure's name, Kind its place among those in force.
	Measure string
	Kind    int
	Flow    *Flow
}
