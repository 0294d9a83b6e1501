package refine

import (
	"slices"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
)

// resultLabel is the label of a call's result before its type is looked at.
func (w *walker) resultLabel(ref *core.GlobalRef, e *env, t *rtype, args []value) *label {
	if len(w.kinds) == 0 {
		return nil
	}
	g := ref.Global
	switch {
	case g.Kind == core.CtorFn:
		return w.constructed(g, args)
	case g.Kind == core.BuiltinFn:
		return w.builtinLabel(g, t, args)
	case (g.Kind == core.NativeFn && g.Pure && len(g.Params) > 0 || w.isPure(g) && g.Recursive) && !hasFunction(args):
		// A function of its arguments is labelled exactly when one of them is, or a
		// constant that its body brings in.
		l := w.joined(args...)
		if held := w.heldBy(ref, e, map[*core.Global]bool{}); len(held) > 0 {
			l = &label{whole: w.anyOf(append(held, l))}
		}
		return w.unlessSaid(g, w.reshaped(l, t), t)
	}
	return w.unknownLabel(t)
}

// unlessSaid is l, but for the labels of which g's result type itself speaks: those
// are what it says, whatever the arguments'.
func (w *walker) unlessSaid(g *core.Global, l *label, t *rtype) *label {
	spoken := map[*core.Global]bool{}
	core.VisitPredicates(g.Result, func(c *core.Conjunct) {
		core.Visit(c.Expr, func(x core.Expr) bool {
			if r, ok := x.(*core.GlobalRef); ok && w.labelIndex(r.Global) >= 0 {
				spoken[r.Global] = true
			}
			return true
		})
	})
	if len(spoken) == 0 {
		return l
	}
	out := w.unknownLabel(t)
	for i, k := range w.kinds {
		if !k.prompt && !spoken[k.measure] {
			w.define(w.pool.Eq(out.whole[i], l.whole[i]))
		}
	}
	return out
}

// reshaped is a label of a whole, known to be shaped as t: its parts are
// labelled only if the whole is.
func (w *walker) reshaped(l *label, t *rtype) *label {
	if t.con == w.world.List {
		return &label{whole: l.whole, tag: l.whole, elem: &label{whole: l.whole}}
	}
	return l
}

// builtinLabel is what section 8 of the language says of each built-in.
func (w *walker) builtinLabel(g *core.Global, t *rtype, args []value) *label {
	list := func(tag []*smt.Term, elem *label) *label {
		return &label{whole: w.either(tag, elem.whole), tag: tag, elem: elem}
	}
	l := w.listArgument(g, args)
	switch g.Prim {
	case "List.length", "List.isEmpty":
		return &label{whole: w.tagOf(args[0])}
	case "List.append":
		a, b := w.elemOf(args[0]), w.elemOf(args[1])
		return list(w.either(w.tagOf(args[0]), w.tagOf(args[1])), &label{whole: w.either(a.whole, b.whole)})
	case "List.take":
		n := w.labelOf(args[0]).whole
		return w.raised(list(w.either(w.tagOf(l), n), w.elemOf(l)), n, false)
	case "List.filter":
		// The predicate decides what stays.
		by := w.resultsOf(args[0], l)
		return w.raised(list(w.tagOf(l), w.elemOf(l)), by, false)
	case "List.map":
		return list(w.tagOf(l), &label{whole: w.resultsOf(args[0], l)})
	case "List.any", "List.all":
		return &label{whole: w.either(w.resultsOf(args[0], l), w.labelOf(l).whole)}
	case "List.head":
		return w.within(w.rawElem(l), t)
	case "List.find":
		return &label{whole: w.rawElem(l).whole, tag: w.clean().whole}
	case "List.foldl", "List.foldr":
		// The element or accumulator has its own label, by its type; what the
		// list adds is joined after (chosenBy).
		return w.unknownLabel(t)
	case "List.sum":
		return &label{whole: w.labelOf(l).whole}
	}
	return w.reshaped(w.joined(args...), t)
}

// rawElem is the label of a list's elements before what chose the list is joined.
func (w *walker) rawElem(l value) *label {
	lab := w.labelOf(l)
	if lab.elem != nil {
		return w.effective(lab).elem
	}
	return &label{whole: lab.whole}
}

// listArgument is the list that a list function goes through.
func (w *walker) listArgument(g *core.Global, args []value) value {
	if i := w.walkedThrough(g); i >= 0 {
		return args[i]
	}
	return value{typ: w.unitType}
}

// walkedThrough is the parameter that is the list, -1 where there is none.
func (w *walker) walkedThrough(g *core.Global) int {
	return slices.IndexFunc(g.Params, func(p *core.Local) bool {
		c, ok := core.Strip(p.Type).(*core.Con)
		return ok && c.Con == w.world.List
	})
}

// chosenBy is what a list function's result carries besides its own label: the
// label of the list that was looked through.
func (w *walker) chosenBy(g *core.Global, args []value) []*smt.Term {
	if len(w.kinds) == 0 || g.Kind != core.BuiltinFn {
		return nil
	}
	l := w.listArgument(g, args)
	switch g.Prim {
	case "List.foldl", "List.foldr", "List.head":
		return w.labelOf(l).whole
	case "List.find":
		return w.either(w.labelOf(l).whole, w.resultsOf(args[0], l))
	}
	return nil
}

// runsUnder is the label of what decides how often, and whether, a call runs its
// function arguments: of a native that may be all its data, and what the functions
// return.
func (w *walker) runsUnder(g *core.Global, frame *env, args []value) []*smt.Term {
	if len(w.kinds) == 0 {
		return nil
	}
	if g.Kind != core.BuiltinFn {
		by := w.dataOf(args)
		if g.Kind == core.NativeFn {
			for i, p := range g.Params {
				if _, ok := core.Strip(p.Type).(*core.Fun); ok {
					by = w.either(by, w.yielded(args[i], w.eval(p.Type, frame), by))
				}
			}
		}
		return by
	}
	l := w.listArgument(g, args)
	switch g.Prim {
	case "List.any", "List.all", "List.find":
		return w.either(w.labelOf(l).whole, w.resultsOf(args[0], l))
	}
	return w.tagOf(l)
}

// dataOf is the label of those arguments that are no functions.
func (w *walker) dataOf(args []value) []*smt.Term {
	var ls []*label
	for _, a := range args {
		if a.typ == nil || a.typ.fun == nil {
			ls = append(ls, w.labelOf(a))
		}
	}
	return w.anyOf(ls)
}

// yielded is the label of what can be seen of what a function returns where it is
// given what a type admits, and run under by.
func (w *walker) yielded(f value, t *rtype, by []*smt.Term) []*smt.Term {
	out := w.perKind(func(_ int, k *labelKind) *smt.Term { return w.freshLabel(k) })
	some, guard, epoch := w.supply.Fresh("some", w.pool.Bool()), w.guard, w.epoch
	w.guard = some
	w.newMoment()
	w.quietly(site{}, func() {
		var args []value
		for t.fun != nil {
			x := w.freshValue(t.fun.Param.Name, w.domain(t), vc.Origin{Kind: "parameter"})
			args = append(args, x)
			t = w.codomain(t, x)
		}
		w.controlled(by, nil, func() {
			r := w.apply(f, args, site{})
			w.ran = r.flow
			seen := w.seen(r.typ, w.labelOf(r))
			w.guard = guard
			for i, l := range seen {
				if l.IsFalse() || w.kinds[i].prompt {
					out[i] = w.pool.False()
				} else {
					w.define(w.pool.Implies(out[i], w.pool.And(some, l)))
				}
			}
		})
	})
	w.guard, w.epoch = guard, epoch
	return out
}

// runsHidden demands that nothing labelled decides about the functions that a native
// finds inside its other arguments, for they cannot be looked into here.
func (w *walker) runsHidden(g *core.Global, args []value, s site) {
	if len(w.kinds) == 0 || g.Kind != core.NativeFn || w.quiet > 0 {
		return
	}
	for i, a := range args {
		if a.typ == nil || a.typ.fun != nil || !holdsFunction(a.typ) {
			continue
		}
		by := w.dataOf(args)
		if w.showsResults(g.Params[i].Type, map[*core.TyCon]bool{}) {
			by = w.unknownLabel(w.unitType).whole
		}
		w.controlled(by, w.decides(s.at, by, flowsOf(args)...), func() { w.cleanPath(s) })
		return
	}
}

// showsResults reports whether functions inside of values of a type return something
// that can be looked at.
func (w *walker) showsResults(t core.Type, seen map[*core.TyCon]bool) bool {
	switch t := core.Strip(t).(type) {
	case *core.Fun:
		r := core.Strip(t.Result)
		if c, ok := r.(*core.Con); ok && (c.Con.Linear || c == w.world.Unit) {
			return false
		}
		if f, ok := r.(*core.Fun); ok {
			return w.showsResults(f, seen)
		}
		return true
	case *core.Con:
		for _, a := range t.Args {
			if w.showsResults(a, seen) {
				return true
			}
		}
		if seen[t.Con] {
			return false
		}
		seen[t.Con] = true
		for _, c := range t.Con.Ctors {
			for _, p := range c.Params {
				if w.showsResults(p.Type, seen) {
					return true
				}
			}
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			if w.showsResults(x.Type, seen) {
				return true
			}
		}
	case *core.Var:
		// One of the function's own may stand for a function; that of a type stands
		// for its argument.
		return len(seen) == 0
	}
	return false
}

// resultsOf is the label of what a function returns for the elements of a list:
// labelled only if it is for some element, of which nothing else is known.
func (w *walker) resultsOf(f, l value) []*smt.Term {
	out := w.perKind(func(_ int, k *labelKind) *smt.Term { return w.freshLabel(k) })
	if len(l.typ.args) == 0 {
		return out
	}
	guard := w.guard
	w.guard = w.supply.Fresh("some", w.pool.Bool())
	w.quietly(site{}, func() {
		elem := l.typ.args[0]
		x := w.elementOf(l, elem, vc.Origin{Kind: "element"})
		epoch := w.epoch
		w.newMoment()
		// As where it is checked, it runs under what decides how often.
		var r value
		by := w.tagOf(l)
		w.controlled(by, w.decides(l.place(), by, l.flow), func() {
			r = w.apply(value{term: f.term, typ: f.typ, fn: f.fn, lab: f.lab, flow: f.flow}, []value{x}, site{})
		})
		w.ran = r.flow
		w.epoch = epoch
		some := w.guard
		w.guard = guard
		for i, t := range w.labelOf(r).whole {
			if !w.kinds[i].prompt {
				// Labelled: then the element and what made it so exist.
				w.define(w.pool.Implies(out[i], w.pool.And(some, t)))
			}
		}
	})
	w.guard = guard
	return out
}

// recheck walks the body of a refined def again on a path that carries labels:
// its demands were met for clean paths only.
func (w *walker) recheck(g *core.Global, frame *env, s site) {
	if g.Recursive || g.Body == nil {
		w.cleanPath(s)
		return
	}
	epoch := w.epoch
	if v := w.unfolded(g, frame, s); v.term == nil {
		w.cleanPath(s)
	}
	w.epoch = epoch
}
