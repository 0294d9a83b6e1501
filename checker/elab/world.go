package elab

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

//go:embed prelude.aeon
var preludeText string

// World holds the built-in types and functions. It is immutable once made and
// shared by every module of a run.
type World struct {
	Int, Bool, String, Float, Unit *core.Con
	Array                          *core.TyCon
	List, Maybe                    *core.TyCon
	// Prelude is the module of the built-in functions.
	Prelude *core.Module
	// PreludeFile is its tree.
	PreludeFile *lang.File
	// ListLength is List.length, a measure that also exists at run time.
	ListLength *core.Global

	scope *scope
	// ctors are the built-in constructors by their short names.
	ctors map[string][]*core.Global
}

// Builtins is the one World of a process: making it takes as long as reading a
// spec, and nothing in it depends on the spec.
var Builtins = sync.OnceValue(NewWorld)

// NewWorld builds the built-in types and elaborates the prelude.
func NewWorld() *World {
	base := func(name string, params ...*core.TyVar) *core.TyCon {
		return &core.TyCon{Name: name, Kind: core.BuiltinCon, Params: params}
	}
	w := &World{
		Int:    &core.Con{Con: base("Int")},
		Bool:   &core.Con{Con: base("Bool")},
		String: &core.Con{Con: base("String")},
		Float:  &core.Con{Con: base("Float")},
		Unit:   &core.Con{Con: base("Unit")},
		Array:  base("Array", &core.TyVar{Name: "a"}),
		scope:  newScope(),
		ctors:  map[string][]*core.Global{},
	}
	for _, c := range []*core.TyCon{w.Int.Con, w.Bool.Con, w.String.Con, w.Float.Con, w.Unit.Con, w.Array} {
		w.scope.addType(c.Name, c)
	}
	file, ds := lang.Parse(diag.NewSource("prelude", preludeText))
	if len(ds) > 0 {
		panic("prelude: " + ds[0].Error())
	}
	m, ds := w.Module(ModuleInput{Name: "", File: file})
	if len(ds) > 0 {
		panic("prelude: " + ds[0].Error())
	}
	w.Prelude, w.PreludeFile = m, file
	for _, c := range m.Cons {
		w.scope.addType(c.Name, c)
		switch c.Name {
		case "List":
			w.List = c
		case "Maybe":
			w.Maybe = c
		}
	}
	for _, g := range m.Globals {
		if g.Kind != core.CtorFn {
			g.Pure = g.Kind == core.NativeFn && logicalPrims[g.Name]
			g.Kind = core.BuiltinFn
			g.Prim = g.Name
			if g.Name == "List.length" {
				w.ListLength = g
			}
		} else {
			g.Prim = g.Owner.Name + "." + g.Name
		}
		w.addBuiltin(g)
	}
	w.addBuiltin(nil)
	return w
}

// logicalPrims are the built-in functions that may stand in predicates besides
// List.length.
var logicalPrims = map[string]bool{
	"String.length": true, "String.startsWith": true, "String.endsWith": true,
	"String.contains": true, "String.matches": true, "String.lower": true,
	"String.trim": true, "String.ofInt": true, "String.split": true, "String.join": true,
	"List.isEmpty": true, "List.append": true, "List.head": true, "List.take": true, "List.sum": true,
}

func (w *World) addBuiltin(g *core.Global) {
	if g == nil {
		return
	}
	if g.Owner != nil {
		w.scope.addValue(g.Owner.Name+"."+g.Name, g)
		w.ctors[g.Name] = append(w.ctors[g.Name], g)
		return
	}
	w.scope.addValue(g.Name, g)
}

// ReservedTypes are the names of built-in types and modules, which no binder of
// a plan may take.
func ReservedTypes() []string {
	return []string{"Int", "Bool", "String", "Float", "Unit", "List", "Array", "Maybe"}
}

// ListOf is (List t).
func (w *World) ListOf(t core.Type) *core.Con { return &core.Con{Con: w.List, Args: []core.Type{t}} }

// IsList reports whether t is a built-in list and returns its element type.
func (w *World) IsList(t core.Type) (core.Type, bool) {
	c, ok := core.Strip(t).(*core.Con)
	if ok && c.Con == w.List {
		return c.Args[0], true
	}
	return nil, false
}

// moduleQualifier is the last segment of a dotted module name.
func moduleQualifier(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
