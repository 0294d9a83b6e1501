package elab

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// mention elaborates a name that stands alone.
func (e *elaborator) mention(x *lang.Var) core.Expr { return e.call(x, x, nil) }

// application elaborates "f a b"; "f a $ b" is one application of three.
func (e *elaborator) application(x *lang.App) core.Expr {
	head, args := x.Fun, x.Args
	for {
		inner, ok := stripParens(head).(*lang.App)
		if !ok {
			break
		}
		args = append(append([]lang.Expr{}, inner.Args...), args...)
		head = inner.Fun
	}
	return e.call(stripParens(head), x, args)
}

// call elaborates head applied to args (none for a mere mention); at is the
// whole expression.
func (e *elaborator) call(head lang.Expr, at lang.Node, args []lang.Expr) core.Expr {
	switch h := head.(type) {
	case *lang.Var:
		return e.callName(h.Name, at, args)
	case *lang.Method:
		recv := e.infer(h.Recv)
		return e.method(recv, h.Name, at, args)
	case *lang.TypeInst:
		if v, ok := stripParens(h.Fun).(*lang.Var); ok && h.Type != nil {
			if g := e.lookup(v.Name); g != nil {
				return e.callGlobal(g, v.Name, at, args, []core.Type{core.Erase(e.typ(h.Type))}, nil, 0)
			}
			return e.bad(at)
		}
		return e.call(stripParens(h.Fun), at, args)
	}
	fn := e.infer(head)
	if len(args) == 0 {
		return fn
	}
	return e.applyTo(fn, "this function", at, args, 0)
}

func (e *elaborator) typeInst(x *lang.TypeInst) core.Expr { return e.call(x, x, nil) }

// callName resolves a name: a variable, a top-level name, a qualified name, or
// a method on a variable.
func (e *elaborator) callName(n lang.Ident, at lang.Node, args []lang.Expr) core.Expr {
	if strings.HasPrefix(n.Name, ".") {
		g := e.lookupCtor(n)
		if g == nil {
			return e.skipArgs(at, args)
		}
		return e.callGlobal(g, n, at, args, nil, nil, 0)
	}
	if p := e.preds[n.Name]; p != nil && e.inPred && e.vars.find(n.Name) == nil {
		return e.predApp(p, at, args)
	}
	if e.implicitPred(n.Name) && len(args) > 0 {
		return e.introducePred(n, at, args)
	}
	segments := strings.Split(n.Name, ".")
	if v := e.vars.find(segments[0]); v != nil {
		return e.chain(e.local(v, firstSegment(n, segments[0])), n, segments[1:], at, args)
	}
	if len(segments) > 1 && !e.known(n.Name) && e.known(segments[0]) {
		if g := e.lookup(firstSegment(n, segments[0])); g != nil {
			recv := e.callGlobal(g, firstSegment(n, segments[0]), headNode{firstSegment(n, segments[0]).Span}, nil, nil, nil, 0)
			return e.chain(recv, n, segments[1:], at, args)
		}
		return e.skipArgs(at, args)
	}
	g := e.lookup(n)
	if g == nil {
		return e.skipArgs(at, args)
	}
	return e.callGlobal(g, n, at, args, nil, nil, 0)
}

// predApp elaborates "p x", p an abstract refinement.
func (e *elaborator) predApp(p *core.PredVar, at lang.Node, args []lang.Expr) core.Expr {
	out := &core.PredApp{Info: e.info(e.world.Bool, at), Pred: p}
	if len(args) != len(p.Sorts) {
		e.report(diag.New(at.Range(), diag.TooManyArguments, p.Name, len(p.Sorts), len(args)))
		return e.skipArgs(at, args)
	}
	for i, a := range args {
		out.Args = append(out.Args, e.check(a, core.Erase(p.Sorts[i])))
	}
	return out
}

// implicitPred reports whether a name that is applied in a signature stands for
// an abstract refinement that nothing introduces. aeon's own files (*.ae) leave
// the "forall <p : …>" out; elsewhere, where a slip of the pen would pass for
// one, it must be written. One lower-case letter only.
func (e *elaborator) implicitPred(name string) bool {
	return e.aeonFile && e.inPred && e.open && len(name) == 1 && isLower(name) && name != "_" &&
		e.vars.find(name) == nil && !e.known(name) && e.preds[name] == nil
}

func (e *elaborator) introducePred(n lang.Ident, at lang.Node, args []lang.Expr) core.Expr {
	p := &core.PredVar{Name: n.Name}
	out := &core.PredApp{Info: e.info(e.world.Bool, at), Pred: p}
	for _, a := range args {
		x := e.infer(a)
		out.Args = append(out.Args, x)
		p.Sorts = append(p.Sorts, x.Type())
	}
	e.preds[n.Name] = p
	e.predOrder = append(e.predOrder, p)
	return out
}

// headNode gives a span to a piece of a dotted name.
type headNode struct{ span diag.Span }

func (h headNode) Range() diag.Span { return h.span }

func firstSegment(n lang.Ident, seg string) lang.Ident {
	s := n.Span
	s.End = s.Start + len(seg)
	return lang.Ident{Name: seg, Span: s}
}

// chain applies "recv.f.g" left to right; the arguments go to the last method.
func (e *elaborator) chain(recv core.Expr, n lang.Ident, methods []string, at lang.Node, args []lang.Expr) core.Expr {
	offset := n.Span.Start + len(n.Name) - len(strings.Join(methods, "."))
	for i, m := range methods {
		id := lang.Ident{Name: m, Span: diag.Span{Src: n.Span.Src, Start: offset, End: offset + len(m)}}
		offset += len(m) + 1
		if i == len(methods)-1 {
			return e.method(recv, id, at, args)
		}
		recv = e.method(recv, id, headNode{diag.Span{Src: n.Span.Src, Start: n.Span.Start, End: id.Span.End}}, nil)
	}
	if len(args) == 0 {
		return recv
	}
	return e.applyTo(recv, "`"+n.Name+"`", at, args, 0)
}

// skipArgs elaborates arguments of a head that could not be resolved, for the
// faults that are in them.
func (e *elaborator) skipArgs(at lang.Node, args []lang.Expr) core.Expr {
	for _, a := range args {
		e.infer(a)
	}
	return e.bad(at)
}

func (e *elaborator) local(v *core.Local, n lang.Ident) core.Expr {
	e.use(n.Span, v)
	return &core.LocalRef{Info: core.Info{Ty: core.Erase(v.Type), Span: n.Span}, Local: v}
}

// callGlobal elaborates a use of a top-level name. pre, when not nil, is an
// argument that is elaborated already and fills parameter prePos.
func (e *elaborator) callGlobal(g *core.Global, n lang.Ident, at lang.Node, args []lang.Expr, tyArgs []core.Type, pre core.Expr, prePos int) core.Expr {
	e.recursion(g)
	e.use(n.Span, g)
	if !e.usable(g, n) {
		return e.skipArgs(at, args)
	}
	ref := &core.GlobalRef{Global: g}
	sub := map[*core.TyVar]core.Type{}
	for i, v := range g.TyVars {
		t := core.Type(nil)
		if i < len(tyArgs) {
			t = tyArgs[i]
		} else {
			t = e.fresh()
		}
		sub[v] = t
		ref.TyArgs = append(ref.TyArgs, t)
	}
	ref.Info = core.Info{Ty: funType(g.Params, g.Result, sub), Span: n.Span}
	total := len(args)
	if pre != nil {
		total++
	}
	if g.Kind == core.AxiomFn && total < len(g.Params) {
		e.report(diag.New(n.Span, diag.AxiomAsValue, g.Name))
		return e.skipArgs(at, args)
	}
	if total == 0 {
		ref.Span = at.Range()
		return ref
	}
	if g.Kind == core.AxiomFn {
		e.ghost++
		defer func() { e.ghost-- }()
	}
	call := &core.Call{Fn: ref}
	direct := min(total, len(g.Params))
	elaborated := make([]core.Expr, direct)
	ok := true
	source := make([]lang.Expr, direct) // nil where pre stands
	rest := args
	for i := 0; i < direct; i++ {
		if pre != nil && i == prePos {
			elaborated[i] = pre
			continue
		}
		source[i], rest = rest[0], rest[1:]
	}
	if pre != nil {
		if want := instantiate(g.Params[prePos].Type, sub); !e.unify(want, pre.Type()) {
			ok = false
			e.report(diag.New(pre.Range(), diag.ArgumentMismatch, prePos+1, g.Name, g.Params[prePos].Name, the(want), an(pre.Type())))
		}
	}
	before := len(e.diags)
	// Functions last: the types of their parameters are known by then.
	for _, functions := range []bool{false, true} {
		for i, a := range source {
			if a == nil || isFunctionLiteral(a) != functions {
				continue
			}
			want := instantiate(g.Params[i].Type, sub)
			x, fits := e.argument(a, want, g, i)
			elaborated[i] = x
			ok = ok && fits
		}
	}
	if !ok && pre == nil {
		e.misplaced(before, g, source, elaborated, sub)
	}
	call.Args = elaborated
	t := funType(g.Params[direct:], g.Result, sub)
	if !ok {
		t = &core.Bad{}
	}
	call.Info = e.info(t, at)
	if len(rest) == 0 {
		return call
	}
	if ok && !isFunOrOpen(t) {
		if e.foreignAmong(rest) {
			return e.bad(at)
		}
		if _, unit := rest[0].(*lang.UnitLit); unit && len(rest) == 1 {
			e.report(diag.New(rest[0].Range(), diag.EmptyBrackets, g.Name))
			return e.bad(at)
		}
		d := diag.New(rest[0].Range(), diag.TooManyArguments, g.Name, len(g.Params), total)
		if at := rest[0].Range(); at.Src != nil && at.Start > 0 && at.Src.Text[at.Start] == '[' && strings.ContainsAny(at.Src.Text[at.Start-1:at.Start], ")]abcdefghijklmnopqrstuvwxyz0123456789_") {
			d.Note(diag.NoIndexing)
		}
		e.report(d)
		return e.skipArgs(at, rest)
	}
	return e.applyTo(call, "`"+g.Name+"`", at, rest, len(g.Params))
}

func isFunOrOpen(t core.Type) bool {
	switch core.Strip(t).(type) {
	case *core.Fun, *core.Meta, *core.Bad:
		return true
	}
	return false
}

func isFunctionLiteral(x lang.Expr) bool {
	_, ok := stripParens(x).(*lang.Lambda)
	return ok
}

// argument elaborates one argument and reports a mismatch in terms of the call.
func (e *elaborator) argument(a lang.Expr, want core.Type, g *core.Global, i int) (core.Expr, bool) {
	if e.bracketed(a, want, g) {
		return e.bad(a), false
	}
	switch stripParens(a).(type) {
	case *lang.Lambda, *lang.If, *lang.Let, *lang.Match, *lang.Tuple, *lang.Hole:
		before := len(e.diags)
		x := e.check(a, want)
		failed := diag.HasErrors(e.diags[before:])
		if l, isLambda := stripParens(a).(*lang.Lambda); isLambda && failed {
			e.parameters(e.diags[before], l, g, i)
		}
		return x, !failed
	}
	x := e.infer(a)
	if e.unify(want, x.Type()) {
		return x, true
	}
	d := diag.New(a.Range(), diag.ArgumentMismatch, i+1, g.Name, g.Params[i].Name, the(want), an(x.Type()))
	if _, isFun := core.Strip(x.Type()).(*core.Fun); isFun {
		d.Note("this is a function: it still wants arguments, or parentheses are missing")
	} else {
		e.leftOut(d, want)
	}
	if g.Span.Src != nil && g.Kind != core.BuiltinFn {
		d.With(g.Params[i].Span, "the parameter is declared here")
	}
	e.report(d)
	return x, false
}

// parameters says that a function which is written as an argument has another number of
// parameters than is wanted, from which what was found in it follows.
func (e *elaborator) parameters(d *diag.Diagnostic, l *lang.Lambda, g *core.Global, i int) {
	want := 0
	for t, ok := core.Strip(g.Params[i].Type).(*core.Fun); ok; t, ok = core.Strip(t.Result).(*core.Fun) {
		want++
	}
	if n := len(l.Params); want > 0 && n != want {
		d.Notes = nil
		d.Note("the function that `%s` takes has %d parameter(s), this one has %d", g.Name, want, n)
	}
}

// applyTo applies a function value to arguments; given counts the arguments
// that it was given before.
func (e *elaborator) applyTo(fn core.Expr, name string, at lang.Node, args []lang.Expr, given int) core.Expr {
	t := fn.Type()
	elaborated := make([]core.Expr, len(args))
	wants := make([]core.Type, len(args))
	for i, a := range args {
		switch f := core.Strip(t).(type) {
		case *core.Fun:
			wants[i], t = f.Param.Type, f.Result
		case *core.Meta:
			p := &core.Local{Type: e.fresh(), Span: a.Range()}
			made := &core.Fun{Param: p, Result: e.fresh()}
			e.funs = append(e.funs, made)
			e.unify(f, made)
			if g, ok := core.Strip(f).(*core.Fun); ok {
				e.funs = append(e.funs, g)
				wants[i], t = g.Param.Type, g.Result
			}
		case *core.Bad:
			return e.skipArgs(at, args)
		default:
			if e.foreignAmong(args[i:]) {
				return e.bad(at)
			}
			if i == 0 && given == 0 {
				e.report(diag.New(fn.Range(), diag.NotAFunction, an(t)))
			} else {
				e.report(diag.New(a.Range(), diag.TooManyArguments, strings.Trim(name, "`"), given+i, given+len(args)))
			}
			return e.skipArgs(at, args)
		}
	}
	for _, functions := range []bool{false, true} {
		for i, a := range args {
			if isFunctionLiteral(a) == functions {
				elaborated[i] = e.check(a, wants[i])
			}
		}
	}
	return &core.Call{Info: e.info(t, at), Fn: fn, Args: elaborated}
}
