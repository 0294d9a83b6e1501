package repair

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
)

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
