package soundness

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// wish is what a counterexample says of one variable.
type wish struct {
	value    any            // a base value, nil where it is opaque
	measures map[string]any // of an opaque value
}

// wishes reads a counterexample. A name that several variables share stands for
// the last of them.
func wishes(bs []diag.Binding) map[string]*wish {
	out := map[string]*wish{}
	for _, b := range bs {
		w := &wish{measures: map[string]any{}}
		if v, rest, ok := baseValue(b.Value); ok && rest == "" {
			w.value = v
		} else {
			for s := b.Value; s != ""; s = strings.TrimPrefix(s, ", ") {
				name, after, ok := strings.Cut(s, " = ")
				if !ok {
					break
				}
				v, rest, ok := baseValue(after)
				if !ok {
					break
				}
				w.measures[name] = v
				s = rest
			}
		}
		out[written(b.Name)] = w
	}
	return out
}

// written is a name as the source has it: one that several variables share is
// numbered in a counterexample.
func written(name string) string {
	name, _, _ = strings.Cut(name, " (line ")
	return strings.TrimRight(name, "₀₁₂₃₄₅₆₇₈₉")
}

// baseValue reads a value of a base type from the front of s.
func baseValue(s string) (v any, rest string, ok bool) {
	if q, err := strconv.QuotedPrefix(s); err == nil {
		text, err := strconv.Unquote(q)
		return text, s[len(q):], err == nil
	}
	word, rest, more := strings.Cut(s, ", ")
	if more {
		rest = ", " + rest
	}
	switch word {
	case "true", "false":
		return word == "true", rest, true
	}
	if n, ok := new(big.Int).SetString(word, 10); ok {
		return n, rest, true
	}
	if f, err := strconv.ParseFloat(word, 64); err == nil {
		return f, rest, true
	}
	return nil, s, false
}

// expect says which variables the result of the call x will be bound to.
func (m *machine) expect(p lang.Pattern, x lang.Expr) {
	if m.wishes == nil {
		return
	}
	m.awaited, m.names = stripParens(x), patternSlots(p)
}

func patternSlots(p lang.Pattern) []string {
	switch p := p.(type) {
	case *lang.PatVar:
		return []string{p.Name.Name}
	case *lang.PatTuple:
		var out []string
		for _, e := range p.Elems {
			n := ""
			if v, ok := e.(*lang.PatVar); ok {
				n = v.Name.Name
			}
			out = append(out, n)
		}
		return out
	}
	return nil
}

// wishFor is what the counterexample wants of component i of the result that is
// being chosen.
func (m *machine) wishFor(i int) *wish {
	if i < len(m.bound) {
		return m.wishes[m.bound[i]]
	}
	return nil
}

// grant gives a value that is being chosen what the counterexample says of it.
func (m *machine) grant(v Value, w *wish) {
	switch d := v.D.(type) {
	case *hole:
		if w.value != nil && !d.set && dynamicType(Value{D: w.value}) == d.kind {
			m.fill(d, w.value)
		}
	case *Opaque:
		for name, x := range w.measures {
			g := m.p.globals[name]
			if g == nil || g.kind != measureFn || len(g.params) != 1 {
				continue
			}
			k := m.measureKey(g, []Value{v}, now)
			if _, chosen := m.table[k]; !chosen {
				m.set(k, Value{D: x})
			}
		}
	}
}

// Replay runs a rejected plan in the world of a counterexample, and reports
// whether a run breaks the named conjunct. What the counterexample leaves open
// is chosen at random, a few times. The plan's helpers are run as well, on
// arguments that the counterexample gives: they are judged on their own.
func (p *Program) Replay(example []diag.Binding, conjunct string) bool {
	ws := wishes(example)
	bodies := []func(m *machine){func(m *machine) { m.body() }}
	for _, g := range p.order {
		if g.fromPlan && drivable(g) {
			bodies = append(bodies, func(m *machine) { m.callDef(g, m.argumentsFor(g)) })
		}
	}
	for seed := uint64(0); seed < 30; seed++ {
		for _, body := range bodies {
			m := newMachine(p, rand.New(rand.NewPCG(seed, 0xce)))
			m.wishes = ws
			var out Run
			func() {
				defer m.finish(&out)
				m.constants()
				body(m)
			}()
			if out.Ending == Violated && m.broken == conjunct {
				return true
			}
		}
	}
	return false
}

// replay replays the counterexamples of a rejected plan.
func (r *Report) replay(k *Case, res *checker.Result) {
	var p *Program
	for _, d := range res.Diagnostics {
		if d.Counterexample == nil || (d.Code != "AE301" && d.Code != "AE302") {
			continue
		}
		for _, o := range res.Obligations {
			if o.Status != checker.Refuted || o.At != d.Span {
				continue
			}
			if p == nil {
				p = k.Program()
			}
			r.Replayed++
			if p.Replay(d.Counterexample, o.Text) {
				r.Upheld++
			} else if len(r.NotUpheld) < 20 {
				r.NotUpheld = append(r.NotUpheld, k.Seed)
			}
			break
		}
	}
}
