package linear

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// Signature reports what the linear discipline forbids in a declaration
// itself, whether it has a body or not: "ω" on linear types, a top-level
// constant that holds a linear value, and a constructor that would hold a
// borrowed one.
func Signature(g *core.Global) []*diag.Diagnostic {
	ts := newTypes(g.Params, g.Result)
	var out []*diag.Diagnostic
	for _, p := range g.Params {
		out = append(out, ts.omegaOnLinear(p)...)
		if g.Kind == core.CtorFn && p.Mult == lang.Borrowed {
			out = append(out, diag.New(p.Span, diag.OnlyParametersBorrow, p.Name).
				Note("a value outlives the call that builds it: hold the field with `1`"))
		}
	}
	if g.Result == nil {
		return out
	}
	out = append(out, ts.omegaInside(g.Result)...)
	constant := len(g.Params) == 0 && (g.Kind == core.NativeFn || g.Kind == core.DefFn)
	if constant && ts.linear(g.Result) {
		out = append(out, diag.New(g.Span, diag.ConstantHolds, g.Name, describe(g.Result)).
			Note("make it a function: def %s (_: Unit) : …", g.Name))
	}
	return out
}
