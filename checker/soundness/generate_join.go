package soundness

import "github.com/aeonc/aeonc/lang"

// enumMatch binds what a match on an enum yields; a wildcard may stand for the
// last arms.
func (p *plan) enumMatch(st *state) []*lang.Binding {
	for _, e := range p.enums {
		scrutinee, sym := p.operand(st, e.base, 1)
		if scrutinee == nil {
			continue
		}
		m := &lang.Match{Scrutinee: scrutinee}
		for i, c := range e.ctors {
			arm := st.clone()
			arm.assume(binop("=", ref("?"), ref(e.base.name+"."+c)), names{"?": sym}, true)
			pat := lang.Pattern(&lang.PatCtor{Ctor: ident(c)})
			if i == len(e.ctors)-1 && p.oneIn(2) {
				pat = &lang.PatWild{}
			}
			m.Arms = append(m.Arms, &lang.Arm{Pattern: pat, Body: p.expression(arm, intBase, 2)})
		}
		if p.slip() {
			m.Arms = m.Arms[1:]
		}
		n := p.freshName(st, "x")
		st.vars = append(st.vars, &variable{name: n, sym: p.symbol(), base: intBase})
		return []*lang.Binding{bindLet(patVar(n), m)}
	}
	return nil
}

// matchJoin moves a session on in the arms of a match.
func (p *plan) matchJoin(st *state) []*lang.Binding {
	vs := st.live(nil)
	if len(vs) == 0 {
		return nil
	}
	v := pick(p.rng, vs)
	for _, f := range p.funcs {
		opt := f.result[0].base
		if opt.kind != baseOpt || v.base.kind != baseOpaque {
			continue
		}
		a, ok := p.apply(st, f, 1)
		if !ok || len(a.pending) > 0 {
			continue
		}
		scrutinee := p.write(a)
		p.after(st, a)
		yes, no := st.clone(), st.clone()
		w := &variable{name: "k", sym: p.symbol(), base: opt.elem.base}
		yes.vars = append(yes.vars, w)
		yes.assume(opt.elem.pred, names{opt.elem.name: w.sym}, true)
		e1, s1 := p.route(yes, v.sym, 1+p.rng.IntN(2))
		e2, s2 := p.route(no, v.sym, p.rng.IntN(2))
		p.merge(st, v, yes, s1, no, s2)
		return []*lang.Binding{bindLet(patVar(st.vars[len(st.vars)-1].name), &lang.Match{Scrutinee: scrutinee, Arms: []*lang.Arm{
			{Pattern: &lang.PatCtor{Ctor: ident("nothing")}, Body: e2},
			{Pattern: &lang.PatCtor{Ctor: ident("just"), Args: []lang.Pattern{patVar("k")}}, Body: e1},
		}})}
	}
	return nil
}

// merge replaces v by what comes out of two branches.
func (p *plan) merge(st *state, v *variable, yes *state, s1 string, no *state, s2 string) {
	v.dead = true
	sym := p.symbol()
	for _, m := range p.measuresOf(v.base) {
		a, ok := yes.facts[m.name+"("+s1+")"]
		b, ok2 := no.facts[m.name+"("+s2+")"]
		if ok && ok2 {
			st.facts[m.name+"("+sym+")"] = a.join(b)
		}
	}
	st.forget()
	n := p.freshName(st, v.name)
	st.vars = append(st.vars, &variable{name: n, sym: sym, base: v.base})
}

// nested binds a value that has bindings of its own, which end with it.
func (p *plan) nested(st *state) []*lang.Binding {
	inner := st.clone()
	inner.vars = nil
	for _, v := range st.vars {
		if !v.base.linear {
			inner.vars = append(inner.vars, v)
		}
	}
	binds := append(p.value(inner), p.value(inner)...)
	e, sym := p.operand(inner, intBase, 2)
	if len(binds) == 0 || e == nil {
		return nil
	}
	a, known := inner.facts[sym]
	out := &variable{name: p.freshName(st, "x"), sym: p.symbol(), base: intBase}
	if known {
		st.facts[out.sym] = a
	}
	st.vars = append(st.vars, out)
	return []*lang.Binding{bindLet(patVar(out.name), letIn(binds, e))}
}

// chosen binds a function that a condition chooses, and calls it after other
// variables may have been shadowed.
func (p *plan) chosen(st *state) []*lang.Binding {
	c := p.condition(st, 1)
	if c == nil {
		return nil
	}
	t := &lang.TypeFun{Param: &lang.Param{Name: ident("z"), Type: tyName("Int")}, Result: tyName("Int")}
	f, _ := p.functionValue(st, t)
	g, _ := p.functionValue(st, t)
	binds := []*lang.Binding{bindLet(patVar("f"), &lang.If{Cond: c, Then: f, Else: g})}
	st.vars = append(st.vars, &variable{name: "f", sym: p.symbol(), base: &base{kind: baseFun, name: "fun"}})
	if p.oneIn(2) {
		binds = append(binds, p.value(st)...)
	}
	if last := st.visible(&base{kind: baseFun, name: "fun"}); len(last) == 0 {
		return binds
	}
	n := p.freshName(st, "x")
	arg, _ := p.operand(st, intBase, 1)
	binds = append(binds, bindLet(patVar(n), call("f", arg)))
	st.vars = append(st.vars, &variable{name: n, sym: p.symbol(), base: intBase})
	return binds
}

// hold puts a session into a constructor and takes it out again.
func (p *plan) hold(st *state, size int) lang.Expr {
	for _, s := range p.sums {
		c := s.ctors[0]
		q := c.fields[0]
		for _, v := range st.live(q.base) {
			good := true
			for _, k := range conjuncts(q.pred, nil) {
				if a := st.eval(k, names{q.name: v.sym}); a.kind != 'b' || !a.b {
					good = false
				}
			}
			if !good && !p.slip() {
				continue
			}
			v.dead = true
			e := &lang.Match{Scrutinee: ref("h")}
			for _, k := range s.ctors {
				arm := st.clone()
				pat := &lang.PatCtor{Ctor: ident(k.name)}
				env := names{}
				for i, f := range k.fields {
					n := []string{"s", "i"}[i]
					w := &variable{name: n, sym: p.symbol(), base: f.base}
					if i == 0 {
						w.sym = v.sym // the same session
					}
					arm.vars = append(arm.vars, w)
					env[f.name] = w.sym
					arm.assume(f.pred, env, true)
					pat.Args = append(pat.Args, patVar(n))
				}
				if ok := p.shadowsLive(st, "s"); ok {
					return nil
				}
				e.Arms = append(e.Arms, &lang.Arm{Pattern: pat, Body: p.block(arm, size/2)})
			}
			return letIn([]*lang.Binding{bindLet(patVar("h"), call(s.base.name+"."+c.name, ref(v.name)))}, e)
		}
	}
	return nil
}

func (p *plan) shadowsLive(st *state, name string) bool {
	for _, v := range st.live(nil) {
		if v.name == name {
			return true
		}
	}
	return false
}

// asking is a helper that borrows a session and answers for a query, or uses a
// constant of the spec.
func (p *plan) asking() {
	for try := 0; try < 6; try++ {
		f := pick(p.rng, p.funcs)
		switch {
		case f.reads != "" && len(f.params) == 1 && f.body == nil && p.oneIn(2):
			q := *f.params[0]
			h := &function{name: p.fresh("ask"), params: []*parameter{&q}, reads: f.reads, body: call(f.name, ref(q.name))}
			r := *f.result[0]
			h.result = []*typed{&r}
			if p.oneIn(3) {
				r.known, r.pred = r.pred, nil // transparent
			}
			p.funcs = append(p.funcs, h)
			p.helpers = append(p.helpers, h.decl().(*lang.Def))
			return
		case len(f.params) == 1 && f.params[0].fun == nil && f.params[0].base.kind == baseOpaque && !f.params[0].base.linear &&
			f.params[0].base.name != "a" && len(f.result) == 1 && f.result[0].base.kind <= baseUnit && f.body == nil:
			st := p.start()
			for _, c := range p.funcs {
				if len(c.params) > 0 || !c.result[0].base.same(f.params[0].base) {
					continue
				}
				good := true
				for _, k := range conjuncts(f.params[0].pred, nil) {
					if a := st.eval(k, names{f.params[0].name: c.name}); a.kind != 'b' || !a.b {
						good = false
					}
				}
				if good {
					h := &function{name: p.fresh("using"), params: []*parameter{plain("x", intBase, nil)}, body: call(f.name, ref(c.name))}
					h.result = []*typed{{base: f.result[0].base, name: "v"}}
					p.funcs = append(p.funcs, h)
					p.helpers = append(p.helpers, h.decl().(*lang.Def))
					return
				}
			}
		}
	}
}
