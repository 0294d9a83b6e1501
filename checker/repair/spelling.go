package repair

import (
	"regexp"
	"strings"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// comments turns lines that start with "//" or "--" into comments.
func (s *script) comments() []edit {
	return s.commentsWhere(func(i int) bool { return s.first(i) })
}

// trailingComments does the same behind code, where "a // b" may also be meant as
// a division.
func (s *script) trailingComments() []edit {
	return s.commentsWhere(func(i int) bool { return !s.touching(i - 1) })
}

func (s *script) commentsWhere(where func(int) bool) []edit {
	var out []edit
	line := 0
	for i := range s.toks {
		at := s.source.Position(s.toks[i].Span.Start).Line
		if at == line || !s.touching(i) || !where(i) {
			continue
		}
		if s.is(i, "/") && s.is(i+1, "/") || s.is(i, "-") && s.is(i+1, "-") {
			out = append(out, edit{s.toks[i].Span.Start, s.toks[i+1].Span.End, "#"})
			line = at
		}
	}
	return out
}

// floorDivision turns "a // b" into "a / b".
func (s *script) floorDivision() []edit {
	var out []edit
	for i := range s.toks {
		if s.is(i, "/") && s.touching(i) && s.is(i+1, "/") && !s.first(i) && s.endsOperand(i-1) && startsOperand(s.tok(i+2)) && !startsOperand(s.tok(i+3)) {
			out = append(out, edit{s.toks[i].Span.Start, s.toks[i+1].Span.End, "/"})
		}
	}
	return out
}

// quotes turns strings in other quotation marks into strings.
func (s *script) quotes() []edit {
	pairs := map[string]string{"'": "'", "“": "”", "‘": "’"}
	var out []edit
	skip := 0
	for _, t := range s.toks {
		if t.Span.Start < skip || t.Kind != lang.TokInvalid {
			continue
		}
		closing, ok := pairs[t.Text]
		if !ok {
			continue
		}
		rest := s.text[t.Span.End:]
		if n := strings.IndexAny(rest, "\r\n"); n >= 0 {
			rest = rest[:n]
		}
		n := closes(rest, closing)
		if n < 0 {
			continue
		}
		body := strings.ReplaceAll(strings.ReplaceAll(rest[:n], `\'`, `'`), `"`, `\"`)
		skip = t.Span.End + n + len(closing)
		out = append(out, edit{t.Span.Start, skip, `"` + body + `"`})
	}
	return out
}

// closes is the place of a closing quotation mark that is not escaped, -1 where
// none is.
func closes(text, mark string) int {
	for at := 0; ; {
		n := strings.Index(text[at:], mark)
		if n < 0 {
			return -1
		}
		if at += n; at == 0 || text[at-1] != '\\' {
			return at
		}
		at += len(mark)
	}
}

// unclosed closes a string that its line does not close: before what looks like
// the rest of the plan, where that reads best.
func (s *script) unclosed() []edit {
	var out []edit
	for _, t := range s.toks {
		if !unclosedString(t) {
			continue
		}
		body := strings.TrimRight(t.Text, " \t\r")
		ends := []int{}
		for _, tail := range []string{" in", ")", "]", ") in", "]) in", "))"} {
			if strings.HasSuffix(body, tail) {
				ends = append(ends, len(body)-len(tail))
			}
		}
		ends = append(ends, len(body))
		best, fewest := 0, -1
		for _, n := range ends {
			at := t.Span.Start + n
			if left := len(syntaxErrors(diag.NewSource("", s.text[:at]+`"`+s.text[at:]))); fewest < 0 || left < fewest {
				best, fewest = at, left
			}
		}
		out = append(out, insert(best, `"`))
	}
	return out
}

var grouped = regexp.MustCompile(`\b\d{1,3}(?:_\d{3})+\b`)

func (s *script) numbers() []edit {
	var out []edit
	for _, t := range s.toks {
		if t.Kind == lang.TokInt && grouped.MatchString(t.Text) {
			out = append(out, replace(t.Span, strings.ReplaceAll(t.Text, "_", "")))
		}
	}
	return out
}

// negatives puts a negative number that is an argument in parentheses: "f -1" is
// a subtraction.
func (s *script) negatives() []edit {
	var out []edit
	for i := range s.toks {
		n := s.tok(i + 1)
		if s.is(i, "-") && s.touching(i) && (n.Kind == lang.TokInt || n.Kind == lang.TokFloat) && s.endsOperand(i-1) && !s.touching(i-1) {
			out = append(out, insert(s.tok(i).Span.Start, "("), insert(n.Span.End, ")"))
		}
	}
	return out
}

func (s *script) equals() []edit {
	var out []edit
	for i := range s.toks {
		start, end := s.tok(i).Span.Start, s.tok(i).Span.End
		longer := s.touching(i) && s.is(i+1, "=")
		if longer {
			end = s.tok(i + 1).Span.End
		}
		switch {
		case s.is(i, "=="):
			out = append(out, edit{start, end, "="})
		case s.is(i, "!=") && longer:
			out = append(out, edit{start, end, "!="})
		case s.is(i, "<") && s.touching(i) && s.is(i+1, ">"):
			out = append(out, edit{start, s.tok(i + 1).Span.End, "!="})
		}
	}
	return out
}

// unequal turns "a /= b" into "a != b"; it may also be meant to divide.
func (s *script) unequal() []edit {
	var out []edit
	for i := range s.toks {
		if s.is(i, "/") && s.touching(i) && s.is(i+1, "=") && s.endsOperand(i-1) && startsOperand(s.tok(i+2)) {
			out = append(out, edit{s.tok(i).Span.Start, s.tok(i + 1).Span.End, "!="})
		}
	}
	return out
}

func (s *script) connectives() []edit {
	var out []edit
	for i := range s.toks {
		t := s.toks[i]
		switch {
		case s.is(i, "and") && s.unbound(i) && s.endsOperand(i-1):
			out = append(out, replace(t.Span, "&&"))
		case s.is(i, "or") && s.unbound(i) && s.endsOperand(i-1):
			out = append(out, replace(t.Span, "||"))
		case (s.is(i, "&") || s.is(i, "|")) && s.touching(i) && s.is(i+1, t.Text):
			out = append(out, edit{t.Span.Start, s.tok(i + 1).Span.End, t.Text + t.Text})
		case s.is(i, "not") && s.unbound(i) && i+1 < len(s.toks):
			j := s.operand(i + 1)
			if j <= i+1 {
				continue
			}
			start := s.tok(i + 1).Span.Start
			simple := j == i+2 || (s.is(i+1, "(") && s.match(i+1) == j-1)
			out = append(out, edit{t.Span.Start, start, "!"})
			if !simple {
				out[len(out)-1].new = "!("
				out = append(out, insert(s.tok(j-1).Span.End, ")"))
			}
		}
	}
	return out
}

// booleans and literals are the words that other languages have for values of
// this one.
var booleans = map[string]string{"True": "true", "False": "false", "TRUE": "true", "FALSE": "false"}

var literals = map[string]string{
	"None": "none", "null": "none", "nil": "none", "undefined": "none", "Nothing": "none",
	"Some": "some", "Just": "some",
}

func (s *script) booleans() []edit { return s.translate(booleans) }

func (s *script) literals() []edit { return s.translate(literals) }

func (s *script) translate(words map[string]string) []edit {
	var out []edit
	for i, t := range s.toks {
		if to := words[t.Text]; to != "" && s.unbound(i) {
			out = append(out, replace(t.Span, to))
		}
	}
	return out
}

// lastReturn leaves out the only "return", where it starts the plan's last
// expression: elsewhere it may be meant to end the plan early.
func (s *script) lastReturn() []edit {
	at := -1
	for i := range s.toks {
		if s.is(i, "return") {
			if at >= 0 {
				return nil
			}
			at = i
		}
		if at >= 0 && i > at && (s.is(i, "let") || s.is(i, "in")) {
			return nil
		}
	}
	if at < 0 || !s.first(at) || s.column(at) > s.column(0) {
		return nil
	}
	return s.dropWord("return")
}

func (s *script) returns() []edit { return s.dropWord("return") }

func (s *script) awaits() []edit { return s.dropWord("await") }

func (s *script) dropWord(word string) []edit {
	var out []edit
	for i := range s.toks {
		if s.is(i, word) && s.unbound(i) && i+1 < len(s.toks) {
			out = append(out, edit{s.toks[i].Span.Start, s.tok(i + 1).Span.Start, ""})
		}
	}
	return out
}
