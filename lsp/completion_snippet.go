package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
)

// argument is what a snippet proposes for a parameter of g: a variable, but of a basic
// type, which says little, only one of the parameter's name or for its only parameter
// of that type.
func (c *completion) argument(g *core.Global, p *core.Local) string {
	if l := c.given(p); l != nil && (!basic(p.Type) || only(g, p)) {
		return l.Name
	}
	for _, l := range c.vars {
		if l.Name == p.Name && alike(p.Type, l.Type) {
			return l.Name
		}
	}
	fun, ok := core.Strip(p.Type).(*core.Fun)
	if !ok {
		return p.Name
	}
	text, n := "(fun", 0
	var params []*core.Local
	var result core.Type
	for ; ok; fun, ok = core.Strip(result).(*core.Fun) {
		n++
		q := *fun.Param
		if q.Name == "" || q.Name == "_" {
			q.Name = fmt.Sprintf("x%d", n)
		}
		text += " " + q.Name
		params = append(params, &q)
		result = fun.Result
	}
	body := placeholder(result, params)
	if body == "" {
		body = params[len(params)-1].Name
	}
	return text + " => " + body + ")"
}

// basic reports whether a type is built in and has no parts.
func basic(t core.Type) bool {
	c, ok := core.Strip(t).(*core.Con)
	return ok && c.Con.Module == "" && len(c.Args) == 0
}

// only reports whether p is the only parameter of its type.
func only(g *core.Global, p *core.Local) bool {
	return !slices.ContainsFunc(g.Params, func(q *core.Local) bool { return q != p && alike(p.Type, q.Type) })
}

// placeholder is a value of a type for code that is not written yet: a variable
// of the type where there is one; "" where it has none that is plain.
func placeholder(t core.Type, vars []*core.Local) string {
	for _, l := range vars {
		v, isVar := core.Strip(t).(*core.Var)
		w, alsoVar := core.Strip(l.Type).(*core.Var)
		if isVar && alsoVar && v.Var == w.Var || !isVar && !alsoVar && alike(t, l.Type) {
			return l.Name
		}
	}
	switch t := core.Strip(t).(type) {
	case *core.Con:
		switch t.Con.Name {
		case "Int":
			return "0"
		case "Float":
			return "0.0"
		case "Bool":
			return "false"
		case "String":
			return `""`
		case "Unit":
			return "()"
		case "List":
			return "[]"
		}
	case *core.Tuple:
		var parts []string
		for _, e := range t.Elems {
			part := placeholder(e.Type, vars)
			if part == "" {
				return ""
			}
			parts = append(parts, part)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return ""
}

// call writes a call with the variables in scope that fit, and tells which session it
// uses up; "" where none.
func (c *completion) call(name string, g *core.Global) (text, session string) {
	text = name
	for i, p := range g.Params {
		if l := c.given(p); l != nil && (p.Mult == lang.Linear || p.Mult == lang.Borrowed) {
			if p.Mult == lang.Linear {
				session = l.Name
			}
			text += " " + l.Name // nothing else could be meant
			continue
		}
		text += fmt.Sprintf(" ${%d:%s}", i+1, c.argument(g, p))
	}
	return text, session
}

// callSnippet is a call where it stands: in parentheses as an argument; where a
// statement may stand, the session that it returns is bound again under its own name.
func (c *completion) callSnippet(g *core.Global, want core.Type) string {
	call, session := c.call(fullName(g), g)
	switch prev := c.cur.previous(0); {
	case prev == "in" || prev == ";" || prev == "" || c.startsDeclaration() && c.cur.beforeBody():
	default:
		if want != nil && prev != "(" && prev != "$" {
			return "(" + call + ")"
		}
		return call
	}
	if session == "" || want != nil {
		return call
	}
	switch r := core.Strip(g.Result).(type) {
	case *core.Con:
		if r.Con.Linear {
			return "let " + session + " := " + call + " in\n$0"
		}
	case *core.Tuple:
		var parts []string
		for i, e := range r.Elems {
			switch {
			case core.IsLinear(e.Type):
				parts = append(parts, session)
			case e.Name != "":
				parts = append(parts, fmt.Sprintf("${%d:%s}", 20+i, e.Name))
			default:
				parts = append(parts, fmt.Sprintf("${%d:x}", 20+i))
			}
		}
		return "let (" + strings.Join(parts, ", ") + ") := " + call + " in\n$0"
	}
	return call
}
