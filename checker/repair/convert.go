package repair

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// converted replaces an argument of the wrong type by what it was meant to be.
func (v *view) converted(d *diag.Diagnostic) []candidate {
	var out []candidate
	for c, i := range v.argumentsAt(d.Span) {
		a := c.args[i]
		t := v.typeOf(a)
		p := c.g.Params[i]
		if t != nil && sameBase(t, p.Type) {
			continue
		}
		for _, text := range v.conversions(a, t, p.Type) {
			out = append(out, v.change(fmt.Sprintf(diag.ReplaceName, v.code(a), text), replace(a.Range(), text))...)
		}
		// What is more than a word is the author's work, and not replaced by another;
		// nor is a text or a number, but for want of anything else.
		if _, name := unparen(a).(*lang.Var); name {
			out = append(out, v.others(c, i)...)
		} else if literal(a) {
			out = append(out, costing(costOther, v.others(c, i))...)
		}
	}
	for _, n := range v.path(d.Span.Start, d.Span.End) {
		b, ok := n.(*lang.Binary)
		if !ok {
			continue
		}
		if b.Op == "+" {
			out = append(out, v.change(diag.JoinStrings, v.pluses(b)...)...)
		}
		for _, x := range []lang.Expr{b.Left, b.Right} {
			if t := v.typeOf(x); t != nil && within(d.Span, x.Range()) {
				for _, want := range []string{"String", "Int"} {
					for _, text := range convertTo(want, v.code(x), core.TypeString(t)) {
						out = append(out, v.change(fmt.Sprintf(diag.ReplaceName, v.code(x), text), replace(x.Range(), text))...)
					}
				}
			}
		}
	}
	return out
}

// pluses makes every "+" of a chain a "++".
func (v *view) pluses(b *lang.Binary) []edit {
	var out []edit
	lang.Inspect(b, func(n lang.Node) bool {
		if x, ok := n.(*lang.Binary); ok && x.Op == "+" {
			out = append(out, replace(x.OpAt, "++"))
		}
		return true
	})
	return out
}

// conversions of an expression to a type: as a literal, as a constant that is called
// so, as the only element of a list or a list of it alone, through a function of the
// spec from the one to the other.
func (v *view) conversions(a lang.Expr, from, to core.Type) []string {
	if from == nil {
		return nil
	}
	code := v.code(a)
	out := convertTo(core.TypeString(to), code, core.TypeString(from))
	if elem := elementOf(from); elem != nil && sameBase(elem, to) {
		if l, ok := unparen(a).(*lang.ListLit); ok && len(l.Elems) == 1 {
			out = append(out, wrap(v.code(l.Elems[0])))
		}
		out = append(out, "(List.head "+wrap(code)+")")
	}
	if elem := elementOf(to); elem != nil && sameBase(elem, from) {
		out = append(out, "["+strings.TrimSuffix(strings.TrimPrefix(code, "("), ")")+"]")
	}
	var named []scored
	if s, ok := unparen(a).(*lang.StringLit); ok {
		var names []string
		for _, g := range v.constants(to) {
			names = append(names, g.Name)
		}
		named = first(rank(s.Value, names))
	}
	for _, n := range named {
		if n.score > 0.9 {
			out = append(out, n.name)
		}
	}
	for _, g := range v.functions {
		if !v.escapes(g) && len(g.Params) == 1 && sameBase(g.Params[0].Type, from) && sameBase(g.Result, to) && !core.IsLinear(from) {
			out = append(out, "("+g.Name+" "+wrap(code)+")")
		}
	}
	for _, n := range named {
		if n.score <= 0.9 {
			out = append(out, n.name)
		}
	}
	return out
}

// elementOf is the type of the elements of a list, nil for other types.
func elementOf(t core.Type) core.Type {
	if c, ok := core.Strip(t).(*core.Con); ok && c.Con.Name == "List" && len(c.Args) == 1 {
		return c.Args[0]
	}
	return nil
}

// convertTo converts between the base types of the language.
func convertTo(to, code, from string) []string {
	switch {
	case to == "String" && from == "Int":
		if _, err := strconv.Atoi(code); err == nil {
			return []string{`"` + code + `"`}
		}
		return []string{"(String.ofInt " + wrap(code) + ")"}
	case (to == "Int" || to == "Bool" || to == "Float") && from == "String":
		inner := strings.Trim(code, `"`)
		if _, err := strconv.Atoi(inner); err == nil && to == "Int" {
			return []string{inner}
		}
		if to == "Bool" && (strings.EqualFold(inner, "true") || strings.EqualFold(inner, "false")) {
			return []string{strings.ToLower(inner)}
		}
	case to == "Float" && from == "Int":
		if _, err := strconv.Atoi(code); err == nil {
			return []string{code + ".0"}
		}
	case to == "Int" && from == "Float":
		if whole, part, ok := strings.Cut(code, "."); ok && digits.FindString(whole) == whole {
			if strings.Trim(part, "0") == "" {
				return []string{whole}
			}
			// Where numbers are whole, they are most often of the smallest unit.
			return []string{whole + (part + "0")[:2], whole}
		}
	case to == "Bool" && from == "Int":
		switch code {
		case "0":
			return []string{"false"}
		case "1":
			return []string{"true"}
		}
	}
	return nil
}

// functional turns "s.f a" into "f s a".
func (v *view) functional(d *diag.Diagnostic) []candidate {
	var out []candidate
	path := v.path(d.Span.Start, d.Span.End)
	for i := len(path) - 1; i >= 0; i-- {
		x, ok := path[i].(*lang.Var)
		if !ok {
			continue
		}
		recv, name, dotted := strings.Cut(x.Name.Name, ".")
		if !dotted || recv == "" || strings.Contains(name, ".") {
			continue
		}
		names := []string{name}
		if v.callable(name) == nil {
			var all []string
			for _, g := range v.functions {
				all = append(all, g.Name)
			}
			names = nil
			for _, s := range first(rank(name, all)) {
				names = append(names, s.name)
			}
		}
		var args []string
		span := x.Name.Span
		if i > 0 {
			if app, ok := path[i-1].(*lang.App); ok && app.Fun == lang.Expr(x) {
				span = app.Span
				for _, a := range app.Args {
					if t, ok := a.(*lang.Tuple); ok {
						for _, e := range t.Elems {
							args = append(args, wrap(v.code(e)))
						}
						continue
					}
					if _, unit := a.(*lang.UnitLit); !unit {
						args = append(args, v.code(a))
					}
				}
			}
		}
		for _, n := range names {
			if v.notMeant(name, n) {
				continue
			}
			text := strings.Join(append([]string{n, recv}, args...), " ")
			out = append(out, v.change(fmt.Sprintf(diag.ReplaceName, span.Text(), text), replace(span, text))...)
		}
	}
	return out
}
