package refine

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// pred translates a predicate into a term. Predicates are total here: that their
// divisions and preconditions are met is checked where they are written.
func (w *walker) pred(x core.Expr, e *env) *smt.Term { return w.logic(x, e).term }

// logic is the value of a predicate's subexpression.
func (w *walker) logic(x core.Expr, e *env) value {
	typed := func(t *smt.Term) value { return value{term: t, typ: w.base(x.Type(), e)} }
	switch x := x.(type) {
	case *core.IntLit:
		return typed(w.pool.IntLit(x.Value))
	case *core.FloatLit:
		return typed(w.pool.RealLit(x.Value))
	case *core.StringLit:
		return typed(w.pool.StringLit(x.Value))
	case *core.BoolLit:
		return typed(w.pool.BoolLit(x.Value))
	case *core.UnitLit:
		return w.unitValue()
	case *core.LocalRef:
		if v, ok := e.get(x.Local); ok {
			return v
		}
		return typed(w.supply.Fresh(x.Local.Name, w.sort(w.base(x.Type(), e))))
	case *core.GlobalRef:
		return w.mentionInLogic(x, e)
	case *core.Call:
		if ref, ok := x.Fn.(*core.GlobalRef); ok {
			return w.logicCall(ref, x, e)
		}
	case *core.Prim:
		return typed(w.logicPrim(x, e))
	case *core.If:
		c := w.pred(x.Cond, e)
		var a, b value
		if w.unfolds(x) {
			w.underSilently(c, func() { a = w.logic(x.Then, e) })
			w.underSilently(w.pool.Not(c), func() { b = w.logic(x.Else, e) })
		} else {
			a, b = w.logic(x.Then, e), w.logic(x.Else, e)
		}
		return value{term: w.pool.Ite(c, a.term, b.term), typ: a.typ}
	case *core.PredApp:
		k := e.pred(x.Pred)
		if k == nil && x.Pred.OfType {
			return typed(w.pool.True())
		}
		if k == nil {
			// The definition that is being verified must hold for every p.
			terms := make([]*smt.Term, len(x.Args))
			argSorts := make([]*smt.Sort, len(x.Args))
			for i, a := range x.Args {
				terms[i] = w.pred(a, e)
				argSorts[i] = terms[i].Sort
			}
			return typed(w.pool.Apply(w.function(w.abstract(x.Pred), argSorts, w.pool.Bool()), terms...))
		}
		return typed(w.kappaHolds(k, w.logicLabelled(x.Args[len(x.Args)-1], e)))
	}
	// Anything else was reported by elab; say nothing of it.
	return typed(w.supply.Fresh("unknown", w.sort(w.base(x.Type(), e))))
}

func (w *walker) mentionInLogic(x *core.GlobalRef, e *env) value {
	g := x.Global
	if len(g.Params) == 0 {
		switch g.Kind {
		case core.CtorFn:
			t := w.base(x.Type(), e)
			if c := w.constructor(g, t); c != nil {
				return value{term: w.pool.Construct(c), typ: t}
			}
		case core.MeasureFn:
			t := w.base(x.Type(), e)
			return value{term: w.pool.Apply(w.function(g, nil, w.sort(t))), typ: t}
		case core.DefFn:
			if w.isTimed(g) {
				var v value
				s := site{at: x.Span, callee: g.Name}
				w.quietly(s, func() { v = w.result(x, w.instance(x, e), nil, s) })
				return v
			}
			return w.constant(x, e)
		default:
			return w.constant(x, e)
		}
	}
	t := w.base(x.Type(), e)
	return value{term: w.supply.Fresh(g.Name, w.sort(t)), typ: t}
}

// logicCall translates a saturated application in a predicate.
func (w *walker) logicCall(ref *core.GlobalRef, x *core.Call, e *env) value {
	g := ref.Global
	result := w.base(x.Type(), e)
	if i := w.labelIndex(g); i >= 0 && len(x.Args) == 1 {
		l := w.exprLabel(x.Args[0], e)
		if l == nil {
			return value{term: w.freshLabel(&w.kinds[i]), typ: result}
		}
		return value{term: l.whole[i], typ: result}
	}
	args := make([]value, len(x.Args))
	terms := make([]*smt.Term, len(x.Args))
	argSorts := make([]*smt.Sort, len(x.Args))
	for i, a := range x.Args {
		args[i] = w.logic(a, e)
		terms[i] = args[i].term
		argSorts[i] = args[i].term.Sort
	}
	switch g.Kind {
	case core.BuiltinFn:
		if g.Prim == "String.matches" {
			return value{term: w.matches(terms, x.Args[1].Range()), typ: result}
		}
		return value{term: w.builtinOn(g, w.sort(result), terms), typ: result}
	case core.CtorFn:
		if c := w.constructor(g, result); c != nil {
			return value{term: w.pool.Construct(c, terms...), typ: result}
		}
	case core.DefFn:
		if (!g.Recursive || w.computes(g, args)) && len(args) == len(g.Params) && g.Body != nil {
			return w.unfoldInLogic(ref, x, args, e)
		}
	}
	if g.Volatile || g.Kind != core.MeasureFn && w.isTimed(g) {
		terms = append(terms, w.epochOf(x))
		argSorts = append(argSorts, w.epoch.Sort)
	}
	t := w.pool.Apply(w.function(g, argSorts, w.sort(result)), terms...)
	return value{term: t, typ: result}
}

// unfoldInLogic replaces a def that reaches no native by its body.
func (w *walker) unfoldInLogic(ref *core.GlobalRef, x *core.Call, args []value, e *env) value {
	frame := w.instance(ref, e)
	for i, p := range ref.Global.Params {
		frame.set(p, args[i])
	}
	var out value
	s := site{at: x.Span, callee: ref.Global.Name}
	saved := w.inLogic
	w.inLogic = true
	w.quietly(s, func() { out = w.result(ref, frame, args, s) })
	w.inLogic = saved
	return out
}

// epochOf is the moment that a volatile measure speaks of: what a result type
// says of the arguments is of the moment before the call.
func (w *walker) epochOf(x *core.Call) *smt.Term {
	m := w.moment
	if m.before == nil {
		return w.epoch
	}
	ofResult := false
	core.Visit(x, func(y core.Expr) bool {
		if r, ok := y.(*core.LocalRef); ok && m.fresh[r.Local] {
			ofResult = true
		}
		return !ofResult
	})
	if ofResult {
		return m.after
	}
	return m.before
}

// logicPrim translates an operator. Facts that come with an operand (those of
// a def that is unfolded there) hold only where the operands before it let it
// matter.
func (w *walker) logicPrim(x *core.Prim, e *env) *smt.Term {
	switch x.Op {
	case "&&", "||", "-->":
		if w.unfolds(x) {
			terms := []*smt.Term{w.pred(x.Args[0], e)}
			w.logicOperand(x, 1, e, &terms)
			return w.operate(x.Op, terms)
		}
	}
	args := make([]*smt.Term, len(x.Args))
	for i, a := range x.Args {
		args[i] = w.pred(a, e)
	}
	return w.operate(x.Op, args)
}

func (w *walker) logicOperand(x *core.Prim, i int, e *env, terms *[]*smt.Term) {
	cond := (*terms)[i-1]
	if x.Op == "||" {
		cond = w.pool.Not(cond)
	}
	w.underSilently(cond, func() {
		*terms = append(*terms, w.pred(x.Args[i], e))
		if i+1 < len(x.Args) {
			w.logicOperand(x, i+1, e, terms)
		}
	})
}

// unfolds reports whether translating x may unfold a def.
func (w *walker) unfolds(x core.Expr) bool {
	u, ok := w.unfolding[x]
	if !ok {
		core.Visit(x, func(y core.Expr) bool {
			if r, isRef := y.(*core.GlobalRef); isRef && r.Global.Kind == core.DefFn {
				u = true
			}
			return !u
		})
		w.unfolding[x] = u
		if x.Range().Src == w.own.source {
			w.own.looked = append(w.own.looked, x)
		}
	}
	return u
}

// operate is the meaning of an operator on terms; Float is the reals.
func (w *walker) operate(op core.Op, a []*smt.Term) *smt.Term {
	p := w.pool
	switch op {
	case "=":
		return p.Eq(a[0], a[1])
	case "!=":
		return p.Not(p.Eq(a[0], a[1]))
	case "<":
		return p.Lt(a[0], a[1])
	case "<=":
		return p.Le(a[0], a[1])
	case ">":
		return p.Gt(a[0], a[1])
	case ">=":
		return p.Ge(a[0], a[1])
	case "&&":
		return p.And(a...)
	case "||":
		return p.Or(a...)
	case "-->":
		return p.Implies(a[0], a[1])
	case "!":
		return p.Not(a[0])
	case "+":
		return p.Add(a[0], a[1])
	case "-":
		return p.Sub(a[0], a[1])
	case "neg":
		return p.Neg(a[0])
	case "*":
		return p.Mul(a[0], a[1])
	case "/":
		if a[0].Sort == p.Real() {
			return p.RealDiv(a[0], a[1])
		}
		return p.FloorDiv(a[0], a[1])
	case "%":
		return p.FloorMod(a[0], a[1])
	case "++":
		return p.Concat(a[0], a[1])
	}
	panic("operator " + string(op))
}

// builtinOn is the meaning of a built-in function on terms.
func (w *walker) builtinOn(g *core.Global, result *smt.Sort, a []*smt.Term) *smt.Term {
	p := w.pool
	switch g.Prim {
	case "String.length":
		return p.StrLen(a[0])
	case "String.startsWith":
		return p.PrefixOf(a[1], a[0])
	case "String.endsWith":
		return p.SuffixOf(a[1], a[0])
	case "String.contains":
		return p.Contains(a[0], a[1])
	case "String.ofInt":
		return p.StrFromInt(a[0])
	case "String.lower":
		if s, ok := a[0].StringValue(); ok && isASCII(s) {
			return p.StringLit(asciiLower(s))
		}
	case "String.trim":
		if s, ok := a[0].StringValue(); ok && isASCII(s) {
			return p.StringLit(asciiTrim(s))
		}
	case "List.length":
		return w.listLength(a[0])
	case "String.split":
		if l := w.splitConstant(a, result); l != nil {
			return l
		}
	case "String.join":
		if s := w.joinConstant(a); s != nil {
			return s
		}
	case "List.head":
		if c := a[0].Ctor(); c != nil && a[0].Op == smt.OpConstruct && len(a[0].Args) == 2 {
			return a[0].Args[0]
		}
	case "List.isEmpty":
		return p.Eq(w.listLength(a[0]), p.Int64(0))
	}
	argSorts := make([]*smt.Sort, len(a))
	for i, t := range a {
		argSorts[i] = t.Sort
	}
	f := w.function(g, argSorts, result)
	if (g.Prim == "String.lower" || g.Prim == "String.trim") && a[0].Op == smt.OpApply && a[0].Func() == f {
		return a[0] // to do it twice changes nothing
	}
	return p.Apply(f, a...)
}

// matches translates String.matches; the pattern must be a literal.
func (w *walker) matches(a []*smt.Term, at diag.Span) *smt.Term {
	pattern, ok := a[1].StringValue()
	if !ok {
		w.diags = append(w.diags, diag.New(at, diag.RegexNotLiteral))
		return w.supply.Fresh("matches", w.pool.Bool())
	}
	re, err := smt.ParseRegex(pattern)
	if err != nil {
		w.diags = append(w.diags, diag.New(at, diag.BadRegex, err.Error()))
		return w.supply.Fresh("matches", w.pool.Bool())
	}
	return w.pool.InRegex(a[0], re)
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// asciiTrim removes what Python's str.strip removes from an ASCII string.
func asciiTrim(s string) string {
	space := func(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' || c >= 0x1c && c <= 0x1f }
	for s != "" && space(s[0]) {
		s = s[1:]
	}
	for s != "" && space(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// splitConstant is String.split of literals, as Python splits.
func (w *walker) splitConstant(a []*smt.Term, list *smt.Sort) *smt.Term {
	s, ok := a[0].StringValue()
	sep, also := a[1].StringValue()
	if !ok || !also || sep == "" {
		return nil
	}
	parts := strings.Split(s, sep)
	ctors := w.sorts.ctors[list]
	if len(parts) > 200 || len(ctors) != 2 {
		return nil
	}
	l := w.pool.Construct(ctors[0])
	for i := len(parts) - 1; i >= 0; i-- {
		l = w.pool.Construct(ctors[1], w.pool.StringLit(parts[i]), l)
	}
	w.define(w.pool.Eq(w.listLength(l), w.pool.Int64(int64(len(parts)))))
	return l
}

// joinConstant is String.join of literals.
func (w *walker) joinConstant(a []*smt.Term) *smt.Term {
	sep, ok := a[0].StringValue()
	if !ok {
		return nil
	}
	var parts []string
	l := a[1]
	for l.Op == smt.OpConstruct && len(l.Args) == 2 {
		s, ok := l.Args[0].StringValue()
		if !ok {
			return nil
		}
		parts = append(parts, s)
		l = l.Args[1]
	}
	if l.Op != smt.OpConstruct {
		return nil
	}
	return w.pool.StringLit(strings.Join(parts, sep))
}
