package soundness

import (
	"math/rand/v2"
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// maxSteps bounds a run; plans cannot recurse, so this is never reached by
// small ones.
const maxSteps = 200_000

// machine is one execution.
type machine struct {
	p      *Program
	rng    *rand.Rand
	table  map[string]Value // measures and @pure natives, by name and arguments
	undo   []func()         // how to take back what was chosen since
	epoch  int              // counts the calls after which volatile facts end
	pool   map[string][]Value
	all    []*Opaque // every linear value made so far
	id     int
	consts map[string]Value

	// ghost: a predicate is being evaluated; measures exist.
	ghost bool
	// probing: nothing may be chosen; what is not chosen yet panics with
	// unchosen.
	probing bool
	// pc is the label of the conditions that control this point.
	pc Labels
	// model are the labels of what the model has read.
	model Labels

	steps  int
	trace  []string
	traced bool
	// script is the execution that is replayed; nil outside replay. hint is what the
	// next value that is chosen is like in it, broke says that its goal broke, and sites
	// are the calls around, innermost last.
	script *script
	hint   *Value
	broke  bool
	sites  []place

	calls  int
	checks int

	// decides is the label of what decides whether and how often the functions run that
	// the present call is given.
	decides Labels

	// tape records the run; follow is set in the second run of a pair; like is what
	// the value that is being chosen has to be like.
	tape   *tape
	follow *follow
	like   *Value
}

// env is a chain of bindings, innermost first. epoch tells at which moment a
// volatile measure of the variable is read; now means the current one.
type env struct {
	name  string
	v     Value
	epoch int
	up    *env
}

const now = -1

func (e *env) bind(name string, v Value) *env { return &env{name, v, now, e} }

func (e *env) lookup(name string) *env {
	for ; e != nil; e = e.up {
		if e.name == name {
			return e
		}
	}
	return nil
}

// eval evaluates an expression; in ghost mode, a predicate.
func (m *machine) eval(x lang.Expr, e *env) Value {
	m.steps++
	if m.steps > maxSteps {
		panic(halt{Overrun, "too many steps"})
	}
	switch x := x.(type) {
	case *lang.IntLit:
		return m.literal(x, Value{D: x.Value})
	case *lang.FloatLit:
		return m.literal(x, Value{D: parseFloat(x.Text)})
	case *lang.StringLit:
		return m.literal(x, stringOf(x.Value))
	case *lang.BoolLit:
		return m.literal(x, boolOf(x.Value))
	case *lang.UnitLit:
		return m.literal(x, Value{D: Unit{}})
	case *lang.Paren:
		return m.eval(x.X, e)
	case *lang.Var:
		return m.variable(x, e)
	case *lang.Unary:
		return m.unary(x.Op, m.eval(x.X, e))
	case *lang.Binary:
		return m.binary(x, e)
	case *lang.If:
		c := m.eval(x.Cond, e)
		branch := x.Else
		if m.decision(m.truth(c)) {
			branch = x.Then
		}
		return m.under(c.L, func() Value { return m.eval(branch, e) })
	case *lang.Let:
		return m.let(x, e)
	case *lang.Match:
		return m.match(x, e)
	case *lang.Lambda:
		return m.lambda(x, e)
	case *lang.Annot:
		return m.impose(scoped{t: x.Type, env: e}, m.eval(x.X, e), "an annotation")
	case *lang.Tuple:
		return Value{D: Tuple(m.evalAll(x.Elems, e))}
	case *lang.ListLit:
		return m.literal(x, Value{D: List(m.evalAll(x.Elems, e))})
	case *lang.Method:
		return m.method(x, e)
	case *lang.App:
		return m.application(x, e)
	}
	m.violated("cannot run %s", unhandled("expression", x))
	return Value{}
}

func (m *machine) evalAll(xs []lang.Expr, e *env) []Value {
	vs := make([]Value, len(xs))
	for i, x := range xs {
		vs[i] = m.eval(x, e)
	}
	return vs
}

// under runs f where a condition labelled l decides whether it runs.
func (m *machine) under(l Labels, f func() Value) Value {
	l &^= m.p.explicit | m.p.prompts
	saved := m.pc
	m.pc |= l
	v := f()
	m.pc = saved
	v.L |= l
	return v
}

// variable reads a variable or mentions a global.
func (m *machine) variable(x *lang.Var, e *env) Value {
	name := x.Name.Name
	if b := e.lookup(name); b != nil {
		return m.force(b.v)
	}
	if g := m.p.globals[name]; g != nil {
		return m.global(g)
	}
	if c := m.p.constructorNamed(name); c != nil {
		return m.literal(x, m.constructorValue(c))
	}
	if f, ok := m.builtin(name); ok {
		return f
	}
	// "s.read" where s is a variable or a constant.
	if i := strings.LastIndexByte(name, '.'); i > 0 && (e.lookup(name[:i]) != nil || m.p.globals[name[:i]] != nil) {
		recv := &lang.Var{Name: lang.Ident{Name: name[:i]}}
		return m.method(&lang.Method{Recv: recv, Name: lang.Ident{Name: name[i+1:]}, Span: x.Range()}, e)
	}
	m.violated("unknown name %s", name)
	return Value{}
}

func (m *machine) let(x *lang.Let, e *env) Value {
	var last Value
	for _, b := range x.Binds {
		v := m.eval(b.Value, e)
		if b.Type != nil {
			what := "the annotation of a let"
			v = m.impose(scoped{t: b.Type, env: e}, v, what)
			if p, ok := b.Pattern.(*lang.PatVar); ok && b.Pred != nil {
				m.demand(b.Pred, e.bind(p.Name.Name, v), what)
			}
		}
		last = v
		e = m.destructure(b.Pattern, v, e)
	}
	if x.Body == nil {
		return last
	}
	return m.eval(x.Body, e)
}

// destructure binds the variables of an irrefutable pattern.
func (m *machine) destructure(p lang.Pattern, v Value, e *env) *env {
	switch p := p.(type) {
	case *lang.PatWild:
		return e
	case *lang.PatVar:
		return e.bind(p.Name.Name, v)
	case *lang.PatTuple:
		t, ok := v.D.(Tuple)
		if !ok || len(t) != len(p.Elems) {
			m.violated("%s is not a tuple of %d", m.show(v), len(p.Elems))
		}
		for i, q := range p.Elems {
			part := t[i]
			part.L |= v.L
			e = m.destructure(q, part, e)
		}
		return e
	case *lang.PatCtor:
		if t, ok := v.D.(Tuple); ok && p.Ctor.Name == ".mk" && len(t) == len(p.Args) {
			return m.destructure(&lang.PatTuple{Elems: p.Args}, v, e)
		}
		d, ok := v.D.(*Data)
		c := m.p.constructorNamed(p.Ctor.Name)
		if !ok || c == nil || len(d.Fields) != len(p.Args) || d.Ctor.name != c.name {
			m.violated("%s does not match %s", m.show(v), p.Ctor.Name)
		}
		for i, q := range p.Args {
			part := d.Fields[i]
			part.L |= v.L
			e = m.destructure(q, part, e)
		}
		return e
	}
	m.violated("cannot run %s", unhandled("pattern", p))
	return nil
}

func (m *machine) match(x *lang.Match, e *env) Value {
	v := m.eval(x.Scrutinee, e)
	for _, a := range x.Arms {
		if p, ok := a.Pattern.(*lang.PatCtor); ok {
			d, isData := v.D.(*Data)
			if !isData {
				m.violated("%s is matched and is no constructor's", m.show(v))
			}
			name := p.Ctor.Name
			if c := m.p.constructorNamed(name); c == nil || c.name != d.Ctor.name {
				continue
			}
		}
		inner := m.destructure(a.Pattern, v, e)
		return m.under(v.L, func() Value { return m.eval(a.Body, inner) })
	}
	m.violated("no arm matches %s", m.show(v))
	return Value{}
}

func (m *machine) lambda(x *lang.Lambda, e *env) Value {
	return Value{D: &Func{Name: "a lambda", Arity: len(x.Params), lambda: x, Call: func(args []Value) Value {
		inner := e
		for i, q := range x.Params {
			v := args[i]
			if q.Type != nil {
				v = m.imposeParam(q, v, inner, nil, "parameter "+q.Name.Name+" of a lambda")
			}
			inner = inner.bind(q.Name.Name, v)
		}
		return m.eval(x.Body, inner)
	}}}
}
