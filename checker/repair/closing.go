package repair

import (
	"fmt"
	"sort"
	"strings"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// closers are the functions with which a plan may end a value of a linear type:
// they take nothing else and give nothing back. Where several do, only those
// count whose name says that they end something: the others may do more.
func (v *view) closers(c *core.TyCon) []*core.Global {
	var all, named []*core.Global
	for _, g := range v.functions {
		if len(g.Params) != 1 || linearCon(g.Params[0].Type) != c || g.Params[0].Mult != lang.Linear {
			continue
		}
		if core.TypeString(g.Result) != "Unit" {
			continue
		}
		all = append(all, g)
		for _, w := range split(g.Name) {
			if wordLikeness(w, "close") > 0 || ending[w] {
				named = append(named, g)
				break
			}
		}
	}
	if len(all) == 1 {
		return all
	}
	// What takes the value as it is before what demands something of it.
	sort.SliceStable(named, func(i, j int) bool { return !demanding(named[i]) && demanding(named[j]) })
	return named
}

// ending are words of names of functions that end something, beside "close" and what
// stands for it.
var ending = map[string]bool{"discard": true, "free": true, "stop": true, "done": true, "cancel": true, "abandon": true, "drop": true, "dispose": true}

func demanding(g *core.Global) bool {
	_, refined := core.Resolve(g.Params[0].Type).(*core.Refined)
	return refined
}

// closing is the code that ends variables one after the other, the last in tail
// position: its value is the unit.
func (v *view) closing(vars []variable) (string, bool) {
	if len(vars) == 0 {
		return "()", true
	}
	calls, ok := v.closeCalls(vars)
	if !ok {
		return "", false
	}
	last := len(calls) - 1
	return bindAll(calls[:last]) + calls[last], true
}

func (v *view) closeCalls(vars []variable) ([]string, bool) {
	var calls []string
	for _, x := range vars {
		gs := v.closers(linearCon(x.local.Type))
		if linearCon(x.local.Type) == nil || len(gs) == 0 {
			return nil, false
		}
		calls = append(calls, gs[0].Name+" "+x.name)
	}
	return calls, true
}

func bindAll(calls []string) string {
	var b strings.Builder
	for _, c := range calls {
		b.WriteString("let _ := " + c + " in ")
	}
	return b.String()
}

// leaves lists the expressions whose values x may return.
func leaves(x lang.Expr) []lang.Expr {
	switch y := x.(type) {
	case nil:
		return nil
	case *lang.Paren:
		return leaves(y.X)
	case *lang.Let:
		if y.Body == nil {
			return []lang.Expr{y}
		}
		return leaves(y.Body)
	case *lang.If:
		return append(leaves(y.Then), leaves(y.Else)...)
	case *lang.Match:
		var out []lang.Expr
		for _, a := range y.Arms {
			out = append(out, leaves(a.Body)...)
		}
		return out
	}
	return []lang.Expr{x}
}

// closeAt ends variables behind a leaf, whose value stays the result where it
// is not linear.
func (v *view) closeAt(leaf lang.Expr, vars []variable) ([]edit, bool) {
	span := leaf.Range()
	if l, ok := leaf.(*lang.Let); ok { // the plan ends in a binding
		text, ok := v.closing(vars)
		return []edit{insert(l.Span.End, " in\n"+text)}, ok && len(vars) > 0
	}
	if x, ok := leaf.(*lang.Var); ok {
		for _, w := range vars {
			if w.name == x.Name.Name {
				text, ok := v.closing(vars)
				return []edit{replace(span, text)}, ok
			}
		}
	}
	sep := " "
	if v.alone(span.Start) {
		sep = "\n" + v.margin(span.Start)
	}
	t := v.typeOf(leaf)
	if len(vars) == 0 {
		return v.closeValue(leaf, t, sep)
	}
	calls, ok := v.closeCalls(vars)
	if !ok {
		return nil, false
	}
	last := len(calls) - 1
	bind := func(calls []string) string {
		return strings.ReplaceAll(bindAll(calls), " in ", " in"+sep)
	}
	switch leaf.(type) {
	case *lang.UnitLit:
		return []edit{replace(span, bind(calls[:last])+calls[last])}, true
	case *lang.IntLit, *lang.StringLit, *lang.BoolLit:
		return []edit{insert(span.Start, bind(calls))}, true
	}
	if f, ok := core.Strip(t).(*core.Fun); t != nil && ok {
		// A call that lacks its argument.
		if len(vars) == 1 && f.Mult == lang.Linear && sameBase(f.Param.Type, vars[0].local.Type) {
			return []edit{insert(span.End, " "+vars[0].name)}, true
		}
		return nil, false
	}
	if _, ok := leaf.(*lang.Var); ok {
		return []edit{insert(span.Start, bind(calls))}, true
	}
	if t != nil && core.TypeString(t) == "Unit" {
		return []edit{insert(span.Start, "let _ := "), insert(span.End, " in"+sep+bind(calls[:last])+calls[last])}, true
	}
	name := v.fresh("result")
	return []edit{insert(span.Start, "let "+name+" := "), insert(span.End, " in"+sep+bind(calls)+name)}, true
}

// closeValue ends the linear value, or the linear parts of the tuple, that a
// leaf returns.
func (v *view) closeValue(leaf lang.Expr, t core.Type, sep string) ([]edit, bool) {
	span := leaf.Range()
	if t == nil {
		return nil, false
	}
	if c := linearCon(t); c != nil {
		gs := v.closers(c)
		if len(gs) == 0 {
			return nil, false
		}
		name := v.linearName(leaf, c)
		return []edit{insert(span.Start, "let "+name+" := "), insert(span.End, " in"+sep+gs[0].Name+" "+name)}, true
	}
	tup, ok := core.Strip(t).(*core.Tuple)
	if !ok {
		return nil, false
	}
	var pattern, kept, calls []string
	for _, e := range tup.Elems {
		name := ""
		if c := linearCon(e.Type); c != nil {
			gs := v.closers(c)
			if len(gs) == 0 {
				return nil, false
			}
			name = v.linearName(leaf, c)
			calls = append(calls, gs[0].Name+" "+name)
		} else if core.IsLinear(e.Type) {
			return nil, false
		} else {
			name = v.fresh("result")
			kept = append(kept, name)
		}
		if contains(pattern, name) {
			return nil, false
		}
		pattern = append(pattern, name)
	}
	if len(kept) > 1 {
		return nil, false
	}
	value := "()"
	if len(kept) == 1 {
		value = kept[0]
	}
	tail := strings.ReplaceAll(bindAll(calls), " in ", " in"+sep) + value
	return []edit{insert(span.Start, "let ("+strings.Join(pattern, ", ")+") := "), insert(span.End, " in"+sep+tail)}, true
}

// linearName is the name under which the linear value that an expression makes
// goes on: that of the one it consumes, where it consumes one of that type.
func (v *view) linearName(x lang.Expr, c *core.TyCon) string {
	name := ""
	lang.Inspect(x, func(n lang.Node) bool {
		y, ok := n.(*lang.Var)
		if !ok {
			return true
		}
		if ref, ok := v.of(y).(*core.LocalRef); ok && linearCon(ref.Local.Type) == c {
			name = ref.Local.Name
		}
		return true
	})
	if name == "" || name == "_" {
		return v.fresh(strings.ToLower(c.Name[:1]))
	}
	return name
}

// alternative is code of a type that ends, or hands back, exactly the given
// linear variables. madeUp tells that it has a value in it that nothing in the
// plan asked for, such as "" or 0.
func (v *view) alternative(t core.Type, live []variable) (text string, madeUp, ok bool) {
	rest := append([]variable(nil), live...)
	text, madeUp, ok = v.fill(t, &rest)
	if !ok {
		return "", false, false
	}
	if len(rest) == 0 {
		return text, madeUp, true
	}
	if text == "()" {
		text, ok = v.closing(rest)
		return text, madeUp, ok
	}
	calls, ok := v.closeCalls(rest)
	if !ok {
		return "", false, false
	}
	return bindAll(calls) + text, madeUp, true
}

// fill is a value of type t; the linear variables that go into it are taken
// from rest.
func (v *view) fill(t core.Type, rest *[]variable) (text string, madeUp, ok bool) {
	switch u := core.Strip(t).(type) {
	case *core.Tuple:
		var parts []string
		for _, e := range u.Elems {
			part, made, ok := v.fill(e.Type, rest)
			if !ok {
				return "", false, false
			}
			madeUp = madeUp || made
			parts = append(parts, part)
		}
		return "(" + strings.Join(parts, ", ") + ")", madeUp, true
	case *core.Con:
		if u.Con.Linear {
			for i, x := range *rest {
				if linearCon(x.local.Type) == u.Con {
					*rest = append((*rest)[:i:i], (*rest)[i+1:]...)
					return x.name, false, true
				}
			}
			return "", false, false
		}
		switch u.Con.Name {
		case "Unit":
			return "()", false, true
		case "Int":
			return "0", true, true
		case "Bool":
			return "false", true, true
		case "String":
			return `""`, true, true
		case "Float":
			return "0.0", true, true
		case "List":
			return "[]", true, true
		}
		for _, c := range u.Con.Ctors {
			if len(c.Params) == 0 {
				return c.Owner.Name + "." + c.Name, true, true
			}
		}
	}
	return "", false, false
}

// close ends what is left over: the variables that are alive where a path of the
// plan ends.
func (v *view) close(d *diag.Diagnostic) []candidate {
	path := v.path(d.Span.Start, d.Span.End)
	var out []candidate
	// From the inside: the scope of the variable is the nearest that has leaves.
	for i := len(path) - 1; i >= 0; i-- {
		var body lang.Expr
		switch n := path[i].(type) {
		case *lang.Let:
			body = n
		case *lang.Def:
			body = n.Body
		case *lang.Lambda:
			body = n.Body
		case *lang.File:
			body = n.Body
		case *lang.If:
			body = n
		case *lang.Match:
			body = n
		default:
			continue
		}
		out = append(out, v.closeLeaves(path[:i+1], body, d)...)
	}
	return out
}

// closeLeaves ends, at every leaf of body, what is alive there; and, where a
// leaf returns a linear value that nobody wants, that.
func (v *view) closeLeaves(path []lang.Node, body lang.Expr, d *diag.Diagnostic) []candidate {
	if body == nil {
		return nil
	}
	var alive, values []edit
	name := ""
	for _, leaf := range leaves(body) {
		at := v.path(leaf.Range().Start, leaf.Range().End)
		scope := v.scope(at)
		if l, ok := leaf.(*lang.Let); ok && l.Body == nil {
			for _, b := range l.Binds {
				lang.Inspect(b.Pattern, func(n lang.Node) bool {
					if x, ok := n.(*lang.PatVar); ok {
						scope = append([]variable{{x.Name.Name, x.Name.Span.Start, v.locals[x.Name.Span.Start]}}, scope...)
					}
					return true
				})
			}
			scope = unique(scope)
		}
		if vars := v.aliveOf(scope, at, leaf.Range().End); len(vars) > 0 {
			if es, ok := v.closeAt(leaf, vars); ok {
				alive = append(alive, es...)
				name = vars[0].name
			}
			continue
		}
		if x, ok := leaf.(*lang.Var); ok {
			for _, w := range scope {
				if w.name == x.Name.Name && w.linear() {
					if es, ok := v.closeAt(leaf, []variable{w}); ok {
						values = append(values, es...)
						name = w.name
					}
				}
			}
			continue
		}
		if es, ok := v.closeAt(leaf, nil); ok {
			values = append(values, es...)
		}
	}
	title := fmt.Sprintf(diag.CloseAtEnd, name)
	if name == "" {
		title = diag.CloseResult
	}
	out := v.change(title, alive...)
	out = append(out, v.change(title, values...)...)
	if len(alive) > 0 && len(values) > 0 {
		out = append(out, v.change(title, append(alive, values...)...)...)
	}
	return out
}

func unique(scope []variable) []variable {
	seen := map[string]bool{}
	var out []variable
	for _, x := range scope {
		if !seen[x.name] {
			seen[x.name] = true
			out = append(out, x)
		}
	}
	return out
}

// givenBack ends a linear value by giving it to a function of another that is alive:
// a connection goes back to its pool. It is done before the other is ended, or, where
// it is not, where the plan has no more use for both.
func (v *view) givenBack(d *diag.Diagnostic) []candidate {
	l := v.locals[d.Span.Start]
	if l == nil || linearCon(l.Type) == nil || len(v.closers(linearCon(l.Type))) > 0 {
		return nil
	}
	var out []candidate
	for _, g := range v.functions {
		if len(g.Params) != 2 || !v.takesBack(g) {
			continue
		}
		mine, other := -1, -1
		for i, p := range g.Params {
			if p.Mult != lang.Linear {
				continue
			}
			if linearCon(p.Type) == linearCon(l.Type) && mine < 0 {
				mine = i
			} else if linearCon(p.Type) != nil && sameBase(p.Type, g.Result) {
				other = i
			}
		}
		if mine < 0 || other < 0 {
			continue
		}
		for _, leaf := range leaves(v.File.Body) {
			at := v.path(leaf.Range().Start, leaf.Range().End)
			for _, w := range v.alive(at, leaf.Range().Start) {
				if !sameBase(w.local.Type, g.Params[other].Type) || w.name == l.Name {
					continue
				}
				args := []string{l.Name, w.name}
				if mine == 1 {
					args = []string{w.name, l.Name}
				}
				sep := " "
				if v.alone(leaf.Range().Start) {
					sep = "\n" + v.margin(leaf.Range().Start)
				}
				text := "let " + w.name + " := " + g.Name + " " + strings.Join(args, " ") + " in" + sep
				out = append(out, v.change(fmt.Sprintf(diag.GiveBack, l.Name, g.Name), insert(leaf.Range().Start, text))...)
			}
		}
	}
	return out
}

// takesBack reports whether a function consumes a linear value of another type than
// the one that it hands on: what it gives more of, it takes of the other. It demands
// nothing of either, and marks nothing as undone: it is no effect that was waited for.
func (v *view) takesBack(g *core.Global) bool {
	cons := map[*core.TyCon]bool{}
	for _, p := range g.Params {
		if c := linearCon(p.Type); c != nil && p.Mult == lang.Linear {
			cons[c] = true
		}
	}
	if len(cons) < 2 {
		return false
	}
	plain := true
	for _, p := range g.Params {
		_, refined := core.Resolve(p.Type).(*core.Refined)
		plain = plain && !refined
	}
	core.VisitPredicates(g.Result, func(k *core.Conjunct) {
		core.Visit(k.Expr, func(x core.Expr) bool {
			plain = plain && falseOf(x) == nil
			return plain
		})
	})
	if !plain {
		return false
	}
	for _, w := range split(g.Name) {
		if decisions[w] {
			return false
		}
	}
	return checker.MayMention(g) && !declassifies(g)
}
