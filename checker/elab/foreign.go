package elab

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// foreign reports whether a name is bound to nothing here and is a word of other
// languages.
func (e *elaborator) foreign(name string) bool {
	_, known := diag.ForeignWords[name]
	return known && e.vars.find(name) == nil && !e.known(name)
}

// foreignAmong reports the foreign words among the arguments of an application
// that cannot be one: "a and b" is read as a call of a. It is false where there
// are none.
func (e *elaborator) foreignAmong(args []lang.Expr) bool {
	found := false
	for _, a := range args {
		if v, ok := a.(*lang.Var); ok && e.foreign(v.Name.Name) {
			e.report(diag.New(v.Name.Span, diag.ForeignWord, v.Name.Name, diag.ForeignWords[v.Name.Name]))
			found = true
		}
	}
	return found
}

// bracketed reports an argument that is a tuple because a call is written with
// brackets and commas, "f(a, b)", or with names, "f(x=a)".
func (e *elaborator) bracketed(a lang.Expr, want core.Type, g *core.Global) bool {
	if l, isList := stripParens(a).(*lang.ListLit); isList && !l.Array && !isMeta(want) && len(l.Elems) > 1 && len(l.Elems) == len(g.Params) && !e.isList(want) {
		e.report(diag.New(a.Range(), diag.ListCall, g.Name, e.sketch(g, l.Elems)))
		return true
	}
	t, ok := a.(*lang.Tuple)
	if p, paren := a.(*lang.Paren); paren && !ok {
		if b, isEq := p.X.(*lang.Binary); isEq && b.Op == "=" && e.unboundName(b.Left) && !e.isBool(want) {
			e.report(diag.New(a.Range(), diag.NamedArguments, e.sketch(g, []lang.Expr{b.Right})))
			return true
		}
		return false
	}
	if !ok || isTuple(want) {
		return false
	}
	named := false
	var values []lang.Expr
	for _, x := range t.Elems {
		if b, isEq := x.(*lang.Binary); isEq && b.Op == "=" && e.unboundName(b.Left) {
			named = true
			x = b.Right
		}
		values = append(values, x)
	}
	if named {
		e.report(diag.New(a.Range(), diag.NamedArguments, e.sketch(g, values)))
	} else {
		e.report(diag.New(a.Range(), diag.PythonCall, g.Name, e.sketch(g, values)))
	}
	return true
}

func isTuple(t core.Type) bool {
	switch core.Strip(t).(type) {
	case *core.Tuple, *core.Meta, *core.Var, *core.Bad:
		return true
	}
	return false
}

func (e *elaborator) isList(t core.Type) bool {
	c, ok := core.Strip(t).(*core.Con)
	return !ok || c.Con == e.world.List
}

func (e *elaborator) isBool(t core.Type) bool {
	c, ok := core.Strip(t).(*core.Con)
	return !ok || c.Con == e.world.Bool.Con
}

func (e *elaborator) unboundName(x lang.Expr) bool {
	v, ok := x.(*lang.Var)
	return ok && e.vars.find(v.Name.Name) == nil
}

// maxSketch bounds the length of a call that a message shows.
const maxSketch = 60

// sketch writes a call with its arguments as they should stand.
func (e *elaborator) sketch(g *core.Global, args []lang.Expr) string {
	parts := []string{g.Name}
	for _, a := range args {
		text := strings.Join(strings.Fields(a.Range().Text()), " ")
		switch a.(type) {
		case *lang.App, *lang.Binary, *lang.Unary, *lang.If, *lang.Let, *lang.Match, *lang.Lambda, *lang.Annot:
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	text := strings.Join(parts, " ")
	if len(text) > maxSketch {
		return g.Name + " a b"
	}
	return text
}

// methodsLike lists the functions that can be called on a value of a type, those
// first whose name has to do with the one that was written.
func (e *elaborator) methodsLike(name string, con *core.TyCon) (like, all []string) {
	for _, key := range e.scope.candidates() {
		if strings.Contains(key, ".") {
			continue
		}
		for _, g := range e.scope.values[key] {
			if g.Kind == core.MeasureFn || g.Harness || receiverOf(g, con) < 0 {
				continue
			}
			all = append(all, g.Name)
			a, b := strings.ToLower(g.Name), strings.ToLower(name)
			if strings.Contains(a, b) || strings.Contains(b, a) {
				like = append(like, g.Name)
			}
		}
	}
	return like, all
}

// receiverOf is the position of a function's first parameter of a type, -1 where
// it has none.
func receiverOf(g *core.Global, con *core.TyCon) int {
	for i, p := range g.Params {
		if c, ok := core.Strip(p.Type).(*core.Con); ok && c.Con == con {
			return i
		}
	}
	return -1
}

// misplaced looks at all arguments of a call together where some do not fit: if two
// have changed places, or one was left out, that is one fault and is told once.
func (e *elaborator) misplaced(before int, g *core.Global, source []lang.Expr, args []core.Expr, sub map[*core.TyVar]core.Type) {
	have, want := make([]*core.TyCon, len(args)), make([]*core.TyCon, len(g.Params))
	for i, a := range args {
		if a == nil {
			return
		}
		have[i] = conOf(a.Type())
	}
	for i, p := range g.Params {
		want[i] = conOf(instantiate(p.Type, sub))
	}
	var wrong []int
	for i := range have {
		if have[i] == nil || want[i] == nil {
			return
		}
		if have[i] != want[i] {
			wrong = append(wrong, i)
		}
	}
	switch {
	case len(wrong) == 2 && have[wrong[0]] == want[wrong[1]] && have[wrong[1]] == want[wrong[0]]:
		d := e.keepFirst(before, source, wrong[0])
		if d == nil {
			return
		}
		d.Notes = nil
		d.Note("arguments %d and %d seem to have changed places", wrong[0]+1, wrong[1]+1)
	case len(wrong) > 1 && len(have) == len(want)-1 && followsFrom(have, want, wrong[0]):
		e.keepFirst(before, source, wrong[0])
	}
}

// followsFrom reports whether the arguments from k on are those for the parameters
// after k.
func followsFrom(have, want []*core.TyCon, k int) bool {
	for i := k; i < len(have); i++ {
		if have[i] != want[i+1] {
			return false
		}
	}
	return true
}

// keepFirst drops what was reported of the arguments, but for one of them.
func (e *elaborator) keepFirst(before int, source []lang.Expr, k int) *diag.Diagnostic {
	var kept []*diag.Diagnostic
	var first *diag.Diagnostic
	for _, d := range e.diags[before:] {
		of := -1
		for i, a := range source {
			if d.Code == "AE202" && d.Span == a.Range() {
				of = i
			}
		}
		switch {
		case of < 0:
			kept = append(kept, d)
		case of == k:
			first = d
		}
	}
	e.diags = append(e.diags[:before], kept...)
	if first != nil {
		e.diags = append(e.diags, first)
	}
	return first
}

func conOf(t core.Type) *core.TyCon {
	if c, ok := core.Strip(t).(*core.Con); ok {
		return c.Con
	}
	return nil
}
