package lang

import "github.com/aeonc/aeonc/lang/diag"

// Expressions are parsed by precedence climbing (Richards; Clarke 1986) behind
// participle's ParseTypeWith hook: a struct per level costs ten times as much,
// and the layout rule needs to see the break tokens.

// The levels of binary operators, loosest first.
const (
	precDollar  = 1
	precImplies = 2
	precOr      = 3
	precAnd     = 4
	precEqual   = 5
	precNot     = 6 // the operand of "!" binds tighter than this
	precCompare = 7
	precAdd     = 8
	precMul     = 9
)

// binaryPrec is the level of a binary operator; 0 if t is none.
func binaryPrec(t *token) int {
	if t.kind != TokOperator {
		return 0
	}
	switch t.val {
	case "$":
		return precDollar
	case "-->":
		return precImplies
	case "||":
		return precOr
	case "&&":
		return precAnd
	case "=", "!=", "==":
		return precEqual
	case "<", "<=", ">", ">=":
		return precCompare
	case "+", "-", "++":
		return precAdd
	case "*", "/", "%":
		return precMul
	}
	return 0
}

// expr parses an expression. With tail, a chain of bindings may end without a
// body, as a plan's own body may.
func (p *parser) expr(tail bool) Expr {
	if p.depth++; p.depth > 2*maxChain {
		p.depth--
		p.reportAt(diag.NestedTooDeep, maxChain)
		return p.bad()
	}
	defer func() { p.depth-- }()
	if p.at("let") && p.cur().kind == TokKeyword || p.bareBinding() {
		return p.let(tail)
	}
	return p.binary(precDollar)
}

// binary parses operators of level least and tighter.
func (p *parser) binary(least int) Expr {
	left := p.prefix()
	for !p.broken() {
		op := p.cur()
		prec := binaryPrec(op)
		if prec == 0 || prec < least {
			break
		}
		p.next()
		if op.val == "==" {
			p.report(op.start, op.end, diag.DoubleEquals)
		}
		if after := p.cur(); op.is("<") && after.is(">") && after.start == op.end {
			p.report(op.start, after.end, diag.AngleUnequal)
			p.next()
		}
		right := prec + 1
		if prec <= precAnd {
			right = prec
		}
		left = p.apply(op, left, p.operand(op, right))
		if again := p.cur(); (prec == precEqual || prec == precCompare) && !p.broken() && binaryPrec(again) == prec {
			p.report(again.start, again.end, diag.ChainedComparison, again.val, op.val, op.val, again.val)
		}
	}
	return left
}

// operand parses the right side of op.
func (p *parser) operand(op *token, least int) Expr {
	if !startsExpr(p.cur()) {
		p.reportAt(diag.ExpectedOperand, op.val, p.found())
		return p.bad()
	}
	return p.binary(least)
}

func (p *parser) apply(op *token, left, right Expr) Expr {
	span := left.Range().Cover(right.Range())
	if op.val == "$" {
		return &App{Fun: left, Args: []Expr{right}, Dollar: true, Span: span}
	}
	val := op.val
	if val == "==" {
		val = "="
	}
	return &Binary{Op: BinaryOp(val), OpAt: p.tokSpan(op), Left: left, Right: right, Span: span}
}

// prefix parses "!", "-", and what extends as far as it can.
func (p *parser) prefix() Expr {
	t := p.cur()
	switch {
	case t.is("!"):
		p.next()
		x := p.operand(t, precNot+1)
		return &Unary{Op: "!", X: x, Span: p.tokSpan(t).Cover(x.Range())}
	case t.is("-"):
		p.next()
		var x Expr
		if startsExpr(p.cur()) {
			x = p.prefix()
		} else {
			x = p.operand(t, precMul)
		}
		return &Unary{Op: "-", X: x, Span: p.tokSpan(t).Cover(x.Range())}
	case t.kind == TokKeyword:
		switch t.val {
		case "let":
			return p.let(false)
		case "if":
			return p.ifThenElse()
		case "match":
			return p.match()
		case "fun":
			return p.lambda()
		}
	case t.is("Λ"):
		return p.typeLambda()
	case t.kind == TokName && t.val == "by" && p.tactic():
		return p.by()
	}
	return p.application()
}

// application parses a head and its arguments.
func (p *parser) application() Expr {
	start := p.cur().start
	if t := p.cur(); t.kind == TokName && (t.val == "native" || t.val == "native_import") && p.peek(1).kind == TokString {
		p.next()
		text := p.next()
		return &Native{Text: nativeText(text.val), Import: t.val == "native_import", Span: p.from(start)}
	}
	fun := p.postfix()
	if fun == nil {
		p.expected(diag.AnExpression)
		return p.bad()
	}
	var args []Expr
	for !p.broken() {
		t := p.cur()
		if t.kind == TokKeyword && (t.val == "fun" || t.val == "if" || t.val == "match") && !t.first {
			p.report(t.start, t.end, diag.ArgumentNeedsParens, t.val)
			args = append(args, p.prefix())
			continue
		}
		if t.kind == TokName && p.peek(1).is(":=") {
			break // the next binding, after a forgotten ";"
		}
		arg := p.postfix()
		if arg == nil {
			break
		}
		args = append(args, arg)
	}
	if len(args) == 0 {
		return fun
	}
	return &App{Fun: fun, Args: args, Span: p.from(start)}
}

// postfix parses an atom with the methods and type arguments that follow it;
// nil if none starts here.
func (p *parser) postfix() Expr {
	start := p.cur().start
	x := p.atom()
	if x == nil {
		return nil
	}
	for {
		t := p.cur()
		switch {
		case t.kind == TokMethod:
			p.next()
			x = &Method{Recv: x, Name: Ident{t.val[1:], p.span(t.start+1, t.end)}, Span: p.from(start)}
		case t.is(".") && t.start == p.end():
			p.next()
			p.report(t.start, t.end, diag.ExpectedMethod)
			if n := p.cur(); n.kind == TokInt && n.start == t.end {
				p.next() // a part of a tuple, as other languages write it
			}
			x = &Method{Recv: x, Name: Ident{"", p.span(t.end, t.end)}, Span: p.from(start)}
		case t.is("{") && !p.broken() && (p.peek(2).is(":") || t.start != p.end() && startsBlock(p.peek(1), p.peek(2))):
			// A dictionary or a block, as other languages write them.
			p.unexpected(p.index())
			p.next()
			p.closeBracket(t, "}")
			x = &BadExpr{Span: p.from(start)}
		case t.is("{") && !p.broken():
			p.next()
			typ := p.typ()
			p.closeBracket(t, "}")
			x = &TypeInst{Fun: x, Type: typ, Span: p.from(start)}
		case t.is("{|") && !p.broken():
			p.next()
			p.expr(false)
			p.closeBracket(t, "|}")
			x = &TypeInst{Fun: x, Span: p.from(start)}
		default:
			return x
		}
	}
}

// startsBlock reports whether what follows a `{` starts no type: a word in lower case
// with something after it.
func startsBlock(t, next *token) bool {
	if t.kind == TokKeyword {
		return t.val != "forall"
	}
	return t.kind == TokName && t.val != "" && t.val[0] >= 'a' && t.val[0] <= 'z' && !next.is("}")
}

func (p *parser) ifThenElse() Expr {
	kw := p.next()
	x := &If{Cond: p.expr(false)}
	x.Then = p.branch(kw, "then", diag.ExpectedThen)
	x.Else = p.branch(kw, "else", diag.ExpectedElse)
	x.Span = p.from(kw.start)
	return x
}

func (p *parser) branch(kw *token, word string, m diag.Message) Expr {
	if !p.accept(word) {
		p.reportAt(m, p.found()).With(p.tokSpan(kw), diag.IfStartsHere)
		return p.bad()
	}
	return p.expr(false)
}

func (p *parser) match() Expr {
	kw := p.next()
	m := &Match{Scrutinee: p.expr(false)}
	if !p.accept("with") {
		p.reportAt(diag.ExpectedWith, p.found()).With(p.tokSpan(kw), diag.MatchStartsHere)
	} else if !p.at("|") {
		p.reportAt(diag.ExpectedArm, p.found())
	}
	for p.at("|") {
		start := p.next().start
		arm := &Arm{Pattern: p.armPattern()}
		if p.accept("=>") {
			arm.Body = p.expr(false)
		} else {
			p.reportAt(diag.ExpectedArmArrow, p.found())
			arm.Body = p.bad()
			p.skipTo("|")
		}
		arm.Span = p.from(start)
		m.Arms = append(m.Arms, arm)
	}
	m.Span = p.from(kw.start)
	return m
}

func (p *parser) lambda() Expr {
	kw := p.next()
	f := &Lambda{}
	for {
		t := p.cur()
		switch {
		case t.kind == TokName:
			p.next()
			p.literalName(t)
			id := Ident{t.val, p.tokSpan(t)}
			f.Params = append(f.Params, &Param{Name: id, Span: id.Span})
			continue
		case t.is("("):
			f.Params = append(f.Params, p.lambdaParam())
			continue
		}
		break
	}
	if len(f.Params) == 0 {
		p.reportAt(diag.ExpectedLambdaParam, p.found())
	}
	if p.accept("=>") {
		f.Body = p.expr(false)
	} else {
		p.reportAt(diag.ExpectedLambdaArrow, p.found()).With(p.tokSpan(kw), diag.LambdaStartsHere)
		f.Body = p.bad()
		if startsExpr(p.cur()) && !p.cur().first {
			f.Body = p.expr(false)
		}
	}
	f.Span = p.from(kw.start)
	return f
}

// lambdaParam parses "(1 x:T | p)"; the type may be left out.
func (p *parser) lambdaParam() *Param {
	open := p.next()
	param := &Param{Mult: p.multiplicity()}
	if id, ok := p.name(diag.ExpectedParamName); ok {
		param.Name = id
		if p.accept(":") {
			param.Type = p.typ()
		}
		if p.accept("|") {
			param.Pred = p.expr(false)
		}
	}
	if p.at(",") {
		p.reportAt(diag.TupleParam)
	}
	p.closeBracket(open, ")")
	param.Span = p.from(open.start)
	return param
}

// typeLambda reads past "Λ a:B =>" of aeon.
func (p *parser) typeLambda() Expr {
	p.next()
	p.skipTo("=>")
	if !p.accept("=>") {
		p.expected("`=>`")
		return p.bad()
	}
	return p.expr(false)
}

// skipTo skips to val, a bracket that closes around, or the end.
func (p *parser) skipTo(val string) {
	for t := p.cur(); t.kind != TokEOF && !t.is(val) && !(t.kind == TokOperator && closing[t.val]); t = p.cur() {
		p.skip()
	}
}

// skip consumes a token, and what it encloses if it is a bracket.
func (p *parser) skip() {
	t := p.next()
	if t.kind == TokOperator && t.close >= 0 {
		for p.index() <= t.close && p.cur().kind != TokEOF {
			p.next()
		}
	}
}

// closeBracket consumes the bracket that closes open. Where something else
// stands there, it is skipped if the bracket does come.
func (p *parser) closeBracket(open *token, val string) {
	if p.accept(val) {
		return
	}
	m, args := diag.ExpectedClosing, []any{val, p.found()}
	if p.broken() && startsExpr(p.cur()) {
		m, args = diag.ArgumentAtMargin, []any{p.seg.col}
	}
	p.reportAt(m, args...).With(p.tokSpan(open), diag.OpenedHere, open.val)
	if open.close < 0 || open.close >= p.seg.end {
		return
	}
	for p.index() <= open.close {
		p.next()
	}
}
