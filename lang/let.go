package lang

import "github.com/aeonc/aeonc/lang/diag"

// planBody parses a plan's body to the end of the segment. What stands behind
// the body is reported, and parsed as well from the next place where an
// expression can start.
func (p *parser) planBody() Expr {
	x := p.expr(true)
	for p.cur().kind != TokEOF {
		t := p.cur()
		switch {
		case p.broken() && binaryPrec(t) > 0:
			p.report(t.start, t.end, diag.OperatorAtMargin, t.val, p.seg.col)
		case t.first && startsExpr(t):
			p.report(t.start, t.end, diag.TwoBodies)
		default:
			p.unexpected(p.index())
		}
		for t := p.cur(); t.kind != TokEOF && !(t.first && startsExpr(t)) && !(t.kind == TokKeyword && t.val == "let"); t = p.cur() {
			p.skip()
		}
		if p.cur().kind != TokEOF {
			x = sequence(x, p.expr(true))
		}
	}
	return x
}

// bareBinding reports whether aeon's "x := e" or "x : T := e" starts here.
func (p *parser) bareBinding() bool {
	if p.cur().kind != TokName {
		return false
	}
	if p.peek(1).is(":=") {
		return true
	}
	if !p.peek(1).is(":") {
		return false
	}
	foralls := 0 // each has a comma of its own
	for i := p.index() + 2; ; i++ {
		t := p.tok(i)
		if t.kind == TokOperator && t.close > i {
			i = t.close
			continue
		}
		switch {
		case t.is(":="):
			return true
		case t.kind == TokKeyword && t.val == "forall":
			foralls++
		case t.is(",") && foralls > 0:
			foralls--
		case t.is(","), t.kind == TokEOF, t.kind == TokKeyword && t.val != "true" && t.val != "false",
			t.is(";"), t.kind == TokOperator && closing[t.val], t.is("=>"):
			return false
		}
	}
}

// let parses a chain of bindings and its body, in a loop: plans are long
// chains, and a chain is one node.
func (p *parser) let(tail bool) Expr {
	start := p.cur().start
	l := &Let{}
	for {
		l.Binds = append(l.Binds, p.binding())
		joined, semicolon := p.joint(l.Binds[len(l.Binds)-1], tail)
		if !joined || tail && semicolon && p.cur().kind == TokEOF {
			break // the value of the last binding is the result
		}
		if !(p.at("let") && p.cur().kind == TokKeyword || p.bareBinding()) {
			if startsExpr(p.cur()) || !p.failed[p.cur().start] {
				l.Body = p.letBody()
			} else {
				l.Body = p.bad()
			}
			break
		}
	}
	l.Span = p.from(start)
	return l
}

func (p *parser) letBody() Expr {
	if !startsExpr(p.cur()) {
		p.reportAt(diag.ExpectedLetBody, p.found())
		return p.bad()
	}
	return p.binary(precDollar)
}

// binding parses "let 1 x : T | p := e", up to the end of the value.
func (p *parser) binding() *Binding {
	start := p.cur().start
	b := &Binding{}
	if p.cur().kind == TokKeyword && p.accept("let") {
		b.Keyword = true
	}
	b.Pattern = p.letPattern()
	if p.accept(":") {
		b.Type = p.typ()
		if p.accept("|") {
			b.Pred = p.refinement()
		}
	}
	switch t := p.cur(); {
	case p.accept(":="), p.accept("="):
		if startsExpr(p.cur()) {
			b.Value = p.expr(false)
		} else {
			p.reportAt(diag.ExpectedLetValue, p.found())
			b.Value = p.bad()
		}
	default:
		p.reportAt(diag.ExpectedAssign, p.found()).With(p.span(start, t.start), diag.BindingStartsHere)
		b.Value = p.bad()
		p.skipJunk()
	}
	b.Span = p.from(start)
	return b
}

// refinement parses the predicate of "let x : T | p := e".
func (p *parser) refinement() Expr { return p.expr(false) }

// joint consumes the "in" or ";" after a binding. Where it is missing, the
// chain goes on as if it were there; joined is false only at the end of a
// plan's own body, which needs none.
func (p *parser) joint(b *Binding, tail bool) (joined, semicolon bool) {
	switch t := p.cur(); {
	case t.is("in") && t.kind == TokKeyword:
		p.next()
		return true, false
	case t.is(";"):
		p.next()
		return true, true
	case t.kind == TokEOF && tail:
		return false, false
	}
	dangling := p.broken() && binaryPrec(p.cur()) > 0
	if dangling {
		p.reportAt(diag.OperatorAtMargin, p.cur().val, p.seg.col)
		p.next()
	} else {
		p.missingIn(b)
	}
	if dangling || !startsExpr(p.cur()) {
		p.skipJunk()
		if !p.accept("in") {
			p.accept(";")
		}
	}
	return true, false
}

// missingIn reports a binding that is not closed, where that was forgotten.
func (p *parser) missingIn(b *Binding) {
	t := p.cur()
	if _, bad := b.Value.(*BadExpr); bad && p.failed[t.start] {
		return
	}
	line := p.tok(p.indexAt(b.Span.Start)).line
	name := patternText(b.Pattern)
	var d *diag.Diagnostic
	switch {
	case t.kind == TokEOF:
		d = p.reportAt(diag.LetWithoutBody, name)
	case t.first:
		d = p.reportAt(diag.MissingInLine, name, line)
	default:
		d = p.reportAt(diag.MissingIn, name, p.found())
	}
	head := b.Span
	head.End = max(b.Pattern.Range().End, head.Start)
	d.With(head, diag.BindingStartsHere)
}

// skipJunk skips to where a chain of bindings can go on: "in", ";", the next
// let, or what closes around it.
func (p *parser) skipJunk() {
	for {
		t := p.cur()
		switch {
		case t.kind == TokEOF, t.is(";"), t.kind == TokOperator && closing[t.val] && t.close >= 0,
			t.kind == TokKeyword && (t.val == "in" || t.val == "let" || t.val == "then" || t.val == "else"),
			t.first && startsExpr(t):
			return
		}
		p.skip()
	}
}
