package soundness

import (
	"fmt"
	"maps"
	"math/rand/v2"

	"github.com/aeonc/aeonc/lang"
)

// plan writes one plan under a spec.
type plan struct {
	*spec
	syms    int
	helpers []*lang.Def
	// careless is how often, in a thousand decisions, a mistake is made.
	careless int
	// nesting counts the functions being written inside each other's arguments.
	nesting int
	// last is what is known of the expression just written, nil for what
	// evaluation tells.
	last *abs
}

// variable is a plan variable in scope.
type variable struct {
	name, sym string
	base      *base
	dead      bool // consumed
	borrowed  bool
}

// state is a point of the plan: what is in scope and what is known.
type state struct {
	*known
	vars []*variable
	// under are the labels of the conditions in force.
	under map[string]bool
}

func (st *state) clone() *state {
	out := &state{known: st.known.clone(), under: maps.Clone(st.under)}
	for _, v := range st.vars {
		c := *v
		out.vars = append(out.vars, &c)
	}
	return out
}

// names maps the variables in scope to their symbols.
func (st *state) names() names {
	out := names{}
	for _, v := range st.vars {
		out[v.name] = v.sym
	}
	return out
}

// visible lists the variables that a name reaches, of one type.
func (st *state) visible(b *base) []*variable {
	last := map[string]*variable{}
	for _, v := range st.vars {
		last[v.name] = v
	}
	var out []*variable
	for _, v := range st.vars {
		if last[v.name] == v && (b == nil || v.base.same(b)) {
			out = append(out, v)
		}
	}
	return out
}

// live lists the linear variables that must still be consumed.
func (st *state) live(b *base) []*variable {
	var out []*variable
	for _, v := range st.visible(b) {
		if v.base.linear && !v.dead && !v.borrowed {
			out = append(out, v)
		}
	}
	return out
}

func newPlan(g *spec, rng *rand.Rand) *lang.File {
	p := &plan{spec: g, careless: pick(rng, []int{0, 5, 15, 40})}
	p.rng = rng
	for n := rng.IntN(3); n > 0; n-- {
		p.helper()
	}
	if p.oneIn(2) {
		p.asking()
	}
	st := p.start()
	for _, q := range g.contract {
		p.declare(st, q.name, &q.typed)
	}
	body := p.block(st, 3+rng.IntN(9))
	f := &lang.File{Body: body}
	for _, h := range p.helpers {
		f.Decls = append(f.Decls, h)
	}
	if l, ok := body.(*lang.Let); ok && p.oneIn(12) && len(l.Binds) > 0 {
		// The plan's own body may end in a binding.
		l.Binds = append(l.Binds, bindLet(patVar("z"), l.Body))
		l.Body = nil
	}
	return f
}

func (p *plan) start() *state {
	st := &state{known: &known{facts: map[string]abs{}, eqs: map[string][]equation{}, spec: p.spec}, under: map[string]bool{}}
	for _, f := range p.funcs {
		if len(f.params) == 0 {
			st.assume(f.result[0].pred, names{f.result[0].name: f.name}, true)
		}
	}
	return st
}

// oneOf picks a function that is suitable, nil where there is none.
func (p *plan) oneOf(suitable func(*function) bool) *function {
	var fs []*function
	for _, f := range p.funcs {
		if suitable(f) {
			fs = append(fs, f)
		}
	}
	if len(fs) == 0 {
		return nil
	}
	return pick(p.rng, fs)
}

func (p *plan) slip() bool { return p.rng.IntN(1000) < p.careless }

func (p *plan) symbol() string {
	p.syms++
	return fmt.Sprintf("$%d", p.syms)
}

// declare brings a variable of a refined type into scope.
func (p *plan) declare(st *state, name string, t *typed) *variable {
	v := &variable{name: name, sym: p.symbol(), base: t.base}
	st.vars = append(st.vars, v)
	st.assume(t.pred, names{t.name: v.sym}, true)
	return v
}

// freshName chooses a name for a new variable; it often shadows one, but never
// a linear variable that is still live.
func (p *plan) freshName(st *state, like string) string {
	for {
		n := pick(p.rng, []string{"a", "b", "c", "d", "e", "h", "i", "r", "u", "x", "y", like, like})
		ok := true
		for _, v := range st.visible(nil) {
			if v.name == n && v.base.linear && !v.dead {
				ok = false
			}
		}
		if ok || p.slip() {
			return n
		}
	}
}

// pending is a conjunct of a precondition that is not known to hold.
type pending struct {
	e    lang.Expr
	env  names                // parameter → symbol
	args map[string]lang.Expr // parameter → argument
}

// application is a call that is about to be written.
type application struct {
	f       *function
	args    []lang.Expr
	env     names
	exprs   map[string]lang.Expr
	pending []pending
	uses    []*variable // linear variables that it consumes
}

// apply chooses arguments for f; ok is false where there are none.
func (p *plan) apply(st *state, f *function, depth int) (*application, bool) {
	a := &application{f: f, env: names{}, exprs: map[string]lang.Expr{}}
	taken := map[*variable]bool{}
	for _, q := range f.params {
		arg, sym, ok := p.argument(st, a, q, taken, depth)
		if !ok {
			return nil, false
		}
		a.args = append(a.args, arg)
		a.env[q.name] = sym
		a.exprs[q.name] = arg
	}
	for _, q := range f.params {
		if q.fun != nil || q.pred == nil {
			continue
		}
		for _, c := range conjuncts(q.pred, nil) {
			if v := st.eval(c, a.env); (v.kind != 'b' || !v.b || st.speaksOf(c)) && !typedOnly(c) {
				a.pending = append(a.pending, pending{c, maps.Clone(a.env), a.exprs})
			}
		}
	}
	return a, true
}

// argument chooses one argument.
func (p *plan) argument(st *state, a *application, q *parameter, taken map[*variable]bool, depth int) (lang.Expr, string, bool) {
	switch {
	case q.fun != nil:
		e, ok := p.functionValue(st, q.fun)
		return e, p.symbol(), ok
	case q.base.name == "a":
		vs := st.visible(nil)
		var plain []*variable
		for _, v := range vs {
			if !v.base.linear && v.base.kind != baseFun {
				plain = append(plain, v)
			}
		}
		if len(plain) == 0 {
			return intLit(1), p.symbol(), len(a.f.params) == 1
		}
		v := plain[0]
		return ref(v.name), v.sym, true
	case q.base.linear:
		vs := st.live(q.base)
		if q.mult == lang.Borrowed {
			vs = nil
			for _, v := range st.visible(q.base) {
				if !v.dead && !taken[v] {
					vs = append(vs, v)
				}
			}
		}
		if p.slip() {
			vs = st.visible(q.base)
		}
		if len(vs) == 0 {
			return nil, "", false
		}
		v := pick(p.rng, vs)
		if taken[v] && !p.slip() {
			return nil, "", false
		}
		taken[v] = true
		if q.mult == lang.Linear {
			a.uses = append(a.uses, v)
		}
		return ref(v.name), v.sym, true
	}
	if q.pred != nil && typedOnly(q.pred) && !p.oneIn(3) {
		return stringLit(pick(p.rng, p.words)), p.symbol(), true
	}
	// Of several candidates, the first that is known to do.
	var best lang.Expr
	var bestSym string
	for try := 0; try < 6; try++ {
		e, sym := p.operand(st, q.base, depth-1)
		if e == nil {
			break
		}
		env := maps.Clone(a.env)
		env[q.name] = sym
		good := true
		for _, c := range conjuncts(q.pred, nil) {
			if v := st.eval(c, env); v.kind != 'b' || !v.b {
				good = false
			}
		}
		if best == nil || good {
			best, bestSym = e, sym
		}
		if good || p.slip() {
			break
		}
	}
	return best, bestSym, best != nil
}

// expr is the call as it is written.
func (p *plan) write(a *application) lang.Expr {
	if n := len(a.args); n > 0 {
		if _, simple := isVar(a.args[0]); simple && p.oneIn(12) && a.f.params[0].fun == nil && a.f.params[0].base.name != "a" {
			m := &lang.Method{Recv: a.args[0], Name: ident(a.f.name)}
			if n == 1 {
				return m
			}
			return &lang.App{Fun: m, Args: a.args[1:]}
		}
		if n == 1 && p.oneIn(12) {
			return &lang.App{Fun: ref(a.f.name), Args: a.args, Dollar: true}
		}
		if n == 2 && a.uses == nil && !a.borrows() && p.oneIn(15) {
			return &lang.App{Fun: &lang.Paren{X: call(a.f.name, a.args[0])}, Args: a.args[1:]}
		}
	}
	return call(a.f.name, a.args...)
}

func (a *application) borrows() bool {
	for _, q := range a.f.params {
		if q.fun == nil && q.base.linear {
			return true
		}
	}
	return false
}

// after makes the call happen: what it consumes is dead, what its result type
// says is known. It returns the symbols of the components of the result.
func (p *plan) after(st *state, a *application) []string {
	for _, v := range a.uses {
		v.dead = true
	}
	env := maps.Clone(a.env)
	syms := make([]string, len(a.f.result))
	for i, c := range a.f.result {
		syms[i] = p.symbol()
		if c.name != "" {
			env[c.name] = syms[i]
		}
		st.assume(c.pred, env, true)
		if c.known != nil {
			st.assume(c.known, env, true)
		}
	}
	if a.f.keeps && len(a.f.result) == 1 && len(a.uses) == 1 {
		for _, m := range p.measuresOf(a.uses[0].base) {
			if !mentions(a.f.returnType(), m.name) {
				if v, ok := st.facts[m.name+"("+a.uses[0].sym+")"]; ok {
					st.facts[m.name+"("+syms[0]+")"] = v
				}
			}
		}
	}
	if len(a.uses) > 0 {
		st.forget()
	}
	return syms
}

// guard writes the run-time test of a pending conjunct: measures become
// queries, parameters become arguments.
func (p *plan) guard(st *state, c pending) (lang.Expr, bool) {
	ok := true
	var tr func(e lang.Expr) lang.Expr
	tr = func(e lang.Expr) lang.Expr {
		switch e := e.(type) {
		case *lang.Paren:
			return tr(e.X)
		case *lang.Var:
			if x, isParam := c.args[e.Name.Name]; isParam {
				return x
			}
			return e
		case *lang.Unary:
			return &lang.Unary{Op: e.Op, X: tr(e.X)}
		case *lang.Binary:
			return binop(string(e.Op), tr(e.Left), tr(e.Right))
		case *lang.If:
			return &lang.If{Cond: tr(e.Cond), Then: tr(e.Then), Else: tr(e.Else)}
		case *lang.App:
			name, _ := isVar(e.Fun)
			args := make([]lang.Expr, len(e.Args))
			for i, x := range e.Args {
				args[i] = tr(x)
			}
			for _, f := range p.funcs {
				if f.reads == name && len(f.params) == len(args) {
					if _, simple := isVar(args[0]); !simple {
						ok = false
					}
					return call(f.name, args...)
				}
			}
			for _, m := range p.measures {
				if m.name == name {
					ok = false
				}
			}
			return call(name, args...)
		}
		return e
	}
	e := tr(c.e)
	if b, isBin := e.(*lang.Binary); isBin && b.Op == "-->" {
		ok = false // '-->' is for predicates
	}
	return e, ok
}

// mentions counts how often the arguments mention a variable.
func (a *application) mentions(name string) int {
	n := 0
	walkAll(a.args, func(e lang.Expr) {
		if v, ok := e.(*lang.Var); ok && v.Name.Name == name {
			n++
		}
	})
	return n
}
