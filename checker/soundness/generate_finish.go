package soundness

import "github.com/aeonc/aeonc/lang"

// attempt takes a value of a sum type apart; each arm finishes the block.
func (p *plan) attempt(st *state, size int) lang.Expr {
	for _, f := range p.funcs {
		if f.result[0].base.kind != baseSum || p.oneIn(4) {
			continue
		}
		a, ok := p.apply(st, f, 1)
		if !ok || (len(a.pending) > 0 && !p.slip()) {
			continue
		}
		for _, s := range p.sums {
			if s.base != f.result[0].base {
				continue
			}
			e := &lang.Match{Scrutinee: p.write(a)}
			p.after(st, a)
			for _, c := range s.ctors {
				arm := st.clone()
				pat := &lang.PatCtor{Ctor: ident(c.name)}
				env := names{}
				for i, q := range c.fields {
					n := p.freshName(arm, "s")
					if i > 0 {
						n = "h"
					}
					v := &variable{name: n, sym: p.symbol(), base: q.base}
					arm.vars = append(arm.vars, v)
					env[q.name] = v.sym
					arm.assume(q.pred, env, true)
					pat.Args = append(pat.Args, patVar(n))
				}
				e.Arms = append(e.Arms, &lang.Arm{Pattern: pat, Body: p.block(arm, size/2)})
			}
			return e
		}
	}
	return nil
}

// alias gives a variable another name.
func (p *plan) alias(st *state) []*lang.Binding {
	vs := st.visible(nil)
	if len(vs) == 0 {
		return nil
	}
	v := pick(p.rng, vs)
	if v.dead || v.borrowed || v.base.kind == baseFun {
		return nil
	}
	n := p.freshName(st, v.name)
	b := bindLet(patVar(n), ref(v.name))
	if p.oneIn(3) && v.base.name != "a" {
		b.Value = &lang.Annot{X: b.Value, Type: v.base.syntax()}
	}
	if v.base.linear {
		v.dead = true
	}
	st.vars = append(st.vars, &variable{name: n, sym: v.sym, base: v.base})
	return []*lang.Binding{b}
}

// finish consumes what is live and yields the result.
func (p *plan) finish(st *state) ([]*lang.Binding, lang.Expr) {
	var binds []*lang.Binding
	live := st.live(nil)
	var result *variable
	if r := p.result; r != nil && r.base.linear {
		for _, v := range live {
			if v.base == r.base {
				result = v
			}
		}
	}
	var last lang.Expr = unitLit()
	for i, v := range live {
		if v == result {
			continue
		}
		e := p.sink(st, v)
		v.dead = true
		st.forget()
		if i == len(live)-1 && p.result == nil || i == len(live)-1 && p.result.base.kind == baseUnit {
			return binds, e
		}
		binds = append(binds, bindLet(&lang.PatWild{}, e))
	}
	switch {
	case result != nil:
		last = ref(result.name)
	case p.result == nil:
		if e, _ := p.operand(st, pick(p.rng, []*base{intBase, stringBase, boolBase}), 2); e != nil {
			last = e
		}
	case p.result.base.kind == baseInt:
		for try := 0; try < 10; try++ {
			e, sym := p.operand(st, intBase, 2)
			last = e
			if p.result.pred == nil {
				break
			}
			if v := st.eval(p.result.pred, names{p.result.name: sym}); v.kind == 'b' && v.b {
				break
			}
		}
	}
	return binds, last
}

// sink consumes a session for good: publishes with it if that is known to be
// right, else closes it.
func (p *plan) sink(st *state, v *variable) lang.Expr {
	for try := 0; try < 4; try++ {
		f := p.oneOf(func(f *function) bool {
			s := f.consumed()
			return s != nil && s.base.same(v.base) && len(f.result) == 1 && !f.result[0].base.linear &&
				(f != p.closers[v.base] || p.oneIn(4))
		})
		if f == nil {
			break
		}
		only := st.clone()
		only.vars = nil
		for _, w := range st.vars {
			if w == v || !w.base.linear {
				only.vars = append(only.vars, w)
			}
		}
		a, ok := p.apply(only, f, 2)
		if ok && len(a.pending) > 0 && p.oneIn(2) {
			if c := p.guards(only, a.pending); c != nil && p.closers[v.base] != nil && f.result[0].base.kind == baseUnit {
				return &lang.If{Cond: c, Then: p.write(a), Else: call(p.closers[v.base].name, ref(v.name))}
			}
		}
		if ok && (len(a.pending) == 0 || p.slip()) {
			return p.write(a)
		}
	}
	if f := p.closers[v.base]; f != nil {
		return call(f.name, ref(v.name))
	}
	return ref(v.name)
}
