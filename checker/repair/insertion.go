package repair

import (
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// rewritten is the change of a whole text as edits.
func rewritten(old, text string) []edit {
	var out []edit
	for _, e := range difference(diag.NewSource("", old), text) {
		out = append(out, edit{e.Span.Start, e.Span.End, e.New})
	}
	return out
}

func syntaxErrors(src *diag.Source) []*diag.Diagnostic {
	_, ds := lang.Parse(src)
	var out []*diag.Diagnostic
	for _, d := range ds {
		if d.Severity == diag.Error {
			out = append(out, d)
		}
	}
	return out
}

// missingIn adds "in" before the lines that the parser stumbles over, as long as
// that leaves it less to stumble over.
func (s *script) missingIn() []edit {
	return s.added(" in", func(cur *script, i int) []int {
		if cur.first(i) {
			return []int{i - 1}
		}
		return nil
	})
}

// missingInside adds "in" at the end of a line further up, too.
func (s *script) missingInside() []edit { return s.added(" in", (*script).before) }

// splitCalls adds "in" before a call that starts on the line of the binding before
// it, where that has its arguments: "let s := f s x g s".
func (s *script) splitCalls() []edit {
	var out []edit
	for i := range s.toks {
		g := s.callable(s.tok(i).Text)
		if g == nil || len(g.Params) == 0 || !s.is(i-1, ":=") && !s.is(i-1, "=") {
			continue
		}
		j := i + 1
		for n := 0; n < len(g.Params) && s.atom(j) > j; n++ {
			j = s.atom(j)
		}
		if next := s.callable(s.tok(j).Text); next != nil && len(next.Params) > 0 && s.tok(j).Kind == lang.TokName && !s.first(j) && j > i+1 {
			out = append(out, insert(s.tok(j-1).Span.End, " in"))
		}
	}
	return out
}

// brackets adds or removes closing brackets in the same way.
func (s *script) brackets() []edit {
	for _, b := range []string{")", "]"} {
		if es := s.added(b, (*script).before); len(es) > 0 {
			return es
		}
	}
	return s.removed(")", "]", ",", "end")
}

// added inserts a token where that leaves fewer syntax errors; places lists the
// tokens behind which it may be missing where the parser stumbles over one.
func (s *script) added(token string, places func(cur *script, i int) []int) []edit {
	text := s.text
	for range 40 {
		ds := syntaxErrors(diag.NewSource("", text))
		// Most often it is missing at all these places.
		cur := s.view.script(text)
		var all []edit
		for _, d := range ds {
			if i := cur.tokenIndex(d.Span.Start); i > 0 {
				for _, k := range places(cur, i)[:min(1, len(places(cur, i)))] {
					all = append(all, insert(cur.tok(k).Span.End, token))
				}
			}
		}
		if try, ok := apply(text, all); ok && len(all) > 1 && s.affords(text) && len(syntaxErrors(diag.NewSource("", try))) <= len(ds)-len(all) {
			text = try
			continue
		}
		next := ""
		for _, d := range ds {
			if !s.affords(text) {
				break
			}
			i := cur.tokenIndex(d.Span.Start)
			if i == 0 {
				continue
			}
			for _, k := range places(cur, i) {
				at := cur.tok(k).Span.End
				try := text[:at] + token + text[at:]
				if better(ds, syntaxErrors(diag.NewSource("", try)), len(token)) {
					next = try
					break
				}
			}
			if next != "" {
				break
			}
		}
		if next == "" {
			break
		}
		text = next
	}
	return rewritten(s.text, text)
}

// maxParsed bounds the bytes that are parsed in search of missing tokens.
const maxParsed = 4_000_000

// affords reports whether a text may be parsed once more.
func (s *script) affords(text string) bool {
	s.view.parsed += len(text)
	return s.view.parsed <= maxParsed && !s.view.late()
}

// before lists the tokens behind which something may be missing where the parser
// stumbles over token i: the one before it, and those that end a line before it.
func (s *script) before(i int) []int {
	out := []int{i - 1}
	for k := i - 1; k > 0 && len(out) < 6; k-- {
		if s.first(k) {
			out = append(out, k-1)
		}
		if s.is(k, "let") || s.is(k, "in") {
			break
		}
	}
	return out
}

// better reports whether a text has fewer syntax errors than another, or as
// many, but the first of them later.
func better(before, after []*diag.Diagnostic, shift int) bool {
	if len(after) != len(before) {
		return len(after) < len(before)
	}
	return len(after) > 0 && after[0].Span.Start > before[0].Span.Start+shift
}

// removed deletes the first of the given tokens at which the parser stumbles.
func (s *script) removed(tokens ...string) []edit {
	ds := syntaxErrors(s.source)
	for _, d := range ds {
		i := s.tokenIndex(d.Span.Start)
		for _, k := range []int{i, i - 1} {
			for _, t := range tokens {
				if !s.is(k, t) {
					continue
				}
				span := s.tok(k).Span
				try := s.text[:span.Start] + s.text[span.End:]
				if len(syntaxErrors(diag.NewSource("", try))) < len(ds) {
					return []edit{{span.Start, span.End, ""}}
				}
			}
		}
	}
	return nil
}

// lastIn removes an "in" that nothing follows.
func (s *script) lastIn() []edit {
	if n := len(s.toks); n > 1 && s.is(n-1, "in") {
		return []edit{{s.toks[n-2].Span.End, s.toks[n-1].Span.End, ""}}
	}
	return nil
}
