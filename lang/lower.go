package lang

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/aeonc/aeonc/lang/diag"
)

// Lowering turns the grammar's structs into the tree, and reports what the
// productions that always match found missing.

func (p *parser) lowerDecl(g *declG, span diag.Span) Decl {
	switch {
	case g.Import != nil:
		return p.lowerImport(g.Import, span)
	case g.Type != nil:
		return p.lowerTypeDecl(g.Type, span)
	case g.Inductive != nil:
		return p.lowerInductive(g.Inductive, span)
	case g.Contract != nil:
		return p.lowerContract(g.Contract, span)
	case g.Example != nil:
		return p.lowerExample(g.Example, span)
	case g.Def != nil:
		return p.lowerDef(g.Def, nil, span)
	case g.Axiom != nil:
		return p.lowerAxiom(g.Axiom, nil, span)
	case g.Decorated != nil:
		return p.lowerDecorated(g.Decorated, span)
	}
	p.unexpected(p.seg.first)
	return &BadDecl{Span: span}
}

// lowerName reports a missing or reserved name. what says where it stands.
func (p *parser) lowerName(n nameG, what string) Ident {
	switch n.Fault {
	case nameMissing:
		p.reportTok(n.Tok, diag.ExpectedName, what, p.describe(p.resolve(n.Tok)))
		at := p.resolve(n.Tok).start
		return Ident{"", p.span(at, at)}
	case nameReserved:
		p.reportTok(n.Tok, diag.ReservedName, n.Tok.Value)
	case nameOperator:
		i := p.indexOf(n.Tok)
		p.report(p.tok(i).start, p.tok(i+2).end, diag.OperatorAsName, p.tok(i+1).val)
		return Ident{"(" + p.tok(i+1).val + ")", p.span(p.tok(i).start, p.tok(i+2).end)}
	}
	if t := p.resolve(n.Tok); n.Fault == nameOK && t.kind == TokName {
		p.literalName(t)
	}
	return p.ident(n.Tok)
}

// lowerBinder is lowerName for names that have no dots.
func (p *parser) lowerBinder(n nameG, what string) Ident {
	id := p.lowerName(n, what)
	if n.Fault == nameOK && p.resolve(n.Tok).kind == TokQualified {
		p.reportTok(n.Tok, diag.DottedName, id.Name)
	}
	return id
}

// wanted reports a token that a need did not find.
func (p *parser) wanted(ok bool, tok lexer.Token, text, where string) {
	if !ok {
		p.reportTok(tok, diag.ExpectedIn, text, where, p.describe(p.resolve(tok)))
	}
}

// closed reports a bracket that a closer did not find.
func (p *parser) closed(ok bool, tok lexer.Token, text string, open lexer.Token) {
	if !ok {
		p.reportTok(tok, diag.ExpectedClosing, text, p.describe(p.resolve(tok))).
			With(p.tokSpan(p.resolve(open)), diag.OpenedHere, p.value(open))
	}
}

func (p *parser) idents(toks []lexer.Token) []Ident {
	var out []Ident
	for _, t := range toks {
		out = append(out, p.ident(t))
	}
	return out
}

func (p *parser) lowerImport(g *importG, span diag.Span) Decl {
	d := &Import{Open: p.value(g.Keyword) == "open", Path: p.lowerName(g.Path, diag.AfterImport), Span: span}
	if g.List != nil {
		d.HasList = true
		for _, n := range g.List.Names {
			d.Names = append(d.Names, p.ident(n.Tok))
		}
		p.closed(g.List.Close.OK, g.List.Close.Tok, ")", g.List.Open)
	}
	return d
}

// typeName checks that a declared type is not written like a type variable.
func (p *parser) typeName(n nameG, what string) Ident {
	id := p.lowerBinder(n, what)
	if c := id.Name; n.Fault == nameOK && !('A' <= c[0] && c[0] <= 'Z') {
		p.reportTok(n.Tok, diag.LowerCaseType, c, strings.ToUpper(c[:1])+c[1:])
	}
	return id
}

func (p *parser) lowerTypeDecl(g *typeDeclG, span diag.Span) Decl {
	d := &TypeDecl{Linear: g.Linear.Value != "", Span: span}
	if g.Type.Value == "" {
		p.reportTok(g.Name.Tok, diag.ExpectedIn, "type", diag.AfterLinear, p.describe(p.resolve(g.Name.Tok)))
		d.Name = p.lowerName(g.Name, diag.AfterType)
	} else {
		d.Name = p.typeName(g.Name, diag.AfterType)
	}
	d.Params = p.idents(g.Params.Toks)
	d.PredVars = p.lowerPredVars(g.PredVars)
	return d
}

func (p *parser) lowerPredVars(gs []*predVarG) []PredVar {
	var out []PredVar
	for _, g := range gs {
		p.wanted(g.Open.OK, g.Open.Tok, "<", diag.InForall)
		v := PredVar{Name: p.lowerBinder(g.Name, diag.InForall)}
		p.wanted(g.Colon.OK, g.Colon.Tok, ":", diag.InForall)
		v.Sort = p.lowerType(g.Sort)
		p.wanted(g.Close.OK, g.Close.Tok, ">", diag.InForall)
		v.Span = v.Name.Span.Cover(v.Sort.Range())
		out = append(out, v)
	}
	return out
}

func (p *parser) lowerInductive(g *inductiveG, span diag.Span) Decl {
	d := &Inductive{Name: p.typeName(g.Name, diag.AfterInductive), Params: p.idents(g.Params.Toks), Span: span}
	d.PredVars = p.lowerPredVars(g.PredVars)
	for _, r := range g.Rules {
		what := diag.OfConstructor
		if p.value(r.Mark) == "+" {
			what = diag.OfMeasure
		}
		sig := &Signature{Name: p.lowerBinder(r.Name, what), Params: p.lowerBinders(r.Params)}
		p.wanted(r.Colon.OK, r.Colon.Tok, ":", diag.BeforeRuleType)
		if sig.Result = p.lowerType(r.Result); r.Rest.Some {
			p.reportTok(r.Rest.Tok, diag.Unexpected, p.describe(p.resolve(r.Rest.Tok)))
		}
		sig.Span = p.covering(r.Tokens)
		if p.value(r.Mark) == "+" {
			d.Measures = append(d.Measures, sig)
		} else {
			d.Ctors = append(d.Ctors, sig)
		}
	}
	return d
}

func (p *parser) lowerContract(g *contractG, span diag.Span) Decl {
	d := &Contract{Params: p.lowerBinders(g.Params), Span: span}
	if g.Name != nil {
		d.Name = p.ident(g.Name.Name)
	}
	if g.Result != nil {
		d.Result = p.lowerType(g.Result)
	}
	return d
}

func (p *parser) lowerExample(g *exampleG, span diag.Span) Decl {
	d := &Example{Accept: p.value(g.Verdict) == "accept", Code: p.value(g.Code), Body: g.Body, Span: span}
	next := p.tok(p.seg.first + 1)
	switch {
	case p.value(g.Verdict) == "":
		p.report(next.start, next.end, diag.ExpectedVerdict, p.describe(next))
	case d.Accept && d.Code != "":
		p.reportTok(g.Code, diag.AcceptHasCode, d.Code)
	case !d.Accept && d.Code == "":
		next = p.tok(p.seg.first + 2)
		p.report(next.start, next.end, diag.ExpectedCode, p.describe(next))
	}
	if g.For != nil {
		d.For = p.lowerBinder(g.For.Name, diag.AfterFor)
	}
	if p.value(g.Title) == "" {
		p.reportTok(g.Assign.Tok, diag.ExpectedTitle, p.describe(p.resolve(g.Assign.Tok)))
	} else {
		d.Title = p.decode(p.resolve(g.Title))
	}
	p.wanted(g.Assign.OK, g.Assign.Tok, ":=", diag.BeforeExample)
	return d
}

func (p *parser) lowerDecorated(g *decoratedG, span diag.Span) Decl {
	decorators := p.lowerDecorators(g.Decorators)
	switch {
	case g.Def != nil:
		return p.lowerDef(g.Def, decorators, span)
	case g.Axiom != nil:
		return p.lowerAxiom(g.Axiom, decorators, span)
	}
	i := p.index()
	p.reportToken(i, diag.DecoratesNothing, p.describe(p.tok(i)))
	return &BadDecl{Span: span}
}

func (p *parser) lowerDecorators(gs []*decoratorG) []*Decorator {
	var out []*Decorator
	for _, d := range gs {
		dec := &Decorator{Name: p.lowerBinder(d.Name, diag.AfterAt), Span: p.covering(d.Tokens)}
		switch {
		case d.Args != nil:
			for _, a := range d.Args.Args {
				dec.Args = append(dec.Args, a)
			}
			p.closed(d.Args.Close.OK, d.Args.Close.Tok, ")", d.Args.Open)
		case p.value(d.Text) != "":
			t := p.resolve(d.Text)
			dec.Args = append(dec.Args, &StringLit{Value: p.decode(t), Span: p.span(t.start, t.end)})
		}
		out = append(out, dec)
	}
	return out
}

func (p *parser) lowerAxiom(g *axiomG, decorators []*Decorator, span diag.Span) Decl {
	d := &Axiom{Decorators: decorators, Name: p.lowerName(g.Name, diag.AfterAxiom), Span: span}
	p.wanted(g.Colon.OK, g.Colon.Tok, ":", diag.AfterAxiomName)
	d.Type = p.lowerType(g.Type)
	return d
}

func (p *parser) lowerDef(g *defG, decorators []*Decorator, span diag.Span) *Def {
	d := &Def{Decorators: decorators, Doc: p.doc(p.indexOf(g.Keyword)), Span: span}
	d.Name, d.Params = p.lowerName(g.Name, diag.AfterDef), p.lowerBinders(g.Params)
	if g.Result != nil {
		d.Result = p.lowerType(g.Result)
	}
	if m := g.Metric; m != nil {
		d.HasMetric, d.Decreasing = true, m.Exprs
		p.wanted(m.Open.OK, m.Open.Tok, "[", diag.AfterDecreasing)
		p.closed(m.Close.OK, m.Close.Tok, "]", m.Open.Tok)
	}
	switch {
	case g.Body != nil:
		d.Body = g.Body.Body
		if p.value(g.Body.Assign) == "=" {
			p.reportTok(g.Body.Assign, diag.DefWithEquals)
		} else if g.Result == nil && len(p.diags) == 0 {
			p.reportTok(g.Body.Assign, diag.ExpectedResult)
		}
	case g.Brace != nil:
		d.Body, d.Brace = g.Brace.Body, true
		p.closed(g.Brace.Close.OK, g.Brace.Close.Tok, "}", g.Brace.Open)
	default:
		at := p.resolve(g.At.Tok)
		d.Body = &BadExpr{Span: p.span(at.start, at.start)}
		switch {
		case at.kind == TokName && g.Result == nil && g.Metric == nil:
			p.reportTok(g.At.Tok, diag.BareParameter, at.val)
		case g.Result == nil:
			p.reportTok(g.At.Tok, diag.ExpectedIn, ":", diag.AfterDefName, p.describe(at))
		default:
			p.reportTok(g.At.Tok, diag.ExpectedIn, ":=", diag.BeforeBody, p.describe(at))
		}
	}
	return d
}

// doc joins the comment lines directly above the line of token i and, where
// decorators stand above it, above those.
func (p *parser) doc(i int) string {
	line := p.tok(i).line
	if doc := p.commentsAbove(line); doc != "" {
		return doc
	}
	return p.commentsAbove(p.tok(p.seg.first).line)
}

func (p *parser) commentsAbove(line int) string {
	before := p.src.LineStart(line)
	lo, hi := 0, len(p.comments)
	for lo < hi {
		if mid := (lo + hi) / 2; p.comments[mid].Span.Start < before {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	var lines []string
	for k := lo - 1; k >= 0; k-- {
		c := p.comments[k]
		pos := c.Span.Pos()
		if line--; pos.Line != line || strings.TrimSpace(p.src.Line(line)[:c.Span.Start-p.lineOffset(line)]) != "" {
			break
		}
		lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(c.Text, "#"), " "))
	}
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}

// lineOffset is where src.Line(line) starts, behind a BOM.
func (p *parser) lineOffset(line int) int {
	at := p.src.LineStart(line)
	if at == 0 && strings.HasPrefix(p.src.Text, "\uFEFF") {
		at = len("\uFEFF")
	}
	return at
}

func (p *parser) lowerBinders(gs []*binderG) []*Param {
	var out []*Param
	for _, g := range gs {
		if g.Param != nil {
			out = append(out, p.lowerParam(g.Param))
		}
	}
	return out
}

func (p *parser) lowerParam(g *paramG) *Param {
	param := &Param{Decorators: p.lowerDecorators(g.Notes), Mult: multiplicityOf(p.value(g.Mult)), Name: p.lowerBinder(g.Name, diag.OfParameter), Span: p.covering(g.Tokens)}
	p.wanted(g.Colon.OK, g.Colon.Tok, ":", diag.AfterParamName)
	param.Type = p.lowerType(g.Type)
	if g.Pred != nil {
		param.Pred = g.Pred.Pred
	}
	p.closed(g.Close.OK, g.Close.Tok, ")", g.Open)
	return param
}
