package soundness

import "github.com/aeonc/aeonc/lang"

// trial runs f and takes back what it did, unless the goal breaks.
func (m *machine) trial(f func()) {
	mark, epoch, pc, steps, sites, trace := len(m.undo), m.epoch, m.pc, m.steps, len(m.sites), len(m.trace)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case halt:
			if m.broke {
				panic(r)
			}
		default:
			panic(r)
		}
		m.rollback(mark)
		m.epoch, m.pc, m.steps, m.sites, m.trace = epoch, pc, steps, m.sites[:sites], m.trace[:trace]
		m.ghost, m.probing = false, false
	}()
	f()
}

// drive runs a function in which the goal stands on arguments that its type admits,
// as the checker does.
func (m *machine) drive(t *lang.TypeFun, s scoped, f Value, what string) {
	fn, ok := f.D.(*Func)
	if !ok || m.script == nil || m.ghost || !m.script.concerns(fn.lambda) {
		return
	}
	m.trial(func() {
		m.epoch++ // it may run later
		m.under(m.decides, func() Value {
			m.driven(t, s, f, what)
			return Value{}
		})
	})
}

func (m *machine) driven(t *lang.TypeFun, s scoped, f Value, what string) {
	begin := m.epoch
	m.hint = m.argumentOf(f)
	a := m.inhabitParam(t.Param, s.env, s.sub, "the argument of "+what)
	r := m.apply(f, []Value{a})
	e := &env{t.Param.Name.Name, a, begin, s.env}
	if next, more := t.Result.(*lang.TypeFun); more {
		m.driven(next, s.under(e), r, what)
		return
	}
	m.impose(s.at(t.Result).under(e), r, "what "+what+" returns")
}

// argumentOf is the next argument of a lambda in the execution.
func (m *machine) argumentOf(f Value) *Value {
	fn, ok := f.D.(*Func)
	if !ok || m.script == nil || fn.lambda == nil || len(fn.Args) >= len(fn.lambda.Params) {
		return nil
	}
	q := fn.lambda.Params[len(fn.Args)]
	return m.script.variable(m, q.Name.Name, q.Name.Span)
}

// anyTurn runs a loop's function, in which the goal stands, on the values of the
// execution, which the loop's invariant allows.
func (m *machine) anyTurn(f Value) {
	fn, ok := f.D.(*Func)
	if !ok || m.script == nil || !m.script.modular || m.ghost || !m.script.concerns(fn.lambda) {
		return
	}
	m.trial(func() {
		m.script.onInvariant = true
		var args []Value
		for _, q := range fn.lambda.Params[len(fn.Args):] {
			like := m.script.variable(m, q.Name.Name, q.Name.Span)
			if like == nil {
				return
			}
			v, ok := m.made(*like)
			if !ok {
				return
			}
			args = append(args, v)
		}
		m.apply(f, args)
	})
	m.script.onInvariant = false
}

// made is a value of the execution, with linear parts that are new; false where the
// execution leaves a part of it open.
func (m *machine) made(like Value) (Value, bool) {
	all := func(vs []Value) ([]Value, bool) {
		out := make([]Value, len(vs))
		for i, v := range vs {
			var ok bool
			if out[i], ok = m.made(v); !ok {
				return nil, false
			}
		}
		return out, true
	}
	switch d := like.D.(type) {
	case nil:
		return Value{}, false
	case *Opaque:
		t := m.p.types[d.Type]
		return m.opaque(d.Type, t != nil && t.linear, &like), true
	case Tuple:
		out, ok := all(d)
		return Value{Tuple(out), like.L}, ok
	case List:
		out, ok := all(d)
		return Value{List(out), like.L}, ok
	case *Data:
		out, ok := all(d.Fields)
		return Value{&Data{d.Ctor, out}, like.L}, ok
	}
	return like, true
}

// byType is what a definition may give by its type, as the execution has it; false
// where its body is to be run.
func (m *machine) byType(g *global, types *env, sub map[string]scoped) (Value, bool) {
	s := m.script
	if s == nil || !s.modular || m.ghost || g.result == nil || !refinedAnywhere(g.result) || s.at.within(placeOf(g.def.Span)) {
		return Value{}, false
	}
	like := s.result(m, g.name, m.site())
	if like == nil {
		return Value{}, false
	}
	s.onType = true
	m.hint = like
	return m.result(scoped{t: g.result, env: types, sub: sub}, g.name), true
}

// byList is what a function over lists may give by what is known of it; false where
// it is to be run.
func (m *machine) byList(name string, args []Value) (Value, bool) {
	s := m.script
	if s == nil || !s.modular || m.ghost {
		return Value{}, false
	}
	for _, a := range args {
		if f, ok := a.D.(*Func); ok && s.concerns(f.lambda) {
			return Value{}, false
		}
	}
	like := s.result(m, name, m.site())
	if s.goal.Kind == "element" && s.at == m.site() {
		// Of the list, the execution has one element that does not do.
		if e, known := s.variables[occurrence{"", s.at}]; known {
			like = &Value{D: List{*s.value(e.Value, e.Labels)}}
		}
	}
	if like == nil {
		return Value{}, false
	}
	v, ok := m.made(*like)
	s.onType = s.onType || ok
	return v, ok
}
