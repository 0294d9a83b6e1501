package refine

import "github.com/aeonc/aeonc/checker/core"

// isVolatile reports whether a signature speaks of volatile measures.
func (s *Shared) isVolatile(g *core.Global) bool {
	v, ok := s.volatile[g]
	if ok {
		return v
	}
	s.volatile[g] = false // meanwhile: a definition's own name is not in its signature
	look := func(x core.Expr) { v = v || s.goesStale(x) }
	for _, p := range g.Params {
		eachConjunct(p.Type, look)
	}
	if g.Result != nil {
		eachConjunct(g.Result, look)
	}
	s.volatile[g] = v
	return v
}

// goesStale reports whether what an expression says need not be so later.
func (s *Shared) goesStale(x core.Expr) bool {
	found := false
	core.Visit(x, func(y core.Expr) bool {
		if r, ok := y.(*core.GlobalRef); ok && !found {
			found = r.Global.Volatile || s.isTimed(r.Global)
		}
		return !found
	})
	return found
}

// isTimed reports whether a function that is one of its arguments (a @pure native, a
// definition that reaches no other) depends on the world as well: then it is one of
// its arguments as long as nothing goes stale. A definition does if something does
// that it mentions.
func (s *Shared) isTimed(g *core.Global) bool {
	t, ok := s.timed[g]
	if !ok {
		t = s.reachesTimed(g, map[*core.Global]bool{})
		s.timed[g] = t
	}
	return t
}

func (s *Shared) reachesTimed(g *core.Global, seen map[*core.Global]bool) bool {
	if seen[g] {
		return false
	}
	seen[g] = true
	if (g.Kind == core.NativeFn && g.Pure || g.Kind == core.DefFn) && len(g.Params) > 0 && s.isVolatile(g) {
		return true
	}
	found := false
	if g.Kind == core.DefFn && g.Body != nil {
		core.Visit(g.Body, func(y core.Expr) bool {
			if r, ok := y.(*core.GlobalRef); ok && !found {
				found = s.reachesTimed(r.Global, seen)
			}
			return !found
		})
	}
	return found
}
