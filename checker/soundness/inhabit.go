package soundness

import "github.com/aeonc/aeonc/lang"

// result is what a native gives.
func (m *machine) result(s scoped, who string) Value {
	return m.given(who, func(like *Value) Value { return m.choose(s, who, like) })
}

// choose chooses a value that a type admits, and that is like the given one, if
// there is one.
func (m *machine) choose(s scoped, who string, like *Value) Value {
	like = m.hinted(like)
	for try := 0; try < 60; try++ {
		mark := len(m.undo)
		like = m.lessLike(like, try)
		m.like = like
		if v, ok := m.inhabit(s, 0); ok {
			return m.settle(v)
		}
		m.rollback(mark)
	}
	m.stuck("%s has no result that meets its type", who)
	return Value{}
}

// hinted takes the hint that was given for the value that is chosen next.
func (m *machine) hinted(like *Value) *Value {
	if like == nil {
		like = m.hint
	}
	m.hint = nil
	return like
}

// lessLike gives up a hint that a type does not admit, its labels first.
func (m *machine) lessLike(like *Value, try int) *Value {
	switch {
	case m.script == nil || like == nil || try < 15:
		return like
	case try < 30:
		return &Value{like.D, m.anyLabels()}
	}
	return nil
}

// inhabitParam chooses a value that a parameter admits.
func (m *machine) inhabitParam(q *lang.Param, e *env, sub map[string]scoped, who string) Value {
	return m.given(who, func(like *Value) Value { return m.chooseParam(q, e, sub, who, like) })
}

func (m *machine) chooseParam(q *lang.Param, e *env, sub map[string]scoped, who string, like *Value) Value {
	like = m.hinted(like)
	for try := 0; try < 60; try++ {
		mark := len(m.undo)
		like = m.lessLike(like, try)
		m.like = like
		v, ok := m.inhabit(scoped{t: q.Type, env: e, sub: sub}, 0)
		if ok && (q.Pred == nil || m.satisfy(q.Pred, e.bind(q.Name.Name, v))) {
			return m.settle(v)
		}
		m.rollback(mark)
	}
	m.stuck("%s has no value", who)
	return Value{}
}

// inhabit chooses a value; it may hold holes that later components fill.
func (m *machine) inhabit(s scoped, depth int) (Value, bool) {
	like := m.like
	m.like = nil
	switch t := s.t.(type) {
	case *lang.TypeName:
		return m.inhabitName(t.Name.Name, s, depth, like)
	case *lang.TypeApp:
		if t.Name.Name == "List" {
			out := make(List, m.rng.IntN(6))
			var keep bool
			if m.keeps(like) {
				var l List
				if l, keep = like.D.(List); keep {
					out = make(List, len(l))
				}
			}
			for i := range out {
				if keep {
					m.like = part(like, i)
				}
				if m.script != nil && (m.like == nil || m.like.D == nil) && m.rng.IntN(2) == 0 {
					m.like = m.script.anyOf(m, t.Args[0])
				}
				v, ok := m.inhabit(s.at(t.Args[0]), depth+1)
				if !ok {
					return Value{}, false
				}
				out[i] = m.settle(v)
			}
			return Value{out, m.labelsLike(like)}, true
		}
		d := m.p.types[t.Name.Name]
		if d == nil || d.ctors == nil {
			return m.opaque(key(Value{D: t.Name.Name}), false, like), true
		}
		return m.inhabitData(d, d.bindParams(t, s), depth, like)
	case *lang.TypeRefined:
		m.like = like
		v, ok := m.inhabit(s.at(t.Base), depth)
		return v, ok && m.satisfy(t.Pred, s.bind(t.Name.Name, v))
	case *lang.TypeTuple:
		out := make(Tuple, len(t.Elems))
		e := s.env
		for i, c := range t.Elems {
			m.like = part(like, i)
			v, ok := m.inhabit(s.at(c.Type).under(e), depth)
			if !ok {
				return Value{}, false
			}
			out[i] = v
			if c.Name.Name != "" {
				e = e.bind(c.Name.Name, v)
			}
		}
		return Value{D: out}, true
	case *lang.TypeFun:
		return m.nativeFunction(t, s), true
	}
	m.violated("cannot inhabit %s", unhandled("type", s.t))
	return Value{}, false
}

func (m *machine) inhabitName(name string, s scoped, depth int, like *Value) (Value, bool) {
	switch name {
	case "Int", "Bool", "String", "Float":
		h := &hole{kind: name}
		if m.same(like) {
			h.set, h.v = true, like.D
		}
		return Value{h, m.labelsLike(like)}, true
	case "Unit":
		return Value{Unit{}, m.labelsLike(like)}, true
	}
	if inner, ok := s.sub[name]; ok {
		if inner.t != nil {
			m.like = like
			return m.inhabit(inner, depth)
		}
		if like != nil {
			for _, v := range inner.given {
				if m.same(like) && v.L == like.L && key(v) == key(*like) {
					return v, true
				}
			}
		}
		return inner.given[m.rng.IntN(len(inner.given))], true
	}
	d := m.p.types[name]
	switch {
	case d == nil:
		m.violated("unknown type %s", name)
	case d.ctors != nil:
		return m.inhabitData(d, nil, depth, like)
	}
	return m.opaque(name, d.linear, like), true
}

func (m *machine) inhabitData(d *typeDecl, sub map[string]scoped, depth int, like *Value) (Value, bool) {
	c := d.ctors[m.rng.IntN(len(d.ctors))]
	if depth > 3 {
		for _, k := range d.ctors {
			if len(k.sig.Params) == 0 {
				c = k
			}
		}
	}
	var keep bool
	if m.keeps(like) {
		var old *Data
		if old, keep = like.D.(*Data); keep {
			c = old.Ctor
		}
	}
	fields := make([]Value, len(c.sig.Params))
	var e *env
	for i, q := range c.sig.Params {
		if keep {
			m.like = part(like, i)
		}
		v, ok := m.inhabit(scoped{t: q.Type, env: e, sub: sub}, depth+1)
		if !ok || (q.Pred != nil && !m.satisfy(q.Pred, e.bind(q.Name.Name, v))) {
			return Value{}, false
		}
		fields[i] = m.settle(v)
		e = e.bind(q.Name.Name, fields[i])
	}
	v, ok := m.construct(c, fields, e)
	v.L = m.labelsLike(like)
	return v, ok
}

// opaque chooses a handle: one that exists, or a new one. A linear value is
// always new.
func (m *machine) opaque(name string, linear bool, like *Value) Value {
	known := m.pool[name]
	if !linear && m.same(like) {
		if o, ok := like.D.(*Opaque); ok && o.Type == name {
			return Value{&Opaque{Type: o.Type, ID: o.ID, element: o.element}, like.L}
		}
	}
	if !linear && len(known) > 0 && m.rng.IntN(3) == 0 {
		v := known[m.rng.IntN(len(known))]
		v.L = m.labelsLike(like)
		return v
	}
	m.id++
	o := &Opaque{Type: name, ID: m.id, Linear: linear}
	if like != nil {
		if old, ok := like.D.(*Opaque); ok && linear {
			o.element = old.element
		}
	}
	v := Value{o, m.labelsLike(like)}
	if linear {
		n := len(m.all)
		m.all = append(m.all, o)
		m.undo = append(m.undo, func() { m.all = m.all[:n] })
	} else {
		m.pool[name] = append(known, v)
		m.undo = append(m.undo, func() { m.pool[name] = known })
	}
	return v
}

// nativeFunction is a function that a native returns.
func (m *machine) nativeFunction(t *lang.TypeFun, s scoped) Value {
	return Value{D: &Func{Name: "a function returned by a native", Arity: 1, Call: func(args []Value) Value {
		begin := m.epoch
		v := m.imposeParam(t.Param, args[0], s.env, s.sub, "the argument of a native's function")
		if m.take([]*lang.Param{t.Param}, []Value{v}, "a native's function") {
			m.epoch++
		}
		e := &env{t.Param.Name.Name, v, begin, s.env}
		return m.result(s.at(t.Result).under(e), "a native's function")
	}}}
}

// settle replaces every hole in v by what it was filled with.
func (m *machine) settle(v Value) Value {
	switch d := v.D.(type) {
	case *hole:
		return m.force(v)
	case Tuple:
		out := make(Tuple, len(d))
		for i, e := range d {
			out[i] = m.settle(e)
		}
		return Value{out, v.L}
	}
	return v
}

// anyLabels chooses labels for a native's result.
func (m *machine) anyLabels() Labels {
	if len(m.p.labels) == 0 {
		return 0
	}
	return Labels(m.rng.Uint32()) & (1<<len(m.p.labels) - 1 | m.p.prompts)
}
