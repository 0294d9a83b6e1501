package repair

import "github.com/aeonc/aeonc/lang"

// header leaves out "plan (1 s: Session) :=" or "def main (s: Session) :=" in
// front of what is a plan's body.
func (s *script) header() []edit {
	i := 0
	for s.is(i, "open") || s.is(i, "import") {
		line := s.source.Position(s.tok(i).Span.Start).Line
		for i < len(s.toks) && s.source.Position(s.tok(i).Span.Start).Line == line {
			i++
		}
	}
	from := i
	for s.is(i, "async") || s.is(i, "export") || s.is(i, "default") {
		i++
	}
	if s.is(i, "function") || s.is(i, "fn") || s.is(i, "func") {
		j := i + 1
		for j < len(s.toks) && !s.is(j, "{") {
			if s.is(j, "(") {
				j = s.match(j)
			}
			j++
		}
		if end := s.match(j); end == len(s.toks)-1 && j+1 < end {
			return []edit{{s.tok(from).Span.Start, s.tok(j + 1).Span.Start, ""}, replace(s.tok(end).Span, "")}
		}
		return nil
	}
	if !s.is(i, "plan") && !s.is(i, "def") {
		return nil
	}
	for j := i + 1; j < len(s.toks); j++ {
		switch {
		case s.is(j, "def"):
			return nil
		case s.is(j, "("), s.is(j, "{"):
			j = s.match(j)
		case s.is(j, ":="), s.is(j, "="), s.is(j, ":") && s.first(j+1):
			// A helper is followed by the body; what is left of a header is all.
			if s.is(i, "def") && s.File.Body != nil && s.blockEnd(j+1, from) < len(s.toks) {
				return nil
			}
			return []edit{{s.tok(from).Span.Start, s.tok(j + 1).Span.Start, ""}}
		}
	}
	return nil
}

// branches turns "if c: a elif d: b else: e" and "if c { a } else { b }" into
// if, then and else.
func (s *script) branches() []edit {
	var out []edit
	brace := func(i int, open string) {
		out = append(out, replace(s.tok(i).Span, open))
		if j := s.match(i); j < len(s.toks) {
			out = append(out, s.sequence(i+1, j)...)
			out = append(out, replace(s.tok(j).Span, ")"))
		}
	}
	for i := range s.toks {
		if s.is(i, "elif") && s.unbound(i) {
			out = append(out, replace(s.tok(i).Span, "else if"))
		}
		switch {
		case s.is(i, "if"), s.is(i, "elif"):
			j := i + 1
		search:
			for ; j < len(s.toks); j++ {
				switch {
				case s.is(j, "("), s.is(j, "["):
					j = s.match(j)
				case s.is(j, "then"), s.is(j, "else"), s.is(j, "let"), s.is(j, "in"):
					j = len(s.toks)
				case s.is(j, ":"), s.is(j, "{"):
					break search
				}
			}
			switch {
			case s.is(j, ":"):
				out = append(out, replace(s.tok(j).Span, " then"))
			case s.is(j, "{"):
				brace(j, "then (")
			}
		case s.is(i, "else") && s.is(i+1, ":"):
			out = append(out, replace(s.tok(i+1).Span, ""))
		case s.is(i, "else") && s.is(i+1, "{"):
			brace(i+1, "(")
		}
	}
	return out
}

// sequence joins the statements between two braces.
func (s *script) sequence(lo, hi int) []edit {
	var out []edit
	start := lo
	for i := lo; i < hi; i++ {
		if s.is(i, "(") || s.is(i, "[") || s.is(i, "{") {
			i = min(s.match(i), hi-1)
		}
		ends := s.is(i, ";")
		if !ends && !(i+1 < hi && s.first(i+1) && s.column(i+1) <= s.column(start) && s.endsOperand(i) && !s.continues(i+1)) {
			continue
		}
		next := i + 1
		if next >= hi {
			out = append(out, replace(s.tok(i).Span, ""))
			break
		}
		if j := s.patternEnd(start); !s.is(start, "let") && !assignWords[s.tok(start).Text] && !(j > start && (s.is(j, "=") || s.is(j, ":="))) {
			out = append(out, insert(s.tok(start).Span.Start, "let "+s.patternFor(start)+" := "))
		}
		if ends {
			out = append(out, replace(s.tok(i).Span, " in"))
		} else {
			out = append(out, insert(s.tok(i).Span.End, " in"))
		}
		start = next
	}
	return out
}

// choices turns "a if c else b" into "if c then a else b".
func (s *script) choices() []edit {
	var out []edit
	for i := range s.toks {
		if !s.is(i, "if") || !s.endsOperand(i-1) || s.first(i) {
			continue
		}
		lo := s.back(i)
		els, hi := -1, i+1
		for ; hi < len(s.toks); hi++ {
			if s.is(hi, "(") || s.is(hi, "[") {
				hi = s.match(hi)
				continue
			}
			if s.is(hi, "then") {
				break
			}
			if s.is(hi, "else") {
				els = hi
				continue
			}
			if s.is(hi, ")") || s.is(hi, "]") || s.is(hi, ",") || s.is(hi, "in") || els > 0 && s.first(hi) {
				break
			}
		}
		if els < 0 || s.is(hi, "then") {
			continue
		}
		text := "if " + s.piece(i+1, els) + " then " + s.piece(lo, i) + " else " + s.piece(els+1, hi)
		if s.is(lo-1, ",") || s.endsOperand(lo-1) && !s.is(lo-1, "return") {
			text = "(" + text + ")"
		}
		start, end := s.span(lo, hi)
		out = append(out, edit{start, end, text})
	}
	return out
}

// functions turns "lambda x: e", "x => e" and "fun x -> e" into "fun x => e".
func (s *script) functions() []edit {
	var out []edit
	for i := range s.toks {
		word := s.tok(i).Text
		foreign := (word == "lambda" || word == "fn" || word == "function") && s.unbound(i)
		if !foreign && !s.is(i, "fun") {
			if s.is(i, "(") && s.is(s.match(i)+1, "=>") && !s.is(i-1, "fun") && !s.is(i-1, "|") {
				if es := s.parenthesised(i); len(es) > 0 {
					out = append(out, es...)
				}
				continue
			}
			if s.is(i, "=>") && s.tok(i-1).Kind == lang.TokName && (s.is(i-2, "(") || s.is(i-2, ",") || s.is(i-2, "=") || s.is(i-2, ":=") || s.is(i-2, "$")) {
				out = append(out, insert(s.tok(i-1).Span.Start, "fun "))
			}
			continue
		}
		if foreign {
			out = append(out, replace(s.tok(i).Span, "fun"))
		}
		for j := i + 1; j < len(s.toks); j++ {
			t := s.toks[j]
			if s.is(j, "->") || s.is(j, ":") || s.is(j, ".") {
				out = append(out, replace(t.Span, " =>"))
				break
			}
			if s.is(j, ",") {
				out = append(out, replace(t.Span, ""))
				continue
			}
			if s.is(j, "(") {
				k := s.match(j)
				plain := true // (a, b): names without types
				for n := j + 1; n < k; n++ {
					plain = plain && (s.tok(n).Kind == lang.TokName || s.is(n, ","))
				}
				if plain {
					out = append(out, replace(t.Span, " "))
					for n := j + 1; n < k; n++ {
						if s.is(n, ",") {
							out = append(out, replace(s.tok(n).Span, ""))
						}
					}
					if k < len(s.toks) {
						out = append(out, replace(s.tok(k).Span, ""))
					}
				}
				j = k
				continue
			}
			if t.Kind != lang.TokName {
				break
			}
		}
	}
	return out
}

// parenthesised are the edits that make "fun a b" of "(a, b)" before "=>".
func (s *script) parenthesised(i int) []edit {
	end := s.match(i)
	out := []edit{replace(s.tok(i).Span, "fun ")}
	for j := i + 1; j < end; j++ {
		switch {
		case s.is(j, ","):
			out = append(out, replace(s.tok(j).Span, ""))
		case s.tok(j).Kind != lang.TokName:
			return nil
		}
	}
	if end == i+1 {
		out[0].new = "fun _"
	}
	return append(out, replace(s.tok(end).Span, ""))
}

// arms turns "case x of p -> e" into "match x with | p => e".
func (s *script) arms() []edit {
	var out []edit
	for i := range s.toks {
		switch {
		case s.is(i, "case") && s.unbound(i):
			for j := i + 1; j < len(s.toks); j++ {
				if s.is(j, "of") {
					out = append(out, replace(s.tok(i).Span, "match"), replace(s.tok(j).Span, "with"))
					break
				}
				if s.is(j, ":") || s.is(j, "=>") {
					out = append(out, replace(s.tok(i).Span, "|"))
					if s.is(j, ":") {
						out = append(out, replace(s.tok(j).Span, " =>"))
					}
					break
				}
			}
		case s.is(i, "match") || s.is(i, "switch") && s.unbound(i):
			out = append(out, s.matchOpening(i)...)
		case (s.is(i, "with") || s.is(i, "of")) && i+1 < len(s.toks) && !s.is(i+1, "|"):
			out = append(out, insert(s.tok(i+1).Span.Start, "| "))
		}
		if s.is(i, "|") {
			for j := i + 1; j < len(s.toks) && !s.is(j, "=>") && !s.is(j, "|"); j++ {
				if s.is(j, "->") {
					out = append(out, replace(s.tok(j).Span, "=>"))
					break
				}
			}
		}
	}
	return out
}

// matchOpening turns "match x {", "match x:" and "switch (x) {" into "match x with",
// with the arms between the braces.
func (s *script) matchOpening(i int) []edit {
	var out []edit
	j := i + 1
	for j < len(s.toks) && !s.is(j, "{") && !s.is(j, ":") && !s.is(j, "with") && !s.is(j, "of") && !s.first(j) {
		if s.is(j, "(") || s.is(j, "[") {
			j = s.match(j)
		}
		j++
	}
	if s.is(i, "switch") {
		out = append(out, replace(s.tok(i).Span, "match"))
	}
	switch {
	case s.is(j, ":"):
		out = append(out, replace(s.tok(j).Span, " with"))
	case s.is(j, "{"):
		end := s.match(j)
		if end >= len(s.toks) {
			return nil
		}
		out = append(out, replace(s.tok(j).Span, "with"), replace(s.tok(end).Span, ""))
		for _, p := range s.parts(j+1, end) {
			if !s.is(p[0], "|") && !s.is(p[0], "case") {
				out = append(out, insert(s.tok(p[0]).Span.Start, "| "))
			}
			if s.is(p[1], ",") {
				out = append(out, replace(s.tok(p[1]).Span, ""))
			}
		}
	default:
		return nil
	}
	return out
}

// constructorCalls turns the pattern "some(x)" of an arm into "some x".
func (s *script) constructorCalls() []edit {
	var out []edit
	for i := range s.toks {
		if !s.is(i, "|") && !s.is(i, "case") || s.tok(i+1).Kind != lang.TokName || !s.is(i+2, "(") || !s.touching(i+1) {
			continue
		}
		end := s.match(i + 2)
		if s.is(end+1, "=>") || s.is(end+1, ":") || s.is(end+1, "->") {
			out = append(out, replace(s.tok(i+2).Span, " "), replace(s.tok(end).Span, ""))
			for j := i + 3; j < end; j++ {
				if s.is(j, ",") {
					out = append(out, replace(s.tok(j).Span, ""))
				}
			}
		}
	}
	return out
}
