package elab

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// fresh returns an unsolved unification variable.
func (e *elaborator) fresh() *core.Meta {
	m := &core.Meta{ID: len(e.metas)}
	e.metas = append(e.metas, m)
	return m
}

// unify makes two base types equal, or reports that it cannot. Multiplicities
// of function types are left to the linearity phase.
func (e *elaborator) unify(a, b core.Type) bool {
	a, b = core.Strip(a), core.Strip(b)
	if a == b {
		return true
	}
	if _, ok := a.(*core.Bad); ok {
		return true
	}
	if _, ok := b.(*core.Bad); ok {
		return true
	}
	if m, ok := a.(*core.Meta); ok {
		return e.solve(m, b)
	}
	if m, ok := b.(*core.Meta); ok {
		return e.solve(m, a)
	}
	switch a := a.(type) {
	case *core.Var:
		v, ok := b.(*core.Var)
		return ok && v.Var == a.Var
	case *core.Con:
		c, ok := b.(*core.Con)
		if !ok || c.Con != a.Con || len(c.Args) != len(a.Args) {
			return false
		}
		for i := range a.Args {
			if !e.unify(a.Args[i], c.Args[i]) {
				return false
			}
		}
		return true
	case *core.Fun:
		f, ok := b.(*core.Fun)
		return ok && e.unify(a.Param.Type, f.Param.Type) && e.unify(a.Result, f.Result)
	case *core.Tuple:
		t, ok := b.(*core.Tuple)
		if !ok || len(t.Elems) != len(a.Elems) {
			return false
		}
		for i := range a.Elems {
			if !e.unify(a.Elems[i].Type, t.Elems[i].Type) {
				return false
			}
		}
		return true
	}
	return false
}

func (e *elaborator) solve(m *core.Meta, t core.Type) bool {
	if occurs(m, t) {
		return false
	}
	m.Sol = core.Erase(t)
	return true
}

// maxTypeSize bounds the parts of a type: types are trees, and pairing a value
// with itself again and again doubles them.
const maxTypeSize = 4096

// typeSize counts the nodes of a type, up to limit.
func typeSize(t core.Type, limit int) int {
	if limit <= 0 {
		return 0
	}
	n := 1
	add := func(t core.Type) {
		if n < limit {
			n += typeSize(t, limit-n)
		}
	}
	switch t := core.Strip(t).(type) {
	case *core.Con:
		for _, a := range t.Args {
			add(a)
		}
	case *core.Fun:
		add(t.Param.Type)
		add(t.Result)
	case *core.Tuple:
		for _, x := range t.Elems {
			add(x.Type)
		}
	}
	return n
}

func occurs(m *core.Meta, t core.Type) bool {
	switch t := core.Strip(t).(type) {
	case *core.Meta:
		return t == m
	case *core.Con:
		for _, a := range t.Args {
			if occurs(m, a) {
				return true
			}
		}
	case *core.Fun:
		return occurs(m, t.Param.Type) || occurs(m, t.Result)
	case *core.Tuple:
		for _, x := range t.Elems {
			if occurs(m, x.Type) {
				return true
			}
		}
	}
	return false
}

// instantiate replaces type variables in the base type of t.
func instantiate(t core.Type, sub map[*core.TyVar]core.Type) core.Type {
	switch t := core.Strip(t).(type) {
	case *core.Var:
		if s, ok := sub[t.Var]; ok {
			return s
		}
		return t
	case *core.Con:
		if len(t.Args) == 0 {
			return t
		}
		args := make([]core.Type, len(t.Args))
		for i, a := range t.Args {
			args[i] = instantiate(a, sub)
		}
		return &core.Con{Con: t.Con, Args: args}
	case *core.Fun:
		p := *t.Param
		p.Type = instantiate(p.Type, sub)
		return &core.Fun{Mult: t.Mult, Param: &p, Result: instantiate(t.Result, sub)}
	case *core.Tuple:
		elems := make([]*core.Local, len(t.Elems))
		for i, x := range t.Elems {
			c := *x
			c.Type = instantiate(x.Type, sub)
			elems[i] = &c
		}
		return &core.Tuple{Elems: elems}
	default:
		return t
	}
}

// funType is the base type of a global from parameter i on.
func funType(params []*core.Local, result core.Type, sub map[*core.TyVar]core.Type) core.Type {
	t := instantiate(result, sub)
	for i := len(params) - 1; i >= 0; i-- {
		p := *params[i]
		p.Type = instantiate(p.Type, sub)
		t = &core.Fun{Mult: p.Mult, Param: &p, Result: t}
	}
	return t
}

// finish solves what inference left open and normalises multiplicities that
// depend on inferred types.
func (e *elaborator) finish() {
	for _, n := range e.numeric {
		t := core.Strip(n.ty)
		if m, ok := t.(*core.Meta); ok {
			m.Sol = e.world.Int
			continue
		}
		if c, ok := t.(*core.Con); ok && (c.Con == e.world.Int.Con || c.Con == e.world.Float.Con) || isBad(t) {
			continue
		}
		d := diag.New(n.span, diag.NotNumeric, n.op, an(t))
		if c, ok := t.(*core.Con); ok && c.Con == e.world.String.Con && n.op == "+" {
			d.Note(diag.ConcatStrings)
		}
		e.reportSort(n.inPred, d)
	}
	for _, c := range e.compared {
		if !comparable(c.ty, c.inPred) {
			e.reportSort(c.inPred, diag.New(c.span, diag.NotComparable, c.op, core.TypeString(c.ty)))
		}
	}
	for _, m := range e.metas {
		if m.Sol == nil {
			m.Sol = e.world.Unit
		}
	}
	for _, l := range e.bound {
		l.Mult = normalMult(l.Written, l.Type)
	}
	for _, f := range e.funs {
		if f.Mult == lang.Unwritten {
			f.Mult = normalMult(f.Param.Written, f.Param.Type)
		}
	}
	e.numeric, e.compared, e.metas, e.bound, e.funs = nil, nil, nil, nil, nil
}

// reportSort reports a base-type fault, as an ill-formed predicate inside one.
func (e *elaborator) reportSort(inPred bool, d *diag.Diagnostic) {
	if inPred {
		d = diag.New(d.Span, diag.PredicateSort, d.Message)
	}
	e.report(d)
}

// comparable reports whether values of type t may be compared by "=". Predicates
// may compare linear values: to mention one there is ghost use.
func comparable(t core.Type, inPredicate bool) bool {
	if containsFun(t, 0) {
		return false
	}
	return inPredicate || !core.IsLinear(t)
}

func containsFun(t core.Type, depth int) bool {
	if depth > 8 {
		return false
	}
	switch t := core.Strip(t).(type) {
	case *core.Fun:
		return true
	case *core.Con:
		for _, a := range t.Args {
			if containsFun(a, depth+1) {
				return true
			}
		}
		for _, c := range t.Con.Ctors {
			for _, p := range c.Params {
				if containsFun(p.Type, depth+1) {
					return true
				}
			}
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			if containsFun(x.Type, depth+1) {
				return true
			}
		}
	}
	return false
}

// normalMult resolves a multiplicity that was not written.
func normalMult(written lang.Multiplicity, t core.Type) lang.Multiplicity {
	if written != lang.Unwritten {
		return written
	}
	if core.IsLinear(t) {
		return lang.Linear
	}
	return lang.Omega
}
