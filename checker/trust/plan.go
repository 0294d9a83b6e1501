// Package trust enforces what only specs may do (AE5xx), on the tree and before
// anything is typed: a plan is written by a model and is believed nothing.
//
// The rules look at every node of the plan, wherever it stands. A construct is
// forbidden for what it is and not for whether it is reached or used, so there
// is no context in which one of them is overlooked.
package trust

import (
	"strings"

	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// Reserved are the names that no binder of a plan may take.
type Reserved struct {
	// Names are the exports of the specs and where they are declared.
	Names map[string]diag.Span
	// Types are the built-in types and the modules of the language ("List").
	Types map[string]bool
	// Modules are the modules of the run.
	Modules map[string]bool
}

// ReservedBy collects the reserved names of a program. The names of specs that
// are only imported by other specs are reserved too: messages and refinements
// speak of them. Of a dotted name ("pkg.Module", "Int.toString") the first part
// is reserved as well, and the last part of a module name, since either can
// stand before a dot.
func ReservedBy(p *load.Program, builtin []string) Reserved {
	r := Reserved{Names: map[string]diag.Span{}, Types: map[string]bool{}, Modules: map[string]bool{}}
	for _, name := range builtin {
		r.Types[name] = true
	}
	for _, m := range p.Modules {
		first, _, _ := strings.Cut(m.Name, ".")
		r.Modules[m.Name] = true
		r.Modules[first] = true
		r.Modules[m.Name[strings.LastIndexByte(m.Name, '.')+1:]] = true
		for _, id := range load.Exports(m) {
			first, _, _ := strings.Cut(id.Name, ".")
			for _, name := range []string{id.Name, first} {
				if _, ok := r.Names[name]; !ok {
					r.Names[name] = id.Span
				}
			}
		}
	}
	return r
}

// CheckImports reports every open and import of a plan that names something
// other than a module in force.
func CheckImports(f *lang.File, p *load.Program) []*diag.Diagnostic {
	var ds []*diag.Diagnostic
	for _, decl := range f.Decls {
		if imp, ok := decl.(*lang.Import); ok {
			if _, d := p.ResolvePlanImport(imp); d != nil {
				ds = append(ds, d)
			}
		}
	}
	return ds
}

// CheckBody holds one expression to the rules of a plan's body: an example in a
// spec counts as one.
func CheckBody(x lang.Expr, inForce Reserved) []*diag.Diagnostic {
	c := &planChecker{reserved: inForce}
	lang.Inspect(x, c.node)
	return c.found
}

// CheckPlan reports everything in a plan that only a spec may contain, every
// binder that takes a reserved name, and a body that is not there, in source
// order. It may be asked of a plan that did not parse: what it finds in the
// rest stands. Imports are for CheckImports.
func CheckPlan(f *lang.File, inForce Reserved) []*diag.Diagnostic {
	c := &planChecker{reserved: inForce}
	whole := true
	for _, decl := range f.Decls {
		c.declaration(decl)
		lang.Inspect(decl, c.node)
		if _, bad := decl.(*lang.BadDecl); bad {
			whole = false
		}
	}
	switch {
	case f.Body != nil:
		lang.Inspect(f.Body, c.node)
	case whole && lang.IsText(f.Source.Text):
		end := len(f.Source.Text)
		c.report(diag.Span{Src: f.Source, Start: end, End: end}, diag.PlanHasNoBody)
	}
	return c.found
}

type planChecker struct {
	reserved Reserved
	found    []*diag.Diagnostic
}

func (c *planChecker) report(at diag.Span, m diag.Message, args ...any) *diag.Diagnostic {
	d := diag.New(at, m, args...)
	c.found = append(c.found, d)
	return d
}

// declaration reports what a plan may not declare at all.
func (c *planChecker) declaration(decl lang.Decl) {
	switch d := decl.(type) {
	case *lang.TypeDecl:
		keyword := "type"
		if d.Linear {
			keyword = "linear type"
		}
		c.trusted(d.Name.Span, d.Span, "the "+keyword+" `"+d.Name.Name+"`")
	case *lang.Inductive:
		c.trusted(d.Name.Span, d.Span, "the inductive type `"+d.Name.Name+"`")
	case *lang.Axiom:
		c.trusted(d.Name.Span, d.Span, "the axiom `"+d.Name.Name+"`")
		c.decorators(d.Decorators)
	case *lang.Mutual:
		at := d.Span
		at.End = min(at.End, at.Start+len("mutual"))
		c.trusted(at, d.Span, "a `mutual` group")
	case *lang.Contract:
		c.trusted(d.Name.Span, d.Span, "a contract (`plan`)")
	case *lang.Example:
		c.trusted(d.For.Span, d.Span, "an `example`")
	case *lang.Foreign:
		c.trusted(d.Keyword.Span, d.Span, "a `"+d.Keyword.Name+"`")
	}
}

// trusted reports a declaration at its name, or as a whole where it has none.
func (c *planChecker) trusted(name, whole diag.Span, what string) {
	if name.IsZero() || name.Start == name.End {
		name = whole
	}
	c.report(name, diag.TrustedDeclaration, what)
}

func (c *planChecker) decorators(ds []*lang.Decorator) {
	for _, d := range ds {
		c.report(d.Span, diag.DecoratorInPlan, d.Name.Name)
	}
}

// node looks at one node; it is called for every node of the tree.
func (c *planChecker) node(n lang.Node) bool {
	switch n := n.(type) {
	case *lang.Def:
		c.definition(n)
	case lang.Expr:
		c.expression(n)
	case *lang.Param:
		c.decorators(n.Decorators)
		c.binder(n.Name, "a parameter")
	case *lang.Binding:
		if !n.Keyword {
			c.report(n.Pattern.Range(), diag.BindingNeedsLet, n.Pattern.Range().Text())
		}
	case *lang.PatVar:
		c.binder(n.Name, "a variable")
	case *lang.TypeRefined:
		c.binder(n.Name, "a binder in a type")
	case *lang.TupleElem:
		c.binder(n.Name, "a binder in a type")
	case *lang.TypeForall:
		c.binder(n.Var, "a type variable")
	case *lang.TypeForallPred:
		c.predicates(n.Pred)
	case *lang.TypeDecl:
		c.predicates(n.PredVars...)
	case *lang.Inductive:
		c.predicates(n.PredVars...)
	}
	return true
}

// predicates tests the variables of abstract refinements.
func (c *planChecker) predicates(vars ...lang.PredVar) {
	for _, v := range vars {
		c.binder(v.Name, "a binder in a type")
	}
}

// definition tests a helper.
func (c *planChecker) definition(d *lang.Def) {
	c.decorators(d.Decorators)
	c.binder(d.Name, "a helper")
	if strings.Contains(d.Name.Name, ".") {
		c.report(d.Name.Span, diag.OnlyInSpecs, "a name with a dot (`"+d.Name.Name+"`)")
	}
	switch {
	case d.Brace:
		c.report(d.Name.Span, diag.OnlyInSpecs, "a definition in braces").
			Note("write `def %s … : T := …`, with the type of its result", d.Name.Name)
	case d.Result == nil:
		c.report(d.Name.Span, diag.OnlyInSpecs, "a definition that does not state the type of its result")
	}
	if d.HasMetric {
		c.report(d.Name.Span, diag.MetricInPlan).
			Note("loop with the list functions, such as `List.foldl`")
	}
}

// expression tests one expression, without its parts.
func (c *planChecker) expression(x lang.Expr) {
	switch x := x.(type) {
	case *lang.Native:
		if x.Import {
			c.report(x.Span, diag.TrustedBody, "native_import")
		} else {
			c.report(x.Span, diag.NativeInPlan)
		}
	case *lang.Uninterpreted:
		c.report(x.Span, diag.TrustedBody, "uninterpreted")
	case *lang.Hole:
		c.report(x.Span, diag.HoleInPlan, x.Name)
	case *lang.Tactic:
		c.report(x.Span, diag.TacticInPlan)
	case *lang.TypeInst:
		c.report(x.Span, diag.OnlyInSpecs, "a type application (`f{T}`)")
	case *lang.ListLit:
		if x.Array {
			c.report(x.Span, diag.OnlyInSpecs, "an array literal (`#[…]`)").
				Note("write a list: `[…]`")
		}
	}
}

// binder tests a name that the plan gives to something.
func (c *planChecker) binder(id lang.Ident, what string) {
	name := id.Name
	if name == "" || name == "_" {
		return
	}
	switch at, export := c.reserved.Names[name]; {
	case export:
		c.report(id.Span, diag.ReservedBySpec, name, what).With(at, "`%s` is declared here", name)
	case c.reserved.Types[name]:
		c.report(id.Span, diag.ReservedType, name, what)
	case c.reserved.Modules[name]:
		c.report(id.Span, diag.ReservedByModule, name, what)
	}
}
