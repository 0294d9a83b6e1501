package soundness

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aeonc/aeonc/lang"
)

// What reaches a check from outside: the state that earlier plans left, and what
// the user typed.

// Program indexes the case for running.
func (k *Case) Program() *Program {
	p := NewProgram(k.Spec, k.Plan)
	p.prompt = k.Prompt
	if k.State != "" {
		p.state = map[string]any{}
		d := json.NewDecoder(strings.NewReader(k.State))
		d.UseNumber()
		if err := d.Decode(&p.state); err != nil {
			panic(err)
		}
	}
	return p
}

// newState writes a state that meets the contract, "" where the contract asks for
// values that a state cannot hold.
func newState(k *Case, rng *rand.Rand) string {
	m := newMachine(NewProgram(k.Spec, &lang.File{}), rng)
	state := map[string]any{}
	func() {
		var ended Run
		defer m.finish(&ended)
		m.constants()
		var e *env
		for _, q := range m.p.contract.Params {
			v := m.inhabitParam(q, e, nil, "a parameter")
			e = e.bind(q.Name.Name, v)
			if o, ok := v.D.(*Opaque); !ok {
				state[q.Name.Name] = plainly(v)
			} else if o.Linear {
				facts := map[string]any{}
				for _, g := range m.p.measures[o.Type] {
					facts[g.name] = plainly(m.measure(g, []Value{v}, now))
				}
				state[q.Name.Name] = facts
			} else {
				state[q.Name.Name] = nil
			}
		}
	}()
	for _, q := range m.p.contract.Params {
		if state[q.Name.Name] == nil {
			return ""
		}
	}
	model := map[string]any{}
	for _, g := range m.p.order {
		if m.p.labels[g.name] != 0 && rng.IntN(4) > 0 {
			model[g.name] = rng.IntN(2) == 0
		}
	}
	state["$model"] = model
	text, err := json.Marshal(state)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// plainly is a base value for JSON, nil for others.
func plainly(v Value) any {
	switch d := v.D.(type) {
	case *big.Int:
		return json.Number(d.String())
	case bool, string:
		return d
	}
	return nil
}

// fromState is a parameter's value in the state.
func (m *machine) fromState(q *lang.Param) Value {
	switch x := m.p.state[q.Name.Name].(type) {
	case map[string]any:
		v := m.opaque(typeHead(q.Type), true, nil)
		for name, fact := range x {
			m.table[m.measureKey(m.p.globals[name], []Value{v}, now)] = Value{D: datum(fact)}
		}
		return v
	default:
		return Value{datum(x), m.anyLabels()}
	}
}

func datum(x any) any {
	if n, ok := x.(json.Number); ok {
		i, _ := new(big.Int).SetString(n.String(), 10)
		return i
	}
	return x
}

// read chooses the labels of what the model has read: those that the state names,
// and any that it does not mention.
func (m *machine) read() {
	if m.p.state == nil {
		return
	}
	known, _ := m.p.state["$model"].(map[string]any)
	for name, bit := range m.p.labels {
		has, ok := known[name].(bool)
		if has || !ok && m.rng.IntN(2) == 0 {
			m.model |= bit
		}
	}
}

// literal is a literal of the program: in a plan it has the labels of what the
// model has read, unless the user typed it.
func (m *machine) literal(x lang.Expr, v Value) Value {
	if !m.p.planLiterals[x] || m.ghost {
		return v
	}
	v.L = m.model
	if s, ok := v.D.(string); ok && m.p.prompts != 0 && wasTyped(s, m.p.prompt) {
		v.L = m.p.prompts
	}
	return v
}

// wasTyped reports whether s occurs in the prompt, delimited on both sides.
func wasTyped(s, prompt string) bool {
	for at := 0; s != "" && at <= len(prompt)-len(s); at++ {
		if !strings.HasPrefix(prompt[at:], s) {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(prompt[:at])
		after := prompt[at+len(s):]
		next, n := utf8.DecodeRuneInString(after)
		open := at == 0 || delimits(before)
		if at > 0 && before == '.' {
			first, _ := utf8.DecodeRuneInString(s)
			open = unicode.IsSpace(first)
		}
		closed := n == 0 || delimits(next)
		if next == '.' {
			then, k := utf8.DecodeRuneInString(after[n:])
			closed = k == 0 || unicode.IsSpace(then)
		}
		if open && closed {
			return true
		}
	}
	return false
}

func delimits(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\"'`()[]{}<>,;!?", r) }
