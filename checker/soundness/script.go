package soundness

import (
	"math/big"
	"strings"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/solve"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// place is where something stands in the text of the spec or the plan.
type place struct {
	file       string
	start, end int
}

func placeOf(s diag.Span) place {
	if s.IsZero() {
		return place{}
	}
	return place{s.Src.Name, s.Start, s.End}
}

// within reports whether p lies in q.
func (p place) within(q place) bool {
	return p.file == q.file && q.start <= p.start && p.end <= q.end
}

// script steers a run along the execution of a counterexample: what natives give,
// what measures are of it. What it says nothing of is left to chance.
type script struct {
	p    *Program
	goal checker.Obligation
	// clause, call and at are where the goal is stated and asked for.
	clause, call, at place
	// reported are the clauses of the demands that the checker rejects.
	reported []place
	// anyLists: lists are as long as chance will have it.
	anyLists bool
	// results are what natives give at a place, in order, and given how many of
	// them were; variables and arguments are the last values there.
	results   map[occurrence][]solve.Event
	given     map[occurrence]int
	variables map[occurrence]solve.Event
	// loose are the values of variables, for lists whose elements are open.
	loose   []solve.Event
	table   map[string]solve.Datum
	handles map[string]int
	moments map[int]string

	// modular: definitions do what their types say, and functions are run on values
	// that an invariant allows; onType and onInvariant: this was made use of.
	modular, onType, onInvariant bool
	// floats: something was computed with floats.
	floats bool
	// passed counts the demands that were not met and that the checker reports.
	passed int
	// unreported is a demand that was not met and that the checker proved.
	unreported string
}

// occurrence is what a name stands for at a place.
type occurrence struct {
	name string
	at   place
}

func newScript(p *Program, o checker.Obligation, r *checker.Result) *script {
	s := &script{
		p: p, goal: o, clause: placeOf(o.Clause), call: placeOf(o.Call), at: placeOf(o.At),
		results: map[occurrence][]solve.Event{}, given: map[occurrence]int{}, variables: map[occurrence]solve.Event{},
		table: map[string]solve.Datum{}, handles: map[string]int{}, moments: map[int]string{},
	}
	for _, x := range r.Obligations {
		if x.Status != checker.Proved {
			s.reported = append(s.reported, placeOf(x.Clause), placeOf(x.At))
		}
	}
	for _, d := range r.Diagnostics {
		for _, other := range d.Related {
			s.reported = append(s.reported, placeOf(other.Span))
		}
	}
	for _, e := range o.Execution.Results {
		k := occurrence{e.Name, placeOf(e.Span)}
		s.results[k] = append(s.results[k], e)
	}
	for _, e := range o.Execution.Variables {
		s.variables[occurrence{e.Name, placeOf(e.Span)}] = e
		s.loose = append(s.loose, e)
	}
	for _, a := range o.Execution.Applications {
		if k, ok := dataKey(a.Args); ok {
			s.table[a.Name+"("+k+")"] = a.Value
		}
	}
	return s
}

// dataKey and valueKey give equal keys to equal arguments.
func dataKey(ds []solve.Datum) (string, bool) {
	parts := make([]string, len(ds))
	for i, d := range ds {
		switch {
		case d.Base != nil:
			parts[i] = key(Value{D: asBase(d.Base)})
		case d.Element != "":
			parts[i] = d.Element
		case d.Ctor != "":
			inner, ok := dataKey(d.Args)
			if !ok {
				return "", false
			}
			parts[i] = afterDot(d.Ctor) + "(" + inner + ")"
		default:
			return "", false
		}
	}
	return strings.Join(parts, ", "), true
}

func valueKey(vs []Value) (string, bool) {
	parts := make([]string, len(vs))
	for i, v := range vs {
		switch d := v.D.(type) {
		case *big.Int, bool, string, float64:
			parts[i] = key(v)
		case Unit:
			parts[i] = "unit()"
		case *Opaque:
			if d.element == "" {
				return "", false
			}
			parts[i] = d.element
		case *Data:
			inner, ok := valueKey(d.Fields)
			if !ok {
				return "", false
			}
			parts[i] = d.Ctor.name + "(" + inner + ")"
		default:
			return "", false
		}
	}
	return strings.Join(parts, ", "), true
}

func afterDot(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// asBase is a base value as the interpreter has it.
func asBase(x any) any {
	if r, ok := x.(*big.Rat); ok {
		f, _ := r.Float64()
		return f
	}
	return x
}

// value is what a value of the execution is like.
func (s *script) value(d solve.Datum, l *solve.Labels) *Value {
	v := &Value{}
	if l != nil {
		for name, has := range l.Whole {
			if has {
				v.L |= s.p.labels[name] | s.p.promptBits[name]
			}
		}
	}
	part := func(i int) *solve.Labels {
		if l == nil || i >= len(l.Parts) {
			return l
		}
		return l.Parts[i]
	}
	switch {
	case d.Base != nil:
		v.D = asBase(d.Base)
	case d.Element != "":
		id, ok := s.handles[d.Element]
		if !ok {
			id = firstHandle + len(s.handles)
			s.handles[d.Element] = id
		}
		name, _, _ := strings.Cut(d.Element, "#")
		v.D = &Opaque{Type: name, ID: id, element: d.Element}
	case d.Ctor == "tuple":
		var t Tuple
		for i, a := range d.Args {
			t = append(t, *s.value(a, part(i)))
		}
		v.D, v.L = t, 0
	case strings.HasPrefix(d.Ctor, "List."):
		if !s.anyLists {
			v.D = s.list(d, l)
		}
	case d.Ctor == "unit":
		v.D = Unit{}
	case d.Ctor != "":
		c := s.p.constructorNamed(d.Ctor)
		if c == nil {
			break
		}
		x := &Data{Ctor: c}
		for i, a := range d.Args {
			x.Fields = append(x.Fields, *s.value(a, part(i)))
		}
		v.D = x
	}
	return v
}

// firstHandle is the first number of the handles of the execution.
const firstHandle = 1 << 30

// longest bounds the lists of an execution.
const longest = 40

// list is a list as long as the execution says it is: the solver has lists of which
// only the length is known.
func (s *script) list(d solve.Datum, l *solve.Labels) List {
	out := List{}
	var elem *solve.Labels
	if l != nil {
		elem = l.Elem
	}
	n := -1
	if k, ok := dataKey([]solve.Datum{d}); ok {
		if v, known := s.table["List.length("+k+")"].Base.(*big.Int); known && v.IsInt64() && v.Int64() >= 0 && v.Int64() <= longest {
			n = int(v.Int64())
		}
	}
	for ; len(d.Args) == 2 && len(out) < longest && len(out) != n; d = d.Args[1] {
		out = append(out, *s.value(d.Args[0], elem))
	}
	for len(out) < n {
		out = append(out, Value{L: s.value(solve.Datum{}, elem).L})
	}
	return out
}

// result is what a native gives at a place next, nil where nothing is known.
func (s *script) result(m *machine, name string, at place) *Value {
	k := occurrence{name, at}
	i := s.given[k]
	if i >= len(s.results[k]) {
		return nil
	}
	s.given[k]++
	m.undo = append(m.undo, func() { s.given[k]-- })
	e := s.results[k][i]
	s.moment(m, e)
	return s.value(e.Value, e.Labels)
}

// moment tells which moment of the execution it is.
func (s *script) moment(m *machine, e solve.Event) {
	if _, known := s.moments[m.epoch]; !known && e.Moment.Element != "" {
		at := m.epoch
		s.moments[at] = e.Moment.Element
		m.undo = append(m.undo, func() { delete(s.moments, at) })
	}
}

// variable is what is bound at a place, nil where nothing is known.
func (s *script) variable(m *machine, name string, at diag.Span) *Value {
	e, ok := s.variables[occurrence{name, placeOf(at)}]
	if !ok {
		return nil
	}
	s.moment(m, e)
	return s.value(e.Value, e.Labels)
}

// anyOf is a value of the execution of a type, nil where there is none.
func (s *script) anyOf(m *machine, t lang.Type) *Value {
	var all []*Value
	for _, e := range s.loose {
		if v := s.value(e.Value, e.Labels); v.D != nil && dynamicType(*v) == typeHead(t) {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[m.rng.IntN(len(all))]
}

// application is the value of a measure or pure native, if it is known.
func (s *script) application(name string, args []Value, volatile bool, at int) (Value, bool) {
	k, ok := valueKey(args)
	if !ok {
		return Value{}, false
	}
	if volatile {
		now := s.moments[at]
		if now == "" {
			return Value{}, false
		}
		k += ", " + now
	}
	d, ok := s.table[name+"("+k+")"]
	if !ok {
		return Value{}, false
	}
	v := s.value(d, nil)
	return *v, v.D != nil
}

// isReported reports whether the checker says of a demand that it may not be met.
func (s *script) isReported(clause place) bool {
	for _, r := range s.reported {
		if clause.within(r) {
			return true
		}
	}
	return false
}

// concerns reports whether the goal was looked at in a function: it stands there, or
// in what is called there.
func (s *script) concerns(f *lang.Lambda) bool {
	if f == nil {
		return false
	}
	at := placeOf(f.Span)
	_, argument := s.variables[occurrence{"", at}]
	return argument || s.at.within(at)
}

// isGoal reports whether a demand is the goal.
func (s *script) isGoal(clause place, sites []place) bool {
	if !clause.within(s.clause) {
		return false
	}
	if s.call == (place{}) {
		return true
	}
	for _, at := range sites {
		if at == s.call {
			return true
		}
	}
	return false
}
