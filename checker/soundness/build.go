package soundness

import (
	"math/big"

	"github.com/aeonc/aeonc/lang"
)

// Builders of tree nodes. Nodes are built without spans: only the printed text
// has places.

func ident(name string) lang.Ident { return lang.Ident{Name: name} }
func ref(name string) *lang.Var    { return &lang.Var{Name: ident(name)} }
func boolLit(b bool) lang.Expr     { return &lang.BoolLit{Value: b} }
func stringLit(s string) lang.Expr { return &lang.StringLit{Value: s} }
func unitLit() lang.Expr           { return &lang.UnitLit{} }
func not(x lang.Expr) lang.Expr    { return &lang.Unary{Op: "!", X: x} }
func tyName(name string) lang.Type { return &lang.TypeName{Name: ident(name)} }
func patVar(n string) *lang.PatVar { return &lang.PatVar{Name: ident(n)} }
func isVar(e lang.Expr) (string, bool) {
	v, ok := stripParens(e).(*lang.Var)
	if !ok {
		return "", false
	}
	return v.Name.Name, true
}

func intLit(n int64) lang.Expr {
	if n < 0 {
		return &lang.Unary{Op: "-", X: &lang.IntLit{Value: big.NewInt(-n)}}
	}
	return &lang.IntLit{Value: big.NewInt(n)}
}

func call(f string, args ...lang.Expr) lang.Expr {
	if len(args) == 0 {
		return ref(f)
	}
	return &lang.App{Fun: ref(f), Args: args}
}

func binop(op string, l, r lang.Expr) lang.Expr {
	return &lang.Binary{Op: lang.BinaryOp(op), Left: l, Right: r}
}

func and(ps ...lang.Expr) lang.Expr {
	var out lang.Expr
	for _, p := range ps {
		switch {
		case p == nil:
		case out == nil:
			out = p
		default:
			out = binop("&&", out, p)
		}
	}
	return out
}

func refined(name string, t lang.Type, p lang.Expr) lang.Type {
	if p == nil {
		return t
	}
	return &lang.TypeRefined{Name: ident(name), Base: t, Pred: p}
}

func bindLet(p lang.Pattern, v lang.Expr) *lang.Binding {
	return &lang.Binding{Pattern: p, Value: v, Keyword: true}
}

// letIn puts bindings around a body; chains are flat.
func letIn(binds []*lang.Binding, body lang.Expr) lang.Expr {
	if len(binds) == 0 {
		return body
	}
	if inner, ok := body.(*lang.Let); ok {
		return &lang.Let{Binds: append(append([]*lang.Binding{}, binds...), inner.Binds...), Body: inner.Body}
	}
	return &lang.Let{Binds: binds, Body: body}
}

// ---- the generator's own types

type baseKind int

const (
	baseInt baseKind = iota
	baseBool
	baseString
	baseFloat
	baseUnit
	baseOpaque
	baseEnum
	baseOpt // (Opt elem)
	baseSum // an inductive type that may hold a session
	baseFun
	baseList // (List elem)
)

// base is a type without refinements.
type base struct {
	kind   baseKind
	name   string
	linear bool
	elem   *typed // of (Opt elem), (List elem)
}

var (
	intBase    = &base{kind: baseInt, name: "Int"}
	boolBase   = &base{kind: baseBool, name: "Bool"}
	stringBase = &base{kind: baseString, name: "String"}
	floatBase  = &base{kind: baseFloat, name: "Float"}
	unitBase   = &base{kind: baseUnit, name: "Unit"}
)

func (s *base) same(t *base) bool {
	return s == t || s.kind == t.kind && s.name == t.name && (s.elem == nil) == (t.elem == nil) &&
		(s.elem == nil || s.elem.base.same(t.elem.base))
}

func (s *base) syntax() lang.Type {
	if s.elem != nil {
		return &lang.TypeApp{Name: ident(s.name), Args: []lang.Type{s.elem.syntax()}}
	}
	return tyName(s.name)
}

// typed is a refined type: {name:base | pred}.
type typed struct {
	base *base
	name string
	pred lang.Expr
	// known is true of the result of a transparent helper; its type does not say
	// so.
	known lang.Expr
}

func (t *typed) syntax() lang.Type { return refined(t.name, t.base.syntax(), t.pred) }

// parameter of a function or contract.
type parameter struct {
	typed
	mult lang.Multiplicity
	// fun is the type of a function parameter.
	fun *lang.TypeFun
}

func (p *parameter) syntax() *lang.Param {
	if p.fun != nil {
		return &lang.Param{Name: ident(p.name), Type: p.fun}
	}
	return &lang.Param{Mult: p.mult, Name: ident(p.name), Type: p.typed.syntax()}
}

// function is a callable name of the spec.
type function struct {
	name   string
	params []*parameter
	// result has one component, or several for a tuple.
	result []*typed
	// reads is the measure that the result equals, "" where it is no query.
	reads string
	// body of a definition, nil for a native.
	body lang.Expr

	plan, keeps, pure bool
}

func (f *function) returnType() lang.Type {
	if len(f.result) == 1 {
		return f.result[0].syntax()
	}
	t := &lang.TypeTuple{}
	for _, c := range f.result {
		e := &lang.TupleElem{Type: c.syntax()}
		if !c.base.linear {
			e.Name = ident(c.name) // later components may speak of it
		}
		t.Elems = append(t.Elems, e)
	}
	return t
}

func (f *function) decl() lang.Decl {
	d := &lang.Def{Name: ident(f.name), Result: f.returnType(), Body: f.body}
	for _, p := range f.params {
		d.Params = append(d.Params, p.syntax())
	}
	if d.Body == nil {
		d.Body = &lang.Native{Text: f.name + "()"}
	}
	for _, dec := range []struct {
		name string
		on   bool
	}{{"plan", f.plan}, {"keeps", f.keeps}, {"pure", f.pure}} {
		if dec.on {
			d.Decorators = append(d.Decorators, &lang.Decorator{Name: ident(dec.name)})
		}
	}
	return d
}

// consumed is the first linear parameter that f uses up, nil if there is none.
func (f *function) consumed() *parameter {
	for _, p := range f.params {
		if p.fun == nil && p.base.linear && p.mult == lang.Linear {
			return p
		}
	}
	return nil
}
