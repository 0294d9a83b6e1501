// Package lang turns text into a tree, and lays text out. It knows nothing of
// types. The tree is never changed after parsing; what later phases learn is
// kept beside it.
//
// Text becomes a tree in four steps. scan splits it into tokens by hand. cut
// goes over the tokens once: it cuts the file into declarations, applies the
// layout rule by marking where an application must stop, and caps the nesting.
// Each declaration is then parsed by itself with a participle grammar
// (grammar.go), whose expressions are read by precedence climbing (expr.go) and
// whose structs are lowered to the tree, so that a fault stays inside the
// declaration it is in. Every production that must follow another matches
// without it as well and remembers what was missing: a half-typed program keeps
// all of its tree that can be made out.
package lang

import (
	"math/big"

	"github.com/aeonc/aeonc/lang/diag"
)

// Node is any part of the tree that has a place in the source.
type Node interface{ Range() diag.Span }

// Ident is a name as written, with its place. Qualified names keep their dots
// ("Maybe.some"); a leading dot ('.some') is kept as well.
type Ident struct {
	Name string
	Span diag.Span
}

func (i Ident) Range() diag.Span { return i.Span }

// Multiplicity is the multiplicity written before a binder.
type Multiplicity int

const (
	// Unwritten: unrestricted, or linear where the type is linear.
	Unwritten Multiplicity = iota
	Linear                 // 1
	Borrowed               // &
	Erased                 // 0
	Omega                  // omega, ω
)

func (m Multiplicity) String() string {
	return [...]string{"", "1", "&", "0", "omega"}[m]
}

// File is one parsed source.
type File struct {
	Source *diag.Source
	Decls  []Decl
	// Body is the plan's body; nil in a file of declarations only.
	Body Expr
	// Comments in source order, "#" included.
	Comments []Comment

	// pieces are the declarations that ParseAfter may use for the next version.
	pieces map[string]*piece
}

// Comment runs from its "#" to the end of its line.
type Comment struct {
	Span diag.Span
	Text string
}

// ---- declarations

// Decl is a top-level declaration.
type Decl interface {
	Node
	decl()
}

// Decorator is "@name", "@name(args)", or "@name "text"", which is @name("text").
type Decorator struct {
	Name Ident
	Args []Expr
	Span diag.Span
}

// Import is "open M", "import M" or "import M (a, b)".
type Import struct {
	Open  bool
	Path  Ident // dots kept: "pkg.Module"
	Names []Ident
	// HasList tells "import M ()" from "import M".
	HasList bool
	Span    diag.Span
}

// TypeDecl is "type Box a" or "linear type Session".
type TypeDecl struct {
	Linear   bool
	Name     Ident
	Params   []Ident
	PredVars []PredVar
	Span     diag.Span
}

// PredVar is an abstract refinement parameter: "forall <p : a -> Bool>".
type PredVar struct {
	Name Ident
	Sort Type
	Span diag.Span
}

// Inductive is an inductive type with its constructors and "+" measures.
type Inductive struct {
	Name     Ident
	Params   []Ident
	PredVars []PredVar
	Ctors    []*Signature
	Measures []*Signature
	Span     diag.Span
}

// Signature is a constructor or measure of an inductive type.
type Signature struct {
	Name   Ident
	Params []*Param
	Result Type // nil only after a syntax error
	Span   diag.Span
}

// Param is a parameter "(1 x: T | p)". Refinement written after "|" is kept
// apart from the type, as written.
type Param struct {
	Decorators []*Decorator // of a definition's parameter
	Mult       Multiplicity
	Name       Ident
	Type       Type // nil where a lambda gives none
	Pred       Expr // nil unless "| p" was written
	Span       diag.Span
}

// Def is a "def": native, measure, constant or function. Natives and measures
// have a Native, NativeImport or Uninterpreted expression as their body.
type Def struct {
	Decorators []*Decorator
	Name       Ident // dotted for "def Int.toString"
	Params     []*Param
	Result     Type // nil only in the brace form
	Decreasing []Expr
	HasMetric  bool // decreasing_by was written
	Body       Expr
	Brace      bool // written "{ body }"
	Doc        string
	Span       diag.Span
}

// Axiom is "axiom name : T".
type Axiom struct {
	Decorators []*Decorator
	Name       Ident
	Type       Type
	Span       diag.Span
}

// Mutual groups definitions that refer to each other.
type Mutual struct {
	Defs []*Def
	Span diag.Span
}

// Contract is "plan name? params (: T)?".
type Contract struct {
	Name   Ident // Name.Name == "" when unnamed
	Params []*Param
	Result Type // nil when not written
	Span   diag.Span
}

// Example is "example (accept | reject CODE) (for name)? "title" := body".
type Example struct {
	Accept bool
	Code   string // "" or the code of a rejection
	For    Ident
	Title  string
	Body   Expr
	Span   diag.Span
}

// Foreign is a declaration of aeon that aeonc reads past and does not support
// (class, instance); the checker reports it where it matters.
type Foreign struct {
	Keyword Ident
	Span    diag.Span
}

// BadDecl stands where a declaration could not be parsed.
type BadDecl struct{ Span diag.Span }

// ---- types

// Type is a type as written.
type Type interface {
	Node
	typ()
}

// TypeName is a type constructor without arguments, or a type variable
// (lower case).
type TypeName struct{ Name Ident }

// TypeApp is "(List Int)"; also aeon's "Name<p>" with Pred set.
type TypeApp struct {
	Name Ident
	Args []Type
	Pred Expr // aeon's base<p>; nil otherwise
	Span diag.Span
}

// TypeRefined is "{x:T | p}".
type TypeRefined struct {
	Name Ident
	Base Type
	Pred Expr
	Span diag.Span
}

// TypeFun is "(1 x:T | p) -> U" or "T -> U" (Param.Name.Name == "").
type TypeFun struct {
	Param  *Param
	Result Type
	Span   diag.Span
}

// TypeTuple is "(T, x:T, …)" with at least two components.
type TypeTuple struct {
	Elems []*TupleElem
	Span  diag.Span
}

// TupleElem is one component of a tuple type; Name.Name may be "".
type TupleElem struct {
	Name Ident
	Type Type
	Span diag.Span
}

// TypeForall is "forall a:B, T".
type TypeForall struct {
	Var  Ident
	Kind Ident
	Body Type
	Span diag.Span
}

// TypeForallPred is "forall <p : T -> Bool>, T".
type TypeForallPred struct {
	Pred PredVar
	Body Type
	Span diag.Span
}

// BadType stands where a type could not be parsed.
type BadType struct{ Span diag.Span }

// ---- expressions

// Expr is an expression or a predicate.
type Expr interface {
	Node
	expr()
}

// Var is a name: "x", "Maybe.some", or ".some" (an anonymous constructor).
type Var struct{ Name Ident }

// IntLit is an integer literal (never negative: "-5" is Unary).
type IntLit struct {
	Value *big.Int
	Span  diag.Span
}

// FloatLit is a literal with a point or an exponent.
type FloatLit struct {
	Text string
	Span diag.Span
}

// StringLit holds the decoded text.
type StringLit struct {
	Value string
	Span  diag.Span
}

// BoolLit is true or false.
type BoolLit struct {
	Value bool
	Span  diag.Span
}

// UnitLit is "()" or "unit".
type UnitLit struct{ Span diag.Span }

// App applies Fun to one or more arguments, in order, all written side by side
// ("f a b"). "f $ x" is an App with Dollar set. An argument list is never
// empty, and Fun of a plain application is never itself an unparenthesised App.
type App struct {
	Fun    Expr
	Args   []Expr
	Dollar bool
	Span   diag.Span
}

// Method is "recv.name" with the dot touching recv; as a function its receiver
// fills the first parameter of its type.
type Method struct {
	Recv Expr
	Name Ident
	Span diag.Span
}

// TypeInst is aeon's "f{T}" (specs only).
type TypeInst struct {
	Fun  Expr
	Type Type // nil for the abstract-refinement form f{|p|}
	Span diag.Span
}

// BinaryOp names a binary operator by its ASCII spelling.
type BinaryOp string

// Binary is "l op r" for = != < <= > >= && || --> + - * / % ++.
type Binary struct {
	Op    BinaryOp
	OpAt  diag.Span
	Left  Expr
	Right Expr
	Span  diag.Span
}

// Unary is "!x" or "-x" (Op "!" or "-").
type Unary struct {
	Op   string
	X    Expr
	Span diag.Span
}

// If is "if c then a else b".
type If struct {
	Cond, Then, Else Expr
	Span             diag.Span
}

// Let is a chain of bindings with one body. Chains that stand in each other's
// bodies are one Let, so that a long plan is flat.
type Let struct {
	Binds []*Binding
	// Body is nil where the plan's own body ends in a binding: the value of the
	// last binding is then the result.
	Body Expr
	Span diag.Span
}

// Binding is "let pattern : T | p := value".
type Binding struct {
	Pattern Pattern
	Type    Type // nil unless annotated
	Pred    Expr // "let x : T | p := e"
	Value   Expr
	// Keyword is false for aeon's "x := e; …".
	Keyword bool
	// Span runs from "let" to the end of the value, without "in".
	Span diag.Span
}

// Match is "match e with | arm …".
type Match struct {
	Scrutinee Expr
	Arms      []*Arm
	Span      diag.Span
}

// Arm is "| pattern => body". Pattern is a PatCtor or PatWild.
type Arm struct {
	Pattern Pattern
	Body    Expr
	Span    diag.Span
}

// Lambda is "fun x (y:T) (1 s:T) => e".
type Lambda struct {
	Params []*Param
	Body   Expr
	Span   diag.Span
}

// Annot is "(e : T)".
type Annot struct {
	X    Expr
	Type Type
	Span diag.Span
}

// Paren is "(e)". Kept for exact spans and for the formatter.
type Paren struct {
	X    Expr
	Span diag.Span
}

// Tuple is "(a, b, …)" with at least two components.
type Tuple struct {
	Elems []Expr
	Span  diag.Span
}

// ListLit is "[a, b]"; Array is set for aeon's "#[a, b]".
type ListLit struct {
	Elems []Expr
	Array bool
	Span  diag.Span
}

// Hole is "?name".
type Hole struct {
	Name string
	Span diag.Span
}

// Native is `native "text"`, the body of a trusted definition. Import is set
// for native_import.
type Native struct {
	Text   string
	Import bool
	Span   diag.Span
}

// Uninterpreted is "uninterpreted", the body of a measure.
type Uninterpreted struct{ Span diag.Span }

// Tactic is aeon's "by …"; aeonc reads it and does not run it.
type Tactic struct{ Span diag.Span }

// BadExpr stands where an expression could not be parsed.
type BadExpr struct{ Span diag.Span }

// ---- patterns

// Pattern is what a let or a match arm binds with.
type Pattern interface {
	Node
	pattern()
}

// PatWild is "_".
type PatWild struct{ Span diag.Span }

// PatVar is "x", "1 x", "0 x" or "& x".
type PatVar struct {
	Mult Multiplicity
	Name Ident
	Span diag.Span
}

// PatTuple is "(p, q, …)".
type PatTuple struct {
	Elems []Pattern
	Span  diag.Span
}

// PatCtor is "C p …" or ".C p …" (Ctor.Name keeps its leading dot).
type PatCtor struct {
	Ctor Ident
	Args []Pattern
	Span diag.Span
}
