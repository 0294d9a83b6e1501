package trust

import (
	"sort"
	"strings"

	"github.com/aeonc/aeonc/checker/spelling"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// target is a set of the kinds of declaration that a decorator can stand on.
type target int

const (
	onNative     target = 1 << iota // trusted: native, or a hole
	onMeasure                       // uninterpreted
	onDefinition                    // an ordinary def, which is verified
	onAxiom
	onFunction = onNative | onDefinition
)

// decorator says where a decorator may stand and what it takes.
type decorator struct {
	on target
	// where says on in words.
	where string
	// arguments tests the arguments; nil where it takes none.
	arguments func(d *lang.Decorator, def *lang.Def) *diag.Diagnostic
	// shape tests what can be seen of the signature without types; wants says it
	// in words. nil where there is nothing to test.
	shape func(def *lang.Def) bool
	wants string
	// repeats: it may stand on a declaration several times.
	repeats bool
}

// decorators are the known decorators. What needs types (that the function of
// @keeps consumes a linear value and returns one, that @plan mints) is left to
// later phases.
var decorators = map[string]decorator{
	"plan":     {on: onFunction, where: "a function"},
	"harness":  {on: onFunction, where: "a function"},
	"keeps":    {on: onFunction, where: "a function", arguments: modules},
	"pure":     {on: onNative, where: "a native function: what a definition with a body does is known from its body"},
	"volatile": {on: onMeasure, where: "a measure"},
	"taint": {on: onMeasure, where: "a measure", arguments: explicitOnly,
		shape: isLabel, wants: "a measure of one value that is a Bool, such as `(x: a) -> Bool`"},
	"prompt": {on: onMeasure, where: "a measure",
		shape: isStringLabel, wants: "a measure of a string that is a Bool: `(s: String) -> Bool`"},
	"msg": {on: onFunction, where: "a function", arguments: message, repeats: true},
	// What tool calls are made of is read where names are resolved.
	"tool":     {on: onFunction, where: "a function", arguments: readLater, repeats: true},
	"argument": {on: onFunction, where: "a function", arguments: readLater},
}

// conflicts are pairs of decorators that contradict each other.
var conflicts = [...]struct{ a, b, why string }{
	{"harness", "plan", "the one keeps plans from the function, the other gives it to them"},
	{"argument", "tool", "the one makes an argument of a call, the other is the call"},
	{"prompt", "taint", "a label is one or the other"},
	{"prompt", "volatile", "a label belongs to where a value came from, which does not change"},
	{"taint", "volatile", "a label belongs to where a value came from, which does not change"},
}

// CheckSpecDecorators reports the decorators of a spec that aeonc does not know
// (AE201), and those that stand on a declaration, beside another one, or with
// arguments on or with which they mean nothing. Nothing that a reviewer wrote
// is overlooked in silence: a misspelt @taint would be a label that never
// flows.
func CheckSpecDecorators(f *lang.File) []*diag.Diagnostic {
	var ds []*diag.Diagnostic
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *lang.Def:
			ds = append(ds, checkDecorators(d.Decorators, kindOf(d), d)...)
			ds = append(ds, checkParameters(d.Params)...)
		case *lang.Axiom:
			ds = append(ds, checkDecorators(d.Decorators, onAxiom, nil)...)
		case *lang.Mutual:
			for _, def := range d.Defs {
				ds = append(ds, checkDecorators(def.Decorators, kindOf(def), def)...)
				ds = append(ds, checkParameters(def.Params)...)
			}
		case *lang.Contract:
			ds = append(ds, checkParameters(d.Params)...)
		case *lang.Inductive:
			for _, c := range d.Ctors {
				ds = append(ds, checkParameters(c.Params)...)
			}
			for _, m := range d.Measures {
				ds = append(ds, checkParameters(m.Params)...)
			}
		}
	}
	return ds
}

// checkParameters tests the decorators of parameters: there is only @msg "text".
func checkParameters(params []*lang.Param) []*diag.Diagnostic {
	var ds []*diag.Diagnostic
	for _, p := range params {
		for i, d := range p.Decorators {
			switch {
			case d.Name.Name != "msg":
				if _, known := decorators[d.Name.Name]; known {
					ds = append(ds, diag.New(d.Span, diag.DecoratorTarget, d.Name.Name, decorators[d.Name.Name].where))
				} else {
					ds = append(ds, unknown(d))
				}
			case i > 0:
				ds = append(ds, diag.New(d.Span, diag.DecoratorRepeated, "msg").With(p.Decorators[0].Span, "first here"))
			case len(d.Args) != 1 || !isText(d.Args[0]):
				ds = append(ds, diag.New(d.Span, diag.DecoratorArguments, "msg", "a text in double quotes: `@msg \"…\"`"))
			}
		}
	}
	return ds
}

// isText reports whether an argument is a text that says something.
func isText(x lang.Expr) bool {
	s, ok := x.(*lang.StringLit)
	return ok && strings.TrimSpace(s.Value) != ""
}

// kindOf is the kind of a definition, which its body tells.
func kindOf(d *lang.Def) target {
	switch d.Body.(type) {
	case *lang.Native, *lang.Hole:
		return onNative
	case *lang.Uninterpreted:
		return onMeasure
	}
	return onDefinition
}

// checkDecorators tests the decorators of one declaration; def is nil for an
// axiom.
func checkDecorators(all []*lang.Decorator, kind target, def *lang.Def) []*diag.Diagnostic {
	var ds []*diag.Diagnostic
	seen := map[string]*lang.Decorator{}
	for _, d := range all {
		name := d.Name.Name
		known, ok := decorators[name]
		switch first := seen[name]; {
		case !ok:
			ds = append(ds, unknown(d))
			continue
		case first != nil && !known.repeats:
			ds = append(ds, diag.New(d.Span, diag.DecoratorRepeated, name).With(first.Span, "first here"))
		case known.on&kind == 0:
			ds = append(ds, diag.New(d.Span, diag.DecoratorTarget, name, known.where))
		case known.shape != nil && !known.shape(def):
			ds = append(ds, diag.New(d.Span, diag.DecoratorTarget, name, known.wants))
		case known.arguments != nil:
			if bad := known.arguments(d, def); bad != nil {
				ds = append(ds, bad)
			}
		case len(d.Args) > 0:
			ds = append(ds, diag.New(d.Span, diag.DecoratorArguments, name, "no arguments"))
		}
		seen[name] = d
	}
	for _, c := range conflicts {
		if a, b := seen[c.a], seen[c.b]; a != nil && b != nil {
			ds = append(ds, diag.New(b.Span, diag.DecoratorConflict, c.a, c.b, c.why).With(a.Span, "`@%s` is here", c.a))
		}
	}
	return ds
}

func unknown(d *lang.Decorator) *diag.Diagnostic {
	var names []string
	for name := range decorators {
		names = append(names, name)
	}
	sort.Strings(names)
	found := diag.New(d.Span, diag.UnknownDecorator, d.Name.Name)
	if near := spelling.Nearest(d.Name.Name, names); near != "" {
		return found.Note("did you mean `@%s`?", near)
	}
	return found.Note("aeonc knows @%s", strings.Join(names, ", @"))
}

// readLater leaves the arguments to a later phase.
func readLater(*lang.Decorator, *lang.Def) *diag.Diagnostic { return nil }

// explicitOnly is the argument of @taint.
func explicitOnly(d *lang.Decorator, _ *lang.Def) *diag.Diagnostic {
	if len(d.Args) == 0 {
		return nil
	}
	if v, ok := d.Args[0].(*lang.Var); ok && len(d.Args) == 1 && v.Name.Name == "explicit" {
		return nil
	}
	return diag.New(d.Span, diag.DecoratorArguments, "taint", "no argument, or `explicit`")
}

// modules are the arguments of @keeps: whose measures stay, besides the own
// module's. That they are imported is tested where names are resolved.
func modules(d *lang.Decorator, _ *lang.Def) *diag.Diagnostic {
	for _, x := range d.Args {
		if _, ok := x.(*lang.Var); !ok {
			return diag.New(x.Range(), diag.DecoratorArguments, "keeps", "no argument, or the names of imported modules")
		}
	}
	return nil
}

// message is the argument of @msg: a text, or a parameter of the function and a
// text about its refinement.
func message(d *lang.Decorator, def *lang.Def) *diag.Diagnostic {
	wrong := diag.New(d.Span, diag.DecoratorArguments, "msg", "a text in double quotes, or a parameter and a text: `@msg \"…\"`, `@msg(title, \"…\")`")
	if len(d.Args) == 0 || len(d.Args) > 2 {
		return wrong
	}
	if !isText(d.Args[len(d.Args)-1]) {
		return wrong
	}
	if len(d.Args) == 1 {
		return nil
	}
	param, ok := d.Args[0].(*lang.Var)
	if !ok {
		return wrong
	}
	for _, p := range parameters(def) {
		if p.Name.Name == param.Name.Name {
			return nil
		}
	}
	return diag.New(param.Name.Span, diag.NotAParameterOfThis, param.Name.Name, def.Name.Name)
}

// parameters of a definition: those before its result type, then those of the
// arrows in it.
func parameters(def *lang.Def) []*lang.Param {
	out := append([]*lang.Param(nil), def.Params...)
	t := def.Result
	for {
		switch u := t.(type) {
		case *lang.TypeFun:
			out = append(out, u.Param)
			t = u.Result
			continue
		case *lang.TypeForall:
			t = u.Body
			continue
		case *lang.TypeForallPred:
			t = u.Body
			continue
		}
		return out
	}
}

// isLabel reports that a measure is a Bool of one value.
func isLabel(def *lang.Def) bool {
	return len(parameters(def)) == 1 && isNamed(resultOf(def.Result), "Bool")
}

// isStringLabel reports that a measure is a Bool of one String.
func isStringLabel(def *lang.Def) bool {
	return isLabel(def) && isNamed(parameters(def)[0].Type, "String")
}

func resultOf(t lang.Type) lang.Type {
	switch u := t.(type) {
	case *lang.TypeFun:
		return resultOf(u.Result)
	case *lang.TypeForall:
		return resultOf(u.Body)
	case *lang.TypeForallPred:
		return resultOf(u.Body)
	}
	return t
}

// isNamed reports that t is the type of that name, refined or not.
func isNamed(t lang.Type, name string) bool {
	for {
		r, ok := t.(*lang.TypeRefined)
		if !ok {
			break
		}
		t = r.Base
	}
	n, ok := t.(*lang.TypeName)
	return ok && n.Name.Name == name
}
