package refine

import "github.com/aeonc/aeonc/checker/core"

// cone is what a unit's verification condition can speak of (a cone of influence,
// taken from the syntax): the definitions that its code and its types name, those that
// their signatures and bodies name, and so on. A measure outside of it is an
// uninterpreted function of which no fact and no demand says anything but, where a
// function is @keeps, that two values have the same: any model of the rest is one of it
// too, with the measure constant. So no candidate about it can help to prove anything,
// and in a large spec these would be nearly all of them.
type cone struct {
	reached map[*core.Global]bool
	// whole: everything may matter.
	whole bool
}

// has reports whether the unit can speak of a definition.
func (c *cone) has(g *core.Global) bool { return c.whole || c.reached[g] }

// covers reports whether all measures that an atom speaks of are in the cone.
func (c *cone) covers(a atom) bool {
	for _, m := range a.measures {
		if !c.has(m) {
			return false
		}
	}
	return true
}

func (c *cone) global(g *core.Global) {
	if c.reached[g] {
		return
	}
	c.reached[g] = true
	c.locals(g.Params, g.Result)
	c.expr(g.Body)
	for _, x := range g.Metric {
		c.expr(x)
	}
}

func (c *cone) locals(params []*core.Local, result core.Type) {
	for _, p := range params {
		c.typ(p.Type)
	}
	c.typ(result)
}

func (c *cone) expr(x core.Expr) {
	core.Visit(x, func(y core.Expr) bool {
		switch y := y.(type) {
		case *core.GlobalRef:
			c.global(y.Global)
		case *core.Annot:
			c.typ(y.Ann)
		case *core.Lambda:
			c.locals(y.Params, nil)
		case *core.Let:
			for _, b := range y.Binds {
				c.typ(b.Ann)
				c.pattern(b.Pattern)
			}
		case *core.Match:
			for _, a := range y.Arms {
				if a.Ctor != nil {
					c.global(a.Ctor)
				}
				for _, p := range a.Fields {
					c.pattern(p)
				}
			}
		}
		return true
	})
}

func (c *cone) pattern(p core.Pattern) {
	switch p := p.(type) {
	case *core.PTuple:
		for _, x := range p.Elems {
			c.pattern(x)
		}
	case *core.PCtor:
		c.global(p.Ctor)
		for _, x := range p.Args {
			c.pattern(x)
		}
	}
}

func (c *cone) typ(t core.Type) {
	if t != nil {
		core.VisitPredicates(t, func(p *core.Conjunct) { c.expr(p.Expr) })
	}
}

// cone is that of the unit, worked out when the first loop asks.
func (w *walker) cone() *cone {
	if w.spoken == nil {
		w.spoken = &cone{reached: map[*core.Global]bool{}}
		w.subject(w.spoken)
		for _, m := range w.stated {
			w.spoken.global(m)
		}
	}
	return w.spoken
}
