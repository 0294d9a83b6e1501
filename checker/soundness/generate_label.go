package soundness

import "github.com/aeonc/aeonc/lang"

// labels declares @taint measures, and natives that set, demand and clear them.
func (g *spec) labels() {
	names := []string{"secret", "foreign"}[:1+g.rng.IntN(2)]
	anything := &base{kind: baseOpaque, name: "a"}
	for _, n := range names {
		g.measures = append(g.measures, &measure{name: n, args: []*base{anything}, result: boolBase, taint: true, explicit: g.oneIn(4)})
	}
	if g.oneIn(2) {
		g.prompted()
	}
	for _, n := range names {
		has := func(x string, b bool) lang.Expr {
			if b && g.oneIn(2) {
				return call(n, ref(x))
			}
			return binop("=", call(n, ref(x)), boolLit(b))
		}
		v := func(b *base, p lang.Expr) *typed { return &typed{base: b, name: "v", pred: p} }
		for _, b := range []*base{intBase, stringBase} {
			g.native("taken", v(b, has("v", true)), plain("_", unitBase, nil))
			g.native("public", v(b, has("v", false)), plain("_", unitBase, nil))
			g.native("send", v(unitBase, nil), plain("x", b, has("x", false)))
			if g.oneIn(2) {
				g.native("redact", v(b, has("v", false)), plain("x", b, nil))
			}
			if g.oneIn(2) {
				g.native("pass", v(b, binop("=", call(n, ref("v")), call(n, ref("x")))), plain("x", b, nil))
			}
		}
		t := pick(g.rng, g.linear)
		f := g.native("tell", v(t, nil), &parameter{typed: typed{base: t, name: "s"}, mult: lang.Linear}, plain("x", stringBase, has("x", false)))
		f.result = g.after(t, f.params, 80)
	}
	// Most queries answer with something that may be looked at.
	for _, f := range g.funcs {
		if f.reads != "" && !f.pure && !g.oneIn(4) {
			for _, n := range names {
				f.result[0].pred = and(f.result[0].pred, binop("=", call(n, ref("v")), boolLit(false)))
			}
		}
	}
}

// prompted declares a @prompt measure, what demands it, and what the user typed.
func (g *spec) prompted() {
	m := &measure{name: "typed", args: []*base{stringBase}, result: boolBase, prompt: true}
	g.measures = append(g.measures, m)
	words := []string{"ann", "bob", "a", "/w/a", "é"}
	for n := 1 + g.rng.IntN(3); n > 0; n-- {
		g.words = append(g.words, pick(g.rng, words))
		g.typed += "to " + g.words[len(g.words)-1] + pick(g.rng, []string{" ", ", ", ". ", "? "})
	}
	g.native("address", &typed{base: unitBase}, plain("x", stringBase, call(m.name, ref("x"))))
	if g.oneIn(2) {
		g.native("asked", &typed{base: stringBase, name: "v", pred: call(m.name, ref("v"))}, plain("_", unitBase, nil))
	}
}

// typedOnly reports whether a conjunct demands that the user typed something.
func typedOnly(c lang.Expr) bool {
	found := false
	walkExpr(c, func(e lang.Expr) {
		if v, ok := e.(*lang.Var); ok && v.Name.Name == "typed" {
			found = true
		}
	})
	return found
}

// labelled lists the @taint measures.
func (k *known) labelled() []*measure {
	var out []*measure
	for _, m := range k.spec.measures {
		if m.taint {
			out = append(out, m)
		}
	}
	return out
}

// label says whether an expression carries a label: true, false or unknown.
func (k *known) label(m *measure, e lang.Expr, env names) abs {
	out := absBool(false)
	add := func(a abs) {
		switch {
		case a.kind == 'b' && a.b:
			out = a
		case a.kind != 'b' && !(out.kind == 'b' && out.b):
			out = unknown
		}
	}
	switch e := e.(type) {
	case *lang.Var:
		s, ok := env[e.Name.Name]
		if !ok {
			s = e.Name.Name
		}
		if a, ok := k.facts[m.name+"("+s+")"]; ok {
			return a
		}
		if len(e.Name.Name) > 2 {
			return absBool(false) // a constructor
		}
		return unknown
	case *lang.App:
		if f, ok := isVar(e.Fun); ok {
			for _, fn := range k.spec.funcs {
				if fn.name == f && !fn.pure {
					return k.stated(m, fn)
				}
			}
		}
		for _, x := range e.Args {
			add(k.label(m, x, env))
		}
	case *lang.Method, *lang.Lambda:
		return unknown
	case *lang.Binary:
		add(k.label(m, e.Left, env))
		add(k.label(m, e.Right, env))
	case *lang.Unary:
		add(k.label(m, e.X, env))
	case *lang.If:
		add(k.label(m, e.Cond, env))
		add(k.label(m, e.Then, env))
		add(k.label(m, e.Else, env))
	case *lang.Annot:
		add(k.label(m, e.X, env))
	case *lang.Match:
		add(unknown)
	case *lang.Tuple:
		for _, x := range e.Elems {
			add(k.label(m, x, env))
		}
	}
	return out
}

// stated is what a function's result type says of the label of its result.
func (k *known) stated(m *measure, f *function) abs {
	if len(f.result) == 1 {
		for _, c := range conjuncts(f.result[0].pred, nil) {
			switch s := PrintExpr(c); s {
			case m.name + " v", m.name + " v = true":
				return absBool(true)
			case m.name + " v = false":
				return absBool(false)
			}
		}
	}
	return unknown
}

// branches are the two ways that a condition can turn out. Inside them the
// condition's labels count.
func (p *plan) branches(st *state, c lang.Expr) (yes, no *state) {
	yes, no = st.clone(), st.clone()
	for _, b := range []*state{yes, no} {
		for _, m := range st.labelled() {
			if m.explicit {
				continue
			}
			if a := st.label(m, c, st.names()); a.kind != 'b' || a.b {
				b.under[m.name] = true
			}
		}
	}
	yes.assume(c, yes.names(), true)
	no.assume(c, no.names(), false)
	return yes, no
}

// speaksOf reports whether a predicate is about a label that the conditions in
// force carry.
func (st *state) speaksOf(c lang.Expr) bool {
	found := false
	walkExpr(c, func(e lang.Expr) {
		if v, ok := e.(*lang.Var); ok && st.under[v.Name.Name] {
			found = true
		}
	})
	return found
}
