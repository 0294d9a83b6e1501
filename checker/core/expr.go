package core

import (
	"math/big"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// Expr is an expression or a predicate.
type Expr interface {
	// Type is the base type (no refinements).
	Type() Type
	// Range is where the source says it.
	Range() diag.Span
}

// Info is what every expression carries.
type Info struct {
	Ty   Type
	Span diag.Span
}

func (i *Info) Type() Type       { return i.Ty }
func (i *Info) Range() diag.Span { return i.Span }

// IntLit is an integer constant.
type IntLit struct {
	Info
	Value *big.Int
}

// FloatLit is a machine float, held as the exact rational of the nearest
// double, which is what the executor sees.
type FloatLit struct {
	Info
	Value *big.Rat
}

// StringLit is a string constant.
type StringLit struct {
	Info
	Value string
}

// BoolLit is true or false.
type BoolLit struct {
	Info
	Value bool
}

// UnitLit is ().
type UnitLit struct{ Info }

// LocalRef mentions a variable.
type LocalRef struct {
	Info
	Local *Local
}

// GlobalRef mentions a top-level name, its type variables instantiated by TyArgs
// (base types, in the order of Global.TyVars).
type GlobalRef struct {
	Info
	Global *Global
	TyArgs []Type
}

// Call applies Fn to one or more arguments in order. Where Fn is a GlobalRef
// there may be fewer arguments than parameters (partial application), or more
// (then the result, a function, is applied to the rest).
type Call struct {
	Info
	Fn   Expr
	Args []Expr
}

// Op is a built-in operator.
type Op string

// Prim applies a built-in operator: "=" "!=" "<" "<=" ">" ">=" "+" "-" "*" "/"
// "%" "++" "neg" "!" "&&" "||" "-->". Operands of "&&", "||" and "-->" after
// the first run only where they decide.
type Prim struct {
	Info
	Op   Op
	Args []Expr
}

// If is a conditional.
type If struct {
	Info
	Cond, Then, Else Expr
}

// Let is a chain of bindings with one body.
type Let struct {
	Info
	Binds []*Binding
	Body  Expr
}

// Binding binds Pattern to Value. Ann is the annotation (refined), or nil.
type Binding struct {
	Pattern Pattern
	Ann     Type
	Value   Expr
	// Erased: "let 0 x := e".
	Erased bool
	Span   diag.Span
	Source *lang.Binding
}

// Match takes an inductive value apart; Arms cover every constructor unless the
// last one's Pattern is a wildcard.
type Match struct {
	Info
	Scrutinee Expr
	Arms      []*Arm
}

// Arm is one arm; Ctor is nil for "_".
type Arm struct {
	Ctor   *Global
	Fields []Pattern
	Body   Expr
	Span   diag.Span
	// PatternSpan is the arm's pattern.
	PatternSpan diag.Span
}

// Lambda is a function value. Params' Types are base types unless written.
type Lambda struct {
	Info
	Params []*Local
	Body   Expr
}

// Annot is (e : T) with a refined T.
type Annot struct {
	Info
	X   Expr
	Ann Type
}

// TupleExpr builds a tuple.
type TupleExpr struct {
	Info
	Elems []Expr
}

// List is a list (or array) literal.
type List struct {
	Info
	Elems []Expr
}

// PredApp applies an abstract refinement parameter, in predicates only.
type PredApp struct {
	Info
	Pred *PredVar
	Args []Expr
}

// Hole is an unknown value (specs only): trusted.
type Hole struct{ Info }

// BadExpr stands for something that was reported already.
type BadExpr struct{ Info }

// Pattern binds the parts of a value.
type Pattern interface {
	isPattern()
	Range() diag.Span
}

// PWild is "_"; Ty is the type of what it drops.
type PWild struct {
	Ty   Type
	Span diag.Span
}

// PVar binds a variable.
type PVar struct{ Local *Local }

// PTuple takes a tuple apart.
type PTuple struct {
	Elems []Pattern
	Ty    Type
	Span  diag.Span
}

// PCtor takes the only constructor of its type apart.
type PCtor struct {
	Ctor *Global
	Args []Pattern
	Ty   Type
	Span diag.Span
}

func (*PWild) isPattern()  {}
func (*PVar) isPattern()   {}
func (*PTuple) isPattern() {}
func (*PCtor) isPattern()  {}

func (p *PWild) Range() diag.Span  { return p.Span }
func (p *PVar) Range() diag.Span   { return p.Local.Span }
func (p *PTuple) Range() diag.Span { return p.Span }
func (p *PCtor) Range() diag.Span  { return p.Span }

// Contract is "plan name? params (: T)?".
type Contract struct {
	Name   string
	Params []*Local
	Result Type // nil: any value that is not linear
	Span   diag.Span
	Module string
	Faulty bool // elaboration reported an error in it
}

// Body is code that is checked as a function body: a plan's, an example's.
type Body struct {
	Contract *Contract // nil: none in force
	Params   []*Local
	Result   Type // nil: any value that is not linear
	Expr     Expr // nil after an error
	// Draft is the body as far as it could be made out; never checked, and set
	// after an error too.
	Draft Expr
	Span  diag.Span
}

// Example is "example (accept | reject CODE) …".
type Example struct {
	Accept bool
	Code   string
	Title  string
	Source lang.Expr // the tree of the body
	Body   *Body
	// Helpers and Diagnostics of the example's own elaboration.
	Diagnostics []*diag.Diagnostic
	Span        diag.Span
}

// Module is one elaborated spec.
type Module struct {
	Name      string
	Source    *diag.Source
	Cons      []*TyCon
	Globals   []*Global // in source order; constructors and measures included
	Contracts []*Contract
	Examples  []*Example
	Imports   []*Module
	// Reexports are the imports whose names are also this module's: a built-in
	// spec hands on those of the built-in specs that it opens.
	Reexports []*Module
	// Named: in force because it was named, not only imported.
	Named bool
	// Uses are the names in it, in no particular order.
	Uses []Use
}

// Plan is an elaborated plan: helpers, then the body.
type Plan struct {
	Source  *diag.Source
	Helpers []*Global
	Body    *Body
	// Mentions are the names that its predicates speak of.
	Mentions []*GlobalRef
	// Uses are the names in it, in no particular order.
	Uses []Use
}
