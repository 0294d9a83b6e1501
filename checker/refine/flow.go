package refine

import (
	"slices"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
)

// resultLabel is the label of a call's result before its type is looked at.
func (w *walker) resultLabel(g *core.Global, t *rtype, args []value) *label {
	if len(w.kinds) == 0 {
		return nil
	}
	switch {
	case g.Kind == core.CtorFn:
		return w.constructed(g, args)
	case g.Kind == core.BuiltinFn:
		return w.builtinLabel(g, t, args)
	case (g.Kind == core.NativeFn && g.Pure && len(g.Params) > 0 || w.isPure(g) && g.Recursive) && !hasFunction(args):
		// A function of its arguments is labelled exactly when one of them is.
		return w.reshaped(w.joined(args...), t)
	}
	return w.unknownLabel(t)
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
// function arguments.
func (w *walker) runsUnder(g *core.Global, args []value) []*smt.Term {
	if len(w.kinds) == 0 {
		return nil
	}
	if g.Kind != core.BuiltinFn {
		var ls []*label
		for _, a := range args {
			if a.typ == nil || a.typ.fun == nil {
				ls = append(ls, w.labelOf(a))
			}
		}
		return w.anyOf(ls)
	}
	l := w.listArgument(g, args)
	switch g.Prim {
	case "List.any", "List.all", "List.find":
		return w.either(w.labelOf(l).whole, w.resultsOf(args[0], l))
	}
	return w.tagOf(l)
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
