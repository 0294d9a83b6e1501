package elab

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// define elaborates a native, a constant or a function with a body.
func (e *elaborator) define(d *lang.Def) *core.Global {
	before := len(e.diags)
	g := e.header(d)
	e.publish(g)
	e.implement(g, d, before)
	return g
}

// header elaborates the signature of a definition.
func (e *elaborator) header(d *lang.Def) *core.Global {
	g := e.newGlobal(d.Name, core.DefFn, d)
	g.Doc = d.Doc
	if isNative(d.Body) {
		g.Kind = core.NativeFn
	}
	e.decorate(g, d.Decorators)
	e.beginSignature(nil)
	mark := e.vars.mark()
	e.params(g, d.Params)
	if d.Result != nil {
		g.Result = e.typ(d.Result)
		if _, hole := stripParens(d.Body).(*lang.Hole); hole {
			g.Hole = true
		}
	} else if _, hole := stripParens(d.Body).(*lang.Hole); hole || g.Kind == core.NativeFn {
		// Nothing is known of the result, not even its type.
		g.Hole = hole
		v := &core.TyVar{Name: "result"}
		e.order = append(e.order, v)
		g.Result = &core.Var{Var: v}
	} else {
		g.Result = e.fresh()
	}
	e.flattenArrows(g)
	e.wires(g, d.Decorators)
	g.HasMetric = d.HasMetric
	for _, p := range g.Params[min(len(d.Params), len(g.Params)):] {
		e.vars.push(p)
	}
	for _, x := range d.Decreasing {
		e.inPred = true
		m := e.check(x, e.world.Int)
		e.inPred = false
		g.Metric = append(g.Metric, m)
	}
	e.vars.release(mark)
	if g.Keeps && !keepsSomething(g) {
		e.report(diag.New(d.Name.Span, diag.KeepsNothing, g.Name))
	}
	g.TyVars, g.Preds = e.order, e.predOrder
	e.endSignature()
	return g
}

// keepsSomething reports whether a function consumes a linear value and returns
// one of its type, alone or in a tuple.
func keepsSomething(g *core.Global) bool {
	for _, p := range g.Params {
		c, ok := core.Strip(p.Type).(*core.Con)
		if !ok || !c.Con.Linear || p.Mult != lang.Linear {
			continue
		}
		parts := []core.Type{g.Result}
		if t, ok := core.Strip(g.Result).(*core.Tuple); ok {
			for _, x := range t.Elems {
				parts = append(parts, x.Type)
			}
		}
		for _, r := range parts {
			if k, ok := core.Strip(r).(*core.Con); ok && k.Con == c.Con {
				return true
			}
		}
	}
	return false
}

// isNative reports whether a body is native text, perhaps under the lambdas that
// name the parameters of an arrow type (aeon's "fun x => native …").
func isNative(x lang.Expr) bool {
	for {
		switch y := stripParens(x).(type) {
		case *lang.Native:
			return true
		case *lang.Lambda:
			x = y.Body
		default:
			return false
		}
	}
}

// implement elaborates the body of a definition whose header is done; before
// is the number of diagnostics when its header began.
func (e *elaborator) implement(g *core.Global, d *lang.Def, before int) {
	if g.Kind == core.NativeFn || d.Body == nil {
		e.finish()
		g.Faulty = diag.HasErrors(e.diags[before:])
		return
	}
	e.tyvars = map[string]*core.TyVar{}
	for _, v := range g.TyVars {
		e.tyvars[v.Name] = v
	}
	mark := e.vars.mark()
	for _, p := range g.Params {
		e.vars.push(p)
	}
	e.self = append(e.self, g)
	extra := g.Params[min(len(d.Params), len(g.Params)):]
	body := e.check(d.Body, funType(extra, g.Result, nil))
	e.self = e.self[:len(e.self)-1]
	e.vars.release(mark)
	e.tyvars = nil
	e.finish()
	g.Result = core.Resolve(g.Result)
	g.Body, g.Draft = eta(body, extra), body
	if diag.HasErrors(e.diags[before:]) {
		g.Body, g.Faulty = nil, true
	}
}

// eta applies a body that is a function to the parameters that its arrow type
// added.
func eta(body core.Expr, extra []*core.Local) core.Expr {
	if len(extra) == 0 {
		return body
	}
	args := make([]core.Expr, len(extra))
	for i, p := range extra {
		args[i] = &core.LocalRef{Info: core.Info{Ty: core.Erase(p.Type), Span: body.Range()}, Local: p}
	}
	t := core.Strip(body.Type())
	for range extra {
		f, ok := t.(*core.Fun)
		if !ok {
			return body
		}
		t = core.Strip(f.Result)
	}
	return &core.Call{Info: core.Info{Ty: t, Span: body.Range()}, Fn: body, Args: args}
}

// mutual elaborates a group whose members may refer to each other.
func (e *elaborator) mutual(m *core.Module, d *lang.Mutual, claim func(lang.Ident) bool) {
	var group []*core.Global
	var defs []*lang.Def
	before := len(e.diags)
	for _, x := range d.Defs {
		if !claim(x.Name) {
			continue
		}
		group = append(group, e.header(x))
		defs = append(defs, x)
	}
	for _, g := range group {
		e.publish(g)
		g.Group = group
	}
	for i, g := range group {
		e.implement(g, defs[i], before)
		e.keep(m, g)
	}
}

func stripParens(x lang.Expr) lang.Expr {
	for {
		p, ok := x.(*lang.Paren)
		if !ok {
			return x
		}
		x = p.X
	}
}
