package lang

import (
	"math/big"

	"github.com/alecthomas/participle/v2"

	"github.com/aeonc/aeonc/lang/diag"
)

// atom parses what needs no parentheses as an argument; nil if none starts here.
func (p *parser) atom() Expr {
	t := p.cur()
	span := p.tokSpan(t)
	switch t.kind {
	case TokName:
		p.next()
		switch t.val {
		case "unit":
			return &UnitLit{Span: span}
		case "uninterpreted":
			return &Uninterpreted{Span: span}
		}
		return &Var{Name: Ident{t.val, span}}
	case TokQualified, TokConstructor, TokMethod:
		p.next()
		return &Var{Name: Ident{t.val, span}}
	case TokInt:
		p.next()
		v, _ := new(big.Int).SetString(t.val, 10)
		return &IntLit{Value: v, Span: span}
	case TokFloat:
		p.next()
		return &FloatLit{Text: t.val, Span: span}
	case TokString:
		p.next()
		return &StringLit{Value: p.decode(t), Span: span}
	case TokHole:
		p.next()
		return &Hole{Name: t.val[1:], Span: span}
	case TokKeyword:
		if t.val == "true" || t.val == "false" {
			p.next()
			return &BoolLit{Value: t.val == "true", Span: span}
		}
	case TokOperator:
		switch t.val {
		case "(":
			return p.paren()
		case "[", "#[":
			return p.list()
		case "?":
			p.next()
			p.report(t.start, t.end, diag.ExpectedHoleName)
			return &Hole{Span: span}
		}
	case TokInvalid: // reported by the scanner
		p.next()
		return &BadExpr{Span: span}
	}
	return nil
}

// paren parses "()", "(e)", "(e : T)" and tuples.
func (p *parser) paren() Expr {
	open := p.next()
	if p.accept(")") {
		return &UnitLit{Span: p.from(open.start)}
	}
	if t := p.cur(); (binaryPrec(t) > 0 || t.is("!")) && p.peek(1).is(")") {
		p.next()
		p.next()
		p.report(open.start, p.end(), diag.OperatorAsName, t.val)
		return &BadExpr{Span: p.from(open.start)}
	}
	x := p.expr(false)
	switch {
	case p.accept(":"):
		typ := p.typ()
		p.closeBracket(open, ")")
		return &Annot{X: x, Type: typ, Span: p.from(open.start)}
	case p.at(","):
		elems := []Expr{x}
		for p.accept(",") {
			elems = append(elems, p.expr(false))
		}
		p.closeBracket(open, ")")
		return &Tuple{Elems: elems, Span: p.from(open.start)}
	}
	p.closeBracket(open, ")")
	return &Paren{X: x, Span: p.from(open.start)}
}

func (p *parser) list() Expr {
	open := p.next()
	l := &ListLit{Array: open.val == "#["}
	if !p.at("]") {
		l.Elems = append(l.Elems, p.expr(false))
		for p.accept(",") {
			l.Elems = append(l.Elems, p.expr(false))
		}
	}
	p.closeBracket(open, "]")
	l.Span = p.from(open.start)
	return l
}

// tactics are aeon's; a name "by" followed by anything else is a variable.
var tactics = map[string]bool{
	"apply": true, "assumption": true, "constructor": true, "choose_literal": true, "by_cases": true, "split": true, "inst": true,
}

func (p *parser) tactic() bool {
	return tactics[p.peek(1).val] || p.peek(1).is("(") && tactics[p.peek(2).val]
}

func (p *parser) by() Expr {
	start := p.next().start
	p.skip()
	p.accept("?")
	return &Tactic{Span: p.from(start)}
}

// decoratorArg parses an argument of a decorator. A named one, "x := e", is a
// Let without a body.
func (p *parser) decoratorArg() Expr {
	if p.cur().kind != TokName || !p.peek(1).is(":=") {
		return p.expr(false)
	}
	b := p.binding()
	return &Let{Binds: []*Binding{b}, Span: b.Span}
}

// typ parses a type with the struct-tag grammar.
func (p *parser) typ() Type {
	g, err := p.types.ParseFromLexer(p.lex, participle.AllowTrailing(true))
	if err != nil { // no production of typeG fails
		p.unexpected(p.index())
		return &BadType{Span: p.span(p.cur().start, p.cur().start)}
	}
	return p.lowerType(g)
}
