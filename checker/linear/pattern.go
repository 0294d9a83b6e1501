package linear

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// binding walks one binding of a let; the variables that it brings into scope
// are added to bound.
func (c *checker) binding(b *core.Binding, bound *[]*variable) {
	if b.Ann != nil {
		c.diags = append(c.diags, c.types.omegaInside(b.Ann)...)
	}
	if b.Erased {
		at := diag.Span{}
		if v, ok := b.Pattern.(*core.PVar); ok {
			at = v.Local.Span
		}
		c.ghost(b.Value, "`let 0` binds what exists in types only", at)
		c.bindErased(b.Pattern)
		return
	}
	p, want := place{kind: asTakenApart}, expected{}
	switch pat := b.Pattern.(type) {
	case *core.PVar:
		p = place{kind: asBinding, name: pat.Local.Name}
		want.t = pat.Local.Type
	case *core.PWild:
		p = place{kind: asBinding, name: "_"}
		if _, ok := bare(b.Value); ok {
			p.kind = asDiscard
		}
	}
	if b.Ann != nil {
		want.t = b.Ann
	}
	sound := c.eval(b.Value, p, want)
	if b.Ann != nil {
		if v, ok := b.Pattern.(*core.PVar); ok {
			c.annotated[v.Local] = b.Ann
		}
	}
	if w, ok := b.Pattern.(*core.PWild); ok && sound && c.types.linear(w.Ty) {
		c.dropped(w, b.Value)
		return
	}
	c.value = b.Value.Range()
	c.bind(b.Pattern, sound, bound)
}

// dropped reports "let _ := value".
func (c *checker) dropped(w *core.PWild, value core.Expr) {
	d := c.report(diag.New(w.Span, diag.WildcardDrops, describe(w.Ty))).
		With(value.Range(), "this is %s", describe(w.Ty))
	if callee := calleeName(value); callee != "" {
		d.Note("bind what `%s` returns, and consume it", callee)
	} else {
		d.Note("bind it to a name, and consume it")
	}
}

func calleeName(x core.Expr) string {
	call, ok := x.(*core.Call)
	if !ok {
		return ""
	}
	switch fn := call.Fn.(type) {
	case *core.GlobalRef:
		return fn.Global.Name
	case *core.LocalRef:
		return fn.Local.Name
	case *core.Call:
		return calleeName(fn)
	}
	return ""
}

// bind brings the variables of a pattern into scope. A value that is not sound
// was reported already.
func (c *checker) bind(p core.Pattern, sound bool, bound *[]*variable) {
	switch p := p.(type) {
	case *core.PWild:
		if sound && c.types.linear(p.Ty) {
			c.report(diag.New(p.Span, diag.WildcardDrops, describe(p.Ty))).
				With(c.value, "it is a part of this").
				Note("bind it to a name, and consume it")
		}
	case *core.PVar:
		c.bindVariable(p.Local, sound, bound)
	case *core.PTuple:
		for _, e := range p.Elems {
			c.bind(e, sound, bound)
		}
	case *core.PCtor:
		c.bindFields(p.Ctor, p.Args, sound, bound)
	}
}

func (c *checker) bindVariable(l *core.Local, sound bool, bound *[]*variable) {
	linear := c.types.linear(l.Type)
	m := l.Mult
	switch {
	case m == lang.Borrowed:
		if sound {
			c.report(diag.New(l.Span, diag.OnlyParametersBorrow, l.Name)).
				With(c.value, "this would be consumed by the binding").
				Note("bind it without `&`, and give the new name to `&` parameters")
		}
		m, sound = lang.Linear, false
	case m == lang.Erased && linear && sound:
		c.report(diag.New(l.Span, diag.ErasedDrops, l.Name, describe(l.Type))).
			With(c.value, "it comes from here")
	case l.Written == lang.Omega && linear && sound:
		c.diags = append(c.diags, c.types.omegaOnLinear(l)...)
	}
	c.values[l] = c.value
	if v := c.declare(l, m, sound); v != nil {
		*bound = append(*bound, v)
	}
}

// bindFields binds the fields of a constructor; erased ones bind erased
// variables.
func (c *checker) bindFields(ctor *core.Global, fields []core.Pattern, sound bool, bound *[]*variable) {
	for i, f := range fields {
		if i < len(ctor.Params) && ctor.Params[i].Mult == lang.Erased {
			c.bindErased(f)
			continue
		}
		c.bind(f, sound, bound)
	}
}

// bindErased binds parts of a value that exists in types only.
func (c *checker) bindErased(p core.Pattern) {
	switch p := p.(type) {
	case *core.PVar:
		c.declare(p.Local, lang.Erased, true)
	case *core.PTuple:
		for _, e := range p.Elems {
			c.bindErased(e)
		}
	case *core.PCtor:
		for _, a := range p.Args {
			c.bindErased(a)
		}
	}
}

// ghost checks code that never runs: it may mention variables, consumed or
// not, and contains no call.
func (c *checker) ghost(x core.Expr, why string, erased diag.Span) {
	core.Visit(x, func(y core.Expr) bool {
		if r, ok := y.(*core.GlobalRef); ok && runsWhenMentioned(r.Global) {
			c.report(diag.New(r.Span, diag.CallIsErased, why)).
				With(erased, "it is erased here (`0`)").
				Note("`%s` calls something each time it is mentioned: bind it before, and mention the variable here", r.Global.Name)
		}
		call, ok := y.(*core.Call)
		if !ok {
			return true
		}
		if g := head(call); g != nil {
			switch g.Kind {
			case core.CtorFn, core.MeasureFn, core.AxiomFn:
				return true
			}
		}
		c.report(diag.New(call.Span, diag.CallIsErased, why)).
			With(erased, "it is erased here (`0`)").
			Note("call it before, and mention the result here")
		return false
	})
}

// runsWhenMentioned reports whether a definition without parameters is no value but
// code that calls something.
func runsWhenMentioned(g *core.Global) bool {
	return g.Kind == core.DefFn && len(g.Params) == 0 && (g.Hole || core.ReachesNative(g))
}

// ghostArguments checks the arguments of an axiom, where only pure functions may be
// named. Whether a call runs must not matter: those are refused that would touch a
// linear value, and those of a function value, which may be any function.
func (c *checker) ghostArguments(args []core.Expr) {
	for _, a := range args {
		core.Visit(a, func(y core.Expr) bool {
			call, ok := y.(*core.Call)
			if !ok || !c.matters(call) {
				return true
			}
			c.report(diag.New(call.Span, diag.CallIsErased, "applying an axiom runs nothing")).
				Note("call it before, and mention the result here")
			return false
		})
	}
}

func (c *checker) matters(call *core.Call) bool {
	if g := head(call); g != nil && (g.Kind == core.MeasureFn || g.Kind == core.AxiomFn || g.Kind == core.CtorFn) {
		return false
	}
	if c.types.linear(call.Ty) {
		return true
	}
	switch call.Fn.(type) {
	case *core.GlobalRef, *core.Lambda:
	default:
		return true
	}
	for _, a := range call.Args {
		if c.types.linear(a.Type()) {
			return true
		}
		if r, ok := bare(a); ok && c.vars[r.Local] != nil {
			return true
		}
	}
	return false
}

// head is the top-level function that a call calls, if it is one.
func head(call *core.Call) *core.Global {
	for {
		switch fn := call.Fn.(type) {
		case *core.GlobalRef:
			return fn.Global
		case *core.Call:
			call = fn
			continue
		}
		return nil
	}
}

// bare is the variable that x is nothing but a mention of.
func bare(x core.Expr) (*core.LocalRef, bool) {
	for {
		switch y := x.(type) {
		case *core.LocalRef:
			return y, true
		case *core.Annot:
			x = y.X
			continue
		}
		return nil, false
	}
}
