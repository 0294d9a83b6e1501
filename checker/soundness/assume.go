package soundness

import (
	"maps"
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// assume adds that a predicate has a truth value.
func (k *known) assume(e lang.Expr, env names, b bool) {
	k.depth++
	defer func() { k.depth-- }()
	if k.depth > 6 {
		return
	}
	switch e := e.(type) {
	case nil:
		return
	case *lang.Paren:
		k.assume(e.X, env, b)
		return
	case *lang.Unary:
		k.assume(e.X, env, !b)
		return
	case *lang.Binary:
		k.assumeBinary(e, env, b)
		return
	case *lang.If:
		if c := k.eval(e.Cond, env); c.kind == 'b' {
			k.assume(map[bool]lang.Expr{true: e.Then, false: e.Else}[c.b], env, b)
		}
		return
	}
	k.learn(e, env, absBool(b))
}

func (k *known) assumeBinary(e *lang.Binary, env names, b bool) {
	switch e.Op {
	case "&&", "||", "-->":
		both := e.Op == "&&"
		left := b
		if e.Op == "-->" {
			left = !b
		}
		if b == both {
			k.assume(e.Left, env, left)
			k.assume(e.Right, env, b)
			return
		}
		// One side is known not to decide: the other does.
		l, r := k.eval(e.Left, env), k.eval(e.Right, env)
		if l.kind == 'b' && l.b != left {
			k.assume(e.Right, env, b)
		} else if r.kind == 'b' && r.b != b {
			k.assume(e.Left, env, left)
		}
	case "=", "!=":
		l, r := k.eval(e.Left, env), k.eval(e.Right, env)
		if b == (e.Op == "=") {
			k.learn(e.Left, env, r)
			k.learn(e.Right, env, l)
			k.equate(e.Left, e.Right, env)
			k.equate(e.Right, e.Left, env)
			return
		}
		k.differ(e.Left, env, r)
		k.differ(e.Right, env, l)
	case "<", "<=", ">", ">=":
		op := string(e.Op)
		if !b {
			op = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<"}[op]
		}
		l, r := k.eval(e.Left, env), k.eval(e.Right, env)
		strict := int64(0)
		if len(op) == 1 {
			strict = 1
		}
		if op[0] == '<' {
			k.learn(e.Left, env, interval(minusInf, r.hi-strict))
			k.learn(e.Right, env, interval(l.lo+strict, plusInf))
		} else {
			k.learn(e.Left, env, interval(r.lo+strict, plusInf))
			k.learn(e.Right, env, interval(minusInf, l.hi-strict))
		}
	}
}

func (k *known) differ(e lang.Expr, env names, a abs) {
	switch {
	case a.kind == 'b':
		k.learn(e, env, absBool(!a.b))
	case a.constant():
		u := unknown
		u.not = []abs{a}
		k.learn(e, env, u)
	}
}

// learn adds what is known of a term, and of what it equals.
func (k *known) learn(e lang.Expr, env names, a abs) {
	if a.kind == '?' && a.not == nil {
		return
	}
	t := k.term(e, env)
	if t == "" {
		if b, ok := stripParens(e).(*lang.Binary); ok && a.kind == 'b' {
			k.assume(b, env, a.b)
		}
		return
	}
	old, ok := k.facts[t]
	if !ok {
		old = unknown
	}
	k.facts[t] = old.meet(a)
	if k.depth > 6 {
		return
	}
	for _, q := range k.eqs[t] {
		k.depth++
		if a.kind == 'b' {
			k.assume(q.e, q.env, a.b)
		} else {
			k.learn(q.e, q.env, a)
		}
		k.depth--
	}
}

func (k *known) equate(l, r lang.Expr, env names) {
	if t := k.term(l, env); t != "" {
		k.eqs[t] = append(append([]equation{}, k.eqs[t]...), equation{r, maps.Clone(env)})
	}
}

// forget drops what is known of volatile measures.
func (k *known) forget() {
	for _, m := range k.spec.measures {
		if !m.volatile {
			continue
		}
		for t := range k.facts {
			if strings.HasPrefix(t, m.name+"(") {
				delete(k.facts, t)
			}
		}
		for t, qs := range k.eqs {
			keep := qs[:0:0]
			for _, q := range qs {
				stale := strings.HasPrefix(t, m.name+"(")
				walkExpr(q.e, func(x lang.Expr) {
					if v, ok := x.(*lang.Var); ok && v.Name.Name == m.name {
						stale = true
					}
				})
				if !stale {
					keep = append(keep, q)
				}
			}
			k.eqs[t] = keep
		}
	}
}
