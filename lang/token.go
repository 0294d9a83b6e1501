package lang

import (
	"sort"

	"github.com/aeonc/aeonc/lang/diag"
)

// Kind classifies a token.
type Kind int

// The kinds of tokens. Method and Constructor are both written ".name": a dot
// that touches what stands before it calls a method, any other dot names an
// anonymous constructor.
const (
	TokEOF Kind = iota
	TokName
	TokQualified   // Mod.name
	TokConstructor // .name after a space, a bracket or an operator
	TokMethod      // .name touching an expression
	TokKeyword     // reserved words, and contextual ones where they are keywords
	TokInt
	TokFloat
	TokString
	TokHole     // ?name
	TokOperator // operators and punctuation
	TokInvalid  // a character that starts no token
	TokComment
)

// Token is one token as an editor or a formatter sees it.
type Token struct {
	Kind Kind
	Span diag.Span
	Text string
}

// Tokens splits src into its tokens, comments included, in source order. Faulty
// text yields Invalid tokens; a source that is not text yields none.
func Tokens(src *diag.Source) []Token {
	s := scan(src)
	cut(s)
	out := make([]Token, 0, len(s.toks)+len(s.comments))
	for _, t := range s.toks[:max(len(s.toks)-1, 0)] {
		out = append(out, Token{t.kind, diag.Span{Src: src, Start: t.start, End: t.end}, src.Text[t.start:t.end]})
	}
	for _, c := range s.comments {
		out = append(out, Token{TokComment, c.Span, c.Text})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Span.Start < out[j].Span.Start })
	return out
}

// token is what the parser works on. The last token of a scan is EOF.
type token struct {
	kind       Kind
	val        string // the text; operators by their ASCII spelling
	start, end int    // bytes
	line, col  int    // from 1; columns count code points
	first      bool   // first token of its line
	close      int    // for a matched bracket: index of its partner, else -1
	brk        bool   // a line starts here that continues no application or operator chain
	faulty     bool   // already reported; what follows from it is not
}

// is reports whether t is the operator, keyword or name spelled val.
func (t *token) is(val string) bool { return t.val == val && t.kind != TokString }

// reserved words are never names.
var reserved = map[string]bool{
	"def": true, "axiom": true, "inductive": true, "mutual": true, "let": true, "in": true, "if": true,
	"then": true, "else": true, "match": true, "with": true, "fun": true, "forall": true, "true": true,
	"false": true, "decreasing_by": true,
}

// contextual words are keywords only where a declaration may start.
var contextual = map[string]bool{
	"plan": true, "linear": true, "type": true, "example": true, "open": true, "import": true, "end": true,
}
