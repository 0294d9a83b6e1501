package soundness

import (
	"math/rand/v2"

	"github.com/aeonc/aeonc/lang"
)

// RunDefinitions calls every definition of the spec on arguments that its
// parameters admit. The spec's own definitions are verified too: in an accepted
// spec none of them breaks its signature.
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
	var types *env
	args := make([]Value, len(g.params))
	for i, q := range g.params {
		args[i] = m.inhabitParam(q, types, nil, "parameter "+q.Name.Name+" of "+g.name)
		types = types.bind(q.Name.Name, args[i])
	}
	out.Result = m.callDef(g, args)
	return out
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
