package soundness

import "github.com/aeonc/aeonc/lang"

// facts describes most of what is true of a variable at the start, so that
// preconditions have a chance to hold.
func (g *spec) facts(name string, t *base) lang.Expr {
	var ps []lang.Expr
	for _, m := range g.measuresOf(t) {
		app := call(m.name, ref(name))
		switch {
		case g.oneIn(5):
		case m.result.kind == baseBool:
			ps = append(ps, binop("=", app, boolLit(g.oneIn(2))))
		case m.result.kind == baseInt && g.oneIn(3):
			ps = append(ps, binop(pick(g.rng, []string{">=", "<", ">"}), app, intLit(g.small())))
		case m.result.kind == baseInt:
			ps = append(ps, binop("=", app, intLit(g.small())))
		case m.result.kind == baseString:
			ps = append(ps, binop("=", app, stringLit(pick(g.rng, planStrings))))
		}
	}
	return and(ps...)
}

func (g *spec) small() int64 { return int64(g.rng.IntN(8) - 2) }

// atom is a predicate about one variable.
func (g *spec) atom(name string, t *base) lang.Expr {
	x := ref(name)
	switch t.kind {
	case baseInt:
		return g.intAtom(x)
	case baseBool:
		return pick(g.rng, []lang.Expr{x, not(x), binop("=", x, boolLit(true))})
	case baseString:
		return g.stringAtom(x)
	case baseFloat:
		return binop(pick(g.rng, []string{">", ">=", "!=", "<"}), x, &lang.FloatLit{Text: pick(g.rng, []string{"0.0", "0.5", "1e3"})})
	case baseEnum:
		for _, e := range g.enums {
			if e.base == t {
				return binop(pick(g.rng, []string{"=", "!=", "!="}), x, ref(t.name+"."+pick(g.rng, e.ctors)))
			}
		}
	}
	ms := g.measuresOf(t)
	if len(ms) == 0 {
		return boolLit(true)
	}
	m := pick(g.rng, ms)
	app := call(m.name, x)
	switch m.result.kind {
	case baseInt:
		return g.intAtom(app)
	case baseString:
		return g.stringAtom(app)
	}
	return pick(g.rng, []lang.Expr{app, binop("=", app, boolLit(true)), binop("=", app, boolLit(false)), not(app)})
}

func (g *spec) intAtom(x lang.Expr) lang.Expr {
	k := intLit(g.small())
	switch g.rng.IntN(12) {
	case 0:
		return binop("=", binop("%", x, intLit(pick(g.rng, []int64{2, 3, -2}))), intLit(0))
	case 1:
		return binop(">", binop("/", x, intLit(pick(g.rng, []int64{2, -2, 3}))), intLit(int64(g.rng.IntN(3)-2)))
	case 2:
		return binop("<=", binop("*", x, intLit(2)), intLit(7))
	case 3:
		return binop("||", binop("<", x, intLit(0)), binop(">", x, intLit(2)))
	case 4, 5:
		return binop("!=", x, intLit(0))
	case 6, 7:
		return binop(">", x, intLit(0))
	}
	return binop(pick(g.rng, []string{"<", "<=", ">", ">=", "!="}), x, k)
}

func (g *spec) stringAtom(x lang.Expr) lang.Expr {
	switch g.rng.IntN(7) {
	case 6:
		return call("String.matches", x, stringLit(pick(g.rng, patterns)))
	case 0:
		return call("String.startsWith", x, stringLit(pick(g.rng, []string{"/w/", "a", `\u{61}`})))
	case 1:
		return not(call("String.contains", x, stringLit(pick(g.rng, []string{"..", "é", "\n"}))))
	case 2:
		return binop(pick(g.rng, []string{">", "<=", "="}), call("String.length", x), intLit(int64(g.rng.IntN(4))))
	case 3:
		return binop("!=", x, stringLit(pick(g.rng, planStrings)))
	}
	return binop("!=", x, stringLit(""))
}

// update says what a measure is of the value t that follows params[0].
func (g *spec) update(m *measure, params []*parameter) lang.Expr {
	now, old := call(m.name, ref("t")), call(m.name, ref(params[0].name))
	if g.oneIn(2) || m.result.kind == baseString {
		return binop("=", now, old)
	}
	flag := g.flag(params)
	if m.result.kind == baseBool {
		switch g.rng.IntN(6) {
		case 0, 1:
			return binop("=", now, boolLit(g.oneIn(2)))
		case 2:
			return binop("=", now, binop("||", flag, old))
		case 3:
			return binop("=", now, binop("&&", old, not(flag)))
		case 4:
			return binop("-->", flag, now)
		}
		return binop("=", now, &lang.If{Cond: flag, Then: old, Else: boolLit(g.oneIn(2))})
	}
	amount := lang.Expr(intLit(1 + int64(g.rng.IntN(3))))
	for _, p := range params[1:] {
		if p.fun == nil && p.base.kind == baseInt && g.oneIn(2) {
			amount = ref(p.name)
		}
	}
	switch g.rng.IntN(9) {
	case 0, 1, 2:
		return binop("=", now, binop("+", old, amount))
	case 3:
		return binop("=", now, binop("-", old, amount))
	case 4:
		return binop("=", now, intLit(g.small()))
	case 5:
		return binop(pick(g.rng, []string{">", ">=", "<=", "!="}), now, old)
	case 6:
		return binop("=", now, &lang.If{Cond: flag, Then: binop("+", old, amount), Else: intLit(0)})
	case 7:
		return binop("=", binop(pick(g.rng, []string{"+", "-"}), now, amount), binop("*", old, intLit(2)))
	}
	return binop("=", now, binop(pick(g.rng, []string{"/", "%"}), old, intLit(pick(g.rng, []int64{2, 3, -2}))))
}

// flag is a Bool expression over the parameters.
func (g *spec) flag(params []*parameter) lang.Expr {
	var out []lang.Expr
	for _, p := range params {
		if p.fun != nil {
			continue
		}
		switch p.base.kind {
		case baseBool:
			out = append(out, ref(p.name))
		case baseInt:
			out = append(out, binop(">", ref(p.name), intLit(g.small())))
		case baseOpaque:
			for _, m := range g.measuresOf(p.base) {
				if m.result.kind == baseBool {
					out = append(out, call(m.name, ref(p.name)))
				}
			}
		}
	}
	for _, m := range g.measures {
		if len(m.args) == 2 {
			for _, p := range params {
				if p.fun == nil && p.base == m.args[1] && params[0].base == m.args[0] {
					out = append(out, call(m.name, ref(params[0].name), ref(p.name)))
				}
			}
		}
	}
	if len(out) == 0 {
		return boolLit(true)
	}
	return pick(g.rng, out)
}

// patterns are what strings are matched with.
var patterns = []string{`/w/[a-z]*`, `[a-z]+`, `.*`, `[^./]*`, `(/w/a|a|)`, `\S+`, `é?[#"]?.{0,3}`}

// planStrings are the literals of specs and plans.
var planStrings = []string{"", "a", "/w/a", "/w/../b", "é", `\u{61}`, `\`, "\"q\"", "x\ny", "日本", "😀", "e\u0301", "#c"}
