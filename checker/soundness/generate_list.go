package soundness

import "github.com/aeonc/aeonc/lang"

// lists declares natives that return and take lists.
func (g *spec) lists() {
	for n := 1 + g.rng.IntN(2); n > 0; n-- {
		elem := pick(g.rng, []*base{intBase, intBase, stringBase, g.opaque[0]})
		l := &base{kind: baseList, name: "List", elem: &typed{base: elem, name: "e", pred: g.maybe(g.atom("e", elem))}}
		g.listTypes = append(g.listTypes, l)
		out := &typed{base: l, name: "l"}
		if g.oneIn(3) {
			out.pred = g.lengthAtom("l")
		}
		p := plain("_", unitBase, nil)
		if g.oneIn(2) {
			owner := pick(g.rng, g.linear)
			p = &parameter{typed: typed{base: owner, name: "s"}, mult: lang.Borrowed}
		}
		g.native("items", out, p)
		taken := &base{kind: baseList, name: "List", elem: &typed{base: elem, name: "e", pred: g.maybe(g.atom("e", elem))}}
		in := plain("l", taken, nil)
		if g.oneIn(2) {
			in.pred = g.lengthAtom("l")
		}
		g.native("batch", pick(g.rng, []*typed{{base: unitBase}, {base: intBase}}), in)
	}
}

func (g *spec) lengthAtom(name string) lang.Expr {
	return binop(pick(g.rng, []string{">", "<=", ">="}), call("List.length", ref(name)), intLit(int64(g.rng.IntN(4))))
}

// list writes a list with elements of one base type, nil where there is none.
// elem is what is known of its elements.
func (p *plan) list(st *state, b *base, depth int) (e lang.Expr, elem *typed) {
	var vs []*variable
	for _, v := range st.visible(nil) {
		if v.base.kind == baseList && v.base.elem.base.same(b) {
			vs = append(vs, v)
		}
	}
	if len(vs) > 0 && p.oneIn(2) {
		v := pick(p.rng, vs)
		return ref(v.name), v.base.elem
	}
	if depth > 0 {
		switch p.rng.IntN(6) {
		case 0:
			l, el := p.list(st, b, depth-1)
			if l == nil {
				return nil, nil
			}
			f, learnt := p.test(st, el)
			if f == nil {
				return l, el
			}
			return call("List.filter", f, l), &typed{base: b, name: el.name, pred: and(el.pred, learnt)}
		case 1:
			if b.kind != baseInt {
				break
			}
			from := pick(p.rng, []*base{intBase, stringBase, p.opaque[0]})
			l, el := p.list(st, from, depth-1)
			if l == nil {
				return nil, nil
			}
			return call("List.map", p.elementFunction(st, el, intBase), l), &typed{base: b}
		case 2:
			l, el := p.list(st, b, depth-1)
			m, _ := p.list(st, b, depth-1)
			if l == nil || m == nil {
				return nil, nil
			}
			return call("List.append", l, m), &typed{base: b, name: el.name}
		case 3:
			l, el := p.list(st, b, depth-1)
			if l == nil {
				return nil, nil
			}
			return call("List.take", intLit(int64(p.rng.IntN(4))), l), el
		}
	}
	for try := 0; try < 6; try++ {
		f := p.oneOf(func(f *function) bool {
			return len(f.result) == 1 && f.result[0].base.kind == baseList && f.result[0].base.elem.base.same(b)
		})
		if f == nil {
			break
		}
		a, ok := p.apply(st, f, 0)
		if !ok || len(a.pending) > 0 {
			continue
		}
		e := p.write(a)
		p.after(st, a)
		return e, f.result[0].base.elem
	}
	if b.kind != baseInt && b.kind != baseString {
		return nil, nil
	}
	lit := &lang.ListLit{}
	for n := 1 + p.rng.IntN(3); n > 0; n-- {
		lit.Elems = append(lit.Elems, p.expression(st, b, 0))
	}
	return lit, &typed{base: b}
}

// element brings the element of a list into scope of a lambda.
func (p *plan) element(st *state, el *typed) (*state, *variable) {
	inner := st.clone()
	inner.vars = nil
	for _, v := range st.vars {
		if !v.base.linear {
			inner.vars = append(inner.vars, v)
		}
	}
	v := &variable{name: "e", sym: p.symbol(), base: el.base}
	inner.vars = append(inner.vars, v)
	inner.assume(el.pred, names{el.name: v.sym}, true)
	return inner, v
}

// elementFunction maps an element to a value.
func (p *plan) elementFunction(st *state, el *typed, to *base) lang.Expr {
	inner, _ := p.element(st, el)
	return &lang.Lambda{Params: []*lang.Param{{Name: ident("e")}}, Body: p.expression(inner, to, 2)}
}

// test is a predicate on elements, with what it tells of those that pass.
func (p *plan) test(st *state, el *typed) (lang.Expr, lang.Expr) {
	if el.base.kind == baseInt && p.oneIn(2) {
		op, k := pick(p.rng, []string{">", "<", "!=", ">="}), p.small()
		body := binop(op, ref("e"), intLit(k))
		name := el.name
		if name == "" {
			name = "e"
			el.name = "e"
		}
		return &lang.Lambda{Params: []*lang.Param{{Name: ident("e")}}, Body: body}, binop(op, ref(name), intLit(k))
	}
	for _, f := range p.funcs {
		if f.reads != "" && len(f.params) == 1 && f.params[0].base.same(el.base) && f.result[0].base.kind == baseBool && f.params[0].mult == lang.Unwritten {
			if el.name == "" {
				el.name = "e"
			}
			return ref(f.name), call(f.reads, ref(el.name))
		}
	}
	inner, _ := p.element(st, el)
	if c := p.condition(inner, 1); c != nil {
		return &lang.Lambda{Params: []*lang.Param{{Name: ident("e")}}, Body: c}, nil
	}
	return nil, nil
}

// anyList is a list of some type.
func (p *plan) anyList(st *state, depth int) (lang.Expr, *typed) {
	return p.list(st, pick(p.rng, []*base{intBase, intBase, stringBase, p.opaque[0]}), depth)
}

// loop folds a session over a list. What is known of the session before the
// loop is hopefully an invariant.
func (p *plan) loop(st *state) []*lang.Binding {
	vs := st.live(nil)
	if len(vs) == 0 {
		return nil
	}
	v := pick(p.rng, vs)
	l, el := p.anyList(st, 1)
	if l == nil || v.base.kind != baseOpaque {
		return nil
	}
	inner, _ := p.element(st, el)
	w := &variable{name: "z", sym: v.sym, base: v.base}
	if p.oneIn(2) {
		w.sym = p.symbol()
	}
	inner.vars = append(inner.vars, w)
	body, sym := p.route(inner, w.sym, 1+p.rng.IntN(2))
	v.dead = true
	after := p.symbol()
	for _, m := range p.measuresOf(v.base) {
		a, ok := st.facts[m.name+"("+v.sym+")"]
		b, ok2 := inner.facts[m.name+"("+sym+")"]
		if ok && ok2 {
			st.facts[m.name+"("+after+")"] = a.join(b)
		}
	}
	st.forget()
	n := p.freshName(st, v.name)
	st.vars = append(st.vars, &variable{name: n, sym: after, base: v.base})
	f := &lang.Lambda{Params: []*lang.Param{{Name: ident("z")}, {Name: ident("e")}}, Body: body}
	return []*lang.Binding{bindLet(patVar(n), call("List.foldl", f, ref(v.name), l))}
}

// listValue binds a list.
func (p *plan) listValue(st *state) []*lang.Binding {
	l, el := p.anyList(st, 2)
	if l == nil {
		return nil
	}
	n := p.freshName(st, "l")
	st.vars = append(st.vars, &variable{name: n, sym: p.symbol(), base: &base{kind: baseList, name: "List", elem: el}})
	return []*lang.Binding{bindLet(patVar(n), l)}
}

// listExpr is an Int or Bool that comes from a list, nil where there is none.
func (p *plan) listExpr(st *state, b *base, depth int) lang.Expr {
	l, el := p.anyList(st, depth-1)
	if l == nil {
		return nil
	}
	switch b.kind {
	case baseBool:
		if p.oneIn(2) {
			return call("List.isEmpty", l)
		}
		if f, _ := p.test(st, el); f != nil {
			return call(pick(p.rng, []string{"List.any", "List.all"}), f, l)
		}
	case baseInt:
		switch p.rng.IntN(8) {
		case 5:
			inner, _ := p.element(st, el)
			inner.vars = append(inner.vars, &variable{name: "i", sym: p.symbol(), base: intBase})
			f := &lang.Lambda{Params: []*lang.Param{{Name: ident("e")}, {Name: ident("i")}}, Body: p.intExpr(inner, 1)}
			return call("List.foldr", f, l, p.expression(st, intBase, 0))
		case 6, 7:
			if el.base.kind != baseInt {
				break
			}
			f, learnt := p.test(st, el)
			if f == nil {
				return nil
			}
			inner, v := p.element(st, &typed{base: intBase, name: el.name, pred: and(el.pred, learnt)})
			v.name = "e"
			return &lang.Match{Scrutinee: call("List.find", f, l), Arms: []*lang.Arm{
				{Pattern: &lang.PatCtor{Ctor: ident("none")}, Body: p.intExpr(st, 0)},
				{Pattern: &lang.PatCtor{Ctor: ident("some"), Args: []lang.Pattern{patVar("e")}}, Body: p.intExpr(inner, 1)}}}
		case 0, 1:
			return call("List.length", l)
		case 2:
			inner, _ := p.element(st, el)
			inner.vars = append(inner.vars, &variable{name: "i", sym: p.symbol(), base: intBase})
			f := &lang.Lambda{Params: []*lang.Param{{Name: ident("i")}, {Name: ident("e")}}, Body: p.intExpr(inner, 1)}
			return call("List.foldl", f, p.expression(st, intBase, 0), l)
		}
		if el.base.kind != baseInt {
			return nil
		}
		v, isName := isVar(l)
		if isName && p.oneIn(2) {
			head := call("List.head", ref(v))
			return &lang.If{Cond: call("List.isEmpty", ref(v)), Then: intLit(p.small()), Else: head}
		}
		return call("List.sum", l)
	}
	return nil
}
