package soundness

import (
	"math/big"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// application evaluates the function, then its arguments, left to right, and
// only then makes the call.
func (m *machine) application(x *lang.App, e *env) Value {
	if v, ok := stripParens(x.Fun).(*lang.Var); ok && e.lookup(v.Name.Name) == nil {
		if g := m.p.globals[v.Name.Name]; g != nil && g.kind == measureFn && len(g.params) == len(x.Args) {
			return m.measureApp(g, x.Args, e)
		}
	}
	f := m.eval(x.Fun, e)
	args := m.evalAll(x.Args, e)
	return m.called(x.Span, func() Value { return m.apply(f, args) })
}

// called makes the call that stands somewhere.
func (m *machine) called(at diag.Span, call func() Value) Value {
	m.sites = append(m.sites, placeOf(at))
	v := call()
	m.sites = m.sites[:len(m.sites)-1]
	return v
}

// site is the place of the innermost call.
func (m *machine) site() place {
	if len(m.sites) == 0 {
		return place{}
	}
	return m.sites[len(m.sites)-1]
}

func stripParens(x lang.Expr) lang.Expr {
	for {
		p, ok := x.(*lang.Paren)
		if !ok {
			return x
		}
		x = p.X
	}
}

// apply gives a function its next arguments; too few make a partial
// application, the rest go to the result.
func (m *machine) apply(f Value, args []Value) Value {
	fn, ok := f.D.(*Func)
	if !ok {
		m.violated("%s is called and is not a function", m.show(f))
	}
	all := append(append([]Value{}, fn.Args...), args...)
	if len(all) < fn.Arity {
		return Value{&Func{Name: fn.Name, Arity: fn.Arity, Args: all, Call: fn.Call, lambda: fn.lambda}, f.L}
	}
	v := m.under(f.L, func() Value { return fn.Call(all[:fn.Arity]) })
	if len(all) > fn.Arity {
		return m.apply(v, all[fn.Arity:])
	}
	return v
}

// method calls a global whose first parameter of the receiver's type is filled
// by the receiver.
func (m *machine) method(x *lang.Method, e *env) Value {
	recv := m.eval(x.Recv, e)
	g := m.p.globals[x.Name.Name]
	if g == nil {
		m.violated("unknown method %s", x.Name.Name)
	}
	at := -1
	for i, q := range g.params {
		if typeHead(q.Type) == dynamicType(recv) {
			at = i
			break
		}
	}
	if at < 0 {
		m.violated("%s takes no %s", g.name, dynamicType(recv))
	}
	call := func(rest []Value) Value {
		args := append(append(append([]Value{}, rest[:at]...), recv), rest[at:]...)
		return m.call(g, args)
	}
	if len(g.params) == 1 {
		return m.called(x.Span, func() Value { return call(nil) })
	}
	return Value{D: &Func{Name: g.name, Arity: len(g.params) - 1, Call: call}}
}

func dynamicType(v Value) string {
	switch d := v.D.(type) {
	case *big.Int:
		return "Int"
	case bool:
		return "Bool"
	case float64:
		return "Float"
	case string:
		return "String"
	case Unit:
		return "Unit"
	case List:
		return "List"
	case *Data:
		return d.Ctor.owner.name
	case *Opaque:
		return d.Type
	}
	return "?"
}

// global is the value of a top-level name.
func (m *machine) global(g *global) Value {
	if g.kind == measureFn && !m.ghost {
		m.violated("measure %s is used at run time", g.name)
	}
	if len(g.params) > 0 {
		return Value{D: &Func{Name: g.name, Arity: len(g.params), global: g, Call: func(args []Value) Value {
			return m.call(g, args)
		}}}
	}
	if g.kind == nativeFn {
		return m.consts[g.name]
	}
	return m.callDef(g, nil)
}

func (m *machine) call(g *global, args []Value) Value {
	switch {
	case g.kind == measureFn:
		return m.measure(g, args, now)
	case g.kind == defFn:
		return m.callDef(g, args)
	case g.pure:
		return m.callPure(g, args)
	case m.ghost:
		m.violated("native %s is called in a predicate", g.name)
	}
	return m.callNative(g, args)
}

// callDef runs a definition and holds its body to its own signature.
func (m *machine) callDef(g *global, args []Value) Value {
	if g.def.Body == nil {
		m.violated("%s has no body", g.name)
	}
	var types, body *env
	begin := m.epoch
	sub := m.instantiate(g, args)
	m.decides = m.decidedBy(g, args)
	for i, q := range g.params {
		v := m.imposeParam(q, args[i], types, sub, "parameter "+q.Name.Name+" of "+g.name)
		if q.Mult == lang.Borrowed {
			for _, o := range linears(v, nil) {
				m.live(o, g.name)
			}
		}
		types = &env{q.Name.Name, v, begin, types}
		body = body.bind(q.Name.Name, v)
	}
	if v, ok := m.byType(g, types, sub); ok {
		return v
	}
	v := m.eval(g.def.Body, body)
	if g.result != nil {
		v = m.impose(scoped{t: g.result, env: types, sub: sub}, v, "the result of "+g.name)
	}
	if g.keeps {
		m.keep(g, args, v, func(mg *global, from, to *Opaque) {
			a, b := m.measure(mg, []Value{{D: from}}, now), m.measure(mg, []Value{{D: to}}, now)
			if !equal(a, b) {
				m.violated("@keeps %s changes %s", g.name, mg.name)
			}
		})
	}
	return v
}

// keep calls f for every measure that @keeps g must leave as it was.
func (m *machine) keep(g *global, args []Value, result Value, f func(mg *global, from, to *Opaque)) {
	for i, q := range g.params {
		t := m.p.types[typeHead(q.Type)]
		if t == nil || !t.linear || q.Mult == lang.Borrowed || q.Mult == lang.Erased {
			continue
		}
		from, ok := args[i].D.(*Opaque)
		for _, to := range linears(result, nil) {
			if !ok || to.Type != from.Type {
				continue
			}
			for _, mg := range m.p.measures[t.name] {
				if !mentions(g.result, mg.name) && !mg.volatile {
					f(mg, from, to)
				}
			}
		}
		return
	}
}

// callNative checks what the native demands, consumes what it consumes, and
// chooses a result that its type allows.
func (m *machine) callNative(g *global, args []Value) Value {
	m.calls++
	args = append([]Value{}, args...)
	for i := range args {
		args[i].L |= m.pc
	}
	m.note("call %s %s", g.name, m.showAll(args))
	var types *env
	begin := m.epoch
	sub := m.instantiate(g, args)
	m.decides = m.decidedBy(g, args)
	for i, q := range g.params {
		args[i] = m.imposeParam(q, args[i], types, sub, "parameter "+q.Name.Name+" of "+g.name)
		types = &env{q.Name.Name, args[i], begin, types}
	}
	m.publish(g, args)
	if m.take(g.params, args, g.name) {
		m.epoch++
	}
	m.callbacks(g, args, types, sub)
	if m.script != nil {
		m.hint = m.script.result(m, g.name, m.site())
	}
	v := m.result(scoped{t: g.result, env: types, sub: sub}, g.name)
	if g.keeps {
		m.keep(g, args, v, func(mg *global, from, to *Opaque) {
			if to.kept == nil {
				to.kept = map[string]*Opaque{}
			}
			to.kept[mg.name] = from
		})
	}
	m.note("   = %s", m.show(v))
	return v
}

// take uses the arguments of a native up: linear ones are consumed, borrowed
// ones must be live. It reports whether anything was consumed. What is passed
// at a type variable is passed through (see result), so it stays live.
func (m *machine) take(params []*lang.Param, args []Value, name string) bool {
	consumed := false
	for i, q := range params {
		head := typeHead(q.Type)
		switch {
		case q.Mult == lang.Erased:
		case q.Mult == lang.Borrowed:
			for _, o := range linears(args[i], nil) {
				m.live(o, name)
			}
		case isTypeVariable(head):
			for _, o := range linears(args[i], nil) {
				if q.Mult != lang.Linear {
					m.violated("linear %s is given to the unrestricted %s of %s", m.show(args[i]), q.Name.Name, name)
				}
				m.live(o, name)
				consumed = true
			}
		default:
			if m.consume(args[i], name) {
				consumed = true
			}
		}
	}
	return consumed
}

// callbacks lets a native call the functions it was given, on arguments that
// their types admit. Whether it does, and how often, may depend on the data that it
// was given.
func (m *machine) callbacks(g *global, args []Value, types *env, sub map[string]scoped) {
	by := m.decidedBy(g, args)
	for i, q := range g.params {
		t, ok := q.Type.(*lang.TypeFun)
		if !ok {
			continue
		}
		m.under(by, func() Value {
			for n := m.count("calls by "+g.name, 3); n > 0; n-- {
				m.callback(args[i], t, types, sub, g.name)
			}
			return Value{}
		})
	}
}

// decidedBy is the label of the data that a function is given beside functions.
func (m *machine) decidedBy(g *global, args []Value) Labels {
	var l Labels
	for i, q := range g.params {
		if _, isFunc := q.Type.(*lang.TypeFun); !isFunc {
			l |= labelsOf(args[i])
		}
	}
	return l
}

func (m *machine) callback(f Value, t *lang.TypeFun, e *env, sub map[string]scoped, who string) {
	m.hint = m.argumentOf(f)
	v := m.inhabitParam(t.Param, e, sub, "an argument that "+who+" gives")
	r := m.apply(f, []Value{v})
	if next, ok := t.Result.(*lang.TypeFun); ok {
		m.callback(r, next, e.bind(t.Param.Name.Name, v), sub, who)
		return
	}
	m.consume(r, who)
}

// callPure looks a @pure native up: equal arguments, equal results.
func (m *machine) callPure(g *global, args []Value) Value {
	var types *env
	sub := m.instantiate(g, args)
	var l Labels
	for i, q := range g.params {
		v := m.imposeParam(q, args[i], types, sub, "parameter "+q.Name.Name+" of "+g.name)
		types = types.bind(q.Name.Name, v)
		l |= labelsOf(v) &^ m.p.prompts
	}
	k := "pure " + g.name + "(" + keys(args) + ")"
	v, ok := m.table[k]
	if !ok && m.script != nil {
		// The model has a function of the name for each sort of results.
		if v, ok = m.script.application(g.name, args, false, 0); ok && dynamicType(v) == typeHead(g.result) {
			m.set(k, v)
		} else {
			ok = false
		}
	}
	if !ok {
		if m.probing {
			panic(unchosen{})
		}
		v = m.choose(scoped{t: g.result, env: types, sub: sub}, g.name, nil)
		m.set(k, v)
		m.note("pure %s %s = %s", g.name, m.showAll(args), m.show(v))
	}
	v.L = l
	return v
}

// constructorValue is a constructor as a value or function.
func (m *machine) constructorValue(c *constructor) Value {
	build := func(args []Value) Value {
		var types *env
		fields := make([]Value, len(args))
		for i, q := range c.sig.Params {
			fields[i] = m.imposeParam(q, args[i], types, nil, "field "+q.Name.Name+" of "+c.name)
			types = types.bind(q.Name.Name, fields[i])
		}
		v, ok := m.construct(c, fields, types)
		if !ok {
			m.stuck("constructor %s", c.name)
		}
		return v
	}
	if len(c.sig.Params) == 0 {
		return build(nil)
	}
	return Value{D: &Func{Name: c.name, Arity: len(c.sig.Params), Call: build}}
}

// construct makes a value, and true what its constructor's result type says of
// the measures of the inductive type.
func (m *machine) construct(c *constructor, fields []Value, types *env) (Value, bool) {
	v := Value{D: &Data{Ctor: c, Fields: fields}}
	r, ok := c.sig.Result.(*lang.TypeRefined)
	if !ok {
		return v, true
	}
	return v, m.satisfy(r.Pred, types.bind(r.Name.Name, v))
}
