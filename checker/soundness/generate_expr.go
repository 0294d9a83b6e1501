package soundness

import (
	"github.com/aeonc/aeonc/lang"
)

// operand writes an expression of a base type and names what is known of it.
func (p *plan) operand(st *state, b *base, depth int) (lang.Expr, string) {
	// A variable keeps its symbol, so that what is known of it stays known.
	if vs := st.visible(b); len(vs) > 0 && p.rng.IntN(10) < 4 {
		v := pick(p.rng, vs)
		return ref(v.name), v.sym
	}
	if b.kind == baseList {
		l, _ := p.list(st, b.elem.base, 1)
		return l, p.symbol()
	}
	if b.kind == baseOpaque || b.kind == baseEnum || b.kind == baseOpt {
		return p.handle(st, b, depth)
	}
	e := p.expression(st, b, depth)
	if e == nil {
		return nil, ""
	}
	if name, ok := isVar(e); ok {
		if s, ok := st.names()[name]; ok {
			return e, s
		}
	}
	sym := p.symbol()
	if a := st.eval(e, st.names()); a.kind != '?' {
		st.facts[sym] = a
	}
	if t := st.term(e, st.names()); t != "" && (b.kind == baseInt || b.kind == baseString) {
		st.equate(ref(sym), e, withSelf(st.names(), sym))
		st.equate(e, ref(sym), withSelf(st.names(), sym))
	}
	for _, m := range st.labelled() {
		if a := st.label(m, e, st.names()); a.kind == 'b' {
			st.facts[m.name+"("+sym+")"] = a
		}
	}
	// A call's result type says more.
	if p.last != nil {
		st.facts[sym] = *p.last
	}
	return e, sym
}

func withSelf(env names, sym string) names {
	env[sym] = sym
	return env
}

// handle is a value of a type without literals.
func (p *plan) handle(st *state, b *base, depth int) (lang.Expr, string) {
	if b.kind == baseEnum {
		for _, e := range p.enums {
			if e.base == b && p.oneIn(2) {
				return ref(b.name + "." + pick(p.rng, e.ctors)), p.symbol()
			}
		}
	}
	for try := 0; try < 8; try++ {
		f := p.oneOf(func(f *function) bool {
			return len(f.result) == 1 && f.result[0].base.same(b) && f.consumed() == nil && (depth >= 0 || len(f.params) == 0)
		})
		if f == nil {
			break
		}
		if len(f.params) == 0 {
			return ref(f.name), f.name
		}
		a, ok := p.apply(st, f, depth-1)
		if !ok || (len(a.pending) > 0 && !p.slip()) {
			continue
		}
		e := p.write(a)
		return e, p.after(st, a)[0]
	}
	if vs := st.visible(b); len(vs) > 0 {
		v := pick(p.rng, vs)
		return ref(v.name), v.sym
	}
	return nil, ""
}

// expression writes an expression of a base type with literals.
func (p *plan) expression(st *state, b *base, depth int) lang.Expr {
	p.last = nil
	if depth > 0 && p.features.Lists && p.oneIn(4) {
		e := p.listExpr(st, b, depth)
		p.last = nil
		if e != nil {
			return e
		}
	}
	if depth > 0 {
		switch p.rng.IntN(8) {
		case 0, 1, 2:
			if e := p.callOf(st, b, depth); e != nil {
				return e
			}
		case 3:
			if c := p.condition(st, depth-1); c != nil {
				yes, no := p.branches(st, c)
				x, y := p.expression(yes, b, depth-1), p.expression(no, b, depth-1)
				p.last = nil
				if x != nil && y != nil {
					return &lang.If{Cond: c, Then: x, Else: y}
				}
			}
		case 4:
			if e := p.option(st, b, depth); e != nil {
				return e
			}
		}
	}
	var e lang.Expr
	switch b.kind {
	case baseInt:
		e = p.intExpr(st, depth)
	case baseBool:
		e = p.condition(st, depth)
		if e == nil {
			e = boolLit(p.oneIn(2))
		}
	case baseString:
		e = p.stringExpr(st, depth)
	case baseFloat:
		e = p.floatExpr(st, depth)
	case baseUnit:
		e = unitLit()
	}
	p.last = nil
	if e != nil && p.oneIn(25) {
		e = &lang.Annot{X: e, Type: b.syntax()}
	}
	return e
}

func (p *plan) variableOf(st *state, b *base) lang.Expr {
	if vs := st.visible(b); len(vs) > 0 {
		return ref(pick(p.rng, vs).name)
	}
	return nil
}

func (p *plan) intExpr(st *state, depth int) lang.Expr {
	if depth <= 0 || p.oneIn(3) {
		if v := p.variableOf(st, intBase); v != nil && p.oneIn(2) {
			return v
		}
		if p.oneIn(20) {
			return pick(p.rng, []lang.Expr{intLit(1 << 40), intLit(-(1 << 40)), intLit(1000)})
		}
		return intLit(int64(p.rng.IntN(12) - 3))
	}
	l := p.expression(st, intBase, depth-1)
	switch p.rng.IntN(9) {
	case 0, 1:
		return p.quotient(st, l, depth)
	case 2:
		if s := p.expression(st, stringBase, depth-1); s != nil {
			return call("String.length", s)
		}
	case 3:
		return &lang.Unary{Op: "-", X: l}
	}
	return binop(pick(p.rng, []string{"+", "+", "-", "-", "*"}), l, p.expression(st, intBase, depth-1))
}

// quotient divides by something that is not zero, as far as is known.
func (p *plan) quotient(st *state, l lang.Expr, depth int) lang.Expr {
	op := pick(p.rng, []string{"/", "%"})
	r := p.expression(st, intBase, depth-2)
	zero := st.eval(binop("!=", r, intLit(0)), st.names())
	switch {
	case zero.kind == 'b' && zero.b || p.slip():
		return binop(op, l, r)
	case zero.kind == 'b':
		return binop(op, l, intLit(pick(p.rng, []int64{2, 3, -2, -7})))
	}
	test := pick(p.rng, []string{"!=", "!=", ">", "<"})
	return &lang.If{Cond: binop(test, r, intLit(0)), Then: binop(op, l, r), Else: intLit(int64(p.rng.IntN(3)))}
}

func (p *plan) stringExpr(st *state, depth int) lang.Expr {
	if v := p.variableOf(st, stringBase); v != nil && p.oneIn(2) {
		return v
	}
	if depth <= 0 || p.oneIn(2) {
		return stringLit(pick(p.rng, planStrings))
	}
	switch p.rng.IntN(8) {
	case 0:
		return call("String.lower", p.expression(st, stringBase, depth-1))
	case 1:
		return call("String.trim", p.expression(st, stringBase, depth-1))
	case 2:
		return call("String.ofInt", p.expression(st, intBase, depth-1))
	}
	return binop("++", p.expression(st, stringBase, depth-1), p.expression(st, stringBase, depth-1))
}

func (p *plan) floatExpr(st *state, depth int) lang.Expr {
	if v := p.variableOf(st, floatBase); v != nil && p.oneIn(2) {
		return v
	}
	lit := &lang.FloatLit{Text: pick(p.rng, []string{"0.0", "1.5", "0.1", "1e3", "1e308"})}
	if depth <= 0 || p.oneIn(2) {
		return lit
	}
	l := p.expression(st, floatBase, depth-1)
	switch p.rng.IntN(4) {
	case 0:
		return &lang.Unary{Op: "-", X: l}
	case 1:
		return binop("/", l, &lang.FloatLit{Text: "2.0"})
	}
	return binop(pick(p.rng, []string{"+", "-", "*"}), l, p.expression(st, floatBase, depth-1))
}

// condition writes a Bool expression about what is in scope, nil where nothing
// is.
func (p *plan) condition(st *state, depth int) lang.Expr {
	if depth > 0 {
		switch p.rng.IntN(7) {
		case 0, 1:
			l := p.condition(st, depth-1)
			if l == nil {
				return nil
			}
			op := pick(p.rng, []string{"&&", "||"})
			right := st.clone()
			right.assume(l, right.names(), op == "&&")
			r := p.condition(right, depth-1)
			if r == nil {
				return l
			}
			return binop(op, l, r)
		case 2:
			if c := p.condition(st, depth-1); c != nil {
				return not(c)
			}
		}
	}
	for try := 0; try < 4; try++ {
		switch p.rng.IntN(6) {
		case 0, 1:
			if e := p.queryOf(st); e != nil {
				return e
			}
		case 2, 3:
			l := p.variableOf(st, intBase)
			if l != nil {
				return binop(pick(p.rng, []string{"<", "<=", ">", ">=", "=", "!=", "!="}), l, p.intExpr(st, min(depth, 1)))
			}
		case 4:
			if v := p.variableOf(st, boolBase); v != nil {
				return v
			}
		case 5:
			s := p.variableOf(st, stringBase)
			f := p.variableOf(st, floatBase)
			switch {
			case s != nil && p.oneIn(2):
				return pick(p.rng, []lang.Expr{
					binop(pick(p.rng, []string{"=", "!="}), s, stringLit(pick(p.rng, planStrings))),
					call("String.startsWith", s, stringLit("/w/")),
					call("String.matches", s, stringLit(pick(p.rng, patterns))),
					call("String.matches", binop("++", stringLit("/w/"), s), stringLit(pick(p.rng, patterns))),
					not(call("String.contains", s, stringLit(".."))),
					binop(">", call("String.length", s), intLit(int64(p.rng.IntN(3)))),
				})
			case f != nil:
				return binop(pick(p.rng, []string{"<", ">", "<=", "!="}), f, &lang.FloatLit{Text: pick(p.rng, []string{"0.0", "0.5"})})
			}
		}
	}
	return nil
}

// queryOf asks a measure of something in scope.
func (p *plan) queryOf(st *state) lang.Expr {
	for try := 0; try < 6; try++ {
		f := p.oneOf(func(f *function) bool { return f.reads != "" && len(f.params) == 1 })
		if f == nil {
			return nil
		}
		var vs []*variable
		for _, v := range st.visible(f.params[0].base) {
			if !v.dead || p.slip() {
				vs = append(vs, v)
			}
		}
		if len(vs) == 0 {
			continue
		}
		app := call(f.name, ref(pick(p.rng, vs).name))
		switch f.result[0].base.kind {
		case baseBool:
			return pick(p.rng, []lang.Expr{app, app, not(app), binop("=", app, boolLit(false))})
		case baseInt:
			return binop(pick(p.rng, []string{"<", "<=", ">", ">=", "=", "!="}), app, intLit(p.small()))
		}
	}
	return nil
}

// callOf calls a function for its result; what is pending is tested first.
func (p *plan) callOf(st *state, b *base, depth int) lang.Expr {
	for try := 0; try < 6; try++ {
		f := p.oneOf(func(f *function) bool {
			return len(f.result) == 1 && f.consumed() == nil && !f.plan && len(f.params) > 0 &&
				(f.result[0].base.name == "a" || f.result[0].base.same(b))
		})
		if f == nil {
			return nil
		}
		poly := f.result[0].base.name == "a"
		if poly {
			p.last = nil
			args := make([]lang.Expr, len(f.params))
			for i := range args {
				args[i] = p.expression(st, b, depth-2)
			}
			p.last = nil
			return call(f.name, args...)
		}
		a, ok := p.apply(st, f, depth-1)
		p.last = nil
		if !ok {
			continue
		}
		if len(a.pending) > 0 && !p.slip() {
			c := p.guards(st, a.pending)
			other := p.expression(st, b, 0)
			p.last = nil
			if c == nil || other == nil {
				continue
			}
			return &lang.If{Cond: c, Then: p.write(a), Else: other}
		}
		e := p.write(a)
		sym := p.after(st, a)[0]
		if v, ok := st.facts[sym]; ok {
			p.last = &v
		}
		return e
	}
	return nil
}

// option takes an optional value apart.
func (p *plan) option(st *state, b *base, depth int) lang.Expr {
	for _, f := range p.funcs {
		opt := f.result[0].base
		if opt.kind != baseOpt {
			continue
		}
		a, ok := p.apply(st, f, depth-1)
		if !ok || len(a.pending) > 0 {
			continue
		}
		n := p.freshName(st, "v")
		just := st.clone()
		v := &variable{name: n, sym: p.symbol(), base: opt.elem.base}
		just.vars = append(just.vars, v)
		just.assume(opt.elem.pred, names{opt.elem.name: v.sym}, true)
		x, y := p.expression(just, b, depth-1), p.expression(st, b, depth-1)
		p.last = nil
		if x == nil || y == nil {
			continue
		}
		some := lang.Pattern(&lang.PatCtor{Ctor: ident("just"), Args: []lang.Pattern{patVar(n)}})
		m := &lang.Match{Scrutinee: p.write(a), Arms: []*lang.Arm{
			{Pattern: &lang.PatCtor{Ctor: ident("nothing")}, Body: y}, {Pattern: some, Body: x}}}
		if p.oneIn(4) {
			m.Arms[0], m.Arms[1] = m.Arms[1], &lang.Arm{Pattern: &lang.PatWild{}, Body: y}
		}
		if p.slip() {
			m.Arms = m.Arms[:1]
		}
		return m
	}
	return nil
}
