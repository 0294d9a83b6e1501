package soundness

import (
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// The printer writes the tree as text with as few parentheses as the precedence
// table of the language allows, so that the parser is tested with it; the tree's
// own are dropped. It is not the formatter: it knows only what the generator
// builds.

// Print writes a file.
func Print(f *lang.File) string {
	var p printer
	for _, d := range f.Decls {
		p.decl(d)
		p.nl()
	}
	if f.Body != nil {
		p.expr(f.Body, 0)
		p.nl()
	}
	return p.String()
}

// PrintExpr writes one expression.
func PrintExpr(e lang.Expr) string {
	var p printer
	p.expr(e, 0)
	return p.String()
}

// PrintType writes one type.
func PrintType(t lang.Type) string {
	var p printer
	p.typ(t)
	return p.String()
}

type printer struct {
	strings.Builder
	indent int
}

func (p *printer) put(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

func (p *printer) nl() { p.put("\n", strings.Repeat("  ", p.indent)) }

func (p *printer) decl(d lang.Decl) {
	switch d := d.(type) {
	case *lang.Import:
		p.put("open ", d.Path.Name)
	case *lang.TypeDecl:
		if d.Linear {
			p.put("linear ")
		}
		p.put("type ", d.Name.Name)
		for _, q := range d.Params {
			p.put(" ", q.Name)
		}
	case *lang.Inductive:
		p.put("inductive ", d.Name.Name)
		for _, q := range d.Params {
			p.put(" ", q.Name)
		}
		for _, c := range d.Ctors {
			p.signature("\n| ", c)
		}
		for _, c := range d.Measures {
			p.signature("\n+ ", c)
		}
	case *lang.Def:
		for _, dec := range d.Decorators {
			p.put("@", dec.Name.Name, " ")
		}
		p.put("def ", d.Name.Name)
		p.params(d.Params)
		if d.Result != nil {
			p.put(" : ")
			p.typ(d.Result)
		}
		p.put(" := ")
		p.expr(d.Body, 0)
	case *lang.Contract:
		p.put("plan")
		if d.Name.Name != "" {
			p.put(" ", d.Name.Name)
		}
		p.params(d.Params)
		if d.Result != nil {
			p.put(" : ")
			p.typ(d.Result)
		}
	default:
		panic(unhandled("print: declaration", d))
	}
}

func (p *printer) signature(lead string, s *lang.Signature) {
	p.put(lead, s.Name.Name)
	p.params(s.Params)
	p.put(" : ")
	p.typ(s.Result)
}

func (p *printer) params(qs []*lang.Param) {
	for _, q := range qs {
		p.put(" ")
		p.param(q)
	}
}

func (p *printer) param(q *lang.Param) {
	if q.Type == nil && q.Mult == lang.Unwritten {
		p.put(q.Name.Name)
		return
	}
	p.put("(")
	p.mult(q.Mult)
	p.put(q.Name.Name)
	if q.Type != nil {
		p.put(": ")
		p.typ(q.Type)
	}
	if q.Pred != nil {
		p.put(" | ")
		p.expr(q.Pred, 0)
	}
	p.put(")")
}

func (p *printer) mult(m lang.Multiplicity) {
	if m != lang.Unwritten {
		p.put(m.String(), " ")
	}
}

func (p *printer) typ(t lang.Type) {
	switch t := t.(type) {
	case *lang.TypeName:
		p.put(t.Name.Name)
	case *lang.TypeApp:
		p.put("(", t.Name.Name)
		for _, a := range t.Args {
			p.put(" ")
			p.argType(a)
		}
		p.put(")")
	case *lang.TypeRefined:
		p.put("{", t.Name.Name, ":")
		p.typ(t.Base)
		p.put(" | ")
		p.expr(t.Pred, 0)
		p.put("}")
	case *lang.TypeFun:
		if t.Param.Name.Name == "" && t.Param.Mult == lang.Unwritten {
			p.argType(t.Param.Type)
		} else {
			p.param(t.Param)
		}
		p.put(" -> ")
		p.typ(t.Result)
	case *lang.TypeTuple:
		p.put("(")
		for i, e := range t.Elems {
			if i > 0 {
				p.put(", ")
			}
			if e.Name.Name != "" {
				p.put(e.Name.Name, ": ")
			}
			p.typ(e.Type)
		}
		p.put(")")
	default:
		panic(unhandled("print: type", t))
	}
}

func (p *printer) argType(t lang.Type) {
	if _, ok := t.(*lang.TypeFun); ok {
		p.put("(")
		p.typ(t)
		p.put(")")
		return
	}
	p.typ(t)
}
