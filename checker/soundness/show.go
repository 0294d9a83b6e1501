package soundness

import (
	"math"
	"math/big"
	"sort"
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// show prints a value for a trace; handles with what is chosen of them.
func (m *machine) show(v Value) string {
	s := key(v)
	if o, ok := v.D.(*Opaque); ok {
		var facts []string
		for _, g := range m.p.measures[o.Type] {
			if w, chosen := m.table[m.measureKey(g, []Value{v}, now)]; chosen {
				facts = append(facts, g.name+" = "+key(w))
			}
		}
		if len(facts) > 0 {
			s += "{" + strings.Join(facts, ", ") + "}"
		}
	}
	if v.L != 0 {
		s += m.showLabels(v.L)
	}
	return s
}

func (m *machine) showLabels(l Labels) string {
	var names []string
	for _, known := range []map[string]Labels{m.p.labels, m.p.promptBits} {
		for n, bit := range known {
			if l&bit != 0 {
				names = append(names, n)
			}
		}
	}
	sort.Strings(names)
	return " @" + strings.Join(names, "@")
}

func (m *machine) showAll(vs []Value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = m.show(v)
	}
	return strings.Join(parts, " ")
}

// showVariables lists the variables of a predicate with their values.
func (m *machine) showVariables(p lang.Expr, e *env) string {
	var parts []string
	seen := map[string]bool{}
	walkExpr(p, func(x lang.Expr) {
		v, ok := x.(*lang.Var)
		if !ok || seen[v.Name.Name] {
			return
		}
		seen[v.Name.Name] = true
		if b := e.lookup(v.Name.Name); b != nil {
			parts = append(parts, v.Name.Name+" = "+m.show(b.v))
		} else if c, ok := m.consts[v.Name.Name]; ok {
			parts = append(parts, v.Name.Name+" = "+m.show(c))
		}
	})
	return strings.Join(parts, ", ")
}

// oddStrings are strings on which string libraries differ: an escape that must
// not be decoded, letters outside ASCII, a letter outside the basic plane,
// combining marks, letters whose lower case is longer, unusual spaces.
var oddStrings = []string{
	"", "a", "ab", "é", "e\u0301", `\u{61}`, "\n", "\t x ", "\"", `\`, `\n`, "日本", "😀", "\U0010FFFF",
	"İ", "ΑΣ", "ß", "\u00a0x\u00a0", "\x1fx", "..", "/", "../", "A", "x\x00y",
}

// random chooses a datum of a base type, leaning to the program's own
// constants.
func (m *machine) random(kind string) any {
	switch kind {
	case "Int":
		switch n := m.rng.IntN(20); {
		case n < 9:
			return big.NewInt(int64(m.rng.IntN(7) - 3))
		case n < 18 && len(m.p.ints) > 0:
			k := m.p.ints[m.rng.IntN(len(m.p.ints))]
			if m.rng.IntN(3) == 0 {
				k = -k
			}
			return big.NewInt(k + int64(m.rng.IntN(3)-1))
		case n == 18:
			k := new(big.Int).Lsh(big.NewInt(1), uint(60+m.rng.IntN(20)))
			if m.rng.IntN(2) == 0 {
				k.Neg(k)
			}
			return k
		}
		return big.NewInt(int64(m.rng.IntN(41) - 20))
	case "Bool":
		return m.rng.IntN(2) == 0
	case "Float":
		odd := []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 0.5, 2.5, 1e308, 5e-324, math.NaN(), math.Inf(1), math.Inf(-1)}
		return odd[m.rng.IntN(len(odd))]
	}
	if len(m.p.strings) > 0 && m.rng.IntN(2) == 0 {
		return m.p.strings[m.rng.IntN(len(m.p.strings))]
	}
	return oddStrings[m.rng.IntN(len(oddStrings))]
}
