package elab

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// declareAll elaborates the declarations of a spec: types, then measures and
// constructors of the whole file, then definitions top to bottom.
func (e *elaborator) declareAll(m *core.Module, decls []lang.Decl) {
	own := map[string]diag.Span{}
	claim := func(n lang.Ident) bool {
		if n.Name == "" {
			return false
		}
		if first, dup := own[n.Name]; dup {
			e.report(diag.New(n.Span, diag.DeclaredTwice, n.Name).With(first, "first declared here"))
			return false
		}
		own[n.Name] = n.Span
		return true
	}
	cons := e.declareTypes(m, decls, claim)
	e.declareMeasures(m, decls, claim)
	e.declareConstructors(m, decls, cons)
	for _, d := range decls {
		switch d := d.(type) {
		case *lang.Def:
			if !isMeasure(d) {
				e.scope.later[d.Name.Name] = d.Name.Span
			}
		case *lang.Axiom:
			e.scope.later[d.Name.Name] = d.Name.Span
		case *lang.Mutual:
			for _, x := range d.Defs {
				e.scope.later[x.Name.Name] = x.Name.Span
			}
		}
	}
	contracts := map[string]diag.Span{}
	for _, d := range decls {
		switch d := d.(type) {
		case *lang.Def:
			if isMeasure(d) {
				continue
			}
			if claim(d.Name) {
				e.keep(m, e.define(d))
			}
		case *lang.Axiom:
			if claim(d.Name) {
				e.keep(m, e.axiom(d))
			}
		case *lang.Mutual:
			e.mutual(m, d, claim)
		case *lang.Contract:
			if first, dup := contracts[d.Name.Name]; dup {
				name := d.Name.Name
				if name == "" {
					name = "plan"
				}
				e.report(diag.New(d.Span, diag.DeclaredTwice, name).With(first, "first declared here"))
				continue
			}
			contracts[d.Name.Name] = d.Span
			m.Contracts = append(m.Contracts, e.contract(d))
		case *lang.Foreign:
			e.report(diag.New(d.Span, diag.Unsupported, "`"+d.Keyword.Name+"` declarations"))
		}
	}
}

func (e *elaborator) keep(m *core.Module, g *core.Global) {
	if g != nil {
		m.Globals = append(m.Globals, g)
	}
}

func isMeasure(d *lang.Def) bool {
	_, ok := d.Body.(*lang.Uninterpreted)
	return ok
}

// declareTypes makes the type constructors of the file.
func (e *elaborator) declareTypes(m *core.Module, decls []lang.Decl, claim func(lang.Ident) bool) map[*lang.Inductive]*core.TyCon {
	out := map[*lang.Inductive]*core.TyCon{}
	add := func(name lang.Ident, params []lang.Ident, kind core.ConKind, linear bool) *core.TyCon {
		if !claim(name) {
			return nil
		}
		c := &core.TyCon{Name: name.Name, Module: e.module, Kind: kind, Linear: linear, Span: name.Span}
		seen := map[string]bool{}
		for _, p := range params {
			if seen[p.Name] {
				e.report(diag.New(p.Span, diag.BoundTwice, p.Name))
			}
			seen[p.Name] = true
			c.Params = append(c.Params, &core.TyVar{Name: p.Name})
		}
		m.Cons = append(m.Cons, c)
		e.use(name.Span, c)
		e.scope.types[name.Name] = []*core.TyCon{c} // hides an imported type of that name
		return c
	}
	for _, d := range decls {
		switch d := d.(type) {
		case *lang.TypeDecl:
			if c := add(d.Name, d.Params, core.OpaqueCon, d.Linear); c != nil {
				e.typePreds(c, d.PredVars)
			}
		case *lang.Inductive:
			if c := add(d.Name, d.Params, core.InductiveCon, false); c != nil {
				out[d] = c
			}
		}
	}
	for _, d := range decls {
		if ind, ok := d.(*lang.Inductive); ok && out[ind] != nil {
			e.typePreds(out[ind], ind.PredVars)
		}
	}
	return out
}

// typePreds elaborates the abstract refinement parameters of a type.
func (e *elaborator) typePreds(c *core.TyCon, pvs []lang.PredVar) {
	for _, pv := range pvs {
		e.beginSignature(c.Params)
		e.typePred = true
		c.Preds = append(c.Preds, e.predVar(pv))
		e.typePred = false
		e.endSignature()
	}
}

// beginSignature starts a signature whose type variables are generalised;
// given are the variables that are fixed from outside.
func (e *elaborator) beginSignature(given []*core.TyVar) {
	e.tyvars = map[string]*core.TyVar{}
	e.preds = map[string]*core.PredVar{}
	e.order, e.predOrder = nil, nil
	e.open = true
	for _, v := range given {
		e.tyvars[v.Name] = v
	}
}

func (e *elaborator) endSignature() {
	e.tyvars, e.preds, e.order, e.predOrder, e.open = nil, nil, nil, nil, false
}

func (e *elaborator) declareMeasures(m *core.Module, decls []lang.Decl, claim func(lang.Ident) bool) {
	for _, d := range decls {
		switch d := d.(type) {
		case *lang.Def:
			if !isMeasure(d) || !claim(d.Name) {
				continue
			}
			before := len(e.diags)
			e.beginSignature(nil)
			g := e.newGlobal(d.Name, core.MeasureFn, d)
			g.Doc = d.Doc
			e.decorate(g, d.Decorators)
			e.signature(g, d.Params, d.Result)
			g.TyVars = e.order
			e.endSignature()
			e.finish()
			g.Faulty = diag.HasErrors(e.diags[before:])
			e.scope.values[g.Name] = []*core.Global{g}
			e.keep(m, g)
		case *lang.Inductive:
			for _, s := range d.Measures {
				if !claim(s.Name) {
					continue
				}
				before := len(e.diags)
				e.beginSignature(nil)
				g := e.newGlobal(s.Name, core.MeasureFn, d)
				e.signature(g, s.Params, s.Result)
				g.TyVars = e.order
				e.endSignature()
				e.finish()
				g.Faulty = diag.HasErrors(e.diags[before:])
				e.scope.values[g.Name] = []*core.Global{g}
				e.keep(m, g)
			}
		}
	}
}

func (e *elaborator) declareConstructors(m *core.Module, decls []lang.Decl, cons map[*lang.Inductive]*core.TyCon) {
	for _, d := range decls {
		ind, ok := d.(*lang.Inductive)
		if !ok || cons[ind] == nil {
			continue
		}
		c := cons[ind]
		seen := map[string]diag.Span{}
		for i, s := range ind.Ctors {
			if first, dup := seen[s.Name.Name]; dup {
				e.report(diag.New(s.Name.Span, diag.DeclaredTwice, s.Name.Name).With(first, "first declared here"))
				continue
			}
			seen[s.Name.Name] = s.Name.Span
			before := len(e.diags)
			g := e.newGlobal(s.Name, core.CtorFn, ind)
			g.Owner, g.Index = c, i
			g.TyVars = c.Params
			e.beginSignature(c.Params)
			for _, p := range c.Preds {
				e.preds[p.Name] = p
			}
			e.open = false
			e.signature(g, s.Params, s.Result)
			e.endSignature()
			e.checkCtorResult(g, c, s)
			e.finish()
			g.Faulty = diag.HasErrors(e.diags[before:])
			g.Index = len(c.Ctors)
			c.Ctors = append(c.Ctors, g)
			e.scope.addValue(c.Name+"."+g.Name, g)
			e.scope.addValue(g.Name, g)
			e.keep(m, g)
		}
	}
	e.finish()
}

// checkCtorResult holds a constructor to returning its own type, uninstantiated.
func (e *elaborator) checkCtorResult(g *core.Global, c *core.TyCon, s *lang.Signature) {
	args := make([]core.Type, len(c.Params))
	for i, v := range c.Params {
		args[i] = &core.Var{Var: v}
	}
	want := &core.Con{Con: c, Args: args}
	if !e.unify(want, g.Result) {
		at := s.Name.Span
		if s.Result != nil {
			at = s.Result.Range()
		}
		e.report(diag.New(at, diag.TypeMismatch, core.TypeString(want), core.TypeString(g.Result)))
		g.Result = want
	}
}

func (e *elaborator) newGlobal(name lang.Ident, kind core.GlobalKind, d lang.Node) *core.Global {
	g := &core.Global{Name: name.Name, Module: e.module, Kind: kind, Span: name.Span, Decl: d, FromPlan: e.fromPlan}
	e.use(name.Span, g)
	return g
}

// decorate reads the decorators that a definition carries.
func (e *elaborator) decorate(g *core.Global, ds []*lang.Decorator) {
	for _, d := range ds {
		switch d.Name.Name {
		case "plan":
			g.Plan = true
		case "harness":
			g.Harness = true
		case "msg":
			advise(g, d)
		case "keeps":
			g.Keeps = true
			for _, a := range d.Args {
				v, ok := a.(*lang.Var)
				switch {
				case !ok: // reported with the decorators
				case e.scope.modules[v.Name.Name] == nil:
					e.report(diag.New(v.Name.Span, diag.KeepsOfUnknown, v.Name.Name))
				default:
					g.KeepsOf = append(g.KeepsOf, v.Name.Name)
				}
			}
		case "pure":
			g.Pure = true
		case "volatile":
			g.Volatile = true
		case "prompt":
			g.Prompt = true
		case "taint":
			g.Taint = true
			for _, a := range d.Args {
				if v, ok := a.(*lang.Var); ok && v.Name.Name == "explicit" {
					g.TaintExplicit = true
				}
			}
		}
	}
}

// advise reads what an author says to who does not meet the demands of a definition,
// or those on one parameter.
func advise(g *core.Global, d *lang.Decorator) {
	if len(d.Args) == 0 {
		return
	}
	text, ok := d.Args[len(d.Args)-1].(*lang.StringLit)
	if !ok {
		return
	}
	param, ofOne := d.Args[0].(*lang.Var)
	switch {
	case !ofOne:
		g.Advice = text.Value
	default:
		if g.AdviceFor == nil {
			g.AdviceFor = map[string]string{}
		}
		g.AdviceFor[param.Name.Name] = text.Value
	}
}

// signature elaborates parameters and result of g. Parameters are left bound
// in e.vars for the caller to release.
func (e *elaborator) signature(g *core.Global, params []*lang.Param, result lang.Type) {
	mark := e.vars.mark()
	e.params(g, params)
	if result != nil {
		g.Result = e.typ(result)
	}
	if g.Kind != core.CtorFn {
		e.flattenArrows(g)
	}
	e.vars.release(mark)
}

func (e *elaborator) params(g *core.Global, params []*lang.Param) {
	seen := map[string]bool{}
	for _, p := range params {
		l := e.param(p)
		if p.Name.Name != "_" && p.Name.Name != "" {
			if seen[p.Name.Name] {
				e.report(diag.New(p.Name.Span, diag.BoundTwice, p.Name.Name))
			}
			seen[p.Name.Name] = true
		}
		g.Params = append(g.Params, l)
		e.vars.push(l)
	}
}

// param elaborates one parameter of a signature; its type must be written.
func (e *elaborator) param(p *lang.Param) *core.Local {
	l := &core.Local{Name: p.Name.Name, Written: p.Mult, Declared: true, Span: p.Name.Span}
	for _, d := range p.Decorators {
		if d.Name.Name == "msg" && len(d.Args) == 1 {
			if text, ok := d.Args[0].(*lang.StringLit); ok {
				l.Advice = text.Value
			}
		}
	}
	if l.Span.IsZero() {
		l.Span = p.Span
	}
	if p.Type == nil {
		l.Type = &core.Bad{}
	} else {
		l.Type = e.typ(p.Type)
	}
	if p.Pred != nil {
		l.Type = e.refine(p.Name, l.Type, p.Pred)
	}
	l.Mult = normalMult(p.Mult, l.Type)
	return l
}

// flattenArrows turns arrows at the end of a signature into parameters, so that
// "f : (x:T) -> U" and "f (x:T) : U" are the same function.
func (e *elaborator) flattenArrows(g *core.Global) {
	for {
		f, ok := core.Resolve(g.Result).(*core.Fun)
		if !ok {
			return
		}
		g.Params = append(g.Params, f.Param)
		g.Result = f.Result
	}
}

// axiom elaborates "axiom name : T".
func (e *elaborator) axiom(d *lang.Axiom) *core.Global {
	before := len(e.diags)
	e.beginSignature(nil)
	g := e.newGlobal(d.Name, core.AxiomFn, d)
	e.signature(g, nil, d.Type)
	g.TyVars = e.order
	e.endSignature()
	e.finish()
	if !e.unify(e.world.Unit, g.Result) {
		e.report(diag.New(d.Type.Range(), diag.AxiomNotFact, g.Name, core.TypeString(g.Result)))
	}
	g.Faulty = diag.HasErrors(e.diags[before:])
	e.publish(g)
	return g
}

// publish makes a definition visible to what follows.
func (e *elaborator) publish(g *core.Global) {
	delete(e.scope.later, g.Name)
	e.scope.values[g.Name] = []*core.Global{g}
}

func (e *elaborator) contract(d *lang.Contract) *core.Contract {
	c := &core.Contract{Name: d.Name.Name, Span: d.Span, Module: e.module}
	before := len(e.diags)
	e.beginSignature(nil)
	e.open = false
	mark := e.vars.mark()
	g := &core.Global{}
	e.params(g, d.Params)
	c.Params = g.Params
	if d.Result != nil {
		c.Result = e.typ(d.Result)
	}
	e.vars.release(mark)
	e.endSignature()
	e.finish()
	c.Faulty = diag.HasErrors(e.diags[before:])
	return c
}
