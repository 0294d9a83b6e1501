package calls

import (
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
)

// argument is an argument of a function, and where in the JSON it is from.
type argument struct {
	text string
	from diag.Span
}

// wiring makes the arguments of one call.
type wiring struct {
	*translator
	call *Call
	// used are the keys that something was made of.
	used map[string]bool
	// seen are the values that the argument at hand was made of.
	seen []*strictjson.Value
}

// made is an expression of the plan. Where it is one text literal, text holds it,
// so that what is put together of such is one again: the user may have typed the
// whole and none of the parts.
type made struct {
	code    string
	text    string
	literal bool
}

// arguments are the arguments of the function that stands for a call. Every key of
// the call has to be used, or left to who runs it.
func (t *translator) arguments(c *Call, to candidate) ([]argument, bool) {
	before := len(t.diags)
	b := &wiring{translator: t, call: c, used: map[string]bool{}}
	var out []argument
	var consumed []string
	for _, p := range to.function.Params {
		if con := linearCon(p.Type); con != nil {
			h := t.atHand(con, to.function, c)
			out = append(out, argument{h, c.Args.Span})
			if p.Mult == lang.Linear {
				consumed = append(consumed, h)
			}
			continue
		}
		switch {
		case isUnit(p.Type):
			out = append(out, argument{"()", c.Args.Span})
		case p.Mult == lang.Erased || core.IsLinear(p.Type) || isFunction(p.Type):
			t.fail(c.ToolAt, diag.CallParameter, p.Name, to.function.Name)
		default:
			b.seen = nil
			if m, ok := b.parameter(p, to.wire); ok {
				out = append(out, argument{m.code, b.place()})
			}
		}
	}
	b.leftToOthers(to.wire)
	for _, m := range c.Args.Members {
		if !b.used[m.Name] {
			t.fail(m.Key, diag.CallUnknownKey, c.Tool, m.Name)
		}
	}
	for _, name := range consumed {
		t.drop(name)
	}
	return out, len(t.diags) == before
}

// leftToOthers marks the keys that only choose the function, or that only who runs
// the call looks at.
func (b *wiring) leftToOthers(w *core.Wire) {
	for _, x := range append(slices.Clone(w.Unused), w.When...) {
		b.used[x.Key] = true
		v := b.call.Args.Find(x.Key)
		switch {
		case v == nil:
		case b.References && holdsReference(v):
			b.fail(v.Span, diag.CallLiteral, x.Key, b.call.Tool)
		case x.Value != nil && !equal(v, x.Value):
			b.fail(v.Span, diag.CallFixed, b.call.Tool, x.Key, literal(x.Value).code)
		}
	}
}

// place is where the argument at hand is from: its value, if it was made of one.
func (b *wiring) place() diag.Span {
	if len(b.seen) == 1 {
		return b.seen[0].Span
	}
	return b.call.Args.Span
}

// parameter makes one argument: as the decorator says, by the @argument function of
// its type, or of the key of its own name.
func (b *wiring) parameter(p *core.Local, w *core.Wire) (made, bool) {
	x := w.Params[p.Name]
	if x == nil {
		x = &core.WireKey{Key: p.Name, Span: p.Span}
		if con, ok := core.Strip(inMaybe(p.Type)).(*core.Con); ok && con.Con.Kind == core.OpaqueCon {
			switch makers := b.makers(con, true); len(makers) {
			case 0:
			case 1:
				x = construction(makers[0])
			default:
				d := b.fail(b.call.ToolAt, diag.CallParameter, p.Name, w.Tool)
				d.With(makers[0].Span, "this function makes one").With(makers[1].Span, "and so does this")
				return made{}, false
			}
		}
	}
	return b.make(x, p.Type, p)
}

// construction is the call of an @argument function, of the keys that it names.
func construction(g *core.Global) core.WireExpr {
	c := &core.WireCall{Function: g}
	for _, p := range g.Params {
		x := g.Argument.Params[p.Name]
		if x == nil {
			x = &core.WireKey{Key: p.Name, Span: p.Span}
		}
		c.Args = append(c.Args, x)
	}
	return c
}

func inMaybe(t core.Type) core.Type {
	if isMaybe(t) {
		return core.Strip(t).(*core.Con).Args[0]
	}
	return t
}

// make makes a value of a type. What is optional is none where none of its keys is
// given.
func (b *wiring) make(x core.WireExpr, typ core.Type, p *core.Local) (made, bool) {
	if key, ok := x.(*core.WireKey); ok {
		return b.key(key, typ, p)
	}
	if isMaybe(typ) {
		if b.needs(x) && !b.given(x) {
			return made{code: "Maybe.none"}, true
		}
		m, ok := b.make(x, inMaybe(typ), p)
		return made{code: "(Maybe.some " + m.code + ")"}, ok
	}
	switch x := x.(type) {
	case *core.WireLiteral:
		return literal(x.Literal), true
	case *core.WireDefault:
		if v := b.call.Args.Find(x.Key.Key); v != nil && v.Kind != strictjson.Null {
			return b.key(&x.Key, typ, p)
		}
		b.used[x.Key.Key] = true // null says as much as nothing
		return b.make(x.Else, typ, p)
	case *core.WireJSON:
		b.used[x.Key.Key] = true
		v := b.call.Args.Find(x.Key.Key)
		if v == nil {
			return made{code: `""`, literal: true}, true
		}
		b.seen = append(b.seen, v)
		return made{code: lang.Quote(v.Compact()), text: v.Compact(), literal: true}, b.plain(v)
	case *core.WireJoin:
		l, fits := b.make(x.Left, typ, p)
		r, ok := b.make(x.Right, typ, p)
		if l.literal && r.literal {
			return made{code: lang.Quote(l.text + r.text), text: l.text + r.text, literal: true}, fits && ok
		}
		return made{code: "(" + l.code + " ++ " + r.code + ")"}, fits && ok
	case *core.WireCall:
		return b.made(x)
	}
	return made{}, false
}

// key is the value of a key.
func (b *wiring) key(x *core.WireKey, typ core.Type, p *core.Local) (made, bool) {
	b.used[x.Key] = true
	v := b.call.Args.Find(x.Key)
	if v == nil {
		if isMaybe(typ) {
			return made{code: "Maybe.none"}, true
		}
		b.fail(b.call.Args.Span, diag.CallMissingKey, b.call.Tool, x.Key).With(p.Span, "the parameter is here")
		return made{}, false
	}
	b.seen = append(b.seen, v)
	code, ok := b.value(v, typ, x.Key, b.call.Tool, nil)
	return made{code: code, text: v.Text, literal: v.Kind == strictjson.String && isBase(typ, "String")}, ok
}

// made is what a function makes of its arguments.
func (b *wiring) made(x *core.WireCall) (made, bool) {
	if !b.exported(x.Function) {
		b.fail(b.call.ToolAt, diag.CallFunction, x.Function.Name, b.call.Tool)
		return made{}, false
	}
	parts := []string{x.Function.Name}
	all := true
	for i, a := range x.Args {
		m, ok := b.make(a, x.Function.Params[i].Type, x.Function.Params[i])
		parts = append(parts, m.code)
		all = all && ok
	}
	return made{code: "(" + strings.Join(parts, " ") + ")"}, all
}

func (t *translator) exported(g *core.Global) bool {
	for _, x := range t.Exports {
		if x == g {
			return true
		}
	}
	return false
}

// literal is a literal of the spec.
func literal(x lang.Expr) made {
	switch x := x.(type) {
	case *lang.StringLit:
		return made{code: lang.Quote(x.Value), text: x.Value, literal: true}
	case *lang.IntLit:
		return made{code: x.Value.String()}
	case *lang.Unary:
		return made{code: "(-" + literal(x.X).code + ")"}
	case *lang.BoolLit:
		if x.Value {
			return made{code: "true"}
		}
	}
	return made{code: "false"}
}

// needs reports whether something is made of keys at all.
func (b *wiring) needs(x core.WireExpr) bool { return len(keysIn(x)) > 0 }

// given reports whether some key that x is made of has a value.
func (b *wiring) given(x core.WireExpr) bool {
	for _, key := range keysIn(x) {
		if v := b.call.Args.Find(key); v != nil && v.Kind != strictjson.Null {
			return true
		}
	}
	for _, key := range keysIn(x) {
		b.used[key] = true
	}
	return false
}

// keysIn are the keys that something is made of.
func keysIn(x core.WireExpr) []string {
	switch x := x.(type) {
	case *core.WireKey:
		return []string{x.Key}
	case *core.WireDefault:
		return append([]string{x.Key.Key}, keysIn(x.Else)...)
	case *core.WireJSON:
		return []string{x.Key.Key}
	case *core.WireJoin:
		return append(keysIn(x.Left), keysIn(x.Right)...)
	case *core.WireCall:
		var out []string
		for _, a := range x.Args {
			out = append(out, keysIn(a)...)
		}
		return out
	}
	return nil
}
