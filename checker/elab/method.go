package elab

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/spelling"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// maxListedMethods bounds how many functions a note lists.
const maxListedMethods = 8

// method elaborates "recv.f args": f is found by the type of the receiver, which
// fills the first parameter of that type.
func (e *elaborator) method(recv core.Expr, n lang.Ident, at lang.Node, args []lang.Expr) core.Expr {
	if isBad(recv.Type()) {
		return e.skipArgs(at, args)
	}
	con, _ := core.Strip(recv.Type()).(*core.Con)
	var names []string
	if con != nil {
		names = append(names, con.Con.Name+"."+n.Name)
	}
	names = append(names, n.Name)
	for _, name := range names {
		found := e.scope.values[name]
		if len(found) == 0 {
			found = e.world.scope.values[name]
		}
		for _, g := range found {
			pos := receiverPosition(g, con)
			if pos < 0 || (pos > len(args)) {
				continue
			}
			if pos > 0 && !atomic(recv) {
				return e.methodLate(recv, g, n, at, args, pos)
			}
			return e.callGlobal(g, n, at, args, nil, recv, pos)
		}
	}
	if n.Name == "rec" && con != nil && con.Con.Kind == core.InductiveCon {
		return e.recursor(recv, con, at, args)
	}
	d := diag.New(n.Span, diag.UnknownMethod, n.Name, an(recv.Type()))
	if con != nil {
		like, all := e.methodsLike(n.Name, con.Con)
		switch near := spelling.Nearest(n.Name, all); {
		case near != "":
			d.Note("did you mean `%s`?", near)
		case len(like) == 1:
			d.Note("did you mean `%s`?", like[0])
		case len(all) > 0 && len(all) <= maxListedMethods:
			d.Note("functions that take a %s are %s", core.TypeString(recv.Type()), strings.Join(all, ", "))
		}
	}
	e.report(d)
	return e.skipArgs(at, args)
}

// methodLate binds the receiver first, so that it is evaluated before the
// arguments that its parameter follows.
func (e *elaborator) methodLate(recv core.Expr, g *core.Global, n lang.Ident, at lang.Node, args []lang.Expr, pos int) core.Expr {
	l := &core.Local{Name: "receiver", Type: recv.Type(), Span: recv.Range()}
	e.bound = append(e.bound, l)
	ref := &core.LocalRef{Info: core.Info{Ty: recv.Type(), Span: recv.Range()}, Local: l}
	body := e.callGlobal(g, n, at, args, nil, ref, pos)
	return &core.Let{
		Info:  e.info(body.Type(), at),
		Binds: []*core.Binding{{Pattern: &core.PVar{Local: l}, Value: recv, Span: recv.Range()}},
		Body:  body,
	}
}

func atomic(x core.Expr) bool {
	switch x.(type) {
	case *core.LocalRef, *core.IntLit, *core.StringLit, *core.BoolLit, *core.FloatLit, *core.UnitLit:
		return true
	}
	return false
}

// receiverPosition is the first parameter of the receiver's type constructor,
// else the first parameter that is a type variable, else -1.
func receiverPosition(g *core.Global, con *core.Con) int {
	open := -1
	for i, p := range g.Params {
		switch t := core.Strip(p.Type).(type) {
		case *core.Con:
			if con != nil && t.Con == con.Con {
				return i
			}
		case *core.Var:
			if open < 0 {
				open = i
			}
		}
	}
	return open
}

// recursor elaborates aeon's "m.rec onC1 onC2 …" of a type that is not recursive:
// a match whose arms apply the given functions to the fields. Plans have "match".
func (e *elaborator) recursor(recv core.Expr, con *core.Con, at lang.Node, args []lang.Expr) core.Expr {
	ctors := con.Con.Ctors
	if e.fromPlan {
		e.report(diag.New(at.Range(), diag.OnlyInSpecs, "a recursor (`m.rec …`)").Note("write `match … with | …`"))
		return e.skipArgs(at, args)
	}
	for _, c := range ctors {
		for _, p := range c.Params {
			if f, ok := core.Strip(p.Type).(*core.Con); ok && f.Con == con.Con {
				e.report(diag.New(at.Range(), diag.Unsupported, "the recursor of a recursive type (write a recursive def)"))
				return e.skipArgs(at, args)
			}
		}
	}
	if len(args) != len(ctors) {
		e.report(diag.New(at.Range(), diag.TooManyArguments, "rec", len(ctors), len(args)))
		return e.skipArgs(at, args)
	}
	result := e.fresh()
	sub := map[*core.TyVar]core.Type{}
	for i, v := range con.Con.Params {
		sub[v] = con.Args[i]
	}
	// The functions are arguments: they are evaluated before one of them is chosen.
	bind := &core.Let{}
	name := func(name string, value core.Expr) core.Expr {
		l := &core.Local{Name: name, Type: value.Type(), Span: value.Range()}
		e.bound = append(e.bound, l)
		bind.Binds = append(bind.Binds, &core.Binding{Pattern: &core.PVar{Local: l}, Value: value, Span: value.Range()})
		return &core.LocalRef{Info: core.Info{Ty: value.Type(), Span: value.Range()}, Local: l}
	}
	out := &core.Match{Info: e.info(result, at), Scrutinee: name("receiver", recv)}
	for i, c := range ctors {
		arm := &core.Arm{Ctor: c, Span: args[i].Range(), PatternSpan: args[i].Range()}
		var fields []core.Expr
		for _, p := range c.Params {
			l := &core.Local{Name: p.Name, Type: instantiate(p.Type, sub), Span: args[i].Range()}
			e.bound = append(e.bound, l)
			arm.Fields = append(arm.Fields, &core.PVar{Local: l})
			fields = append(fields, &core.LocalRef{Info: core.Info{Ty: l.Type, Span: l.Span}, Local: l})
		}
		f := name("on_"+c.Name, e.check(args[i], funType(c.Params, result, sub)))
		arm.Body = f
		if len(fields) > 0 {
			arm.Body = &core.Call{Info: core.Info{Ty: result, Span: args[i].Range()}, Fn: f, Args: fields}
		}
		out.Arms = append(out.Arms, arm)
	}
	bind.Info, bind.Body = out.Info, out
	return bind
}
