package soundness

import (
	"github.com/aeonc/aeonc/lang"
)

func plain(name string, b *base, pred lang.Expr) *parameter {
	return &parameter{typed: typed{base: b, name: name, pred: pred}}
}

func (g *spec) native(stem string, result *typed, params ...*parameter) *function {
	f := &function{name: g.fresh(stem), params: params, result: []*typed{result}}
	g.funcs = append(g.funcs, f)
	return f
}

// handles declares the natives of an opaque type: constants, sources, queries,
// uses.
func (g *spec) handles(t *base) {
	for n := 1 + g.rng.IntN(2); n > 0; n-- {
		g.native("const", &typed{base: t, name: "c", pred: g.facts("c", t)})
	}
	owner := pick(g.rng, g.linear)
	f := g.native("find", &typed{base: t, name: "v", pred: g.maybe(g.atom("v", t))},
		&parameter{typed: typed{base: owner, name: "s"}, mult: lang.Borrowed})
	if g.oneIn(2) {
		f.params = append(f.params, plain("x", stringBase, g.maybe(g.stringAtom(ref("x")))))
	}
	for _, m := range g.measuresOf(t) {
		g.query(m)
	}
	g.native("use", pick(g.rng, []*typed{{base: unitBase}, {base: intBase}}), plain("v", t, g.atom("v", t)))
	if g.oneIn(3) {
		// A borrowed session and a handle.
		b := &parameter{typed: typed{base: owner, name: "s", pred: g.maybe(g.atom("s", owner))}, mult: lang.Borrowed}
		g.native("peek", g.payload(), b, plain("v", t, g.maybe(g.atom("v", t))))
	}
}

// data declares enums, options and sums with natives that return them.
func (g *spec) data() {
	if g.oneIn(2) {
		e := &enum{base: &base{kind: baseEnum, name: "Color"}, ctors: []string{"red", "green", "blue"}[:2+g.rng.IntN(2)]}
		g.enums = append(g.enums, e)
		g.native("paint", &typed{base: e.base, name: "v", pred: g.maybe(g.atom("v", e.base))}, plain("x", intBase, nil))
		g.native("dye", &typed{base: intBase, name: "v", pred: g.maybe(g.intAtom(ref("v")))}, plain("x", e.base, g.maybe(g.atom("x", e.base))))
	}
	if g.oneIn(2) {
		g.opt = true
		inner := pick(g.rng, []*base{intBase, stringBase, g.opaque[0]})
		elem := &typed{base: inner, name: "e", pred: g.maybe(g.atom("e", inner))}
		g.native("lookup", &typed{base: &base{kind: baseOpt, name: "Opt", elem: elem}}, plain("x", pick(g.rng, []*base{intBase, stringBase}), nil))
	}
	if g.oneIn(2) {
		t := pick(g.rng, g.linear)
		s := &sum{base: &base{kind: baseSum, name: "Try", linear: true}}
		s.ctors = []*ctor{
			{"okay", []*parameter{{typed: typed{base: t, name: "s", pred: g.atom("s", t)}, mult: lang.Linear}}},
			{"failed", []*parameter{
				{typed: typed{base: t, name: "s", pred: g.maybe(g.atom("s", t))}, mult: lang.Linear},
				plain("why", intBase, g.maybe(g.intAtom(ref("why"))))}},
		}
		g.sums = append(g.sums, s)
		g.native("attempt", &typed{base: s.base}, g.session(t, true))
	}
}

func (g *spec) inductives(add func(lang.Decl)) {
	for _, e := range g.enums {
		d := &lang.Inductive{Name: ident(e.base.name)}
		for _, c := range e.ctors {
			d.Ctors = append(d.Ctors, &lang.Signature{Name: ident(c), Result: tyName(e.base.name)})
		}
		add(d)
	}
	if g.opt {
		result := &lang.TypeApp{Name: ident("Opt"), Args: []lang.Type{tyName("a")}}
		add(&lang.Inductive{Name: ident("Opt"), Params: []lang.Ident{ident("a")}, Ctors: []*lang.Signature{
			{Name: ident("nothing"), Result: result},
			{Name: ident("just"), Params: []*lang.Param{{Mult: lang.Linear, Name: ident("value"), Type: tyName("a")}}, Result: result},
		}})
	}
	for _, s := range g.sums {
		d := &lang.Inductive{Name: ident(s.base.name)}
		for _, c := range s.ctors {
			sig := &lang.Signature{Name: ident(c.name), Result: tyName(s.base.name)}
			for _, p := range c.fields {
				sig.Params = append(sig.Params, p.syntax())
			}
			d.Ctors = append(d.Ctors, sig)
		}
		add(d)
	}
}

// number declares a native on numbers.
func (g *spec) number() {
	x := plain("x", intBase, g.maybe(g.intAtom(ref("x"))))
	v := &typed{base: intBase, name: "v"}
	switch g.rng.IntN(6) {
	case 0:
		g.native("show", &typed{base: unitBase}, plain("x", intBase, g.intAtom(ref("x"))))
	case 1:
		v.pred = g.intAtom(ref("v"))
		g.native("roll", v, x)
	case 2:
		g.native("hash", v, x).pure = true
		if g.oneIn(2) {
			v.pred = g.intAtom(ref("v"))
		}
	case 3:
		op := pick(g.rng, []string{"<", "!=", ">="})
		g.native("pair", v, plain("x", intBase, nil), plain("y", intBase, binop(op, ref("y"), ref("x"))))
	case 4:
		v.pred = binop(pick(g.rng, []string{">", "<=", "="}), ref("v"), binop(pick(g.rng, []string{"+", "-", "*"}), ref("x"), intLit(g.small())))
		g.native("calc", v, x)
	default:
		for _, m := range g.measures {
			if len(m.args) == 1 && m.args[0].kind == baseInt {
				g.native("vet", &typed{base: boolBase, name: "v", pred: binop("=", ref("v"), call(m.name, ref("x")))}, x)
				g.native("rely", &typed{base: unitBase}, plain("x", intBase, call(m.name, ref("x"))))
				return
			}
		}
		v.pred = g.intAtom(ref("v"))
		g.native("ask", v, plain("_", unitBase, nil))
	}
}

// text declares natives on strings.
func (g *spec) text() {
	g.native("fetch", &typed{base: stringBase, name: "v", pred: g.maybe(g.stringAtom(ref("v")))}, plain("x", stringBase, g.stringAtom(ref("x"))))
	g.native("name", &typed{base: stringBase, name: "v", pred: g.maybe(g.stringAtom(ref("v")))}, plain("_", unitBase, nil))
	for _, m := range g.measures {
		if len(m.args) == 1 && m.args[0].kind == baseString {
			g.native("vouch", &typed{base: unitBase, name: "u", pred: call(m.name, ref("x"))}, plain("x", stringBase, nil))
			g.native("trust", &typed{base: unitBase}, plain("x", stringBase, call(m.name, ref("x"))))
		}
	}
}

// floats declares natives on machine floats.
func (g *spec) floats() {
	g.native("sense", &typed{base: floatBase, name: "v", pred: g.maybe(g.atom("v", floatBase))}, plain("_", unitBase, nil))
	g.native("scale", &typed{base: floatBase}, plain("x", floatBase, g.atom("x", floatBase)))
}

// definition declares a verified function. A few say something false
// of themselves: then the spec is rejected, or the checker is wrong.
func (g *spec) definition() {
	x, y := ref("x"), ref("y")
	n := func(name string, pred lang.Expr) *parameter { return plain(name, intBase, pred) }
	def := func(stem string, result *typed, body lang.Expr, params ...*parameter) {
		g.native(stem, result, params...).body = body
	}
	v := func(p lang.Expr) *typed { return &typed{base: intBase, name: "v", pred: p} }
	r := ref("v")
	a := &base{kind: baseOpaque, name: "a"}
	choice := g.rng.IntN(17)
	if g.features.Labels && (choice == 9 || choice == 14) {
		choice = 0 // what a function parameter reaches is unknown
	}
	switch choice {
	case 0:
		def("double", v(nil), binop("+", x, x), n("x", nil))
	case 1:
		def("inc", v(binop("=", r, binop("+", x, intLit(1)))), binop("+", x, intLit(1)), n("x", nil))
	case 2:
		def("abs", v(binop(">=", r, intLit(0))), &lang.If{Cond: binop("<", x, intLit(0)), Then: binop("-", intLit(0), x), Else: x}, n("x", nil))
	case 3:
		def("div", v(nil), binop("/", x, y), n("x", nil), n("y", binop("!=", y, intLit(0))))
	case 4:
		claims := []lang.Expr{binop("<=", binop("*", r, intLit(2)), x), binop(">", binop("*", r, intLit(2)), binop("-", x, intLit(2))), binop(">=", binop("*", r, intLit(2)), x)}
		at := g.rng.IntN(17)
		if at < 16 {
			at %= 2
		} else {
			at = 2
		}
		def("half", v(claims[at]), binop("/", x, intLit(2)), n("x", nil))
	case 5:
		k := pick(g.rng, []int64{3, -3})
		claim := and(binop(">=", r, intLit(0)), binop("<", r, intLit(3)))
		if k < 0 && !g.oneIn(16) {
			claim = and(binop("<=", r, intLit(0)), binop(">", r, intLit(-3)))
		}
		def("mod", v(claim), binop("%", x, intLit(k)), n("x", nil))
	case 6:
		def("same", &typed{base: a, name: "v", pred: binop("=", r, x)}, x, plain("x", a, nil))
	case 7:
		def("idd", &typed{base: a}, x, &parameter{typed: typed{base: a, name: "x"}, mult: lang.Linear})
	case 8:
		def("left", &typed{base: a}, x, plain("x", a, nil), plain("y", a, nil))
	case 9:
		f := &parameter{typed: typed{name: "f"}, fun: &lang.TypeFun{Param: &lang.Param{Name: ident("z"), Type: tyName("Int")},
			Result: refined("w", tyName("Int"), g.maybe(binop(">", ref("w"), ref("z"))))}}
		var p lang.Expr
		if _, ok := f.fun.Result.(*lang.TypeRefined); ok {
			p = binop(">", r, binop("+", x, intLit(int64(g.rng.IntN(8)/7))))
		}
		def("twice", v(p), call("f", call("f", x)), f, n("x", nil))
	case 10:
		def("isPos", &typed{base: boolBase}, binop(">", x, intLit(0)), n("x", nil))
	case 11:
		def("isNeg", &typed{base: boolBase, name: "v", pred: binop("=", r, binop("<", x, intLit(0)))}, not(binop(">=", x, intLit(0))), n("x", nil))
	case 12:
		k := g.small()
		def("limit", v(binop("=", r, intLit(k))), intLit(k))
	case 13:
		max := &lang.If{Cond: binop(">", x, y), Then: x, Else: y}
		def("max", v(and(binop(">=", r, x), binop(">=", r, y), g.maybe(binop("||", binop("=", r, x), binop("=", r, y))))), max, n("x", nil), n("y", nil))
	case 14:
		t := g.linear[0]
		f := &parameter{typed: typed{name: "f"}, fun: &lang.TypeFun{Param: &lang.Param{Mult: lang.Linear, Name: ident("z"), Type: t.syntax()}, Result: t.syntax()}}
		def("run", &typed{base: t, name: "v"}, call("f", ref("s")), f, &parameter{typed: typed{base: t, name: "s"}, mult: lang.Linear})
	case 15:
		g.chain()
	default:
		def("tag", &typed{base: stringBase, name: "v", pred: binop("!=", r, stringLit(""))}, binop("++", stringLit(pick(g.rng, []string{"#", "t", "é"})), x), plain("x", stringBase, nil))
	}
}

// chain declares a transparent definition that makes two steps.
func (g *spec) chain() {
	for _, f := range g.funcs {
		s := f.consumed()
		if s == nil || len(f.params) != 1 || len(f.result) != 1 || !f.result[0].base.same(s.base) || f.body != nil || s.pred != nil && !g.oneIn(8) {
			continue
		}
		p := *s
		twice := call(f.name, call(f.name, ref("s")))
		g.native("two", &typed{base: s.base, name: "t"}, &p).body = twice
		return
	}
	g.native("zero", &typed{base: intBase}).body = intLit(0)
}
