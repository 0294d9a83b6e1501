package soundness

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/lang"
)

func parseFloat(text string) float64 {
	f, _ := strconv.ParseFloat(text, 64) // out of range: infinity, as in Python
	return f
}

func (m *machine) truth(v Value) bool {
	b, ok := v.D.(bool)
	if !ok {
		m.violated("%s is not a Bool", m.show(v))
	}
	return b
}

func (m *machine) unary(op string, v Value) Value {
	switch d := v.D.(type) {
	case bool:
		if op == "!" {
			return Value{!d, v.L &^ m.p.prompts}
		}
	case *big.Int:
		if op == "-" {
			return Value{new(big.Int).Neg(d), v.L &^ m.p.prompts}
		}
	case float64:
		if op == "-" {
			return Value{-d, v.L &^ m.p.prompts}
		}
	}
	m.violated("%s does not apply to %s", op, m.show(v))
	return Value{}
}

// binary evaluates left to right; '&&', '||' and '-->' stop early.
func (m *machine) binary(x *lang.Binary, e *env) Value {
	l := m.eval(x.Left, e)
	switch x.Op {
	case "&&", "||", "-->":
		decided := m.decision(m.truth(l)) == (x.Op == "||")
		if decided {
			return Value{x.Op != "&&", l.L}
		}
		return m.under(l.L, func() Value {
			r := m.eval(x.Right, e)
			m.truth(r)
			return r
		})
	}
	r := m.eval(x.Right, e)
	m.divisor(x, r)
	v := m.operate(string(x.Op), l, r)
	v.L = (labelsOf(l) | labelsOf(r)) &^ m.p.prompts
	return v
}

// divisor notes, in a replay, that the goal breaks if a divisor is 0.
func (m *machine) divisor(x *lang.Binary, r Value) {
	if m.script == nil || x.Op != "/" && x.Op != "%" || m.script.goal.Kind != "division" || !m.script.at.within(placeOf(x.Right.Range())) {
		return
	}
	switch d := r.D.(type) {
	case *big.Int:
		m.broke = m.broke || d.Sign() == 0
	case float64:
		m.broke = m.broke || d == 0
	}
}

func (m *machine) operate(op string, l, r Value) Value {
	if _, isFloat := l.D.(float64); isFloat {
		m.usesFloats()
	}
	switch op {
	case "=":
		m.comparable(l, r)
		if m.ghost {
			return boolOf(identical(l, r))
		}
		return boolOf(equal(l, r))
	case "!=":
		m.comparable(l, r)
		if m.ghost {
			return boolOf(!identical(l, r))
		}
		return boolOf(!equal(l, r))
	}
	switch a := l.D.(type) {
	case *big.Int:
		if b, ok := r.D.(*big.Int); ok {
			return m.integers(op, a, b)
		}
	case float64:
		if b, ok := r.D.(float64); ok {
			return m.floats(op, a, b)
		}
	case string:
		if b, ok := r.D.(string); ok && op == "++" {
			return stringOf(a + b)
		}
	}
	m.violated("%s does not apply to %s and %s", op, m.show(l), m.show(r))
	return Value{}
}

// comparable: at run time '=' is not defined on functions and linear values.
func (m *machine) comparable(l, r Value) {
	for _, v := range []Value{l, r} {
		if _, ok := v.D.(*Func); ok || (!m.ghost && len(linears(v, nil)) > 0) {
			m.violated("= does not apply to %s", m.show(v))
		}
	}
}

func (m *machine) integers(op string, a, b *big.Int) Value {
	c := a.Cmp(b)
	switch op {
	case "<":
		return boolOf(c < 0)
	case "<=":
		return boolOf(c <= 0)
	case ">":
		return boolOf(c > 0)
	case ">=":
		return boolOf(c >= 0)
	case "+":
		return Value{D: new(big.Int).Add(a, b)}
	case "-":
		return Value{D: new(big.Int).Sub(a, b)}
	case "*":
		return Value{D: new(big.Int).Mul(a, b)}
	case "/", "%":
		if b.Sign() == 0 {
			m.violated("division by zero: %s %s %s", a, op, b)
		}
		q, r := floorDiv(a, b)
		if op == "/" {
			return Value{D: q}
		}
		return Value{D: r}
	}
	m.violated("%s does not apply to Ints", op)
	return Value{}
}

// floorDiv is Python's // and %: the quotient is rounded down, the remainder
// has the divisor's sign.
func floorDiv(a, b *big.Int) (q, r *big.Int) {
	q, r = new(big.Int).QuoRem(a, b, new(big.Int))
	if r.Sign() != 0 && r.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
		r.Add(r, b)
	}
	return q, r
}

// usesFloats notes, in a replay, that something is computed with floats.
func (m *machine) usesFloats() {
	if m.script != nil {
		m.script.floats = true
	}
}

func (m *machine) floats(op string, a, b float64) Value {
	switch op {
	case "<":
		return boolOf(a < b)
	case "<=":
		return boolOf(a <= b)
	case ">":
		return boolOf(a > b)
	case ">=":
		return boolOf(a >= b)
	case "+":
		return Value{D: a + b}
	case "-":
		return Value{D: a - b}
	case "*":
		return Value{D: a * b}
	case "/":
		if b == 0 {
			m.violated("division by zero: %v / %v", a, b)
		}
		return Value{D: a / b}
	case "%":
		if b == 0 {
			m.violated("division by zero: %v %% %v", a, b)
		}
		r := math.Mod(a, b)
		if r != 0 && (r < 0) != (b < 0) {
			r += b
		}
		return Value{D: r}
	}
	m.violated("%s does not apply to Floats", op)
	return Value{}
}

// ---- strings, as Python's str

// pythonSpace is str.isspace.
func pythonSpace(r rune) bool {
	switch {
	case r >= 0x09 && r <= 0x0d, r >= 0x1c && r <= 0x20, r == 0x85, r == 0xa0,
		r == 0x1680, r >= 0x2000 && r <= 0x200a, r == 0x2028, r == 0x2029,
		r == 0x202f, r == 0x205f, r == 0x3000:
		return true
	}
	return false
}

// pythonLower is str.lower for the letters that the generator uses: one letter
// may become two, and a capital sigma at the end of a word becomes a final one.
func pythonLower(s string) string {
	rs := []rune(s)
	var out strings.Builder
	for i, r := range rs {
		switch r {
		case 'İ':
			out.WriteString("i\u0307")
		case 'Σ':
			before := i > 0 && isLetter(rs[i-1])
			after := i+1 < len(rs) && isLetter(rs[i+1])
			if before && !after {
				out.WriteRune('ς')
			} else {
				out.WriteRune('σ')
			}
		default:
			out.WriteString(strings.ToLower(string(r)))
		}
	}
	return out.String()
}

func isLetter(r rune) bool { return strings.ToLower(string(r)) != strings.ToUpper(string(r)) }

// pythonSplit is str.split with a separator that is not empty.
func pythonSplit(s, sep string) []string { return strings.Split(s, sep) }
