package elab

import (
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/spelling"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// elaborator holds the state of one module or plan.
type elaborator struct {
	world  *World
	scope  *scope
	vars   *locals
	tyvars map[string]*core.TyVar // of the signature at hand
	open   bool                   // new type variables may be introduced
	order  []*core.TyVar          // in order of introduction
	preds  map[string]*core.PredVar
	// predOrder lists abstract refinements in order of introduction.
	predOrder []*core.PredVar

	fromPlan bool
	typePred bool // an abstract refinement of a type is being read
	aeonFile bool // the file is aeon's: *.ae
	// inPred is set inside predicates and metrics.
	inPred bool
	// ghost is set inside the arguments of axioms.
	ghost int
	self  []*core.Global // definitions being elaborated, for recursion

	// mentions are the names that a plan's predicates speak of.
	mentions []*core.GlobalRef

	module string
	diags  []*diag.Diagnostic
	uses   []core.Use

	metas    []*core.Meta
	bound    []*core.Local
	funs     []*core.Fun
	numeric  []numericUse
	compared []comparison
}

// numericUse is an operand that must turn out to be Int or Float.
type numericUse struct {
	ty     core.Type
	op     string
	span   diag.Span
	inPred bool
}

// comparison is a use of "=" whose operands must be comparable.
type comparison struct {
	ty     core.Type
	op     string
	span   diag.Span
	inPred bool
}

func (e *elaborator) report(d *diag.Diagnostic) { e.diags = append(e.diags, d) }

// use records that a name stands for s.
func (e *elaborator) use(at diag.Span, s core.Symbol) {
	if !at.IsZero() {
		e.uses = append(e.uses, core.NewUse(at, s))
	}
}

// allUses are the uses that were recorded, with the variables that were bound.
func (e *elaborator) allUses() []core.Use {
	for _, l := range e.vars.bound {
		if l.Name != "_" && l.Name != "" {
			e.use(l.Span, l)
		}
	}
	return e.uses
}

// ModuleInput is one parsed spec and the elaborated modules that it imports.
type ModuleInput struct {
	Name    string
	File    *lang.File
	Imports []ImportedModule
	Named   bool
}

// ImportedModule pairs an import declaration with its module (nil when it was
// not found, which was reported).
type ImportedModule struct {
	Decl   *lang.Import
	Module *core.Module
	// Reexport: the names of the module are handed on by the one that imports it.
	Reexport bool
}

// Module elaborates one spec. Its diagnostics are in source order of discovery.
func (w *World) Module(in ModuleInput) (*core.Module, []*diag.Diagnostic) {
	e := &elaborator{world: w, scope: newScope(), vars: newLocals(), module: in.Name}
	e.aeonFile = strings.HasSuffix(in.File.Source.Name, ".ae")
	m := &core.Module{Name: in.Name, Source: in.File.Source, Named: in.Named}
	for _, im := range in.Imports {
		if im.Module == nil {
			continue
		}
		m.Imports = append(m.Imports, im.Module)
		if im.Reexport {
			for _, r := range append(slices.Clone(im.Module.Reexports), im.Module) {
				if !slices.Contains(m.Reexports, r) {
					m.Reexports = append(m.Reexports, r)
				}
			}
		}
		e.importModule(im)
	}
	e.declareAll(m, in.File.Decls)
	e.examples(m, in.File.Decls)
	m.Uses = e.allUses()
	return m, e.diags
}

// importModule brings the exports of a module into scope and checks the names
// of a list.
func (e *elaborator) importModule(im ImportedModule) {
	var list map[string]bool
	e.use(im.Decl.Path.Span, im.Module)
	if im.Decl.HasList || len(im.Decl.Names) > 0 {
		list = map[string]bool{}
		for _, n := range im.Decl.Names {
			list[n.Name] = true
			if s := export(im.Module, n.Name); s != nil {
				e.use(n.Span, s)
			} else {
				d := diag.New(n.Span, diag.UnknownMember, im.Module.Name, n.Name)
				if near := spelling.Nearest(n.Name, members(im.Module)); near != "" {
					d.Note("did you mean `%s`?", near)
				}
				e.report(d)
			}
		}
	}
	e.scope.addModule(im.Module, im.Decl.Open, list)
}

// export is what a module exports under a name, nil if nothing.
func export(m *core.Module, name string) core.Symbol {
	for _, c := range m.Cons {
		if c.Name == name {
			return c
		}
	}
	for _, g := range m.Globals {
		if g.Name == name {
			return g
		}
	}
	for _, r := range m.Reexports {
		if s := export(r, name); s != nil {
			return s
		}
	}
	return nil
}

// PlanInput is one parsed plan under the named modules.
type PlanInput struct {
	File     *lang.File
	Modules  []*core.Module
	Contract *core.Contract // nil: none in force
}

// Plan elaborates a plan's helpers and body.
func (w *World) Plan(in PlanInput) (*core.Plan, []*diag.Diagnostic) {
	e := &elaborator{world: w, scope: newScope(), vars: newLocals(), fromPlan: true}
	for _, m := range in.Modules {
		e.scope.addModule(m, true, nil)
	}
	for _, d := range in.File.Decls {
		e.planImport(d, in.Modules)
	}
	p := &core.Plan{Source: in.File.Source}
	seen := map[string]diag.Span{}
	for _, d := range in.File.Decls {
		if def, ok := d.(*lang.Def); ok {
			if first, dup := seen[def.Name.Name]; dup {
				e.report(diag.New(def.Name.Span, diag.DeclaredTwice, def.Name.Name).With(first, "first declared here"))
				continue
			}
			seen[def.Name.Name] = def.Name.Span
			if g := e.define(def); g != nil {
				p.Helpers = append(p.Helpers, g)
			}
		}
	}
	p.Body = e.body(in.Contract, in.File.Body, planSpan(in.File))
	p.Mentions = e.mentions
	p.Uses = e.allUses()
	return p, e.diags
}

// planImport records what the import of a plan names. The modules in force are
// open in every plan, so it brings nothing into scope.
func (e *elaborator) planImport(d lang.Decl, ms []*core.Module) {
	im, ok := d.(*lang.Import)
	if !ok {
		return
	}
	for _, m := range ms {
		if m.Name != im.Path.Name {
			continue
		}
		e.use(im.Path.Span, m)
		for _, n := range im.Names {
			if s := export(m, n.Name); s != nil {
				e.use(n.Span, s)
			}
		}
	}
}

func planSpan(f *lang.File) diag.Span {
	if f.Body != nil {
		return f.Body.Range()
	}
	return diag.Span{Src: f.Source, Start: len(f.Source.Text), End: len(f.Source.Text)}
}

// body elaborates code that is checked as a plan's own body.
func (e *elaborator) body(c *core.Contract, x lang.Expr, span diag.Span) *core.Body {
	b := &core.Body{Contract: c, Span: span}
	mark := e.vars.mark()
	if c != nil {
		b.Params, b.Result = c.Params, c.Result
		for _, p := range c.Params {
			e.vars.push(p)
		}
	}
	before := len(e.diags)
	if x != nil {
		if b.Result != nil {
			b.Expr = e.check(x, core.Erase(b.Result))
		} else {
			b.Expr = e.infer(x)
		}
		e.finish()
	}
	e.vars.release(mark)
	b.Draft = b.Expr
	if diag.HasErrors(e.diags[before:]) {
		b.Expr = nil
	}
	return b
}

// examples elaborates the examples of a module, each with its own diagnostics.
func (e *elaborator) examples(m *core.Module, decls []lang.Decl) {
	for _, d := range decls {
		x, ok := d.(*lang.Example)
		if !ok {
			continue
		}
		ex := &core.Example{Accept: x.Accept, Code: x.Code, Title: x.Title, Source: x.Body, Span: x.Span}
		contract, from := contractOf(m, x.For.Name)
		if contract == nil && x.For.Name != "" {
			e.report(diag.New(x.For.Span, diag.UnknownExample, x.For.Name))
			continue
		}
		sub := &elaborator{world: e.world, scope: newScope(), vars: newLocals(), fromPlan: true}
		sub.scope.addModule(m, true, nil)
		sub.scope.addModule(from, true, nil)
		ex.Body = sub.body(contract, x.Body, x.Span)
		ex.Diagnostics = sub.diags
		e.uses = append(e.uses, sub.allUses()...)
		m.Examples = append(m.Examples, ex)
	}
}

// contractOf finds the contract that an example names, and its module: one of m,
// or a named one of a module that m imports. The example then stands under both
// modules, as a plan does for which both are named. Without a name it is m's own
// that has none.
func contractOf(m *core.Module, name string) (*core.Contract, *core.Module) {
	for _, c := range m.Contracts {
		if c.Name == name {
			return c, m
		}
	}
	if name != "" {
		for _, im := range m.Imports {
			for _, c := range im.Contracts {
				if c.Name == name {
					return c, im
				}
			}
		}
	}
	return nil, m
}
