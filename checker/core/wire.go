package core

import (
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// Wire says how a tool call, whose arguments are values under keys, becomes a
// call of a function with parameters. It is what stands under @tool; @argument
// says the same of a function that makes one argument of a call.
type Wire struct {
	// Tool is the tool's name, "" under @argument.
	Tool string
	// When are the keys that must have these values for the function to stand for
	// the call.
	When []WireCase
	// Unused are keys that are left to the program that runs the call, with the value
	// that they must have if they are there; nil for any.
	Unused []WireCase
	// Params say what parameters are made of. One that is not there is made of the
	// key of its own name, or by the @argument function of its type.
	Params map[string]WireExpr
	Span   diag.Span
}

// WireCase is a key with a literal.
type WireCase struct {
	Key   string
	Value lang.Expr
}

// WireExpr makes a value of the keys of a call.
type WireExpr interface{ wireExpr() }

// WireKey is the value of a key.
type WireKey struct {
	Key  string
	Span diag.Span
}

// WireLiteral is a string, a number or a Bool of the spec.
type WireLiteral struct{ Literal lang.Expr }

// WireDefault is the value of a key, and Else where it is missing or null.
type WireDefault struct {
	Key  WireKey
	Else WireExpr
}

// WireJSON is the value of a key as JSON text, "" where it is missing.
type WireJSON struct{ Key WireKey }

// WireJoin is texts put together.
type WireJoin struct {
	Left, Right WireExpr
	Span        diag.Span
}

// WireCall is what a function of the spec makes of its arguments.
type WireCall struct {
	Function *Global
	Args     []WireExpr
}

func (*WireKey) wireExpr()     {}
func (*WireLiteral) wireExpr() {}
func (*WireDefault) wireExpr() {}
func (*WireJSON) wireExpr()    {}
func (*WireJoin) wireExpr()    {}
func (*WireCall) wireExpr()    {}
