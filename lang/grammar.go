package lang

import "github.com/alecthomas/participle/v2/lexer"

// The grammar of declarations and types, in participle's notation. Three
// conventions keep it linear and its errors ours:
//
//   - it is left-factored, so that one token of lookahead decides: a
//     parenthesised type is one production, and lowering tells groups,
//     tuples and parameters apart;
//   - a token that must follow is a need or a closer, a production that always
//     matches and remembers whether the token was there; lowering reports what
//     was missing, and no fault loses the part of the tree around it;
//   - expressions are a custom production (expr.go).

// declG is any declaration.
type declG struct {
	Def       *defG       `parser:"  @@"`
	Type      *typeDeclG  `parser:"| @@"`
	Import    *importG    `parser:"| @@"`
	Decorated *decoratedG `parser:"| @@"`
	Axiom     *axiomG     `parser:"| @@"`
	Inductive *inductiveG `parser:"| @@"`
	Contract  *contractG  `parser:"| @@"`
	Example   *exampleG   `parser:"| @@"`
}

type importG struct {
	Keyword lexer.Token  `parser:"@('open' | 'import')"`
	Path    nameG        `parser:"@@"`
	List    *importListG `parser:"@@?"`
}

type importListG struct {
	SameLine sameLine       `parser:"@@"`
	Open     lexer.Token    `parser:"@'('"`
	Names    []*wordG       `parser:"( @@ ( ',' @@ )* )?"`
	Close    closer[parenW] `parser:"@@"`
}

type wordG struct {
	Tok lexer.Token `parser:"@Name"`
}

type typeDeclG struct {
	Linear   lexer.Token `parser:"( @'linear'"`
	Type     lexer.Token `parser:"@'type'? | @'type' )"`
	Name     nameG       `parser:"@@"`
	Params   namesG      `parser:"@@"`
	PredVars []*predVarG `parser:"@@*"`
}

type predVarG struct {
	Keyword lexer.Token  `parser:"@'forall'"`
	Open    need[lessW]  `parser:"@@"`
	Name    nameG        `parser:"@@"`
	Colon   need[colonW] `parser:"@@"`
	Sort    *typeG       `parser:"@@"`
	Close   need[moreW]  `parser:"@@"`
}

type inductiveG struct {
	Keyword  lexer.Token `parser:"@'inductive'"`
	Name     nameG       `parser:"@@"`
	Params   namesG      `parser:"@@"`
	PredVars []*predVarG `parser:"@@*"`
	Rules    []*ruleG    `parser:"@@*"`
}

// ruleG is a constructor or a "+" measure.
type ruleG struct {
	Mark   lexer.Token  `parser:"@('|' | '+')"`
	Name   nameG        `parser:"@@"`
	Params []*binderG   `parser:"@@*"`
	Colon  need[colonW] `parser:"@@"`
	Result *typeG       `parser:"@@"`
	Rest   restG        `parser:"@@"`
	Tokens []lexer.Token
}

type contractG struct {
	Keyword lexer.Token    `parser:"@'plan'"`
	Name    *contractNameG `parser:"@@?"`
	Params  []*binderG     `parser:"@@*"`
	Result  *typeG         `parser:"( ':' @@ )?"`
}

type contractNameG struct {
	SameLine sameLine    `parser:"@@"`
	Name     lexer.Token `parser:"@Name"`
}

type exampleG struct {
	Keyword lexer.Token   `parser:"@'example'"`
	Verdict lexer.Token   `parser:"@('accept' | 'reject')?"`
	Code    lexer.Token   `parser:"( (?! 'for') @Name )?"`
	For     *forG         `parser:"@@?"`
	Title   lexer.Token   `parser:"@String?"`
	Assign  need[assignW] `parser:"@@"`
	Body    tailExpr      `parser:"@@"`
}

type forG struct {
	Keyword lexer.Token `parser:"@'for'"`
	Name    nameG       `parser:"@@"`
}

type decoratedG struct {
	Decorators []*decoratorG `parser:"@@+"`
	Def        *defG         `parser:"( @@"`
	Axiom      *axiomG       `parser:"| @@ )?"`
}

type decoratorG struct {
	At     lexer.Token     `parser:"@'@'"`
	Name   nameG           `parser:"@@"`
	Args   *decoratorArgsG `parser:"( @@"`
	Text   lexer.Token     `parser:"| @String )?"`
	Tokens []lexer.Token
}

type decoratorArgsG struct {
	Open  lexer.Token    `parser:"@'('"`
	Args  []argExpr      `parser:"( @@ ( ',' @@ )* )?"`
	Close closer[parenW] `parser:"@@"`
}

type defG struct {
	Keyword lexer.Token `parser:"@'def'"`
	Name    nameG       `parser:"@@"`
	Params  []*binderG  `parser:"@@*"`
	Result  *typeG      `parser:"( ':' @@ )?"`
	Metric  *metricG    `parser:"@@?"`
	At      here        `parser:"@@"`
	Body    *bodyG      `parser:"( @@"`
	Brace   *braceG     `parser:"| @@ )?"`
}

type metricG struct {
	Keyword lexer.Token     `parser:"@'decreasing_by'"`
	Open    need[bracketW]  `parser:"@@"`
	Exprs   []Expr          `parser:"@@ ( ',' @@ )*"`
	Close   closer[squareW] `parser:"@@"`
}

type bodyG struct {
	Assign lexer.Token `parser:"@(':=' | '=')"`
	Body   Expr        `parser:"@@"`
}

type braceG struct {
	Open  lexer.Token    `parser:"@'{'"`
	Body  Expr           `parser:"@@"`
	Close closer[curlyW] `parser:"@@"`
}

type axiomG struct {
	Keyword lexer.Token  `parser:"@'axiom'"`
	Name    nameG        `parser:"@@"`
	Colon   need[colonW] `parser:"@@"`
	Type    *typeG       `parser:"@@"`
}

// binderG is a parameter, or an instance argument of aeon, which is read past.
type binderG struct {
	Param    *paramG    `parser:"  @@"`
	Instance *instanceG `parser:"| @@"`
}

type paramG struct {
	Open   lexer.Token    `parser:"@'('"`
	Notes  []*decoratorG  `parser:"@@*"`
	Mult   lexer.Token    `parser:"( @('1' | '0' | '&') | @('omega' | 'n') (?= Name) )?"`
	Name   nameG          `parser:"@@"`
	Colon  need[colonW]   `parser:"@@"`
	Type   *typeG         `parser:"@@"`
	Pred   *predG         `parser:"@@?"`
	Close  closer[parenW] `parser:"@@"`
	Tokens []lexer.Token
}

type predG struct {
	Bar  lexer.Token `parser:"@'|'"`
	Pred Expr        `parser:"@@"`
}

// typeG is a type. Args stand where a type was applied without parentheses,
// which only a group allows.
type typeG struct {
	Foralls []*forallG `parser:"@@*"`
	At      here       `parser:"@@"`
	Operand *operandG  `parser:"@@?"`
	Args    []*argG    `parser:"@@*"`
	Arrow   *typeG     `parser:"( '->' @@ )?"`
}

type forallG struct {
	Keyword lexer.Token  `parser:"@'forall'"`
	Pred    *anglePredG  `parser:"@@?"`
	Var     *kindedG     `parser:"@@?"`
	Comma   need[commaW] `parser:"@@"`
}

type anglePredG struct {
	Open  lexer.Token  `parser:"@'<'"`
	Name  nameG        `parser:"@@"`
	Colon need[colonW] `parser:"@@"`
	Sort  *typeG       `parser:"@@"`
	Close need[moreW]  `parser:"@@"`
}

type kindedG struct {
	Name  lexer.Token  `parser:"@Name"`
	Colon need[colonW] `parser:"@@"`
	Kind  lexer.Token  `parser:"@(Name | '*')?"`
}

type operandG struct {
	Refined *refinedG `parser:"  @@"`
	Group   *groupG   `parser:"| @@"`
	Base    *baseG    `parser:"| @@"`
}

type argG struct {
	Group *groupG `parser:"  @@"`
	Base  *baseG  `parser:"| @@"`
}

type baseG struct {
	Name  lexer.Token `parser:"@(Name | Qualified)"`
	Angle *angleG     `parser:"@@?"`
}

// angleG is aeon's "Name<p>".
type angleG struct {
	Open  lexer.Token `parser:"@'<'"`
	Pred  lexer.Token `parser:"@Name?"`
	Close need[moreW] `parser:"@@"`
}

type refinedG struct {
	Open   lexer.Token    `parser:"@'{'"`
	Name   nameG          `parser:"@@"`
	Colon  need[colonW]   `parser:"@@"`
	Base   *typeG         `parser:"@@"`
	Bar    need[barW]     `parser:"@@"`
	Pred   Expr           `parser:"@@"`
	Close  closer[curlyW] `parser:"@@"`
	Tokens []lexer.Token
}

// groupG is "(T)", "(List T)", "(T, x:U)" or "(1 x:T | p)".
type groupG struct {
	Open   lexer.Token    `parser:"@'('"`
	Elems  []*elemG       `parser:"@@ ( ',' @@ )*"`
	Close  closer[parenW] `parser:"@@"`
	Tokens []lexer.Token
}

type elemG struct {
	Mult   lexer.Token `parser:"( @('1' | '0' | '&') | @('omega' | 'n') (?= Name ':') )?"`
	Head   *typeG      `parser:"@@"`
	More   []*operandG `parser:"@@*"`
	Arrow  *typeG      `parser:"( '->' @@ )?"`
	Named  *typeG      `parser:"( ':' @@ )?"`
	Extra  []*operandG `parser:"@@*"`
	Pred   *predG      `parser:"@@?"`
	Tokens []lexer.Token
}
