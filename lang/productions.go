package lang

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// This file has the productions that struct tags cannot express, written
// against participle's Parseable interface.

// word is a token that a need or a closer wants.
type word interface{ text() string }

type (
	parenW   struct{}
	squareW  struct{}
	curlyW   struct{}
	bracketW struct{}
	colonW   struct{}
	commaW   struct{}
	barW     struct{}
	lessW    struct{}
	moreW    struct{}
	assignW  struct{}
)

func (parenW) text() string   { return ")" }
func (squareW) text() string  { return "]" }
func (curlyW) text() string   { return "}" }
func (bracketW) text() string { return "[" }
func (colonW) text() string   { return ":" }
func (commaW) text() string   { return "," }
func (barW) text() string     { return "|" }
func (lessW) text() string    { return "<" }
func (moreW) text() string    { return ">" }
func (assignW) text() string  { return ":=" }

// here notes the token that comes next.
type here struct{ Tok lexer.Token }

func (h *here) Parse(lex *lexer.PeekingLexer) error {
	h.Tok = *lex.Peek()
	return nil
}

// need is a token that must come next. It matches without it too.
type need[W word] struct {
	Tok lexer.Token // what was there
	OK  bool
}

func (n *need[W]) Parse(lex *lexer.PeekingLexer) error {
	var w W
	n.Tok = *lex.Peek()
	if n.OK = n.Tok.Value == w.text(); n.OK {
		lex.Next()
	}
	return nil
}

// closer is a closing bracket that must come next. Where it does not, what
// stands before it is skipped, if it comes at all.
type closer[W word] struct {
	Tok lexer.Token
	OK  bool
}

func (c *closer[W]) Parse(lex *lexer.PeekingLexer) error {
	var w W
	c.Tok = *lex.Peek()
	if c.OK = c.Tok.Value == w.text(); c.OK {
		lex.Next()
		return nil
	}
	start := lex.MakeCheckpoint()
	for depth := 0; !lex.Peek().EOF(); lex.Next() {
		v := lex.Peek().Value
		switch {
		case closing[v] && depth > 0:
			depth--
		case v == w.text():
			lex.Next()
			return nil
		case closing[v]:
			lex.LoadCheckpoint(start)
			return nil
		case closers[v] != "":
			depth++
		}
	}
	lex.LoadCheckpoint(start)
	return nil
}

// nameFault says what is wrong with a name.
type nameFault int

const (
	nameOK nameFault = iota
	nameMissing
	nameReserved
	nameOperator
)

// nameG is a name where one must stand.
type nameG struct {
	Tok   lexer.Token
	Fault nameFault
}

func (n *nameG) Parse(lex *lexer.PeekingLexer) error {
	n.Tok = *lex.Peek()
	switch Kind(n.Tok.Type) {
	case TokName, TokQualified:
		lex.Next()
		return nil
	case TokKeyword:
		n.Fault = nameReserved
		lex.Next()
		return nil
	}
	n.Fault = nameMissing
	if n.Tok.Value != "(" {
		return nil
	}
	start := lex.MakeCheckpoint()
	lex.Next()
	if op := lex.Peek(); op.Value == "!" || binaryPrec(&token{kind: Kind(op.Type), val: op.Value}) > 0 {
		lex.Next()
		if lex.Peek().Value == ")" {
			lex.Next()
			n.Fault = nameOperator
			return nil
		}
	}
	lex.LoadCheckpoint(start)
	return nil
}

// namesG is a type's parameters; the layout rule ends them.
type namesG struct{ Toks []lexer.Token }

func (n *namesG) Parse(lex *lexer.PeekingLexer) error {
	for Kind(lex.RawPeek().Type) == TokName {
		n.Toks = append(n.Toks, *lex.Next())
	}
	return nil
}

// sameLine matches, without reading anything, where the layout rule lets a
// declaration go on.
type sameLine struct{}

func (*sameLine) Parse(lex *lexer.PeekingLexer) error {
	if lex.RawPeek().Type == breakType {
		return participle.NextMatch
	}
	return nil
}

// instanceG reads past aeon's "[Eq a]".
type instanceG struct{}

func (*instanceG) Parse(lex *lexer.PeekingLexer) error {
	if lex.Peek().Value != "[" {
		return participle.NextMatch
	}
	lex.Next()
	var c closer[squareW]
	return c.Parse(lex)
}

// restG skips what does not belong to a constructor up to the next one.
type restG struct {
	Tok  lexer.Token // the first token skipped
	Some bool
}

func (r *restG) Parse(lex *lexer.PeekingLexer) error {
	r.Tok = *lex.Peek()
	for t := lex.Peek(); !t.EOF() && t.Value != "|" && t.Value != "+"; t = lex.Peek() {
		lex.Next()
		r.Some = true
	}
	return nil
}
