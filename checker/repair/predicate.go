package repair

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
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

// demand is what failed: a clause of the spec, in terms of the plan's values.
type demand struct {
	call call
	expr core.Expr
	// named are arguments that must first be bound to a variable, so that they
	// can be spoken of.
	named []naming
}

// naming binds an argument to a variable.
type naming struct {
	arg  lang.Expr
	name string
}

// demandOf finds the clause that an error says is not met, and puts the
// arguments of the call in the place of its parameters.
func (v *view) demandOf(d *diag.Diagnostic) (demand, bool) {
	for _, c := range v.callsAt(d.Span) {
		for i, p := range c.g.Params {
			var found *core.Conjunct
			core.VisitPredicates(p.Type, func(k *core.Conjunct) {
				for _, r := range d.Related {
					if found == nil && r.Span == k.Span {
						found = k
					}
				}
			})
			if found == nil || i >= len(c.args) {
				continue
			}
			return v.instantiate(c, i, found), true
		}
	}
	return demand{}, false
}

func (v *view) instantiate(c call, param int, k *core.Conjunct) demand {
	out := demand{call: c}
	env := map[*core.Local]core.Expr{}
	spoken := map[*core.Local]bool{}
	core.Visit(k.Expr, func(x core.Expr) bool {
		if r, ok := x.(*core.LocalRef); ok {
			spoken[r.Local] = true
		}
		return true
	})
	for i, a := range c.args {
		if i >= len(c.g.Params) {
			break
		}
		p := c.g.Params[i]
		binder := p
		if r, ok := core.Resolve(p.Type).(*core.Refined); ok && i == param {
			binder = r.Binder
		}
		x := v.of(a)
		if x == nil || !spoken[p] && !spoken[binder] {
			continue
		}
		if !repeatable(x) {
			l := &core.Local{Name: v.fresh(p.Name), Type: x.Type()}
			out.named = append(out.named, naming{a, l.Name})
			x = &core.LocalRef{Info: core.Info{Ty: x.Type(), Span: x.Range()}, Local: l}
		}
		env[p], env[binder] = x, x
	}
	out.expr = simplify(subst(k.Expr, env))
	return out
}

// repeatable reports whether an expression may be evaluated once more.
func repeatable(x core.Expr) bool {
	ok := true
	core.Visit(x, func(y core.Expr) bool {
		switch y := y.(type) {
		case *core.LocalRef, *core.IntLit, *core.FloatLit, *core.StringLit, *core.BoolLit, *core.UnitLit, *core.Prim:
		case *core.GlobalRef:
			ok = ok && !core.ReachesNative(y.Global)
		case *core.Call:
			_, known := y.Fn.(*core.GlobalRef)
			ok = ok && known
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// ---- predicates as code

// writer turns predicates into code that can stand at one place of the plan.
type writer struct {
	*view
	scope map[string]*core.Local
	extra map[*core.Local]bool // bound by the change itself
}

func (v *view) writer(path []lang.Node, named []naming) *writer {
	w := &writer{view: v, scope: map[string]*core.Local{}, extra: map[*core.Local]bool{}}
	for _, x := range v.scope(path) {
		w.scope[x.name] = x.local
	}
	return w
}

// code is a predicate as an expression of the plan: measures are asked for with
// the query functions of the specs. atom tells that it needs no parentheses.
func (w *writer) write(x core.Expr) (text string, atom, ok bool) {
	switch x := x.(type) {
	case *core.LocalRef:
		if have, there := w.scope[x.Local.Name]; there && have != x.Local {
			return "", false, false // another variable has the name here
		} else if !there && x.Local.Span.Src == w.src {
			return "", false, false
		}
		return x.Local.Name, true, !core.IsLinear(x.Local.Type)
	case *core.IntLit:
		s := x.Value.String()
		return s, x.Value.Sign() >= 0, true
	case *core.FloatLit, *core.StringLit:
		return x.Range().Text(), true, x.Range().Text() != ""
	case *core.BoolLit:
		if x.Value {
			return "true", true, true
		}
		return "false", true, true
	case *core.UnitLit:
		return "()", true, true
	}
	if text, ok := w.query(x); ok {
		return text, false, true
	}
	switch x := x.(type) {
	case *core.GlobalRef:
		return x.Global.Name, true, len(x.Global.Params) == 0 && x.Global.Kind != core.MeasureFn
	case *core.Call:
		ref, known := x.Fn.(*core.GlobalRef)
		if !known || ref.Global.Kind == core.MeasureFn || core.ReachesNative(ref.Global) && !ref.Global.Pure {
			return "", false, false
		}
		parts := []string{ref.Global.Name}
		for _, a := range x.Args {
			s, ok := w.operand(a)
			if !ok {
				return "", false, false
			}
			parts = append(parts, s)
		}
		return strings.Join(parts, " "), false, true
	case *core.Prim:
		return w.prim(x)
	}
	return "", false, false
}

func (w *writer) operand(x core.Expr) (string, bool) {
	s, atom, ok := w.write(x)
	if !atom {
		s = "(" + s + ")"
	}
	return s, ok
}

func (w *writer) prim(x *core.Prim) (string, bool, bool) {
	switch x.Op {
	case "!", "neg":
		s, ok := w.operand(x.Args[0])
		if x.Op == "neg" {
			return "-" + s, false, ok
		}
		return "!" + s, false, ok
	}
	var parts []string
	for _, a := range x.Args {
		s, atom, ok := w.write(a)
		if !ok {
			return "", false, false
		}
		_, call := a.(*core.Call)
		if q, p := a.(*core.Prim); !atom && !call && p && !((comparison(a) || q.Op == "!") && (x.Op == "&&" || x.Op == "||")) {
			s = "(" + s + ")"
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " "+string(x.Op)+" "), false, true
}

func comparison(x core.Expr) bool {
	p, ok := x.(*core.Prim)
	if !ok {
		return false
	}
	switch p.Op {
	case "=", "!=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

// query asks for the value of an expression with a function of the specs whose
// result type says that it is this value: {b:Bool | b = repoPrivate r}.
func (w *writer) query(x core.Expr) (string, bool) {
	for _, q := range w.functions {
		r, ok := core.Resolve(q.Result).(*core.Refined)
		if !ok || len(q.Params) == 0 || core.IsLinear(q.Result) {
			continue
		}
		for _, k := range r.Preds {
			answer := equated(k.Expr, r.Binder)
			if _, any := answer.(*core.LocalRef); answer == nil || any {
				continue
			}
			args := map[*core.Local]core.Expr{}
			for _, p := range q.Params {
				args[p] = nil
			}
			if !unify(answer, x, args) {
				continue
			}
			if text, ok := w.ask(q, args); ok {
				return text, true
			}
		}
	}
	return "", false
}

// equated is e where a conjunct says that binder = e; for a Bool also where it
// says that binder implies e.
func equated(x core.Expr, binder *core.Local) core.Expr {
	p, ok := x.(*core.Prim)
	if !ok || len(p.Args) != 2 {
		return nil
	}
	is := func(x core.Expr) bool {
		r, ok := x.(*core.LocalRef)
		return ok && r.Local == binder
	}
	switch {
	case (p.Op == "=" || p.Op == "-->") && is(p.Args[0]):
		return p.Args[1]
	case p.Op == "=" && is(p.Args[1]):
		return p.Args[0]
	}
	return nil
}

// ask is the call of a query function; a linear argument must be lent.
func (w *writer) ask(q *core.Global, args map[*core.Local]core.Expr) (string, bool) {
	parts := []string{q.Name}
	for _, p := range q.Params {
		a := args[p]
		switch {
		case a == nil && core.TypeString(p.Type) == "Unit":
			parts = append(parts, "()")
		case a == nil:
			return "", false
		case core.IsLinear(p.Type):
			r, ok := a.(*core.LocalRef)
			if !ok || p.Mult != lang.Borrowed || w.scope[r.Local.Name] != r.Local {
				return "", false
			}
			parts = append(parts, r.Local.Name)
		default:
			s, ok := w.operand(a)
			if !ok {
				return "", false
			}
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, " "), true
}
