package repair

import (
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// Slips of those who write specs.

// typeNames writes the base types with their names.
func (s *script) typeNames() []edit {
	var out []edit
	for i, t := range s.toks {
		to := foreignTypes[t.Text]
		if to == "" || t.Kind != lang.TokName || to == "List" || to == "Maybe" || strings.ToLower(t.Text) != t.Text {
			continue
		}
		if s.is(i-1, ":") || s.is(i-1, "->") || s.is(i-1, "List") || s.is(i-1, "Maybe") {
			out = append(out, replace(t.Span, to))
		}
	}
	return out
}

// typeArguments puts a type with arguments in parentheses, "List Int", and writes
// "List<Int>" and "List[Int]" so.
func (s *script) typeArguments() []edit {
	var out []edit
	for i, t := range s.toks {
		if t.Text != "List" && t.Text != "Maybe" || !(s.is(i-1, ":") || s.is(i-1, "->") || s.is(i-1, "(") && s.is(i-2, ":")) {
			continue
		}
		open := s.tok(i + 1).Text
		switch {
		case open == "<" || open == "[":
			closing := map[string]string{"<": ">", "[": "]"}[open]
			for j := i + 2; j < len(s.toks) && j < i+6; j++ {
				if s.is(j, closing) {
					out = append(out, insert(t.Span.Start, "("), replace(s.tok(i+1).Span, " "), replace(s.tok(j).Span, ")"))
					break
				}
			}
		case s.is(i-1, "("):
		case s.tok(i+1).Kind == lang.TokName:
			out = append(out, insert(t.Span.Start, "("), insert(s.tok(i+1).Span.End, ")"))
		case s.is(i+1, "(") || s.is(i+1, "{"):
			if j := s.match(i + 1); j < len(s.toks) {
				out = append(out, insert(t.Span.Start, "("), insert(s.tok(j).Span.End, ")"))
			}
		}
	}
	return out
}

// linearTypes turns "type linear X" and "linear X" into "linear type X".
func (s *script) linearTypes() []edit {
	var out []edit
	for i := range s.toks {
		switch {
		case s.is(i, "type") && s.is(i+1, "linear") && s.tok(i+2).Kind == lang.TokName:
			out = append(out, edit{s.tok(i).Span.Start, s.tok(i + 1).Span.End, "linear type"})
		case s.is(i, "linear") && s.first(i) && s.tok(i+1).Kind == lang.TokName && !s.is(i+1, "type"):
			out = append(out, replace(s.tok(i).Span, "linear type"))
		}
	}
	return out
}

// measures turns "measure m : T -> Bool" into a definition that is uninterpreted, and adds
// what a measure without a body lacks.
func (s *script) measures() []edit {
	var out []edit
	for i := range s.toks {
		if s.is(i, "measure") && s.first(i) && s.tok(i+1).Kind == lang.TokName && s.is(i+2, ":") {
			out = append(out, replace(s.tok(i).Span, "def"))
			end := s.lineEnd(i)
			if s.tok(i+3).Kind == lang.TokName && s.is(i+4, "->") {
				out = append(out, insert(s.tok(i+3).Span.Start, "(x: "), insert(s.tok(i+3).Span.End, ")"))
			}
			if !s.is(end-1, "uninterpreted") {
				out = append(out, insert(s.tok(end-1).Span.End, " := uninterpreted"))
			}
		}
	}
	return out
}

// head is where the parameters of the definition at token i end: the index after the last
// of them.
func (s *script) head(i int) int {
	j := i + 2
	for s.is(j, "(") && s.match(j) < len(s.toks) {
		j = s.match(j) + 1
	}
	return j
}

// parameters turns "(x: T, y: U)" of a definition into "(x: T) (y: U)".
func (s *script) parameters() []edit {
	var out []edit
	for i := range s.toks {
		if !s.is(i, "def") || s.tok(i+1).Kind != lang.TokName || !s.is(i+2, "(") {
			continue
		}
		for _, p := range s.parts(i+3, s.match(i+2)) {
			if s.is(p[0]-1, ",") && s.is(p[0]+1, ":") {
				out = append(out, edit{s.tok(p[0] - 1).Span.Start, s.tok(p[0]).Span.Start, ") ("})
			}
		}
	}
	return out
}

// results turns "-> T" after the parameters of a definition into ": T".
func (s *script) results() []edit {
	var out []edit
	for i := range s.toks {
		if !s.is(i, "def") || s.tok(i+1).Kind != lang.TokName || !s.is(i+2, "(") {
			continue
		}
		if j := s.head(i); s.is(j, "->") {
			out = append(out, replace(s.tok(j).Span, ":"))
		}
	}
	return out
}

// natives writes "native" before the text of a definition that is a string alone, and
// ":=" before "native".
func (s *script) natives() []edit {
	var out []edit
	for i := range s.toks {
		switch {
		case s.is(i, "native") && s.tok(i+1).Kind == lang.TokString && !s.is(i-1, ":="):
			if s.is(i-1, "=") {
				out = append(out, replace(s.tok(i-1).Span, ":="))
			} else {
				out = append(out, insert(s.tok(i).Span.Start, ":= "))
			}
		case s.tok(i).Kind == lang.TokString && (s.is(i-1, ":=") || s.is(i-1, "=")) && (i+1 >= len(s.toks) || s.is(i+1, "def") || s.is(i+1, "@") || s.is(i+1, "plan")) && s.resultOf(i-1) != "String":
			out = append(out, insert(s.tok(i).Span.Start, "native "))
		}
	}
	return out
}

// resultOf is the type that stands before the body at token i, where it is one word.
func (s *script) resultOf(i int) string {
	if s.is(i-2, ":") {
		return s.tok(i - 1).Text
	}
	return ""
}

// bodies turns the "=" before the body of a definition into ":=".
func (s *script) bodies() []edit {
	var out []edit
	for i := range s.toks {
		if !s.is(i, "def") || s.tok(i+1).Kind != lang.TokName {
			continue
		}
		for j := s.head(i); j < len(s.toks) && !s.is(j, ":=") && !s.is(j, "def"); j++ {
			if s.is(j, "{") || s.is(j, "(") {
				j = s.match(j)
				continue
			}
			if s.is(j, "=") {
				out = append(out, replace(s.tok(j).Span, ":="))
				break
			}
		}
	}
	return out
}
