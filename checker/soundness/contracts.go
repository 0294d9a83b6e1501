package soundness

import "github.com/aeonc/aeonc/lang"

// scoped is a type with what its names mean.
type scoped struct {
	t   lang.Type
	env *env
	// sub gives the type variables; nil entries mean "anything".
	sub map[string]scoped
	// given are the arguments that were passed at a type variable: by
	// parametricity a native can only return one of them.
	given []Value
}

func (s scoped) at(t lang.Type) scoped       { return scoped{t: t, env: s.env, sub: s.sub} }
func (s scoped) under(e *env) scoped         { return scoped{t: s.t, env: e, sub: s.sub} }
func (s scoped) param(p *lang.Param) scoped  { return s.at(p.Type) }
func (s scoped) bind(n string, v Value) *env { return s.env.bind(n, v) }

// instantiate collects what was passed at each type variable of g.
func (m *machine) instantiate(g *global, args []Value) map[string]scoped {
	sub := map[string]scoped{}
	for i, q := range g.params {
		m.collect(q.Type, args[i], sub)
	}
	return sub
}

func (m *machine) collect(t lang.Type, v Value, sub map[string]scoped) {
	switch t := t.(type) {
	case *lang.TypeName:
		if isTypeVariable(t.Name.Name) {
			s := sub[t.Name.Name]
			s.given = append(s.given, v)
			sub[t.Name.Name] = s
		}
	case *lang.TypeRefined:
		m.collect(t.Base, v, sub)
	case *lang.TypeApp:
		switch d := v.D.(type) {
		case List:
			for _, e := range d {
				m.collect(t.Args[0], e, sub)
			}
		case *Data:
			inner := d.Ctor.owner.bindParams(t, scoped{})
			for i, q := range d.Ctor.sig.Params {
				if a, ok := inner[typeHead(q.Type)]; ok {
					m.collect(a.t, d.Fields[i], sub)
				}
			}
		}
	case *lang.TypeTuple:
		if d, ok := v.D.(Tuple); ok && len(d) == len(t.Elems) {
			for i, e := range t.Elems {
				m.collect(e.Type, d[i], sub)
			}
		}
	}
}

// bindParams gives the parameters of an inductive type their arguments.
func (d *typeDecl) bindParams(t *lang.TypeApp, s scoped) map[string]scoped {
	sub := map[string]scoped{}
	for i, a := range t.Args {
		if i < len(d.params) {
			sub[d.params[i]] = s.at(a)
		}
	}
	return sub
}

// imposeParam holds an argument to its parameter.
func (m *machine) imposeParam(q *lang.Param, v Value, e *env, sub map[string]scoped, what string) Value {
	if q.Type != nil {
		v = m.impose(scoped{t: q.Type, env: e, sub: sub}, v, what)
	}
	if q.Pred != nil {
		m.demand(q.Pred, e.bind(q.Name.Name, v), what)
	}
	return v
}

// impose holds a value to a type. A function is wrapped, so that it is held to
// its type at every call (Findler and Felleisen, Contracts for higher-order
// functions).
func (m *machine) impose(s scoped, v Value, what string) Value {
	switch t := s.t.(type) {
	case *lang.TypeName:
		return m.imposeName(t.Name.Name, s, v, what)
	case *lang.TypeRefined:
		v = m.impose(s.at(t.Base), v, what)
		m.demand(t.Pred, s.bind(t.Name.Name, v), what)
	case *lang.TypeApp:
		return m.imposeApp(t, s, v, what)
	case *lang.TypeTuple:
		d, ok := v.D.(Tuple)
		if !ok || len(d) != len(t.Elems) {
			m.violated("%s: %s is not a tuple of %d", what, m.show(v), len(t.Elems))
		}
		out := make(Tuple, len(d))
		e := s.env
		for i, c := range t.Elems {
			out[i] = m.impose(s.at(c.Type).under(e), d[i], what)
			if c.Name.Name != "" {
				e = e.bind(c.Name.Name, out[i])
			}
		}
		return Value{out, v.L}
	case *lang.TypeFun:
		return m.wrap(t, s, v, what)
	case *lang.TypeForall:
		return m.impose(s.at(t.Body), v, what)
	case *lang.TypeForallPred:
		return m.impose(s.at(t.Body), v, what)
	default:
		m.violated("cannot run %s", unhandled("type", t))
	}
	return v
}

func (m *machine) imposeName(name string, s scoped, v Value, what string) Value {
	if inner, ok := s.sub[name]; ok {
		if inner.t == nil {
			return v
		}
		return m.impose(inner, v, what)
	}
	if !isTypeVariable(name) && dynamicType(v) != name {
		m.violated("%s: %s is not of type %s", what, m.show(v), name)
	}
	if d, ok := v.D.(*Data); ok {
		return m.imposeFields(d, s, v, what)
	}
	return v
}

func (m *machine) imposeApp(t *lang.TypeApp, s scoped, v Value, what string) Value {
	switch d := v.D.(type) {
	case List:
		out := make(List, len(d))
		for i, e := range d {
			out[i] = m.impose(s.at(t.Args[0]), e, what)
		}
		return Value{out, v.L}
	case *Data:
		if d.Ctor.owner.name != t.Name.Name {
			m.violated("%s: %s is not a %s", what, m.show(v), t.Name.Name)
		}
		inner := scoped{env: nil, sub: d.Ctor.owner.bindParams(t, s)}
		return m.imposeFields(d, inner, v, what)
	}
	if dynamicType(v) != t.Name.Name {
		m.violated("%s: %s is not a %s", what, m.show(v), t.Name.Name)
	}
	return v
}

func (m *machine) imposeFields(d *Data, s scoped, v Value, what string) Value {
	if len(d.Fields) == 0 {
		return v
	}
	out := &Data{Ctor: d.Ctor, Fields: make([]Value, len(d.Fields))}
	var e *env
	for i, q := range d.Ctor.sig.Params {
		out.Fields[i] = m.imposeParam(q, d.Fields[i], e, s.sub, what)
		e = e.bind(q.Name.Name, out.Fields[i])
	}
	return Value{out, v.L}
}

func (m *machine) wrap(t *lang.TypeFun, s scoped, v Value, what string) Value {
	f, ok := v.D.(*Func)
	if !ok {
		m.violated("%s: %s is not a function", what, m.show(v))
	}
	m.drive(t, s, v, what)
	if !refinedAnywhere(t) {
		return v
	}
	return Value{&Func{Name: f.Name, Arity: 1, lambda: f.lambda, Args: nil, Call: func(args []Value) Value {
		begin := m.epoch
		a := m.imposeParam(t.Param, args[0], s.env, s.sub, "the argument of "+what)
		r := m.apply(v, []Value{a})
		e := &env{t.Param.Name.Name, a, begin, s.env}
		return m.impose(s.at(t.Result).under(e), r, "what "+what+" returns")
	}}, v.L}
}

// refinedAnywhere reports whether there is anything to check.
func refinedAnywhere(t lang.Type) bool {
	found := false
	walkType(t, func(lang.Expr) { found = true })
	return found
}

// demand checks every conjunct of a predicate. What the world has not chosen
// yet is chosen against it if that can be.
func (m *machine) demand(p lang.Expr, e *env, what string) {
	if m.probing {
		return
	}
	for _, c := range conjuncts(p, nil) {
		if m.p.blind && m.p.speaksOfLabels(c) {
			continue
		}
		m.checks++
		if m.refuted(c, e) {
			if m.unmet(c.Range()) {
				continue
			}
			m.violated("%s: %s is false; %s", what, PrintExpr(c), m.showVariables(c, e))
		}
	}
}
