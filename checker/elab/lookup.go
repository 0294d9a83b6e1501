package elab

import (
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/spelling"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// known reports whether a name is that of a top-level declaration in scope.
func (e *elaborator) known(name string) bool {
	name = e.unqualified(name)
	return len(e.scope.values[name]) > 0 || len(e.world.scope.values[name]) > 0
}

// unqualified drops the name of the module at hand, by which its own
// declarations may be called.
func (e *elaborator) unqualified(name string) string {
	if rest, ok := strings.CutPrefix(name, e.module+"."); ok && e.module != "" && len(e.scope.values[rest]) > 0 {
		return rest
	}
	return name
}

// lookup finds a top-level name; a failure is reported with what may have been
// meant.
func (e *elaborator) lookup(n lang.Ident) *core.Global {
	name := e.unqualified(n.Name)
	found := e.scope.values[name]
	if len(found) == 0 {
		found = e.world.scope.values[name]
	}
	if len(found) == 0 {
		found = e.world.ctors[name]
	}
	switch {
	case len(found) == 1:
		return found[0]
	case len(found) > 1:
		e.report(diag.New(n.Span, diag.AmbiguousName, n.Name, qualified(found[0]), qualified(found[1])))
		return nil
	}
	if i := strings.LastIndexByte(n.Name, '.'); i > 0 {
		if m := e.scope.modules[n.Name[:i]]; m != nil {
			d := diag.New(n.Span, diag.UnknownMember, n.Name[:i], n.Name[i+1:])
			if near := spelling.Nearest(n.Name[i+1:], members(m)); near != "" {
				d.Note("did you mean `%s.%s`?", n.Name[:i], near)
			}
			e.report(d)
			return nil
		}
	}
	if e.foreign(n.Name) {
		e.report(diag.New(n.Span, diag.ForeignWord, n.Name, diag.ForeignWords[n.Name]))
		return nil
	}
	d := diag.New(n.Span, diag.UnknownName, n.Name)
	if at := n.Span; len(n.Name) == 1 && strings.Contains("frbu", n.Name) && at.End < len(at.Src.Text) && at.Src.Text[at.End] == '"' {
		e.report(d.Note(diag.NoPrefix))
		return nil
	}
	if p := e.preds[n.Name]; p != nil {
		d.Note("`%s` is an abstract refinement and must be applied", n.Name)
	} else if at, ok := e.scope.later[n.Name]; ok {
		d.With(at, "`%s` is declared only here; definitions see what stands above them", n.Name)
	} else if near := spelling.Nearest(n.Name, slices.Concat(e.scope.candidates(), e.world.scope.candidates(), e.visibleVars())); near != "" {
		d.Note("did you mean `%s`?", near)
	}
	e.report(d)
	return nil
}

// members lists the names of a module.
func members(m *core.Module) []string {
	var out []string
	for _, g := range m.Globals {
		out = append(out, g.Name)
	}
	for _, c := range m.Cons {
		out = append(out, c.Name)
	}
	return out
}

func (e *elaborator) visibleVars() []string {
	var out []string
	for _, v := range e.vars.stack {
		out = append(out, v.Name)
	}
	return out
}

func qualified(g *core.Global) string {
	if g.Owner != nil {
		return "`" + g.Owner.Name + "." + g.Name + "`"
	}
	return "`" + g.Module + "." + g.Name + "`"
}

// recursion notes that a definition being elaborated reaches g.
func (e *elaborator) recursion(g *core.Global) {
	for _, s := range e.self {
		reached := g == s
		for _, m := range s.Group {
			reached = reached || g == m
		}
		if !reached {
			continue
		}
		s.Recursive = true
		for _, m := range s.Group {
			m.Recursive = true
		}
		if len(s.Group) == 0 {
			s.Group = []*core.Global{s}
		}
	}
}

// isSelf reports whether g is a definition whose body is being elaborated.
func (e *elaborator) isSelf(g *core.Global) bool {
	for _, s := range e.self {
		if s == g {
			return true
		}
		for _, m := range s.Group {
			if m == g {
				return true
			}
		}
	}
	return false
}

// usable reports whether g may be mentioned here, reporting why not.
func (e *elaborator) usable(g *core.Global, n lang.Ident) bool {
	if e.fromPlan && e.inPred {
		e.mentions = append(e.mentions, &core.GlobalRef{Info: core.Info{Ty: e.world.Unit, Span: n.Span}, Global: g})
	}
	if !e.inPred {
		if e.ghost > 0 && (g.Kind == core.NativeFn && !g.Pure && len(g.Params) > 0 || g.Kind == core.DefFn && (g.Hole || core.ReachesNative(g)) || g.Kind == core.BuiltinFn && !g.Pure && g.Prim != "List.length") {
			e.report(diag.New(n.Span, diag.GhostCall, g.Name))
			return false
		}
		if g.Kind == core.MeasureFn && e.ghost == 0 {
			e.report(diag.New(n.Span, diag.MeasureAtRunTime, g.Name).Note("ask a query function whose result speaks of it"))
			return false
		}
		return true
	}
	why := ""
	switch g.Kind {
	case core.NativeFn:
		if !g.Pure && len(g.Params) > 0 {
			why = "each call of it is another event; only a @pure native is a function of its arguments"
		}
	case core.AxiomFn:
		why = "an axiom is applied in code, not in a predicate"
	case core.BuiltinFn:
		if !g.Pure && g.Prim != "List.length" {
			why = "it takes a function"
		}
	case core.DefFn:
		if e.isSelf(g) {
			e.report(diag.New(n.Span, diag.SelfInPredicate, g.Name))
			return false
		} else if g.Hole || core.ReachesNative(g) {
			why = "it reaches a native"
		} else if g.Body == nil {
			why = "its definition is faulty"
		}
	}
	if why != "" {
		e.report(diag.New(n.Span, diag.NotLogical, g.Name, why))
		return false
	}
	return true
}
