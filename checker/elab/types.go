package elab

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/spelling"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// typ resolves a written type. Faults are reported and yield core.Bad.
func (e *elaborator) typ(t lang.Type) core.Type {
	switch t := t.(type) {
	case *lang.TypeName:
		return e.typeName(t.Name, nil, t.Name.Span)
	case *lang.TypeApp:
		if t.Pred != nil && len(t.Args) == 0 {
			// aeon's "T<p>" is {v:T | p v}.
			v := lang.Ident{Name: "v", Span: t.Name.Span}
			applied := &lang.App{Fun: t.Pred, Args: []lang.Expr{&lang.Var{Name: v}}, Span: t.Span}
			return e.refine(v, e.typeName(t.Name, nil, t.Name.Span), applied)
		}
		args := make([]core.Type, len(t.Args))
		for i, a := range t.Args {
			args[i] = e.typ(a)
		}
		return e.typeName(t.Name, args, t.Span)
	case *lang.TypeRefined:
		return e.refine(t.Name, e.typ(t.Base), t.Pred)
	case *lang.TypeFun:
		p := e.param(t.Param)
		mark := e.vars.mark()
		e.vars.push(p)
		result := e.typ(t.Result)
		e.vars.release(mark)
		return &core.Fun{Mult: p.Mult, Param: p, Result: result}
	case *lang.TypeTuple:
		mark := e.vars.mark()
		seen := map[string]bool{}
		out := &core.Tuple{}
		for _, x := range t.Elems {
			if x.Name.Name != "" && x.Name.Name != "_" {
				if seen[x.Name.Name] {
					e.report(diag.New(x.Name.Span, diag.BoundTwice, x.Name.Name))
				}
				seen[x.Name.Name] = true
			}
			l := &core.Local{Name: x.Name.Name, Type: e.typ(x.Type), Declared: true, Span: x.Span}
			l.Mult = normalMult(lang.Unwritten, l.Type)
			out.Elems = append(out.Elems, l)
			e.vars.push(l)
		}
		e.vars.release(mark)
		return out
	case *lang.TypeForall:
		if e.tyvars != nil {
			e.tyVar(t.Var)
		}
		return e.typ(t.Body)
	case *lang.TypeForallPred:
		if e.preds != nil && e.open {
			p := e.predVar(t.Pred)
			e.predOrder = append(e.predOrder, p)
		} else {
			e.report(diag.New(t.Span, diag.UnsupportedType, "an abstract refinement can be introduced only by the signature of a definition or an inductive type"))
		}
		return e.typ(t.Body)
	}
	return &core.Bad{}
}

// predVar elaborates "<p : T -> U -> Bool>" and brings p into scope.
func (e *elaborator) predVar(pv lang.PredVar) *core.PredVar {
	p := &core.PredVar{Name: pv.Name.Name, OfType: e.typePred}
	sort := pv.Sort
	for {
		f, ok := sort.(*lang.TypeFun)
		if !ok {
			break
		}
		p.Sorts = append(p.Sorts, e.typ(f.Param.Type))
		sort = f.Result
	}
	if e.preds != nil {
		e.preds[p.Name] = p
	}
	return p
}

// refine builds {name: base | pred}, the conjuncts kept apart.
func (e *elaborator) refine(name lang.Ident, base core.Type, pred lang.Expr) core.Type {
	binder := &core.Local{Name: name.Name, Type: core.Erase(base), Span: name.Span}
	binder.Mult = normalMult(lang.Unwritten, binder.Type)
	r := &core.Refined{Binder: binder, Base: base}
	mark := e.vars.mark()
	e.vars.push(binder)
	saved := e.inPred
	e.inPred = true
	for _, c := range conjuncts(pred, nil) {
		before := len(e.diags)
		x := e.infer(c)
		if !e.unify(x.Type(), e.world.Bool) {
			e.report(diag.New(c.Range(), diag.PredicateNotBool, an(x.Type())))
		}
		e.predicateCodes(before)
		if diag.HasErrors(e.diags[before:]) {
			continue // reported; nothing is to be made of it
		}
		r.Preds = append(r.Preds, &core.Conjunct{Expr: x, Span: c.Range()})
	}
	e.inPred = saved
	e.vars.release(mark)
	return r
}

// predicateCodes turns base-type faults found inside a predicate into AE305,
// ill-formed predicate; unknown names keep their own code.
func (e *elaborator) predicateCodes(from int) {
	for i, d := range e.diags[from:] {
		if d.Code == "AE202" || d.Code == "AE203" || d.Code == "AE207" {
			n := diag.New(d.Span, diag.PredicateSort, d.Message)
			n.Notes, n.Related = d.Notes, d.Related
			e.diags[from+i] = n
		}
	}
}

// conjuncts splits a predicate at its outermost "&&".
func conjuncts(x lang.Expr, out []lang.Expr) []lang.Expr {
	if b, ok := stripParens(x).(*lang.Binary); ok && b.Op == "&&" {
		return conjuncts(b.Right, conjuncts(b.Left, out))
	}
	return append(out, x)
}

func isLower(name string) bool {
	return name != "" && (name[0] >= 'a' && name[0] <= 'z' || name[0] == '_')
}

// tyVar finds or introduces a type variable.
func (e *elaborator) tyVar(n lang.Ident) *core.TyVar {
	if v, ok := e.tyvars[n.Name]; ok {
		return v
	}
	v := &core.TyVar{Name: n.Name}
	e.tyvars[n.Name] = v
	e.order = append(e.order, v)
	return v
}

func (e *elaborator) typeName(n lang.Ident, args []core.Type, span diag.Span) core.Type {
	if isLower(n.Name) && !strings.Contains(n.Name, ".") {
		v, known := e.tyvars[n.Name]
		switch {
		case len(args) > 0:
			e.report(diag.New(span, diag.UnsupportedType, "a type variable takes no arguments"))
			return &core.Bad{}
		case known:
			return &core.Var{Var: v}
		case e.open:
			return &core.Var{Var: e.tyVar(n)}
		}
		e.report(e.otherType(diag.New(n.Span, diag.UnknownType, n.Name), n.Name))
		return &core.Bad{}
	}
	c := e.findType(n)
	if c == nil {
		return &core.Bad{}
	}
	e.use(n.Span, c)
	if len(args) != len(c.Params) {
		e.report(diag.New(span, diag.TypeArity, n.Name, len(c.Params), len(args)))
		return &core.Bad{}
	}
	switch c {
	case e.world.Int.Con:
		return e.world.Int
	case e.world.Bool.Con:
		return e.world.Bool
	case e.world.String.Con:
		return e.world.String
	case e.world.Float.Con:
		return e.world.Float
	case e.world.Unit.Con:
		return e.world.Unit
	}
	return &core.Con{Con: c, Args: args}
}

// foreignTypes are the names that other languages have for base types.
var foreignTypes = map[string]string{
	"str": "String", "string": "String", "text": "String", "char": "String",
	"int": "Int", "integer": "Int", "number": "Int", "i32": "Int", "i64": "Int",
	"bool": "Bool", "boolean": "Bool", "float": "Float", "double": "Float",
	"unit": "Unit", "void": "Unit", "none": "Unit", "list": "(List T)", "array": "(List T)",
}

// otherType adds what a type of other languages is called here.
func (e *elaborator) otherType(d *diag.Diagnostic, name string) *diag.Diagnostic {
	if own := foreignTypes[strings.ToLower(name)]; own != "" {
		d.Note("did you mean `%s`?", own)
	}
	return d
}

func (e *elaborator) findType(n lang.Ident) *core.TyCon {
	found := e.scope.types[n.Name]
	if len(found) == 0 {
		found = e.world.scope.types[n.Name]
	}
	switch len(found) {
	case 1:
		return found[0]
	case 0:
		d := diag.New(n.Span, diag.UnknownType, n.Name)
		var names []string
		for k := range e.scope.types {
			names = append(names, k)
		}
		for k := range e.world.scope.types {
			names = append(names, k)
		}
		sortStrings(names)
		if near := spelling.Nearest(n.Name, names); near != "" {
			d.Note("did you mean `%s`?", near)
		} else {
			e.otherType(d, n.Name)
		}
		e.report(d)
		return nil
	}
	e.report(diag.New(n.Span, diag.AmbiguousName, n.Name, found[0].Module+"."+n.Name, found[1].Module+"."+n.Name))
	return nil
}
