package lang

import (
	"github.com/aeonc/aeonc/lang/diag"
)

// letPattern parses what a let binds: a name, "_", a tuple or a constructor in
// parentheses.
func (p *parser) letPattern() Pattern {
	t := p.cur()
	if t.kind == TokQualified || t.kind == TokConstructor {
		p.next()
		p.report(t.start, t.end, diag.BareConstructor, t.val)
		return &PatCtor{Ctor: Ident{t.val, p.tokSpan(t)}, Span: p.tokSpan(t)}
	}
	if pat := p.patternAtom(); pat != nil {
		return pat
	}
	if t.kind == TokKeyword && t.val != "in" && t.val != "let" {
		p.next()
		p.report(t.start, t.end, diag.ReservedName, t.val)
		return &PatVar{Name: Ident{t.val, p.tokSpan(t)}, Span: p.tokSpan(t)}
	}
	p.reportAt(diag.ExpectedPattern, p.found())
	return &PatWild{Span: p.span(t.start, t.start)}
}

// patternAtom parses a pattern that needs no parentheses around it; nil if
// none starts here.
func (p *parser) patternAtom() Pattern {
	t := p.cur()
	span := p.tokSpan(t)
	switch t.kind {
	case TokName, TokInt, TokOperator:
		if m := p.multiplicity(); m != Unwritten {
			n := p.next()
			p.literalName(n)
			if n.val == "_" {
				return &PatWild{Span: p.from(t.start)}
			}
			return &PatVar{Mult: m, Name: Ident{n.val, p.tokSpan(n)}, Span: p.from(t.start)}
		}
		if t.kind == TokName {
			p.next()
			p.literalName(t)
			if t.val == "_" {
				return &PatWild{Span: span}
			}
			return &PatVar{Name: Ident{t.val, span}, Span: span}
		}
		if t.is("(") {
			return p.patternGroup()
		}
	case TokConstructor, TokQualified, TokMethod:
		p.next()
		return &PatCtor{Ctor: Ident{t.val, span}, Span: span}
	}
	return nil
}

// patternGroup parses "(p, q)", "(C p q)" and "(p)".
func (p *parser) patternGroup() Pattern {
	open := p.next()
	if p.at(")") {
		p.next()
		p.report(open.start, p.end(), diag.UnitPattern)
		return &PatWild{Span: p.from(open.start)}
	}
	first := p.groupedPattern()
	if !p.at(",") {
		p.closeBracket(open, ")")
		return first
	}
	elems := []Pattern{first}
	for p.accept(",") {
		elems = append(elems, p.groupedPattern())
	}
	p.closeBracket(open, ")")
	return &PatTuple{Elems: elems, Span: p.from(open.start)}
}

// groupedPattern parses a pattern inside parentheses, where a constructor may
// have arguments.
func (p *parser) groupedPattern() Pattern {
	t, n := p.cur(), p.peek(1)
	named := t.kind == TokName && t.val != "_" && !n.is(",") && !n.is(")") && p.multiplicityAhead() == Unwritten
	if (named || t.kind == TokConstructor || t.kind == TokQualified || t.kind == TokMethod) && startsPattern(n) {
		return p.ctorPattern()
	}
	if pat := p.patternAtom(); pat != nil {
		return pat
	}
	p.reportAt(diag.ExpectedPattern, p.found())
	return &PatWild{Span: p.span(t.start, t.start)}
}

func (p *parser) multiplicityAhead() Multiplicity {
	if p.peek(1).kind != TokName {
		return Unwritten
	}
	return multiplicityOf(p.cur().val)
}

func startsPattern(t *token) bool {
	switch t.kind {
	case TokName, TokQualified, TokConstructor, TokInt:
		return true
	}
	return t.is("(") || t.is("&") || t.kind == TokOperator && t.val == "omega"
}

// ctorPattern parses "C p q".
func (p *parser) ctorPattern() Pattern {
	t := p.next()
	pat := &PatCtor{Ctor: Ident{t.val, p.tokSpan(t)}}
	for startsPattern(p.cur()) {
		arg := p.patternAtom()
		if arg == nil {
			break
		}
		pat.Args = append(pat.Args, arg)
	}
	pat.Span = p.from(t.start)
	return pat
}

// armPattern parses what stands before "=>": a constructor with its arguments,
// or "_".
func (p *parser) armPattern() Pattern {
	t := p.cur()
	switch {
	case t.kind == TokName && t.val == "_" && !startsPattern(p.peek(1)):
		p.next()
		return &PatWild{Span: p.tokSpan(t)}
	case t.kind == TokName && t.val != "_", t.kind == TokQualified, t.kind == TokConstructor, t.kind == TokMethod:
		return p.ctorPattern()
	}
	p.reportAt(diag.ExpectedArmPattern, p.found())
	p.skipArmPattern()
	return &PatWild{Span: p.from(t.start)}
}

func (p *parser) skipArmPattern() {
	for t := p.cur(); t.kind != TokEOF && t.kind != TokKeyword && !t.is("=>") && !t.is("|") &&
		!(t.kind == TokOperator && closing[t.val]); t = p.cur() {
		p.skip()
	}
}

// name consumes a name that must stand here.
func (p *parser) name(m diag.Message) (Ident, bool) {
	t := p.cur()
	switch {
	case t.kind == TokName:
		p.next()
		p.literalName(t)
		return Ident{t.val, p.tokSpan(t)}, true
	case t.kind == TokKeyword:
		p.next()
		p.report(t.start, t.end, diag.ReservedName, t.val)
		return Ident{t.val, p.tokSpan(t)}, true
	}
	p.reportAt(m, p.found())
	return Ident{"", p.span(t.start, t.start)}, false
}

// literals are words that always mean the same in an expression. A variable
// of that name could never be mentioned.
var literals = map[string]bool{"unit": true, "uninterpreted": true, "native": true, "native_import": true}

// literalName reports a binder that could never be mentioned.
func (p *parser) literalName(t *token) {
	if literals[t.val] {
		p.report(t.start, t.end, diag.ReservedName, t.val)
	}
}

// multiplicity consumes the multiplicity before a binder's name, if any.
func (p *parser) multiplicity() Multiplicity {
	t, n := p.cur(), p.peek(1)
	if n.kind != TokName {
		return Unwritten
	}
	m := multiplicityOf(t.val)
	if m == Unwritten || t.kind == TokString {
		return Unwritten
	}
	p.next()
	return m
}

func multiplicityOf(val string) Multiplicity {
	switch val {
	case "1":
		return Linear
	case "0":
		return Erased
	case "&":
		return Borrowed
	case "omega":
		return Omega
	}
	return Unwritten
}

// patternText shows a pattern in a message.
func patternText(pat Pattern) string {
	text := []rune(pat.Range().Text())
	if len(text) > 24 {
		return string(text[:21]) + "…"
	}
	if len(text) == 0 {
		return "_"
	}
	return string(text)
}
