package refine

import (
	"strconv"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// primitive walks an operator at run time.
func (w *walker) primitive(x *core.Prim, e *env) value {
	switch x.Op {
	case "&&", "||", "-->":
		return w.shortCircuit(x, e)
	}
	vals := make([]value, len(x.Args))
	args := make([]*smt.Term, len(x.Args))
	for i, a := range x.Args {
		vals[i] = w.expr(a, e)
		args[i] = vals[i].term
	}
	typed := func(t *smt.Term) value {
		v := value{term: t, typ: w.base(x.Type(), e), lab: w.joined(vals...)}
		v.flow = w.made(vc.FlowMade, x.Range(), v.lab, flowsOf(vals)...)
		return v
	}
	switch {
	case x.Op == "/" || x.Op == "%":
		zero := w.pool.Int64(0)
		if args[1].Sort == w.pool.Real() {
			zero = w.pool.RealLit(ratZero)
		}
		w.goal(w.pool.Not(w.pool.Eq(args[1], zero)), vc.Origin{Kind: "division", At: x.Args[1].Range()}, diag.DivisionByZero)
	}
	if w.isFloat(args[0], x) {
		return typed(w.floatOperation(x, args))
	}
	return typed(w.operate(x.Op, args))
}

// isFloat reports whether an operator works on machine floats, whose arithmetic
// is not that of the reals.
func (w *walker) isFloat(first *smt.Term, x *core.Prim) bool {
	switch x.Op {
	case "=", "!=":
		return w.mayBeFloat(first.Sort, map[*smt.Sort]bool{})
	}
	return first.Sort == w.pool.Real()
}

// mayBeFloat reports whether values of a sort contain floats, or stand for a
// type variable's, which may.
func (w *walker) mayBeFloat(s *smt.Sort, seen map[*smt.Sort]bool) bool {
	if s == w.pool.Real() || w.rigidSorts[s] {
		return true
	}
	if seen[s] {
		return false
	}
	seen[s] = true
	for _, c := range s.Constructors() {
		for _, f := range c.Fields {
			if w.mayBeFloat(f.Sort, seen) {
				return true
			}
		}
	}
	return w.opaqueFloat[s]
}

// floatOperation yields no facts for arithmetic, and for a comparison only what
// its truth says.
func (w *walker) floatOperation(x *core.Prim, a []*smt.Term) *smt.Term {
	switch x.Op {
	case "!=":
		// NaN differs from itself; of literals it says what it seems to say.
		if !a[0].IsLiteral() && !a[1].IsLiteral() {
			return w.supply.Fresh("compared", w.pool.Bool())
		}
		fallthrough
	case "=", "<", "<=", ">", ">=":
		b := w.supply.Fresh("compared", w.pool.Bool())
		w.define(w.pool.Implies(b, w.operate(x.Op, a)))
		return b
	}
	return w.supply.Fresh("float", a[0].Sort)
}

// shortCircuit walks the operands, each knowing the ones before it, and run
// only as they decide.
func (w *walker) shortCircuit(x *core.Prim, e *env) value {
	vals := []value{w.expr(x.Args[0], e)}
	w.operand(x, 1, e, &vals)
	terms := make([]*smt.Term, len(vals))
	for i, v := range vals {
		terms[i] = v.term
	}
	if len(w.kinds) > 0 {
		// An operand that did not run adds nothing.
		ran := w.pool.True()
		for i := range vals {
			l := w.labelOf(vals[i])
			vals[i].lab = &label{whole: w.perKind(func(j int, k *labelKind) *smt.Term {
				if k.prompt {
					return l.whole[j]
				}
				return w.pool.And(ran, l.whole[j])
			})}
			if x.Op == "||" {
				ran = w.pool.And(ran, w.pool.Not(terms[i]))
			} else {
				ran = w.pool.And(ran, terms[i])
			}
		}
	}
	v := value{term: w.operate(x.Op, terms), typ: w.base(x.Type(), e), lab: w.joined(vals...)}
	v.flow = w.made(vc.FlowMade, x.Range(), v.lab, flowsOf(vals)...)
	return v
}

// operand walks operand i on the path where the ones before it did not decide.
func (w *walker) operand(x *core.Prim, i int, e *env, vals *[]value) {
	last := (*vals)[i-1]
	cond := last.term
	if x.Op == "||" {
		cond = w.pool.Not(cond)
	}
	epoch := w.epoch
	by := w.wholeOf(last)
	w.controlled(by, w.decides(x.Args[i-1].Range(), by, last.flow), func() {
		w.operandPath(cond, w.branch(x.Args[i-1].Range(), strconv.FormatBool(x.Op != "||")), func() {
			w.place(x.Args[i].Range())
			*vals = append(*vals, w.expr(x.Args[i], e))
			if i+1 < len(x.Args) {
				w.operand(x, i+1, e, vals)
			}
		})
	})
	w.epoch = w.joinEpochs(cond, w.epoch, epoch)
}

// operandPath is underSilently for code that runs: a call on it may contradict
// what is known, even if that the path is never taken is no fault.
func (w *walker) operandPath(cond *smt.Term, o vc.Origin, f func()) {
	parent := w.guard
	w.underSilentlyBy(cond, o, func() {
		g := w.guard
		if g == parent {
			f()
			return
		}
		w.reach(vc.Operand, g, parent, diag.Span{}, "")
		f()
		w.reach(vc.End, g, parent, diag.Span{}, "")
	})
}

// underSilently is under without asking whether the path is possible: an
// operand that never runs is no fault of the code.
func (w *walker) underSilently(cond *smt.Term, f func()) {
	w.underSilentlyBy(cond, vc.Origin{Kind: "definition"}, f)
}

func (w *walker) underSilentlyBy(cond *smt.Term, o vc.Origin, f func()) {
	parent := w.guard
	g := w.pool.And(parent, cond)
	if !g.IsTrue() && !g.IsFalse() && g != parent {
		p := w.supply.Fresh("path", w.pool.Bool())
		w.defineBy(w.pool.Eq(p, g), o)
		g = p
	}
	w.guard = g
	f()
	w.guard = parent
}
