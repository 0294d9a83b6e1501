package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// captured is the label of a function value: its choice is clean, and it holds
// what it captures.
func (w *walker) captured(x *core.Lambda, e *env) (*label, []*vc.Flow) {
	if len(w.kinds) == 0 {
		return nil, nil
	}
	ls := w.typedIn(x.Body, w.isPlan)
	var held []*vc.Flow
	seen := map[*core.Local]bool{}
	core.Visit(x.Body, func(y core.Expr) bool {
		switch r := y.(type) {
		case *core.LocalRef:
			if !seen[r.Local] {
				seen[r.Local] = true
				if v, bound := e.get(r.Local); bound {
					ls = append(ls, w.labelOf(v))
					held = append(held, v.flow)
				}
			}
		case *core.GlobalRef:
			ls = append(ls, w.heldBy(r, e, map[*core.Global]bool{})...)
		}
		return true
	})
	clean := w.clean()
	return &label{whole: w.anyOf(append(ls, clean)), tag: clean.whole}, held
}

// typedIn are the labels of what a piece of code has of literals, if the model typed
// it.
func (w *walker) typedIn(x core.Expr, byModel bool) []*label {
	if !byModel {
		return nil
	}
	saved := w.isPlan
	w.isPlan = true
	defer func() { w.isPlan = saved }()
	var out []*label
	core.Visit(x, func(y core.Expr) bool {
		switch y := y.(type) {
		case *core.IntLit, *core.FloatLit, *core.StringLit, *core.BoolLit, *core.List:
			out = append(out, w.literalLabel(y))
		case *core.GlobalRef:
			if y.Global.Kind == core.CtorFn {
				out = append(out, w.literalLabel(y))
			}
		}
		return true
	})
	return out
}

// held is heldBy where labels are in force.
func (w *walker) held(r *core.GlobalRef, e *env) []*label {
	if len(w.kinds) == 0 {
		return nil
	}
	return w.heldBy(r, e, map[*core.Global]bool{})
}

// heldBy are the labels of the constants that a definition's code mentions, and of
// the literals of a plan's.
func (w *walker) heldBy(r *core.GlobalRef, e *env, seen map[*core.Global]bool) []*label {
	g := r.Global
	if seen[g] {
		return nil
	}
	seen[g] = true
	if len(g.Params) == 0 && g.Kind == core.NativeFn {
		return []*label{w.labelOf(w.constant(r, e))}
	}
	var out []*label
	if g.Kind == core.DefFn && g.Body != nil {
		out = w.typedIn(g.Body, g.FromPlan)
		core.Visit(g.Body, func(y core.Expr) bool {
			inner, ok := y.(*core.GlobalRef)
			switch {
			case !ok:
			case len(inner.TyArgs) > 0 && len(inner.Global.Params) == 0 && inner.Global.Kind == core.NativeFn:
				out = append(out, w.unknownLabel(w.unitType)) // at types that are not known here
			default:
				out = append(out, w.heldBy(inner, nil, seen)...)
			}
			return true
		})
	}
	return out
}

// holding is the label of a partial application: it holds its arguments, and what the
// function holds that is applied.
func (w *walker) holding(args []value, of []*label) *label {
	if len(w.kinds) == 0 {
		return nil
	}
	l := w.joined(args...)
	return &label{whole: w.anyOf(append(of, l)), tag: w.clean().whole}
}

// ---- the label of the path

// controlled walks f on a path that was chosen by something with these labels.
func (w *walker) controlled(by []*smt.Term, deciding *vc.Flow, f func()) {
	if by == nil {
		f()
		return
	}
	saved, decided := w.pc, w.decided
	if deciding != nil {
		w.decided = append(w.decided[:len(w.decided):len(w.decided)], deciding)
	}
	w.pc = w.perKind(func(i int, k *labelKind) *smt.Term {
		if !k.control {
			return w.pool.False()
		}
		if saved == nil {
			return by[i]
		}
		return w.pool.Or(saved[i], by[i])
	})
	f()
	w.pc, w.decided = saved, decided
}

// dirty reports whether the path may carry a label.
func (w *walker) dirty() bool {
	for _, t := range w.pc {
		if !t.IsFalse() {
			return true
		}
	}
	return false
}

// underControl joins the label of the path to what is handed to a call.
func (w *walker) underControl(vs []value) []value {
	if !w.dirty() {
		return vs
	}
	out := make([]value, len(vs))
	for i, v := range vs {
		out[i] = w.raise(v, w.pc, w.decided...)
		if f := out[i].flow; f != nil {
			f.Runs = true
		}
	}
	return out
}

// cleanPath demands that the path carries no label: what is called here cannot be
// looked into.
func (w *walker) cleanPath(s site) {
	for i, t := range w.pc {
		if t.IsFalse() {
			continue
		}
		o := vc.Origin{Kind: "control", At: s.at, Callee: s.callee, Param: w.kinds[i].measure.Name}
		o.Labels = w.anyLabel(&vc.Flow{Labels: w.pc, By: w.decided, Runs: true, Step: len(w.vc.Steps)})
		w.goal(w.pool.Not(t), o, diag.ControlLabel)
	}
}

// exprLabel is the label of a predicate's argument.
func (w *walker) exprLabel(x core.Expr, e *env) *label {
	switch x := x.(type) {
	case *core.LocalRef:
		if v, ok := e.get(x.Local); ok {
			return w.labelOf(v)
		}
		return w.unknownLabel(w.unitType)
	case *core.GlobalRef:
		switch {
		case x.Global.Kind == core.CtorFn:
			return w.clean()
		case len(x.Global.Params) == 0 && x.Global.Kind == core.NativeFn:
			return w.labelOf(w.constant(x, e))
		}
		return w.unknownLabel(w.unitType)
	case *core.Call:
		if r, ok := x.Fn.(*core.GlobalRef); ok && len(x.Args) == 1 && (r.Global.Prim == "List.length" || r.Global.Prim == "List.isEmpty") {
			if l, ok := x.Args[0].(*core.LocalRef); ok {
				if v, bound := e.get(l.Local); bound {
					return &label{whole: w.tagOf(v)}
				}
			}
		}
		if r, ok := x.Fn.(*core.GlobalRef); !ok || r.Global.Kind == core.DefFn {
			// Its body may bring in constants.
			return w.unknownLabel(w.unitType)
		}
		return w.exprsLabel(x.Args, e)
	case *core.Prim:
		return w.exprsLabel(x.Args, e)
	case *core.If:
		return w.exprsLabel([]core.Expr{x.Cond, x.Then, x.Else}, e)
	}
	return w.clean()
}

func (w *walker) exprsLabel(xs []core.Expr, e *env) *label {
	ls := make([]*label, len(xs))
	for i, x := range xs {
		ls[i] = w.exprLabel(x, e)
	}
	return &label{whole: w.anyOf(ls)}
}
