package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

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
	return tree, r.valueAt(at)
}

// valueAt is the elaborated expression that a span is, nil where it is none.
func (r *reading) valueAt(at diag.Span) core.Expr {
	var value core.Expr
	look := func(x core.Expr) {
		core.Visit(x, func(x core.Expr) bool {
			if x.Range() == at && value == nil {
				value = x
			}
			return value == nil
		})
	}
	for _, x := range r.bodies() {
		look(x)
	}
	return value
}

// bodies are the bodies of a text, as far as they could be elaborated.
func (r *reading) bodies() []core.Expr {
	var out []core.Expr
	add := func(x core.Expr) {
		if x != nil {
			out = append(out, x)
		}
	}
	if r.Plan != nil {
		for _, h := range r.Plan.Helpers {
			add(h.Draft)
		}
		add(r.Plan.Body.Draft)
	}
	if r.Module != nil {
		for _, g := range r.Module.Globals {
			add(g.Draft)
		}
	}
	return out
}

// elaborated is what a chain of bindings was elaborated to; nil where it was not.
func (r *reading) elaborated(let *lang.Let) *core.Let {
	var out *core.Let
	for _, x := range r.bodies() {
		core.Visit(x, func(x core.Expr) bool {
			if y, ok := x.(*core.Let); ok && len(y.Binds) == len(let.Binds) && y.Binds[0].Source == let.Binds[0] {
				out = y
			}
			return out == nil
		})
	}
	return out
}

// indented is the text of a span as it stands in a definition: what follows its first
// line is moved to the left as far as that was moved to the right.
func indented(at diag.Span) string {
	start := at.Src.LineStart(at.Src.LineOf(at.Start))
	line := at.Src.Text[start:at.Start]
	margin := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	all := strings.Split(strings.TrimSpace(at.Text()), "\n")
	for i := range all[1:] {
		all[i+1] = "  " + strings.TrimPrefix(all[i+1], margin)
	}
	return strings.Join(all, "\n")
}

// boundIn are the variables that a pattern binds, in order.
func boundIn(p core.Pattern) []*core.Local {
	var out []*core.Local
	switch p := p.(type) {
	case *core.PVar:
		out = append(out, p.Local)
	case *core.PTuple:
		for _, e := range p.Elems {
			out = append(out, boundIn(e)...)
		}
	case *core.PCtor:
		for _, e := range p.Args {
			out = append(out, boundIn(e)...)
		}
	}
	return out
}

// free are the variables that an expression uses and does not bind, in the order
// of their first use.
func free(x core.Expr) []*core.Local {
	bound := map[*core.Local]bool{}
	var out []*core.Local
	bind := func(p core.Pattern) {
		for _, l := range boundIn(p) {
			bound[l] = true
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
// definition that the expression is in, or before the plan's body, and before the
// comments there.
func (a *actions) before(at diag.Span) diag.Span {
	f := a.target.reading.File
	start := at.Start
	if f.Body != nil {
		start = f.Body.Range().Start
	}
	for _, d := range f.Decls {
		if r := d.Range(); r.Start <= at.Start && at.End <= r.End {
			start = r.Start
		}
	}
	for i := len(f.Comments) - 1; i >= 0; i-- {
		c := f.Comments[i].Span
		if c.End <= start && strings.TrimSpace(f.Source.Text[c.End:start]) == "" && strings.Count(f.Source.Text[c.End:start], "\n") == 1 &&
			c.Start == f.Source.LineStart(f.Source.LineOf(c.Start)) {
			start = c.Start
		}
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
