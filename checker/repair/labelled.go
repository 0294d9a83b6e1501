package repair

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
)

// labels gives arguments that stand side by side with names, "f s ~to:x",
// "f s to=x", "f s (to: x)" and `f s {"to": x}`, in the order of the parameters.
func (s *script) labels() []edit {
	var out []edit
	for i := 0; i < len(s.toks); i++ {
		if t := s.tok(i); t.Kind != lang.TokName && t.Kind != lang.TokQualified && t.Kind != lang.TokMethod {
			continue
		}
		g := s.callable(strings.TrimPrefix(s.tok(i).Text, "."))
		if g == nil || len(g.Params) == 0 {
			continue
		}
		args, end, named := s.sideBySide(i+1, g)
		named = named && s.depth(i) == 0
		for _, a := range args {
			named = named || a.key != ""
		}
		if !named {
			continue
		}
		parts := []string{s.tok(i).Text}
		for _, a := range ordered(g, args) {
			parts = append(parts, wrap(a))
		}
		start, stop := s.span(i, end)
		out = append(out, edit{start, stop, strings.Join(parts, " ")})
		i = end - 1
	}
	return out
}

// depth is how many brackets are open at token i.
func (s *script) depth(i int) int {
	n := 0
	for j := range i {
		switch {
		case s.is(j, "("), s.is(j, "["), s.is(j, "{"):
			n++
		case s.is(j, ")"), s.is(j, "]"), s.is(j, "}"):
			n--
		}
	}
	return n
}

// sideBySide reads the arguments that start at token i; commas tells that there are
// some between them.
func (s *script) sideBySide(i int, g *core.Global) (out []given, end int, commas bool) {
	for i < len(s.toks) && !(s.first(i) && s.column(i) <= s.column(0)) {
		t := s.tok(i)
		switch {
		case t.Text == "~" && s.tok(i+1).Kind == lang.TokName:
			key := s.tok(i + 1).Text
			if !s.is(i+2, ":") {
				out, i = append(out, given{key, key}), i+2
				continue
			}
			j := s.atom(i + 3)
			out, i = append(out, given{key, s.piece(i+3, j)}), j
		case t.Kind == lang.TokName && s.touching(i) && (s.is(i+1, "=") || s.is(i+1, ":")) && s.atom(i+2) > i+2 && (parameterOf(g, t.Text) || s.touching(i+1)):
			j := s.atom(i + 2)
			out, i = append(out, given{t.Text, s.piece(i+2, j)}), j
		case s.is(i, "(") && s.tok(i+1).Kind == lang.TokName && (s.is(i+2, ":") || s.is(i+2, "=") || s.is(i+2, ":=")) && parameterOf(g, s.tok(i+1).Text):
			end := s.match(i)
			if end >= len(s.toks) {
				return nil, i, false
			}
			out, i = append(out, given{s.tok(i + 1).Text, s.piece(i+3, end)}), end+1
		case s.is(i, "{") && s.object(i):
			end := s.match(i)
			if end >= len(s.toks) {
				return nil, i, false
			}
			return append(out, s.entries(i, end)...), end + 1, commas
		default:
			j := s.atom(i)
			if j == i {
				return out, i, commas
			}
			out, i = append(out, given{"", s.piece(i, j)}), j
		}
		if s.is(i, ",") {
			i, commas = i+1, true
		}
	}
	return out, i, commas
}

// atom is the index after the argument that starts at token i: a word, a literal,
// or what stands in brackets; i where none does.
func (s *script) atom(i int) int {
	t := s.tok(i)
	j := i
	switch {
	case t.Kind == lang.TokName && !wordOperators[t.Text], t.Kind == lang.TokQualified, t.Kind == lang.TokConstructor,
		t.Kind == lang.TokInt, t.Kind == lang.TokFloat, t.Kind == lang.TokString, t.Text == "true", t.Text == "false":
		j = i + 1
	case s.is(i, "("), s.is(i, "["):
		if j = s.match(i) + 1; j > len(s.toks) {
			return i
		}
	case s.is(i, "-") && s.touching(i) && (s.tok(i+1).Kind == lang.TokInt || s.tok(i+1).Kind == lang.TokFloat):
		return i + 2
	default:
		return i
	}
	// "f(x)" as an argument.
	if t.Kind == lang.TokName && s.touching(i) && s.is(j, "(") && s.match(j) < len(s.toks) {
		j = s.match(j) + 1
	}
	return j
}

func parameterOf(g *core.Global, name string) bool {
	for _, p := range g.Params {
		if strings.EqualFold(p.Name, name) || likeness(p.Name, name) > 0.5 {
			return true
		}
	}
	return false
}
