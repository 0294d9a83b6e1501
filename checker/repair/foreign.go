package repair

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
)

// lineEnd is the index after the last token of the line of token i.
func (s *script) lineEnd(i int) int {
	j := i + 1
	for j < len(s.toks) && !s.first(j) {
		j++
	}
	return j
}

// blockEnd is the index after the lines that are indented deeper than token i.
func (s *script) blockEnd(from, i int) int {
	j := from
	for j < len(s.toks) && !(s.first(j) && s.column(j) <= s.column(i)) {
		j++
	}
	return j
}

// tries leaves out "try:" with its handlers: a plan has no errors to catch, and
// what the handler would do is done nowhere.
func (s *script) tries() []edit {
	var out []edit
	drop := func(lo, hi int) {
		if hi > lo {
			end := len(s.text)
			if hi < len(s.toks) {
				end = s.toks[hi].Span.Start
			}
			out = append(out, edit{s.tok(lo).Span.Start, end, ""})
		}
	}
	for i := 0; i < len(s.toks); i++ {
		if !s.is(i, "try") || !s.unbound(i) || !s.first(i) {
			continue
		}
		end := 0
		if s.is(i+1, "{") {
			body := s.match(i + 1)
			drop(i, i+2)
			end = body
			for s.is(end+1, "catch") || s.is(end+1, "finally") {
				open := end + 2
				if s.is(open, "(") {
					open = s.match(open) + 1
				}
				if !s.is(open, "{") {
					break
				}
				end = s.match(open)
			}
			drop(body, end+1)
			i = end
			continue
		}
		if !s.is(i+1, ":") {
			continue
		}
		drop(i, i+2)
		end = s.blockEnd(i+2, i)
		for s.is(end, "except") || s.is(end, "finally") {
			next := s.blockEnd(end+1, i)
			if s.is(end, "finally") && s.is(end+1, ":") {
				drop(end, end+2)
			} else {
				drop(end, next)
			}
			end = next
		}
	}
	return out
}

// doBlocks leaves out the "do" in front of the steps of a block.
func (s *script) doBlocks() []edit {
	var out []edit
	for i := range s.toks {
		if s.is(i, "do") && s.unbound(i) && (i == 0 || s.is(i-1, "then") || s.is(i-1, "else") || s.is(i-1, "=>")) && i+1 < len(s.toks) {
			out = append(out, edit{s.tok(i).Span.Start, s.tok(i + 1).Span.Start, ""})
		}
	}
	return out
}

// increments turns "x += e" into "x = x + e".
func (s *script) increments() []edit {
	var out []edit
	for i := range s.toks {
		op := s.tok(i + 1).Text
		if s.tok(i).Kind == lang.TokName && s.starts(i) && (op == "+" || op == "-" || op == "*") && s.touching(i+1) && s.is(i+2, "=") {
			out = append(out, edit{s.tok(i + 1).Span.Start, s.tok(i + 2).Span.End, "= " + s.tok(i).Text + " " + op})
		}
	}
	return out
}

// back is the index of the first token of the expression that ends before i, at
// its own depth.
func (s *script) back(i int) int {
	lo := i
	for depth := 0; lo > 0; lo-- {
		t := s.tok(lo - 1).Text
		switch {
		case t == ")" || t == "]" || t == "}":
			depth++
		case t == "(" || t == "[" || t == "{":
			if depth == 0 {
				return lo
			}
			depth--
		case depth > 0:
		case t == "," || t == "=" || t == ":=" || t == "return" || t == "in" || t == "=>" || t == "then" || t == "else" || t == ";":
			return lo
		}
		if depth == 0 && s.first(lo-1) && s.column(lo-1) <= s.column(0) {
			return lo - 1
		}
	}
	return lo
}

// ahead is the index of the token at which the expression that starts at i is
// over, at its own depth.
func (s *script) ahead(i int, stop ...string) int {
	for j := i; j < len(s.toks); j++ {
		if s.is(j, "(") || s.is(j, "[") || s.is(j, "{") {
			j = s.match(j)
			continue
		}
		for _, w := range append(stop, ")", "]", "}", ",", ";", "in", "then", "else") {
			if s.is(j, w) {
				return j
			}
		}
		if j > i && s.first(j) && s.column(j) <= s.column(0) {
			return j
		}
	}
	return len(s.toks)
}

// ternaries turns "c ? a : b" into "if c then a else b".
func (s *script) ternaries() []edit {
	for i := range s.toks {
		hole := s.tok(i).Kind == lang.TokHole && s.endsOperand(i-1) // "?x"
		if !s.is(i, "?") && !hole {
			continue
		}
		lo, colon := s.back(i), s.ahead(i+1, ":")
		if lo == i || !s.is(colon, ":") {
			continue
		}
		hi := s.ahead(colon + 1)
		first := s.piece(i+1, colon)
		if hole {
			first = strings.TrimSpace(strings.TrimPrefix(s.tok(i).Text, "?") + " " + first)
		}
		text := "if " + s.piece(lo, i) + " then " + first + " else " + s.piece(colon+1, hi)
		if s.is(lo-1, ",") {
			text = "(" + text + ")"
		}
		start, end := s.span(lo, hi)
		return []edit{{start, end, text}} // the next one is found in what comes of it
	}
	return nil
}

// pipes turns "x |> f a |> g" into "g (f x a)". What comes down the pipe is the
// first argument of a function whose first parameter is linear, the last of
// others.
func (s *script) pipes() []edit {
	for i := range s.toks {
		if !s.pipe(i) {
			continue
		}
		lo := s.back(i)
		value := s.piece(lo, i)
		hi := i
		for s.pipe(hi) {
			end := s.ahead(hi+2, "|")
			parts := []string{s.tok(hi + 2).Text}
			value = wrap(value)
			var args []string
			for _, a := range s.operands(hi+3, end) {
				args = append(args, s.piece(a[0], a[1]))
			}
			g := s.callable(parts[0])
			if g == nil || len(g.Params) > 0 && linearCon(g.Params[0].Type) != nil {
				args = append([]string{value}, args...)
			} else {
				args = append(args, value)
			}
			value = strings.Join(append(parts, args...), " ")
			hi = end
		}
		start, end := s.span(lo, hi)
		return []edit{{start, end, value}}
	}
	return nil
}

func (s *script) pipe(i int) bool { return s.is(i, "|") && s.touching(i) && s.is(i+1, ">") }

// operands splits tokens [lo, hi) into the arguments that stand side by side.
func (s *script) operands(lo, hi int) [][2]int {
	var out [][2]int
	for i := lo; i < hi; {
		j := i + 1
		if s.is(i, "(") || s.is(i, "[") || s.is(i, "{") {
			j = min(s.match(i)+1, hi)
		}
		for j < hi && s.tok(j).Kind == lang.TokMethod && s.touching(j-1) {
			j++
		}
		out = append(out, [2]int{i, j})
		i = j
	}
	return out
}

// conditions adds what is missing in a conditional: "then" at the end of the line
// of an "if", and an "else" behind the last branch.
func (s *script) conditions() []edit {
	var out []edit
	for i := range s.toks {
		if !s.is(i, "if") || s.endsOperand(i-1) && !s.first(i) {
			continue
		}
		// The "then" and the "else" of this "if".
		then, els, depth, j := -1, -1, 0, i+1
		for ; j < len(s.toks) && els < 0; j++ {
			switch {
			case s.is(j, "(") || s.is(j, "["):
				j = s.match(j)
			case s.is(j, "if"):
				depth++
			case s.is(j, "then") && depth == 0 && then < 0:
				then = j
			case s.is(j, "else") && depth > 0:
				depth--
			case s.is(j, "else"):
				els = j
			case s.is(j, ")") || s.is(j, "]"):
				els = len(s.toks)
			}
		}
		if line := s.lineEnd(i); then < 0 && line < len(s.toks) && s.column(line) > s.column(i) && !s.is(line-1, ":") && !s.is(line-1, "{") {
			out = append(out, insert(s.tok(line-1).Span.End, " then"))
			then = line
		}
		if then < 0 {
			if k := s.conditionEnd(i + 1); k > 0 {
				out = append(out, insert(s.tok(k-1).Span.End, " then"))
				then = k
			}
		}
		if els < 0 && then > 0 && j >= len(s.toks) {
			out = append(out, insert(s.tok(len(s.toks)-1).Span.End, s.nothing(i)))
		}
	}
	return out
}

// conditionEnd is where the branch starts on the line of a condition that is a call: the
// index after the call's arguments, 0 where no call follows it.
func (s *script) conditionEnd(i int) int {
	g := s.callable(s.tok(i).Text)
	if g == nil || len(g.Params) == 0 {
		return 0
	}
	j := i + 1
	for n := 0; n < len(g.Params) && s.atom(j) > j; n++ {
		j = s.atom(j)
	}
	next := s.callable(s.tok(j).Text)
	if j > i+1 && !s.first(j) && (s.is(j, "let") || s.is(j, "()") || next != nil && len(next.Params) > 0) {
		return j
	}
	return 0
}

// nothing is the branch that does nothing for the "if" at token i: the variable
// that the binding around it binds anew, or the unit.
func (s *script) nothing(i int) string {
	text := " else ()"
	if s.tok(i-2).Kind == lang.TokName && (s.is(i-1, "=") || s.is(i-1, ":=")) {
		text = " else " + s.tok(i-2).Text
	}
	if s.column(i) <= s.column(0) || s.first(i) {
		return "\n" + strings.Repeat(" ", s.column(i)-1) + text[1:]
	}
	return text
}

// helpers turns "def f(a, b): return e" and "function f(a, b) { return e }" into
// a function that is bound with "let".
func (s *script) helpers() []edit {
	var out []edit
	for i := range s.toks {
		word := s.tok(i).Text
		if !s.first(i) || word != "def" && word != "function" && word != "fn" && word != "func" || s.tok(i+1).Kind != lang.TokName || !s.is(i+2, "(") {
			continue
		}
		end := s.match(i + 2)
		var params []string
		for _, p := range s.parts(i+3, end) {
			// A parameter without a type, or with one of another language.
			if s.tok(p[0]).Kind != lang.TokName {
				params = nil
				break
			}
			params = append(params, s.parameter(s.tok(p[0]).Text))
		}
		if len(params) == 0 || word == "def" && s.is(i+3, "(") {
			continue
		}
		body := end + 1
		for body < len(s.toks) && !s.is(body, ":") && !s.is(body, "{") && !s.is(body, ":=") && !s.is(body, "=") {
			body++ // the type of the result
		}
		head := "let " + s.tok(i+1).Text + " := fun " + strings.Join(params, " ") + " =>"
		switch {
		case s.is(body, "{"):
			last := s.match(body)
			if last >= len(s.toks) {
				continue
			}
			out = append(out, edit{s.tok(i).Span.Start, s.tok(body).Span.End, head}, replace(s.tok(last).Span, "in"))
			if s.is(last-1, ";") {
				out = append(out, replace(s.tok(last-1).Span, ""))
			}
		case s.is(body, ":") && s.is(end+1, ":"):
			last := s.blockEnd(body+1, i)
			if last >= len(s.toks) || last == body+1 {
				continue
			}
			out = append(out, edit{s.tok(i).Span.Start, s.tok(body).Span.End, head}, insert(s.tok(last-1).Span.End, " in"))
		}
	}
	return out
}

// parameter is a parameter of a helper: what is called like a linear value that
// the plan is given takes one.
func (s *script) parameter(name string) string {
	if s.Contract != nil {
		for _, p := range s.Contract.Params {
			if p.Name == name && linearCon(p.Type) != nil {
				return "(1 " + name + ": " + core.TypeString(p.Type) + ")"
			}
		}
	}
	return name
}

// annotated leaves out the types in a pattern, "let (a : T, b : U) := e".
func (s *script) annotated() []edit {
	var out []edit
	for i := range s.toks {
		if !s.is(i, "let") || !s.is(i+1, "(") {
			continue
		}
		for _, p := range s.parts(i+2, s.match(i+1)) {
			if s.tok(p[0]).Kind == lang.TokName && s.is(p[0]+1, ":") {
				out = append(out, edit{s.tok(p[0]).Span.End, s.tok(p[1] - 1).Span.End, ""})
			}
		}
	}
	return out
}

// indices turns "l[:3]" into "(List.take 3 l)", "l[0]" into "(List.head l)" and `m["key"]` into "m.key".
func (s *script) indices() []edit {
	var out []edit
	for i := range s.toks {
		if s.tok(i).Kind == lang.TokName && s.touching(i) && s.is(i+1, "[") && s.is(i+2, ":") && s.tok(i+3).Kind == lang.TokInt && s.is(i+4, "]") {
			out = append(out, edit{s.tok(i).Span.Start, s.tok(i + 4).Span.End, "(List.take " + s.tok(i+3).Text + " " + s.tok(i).Text + ")"})
			continue
		}
		if s.tok(i).Kind != lang.TokName || !s.touching(i) || !s.is(i+1, "[") || !s.is(i+3, "]") {
			continue
		}
		name, k := s.tok(i).Text, s.tok(i+2)
		span := edit{s.tok(i).Span.Start, s.tok(i + 3).Span.End, ""}
		switch {
		case k.Text == "0":
			span.new = "(List.head " + name + ")"
		case k.Kind == lang.TokString && isName(strings.Trim(k.Text, `"`)):
			span.new = name + "." + strings.Trim(k.Text, `"`)
		default:
			continue
		}
		out = append(out, span)
	}
	return out
}
