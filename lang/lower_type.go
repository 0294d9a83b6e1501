package lang

import (
	"github.com/aeonc/aeonc/lang/diag"
)

// lowerType lowers a type that stands where no group allows it to be applied
// without parentheses.
func (p *parser) lowerType(g *typeG) Type {
	if g == nil {
		at := p.cur()
		return &BadType{Span: p.span(at.start, at.start)}
	}
	return p.lowerOpenType(g)
}

// lowerOpenType lowers foralls, the operand, and the arrow behind it.
func (p *parser) lowerOpenType(g *typeG) Type {
	if len(g.Foralls) > 0 {
		rest := *g
		rest.Foralls = g.Foralls[1:]
		return p.lowerForall(g.Foralls[0], &rest)
	}
	if g.Operand == nil {
		t := p.resolve(g.At.Tok)
		p.reportTok(g.At.Tok, diag.ExpectedType, p.describe(t))
		return p.arrow(nil, &BadType{Span: p.span(t.start, t.start)}, g.Arrow)
	}
	if grp := g.Operand.Group; grp != nil && len(g.Args) == 0 {
		return p.lowerGroup(grp, g.Arrow)
	}
	head := p.lowerOperand(g.Operand)
	if len(g.Args) > 0 {
		head = p.applied(head, p.lowerArgs(g.Args), true)
	}
	return p.arrow(nil, head, g.Arrow)
}

func (p *parser) lowerForall(f *forallG, rest *typeG) Type {
	start := p.resolve(f.Keyword).start
	var whole func(Type) Type
	switch {
	case f.Pred != nil:
		v := PredVar{Name: p.lowerBinder(f.Pred.Name, diag.InForall)}
		p.wanted(f.Pred.Colon.OK, f.Pred.Colon.Tok, ":", diag.InForall)
		v.Sort = p.lowerOpenType(f.Pred.Sort)
		p.wanted(f.Pred.Close.OK, f.Pred.Close.Tok, ">", diag.InForall)
		v.Span = v.Name.Span.Cover(v.Sort.Range())
		whole = func(body Type) Type {
			return &TypeForallPred{Pred: v, Body: body, Span: p.span(start, body.Range().End)}
		}
	case f.Var != nil:
		p.wanted(f.Var.Colon.OK, f.Var.Colon.Tok, ":", diag.InForallType)
		t := &TypeForall{Var: p.ident(f.Var.Name)}
		if p.value(f.Var.Kind) != "" {
			t.Kind = p.ident(f.Var.Kind)
		} else if f.Var.Colon.OK {
			p.reportTok(f.Comma.Tok, diag.ExpectedKind, p.describe(p.resolve(f.Comma.Tok)))
		}
		whole = func(body Type) Type {
			t.Body, t.Span = body, p.span(start, body.Range().End)
			return t
		}
	default:
		p.reportTok(f.Comma.Tok, diag.ExpectedForall, p.describe(p.resolve(f.Comma.Tok)))
		whole = func(body Type) Type { return body }
	}
	p.wanted(f.Comma.OK, f.Comma.Tok, ",", diag.AfterForall)
	return whole(p.lowerOpenType(rest))
}

// arrow makes "from -> to" if there is an arrow. param is set where from was
// written with a name, a multiplicity or a predicate.
func (p *parser) arrow(param *Param, from Type, to *typeG) Type {
	if to == nil {
		return from
	}
	if param == nil {
		param = &Param{Type: from, Span: from.Range()}
	}
	result := p.lowerOpenType(to)
	return &TypeFun{Param: param, Result: result, Span: p.span(param.Span.Start, max(result.Range().End, param.Span.End))}
}

func (p *parser) lowerOperand(g *operandG) Type {
	switch {
	case g.Refined != nil:
		return p.lowerRefined(g.Refined)
	case g.Group != nil:
		return p.lowerGroup(g.Group, nil)
	}
	return p.lowerBase(g.Base)
}

func (p *parser) lowerArgs(gs []*argG) []Type {
	var out []Type
	for _, g := range gs {
		out = append(out, p.lowerOperand(&operandG{Group: g.Group, Base: g.Base}))
	}
	return out
}

func (p *parser) lowerBase(g *baseG) Type {
	name := p.ident(g.Name)
	if g.Angle == nil {
		return &TypeName{Name: name}
	}
	t := &TypeApp{Name: name, Span: name.Span}
	p.wanted(g.Angle.Close.OK, g.Angle.Close.Tok, ">", diag.InAngle)
	if p.value(g.Angle.Pred) != "" {
		t.Pred = &Var{Name: p.ident(g.Angle.Pred)}
	} else {
		p.reportTok(g.Angle.Close.Tok, diag.ExpectedName, diag.InAngle, p.describe(p.resolve(g.Angle.Close.Tok)))
	}
	end := p.resolve(g.Angle.Close.Tok)
	if g.Angle.Close.OK {
		t.Span.End = end.end
	}
	return t
}

func (p *parser) lowerRefined(g *refinedG) Type {
	t := &TypeRefined{Name: p.lowerBinder(g.Name, diag.OfRefined), Span: p.covering(g.Tokens), Pred: g.Pred}
	p.wanted(g.Colon.OK, g.Colon.Tok, ":", diag.AfterRefinedName)
	t.Base = p.lowerOpenType(g.Base)
	p.wanted(g.Bar.OK, g.Bar.Tok, "|", diag.BeforePredicate)
	p.closed(g.Close.OK, g.Close.Tok, "}", g.Open)
	return t
}

// applied applies a type constructor. bare says that the parentheses around
// the whole are missing.
func (p *parser) applied(head Type, args []Type, bare bool) Type {
	span := head.Range().Cover(args[len(args)-1].Range())
	name, ok := head.(*TypeName)
	if !ok {
		at := args[0].Range()
		p.report(at.Start, at.End, diag.NotATypeConstructor, brief(head.Range().Text()))
		return &BadType{Span: span}
	}
	if bare {
		at := args[0].Range()
		p.report(at.Start, at.End, diag.BareTypeArgument, brief(span.Text()))
	}
	return &TypeApp{Name: name.Name, Args: args, Span: span}
}

// lowerGroup tells apart what parentheses can mean, given the arrow that
// follows them.
func (p *parser) lowerGroup(g *groupG, arrow *typeG) Type {
	span := p.covering(g.Tokens)
	p.closed(g.Close.OK, g.Close.Tok, ")", g.Open)
	if len(g.Elems) == 1 {
		return p.lowerLoneElem(g.Elems[0], span, arrow)
	}
	tuple := &TypeTuple{Span: span}
	for _, e := range g.Elems {
		tuple.Elems = append(tuple.Elems, p.lowerTupleElem(e))
	}
	return p.arrow(nil, tuple, arrow)
}

// lowerLoneElem lowers "(T)", "(List T)", and the parameter "(1 x:T | p)".
func (p *parser) lowerLoneElem(e *elemG, span diag.Span, arrow *typeG) Type {
	if e.Named == nil && e.Pred == nil && p.value(e.Mult) == "" {
		if e.Head.Operand == nil && len(e.Head.Foralls) == 0 && e.Head.Arrow == nil && len(e.More) == 0 {
			p.report(span.Start, span.End, diag.EmptyType)
			return p.arrow(nil, &BadType{Span: span}, arrow)
		}
		return p.arrow(nil, withSpan(p.elemType(e, false), span), arrow)
	}
	param := &Param{Mult: multiplicityOf(p.value(e.Mult)), Span: span}
	if e.Named != nil {
		param.Name = p.elemName(e)
		param.Type = p.namedType(e)
	} else {
		param.Type = p.elemType(e, true)
		t := e.Pred
		switch {
		case t != nil:
			p.reportTok(t.Bar, diag.UnnamedPredicate)
		default:
			p.reportTok(e.Mult, diag.UnnamedMultiplicity)
		}
	}
	if e.Pred != nil {
		param.Pred = e.Pred.Pred
	}
	if arrow == nil {
		p.report(span.Start, span.End, diag.LoneParameter, brief(span.Text()))
		return &BadType{Span: span}
	}
	return p.arrow(param, param.Type, arrow)
}

func (p *parser) lowerTupleElem(e *elemG) *TupleElem {
	el := &TupleElem{Span: p.covering(e.Tokens)}
	if p.value(e.Mult) != "" {
		p.reportTok(e.Mult, diag.TupleMultiplicity)
	}
	if e.Named != nil {
		el.Name = p.elemName(e)
		el.Type = p.namedType(e)
	} else {
		el.Type = p.elemType(e, true)
	}
	if e.Pred != nil {
		p.reportTok(e.Pred.Bar, diag.TuplePredicate)
	}
	return el
}

// elemName is the name before ":", which the grammar read as a type.
func (p *parser) elemName(e *elemG) Ident {
	h := e.Head
	if len(h.Foralls) == 0 && h.Operand != nil && h.Operand.Base != nil && h.Operand.Base.Angle == nil &&
		len(h.Args)+len(e.More) == 0 && h.Arrow == nil && e.Arrow == nil {
		return p.lowerBinder(nameG{Tok: h.Operand.Base.Name}, diag.OfParameter)
	}
	first := h.At.Tok
	if len(h.Foralls) > 0 {
		first = h.Foralls[0].Keyword
	}
	p.reportTok(first, diag.ExpectedName, diag.OfParameter, p.describe(p.resolve(first)))
	at := p.resolve(first).start
	return Ident{"", p.span(at, at)}
}

// namedType is the type after ":".
func (p *parser) namedType(e *elemG) Type {
	t := p.lowerOpenType(e.Named)
	if len(e.Extra) > 0 {
		var args []Type
		for _, o := range e.Extra {
			args = append(args, p.lowerOperand(o))
		}
		t = p.applied(t, args, true)
	}
	return t
}

// elemType is an element without a name. In a tuple, an application needs
// parentheses of its own.
func (p *parser) elemType(e *elemG, inTuple bool) Type {
	h := *e.Head
	args := p.lowerArgs(h.Args)
	for _, o := range e.More {
		args = append(args, p.lowerOperand(o))
	}
	if len(args) == 0 {
		return p.lowerOpenType(&h)
	}
	h.Args = nil
	if len(h.Foralls) > 0 || h.Arrow != nil || e.Arrow != nil {
		// "(A -> List B)": say it of the application, keep the arrow.
		at := args[0].Range()
		p.report(at.Start, at.End, diag.BareTypeArgument, brief(p.covering(e.Tokens).Text()))
		return &BadType{Span: p.covering(e.Tokens)}
	}
	return p.applied(p.lowerOpenType(&h), args, inTuple)
}

// withSpan widens a type constructor's application to the parentheses that
// belong to it.
func withSpan(t Type, span diag.Span) Type {
	if app, ok := t.(*TypeApp); ok && app.Span.Start > span.Start {
		app.Span = span
	}
	return t
}
