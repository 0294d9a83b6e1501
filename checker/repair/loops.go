package repair

import (
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
)

// comprehensions turns "[e for x in l if c]" into List.map and List.filter.
func (s *script) comprehensions() []edit {
	var out []edit
	for i := range s.toks {
		if !s.is(i, "[") {
			continue
		}
		end := s.match(i)
		at, in, cond := -1, -1, end
		for j := i + 1; j < end; j++ {
			switch {
			case s.is(j, "for") && s.unbound(j) && at < 0:
				at = j
			case s.is(j, "in") && at > 0 && in < 0:
				in = j
			case s.is(j, "if") && in > 0 && cond == end:
				cond = j
			}
		}
		if end >= len(s.toks) || at <= i+1 || in != at+2 || s.tok(at+1).Kind != lang.TokName {
			continue
		}
		x := s.tok(at + 1).Text
		list := wrap(s.piece(in+1, cond))
		if cond < end {
			list = "(List.filter (fun " + x + " => " + s.piece(cond+1, end) + ") " + list + ")"
		}
		text := list
		if elem := s.piece(i+1, at); elem != x {
			text = "List.map (fun " + x + " => " + elem + ") " + list
			if s.endsOperand(i - 1) {
				text = "(" + text + ")"
			}
		}
		out = append(out, edit{s.tok(i).Span.Start, s.tok(end).Span.End, text})
	}
	return out
}

// loops turns a "for" over a list, whose body hands one variable on, into a fold:
//
//	for m in mails:              let s := List.foldl (fun s m => tellUser s m) s mails in
//	    s = tellUser(s, m)
func (s *script) loops() []edit {
	var out []edit
	for i := range s.toks {
		item, list := s.loopHead(i)
		if list == 0 {
			continue
		}
		// The list ends at ":", "do" or "{", or with its line.
		j := list
		for j < len(s.toks) && !s.is(j, ":") && !s.is(j, "do") && !s.is(j, "{") && !s.first(j) {
			if s.is(j, "(") || s.is(j, "[") {
				j = s.match(j)
			}
			j++
		}
		body := j
		if s.is(j, ":") || s.is(j, "do") || s.is(j, "{") {
			body++
		}
		// The body ends where a line starts at or left of the "for", or its brace.
		end := body
		for end < len(s.toks) && !(end > body && s.first(end) && s.column(end) <= s.column(i)) && !s.is(end, "done") {
			end++
		}
		last := end
		if s.is(j, "{") && s.match(j) < len(s.toks) {
			last, end = s.match(j), s.match(j)+1
		} else if s.is(end, "done") {
			end++
		}
		name, code := s.turn(body, last)
		init := name
		if name == "" {
			// Nothing is handed on: every turn is done for what it does.
			if code = s.deed(body, last); code == "" {
				continue
			}
			name, init = "_", "()"
		}
		over := s.piece(list, j)
		if items := s.counted(list, j); items != "" {
			over = items
		}
		if s.is(i+1, "(") && strings.HasSuffix(over, ")") {
			over = s.piece(list, j-1)
		}
		text := "let " + name + " := List.foldl (fun " + name + " " + item + " => " + code + ") " + init + " " + wrap(over) + " in"
		if s.is(end, "in") || end >= len(s.toks) {
			text = strings.TrimSuffix(text, " in")
		}
		out = append(out, edit{s.tok(i).Span.Start, s.tok(end - 1).Span.End, text})
	}
	return out
}

// maxTurns bounds the lists that stand for a range.
const maxTurns = 20

// counted is the list of numbers that "range(n)" or "range(a, b)" stands for, where the
// numbers are literals; "" for anything else.
func (s *script) counted(lo, hi int) string {
	if !s.is(lo, "range") || !s.is(lo+1, "(") || s.match(lo+1) >= hi {
		return ""
	}
	var bounds []int
	for _, p := range s.parts(lo+2, s.match(lo+1)) {
		n, err := strconv.Atoi(s.piece(p[0], p[1]))
		if err != nil {
			return ""
		}
		bounds = append(bounds, n)
	}
	from, to := 0, 0
	switch len(bounds) {
	case 1:
		to = bounds[0]
	case 2:
		from, to = bounds[0], bounds[1]
	default:
		return ""
	}
	if to-from < 1 || to-from > maxTurns {
		return ""
	}
	var items []string
	for n := from; n < to; n++ {
		items = append(items, strconv.Itoa(n))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// deed is the body of a loop that hands nothing on as one expression, which has the
// unit for its value; "" where it is none.
func (s *script) deed(lo, hi int) string {
	for hi > lo && (s.is(hi-1, ";") || s.is(hi-1, "in")) {
		hi--
	}
	if s.is(lo, "if") {
		line := s.lineEnd(lo)
		if line < hi && (s.is(line-1, "then") || s.is(line-1, ":")) {
			if does := s.deed(line, hi); does != "" {
				return "if " + s.piece(lo+1, line-1) + " then " + does + " else ()"
			}
		}
		return ""
	}
	g := s.callable(s.tok(lo).Text)
	if g == nil || core.TypeString(g.Result) != "Unit" || s.lineEnd(lo) < hi {
		return ""
	}
	return s.piece(lo, hi)
}

// loopHead reads "for x in", "for (const x of" and "for each x in" at token i: the
// name, and where the list starts, 0 where no loop does.
func (s *script) loopHead(i int) (item string, list int) {
	if !s.is(i, "for") && !s.is(i, "foreach") || !s.unbound(i) || !s.first(i) && !s.is(i-1, "in") && !s.is(i-1, ";") {
		return "", 0
	}
	j := i + 1
	if s.is(j, "(") {
		j++
	}
	if s.is(j, "each") || s.is(j, "let") || assignWords[s.tok(j).Text] {
		j++
	}
	if s.tok(j).Kind != lang.TokName || !s.is(j+1, "in") && !s.is(j+1, "of") {
		return "", 0
	}
	return s.tok(j).Text, j + 2
}

// turn is the body of a loop as the body of a function: bindings one after the
// other, the last of which is the variable that is handed on.
func (s *script) turn(lo, hi int) (name, code string) {
	bind := func(next string) {
		if name != "" {
			code = "let " + name + " := " + code + " in "
		}
		name = next
	}
	for i := lo; i < hi; {
		end := i + 1
		for end < hi && !s.first(end) && !s.is(end, ";") {
			end++
		}
		stop := end
		for stop > i && (s.is(stop-1, ";") || s.is(stop-1, "in")) {
			stop--
		}
		if s.is(end, ";") {
			end++
		}
		start := i
		if s.is(start, "let") || assignWords[s.tok(start).Text] {
			start++
		}
		switch pattern := s.patternEnd(start); {
		case s.is(i, "if") && (s.is(stop-1, "then") || s.is(stop-1, ":")):
			// What is done in some turns only: the others hand on what they have.
			end = s.blockEnd(stop, i)
			inner, does := s.turn(stop, min(end, hi))
			if inner == "" {
				return "", ""
			}
			bind(inner)
			code += "if " + s.piece(i+1, stop-1) + " then " + does + " else " + inner
		case pattern > start && (s.is(pattern, "=") || s.is(pattern, ":=")):
			if s.tok(start).Kind != lang.TokName || pattern != start+1 {
				// What is taken apart is bound as it stands.
				bind("")
				code += "let " + s.parenthesise(start, pattern) + " := " + s.piece(pattern+1, stop) + " in "
				break
			}
			bind(s.tok(start).Text)
			code += s.piece(pattern+1, stop)
		case s.tok(start).Kind == lang.TokQualified && s.is(start+1, "(") && s.appended(start) != "":
			// l.append(e)
			bind(s.appended(start))
			code += "List.append " + name + " [" + s.piece(start+2, stop-1) + "]"
		default:
			// A call that hands on its first argument.
			if s.patternFor(start) == "_" || s.callable(s.tok(start).Text) == nil {
				return "", ""
			}
			arg := s.tok(start + 1).Text
			if arg == "(" {
				arg = s.tok(start + 2).Text
			}
			if p := s.patternFor(start); p != arg && strings.HasPrefix(p, "(") {
				bind("")
				code += "let " + p + " := " + s.piece(start, stop) + " in "
				name, code = arg, strings.TrimSuffix(code, " in ")+" in "+arg
				break
			}
			bind(arg)
			code += s.piece(start, stop)
		}
		i = max(end, i+1)
	}
	return name, code
}

// parenthesise is the pattern of tokens [lo, hi) in parentheses.
func (s *script) parenthesise(lo, hi int) string {
	if text := s.piece(lo, hi); !strings.HasPrefix(text, "(") {
		return "(" + text + ")"
	} else {
		return text
	}
}

// appended is the list that "l.append(e)" or "l.push(e)" at token i makes longer.
func (s *script) appended(i int) string {
	name, method, _ := strings.Cut(s.tok(i).Text, ".")
	if method == "append" || method == "push" || method == "add" {
		return name
	}
	return ""
}

// blocks adds what is missing between the lines of an indented block, where one
// that starts right below a "let", or below a call, would be taken for more of
// its arguments.
func (s *script) blocks() []edit {
	var out []edit
	for i := range s.toks {
		if !s.first(i) || s.column(i) <= s.column(0) {
			continue // at the plan's own column the parser notices
		}
		binding := s.is(i, "let")
		call := s.tok(i).Kind == lang.TokName && s.callable(s.tok(i).Text) != nil
		if !binding && !call {
			continue
		}
		next := i + 1
		for next < len(s.toks) && !(s.first(next) && s.column(next) <= s.column(i)) {
			if s.is(next, "(") || s.is(next, "[") {
				next = min(s.match(next), len(s.toks)-1)
			}
			next++
		}
		if next >= len(s.toks) || s.column(next) != s.column(i) || s.continues(next) {
			continue
		}
		end := next - 1
		if s.is(end, "in") || s.is(end, ";") && binding {
			continue
		}
		if !s.endsOperand(end) && !s.is(end, ";") {
			continue
		}
		if call {
			out = append(out, insert(s.tok(i).Span.Start, "let "+s.patternFor(i)+" := "))
		}
		if s.is(end, ";") {
			out = append(out, replace(s.tok(end).Span, " in"))
		} else {
			out = append(out, insert(s.tok(end).Span.End, " in"))
		}
	}
	return out
}

// continues reports whether a line that starts with token i goes on with what
// stands above it.
func (s *script) continues(i int) bool {
	t := s.tok(i)
	if t.Kind == lang.TokOperator && t.Text != "(" && t.Text != "[" {
		return true
	}
	switch t.Text {
	case "in", "then", "else", "with", "elif":
		return true
	}
	return false
}
