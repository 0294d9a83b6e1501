package elab

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/spelling"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// The words of @tool and @argument that are no keys.
const (
	wireWhen    = "when"
	wireUnused  = "unused"
	wireDefault = "default"
	wireJSON    = "json"
	// wireKeyword stands before a key that is no name: `key "per-page"`.
	wireKeyword = "key"
)

// wires reads @tool and @argument, which say how tool calls become calls of a
// function. Parameters and functions that are named have to be there; keys are
// known to the tool only.
func (e *elaborator) wires(g *core.Global, ds []*lang.Decorator) {
	for _, d := range ds {
		switch d.Name.Name {
		case "tool":
			if w := e.wire(g, d); w != nil {
				g.Tools = append(g.Tools, w)
			}
		case "argument":
			if g.Argument = e.wire(g, d); !makesArgument(g) {
				e.report(diag.New(d.Span, diag.ArgumentMakes, g.Name))
			}
		}
	}
}

// makesArgument reports whether a function makes a value of an opaque type and takes
// nothing linear.
func makesArgument(g *core.Global) bool {
	for _, p := range g.Params {
		if core.IsLinear(p.Type) {
			return false
		}
	}
	r, ok := core.Strip(g.Result).(*core.Con)
	return ok && r.Con.Kind == core.OpaqueCon && !r.Con.Linear && len(g.Params) > 0
}

// wire reads one decorator; nil where something was reported.
func (e *elaborator) wire(g *core.Global, d *lang.Decorator) *core.Wire {
	before := len(e.diags)
	w := &core.Wire{Params: map[string]core.WireExpr{}, Span: d.Span}
	args := d.Args
	if d.Name.Name == "tool" {
		name, ok := first(args).(*lang.StringLit)
		if !ok || name.Value == "" {
			e.report(diag.New(d.Span, diag.DecoratorArguments, "tool", "the tool's name in double quotes first: `@tool(\"create_issue\", …)`"))
			return nil
		}
		w.Tool, args = name.Value, args[1:]
	}
	for _, a := range args {
		e.wirePart(g, d, w, a)
	}
	if len(e.diags) > before {
		return nil
	}
	return w
}

func first(xs []lang.Expr) lang.Expr {
	if len(xs) == 0 {
		return nil
	}
	return xs[0]
}

// wirePart reads `parameter = value`, `when (…)` or `unused (…)`.
func (e *elaborator) wirePart(g *core.Global, d *lang.Decorator, w *core.Wire, x lang.Expr) {
	switch x := x.(type) {
	case *lang.Binary:
		if param, ok := x.Left.(*lang.Var); ok && x.Op == "=" {
			e.wireParam(g, w, param.Name, x.Right)
			return
		}
	case *lang.App:
		if word, ok := x.Fun.(*lang.Var); ok && len(x.Args) == 1 && d.Name.Name == "tool" {
			switch word.Name.Name {
			case wireWhen:
				e.wireCases(w, stripParens(x.Args[0]))
				return
			case wireUnused:
				e.wireUnused(w, stripParens(x.Args[0]))
				return
			}
		}
	}
	parts := "`parameter = value`"
	if d.Name.Name == "tool" {
		parts += ", `when (key = literal && …)` and `unused (key, …)`"
	}
	e.report(diag.New(x.Range(), diag.ToolPart, d.Name.Name, parts))
}

func (e *elaborator) wireParam(g *core.Global, w *core.Wire, name lang.Ident, value lang.Expr) {
	var names []string
	for _, p := range g.Params {
		names = append(names, p.Name)
		if p.Name == name.Name {
			if w.Params[name.Name] != nil {
				e.report(diag.New(name.Span, diag.ToolKeyTwice, name.Name))
			}
			e.use(name.Span, p)
			w.Params[name.Name] = e.wireExpr(value)
			return
		}
	}
	bad := diag.New(name.Span, diag.NotAParameterOfThis, name.Name, g.Name)
	if near := spelling.Nearest(name.Name, names); near != "" {
		bad.Note("did you mean `%s`?", near)
	}
	e.report(bad)
}

// wireCases reads a conjunction of `key = literal`.
func (e *elaborator) wireCases(w *core.Wire, x lang.Expr) {
	if b, ok := x.(*lang.Binary); ok && b.Op == "&&" {
		e.wireCases(w, stripParens(b.Left))
		e.wireCases(w, stripParens(b.Right))
		return
	}
	c, ok := e.wireCase(x, w.When)
	if !ok || c.Value == nil {
		e.report(diag.New(x.Range(), diag.ToolPart, "tool", "`when (key = literal && …)`"))
		return
	}
	w.When = append(w.When, c)
}

// wireUnused reads a list of keys, some with the literal that they must be.
func (e *elaborator) wireUnused(w *core.Wire, x lang.Expr) {
	elems := []lang.Expr{x}
	if t, ok := x.(*lang.Tuple); ok {
		elems = t.Elems
	}
	for _, el := range elems {
		c, ok := e.wireCase(el, w.Unused)
		if !ok {
			e.report(diag.New(el.Range(), diag.ToolPart, "tool", "`unused (key, key = literal, …)`"))
			continue
		}
		w.Unused = append(w.Unused, c)
	}
}

// wireCase reads a key, or one with a literal; none of before is of the same key.
func (e *elaborator) wireCase(x lang.Expr, before []core.WireCase) (core.WireCase, bool) {
	var c core.WireCase
	if b, ok := stripParens(x).(*lang.Binary); ok && b.Op == "=" && isWireLiteral(b.Right) {
		x, c.Value = b.Left, b.Right
	}
	key := e.wireKey(stripParens(x))
	if key == nil {
		return c, false
	}
	c.Key = key.Key
	for _, have := range before {
		if have.Key == key.Key {
			e.report(diag.New(key.Span, diag.ToolKeyTwice, key.Key))
		}
	}
	return c, true
}

// wireKey is a key: a name, or a text in double quotes where a key is wanted and
// nothing else can stand.
func (e *elaborator) wireKey(x lang.Expr) *core.WireKey {
	switch x := x.(type) {
	case *lang.Var:
		return &core.WireKey{Key: x.Name.Name, Span: x.Name.Span}
	case *lang.StringLit:
		return &core.WireKey{Key: x.Value, Span: x.Span}
	}
	return nil
}

func isWireLiteral(x lang.Expr) bool {
	switch x := x.(type) {
	case *lang.StringLit, *lang.IntLit, *lang.BoolLit:
		return true
	case *lang.Unary:
		_, number := x.X.(*lang.IntLit)
		return x.Op == "-" && number
	}
	return false
}

// wireExpr reads what an argument is made of.
func (e *elaborator) wireExpr(x lang.Expr) core.WireExpr {
	x = stripParens(x)
	if isWireLiteral(x) {
		return &core.WireLiteral{Literal: x}
	}
	switch x := x.(type) {
	case *lang.Var:
		return &core.WireKey{Key: x.Name.Name, Span: x.Name.Span}
	case *lang.Binary:
		if x.Op == "++" {
			return &core.WireJoin{Left: e.wireExpr(x.Left), Right: e.wireExpr(x.Right), Span: x.Span}
		}
	case *lang.App:
		f, ok := x.Fun.(*lang.Var)
		switch {
		case !ok:
		case f.Name.Name == wireDefault:
			if key := e.wireKey(x.Args[0]); key != nil && len(x.Args) == 2 {
				return &core.WireDefault{Key: *key, Else: e.wireExpr(x.Args[1])}
			}
		case f.Name.Name == wireJSON && len(x.Args) == 1:
			if key := e.wireKey(x.Args[0]); key != nil {
				return &core.WireJSON{Key: *key}
			}
		case f.Name.Name == wireKeyword && len(x.Args) == 1:
			if key, ok := x.Args[0].(*lang.StringLit); ok {
				return &core.WireKey{Key: key.Value, Span: key.Span}
			}
		default:
			return e.wireCall(f.Name, x)
		}
	}
	e.report(diag.New(x.Range(), diag.ToolValue, "this"))
	return &core.WireLiteral{Literal: x}
}

// wireCall is a call of a function of the spec that a plan may make too.
func (e *elaborator) wireCall(name lang.Ident, x *lang.App) core.WireExpr {
	found := e.scope.values[name.Name]
	if len(found) != 1 {
		bad := diag.New(name.Span, diag.UnknownName, name.Name)
		e.report(bad.Note("`default KEY VALUE`, `json KEY`, `key \"…\"` and functions that stand above can be applied here"))
		return &core.WireLiteral{Literal: x}
	}
	f := found[0]
	e.use(name.Span, f)
	switch {
	case f.Kind != core.NativeFn && f.Kind != core.DefFn || f.Harness || len(f.Params) == 0:
		e.report(diag.New(name.Span, diag.ToolValue, "`"+f.Name+"`, which is no function that a plan may call"))
	case len(x.Args) != len(f.Params):
		e.report(diag.New(x.Span, diag.ToolValue, "a call of `"+f.Name+"` with another number of arguments than it has parameters"))
	}
	c := &core.WireCall{Function: f}
	for _, a := range x.Args {
		c.Args = append(c.Args, e.wireExpr(a))
	}
	return c
}
