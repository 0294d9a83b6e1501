package refine

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/elab"
	"github.com/aeonc/aeonc/smt"
)

// Next is a run under specs of which some have changed. It has the pool, the sorts and
// the functions of this one, which is no longer used: what is called the same and is of
// the same sorts is the same term again. That a name may have another meaning now is no
// harm, for what it means is said by the facts of each unit.
func (s *Shared) Next(w *elab.World, ms []*core.Module) *Shared {
	n := NewShared(w, s.pool)
	n.supply, n.funcs, n.rigidSorts, n.opaqueFloat = s.supply, s.funcs, s.rigidSorts, s.opaqueFloat
	old := s.sorts
	n.sorts.supply, n.sorts.cons, n.sorts.ctors, n.sorts.tuples, n.sorts.numbered = old.supply, old.cons, old.ctors, old.tuples, old.numbered
	live := map[any]bool{}
	for _, m := range append([]*core.Module{w.Prelude}, ms...) {
		for _, c := range m.Cons {
			live[c] = true
		}
		for _, g := range m.Globals {
			live[g] = true
		}
	}
	for x, id := range old.ids {
		_, isSort := x.(*smt.Sort)
		c, isCon := x.(*core.TyCon)
		if isSort || live[x] || isCon && c.Module == "" {
			n.sorts.ids[x] = id
		}
	}
	n.UseModules(ms)
	return n
}

// know gives names to what specs define, by which it is found again when they have
// changed: to opaque types, and to definitions but constructors. An inductive type
// that is declared anew may be another one.
func (s *sorts) know(ms []*core.Module) {
	s.known = map[any]string{}
	taken := map[string]int{}
	give := func(x any, module, name, kind string) {
		full := module + "." + name + " " + kind + ":"
		if taken[full]++; taken[full] > 1 {
			full = strings.Repeat("again ", taken[full]-1) + full
		}
		s.known[x] = full
	}
	for _, m := range ms {
		for _, c := range m.Cons {
			if c.Kind == core.OpaqueCon {
				give(c, m.Name, c.Name, "type")
			}
		}
		for _, g := range m.Globals {
			if g.Kind != core.CtorFn {
				give(g, m.Name, g.Name, "")
			}
		}
	}
}
