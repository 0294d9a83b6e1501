package soundness

import (
	"fmt"
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// Levels of the precedence table, loosest first.
const (
	levelOpen = iota // if, let, match, fun
	levelDollar
	levelImplies
	levelOr
	levelAnd
	levelEqual
	levelNot
	levelOrder
	levelSum
	levelProduct
	levelMinus
	levelApp
	levelAtom
)

// operators gives each binary operator its level and the levels that its left
// and right operands need.
var operators = map[lang.BinaryOp][3]int{
	"-->": {levelImplies, levelOr, levelImplies},
	"||":  {levelOr, levelAnd, levelOr},
	"&&":  {levelAnd, levelEqual, levelAnd},
	"=":   {levelEqual, levelNot, levelNot},
	"!=":  {levelEqual, levelNot, levelNot},
	"<":   {levelOrder, levelSum, levelSum},
	"<=":  {levelOrder, levelSum, levelSum},
	">":   {levelOrder, levelSum, levelSum},
	">=":  {levelOrder, levelSum, levelSum},
	"+":   {levelSum, levelSum, levelProduct},
	"-":   {levelSum, levelSum, levelProduct},
	"++":  {levelSum, levelSum, levelProduct},
	"*":   {levelProduct, levelProduct, levelMinus},
	"/":   {levelProduct, levelProduct, levelMinus},
	"%":   {levelProduct, levelProduct, levelMinus},
}

func levelOf(e lang.Expr) int {
	switch e := e.(type) {
	case *lang.If, *lang.Let, *lang.Match, *lang.Lambda:
		return levelOpen
	case *lang.App:
		if e.Dollar {
			return levelDollar
		}
		return levelApp
	case *lang.Binary:
		return operators[e.Op][0]
	case *lang.Unary:
		if e.Op == "!" {
			return levelNot
		}
		return levelMinus
	}
	return levelAtom
}

// expr writes e where an expression of at least the given level is expected.
func (p *printer) expr(e lang.Expr, level int) {
	e = stripParens(e)
	if levelOf(e) < level {
		p.put("(")
		p.bare(e)
		p.put(")")
		return
	}
	p.bare(e)
}

func (p *printer) bare(e lang.Expr) {
	switch e := e.(type) {
	case *lang.Var:
		p.put(e.Name.Name)
	case *lang.IntLit:
		p.put(e.Value.String())
	case *lang.FloatLit:
		p.put(e.Text)
	case *lang.StringLit:
		p.put(quote(e.Value))
	case *lang.BoolLit:
		p.put(fmt.Sprint(e.Value))
	case *lang.UnitLit:
		p.put("()")
	case *lang.App:
		if e.Dollar {
			p.expr(e.Fun, levelImplies)
			p.put(" $ ")
			p.expr(e.Args[0], levelDollar)
			return
		}
		p.expr(e.Fun, levelAtom)
		for _, a := range e.Args {
			p.put(" ")
			p.expr(a, levelAtom)
		}
	case *lang.Method:
		p.expr(e.Recv, levelAtom)
		p.put(".", e.Name.Name)
	case *lang.Binary:
		l := operators[e.Op]
		p.expr(e.Left, l[1])
		p.put(" ", string(e.Op), " ")
		p.expr(e.Right, l[2])
	case *lang.Unary:
		p.put(e.Op)
		if e.Op == "!" {
			p.expr(e.X, levelNot)
		} else {
			p.expr(e.X, levelMinus)
		}
	case *lang.Annot:
		p.put("(")
		p.expr(e.X, 0)
		p.put(" : ")
		p.typ(e.Type)
		p.put(")")
	case *lang.Tuple:
		p.list("(", e.Elems, ")")
	case *lang.ListLit:
		p.list("[", e.Elems, "]")
	default:
		p.open(e)
	}
}

// open writes the forms that extend as far as they can.
func (p *printer) open(e lang.Expr) {
	switch e := e.(type) {
	case *lang.If:
		p.put("if ")
		p.expr(e.Cond, levelDollar)
		p.put(" then ")
		p.block(e.Then)
		p.put(" else ")
		p.block(e.Else)
	case *lang.Let:
		for i, b := range e.Binds {
			p.put("let ")
			p.pattern(b.Pattern, false)
			if b.Type != nil {
				p.put(" : ")
				p.typ(b.Type)
			}
			p.put(" := ")
			p.expr(b.Value, levelDollar)
			if e.Body == nil && i == len(e.Binds)-1 {
				return
			}
			p.put(" in")
			p.nl()
		}
		if s := PrintExpr(e.Body); strings.HasPrefix(s, "-") {
			p.put("(", s, ")")
			return
		}
		p.expr(e.Body, 0)
	case *lang.Match:
		p.put("match ")
		p.expr(e.Scrutinee, levelDollar)
		p.put(" with")
		p.indent++
		for _, a := range e.Arms {
			p.nl()
			p.put("| ")
			p.pattern(a.Pattern, false)
			p.put(" => ")
			p.block(a.Body)
		}
		p.indent--
	case *lang.Lambda:
		p.put("fun")
		p.params(e.Params)
		p.put(" => ")
		p.expr(e.Body, 0)
	case *lang.Native:
		p.put("native ", quote(e.Text))
	case *lang.Uninterpreted:
		p.put("uninterpreted")
	default:
		panic(unhandled("print: expression", e))
	}
}

// block writes a branch or arm. A lambda, and what ends in a match (arms belong
// to the nearest one), goes into parentheses.
func (p *printer) block(e lang.Expr) {
	e = stripParens(e)
	if levelOf(e) > levelOpen {
		p.expr(e, levelDollar)
		return
	}
	paren := endsInMatch(e)
	if paren {
		p.put("(")
	}
	p.indent++
	p.nl()
	p.bare(e)
	p.indent--
	if paren {
		p.put(")")
	}
}

func endsInMatch(e lang.Expr) bool {
	switch e := stripParens(e).(type) {
	case *lang.If:
		return endsInMatch(e.Then) || endsInMatch(e.Else)
	case *lang.Let:
		return endsInMatch(e.Body)
	case *lang.Match, *lang.Lambda:
		return true
	}
	return false
}

func (p *printer) list(open string, es []lang.Expr, end string) {
	p.put(open)
	for i, e := range es {
		if i > 0 {
			p.put(", ")
		}
		p.expr(e, 0)
	}
	p.put(end)
}

func (p *printer) pattern(q lang.Pattern, nested bool) {
	switch q := q.(type) {
	case *lang.PatWild:
		p.put("_")
	case *lang.PatVar:
		p.mult(q.Mult)
		p.put(q.Name.Name)
	case *lang.PatTuple:
		p.put("(")
		for i, e := range q.Elems {
			if i > 0 {
				p.put(", ")
			}
			p.pattern(e, false)
		}
		p.put(")")
	case *lang.PatCtor:
		paren := nested && len(q.Args) > 0
		if paren {
			p.put("(")
		}
		p.put(q.Ctor.Name)
		for _, a := range q.Args {
			p.put(" ")
			p.pattern(a, true)
		}
		if paren {
			p.put(")")
		}
	}
}

// quote writes a string literal of the language.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '"':
			b.WriteString(`\"`)
		case r == '\\':
			b.WriteString(`\\`)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
