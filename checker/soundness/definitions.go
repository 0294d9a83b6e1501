package soundness

import (
	"math/rand/v2"

	"github.com/aeonc/aeonc/lang"
)

// RunDefinitions calls every definition, those of the spec and the plan's
// helpers, on arguments that its parameters admit. Definitions are verified on
// their own: none of them breaks its signature, whether or not the plan calls
// it.
func (p *Program) RunDefinitions(seed uint64) (out Run) {
	for _, g := range p.order {
		if g.kind != defFn || !drivable(g) {
			continue
		}
		r := p.runDefinition(g, seed)
		out.Calls += r.Calls
		out.Checks += r.Checks
		if r.Ending == Violated {
			r.What = "definition " + g.name + ": " + r.What
			return r
		}
	}
	return out
}

func (p *Program) runDefinition(g *global, seed uint64) (out Run) {
	m := newMachine(p, rand.New(rand.NewPCG(seed, 0xdef)))
	defer m.finish(&out)
	out.Result = m.alone(g)
	return out
}

// alone calls a definition on arguments of which only its signature is known. It may
// be called at any time: what constants promised of the world need not hold any more.
func (m *machine) alone(g *global) Value {
	m.read()
	m.constants()
	m.epoch++
	return m.callDef(g, m.argumentsFor(g))
}

// argumentsFor chooses arguments that the parameters of g admit.
func (m *machine) argumentsFor(g *global) []Value {
	var types *env
	args := make([]Value, len(g.params))
	for i, q := range g.params {
		m.hint = m.scripted(q)
		args[i] = m.inhabitParam(q, types, nil, "parameter "+q.Name.Name+" of "+g.name)
		types = types.bind(q.Name.Name, args[i])
	}
	return args
}

// asSaid is a value of the state as the execution that is replayed has it.
func (m *machine) asSaid(v Value, said *Value) Value {
	v.L = said.L
	if o, ok := v.D.(*Opaque); ok {
		if of, ok := said.D.(*Opaque); ok {
			o.element = of.element
		}
	}
	return v
}

// scripted is what a parameter is in the execution that is replayed.
func (m *machine) scripted(q *lang.Param) *Value {
	if m.script == nil {
		return nil
	}
	return m.script.variable(m, q.Name.Name, q.Name.Span)
}

// drivable: arguments of function types and type variables are left to plans.
func drivable(g *global) bool {
	for _, q := range g.params {
		if _, ok := q.Type.(*lang.TypeFun); ok || isTypeVariable(typeHead(q.Type)) {
			return false
		}
	}
	return true
}
