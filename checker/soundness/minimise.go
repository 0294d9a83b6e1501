package soundness

import (
	"context"

	"github.com/aeonc/aeonc/lang"
)

// Minimise shrinks a failing case while it still fails: declarations, bindings,
// branches, arms and conjuncts are dropped one after another, largest first
// (Zeller and Hildebrandt, Simplifying and isolating failure-inducing input).
func Minimise(ctx context.Context, judge Judge, f *Failure) *Failure {
	best := f
	if f.Disagree || f.Rejected {
		return best // not shown by a run of an accepted plan
	}
	for progress := true; progress && ctx.Err() == nil; {
		progress = false
		for _, reduce := range []func(*Case, func(*Case) bool) bool{
			dropPlanDecls, reducePlan, dropSpecDecls, reduceSpec,
		} {
			if reduce(best.Case, func(k *Case) bool {
				g := failing(ctx, judge, k, f)
				if g != nil {
					best = g
				}
				return g != nil
			}) {
				progress = true
			}
		}
	}
	return best
}

// failing is the failure of a case, nil where there is none.
func failing(ctx context.Context, judge Judge, k *Case, like *Failure) *Failure {
	check, free := judge(ctx, k.SpecText())
	defer free()
	j := check(k)
	if like.Internal {
		for _, c := range j.Codes {
			if c == "AE902" {
				return &Failure{Case: k, What: j.internal(), Internal: true}
			}
		}
		return nil
	}
	if !j.Accepted {
		return nil
	}
	p := k.Program()
	for b := uint64(0); b < 60 && like.Pair; b++ {
		for _, pair := range p.RunPairs(b, false) {
			if pair.What != "" {
				return &Failure{Case: k, Behaviour: b, What: pair.What, Pair: true}
			}
		}
	}
	for b := uint64(0); b < 60 && !like.Pair; b++ {
		if r := p.Run(b, false); r.Ending == Violated {
			return &Failure{Case: k, Behaviour: b, What: r.What}
		}
		if r := p.RunDefinitions(b); r.Ending == Violated {
			return &Failure{Case: k, Behaviour: b, What: r.What}
		}
	}
	return nil
}

// with is the case with other files.
func (k *Case) with(spec, plan *lang.File) *Case {
	c := *k
	c.Spec, c.Plan = spec, plan
	return &c
}

func without(ds []lang.Decl, i int) []lang.Decl {
	return append(append([]lang.Decl{}, ds[:i]...), ds[i+1:]...)
}

// dropDecls tries each declaration, from the last, since the later depend on
// the earlier.
func dropDecls(decls []lang.Decl, try func([]lang.Decl) bool) bool {
	any := false
	for i := len(decls) - 1; i >= 0; i-- {
		if _, ok := decls[i].(*lang.Contract); ok {
			continue
		}
		if less := without(decls, i); try(less) {
			decls, any = less, true
		}
	}
	return any
}

func dropSpecDecls(k *Case, try func(*Case) bool) bool {
	return dropDecls(k.Spec.Decls, func(ds []lang.Decl) bool {
		return try(k.with(&lang.File{Decls: ds}, k.Plan))
	})
}

func dropPlanDecls(k *Case, try func(*Case) bool) bool {
	return dropDecls(k.Plan.Decls, func(ds []lang.Decl) bool {
		return try(k.with(k.Spec, &lang.File{Decls: ds, Body: k.Plan.Body}))
	})
}

// reducePlan replaces expressions by their parts or by literals.
func reducePlan(k *Case, try func(*Case) bool) bool {
	any := false
	plan := k.Plan
	for choice := 0; choice < 7; choice++ {
		reduce := func(e lang.Expr) lang.Expr { return smaller(e, choice) }
		for n := 0; ; {
			next := at(plan, n, reduce)
			if next == nil {
				break
			}
			if try(k.with(k.Spec, next)) {
				plan, any = next, true
			} else {
				n++
			}
		}
	}
	return any
}

// smaller is a part of e, or a literal; nil where there is no such choice.
func smaller(e lang.Expr, choice int) lang.Expr {
	literals := map[int]lang.Expr{3: unitLit(), 4: intLit(1), 5: boolLit(true)}
	if l, ok := literals[choice]; ok {
		switch e.(type) {
		case *lang.Var, *lang.IntLit, *lang.BoolLit, *lang.StringLit, *lang.UnitLit:
			return nil
		}
		return l
	}
	if choice == 6 {
		return inlined(e)
	}
	var parts []lang.Expr
	switch x := e.(type) {
	case *lang.If:
		parts = []lang.Expr{x.Then, x.Else, x.Cond}
	case *lang.Match:
		parts = []lang.Expr{x.Arms[0].Body, x.Arms[len(x.Arms)-1].Body, x.Scrutinee}
	case *lang.Let:
		// Drop the binding that the choice stands for.
		at := [3]int{0, len(x.Binds) - 1, len(x.Binds) / 2}[choice]
		bs := append(append([]*lang.Binding{}, x.Binds[:at]...), x.Binds[at+1:]...)
		if len(bs) == 0 {
			return x.Body
		}
		return &lang.Let{Binds: bs, Body: x.Body}
	case *lang.Binary:
		parts = []lang.Expr{x.Left, x.Right}
	case *lang.Unary:
		parts = []lang.Expr{x.X}
	case *lang.Annot:
		parts = []lang.Expr{x.X}
	case *lang.App:
		parts = x.Args
	case *lang.Tuple:
		parts = x.Elems
	}
	if choice < len(parts) && parts[choice] != nil {
		return parts[choice]
	}
	return nil
}

// inlined replaces the first variable that is bound to another by that one; nil
// where there is none. Shadowing is not looked at: what changes the meaning is
// tried and found not to fail.
func inlined(e lang.Expr) lang.Expr {
	x, ok := e.(*lang.Let)
	if !ok {
		return nil
	}
	for i, b := range x.Binds {
		p, isName := b.Pattern.(*lang.PatVar)
		y, isAlias := isVar(b.Value)
		if !isName || !isAlias || len(y) > 2 {
			continue
		}
		rest := &lang.Let{Binds: append([]*lang.Binding{}, x.Binds[i+1:]...), Body: x.Body}
		renamed := edit(rest, func(e lang.Expr) lang.Expr {
			if v, ok := e.(*lang.Var); ok && v.Name.Name == p.Name.Name {
				return ref(y)
			}
			return e
		}).(*lang.Let)
		if binds := append(append([]*lang.Binding{}, x.Binds[:i]...), renamed.Binds...); len(binds) > 0 {
			return &lang.Let{Binds: binds, Body: renamed.Body}
		}
		return renamed.Body
	}
	return nil
}

// reduceSpec drops conjuncts from the types of the spec.
func reduceSpec(k *Case, try func(*Case) bool) bool {
	any := false
	spec := k.Spec
	for n := 0; ; {
		next := dropConjunct(spec, n)
		if next == nil {
			return any
		}
		if try(k.with(next, k.Plan)) {
			spec, any = next, true
		} else {
			n++
		}
	}
}

// dropConjunct removes the n-th conjunct of all the types in a spec, nil where
// there are fewer.
func dropConjunct(spec *lang.File, n int) *lang.File {
	d := &dropper{n: n}
	out := &lang.File{}
	for _, decl := range spec.Decls {
		switch x := decl.(type) {
		case *lang.Def:
			c := *x
			c.Params, c.Result = d.params(x.Params), d.typ(x.Result)
			decl = &c
		case *lang.Contract:
			c := *x
			c.Params, c.Result = d.params(x.Params), d.typ(x.Result)
			decl = &c
		case *lang.Inductive:
			c := *x
			c.Ctors = nil
			for _, s := range x.Ctors {
				t := *s
				t.Params, t.Result = d.params(s.Params), d.typ(s.Result)
				c.Ctors = append(c.Ctors, &t)
			}
			decl = &c
		}
		out.Decls = append(out.Decls, decl)
	}
	if !d.done {
		return nil
	}
	return out
}

type dropper struct {
	n    int
	done bool
}

func (d *dropper) params(ps []*lang.Param) []*lang.Param {
	out := make([]*lang.Param, len(ps))
	for i, p := range ps {
		c := *p
		c.Type = d.typ(p.Type)
		out[i] = &c
	}
	return out
}

func (d *dropper) typ(t lang.Type) lang.Type {
	switch t := t.(type) {
	case *lang.TypeRefined:
		var keep []lang.Expr
		for _, c := range conjuncts(t.Pred, nil) {
			if d.n == 0 && !d.done {
				d.done = true
				continue
			}
			d.n--
			keep = append(keep, c)
		}
		return refined(t.Name.Name, d.typ(t.Base), and(keep...))
	case *lang.TypeApp:
		c := *t
		c.Args = nil
		for _, a := range t.Args {
			c.Args = append(c.Args, d.typ(a))
		}
		return &c
	case *lang.TypeTuple:
		c := &lang.TypeTuple{}
		for _, e := range t.Elems {
			x := *e
			x.Type = d.typ(e.Type)
			c.Elems = append(c.Elems, &x)
		}
		return c
	case *lang.TypeFun:
		return &lang.TypeFun{Param: d.params([]*lang.Param{t.Param})[0], Result: d.typ(t.Result)}
	}
	return t
}
