package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// The kinds and modifiers of semantic tokens; a token's number is its place here.
var (
	tokenTypes = []string{
		"namespace", "type", "typeParameter", "parameter", "variable", "property", "enumMember", "function",
		"keyword", "comment", "string", "number", "operator", "decorator",
	}
	tokenModifiers = []string{"declaration", "readonly", "defaultLibrary", "linear"}
)

const (
	tokNamespace = iota
	tokType
	tokTypeParameter
	tokParameter
	tokVariable
	tokProperty
	tokEnumMember
	tokFunction
	tokKeyword
	tokComment
	tokString
	tokNumber
	tokOperator
	tokDecorator
)

const (
	modDeclaration = 1 << iota
	modReadonly
	modDefaultLibrary
	modLinear
)

// token is a semantic token, which may span lines only where its text does.
type token struct {
	span      diag.Span
	kind      uint32
	modifiers uint32
}

// SemanticTokensFull colours a document by what its names stand for.
func (s *Server) SemanticTokensFull(ctx context.Context, p *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	t := s.document(ctx, p.TextDocument)
	if t == nil {
		return nil, nil
	}
	return s.encodeTokens(t.reading.tokens()), nil
}

// SemanticTokensRange colours a part of a document.
func (s *Server) SemanticTokensRange(ctx context.Context, p *protocol.SemanticTokensRangeParams) (*protocol.SemanticTokens, error) {
	t := s.document(ctx, p.TextDocument)
	if t == nil {
		return nil, nil
	}
	at := s.encoding.Span(t.doc.src, p.Range)
	var part []token
	for _, tok := range t.reading.tokens() {
		if tok.span.End > at.Start && tok.span.Start < at.End {
			part = append(part, tok)
		}
	}
	return s.encodeTokens(part), nil
}

// tokens classifies all tokens of a text: names by what they stand for, the rest
// by what they are.
func (r *reading) tokens() []token {
	var out []token
	uses := r.index.Uses()
	decorator := false
	for _, tok := range lang.Tokens(r.File.Source) {
		if tok.Kind == lang.TokEOF || tok.Span.End <= tok.Span.Start {
			continue
		}
		isDecorator := decorator
		decorator = tok.Kind == lang.TokOperator && tok.Text == "@"
		for len(uses) > 0 && uses[0].Span.End <= tok.Span.Start {
			uses = uses[1:]
		}
		switch tok.Kind {
		case lang.TokKeyword:
			out = append(out, token{span: tok.Span, kind: tokKeyword})
		case lang.TokComment:
			out = append(out, token{span: tok.Span, kind: tokComment})
		case lang.TokString:
			out = append(out, token{span: tok.Span, kind: tokString})
		case lang.TokInt, lang.TokFloat:
			out = append(out, token{span: tok.Span, kind: tokNumber})
		case lang.TokOperator:
			if decorator {
				out = append(out, token{span: tok.Span, kind: tokDecorator})
			} else if !brackets[tok.Text] {
				out = append(out, token{span: tok.Span, kind: tokOperator})
			}
		case lang.TokName, lang.TokQualified, lang.TokMethod, lang.TokConstructor:
			switch {
			case isDecorator:
				out = append(out, token{span: tok.Span, kind: tokDecorator})
			case keywordLike[tok.Text]:
				out = append(out, token{span: tok.Span, kind: tokKeyword})
			default:
				for len(uses) > 0 && uses[0].Span.Start < tok.Span.End {
					kind, mods := classify(uses[0])
					out = append(out, token{uses[0].Span, kind, mods})
					uses = uses[1:]
				}
			}
		}
	}
	return out
}

var (
	brackets    = map[string]bool{"(": true, ")": true, "[": true, "]": true, "{": true, "}": true, ",": true, ";": true, ":": true}
	keywordLike = map[string]bool{"native": true, "native_import": true, "uninterpreted": true}
)

// classify says how a name is coloured.
func classify(u core.Use) (kind, modifiers uint32) {
	switch sym := u.Symbol.(type) {
	case *core.Module:
		return tokNamespace, 0
	case *core.TyCon:
		if sym.Span.IsZero() || sym.Module == "" {
			modifiers |= modDefaultLibrary
		}
		if sym.Linear {
			modifiers |= modLinear
		}
		if sym.Span == u.Span {
			modifiers |= modDeclaration
		}
		return tokType, modifiers
	case *core.Global:
		if sym.Span == u.Span {
			modifiers |= modDeclaration
		}
		if sym.Kind == core.BuiltinFn {
			modifiers |= modDefaultLibrary
		}
		switch {
		case sym.Kind == core.MeasureFn:
			return tokProperty, modifiers
		case sym.Kind == core.CtorFn:
			return tokEnumMember, modifiers
		case len(sym.Params) == 0:
			return tokVariable, modifiers | modReadonly
		}
		return tokFunction, modifiers
	case *core.Local:
		if sym.Span == u.Span {
			modifiers |= modDeclaration
		}
		if core.IsLinear(sym.Type) {
			modifiers |= modLinear
		}
		if sym.Declared {
			return tokParameter, modifiers
		}
		return tokVariable, modifiers
	}
	return tokVariable, 0
}

// encodeTokens puts tokens into the protocol's form: five numbers each, places
// relative to the token before. What spans lines is cut at their ends.
func (s *Server) encodeTokens(ts []token) *protocol.SemanticTokens {
	data := make([]uint32, 0, 5*len(ts))
	var line, char uint32
	for _, t := range ts {
		for at := t.span.Start; at < t.span.End; {
			src := t.span.Src
			n := src.LineOf(at)
			end, next := t.span.End, t.span.End
			if n < src.LineCount() && src.LineStart(n+1) < t.span.End {
				next = src.LineStart(n + 1)
				end = next
				for end > at && (src.Text[end-1] == '\n' || src.Text[end-1] == '\r') {
					end--
				}
			}
			if end > at {
				from := s.encoding.Position(src, at)
				if from.Line != line {
					char = 0
				}
				length := uint32(s.encoding.Count(src.Text[at:end]))
				data = append(data, from.Line-line, from.Character-char, length, t.kind, t.modifiers)
				line, char = from.Line, from.Character
			}
			at = next
		}
	}
	return &protocol.SemanticTokens{Data: data}
}
