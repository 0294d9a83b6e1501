// Package refine walks a typed program once and emits its verification
// condition: what becomes true, and what must hold, in evaluation order. It is
// a liquid type checker (Rondon, Kawaguchi, Jhala, Liquid Types, PLDI 2008)
// arranged as symbolic evaluation: a refinement is kept as a predicate closed
// over its environment and evaluated where it is needed, so that dependent
// application is binding and nothing is ever substituted or captured; the
// variables and literals of a program are their own terms (selfification); a
// branch is a guard, and the value of a conditional keeps what both branches
// know.
package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// value is what an expression evaluates to: a term that stands for it, the
// refined type whose top-level facts are asserted already, and what is known
// of it if it is a function or a tuple.
type value struct {
	term *smt.Term
	typ  *rtype
	fn   function
	// parts of a tuple whose construction is known.
	parts []value
	// lab is nil where no labels are in force, and flow, where they come from.
	lab  *label
	flow *vc.Flow
	// unseen is set for an array literal that nothing refers to yet: what its elements
	// are is known exactly, and it may be given to whom wants less.
	unseen bool
}

// named is the value as a name refers to it: an array's elements are of its base
// type from now on, since two views of one array may not differ.
func (v value) named() value {
	if !v.unseen {
		return v
	}
	t := *v.typ
	t.args = make([]*rtype, len(v.typ.args))
	for i, a := range v.typ.args {
		t.args[i] = bare(a)
	}
	v.typ, v.unseen = &t, false
	return v
}

// function is a function value: a definition, a lambda, an unknown function, or
// a choice between two.
type function interface{ isFunction() }

// fnGlobal is a definition applied to fewer arguments than it takes.
type fnGlobal struct {
	ref  *core.GlobalRef
	env  *env // for the type arguments
	args []value
}

// fnLambda is a lambda, applied to some of its arguments.
type fnLambda struct {
	lambda *core.Lambda
	env    *env
	args   []value
	// typed: its literals were typed by the model.
	typed bool
}

// fnOpaque is a function of which only the type is known.
type fnOpaque struct{ typ *rtype }

// fnChoice is one of two functions.
type fnChoice struct {
	cond       *smt.Term
	then, els_ value
}

func (*fnGlobal) isFunction() {}
func (*fnLambda) isFunction() {}
func (*fnOpaque) isFunction() {}
func (*fnChoice) isFunction() {}

// env is an activation: the values of variables, the instances of type
// variables and of abstract refinements. A lambda keeps the env it was made in.
type env struct {
	parent *env
	one    *core.Local // a single binding, the common case
	val    value
	vals   map[*core.Local]value
	types  map[*core.TyVar]*rtype
	preds  map[*core.PredVar]*kappa
}

func (e *env) child() *env { return &env{parent: e} }

// with is e extended by one binding.
func (e *env) with(l *core.Local, v value) *env { return &env{parent: e, one: l, val: v.named()} }

// set binds a variable in this activation.
func (e *env) set(l *core.Local, v value) {
	v = v.named()
	if e.one == nil {
		e.one, e.val = l, v
		return
	}
	if e.vals == nil {
		e.vals = map[*core.Local]value{}
	}
	e.vals[l] = v
}

func (e *env) get(l *core.Local) (value, bool) {
	for ; e != nil; e = e.parent {
		if e.one == l {
			return e.val, true
		}
		if v, ok := e.vals[l]; ok {
			return v, true
		}
	}
	return value{}, false
}

func (e *env) tyVar(v *core.TyVar) *rtype {
	for ; e != nil; e = e.parent {
		if t, ok := e.types[v]; ok {
			return t
		}
	}
	return nil
}

func (e *env) pred(p *core.PredVar) *kappa {
	for ; e != nil; e = e.parent {
		if k, ok := e.preds[p]; ok {
			return k
		}
	}
	return nil
}

// site is the place that an obligation or a fact is charged to.
type site struct {
	at     diag.Span
	callee string
	// function: a function stands there, and not a call of it.
	function bool
}
