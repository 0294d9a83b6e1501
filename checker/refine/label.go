package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/state"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// Labels (@taint and @prompt measures) belong to occurrences: to where a value
// came from, not to what it is. So they are Booleans that travel with values,
// never functions of a value's term, and no equality of contents touches them
// (Denning and Denning, Certification of Programs for Secure Information Flow,
// CACM 1977; control is tracked by the label of the path, as there).

// labelKind is one label measure in force.
type labelKind struct {
	measure *core.Global
	// prompt labels hold of literals that the user typed; nothing is derived.
	prompt bool
	// control: what a labelled value chooses is labelled too.
	control bool
	// literal is the label of what the model types: clean in a first plan; read is what
	// the model has read.
	literal *smt.Term
	read    []*vc.Flow
}

// label is what is known of a value's labels, one term for each kind.
type label struct {
	// whole: some part is labelled.
	whole []*smt.Term
	// tag is the label of a value's outermost shape: which constructor, how many
	// elements in which order. nil: not told apart from whole.
	tag []*smt.Term
	// parts of a tuple, or fields of the constructor ctor.
	parts []*label
	ctor  *core.Global
	// elem stands for all elements of a list together.
	elem *label
	// by is what chose the value: it joins the labels of whatever is taken out of
	// it, after what its type says of them.
	by []*smt.Term
}

// labels returns the label kinds of the run, in order of declaration.
func labelKinds(ms []*core.Module) []labelKind {
	var out []labelKind
	for _, m := range ms {
		for _, g := range m.Globals {
			if g.Taint || g.Prompt {
				out = append(out, labelKind{measure: g, prompt: g.Prompt, control: g.Taint && !g.TaintExplicit})
			}
		}
	}
	return out
}

// labelIndex is the position of a label measure, -1 for other measures.
func (w *walker) labelIndex(g *core.Global) int {
	if !g.Taint && !g.Prompt {
		return -1
	}
	for i, k := range w.kinds {
		if k.measure == g {
			return i
		}
	}
	return -1
}

// perKind makes one term for each label kind.
func (w *walker) perKind(f func(i int, k *labelKind) *smt.Term) []*smt.Term {
	out := make([]*smt.Term, len(w.kinds))
	for i := range w.kinds {
		out[i] = f(i, &w.kinds[i])
	}
	return out
}

func (w *walker) freshLabel(k *labelKind) *smt.Term {
	return w.supply.Fresh(k.measure.Name, w.pool.Bool())
}

// clean is the label of what comes from nowhere.
func (w *walker) clean() *label {
	if len(w.kinds) == 0 {
		return nil
	}
	return &label{whole: w.perKind(func(_ int, k *labelKind) *smt.Term {
		if k.prompt {
			return w.freshLabel(k)
		}
		return w.pool.False()
	})}
}

// literalLabel is the label of what the model wrote into the plan.
func (w *walker) literalLabel(x core.Expr) *label {
	if len(w.kinds) == 0 {
		return nil
	}
	prompted := false
	s, isString := x.(*core.StringLit)
	if isString && w.prompt != nil && s.Value != "" && w.isPlan {
		prompted = state.Occurs(w.prompt.Text, s.Value)
	}
	fromUser := false
	for _, k := range w.kinds {
		fromUser = fromUser || k.prompt && prompted
	}
	return &label{whole: w.perKind(func(_ int, k *labelKind) *smt.Term {
		switch {
		case k.prompt && prompted:
			return w.pool.True()
		case k.prompt:
			return w.freshLabel(k)
		case fromUser || k.literal == nil || !w.isPlan:
			return w.pool.False()
		}
		return k.literal
	})}
}

// read joins the label of a value to what the model types from here on: it has
// seen the value.
func (w *walker) read(v value) {
	for i, x := range w.seen(v.typ, w.labelOf(v)) {
		if k := &w.kinds[i]; !k.prompt {
			k.literal = w.pool.Or(k.literal, x)
			if v.flow != nil && !x.IsFalse() {
				k.read = append(k.read[:len(k.read):len(k.read)], v.flow)
			}
		}
	}
}

// seen is the label, by kind, of what a model sees of a value. Linear values are
// handles, of which it sees nothing, and of type Unit there is only one value.
func (w *walker) seen(t *rtype, l *label) []*smt.Term {
	all := w.perKind(func(int, *labelKind) *smt.Term { return w.pool.False() })
	if l == nil || t != nil && t.con != nil && (t.con.Linear || t.con == w.unitType.con) {
		return all // nothing
	}
	l = w.effective(l)
	if t == nil || t.tuple == nil || len(l.parts) != len(t.tuple.Elems) {
		return l.whole
	}
	for i, x := range t.tuple.Elems {
		all = w.either(all, w.seen(w.base(x.Type, t.env), l.parts[i]))
	}
	return all
}

// pointed joins to a variable or a constant that the model of a conversation names what
// the model had read when it did so: which of several it named may tell that. What it
// typed bears this already, or is the user's; which function it calls, and whether, is
// not followed.
func (w *walker) pointed(v value, at diag.Span) value {
	if !w.conversation || !w.isPlan || len(w.kinds) == 0 {
		return v
	}
	read := false
	by := w.perKind(func(_ int, k *labelKind) *smt.Term {
		if k.prompt || !k.control || k.literal == nil {
			return w.pool.False()
		}
		read = read || !k.literal.IsFalse()
		return k.literal
	})
	if !read {
		return v
	}
	var from []*vc.Flow
	for _, k := range w.kinds {
		from = append(from, k.read...)
	}
	return w.raise(v, by, w.made(vc.FlowNamed, at, &label{whole: by}, from...))
}

// unknownLabel is the label of a value of which only the type is known, shaped
// as the type is.
func (w *walker) unknownLabel(t *rtype) *label {
	if len(w.kinds) == 0 {
		return nil
	}
	switch {
	case t.tuple != nil:
		l := &label{}
		for _, x := range t.tuple.Elems {
			l.parts = append(l.parts, w.unknownLabel(w.base(x.Type, t.env)))
		}
		l.whole = w.anyOf(l.parts)
		return l
	case t.con == w.world.List && len(t.args) == 1:
		l := &label{elem: w.unknownLabel(bare(t.args[0]))}
		l.tag = w.perKind(func(_ int, k *labelKind) *smt.Term { return w.freshLabel(k) })
		l.whole = w.either(l.tag, l.elem.whole)
		return l
	}
	l := &label{whole: w.perKind(func(_ int, k *labelKind) *smt.Term { return w.freshLabel(k) })}
	if t.con != nil && t.con.Kind == core.InductiveCon && len(t.con.Ctors) > 1 {
		// Which constructor made it may be clean where a field is not.
		l.tag = w.perKind(func(_ int, k *labelKind) *smt.Term { return w.freshLabel(k) })
		for i, k := range w.kinds {
			if !k.prompt {
				w.define(w.pool.Implies(l.tag[i], l.whole[i]))
			}
		}
	}
	return l
}

// either joins two labels term by term; prompt labels do not survive a join.
func (w *walker) either(a, b []*smt.Term) []*smt.Term {
	return w.perKind(func(i int, k *labelKind) *smt.Term {
		if k.prompt {
			if a[i] == b[i] {
				return a[i]
			}
			return w.freshLabel(k)
		}
		return w.pool.Or(a[i], b[i])
	})
}

// anyOf is the label of a compound with these parts.
func (w *walker) anyOf(parts []*label) []*smt.Term {
	return w.perKind(func(i int, k *labelKind) *smt.Term {
		if k.prompt {
			return w.freshLabel(k)
		}
		ts := make([]*smt.Term, 0, len(parts))
		for _, p := range parts {
			if p != nil {
				ts = append(ts, p.whole[i])
			}
		}
		return w.pool.Or(ts...)
	})
}

// labelOf is v's label; a value that has none yet gets an unknown one.
func (w *walker) labelOf(v value) *label {
	if v.lab != nil || len(w.kinds) == 0 {
		return v.lab
	}
	if v.typ == nil {
		return w.unknownLabel(w.unitType)
	}
	return w.unknownLabel(v.typ)
}

// joined is the label of an operation's result: labelled exactly when some
// operand is.
func (w *walker) joined(vs ...value) *label {
	if len(w.kinds) == 0 {
		return nil
	}
	ls := make([]*label, len(vs))
	for i, v := range vs {
		ls[i] = w.labelOf(v)
	}
	return &label{whole: w.anyOf(ls)}
}

// raised is l joined, all through, with extra terms for control labels (or for
// all taint labels, where flow is set).
func (w *walker) raised(l *label, extra []*smt.Term, flow bool) *label {
	if l == nil || extra == nil {
		return l
	}
	add := func(ts []*smt.Term) []*smt.Term {
		if ts == nil {
			return nil
		}
		return w.perKind(func(i int, k *labelKind) *smt.Term {
			if k.prompt || !k.control && !flow {
				return ts[i]
			}
			return w.pool.Or(ts[i], extra[i])
		})
	}
	out := &label{whole: add(l.whole), tag: add(l.tag), ctor: l.ctor, elem: l.elem, parts: l.parts, by: extra}
	if l.by != nil {
		out.by = add(l.by)
	}
	return out
}

// effective is l with what chose the value joined to its parts.
func (w *walker) effective(l *label) *label {
	if l == nil || l.by == nil {
		return l
	}
	out := &label{whole: l.whole, tag: l.tag, ctor: l.ctor, elem: w.effective(w.raised(l.elem, l.by, false))}
	for _, p := range l.parts {
		out.parts = append(out.parts, w.effective(w.raised(p, l.by, false)))
	}
	return out
}

// tagOf is the label of a value's shape.
func (w *walker) tagOf(v value) []*smt.Term {
	l := w.labelOf(v)
	if l == nil {
		return nil
	}
	return shape(l)
}

// shape is the label of the shape that a label speaks of.
func shape(l *label) []*smt.Term {
	if l.tag != nil {
		return l.tag
	}
	return l.whole
}

// elemOf is the label of a list's elements together.
func (w *walker) elemOf(v value) *label {
	l := w.labelOf(v)
	if l == nil {
		return nil
	}
	if l.elem != nil {
		return w.effective(l).elem
	}
	return &label{whole: l.whole}
}

// within is a fresh label, shaped as t, of something that is part of what l is
// the label of: it is labelled only if l is.
func (w *walker) within(l *label, t *rtype) *label {
	if l == nil {
		return nil
	}
	out := w.unknownLabel(t)
	for i, k := range w.kinds {
		if !k.prompt {
			w.define(w.pool.Implies(out.whole[i], l.whole[i]))
			if out.tag != nil && l.tag != nil {
				w.define(w.pool.Implies(out.tag[i], l.tag[i]))
			}
		}
	}
	return out
}

// partLabel is the label of component i of a tuple or field i of constructor c.
func (w *walker) partLabel(v value, i int, c *core.Global, t *rtype) *label {
	l := w.labelOf(v)
	if l == nil {
		return nil
	}
	if i < len(l.parts) && l.ctor == c {
		return l.parts[i]
	}
	if c != nil && c.Owner == w.world.List {
		if i == 0 {
			if l.elem != nil {
				return w.within(w.effective(l).elem, t)
			}
			return w.within(l, t)
		}
		return &label{whole: l.whole, tag: l.tag, elem: l.elem, by: l.by}
	}
	return w.within(l, t)
}

// constructed is the label of a constructor application.
func (w *walker) constructed(c *core.Global, args []value) *label {
	if len(w.kinds) == 0 {
		return nil
	}
	l := &label{ctor: c, tag: w.literalLabel(nil).whole}
	for _, a := range args {
		l.parts = append(l.parts, w.labelOf(a))
	}
	if c.Owner == w.world.List {
		l.elem = &label{whole: w.clean().whole}
		if len(args) == 2 {
			l.tag = w.either(l.tag, w.tagOf(args[1]))
			rest := w.elemOf(args[1])
			l.elem = &label{
				whole: w.either(w.labelOf(args[0]).whole, rest.whole),
				tag:   w.either(w.tagOf(args[0]), shape(rest)),
			}
		}
	}
	l.whole = w.either(l.tag, w.anyOf(l.parts))
	return l
}

// chosen is the label of a value that a condition chose.
func (w *walker) chosen(c *smt.Term, a, b *label) *label {
	if a == nil || b == nil {
		return nil
	}
	if a == b {
		return a
	}
	ite := func(x, y []*smt.Term) []*smt.Term {
		return w.perKind(func(i int, _ *labelKind) *smt.Term { return w.pool.Ite(c, x[i], y[i]) })
	}
	out := &label{whole: ite(a.whole, b.whole)}
	if a.tag != nil && b.tag != nil {
		out.tag = ite(a.tag, b.tag)
	}
	if a.elem != nil && b.elem != nil {
		out.elem = w.chosen(c, a.elem, b.elem)
	}
	if a.ctor == b.ctor && len(a.parts) == len(b.parts) {
		out.ctor = a.ctor
		for i := range a.parts {
			out.parts = append(out.parts, w.chosen(c, a.parts[i], b.parts[i]))
		}
	}
	if a.by != nil || b.by != nil {
		clean := w.perKind(func(_ int, _ *labelKind) *smt.Term { return w.pool.False() })
		x, y := a.by, b.by
		if x == nil {
			x = clean
		}
		if y == nil {
			y = clean
		}
		out.by = ite(x, y)
	}
	return out
}

// chosenWith is what joins the label of anything taken out of v.
func (w *walker) chosenWith(v value) []*smt.Term {
	if v.lab == nil {
		return nil
	}
	return v.lab.by
}

// sameLabels says that two values' labels are equal, part by part.
func (w *walker) sameLabels(a, b *label) *smt.Term {
	if a == nil || b == nil {
		return w.pool.True()
	}
	a, b = w.effective(a), w.effective(b)
	var ts []*smt.Term
	eq := func(x, y []*smt.Term) {
		for i := range x {
			ts = append(ts, w.pool.Eq(x[i], y[i]))
		}
	}
	eq(a.whole, b.whole)
	if a.tag != nil && b.tag != nil {
		eq(a.tag, b.tag)
	}
	if a.elem != nil && b.elem != nil {
		eq(a.elem.whole, b.elem.whole)
	}
	if a.ctor == b.ctor && len(a.parts) == len(b.parts) {
		for i := range a.parts {
			ts = append(ts, w.sameLabels(a.parts[i], b.parts[i]))
		}
	}
	return w.pool.And(ts...)
}
