// Package core is the checker's own form of a program: every name is a unique
// symbol, every expression has a base type, methods and layout are gone. It is
// built once by checker/elab and never changed; later phases read it.
package core

import (
	"strings"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// ConKind tells the sorts of type constructor apart.
type ConKind int

const (
	// BuiltinCon: Int, Bool, String, Float, Unit, List, Array.
	BuiltinCon ConKind = iota
	// OpaqueCon: "type T", "linear type T".
	OpaqueCon
	// InductiveCon: "inductive T".
	InductiveCon
)

// TyCon is a type constructor.
type TyCon struct {
	Name   string
	Module string // "" for built-ins
	Kind   ConKind
	Linear bool // declared "linear type"
	Params []*TyVar
	// Ctors of an inductive type, in order.
	Ctors []*Global
	// Preds are the abstract refinements that all constructors share.
	Preds []*PredVar
	Span  diag.Span
}

// TyVar is a type variable of a signature: rigid inside it, instantiated at
// every use.
type TyVar struct{ Name string }

// PredVar is an abstract refinement parameter over Sorts.
type PredVar struct {
	Name  string
	Sorts []Type
	// OfType: a parameter of a type declaration. It may be taken to be true, since
	// what it would say is said by the refinement of the type's arguments.
	OfType bool
}

// Type is a refined type. After elaboration of an expression its base type is a
// Type without Refined nodes and without unsolved Metas.
type Type interface{ isType() }

// Con is a constructor applied to arguments.
type Con struct {
	Con  *TyCon
	Args []Type
}

// Var is an occurrence of a type variable.
type Var struct{ Var *TyVar }

// Meta is a unification variable; Sol is nil until it is solved.
type Meta struct {
	ID  int
	Sol Type
}

// Refined is {Binder: Base | Preds}; the conjuncts are kept apart, as written.
type Refined struct {
	Binder *Local
	Base   Type
	Preds  []*Conjunct
}

// Conjunct is one conjunct of a refinement, elaborated, with its place.
type Conjunct struct {
	Expr Expr
	Span diag.Span
}

// Fun is a dependent function type; Result may mention Param.
type Fun struct {
	Mult   lang.Multiplicity // normalised: never Unwritten
	Param  *Local            // Param.Type is the domain
	Result Type
}

// Tuple is a dependent tuple: each Elem's type may mention earlier Elems.
type Tuple struct{ Elems []*Local }

// Bad is the type of something that was reported already.
type Bad struct{}

func (*Con) isType()     {}
func (*Var) isType()     {}
func (*Meta) isType()    {}
func (*Refined) isType() {}
func (*Fun) isType()     {}
func (*Tuple) isType()   {}
func (*Bad) isType()     {}

// Local is a bound variable: parameter, let, pattern, lambda or refinement
// binder. Identity is the pointer.
type Local struct {
	Name string
	// Mult is normalised: for a binder whose type is or contains a linear type
	// and that says nothing, it is Linear.
	Mult lang.Multiplicity
	// Written is the multiplicity in the source.
	Written lang.Multiplicity
	// Type is the declared type, or the inferred base type.
	Type Type
	// Declared reports whether Type was written by the author.
	Declared bool
	// Advice is what the author says to who does not meet the type (@msg).
	Advice string
	Span   diag.Span
}

// GlobalKind tells what a top-level name is.
type GlobalKind int

const (
	// NativeFn: trusted, opaque; with no parameters a constant.
	NativeFn GlobalKind = iota
	// MeasureFn exists only in types.
	MeasureFn
	// CtorFn builds an inductive type.
	CtorFn
	// DefFn has a body that is verified.
	DefFn
	// AxiomFn is a trusted statement; applying it is ghost use.
	AxiomFn
	// BuiltinFn is a function of the language itself (Prim says which).
	BuiltinFn
)

// Global is a top-level definition.
type Global struct {
	Name   string // dotted where declared so
	Module string
	Kind   GlobalKind
	TyVars []*TyVar
	Preds  []*PredVar
	// Params are all parameters: those written before the result type, then
	// those of an arrow type that follows (natives, measures, axioms; a def's
	// body is eta-expanded to match).
	Params []*Local
	Result Type
	// Body of a DefFn; nil when it could not be elaborated.
	Body Expr
	// Draft is the body as far as it could be made out; never checked, and set
	// after an error too.
	Draft  Expr
	Metric []Expr
	// HasMetric: decreasing_by was written.
	HasMetric bool
	// Recursive: the body reaches the definition itself. Group lists the members
	// of its mutual block (itself included).
	Recursive bool
	Group     []*Global

	Plan, Harness, Keeps, Pure, Volatile bool
	// KeepsOf are the modules besides its own whose measures Keeps speaks of.
	KeepsOf                      []string
	Taint, TaintExplicit, Prompt bool
	// Advice is what @msg says to who does not meet the demands of the definition,
	// AdviceFor those on one parameter.
	Advice    string
	AdviceFor map[string]string
	// Tools are the tools that the function stands for (@tool), in order.
	Tools []*Wire
	// Argument says of what keys the function makes an argument (@argument).
	Argument *Wire
	// Hole: a body or result that is a hole; trusted like a native.
	Hole bool
	// Faulty: elaboration reported an error in it.
	Faulty bool
	// FromPlan: a helper of the plan under check, not a name of a spec.
	FromPlan bool

	// Owner and Index of a constructor.
	Owner *TyCon
	Index int
	// Prim names a built-in operation ("String.length").
	Prim string

	Doc  string
	Decl lang.Node
	// Span is the name where it is declared.
	Span diag.Span
}

// ResultRefined reports whether the result type says anything about the result
// (then a def is known by it and not by its body).
func (g *Global) ResultRefined() bool { return MentionsRefinement(g.Result) }

// AdviceOn is what the author says to who does not meet the demands on p, "" if
// nothing.
func (g *Global) AdviceOn(p *Local) string {
	if p.Advice != "" {
		return p.Advice
	}
	if text, ok := g.AdviceFor[p.Name]; ok {
		return text
	}
	return g.Advice
}

// MentionsRefinement reports whether t has a refinement outside of function
// domains.
func MentionsRefinement(t Type) bool {
	switch t := Resolve(t).(type) {
	case *Refined:
		return true
	case *Con:
		for _, a := range t.Args {
			if MentionsRefinement(a) {
				return true
			}
		}
	case *Tuple:
		for _, e := range t.Elems {
			if MentionsRefinement(e.Type) {
				return true
			}
		}
	case *Fun:
		return MentionsRefinement(t.Result) || MentionsRefinement(t.Param.Type)
	}
	return false
}

// Resolve follows solved metas at the head of t.
func Resolve(t Type) Type {
	for {
		m, ok := t.(*Meta)
		if !ok || m.Sol == nil {
			return t
		}
		t = m.Sol
	}
}

// Strip removes refinements at the head of t.
func Strip(t Type) Type {
	for {
		t = Resolve(t)
		r, ok := t.(*Refined)
		if !ok {
			return t
		}
		t = r.Base
	}
}

// Erase is t without any refinement.
func Erase(t Type) Type {
	switch t := Strip(t).(type) {
	case *Con:
		if len(t.Args) == 0 {
			return t
		}
		args := make([]Type, len(t.Args))
		for i, a := range t.Args {
			args[i] = Erase(a)
		}
		return &Con{Con: t.Con, Args: args}
	case *Fun:
		p := *t.Param
		p.Type = Erase(p.Type)
		return &Fun{Mult: t.Mult, Param: &p, Result: Erase(t.Result)}
	case *Tuple:
		elems := make([]*Local, len(t.Elems))
		for i, e := range t.Elems {
			c := *e
			c.Type = Erase(e.Type)
			elems[i] = &c
		}
		return &Tuple{Elems: elems}
	default:
		return t
	}
}

// IsLinear reports whether a value of type t is, or contains, a value of a
// linear type; function types aside (a function that takes or returns a
// session is not itself one).
func IsLinear(t Type) bool { return isLinear(t, map[*TyCon]bool{}) }

func isLinear(t Type, seen map[*TyCon]bool) bool {
	switch t := Strip(t).(type) {
	case *Con:
		if t.Con.Linear {
			return true
		}
		for _, a := range t.Args {
			if isLinear(a, seen) {
				return true
			}
		}
		if t.Con.Kind == InductiveCon && !seen[t.Con] {
			seen[t.Con] = true
			for _, c := range t.Con.Ctors {
				for _, p := range c.Params {
					if isLinear(p.Type, seen) {
						return true
					}
				}
			}
			delete(seen, t.Con)
		}
	case *Tuple:
		for _, e := range t.Elems {
			if isLinear(e.Type, seen) {
				return true
			}
		}
	}
	return false
}

// TypeString shows the base type of t as its author would write it.
func TypeString(t Type) string {
	switch t := Strip(t).(type) {
	case *Con:
		if len(t.Args) == 0 {
			return t.Con.Name
		}
		parts := []string{t.Con.Name}
		for _, a := range t.Args {
			parts = append(parts, TypeString(a))
		}
		return "(" + strings.Join(parts, " ") + ")"
	case *Var:
		return t.Var.Name
	case *Meta:
		return "_"
	case *Fun:
		m := ""
		switch t.Mult {
		case lang.Linear, lang.Borrowed, lang.Erased:
			m = t.Mult.String() + " "
		}
		dom := TypeString(t.Param.Type)
		switch {
		case m != "":
			dom = "(" + m + "_: " + dom + ")"
		default:
			if _, ok := Strip(t.Param.Type).(*Fun); ok {
				dom = "(" + dom + ")"
			}
		}
		return dom + " -> " + TypeString(t.Result)
	case *Tuple:
		parts := make([]string, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = TypeString(e.Type)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return "?"
}
