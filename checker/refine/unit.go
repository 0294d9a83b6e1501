package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/state"
	"github.com/aeonc/aeonc/checker/termination"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// Signature is the verification condition of a trusted declaration: its
// predicates are defined, some argument meets its parameters (AE601), and some
// value its result (AE602).
func (s *Shared) Signature(g *core.Global) (*vc.VC, []*diag.Diagnostic) {
	w := s.walker(Quick)
	w.subject = func(c *cone) { c.global(g) }
	frame := w.parameters(g)
	if g.Result != nil {
		w.wellFormed(g.Result, frame)
		o := vc.Origin{Kind: "call", At: g.Span, Callee: g.Name}
		w.freshValue(g.Name, w.eval(g.Result, frame), o)
		w.reach(vc.Start, w.guard, nil, g.Span, g.Name)
	}
	return w.vc, w.diags
}

// parameters binds the parameters of a definition to arbitrary values that meet
// their types.
func (w *walker) parameters(g *core.Global) *env {
	frame := &env{}
	refined := false
	for _, p := range g.Params {
		w.wellFormed(p.Type, frame)
		refined = refined || core.MentionsRefinement(p.Type)
		v := w.freshValue(p.Name, w.eval(p.Type, frame), vc.Origin{Kind: "parameter", At: p.Span, Callee: g.Name, Param: p.Name})
		if v.lab != nil && v.typ.fun != nil {
			// Which function it is, is taken not to depend on labelled data: a call
			// that gives one that does is checked by the body.
			v.lab = &label{whole: v.lab.whole, tag: w.clean().whole}
		}
		frame.set(p, v)
		w.symbol(p, v)
	}
	if refined {
		w.reach(vc.Params, w.guard, nil, g.Span, g.Name)
	}
	return frame
}

// Def is the verification condition of a definition of a spec with a body.
func (s *Shared) Def(g *core.Global, effort Effort) (*vc.VC, []*diag.Diagnostic) {
	return s.walker(effort).definition(g)
}

// Helper is the verification condition of a plan's own definition.
func (s *Shared) Helper(g *core.Global, ctx Context) (*vc.VC, []*diag.Diagnostic) {
	w := s.walker(ctx.Effort)
	w.typedByModel(ctx)
	return w.definition(g)
}

func (w *walker) definition(g *core.Global) (*vc.VC, []*diag.Diagnostic) {
	w.subject = func(c *cone) {
		c.whole = g.Keeps // which is a demand on every measure
		c.global(g)
	}
	// It may be called at any time: what constants promised of the world at the
	// start need not hold any more.
	w.newMoment()
	frame := w.parameters(g)
	w.wellFormed(g.Result, frame)
	if g.Recursive && !g.FromPlan {
		m, ds := termination.Analyse(g)
		w.diags = append(w.diags, ds...)
		w.verifying, w.metric = g, m
		if m != nil && !m.Structural {
			for _, x := range m.Exprs {
				t := w.pred(x, frame)
				w.entry = append(w.entry, t)
				if m.Found {
					continue // at the calls
				}
				w.goal(w.pool.Ge(t, w.pool.Int64(0)), vc.Origin{Kind: "termination", At: x.Range(), Clause: x.Range(), Callee: g.Name}, diag.MetricNegative)
			}
		}
	}
	before := w.epoch
	w.learn(g.Body)
	w.place(g.Body.Range())
	v := w.expr(g.Body, frame)
	o := vc.Origin{Kind: "result", At: tail(g.Body).Range(), Callee: g.Name}
	w.unnamedAs(vc.TheResult, o.At, v)
	w.moment = moment{before: before, after: w.epoch, fresh: w.resultVars(g)}
	t := w.eval(g.Result, frame)
	w.moment = moment{}
	w.check(v, t, o, diag.ResultNotMet)
	w.unseenCalls(g)
	if g.Keeps {
		v = w.assume(v, bare(v.typ), o)
		args := make([]value, len(g.Params))
		for i, p := range g.Params {
			args[i], _ = frame.get(p)
		}
		for _, k := range w.kept(g, args, v) {
			w.goal(k.same, vc.Origin{Kind: "keeps", At: o.At, Callee: k.name}, diag.KeepsNotMet)
		}
	}
	w.reach(vc.End, w.guard, nil, o.At, "")
	return w.vc, w.diags
}

// unseenCalls reports the recursive calls that were never walked (inside a
// function that nothing applies): they are not shown to decrease either.
func (w *walker) unseenCalls(g *core.Global) {
	if w.verifying == nil || w.metric == nil || w.metric.Structural {
		return
	}
	for _, c := range termination.RecursiveCalls(g) {
		if !w.seenCalls[c.Span] {
			w.diags = append(w.diags, diag.New(c.Span, diag.NotDecreasing, g.Name))
		}
	}
}

// tail is the expression whose value a body returns, where it is one.
func tail(x core.Expr) core.Expr {
	for {
		switch y := x.(type) {
		case *core.Let:
			x = y.Body
		case *core.Annot:
			x = y.X
		default:
			return x
		}
	}
}

// decreases demands that a recursive call decreases the measure.
func (w *walker) decreases(g *core.Global, frame *env, s site) {
	if w.verifying == nil || w.quiet > 0 || w.metric == nil || w.metric.Structural {
		return
	}
	member := false
	for _, m := range w.verifying.Group {
		member = member || m == g
	}
	if !member {
		return
	}
	w.seenCalls[s.at] = true
	theirs := w.metric
	if g != w.verifying {
		var ds []*diag.Diagnostic
		if theirs, ds = termination.Analyse(g); len(ds) > 0 || theirs == nil {
			return // reported at g
		}
	}
	if theirs.Found {
		at := theirs.Exprs[0].Range()
		w.goal(w.pool.Ge(w.entry[0], w.pool.Int64(0)), vc.Origin{Kind: "termination", At: s.at, Clause: at, Callee: g.Name}, diag.BelowZero)
	}
	var less []*smt.Term
	equal := w.pool.True()
	for i, x := range theirs.Exprs {
		if i >= len(w.entry) {
			break
		}
		t := w.pred(x, frame)
		less = append(less, w.pool.And(equal, w.pool.Lt(t, w.entry[i])))
		equal = w.pool.And(equal, w.pool.Eq(t, w.entry[i]))
	}
	w.goal(w.pool.Or(less...), vc.Origin{Kind: "termination", At: s.at, Callee: g.Name}, diag.NotDecreasing)
}

// Contract is the verification condition of a contract alone: its predicates
// are defined, and some value meets its parameters.
func (s *Shared) Contract(c *core.Contract) (*vc.VC, []*diag.Diagnostic) {
	w := s.walker(Quick)
	w.subject = func(of *cone) { of.locals(c.Params, c.Result) }
	frame := &env{}
	for _, p := range c.Params {
		w.wellFormed(p.Type, frame)
		frame.set(p, w.freshValue(p.Name, w.eval(p.Type, frame), vc.Origin{Kind: "contract", At: p.Span, Param: p.Name}))
	}
	w.reach(vc.Start, w.guard, nil, c.Span, "")
	if c.Result != nil {
		w.wellFormed(c.Result, frame)
		w.promisable(c.Result, frame, c.Span)
	}
	return w.vc, w.diags
}

// promisable asks that some result meets a contract's result type for some of its
// parameters, whatever the plan does in between.
func (w *walker) promisable(result core.Type, frame *env, at diag.Span) {
	w.newMoment()
	w.freshValue("result", w.eval(result, frame), vc.Origin{Kind: "contract", At: at})
	w.reach(vc.Result, w.guard, nil, at, "")
}

// Context is what a plan is checked with besides its contract.
type Context struct {
	// State carries what earlier plans proved; nil for a first plan.
	State *state.State
	// Prompt is what the user typed; nil when not given.
	Prompt *diag.Source
	// EveryState asks for all linear values that come to be, also those inside
	// helpers that are known by their types.
	EveryState bool
	// EveryResult asks for what every function returned that is known by its type.
	EveryResult bool
	// Conversation says that the body was typed one binding at a time, each after
	// the results of those before it were read.
	Conversation bool
	// Effort is that put into what loops keep.
	Effort Effort
}

// typedByModel says that the literals of the unit were typed by the model, which
// knows what earlier plans returned.
func (w *walker) typedByModel(ctx Context) {
	w.isPlan, w.prompt, w.everyState, w.everyResult = true, ctx.Prompt, ctx.EveryState, ctx.EveryResult
	for i := range w.kinds {
		k := &w.kinds[i]
		k.literal = w.pool.False()
		if ctx.State == nil || k.prompt {
			continue
		}
		if v, known := ctx.State.Label(k.measure.Name); known {
			k.literal = w.pool.BoolLit(v)
		} else {
			k.literal = w.freshLabel(k)
		}
		read := &vc.Flow{Kind: vc.FlowModel, At: ctx.State.LabelSpan(k.measure.Name), Labels: w.perKind(func(j int, _ *labelKind) *smt.Term {
			if i == j {
				return k.literal
			}
			return w.pool.False()
		})}
		k.read = []*vc.Flow{read}
	}
}

// Body is the verification condition of a plan's body under its contract. With
// a state the contract is proved from it, else it is assumed.
func (s *Shared) Body(b *core.Body, ctx Context) (*vc.VC, []*diag.Diagnostic) {
	w := s.walker(ctx.Effort)
	w.typedByModel(ctx)
	w.conversation = ctx.Conversation
	w.vc.Steps, w.vc.Symbols = make([]vc.Step, 0, s.steps), make([]vc.Symbol, 0, s.symbols)
	defer func() { s.steps, s.symbols = len(w.vc.Steps)+16, len(w.vc.Symbols)+16 }()
	w.subject = func(c *cone) {
		c.locals(b.Params, b.Result)
		c.expr(b.Expr)
	}
	given := ctx.State
	if given != nil {
		w.newMoment() // earlier plans may have changed the world
	}
	frame := &env{}
	for _, p := range b.Params {
		w.wellFormed(p.Type, frame)
		t := w.eval(p.Type, frame)
		o := vc.Origin{Kind: "contract", At: p.Span, Param: p.Name}
		var v value
		if given == nil {
			v = w.freshValue(p.Name, t, o)
		} else {
			v = w.given(given, p, t)
			v.lab = w.labelOf(v) // not known, but one wherever it is mentioned
		}
		frame.set(p, v)
		w.symbol(p, v)
		w.born(v)
	}
	if given != nil {
		for _, p := range b.Params {
			v, _ := frame.get(p)
			w.check(v, w.eval(p.Type, frame), vc.Origin{Kind: "state", At: stateSpan(given, p.Name), Param: p.Name, Advice: p.Advice}, diag.StateNotMet)
		}
	}
	w.reach(vc.Start, w.guard, nil, b.Span, "")
	w.learn(b.Expr)
	w.place(b.Expr.Range())
	v := w.expr(b.Expr, frame)
	at := tail(b.Expr).Range()
	w.unnamedAs(vc.TheResult, at, v)
	if b.Result != nil {
		w.wellFormed(b.Result, frame)
		t := w.eval(b.Result, frame)
		w.check(v, t, vc.Origin{Kind: "result", At: at}, diag.ResultNotMet)
	} else {
		if core.IsLinear(b.Expr.Type()) {
			w.diags = append(w.diags, diag.New(at, diag.LinearResult, core.TypeString(b.Expr.Type())))
		}
		if holdsFunction(v.typ) {
			w.check(v, w.base(b.Expr.Type(), frame), vc.Origin{Kind: "result", At: at}, diag.ResultNotMet)
		}
	}
	w.reach(vc.End, w.guard, nil, at, "")
	w.finalValue(v)
	return w.vc, w.diags
}
