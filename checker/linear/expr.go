package linear

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// eval walks x in evaluation order; its value goes to place p, where a value of
// type want is wanted. Whoever calls eval owns the value. The result is false
// where something is wrong with the value itself and was reported, so that the
// caller does not complain of it again.
func (c *checker) eval(x core.Expr, p place, want expected) bool {
	switch x := x.(type) {
	case *core.LocalRef:
		c.fit(x.Span, c.typeOf(x.Local), want)
		return c.move(x, p)
	case *core.GlobalRef:
		c.fit(x.Span, x.Ty, want)
		_, sound := c.instances(x, nil)
		return sound
	case *core.Call:
		return c.call(x, want)
	case *core.Prim:
		c.prim(x)
	case *core.If:
		return c.conditional(x, p, want)
	case *core.Let:
		return c.let(x, p, want)
	case *core.Match:
		return c.match(x, p, want)
	case *core.Lambda:
		c.lambda(x, want, false)
	case *core.Annot:
		c.diags = append(c.diags, c.types.omegaInside(x.Ann)...)
		ok := c.eval(x.X, p, expected{t: x.Ann})
		c.fit(x.Span, x.Ann, want)
		return ok
	case *core.TupleExpr:
		w := want.head()
		t, _ := w.t.(*core.Tuple)
		all := true
		for i, e := range x.Elems {
			we := expected{}
			if t != nil && i < len(t.Elems) {
				we = w.of(t.Elems[i].Type)
			}
			if !c.eval(e, place{kind: asPart}, we) {
				all = false
			}
		}
		return all
	case *core.List:
		return c.list(x, want)
	case *core.BadExpr:
		c.incomplete = true
		return false
	}
	return true
}

func (c *checker) typeOf(l *core.Local) core.Type {
	if t, ok := c.annotated[l]; ok {
		return t
	}
	return l.Type
}

func (c *checker) list(x *core.List, want expected) bool {
	all := true
	elem := want.head()
	if con, ok := elem.t.(*core.Con); ok && len(con.Args) == 1 {
		elem = elem.of(con.Args[0])
	} else if con, ok := core.Strip(x.Ty).(*core.Con); ok && len(con.Args) == 1 {
		elem = expected{t: con.Args[0]}
	} else {
		elem = expected{}
	}
	for _, e := range x.Elems {
		ok := c.eval(e, place{kind: asListItem}, elem)
		all = all && ok && !c.types.linear(e.Type())
		if ok && c.types.linear(e.Type()) {
			c.because(c.report(diag.New(e.Range(), diag.ListHolds, describe(e.Type()))), e.Type()).
				Note("what is in a list may be used any number of times; to thread a value through a loop, make it the accumulator of List.foldl")
		}
	}
	return all
}

// prim walks the operands of an operator.
func (c *checker) prim(x *core.Prim) {
	switch x.Op {
	case "&&", "||", "-->":
		c.connective(x, 0)
		return
	}
	for _, a := range x.Args {
		if c.eval(a, place{kind: asOperand, name: string(x.Op)}, expected{}) && c.types.linear(a.Type()) {
			c.because(c.report(diag.New(a.Range(), diag.ResultDropped, describe(a.Type()))), a.Type()).
				Note("`%s` would use it up; ask a function that borrows it (`&`) instead", x.Op)
		}
	}
}

// connective walks the operands of "&&", "||" and "-->" from operand i on; each
// but the first runs only where those before it do not decide.
func (c *checker) connective(x *core.Prim, i int) {
	c.eval(x.Args[i], place{kind: asCondition}, expected{})
	if i+1 == len(x.Args) {
		return
	}
	runs := c.env.path(func() { c.connective(x, i+1) })
	decides, goesOn := "false", "true"
	if x.Op == "||" {
		decides, goesOn = goesOn, decides
	}
	left, right := x.Args[i].Range(), x.Args[i+1].Range()
	c.join("`"+string(x.Op)+"`", left, []branch{
		{runs, "where the left operand is " + goesOn, right},
		{delta{}, "where the left operand is " + decides + " and the right one does not run", left},
	})
}

func (c *checker) conditional(x *core.If, p place, want expected) bool {
	want = c.joined(x, want)
	c.eval(x.Cond, place{kind: asCondition}, expected{})
	ok := true
	then := c.env.path(func() { ok = c.eval(x.Then, p, want) && ok })
	els := c.env.path(func() { ok = c.eval(x.Else, p, want) && ok })
	c.join("`if`", x.Cond.Range(), []branch{
		{then, "where the condition holds", x.Then.Range()},
		{els, "where the condition does not hold", x.Else.Range()},
	})
	return ok
}

// joined is what the branches of x must fit: the type that is wanted, else the
// type that inference gave to the whole.
func (c *checker) joined(x core.Expr, want expected) expected {
	if want.t == nil {
		return expected{t: x.Type()}
	}
	return want
}

func (c *checker) match(x *core.Match, p place, want expected) bool {
	want = c.joined(x, want)
	linear := c.types.linear(x.Scrutinee.Type())
	sound := c.eval(x.Scrutinee, place{kind: asTakenApart}, expected{})
	ok := true
	var branches []branch
	for _, a := range x.Arms {
		end := c.env.path(func() {
			var bound []*variable
			if a.Ctor == nil && linear && sound {
				c.report(diag.New(a.PatternSpan, diag.WildcardDrops, describe(x.Scrutinee.Type()))).
					With(x.Scrutinee.Range(), "this is %s", describe(x.Scrutinee.Type())).
					Note("name the remaining constructors, and consume what they hold")
			}
			c.value = x.Scrutinee.Range()
			c.bindFields(a.Ctor, a.Fields, sound, &bound)
			ok = c.eval(a.Body, p, want) && ok
			c.endScope(bound, a.Body)
		})
		name := "_"
		if a.Ctor != nil {
			name = a.Ctor.Name
		}
		branches = append(branches, branch{end, "in the arm `" + name + "`", a.Body.Range()})
	}
	c.join("`match`", x.Scrutinee.Range(), branches)
	return ok
}

// branch is one path into a join.
type branch struct {
	delta
	label string
	span  diag.Span
}

// join merges the ends of paths: a variable must have been consumed on all of
// them or on none.
func (c *checker) join(what string, at diag.Span, branches []branch) {
	seen := map[*variable]bool{}
	for _, b := range branches {
		for _, v := range b.changed {
			if seen[v] {
				continue
			}
			seen[v] = true
			c.joinVariable(v, what, at, branches)
		}
	}
}

func (c *checker) joinVariable(v *variable, what string, at diag.Span, branches []branch) {
	var took, left *branch
	for i := range branches {
		b := &branches[i]
		switch b.state(v).status {
		case settled:
			c.settle(v)
			return
		case consumed:
			if took == nil {
				took = b
			}
		case live:
			if left == nil {
				left = b
			}
		}
	}
	if left == nil {
		c.set(v, took.state(v))
		return
	}
	by := took.state(v).by
	c.settle(v)
	c.reportMissing(diag.New(at, diag.ConsumedOnOnePath, v.local.Name, what)).
		With(by.span, "`%s` is %s, %s", v.local.Name, by.how, took.label).
		With(left.span, "it is not consumed %s", left.label).
		Note("consume `%s` on every path, or on none of them", v.local.Name)
}

func (c *checker) let(x *core.Let, p place, want expected) bool {
	var bound []*variable
	for _, b := range x.Binds {
		c.binding(b, &bound)
	}
	ok := c.eval(x.Body, p, want)
	c.endScope(bound, x)
	return ok
}

// lambda walks a function value. Parameters that say nothing take the
// multiplicity that is wanted.
func (c *checker) lambda(x *core.Lambda, want expected, runsHere bool) *frame {
	f := &frame{runsHere: runsHere}
	c.frames = append(c.frames, f)
	var bound []*variable
	for _, p := range x.Params {
		m := c.types.multiplicity(p.Mult, p.Type)
		c.diags = append(c.diags, c.types.omegaOnLinear(p)...)
		want = want.head()
		if fun, ok := want.t.(*core.Fun); ok {
			a := c.arrow(want, fun)
			switch {
			case p.Written == lang.Unwritten && !a.either:
				m = a.mult
			case a.either && !p.Declared && m == lang.Borrowed:
				m = lang.Omega // taken over from a type variable's parameter
			case !a.takes(m) && !(p.Written == lang.Omega && a.linear):
				c.reportDisagreement(p.Span, want, disagreement{m, a.mult})
			}
			if d := c.disagree(a.domain, expected{t: p.Type}); d != nil {
				c.reportDisagreement(p.Span, want, *d)
			}
			want = want.of(fun.Result)
		} else {
			want = expected{}
		}
		if v := c.declare(p, m, true); v != nil {
			bound = append(bound, v)
		}
	}
	c.eval(x.Body, place{kind: asResult}, want)
	c.endScope(bound, x.Body)
	c.frames = c.frames[:len(c.frames)-1]
	return f
}
