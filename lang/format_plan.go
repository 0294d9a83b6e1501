package lang

// This file walks the tree and says where lines may break.

func (f *formatter) plan(file *File) {
	for _, d := range file.Decls {
		f.planDecl(d)
	}
	if file.Body != nil {
		f.planLetOrExpr(file.Body, true)
	}
}

func (f *formatter) planDecl(d Decl) {
	switch d := d.(type) {
	case *Mutual:
		for _, def := range d.Defs {
			f.planDecl(def)
		}
	case *TypeDecl:
		f.planPredVars(d.PredVars)
	case *Inductive:
		f.planPredVars(d.PredVars)
		g := f.group(f.first(d), f.last(d), -1, false)
		for _, sig := range bySource(d.Ctors, d.Measures) {
			f.hard(f.first(sig), g, 0)
			f.planSignature(f.first(sig), f.last(sig), sig.Params, sig.Result)
		}
	case *Def:
		start := f.planDecorators(d, d.Decorators)
		end := f.first(d.Body)
		sig := f.planSignature(start, end-1, d.Params, d.Result)
		for _, e := range d.Decreasing {
			f.planExpr(e)
		}
		f.planBranch(d.Body, sig, 2)
		if d.Brace {
			f.space[end], f.space[f.last(d)] = true, true
			f.space[end-1] = true
		}
	case *Axiom:
		start := f.planDecorators(d, d.Decorators)
		f.planSignature(start, f.last(d), nil, d.Type)
	case *Contract:
		f.planSignature(f.first(d), f.last(d), d.Params, d.Result)
	case *Example:
		f.planBody(d.Body)
	}
}

// planDecorators puts each decorator on its own line and returns where the
// declaration proper starts.
func (f *formatter) planDecorators(d Decl, decorators []*Decorator) int {
	i := f.first(d)
	for _, dec := range decorators {
		if open := f.first(dec) + 2; open <= f.last(dec) && (len(dec.Args) == 0 || f.first(dec.Args[0]) != open) {
			f.space[open] = false
		}
		if open := f.first(dec) + 2; len(dec.Args) > 0 && f.first(dec.Args[0]) > open {
			g := f.group(open, f.last(dec), -1, false)
			f.planItems(g, open, f.last(dec), len(dec.Args), func(i int) Node { return dec.Args[i] })
		}
		for _, a := range dec.Args {
			f.planExpr(a)
		}
		i = f.last(dec) + 1
		f.hard(i, f.group(i, i, -1, false), 0)
	}
	return i
}

func (f *formatter) planPredVars(vs []PredVar) {
	for _, v := range vs {
		f.angle(f.first(v)-1, f.last(v)+1)
		f.space[f.first(v)+1] = true
		f.planType(v.Sort)
	}
}

// angle closes up the space inside "<" and ">".
func (f *formatter) angle(open, close int) {
	f.space[open+1], f.space[close] = false, false
}

// planSignature breaks a signature that is too long before each parameter and
// before the result.
func (f *formatter) planSignature(first, last int, params []*Param, result Type) int {
	g := f.group(first, last, -1, false)
	for _, p := range params {
		f.soft(f.first(p), g, 4)
		f.planParam(p)
	}
	if absent(result) {
		return g
	}
	colon := f.first(result) - 1
	f.space[colon] = true
	if len(params) > 0 {
		f.soft(colon, g, 4)
	}
	f.planType(result)
	return g
}

func (f *formatter) planParam(p *Param) {
	for _, d := range p.Decorators {
		if f.first(d)+2 <= f.last(d) && len(d.Args) > 0 && f.first(d.Args[0]) != f.first(d)+2 {
			f.space[f.first(d)+2] = false // before the bracket of the arguments
		}
	}
	if !absent(p.Type) {
		f.planType(p.Type)
	}
	if !absent(p.Pred) {
		f.planExpr(p.Pred)
	}
}

// planBody lays out what follows ":=" or "=>": on the same line, or indented
// on the next.
func (f *formatter) planBody(e Expr) { f.planBranch(e, -1, 2) }

func (f *formatter) planBranch(e Expr, parent, delta int) {
	g := f.group(f.first(e), f.last(e), parent, false)
	f.soft(f.first(e), g, delta)
	f.planExpr(e)
}

func (f *formatter) planType(t Type) {
	switch t := t.(type) {
	case *TypeFun:
		f.planArrows(t)
	case *TypeApp:
		for _, a := range t.Args {
			f.planType(a)
		}
		if !absent(t.Pred) {
			f.angle(f.first(t.Pred)-1, f.last(t.Pred)+1)
			f.space[f.first(t.Pred)-1] = false
		}
	case *TypeRefined:
		f.space[f.first(t.Base)] = false
		f.planType(t.Base)
		f.planBranch(t.Pred, -1, 4)
	case *TypeTuple:
		g := f.group(f.first(t), f.last(t), -1, false)
		f.planItems(g, f.first(t), f.last(t), len(t.Elems), func(i int) Node { return t.Elems[i] })
		for _, e := range t.Elems {
			f.planType(e.Type)
		}
	case *TypeForall:
		f.space[f.at(t.Kind.Span.Start)] = false
		f.planType(t.Body)
	case *TypeForallPred:
		f.planPredVars([]PredVar{t.Pred})
		f.planType(t.Body)
	}
}

// planArrows breaks a chain of arrows behind each arrow.
func (f *formatter) planArrows(t *TypeFun) {
	g := f.group(f.first(t), f.last(t), -1, false)
	for {
		f.planParam(t.Param)
		i := f.at(t.Param.Span.End) + 1
		f.soft(i, g, 4)
		next, ok := t.Result.(*TypeFun)
		if !ok {
			f.planType(t.Result)
			return
		}
		t = next
	}
}

// planItems breaks what stands between brackets, separated by commas.
func (f *formatter) planItems(g, open, close, n int, item func(int) Node) {
	for i := 0; i < n; i++ {
		f.soft(f.first(item(i)), g, 2)
	}
	if n > 0 {
		f.soft(close, g, 0)
	}
}

func (f *formatter) planExprs(es []Expr) {
	for _, e := range es {
		f.planExpr(e)
	}
}

func (f *formatter) planExpr(e Expr) {
	switch e := e.(type) {
	case *App:
		f.planApp(e)
	case *Method:
		f.planExpr(e.Recv)
	case *TypeInst:
		f.planExpr(e.Fun)
		f.space[f.at(e.Fun.Range().End)] = false
		if !absent(e.Type) {
			f.planType(e.Type)
		}
	case *Binary:
		f.planBinary(e, -1)
	case *Unary:
		f.planExpr(e.X)
	case *If:
		f.planIf(e, f.group(f.first(e), f.last(e), -1, true))
	case *Let:
		f.planLetOrExpr(e, false)
	case *Match:
		f.planMatch(e)
	case *Lambda:
		for _, p := range e.Params {
			f.planParam(p)
		}
		f.planBody(e.Body)
	case *Annot:
		f.space[f.first(e.Type)-1] = true
		f.planExpr(e.X)
		f.planType(e.Type)
	case *Paren:
		f.planExpr(e.X)
	case *Tuple:
		g := f.group(f.first(e), f.last(e), -1, false)
		f.planItems(g, f.first(e), f.last(e), len(e.Elems), func(i int) Node { return e.Elems[i] })
		f.planExprs(e.Elems)
	case *ListLit:
		g := f.group(f.first(e), f.last(e), -1, false)
		f.planItems(g, f.first(e), f.last(e), len(e.Elems), func(i int) Node { return e.Elems[i] })
		f.planExprs(e.Elems)
	case *Tactic:
		if last := f.last(e); f.toks[last].is("?") {
			f.space[last] = false
		}
	}
}

func (f *formatter) planApp(e *App) {
	g := f.group(f.first(e), f.last(e), -1, false)
	f.planExpr(e.Fun)
	for _, a := range e.Args {
		f.soft(f.first(a), g, 2)
		f.planExpr(a)
	}
}

// planBinary breaks before the operators; a chain of one level is one group.
func (f *formatter) planBinary(e *Binary, g int) {
	if g < 0 {
		g = f.group(f.first(e), f.last(e), -1, false)
	}
	at := f.at(e.OpAt.Start)
	prec := binaryPrec(&f.toks[at])
	for _, x := range []Expr{e.Left, e.Right} {
		if b, ok := x.(*Binary); ok && binaryPrec(&f.toks[f.at(b.OpAt.Start)]) == prec {
			f.planBinary(b, g)
		} else {
			f.planExpr(x)
		}
	}
	f.soft(at, g, 2)
}

// planIf lays out a chain of "else if" as one group.
func (f *formatter) planIf(e *If, g int) {
	f.planExpr(e.Cond)
	f.planBranch(e.Then, g, 2)
	f.soft(f.first(e.Else)-1, g, 0)
	if chained, ok := e.Else.(*If); ok {
		f.planIf(chained, g)
		return
	}
	f.planBranch(e.Else, g, 2)
}

func (f *formatter) planMatch(e *Match) {
	g := f.group(f.first(e), f.last(e), -1, true)
	f.planExpr(e.Scrutinee)
	for _, a := range e.Arms {
		if len(e.Arms) > 1 {
			f.hard(f.first(a), g, 0)
		} else {
			f.soft(f.first(a), g, 0)
		}
		f.planBody(a.Body)
	}
}

// planLetOrExpr lays out a chain of bindings, each on its own line. Only a
// single binding that is not the plan's own may stay on the line of its body.
func (f *formatter) planLetOrExpr(e Expr, own bool) {
	l, ok := e.(*Let)
	if !ok {
		f.planExpr(e)
		return
	}
	g := f.group(f.first(l), f.last(l), -1, true)
	for i, b := range l.Binds {
		if i > 0 {
			f.hard(f.first(b), g, 0)
		}
		f.planBinding(b)
		if joint := f.last(b) + 1; i < len(l.Binds)-1 || !absent(l.Body) {
			f.text[joint], f.space[joint] = "in", true
		} else if joint <= f.last(l) {
			f.drop[joint] = true
		}
	}
	if absent(l.Body) {
		return
	}
	if own || len(l.Binds) > 1 {
		f.hard(f.first(l.Body), g, 0)
	} else {
		f.soft(f.first(l.Body), g, 0)
	}
	f.planExpr(l.Body)
}

func (f *formatter) planBinding(b *Binding) {
	if !absent(b.Type) {
		f.space[f.first(b.Type)-1] = true
		f.planType(b.Type)
	}
	if !absent(b.Pred) {
		f.planExpr(b.Pred)
	}
	f.text[f.first(b.Value)-1] = ":="
	switch b.Value.(type) {
	case *If, *Let, *Match:
		f.planBody(b.Value)
	default:
		f.planExpr(b.Value)
	}
}
