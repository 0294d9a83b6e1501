package repair

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// rethreaded hands linear values on through the whole plan: every call that lacks
// its linear argument is given one under the name that it had last, and every binding
// of such a call takes what comes back.
func (v *view) rethreaded(*diag.Diagnostic) []candidate {
	if v.File.Body == nil {
		return nil
	}
	names := map[*core.TyCon]string{}
	if v.Contract != nil {
		for _, p := range v.Contract.Params {
			if c := linearCon(p.Type); c != nil {
				names[c] = p.Name
			}
		}
	}
	t := &threader{view: v, names: names}
	t.expr(v.File.Body)
	if !t.given {
		return nil
	}
	return v.change(diag.HandOn, t.edits...)
}

// threader makes the edits of rethreaded, in the order of evaluation. names are
// those under which the linear values are known where it has come.
type threader struct {
	*view
	names map[*core.TyCon]string
	edits []edit
	given bool
}

func (t *threader) expr(x lang.Expr) {
	switch x := x.(type) {
	case *lang.Let:
		for _, b := range x.Binds {
			t.expr(b.Value)
			t.bind(b)
		}
		if x.Body != nil {
			t.expr(x.Body)
		}
	case *lang.Paren:
		t.expr(x.X)
	case *lang.If:
		t.expr(x.Cond)
		before := t.copied()
		t.expr(x.Then)
		t.names = before
		t.expr(x.Else)
	case *lang.App:
		for _, a := range x.Args {
			t.expr(a)
		}
		if head, ok := x.Fun.(*lang.Var); ok {
			t.call(t.callable(head.Name.Name), x.Fun, x.Args)
		}
	case *lang.Var:
		if g := t.callable(x.Name.Name); g != nil && len(g.Params) == 1 {
			t.call(g, x, nil)
		}
	}
}

func (t *threader) copied() map[*core.TyCon]string {
	out := map[*core.TyCon]string{}
	for c, n := range t.names {
		out[c] = n
	}
	return out
}

// call gives a call the linear value that its first parameter is for.
func (t *threader) call(g *core.Global, head lang.Expr, args []lang.Expr) {
	if g == nil || len(g.Params) == 0 {
		return
	}
	name := t.names[linearCon(g.Params[0].Type)]
	if linearCon(g.Params[0].Type) == nil || name == "" {
		return
	}
	if _, unit := firstOf(args).(*lang.UnitLit); unit {
		t.edits, t.given = append(t.edits, replace(args[0].Range(), name)), true
		return
	}
	if len(args) == len(g.Params)-1 {
		t.edits, t.given = append(t.edits, insert(head.Range().End, " "+name)), true
	}
}

func firstOf(args []lang.Expr) lang.Expr {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}

// bind makes the pattern of a binding take the linear parts of what its call gives.
func (t *threader) bind(b *lang.Binding) {
	head := unparen(b.Value)
	if app, ok := head.(*lang.App); ok {
		head = app.Fun
	}
	x, ok := head.(*lang.Var)
	if !ok {
		return
	}
	g := t.callable(x.Name.Name)
	if g == nil || g.Result == nil || len(g.Params) == 0 {
		return
	}
	c := linearCon(g.Params[0].Type)
	if c == nil || t.names[c] == "" {
		return
	}
	if tup, ok := b.Pattern.(*lang.PatTuple); ok {
		if parts, ok := core.Strip(g.Result).(*core.Tuple); ok && len(parts.Elems) == len(tup.Elems) {
			for i, e := range tup.Elems {
				if p, named := e.(*lang.PatVar); named && linearCon(parts.Elems[i].Type) == c {
					t.names[c] = p.Name.Name
				}
			}
			return
		}
	}
	if p, ok := b.Pattern.(*lang.PatVar); ok && linearCon(g.Result) == c {
		t.names[c] = p.Name.Name
		return
	}
	kept := ""
	if p, ok := b.Pattern.(*lang.PatVar); ok {
		kept = p.Name.Name
	}
	text := resultPattern(g.Result, t.names)
	if tup, ok := core.Strip(g.Result).(*core.Tuple); ok && kept != "" && kept != t.names[c] && len(tup.Elems) == 2 {
		// One name for the whole was meant for the part that is not linear.
		if linearCon(tup.Elems[0].Type) == c {
			text = "(" + t.names[c] + ", " + kept + ")"
		} else {
			text = "(" + kept + ", " + t.names[c] + ")"
		}
	}
	if text != "_" && text != t.code(b.Pattern) {
		t.edits = append(t.edits, replace(b.Pattern.Range(), text))
	}
}

// permuted binds the parts of a tuple, or the parameters of a function, in another
// order, where one of them has the name of a linear value that the plan is given.
func (v *view) permuted(d *diag.Diagnostic) []candidate {
	if v.Contract == nil {
		return nil
	}
	linear := map[string]bool{}
	for _, p := range v.Contract.Params {
		linear[p.Name] = core.IsLinear(p.Type)
	}
	var out []candidate
	lang.Inspect(v.File, func(n lang.Node) bool {
		switch n := n.(type) {
		case *lang.Binding:
			p, ok := n.Pattern.(*lang.PatTuple)
			t := v.typeOf(n.Value)
			if !ok || t == nil {
				break
			}
			tup, ok := core.Strip(t).(*core.Tuple)
			if !ok || len(tup.Elems) != len(p.Elems) {
				break
			}
			for i, e := range p.Elems {
				x, named := e.(*lang.PatVar)
				if !named || !linear[x.Name.Name] || core.IsLinear(tup.Elems[i].Type) {
					continue
				}
				for j := range tup.Elems {
					if core.IsLinear(tup.Elems[j].Type) {
						out = append(out, v.change(diag.PermuteNames, replace(e.Range(), v.code(p.Elems[j])), replace(p.Elems[j].Range(), v.code(e)))...)
					}
				}
			}
		case *lang.Lambda:
			// The accumulator of a fold is the first parameter.
			if len(n.Params) == 2 && linear[n.Params[1].Name.Name] && n.Params[1].Type == nil && n.Params[0].Type == nil && within(d.Span, n.Span) {
				out = append(out, v.change(diag.PermuteNames, replace(n.Params[0].Span, v.code(n.Params[1])), replace(n.Params[1].Span, v.code(n.Params[0])))...)
			}
		}
		return true
	})
	return out
}
