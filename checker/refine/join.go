package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// conditional walks both branches, each on its own path.
func (w *walker) conditional(x *core.If, e *env) value {
	c := w.expr(x.Cond, e)
	var a, b value
	epoch := w.epoch
	by := w.wholeOf(c)
	d := w.decides(x.Cond.Range(), by, c.flow)
	w.controlled(by, d, func() {
		w.under(c.term, x.Then.Range(), w.branch(x.Cond.Range(), "true"), func() { w.place(x.Then.Range()); a = w.expr(x.Then, e) })
		epochA := w.epoch
		w.epoch = epoch
		w.under(w.pool.Not(c.term), x.Else.Range(), w.branch(x.Cond.Range(), "false"), func() { w.place(x.Else.Range()); b = w.expr(x.Else, e) })
		w.epoch = w.joinEpochs(c.term, epochA, w.epoch)
	})
	return w.raise(w.join(c.term, a, b), by, d)
}

// wholeOf is the label of a value as terms, nil where no labels are in force.
func (w *walker) wholeOf(v value) []*smt.Term {
	if l := w.labelOf(v); l != nil {
		return l.whole
	}
	return nil
}

// raise joins to a value the labels of what chose it.
func (w *walker) raise(v value, by []*smt.Term, deciding ...*vc.Flow) value {
	if by == nil {
		return v
	}
	v.lab = w.raised(w.labelOf(v), by, false)
	if w.pool.Or(by...).IsFalse() {
		deciding = nil
	} else if v.flow = w.made(vc.FlowMade, diag.Span{}, v.lab, v.flow); v.flow != nil {
		v.flow.By = some(deciding)
	}
	for i := range v.parts {
		if i == 0 {
			v.parts = append([]value{}, v.parts...)
		}
		v.parts[i] = w.raise(v.parts[i], by, deciding...)
	}
	return v
}

func (w *walker) joinEpochs(c, a, b *smt.Term) *smt.Term {
	if a == b {
		return a
	}
	t := w.supply.Fresh("now", a.Sort)
	w.define(w.pool.Eq(t, w.pool.Ite(c, a, b)))
	return t
}

// join is the value of a conditional: exactly the one or the other.
func (w *walker) join(c *smt.Term, a, b value) value {
	if c.IsTrue() {
		return a
	}
	if c.IsFalse() {
		return b
	}
	out := value{term: w.joinTerms(c, a.term, b.term), typ: w.joinTypes(c, a.typ, b.typ)}
	if len(w.kinds) > 0 {
		out.lab = w.chosen(c, w.labelOf(a), w.labelOf(b))
		out.flow = w.made(vc.FlowMade, diag.Span{}, out.lab, a.flow, b.flow)
	}
	if a.fn != nil && b.fn != nil {
		out.fn = a.fn
		if a.fn != b.fn {
			out.fn = &fnChoice{cond: c, then: a, els_: b}
		}
	}
	if a.parts != nil && b.parts != nil {
		out.parts = make([]value, len(a.parts))
		terms := make([]*smt.Term, len(a.parts))
		for i := range a.parts {
			out.parts[i] = w.join(c, a.parts[i], b.parts[i])
			terms[i] = out.parts[i].term
		}
		out.term = w.pool.Construct(w.sorts.ctors[out.term.Sort][0], terms...)
	}
	w.sumUp(out)
	return out
}

// sumUp offers what a conditional may leave of a linear value's Bool measures as
// lemmas.
func (w *walker) sumUp(v value) {
	if w.quiet > 0 || v.typ == nil || v.typ.con == nil || !v.typ.con.Linear || !v.term.IsSymbol() {
		return
	}
	for _, m := range w.measuresOf(v.typ.con) {
		if t := w.measureTerm(m, v); t != nil && t.Sort == w.pool.Bool() {
			w.vc.Steps = append(w.vc.Steps, &vc.Lemma{Guard: w.guard, Terms: []*smt.Term{w.pool.Not(t), t}, Key: m.Name})
		}
	}
}

func (w *walker) joinTerms(c, a, b *smt.Term) *smt.Term {
	t := w.pool.Ite(c, a, b)
	if t == a || t == b || t.Sort == w.pool.Bool() || t.IsLiteral() {
		return t
	}
	name := "joined"
	if a.IsSymbol() {
		name = a.Name()
	}
	s := w.supply.Fresh(name, t.Sort)
	w.define(w.pool.Eq(s, t))
	return s
}

// joinTypes forgets head refinements (both branches' facts are asserted under
// their guards) and unites the arguments.
func (w *walker) joinTypes(c *smt.Term, a, b *rtype) *rtype {
	if a == b {
		return a
	}
	out := bare(a)
	switch {
	case a.fun != nil, a.tuple != nil:
		switch {
		case w.plainOf(a) == a && w.plainOf(b) == b, w.trivial(a) && w.trivial(b):
			return a
		}
		return w.uncallable(w.plainOf(a))
	}
	if len(a.args) == 0 || len(a.args) != len(b.args) {
		return out
	}
	joined := *out
	joined.args = make([]*rtype, len(a.args))
	for i := range a.args {
		if w.sameType(a.args[i], b.args[i]) {
			joined.args[i] = a.args[i]
			continue
		}
		u := *w.joinTypes(c, a.args[i], b.args[i])
		u.preds = []refinement{{union: &union{c, a.args[i], b.args[i]}}}
		joined.args[i] = &u
	}
	return &joined
}

// uncallable is a plain type whose functions, wherever they stand in it, may not be
// called: each is one of two, and it is not known which.
func (w *walker) uncallable(t *rtype) *rtype {
	if !holdsFunction(t) {
		return t
	}
	u := *t
	u.isPlain, u.plain, u.triv = false, nil, 0
	switch {
	case t.fun != nil:
		u.uncallable = true
	case t.tuple != nil:
		parts := make([]*rtype, len(t.tuple.Elems))
		for i, x := range t.tuple.Elems {
			parts[i] = w.uncallable(w.base(x.Type, t.env))
		}
		return w.tupleOfTypes(parts)
	default:
		u.args = make([]*rtype, len(t.args))
		for i, a := range t.args {
			u.args[i] = w.uncallable(a)
		}
	}
	return &u
}
