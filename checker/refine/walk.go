package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// expr walks an expression in evaluation order.
func (w *walker) expr(x core.Expr, e *env) value {
	switch x := x.(type) {
	case *core.IntLit, *core.FloatLit, *core.StringLit, *core.BoolLit, *core.UnitLit:
		v := w.logic(x, e)
		v.lab = w.literalLabel(x)
		v.flow = w.typed(x.Range(), v.lab)
		return v
	case *core.LocalRef:
		if v, ok := e.get(x.Local); ok {
			return w.pointed(v, x.Span)
		}
		return w.unknown(x, e)
	case *core.GlobalRef:
		v := w.mention(x, e)
		if len(x.Global.Params) == 0 {
			v = w.pointed(v, x.Span)
		}
		return v
	case *core.Call:
		return w.call(x, e)
	case *core.Prim:
		return w.primitive(x, e)
	case *core.If:
		return w.conditional(x, e)
	case *core.Let:
		return w.let(x, e)
	case *core.Match:
		return w.match(x, e)
	case *core.Lambda:
		t := w.base(x.Type(), e)
		v := value{term: w.supply.Fresh("function", w.sorts.fun), typ: t, fn: &fnLambda{lambda: x, env: e, typed: w.isPlan}}
		var held []*vc.Flow
		v.lab, held = w.captured(x, e)
		v.flow = w.made(vc.FlowMade, x.Span, v.lab, held...)
		return v
	case *core.Annot:
		return w.annotated(w.expr(x.X, e), x.Ann, e, x.X.Range())
	case *core.TupleExpr:
		parts := make([]value, len(x.Elems))
		for i, el := range x.Elems {
			parts[i] = w.expr(el, e)
		}
		return w.tuple(parts)
	case *core.List:
		return w.list(x, e)
	}
	return w.unknown(x, e)
}

// unknown is a value of which only the base type is known (holes; what was
// reported already).
func (w *walker) unknown(x core.Expr, e *env) value {
	return w.freshValue("unknown", w.base(x.Type(), e), vc.Origin{Kind: "unknown", At: x.Range()})
}

func (w *walker) tuple(parts []value) value {
	types := make([]*rtype, len(parts))
	terms := make([]*smt.Term, len(parts))
	for i, p := range parts {
		types[i], terms[i] = p.typ, p.term
	}
	t := w.tupleOfTypes(types)
	ctor := w.sorts.ctors[w.sort(t)][0]
	v := value{term: w.pool.Construct(ctor, terms...), typ: t, parts: parts}
	if len(w.kinds) > 0 {
		v.lab = &label{}
		for _, p := range parts {
			v.lab.parts = append(v.lab.parts, w.labelOf(p))
		}
		v.lab.whole = w.anyOf(v.lab.parts)
		v.flow = w.made(vc.FlowMade, diag.Span{}, v.lab, flowsOf(parts)...)
	}
	return v
}

// let walks a chain of bindings; each variable is bound to its own value.
func (w *walker) let(x *core.Let, e *env) value {
	frame := e.child()
	for _, b := range x.Binds {
		v := w.expr(b.Value, frame)
		if b.Ann != nil {
			v = w.annotated(v, b.Ann, frame, b.Value.Range())
		}
		w.bindTo(b.Pattern, b.Value.Range(), v, frame)
		w.place(diag.Span{Src: x.Span.Src, Start: b.Value.Range().End, End: x.Span.End})
		if w.conversation && w.isPlan {
			w.read(v)
		}
	}
	return w.expr(x.Body, frame)
}

// annotated checks a value against a written type and adds what it says.
func (w *walker) annotated(v value, ann core.Type, e *env, at diag.Span) value {
	w.wellFormed(ann, e)
	t := w.eval(ann, e)
	w.check(v, t, vc.Origin{Kind: "annotation", At: at}, diag.AnnotationNotMet)
	if t.fun != nil || v.unseen {
		// What is known of a function, or of an array, is its annotation.
		return value{term: v.term, typ: t, fn: v.fn, parts: v.parts, lab: v.lab, flow: v.flow}
	}
	return v
}

// bindTo is bind for the value of an expression.
func (w *walker) bindTo(p core.Pattern, x diag.Span, v value, e *env) {
	saved := w.binding
	w.binding = x
	_, whole := p.(*core.PVar)
	w.inside = !whole
	w.bind(p, v, e)
	w.binding, w.inside = saved, false
}

// bindField is bindTo for a field of what is matched.
func (w *walker) bindField(p core.Pattern, x diag.Span, v value, e *env) {
	saved := w.binding
	w.binding, w.inside = x, true
	w.bind(p, v, e)
	w.binding, w.inside = saved, false
}

// bind gives the variables of a pattern their values.
func (w *walker) bind(p core.Pattern, v value, e *env) {
	switch p := p.(type) {
	case *core.PVar:
		if v.flow != nil && v.lab != nil {
			kind, at := vc.FlowBound, w.binding
			if w.inside {
				kind = vc.FlowPart
			}
			if at.IsZero() {
				at = p.Local.Span
			}
			v.flow = w.named(kind, p.Local.Name, at, v.lab, v.flow)
		}
		e.set(p.Local, v)
		if v.typ != nil && v.typ.con != nil {
			w.atHand = append(w.atHand, v)
		}
		w.symbol(p.Local, v)
	case *core.PTuple:
		for i, part := range w.partsOf(v) {
			if i < len(p.Elems) {
				w.bind(p.Elems[i], part, e)
			}
		}
	case *core.PCtor:
		for i, f := range w.fieldsOf(p.Ctor, v, p.Span) {
			if i < len(p.Args) {
				w.bind(p.Args[i], f, e)
			}
		}
	}
}

// partsOf takes a tuple apart; the facts of its parts were asserted when it came
// to be, or are now.
func (w *walker) partsOf(v value) []value {
	if v.parts == nil {
		by := w.chosenWith(v)
		v = w.assume(v, bare(v.typ), vc.Origin{Kind: "component"})
		for i := range v.parts {
			v.parts[i] = w.raise(v.parts[i], by, v.flow)
		}
	}
	return v.parts
}

// fieldsOf takes a constructor apart: the fields have their declared types, and
// the constructor's result refinement holds of the whole.
func (w *walker) fieldsOf(c *core.Global, v value, at diag.Span) []value {
	frame := &env{types: map[*core.TyVar]*rtype{}}
	for i, tv := range c.Owner.Params {
		if i < len(v.typ.args) {
			frame.types[tv] = v.typ.args[i]
		}
	}
	if w.isVolatile(c) {
		// What the constructor said of the world was so when it was applied.
		saved := w.moment
		then := w.supply.Fresh("then", w.epoch.Sort)
		w.moment = moment{before: then, after: then}
		defer func() { w.moment = saved }()
	}
	ctor := w.constructor(c, v.typ)
	o := w.charge(at, c.Name)
	o.Kind = "constructor"
	fields := make([]value, len(c.Params))
	for i, p := range c.Params {
		t := w.eval(p.Type, frame)
		f := value{typ: t, lab: w.partLabel(v, i, c, t)}
		f.flow = w.made(vc.FlowMade, diag.Span{}, f.lab, v.flow)
		if ctor == nil {
			f.term = w.supply.Fresh(p.Name, w.sort(t))
		} else {
			f.term = w.pool.Select(ctor, i, v.term)
		}
		fields[i] = w.raise(w.assume(f, t, o), w.chosenWith(v), v.flow)
		w.born(fields[i])
		frame.set(p, fields[i])
	}
	for _, r := range w.eval(c.Result, frame).preds {
		ro := o
		if r.conj != nil {
			ro.Clause, ro.Words = r.conj.Span, r.wording(v)
		}
		w.fact(w.holds(r, v), ro)
	}
	return fields
}

// promises reports whether the signature of a constructor says anything.
func (w *walker) promises(c *core.Global) bool {
	for _, p := range c.Params {
		if core.MentionsRefinement(p.Type) {
			return true
		}
	}
	return core.MentionsRefinement(c.Result)
}

// symbol records a source variable for counterexamples.
func (w *walker) symbol(l *core.Local, v value) {
	if w.inLogic || v.term == nil || l.Name == "_" {
		return
	}
	w.vc.Symbols = append(w.vc.Symbols, vc.Symbol{
		Name: l.Name, Span: l.Span, Value: w.binding, Part: w.inside, Inner: w.quiet > 0, Step: len(w.vc.Steps), Term: v.term, MeasuresAt: w.later(v), Labels: w.labels(v), Guard: w.guard, Moment: w.epoch,
		Parts: w.linearParts(l.Name, v),
	})
}

// unnamed records the result of a call, which may never get a name.
func (w *walker) unnamed(s site, v value) {
	role := ""
	if s.function {
		role = "result of"
	}
	w.unnamedAs(role, s.at, v)
}

func (w *walker) unnamedAs(role string, of diag.Span, v value) {
	if w.inLogic || v.term == nil || !v.term.IsSymbol() && v.term.Op != smt.OpApply || of.IsZero() {
		return
	}
	w.vc.Symbols = append(w.vc.Symbols, vc.Symbol{Role: role, Span: of, Inner: w.quiet > 0, Step: len(w.vc.Steps), Term: v.term, MeasuresAt: w.later(v), Labels: w.labels(v), Guard: w.guard, Moment: w.epoch})
}

// returned records what a function gave that is known by its type.
func (w *walker) returned(g *core.Global, call diag.Span, v value) {
	if !w.everyResult || g.Kind == core.CtorFn || v.term == nil {
		return
	}
	w.vc.Results = append(w.vc.Results, vc.Symbol{
		Name: g.Name, Span: call, Step: len(w.vc.Steps), Term: v.term, MeasuresAt: w.later(v), Labels: w.labels(v), Guard: w.guard, Moment: w.epoch,
	})
}

// constantReturned records the value of a constant, which it has on every path.
func (w *walker) constantReturned(g *core.Global, v value) {
	if w.everyResult && g.Kind == core.NativeFn {
		w.vc.Results = append(w.vc.Results, vc.Symbol{Name: g.Name, Span: g.Span, Term: v.term, MeasuresAt: w.later(v), Labels: w.labels(v), Guard: w.pool.True(), Moment: w.epoch0})
	}
}

// match walks every arm on the path where its constructor was used.
func (w *walker) match(x *core.Match, e *env) value {
	v := w.expr(x.Scrutinee, e)
	by := w.tagOf(v)
	d := w.decides(x.Scrutinee.Range(), by, v.flow)
	epoch := w.epoch
	var conds []*smt.Term
	var vals []value
	var epochs []*smt.Term
	rest := w.pool.True() // no earlier arm
	for _, a := range x.Arms {
		cond := rest
		if a.Ctor != nil {
			if ctor := w.constructor(a.Ctor, v.typ); ctor != nil {
				is := w.pool.IsCtor(ctor, v.term)
				cond = w.pool.And(rest, is)
				rest = w.pool.And(rest, w.pool.Not(is))
			} else {
				is := w.supply.Fresh("is_"+a.Ctor.Name, w.pool.Bool())
				cond, rest = w.pool.And(rest, is), w.pool.And(rest, w.pool.Not(is))
			}
		} else {
			rest = w.pool.False() // no arm after "_" runs
		}
		w.epoch = epoch
		parent := w.guard
		w.controlled(by, d, func() {
			w.under(cond, a.PatternSpan, w.branch(x.Scrutinee.Range(), a.PatternSpan.Text()), func() {
				frame := e.child()
				if a.Ctor != nil {
					for i, f := range w.fieldsOf(a.Ctor, v, a.PatternSpan) {
						if i < len(a.Fields) {
							w.bindField(a.Fields[i], x.Scrutinee.Range(), f, frame)
						}
					}
				}
				if w.guard != parent {
					// What the constructor says may exclude the arm.
					w.reach(vc.Branch, w.guard, parent, a.PatternSpan, "")
				}
				w.place(a.Body.Range())
				vals = append(vals, w.expr(a.Body, frame))
			})
		})
		conds = append(conds, cond)
		epochs = append(epochs, w.epoch)
	}
	if len(vals) == 0 {
		return w.unknown(x, e)
	}
	out, now := vals[len(vals)-1], epochs[len(vals)-1]
	for i := len(vals) - 2; i >= 0; i-- {
		out = w.join(conds[i], vals[i], out)
		now = w.joinEpochs(conds[i], epochs[i], now)
	}
	w.epoch = now
	return w.raise(out, by, d)
}

// list builds a literal: its length is known, and its elements' type is the
// union of theirs.
func (w *walker) list(x *core.List, e *env) value {
	t := w.base(x.Type(), e)
	var ks []*kappa
	elem := w.template(bare(t.args[0]), &ks)
	for _, k := range ks {
		k.open = true
	}
	terms := make([]*smt.Term, len(x.Elems))
	var lab *label
	if len(w.kinds) > 0 {
		lab = &label{tag: w.literalLabel(nil).whole}
	}
	var labels []*label
	var flows []*vc.Flow
	for i, el := range x.Elems {
		v := w.expr(el, e)
		terms[i] = v.term
		w.accept(v, elem, vc.Origin{Kind: "element", At: el.Range()}, diag.Precondition)
		labels = append(labels, w.labelOf(v))
		flows = append(flows, v.flow)
	}
	for _, k := range ks {
		k.open = false
	}
	if lab != nil {
		shapes := make([]*label, len(labels))
		for i, l := range labels {
			shapes[i] = &label{whole: shape(l)}
		}
		lab.elem = &label{whole: w.anyOf(labels), tag: w.anyOf(shapes)}
		lab.whole = w.either(lab.tag, lab.elem.whole)
	}
	out := &rtype{con: t.con, args: []*rtype{elem}}
	if t.con != w.world.List {
		v := w.freshValue("array", out, vc.Origin{Kind: "list", At: w.at(x.Span)})
		v.lab, v.unseen = lab, true
		v.flow = w.made(vc.FlowMade, x.Span, lab, flows...)
		return v
	}
	ctors := w.sorts.ctors[w.sort(out)]
	l := w.pool.Construct(ctors[0])
	w.define(w.pool.Eq(w.listLength(l), w.pool.Int64(0)))
	for i := len(terms) - 1; i >= 0; i-- {
		l = w.pool.Construct(ctors[1], terms[i], l)
	}
	w.define(w.pool.Eq(w.listLength(l), w.pool.Int64(int64(len(terms)))))
	return value{term: l, typ: out, lab: lab, flow: w.made(vc.FlowMade, x.Span, lab, flows...)}
}
