package soundness

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// Program is a spec and a plan, indexed for running.
type Program struct {
	Spec, Plan *lang.File

	globals    map[string]*global
	order      []*global // in source order, spec first
	ctors      map[string]*constructor
	types      map[string]*typeDecl
	measures   map[string][]*global // by the type of their only parameter
	labels     map[string]Labels    // @taint measures
	explicit   Labels               // those of which only explicit flows count
	contract   *lang.Contract
	promptBits map[string]Labels
	prompts    Labels         // @prompt measures
	prompt     string         // what the user typed
	state      map[string]any // what earlier plans left, nil in a first plan
	// planLiterals are the literals that the plan's author wrote.
	planLiterals map[lang.Expr]bool
	// blind: what types demand of labels is not checked, so that only two runs can
	// tell.
	blind   bool
	ints    []int64  // constants of the program, for choosing results
	strings []string // likewise
}

// global is a top-level definition.
type global struct {
	name   string
	def    *lang.Def
	params []*lang.Param
	result lang.Type
	kind   globalKind

	plan, pure, volatile, keeps, taint, prompt bool
	// fromPlan: a helper of the plan.
	fromPlan bool
}

type globalKind int

const (
	nativeFn globalKind = iota
	measureFn
	defFn
	axiomFn
)

// constructor is a constructor of an inductive type.
type constructor struct {
	name  string
	index int
	sig   *lang.Signature
	owner *typeDecl
}

// typeDecl is an opaque or inductive type.
type typeDecl struct {
	name   string
	linear bool
	params []string
	ctors  []*constructor
}

// NewProgram indexes a spec and a plan; plan may be nil.
func NewProgram(spec, plan *lang.File) *Program {
	p := &Program{
		Spec: spec, Plan: plan,
		globals:  map[string]*global{},
		ctors:    map[string]*constructor{},
		types:    map[string]*typeDecl{},
		measures: map[string][]*global{},
		labels:   map[string]Labels{},

		promptBits: map[string]Labels{}, planLiterals: map[lang.Expr]bool{},
	}
	// The language's own option type (section 8).
	p.inductive(&lang.Inductive{
		Name:   lang.Ident{Name: "Maybe"},
		Params: []lang.Ident{{Name: "a"}},
		Ctors: []*lang.Signature{
			{Name: lang.Ident{Name: "none"}},
			{Name: lang.Ident{Name: "some"}, Params: []*lang.Param{{Name: lang.Ident{Name: "value"}, Type: &lang.TypeName{Name: lang.Ident{Name: "a"}}}}},
		},
	})
	p.add(spec.Decls)
	if plan != nil {
		n := len(p.order)
		p.add(plan.Decls)
		for _, g := range p.order[n:] {
			g.fromPlan = true
		}
	}
	if plan != nil {
		walkFile(plan, func(e lang.Expr) {
			switch e.(type) {
			case *lang.IntLit, *lang.FloatLit, *lang.StringLit, *lang.BoolLit, *lang.UnitLit, *lang.ListLit:
				p.planLiterals[e] = true
			case *lang.Var:
				// Which constructor it is, was the author's choice as well.
				p.planLiterals[e] = p.constructorNamed(e.(*lang.Var).Name.Name) != nil
			}
		})
	}
	for _, f := range []*lang.File{spec, plan} {
		if f != nil {
			walkFile(f, p.constant)
		}
	}
	return p
}

func (p *Program) constant(e lang.Expr) {
	switch e := e.(type) {
	case *lang.IntLit:
		if e.Value.IsInt64() {
			p.ints = append(p.ints, e.Value.Int64())
		}
	case *lang.StringLit:
		p.strings = append(p.strings, e.Value)
	}
}

func (p *Program) add(decls []lang.Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *lang.TypeDecl:
			p.types[d.Name.Name] = &typeDecl{name: d.Name.Name, linear: d.Linear}
		case *lang.Inductive:
			p.inductive(d)
		case *lang.Def:
			p.def(d)
		case *lang.Mutual:
			for _, m := range d.Defs {
				p.def(m)
			}
		case *lang.Contract:
			if p.contract == nil {
				p.contract = d
			}
		}
	}
}

func (p *Program) inductive(d *lang.Inductive) {
	t := &typeDecl{name: d.Name.Name}
	for _, q := range d.Params {
		t.params = append(t.params, q.Name)
	}
	for i, s := range d.Ctors {
		c := &constructor{name: s.Name.Name, index: i, sig: s, owner: t}
		t.ctors = append(t.ctors, c)
		p.ctors[t.name+"."+c.name] = c
		p.ctors["."+c.name] = c
		p.ctors[c.name] = c
	}
	p.types[t.name] = t
	for _, s := range d.Measures {
		g := &global{name: s.Name.Name, params: s.Params, result: s.Result, kind: measureFn}
		p.globals[g.name] = g
	}
}

func (p *Program) def(d *lang.Def) {
	g := &global{name: d.Name.Name, def: d, kind: defFn, result: d.Result}
	g.params = append(g.params, d.Params...)
	switch d.Body.(type) {
	case *lang.Native, *lang.Hole:
		g.kind = nativeFn
	case *lang.Uninterpreted:
		g.kind = measureFn
	}
	// The parameters of an arrow type after the colon are parameters too; a
	// def's body is then a function, which impose wraps.
	for g.kind != defFn {
		f, ok := g.result.(*lang.TypeFun)
		if !ok {
			break
		}
		g.params = append(g.params, f.Param)
		g.result = f.Result
	}
	for _, dec := range d.Decorators {
		switch dec.Name.Name {
		case "plan":
			g.plan = true
		case "pure":
			g.pure = true
		case "volatile":
			g.volatile = true
		case "keeps":
			g.keeps = true
		case "prompt":
			g.prompt = true
			bit := Labels(1) << (16 + bits.OnesCount32(uint32(p.prompts)))
			p.promptBits[g.name] = bit
			p.prompts |= bit
		case "taint":
			g.taint = true
			p.labels[g.name] = 1 << len(p.labels)
			if len(dec.Args) > 0 {
				p.explicit |= p.labels[g.name]
			}
		}
	}
	p.globals[g.name] = g
	p.order = append(p.order, g)
	if g.kind == measureFn && len(g.params) == 1 && !g.taint && !g.prompt {
		n := typeHead(g.params[0].Type)
		p.measures[n] = append(p.measures[n], g)
	}
}

// typeHead is the name of t's outermost constructor, "" where it has none.
func typeHead(t lang.Type) string {
	switch t := t.(type) {
	case *lang.TypeName:
		return t.Name.Name
	case *lang.TypeApp:
		return t.Name.Name
	case *lang.TypeRefined:
		return typeHead(t.Base)
	}
	return ""
}

// isTypeVariable: type variables are written in lower case.
func isTypeVariable(name string) bool {
	return name != "" && name[0] >= 'a' && name[0] <= 'z'
}

// constructorNamed finds a constructor as written: "T.c", ".c" or "c".
func (p *Program) constructorNamed(name string) *constructor {
	if c := p.ctors[name]; c != nil {
		return c
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return p.ctors[name[i:]]
	}
	return nil
}

// conjuncts splits a predicate at its top-level '&&'.
func conjuncts(e lang.Expr, out []lang.Expr) []lang.Expr {
	switch e := e.(type) {
	case nil:
		return out
	case *lang.Paren:
		return conjuncts(e.X, out)
	case *lang.Binary:
		if e.Op == "&&" {
			return conjuncts(e.Right, conjuncts(e.Left, out))
		}
	}
	return append(out, e)
}

// mentions reports whether the name of global g occurs in t.
func mentions(t lang.Type, name string) bool {
	found := false
	walkType(t, func(e lang.Expr) {
		if v, ok := e.(*lang.Var); ok && v.Name.Name == name {
			found = true
		}
	})
	return found
}

func unhandled(what string, x any) string { return fmt.Sprintf("%s %T", what, x) }
