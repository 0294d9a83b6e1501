package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// mention walks a top-level name that stands alone.
func (w *walker) mention(x *core.GlobalRef, e *env) value {
	g := x.Global
	if len(g.Params) > 0 {
		t := w.base(x.Type(), e)
		v := value{term: w.supply.Fresh(g.Name, w.sorts.fun), typ: t, fn: &fnGlobal{ref: x, env: e}}
		if len(w.kinds) > 0 {
			v.lab = w.holding(nil, w.held(x, e))
			v.flow = w.made(vc.FlowMade, x.Span, v.lab)
		}
		return v
	}
	switch g.Kind {
	case core.NativeFn, core.MeasureFn:
		return w.constant(x, e)
	case core.AxiomFn:
		return w.constant(x, e)
	}
	if w.isPure(g) && len(x.TyArgs) == 0 && !w.isTimed(g) {
		return w.constant(x, e)
	}
	return w.saturated(x, e, nil, site{at: x.Span, callee: g.Name})
}

// constant is the value of a native without parameters (or of a def that
// reaches no native): every mention is the same. Its type's facts hold from the
// start.
func (w *walker) constant(x *core.GlobalRef, e *env) value {
	g := x.Global
	key := w.sorts.id(g)
	for _, a := range x.TyArgs {
		key += "," + w.sorts.id(w.sort(w.base(a, e)))
	}
	if v, ok := w.constants[key]; ok {
		return v
	}
	guard, epoch, steps, quiet := w.guard, w.epoch, w.vc.Steps, w.quiet
	w.guard, w.epoch, w.vc.Steps = w.pool.True(), w.epoch0, nil
	w.quiet++
	frame := w.instance(x, e)
	saved := w.moment
	w.moment = moment{}
	o := vc.Origin{Kind: "constant", At: g.Span, Callee: g.Name, Trusted: trusted(g)}
	var v value
	if g.Kind == core.DefFn && !g.ResultRefined() && g.Body != nil && !g.Recursive {
		v = w.unfolded(g, frame, site{})
	}
	if v.term == nil {
		v = w.freshValue(g.Name, w.eval(g.Result, frame), o)
	}
	w.moment = saved
	for _, s := range w.vc.Steps {
		if f, ok := s.(*vc.Fact); ok {
			w.vc.Prelude = append(w.vc.Prelude, f)
		}
	}
	w.guard, w.epoch, w.vc.Steps, w.quiet = guard, epoch, steps, quiet
	v.flow = w.named(vc.FlowConstant, g.Name, g.Span, v.lab)
	w.constants[key] = v
	w.constantReturned(g, v)
	if g.Kind == core.NativeFn {
		w.vc.Symbols = append(w.vc.Symbols, vc.Symbol{Name: g.Name, Span: g.Span, Term: v.term, MeasuresAt: w.later(v), Guard: w.pool.True()})
	}
	return v
}

// call walks an application: the function, the arguments left to right, then
// the call itself.
func (w *walker) call(x *core.Call, e *env) value {
	s := site{at: x.Span}
	if ref, ok := x.Fn.(*core.GlobalRef); ok {
		s.callee = ref.Global.Name
		args := make([]value, len(x.Args))
		for i, a := range x.Args {
			args[i] = w.expr(a, e)
		}
		return w.applyGlobal(&fnGlobal{ref: ref, env: e}, args, s, x.Args)
	}
	f := w.expr(x.Fn, e)
	args := make([]value, len(x.Args))
	for i, a := range x.Args {
		args[i] = w.expr(a, e)
	}
	return w.apply(f, args, s)
}

// apply applies a function value.
func (w *walker) apply(f value, args []value, s site) value {
	if len(args) == 0 {
		return f
	}
	var out value
	by := w.tagOf(f)
	d := w.decides(s.at, by, f.flow)
	w.controlled(by, d, func() { out = w.applyKnown(f, args, s) })
	return w.raise(out, by, d)
}

// applyKnown applies a function value on the path that chose it.
func (w *walker) applyKnown(f value, args []value, s site) value {
	switch fn := f.fn.(type) {
	case *fnGlobal:
		all := append(append([]value{}, fn.args...), args...)
		s.callee = fn.ref.Global.Name
		return w.applyGlobal(&fnGlobal{ref: fn.ref, env: fn.env}, all, s, nil)
	case *fnLambda:
		return w.applyLambda(fn, args, s)
	case *fnChoice:
		var a, b value
		epoch := w.epoch
		w.operandPath(fn.cond, vc.Origin{Kind: "definition"}, func() { a = w.apply(fn.then, args, s) })
		epochA := w.epoch
		w.epoch = epoch
		w.operandPath(w.pool.Not(fn.cond), vc.Origin{Kind: "definition"}, func() { b = w.apply(fn.els_, args, s) })
		w.epoch = w.joinEpochs(fn.cond, epochA, w.epoch)
		return w.join(fn.cond, a, b)
	}
	return w.applyOpaque(f, args, s)
}

// applyOpaque applies a function of which only the type is known.
func (w *walker) applyOpaque(f value, args []value, s site) value {
	t := f.typ
	if o, ok := f.fn.(*fnOpaque); ok {
		t = o.typ
	}
	before := w.epoch
	w.cleanPath(s)
	args = w.underControl(args)
	for i, a := range args {
		if t.uncallable {
			w.goal(w.pool.False(), vc.Origin{Kind: "precondition", At: s.at, Call: s.at, Callee: s.callee}, diag.UnknownFunction)
		}
		if t.fun == nil {
			return w.apply(value{term: w.supply.Fresh("result", w.sort(t)), typ: t, fn: &fnOpaque{t}}, args[i:], s)
		}
		o := vc.Origin{Kind: "precondition", At: s.at, Call: s.at, Callee: s.callee, Param: t.fun.Param.Name}
		w.accept(a, w.domain(t), o, diag.Precondition)
		w.newMoment()
		saved := w.moment
		w.moment = moment{before: before, after: w.epoch, fresh: resultLocals(t.fun.Result)}
		t = w.codomain(t, a)
		w.moment = saved
	}
	v := w.freshValue("result", t, w.charge(s.at, s.callee))
	v.flow = w.named(vc.FlowCall, s.callee, s.at, v.lab, flowsOf(args)...)
	w.born(v)
	w.unnamed(s, v)
	name := s.callee
	if name == "" {
		name = "this function"
	}
	w.reach(vc.Event, w.guard, nil, s.at, name)
	return v
}

// applyLambda walks the body with its parameters bound to the arguments: a known
// function is as transparent as a let.
func (w *walker) applyLambda(fn *fnLambda, args []value, s site) value {
	all := append(append([]value{}, fn.args...), args...)
	n := len(fn.lambda.Params)
	if len(all) < n {
		t := w.base(fn.lambda.Type(), fn.env)
		for range all {
			t = w.eval(t.fun.Result, t.env)
		}
		saved := w.isPlan
		w.isPlan = fn.typed
		own, _ := w.captured(fn.lambda, fn.env)
		w.isPlan = saved
		held := w.holding(all, []*label{own})
		return value{
			term: w.supply.Fresh("function", w.sorts.fun), typ: t, fn: &fnLambda{lambda: fn.lambda, env: fn.env, args: all, typed: fn.typed},
			lab: held, flow: w.made(vc.FlowMade, s.at, held, flowsOf(all)...),
		}
	}
	if !w.enter() {
		if w.quiet == 0 {
			w.diags = append(w.diags, diag.New(s.at, diag.TooMuchUnfolding))
		}
		w.newMoment()
		return w.freshValue("result", w.base(fn.lambda.Body.Type(), fn.env), w.charge(s.at, ""))
	}
	frame := fn.env.child()
	for i, p := range fn.lambda.Params {
		if p.Declared {
			w.wellFormed(p.Type, frame)
			w.check(all[i], w.eval(p.Type, frame), vc.Origin{Kind: "precondition", At: s.at, Call: s.at, Callee: s.callee, Param: p.Name}, diag.Precondition)
		}
		if given := all[i]; s.function && given.flow != nil {
			all[i].flow = w.named(vc.FlowGiven, p.Name, p.Span, given.lab, given.flow)
		}
		frame.set(p, all[i])
		w.symbol(p, all[i])
	}
	saved := w.isPlan
	w.isPlan = fn.typed
	w.place(fn.lambda.Body.Range())
	var r value
	w.running(s, func() { r = w.expr(fn.lambda.Body, frame) })
	w.isPlan = saved
	w.leave()
	w.running(s, func() { r.flow = w.made(vc.FlowReturned, tail(fn.lambda.Body).Range(), r.lab, r.flow) })
	return w.apply(r, all[n:], s)
}

func (w *walker) enter() bool {
	w.spent++
	if w.depth >= maxUnfoldDepth || w.spent >= maxUnfoldSteps {
		return false
	}
	w.depth++
	return true
}

func (w *walker) leave() { w.depth-- }

// applyGlobal applies a definition to arguments; syntax, where known, gives the
// place of each.
func (w *walker) applyGlobal(fn *fnGlobal, args []value, s site, syntax []core.Expr) value {
	g := fn.ref.Global
	n := len(g.Params)
	if len(args) < n {
		t := w.base(fn.ref.Type(), fn.env)
		for range args {
			t = w.eval(t.fun.Result, t.env)
		}
		held := w.holding(args, w.held(fn.ref, fn.env))
		return value{
			term: w.supply.Fresh(g.Name, w.sorts.fun), typ: t, fn: &fnGlobal{ref: fn.ref, env: fn.env, args: args},
			lab: held, flow: w.made(vc.FlowMade, s.at, held, flowsOf(args)...),
		}
	}
	r := w.saturatedWith(fn.ref, fn.env, args[:n], s, syntax)
	return w.apply(r, args[n:], s)
}

func (w *walker) saturated(ref *core.GlobalRef, e *env, args []value, s site) value {
	return w.saturatedWith(ref, e, args, s, nil)
}

// saturatedWith walks a call with exactly the arguments that the definition
// takes.
func (w *walker) saturatedWith(ref *core.GlobalRef, e *env, args []value, s site, syntax []core.Expr) value {
	g := ref.Global
	frame, ks := w.openInstance(ref, e)
	args = w.underControl(args)
	loop := w.openLoop(g, frame, ks, args, s)
	for i, p := range g.Params {
		frame.set(p, args[i])
	}
	place := func(i int) diag.Span {
		if syntax != nil && i >= 0 && i < len(syntax) {
			return syntax[i].Range()
		}
		return s.at
	}
	// Data first, what fixes a predicate before what bounds it: functions are
	// checked against what the data allows.
	fixed := w.steady
	// Only the functions of the language run what they are given before they
	// return, and then no more.
	w.steady = g.Kind == core.BuiltinFn && !takesChanging(args)
	defer func() { w.steady = fixed }()
	var by []*smt.Term
	for phase := 0; phase < 3; phase++ {
		for _, k := range ks {
			k.settled = phase == 2
			if k.settled && k.pinned && k.exact == nil {
				w.makeTop(k) // no data says what it is
			}
		}
		for i, p := range g.Params {
			if phaseOf(p.Type) != phase {
				continue
			}
			o := vc.Origin{Kind: "precondition", At: place(i), Call: s.at, Callee: g.Name, Param: p.Name, Advice: g.AdviceOn(p)}
			if phase < 2 {
				w.accept(args[i], w.eval(p.Type, frame), o, diag.Precondition)
				continue
			}
			if by == nil {
				by = w.runsUnder(g, frame, args)
			}
			fed := feeds(args)
			w.controlled(by, w.decides(place(w.walkedThrough(g)), by, append(fed[:len(fed):len(fed)], w.ran)...), func() {
				w.turns, w.fed = loop, fed
				w.accept(args[i], w.eval(p.Type, frame), o, diag.Precondition)
				w.turns, w.fed = nil, nil
			})
		}
	}
	w.runsHidden(g, args, s)
	for _, k := range ks {
		k.open = false
	}
	w.closeLoop(loop)
	w.decreases(g, frame, s)
	return w.result(ref, frame, args, s)
}

// unfolded walks the body of a verified def in the place of a call; a zero value
// means that the limits of unfolding are reached. Its literals are those of who
// wrote it, whoever calls it.
func (w *walker) unfolded(g *core.Global, frame *env, s site) value {
	if !w.enter() {
		return value{}
	}
	saved := w.isPlan
	w.isPlan = g.FromPlan
	var v value
	s.function = false // its name says what runs
	w.running(s, func() {
		v = w.expr(g.Body, frame)
		v.flow = w.made(vc.FlowReturned, tail(g.Body).Range(), v.lab, v.flow)
	})
	w.isPlan = saved
	w.leave()
	return v
}
