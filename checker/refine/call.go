package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// mention walks a top-level name that stands alone.
func (w *walker) mention(x *core.GlobalRef, e *env) value {
	g := x.Global
	if len(g.Params) > 0 {
		t := w.base(x.Type(), e)
		v := value{term: w.pool.Fresh(g.Name, w.sorts.fun), typ: t, fn: &fnGlobal{ref: x, env: e}}
		if len(w.kinds) > 0 {
			clean := w.clean()
			v.lab = &label{whole: w.anyOf(append(w.heldBy(x, e, map[*core.Global]bool{}), clean)), tag: clean.whole}
		}
		return v
	}
	switch g.Kind {
	case core.NativeFn, core.MeasureFn:
		return w.constant(x, e)
	case core.AxiomFn:
		return w.constant(x, e)
	}
	if w.isPure(g) && len(x.TyArgs) == 0 {
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
	o := vc.Origin{Kind: "constant", At: g.Span, Callee: g.Name}
	var v value
	if g.Kind == core.DefFn && !g.ResultRefined() && g.Body != nil && !g.Recursive {
		v = w.unfolded(g, frame)
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
	w.constants[key] = v
	if w.quiet == 0 && g.Kind == core.NativeFn {
		w.vc.Symbols = append(w.vc.Symbols, vc.Symbol{Name: g.Name, Span: g.Span, Term: v.term, Measures: w.later(v), Guard: w.pool.True()})
	}
	return v
}

// instance is the activation of a global with its type variables instantiated
// by plain types.
func (w *walker) instance(x *core.GlobalRef, e *env) *env {
	frame := &env{}
	if len(x.Global.TyVars) > 0 {
		frame.types = map[*core.TyVar]*rtype{}
		for i, v := range x.Global.TyVars {
			if i < len(x.TyArgs) {
				frame.types[v] = w.base(x.TyArgs[i], e)
			}
		}
	}
	return frame
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
	w.controlled(by, func() { out = w.applyKnown(f, args, s) })
	return w.raise(out, by)
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
		w.operandPath(fn.cond, func() { a = w.apply(fn.then, args, s) })
		epochA := w.epoch
		w.epoch = epoch
		w.operandPath(w.pool.Not(fn.cond), func() { b = w.apply(fn.els_, args, s) })
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
			w.goal(w.pool.False(), vc.Origin{Kind: "precondition", At: s.at, Callee: s.callee}, diag.UnknownFunction)
		}
		if t.fun == nil {
			return w.apply(value{term: w.pool.Fresh("result", w.sort(t)), typ: t, fn: &fnOpaque{t}}, args[i:], s)
		}
		o := vc.Origin{Kind: "precondition", At: s.at, Callee: s.callee, Param: t.fun.Param.Name}
		w.accept(a, w.domain(t), o, diag.Precondition)
		w.newMoment()
		saved := w.moment
		w.moment = moment{before: before, after: w.epoch, fresh: resultLocals(t.fun.Result)}
		t = w.codomain(t, a)
		w.moment = saved
	}
	v := w.freshValue("result", t, vc.Origin{Kind: "call", At: w.at(s.at), Callee: s.callee})
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
		return value{term: w.pool.Fresh("function", w.sorts.fun), typ: t, fn: &fnLambda{lambda: fn.lambda, env: fn.env, args: all, typed: fn.typed}, lab: w.holding(all)}
	}
	if !w.enter() {
		if w.quiet == 0 {
			w.diags = append(w.diags, diag.New(s.at, diag.TooMuchUnfolding))
		}
		w.newMoment()
		return w.freshValue("result", w.base(fn.lambda.Body.Type(), fn.env), vc.Origin{Kind: "call", At: w.at(s.at)})
	}
	frame := fn.env.child()
	for i, p := range fn.lambda.Params {
		if p.Declared {
			w.wellFormed(p.Type, frame)
			w.check(all[i], w.eval(p.Type, frame), vc.Origin{Kind: "precondition", At: s.at, Callee: s.callee, Param: p.Name}, diag.Precondition)
		}
		frame.set(p, all[i])
		w.symbol(p, all[i])
	}
	saved := w.isPlan
	w.isPlan = fn.typed
	r := w.expr(fn.lambda.Body, frame)
	w.isPlan = saved
	w.leave()
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
		return value{term: w.pool.Fresh(g.Name, w.sorts.fun), typ: t, fn: &fnGlobal{ref: fn.ref, env: fn.env, args: args}, lab: w.holding(args)}
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
		if syntax != nil && i < len(syntax) {
			return syntax[i].Range()
		}
		return s.at
	}
	// Data first, what fixes a predicate before what bounds it: functions are
	// checked against what the data allows.
	fixed := w.steady
	w.steady = !w.changesWorld(g) && !takesChanging(args)
	defer func() { w.steady = fixed }()
	for phase := 0; phase < 3; phase++ {
		for _, k := range ks {
			k.settled = phase == 2
		}
		for i, p := range g.Params {
			if phaseOf(p.Type) != phase {
				continue
			}
			o := vc.Origin{Kind: "precondition", At: place(i), Callee: g.Name, Param: p.Name}
			if phase < 2 {
				w.accept(args[i], w.eval(p.Type, frame), o, diag.Precondition)
				continue
			}
			w.controlled(w.runsUnder(g, args), func() {
				w.turns = loop
				w.accept(args[i], w.eval(p.Type, frame), o, diag.Precondition)
				w.turns = nil
			})
		}
	}
	for _, k := range ks {
		k.open = false
	}
	w.closeLoop(loop)
	w.decreases(g, frame, s)
	return w.result(ref, frame, args, s)
}

// openInstance instantiates the type variables of a call: by templates of unknown
// predicates where a parameter speaks of the variable, plainly otherwise.
func (w *walker) openInstance(ref *core.GlobalRef, e *env) (*env, []*kappa) {
	g := ref.Global
	frame := w.instance(ref, e)
	var ks []*kappa
	for _, v := range g.TyVars {
		t := frame.types[v]
		if t == nil {
			continue
		}
		var r roles
		for _, p := range g.Params {
			r |= rolesOf(p.Type, v)
		}
		if r == 0 && g.Kind != core.CtorFn || r == takes {
			// In no parameter: it proves nothing. Only taken by functions: any of
			// its values may be given to them.
			continue
		}
		// A constructor without a field of the variable holds no value of it: its
		// predicate has no bounds and is false.
		before := len(ks)
		frame.types[v] = w.template(bare(t), &ks)
		if r&takes != 0 && r&yields != 0 {
			for _, k := range ks[before:] {
				k.cyclic = true
			}
		}
	}
	if len(g.Preds) > 0 {
		frame.preds = map[*core.PredVar]*kappa{}
		for _, p := range g.Preds {
			k := &kappa{universe: w.universe}
			for _, q := range g.Params {
				if _, isFun := core.Strip(q.Type).(*core.Fun); isFun && predRoles(q.Type, p, true) == takes|yields {
					k.cyclic = true
				}
			}
			frame.preds[p] = k
			ks = append(ks, k)
		}
	}
	for _, k := range ks {
		k.open = true
		k.noLabels = g.Kind == core.DefFn
	}
	return frame, ks
}

// roles say how a parameter's type uses a type variable: as data; taken by a
// function argument; yielded by one.
type roles int

const (
	data roles = 1 << iota
	takes
	yields
)

func rolesOf(t core.Type, v *core.TyVar) (r roles) {
	switch t := core.Strip(t).(type) {
	case *core.Var:
		if t.Var == v {
			return data
		}
	case *core.Con:
		for _, a := range t.Args {
			r |= rolesOf(a, v)
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			r |= rolesOf(x.Type, v)
		}
	case *core.Fun:
		o := occurrence(t, v, covariant, nil, map[*core.TyCon]bool{})
		if o&covariant != 0 {
			r |= yields
		}
		if o&contravariant != 0 {
			r |= takes
		}
	}
	return r
}

// predRoles is rolesOf for an abstract refinement.
func predRoles(t core.Type, p *core.PredVar, positive bool) (r roles) {
	role := yields
	if !positive {
		role = takes
	}
	switch t := core.Resolve(t).(type) {
	case *core.Refined:
		for _, c := range t.Preds {
			core.Visit(c.Expr, func(x core.Expr) bool {
				if a, ok := x.(*core.PredApp); ok && a.Pred == p {
					r |= role
				}
				return true
			})
		}
		r |= predRoles(t.Base, p, positive)
	case *core.Con:
		for _, a := range t.Args {
			r |= predRoles(a, p, positive)
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			r |= predRoles(x.Type, p, positive)
		}
	case *core.Fun:
		r |= predRoles(t.Param.Type, p, !positive) | predRoles(t.Result, p, positive)
	}
	return r
}

// phaseOf orders the arguments of a call: opaque containers fix a predicate (0),
// other data bounds it (1), functions use it (2).
func phaseOf(t core.Type) int {
	switch t := core.Strip(t).(type) {
	case *core.Fun:
		return 2
	case *core.Con:
		if t.Con.Kind != core.InductiveCon && len(t.Args) > 0 {
			return 0
		}
	}
	return 1
}

// result is what a call yields, with what its type states of it.
func (w *walker) result(ref *core.GlobalRef, frame *env, args []value, s site) value {
	g := ref.Global
	before := w.epoch
	if g.Kind == core.DefFn && !g.Hole && !g.ResultRefined() && !g.Recursive && g.Body != nil {
		var v value
		if (w.dirty() || w.chosenFunction(args)) && w.quiet == 0 && !w.isPure(g) {
			// Verified for clean paths only: what it calls is checked again here.
			v = w.unfolded(g, frame)
			if v.term == nil {
				w.cleanPath(s)
			}
		} else {
			w.quietly(s, func() { v = w.unfolded(g, frame) })
		}
		if v.term != nil {
			w.reach(vc.Event, w.guard, nil, s.at, g.Name)
			return v
		}
	}
	if (w.dirty() || w.chosenFunction(args)) && w.quiet == 0 && g.Kind == core.DefFn && !w.isPure(g) {
		w.recheck(g, frame, s)
	}
	if w.everyState && g.Kind == core.DefFn {
		w.insideStates(g, frame, s)
	}
	if w.changesWorld(g) || takesChanging(args) {
		w.newMoment()
	}
	saved := w.moment
	w.moment = moment{before: before, after: w.epoch, fresh: w.resultVars(g)}
	t := w.eval(g.Result, frame)
	w.moment = saved
	o := vc.Origin{Kind: "call", At: w.at(s.at), Callee: g.Name}
	v := value{typ: t, lab: w.resultLabel(g, t, args)}
	switch {
	case g.Kind == core.CtorFn:
		v.term = w.construct(ref, t, args)
	case g.Kind == core.BuiltinFn && (g.Pure || g.Prim == "List.length"):
		v.term = w.builtinAtRunTime(g, t, args, s)
	case g.Pure && !hasFunction(args) || w.isPure(g):
		terms := make([]*smt.Term, len(args))
		argSorts := make([]*smt.Sort, len(args))
		for i, a := range args {
			terms[i], argSorts[i] = a.term, a.term.Sort
		}
		v.term = w.pool.Apply(w.function(g, argSorts, w.sort(t)), terms...)
	default:
		v.term = w.pool.Fresh(g.Name, w.sort(t))
	}
	if g.Kind == core.CtorFn {
		w.ctorDemands(t, v, s)
	}
	v = w.assume(v, t, o)
	v = w.raise(v, w.chosenBy(g, args))
	w.keeps(g, args, v, o)
	if g.Kind != core.BuiltinFn && (g.Kind != core.CtorFn || w.promises(g)) {
		w.reach(vc.Event, w.guard, nil, s.at, g.Name)
	}
	w.born(v)
	return v
}

// insideStates records the linear values that come to be inside a helper that is
// known by its type.
func (w *walker) insideStates(g *core.Global, frame *env, s site) {
	if !core.ReachesNative(g) {
		return
	}
	epoch := w.epoch
	done := !g.Recursive && g.Body != nil && !g.Hole
	if done {
		w.quietly(s, func() { done = w.unfolded(g, frame).term != nil })
	}
	w.epoch = epoch
	w.vc.Hidden = w.vc.Hidden || !done
}

// ctorDemands: what a constructor's result type says of its fields alone, and
// not of the value that is built, must be so.
func (w *walker) ctorDemands(t *rtype, v value, s site) {
	for _, r := range t.preds {
		if r.conj == nil {
			continue
		}
		ofValue := false
		core.Visit(r.conj.Expr, func(x core.Expr) bool {
			if l, ok := x.(*core.LocalRef); ok && l.Local == r.binder {
				ofValue = true
			}
			return !ofValue
		})
		if !ofValue {
			o := vc.Origin{Kind: "precondition", At: s.at, Callee: s.callee}
			w.demand(r, v, o, diag.Precondition)
		}
	}
}

// chosenFunction reports whether labelled data may have chosen a function among
// the arguments.
func (w *walker) chosenFunction(args []value) bool {
	if len(w.kinds) == 0 {
		return false
	}
	for _, a := range args {
		if a.typ == nil || a.typ.fun == nil {
			continue
		}
		for i, t := range w.tagOf(a) {
			if !w.kinds[i].prompt && !t.IsFalse() {
				return true
			}
		}
	}
	return false
}

// takesChanging reports whether a function among the arguments, or inside one,
// may make volatile facts stale when it runs.
func takesChanging(args []value) bool {
	for _, a := range args {
		switch f := a.fn.(type) {
		case *fnLambda:
			if core.ExprChangesWorld(f.lambda.Body) || takesChanging(f.args) {
				return true
			}
		case *fnGlobal:
			if core.ChangesWorld(f.ref.Global) || takesChanging(f.args) {
				return true
			}
		case nil:
			if a.typ != nil && holdsFunction(a.typ) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

func hasFunction(args []value) bool {
	for _, a := range args {
		if a.typ != nil && holdsFunction(a.typ) {
			return true
		}
	}
	return false
}

// holdsFunction reports whether values of a type may contain functions.
func holdsFunction(t *rtype) bool {
	switch {
	case t.fun != nil:
		return true
	case t.tuple != nil:
		for _, x := range t.tuple.Elems {
			if core.ContainsFun(x.Type) {
				return true
			}
			if v, ok := core.Strip(x.Type).(*core.Var); ok {
				if r := t.env.tyVar(v.Var); r != nil && holdsFunction(r) {
					return true
				}
			}
		}
	case t.con != nil:
		for _, a := range t.args {
			if holdsFunction(a) {
				return true
			}
		}
		return core.ContainsFun(&core.Con{Con: t.con})
	}
	return false
}

// unfolded walks the body of a verified def in the place of a call; a zero value
// means that the limits of unfolding are reached.
func (w *walker) unfolded(g *core.Global, frame *env) value {
	if !w.enter() {
		return value{}
	}
	saved := w.isPlan
	w.isPlan = w.isPlan && g.FromPlan
	v := w.expr(g.Body, frame)
	w.isPlan = saved
	w.leave()
	return v
}

// construct builds a value of an inductive type.
func (w *walker) construct(ref *core.GlobalRef, t *rtype, args []value) *smt.Term {
	c := w.constructor(ref.Global, t)
	if c == nil {
		return w.pool.Fresh(ref.Global.Name, w.sort(t))
	}
	terms := make([]*smt.Term, len(args))
	for i, a := range args {
		terms[i] = a.term
	}
	return w.pool.Construct(c, terms...)
}

// builtinAtRunTime is builtinOn for evaluated arguments.
func (w *walker) builtinAtRunTime(g *core.Global, t *rtype, args []value, s site) *smt.Term {
	terms := make([]*smt.Term, len(args))
	for i, a := range args {
		terms[i] = a.term
	}
	if g.Prim == "String.matches" {
		return w.matches(terms, s.at)
	}
	return w.builtinOn(g, w.sort(t), terms)
}

// resultVars are the variables of a result type that stand for the result.
func (w *walker) resultVars(g *core.Global) map[*core.Local]bool {
	m, ok := w.Shared.fresh[g]
	if !ok {
		m = resultLocals(g.Result)
		w.Shared.fresh[g] = m
	}
	return m
}

func resultLocals(t core.Type) map[*core.Local]bool {
	m := map[*core.Local]bool{}
	collectLocals(t, m)
	return m
}

func collectLocals(t core.Type, m map[*core.Local]bool) {
	switch t := core.Resolve(t).(type) {
	case *core.Refined:
		m[t.Binder] = true
		collectLocals(t.Base, m)
	case *core.Con:
		for _, a := range t.Args {
			collectLocals(a, m)
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			m[x] = true
			collectLocals(x.Type, m)
		}
	}
}

// keeps asserts what @keeps promises: the measures of g's own module over a
// linear type that the result type does not mention are as they were.
func (w *walker) keeps(g *core.Global, args []value, v value, o vc.Origin) {
	for _, k := range w.kept(g, args, v) {
		w.fact(k.same, o)
	}
}

// keptMeasure is one measure that @keeps carries over.
type keptMeasure struct {
	name string
	same *smt.Term
}

func (w *walker) kept(g *core.Global, args []value, v value) []keptMeasure {
	if !g.Keeps {
		return nil
	}
	mentioned := map[*core.Global]bool{}
	mentionedIn(g.Result, mentioned)
	var out []keptMeasure
	for i, p := range g.Params {
		c, ok := core.Strip(p.Type).(*core.Con)
		if !ok || !c.Con.Linear || p.Mult != lang.Linear {
			continue
		}
		for _, r := range returned(v, c.Con) {
			for _, m := range w.measuresOf(c.Con) {
				if m.Module != g.Module || mentioned[m] || len(m.Params) != 1 {
					continue
				}
				was := w.measureTerm(m, args[i])
				is := w.measureTerm(m, r)
				if was != nil && is != nil {
					out = append(out, keptMeasure{m.Name, w.pool.Eq(is, was)})
				}
			}
		}
		break
	}
	return out
}

// returned lists the values of a linear type in a result: itself, or parts.
func returned(v value, c *core.TyCon) []value {
	if v.typ.con == c {
		return []value{v}
	}
	var out []value
	for _, p := range v.parts {
		if p.typ.con == c {
			out = append(out, p)
		}
	}
	return out
}

// mentionedIn collects the measures that a result type speaks of.
func mentionedIn(t core.Type, m map[*core.Global]bool) {
	switch t := core.Resolve(t).(type) {
	case *core.Refined:
		for _, c := range t.Preds {
			core.Visit(c.Expr, func(x core.Expr) bool {
				if r, ok := x.(*core.GlobalRef); ok {
					m[r.Global] = true
				}
				return true
			})
		}
		mentionedIn(t.Base, m)
	case *core.Tuple:
		for _, x := range t.Elems {
			mentionedIn(x.Type, m)
		}
	}
}
