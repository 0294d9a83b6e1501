package refine

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/state"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
	"github.com/aeonc/aeonc/smt"
)

// stateSpan is where a state speaks of a parameter, or the whole of it.
func stateSpan(st *state.State, name string) diag.Span {
	if m := st.Param(name); m != nil {
		return m.Key
	}
	return diag.Span{Src: st.Source, Start: 0, End: len(st.Source.Text)}
}

// given makes the value of a contract's parameter from the state: its value,
// or, for an opaque one, the facts that were proved of it. What the state says
// is assumed; what the contract asks is demanded elsewhere.
func (w *walker) given(st *state.State, p *core.Local, t *rtype) value {
	v := value{term: w.supply.Fresh(p.Name, w.sort(t)), typ: bare(t)}
	m := st.Param(p.Name)
	if m == nil {
		w.diags = append(w.diags, diag.New(stateSpan(st, p.Name), diag.StateLacks, p.Name).With(p.Span, "the contract takes it here"))
		return v
	}
	o := vc.Origin{Kind: "state", At: m.Key, Param: p.Name}
	if opaque := t.con != nil && t.con.Kind == core.OpaqueCon; m.Value.Kind != strictjson.Object || !opaque {
		lit := w.literal(m.Value, v.term.Sort)
		if lit == nil {
			w.diags = append(w.diags, diag.New(m.Value.Span, diag.StateType, p.Name, core.TypeString(p.Type), m.Value.Kind.String()))
			return v
		}
		return value{term: lit, typ: bare(t)}
	}
	known := map[string]*core.Global{}
	if t.con != nil {
		for _, g := range w.measuresOf(t.con) {
			known[g.Name] = g
		}
	}
	for _, f := range m.Value.Members {
		g := known[f.Name]
		if g == nil {
			w.diags = append(w.diags, diag.New(f.Key, diag.StateMeasure, f.Name, core.TypeString(p.Type)))
			continue
		}
		if f.Value.Kind == strictjson.Null || g.Volatile {
			continue // unknown, or no longer known
		}
		term := w.measureTerm(g, v)
		var lit *smt.Term
		if term != nil {
			lit = w.literal(f.Value, term.Sort)
		}
		if lit == nil {
			w.diags = append(w.diags, diag.New(f.Value.Span, diag.StateType, f.Name, core.TypeString(g.Result), f.Value.Kind.String()))
			continue
		}
		w.stated = append(w.stated, g)
		said := o
		said.At = f.Key.Cover(f.Value.Span)
		said.Words = func(name vc.Namer) string { return f.Name + " " + name(v.term) + " = " + f.Value.Span.Text() }
		w.fact(w.pool.Eq(term, lit), said)
	}
	return v
}

// literal is a JSON value as a term of a sort, nil where it is of another kind.
func (w *walker) literal(v *strictjson.Value, s *smt.Sort) *smt.Term {
	switch {
	case v.Kind == strictjson.Bool && s == w.pool.Bool():
		return w.pool.BoolLit(v.Bool)
	case v.Kind == strictjson.Int && s == w.pool.Int():
		return w.pool.IntLit(v.Int)
	case v.Kind == strictjson.String && s == w.pool.String():
		return w.pool.StringLit(v.Text)
	case v.Kind == strictjson.Float && s == w.pool.Real():
		return w.pool.RealLit(v.Float)
	case v.Kind == strictjson.Int && s == w.pool.Real():
		return w.pool.RealLit(nearestDouble(v.Int))
	}
	return nil
}
