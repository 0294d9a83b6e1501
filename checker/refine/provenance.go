package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// made is where the labels of a value come from: what it is made of. It is nil where no
// labels are in force.
func (w *walker) made(kind vc.FlowKind, at diag.Span, l *label, from ...*vc.Flow) *vc.Flow {
	if l == nil {
		return nil
	}
	return &vc.Flow{Kind: kind, At: at, Labels: l.whole, From: some(from), Via: w.callers(), Step: len(w.vc.Steps)}
}

// named is made for what has a name.
func (w *walker) named(kind vc.FlowKind, name string, at diag.Span, l *label, from ...*vc.Flow) *vc.Flow {
	f := w.made(kind, at, l, from...)
	if f != nil {
		f.Name = name
	}
	return f
}

func some(in []*vc.Flow) []*vc.Flow {
	var out []*vc.Flow
	for _, f := range in {
		if f != nil {
			out = append(out, f)
		}
	}
	return out
}

func flowsOf(vs []value) []*vc.Flow {
	out := make([]*vc.Flow, len(vs))
	for i, v := range vs {
		out[i] = v.flow
	}
	return out
}

// decides is something with these labels at a place where it decides what runs, or what
// a value is.
func (w *walker) decides(at diag.Span, by []*smt.Term, from ...*vc.Flow) *vc.Flow {
	if by == nil {
		return nil
	}
	return w.made(vc.FlowDecides, at, &label{whole: by}, from...)
}

// typed is where the labels of a literal come from.
func (w *walker) typed(at diag.Span, l *label) *vc.Flow {
	f := w.made(vc.FlowLiteral, at, l)
	if f != nil && w.isPlan {
		for _, k := range w.kinds {
			f.From = append(f.From, k.read...)
		}
	}
	return f
}

// place is where the labels of a value were last looked at.
func (v value) place() diag.Span {
	if v.flow == nil {
		return diag.Span{}
	}
	return v.flow.At
}

// feeds are the flows of the data that a call gives to its function arguments.
func feeds(args []value) []*vc.Flow {
	var out []*vc.Flow
	for _, a := range args {
		if a.flow != nil && (a.typ == nil || a.typ.fun == nil) {
			out = append(out, a.flow)
		}
	}
	return out
}

// labelled lists the values, and their labels, that a conjunct said of v speaks of.
func (w *walker) labelled(r refinement, v value) func() []vc.Labelled {
	if len(w.kinds) == 0 {
		return nil
	}
	return func() []vc.Labelled {
		e := r.env.with(r.binder, v)
		var out []vc.Labelled
		core.Visit(r.conj.Expr, func(x core.Expr) bool {
			c, ok := x.(*core.Call)
			if !ok {
				return true
			}
			ref, ok := c.Fn.(*core.GlobalRef)
			if !ok {
				return true
			}
			i := w.labelIndex(ref.Global)
			if i < 0 || w.kinds[i].prompt {
				return true
			}
			for _, a := range c.Args {
				core.Visit(a, func(y core.Expr) bool {
					if l, ok := y.(*core.LocalRef); ok {
						if v, bound := e.get(l.Local); bound && v.flow != nil {
							out = append(out, vc.Labelled{Measure: ref.Global.Name, Kind: i, Flow: v.flow})
						}
					}
					return true
				})
			}
			return true
		})
		return out
	}
}

// anyLabel lists a value under each label measure, for a formula that speaks of some.
func (w *walker) anyLabel(f *vc.Flow) func() []vc.Labelled {
	if f == nil {
		return nil
	}
	return func() []vc.Labelled {
		var out []vc.Labelled
		for i, k := range w.kinds {
			if !k.prompt {
				out = append(out, vc.Labelled{Measure: k.measure.Name, Kind: i, Flow: f})
			}
		}
		return out
	}
}
