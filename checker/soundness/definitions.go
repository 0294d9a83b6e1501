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
	m.constants()
	out.Result = m.callDef(g, m.argumentsFor(g))
	return out
}

// argumentsFor chooses arguments that the parameters of g admit.
func (m *machine) argumentsFor(g *global) []Value {
	var types *env
	args := make([]Value, len(g.params))
	for i, q := range g.params {
		m.bound = []string{q.Name.Name}
		args[i] = m.inhabitParam(q, types, nil, "parameter "+q.Name.Name+" of "+g.name)
		types = types.bind(q.Name.Name, args[i])
	}
	m.bound = nil
	return args
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
