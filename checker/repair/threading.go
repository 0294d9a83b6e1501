package repair

import (
	"fmt"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// latest replaces the mention of a linear variable that was consumed by one of
// its type that is alive there.
func (v *view) latest(d *diag.Diagnostic) []candidate {
	path := v.path(d.Span.Start, d.Span.End)
	if len(path) == 0 {
		return nil
	}
	x, ok := path[len(path)-1].(*lang.Var)
	if !ok {
		return nil
	}
	var out []candidate
	scope := v.scope(path)
	var old variable
	for _, w := range scope {
		if w.name == x.Name.Name {
			old = w
		}
	}
	if old.local == nil {
		return nil
	}
	alive := v.aliveOf(scope, path, d.Span.Start)
	for i := len(alive) - 1; i >= 0; i-- {
		w := alive[i]
		if w.name != old.name && sameBase(w.local.Type, old.local.Type) {
			title := fmt.Sprintf(diag.UseLatest, w.name, old.name)
			out = append(out, v.change(title, replace(d.Span, w.name))...)
			out = append(out, v.change(title, v.mentionsAfter(old, d.Span.Start, w.name)...)...)
		}
	}
	return out
}

// latestElsewhere does what latest does, for the errors that this one comes of.
func (v *view) latestElsewhere(*diag.Diagnostic) []candidate {
	var out []candidate
	for _, e := range v.errors {
		if e.Code == "AE402" {
			out = append(out, v.latest(e)...)
		}
	}
	return out
}

// mentionsAfter renames every mention of a variable from an offset on.
func (v *view) mentionsAfter(old variable, from int, to string) []edit {
	var out []edit
	lang.Inspect(v.File, func(n lang.Node) bool {
		x, ok := n.(*lang.Var)
		if !ok || x.Name.Span.Start < from || root(x.Name.Name) != old.name {
			return true
		}
		if ref, ok := v.of(x).(*core.LocalRef); ok && ref.Local != old.local {
			return true
		}
		out = append(out, edit{x.Name.Span.Start, x.Name.Span.Start + len(old.name), to})
		return true
	})
	return out
}

// unused lets what comes after a binding use the linear variable that it binds,
// instead of the one that its value has consumed.
func (v *view) unused(d *diag.Diagnostic) []candidate {
	l := v.locals[d.Span.Start]
	if l == nil || !core.IsLinear(l.Type) {
		return nil
	}
	path := v.path(d.Span.Start, d.Span.End)
	for i := len(path) - 1; i > 0; i-- {
		b, ok := path[i].(*lang.Binding)
		if !ok {
			continue
		}
		var out []candidate
		for _, w := range v.scope(path[:i+1]) {
			if w.linear() && sameBase(w.local.Type, l.Type) && mentions(b.Value, w.name) {
				out = append(out, v.change(fmt.Sprintf(diag.UseLatest, l.Name, w.name), v.mentionsAfter(w, b.Span.End, l.Name)...)...)
			}
		}
		return out
	}
	return nil
}

// named binds the linear parts of a value that a pattern drops, under the name
// of the linear value that went into it.
func (v *view) named(d *diag.Diagnostic) []candidate {
	var out []candidate
	path := v.path(d.Span.Start, d.Span.End)
	var lets []*lang.Binding
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *lang.Binding:
			lets = append(lets, n)
		case *lang.Let:
			// An error further down may come of what an earlier binding dropped.
			for j := len(n.Binds) - 1; j >= 0; j-- {
				if n.Binds[j].Span.End <= d.Span.Start {
					lets = append(lets, n.Binds[j])
				}
			}
		}
	}
	for _, b := range lets {
		out = append(out, v.bindParts(b)...)
	}
	return out
}

// bindParts makes the pattern of a binding take what its value gives.
func (v *view) bindParts(b *lang.Binding) []candidate {
	t := v.typeOf(b.Value)
	if t == nil || !core.IsLinear(t) {
		return nil
	}
	pattern := v.patternLike(b.Pattern, t, b.Value)
	if pattern == "" || pattern == v.code(b.Pattern) {
		return nil
	}
	return v.change(fmt.Sprintf(diag.BindAs, pattern), replace(b.Pattern.Range(), pattern))
}

// patternLike is a pattern for a value of type t that keeps the names of p.
func (v *view) patternLike(p lang.Pattern, t core.Type, value lang.Expr) string {
	if c := linearCon(t); c != nil {
		if x, ok := p.(*lang.PatVar); ok {
			return v.code(x)
		}
		if tup, ok := p.(*lang.PatTuple); ok { // more parts than there are
			for _, e := range tup.Elems {
				if x, ok := e.(*lang.PatVar); ok && x.Name.Name == v.linearName(value, c) {
					return v.code(x)
				}
			}
		}
		return v.linearName(value, c)
	}
	tup, ok := core.Strip(t).(*core.Tuple)
	if !ok {
		if p == nil || core.IsLinear(t) {
			return "_"
		}
		return v.code(p)
	}
	var parts []string
	if pt, ok := p.(*lang.PatTuple); ok && len(pt.Elems) == len(tup.Elems) {
		for i, e := range tup.Elems {
			parts = append(parts, v.patternLike(pt.Elems[i], e.Type, value))
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	// One name for the whole: it was meant for the part that is not linear, or
	// for the linear one if it is called so.
	name := "_"
	if x, ok := p.(*lang.PatVar); ok {
		name = x.Name.Name
	}
	used := false
	for _, e := range tup.Elems {
		c := linearCon(e.Type)
		switch {
		case c != nil:
			n := v.linearName(value, c)
			used = used || n == name
			parts = append(parts, n)
		case core.IsLinear(e.Type):
			return ""
		case !used && name != "_":
			parts = append(parts, name)
			used = true
		default:
			parts = append(parts, "_")
		}
	}
	for i, x := range parts {
		for _, y := range parts[:i] {
			if x == y && x != "_" {
				parts[i-1] = "_"
			}
		}
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// again leaves out the second call that would end a value, or that reads it
// after it has ended.
func (v *view) again(d *diag.Diagnostic) []candidate {
	var out []candidate
	for _, c := range v.callsAt(d.Span) {
		for _, p := range c.path {
			l, ok := p.(*lang.Let)
			if !ok {
				continue
			}
			for i, b := range l.Binds {
				if b.Value != c.node || len(out) > 4 {
					continue
				}
				if _, wild := b.Pattern.(*lang.PatWild); !wild && v.patternUsed(b.Pattern, l) {
					continue
				}
				out = append(out, costing(v.dropCost(c.g), v.dropBinding(l, i, c.g.Name))...)
			}
		}
		if t := v.typeOf(c.node); t != nil && core.TypeString(t) == "Unit" {
			out = append(out, costing(v.dropCost(c.g), v.change(fmt.Sprintf(diag.DropCall, c.g.Name), replace(c.node.Range(), "()")))...)
		}
	}
	return out
}

// dropCost is what it costs to leave a call out: nothing where it only ends a value,
// or asks about one, that is not there any more.
func (v *view) dropCost(g *core.Global) int {
	if isQuery(g) {
		return 0
	}
	if len(g.Params) == 1 && linearCon(g.Params[0].Type) != nil {
		for _, c := range v.closers(linearCon(g.Params[0].Type)) {
			if c == g {
				return 0
			}
		}
	}
	return costDrop
}

// patternUsed reports whether what a pattern binds is named later in the chain.
func (v *view) patternUsed(p lang.Pattern, l *lang.Let) bool {
	used := false
	lang.Inspect(p, func(n lang.Node) bool {
		x, ok := n.(*lang.PatVar)
		if !ok {
			return true
		}
		lang.Inspect(l, func(n lang.Node) bool {
			if y, ok := n.(*lang.Var); ok && y.Name.Span.Start > p.Range().End && root(y.Name.Name) == x.Name.Name {
				if ref, ok := v.of(y).(*core.LocalRef); !ok || ref.Local.Span.Start == x.Name.Span.Start {
					used = true
				}
			}
			return true
		})
		return true
	})
	return used
}

// dropBinding leaves binding i of a chain out.
func (v *view) dropBinding(l *lang.Let, i int, name string) []candidate {
	end := l.Span.End
	switch {
	case i+1 < len(l.Binds):
		end = l.Binds[i+1].Span.Start
	case l.Body != nil:
		end = l.Body.Range().Start
	default:
		return nil
	}
	return v.change(fmt.Sprintf(diag.DropCall, name), edit{l.Binds[i].Span.Start, end, ""})
}

// folded turns "List.map (fun x => f s x) l", whose function captures a linear
// variable, into a fold that hands it on.
func (v *view) folded(d *diag.Diagnostic) []candidate {
	x := d.Span.Text()
	var out []candidate
	path := v.path(d.Span.Start, d.Span.End)
	for i, n := range path {
		app, ok := n.(*lang.App)
		if !ok || len(app.Args) < 2 {
			continue
		}
		fn, ok := unparen(app.Args[0]).(*lang.Lambda)
		if !ok || len(fn.Params) != 1 || !within(d.Span, fn.Span) {
			continue
		}
		text := fmt.Sprintf("List.foldl (fun %s %s => %s) %s %s", x, v.code(fn.Params[0]), v.code(fn.Body), x, v.code(app.Args[1]))
		edits := []edit{replace(app.Span, text)}
		if b, ok := path[i-1].(*lang.Binding); ok {
			edits = append(edits, replace(b.Pattern.Range(), x))
		}
		out = append(out, v.change(fmt.Sprintf(diag.FoldInstead, x), edits...)...)
	}
	return out
}

func unparen(x lang.Expr) lang.Expr {
	for {
		p, ok := x.(*lang.Paren)
		if !ok {
			return x
		}
		x = p.X
	}
}

func literal(x lang.Expr) bool {
	if integer(x) != nil {
		return true
	}
	switch unparen(x).(type) {
	case *lang.StringLit, *lang.BoolLit, *lang.FloatLit, *lang.UnitLit:
		return true
	}
	return false
}

// harness replaces the call of a function that is reserved to the harness by
// what the contract gives the plan (AE503).
func (v *view) harness(d *diag.Diagnostic) []candidate {
	var out []candidate
	path := v.path(d.Span.Start, d.Span.End)
	for i := len(path) - 1; i >= 0; i-- {
		n := path[i]
		if !within(d.Span, n.Range()) {
			continue
		}
		t := v.typeOf(n)
		c, isExpr := n.(lang.Expr)
		if t == nil || !isExpr || linearCon(t) == nil {
			continue
		}
		if l, ok := parentLet(path, i); ok {
			// "let s := fresh () in …": the plan has its session already.
			for j, b := range l.Binds {
				x, isVar := b.Pattern.(*lang.PatVar)
				if b.Value != c || !isVar {
					continue
				}
				for _, w := range v.alive(path[:i+1], n.Range().Start) {
					if !sameBase(w.local.Type, t) {
						continue
					}
					edits := v.mentionsAfter(variable{x.Name.Name, x.Name.Span.Start, v.locals[x.Name.Span.Start]}, b.Span.End, w.name)
					end := l.Span.End
					if j+1 < len(l.Binds) {
						end = l.Binds[j+1].Span.Start
					} else if l.Body != nil {
						end = l.Body.Range().Start
					}
					edits = append(edits, edit{b.Span.Start, end, ""})
					out = append(out, v.change(fmt.Sprintf(diag.UseGiven, w.name), edits...)...)
				}
			}
		}
		for _, w := range v.alive(path, n.Range().Start) {
			if sameBase(w.local.Type, t) {
				out = append(out, v.change(fmt.Sprintf(diag.UseGiven, w.name), replace(n.Range(), w.name))...)
			}
		}
	}
	return out
}

// parentLet is the chain in one of whose bindings node i of a path stands.
func parentLet(path []lang.Node, i int) (*lang.Let, bool) {
	for j := i - 1; j >= 0; j-- {
		switch n := path[j].(type) {
		case *lang.Let:
			return n, true
		case *lang.Binding, *lang.Paren:
			continue
		default:
			return nil, false
		}
	}
	return nil, false
}
