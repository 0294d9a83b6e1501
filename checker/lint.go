package checker

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// lint looks in a spec for what is legal and probably not meant (AE604–AE607).
func (s *Spec) lint(m *core.Module, spoken map[*core.Global]bool) []*diag.Diagnostic {
	var ds []*diag.Diagnostic
	linear := false
	for _, c := range m.Cons {
		linear = linear || c.Linear
	}
	for _, g := range m.Globals {
		if g.Faulty {
			continue
		}
		switch g.Kind {
		case core.MeasureFn:
			if !spoken[g] {
				ds = append(ds, diag.New(g.Span, diag.MeasureUnused, g.Name))
			}
		case core.NativeFn:
			if d := washes(g); d != nil {
				ds = append(ds, d)
			}
			if d := staleFact(g); d != nil {
				ds = append(ds, d)
			}
			if linear && unconcerned(g) {
				ds = append(ds, diag.New(g.Span, diag.NoSession, g.Name))
			}
		}
	}
	return ds
}

// spokenOf collects the measures that some signature or contract constrains.
func spokenOf(ms []*core.Module) map[*core.Global]bool {
	out := map[*core.Global]bool{}
	look := func(t core.Type) {
		core.VisitPredicates(t, func(c *core.Conjunct) {
			core.Visit(c.Expr, func(x core.Expr) bool {
				if r, ok := x.(*core.GlobalRef); ok {
					out[r.Global] = true
				}
				return true
			})
		})
	}
	for _, m := range ms {
		for _, g := range m.Globals {
			for _, p := range g.Params {
				look(p.Type)
			}
			look(g.Result)
		}
		for _, c := range m.Contracts {
			for _, p := range c.Params {
				look(p.Type)
			}
			if c.Result != nil {
				look(c.Result)
			}
		}
	}
	return out
}

// washes reports a function that takes a linear value and gives it back with a
// Bool measure set to false whatever it was (AE604).
func washes(g *core.Global) *diag.Diagnostic {
	if g.Harness {
		return nil
	}
	for _, p := range g.Params {
		c, ok := core.Strip(p.Type).(*core.Con)
		if !ok || !c.Con.Linear || p.Mult != lang.Linear {
			continue
		}
		demanded := falseMeasures(p.Type)
		var found *diag.Diagnostic
		core.VisitPredicates(g.Result, func(k *core.Conjunct) {
			if m := falseMeasure(k.Expr); m != nil && !demanded[m] && found == nil {
				if of, ok := core.Strip(m.Params[0].Type).(*core.Con); ok && of.Con == c.Con {
					found = diag.New(g.Span, diag.DropsTaint, g.Name, m.Name).With(k.Span, "here it becomes false, whatever it was")
				}
			}
		})
		if found != nil {
			return found
		}
	}
	return nil
}

// falseMeasure is the measure m of a conjunct "m x = false" or "!(m x)".
func falseMeasure(x core.Expr) *core.Global {
	p, ok := x.(*core.Prim)
	if !ok {
		return nil
	}
	of := func(x core.Expr) *core.Global {
		c, ok := x.(*core.Call)
		if !ok || len(c.Args) != 1 {
			return nil
		}
		r, ok := c.Fn.(*core.GlobalRef)
		if !ok || r.Global.Kind != core.MeasureFn || r.Global.Taint {
			return nil
		}
		return r.Global
	}
	switch p.Op {
	case "!":
		return of(p.Args[0])
	case "=":
		if b, ok := p.Args[1].(*core.BoolLit); ok && !b.Value {
			return of(p.Args[0])
		}
	}
	return nil
}

func falseMeasures(t core.Type) map[*core.Global]bool {
	out := map[*core.Global]bool{}
	core.VisitPredicates(t, func(c *core.Conjunct) {
		if m := falseMeasure(c.Expr); m != nil {
			out[m] = true
		}
	})
	return out
}

// staleFact reports a native that returns no value but says what a handle that is
// not linear has become (AE607): the handle can be used by anyone who still
// holds what was known of it before.
func staleFact(g *core.Global) *diag.Diagnostic {
	r, ok := core.Resolve(g.Result).(*core.Refined)
	if !ok {
		return nil
	}
	if c, ok := core.Strip(r).(*core.Con); !ok || c.Con.Name != "Unit" {
		return nil
	}
	var found *diag.Diagnostic
	for _, k := range r.Preds {
		core.Visit(k.Expr, func(x core.Expr) bool {
			c, ok := x.(*core.Call)
			if !ok || len(c.Args) != 1 || found != nil {
				return found == nil
			}
			f, isRef := c.Fn.(*core.GlobalRef)
			l, isVar := c.Args[0].(*core.LocalRef)
			if isRef && isVar && f.Global.Kind == core.MeasureFn && !f.Global.Volatile && !core.IsLinear(l.Local.Type) && l.Local != r.Binder {
				found = diag.New(g.Span, diag.StaleFact, g.Name, f.Global.Name, l.Local.Name, l.Local.Name).With(k.Span, "this says so")
			}
			return found == nil
		})
	}
	return found
}

// unconcerned reports whether a function neither demands nor says anything and
// does not touch a linear value (AE606).
func unconcerned(g *core.Global) bool {
	if g.Pure || g.Harness || len(g.Params) == 0 || core.MentionsRefinement(g.Result) || core.IsLinear(g.Result) {
		return false
	}
	for _, p := range g.Params {
		if core.IsLinear(p.Type) || core.MentionsRefinement(p.Type) || core.ContainsFun(p.Type) {
			return false
		}
	}
	return true
}
