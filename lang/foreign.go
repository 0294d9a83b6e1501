package lang

import (
	"fmt"
	"sort"
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
)

// foreign adds to each syntax error what is written here for the syntax of other
// languages that seems to stand there: a writer who knows those meets a note that
// speaks of what was meant, not of the token that was not expected. Errors that only
// follow from another are dropped; one is always left.
func (s *scanned) foreign(diags []*diag.Diagnostic) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	quoted := 0 // the line whose quotation marks are told of
	comment, fence, braces, lists := false, false, false, false
	for _, d := range diags {
		out = append(out, d)
		if d.Code != "AE101" || d.Span.Src != s.src || len(d.Notes) > 0 {
			continue
		}
		i := sort.Search(len(s.toks), func(i int) bool { return s.toks[i].end > d.Span.Start })
		if i == len(s.toks) {
			continue
		}
		note := s.meant(i)
		if note == "" {
			note = s.meantBefore(i, d)
		}
		line := d.Span.Pos().Line
		switch {
		case note == "" && (comment || fence) && d.Message == diag.TwoBodies.Text,
			note == "" && lists && follows(d, diag.Unexpected),
			note == "" && braces && follows(d, diag.ExpectedThen, diag.ExpectedElse, diag.ExpectedWith, diag.Unexpected):
			out = out[:len(out)-1] // what was meant as a comment is no body
			continue
		case note == "":
			continue
		case note == diag.QuoteDouble && quoted == line,
			note == diag.NoFence && fence, note == diag.CommentIsHash && comment, note == diag.ListPatterns && lists,
			braces && (note == diag.NoBraces || follows(d, diag.ExpectedThen, diag.ExpectedElse, diag.ExpectedWith)):
			out = out[:len(out)-1] // the other end of the same
			continue
		case note == diag.QuoteDouble:
			quoted = line
		case note == diag.CommentIsHash:
			comment = true
		case note == diag.NoFence:
			fence = true
		case note == diag.NoBraces:
			braces = true
		case note == diag.ListPatterns:
			lists = true
		}
		d.Note("%s", note)
	}
	return out
}

// follows reports whether an error is one of those that follow from another.
func follows(d *diag.Diagnostic, ms ...diag.Message) bool {
	for _, m := range ms {
		start, _, _ := strings.Cut(m.Text, "%s")
		if strings.HasPrefix(d.Message, start) {
			return true
		}
	}
	return false
}

// meantBefore is the note on an error that the text before token i explains.
func (s *scanned) meantBefore(i int, d *diag.Diagnostic) string {
	if d.Message != diag.TwoBodies.Text {
		return ""
	}
	// What stands at the start of the line before: a comment, or a binding as other
	// languages write it.
	for j := i - 1; j >= 0; j-- {
		t := &s.toks[j]
		if !t.first || j+1 >= len(s.toks) {
			continue
		}
		next := &s.toks[j+1]
		switch {
		case t.is("-") && next.is("-") && t.end == next.start:
			return diag.CommentIsHash
		case t.kind == TokName && next.is("="):
			return fmt.Sprintf(diag.BindWithLet, t.val, t.val)
		}
		break
	}
	return ""
}

// maxLookBack bounds how far back the word is looked for that an error follows
// from.
const maxLookBack = 40

// meant is the note on an error at token i, "" where nothing is recognised.
func (s *scanned) meant(i int) string {
	is := func(j int, val string) bool { return j >= 0 && j < len(s.toks) && s.toks[j].is(val) }
	touching := func(j int) bool { return j >= 0 && j+1 < len(s.toks) && s.toks[j].end == s.toks[j+1].start }
	text := s.src.Text[s.toks[i].start:s.toks[i].end]
	switch {
	case text == "`" && strings.Contains(s.src.Text, "```"):
		return diag.NoFence
	case text == "'" || text == "‘" || text == "“" || text == "`":
		return diag.QuoteDouble
	case is(i, "*") && is(i-1, "(") && touching(i-1), is(i, ")") && is(i-1, "*") && touching(i-1):
		return diag.CommentIsHash
	case is(i, "|") && touching(i) && is(i+1, ">"):
		return diag.NoPipe
	case is(i, ",") && is(i-2, "let"):
		return diag.TupleInBrackets
	case is(i, ".") && i+1 < len(s.toks) && s.toks[i+1].kind == TokInt:
		return diag.NoFields
	case (is(i, "[") || is(i, ":") && touching(i) && is(i+1, ":")) && s.after(i, "with"):
		return diag.ListPatterns
	case is(i, "=>") && i > 0 && (s.toks[i-1].kind == TokName || is(i-1, ")")) && !s.after(i, "with") && !s.after(i, "|"):
		return diag.WriteFun
	case is(i, "/") && touching(i) && is(i+1, "/"), is(i, "-") && touching(i) && is(i+1, "-"):
		return diag.CommentIsHash
	case is(i, "&"):
		return diag.WriteAnd
	}
	switch word := s.wordBefore(i); {
	case is(i, "?") || is(i, ":") && s.after(i, "?"):
		return diag.NoTernary
	case word == "for" || word == "while":
		return diag.NoFor
	case word == "lambda" && is(i, ":"):
		return diag.WriteFun
	case is(i, "->") && s.after(i, "fun"):
		return diag.WriteFatArrow
	case word == "elif" && (is(i, "then") || is(i, "else") || is(i, ":")):
		return diag.WriteElseIf
	case is(i, ":"):
		return diag.NoColons
	case is(i, "{") && i+2 < len(s.toks) && s.toks[i+1].kind == TokString && is(i+2, ":"),
		is(i, "{") && i+2 < len(s.toks) && s.toks[i+1].kind == TokName && is(i+2, ":"), is(i, "{") && is(i+1, "}"):
		return diag.NoDictionaries
	case is(i, "{") || is(i, "}"):
		return diag.NoBraces
	}
	return ""
}

// wordBefore is the last of some foreign words before token i in the same
// declaration, "" where there is none.
func (s *scanned) wordBefore(i int) string {
	for j := i; j >= 0 && i-j < maxLookBack; j-- {
		switch t := &s.toks[j]; {
		case t.is("let") || t.is("in") && j < i || t.is("def"):
			return ""
		case t.kind == TokName && (t.val == "for" || t.val == "while" || t.val == "lambda" || t.val == "elif"):
			return t.val
		}
	}
	return ""
}

// after reports whether val stands before token i, with no binding between them.
func (s *scanned) after(i int, val string) bool {
	for j := i - 1; j >= 0 && i-j < maxLookBack; j-- {
		switch t := &s.toks[j]; {
		case t.is(val):
			return true
		case t.is("let") || t.is("in") || t.is("def"):
			return false
		}
	}
	return false
}
