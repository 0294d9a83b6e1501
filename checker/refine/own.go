package refine

import (
	"strconv"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
)

// own is what a plan has defined itself. Specs stay for as long as a run does; a plan is
// followed by others, in an editor by nearly the same one a moment later. So what is
// known of its definitions goes with it; and in the encoding they are known by their
// place in the plan, so that the next version makes the same terms.
type own struct {
	source *diag.Source
	names  map[any]string // of helpers, type variables and abstract refinements
	// looked are the plan's expressions of which something is known.
	looked []core.Expr
}

// BeginPlan makes the run ready for the units of a plan, and forgets the plan before.
func (s *Shared) BeginPlan(p *core.Plan) {
	for x := range s.own.names {
		switch x := x.(type) {
		case *core.Global:
			delete(s.fresh, x)
			delete(s.changes, x)
			delete(s.pure, x)
			delete(s.timed, x)
			delete(s.volatile, x)
		case *core.TyVar:
			delete(s.rigids, x)
			delete(s.rigidNames, x)
		case *core.PredVar:
			delete(s.abstracts, x)
		}
	}
	for _, x := range s.own.looked {
		delete(s.unfolding, x)
	}
	s.own = own{source: p.Source, names: map[any]string{}}
	s.sorts.own = s.own.names
	for i, h := range p.Helpers {
		name := "helper " + strconv.Itoa(i)
		s.own.names[h] = name + " " + h.Name + ":" // what follows a name is no part of it
		for j, v := range h.TyVars {
			s.own.names[v] = name + " type " + strconv.Itoa(j) + ":"
		}
		for j, v := range h.Preds {
			s.own.names[v] = name + " predicate " + strconv.Itoa(j) + ":"
		}
	}
}

// nameFor is a definition of the encoding under which a type variable, or an abstract
// refinement, is known.
func (s *Shared) nameFor(name string, of any) *core.Global {
	g := &core.Global{Name: name}
	if own, isOwn := s.own.names[of]; isOwn {
		s.own.names[g] = own + " " + name + ":"
	}
	return g
}
