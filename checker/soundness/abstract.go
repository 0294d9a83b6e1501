package soundness

import (
	"maps"
	"math"
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// The generator keeps track of what is known at each point of the plan it
// writes, so that most of its calls are right and some are not. It knows
// constants and intervals of variables and measures; what it concludes is only
// a bias, nothing depends on its being right.

// abs is what is known of a term.
type abs struct {
	kind   byte // '?' nothing, 'b' a Bool, 'i' an interval, 's' a string
	b      bool
	lo, hi int64
	s      string
	// not are integers or strings that it is not.
	not []abs
}

const (
	minusInf = math.MinInt32
	plusInf  = math.MaxInt32
)

var unknown = abs{kind: '?', lo: minusInf, hi: plusInf}

func absBool(b bool) abs     { return abs{kind: 'b', b: b, lo: minusInf, hi: plusInf} }
func absInt(n int64) abs     { return interval(n, n) }
func absString(s string) abs { return abs{kind: 's', s: s, lo: minusInf, hi: plusInf} }

func interval(lo, hi int64) abs {
	return abs{kind: 'i', lo: max(lo, minusInf), hi: min(hi, plusInf)}
}

func (a abs) constant() bool {
	return a.kind == 'b' || a.kind == 's' || a.kind == 'i' && a.lo == a.hi
}

func (a abs) equals(b abs) bool {
	return a.kind == b.kind && a.b == b.b && a.lo == b.lo && a.hi == b.hi && a.s == b.s
}

func (a abs) excludes(b abs) bool {
	for _, n := range a.not {
		if n.equals(b) {
			return true
		}
	}
	return a.kind == 'i' && b.kind == 'i' && (a.hi < b.lo || b.hi < a.lo)
}

// meet is what is known when both are known.
func (a abs) meet(b abs) abs {
	out := a
	if a.kind == '?' {
		out = b
	} else if a.kind == 'i' && b.kind == 'i' {
		out.lo, out.hi = max(a.lo, b.lo), min(a.hi, b.hi)
	}
	out.not = append(append([]abs{}, a.not...), b.not...)
	return out
}

// join is what is known when either is known.
func (a abs) join(b abs) abs {
	switch {
	case a.kind == 'i' && b.kind == 'i':
		return interval(min(a.lo, b.lo), max(a.hi, b.hi))
	case a.kind != '?' && a.equals(b):
		return a
	}
	return unknown
}

// names gives the symbol of each name of a predicate.
type names map[string]string

// equation says that a symbol equals an expression over other symbols.
type equation struct {
	e   lang.Expr
	env names
}

// known is what is known at a point.
type known struct {
	facts map[string]abs
	eqs   map[string][]equation
	spec  *spec
	depth int
}

func (k *known) clone() *known {
	return &known{maps.Clone(k.facts), maps.Clone(k.eqs), k.spec, 0}
}

// term names what a measure applied to variables, or a variable, stands for;
// "" for anything else. A query counts as the measure that it reads.
func (k *known) term(e lang.Expr, env names) string {
	switch e := e.(type) {
	case *lang.Paren:
		return k.term(e.X, env)
	case *lang.Var:
		if s, ok := env[e.Name.Name]; ok {
			return s
		}
		return e.Name.Name
	case *lang.App:
		f, ok := isVar(e.Fun)
		if !ok {
			return ""
		}
		for _, fn := range k.spec.funcs {
			if fn.name == f {
				f = fn.reads
			}
		}
		parts := make([]string, len(e.Args))
		for i, a := range e.Args {
			parts[i] = k.term(a, env)
			if parts[i] == "" {
				return ""
			}
		}
		for _, m := range k.spec.measures {
			if m.name == f {
				return f + "(" + strings.Join(parts, ",") + ")"
			}
		}
	}
	return ""
}

// eval says what is known of an expression.
func (k *known) eval(e lang.Expr, env names) abs {
	switch e := e.(type) {
	case *lang.Paren:
		return k.eval(e.X, env)
	case *lang.Annot:
		return k.eval(e.X, env)
	case *lang.IntLit:
		return absInt(e.Value.Int64())
	case *lang.BoolLit:
		return absBool(e.Value)
	case *lang.StringLit:
		return absString(e.Value)
	case *lang.Unary:
		x := k.eval(e.X, env)
		switch {
		case x.kind == 'b':
			return absBool(!x.b)
		case x.kind == 'i':
			return interval(-x.hi, -x.lo)
		}
	case *lang.If:
		c := k.eval(e.Cond, env)
		switch {
		case c.kind != 'b':
			return k.eval(e.Then, env).join(k.eval(e.Else, env))
		case c.b:
			return k.eval(e.Then, env)
		}
		return k.eval(e.Else, env)
	case *lang.Binary:
		return k.binary(e, env)
	case *lang.App:
		if f, ok := isVar(e.Fun); ok && strings.HasPrefix(f, "String.") {
			return k.text(f, e.Args, env)
		}
	}
	if t := k.term(e, env); t != "" {
		if a, ok := k.facts[t]; ok {
			return a
		}
	}
	return unknown
}

func (k *known) text(f string, args []lang.Expr, env names) abs {
	x := k.eval(args[0], env)
	if x.kind != 's' {
		return unknown
	}
	if f == "String.length" {
		return absInt(int64(len([]rune(x.s))))
	}
	if len(args) < 2 {
		return unknown
	}
	y := k.eval(args[1], env)
	switch {
	case y.kind != 's':
	case f == "String.startsWith":
		return absBool(strings.HasPrefix(x.s, y.s))
	case f == "String.contains":
		return absBool(strings.Contains(x.s, y.s))
	}
	return unknown
}

func (k *known) binary(e *lang.Binary, env names) abs {
	l, r := k.eval(e.Left, env), k.eval(e.Right, env)
	switch e.Op {
	case "&&", "||", "-->":
		if e.Op == "-->" && l.kind == 'b' {
			l.b = !l.b
		}
		stop := e.Op != "&&"
		for _, x := range []abs{l, r} {
			if x.kind == 'b' && x.b == stop {
				return absBool(stop)
			}
		}
		if l.kind == 'b' && r.kind == 'b' {
			return absBool(!stop)
		}
		return unknown
	case "=", "!=":
		switch {
		case l.excludes(r) || r.excludes(l):
			return absBool(e.Op == "!=")
		case l.constant() && r.constant():
			return absBool(l.equals(r) == (e.Op == "="))
		case k.term(e.Left, env) != "" && k.term(e.Left, env) == k.term(e.Right, env):
			return absBool(e.Op == "=")
		}
		return unknown
	}
	if l.kind != 'i' || r.kind != 'i' {
		return unknown
	}
	switch e.Op {
	case "<":
		return order(l.hi < r.lo, l.lo >= r.hi)
	case "<=":
		return order(l.hi <= r.lo, l.lo > r.hi)
	case ">":
		return order(l.lo > r.hi, l.hi <= r.lo)
	case ">=":
		return order(l.lo >= r.hi, l.hi < r.lo)
	case "+":
		return interval(l.lo+r.lo, l.hi+r.hi)
	case "-":
		return interval(l.lo-r.hi, l.hi-r.lo)
	case "*":
		ps := []int64{l.lo * r.lo, l.lo * r.hi, l.hi * r.lo, l.hi * r.hi}
		return interval(min(ps[0], ps[1], ps[2], ps[3]), max(ps[0], ps[1], ps[2], ps[3]))
	case "/", "%":
		if l.constant() && r.constant() && r.lo != 0 {
			q := int64(math.Floor(float64(l.lo) / float64(r.lo)))
			if e.Op == "/" {
				return absInt(q)
			}
			return absInt(l.lo - q*r.lo)
		}
	}
	return unknown
}

func order(yes, no bool) abs {
	switch {
	case yes:
		return absBool(true)
	case no:
		return absBool(false)
	}
	return unknown
}
