package refine

import (
	"slices"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
)

// atom is an atomic predicate of a spec, open in its variables.
type atom struct {
	expr   core.Expr
	locals []*core.Local
	// measures are those that it speaks of, users the definitions whose signatures
	// it stands in.
	measures, users []*core.Global
}

// atoms instantiates the specs' own predicates: one variable of the part's type
// by the part, the others by values at hand. Those of the definitions that the unit
// names come first: there is room for so many.
func (q *qualifiers) atoms(p part) {
	c := q.cone()
	for _, named := range []bool{true, false} {
		for _, a := range q.specAtoms {
			if !c.covers(a) || slices.ContainsFunc(a.users, c.has) != named {
				continue
			}
			for i, l := range a.locals {
				if sameBase(l.Type, p.typ) {
					q.instantiate(a, i, p, 0, nil)
				}
			}
		}
	}
}

func (q *qualifiers) instantiate(a atom, hole int, p part, from int, chosen []value) {
	if from == len(a.locals) {
		fixed := append([]value{}, chosen...)
		q.addWorded(candidate{size: 1, fromSpec: true, words: func(v *smt.Term, name vc.Namer) string {
			if name == nil {
				return "`" + a.expr.Range().Text() + "`, of `" + p.words(v, nil) + "`"
			}
			return "`" + a.words(p, hole, fixed, v, name) + "`"
		}, at: func(v value) *smt.Term {
			e := &env{}
			for i, l := range a.locals {
				if i == hole {
					e.set(l, p.get(v))
				} else {
					e.set(l, fixed[i])
				}
			}
			return q.pred(a.expr, e)
		}})
		return
	}
	if from == hole {
		q.instantiate(a, hole, p, from+1, append(chosen, value{}))
		return
	}
	n := 0
	for i := len(q.atHand) - 1; i >= 0 && n < 3; i-- {
		if sameBase(a.locals[from].Type, q.atHand[i].typ) {
			n++
			q.instantiate(a, hole, p, from+1, append(append([]value{}, chosen...), q.atHand[i]))
		}
	}
}

// words is an atom as its author wrote it, with what its variables stand for in their
// place: the part for the one at hole.
func (a atom) words(p part, hole int, fixed []value, v *smt.Term, name vc.Namer) string {
	names := map[*core.Local]string{}
	for i, l := range a.locals {
		switch {
		case i == hole:
			names[l] = p.words(v, name)
		default:
			names[l] = name(fixed[i].term)
		}
	}
	var in []replacement
	core.Visit(a.expr, func(x core.Expr) bool {
		if l, ok := x.(*core.LocalRef); ok && names[l.Local] != "" {
			in = append(in, replacement{l.Span, atomic(names[l.Local])})
		}
		return true
	})
	slices.SortFunc(in, func(a, b replacement) int { return a.at.Start - b.at.Start })
	return splice(a.expr.Range(), in)
}

func sameBase(t core.Type, r *rtype) bool {
	c, ok := core.Strip(t).(*core.Con)
	return ok && r.con == c.Con && len(c.Args) == 0
}

// collectAtoms gathers the atomic predicates of the modules' signatures, and
// the integers in them.
func (s *Shared) collectAtoms(ms []*core.Module) {
	seen := map[string]int{}
	var user *core.Global
	var visit func(x core.Expr)
	visit = func(x core.Expr) {
		if p, ok := x.(*core.Prim); ok {
			switch p.Op {
			case "&&", "||", "-->", "!":
				for _, a := range p.Args {
					visit(a)
				}
				return
			}
		}
		s.addAtom(x, user, seen)
	}
	for _, m := range ms {
		for _, g := range m.Globals {
			if g.Faulty {
				continue
			}
			user = g
			for _, p := range g.Params {
				eachConjunct(p.Type, visit)
			}
			eachConjunct(g.Result, visit)
		}
	}
}

// addAtom keeps an atom of a signature, once for each text and what it is about; seen are the places of those
// that are kept, from 1.
func (s *Shared) addAtom(x core.Expr, user *core.Global, seen map[string]int) {
	a := atom{expr: x}
	ok := true
	have := map[*core.Local]bool{}
	core.Visit(x, func(y core.Expr) bool {
		switch y := y.(type) {
		case *core.LocalRef:
			if !have[y.Local] {
				have[y.Local] = true
				a.locals = append(a.locals, y.Local)
			}
		case *core.IntLit:
			s.literal(y)
		case *core.GlobalRef:
			if y.Global.Volatile || s.isTimed(y.Global) || y.Global.Taint || y.Global.Prompt || len(y.Global.TyVars) > 0 && y.Global.Kind != core.BuiltinFn {
				ok = false
			}
			if y.Global.Kind == core.MeasureFn {
				a.measures = append(a.measures, y.Global)
			}
		case *core.PredApp, *core.BadExpr:
			ok = false
		}
		return true
	})
	if !ok || len(a.locals) == 0 || len(a.locals) > 3 {
		return
	}
	text := x.Range().Text()
	for _, m := range a.measures {
		text += "\x00" + m.Module // the same words may be about something else
	}
	if at := seen[text]; at > 0 {
		first := &s.specAtoms[at-1]
		first.users = append(first.users, user)
		return
	}
	a.users = []*core.Global{user}
	s.specAtoms = append(s.specAtoms, a)
	seen[text] = len(s.specAtoms)
}

// literal remembers an integer of the sources, as a bound to try.
func (s *Shared) literal(x *core.IntLit) {
	if !x.Value.IsInt64() || len(s.literals) >= 12 {
		return
	}
	n := x.Value.Int64()
	if n > 1<<40 || n < -(1<<40) {
		return
	}
	for _, have := range s.literals {
		if have == n {
			return
		}
	}
	s.literals = append(s.literals, n)
}

func eachConjunct(t core.Type, f func(core.Expr)) {
	switch t := core.Resolve(t).(type) {
	case *core.Refined:
		for _, c := range t.Preds {
			f(c.Expr)
		}
		eachConjunct(t.Base, f)
	case *core.Con:
		for _, a := range t.Args {
			eachConjunct(a, f)
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			eachConjunct(x.Type, f)
		}
	case *core.Fun:
		eachConjunct(t.Param.Type, f)
		eachConjunct(t.Result, f)
	}
}

// maxLearned bounds the literals of a kind that are remembered.
const maxLearned = 8

// learn remembers the literals of the code at hand, which its loops may be about.
func (w *walker) learn(x core.Expr) {
	core.Visit(x, func(y core.Expr) bool {
		switch y := y.(type) {
		case *core.IntLit:
			n := y.Value
			if !n.IsInt64() || n.Int64() >= 1<<40 {
				break
			}
			if len(w.integers) < maxLearned && n.Int64() > 2 {
				w.integers = append(w.integers, n.Int64())
			}
			if len(w.ints) < maxLearned && !slices.Contains(w.ints, n.Int64()) {
				w.ints = append(w.ints, n.Int64())
			}
		case *core.StringLit:
			if y.Value != "" && len(y.Value) < 80 && len(w.texts) < maxLearned && !slices.Contains(w.texts, y.Value) {
				w.texts = append(w.texts, y.Value)
			}
		}
		return true
	})
}
