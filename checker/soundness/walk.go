package soundness

import "github.com/aeonc/aeonc/lang"

// walkFile calls f for every expression of a file, predicates included.
func walkFile(file *lang.File, f func(lang.Expr)) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *lang.Def:
			walkDef(d, f)
		case *lang.Mutual:
			for _, m := range d.Defs {
				walkDef(m, f)
			}
		case *lang.Inductive:
			for _, s := range append(append([]*lang.Signature{}, d.Ctors...), d.Measures...) {
				walkParams(s.Params, f)
				walkType(s.Result, f)
			}
		case *lang.Axiom:
			walkType(d.Type, f)
		case *lang.Contract:
			walkParams(d.Params, f)
			walkType(d.Result, f)
		}
	}
	walkExpr(file.Body, f)
}

func walkDef(d *lang.Def, f func(lang.Expr)) {
	walkParams(d.Params, f)
	walkType(d.Result, f)
	walkExpr(d.Body, f)
}

func walkParams(ps []*lang.Param, f func(lang.Expr)) {
	for _, p := range ps {
		walkType(p.Type, f)
		walkExpr(p.Pred, f)
	}
}

// walkType calls f for every expression inside a type.
func walkType(t lang.Type, f func(lang.Expr)) {
	switch t := t.(type) {
	case *lang.TypeApp:
		for _, a := range t.Args {
			walkType(a, f)
		}
	case *lang.TypeRefined:
		walkType(t.Base, f)
		walkExpr(t.Pred, f)
	case *lang.TypeFun:
		walkParams([]*lang.Param{t.Param}, f)
		walkType(t.Result, f)
	case *lang.TypeTuple:
		for _, e := range t.Elems {
			walkType(e.Type, f)
		}
	case *lang.TypeForall:
		walkType(t.Body, f)
	case *lang.TypeForallPred:
		walkType(t.Body, f)
	}
}

// walkExpr calls f for e and every expression in it, outermost first.
func walkExpr(e lang.Expr, f func(lang.Expr)) {
	if e == nil {
		return
	}
	f(e)
	switch e := e.(type) {
	case *lang.App:
		walkExpr(e.Fun, f)
		walkAll(e.Args, f)
	case *lang.Method:
		walkExpr(e.Recv, f)
	case *lang.Binary:
		walkExpr(e.Left, f)
		walkExpr(e.Right, f)
	case *lang.Unary:
		walkExpr(e.X, f)
	case *lang.If:
		walkAll([]lang.Expr{e.Cond, e.Then, e.Else}, f)
	case *lang.Let:
		for _, b := range e.Binds {
			walkType(b.Type, f)
			walkExpr(b.Pred, f)
			walkExpr(b.Value, f)
		}
		walkExpr(e.Body, f)
	case *lang.Match:
		walkExpr(e.Scrutinee, f)
		for _, a := range e.Arms {
			walkExpr(a.Body, f)
		}
	case *lang.Lambda:
		walkParams(e.Params, f)
		walkExpr(e.Body, f)
	case *lang.Annot:
		walkExpr(e.X, f)
		walkType(e.Type, f)
	case *lang.Paren:
		walkExpr(e.X, f)
	case *lang.Tuple:
		walkAll(e.Elems, f)
	case *lang.ListLit:
		walkAll(e.Elems, f)
	}
}

func walkAll(es []lang.Expr, f func(lang.Expr)) {
	for _, e := range es {
		walkExpr(e, f)
	}
}
