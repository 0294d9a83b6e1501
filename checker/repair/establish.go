package repair

import (
	"fmt"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
)

// established puts, before the statement that makes a demand, a call whose
// result type says that it holds: "connect" before "send". Functions that
// escape what the spec guards are never used.
func (v *view) established(d *diag.Diagnostic) []candidate {
	dm, ok := v.demandOf(d)
	if !ok {
		return nil
	}
	var out []candidate
	for _, k := range conjuncts(dm.expr) {
		c, want := stage(k)
		if c == nil || measureOf(c) == nil {
			continue
		}
		ref, isVar := c.Args[0].(*core.LocalRef)
		if !isVar {
			continue
		}
		for _, g := range v.functions {
			if v.escapes(g) {
				continue
			}
			if linearCon(ref.Local.Type) != nil {
				out = append(out, v.establish(dm.call, g, c, want, ref.Local)...)
			} else {
				out = append(out, v.passedThrough(dm.call, g, c, want, d)...)
			}
		}
	}
	return out
}

// establish inserts "let s := g s in" before a statement.
func (v *view) establish(c call, g *core.Global, m *core.Call, want core.Expr, l *core.Local) []candidate {
	if !establishes(g.Result, m, want, l.Type) {
		return nil
	}
	i := statement(c.path)
	at := c.path[i].Range().Start
	path := c.path[:i+1]
	if s := v.bindingOf(c.path, i); s.let != nil {
		b := s.let.Binds[s.index]
		at, path = b.Span.Start, append(s.path[:len(s.path):len(s.path)], b)
	}
	args := []string{}
	used := false
	for _, p := range g.Params {
		if sameBase(p.Type, l.Type) && !used {
			args, used = append(args, l.Name), true
			continue
		}
		vals := v.values(path, p.Type, at)
		if len(vals) == 0 || core.IsLinear(p.Type) {
			return nil
		}
		args = append(args, vals[0])
	}
	if !used {
		return nil
	}
	names := map[*core.TyCon]string{linearCon(l.Type): l.Name}
	text := "let " + resultPattern(g.Result, names) + " := " + strings.Join(append([]string{g.Name}, args...), " ") + " in "
	if v.alone(at) {
		text = strings.TrimSuffix(text, " ") + "\n" + v.margin(at)
	}
	return v.change(fmt.Sprintf(diag.CallBefore, g.Name), insert(at, text))
}

// stage is the measure and the value of a demand "m x", "!(m x)" or "m x = 2": how far
// something must have come.
func stage(x core.Expr) (*core.Call, core.Expr) {
	switch x := x.(type) {
	case *core.Call:
		return x, &core.BoolLit{Info: x.Info, Value: true}
	case *core.Prim:
		if c, ok := x.Args[0].(*core.Call); ok && x.Op == "!" {
			return c, &core.BoolLit{Info: x.Info}
		}
		if x.Op != "=" {
			break
		}
		for i, a := range x.Args {
			c, ok := x.Args[1-i].(*core.Call)
			if _, number := a.(*core.IntLit); ok && number {
				return c, a
			}
		}
	}
	return nil, nil
}

// establishes reports whether a result type says that a measure has a value, of a
// part of type t.
func establishes(result core.Type, m *core.Call, want core.Expr, t core.Type) bool {
	parts := []core.Type{result}
	if tup, ok := core.Strip(result).(*core.Tuple); ok {
		parts = nil
		for _, e := range tup.Elems {
			parts = append(parts, e.Type)
		}
	}
	for _, p := range parts {
		r, ok := core.Resolve(p).(*core.Refined)
		if !ok || !sameBase(p, t) {
			continue
		}
		for _, k := range r.Preds {
			if is := said(k.Expr, m, r.Binder); is != nil && same(is, want) {
				return true
			}

		}
	}
	return false
}

// passedThrough gives "f (g x)" for "f x", where g says of its result what f
// demands of it.
func (v *view) passedThrough(c call, g *core.Global, m *core.Call, want core.Expr, d *diag.Diagnostic) []candidate {
	if len(g.Params) != 1 || !sameBase(g.Params[0].Type, m.Args[0].Type()) || !establishes(g.Result, m, want, g.Params[0].Type) {
		return nil
	}
	var out []candidate
	for i, a := range c.args {
		if i < len(c.g.Params) && len(failing(c.g.Params[i].Type, d)) > 0 {
			out = append(out, v.change(fmt.Sprintf(diag.PassThrough, v.code(a), g.Name), replace(a.Range(), "("+g.Name+" "+wrap(v.code(a))+")"))...)
		}
	}
	return out
}
