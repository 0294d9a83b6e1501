package elab

import (
	"fmt"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/spelling"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// let elaborates a chain of bindings.
func (e *elaborator) let(x *lang.Let, want core.Type) core.Expr {
	if e.inPred {
		return e.notInPredicate(x, "a `let`")
	}
	out := &core.Let{}
	mark := e.vars.mark()
	binds := x.Binds
	var last *lang.Binding
	if x.Body == nil && len(binds) > 0 {
		// A plan's body may end in a binding: its value is the result.
		last = binds[len(binds)-1]
		binds = binds[:len(binds)-1]
	}
	for _, b := range binds {
		out.Binds = append(out.Binds, e.binding(b))
	}
	if last != nil {
		out.Body = e.lastValue(last, want)
	} else if x.Body != nil {
		out.Body = e.check(x.Body, want)
	} else {
		out.Body = e.bad(x)
	}
	e.vars.release(mark)
	out.Info = e.info(out.Body.Type(), x)
	if len(out.Binds) == 0 {
		return out.Body
	}
	return out
}

// lastValue is the value of a final binding without a body, held to its
// annotation and pattern.
func (e *elaborator) lastValue(b *lang.Binding, want core.Type) core.Expr {
	ann := e.bindingType(b)
	var v core.Expr
	if ann != nil {
		v = e.check(b.Value, core.Erase(ann))
		v = &core.Annot{Info: core.Info{Ty: v.Type(), Span: b.Value.Range()}, X: v, Ann: ann}
		if !e.unify(want, v.Type()) {
			e.mismatch(b.Value, want, v.Type())
		}
	} else {
		v = e.check(b.Value, want)
	}
	mark := e.vars.mark()
	e.pattern(b.Pattern, v.Type(), map[string]diag.Span{})
	e.vars.release(mark)
	return v
}

func (e *elaborator) bindingType(b *lang.Binding) core.Type {
	if b.Type == nil {
		return nil
	}
	t := e.typ(b.Type)
	if b.Pred != nil {
		name := lang.Ident{Name: "_", Span: b.Pattern.Range()}
		if v, ok := b.Pattern.(*lang.PatVar); ok {
			name = v.Name
		}
		t = e.refine(name, t, b.Pred)
	}
	return t
}

func (e *elaborator) binding(b *lang.Binding) *core.Binding {
	out := &core.Binding{Span: b.Span, Source: b}
	out.Ann = e.bindingType(b)
	if out.Ann != nil {
		out.Value = e.check(b.Value, core.Erase(out.Ann))
	} else {
		out.Value = e.infer(b.Value)
	}
	if v, ok := b.Pattern.(*lang.PatVar); ok && v.Mult == lang.Erased {
		out.Erased = true
	}
	t := out.Value.Type()
	if p, ok := b.Pattern.(*lang.PatTuple); ok && e.unfinished(b.Value, fmt.Sprintf("a tuple of %d", len(p.Elems)), t) {
		t = &core.Bad{}
	}
	out.Pattern = e.pattern(b.Pattern, t, map[string]diag.Span{})
	return out
}

// pattern elaborates an irrefutable pattern and binds its variables.
func (e *elaborator) pattern(p lang.Pattern, t core.Type, seen map[string]diag.Span) core.Pattern {
	switch p := p.(type) {
	case *lang.PatVar:
		if first, dup := seen[p.Name.Name]; dup {
			e.report(diag.New(p.Span, diag.BoundTwice, p.Name.Name).With(first, "first bound here"))
		}
		seen[p.Name.Name] = p.Span
		l := &core.Local{Name: p.Name.Name, Written: p.Mult, Type: t, Span: p.Name.Span}
		e.bound = append(e.bound, l)
		e.vars.push(l)
		return &core.PVar{Local: l}
	case *lang.PatTuple:
		elems := make([]core.Type, len(p.Elems))
		tup, ok := core.Strip(t).(*core.Tuple)
		switch {
		case ok && len(tup.Elems) == len(p.Elems):
			for i, x := range tup.Elems {
				elems[i] = x.Type
			}
		case isMeta(t):
			made := &core.Tuple{}
			for i := range elems {
				elems[i] = e.fresh()
				made.Elems = append(made.Elems, &core.Local{Type: elems[i]})
			}
			e.unify(t, made)
		default:
			if !isBad(t) {
				e.report(diag.New(p.Span, diag.TupleArity, len(p.Elems), an(t)))
			}
			for i := range elems {
				elems[i] = &core.Bad{}
			}
		}
		out := &core.PTuple{Ty: t, Span: p.Span}
		for i, x := range p.Elems {
			out.Elems = append(out.Elems, e.pattern(x, elems[i], seen))
		}
		return out
	case *lang.PatCtor:
		ctor := e.constructor(p.Ctor, t)
		if ctor == nil {
			for _, x := range p.Args {
				e.pattern(x, &core.Bad{}, seen)
			}
			return &core.PWild{Ty: &core.Bad{}, Span: p.Span}
		}
		if len(ctor.Owner.Ctors) > 1 {
			e.report(diag.New(p.Span, diag.RefutablePattern, ctor.Owner.Name, ctor.Name))
		}
		return &core.PCtor{Ctor: ctor, Args: e.fields(ctor, p, t, seen), Ty: t, Span: p.Span}
	}
	return &core.PWild{Ty: t, Span: p.Range()}
}

// fields binds the patterns of a constructor's fields.
func (e *elaborator) fields(ctor *core.Global, p *lang.PatCtor, t core.Type, seen map[string]diag.Span) []core.Pattern {
	if len(p.Args) != len(ctor.Params) {
		e.report(diag.New(p.Span, diag.PatternArity, ctor.Name, len(ctor.Params), len(p.Args)))
	}
	sub := map[*core.TyVar]core.Type{}
	if c, ok := core.Strip(t).(*core.Con); ok {
		for i, v := range ctor.Owner.Params {
			if i < len(c.Args) {
				sub[v] = c.Args[i]
			}
		}
	}
	var out []core.Pattern
	for i, a := range p.Args {
		ft := core.Type(&core.Bad{})
		if i < len(ctor.Params) {
			ft = instantiate(ctor.Params[i].Type, sub)
		}
		out = append(out, e.pattern(a, ft, seen))
	}
	return out
}

// constructor finds the constructor that a pattern names, knowing the type of
// the value if it is known; where it is not, the constructor decides it.
func (e *elaborator) constructor(n lang.Ident, t core.Type) *core.Global {
	if c, ok := core.Strip(t).(*core.Con); ok {
		if c.Con.Kind != core.InductiveCon {
			e.report(diag.New(n.Span, diag.NotInductive, an(t)))
			return nil
		}
		short := strings.TrimPrefix(n.Name, ".")
		if i := strings.LastIndexByte(short, '.'); i >= 0 && (short[:i] == c.Con.Name || strings.HasSuffix(short[:i], "."+c.Con.Name)) {
			short = short[i+1:]
		}
		var names []string
		for _, k := range c.Con.Ctors {
			if k.Name == short {
				e.use(n.Span, k)
				return k
			}
			names = append(names, k.Name)
		}
		fault := diag.WrongConstructor
		if len(e.ctorsNamed(short)) == 0 {
			fault = diag.UnknownConstructor
		}
		d := diag.New(n.Span, fault, n.Name, core.TypeString(t))
		if near := spelling.Nearest(short, names); near != "" {
			d.Note("did you mean `%s`?", near)
		} else if len(names) > 0 {
			d.Note("its constructors are %s", strings.Join(names, ", "))
		}
		e.report(d)
		return nil
	}
	if isBad(t) {
		return nil
	}
	if !isMeta(t) {
		e.report(diag.New(n.Span, diag.NotInductive, an(t)))
		return nil
	}
	g := e.lookupCtor(n)
	if g != nil {
		e.use(n.Span, g)
		args := make([]core.Type, len(g.Owner.Params))
		for i := range args {
			args[i] = e.fresh()
		}
		e.unify(t, &core.Con{Con: g.Owner, Args: args})
	}
	return g
}

// ctorsNamed lists the constructors in sight that have a name, qualified or not.
func (e *elaborator) ctorsNamed(name string) []*core.Global {
	var found []*core.Global
	for _, g := range append(append([]*core.Global{}, e.scope.values[name]...), e.world.scope.values[name]...) {
		if g.Kind == core.CtorFn || g.Owner != nil {
			found = append(found, g)
		}
	}
	if len(found) == 0 {
		found = e.world.ctors[name]
	}
	return found
}

func (e *elaborator) lookupCtor(n lang.Ident) *core.Global {
	name := strings.TrimPrefix(n.Name, ".")
	found := e.ctorsNamed(name)
	switch len(found) {
	case 0:
		d := diag.New(n.Span, diag.UnknownName, n.Name)
		if near := spelling.Nearest(name, e.constructors()); near != "" {
			d.Note("did you mean `%s`?", near)
		}
		e.report(d)
		return nil
	case 1:
		return found[0]
	}
	e.report(diag.New(n.Span, diag.AmbiguousName, n.Name, found[0].Owner.Name+"."+name, found[1].Owner.Name+"."+name))
	return nil
}

// constructors lists the names of the constructors in sight.
func (e *elaborator) constructors() []string {
	var out []string
	for _, s := range []*scope{e.scope, e.world.scope} {
		for _, key := range s.candidates() {
			for _, g := range s.values[key] {
				if g.Kind == core.CtorFn && !strings.Contains(key, ".") {
					out = append(out, key)
				}
			}
		}
	}
	return out
}

func isMeta(t core.Type) bool { _, ok := core.Strip(t).(*core.Meta); return ok }
func isBad(t core.Type) bool  { _, ok := core.Strip(t).(*core.Bad); return ok }

// match elaborates a match and checks that its arms cover every constructor
// once.
func (e *elaborator) match(x *lang.Match, want core.Type) core.Expr {
	if e.inPred {
		return e.notInPredicate(x, "a `match`")
	}
	out := &core.Match{Info: e.info(want, x), Scrutinee: e.infer(x.Scrutinee)}
	t := out.Scrutinee.Type()
	covered := map[*core.Global]diag.Span{}
	wild := false
	failed := isBad(t)
	for _, a := range x.Arms {
		mark := e.vars.mark()
		arm := &core.Arm{Span: a.Span, PatternSpan: a.Pattern.Range()}
		switch p := a.Pattern.(type) {
		case *lang.PatCtor:
			arm.Ctor = e.constructor(p.Ctor, t)
			if arm.Ctor == nil {
				failed = true
				for _, q := range p.Args {
					e.pattern(q, &core.Bad{}, map[string]diag.Span{})
				}
				break
			}
			if first, dup := covered[arm.Ctor]; dup {
				e.report(diag.New(p.Span, diag.MatchedTwice, arm.Ctor.Name).With(first, "first matched here"))
			}
			covered[arm.Ctor] = p.Span
			arm.Fields = e.fields(arm.Ctor, p, t, map[string]diag.Span{})
		default:
			wild = true
			if v, ok := a.Pattern.(*lang.PatVar); ok {
				e.pattern(v, t, map[string]diag.Span{})
			}
		}
		arm.Body = e.check(a.Body, want)
		e.vars.release(mark)
		out.Arms = append(out.Arms, arm)
	}
	if c, ok := core.Strip(t).(*core.Con); ok && !failed {
		if c.Con.Kind != core.InductiveCon {
			e.report(diag.New(x.Scrutinee.Range(), diag.NotInductive, an(t)))
			return out
		}
		var missing []string
		for _, k := range c.Con.Ctors {
			if _, ok := covered[k]; !ok && !wild {
				missing = append(missing, "`"+k.Name+"`")
			}
		}
		if len(missing) > 0 && len(x.Arms) > 0 {
			e.report(diag.New(x.Scrutinee.Range(), diag.NotExhaustive, strings.Join(missing, ", ")))
		}
	} else if !failed && !isMeta(t) {
		e.report(diag.New(x.Scrutinee.Range(), diag.NotInductive, an(t)))
	}
	return out
}
