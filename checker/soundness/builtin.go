package soundness

import (
	"math/big"
	"regexp"
	"strings"
)

// builtin is a function of the language itself (section 8). Unless it keeps
// the parts of its arguments apart, its result carries the labels of all of
// them.
func (m *machine) builtin(name string) (Value, bool) {
	arity, ok := builtinArity[name]
	if !ok {
		return Value{}, false
	}
	return Value{D: &Func{Name: name, Arity: arity, Call: func(args []Value) Value {
		if strings.HasPrefix(name, "List.") {
			if v, ok := m.byList(name, args); ok {
				return v
			}
			return m.listBuiltin(name, args)
		}
		v := m.stringBuiltin(name, args)
		for _, a := range args {
			v.L |= labelsOf(a) &^ m.p.prompts
		}
		return v
	}}}, true
}

var builtinArity = map[string]int{
	"String.length": 1, "String.startsWith": 2, "String.endsWith": 2, "String.contains": 2,
	"String.matches": 2, "String.lower": 1, "String.trim": 1, "String.split": 2,
	"String.join": 2, "String.ofInt": 1,
	"List.length": 1, "List.map": 2, "List.filter": 2, "List.foldl": 3, "List.foldr": 3,
	"List.append": 2, "List.isEmpty": 1, "List.head": 1, "List.take": 2, "List.find": 2,
	"List.any": 2, "List.all": 2, "List.sum": 1,
}

func (m *machine) text(v Value) string {
	s, ok := v.D.(string)
	if !ok {
		m.violated("%s is not a String", m.show(v))
	}
	return s
}

func (m *machine) integer(v Value) *big.Int {
	n, ok := v.D.(*big.Int)
	if !ok {
		m.violated("%s is not an Int", m.show(v))
	}
	return n
}

func (m *machine) list(v Value) List {
	l, ok := v.D.(List)
	if !ok {
		m.violated("%s is not a List", m.show(v))
	}
	return l
}

func (m *machine) stringBuiltin(name string, args []Value) Value {
	switch name {
	case "String.length":
		return intOf(int64(len([]rune(m.text(args[0])))))
	case "String.startsWith":
		return boolOf(strings.HasPrefix(m.text(args[0]), m.text(args[1])))
	case "String.endsWith":
		return boolOf(strings.HasSuffix(m.text(args[0]), m.text(args[1])))
	case "String.contains":
		return boolOf(strings.Contains(m.text(args[0]), m.text(args[1])))
	case "String.matches":
		re, err := regexp.Compile(`\A(?:` + m.text(args[1]) + `)\z`)
		if err != nil {
			m.violated("%s is not a regular expression", m.show(args[1]))
		}
		re.Longest()
		s := m.text(args[0])
		at := re.FindStringIndex(s)
		return boolOf(at != nil && at[0] == 0 && at[1] == len(s))
	case "String.lower":
		return stringOf(pythonLower(m.text(args[0])))
	case "String.trim":
		return stringOf(strings.TrimFunc(m.text(args[0]), pythonSpace))
	case "String.ofInt":
		return stringOf(m.integer(args[0]).String())
	case "String.split":
		sep := m.text(args[1])
		if sep == "" {
			m.builtinDemand()
			m.violated("split by the empty string")
		}
		var out List
		for _, s := range pythonSplit(m.text(args[0]), sep) {
			out = append(out, stringOf(s))
		}
		return Value{D: out}
	case "String.join":
		var parts []string
		for _, e := range m.list(args[1]) {
			parts = append(parts, m.text(e))
		}
		return stringOf(strings.Join(parts, m.text(args[0])))
	}
	m.violated("unknown function %s", name)
	return Value{}
}

func (m *machine) listBuiltin(name string, args []Value) Value {
	last := args[len(args)-1]
	switch name {
	case "List.length":
		return Value{big.NewInt(int64(len(m.list(last)))), last.L}
	case "List.isEmpty":
		return Value{len(m.list(last)) == 0, last.L}
	case "List.map":
		m.anyTurn(args[0])
		var out List
		for _, e := range m.list(last) {
			out = append(out, m.turn(last.L, args[0], e))
		}
		return Value{out, last.L}
	case "List.filter":
		m.anyTurn(args[0])
		spine := last.L
		var out List
		for _, e := range m.list(last) {
			k := m.turn(last.L, args[0], e)
			spine |= k.L &^ m.p.explicit
			if m.decision(m.truth(k)) {
				out = append(out, e)
			}
		}
		return Value{out, spine}
	case "List.foldl":
		m.anyTurn(args[0])
		acc := args[1]
		acc.L |= last.L
		for _, e := range m.list(last) {
			acc = m.turn(last.L, args[0], acc, e)
		}
		return acc
	case "List.foldr":
		m.anyTurn(args[0])
		acc := args[2]
		l := m.list(args[1])
		acc.L |= args[1].L
		for i := len(l) - 1; i >= 0; i-- {
			acc = m.turn(args[1].L, args[0], l[i], acc)
		}
		return acc
	case "List.append":
		out := append(append(List{}, m.list(args[0])...), m.list(args[1])...)
		return Value{out, args[0].L | args[1].L}
	case "List.take":
		l, n := m.list(last), m.integer(args[0])
		switch {
		case n.Sign() < 0:
			m.builtinDemand()
			m.violated("take %s of a list", n)
		case n.IsInt64() && n.Int64() < int64(len(l)):
			l = l[:n.Int64()]
		}
		return Value{l, last.L | args[0].L}
	case "List.head":
		l := m.list(last)
		if len(l) == 0 {
			m.builtinDemand()
			m.violated("head of an empty list")
		}
		return Value{l[0].D, l[0].L | last.L}
	case "List.find", "List.any", "List.all":
		return m.search(name, args[0], last)
	case "List.sum":
		sum := new(big.Int)
		for _, e := range m.list(last) {
			sum.Add(sum, m.integer(e))
		}
		return Value{sum, labelsOf(last) &^ m.p.prompts}
	}
	m.violated("unknown function %s", name)
	return Value{}
}

// builtinDemand notes, in a replay, that the goal breaks if it is a demand of the
// language's own function that is called here.
func (m *machine) builtinDemand() {
	if m.script != nil && m.script.call == m.site() {
		m.broke = true
	}
}

// turn is one turn of a loop over a list whose spine is labelled l.
func (m *machine) turn(l Labels, f Value, args ...Value) Value {
	return m.under(l, func() Value { return m.apply(f, args) })
}

func (m *machine) search(name string, f, list Value) Value {
	l := list.L
	m.anyTurn(f)
	for _, e := range m.list(list) {
		k := m.turn(list.L, f, e)
		l |= (k.L | labelsOf(e)) &^ m.p.prompts
		if m.decision(m.truth(k)) == (name != "List.all") {
			if name == "List.find" {
				return Value{&Data{Ctor: m.p.ctors["Maybe.some"], Fields: []Value{e}}, l}
			}
			return Value{name == "List.any", l}
		}
	}
	if name == "List.find" {
		return Value{&Data{Ctor: m.p.ctors["Maybe.none"]}, l}
	}
	return Value{name == "List.all", l}
}
