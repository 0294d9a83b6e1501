package soundness

import (
	"math/big"
	"regexp"
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// assign pushes an expression towards a value.
func (m *machine) assign(x lang.Expr, e *env, v Value) {
	switch x := x.(type) {
	case *lang.Paren:
		m.assign(x.X, e, v)
	case *lang.Var:
		if b := e.lookup(x.Name.Name); b != nil {
			if h, ok := b.v.D.(*hole); ok && !h.set {
				m.fill(h, v.D)
			}
		}
	case *lang.App:
		m.assignApp(x, e, v)
	case *lang.Unary:
		if d, ok := v.D.(*big.Int); ok && x.Op == "-" {
			m.assign(x.X, e, Value{D: new(big.Int).Neg(d)})
		} else if b, ok := v.D.(bool); ok {
			m.want(x, e, b)
		}
	case *lang.If:
		m.assign(map[bool]lang.Expr{true: x.Then, false: x.Else}[m.truth(m.ghostly(x.Cond, e))], e, v)
	case *lang.Binary:
		switch d := v.D.(type) {
		case bool:
			m.want(x, e, d)
		case *big.Int:
			m.assignArithmetic(x, e, d)
		case string:
			m.assignConcat(x, e, d)
		}
	}
}

func (m *machine) assignApp(x *lang.App, e *env, v Value) {
	f, ok := stripParens(x.Fun).(*lang.Var)
	if !ok {
		return
	}
	if g := m.p.globals[f.Name.Name]; g != nil && len(g.params) == len(x.Args) {
		switch {
		case g.kind == measureFn && !g.taint && !g.prompt:
			at := m.moment(x.Args, e)
			args := make([]Value, len(x.Args))
			for i, a := range x.Args {
				args[i] = m.ghostly(a, e)
			}
			k := m.measureKey(g, args, at)
			if _, chosen := m.known(k, g, args, at); !chosen && !refinedAnywhere(g.result) {
				m.set(k, v)
			}
		case g.kind == defFn && !g.pure:
			return
		}
		return
	}
	if b, isBool := v.D.(bool); isBool && b && len(x.Args) == 2 {
		m.assignString(f.Name.Name, x.Args, e)
	}
}

// assignString makes a test of a string true.
func (m *machine) assignString(test string, args []lang.Expr, e *env) {
	w := m.ghostly(args[1], e)
	part, ok := w.D.(string)
	if !ok {
		return
	}
	filler := m.random("String").(string)
	switch test {
	case "String.matches":
		for try := 0; try < 20; try++ {
			s := pick(m.rng, []string{"", "a", "ab", "/w/", "/w/a", "x", "é", "é#", m.random("String").(string)})
			if re, err := regexp.Compile(`\A(?:` + part + `)\z`); err == nil && re.MatchString(s) {
				m.assign(args[0], e, stringOf(s))
				return
			}
		}
	case "String.startsWith":
		m.assign(args[0], e, stringOf(part+filler))
	case "String.endsWith":
		m.assign(args[0], e, stringOf(filler+part))
	case "String.contains":
		m.assign(args[0], e, stringOf(filler+part+m.random("String").(string)))
	}
}

func (m *machine) assignArithmetic(x *lang.Binary, e *env, v *big.Int) {
	r, ok := m.probe(x.Right, e)
	if !ok {
		l := m.ghostly(x.Left, e)
		a, isInt := l.D.(*big.Int)
		switch {
		case !isInt:
		case x.Op == "+":
			m.assign(x.Right, e, Value{D: new(big.Int).Sub(v, a)})
		case x.Op == "-":
			m.assign(x.Right, e, Value{D: new(big.Int).Sub(a, v)})
		case x.Op == "*" && a.Sign() != 0:
			q, _ := floorDiv(v, a)
			m.assign(x.Right, e, Value{D: q})
		}
		return
	}
	b, isInt := r.D.(*big.Int)
	switch {
	case !isInt:
	case x.Op == "+":
		m.assign(x.Left, e, Value{D: new(big.Int).Sub(v, b)})
	case x.Op == "-":
		m.assign(x.Left, e, Value{D: new(big.Int).Add(v, b)})
	case x.Op == "*" && b.Sign() != 0:
		q, _ := floorDiv(v, b)
		m.assign(x.Left, e, Value{D: q})
	case x.Op == "/":
		m.assign(x.Left, e, Value{D: new(big.Int).Mul(v, b)})
	case x.Op == "%":
		k := new(big.Int).Mul(b, big.NewInt(int64(m.rng.IntN(5)-2)))
		m.assign(x.Left, e, Value{D: k.Add(k, v)})
	}
}

func (m *machine) assignConcat(x *lang.Binary, e *env, v string) {
	if r, ok := m.probe(x.Right, e); ok {
		if s, isString := r.D.(string); isString && strings.HasSuffix(v, s) {
			m.assign(x.Left, e, stringOf(strings.TrimSuffix(v, s)))
		}
		return
	}
	l := m.ghostly(x.Left, e)
	if s, isString := l.D.(string); isString && strings.HasPrefix(v, s) {
		m.assign(x.Right, e, stringOf(strings.TrimPrefix(v, s)))
	}
}
