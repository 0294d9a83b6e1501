package soundness

import (
	"fmt"
	"math/rand/v2"

	"github.com/aeonc/aeonc/lang"
)

// spec is a generated spec, as the plan generator sees it.
type spec struct {
	rng      *rand.Rand
	linear   []*base
	opaque   []*base
	enums    []*enum
	opt      bool // inductive Opt a
	sums     []*sum
	measures []*measure
	funcs    []*function
	contract []*parameter
	// result of the contract; nil for "any value that is not linear".
	result *typed
	count  int
	// listTypes are the types of lists that natives return.
	listTypes []*base
	features  Features
	// typed is what the user typed, and words what it is made of.
	typed string
	words []string
	// closers ends a value of each linear type.
	closers map[*base]*function
}

// enum is an inductive type of constants.
type enum struct {
	base  *base
	ctors []string
}

// sum is an inductive type with a session in every constructor.
type sum struct {
	base  *base
	ctors []*ctor
}

type ctor struct {
	name   string
	fields []*parameter
}

// measure is an uninterpreted function of one or two values.
type measure struct {
	name     string
	args     []*base
	result   *base
	volatile bool
	taint    bool
	explicit bool
	prompt   bool
}

func newSpec(rng *rand.Rand, features Features) *spec {
	g := &spec{rng: rng, features: features, closers: map[*base]*function{}}
	g.types()
	g.allMeasures()
	for _, t := range g.linear {
		g.lifecycle(t)
	}
	for _, t := range g.opaque {
		g.handles(t)
	}
	g.data()
	for n := 2 + rng.IntN(3); n > 0; n-- {
		g.number()
	}
	if g.oneIn(2) {
		g.text()
	}
	if g.oneIn(3) {
		g.floats()
	}
	if features.Lists {
		g.lists()
	}
	if features.Labels {
		g.labels()
	}
	for n := 1 + rng.IntN(3); n > 0; n-- {
		g.definition()
	}
	g.makeContract()
	return g
}

func (g *spec) oneIn(n int) bool { return g.rng.IntN(n) == 0 }

func pick[T any](rng *rand.Rand, xs []T) T { return xs[rng.IntN(len(xs))] }

func (g *spec) fresh(stem string) string {
	g.count++
	return fmt.Sprintf("%s%d", stem, g.count)
}

func (g *spec) types() {
	names := []string{"Session", "Account", "File", "Lease"}
	at := g.rng.IntN(len(names))
	for i := 0; i <= g.rng.IntN(2); i++ {
		g.linear = append(g.linear, &base{kind: baseOpaque, name: names[(at+i)%len(names)], linear: true})
	}
	names = []string{"Repo", "Doc", "Host", "Key"}
	at = g.rng.IntN(len(names))
	for i := 0; i <= g.rng.IntN(2); i++ {
		g.opaque = append(g.opaque, &base{kind: baseOpaque, name: names[(at+i)%len(names)]})
	}
}

func (g *spec) allMeasures() {
	for _, t := range append(append([]*base{}, g.linear...), g.opaque...) {
		for n := 1 + g.rng.IntN(3); n > 0; n-- {
			m := &measure{args: []*base{t}, result: boolBase}
			switch g.rng.IntN(5) {
			case 0, 1:
				m.result = intBase
			case 2:
				if g.oneIn(3) {
					m.result = stringBase
				}
			}
			m.name = g.fresh(pick(g.rng, map[baseKind][]string{
				baseBool: {"clean", "locked", "open", "mine"}, baseInt: {"count", "level", "size"}, baseString: {"owner"},
			}[m.result.kind]))
			m.volatile = !t.linear && g.oneIn(3)
			g.measures = append(g.measures, m)
		}
	}
	if g.oneIn(5) {
		g.measures = append(g.measures, &measure{name: g.fresh("linked"), args: []*base{g.linear[0], g.opaque[0]}, result: boolBase})
	}
	if g.oneIn(6) {
		g.measures = append(g.measures, &measure{name: g.fresh("known"), args: []*base{pick(g.rng, []*base{intBase, stringBase})}, result: boolBase})
	}
}

func (g *spec) measuresOf(t *base) []*measure {
	var out []*measure
	for _, m := range g.measures {
		if len(m.args) == 1 && m.args[0].same(t) {
			out = append(out, m)
		}
	}
	return out
}

// lifecycle declares the natives of a linear type: queries, transitions, sinks.
func (g *spec) lifecycle(t *base) {
	for _, m := range g.measuresOf(t) {
		g.query(m)
	}
	for n := 2 + g.rng.IntN(3); n > 0; n-- {
		g.transition(t)
	}
	g.funcs = append(g.funcs, &function{name: g.fresh("pub"), params: append([]*parameter{g.session(t, true)}, g.otherParams("s", t)...), result: []*typed{{base: unitBase}}})
	c := &function{name: g.fresh("close"), params: []*parameter{g.session(t, false)}, result: []*typed{{base: unitBase}}}
	g.closers[t] = c
	g.funcs = append(g.funcs, c)
	if g.oneIn(4) {
		f := &function{name: g.fresh("begin"), plan: true, params: []*parameter{{typed: typed{base: unitBase, name: "_"}}}}
		f.result = []*typed{{base: t, name: "t", pred: g.facts("t", t)}}
		g.funcs = append(g.funcs, f)
	}
	if g.oneIn(5) {
		k := &parameter{typed: typed{name: "k"}, fun: &lang.TypeFun{
			Param: &lang.Param{Mult: lang.Linear, Name: ident("x"), Type: refined("x", t.syntax(), g.maybe(g.atom("x", t)))}, Result: tyName(t.name)}}
		g.funcs = append(g.funcs, &function{name: g.fresh("retry"), params: []*parameter{g.session(t, false), k}, result: g.after(t, nil, 0)})
	}
}

func (g *spec) maybe(p lang.Expr) lang.Expr {
	if g.oneIn(2) {
		return p
	}
	return nil
}

// session is the parameter that consumes a linear value.
func (g *spec) session(t *base, demanding bool) *parameter {
	p := &parameter{typed: typed{base: t, name: "s"}, mult: lang.Linear}
	if demanding && !g.oneIn(4) {
		p.pred = g.atom("s", t)
		if g.oneIn(3) {
			p.pred = and(p.pred, g.atom("s", t))
		}
	}
	return p
}

// query declares a native that tells a measure at run time.
func (g *spec) query(m *measure) {
	if g.oneIn(5) {
		return
	}
	p := &parameter{typed: typed{base: m.args[0], name: "q"}}
	if m.args[0].linear {
		p.mult = lang.Borrowed
	}
	app := call(m.name, ref("q"))
	f := &function{name: g.fresh("get"), params: []*parameter{p}, reads: m.name,
		result: []*typed{{base: m.result, name: "v", pred: binop("=", ref("v"), app)}}}
	switch {
	case m.result.kind == baseBool && g.oneIn(8):
		f.reads = ""
		f.result[0].pred = binop("-->", ref("v"), app)
	case m.result.kind == baseBool && g.oneIn(8):
		f.reads = ""
		f.result = []*typed{{base: unitBase, name: "v", pred: app}}
	case m.result.kind == baseInt && g.oneIn(8):
		f.reads = ""
		f.result = []*typed{{base: boolBase, name: "v", pred: binop("=", ref("v"), binop(">", app, intLit(int64(g.rng.IntN(4)))))}}
	}
	f.pure = !m.args[0].linear && !m.volatile && g.oneIn(6)
	g.funcs = append(g.funcs, f)
}

// transition declares a native that takes a linear value and gives one back.
func (g *spec) transition(t *base) {
	s := g.session(t, true)
	f := &function{name: g.fresh("step"), params: append([]*parameter{s}, g.otherParams("s", t)...)}
	f.keeps = g.oneIn(4)
	percent := 65
	if f.keeps {
		percent = 30
	}
	f.result = g.after(t, f.params, percent)
	if !f.keeps && g.oneIn(3) {
		d := g.payload()
		if g.oneIn(3) {
			// The session may be spoken of in terms of what was read.
			for _, m := range g.measuresOf(t) {
				if m.result.kind == baseInt && d.base.kind == baseInt {
					f.result[0].pred = and(f.result[0].pred, binop(">=", call(m.name, ref("t")), ref("d")))
				}
			}
		}
		f.result = []*typed{d, f.result[0]}
		if f.result[0].pred != nil && g.oneIn(2) {
			f.result[0].name = "d"
		}
	}
	g.funcs = append(g.funcs, f)
}

// payload is what a transition reads.
func (g *spec) payload() *typed {
	t := pick(g.rng, []*base{intBase, stringBase, boolBase, g.opaque[0]})
	d := &typed{base: t, name: "d"}
	if g.oneIn(2) {
		d.pred = g.atom("d", t)
	}
	return d
}

// after describes the linear value t that follows the first parameter.
func (g *spec) after(t *base, params []*parameter, percent int) []*typed {
	var ps []lang.Expr
	for _, m := range g.measuresOf(t) {
		if params != nil && g.rng.IntN(100) < percent {
			ps = append(ps, g.update(m, params))
		}
	}
	return []*typed{{base: t, name: "t", pred: and(ps...)}}
}

// otherParams are the parameters besides the session.
func (g *spec) otherParams(session string, t *base) []*parameter {
	var out []*parameter
	for n := g.rng.IntN(3); n > 0; n-- {
		b := pick(g.rng, []*base{intBase, g.opaque[0], pick(g.rng, g.opaque), boolBase, stringBase})
		name := []string{"x", "y"}[len(out)]
		p := &parameter{typed: typed{base: b, name: name}}
		if g.oneIn(2) {
			p.pred = g.atom(name, b)
		} else if b.kind == baseInt && g.oneIn(2) {
			for _, m := range g.measuresOf(t) {
				if m.result.kind == baseInt {
					p.pred = binop(pick(g.rng, []string{"<=", "<", ">", "!="}), ref(name), call(m.name, ref(session)))
				}
			}
		}
		out = append(out, p)
	}
	return out
}

func (g *spec) makeContract() {
	for i, t := range g.linear {
		if i > 0 && g.oneIn(2) {
			continue
		}
		name := []string{"s", "w"}[i]
		g.contract = append(g.contract, &parameter{typed: typed{base: t, name: name, pred: g.facts(name, t)}, mult: lang.Linear})
	}
	for n := g.rng.IntN(3); n > 0; n-- {
		name := []string{"n", "m"}[n-1]
		b := pick(g.rng, []*base{intBase, intBase, g.opaque[0], stringBase, boolBase})
		p := &parameter{typed: typed{base: b, name: name}}
		if g.oneIn(2) {
			p.pred = g.atom(name, b)
		}
		g.contract = append(g.contract, p)
	}
	switch g.rng.IntN(5) {
	case 0:
		t := g.linear[0]
		g.result = &typed{base: t, name: "t"}
		if g.oneIn(4) {
			g.result.pred = g.atom("t", t)
		}
	case 1:
		g.result = &typed{base: unitBase}
	case 2:
		g.result = &typed{base: intBase, name: "v", pred: g.maybe(g.atom("v", intBase))}
	}
}

// file is the spec as a tree.
func (g *spec) file() *lang.File {
	f := &lang.File{}
	add := func(d lang.Decl) { f.Decls = append(f.Decls, d) }
	for _, t := range g.linear {
		add(&lang.TypeDecl{Linear: true, Name: ident(t.name)})
	}
	for _, t := range g.opaque {
		add(&lang.TypeDecl{Name: ident(t.name)})
	}
	for _, m := range g.measures {
		d := &lang.Def{Name: ident(m.name), Body: &lang.Uninterpreted{}, Result: m.result.syntax()}
		for i := len(m.args) - 1; i >= 0; i-- {
			d.Result = &lang.TypeFun{Param: &lang.Param{Name: ident([]string{"p", "q"}[i]), Type: m.args[i].syntax()}, Result: d.Result}
		}
		if m.taint {
			d.Decorators = []*lang.Decorator{{Name: ident("taint")}}
			if m.explicit {
				d.Decorators[0].Args = []lang.Expr{ref("explicit")}
			}
		}
		if m.prompt {
			d.Decorators = []*lang.Decorator{{Name: ident("prompt")}}
		}
		if m.volatile {
			d.Decorators = []*lang.Decorator{{Name: ident("volatile")}}
		}
		add(d)
	}
	g.inductives(add)
	for _, fn := range g.funcs {
		add(fn.decl())
	}
	c := &lang.Contract{}
	for _, p := range g.contract {
		c.Params = append(c.Params, p.syntax())
	}
	if g.result != nil {
		c.Result = g.result.syntax()
	}
	add(c)
	return f
}
