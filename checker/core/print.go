package core

import (
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// RefinedString shows t with its refinements as their author wrote them.
func RefinedString(t Type) string {
	switch t := Resolve(t).(type) {
	case *Refined:
		parts := make([]string, 0, len(t.Preds))
		for _, c := range t.Preds {
			if text := c.Span.Text(); text != "" {
				parts = append(parts, strings.Join(strings.Fields(text), " "))
			}
		}
		if len(parts) == 0 {
			return RefinedString(t.Base)
		}
		return "{" + t.Binder.Name + ":" + RefinedString(t.Base) + " | " + strings.Join(parts, " && ") + "}"
	case *Con:
		if len(t.Args) == 0 {
			return t.Con.Name
		}
		parts := []string{t.Con.Name}
		for _, a := range t.Args {
			parts = append(parts, RefinedString(a))
		}
		return "(" + strings.Join(parts, " ") + ")"
	case *Tuple:
		parts := make([]string, len(t.Elems))
		for i, e := range t.Elems {
			if parts[i] = RefinedString(e.Type); e.Name != "" && e.Name != "_" {
				parts[i] = e.Name + ": " + parts[i]
			}
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case *Fun:
		return "(" + ParamString(t.Param) + ") -> " + RefinedString(t.Result)
	}
	return TypeString(t)
}

// ParamString shows a parameter without its parentheses: "1 s: {s:Session | …}".
func ParamString(p *Local) string {
	name := p.Name
	if name == "" {
		name = "_"
	}
	switch p.Mult {
	case lang.Linear, lang.Borrowed, lang.Erased:
		name = p.Mult.String() + " " + name
	}
	return name + ": " + RefinedString(p.Type)
}

// SignatureString shows the type of a global as a declaration without its body.
func SignatureString(g *Global) string {
	var b strings.Builder
	if g.Owner != nil {
		b.WriteString(g.Owner.Name + "." + g.Name)
	} else {
		b.WriteString(g.Name)
	}
	for _, p := range g.Params {
		b.WriteString(" (" + ParamString(p) + ")")
	}
	if g.Result != nil {
		b.WriteString(" : " + RefinedString(g.Result))
	}
	return b.String()
}
