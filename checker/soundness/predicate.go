package soundness

import (
	"math/big"

	"github.com/aeonc/aeonc/lang"
)

// unchosen is the panic of probing something that the world has not chosen.
type unchosen struct{}

// satisfy makes a predicate true by choosing what is not chosen yet.
func (m *machine) satisfy(p lang.Expr, e *env) bool {
	for _, c := range conjuncts(p, nil) {
		if !m.decide(c, e, true) {
			return false
		}
	}
	return true
}

// refuted makes a predicate false if it can, and otherwise decides it.
func (m *machine) refuted(p lang.Expr, e *env) bool {
	for try := 0; try < 3; try++ {
		mark := len(m.undo)
		if m.decide(p, e, false) {
			return true
		}
		m.rollback(mark)
	}
	return !m.truth(m.ghostly(p, e))
}

// decide tries to give a predicate a truth value, and says whether it has it.
func (m *machine) decide(p lang.Expr, e *env, want bool) bool {
	m.want(p, e, want)
	return m.truth(m.ghostly(p, e)) == want
}

// ghostly evaluates a predicate, choosing at random what is not chosen yet.
func (m *machine) ghostly(p lang.Expr, e *env) Value {
	saved := m.ghost
	m.ghost = true
	v := m.eval(p, e)
	m.ghost = saved
	return v
}

// probe evaluates a predicate's part if everything it depends on is chosen.
func (m *machine) probe(p lang.Expr, e *env) (v Value, ok bool) {
	ghost, probing, pc := m.ghost, m.probing, m.pc
	m.ghost, m.probing = true, true
	defer func() {
		m.ghost, m.probing, m.pc = ghost, probing, pc
		switch r := recover().(type) {
		case nil:
		case unchosen:
			ok = false
		default:
			panic(r)
		}
	}()
	return m.eval(p, e), true
}

func (m *machine) rollback(mark int) {
	for len(m.undo) > mark {
		m.undo[len(m.undo)-1]()
		m.undo = m.undo[:len(m.undo)-1]
	}
}

// set chooses the value of a measure or @pure native.
func (m *machine) set(k string, v Value) {
	m.table[k] = v
	m.undo = append(m.undo, func() { delete(m.table, k) })
}

func (m *machine) fill(h *hole, v any) {
	h.set, h.v = true, v
	m.undo = append(m.undo, func() { h.set, h.v = false, nil })
}

// force reads a value; a hole that is not filled is filled at random.
func (m *machine) force(v Value) Value {
	h, ok := v.D.(*hole)
	if !ok {
		return v
	}
	if !h.set {
		if m.probing {
			panic(unchosen{})
		}
		m.fill(h, m.random(h.kind))
	}
	return Value{h.v, v.L}
}

// measureApp applies a measure to arguments. A volatile measure is read at the
// moment that its argument's variable speaks of.
func (m *machine) measureApp(g *global, args []lang.Expr, e *env) Value {
	if !m.ghost {
		m.violated("measure %s is used at run time", g.name)
	}
	return m.measure(g, m.evalAll(args, e), m.moment(args, e))
}

func (m *machine) moment(args []lang.Expr, e *env) int {
	at := now
	for _, a := range args {
		if v, ok := stripParens(a).(*lang.Var); ok {
			if b := e.lookup(v.Name.Name); b != nil && b.epoch != now {
				at = b.epoch
			}
		}
	}
	return at
}

func (m *machine) measureKey(g *global, args []Value, at int) string {
	if o, ok := args[0].D.(*Opaque); ok && len(args) == 1 {
		for o.kept[g.name] != nil {
			o = o.kept[g.name]
		}
		args = []Value{{D: o}}
	}
	k := g.name + "(" + keys(args) + ")"
	if g.volatile {
		if at == now {
			at = m.epoch
		}
		k += "@" + big.NewInt(int64(at)).String()
	}
	return k
}

func (m *machine) measure(g *global, args []Value, at int) Value {
	if g.taint {
		return boolOf(labelsOf(args[0])&m.p.labels[g.name] != 0)
	}
	if g.prompt {
		return boolOf(args[0].L&m.p.promptBits[g.name] != 0)
	}
	k := m.measureKey(g, args, at)
	v, ok := m.known(k, g, args, at)
	if !ok {
		if m.probing {
			panic(unchosen{})
		}
		v = m.choose(scoped{t: g.result, env: m.measureEnv(g, args)}, "measure "+g.name, nil)
		m.set(k, v)
	}
	return v
}

// known is the value that a measure has already, by choice or in the execution that
// is replayed.
func (m *machine) known(k string, g *global, args []Value, at int) (Value, bool) {
	v, ok := m.table[k]
	if !ok && m.script != nil {
		if at == now {
			at = m.epoch
		}
		if v, ok = m.script.application(g.name, args, g.volatile, at); ok {
			m.set(k, v)
		}
	}
	return v, ok
}

func (m *machine) measureEnv(g *global, args []Value) *env {
	var e *env
	for i, q := range g.params {
		e = e.bind(q.Name.Name, args[i])
	}
	return e
}

// want pushes a predicate towards a truth value. It is a heuristic: decide
// checks what came of it. The right operand of a connective is touched only
// where evaluation would reach it.
func (m *machine) want(p lang.Expr, e *env, b bool) {
	switch p := p.(type) {
	case *lang.Paren:
		m.want(p.X, e, b)
	case *lang.Unary:
		if p.Op == "!" {
			m.want(p.X, e, !b)
		}
	case *lang.If:
		branch := p.Else
		if m.truth(m.ghostly(p.Cond, e)) {
			branch = p.Then
		}
		m.want(branch, e, b)
	case *lang.Binary:
		m.wantBinary(p, e, b)
	default:
		m.assign(p, e, boolOf(b))
	}
}

func (m *machine) wantBinary(p *lang.Binary, e *env, b bool) {
	switch p.Op {
	case "&&", "||", "-->":
		// "l stops" is the value of l that decides; the other one runs r.
		stops := p.Op == "||"
		stopped := p.Op != "&&" // the value of the whole when l stops
		if b == stopped && m.rng.IntN(2) == 0 {
			m.want(p.Left, e, stops)
		} else {
			m.want(p.Left, e, !stops)
		}
		if m.truth(m.ghostly(p.Left, e)) != stops {
			m.want(p.Right, e, b)
		} else if b != stopped {
			return // cannot be
		}
	case "=", "!=":
		m.wantEqual(p, e, b == (p.Op == "="))
	case "<", "<=", ">", ">=":
		m.wantOrder(p, e, b)
	}
}

func (m *machine) wantEqual(p *lang.Binary, e *env, same bool) {
	known, other := p.Left, p.Right
	v, ok := m.probe(known, e)
	if !ok {
		if v, ok = m.probe(other, e); ok {
			known, other = other, known
		} else {
			if m.rng.IntN(2) == 0 {
				known, other = other, known
			}
			v = m.ghostly(known, e)
		}
	}
	if !same {
		v = m.different(v)
	}
	m.assign(other, e, v)
}

// different is some other value of the same type, where one is easily found.
func (m *machine) different(v Value) Value {
	for try := 0; try < 20; try++ {
		w := v
		switch v.D.(type) {
		case *big.Int:
			w = Value{D: m.random("Int")}
		case bool:
			return boolOf(!v.D.(bool))
		case string:
			w = Value{D: m.random("String")}
		case float64:
			w = Value{D: m.random("Float")}
		case *Data:
			d := v.D.(*Data)
			if c := d.Ctor.owner.ctors[m.rng.IntN(len(d.Ctor.owner.ctors))]; len(c.sig.Params) == 0 {
				w = Value{D: &Data{Ctor: c}}
			}
		case *Opaque:
			o := v.D.(*Opaque)
			if !o.Linear {
				w = m.opaque(o.Type, false, nil)
			}
		}
		if !equal(v, w) {
			return w
		}
	}
	return v
}

func (m *machine) wantOrder(p *lang.Binary, e *env, b bool) {
	target, other, op := p.Left, p.Right, string(p.Op)
	v, ok := m.probe(other, e)
	if !ok {
		if v, ok = m.probe(target, e); ok {
			target, other = other, target
			op = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}[op]
		} else {
			v = m.ghostly(other, e)
		}
	}
	if !b {
		op = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<"}[op]
	}
	step := int64(m.rng.IntN(3))
	if op == "<" || op == ">" {
		step++
	}
	if op == "<" || op == "<=" {
		step = -step
	}
	switch d := v.D.(type) {
	case *big.Int:
		m.assign(target, e, Value{D: new(big.Int).Add(d, big.NewInt(step))})
	case float64:
		m.assign(target, e, Value{D: d + float64(step)/2})
	}
}
