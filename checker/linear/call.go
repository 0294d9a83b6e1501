package linear

import (
	"fmt"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// slot is the parameter that an argument of a call fills.
type slot struct {
	mult lang.Multiplicity
	want expected
	name string
	at   diag.Span // the parameter, where it is declared
	// partial: the call that fills it lacks later arguments, so that the result
	// is a function that holds this one.
	partial bool
	// missing says which arguments the call lacks.
	missing string
	// reported: a fault of the parameter's instantiation was reported.
	reported bool
}

// handover is a bare variable that changes hands when the call is made.
type handover struct {
	ref  *core.LocalRef
	slot slot
	// done: it changed hands without a fault.
	done bool
}

// call walks a call: callee, then arguments left to right, then the call
// itself, which is when bare variables are consumed and borrowed.
func (c *checker) call(x *core.Call, want expected) bool {
	fn, args := x.Fn, x.Args
	for {
		inner, ok := fn.(*core.Call)
		if !ok {
			break
		}
		args = append(append([]core.Expr{}, inner.Args...), args...)
		fn = inner.Fn
	}
	ref, global := fn.(*core.GlobalRef)
	if global {
		switch ref.Global.Kind {
		case core.MeasureFn, core.AxiomFn:
			c.ghostArguments(args)
			return true
		}
	}
	var name string
	var slots []slot
	sound := true
	if global {
		name = ref.Global.Name
		slots, sound = c.globalSlots(ref, args)
	} else {
		name, slots = c.valueSlots(fn, args)
	}
	result := x.Ty
	var hands []handover
	for i, a := range args {
		s := slots[i]
		r, isBare := bare(a)
		tracked := isBare && c.tracked(r) != nil
		p := place{kind: asArgument, name: s.name, callee: name, result: result, at: s.at}
		switch {
		case s.mult == lang.Erased:
			c.ghost(a, fmt.Sprintf("parameter `%s` of `%s` is erased (`0`)", s.name, name), s.at)
		case s.partial && (tracked || c.types.linear(a.Type())):
			c.heldByPartial(a, r, name, s)
		case (s.mult == lang.Linear || s.mult == lang.Borrowed) && isBare:
			c.fit(a.Range(), c.typeOf(r.Local), s.want)
			hands = append(hands, handover{ref: r, slot: s})
		case s.mult == lang.Linear:
			c.eval(a, p, s.want)
		case s.mult == lang.Borrowed:
			if c.eval(a, p, s.want) && c.types.linear(a.Type()) {
				c.report(diag.New(a.Range(), diag.LentAndDropped, describe(a.Type()), name)).
					With(s.at, "parameter `%s` only reads it (`&`)", s.name).
					Note("bind it first, give the variable to `%s`, and consume it afterwards", name)
			}
		default:
			if s.reported && tracked {
				if v := c.vars[r.Local]; v.mode == owned && v.depth == len(c.frames) {
					c.settle(v)
				}
			}
			p.kind = asCopy
			if lam, ok := lambdaOf(a); ok && global && runsItsFunctions(ref.Global, i, len(args)) {
				f := c.lambda(lam, s.want, true)
				for _, b := range f.borrows {
					hands = append(hands, handover{ref: b, slot: slot{mult: lang.Borrowed, name: s.name}})
				}
				break
			}
			if c.eval(a, p, s.want) && !s.reported && c.types.linear(a.Type()) {
				c.report(givenToUnrestricted(a.Range(), p, describe(a.Type())))
			}
		}
	}
	c.handOver(hands, name, result)
	c.fit(x.Span, result, want)
	return sound
}

// handOver consumes and borrows bare variables at the moment of the call.
func (c *checker) handOver(hands []handover, callee string, result core.Type) {
	for i, h := range hands {
		if other := conflict(hands[:i], h); other != nil {
			v := c.vars[h.ref.Local]
			if v != nil && v.mode == owned && v.depth == len(c.frames) {
				c.settle(v)
				c.report(diag.New(h.ref.Span, diag.TwiceInCall, v.local.Name, callee)).
					With(other.ref.Span, "`%s` is given to parameter `%s` as well", v.local.Name, other.slot.name).
					Note("one of the two consumes it; read what you need of it in a `let` before the call")
				continue
			}
		}
		if h.slot.mult == lang.Borrowed {
			hands[i].done = c.lend(h.ref)
		} else {
			hands[i].done = c.move(h.ref, place{kind: asArgument, name: h.slot.name, callee: callee, result: result})
		}
	}
}

// conflict finds an earlier argument that is the same variable, where one of
// the two is consumed.
func conflict(earlier []handover, h handover) *handover {
	for i := range earlier {
		e := &earlier[i]
		if e.done && e.ref.Local == h.ref.Local && (e.slot.mult == lang.Linear || h.slot.mult == lang.Linear) {
			return e
		}
	}
	return nil
}

// heldByPartial reports a linear argument of a partial application.
func (c *checker) heldByPartial(a core.Expr, r *core.LocalRef, name string, s slot) {
	what := describe(a.Type())
	if v := c.tracked(r); v != nil {
		if v.mode == erased || v.depth < len(c.frames) || v.state.status != live {
			c.move(r, place{kind: asArgument, name: s.name, callee: name, at: s.at})
			return
		}
		c.settle(v)
		what = "`" + v.local.Name + "`"
	} else if !c.eval(a, place{kind: asArgument, name: s.name, callee: name, at: s.at}, s.want) {
		return
	}
	c.report(diag.New(a.Range(), diag.HeldByPartialCall, name, what)).
		With(s.at, "parameter `%s` takes it", s.name).
		Note("give `%s` all its arguments%s, or write a helper `def`", name, s.missing)
}

func (c *checker) tracked(r *core.LocalRef) *variable {
	if r == nil {
		return nil
	}
	return c.vars[r.Local]
}

func lambdaOf(x core.Expr) (*core.Lambda, bool) {
	if a, ok := x.(*core.Annot); ok {
		x = a.X
	}
	l, ok := x.(*core.Lambda)
	return l, ok
}

// runsItsFunctions reports whether argument i of a call of g with n arguments
// is a function that g runs and drops: a function parameter of a list function
// that got all its arguments.
func runsItsFunctions(g *core.Global, i, n int) bool {
	if g.Kind != core.BuiltinFn || !strings.HasPrefix(g.Prim, "List.") || i >= len(g.Params) || n < len(g.Params) {
		return false
	}
	_, ok := core.Strip(g.Params[i].Type).(*core.Fun)
	return ok
}

// globalSlots are the parameters that args fill in a call of a top-level
// function, and then of the function that it returns. The result is false where
// its instantiation is at fault.
func (c *checker) globalSlots(ref *core.GlobalRef, args []core.Expr) ([]slot, bool) {
	g := ref.Global
	reported, sound := c.instances(ref, args)
	sub := substitution(ref)
	slots := make([]slot, len(args))
	direct := min(len(args), len(g.Params))
	missing := ""
	if rest := g.Params[direct:]; len(rest) > 0 {
		missing = fmt.Sprintf(" (`%s`", rest[0].Name)
		for _, p := range rest[1:] {
			missing += fmt.Sprintf(", `%s`", p.Name)
		}
		missing += " is missing)"
		if len(rest) > 1 {
			missing = strings.Replace(missing, " is missing", " are missing", 1)
		}
	}
	for i := 0; i < direct; i++ {
		p := g.Params[i]
		slots[i] = slot{
			mult:     c.types.multiplicity(p.Mult, p.Type),
			want:     expected{p.Type, sub, p.Span},
			name:     p.Name,
			at:       p.Span,
			partial:  len(args) < len(g.Params),
			missing:  missing,
			reported: reported[i],
		}
	}
	if len(args) > direct {
		c.arrowSlots(instantiate(g.Result, sub), slots[direct:])
	}
	return slots, sound
}

// arrowSlots fills slots with the parameters of a function of type t.
func (c *checker) arrowSlots(t core.Type, slots []slot) {
	for i := range slots {
		slots[i].mult = lang.Omega
		if f, ok := core.Strip(t).(*core.Fun); ok {
			name := f.Param.Name
			if name == "" {
				name = "_"
			}
			slots[i] = slot{mult: c.types.multiplicity(f.Mult, f.Param.Type), want: expected{t: f.Param.Type, at: f.Param.Span}, name: name}
			t = f.Result
		}
	}
	if _, more := core.Strip(t).(*core.Fun); more {
		for i := range slots {
			slots[i].partial = true
		}
	}
}

// valueSlots walks a callee that is not a top-level function and returns a name
// for it and its parameters.
func (c *checker) valueSlots(fn core.Expr, args []core.Expr) (string, []slot) {
	slots := make([]slot, len(args))
	name, t := "this function", fn.Type()
	if r, ok := fn.(*core.LocalRef); ok {
		name, t = r.Local.Name, c.typeOf(r.Local)
	}
	c.arrowSlots(t, slots)
	want := expected{}
	if l, ok := fn.(*core.Lambda); ok {
		want.t = c.applied(l, args)
		c.arrowSlots(want.t, slots)
	}
	if c.eval(fn, place{kind: asCallee}, want) && len(slots) > 0 && slots[0].partial {
		if r, ok := fn.(*core.LocalRef); ok && c.vars[r.Local] != nil {
			c.report(diag.New(r.Span, diag.HeldFunction, name)).With(r.Local.Span, "`%s` is bound here", name)
		}
	}
	return name, slots
}

// applied is the type of a lambda that is applied where it stands: a parameter
// that says nothing takes its argument as the argument is held.
func (c *checker) applied(l *core.Lambda, args []core.Expr) core.Type {
	t := l.Body.Type()
	for i := len(l.Params) - 1; i >= 0; i-- {
		p := l.Params[i]
		m := c.types.multiplicity(p.Mult, p.Type)
		if p.Written == lang.Unwritten && i < len(args) {
			r, _ := bare(args[i])
			if v := c.tracked(r); v != nil {
				m = [...]lang.Multiplicity{owned: lang.Linear, borrowed: lang.Borrowed, erased: lang.Erased}[v.mode]
			}
		}
		t = &core.Fun{Mult: m, Param: p, Result: t}
	}
	return t
}

func substitution(ref *core.GlobalRef) map[*core.TyVar]core.Type {
	sub := map[*core.TyVar]core.Type{}
	for i, v := range ref.Global.TyVars {
		if i < len(ref.TyArgs) {
			sub[v] = ref.TyArgs[i]
		}
	}
	return sub
}

// instances reports type variables that stand for linear types and may not. The
// result tells which of the parameters are concerned, and whether all is well.
func (c *checker) instances(ref *core.GlobalRef, args []core.Expr) (concerned map[int]bool, sound bool) {
	g := ref.Global
	sound = true
	for i, v := range g.TyVars {
		if i >= len(ref.TyArgs) || !c.types.linear(ref.TyArgs[i]) {
			continue
		}
		s := c.standingOf(g, v)
		if s.takesLinear() || g.Kind == core.CtorFn && !s.omega {
			continue // a constructor without a field of that type holds none
		}
		sound = false
		at := ref.Span
		if s.omega && !s.inside && s.param >= 0 && s.param < len(args) {
			at = args[s.param].Range()
		}
		d := c.report(diag.New(at, diag.TypeVariableIsLinear, v.Name, g.Name, describe(ref.TyArgs[i])))
		switch {
		case s.omega && s.param >= 0 && s.inside:
			d.With(g.Params[s.param].Span, "a function that parameter `%s` takes may use it any number of times", g.Params[s.param].Name)
		case s.omega && s.param >= 0:
			d.With(g.Params[s.param].Span, "parameter `%s` is not declared `1`: it may be used any number of times", g.Params[s.param].Name)
		default:
			c.because(d, ref.TyArgs[i]).Note("`%s` occurs in no parameter declared `1`", v.Name)
		}
		only := expected{sub: map[*core.TyVar]core.Type{v: nil}}
		for j, p := range g.Params {
			if only.holdsVariable(p.Type) {
				if concerned == nil {
					concerned = map[int]bool{}
				}
				concerned[j] = true
			}
		}
	}
	return concerned, sound
}

func (c *checker) standingOf(g *core.Global, v *core.TyVar) standing {
	s, ok := c.standing[g]
	if !ok {
		s = standings(g.Params, g.Result)
		c.standing[g] = s
	}
	return s[v]
}
