package repair

import (
	"fmt"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// asked replaces a measure, which has no value at run time, by a function that
// tells what it is (AE208).
func (v *view) asked(d *diag.Diagnostic) []candidate {
	name := d.Span.Text()
	var out []candidate
	for _, q := range v.functions {
		r, ok := core.Resolve(q.Result).(*core.Refined)
		if !ok || len(q.Params) == 0 {
			continue
		}
		for _, k := range r.Preds {
			c, ok := equated(k.Expr, r.Binder).(*core.Call)
			if !ok {
				continue
			}
			if m := measureOf(c); m != nil && m.Name == name {
				out = append(out, v.change(fmt.Sprintf(diag.ReplaceName, name, q.Name), replace(d.Span, q.Name))...)
			}
		}
	}
	return out
}

// arms adds the arms that a match lacks (AE209); they hand on, or end, the linear
// values and do nothing else.
func (v *view) moreArms(d *diag.Diagnostic) []candidate {
	path := v.path(d.Span.Start, d.Span.End)
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *lang.Match:
			return v.addArms(path[:i+1], n)
		case *lang.Let:
			for _, b := range n.Binds {
				if within(d.Span, b.Pattern.Range()) {
					return v.matchInstead(path[:i+1], n, b)
				}
			}
		}
	}
	return nil
}

func (v *view) addArms(path []lang.Node, m *lang.Match) []candidate {
	t := v.typeOf(m.Scrutinee)
	con, ok := core.Strip(t).(*core.Con)
	if t == nil || !ok {
		return nil
	}
	covered := map[string]bool{}
	for _, a := range m.Arms {
		if c, ok := a.Pattern.(*lang.PatCtor); ok {
			covered[c.Ctor.Name[strings.LastIndexByte(c.Ctor.Name, '.')+1:]] = true
		}
	}
	result := v.typeOf(m)
	for _, a := range m.Arms {
		if result == nil || !known(result) {
			result = v.typeOf(a.Body)
		}
	}
	if result == nil {
		return nil
	}
	alt, _, ok := v.alternative(result, v.alive(path, m.Span.Start))
	if !ok {
		return nil
	}
	sep := " "
	if n := len(m.Arms); n > 0 && v.alone(m.Arms[n-1].Span.Start) {
		sep = "\n" + v.margin(m.Arms[n-1].Span.Start)
	}
	var text strings.Builder
	for _, c := range con.Con.Ctors {
		if covered[c.Name] {
			continue
		}
		text.WriteString(sep + "| " + c.Name + strings.Repeat(" _", len(c.Params)) + " => " + alt)
	}
	return v.change(diag.AddArms, insert(m.Span.End, text.String()))
}

// matchInstead turns "let (some x) := e in b" into a match.
func (v *view) matchInstead(path []lang.Node, l *lang.Let, b *lang.Binding) []candidate {
	p, ok := b.Pattern.(*lang.PatCtor)
	con, isCon := core.Strip(v.typeOf(b.Value)).(*core.Con)
	if !ok || !isCon {
		return nil
	}
	result := v.typeOf(l)
	if result == nil {
		return nil
	}
	alt, _, ok := v.alternative(result, v.alive(append(path, b), b.Span.Start))
	if !ok {
		return nil
	}
	end := l.Span.End
	for i, x := range l.Binds {
		if x == b {
			if i+1 < len(l.Binds) {
				end = l.Binds[i+1].Span.Start
			} else if l.Body != nil {
				end = l.Body.Range().Start
			}
		}
	}
	text := "match " + v.code(b.Value) + " with"
	m := " "
	if v.alone(b.Span.Start) {
		m = "\n" + v.margin(b.Span.Start)
	}
	name := p.Ctor.Name
	for _, c := range con.Con.Ctors {
		if c.Name != name[strings.LastIndexByte(name, '.')+1:] {
			text += m + "| " + c.Name + strings.Repeat(" _", len(c.Params)) + " => " + alt
		}
	}
	pattern := strings.TrimSuffix(strings.TrimPrefix(v.code(p), "("), ")")
	text += m + "| " + pattern + " =>" + m
	return v.change(diag.MatchInstead, edit{b.Span.Start, end, text})
}

// unannotated leaves out an annotation that is not met (AE302): it is the plan's
// own and no demand of the spec.
func (v *view) unannotated(d *diag.Diagnostic) []candidate {
	path := v.path(d.Span.Start, d.Span.End)
	for i := len(path) - 1; i >= 0; i-- {
		b, ok := path[i].(*lang.Binding)
		if !ok || b.Type == nil {
			continue
		}
		end := b.Type.Range().End
		if b.Pred != nil {
			end = b.Pred.Range().End
		}
		return v.change(diag.DropAnnotation, edit{b.Pattern.Range().End, end, ""})
	}
	return nil
}

// checkedResult returns a result only if it is what the contract wants, and
// something that is otherwise.
func (v *view) checkedResult(d *diag.Diagnostic) []candidate {
	if v.Contract == nil || v.Contract.Result == nil || core.IsLinear(v.Contract.Result) {
		return nil
	}
	r, ok := core.Resolve(v.Contract.Result).(*core.Refined)
	if !ok {
		return nil
	}
	clauses := failing(v.Contract.Result, d)
	var out []candidate
	for _, leaf := range leaves(v.File.Body) {
		if len(clauses) == 0 || !within(d.Span, leaf.Range()) && !within(leaf.Range(), d.Span) {
			continue
		}
		if literal(leaf) {
			for _, k := range clauses {
				for _, p := range v.literalsFor(k, leaf, r.Binder, d) {
					out = append(out, v.put(leaf.Range(), p)...)
				}
			}
			continue
		}
		l := &core.Local{Name: v.fresh("result"), Type: r.Base}
		ref := &core.LocalRef{Info: core.Info{Ty: r.Base, Span: leaf.Range()}, Local: l}
		env := map[*core.Local]core.Expr{r.Binder: ref}
		path := v.path(leaf.Range().Start, leaf.Range().End)
		var all []core.Expr
		for _, k := range r.Preds {
			all = append(all, subst(k.Expr, env))
		}
		x := all[0]
		if len(all) > 1 {
			x = &core.Prim{Info: core.Info{Ty: x.Type()}, Op: "&&", Args: all}
		}
		c, ok := v.writer(path, nil).condition(simplify(x))
		if !ok {
			continue
		}
		var others []string
		if alt, _, ok := v.alternative(r.Base, nil); ok {
			others = append(others, alt)
		}
		for _, n := range integersOf(r) {
			others = append(others, n)
		}
		for _, alt := range others {
			text := "if " + c.text + " then " + l.Name + " else " + alt
			if c.negated {
				text = "if " + c.text + " then " + alt + " else " + l.Name
			}
			sep := " "
			if v.alone(leaf.Range().Start) {
				sep = "\n" + v.margin(leaf.Range().Start)
			}
			out = append(out, v.change(fmt.Sprintf(diag.CheckResult, c.text),
				insert(leaf.Range().Start, "let "+l.Name+" := "), insert(leaf.Range().End, " in"+sep+text))...)
		}
	}
	return out
}

func integersOf(r *core.Refined) []string {
	var out []string
	for _, k := range r.Preds {
		core.Visit(k.Expr, func(x core.Expr) bool {
			if n, ok := x.(*core.IntLit); ok {
				out = append(out, n.Value.String())
			}
			return true
		})
	}
	return out
}

// returned makes what the plan returns have the shape that the contract wants:
// the value with the linear values that are alive.
func (v *view) returned(d *diag.Diagnostic) []candidate {
	if v.Contract == nil || v.Contract.Result == nil || v.File.Body == nil {
		return nil
	}
	want := v.Contract.Result
	var edits []edit
	for _, leaf := range leaves(v.File.Body) {
		t := v.typeOf(leaf)
		if t == nil || sameBase(t, want) {
			continue
		}
		path := v.path(leaf.Range().Start, leaf.Range().End)
		live := v.alive(path, leaf.Range().End)
		text, ok := v.assemble(want, v.code(leaf), t, &live)
		if !ok {
			return nil
		}
		edits = append(edits, replace(leaf.Range(), text))
	}
	return v.change(diag.ReturnShape, edits...)
}

// assemble is a value of type want made of a given one and of linear variables.
func (v *view) assemble(want core.Type, code string, t core.Type, live *[]variable) (string, bool) {
	if sameBase(want, t) {
		return code, true
	}
	tup, ok := core.Strip(want).(*core.Tuple)
	if !ok {
		text, _, ok := v.fill(want, live)
		return text, ok
	}
	var parts []string
	used := false
	for _, e := range tup.Elems {
		if !used && sameBase(e.Type, t) {
			parts, used = append(parts, code), true
			continue
		}
		text, _, ok := v.fill(e.Type, live)
		if !ok {
			return "", false
		}
		parts = append(parts, text)
	}
	return "(" + strings.Join(parts, ", ") + ")", true
}

// sameBranches makes both branches of a conditional return the unit, where one
// of them does.
func (v *view) sameBranches(d *diag.Diagnostic) []candidate {
	path := v.path(d.Span.Start, d.Span.End)
	for i := len(path) - 1; i >= 0; i-- {
		n, ok := path[i].(*lang.If)
		if !ok {
			continue
		}
		var edits []edit
		for _, leaf := range leaves(n) {
			t := v.typeOf(leaf)
			if t == nil {
				return nil
			}
			if core.IsLinear(t) {
				es, ok := v.closeAt(leaf, nil)
				if x, isVar := leaf.(*lang.Var); isVar {
					for _, w := range v.scope(v.path(x.Name.Span.Start, x.Name.Span.End)) {
						if w.name == x.Name.Name {
							es, ok = v.closeAt(leaf, []variable{w})
						}
					}
				}
				if !ok {
					return nil
				}
				edits = append(edits, es...)
				continue
			}
			if literal(leaf) {
				edits = append(edits, replace(leaf.Range(), "()"))
				continue
			}
			if core.TypeString(t) != "Unit" {
				edits = append(edits, insert(leaf.Range().Start, "let _ := "), insert(leaf.Range().End, " in ()"))
			}
		}
		return v.change(diag.SameBranches, edits...)
	}
	return nil
}

// without leaves out what cannot be accepted: an earlier call whose result nobody
// uses, or the call itself.
func (v *view) without(d *diag.Diagnostic) []candidate {
	var out []candidate
	path := v.path(d.Span.Start, d.Span.End)
	for i := len(path) - 1; i > 0; i-- {
		l, ok := path[i-1].(*lang.Let)
		if !ok {
			continue
		}
		at := len(l.Binds)
		for j, b := range l.Binds {
			if path[i] == lang.Node(b) {
				at = j
			}
		}
		for j := at - 1; j >= max(0, at-reach); j-- {
			if in, ret := v.threads(l.Binds[j]); in != nil && ret != nil && in.Name == ret.Name {
				out = append(out, v.dropBinding(l, j, v.what(l.Binds[j]))...)
			}
		}
	}
	for _, c := range v.callsAt(d.Span) {
		if c.g.FromPlan || len(c.args) == 0 {
			continue
		}
		title := fmt.Sprintf(diag.DropCall, c.g.Name)
		i := statement(c.path)
		stmt, ok := c.path[i].(lang.Expr)
		if !ok || stmt != c.node {
			continue
		}
		if s := v.bindingOf(c.path, i); s.let != nil {
			b := s.let.Binds[s.index]
			var used []variable
			for _, x := range v.alive(c.path, stmt.Range().Start) {
				for _, at := range v.taken[x.local] {
					if stmt.Range().Start <= at && at < stmt.Range().End {
						used = append(used, x)
						break
					}
				}
			}
			if t := v.typeOf(b.Value); t != nil {
				in, ret := v.threads(b)
				_, wild := b.Pattern.(*lang.PatWild)
				if in != nil && ret != nil && in.Name == ret.Name || wild && in == nil {
					out = append(out, v.dropBinding(s.let, s.index, c.g.Name)...)
				}
				if alt, _, ok := v.alternative(t, used); ok {
					out = append(out, v.change(title, replace(b.Value.Range(), alt))...)
				}
			}
			// The rest of the plan has nothing to work on: end here.
			end := diag.Span{Src: v.src, Start: b.Span.Start, End: s.let.Span.End}
			live := v.alive(append(s.path[:len(s.path):len(s.path)], b), b.Span.Start)
			if alt, ok := v.closing(live); ok {
				out = append(out, v.change(title, replace(end, alt))...)
			}
			continue
		}
		if t := v.typeOf(stmt); t != nil {
			live := v.alive(c.path[:i+1], stmt.Range().Start)
			if alt, madeUp, ok := v.alternative(t, live); ok && !madeUp {
				out = append(out, v.change(title, replace(stmt.Range(), alt))...)
			} else if alt, ok := v.closing(live); ok {
				out = append(out, v.change(title, replace(stmt.Range(), alt))...)
			}
		}
	}
	return costing(costDrop, out)
}
