package checker

import "github.com/aeonc/aeonc/checker/core"

// plainlySatisfiable reports whether a trusted signature can be met and kept
// without asking the solver: its variables can be chosen one after the other,
// since every conjunct either fixes a measure of a variable by what was chosen
// before, each measure once, or excludes one constant. Most signatures of real
// specs are such.
func plainlySatisfiable(g *core.Global) bool {
	p := &plainness{
		names: map[*core.Local]*core.Local{}, order: map[*core.Local]int{},
		fixed: map[fixedMeasure]bool{}, excluded: map[*core.Local]bool{}, ok: true,
	}
	for _, l := range g.Params {
		p.variable(l, l.Type)
	}
	p.variable(&core.Local{Type: g.Result}, g.Result)
	return p.ok
}

// plainness is the state of one test.
type plainness struct {
	// names maps the binders of a refinement to the variable that they stand for.
	names map[*core.Local]*core.Local
	// order is the order in which variables are chosen.
	order    map[*core.Local]int
	fixed    map[fixedMeasure]bool
	excluded map[*core.Local]bool
	ok       bool
}

// fixedMeasure is a measure at a variable.
type fixedMeasure struct {
	measure *core.Global
	of      *core.Local
}

// variable chooses a variable of a type.
func (p *plainness) variable(l *core.Local, t core.Type) {
	p.names[l] = l
	p.order[l] = len(p.order)
	for {
		r, ok := core.Resolve(t).(*core.Refined)
		if !ok {
			break
		}
		p.names[r.Binder] = l
		for _, c := range r.Preds {
			p.ok = p.ok && p.conjunct(c.Expr)
		}
		t = r.Base
	}
	switch t := core.Resolve(t).(type) {
	case *core.Tuple:
		for _, x := range t.Elems {
			p.variable(x, x.Type)
		}
	case *core.Con:
		for _, a := range t.Args {
			p.ok = p.ok && !core.MentionsRefinement(a)
		}
	case *core.Fun:
		p.ok = p.ok && !core.MentionsRefinement(t)
	}
}

func (p *plainness) conjunct(x core.Expr) bool {
	switch x := x.(type) {
	case *core.Call:
		return p.fix(x, nil)
	case *core.Prim:
		switch x.Op {
		case "!":
			return p.fix(x.Args[0], nil)
		case "=":
			return p.fix(x.Args[0], x.Args[1])
		case "!=":
			l, isVar := x.Args[0].(*core.LocalRef)
			if !isVar || p.names[l.Local] == nil || p.excluded[p.names[l.Local]] {
				return false
			}
			p.excluded[p.names[l.Local]] = true
			switch x.Args[1].(type) {
			case *core.StringLit, *core.IntLit:
				return true
			}
		}
	}
	return false
}

// fix notes that a conjunct fixes "m x" to a value; false where it was fixed
// before, or is something else.
func (p *plainness) fix(x, value core.Expr) bool {
	c, ok := x.(*core.Call)
	if !ok || len(c.Args) != 1 {
		return false
	}
	m, isRef := c.Fn.(*core.GlobalRef)
	l, isVar := c.Args[0].(*core.LocalRef)
	if !isRef || !isVar || m.Global.Kind != core.MeasureFn || m.Global.Taint || m.Global.Prompt {
		return false
	}
	of := p.names[l.Local]
	con, isCon := core.Strip(l.Local.Type).(*core.Con)
	if of == nil || !isCon || con.Con.Kind != core.OpaqueCon || core.MentionsRefinement(m.Global.Result) {
		return false
	}
	k := fixedMeasure{m.Global, of}
	if p.fixed[k] || value != nil && !p.before(value, of) {
		return false
	}
	p.fixed[k] = true
	return true
}

// before reports whether an expression is defined everywhere and speaks only of
// variables that were chosen before of.
func (p *plainness) before(x core.Expr, of *core.Local) bool {
	ok := true
	core.Visit(x, func(y core.Expr) bool {
		switch y := y.(type) {
		case *core.BoolLit, *core.IntLit, *core.StringLit:
		case *core.LocalRef:
			l := p.names[y.Local]
			ok = ok && l != nil && p.order[l] < p.order[of]
		case *core.Call:
			r, isRef := y.Fn.(*core.GlobalRef)
			ok = ok && isRef && r.Global.Kind == core.MeasureFn && len(y.Args) == 1
		case *core.GlobalRef:
			ok = ok && y.Global.Kind == core.MeasureFn
		case *core.Prim:
			switch y.Op {
			case "&&", "||", "!", "+", "-", "-->":
			default:
				ok = false
			}
		default:
			ok = false
		}
		return ok
	})
	return ok
}
