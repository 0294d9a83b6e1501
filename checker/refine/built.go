package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// A constructor is no native: what its result type says of the value that is built
// can only be true by definition of the measures that it speaks of. So each measure is
// defined there, once or by cases, and everything else is demanded where the
// constructor is applied; else "mk (n: Int) : {p:P | val p = n && val p > 0}" would
// turn any n into a positive one.

// clause is one conjunct that defines a measure of the value that is built: where the
// condition holds, the measure is what it says.
type clause struct {
	measure   *core.Global
	condition core.Expr // nil: always
	// equal is what the measure is, nil where it is only compared with something, or
	// is a truth value and is said to be truth.
	equal    core.Expr
	compared bool
	truth    bool
	of       refinement
}

// built is v, which a constructor of type t yields, with what is known of it; what
// its type says beyond the definition of measures is demanded.
func (w *walker) built(v value, t *rtype, o vc.Origin, s site) value {
	var clauses []clause
	var demands []refinement
	known := *t
	known.preds = nil
	defined := map[*core.Global]bool{}
	// What defines a measure comes before what only compares it.
	for _, compared := range []bool{false, true} {
		for _, r := range t.preds {
			if r.conj == nil {
				if !compared {
					known.preds = append(known.preds, r)
				}
				continue
			}
			c, ok := definition(r.conj.Expr, r.binder)
			if ok && !c.measure.Volatile && w.goesStale(r.conj.Expr) {
				// Equal values are built at different times: nothing that does not change
				// can be defined by what does.
				continue
			}
			switch {
			case ok && c.compared != compared, !ok && !compared:
			case !ok, compared && defined[c.measure]:
				demands = append(demands, r)
			default:
				c.of = r
				defined[c.measure] = true
				clauses = append(clauses, c)
				known.preds = append(known.preds, r)
			}
		}
	}
	do := vc.Origin{Kind: "precondition", At: s.at, Call: s.at, Callee: s.callee}
	// Before anything is known of the value: clauses that contradict each other would
	// prove that they do not.
	for i, c := range clauses {
		for _, b := range clauses[:i] {
			if b.measure == c.measure && w.quiet == 0 {
				do := do
				do.Clause, do.Words = c.of.conj.Span, c.of.wording(v)
				w.goal(w.compatible(b, c, v), do, diag.Precondition)
			}
		}
	}
	out := w.assume(v, &known, o)
	for _, r := range demands {
		w.demand(r, out, do, diag.Precondition)
	}
	return out
}

// compatible says that two clauses do not define a measure differently.
func (w *walker) compatible(a, b clause, v value) *smt.Term {
	in := func(c clause, x core.Expr) *smt.Term { return w.pred(x, c.of.env.with(c.of.binder, v)) }
	var both []*smt.Term
	for _, c := range []clause{a, b} {
		if c.condition != nil {
			both = append(both, in(c, c.condition))
		}
	}
	same := w.pool.False()
	switch {
	case a.equal != nil && b.equal != nil:
		same = w.pool.Eq(in(a, a.equal), in(b, b.equal))
	case a.equal == nil && b.equal == nil:
		same = w.pool.BoolLit(a.truth == b.truth)
	}
	return w.pool.Implies(w.pool.And(both...), same)
}

// definition reads a conjunct as the definition of a measure of binder: "m v",
// "!(m v)", "m v = e", "m v < e", each perhaps after "condition -->", where neither
// the condition nor e speaks of v.
func definition(x core.Expr, binder *core.Local) (c clause, ok bool) {
	if p, isPrim := x.(*core.Prim); isPrim && p.Op == "-->" && !speaksOf(p.Args[0], binder) {
		c, ok = definition(p.Args[1], binder)
		if c.condition != nil {
			return clause{}, false
		}
		c.condition = p.Args[0]
		return c, ok
	}
	if m := measureOf(x, binder); m != nil {
		return clause{measure: m, truth: true}, true
	}
	p, isPrim := x.(*core.Prim)
	if !isPrim {
		return clause{}, false
	}
	switch p.Op {
	case "!":
		if m := measureOf(p.Args[0], binder); m != nil {
			return clause{measure: m}, true
		}
	case "=", "!=", "<", "<=", ">", ">=":
		m, e := measureOf(p.Args[0], binder), p.Args[1]
		if m == nil {
			m, e = measureOf(p.Args[1], binder), p.Args[0]
		}
		if m == nil || speaksOf(e, binder) {
			return clause{}, false
		}
		if p.Op != "=" {
			return clause{measure: m, compared: true}, isNumber(p, e)
		}
		return clause{measure: m, equal: e}, true
	}
	return clause{}, false
}

// isNumber reports whether some value meets a comparison with e, whatever e is.
func isNumber(p *core.Prim, e core.Expr) bool {
	if p.Op != "!=" {
		return true
	}
	c, ok := core.Strip(e.Type()).(*core.Con)
	return ok && (c.Con.Name == "Int" || c.Con.Name == "String") && c.Con.Kind == core.BuiltinCon
}

// measureOf is the measure m of "m v"; nil for anything else. A label is none: it
// belongs to where a value came from, which no constructor changes.
func measureOf(x core.Expr, v *core.Local) *core.Global {
	c, ok := x.(*core.Call)
	if !ok || len(c.Args) != 1 {
		return nil
	}
	r, isRef := c.Fn.(*core.GlobalRef)
	l, isVar := c.Args[0].(*core.LocalRef)
	if !isRef || !isVar || l.Local != v || r.Global.Taint || r.Global.Prompt {
		return nil
	}
	if r.Global.Kind != core.MeasureFn && r.Global.Prim != "List.length" {
		return nil
	}
	return r.Global
}

func speaksOf(x core.Expr, l *core.Local) bool {
	return core.Some(x, func(y core.Expr) bool {
		r, ok := y.(*core.LocalRef)
		return ok && r.Local == l
	})
}
