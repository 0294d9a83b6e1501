package soundness

import (
	"fmt"
	"math/rand/v2"
)

// Ending says how a run ended.
type Ending int

const (
	// Finished: the plan ran to its end and nothing was broken.
	Finished Ending = iota
	// Stuck: no result was found for a native that meets its type.
	Stuck
	// Overrun: too many steps.
	Overrun
	// Violated: something was broken that an accepted plan never breaks.
	Violated
)

func (e Ending) String() string {
	return [...]string{"finished", "stuck", "overrun", "violated"}[e]
}

// Run is the outcome of one execution of a plan.
type Run struct {
	Ending Ending
	// What was broken, or which native was stuck.
	What string
	// Trace lists the calls in order, when asked for.
	Trace  []string
	Result Value
	// Calls counts calls of natives; Checks counts preconditions, results and
	// annotations that were evaluated.
	Calls, Checks int
}

// halt is the panic that ends a run.
type halt struct {
	ending Ending
	what   string
}

// Run executes the plan once; the seed decides how the natives behave.
func (p *Program) Run(seed uint64, traced bool) (out Run) {
	m := newMachine(p, rand.New(rand.NewPCG(seed, 0x5eed)))
	m.traced = traced
	defer m.finish(&out)
	m.constants()
	out.Result = m.body()
	return out
}

func newMachine(p *Program, rng *rand.Rand) *machine {
	return &machine{p: p, rng: rng, table: map[string]Value{}, pool: map[string][]Value{}, consts: map[string]Value{}}
}

// finish is deferred by whoever runs a machine: it turns a halt into an ending.
func (m *machine) finish(out *Run) {
	out.Trace, out.Calls, out.Checks = m.trace, m.calls, m.checks
	switch r := recover().(type) {
	case nil:
	case halt:
		out.Ending, out.What = r.ending, r.what
	default:
		panic(r)
	}
}

// constants chooses the values of natives without parameters, in the order of
// the spec. What a constant's type says of a volatile measure holds now.
func (m *machine) constants() {
	for _, g := range m.p.order {
		if g.kind == nativeFn && len(g.params) == 0 {
			if m.script != nil {
				m.hint = m.script.result(m, g.name, placeOf(g.def.Name.Span))
			}
			v := m.result(scoped{t: g.result}, g.name)
			m.consts[g.name] = v
			m.note("constant %s = %s", g.name, m.show(v))
		}
	}
}

// body runs the plan's own body under the contract.
func (m *machine) body() Value {
	if m.follow == nil {
		m.read()
	}
	if m.p.state != nil {
		m.epoch++ // earlier plans may have changed the world
	}
	var e *env
	c := m.p.contract
	if c != nil {
		for _, q := range c.Params {
			m.hint = m.scripted(q)
			var v Value
			if m.p.state != nil {
				v = m.given("state", func(like *Value) Value {
					v := m.fromState(q)
					if said := m.scripted(q); said != nil {
						v = m.asSaid(v, said)
					}
					if like != nil {
						v.L = like.L
					}
					return v
				})
			} else {
				v = m.inhabitParam(q, e, nil, "the contract's parameter "+q.Name.Name)
			}
			m.note("parameter %s = %s", q.Name.Name, m.show(v))
			e = e.bind(q.Name.Name, v)
		}
	}
	v := m.eval(m.p.Plan.Body, e)
	if c != nil && c.Result != nil {
		v = m.impose(scoped{t: c.Result, env: e}, v, "the plan's result")
	} else if len(linears(v, nil)) > 0 {
		m.violated("the plan's result %s is linear and the contract names no type", m.show(v))
	}
	delivered := map[*Opaque]bool{}
	for _, o := range linears(v, nil) {
		m.live(o, "the plan's result")
		if delivered[o] {
			m.violated("%s is twice in the plan's result", m.show(Value{D: o}))
		}
		delivered[o] = true
	}
	for _, o := range m.all {
		if o.Consumed == "" && !delivered[o] {
			m.violated("%s is never consumed", m.show(Value{D: o}))
		}
	}
	return v
}

func (m *machine) violated(format string, args ...any) {
	panic(halt{Violated, fmt.Sprintf(format, args...)})
}

func (m *machine) stuck(format string, args ...any) {
	panic(halt{Stuck, fmt.Sprintf(format, args...)})
}

func (m *machine) note(format string, args ...any) {
	if m.traced {
		m.trace = append(m.trace, fmt.Sprintf(format, args...))
	}
}

// live reports a use of a linear value after it was consumed.
func (m *machine) live(o *Opaque, use string) {
	if o.Consumed != "" && m.script == nil {
		m.violated("%s uses %s, which %s consumed", use, m.show(Value{D: o}), o.Consumed)
	}
}

// consume uses up every linear value in v.
func (m *machine) consume(v Value, by string) bool {
	os := linears(v, nil)
	for _, o := range os {
		m.live(o, by)
		was := o.Consumed
		o.Consumed = by
		m.undo = append(m.undo, func() { o.Consumed = was })
	}
	return len(os) > 0
}
