package repair

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// assignWords start a binding elsewhere.
var assignWords = map[string]bool{"var": true, "const": true, "val": true, "auto": true, "set": true, "mut": true}

// bindings turns "x = e", "var x = e", "a, b = e", "let x <- e" and "let () := e"
// into bindings.
func (s *script) bindings() []edit {
	var out []edit
	for i := range s.toks {
		t := s.toks[i]
		switch {
		case s.is(i, "mut") && s.is(i-1, "let"):
			out = append(out, edit{t.Span.Start, s.tok(i + 1).Span.Start, ""})
			continue
		case assignWords[t.Text] && s.unbound(i) && s.starts(i) && (s.tok(i+1).Kind == lang.TokName || s.is(i+1, "(") || s.is(i+1, "[") || s.is(i+1, "{")):
			out = append(out, replace(t.Span, "let"))
			continue
		case s.is(i, "let") && s.is(i+1, "(") && s.is(i+2, ")"):
			out = append(out, edit{s.tok(i + 1).Span.Start, s.tok(i + 2).Span.End, "_"})
			continue
		case s.is(i, "<") && s.touching(i) && s.is(i+1, "-") && s.afterPattern(i):
			out = append(out, edit{t.Span.Start, s.tok(i + 1).Span.End, ":="})
			continue
		}
		// A pattern, then "=" or ":=", without "let".
		j := s.patternEnd(i)
		if j == i || !s.starts(i) || s.is(i-1, "let") {
			continue
		}
		arrow := s.is(j, "<") && s.touching(j) && s.is(j+1, "-")
		if !s.is(j, "=") && !s.is(j, ":=") && !arrow {
			continue
		}
		bare := false
		for k := i; k < j; k++ {
			bare = bare || s.is(k, ",") && !s.is(i, "(")
		}
		if bare {
			out = append(out, insert(t.Span.Start, "let ("), insert(s.tok(j-1).Span.End, ")"))
		} else {
			out = append(out, insert(t.Span.Start, "let "))
		}
	}
	// let [a, b] := e
	for i := range s.toks {
		if (s.is(i, "let") || assignWords[s.tok(i).Text] && s.unbound(i)) && (s.is(i+1, "[") || s.is(i+1, "{")) {
			if j := s.match(i + 1); s.is(j+1, "=") || s.is(j+1, ":=") {
				out = append(out, replace(s.tok(i+1).Span, "("), replace(s.tok(j).Span, ")"))
			}
		}
	}
	// let a, b := e
	for i := range s.toks {
		if !s.is(i, "let") || s.tok(i+1).Kind != lang.TokName || !s.is(i+2, ",") {
			continue
		}
		j := s.patternEnd(i + 1)
		if s.is(j, "=") || s.is(j, ":=") {
			out = append(out, insert(s.tok(i+1).Span.Start, "("), insert(s.tok(j-1).Span.End, ")"))
		}
	}
	return out
}

// starts reports whether a binding could start at token i.
func (s *script) starts(i int) bool {
	return s.first(i) || s.is(i-1, "in") || s.is(i-1, ";") || s.is(i-1, "then") || s.is(i-1, "else") || s.is(i-1, "=>") ||
		s.is(i-1, "{")
}

// patternEnd is the index after "x", "a, b" or "(a, b)" at i; i where none is.
func (s *script) patternEnd(i int) int {
	if s.is(i, "(") {
		j := s.match(i)
		for k := i + 1; k < j; k++ {
			if s.tok(k).Kind != lang.TokName && !s.is(k, ",") {
				return i
			}
		}
		return min(j+1, len(s.toks))
	}
	j := i
	for s.tok(j).Kind == lang.TokName {
		j++
		if !s.is(j, ",") {
			return j
		}
		j++
	}
	return i
}

func (s *script) afterPattern(i int) bool {
	for j := max(0, i-8); j < i; j++ {
		if s.patternEnd(j) == i && s.is(j-1, "let") {
			return true
		}
	}
	return false
}

// statements binds what stands on a line of its own before the plan's last
// expression, where other languages have statements.
func (s *script) statements() []edit {
	text := s.text
	for range 20 {
		if !s.affords(text) {
			break
		}
		cur := s.view.script(text)
		at := -1
		for _, d := range syntaxErrors(cur.source) {
			i := cur.tokenIndex(d.Span.Start)
			if i > 1 && (cur.first(i) && cur.endsOperand(i-1) || cur.is(i-1, ";") && cur.endsOperand(i-2)) {
				at = i
				break
			}
		}
		if at < 0 {
			break
		}
		// The statement starts at the line before, or where its first line does.
		start := at - 1
		for start > 0 && !(cur.first(start) && cur.column(start) <= cur.column(at)) && !cur.is(start-1, ";") {
			start--
		}
		if cur.is(start, "let") {
			break // a binding that lacks its "in"
		}
		if s := cur.is(start, "in") || cur.is(start, "then") || cur.is(start, "else"); s {
			start++
		}
		pattern := cur.patternFor(start)
		in := insert(cur.tok(at-1).Span.End, " in")
		if cur.is(at-1, ";") {
			in = replace(cur.tok(at-1).Span, " in")
		}
		next, ok := apply(text, []edit{insert(cur.tok(start).Span.Start, "let "+pattern+" := "), in})
		if !ok || len(syntaxErrors(diag.NewSource("", next))) > len(syntaxErrors(cur.source)) {
			break
		}
		text = next
	}
	return rewritten(s.text, text)
}

// patternFor is what binds the result of the call that starts at token i: the
// linear parts of the result take the names of the linear arguments.
func (s *script) patternFor(i int) string {
	g := s.callable(s.tok(i).Text)
	if g == nil {
		return "_"
	}
	names := map[*core.TyCon]string{}
	for k, p := range g.Params {
		c := linearCon(p.Type)
		if t := s.tok(i + 1 + k); c != nil && t.Kind == lang.TokName {
			names[c] = t.Text
		}
	}
	return resultPattern(g.Result, names)
}

// resultPattern binds the parts of a result of type t: the linear ones under the
// given names, the others not at all.
func resultPattern(t core.Type, names map[*core.TyCon]string) string {
	switch u := core.Strip(t).(type) {
	case *core.Con:
		if n := names[u.Con]; n != "" {
			return n
		}
	case *core.Tuple:
		parts := make([]string, len(u.Elems))
		some := false
		for i, e := range u.Elems {
			parts[i] = resultPattern(e.Type, names)
			some = some || parts[i] != "_"
		}
		if some {
			return "(" + strings.Join(parts, ", ") + ")"
		}
	}
	return "_"
}
