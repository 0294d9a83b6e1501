package refine

import (
	"strconv"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// UseModules tells the run which modules' measures show opaque values.
func (s *Shared) UseModules(ms []*core.Module) {
	s.labelled = labelKinds(ms)
	s.sorts.know(ms)
	s.collectAtoms(ms)
	for _, m := range ms {
		for _, g := range m.Globals {
			if g.Kind != core.MeasureFn || len(g.Params) != 1 {
				continue
			}
			if c, ok := core.Strip(g.Params[0].Type).(*core.Con); ok {
				s.measured[c.Con] = append(s.measured[c.Con], g)
			}
		}
	}
}

// measuresOf lists the measures over a type constructor, in declaration order.
func (s *Shared) measuresOf(c *core.TyCon) []*core.Global { return s.measured[c] }

// measureTerm is a measure of a value, nil where its result is no base value.
func (w *walker) measureTerm(m *core.Global, v value) *smt.Term {
	var result *smt.Sort
	switch c, _ := core.Strip(m.Result).(*core.Con); {
	case c == w.world.Bool:
		result = w.pool.Bool()
	case c == w.world.Int:
		result = w.pool.Int()
	case c == w.world.String:
		result = w.pool.String()
	case c == w.world.Float:
		result = w.pool.Real()
	default:
		return nil
	}
	args, sorts := []*smt.Term{v.term}, []*smt.Sort{v.term.Sort}
	if m.Volatile {
		args, sorts = append(args, w.epoch), append(sorts, w.epoch.Sort)
	}
	return w.pool.Apply(w.function(m, sorts, result), args...)
}

// measures lists the measures of an opaque or inductive value, for showing it.
func (w *walker) measures(v value) []vc.Measured {
	var out []vc.Measured
	if v.lab != nil {
		for i, k := range w.kinds {
			out = append(out, vc.Measured{Name: k.measure.Name, Term: v.lab.whole[i], Label: true})
			if tag := v.lab.tag; tag != nil && tag[i] != v.lab.whole[i] && !tag[i].IsLiteral() {
				// The label of the shape alone: what has it, has the label.
				out = append(out, vc.Measured{Name: k.measure.Name, Term: tag[i], Label: true})
			}
		}
	}
	if v.typ == nil || v.typ.con == nil {
		return out
	}
	if v.typ.con == w.world.List {
		out = append(out, vc.Measured{Name: "List.length", Term: w.listLength(v.term)})
	}
	for _, m := range w.measuresOf(v.typ.con) {
		if t := w.measureTerm(m, v); t != nil {
			out = append(out, vc.Measured{Name: m.Name, Term: t, Volatile: m.Volatile})
		}
	}
	return out
}

// later makes the measures of a value when they are asked for, as of a moment or of
// now.
func (w *walker) later(v value) func(moment *smt.Term) []vc.Measured {
	epoch := w.epoch
	return func(moment *smt.Term) []vc.Measured {
		if moment == nil {
			moment = epoch
		}
		saved := w.epoch
		w.epoch = moment
		defer func() { w.epoch = saved }()
		return w.measures(v)
	}
}

// linearParts are the linear parts of a tuple as symbols.
func (w *walker) linearParts(name string, v value) []vc.Symbol {
	var out []vc.Symbol
	for i, p := range v.parts {
		path := name + "." + strconv.Itoa(i)
		if p.typ != nil && p.typ.con != nil && p.typ.con.Linear {
			out = append(out, vc.Symbol{Name: path, Term: p.term, MeasuresAt: w.later(p)})
		}
		out = append(out, w.linearParts(path, p)...)
	}
	return out
}

// labels makes the labels of a value when they are asked for; nil where no labels
// are in force.
func (w *walker) labels(v value) func() *vc.LabelTree {
	if len(w.kinds) == 0 {
		return nil
	}
	return func() *vc.LabelTree { return w.labelTree(w.labelOf(v)) }
}

func (w *walker) labelTree(l *label) *vc.LabelTree {
	if l == nil {
		return nil
	}
	out := &vc.LabelTree{Elem: w.labelTree(l.elem)}
	for i, k := range w.kinds {
		if i < len(l.whole) {
			out.Whole = append(out.Whole, vc.Measured{Name: k.measure.Name, Term: l.whole[i], Label: true})
		}
	}
	for _, p := range l.parts {
		out.Parts = append(out.Parts, w.labelTree(p))
	}
	return out
}

// place records that a stretch of the code begins.
func (w *walker) place(at diag.Span) {
	if w.quiet == 0 && !at.IsZero() {
		w.vc.Places = append(w.vc.Places, vc.Place{Span: at, Step: len(w.vc.Steps), Guard: w.guard, Moment: w.epoch})
	}
}

// born records the linear values that have come to be.
func (w *walker) born(v value) {
	if !w.everyState || v.typ == nil || v.term == nil {
		return
	}
	switch con := v.typ.con; {
	case con == nil:
	case con.Linear:
		w.vc.Linear = append(w.vc.Linear, vc.LinearValue{Type: con.Name, Guard: w.guard, Term: v.term, Measures: w.measures(v)})
	case w.holdsLinear(v.typ):
		// What it holds is known where it is taken apart, which need not happen.
		w.vc.Hidden = true
	}
	for _, p := range v.parts {
		w.born(p)
	}
}

// holdsLinear reports whether values of a type may hold a linear one.
func (w *walker) holdsLinear(t *rtype) bool {
	if t.con == nil {
		return false
	}
	for _, a := range t.args {
		if a.con != nil && a.con.Linear || w.holdsLinear(a) || a.tuple != nil && core.IsLinear(a.tuple) {
			return true
		}
	}
	return core.IsLinear(&core.Con{Con: t.con})
}

// finalValue records the result of a body: itself where it is one linear value,
// its parts where it is a tuple.
func (w *walker) finalValue(v value) {
	if w.conversation {
		w.read(v)
	}
	seen := w.seen(v.typ, w.labelOf(v))
	for i, k := range w.kinds {
		if !k.prompt {
			t := k.literal // in a conversation, everything was read
			if !w.conversation {
				t = seen[i]
			}
			w.vc.Labels = append(w.vc.Labels, vc.Measured{Name: k.measure.Name, Term: t, Label: true})
		}
	}
	add := func(path string, x value) {
		if x.typ != nil && x.typ.con != nil && x.typ.con.Linear {
			w.vc.Result = append(w.vc.Result, vc.LinearValue{Path: path, Type: x.typ.con.Name, Guard: w.guard, Term: x.term, Measures: w.measures(x)})
		}
	}
	if v.typ != nil && v.typ.tuple != nil {
		for i, p := range w.partsOf(v) {
			add("result."+strconv.Itoa(i), p)
		}
		return
	}
	add("result", v)
}

// wellFormed demands that the predicates of a written type are defined: what
// their divisions and the functions in them need follows from what stands to
// the left (AE305).
func (w *walker) wellFormed(t core.Type, e *env) {
	if w.quiet > 0 || !w.partial(t) {
		return
	}
	w.formed(t, e)
}

func (w *walker) formed(t core.Type, e *env) {
	switch t := core.Resolve(t).(type) {
	case *core.Refined:
		w.formed(t.Base, e)
		w.universally(func() {
			v := w.freshValue(t.Binder.Name, w.eval(t.Base, e), vc.Origin{Kind: "parameter", At: t.Binder.Span})
			inner := e.with(t.Binder, v)
			for _, c := range t.Preds {
				w.defined(c.Expr, inner)
				w.fact(w.pred(c.Expr, inner), vc.Origin{Kind: "parameter", At: c.Span, Clause: c.Span})
			}
		})
	case *core.Con:
		for _, a := range t.Args {
			w.formed(a, e)
		}
	case *core.Tuple:
		w.universally(func() {
			for _, x := range t.Elems {
				w.formed(x.Type, e)
				e = e.with(x, w.freshValue(x.Name, w.eval(x.Type, e), vc.Origin{Kind: "parameter", At: x.Span}))
			}
		})
	case *core.Fun:
		w.formed(t.Param.Type, e)
		w.universally(func() {
			x := w.freshValue(t.Param.Name, w.eval(t.Param.Type, e), vc.Origin{Kind: "parameter", At: t.Param.Span})
			w.formed(t.Result, e.with(t.Param, x))
		})
	}
}

// defined demands what the partial operations of a predicate need.
func (w *walker) defined(x core.Expr, e *env) {
	switch x := x.(type) {
	case *core.Prim:
		switch x.Op {
		case "&&", "||", "-->":
			w.definedChain(x, 0, e)
			return
		}
		for _, a := range x.Args {
			w.defined(a, e)
		}
		if x.Op == "/" || x.Op == "%" {
			d := w.pred(x.Args[1], e)
			zero := w.pool.Int64(0)
			if d.Sort == w.pool.Real() {
				zero = w.pool.RealLit(ratZero)
			}
			w.goal(w.pool.Not(w.pool.Eq(d, zero)), vc.Origin{Kind: "predicate", At: x.Range(), Clause: x.Range()}, diag.PredicateUnproved)
		}
	case *core.If:
		w.defined(x.Cond, e)
		c := w.pred(x.Cond, e)
		w.underSilently(c, func() { w.defined(x.Then, e) })
		w.underSilently(w.pool.Not(c), func() { w.defined(x.Else, e) })
	case *core.Call:
		for _, a := range x.Args {
			w.defined(a, e)
		}
		ref, ok := x.Fn.(*core.GlobalRef)
		if !ok || len(x.Args) != len(ref.Global.Params) {
			return
		}
		frame := w.instance(ref, e)
		for i, p := range ref.Global.Params {
			frame.set(p, w.logic(x.Args[i], e))
		}
		for _, p := range ref.Global.Params {
			v, _ := frame.get(p)
			o := vc.Origin{Kind: "predicate", At: x.Range(), Callee: ref.Global.Name, Param: p.Name}
			w.check(v, w.eval(p.Type, frame), o, diag.PredicateUnproved)
		}
	}
}

func (w *walker) definedChain(x *core.Prim, i int, e *env) {
	w.defined(x.Args[i], e)
	if i+1 == len(x.Args) {
		return
	}
	cond := w.pred(x.Args[i], e)
	if x.Op == "||" {
		cond = w.pool.Not(cond)
	}
	w.underSilently(cond, func() { w.definedChain(x, i+1, e) })
}

// partial reports whether a type's predicates have operations that are not
// defined everywhere.
func (w *walker) partial(t core.Type) bool {
	switch t := core.Resolve(t).(type) {
	case *core.Refined:
		for _, c := range t.Preds {
			if w.partialExpr(c.Expr) {
				return true
			}
		}
		return w.partial(t.Base)
	case *core.Con:
		for _, a := range t.Args {
			if w.partial(a) {
				return true
			}
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			if w.partial(x.Type) {
				return true
			}
		}
	case *core.Fun:
		return w.partial(t.Param.Type) || w.partial(t.Result)
	}
	return false
}

func (w *walker) partialExpr(x core.Expr) bool {
	found := false
	core.Visit(x, func(y core.Expr) bool {
		switch y := y.(type) {
		case *core.Prim:
			found = found || y.Op == "/" || y.Op == "%"
		case *core.GlobalRef:
			for _, p := range y.Global.Params {
				found = found || core.MentionsRefinement(p.Type)
			}
		}
		return !found
	})
	return found
}
