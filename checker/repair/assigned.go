package repair

import (
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// assigned turns a conditional whose branches end in assigning to the same variable, and
// after which the plan goes on, into a binding:
//
//	if c:                let s := if c then f s
//	    s = f(s)             else g s in
//	else:
//	    s = g(s)
//
// Where there is no "else", the variable stays as it is.
func (s *script) assigned() []edit {
	for i := range s.toks {
		if !s.is(i, "if") || !s.first(i) || s.is(i-1, "else") || s.is(i-1, ":=") || s.is(i-1, "=") {
			continue
		}
		var out []edit
		name, end, opening := "", i, i
		last := false // the branch is that of "else"
		for {
			stop := s.lineEnd(opening)
			if !s.is(stop-1, ":") {
				name = ""
				break
			}
			end = s.blockEnd(stop, i)
			at := s.lastLine(stop, end)
			pattern := s.patternEnd(at)
			if pattern == at || !s.is(pattern, "=") || name != "" && s.piece(at, pattern) != name {
				name = ""
				break
			}
			name = s.piece(at, pattern)
			out = append(out, edit{s.tok(at).Span.Start, s.tok(pattern + 1).Span.Start, ""})
			opening = end
			if last || !(s.is(end, "elif") || s.is(end, "else")) || s.column(end) != s.column(i) {
				break
			}
			last = s.is(end, "else")
		}
		if name == "" || end >= len(s.toks) || !last && strings.Contains(name, ",") {
			continue
		}
		bound := name
		if strings.Contains(name, ",") && !strings.HasPrefix(name, "(") {
			bound = "(" + name + ")"
		}
		tail := " in"
		if !last {
			tail = "\n" + strings.Repeat(" ", s.column(i)-1) + "else " + name + " in"
		}
		return append([]edit{insert(s.tok(i).Span.Start, "let "+bound+" := ")}, append(out, insert(s.tok(end-1).Span.End, tail))...)
	}
	return nil
}

// lastLine is the first token of the last line, of the outermost indentation, of tokens
// [lo, hi).
func (s *script) lastLine(lo, hi int) int {
	at := lo
	for j := lo; j < hi; j++ {
		if s.first(j) && s.column(j) <= s.column(lo) {
			at = j
		}
	}
	return at
}

// openBindings ends a branch that ends in a binding with the unit.
func (s *script) openBindings() []edit {
	var out []edit
	for i := range s.toks {
		if !s.is(i, "else") || !s.first(i) || i == 0 || s.is(i-1, "in") {
			continue
		}
		at := i - 1
		for at > 0 && !s.first(at) {
			at--
		}
		j := at
		if s.is(at, "let") {
			j++
		}
		pattern := s.patternEnd(j)
		closed := false
		for k := at; k < i; k++ {
			closed = closed || s.is(k, "in")
		}
		if !closed && s.column(at) > s.column(i) && pattern > j && (s.is(pattern, "=") || s.is(pattern, ":=")) && s.endsOperand(i-1) {
			out = append(out, insert(s.tok(i-1).Span.End, " in ()"))
		}
	}
	return out
}

// presence turns "if x is None: a else: b" into a match on what may have no value.
func (s *script) presence() []edit {
	for i := range s.toks {
		if !s.is(i, "if") || s.tok(i+1).Kind != lang.TokName {
			continue
		}
		x, j, none := s.tok(i+1).Text, i+2, true
		switch {
		case s.is(j, "is") && s.is(j+1, "not"):
			j, none = j+2, false
		case s.is(j, "is"), s.is(j, "=="), s.is(j, "="):
			j++
		case s.is(j, "!="):
			j, none = j+1, false
		default:
			continue
		}
		if !nothings[s.tok(j).Text] || !s.is(j+1, ":") && !s.is(j+1, "then") {
			continue
		}
		// The "else" of this conditional.
		depth, els := 0, -1
		for k := j + 2; k < len(s.toks) && els < 0; k++ {
			switch {
			case s.is(k, "if") && !s.is(k-1, "else"):
				depth++
			case s.is(k, "else") && depth > 0:
				depth--
			case s.is(k, "else"):
				els = k
			}
		}
		if els < 0 {
			continue
		}
		arms := [2]string{"| none =>", "| some " + x + " =>"}
		if !none {
			arms[0], arms[1] = arms[1], arms[0]
		}
		to := s.tok(els).Span.End
		if s.is(els+1, ":") {
			to = s.tok(els + 1).Span.End
		}
		return []edit{{s.tok(i).Span.Start, s.tok(j + 1).Span.End, "match " + x + " with " + arms[0]}, {s.tok(els).Span.Start, to, arms[1]}}
	}
	return nil
}

// joins turns "l.join(sep)" into "String.join sep l".
func (s *script) joins() []edit {
	var out []edit
	for i, t := range s.toks {
		list, found := strings.CutSuffix(t.Text, ".join")
		if !found || t.Kind != lang.TokQualified || list == "String" || !s.is(i+1, "(") || s.match(i+1) >= len(s.toks) {
			continue
		}
		end := s.match(i + 1)
		text := "String.join " + wrap(s.piece(i+2, end)) + " " + list
		if s.endsOperand(i-1) || s.is(i-1, ",") || s.is(i-1, "(") {
			text = "(" + text + ")"
		}
		out = append(out, edit{t.Span.Start, s.tok(end).Span.End, text})
	}
	return out
}
