package lang

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/aeonc/aeonc/lang/diag"
)

// Parse reads one source. It always returns a File: what could not be parsed
// stands in it as BadDecl, BadType or BadExpr, everything else is there. The
// diagnostics are in source order, and depend on nothing but the text.
func Parse(src *diag.Source) (*File, []*diag.Diagnostic) { return parse(src, nil) }

func parse(src *diag.Source, r *reuse) (*File, []*diag.Diagnostic) {
	s := scan(src)
	file := &File{Source: src, Comments: s.comments}
	if s.notText {
		return file, s.diags
	}
	p := parsers.Get().(*parser)
	defer parsers.Put(p)
	p.start(s)
	p.file(file, cut(s), r)
	diags := s.foreign(diag.Sort(s.diags))
	p.start(nil)
	return file, diags
}

// parsers keeps participle parsers for reuse: each carries the state of the
// parse it is in, so no two goroutines may share one.
var parsers = sync.Pool{New: func() any { return newParser() }}

// parser is the state of one parse. The custom productions below reach it
// through the closures that newParser hands to participle.
type parser struct {
	*scanned
	decls *participle.Parser[declG]
	types *participle.Parser[typeG]

	stream stream
	lex    *lexer.PeekingLexer // where the innermost custom production reads
	seg    segment
	eof    token        // stands for the end of the segment
	failed map[int]bool // places with an error: a second one there says nothing new
	depth  int
}

// These are Expr in other grammatical positions; participle tells custom
// productions apart by type.
type (
	// tailExpr may end in a binding without a body.
	tailExpr interface{ Expr }
	// argExpr is a decorator's argument, which may be named.
	argExpr interface{ Expr }
)

func newParser() *parser {
	p := &parser{}
	options := []participle.Option{
		participle.Lexer(definition{}),
		participle.Elide("Break"),
		participle.ParseTypeWith(func(lex *lexer.PeekingLexer) (Expr, error) {
			defer p.enter(lex)()
			return p.expr(false), nil
		}),
		participle.ParseTypeWith(func(lex *lexer.PeekingLexer) (tailExpr, error) {
			defer p.enter(lex)()
			return p.expr(true), nil
		}),
		participle.ParseTypeWith(func(lex *lexer.PeekingLexer) (argExpr, error) {
			defer p.enter(lex)()
			if p.at(")") {
				return nil, participle.NextMatch
			}
			return p.decoratorArg(), nil
		}),
	}
	p.decls = participle.MustBuild[declG](options...)
	var err error
	if p.types, err = participle.ParserForProduction[typeG](p.decls); err != nil {
		panic(err)
	}
	return p
}

func (p *parser) start(s *scanned) {
	p.scanned, p.lex, p.depth = s, nil, 0
	p.failed = map[int]bool{}
	clear(p.stream.toks) // keep no source alive
	if s != nil {
		for _, d := range s.diags {
			p.failed[d.Span.Start] = true
		}
	}
}

// enter makes lex the place where the parser reads, until the result is called.
func (p *parser) enter(lex *lexer.PeekingLexer) func() {
	old := p.lex
	p.lex = lex
	return func() { p.lex = old }
}

// file parses all segments.
func (p *parser) file(file *File, segs []segment, r *reuse) {
	var mutual *Mutual // whose "end" has not come yet
	unclosed := func(end int) {
		if mutual != nil {
			p.report(mutual.Span.Start, mutual.Span.End, diag.MutualNotClosed)
			mutual.Span.End = end
			mutual = nil
		}
	}
	for _, p.seg = range segs {
		first, last := &p.toks[p.seg.first], &p.toks[p.seg.end-1]
		p.eof = token{kind: TokEOF, start: last.end, end: last.end, line: last.line, close: -1}
		span := p.span(first.start, last.end)
		if file.Body != nil && p.seg.kind != segBody {
			p.report(first.start, first.end, diag.DeclAfterBody)
		}
		switch p.seg.kind {
		case segBody:
			unclosed(first.start)
			file.Body = p.joinBodies(file.Body, p.parseBody(span))
		case segMutual:
			unclosed(first.start)
			mutual = &Mutual{Span: span}
			file.Decls = append(file.Decls, mutual)
			p.trailing(p.seg.first + 1)
		case segEnd:
			if mutual == nil {
				p.report(first.start, first.end, diag.StrayEnd)
			} else {
				mutual.Span.End = first.end
				mutual = nil
			}
			p.trailing(p.seg.first + 1)
		case segForeign:
			unclosed(first.start)
			file.Decls = append(file.Decls, &Foreign{Keyword: Ident{first.val, p.span(first.start, first.end)}, Span: span})
		default:
			d := r.declaration(p, span)
			if def, ok := d.(*Def); ok && mutual != nil {
				mutual.Defs = append(mutual.Defs, def)
				continue
			}
			if _, bad := d.(*BadDecl); !bad {
				unclosed(first.start)
			}
			file.Decls = append(file.Decls, d)
		}
	}
	unclosed(p.toks[len(p.toks)-1].start)
}

// joinBodies keeps both of two bodies in the tree; the second was reported.
func (p *parser) joinBodies(first, second Expr) Expr {
	if first == nil {
		return second
	}
	at := second.Range()
	p.report(at.Start, at.End, diag.TwoBodies)
	return sequence(first, second)
}

func sequence(first, second Expr) Expr {
	bind := &Binding{Pattern: &PatWild{Span: first.Range()}, Value: first, Keyword: true, Span: first.Range()}
	return &Let{Binds: []*Binding{bind}, Body: second, Span: first.Range().Cover(second.Range())}
}

func (p *parser) upgrade() *lexer.PeekingLexer {
	p.stream.load(p.toks, p.seg.first, p.seg.end)
	lex, err := lexer.Upgrade(&p.stream, breakType)
	if err != nil {
		panic(err) // a stream does not fail
	}
	return lex
}

func (p *parser) parseBody(span diag.Span) Expr {
	if p.seg.tooDeep {
		return &BadExpr{Span: span}
	}
	defer p.enter(p.upgrade())()
	return p.planBody()
}

func (p *parser) parseDecl(span diag.Span) Decl {
	if p.seg.tooDeep {
		return &BadDecl{Span: span}
	}
	before := len(p.diags)
	lex := p.upgrade()
	g, err := p.decls.ParseFromLexer(lex, participle.AllowTrailing(true))
	p.lex = lex
	rest := p.index()
	if err != nil {
		// The grammar has no production that fails after its first token.
		p.unexpected(p.index())
		return &BadDecl{Span: span}
	}
	d := p.lowerDecl(g, span)
	if len(p.diags) == before {
		p.trailing(rest)
	}
	return d
}

// trailing reports what stands behind a complete declaration.
func (p *parser) trailing(i int) {
	if i >= p.seg.end {
		return
	}
	t := &p.toks[i]
	switch {
	case t.brk && binaryPrec(t) > 0:
		p.report(t.start, t.end, diag.OperatorAtMargin, t.val, p.seg.col)
	case t.first && (startsExpr(t) || contextual[t.val]):
		p.report(t.start, t.end, diag.StartsTooFarRight, p.seg.col)
	default:
		p.unexpected(i)
	}
}
