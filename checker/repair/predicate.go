package repair

import (
	"github.com/aeonc/aeonc/checker/core"
)

// subst replaces variables in a predicate.
func subst(x core.Expr, env map[*core.Local]core.Expr) core.Expr {
	each := func(xs []core.Expr) []core.Expr {
		out := make([]core.Expr, len(xs))
		for i, y := range xs {
			out[i] = subst(y, env)
		}
		return out
	}
	switch x := x.(type) {
	case *core.LocalRef:
		if y := env[x.Local]; y != nil {
			return y
		}
	case *core.Call:
		return &core.Call{Info: x.Info, Fn: x.Fn, Args: each(x.Args)}
	case *core.Prim:
		return &core.Prim{Info: x.Info, Op: x.Op, Args: each(x.Args)}
	case *core.If:
		return &core.If{Info: x.Info, Cond: subst(x.Cond, env), Then: subst(x.Then, env), Else: subst(x.Else, env)}
	}
	return x
}

// same reports whether two predicates are equal as written.
func same(a, b core.Expr) bool { return unify(a, b, nil) }

// unify matches a pattern, whose variables are the keys of found, with a
// predicate, and fills found.
func unify(pattern, x core.Expr, found map[*core.Local]core.Expr) bool {
	each := func(ps, xs []core.Expr) bool {
		if len(ps) != len(xs) {
			return false
		}
		for i := range ps {
			if !unify(ps[i], xs[i], found) {
				return false
			}
		}
		return true
	}
	switch p := pattern.(type) {
	case *core.LocalRef:
		if have, ours := found[p.Local]; ours {
			if have != nil {
				return same(have, x)
			}
			found[p.Local] = x
			return true
		}
		y, ok := x.(*core.LocalRef)
		return ok && y.Local == p.Local
	case *core.GlobalRef:
		y, ok := x.(*core.GlobalRef)
		return ok && y.Global == p.Global
	case *core.IntLit:
		y, ok := x.(*core.IntLit)
		return ok && y.Value.Cmp(p.Value) == 0
	case *core.FloatLit:
		y, ok := x.(*core.FloatLit)
		return ok && y.Value.Cmp(p.Value) == 0
	case *core.StringLit:
		y, ok := x.(*core.StringLit)
		return ok && y.Value == p.Value
	case *core.BoolLit:
		y, ok := x.(*core.BoolLit)
		return ok && y.Value == p.Value
	case *core.UnitLit:
		_, ok := x.(*core.UnitLit)
		return ok
	case *core.Call:
		y, ok := x.(*core.Call)
		return ok && unify(p.Fn, y.Fn, found) && each(p.Args, y.Args)
	case *core.Prim:
		y, ok := x.(*core.Prim)
		return ok && y.Op == p.Op && each(p.Args, y.Args)
	}
	return false
}

// negate is the negation of a predicate, pushed inwards.
func negate(x core.Expr) core.Expr {
	switch x := x.(type) {
	case *core.BoolLit:
		return &core.BoolLit{Info: x.Info, Value: !x.Value}
	case *core.Prim:
		flip := func(op core.Op) core.Expr {
			args := make([]core.Expr, len(x.Args))
			for i, a := range x.Args {
				args[i] = negate(a)
			}
			return &core.Prim{Info: x.Info, Op: op, Args: args}
		}
		switch x.Op {
		case "!":
			return x.Args[0]
		case "&&":
			return flip("||")
		case "||":
			return flip("&&")
		case "-->":
			return &core.Prim{Info: x.Info, Op: "&&", Args: []core.Expr{x.Args[0], negate(x.Args[1])}}
		case "=", "!=", "<", ">", "<=", ">=":
			op := map[core.Op]core.Op{"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}[x.Op]
			if core.TypeString(x.Args[0].Type()) != "Float" { // of two Floats, neither may hold
				return &core.Prim{Info: x.Info, Op: op, Args: x.Args}
			}
		}
	}
	return &core.Prim{Info: core.Info{Ty: x.Type(), Span: x.Range()}, Op: "!", Args: []core.Expr{x}}
}

// simplify evaluates what is constant in a predicate and writes "a = true" as
// "a", "a = false" as its negation.
func simplify(x core.Expr) core.Expr {
	p, ok := x.(*core.Prim)
	if !ok {
		return x
	}
	args := make([]core.Expr, len(p.Args))
	for i, a := range p.Args {
		args[i] = simplify(a)
	}
	constant := func(x core.Expr) (value, is bool) {
		b, ok := x.(*core.BoolLit)
		return ok && b.Value, ok
	}
	of := func(v bool) core.Expr { return &core.BoolLit{Info: p.Info, Value: v} }
	switch p.Op {
	case "=", "!=":
		for i, a := range args {
			if v, is := constant(a); is {
				if v == (p.Op == "=") {
					return args[1-i]
				}
				return simplify(negate(args[1-i]))
			}
		}
	case "!":
		if _, prim := args[0].(*core.Prim); prim {
			if n, still := negate(args[0]).(*core.Prim); !still || n.Op != "!" {
				return simplify(negate(args[0]))
			}
		}
		if v, is := constant(args[0]); is {
			return of(!v)
		}
	case "-->":
		return simplify(&core.Prim{Info: p.Info, Op: "||", Args: []core.Expr{negate(args[0]), args[1]}})
	case "&&", "||":
		var rest []core.Expr
		for _, a := range args {
			v, is := constant(a)
			switch {
			case is && v == (p.Op == "||"):
				return of(v)
			case is:
				continue
			}
			if q, ok := a.(*core.Prim); ok && q.Op == p.Op {
				rest = append(rest, q.Args...)
				continue
			}
			rest = append(rest, a)
		}
		switch len(rest) {
		case 0:
			return of(p.Op == "&&")
		case 1:
			return rest[0]
		}
		args = absorbed(p.Op, rest)
		if len(args) == 1 {
			return args[0]
		}
	}
	return &core.Prim{Info: p.Info, Op: p.Op, Args: args}
}

// absorbed leaves out operands that others make superfluous: of "a || (a && b)"
// and of "a && (a || b)" a remains.
func absorbed(op core.Op, xs []core.Expr) []core.Expr {
	other := map[core.Op]core.Op{"&&": "||", "||": "&&"}[op]
	var out []core.Expr
	for i, x := range xs {
		needed := true
		for j, y := range xs {
			if i == j {
				continue
			}
			if same(x, y) {
				needed = needed && i < j
				continue
			}
			if p, ok := x.(*core.Prim); ok && p.Op == other {
				for _, part := range p.Args {
					needed = needed && !same(part, y)
				}
			}
		}
		if needed {
			out = append(out, x)
		}
	}
	return out
}

// conjuncts splits a simplified predicate.
func conjuncts(x core.Expr) []core.Expr {
	if p, ok := x.(*core.Prim); ok && p.Op == "&&" {
		var out []core.Expr
		for _, a := range p.Args {
			out = append(out, conjuncts(a)...)
		}
		return out
	}
	return []core.Expr{x}
}
