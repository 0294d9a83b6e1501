package lang

import (
	"io"
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/aeonc/aeonc/lang/diag"
)

// breakType is the type of the token that stands before a line which, by the
// layout rule, continues no application, operator chain or parameter list.
// Participle elides it, so the struct-tag grammar never sees it; the
// productions that care look for it with RawPeek.
const breakType = lexer.TokenType(TokComment) + 1

// breakValue is no token's text. Participle captures an elided token together
// with the one behind it, so a break must have a value to be told from a token
// that is absent, and the place of the token that it stands before.
const breakValue = "\n"

// definition is the hand-written lexer as participle knows it.
type definition struct{}

func (definition) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Name": lexer.TokenType(TokName), "Qualified": lexer.TokenType(TokQualified),
		"Constructor": lexer.TokenType(TokConstructor), "Method": lexer.TokenType(TokMethod),
		"Keyword": lexer.TokenType(TokKeyword), "Int": lexer.TokenType(TokInt), "Float": lexer.TokenType(TokFloat),
		"String": lexer.TokenType(TokString), "Hole": lexer.TokenType(TokHole), "Operator": lexer.TokenType(TokOperator),
		"Invalid": lexer.TokenType(TokInvalid), "Break": breakType,
	}
}

func (definition) Lex(filename string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	s := scan(diag.NewSource(filename, string(text)))
	cut(s)
	l := &stream{}
	l.load(s.toks, 0, len(s.toks)-1)
	return l, nil
}

// stream feeds participle the tokens of one segment.
type stream struct {
	toks []lexer.Token
	raw  []int // for each of toks, the index of the token it is or stands before
	pos  int
}

// load fills the stream with all[first:end], breaks and an EOF.
func (l *stream) load(all []token, first, end int) {
	l.toks, l.raw, l.pos = slices.Grow(l.toks[:0], 2*(end-first)+1), slices.Grow(l.raw[:0], 2*(end-first)+1), 0
	for i := first; i < end; i++ {
		t := &all[i]
		pos := lexer.Position{Offset: t.start, Line: t.line, Column: t.col}
		if t.brk {
			l.toks = append(l.toks, lexer.Token{Type: breakType, Value: breakValue, Pos: pos})
			l.raw = append(l.raw, i)
		}
		l.toks = append(l.toks, lexer.Token{Type: lexer.TokenType(t.kind), Value: t.val, Pos: pos})
		l.raw = append(l.raw, i)
	}
	eof := lexer.Position{Offset: all[end].start, Line: all[end].line, Column: all[end].col}
	if end > first {
		eof.Offset = all[end-1].end
	}
	l.toks = append(l.toks, lexer.EOFToken(eof))
	l.raw = append(l.raw, end)
}

// Next implements lexer.Lexer.
func (l *stream) Next() (lexer.Token, error) {
	t := l.toks[l.pos]
	if l.pos < len(l.toks)-1 {
		l.pos++
	}
	return t, nil
}
