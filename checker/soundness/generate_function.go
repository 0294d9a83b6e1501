package soundness

import "github.com/aeonc/aeonc/lang"

// functionValue writes an argument for a function parameter.
func (p *plan) functionValue(st *state, t *lang.TypeFun) (lang.Expr, bool) {
	z := "z"
	if t.Param.Mult == lang.Linear {
		return p.sessionFunction(st, t)
	}
	// Int -> Int, perhaps with a greater result.
	k := intLit(1 + int64(p.rng.IntN(3)))
	if p.slip() {
		k = intLit(0)
	}
	body := binop("+", ref(z), k)
	if v := p.variableOf(st, intBase); v != nil && p.oneIn(5) {
		body = binop("+", ref(z), v)
	}
	for _, f := range p.funcs {
		if f.body != nil && len(f.params) == 1 && f.params[0].fun == nil && f.params[0].base.kind == baseInt &&
			f.params[0].pred == nil && f.result[0].base.kind == baseInt && p.oneIn(4) {
			return ref(f.name), true
		}
	}
	q := &lang.Param{Name: ident(z)}
	if p.oneIn(2) {
		q.Type = tyName("Int")
	}
	return &lang.Lambda{Params: []*lang.Param{q}, Body: body}, true
}

// sessionFunction is a function from a session to a session.
func (p *plan) sessionFunction(st *state, t *lang.TypeFun) (lang.Expr, bool) {
	if p.nesting > 1 {
		return nil, false
	}
	p.nesting++
	defer func() { p.nesting-- }()
	name := typeHead(t.Param.Type)
	for _, b := range p.linear {
		if b.name != name {
			continue
		}
		inner := st.clone()
		inner.vars = nil
		for _, v := range st.vars {
			if !v.base.linear {
				inner.vars = append(inner.vars, v)
			}
		}
		v := &variable{name: "z", sym: p.symbol(), base: b}
		inner.vars = append(inner.vars, v)
		if r, ok := t.Param.Type.(*lang.TypeRefined); ok {
			inner.assume(r.Pred, names{r.Name.Name: v.sym}, true)
		}
		body, _ := p.route(inner, v.sym, 1+p.rng.IntN(2))
		q := &lang.Param{Name: ident("z")}
		if p.oneIn(2) {
			q.Mult, q.Type = lang.Linear, b.syntax()
		}
		return &lang.Lambda{Params: []*lang.Param{q}, Body: body}, true
	}
	return nil, false
}

// inline binds a function and calls it, or takes a partial application.
func (p *plan) inline(st *state) []*lang.Binding {
	if p.oneIn(2) {
		for try := 0; try < 6; try++ {
			f := pick(p.rng, p.funcs)
			if len(f.params) != 2 || len(f.result) != 1 || f.consumed() != nil || f.result[0].base.name == "a" {
				continue
			}
			a, ok := p.apply(st, f, 1)
			if !ok || len(a.pending) > 0 || a.borrows() || f.params[0].fun != nil {
				continue
			}
			syms := p.after(st, a)
			n := p.freshName(st, "x")
			st.vars = append(st.vars, &variable{name: "g", sym: p.symbol(), base: &base{kind: baseFun, name: "fun"}},
				&variable{name: n, sym: syms[0], base: f.result[0].base})
			return []*lang.Binding{
				bindLet(patVar("g"), call(f.name, a.args[0])),
				bindLet(patVar(n), call("g", a.args[1])),
			}
		}
		return nil
	}
	arg, sym := p.operand(st, intBase, 1)
	inner := st.clone()
	inner.vars = append(inner.vars, &variable{name: "f", sym: p.symbol(), base: &base{kind: baseFun, name: "fun"}})
	v := &variable{name: "k", sym: p.symbol(), base: intBase}
	inner.vars = append(inner.vars, v)
	q := &lang.Param{Name: ident("k"), Type: tyName("Int")}
	if a, ok := st.facts[sym]; ok && a.kind == 'i' && a.lo > minusInf && p.oneIn(2) {
		q.Type = refined("w", tyName("Int"), binop(">=", ref("w"), intLit(a.lo)))
		inner.facts[v.sym] = interval(a.lo, plusInf)
	}
	body := p.expression(inner, intBase, 2)
	n := p.freshName(st, "x")
	st.vars = append(st.vars, &variable{name: "f", sym: p.symbol(), base: &base{kind: baseFun, name: "fun"}},
		&variable{name: n, sym: p.symbol(), base: intBase})
	return []*lang.Binding{
		bindLet(patVar("f"), &lang.Lambda{Params: []*lang.Param{q}, Body: body}),
		bindLet(patVar(n), call("f", arg)),
	}
}

// shape builds a tuple and takes it apart, or nests a block in a binding.
func (p *plan) shape(st *state) []*lang.Binding {
	e1, s1 := p.operand(st, pick(p.rng, []*base{intBase, stringBase, boolBase}), 2)
	b1 := baseOf(e1, st)
	vs := st.live(nil)
	if len(vs) > 0 && p.oneIn(2) {
		// A session in a tuple.
		v := pick(p.rng, vs)
		v.dead = true
		n := p.freshName(st, v.name)
		tuple := &lang.Tuple{Elems: []lang.Expr{e1, ref(v.name)}}
		w := &variable{name: n, sym: v.sym, base: v.base}
		st.vars = append(st.vars, w)
		return []*lang.Binding{bindLet(&lang.PatTuple{Elems: []lang.Pattern{&lang.PatWild{}, patVar(n)}}, tuple)}
	}
	e2, s2 := p.operand(st, intBase, 2)
	pats := &lang.PatTuple{Elems: []lang.Pattern{&lang.PatWild{}, patVar("j")}}
	tuple := &lang.Tuple{Elems: []lang.Expr{e1, e2}}
	if b1 != nil {
		n := p.freshName(st, "x")
		pats.Elems[0] = patVar(n)
		st.vars = append(st.vars, &variable{name: n, sym: s1, base: b1})
	}
	st.vars = append(st.vars, &variable{name: "j", sym: s2, base: intBase})
	if p.oneIn(3) {
		// Through a variable.
		n := p.freshName(st, "e")
		return []*lang.Binding{bindLet(patVar(n), tuple), bindLet(pats, ref(n))}
	}
	return []*lang.Binding{bindLet(pats, tuple)}
}

// baseOf is the type of a literal or variable, nil for anything else.
func baseOf(e lang.Expr, st *state) *base {
	switch e := e.(type) {
	case *lang.IntLit:
		return intBase
	case *lang.StringLit:
		return stringBase
	case *lang.BoolLit:
		return boolBase
	case *lang.Var:
		for _, v := range st.visible(nil) {
			if v.name == e.Name.Name {
				return v.base
			}
		}
	}
	return nil
}

// helper writes a definition of the plan, which later calls may use.
func (p *plan) helper() {
	f := &function{name: p.fresh("help")}
	st := p.start()
	add := func(q *parameter) {
		f.params = append(f.params, q)
		p.declare(st, q.name, &q.typed)
	}
	if p.oneIn(2) {
		t := pick(p.rng, p.linear)
		s := &parameter{typed: typed{base: t, name: "s"}, mult: lang.Linear}
		if p.oneIn(2) {
			s.pred = p.atom("s", t)
		}
		add(s)
		if p.oneIn(2) {
			add(plain("x", intBase, p.maybe(p.intAtom(ref("x")))))
		}
		body, sym := p.route(st, st.vars[0].sym, 1+p.rng.IntN(2))
		f.body = body
		r := &typed{base: t, name: "t"}
		for _, m := range p.measuresOf(t) {
			a, ok := st.facts[m.name+"("+sym+")"]
			if !ok || !a.constant() || !p.oneIn(2) {
				continue
			}
			claim := binop("=", call(m.name, ref("t")), literal(a))
			if p.oneIn(4) {
				r.known = and(r.known, claim)
			} else {
				r.pred = and(r.pred, claim)
			}
		}
		f.result = []*typed{r}
	} else {
		add(plain("x", intBase, p.maybe(p.intAtom(ref("x")))))
		if p.oneIn(2) {
			add(plain("y", pick(p.rng, []*base{intBase, boolBase, p.opaque[0]}), nil))
		}
		e, sym := p.operand(st, intBase, 3)
		f.body = e
		r := &typed{base: intBase, name: "v"}
		if a, ok := st.facts[sym]; ok && a.kind == 'i' && a.lo > minusInf && p.oneIn(2) {
			r.pred = binop(">=", ref("v"), intLit(a.lo))
		}
		f.result = []*typed{r}
	}
	p.funcs = append(p.funcs, f)
	p.helpers = append(p.helpers, f.decl().(*lang.Def))
}

func literal(a abs) lang.Expr {
	switch a.kind {
	case 'b':
		return boolLit(a.b)
	case 's':
		return stringLit(a.s)
	}
	return intLit(a.lo)
}
