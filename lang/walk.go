package lang

import "github.com/aeonc/aeonc/lang/diag"

// Range spans the whole text.
func (f *File) Range() diag.Span {
	return diag.Span{Src: f.Source, Start: 0, End: len(f.Source.Text)}
}

// Inspect visits n and everything below it in source order. Where f returns
// false, what is below that node is left out. Names are not visited: they are
// fields of the nodes they belong to.
func Inspect(n Node, f func(Node) bool) {
	if absent(n) || !f(n) {
		return
	}
	switch n := n.(type) {
	case *File:
		each(n.Decls, f)
		Inspect(n.Body, f)
	case Decl:
		inspectDecl(n, f)
	case Type:
		inspectType(n, f)
	case Expr:
		inspectExpr(n, f)
	case Pattern:
		inspectPattern(n, f)
	case *Decorator:
		each(n.Args, f)
	case PredVar:
		Inspect(n.Sort, f)
	case *Signature:
		each(n.Params, f)
		Inspect(n.Result, f)
	case *Param:
		each(n.Decorators, f)
		Inspect(n.Type, f)
		Inspect(n.Pred, f)
	case *TupleElem:
		Inspect(n.Type, f)
	case *Binding:
		Inspect(n.Pattern, f)
		Inspect(n.Type, f)
		Inspect(n.Pred, f)
		Inspect(n.Value, f)
	case *Arm:
		Inspect(n.Pattern, f)
		Inspect(n.Body, f)
	}
}

// absent tells the nil of an optional field, whatever its type.
func absent(n Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *Param:
		return n == nil
	case *File:
		return n == nil
	}
	return false
}

func each[N Node](ns []N, f func(Node) bool) {
	for _, n := range ns {
		Inspect(n, f)
	}
}

func inspectDecl(n Decl, f func(Node) bool) {
	switch n := n.(type) {
	case *TypeDecl:
		each(n.PredVars, f)
	case *Inductive:
		each(n.PredVars, f)
		each(bySource(n.Ctors, n.Measures), f)
	case *Def:
		each(n.Decorators, f)
		each(n.Params, f)
		Inspect(n.Result, f)
		each(n.Decreasing, f)
		Inspect(n.Body, f)
	case *Axiom:
		each(n.Decorators, f)
		Inspect(n.Type, f)
	case *Mutual:
		each(n.Defs, f)
	case *Contract:
		each(n.Params, f)
		Inspect(n.Result, f)
	case *Example:
		Inspect(n.Body, f)
	}
}

// bySource merges constructors and measures, which may be written in any order.
func bySource(a, b []*Signature) []*Signature {
	out := make([]*Signature, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].Span.Start < b[0].Span.Start {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

func inspectType(n Type, f func(Node) bool) {
	switch n := n.(type) {
	case *TypeApp:
		each(n.Args, f)
		Inspect(n.Pred, f)
	case *TypeRefined:
		Inspect(n.Base, f)
		Inspect(n.Pred, f)
	case *TypeFun:
		Inspect(n.Param, f)
		Inspect(n.Result, f)
	case *TypeTuple:
		each(n.Elems, f)
	case *TypeForall:
		Inspect(n.Body, f)
	case *TypeForallPred:
		Inspect(n.Pred, f)
		Inspect(n.Body, f)
	}
}

func inspectExpr(n Expr, f func(Node) bool) {
	switch n := n.(type) {
	case *App:
		Inspect(n.Fun, f)
		each(n.Args, f)
	case *Method:
		Inspect(n.Recv, f)
	case *TypeInst:
		Inspect(n.Fun, f)
		Inspect(n.Type, f)
	case *Binary:
		Inspect(n.Left, f)
		Inspect(n.Right, f)
	case *Unary:
		Inspect(n.X, f)
	case *If:
		Inspect(n.Cond, f)
		Inspect(n.Then, f)
		Inspect(n.Else, f)
	case *Let:
		each(n.Binds, f)
		Inspect(n.Body, f)
	case *Match:
		Inspect(n.Scrutinee, f)
		each(n.Arms, f)
	case *Lambda:
		each(n.Params, f)
		Inspect(n.Body, f)
	case *Annot:
		Inspect(n.X, f)
		Inspect(n.Type, f)
	case *Paren:
		Inspect(n.X, f)
	case *Tuple:
		each(n.Elems, f)
	case *ListLit:
		each(n.Elems, f)
	}
}

func inspectPattern(n Pattern, f func(Node) bool) {
	switch n := n.(type) {
	case *PatTuple:
		each(n.Elems, f)
	case *PatCtor:
		each(n.Args, f)
	}
}
