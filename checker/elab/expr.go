package elab

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

func (e *elaborator) info(t core.Type, x lang.Node) core.Info {
	return core.Info{Ty: t, Span: x.Range()}
}

func (e *elaborator) bad(x lang.Node) core.Expr {
	return &core.BadExpr{Info: e.info(&core.Bad{}, x)}
}

// check elaborates x against an expected base type.
func (e *elaborator) check(x lang.Expr, want core.Type) core.Expr {
	switch x := x.(type) {
	case *lang.Paren:
		return e.check(x.X, want)
	case *lang.Lambda:
		return e.lambda(x, want)
	case *lang.If:
		return e.conditional(x, want)
	case *lang.Let:
		return e.let(x, want)
	case *lang.Match:
		return e.match(x, want)
	case *lang.Tuple:
		if t, ok := core.Strip(want).(*core.Tuple); ok && len(t.Elems) == len(x.Elems) && !e.inPred {
			out := &core.TupleExpr{}
			for i, el := range x.Elems {
				out.Elems = append(out.Elems, e.check(el, t.Elems[i].Type))
			}
			out.Info = e.info(tupleOf(out.Elems), x)
			return out
		}
	case *lang.Hole:
		return &core.Hole{Info: e.info(want, x)}
	}
	got := e.infer(x)
	if !e.unify(want, got.Type()) {
		e.mismatch(x, want, got.Type())
	}
	return got
}

// mismatch reports that an expression has another type than its place wants.
func (e *elaborator) mismatch(x lang.Expr, want, got core.Type) {
	if _, isFun := core.Strip(want).(*core.Fun); !isFun && e.unfinished(x, an(want), got) {
		return
	}
	e.report(diag.New(x.Range(), diag.TypeMismatch, core.TypeString(want), core.TypeString(got)))
}

// unfinished reports a call that still wants arguments where something else than a
// function is wanted; false where x, whose type is got, is no such call.
func (e *elaborator) unfinished(x lang.Expr, want string, got core.Type) bool {
	f, ok := core.Strip(got).(*core.Fun)
	name := headName(x)
	if !ok || name == "" {
		return false
	}
	missing := 1
	for g, more := core.Strip(f.Result).(*core.Fun); more; g, more = core.Strip(g.Result).(*core.Fun) {
		missing++
	}
	d := diag.New(x.Range(), diag.MissingArguments, name, missing, core.TypeString(got), want)
	e.leftOut(d, f.Param.Type)
	e.report(d)
	return true
}

// leftOut adds "did you leave out `s`?" where a variable in scope has the type
// of a missing argument.
func (e *elaborator) leftOut(d *diag.Diagnostic, want core.Type) {
	if v := e.inScope(want); v != nil {
		d.Note("did you leave out `%s`, the %s?", v.Name, core.TypeString(want))
	}
}

// inScope finds the innermost visible variable of a concrete type.
func (e *elaborator) inScope(want core.Type) *core.Local {
	c, ok := core.Strip(want).(*core.Con)
	if !ok {
		return nil
	}
	for i := len(e.vars.stack) - 1; i >= 0; i-- {
		v := e.vars.stack[i]
		if t, ok := core.Strip(v.Type).(*core.Con); ok && t.Con == c.Con && v.Name != "_" && e.vars.find(v.Name) == v {
			return v
		}
	}
	return nil
}

// an is a type with its article, for a message about one of its values.
func an(t core.Type) string {
	text := core.TypeString(t)
	if _, isFun := core.Strip(t).(*core.Fun); isFun {
		return "a function, " + text
	}
	if strings.ContainsRune("AEIO", rune(text[0])) {
		return "an " + text
	}
	return "a " + text
}

// the is the type of a parameter in a sentence: there is one Session and many Strings.
func the(t core.Type) string {
	if con, ok := core.Strip(t).(*core.Con); ok && con.Con.Linear {
		return "the " + core.TypeString(t)
	}
	return an(t)
}

func headName(x lang.Expr) string {
	switch x := stripParens(x).(type) {
	case *lang.Var:
		return x.Name.Name
	case *lang.App:
		return headName(x.Fun)
	case *lang.Method:
		return x.Name.Name
	}
	return ""
}

// infer elaborates x and finds its base type.
func (e *elaborator) infer(x lang.Expr) core.Expr {
	switch x := x.(type) {
	case *lang.Paren:
		return e.infer(x.X)
	case *lang.Var:
		return e.mention(x)
	case *lang.IntLit:
		return &core.IntLit{Info: e.info(e.world.Int, x), Value: x.Value}
	case *lang.FloatLit:
		return e.float(x)
	case *lang.StringLit:
		return &core.StringLit{Info: e.info(e.world.String, x), Value: x.Value}
	case *lang.BoolLit:
		return &core.BoolLit{Info: e.info(e.world.Bool, x), Value: x.Value}
	case *lang.UnitLit:
		return &core.UnitLit{Info: e.info(e.world.Unit, x)}
	case *lang.App:
		return e.application(x)
	case *lang.Method:
		return e.call(x, x, nil)
	case *lang.TypeInst:
		return e.typeInst(x)
	case *lang.Binary:
		return e.binary(x)
	case *lang.Unary:
		return e.unary(x)
	case *lang.If:
		return e.conditional(x, e.fresh())
	case *lang.Let:
		return e.let(x, e.fresh())
	case *lang.Match:
		return e.match(x, e.fresh())
	case *lang.Lambda:
		return e.lambda(x, e.fresh())
	case *lang.Annot:
		return e.annotation(x)
	case *lang.Tuple:
		if e.inPred {
			return e.notInPredicate(x, "a tuple")
		}
		out := &core.TupleExpr{}
		for _, el := range x.Elems {
			out.Elems = append(out.Elems, e.infer(el))
		}
		out.Info = e.info(tupleOf(out.Elems), x)
		if typeSize(out.Ty, maxTypeSize) >= maxTypeSize {
			e.report(diag.New(x.Span, diag.TypeTooLarge, maxTypeSize))
			return e.bad(x)
		}
		return out
	case *lang.ListLit:
		return e.list(x)
	case *lang.Hole:
		return &core.Hole{Info: e.info(e.fresh(), x)}
	case *lang.Native:
		e.report(diag.New(x.Span, diag.Unsupported, "`native` inside an expression (only as the whole body of a def)"))
	case *lang.Uninterpreted:
		e.report(diag.New(x.Span, diag.Unsupported, "`uninterpreted` inside an expression (only as the whole body of a def)"))
	case *lang.Tactic:
		e.report(diag.New(x.Span, diag.Unsupported, "tactics (`by …`)"))
	}
	return e.bad(x)
}

func (e *elaborator) notInPredicate(x lang.Node, what string) core.Expr {
	e.report(diag.New(x.Range(), diag.NotAPredicate, what))
	return e.bad(x)
}

func tupleOf(elems []core.Expr) *core.Tuple {
	t := &core.Tuple{}
	for _, x := range elems {
		t.Elems = append(t.Elems, &core.Local{Type: x.Type(), Span: x.Range()})
	}
	return t
}

// float reads a literal as the executor will: the nearest double, exactly.
func (e *elaborator) float(x *lang.FloatLit) core.Expr {
	f, err := strconv.ParseFloat(x.Text, 64)
	if err != nil || math.IsInf(f, 0) {
		e.report(diag.New(x.Span, diag.FloatRange, x.Text))
		return e.bad(x)
	}
	return &core.FloatLit{Info: e.info(e.world.Float, x), Value: new(big.Rat).SetFloat64(f)}
}

func (e *elaborator) annotation(x *lang.Annot) core.Expr {
	if e.inPred {
		return e.notInPredicate(x, "an annotation")
	}
	t := e.typ(x.Type)
	return &core.Annot{Info: e.info(core.Erase(t), x), X: e.check(x.X, core.Erase(t)), Ann: t}
}

func (e *elaborator) list(x *lang.ListLit) core.Expr {
	if e.inPred {
		return e.notInPredicate(x, "a list literal")
	}
	elem := e.fresh()
	out := &core.List{}
	for _, el := range x.Elems {
		out.Elems = append(out.Elems, e.check(el, elem))
	}
	t := core.Type(e.world.ListOf(elem))
	if x.Array {
		t = &core.Con{Con: e.arrayCon(), Args: []core.Type{elem}}
	}
	out.Info = e.info(t, x)
	return out
}

// arrayCon is the Array type in scope: a library's own, or the built-in one.
func (e *elaborator) arrayCon() *core.TyCon {
	if own := e.scope.types["Array"]; len(own) == 1 && len(own[0].Params) == 1 {
		return own[0]
	}
	return e.world.Array
}

// binary elaborates an operator. Both operands of arithmetic and comparison
// have one type.
func (e *elaborator) binary(x *lang.Binary) core.Expr {
	op := core.Op(x.Op)
	prim := func(t core.Type, args ...core.Expr) core.Expr {
		return &core.Prim{Info: e.info(t, x), Op: op, Args: args}
	}
	switch x.Op {
	case "&&", "||", "-->":
		return e.connective(x)
	case "++":
		l, r := e.check(x.Left, e.world.String), e.check(x.Right, e.world.String)
		return prim(e.world.String, l, r)
	}
	l := e.infer(x.Left)
	r := e.check(x.Right, l.Type())
	switch x.Op {
	case "=", "!=":
		e.compared = append(e.compared, comparison{l.Type(), string(x.Op), x.Span, e.inPred})
		return prim(e.world.Bool, l, r)
	case "<", "<=", ">", ">=":
		e.numeric = append(e.numeric, numericUse{l.Type(), string(x.Op), x.Left.Range(), e.inPred})
		return prim(e.world.Bool, l, r)
	case "%":
		if !e.unify(e.world.Int, l.Type()) {
			e.mismatch(x.Left, e.world.Int, l.Type())
		}
		return prim(e.world.Int, l, r)
	}
	e.numeric = append(e.numeric, numericUse{l.Type(), string(x.Op), x.Left.Range(), e.inPred})
	return prim(l.Type(), l, r)
}

// connective flattens a chain of one right-associative connective, so that a
// long guard is not a deep one.
func (e *elaborator) connective(x *lang.Binary) core.Expr {
	p := &core.Prim{Info: e.info(e.world.Bool, x), Op: core.Op(x.Op)}
	if x.Op == "-->" {
		p.Args = []core.Expr{e.check(x.Left, e.world.Bool), e.check(x.Right, e.world.Bool)}
		return p
	}
	var cur lang.Expr = x
	for {
		b, ok := cur.(*lang.Binary)
		if !ok || b.Op != x.Op {
			break
		}
		p.Args = append(p.Args, e.check(b.Left, e.world.Bool))
		cur = b.Right
	}
	p.Args = append(p.Args, e.check(cur, e.world.Bool))
	return p
}

func (e *elaborator) unary(x *lang.Unary) core.Expr {
	if x.Op == "!" {
		return &core.Prim{Info: e.info(e.world.Bool, x), Op: "!", Args: []core.Expr{e.check(x.X, e.world.Bool)}}
	}
	switch lit := stripParens(x.X).(type) {
	case *lang.IntLit:
		return &core.IntLit{Info: e.info(e.world.Int, x), Value: new(big.Int).Neg(lit.Value)}
	case *lang.FloatLit:
		if f, ok := e.float(lit).(*core.FloatLit); ok {
			return &core.FloatLit{Info: e.info(e.world.Float, x), Value: new(big.Rat).Neg(f.Value)}
		}
		return e.bad(x)
	}
	v := e.infer(x.X)
	e.numeric = append(e.numeric, numericUse{v.Type(), "-", x.X.Range(), e.inPred})
	return &core.Prim{Info: e.info(v.Type(), x), Op: "neg", Args: []core.Expr{v}}
}

// conditional elaborates an if; a chain of "else if" is walked iteratively.
func (e *elaborator) conditional(x *lang.If, want core.Type) core.Expr {
	first := &core.If{}
	cur := first
	for {
		cur.Info = e.info(want, x)
		cur.Cond = e.condition(x.Cond)
		open := isMeta(want)
		cur.Then = e.check(x.Then, want)
		next, ok := stripParens(x.Else).(*lang.If)
		if !ok {
			before := len(e.diags)
			cur.Else = e.check(x.Else, want)
			e.branches(before, open, x, cur)
			return first
		}
		link := &core.If{}
		cur.Else = link
		cur, x = link, next
	}
}

// condition elaborates what decides an `if`.
func (e *elaborator) condition(x lang.Expr) core.Expr {
	before := len(e.diags)
	c := e.check(x, e.world.Bool)
	for _, d := range e.diags[before:] {
		if d.Span == x.Range() && d.Message == fmt.Sprintf(diag.TypeMismatch.Text, "Bool", core.TypeString(c.Type())) {
			d.Message = fmt.Sprintf(diag.ConditionNotBool.Text, an(c.Type()))
		}
	}
	return c
}

// branches says of an `if` whose type nothing around it fixes that its branches differ,
// if that is what was found.
func (e *elaborator) branches(before int, open bool, x *lang.If, c *core.If) {
	if !open {
		return
	}
	for _, d := range e.diags[before:] {
		if d.Span == x.Else.Range() && d.Message == fmt.Sprintf(diag.TypeMismatch.Text, core.TypeString(c.Then.Type()), core.TypeString(c.Else.Type())) {
			d.Message = fmt.Sprintf(diag.BranchesDiffer.Text, an(c.Else.Type()), an(c.Then.Type()))
			d.With(x.Then.Range(), "the other branch")
		}
	}
}

// lambda elaborates a function value; parameters without a type take the one
// that is expected there.
func (e *elaborator) lambda(x *lang.Lambda, want core.Type) core.Expr {
	if e.inPred {
		return e.notInPredicate(x, "a function")
	}
	out := &core.Lambda{}
	mark := e.vars.mark()
	before := len(e.diags)
	seen := map[string]bool{}
	rest := want
	for _, p := range x.Params {
		l := &core.Local{Name: p.Name.Name, Written: p.Mult, Span: p.Name.Span}
		if p.Name.Name != "_" && p.Name.Name != "" {
			if seen[p.Name.Name] {
				e.report(diag.New(p.Name.Span, diag.BoundTwice, p.Name.Name))
			}
			seen[p.Name.Name] = true
		}
		expected, isFun := core.Strip(rest).(*core.Fun)
		if p.Type != nil {
			l.Type, l.Declared = e.typ(p.Type), true
			if p.Pred != nil {
				l.Type = e.refine(p.Name, l.Type, p.Pred)
			}
			if isFun && !e.unify(expected.Param.Type, core.Erase(l.Type)) {
				e.report(diag.New(p.Span, diag.TypeMismatch, core.TypeString(expected.Param.Type), core.TypeString(l.Type)))
			}
		} else if isFun {
			l.Type = core.Erase(expected.Param.Type)
		} else {
			l.Type = e.fresh()
		}
		if isFun {
			// A borrow or an erased argument is the caller's doing; "1" follows
			// from the type.
			if l.Written == lang.Unwritten && (expected.Mult == lang.Borrowed || expected.Mult == lang.Erased) {
				l.Written = expected.Mult
			}
			rest = expected.Result
		} else {
			rest = e.fresh()
		}
		e.bound = append(e.bound, l)
		out.Params = append(out.Params, l)
		e.vars.push(l)
	}
	out.Body = e.check(x.Body, rest)
	e.vars.release(mark)
	t := out.Body.Type()
	for i := len(out.Params) - 1; i >= 0; i-- {
		p := *out.Params[i]
		p.Type = core.Erase(p.Type)
		f := &core.Fun{Mult: p.Written, Param: &p, Result: t}
		e.funs = append(e.funs, f)
		t = f
	}
	if !e.unify(want, t) && !diag.HasErrors(e.diags[before:]) {
		e.report(diag.New(x.Span, diag.TypeMismatch, core.TypeString(want), core.TypeString(t)))
	}
	out.Info = e.info(t, x)
	return out
}
