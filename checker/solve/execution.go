package solve

import (
	"math/big"
	"strings"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// Execution is an execution in which a goal fails: what the model of a
// counterexample says of everything that came to be before the goal, on its path.
type Execution struct {
	// Variables of the source, and the arguments of functions that are looked at for
	// arbitrary ones, in order.
	Variables []Event
	// Results of natives and of other functions that are known by their types, in order;
	// of constants the values.
	Results []Event
	// Applications are the values of measures and pure natives, as far as they matter.
	Applications []Application
	// Invariant: the goal is looked at for arbitrary values of which an inferred
	// invariant is known, or after a loop.
	Invariant bool
}

// Event is a value that came to be.
type Event struct {
	// Name of the variable, or of the callee; "" for an argument of the function that
	// Span is.
	Name string
	// Span is where the variable is bound, or the call.
	Span  diag.Span
	Value Datum
	// Moment is the age of the world afterwards.
	Moment Datum
	Labels *Labels
}

// Labels of a value and its parts: by label, whether it has it.
type Labels struct {
	Whole map[string]bool
	Parts []*Labels
	Elem  *Labels
}

// Datum is a value of the model.
type Datum struct {
	// Base is a *big.Int, *big.Rat, bool or string, nil for other values.
	Base any
	// Ctor and Args of a constructor or tuple: "Type.name", "tuple".
	Ctor string
	Args []Datum
	// Element names one of an opaque type, "" for other values. Equal names, equal
	// values.
	Element string
}

// Application is one value of a measure or pure native. Of a volatile measure the
// last argument is the moment.
type Application struct {
	Name  string
	Args  []Datum
	Value Datum
}

// observe reads the execution from the model.
func (q *inquiry) observe() *Execution {
	x := &Execution{}
	closed := q.closedBodies(q.step)
	holds := q.holds()
	read := func(all []vc.Symbol) []Event {
		var out []Event
		for i := range all {
			if s := &all[i]; s.Role != vc.MomentAfter && !s.Inner && s.Step <= q.step && !closed(s.Step) && holds(s.Guard) {
				out = append(out, q.event(s))
			}
		}
		return out
	}
	x.Variables, x.Results = read(q.vc.Symbols), read(q.vc.Results)
	roots := []*smt.Term{q.goal}
	for _, f := range q.factsBefore(q.step) {
		x.Invariant = x.Invariant || f.Why.Kind == "invariant" && holds(f.Guard)
		if holds(f.Guard) {
			roots = append(roots, f.Term)
		}
	}
	seen := map[string]bool{}
	smt.Walk(func(t *smt.Term) {
		if t.Op != smt.OpApply {
			return
		}
		a := Application{Name: t.Func().Name}
		key := a.Name
		for _, arg := range t.Args {
			v := q.model.Eval(arg)
			if v == nil {
				return
			}
			a.Args = append(a.Args, datum(v))
			key += " " + v.String()
		}
		if seen[key] {
			return
		}
		seen[key] = true
		if v := q.model.Eval(t); v != nil {
			a.Value = datum(v)
			x.Applications = append(x.Applications, a)
		}
	}, roots...)
	return x
}

// holds tells whether a guard is true in the model.
func (q *inquiry) holds() func(*smt.Term) bool {
	known := map[*smt.Term]bool{}
	return func(guard *smt.Term) bool {
		on, ok := known[guard]
		if !ok {
			v := q.model.Eval(guard)
			on = v != nil && v.IsTrue()
			known[guard] = on
		}
		return on
	}
}

func (q *inquiry) event(s *vc.Symbol) Event {
	e := Event{Name: s.Name, Span: s.Span, Value: q.datum(s.Term), Moment: q.datum(s.Moment)}
	if s.Labels != nil {
		e.Labels = q.observed(s.Labels())
	}
	return e
}

func (q *inquiry) observed(l *vc.LabelTree) *Labels {
	if l == nil {
		return nil
	}
	out := &Labels{Whole: map[string]bool{}, Elem: q.observed(l.Elem)}
	for _, m := range l.Whole {
		if v := q.model.Eval(m.Term); v != nil {
			out.Whole[m.Name] = v.IsTrue()
		}
	}
	for _, p := range l.Parts {
		out.Parts = append(out.Parts, q.observed(p))
	}
	return out
}

func (q *inquiry) datum(t *smt.Term) Datum {
	if t == nil {
		return Datum{}
	}
	v := q.model.Eval(t)
	if v == nil {
		return Datum{}
	}
	return datum(v)
}

func datum(v *smt.Term) Datum {
	if b, ok := v.BoolValue(); ok {
		return Datum{Base: b}
	}
	if n, ok := v.IntValue(); ok {
		return Datum{Base: new(big.Int).Set(n)}
	}
	if r, ok := v.RealValue(); ok {
		return Datum{Base: new(big.Rat).Set(r)}
	}
	if s, ok := v.StringValue(); ok {
		return Datum{Base: s}
	}
	if v.Op != smt.OpConstruct {
		return Datum{Element: v.Sort.Name() + " " + v.String()}
	}
	d := Datum{Ctor: strings.TrimSpace(v.Ctor().Name)}
	for _, a := range v.Args {
		d.Args = append(d.Args, datum(a))
	}
	return d
}
