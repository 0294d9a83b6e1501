package soundness

import "github.com/aeonc/aeonc/lang"

// edit rebuilds an expression from the leaves up; f may replace any node of
// the copy. Types are shared, they are never edited.
func edit(e lang.Expr, f func(lang.Expr) lang.Expr) lang.Expr {
	all := func(es []lang.Expr) []lang.Expr {
		out := make([]lang.Expr, len(es))
		for i, x := range es {
			out[i] = edit(x, f)
		}
		return out
	}
	switch x := e.(type) {
	case nil:
		return nil
	case *lang.App:
		c := *x
		c.Fun, c.Args = edit(x.Fun, f), all(x.Args)
		e = &c
	case *lang.Method:
		c := *x
		c.Recv = edit(x.Recv, f)
		e = &c
	case *lang.Binary:
		c := *x
		c.Left, c.Right = edit(x.Left, f), edit(x.Right, f)
		e = &c
	case *lang.Unary:
		c := *x
		c.X = edit(x.X, f)
		e = &c
	case *lang.If:
		c := *x
		c.Cond, c.Then, c.Else = edit(x.Cond, f), edit(x.Then, f), edit(x.Else, f)
		e = &c
	case *lang.Let:
		c := *x
		c.Binds = make([]*lang.Binding, len(x.Binds))
		for i, b := range x.Binds {
			d := *b
			d.Value = edit(b.Value, f)
			c.Binds[i] = &d
		}
		c.Body = edit(x.Body, f)
		e = &c
	case *lang.Match:
		c := *x
		c.Scrutinee = edit(x.Scrutinee, f)
		c.Arms = make([]*lang.Arm, len(x.Arms))
		for i, a := range x.Arms {
			d := *a
			d.Body = edit(a.Body, f)
			c.Arms[i] = &d
		}
		e = &c
	case *lang.Lambda:
		c := *x
		c.Body = edit(x.Body, f)
		e = &c
	case *lang.Annot:
		c := *x
		c.X = edit(x.X, f)
		e = &c
	case *lang.Paren:
		c := *x
		c.X = edit(x.X, f)
		e = &c
	case *lang.Tuple:
		c := *x
		c.Elems = all(x.Elems)
		e = &c
	case *lang.ListLit:
		c := *x
		c.Elems = all(x.Elems)
		e = &c
	}
	return f(e)
}

// editFile rebuilds a plan: its helpers' bodies and its own.
func editFile(file *lang.File, f func(lang.Expr) lang.Expr) *lang.File {
	out := &lang.File{Body: edit(file.Body, f)}
	for _, d := range file.Decls {
		if def, ok := d.(*lang.Def); ok && def.Body != nil {
			c := *def
			c.Body = edit(def.Body, f)
			d = &c
		}
		out.Decls = append(out.Decls, d)
	}
	return out
}

// at rebuilds a plan with the n-th node that f applies to replaced; f returns
// nil for nodes that it does not apply to. It returns nil where there is no
// such node.
func at(file *lang.File, n int, f func(lang.Expr) lang.Expr) *lang.File {
	done := false
	out := editFile(file, func(e lang.Expr) lang.Expr {
		if done || e == nil {
			return e
		}
		r := f(e)
		if r == nil {
			return e
		}
		if n > 0 {
			n--
			return e
		}
		done = true
		return r
	})
	if !done {
		return nil
	}
	return out
}
