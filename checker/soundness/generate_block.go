package soundness

import (
	"github.com/aeonc/aeonc/lang"
)

// block writes bindings and then what finishes the plan: every live linear
// value is consumed, and the result is what the contract wants.
func (p *plan) block(st *state, size int) lang.Expr {
	var binds []*lang.Binding
	for ; size > 0; size-- {
		if p.features.Lists && p.oneIn(4) {
			if p.oneIn(2) {
				binds = append(binds, p.loop(st)...)
			} else {
				binds = append(binds, p.listValue(st)...)
			}
			continue
		}
		switch p.rng.IntN(21) {
		case 0, 1, 2, 3, 4:
			b, tail := p.step(st, size)
			if tail != nil {
				return letIn(append(binds, b...), tail)
			}
			binds = append(binds, b...)
		case 5, 6:
			binds = append(binds, p.value(st)...)
		case 7, 8:
			binds = append(binds, p.effect(st)...)
		case 9:
			if c := p.condition(st, 2); c != nil && size > 1 {
				return letIn(binds, p.fork(st, c, size))
			}
		case 10:
			binds = append(binds, p.join(st)...)
		case 11:
			if e := p.attempt(st, size); e != nil {
				return letIn(binds, e)
			}
		case 12:
			binds = append(binds, p.alias(st)...)
		case 13:
			binds = append(binds, p.shape(st)...)
		case 14:
			binds = append(binds, p.inline(st)...)
		case 15:
			binds = append(binds, p.enumMatch(st)...)
		case 16:
			binds = append(binds, p.matchJoin(st)...)
		case 17:
			binds = append(binds, p.nested(st)...)
		case 18:
			binds = append(binds, p.chosen(st)...)
		case 19:
			if e := p.hold(st, size); e != nil {
				return letIn(binds, e)
			}
		case 20:
			if vs := st.live(nil); len(vs) > 0 && p.slip() {
				pick(p.rng, vs).dead = true // forgotten
			}
		}
	}
	b, e := p.finish(st)
	return letIn(append(binds, b...), e)
}

// fork ends the block in two branches.
func (p *plan) fork(st *state, c lang.Expr, size int) lang.Expr {
	yes, no := p.branches(st, c)
	return &lang.If{Cond: c, Then: p.block(yes, size/2), Else: p.block(no, size/2)}
}

// step moves a session on. Where its precondition is not known it may test it,
// and then the rest of the block is a branch.
func (p *plan) step(st *state, size int) ([]*lang.Binding, lang.Expr) {
	for try := 0; try < 6; try++ {
		mint := p.oneIn(12)
		f := p.oneOf(func(f *function) bool {
			return f.plan == mint && (mint || f.consumed() != nil) && f.result[len(f.result)-1].base.linear &&
				f.result[0].base.kind != baseSum && f.result[0].base.name != "a"
		})
		if f == nil {
			continue
		}
		a, ok := p.apply(st, f, 2)
		if !ok {
			continue
		}
		if len(a.pending) > 0 && try < 4 && !p.slip() && p.oneIn(2) {
			continue
		}
		if len(a.pending) > 0 && size > 1 {
			if c := p.guards(st, a.pending); c != nil {
				yes, no := p.branches(st, c)
				b, e := p.finish(no)
				// The same call again, where the test holds.
				again := p.rename(yes, a)
				binds := p.bindCall(yes, again)
				return nil, &lang.If{Cond: c, Then: letIn(binds, p.block(yes, size/2)), Else: letIn(b, e)}
			}
		}
		if len(a.pending) > 0 && !p.slip() {
			continue
		}
		return p.bindCall(st, a), nil
	}
	return nil, nil
}

// rename finds the variables of a call in a copied state.
func (p *plan) rename(st *state, a *application) *application {
	b := *a
	b.uses = nil
	for _, v := range a.uses {
		for _, w := range st.vars {
			if w.sym == v.sym {
				b.uses = append(b.uses, w)
				break
			}
		}
	}
	return &b
}

// guards is one condition for all that is pending, nil where there is none.
func (p *plan) guards(st *state, ps []pending) lang.Expr {
	var cs []lang.Expr
	for _, c := range ps {
		e, ok := p.guard(st, c)
		if !ok {
			return nil
		}
		cs = append(cs, e)
	}
	return and(cs...)
}

// bindCall binds the result of a call, component by component.
func (p *plan) bindCall(st *state, a *application) []*lang.Binding {
	e := p.write(a)
	syms := p.after(st, a)
	pats := make([]lang.Pattern, len(syms))
	for i, c := range a.f.result {
		like := "x"
		if len(a.uses) > 0 {
			like = a.uses[0].name
		}
		if !c.base.linear && p.oneIn(5) {
			pats[i] = &lang.PatWild{}
			continue
		}
		n := p.freshName(st, like)
		for j := 0; j < i; j++ {
			if q, ok := pats[j].(*lang.PatVar); ok && q.Name.Name == n {
				n = "j"
			}
		}
		pv := patVar(n)
		if c.base.linear && p.oneIn(6) {
			pv.Mult = lang.Linear
		}
		pats[i] = pv
		st.vars = append(st.vars, &variable{name: n, sym: syms[i], base: c.base})
	}
	if len(pats) == 1 {
		return []*lang.Binding{bindLet(pats[0], e)}
	}
	return []*lang.Binding{bindLet(&lang.PatTuple{Elems: pats}, e)}
}

// value binds an expression.
func (p *plan) value(st *state) []*lang.Binding {
	b := pick(p.rng, []*base{intBase, intBase, intBase, boolBase, boolBase, stringBase, floatBase, pick(p.rng, p.opaque), pick(p.rng, p.opaque)})
	e, sym := p.operand(st, b, 3)
	if e == nil {
		return nil
	}
	n := p.freshName(st, "x")
	bind := bindLet(patVar(n), e)
	a := st.facts[sym]
	if b.kind == baseInt && p.oneIn(8) {
		// An annotation that is probably right.
		claim := lang.Expr(binop(">=", ref("v"), intLit(a.lo)))
		if a.kind != 'i' || a.lo == minusInf || p.slip() {
			claim = binop(">", ref("v"), intLit(a.hi))
		}
		if a.kind == 'i' {
			bind.Type = refined("v", tyName("Int"), claim)
		}
	}
	st.vars = append(st.vars, &variable{name: n, sym: sym, base: b})
	if b.kind == baseBool {
		// A Bool variable stands for its definition.
		st.equate(ref(n), e, st.names())
	}
	return []*lang.Binding{bind}
}

// effect makes a call whose result matters little.
func (p *plan) effect(st *state) []*lang.Binding {
	for try := 0; try < 6; try++ {
		f := p.oneOf(func(f *function) bool {
			return f.consumed() == nil && !f.plan && len(f.params) > 0 && len(f.result) == 1 &&
				f.result[0].base.name != "a" && !f.result[0].base.linear && (f.reads == "" || p.oneIn(4))
		})
		if f == nil {
			continue
		}
		a, ok := p.apply(st, f, 2)
		if !ok || (len(a.pending) > 0 && try < 3) {
			continue
		}
		if len(a.pending) > 0 {
			c := p.guards(st, a.pending)
			if c == nil || f.result[0].base.kind != baseUnit {
				if !p.slip() {
					continue
				}
			} else {
				e := &lang.If{Cond: c, Then: p.write(a), Else: unitLit()}
				return []*lang.Binding{bindLet(&lang.PatWild{}, e)}
			}
		}
		e := p.write(a)
		syms := p.after(st, a)
		if f.result[0].base.kind == baseUnit || p.oneIn(3) {
			return []*lang.Binding{bindLet(&lang.PatWild{}, e)}
		}
		n := p.freshName(st, "x")
		st.vars = append(st.vars, &variable{name: n, sym: syms[0], base: f.result[0].base})
		return []*lang.Binding{bindLet(patVar(n), e)}
	}
	return nil
}

// join moves a session on in a branch, and goes on with what comes out.
func (p *plan) join(st *state) []*lang.Binding {
	vs := st.live(nil)
	if len(vs) == 0 {
		return nil
	}
	v := pick(p.rng, vs)
	if v.base.kind != baseOpaque {
		return nil
	}
	c := p.condition(st, 2)
	if c == nil {
		return nil
	}
	yes, no := p.branches(st, c)
	e1, s1 := p.route(yes, v.sym, 1+p.rng.IntN(2))
	e2, s2 := p.route(no, v.sym, p.rng.IntN(2))
	p.merge(st, v, yes, s1, no, s2)
	n := st.vars[len(st.vars)-1].name
	return []*lang.Binding{bindLet(patVar(n), &lang.If{Cond: c, Then: e1, Else: e2})}
}

// route is an expression that takes a session through n calls.
func (p *plan) route(st *state, sym string, n int) (lang.Expr, string) {
	var v *variable
	for _, w := range st.visible(nil) {
		if w.sym == sym {
			v = w
		}
	}
	var e lang.Expr = ref(v.name)
	if n == 0 {
		return e, sym
	}
	for try := 0; try < 16 && n > 0; try++ {
		f := p.oneOf(func(f *function) bool {
			s := f.consumed()
			return s != nil && s.base == v.base && len(f.result) == 1 && f.result[0].base == v.base
		})
		if f == nil {
			break
		}
		s := f.consumed()
		// Only the first parameter is the session; the others are plain.
		w := &variable{name: "?", sym: sym, base: v.base}
		inner := &state{known: st.known, under: st.under}
		for _, x := range st.vars {
			if !x.base.linear {
				inner.vars = append(inner.vars, x)
			}
		}
		inner.vars = append(inner.vars, w)
		a, ok := p.apply(inner, f, 1)
		if !ok || len(a.uses) != 1 || (len(a.pending) > 0 && !p.slip() && !p.oneIn(12)) || a.uses[0] != w {
			continue
		}
		if a.mentions("?") > 1 {
			continue
		}
		for i, q := range f.params {
			if q == s {
				a.args[i] = e
			}
		}
		e = call(f.name, a.args...)
		sym = p.after(inner, a)[0]
		n--
	}
	return e, sym
}
