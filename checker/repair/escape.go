package repair

import (
	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/linear"
	"github.com/aeonc/aeonc/lang"
)

// A way out that is none: a plan was rejected because of what it has read, or
// because nobody has agreed to what it does, and a function of the spec would
// take that away. Such functions are for the author of a plan to think of, and
// are never put into one as a repair:
//
//   - what a plan may not mention at all (@harness, minting functions);
//   - what makes a linear value out of nothing, also where the spec lets plans do
//     it (@plan): that is how approvals are given;
//   - a declassifier: a function of data whose result is said not to have a label
//     (a @taint measure that is false);
//   - an escape: a function that takes a linear value and gives one of its type
//     back of which a Bool measure is false whatever it was, or a number is not
//     known to be what it was or less: what the session had learnt is forgotten,
//     or what it may still do grows;
//   - an approval by its name: what asks, grants, trusts or overrides makes the
//     demand true by a decision that is not the plan's to take.
//
// A step of a protocol is no escape: a door that is shut, a transaction that is
// committed. mode says how the two are told apart.
//
// The rule looks at types and names only, and refuses too much rather than too
// little.
func (v *view) escapes(g *core.Global) bool { return v.decides(g) || declassifies(g) }

// decides is the part of the rule that also holds for names: what an author may
// have meant by a name that is unknown may give clean data, such as a look-up.
func (v *view) decides(g *core.Global) bool {
	if !checker.MayMention(g) {
		return true
	}
	if mints, _ := linear.Mints(g); mints {
		return true
	}
	for _, w := range split(g.Name) {
		if decisions[w] && !(w == "unlock" && v.leavesMode(g)) {
			return true
		}
	}
	return v.forgets(g)
}

// decisions are words of names of functions that decide, rather than do.
var decisions = map[string]bool{
	"approve": true, "approved": true, "approval": true, "authorize": true, "authorise": true, "authorized": true,
	"consent": true, "confirm": true, "confirmed": true, "allow": true, "allowed": true, "permit": true,
	"grant": true, "accept": true, "trust": true, "trusted": true, "endorse": true, "override": true, "bypass": true,
	"force": true, "elevate": true, "sudo": true, "admin": true, "escalate": true, "unlock": true, "waive": true,
	"declassify": true, "sanitize": true, "sanitise": true, "cleanse": true, "clean": true, "launder": true,
	"untaint": true, "redact": true, "reset": true, "forget": true, "ask": true, "skip": true, "disable": true,
}

// declassifies reports whether g takes something and gives back what is said not
// to have a label.
func declassifies(g *core.Global) bool {
	if len(g.Params) == 0 || isQuery(g) {
		return false
	}
	found := false
	core.VisitPredicates(g.Result, func(k *core.Conjunct) {
		core.Visit(k.Expr, func(x core.Expr) bool {
			if m := falseOf(x); m != nil && m.Taint {
				found = true
			}
			return !found
		})
	})
	return found
}

// isQuery reports whether g tells whether something is so, and its type says what:
// {b:Bool | b = repoPrivate r}. What a guard asks for is no data.
func isQuery(g *core.Global) bool {
	r, ok := core.Resolve(g.Result).(*core.Refined)
	if !ok || core.TypeString(r) != "Bool" {
		return false
	}
	for _, k := range r.Preds {
		if equated(k.Expr, r.Binder) != nil {
			return true
		}
	}
	return false
}

// forgets reports whether g gives a linear value back of which a measure has
// become more permissive: false whatever it was, or a number that is not tied
// to what it was.
func (v *view) forgets(g *core.Global) bool {
	takes := false
	for _, p := range g.Params {
		takes = takes || p.Mult == lang.Linear && core.IsLinear(p.Type)
	}
	if !takes {
		return false
	}
	found := false
	core.VisitPredicates(g.Result, func(k *core.Conjunct) {
		core.Visit(k.Expr, func(x core.Expr) bool {
			if m := falseOf(x); m != nil && onLinear(m) && !v.mode(g, m) {
				found = true
			}
			if p, ok := x.(*core.Prim); ok && len(p.Args) == 2 && comparison(p) {
				for i, a := range p.Args {
					c, ok := a.(*core.Call)
					if !ok {
						continue
					}
					m := measureOf(c)
					if m == nil || !onLinear(m) || core.TypeString(m.Result) == "Bool" {
						continue
					}
					// s2's number, said without s's number or above it. A step from
					// one stage that is demanded to another is no escape.
					if _, number := p.Args[1-i].(*core.IntLit); number && p.Op == "=" && demandsStage(g, m) {
						continue
					}
					if !mentionsMeasure(p.Args[1-i], m) || grows(p.Args[1-i]) {
						found = true
					}
				}
			}
			return !found
		})
	})
	return found
}

// mode reports whether a Bool measure that g makes false is a mode of the value that
// g leaves, and no mark that it takes away. g must demand that it was true, as must
// another function: it is good for something; or g demands that it was false already.
// And whatever makes it true must have demanded that it was the one or the other: what
// has been read marks a session however it was before.
func (v *view) mode(g, m *core.Global) bool {
	if demandsTruth(g, m, false) {
		return true
	}
	if !demandsTruth(g, m, true) {
		return false
	}
	wanted, raised := false, false
	for _, mod := range v.Modules {
		for _, f := range mod.Globals {
			if f == g || f.Result == nil || f.Kind != core.NativeFn && f.Kind != core.DefFn {
				continue
			}
			wanted = wanted || demandsTruth(f, m, true)
			takes := false
			for _, p := range f.Params {
				takes = takes || sameBase(p.Type, m.Params[0].Type)
			}
			if !takes {
				continue
			}
			free := false
			core.VisitPredicates(f.Result, func(k *core.Conjunct) {
				switch says, plainly := truth(k.Expr, m); {
				case !mentionsMeasure(k.Expr, m):
				case plainly && says && (demandsTruth(f, m, false) || demandsTruth(f, m, true)):
					raised = true
				case plainly && !says, keepsMeasure(k.Expr, m), equatesResult(f, k):
				default:
					free = true
				}
			})
			if free {
				return false
			}
		}
	}
	return wanted && raised
}

// leavesMode reports whether a function makes a Bool measure false that is a mode.
func (v *view) leavesMode(g *core.Global) bool {
	found := false
	core.VisitPredicates(g.Result, func(k *core.Conjunct) {
		if m := falseOf(k.Expr); m != nil && onLinear(m) && demandsTruth(g, m, true) && v.mode(g, m) {
			found = true
		}
	})
	return found
}

// truth is what a conjunct says of a Bool measure: that it is true, or that it is
// false; plainly is false where it says something else.
func truth(x core.Expr, m *core.Global) (says, plainly bool) {
	if c, ok := x.(*core.Call); ok && measureOf(c) == m {
		return true, true
	}
	if falseOf(x) == m {
		return false, true
	}
	if p, ok := x.(*core.Prim); ok && p.Op == "=" {
		for i, a := range p.Args {
			if b, lit := a.(*core.BoolLit); lit && b.Value {
				if c, ok := p.Args[1-i].(*core.Call); ok && measureOf(c) == m {
					return true, true
				}
			}
		}
	}
	return false, false
}

// keepsMeasure reports whether a conjunct says "m x = m y".
func keepsMeasure(x core.Expr, m *core.Global) bool {
	p, ok := x.(*core.Prim)
	if !ok || p.Op != "=" {
		return false
	}
	for _, a := range p.Args {
		if c, ok := a.(*core.Call); !ok || measureOf(c) != m {
			return false
		}
	}
	return true
}

// equatesResult reports whether a conjunct says what a query function answers.
func equatesResult(f *core.Global, k *core.Conjunct) bool {
	r, ok := core.Resolve(f.Result).(*core.Refined)
	return ok && equated(k.Expr, r.Binder) != nil
}

// demandsTruth reports whether g demands of a parameter that a Bool measure is true, or
// that it is false.
func demandsTruth(g, m *core.Global, want bool) bool {
	found := false
	for _, p := range g.Params {
		core.VisitPredicates(p.Type, func(k *core.Conjunct) {
			says, plainly := truth(k.Expr, m)
			found = found || plainly && says == want
		})
	}
	return found
}

// demandsStage reports whether g takes a value whose measure is a given number:
// it is then a step of a protocol.
func demandsStage(g *core.Global, m *core.Global) bool {
	found := false
	for _, p := range g.Params {
		core.VisitPredicates(p.Type, func(k *core.Conjunct) {
			if c, want := stage(k.Expr); c != nil && want != nil && measureOf(c) == m {
				_, number := want.(*core.IntLit)
				found = found || number
			}
		})
	}
	return found
}

// falseOf is the measure m of "m x = false" or "!(m x)".
func falseOf(x core.Expr) *core.Global {
	p, ok := x.(*core.Prim)
	if !ok {
		return nil
	}
	switch p.Op {
	case "!":
		if c, ok := p.Args[0].(*core.Call); ok {
			return measureOf(c)
		}
	case "=":
		for i, a := range p.Args {
			if b, ok := a.(*core.BoolLit); ok && !b.Value {
				if c, ok := p.Args[1-i].(*core.Call); ok {
					return measureOf(c)
				}
			}
		}
	}
	return nil
}

func measureOf(c *core.Call) *core.Global {
	r, ok := c.Fn.(*core.GlobalRef)
	if !ok || r.Global.Kind != core.MeasureFn || len(c.Args) != 1 {
		return nil
	}
	return r.Global
}

func onLinear(m *core.Global) bool { return len(m.Params) == 1 && core.IsLinear(m.Params[0].Type) }

func mentionsMeasure(x core.Expr, m *core.Global) bool {
	found := false
	core.Visit(x, func(y core.Expr) bool {
		if r, ok := y.(*core.GlobalRef); ok && r.Global == m {
			found = true
		}
		return !found
	})
	return found
}

// grows reports whether a number is written as a sum: it may be more than it was.
func grows(x core.Expr) bool {
	found := false
	core.Visit(x, func(y core.Expr) bool {
		if p, ok := y.(*core.Prim); ok && (p.Op == "+" || p.Op == "*") {
			found = true
		}
		return !found
	})
	return found
}
