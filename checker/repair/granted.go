package repair

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// agreed makes two calls agree that speak of the same value: what one was given for a
// parameter the result of which says, "grantAmount g = amount", and what another
// demands of it, "grantAmount g = cents". The later call is brought to what was
// agreed before the earlier one is brought to the later.
func (v *view) agreed(d *diag.Diagnostic) []candidate {
	var later, earlier []candidate
	for _, c := range v.callsAt(d.Span) {
		for i, p := range c.g.Params {
			for _, k := range failing(p.Type, d) {
				if i >= len(c.args) {
					continue
				}
				m, want := v.equation(k.Expr)
				x, ok := unparen(c.args[i]).(*lang.Var)
				if m == nil || !ok {
					continue
				}
				ref, ok := v.of(x).(*core.LocalRef)
				if !ok {
					continue
				}
				made, arg := v.madeWith(ref.Local, m)
				if arg == nil {
					continue
				}
				// What the later call compares it with.
				var have lang.Expr
				if r, ok := want.(*core.LocalRef); ok {
					for j, q := range c.g.Params {
						if q == r.Local && j < len(c.args) {
							have = c.args[j]
						}
					}
				}
				switch {
				case have != nil:
					later = append(later, v.put(have.Range(), proposal{text: wrap(v.code(arg))})...)
					if literal(have) {
						earlier = append(earlier, v.put(arg.Range(), proposal{text: wrap(v.code(have))})...)
					}
				default:
					if text, ok := v.writer(made, nil).operand(want); ok {
						earlier = append(earlier, v.put(arg.Range(), proposal{text: text})...)
					}
				}
			}
		}
	}
	return append(later, earlier...)
}

// equation is the measure and the other side of "m x = e".
func (v *view) equation(x core.Expr) (*core.Global, core.Expr) {
	p, ok := x.(*core.Prim)
	if !ok || p.Op != "=" {
		return nil, nil
	}
	for i, a := range p.Args {
		if c, ok := a.(*core.Call); ok && measureOf(c) != nil {
			return measureOf(c), p.Args[1-i]
		}
	}
	return nil, nil
}

// madeWith is the argument that gave a measure of a variable its value, in the call
// whose result the variable was bound to.
func (v *view) madeWith(l *core.Local, m *core.Global) (path []lang.Node, arg lang.Expr) {
	lang.Inspect(v.File, func(n lang.Node) bool {
		b, ok := n.(*lang.Binding)
		if !ok || !bindsAt(b.Pattern, l.Span.Start) {
			return true
		}
		for _, c := range v.callsAt(b.Value.Range()) {
			core.VisitPredicates(c.g.Result, func(k *core.Conjunct) {
				of, e := v.equation(k.Expr)
				r, ok := e.(*core.LocalRef)
				if of != m || !ok {
					return
				}
				for j, q := range c.g.Params {
					if q == r.Local && j < len(c.args) && literal(c.args[j]) {
						path, arg = c.path, c.args[j]
					}
				}
			})
		}
		return true
	})
	return path, arg
}

func bindsAt(p lang.Pattern, at int) bool {
	found := false
	lang.Inspect(p, func(n lang.Node) bool {
		if x, ok := n.(*lang.PatVar); ok && x.Name.Span.Start == at {
			found = true
		}
		return !found
	})
	return found
}
