package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// extraction is what is made a helper of: an expression, or bindings that follow each
// other.
type extraction struct {
	span diag.Span
	// value is the expression, or the bindings with what the rest of the plan uses of
	// them; result is its type.
	value  core.Expr
	result core.Type
	// body is the helper's body; around puts its call in the place of span.
	body   string
	around func(call string) string
}

// extractHelper makes a definition of the selected expression or bindings. Its
// parameters are the variables that they take from around them: a linear one is lent
// or used up; what the calls in them demand of a variable is demanded of the
// parameter. It is offered only if the plan has no fault afterwards that it had not
// before.
func (a *actions) extractHelper(ctx context.Context) {
	r := a.target.reading
	if a.at.Start == a.at.End || r.Plan == nil || a.target.role != rolePlan {
		return
	}
	x := a.extraction(trim(a.at))
	if x == nil || x.result == nil || !writable(x.result) {
		return
	}
	params := free(x.value)
	if slices.ContainsFunc(params, func(l *core.Local) bool { return !writable(l.Type) }) {
		return
	}
	demands := demandsOn(params, x.value)
	for _, with := range []map[*core.Local][]string{nil, demands, a.statesOf(ctx, params, x.span, demands)} {
		if with == nil && len(demands) > 0 {
			continue // it would be rejected
		}
		edits := a.helper(x, params, with)
		if a.noNewFault(ctx, edits) {
			a.add("Extract a helper", protocol.CodeActionKindRefactorExtract, edits, nil, false)
			return
		}
	}
}

// helper are the edits that write the definition and its call.
func (a *actions) helper(x *extraction, params []*core.Local, demands map[*core.Local][]string) []diag.Edit {
	name := a.freshName("helper")
	def, call := "def "+name, name
	if len(params) == 0 {
		def, call = def+" (_: Unit)", call+" ()"
	}
	for _, l := range params {
		mult := ""
		if core.IsLinear(l.Type) {
			if mult = "1 "; lentOnly(l, x.value) {
				mult = "& "
			}
		}
		typ := core.TypeString(l.Type)
		if ps := demands[l]; len(ps) > 0 {
			typ = "{" + l.Name + ":" + typ + " | " + strings.Join(ps, " && ") + "}"
		}
		def += fmt.Sprintf(" (%s%s: %s)", mult, l.Name, typ)
		call += " " + l.Name
	}
	def += " : " + core.TypeString(x.result) + " :=\n  " + x.body + "\n\n"
	return []diag.Edit{{Span: a.before(x.span), New: def}, {Span: x.span, New: x.around(call)}}
}

// noNewFault reports whether a plan has after some edits only errors of kinds that it
// had before, and no more of each.
func (a *actions) noNewFault(ctx context.Context, edits []diag.Edit) bool {
	p := a.target.project
	errors := func(src *diag.Source) (map[diag.Code]int, bool) {
		r := p.load().CheckPlan(ctx, checker.PlanInput{Source: src, Contract: p.setup.Contract})
		out := map[diag.Code]int{}
		for _, d := range errorsIn(r.Diagnostics) {
			out[d.Code]++
		}
		return out, ctx.Err() == nil && r.Verdict != checker.Failed
	}
	is, ok := errors(diag.NewSource(a.target.doc.src.Name, applyEdits(a.target.doc.src.Text, edits)))
	if !ok || len(is) == 0 {
		return ok
	}
	was, ok := errors(a.target.doc.src)
	for code, n := range is {
		ok = ok && n <= was[code]
	}
	return ok
}

// extraction finds out what is selected; nil where it is nothing that a helper can be
// made of.
func (a *actions) extraction(at diag.Span) *extraction {
	r := a.target.reading
	if x := r.bindings(at); x != nil {
		return x
	}
	inner := at
	for strings.HasPrefix(inner.Text(), "(") && strings.HasSuffix(inner.Text(), ")") {
		if tree, _ := r.selected(inner); tree != nil {
			if _, paren := tree.(*lang.Paren); !paren {
				break
			}
		}
		inner.Start, inner.End = inner.Start+1, inner.End-1
		inner = trim(inner)
	}
	tree, value := r.selected(inner)
	if tree == nil || value == nil {
		return nil
	}
	switch tree.(type) {
	case *lang.Var, *lang.IntLit, *lang.StringLit, *lang.BoolLit, *lang.FloatLit, *lang.UnitLit, *lang.Lambda:
		return nil // there would be nothing in it
	}
	parens := inner == at && needsParens(r.File, inner)
	return &extraction{span: inner, value: value, result: value.Type(), body: indented(inner), around: func(call string) string {
		if parens {
			return "(" + call + ")"
		}
		return call
	}}
}

// bindings are selected bindings of one chain, to the end of what they are bound in
// or up to a later binding; nil where something else is selected.
func (r *reading) bindings(at diag.Span) *extraction {
	var out *extraction
	lang.Inspect(r.File, func(n lang.Node) bool {
		let, ok := n.(*lang.Let)
		if !ok || out != nil {
			return true
		}
		first := slices.IndexFunc(let.Binds, func(b *lang.Binding) bool { return b.Span.Start == at.Start })
		if first < 0 {
			return true
		}
		whole := r.elaborated(let)
		if whole == nil {
			return true
		}
		if at.End == let.Span.End {
			rest := &core.Let{Binds: whole.Binds[first:], Body: whole.Body}
			out = &extraction{span: at, value: rest, result: whole.Type(), body: indented(at), around: func(call string) string { return call }}
			return true
		}
		for last := first; last < len(let.Binds); last++ {
			tail := diag.Span{Src: at.Src, Start: let.Binds[last].Span.End, End: at.End}
			if tail.Start > tail.End {
				continue
			}
			end := strings.TrimSpace(tail.Text())
			if end != "" && end != "in" && end != ";" || end == "" && tail.Start != tail.End {
				continue
			}
			out = some(at, whole, first, last+1, end)
		}
		return true
	})
	return out
}

// some is the extraction of the bindings from first up to and without next, which end
// is written behind.
func some(at diag.Span, whole *core.Let, first, next int, end string) *extraction {
	used := free(&core.Let{Binds: whole.Binds[next:], Body: whole.Body})
	var handed []*core.Local
	var names []string
	for _, b := range whole.Binds[first:next] {
		for _, l := range boundIn(b.Pattern) {
			if slices.Contains(used, l) {
				handed = append(handed, l)
				names = append(names, l.Name)
			}
		}
	}
	body := diag.Span{Src: at.Src, Start: at.Start, End: at.End - len(end)}
	out := &extraction{span: at, value: &core.Let{Binds: whole.Binds[first:next], Body: &core.UnitLit{}}}
	pattern, result := "_", "()"
	switch len(handed) {
	case 0:
		out.result = unitOf(whole)
	case 1:
		pattern, result, out.result = names[0], names[0], handed[0].Type
	default:
		pattern = "(" + strings.Join(names, ", ") + ")"
		result, out.result = pattern, &core.Tuple{Elems: handed}
	}
	out.body = indented(trim(body)) + " in\n  " + result
	out.around = func(call string) string {
		text := "let " + pattern + " := " + call
		if end != "" {
			text += " " + end
		}
		return text
	}
	return out
}
