package linear

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// Mints reports whether the type of g yields more values of some linear type
// than it consumes, and says of which and why. A plan that could call such a
// function could close its tainted session, take a fresh one, and publish what
// it still holds in a variable. Only types are counted, never bodies, and each
// linear type is counted by itself.
func Mints(g *core.Global) (bool, string) {
	m := minted(g)
	if m == nil {
		return false, ""
	}
	return true, m.name + ": " + m.why
}

// mint is what a function makes out of nothing.
type mint struct{ name, why string }

func minted(g *core.Global) *mint {
	if g.Result == nil {
		return nil
	}
	switch g.Kind {
	case core.NativeFn, core.DefFn:
	default:
		// Measures and axioms do not run, a constructor holds what it was given,
		// and the built-in functions mint nothing.
		return nil
	}
	for _, k := range kinds(g) {
		c := newCounter(k.con, k.v)
		b := c.balanceOf(g.Params, g.Result)
		if b.mints() {
			return &mint{k.String(), b.String()}
		}
		if rest := returned(g); rest != nil {
			if b := c.balanceOf(rest, g.Result); b.mints() {
				return &mint{k.String(), "the function that it returns mints by itself: " + b.String()}
			}
		}
	}
	return nil
}

// returned are the parameters of the function that g returns, where g is
// written with parameters and a function type after them; nil otherwise.
func returned(g *core.Global) []*core.Local {
	d, ok := g.Decl.(*lang.Def)
	if !ok || len(d.Params) == 0 || len(d.Params) >= len(g.Params) {
		return nil
	}
	return g.Params[len(d.Params):]
}

// kind is one kind of linear value: a linear type, or a type variable that may
// stand for one.
type kind struct {
	con *core.TyCon
	v   *core.TyVar
}

func (k kind) String() string {
	if k.con != nil {
		return k.con.Name
	}
	return k.v.Name
}

// kinds lists the kinds of linear value that the type of g speaks of, in order
// of appearance.
func kinds(g *core.Global) []kind {
	var out []kind
	seenCon := map[*core.TyCon]bool{}
	seenVar := map[*core.TyVar]bool{}
	open := standings(g.Params, g.Result)
	var walk func(core.Type)
	walk = func(t core.Type) {
		switch t := core.Strip(t).(type) {
		case *core.Var:
			if !seenVar[t.Var] && open[t.Var].takesLinear() {
				seenVar[t.Var] = true
				out = append(out, kind{v: t.Var})
			}
		case *core.Con:
			for _, a := range t.Args {
				walk(a)
			}
			if seenCon[t.Con] {
				return
			}
			seenCon[t.Con] = true
			if t.Con.Linear {
				out = append(out, kind{con: t.Con})
			}
			for _, ctor := range t.Con.Ctors {
				for _, p := range ctor.Params {
					walk(p.Type)
				}
			}
		case *core.Fun:
			walk(t.Param.Type)
			walk(t.Result)
		case *core.Tuple:
			for _, e := range t.Elems {
				walk(e.Type)
			}
		}
	}
	for _, p := range g.Params {
		walk(p.Type)
	}
	walk(g.Result)
	return out
}

// CheckPlanRefs reports every mention, in plan code, of a function that is
// reserved to the harness: one marked @harness, or one that mints and is not
// marked @plan.
func CheckPlanRefs(x core.Expr) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	known := map[*core.Global]*mint{}
	core.Visit(x, func(y core.Expr) bool {
		ref, ok := y.(*core.GlobalRef)
		if !ok || ref.Global.FromPlan {
			return true
		}
		g := ref.Global
		switch {
		case g.Harness:
			out = append(out, diag.New(ref.Span, diag.HarnessOnly, g.Name).
				With(g.Span, "it is marked `@harness` here").
				Note("a plan works with the values that its contract gives it"))
		case !g.Plan:
			m, done := known[g]
			if !done {
				m = minted(g)
				known[g] = m
			}
			if m != nil {
				out = append(out, diag.New(ref.Span, diag.MintsInPlan, g.Name, article(m.name)).
					With(g.Span, "%s", m.why).
					Note("a plan works with the %s that its contract gives it; if plans may make their own, the spec marks `%s` with `@plan`", m.name, g.Name))
			}
		}
		return true
	})
	return out
}

// LintMint warns of functions of a spec that mint and do not say for whom.
func LintMint(m *core.Module) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, g := range m.Globals {
		if g.Plan || g.Harness {
			continue
		}
		if made := minted(g); made != nil {
			out = append(out, diag.New(g.Span, diag.MintsUnmarked, g.Name, article(made.name)).
				Note("%s", made.why).
				Note("plans may not mention it; mark it `@harness`, or `@plan` if a plan may make a %s of its own", made.name))
		}
	}
	return out
}
