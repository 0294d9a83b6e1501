package soundness

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"

	"github.com/aeonc/aeonc/lang"
)

// Non-interference (Goguen and Meseguer, Security Policies and Security Models,
// 1982): two runs of an accepted plan that differ only in what carries a label send
// the same to parameters that demand to be without it. The second run is given
// what the first one was given, except the labelled parts; where that cannot be
// (an unlabelled answer that depends on a labelled question) the run is stuck, and
// only what it had sent by then is compared.
//
// Of a label that is followed explicitly only, the second run takes the branches
// of the first, whatever their conditions have become.

// event is something that a run was given.
type event struct {
	what string
	pc   Labels // what controlled that it was asked for
	v    Value
}

// output is something that a run sent to a parameter that demands to be without a
// label.
type output struct{ to, what string }

// tape is what a run was given and what it sent.
type tape struct {
	events    []event
	decisions []bool
	outputs   map[Labels][]output
}

// follow is what a second run knows of the first.
type follow struct {
	*tape
	hidden   Labels // the label that it differs in
	explicit bool
	at       int // next event
	decided  int // next decision
}

// firstID of the handles that only the second run has.
const firstID = 1 << 20

// Pair is the outcome of two runs.
type Pair struct {
	First, Second Run
	// Label names the label in which they differ.
	Label string
	// What is sent differently, "" where nothing is.
	What string
	// Compared counts the outputs that both have.
	Compared int
}

// RunPairs executes the plan once, and again for each label. It stops at the first
// pair that differs.
func (p *Program) RunPairs(seed uint64, traced bool) []Pair {
	if len(p.labels) == 0 {
		return nil
	}
	m := newMachine(p, rand.New(rand.NewPCG(seed, 0x5eed)))
	first := m.perform(traced)
	var out []Pair
	for _, g := range p.order {
		bit, ok := p.labels[g.name]
		if !ok {
			continue
		}
		n := newMachine(p, rand.New(rand.NewPCG(seed, 0x2bad)))
		n.table, n.id, n.model = maps.Clone(m.table), firstID, m.model
		n.follow = &follow{tape: m.tape, hidden: bit, explicit: p.explicit&bit != 0}
		pair := Pair{First: first, Second: n.perform(traced), Label: g.name}
		pair.compare(m.tape.outputs[bit], n.tape.outputs[bit], n.follow.explicit)
		out = append(out, pair)
		if pair.What != "" {
			break
		}
	}
	return out
}

// perform is Run on a machine that is at hand.
func (m *machine) perform(traced bool) (out Run) {
	m.traced, m.tape = traced, &tape{outputs: map[Labels][]output{}}
	defer m.finish(&out)
	m.constants()
	out.Result = m.body()
	return out
}

func (p *Pair) compare(a, b []output, explicit bool) {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] != b[i] {
			p.What = fmt.Sprintf("output %d that demands to be without %s is %s to %s, and %s to %s in the other run",
				i+1, p.Label, a[i].what, a[i].to, b[i].what, b[i].to)
			return
		}
		p.Compared++
	}
	switch {
	case p.First.Ending == Finished && len(b) > len(a), p.Second.Ending == Finished && len(a) > len(b):
		if p.First.Ending != Violated && p.Second.Ending != Violated {
			p.What = fmt.Sprintf("%d outputs demand to be without %s, and %d in the other run", len(a), p.Label, len(b))
		}
	case p.Second.Ending == Violated && !explicit:
		p.What = "in the other run: " + p.Second.What
	}
}

// given is something that the world gives. A second run is given the same again,
// where what controls it is not labelled.
func (m *machine) given(what string, choose func(like *Value) Value) Value {
	var like *Value
	if f := m.follow; f != nil && m.pc&f.hidden == 0 {
		for f.at < len(f.events) && f.events[f.at].pc&f.hidden != 0 {
			f.at++
		}
		if f.at == len(f.events) || f.events[f.at].what != what {
			m.stuck("the runs have parted at %s", what)
		}
		like = &f.events[f.at].v
		f.at++
	}
	pc := m.pc
	v := choose(like)
	if m.tape != nil {
		m.tape.events = append(m.tape.events, event{what, pc, v})
	}
	return v
}

// count is a number that the world gives.
func (m *machine) count(what string, n int) int {
	v := m.given(what, func(like *Value) Value {
		if like != nil {
			return *like
		}
		return intOf(int64(m.rng.IntN(n)))
	})
	return int(v.D.(*big.Int).Int64())
}

// same reports whether the datum of like itself has to be taken.
func (m *machine) same(like *Value) bool {
	return like != nil && like.D != nil && (m.follow == nil || like.L&m.follow.hidden == 0)
}

// keeps reports whether the shape of like has to be taken.
func (m *machine) keeps(like *Value) bool {
	return m.same(like) || like != nil && m.follow != nil && m.follow.explicit
}

// labelsLike are those of a value that is being chosen.
func (m *machine) labelsLike(like *Value) Labels {
	if like != nil {
		return like.L
	}
	return m.anyLabels()
}

// part is component i of like, nil where there is none.
func part(like *Value, i int) *Value {
	if like == nil {
		return nil
	}
	var vs []Value
	switch d := like.D.(type) {
	case Tuple:
		vs = d
	case List:
		vs = d
	case *Data:
		vs = d.Fields
	}
	if i < len(vs) {
		return &vs[i]
	}
	return nil
}

// decide records a decision, or takes it from the first run where only explicit
// flows count.
func (m *machine) decision(b bool) bool {
	if m.ghost || m.tape == nil {
		return b
	}
	if f := m.follow; f != nil && f.explicit {
		if f.decided == len(f.decisions) {
			m.stuck("the runs have parted at a decision")
		}
		b = f.decisions[f.decided]
		f.decided++
	}
	m.tape.decisions = append(m.tape.decisions, b)
	return b
}

// publish records what is sent to parameters that demand to be without a label.
func (m *machine) publish(g *global, args []Value) {
	if m.tape == nil {
		return
	}
	for i, q := range g.params {
		demanded := m.p.without(q)
		if demanded == 0 || len(linears(args[i], nil)) > 0 {
			continue
		}
		if _, isFunc := args[i].D.(*Func); isFunc {
			continue
		}
		for _, bit := range m.p.labels {
			if demanded&bit != 0 {
				m.tape.outputs[bit] = append(m.tape.outputs[bit], output{g.name + " " + q.Name.Name, key(args[i])})
			}
		}
	}
}

// without is the set of labels that a parameter demands to be without.
func (p *Program) without(q *lang.Param) Labels {
	found := p.demandsWithout(q.Pred, q.Name.Name)
	if r, ok := q.Type.(*lang.TypeRefined); ok {
		found |= p.demandsWithout(r.Pred, r.Name.Name)
	}
	return found
}

func (p *Program) demandsWithout(pred lang.Expr, name string) Labels {
	var found Labels
	for _, c := range conjuncts(pred, nil) {
		for label, bit := range p.labels {
			switch PrintExpr(c) {
			case label + " " + name + " = false", "!" + label + " " + name, "!(" + label + " " + name + ")":
				found |= bit
			}
		}
	}
	return found
}

// speaksOfLabels reports whether a predicate has a label in it.
func (p *Program) speaksOfLabels(e lang.Expr) bool {
	found := false
	walkExpr(e, func(x lang.Expr) {
		if v, ok := x.(*lang.Var); ok && p.labels[v.Name.Name] != 0 {
			found = true
		}
	})
	return found
}
