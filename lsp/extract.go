package lsp

import (
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// extractHelper makes a definition of the selected expression. Its parameters are
// the variables that the expression takes from around it; a linear one, which it
// consumes, is a "1" parameter.
func (a *actions) extractHelper() {
	r := a.target.reading
	if a.at.Start == a.at.End || r.Plan == nil {
		return
	}
	selected := trim(a.at)
	tree, value := r.selected(selected)
	if tree == nil || value == nil {
		return
	}
	switch tree.(type) {
	case *lang.Var, *lang.IntLit, *lang.StringLit, *lang.BoolLit, *lang.FloatLit, *lang.UnitLit:
		return // there would be nothing in it
	}
	params := free(value)
	for _, l := range params {
		if !writable(l.Type) {
			return
		}
	}
	if !writable(value.Type()) {
		return
	}
	name := a.freshName("helper")
	def, call := "def "+name, name
	if len(params) == 0 {
		def, call = def+" (_: Unit)", call+" ()"
	}
	for _, l := range params {
		mult := ""
		if core.IsLinear(l.Type) {
			mult = "1 "
		}
		def += fmt.Sprintf(" (%s%s: %s)", mult, l.Name, core.TypeString(l.Type))
		call += " " + l.Name
	}
	text := strings.TrimSpace(selected.Text())
	def += " : " + core.TypeString(value.Type()) + " :=\n  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n\n"
	if needsParens(r.File, selected) {
		call = "(" + call + ")"
	}
	a.add("Extract a helper", protocol.CodeActionKindRefactorExtract, []diag.Edit{
		{Span: a.before(selected), New: def}, {Span: selected, New: call},
	}, nil, false)
}

// trim is a span without the blanks at its ends.
func trim(s diag.Span) diag.Span {
	text := s.Text()
	s.Start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	s.End -= len(text) - len(strings.TrimRight(text, " \t\r\n"))
	if s.End < s.Start {
		s.End = s.Start
	}
	return s
}

// selected is the expression that a span is, as tree and as elaborated; nil where
// it is none.
func (r *reading) selected(at diag.Span) (lang.Expr, core.Expr) {
	var tree lang.Expr
	lang.Inspect(r.File, func(n lang.Node) bool {
		if x, ok := n.(lang.Expr); ok && x.Range() == at && tree == nil {
			tree = x
		}
		return true
	})
	var value core.Expr
	look := func(x core.Expr) {
		core.Visit(x, func(x core.Expr) bool {
			if x.Range() == at && value == nil {
				value = x
			}
			return value == nil
		})
	}
	for _, h := range r.Plan.Helpers {
		look(h.Body)
	}
	look(r.Plan.Body.Expr)
	return tree, value
}

// free are the variables that an expression uses and does not bind, in the order
// of their first use.
func free(x core.Expr) []*core.Local {
	bound := map[*core.Local]bool{}
	var out []*core.Local
	var bind func(p core.Pattern)
	bind = func(p core.Pattern) {
		switch p := p.(type) {
		case *core.PVar:
			bound[p.Local] = true
		case *core.PTuple:
			for _, e := range p.Elems {
				bind(e)
			}
		case *core.PCtor:
			for _, e := range p.Args {
				bind(e)
			}
		}
	}
	core.Visit(x, func(x core.Expr) bool {
		switch x := x.(type) {
		case *core.Let:
			for _, b := range x.Binds {
				bind(b.Pattern)
			}
		case *core.Match:
			for _, a := range x.Arms {
				for _, f := range a.Fields {
					bind(f)
				}
			}
		case *core.Lambda:
			for _, p := range x.Params {
				bound[p] = true
			}
		case *core.LocalRef:
			if !slices.Contains(out, x.Local) {
				out = append(out, x.Local)
			}
		}
		return true
	})
	return slices.DeleteFunc(out, func(l *core.Local) bool { return bound[l] })
}

// writable reports whether a type can be written down.
func writable(t core.Type) bool {
	switch t := core.Strip(t).(type) {
	case *core.Con:
		for _, a := range t.Args {
			if !writable(a) {
				return false
			}
		}
		return true
	case *core.Tuple:
		for _, e := range t.Elems {
			if !writable(e.Type) {
				return false
			}
		}
		return true
	case *core.Fun:
		return writable(t.Param.Type) && writable(t.Result)
	}
	return false
}

// freshName is a name that nothing in the project has.
func (a *actions) freshName(base string) string {
	taken := map[string]bool{}
	for _, u := range a.target.reading.index.Uses() {
		taken[u.Span.Text()] = true
	}
	for _, r := range a.target.project.all {
		for _, g := range r.Module.Globals {
			taken[g.Name] = true
		}
		for _, c := range r.Module.Cons {
			taken[c.Name] = true
		}
	}
	name := base
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s%d", base, n)
	}
	return name
}

// before is where a definition goes that an expression is to use: before the
// definition that the expression is in, or before the plan's body.
func (a *actions) before(at diag.Span) diag.Span {
	f := a.target.reading.File
	start := at.Start
	for _, d := range f.Decls {
		if r := d.Range(); r.Start <= at.Start && at.End <= r.End {
			return diag.Span{Src: at.Src, Start: r.Start, End: r.Start}
		}
	}
	if f.Body != nil {
		start = f.Body.Range().Start
	}
	return diag.Span{Src: at.Src, Start: start, End: start}
}

// needsParens reports whether a call that takes the place of an expression must be
// put in parentheses: where the expression is an argument or a receiver.
func needsParens(f *lang.File, at diag.Span) bool {
	found := false
	lang.Inspect(f, func(n lang.Node) bool {
		switch n := n.(type) {
		case *lang.App:
			if n.Dollar {
				return true
			}
			for _, a := range n.Args {
				found = found || a.Range() == at
			}
			found = found || n.Fun.Range() == at
		case *lang.Method:
			found = found || n.Recv.Range() == at
		}
		return true
	})
	return found
}
