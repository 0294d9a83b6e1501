package lang

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/aeonc/aeonc/lang/diag"
)

// index is the place of the next token in the token list.
func (p *parser) index() int { return p.stream.raw[p.lex.RawCursor()] }

// tok is the token at i, or the end of the segment.
func (p *parser) tok(i int) *token {
	if i >= p.seg.end {
		return &p.eof
	}
	return &p.toks[i]
}

func (p *parser) cur() *token { return p.tok(p.index()) }

// peek is the k-th token after the next one.
func (p *parser) peek(k int) *token { return p.tok(p.index() + k) }

func (p *parser) at(val string) bool { return p.cur().is(val) }

// next consumes a token.
func (p *parser) next() *token {
	t := p.cur()
	p.lex.Next()
	return t
}

// accept consumes the next token if it is val.
func (p *parser) accept(val string) bool {
	if p.at(val) {
		p.lex.Next()
		return true
	}
	return false
}

// broken reports whether the layout rule ends an application, an operator
// chain or a parameter list here.
func (p *parser) broken() bool { return p.lex.RawPeek().Type == breakType }

// end is where the last consumed token ends.
func (p *parser) end() int {
	if i := p.index(); i > p.seg.first {
		return p.tok(i - 1).end
	}
	return p.tok(p.seg.first).start
}

// from spans from start to the end of the last consumed token.
func (p *parser) from(start int) diag.Span { return p.span(start, max(start, p.end())) }

func (p *parser) tokSpan(t *token) diag.Span { return p.span(t.start, t.end) }

// bad is a node of no width before the next token.
func (p *parser) bad() *BadExpr { return &BadExpr{Span: p.span(p.cur().start, p.cur().start)} }

// maxFaults bounds the errors of one file: nobody reads more, and a hostile
// file has one per character.
const maxFaults = 200

// report adds an error, unless one was reported at the same place.
func (p *parser) report(start, end int, m diag.Message, args ...any) *diag.Diagnostic {
	if p.failed[start] || len(p.diags) >= maxFaults {
		return diag.New(p.span(start, end), m, args...)
	}
	p.failed[start] = true
	return p.scanned.report(start, end, m, args...)
}

// reportAt reports at the next token.
func (p *parser) reportAt(m diag.Message, args ...any) *diag.Diagnostic {
	return p.reportToken(p.index(), m, args...)
}

// expected reports that what was wanted is not the next token.
func (p *parser) expected(what string) *diag.Diagnostic {
	return p.reportAt(diag.ExpectedFound, what, p.found())
}

// unexpected reports token i.
func (p *parser) unexpected(i int) {
	p.reportToken(i, diag.Unexpected, p.describe(p.tok(i)))
}

func (p *parser) found() string { return p.describe(p.cur()) }

// describe names a token for a message.
func (p *parser) describe(t *token) string {
	switch {
	case t.kind == TokEOF && p.toks[p.seg.end].kind == TokEOF:
		return diag.EndOfFile
	case t.kind == TokEOF && p.toks[p.seg.end].val == ";":
		return "`;`"
	case t.kind == TokEOF:
		return fmt.Sprintf(diag.NextDecl, p.toks[p.seg.end].val)
	case t.kind == TokString && len(t.val) > 24:
		return diag.AString
	}
	return "`" + strings.ReplaceAll(brief(p.src.Text[t.start:t.end]), "`", "'") + "`"
}

// brief shortens source text that a message quotes.
func brief(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	n := most
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}

// reportTok reports at a token of participle's.
func (p *parser) reportTok(t lexer.Token, m diag.Message, args ...any) *diag.Diagnostic {
	return p.reportToken(p.indexOf(t), m, args...)
}

// reportToken reports at token i, unless the token before it was already
// faulty: this is then most likely a consequence.
func (p *parser) reportToken(i int, m diag.Message, args ...any) *diag.Diagnostic {
	t := p.tok(i)
	if i > p.seg.first {
		if before := p.tok(i - 1); before.faulty || p.failed[before.start] {
			return diag.New(p.span(t.start, t.end), m, args...)
		}
	}
	return p.report(t.start, t.end, m, args...)
}

// indexOf finds the token that a participle token stands for.
func (p *parser) indexOf(t lexer.Token) int {
	if t.EOF() {
		return p.seg.end
	}
	return p.indexAt(t.Pos.Offset)
}

// indexAt finds the token of this segment that starts at or after offset.
func (p *parser) indexAt(offset int) int {
	lo, hi := p.seg.first, p.seg.end
	for lo < hi {
		mid := (lo + hi) / 2
		if p.toks[mid].start < offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

func (p *parser) resolve(t lexer.Token) *token { return p.tok(p.indexOf(t)) }

func (p *parser) ident(t lexer.Token) Ident {
	u := p.resolve(t)
	return Ident{Name: u.val, Span: p.tokSpan(u)}
}

// value is the text of a captured token, "" if none was. Where the layout rule
// put a break before the token, the break is what participle captured.
func (p *parser) value(t lexer.Token) string {
	if t.Value == "" {
		return ""
	}
	return p.resolve(t).val
}

// covering spans the tokens of a production, breaks left out.
func (p *parser) covering(toks []lexer.Token) diag.Span {
	for len(toks) > 0 && toks[len(toks)-1].Type == breakType {
		toks = toks[:len(toks)-1]
	}
	for len(toks) > 0 && toks[0].Type == breakType {
		toks = toks[1:]
	}
	if len(toks) == 0 {
		return p.span(p.eof.start, p.eof.start)
	}
	return p.span(toks[0].Pos.Offset, p.resolve(toks[len(toks)-1]).end)
}
