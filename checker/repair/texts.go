package repair

import (
	"regexp"
	"strings"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

var fence = regexp.MustCompile("(?m)^[ \t]*```[^\n]*\n?")

// fences leaves out the lines of a code fence that is around the whole plan.
func (s *script) fences() []edit {
	marks := fence.FindAllStringIndex(s.text, -1)
	var out []edit
	for i, m := range marks {
		outside := i == 0 && strings.TrimSpace(s.text[:m[0]]) != "" ||
			i == 1 && strings.TrimSpace(s.text[m[1]:]) != "" || i > 1
		if outside {
			return nil
		}
		out = append(out, edit{m[0], m[1], ""})
	}
	return out
}

// prose leaves out what stands around a code fence, or makes comments of the
// sentences in front of a plan.
func (s *script) prose() []edit {
	if marks := fence.FindAllStringIndex(s.text, -1); len(marks) > 0 {
		out := []edit{{0, marks[0][1], ""}}
		if len(marks) > 1 {
			out = append(out, edit{marks[1][0], len(s.text), ""})
		}
		return out
	}
	var out []edit
	for n := 1; n <= s.source.LineCount(); n++ {
		line := strings.TrimSpace(s.source.Line(n))
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case sentence(line):
			out = append(out, insert(s.source.LineStart(n), "# "))
		default:
			return out
		}
	}
	return nil // all of it would be
}

// sentence reports whether a line reads as one of a text: several words, the
// first of them capital, with a mark at the end.
func sentence(line string) bool {
	words := strings.Fields(line)
	first := words[0][0]
	last := line[len(line)-1]
	if len(words) < 3 || first < 'A' || first > 'Z' || last != ':' && last != '.' && last != '!' {
		return false
	}
	return !strings.ContainsAny(line, "=()[]{}")
}

// commentForms are comments over several lines, with what starts and ends them.
var commentForms = regexp.MustCompile(`(?s)/\*.*?\*/|\{-.*?-\}|<!--.*?-->|\(\*.*?\*\)`)

// blockComments turns "/* … */" and the like into comments.
func (s *script) blockComments() []edit {
	var out []edit
	for _, m := range commentForms.FindAllStringIndex(s.text, -1) {
		if s.inString(m[0]) || s.commented(m[0]) {
			continue
		}
		rest := s.text[m[1]:]
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			rest = rest[:n]
		}
		if strings.TrimSpace(rest) != "" {
			out = append(out, edit{m[0], m[1], ""}) // code follows on the line
			continue
		}
		var lines []string
		for line := range strings.Lines(s.text[m[0]:m[1]]) {
			line = strings.TrimSpace(line)
			line = strings.TrimSpace(strings.Trim(line, "/*{}-()<>!"))
			if line != "" {
				lines = append(lines, "# "+line)
			}
		}
		out = append(out, edit{m[0], m[1], strings.Join(lines, "\n")})
	}
	return out
}

// commented reports whether an offset is inside of a comment.
func (s *script) commented(at int) bool {
	for _, t := range lang.Tokens(s.source) {
		if t.Kind == lang.TokComment && t.Span.Start < at && at < t.Span.End {
			return true
		}
	}
	return false
}

// inString reports whether an offset is inside of a string.
func (s *script) inString(at int) bool {
	for _, t := range s.toks {
		if t.Kind == lang.TokString && t.Span.Start < at && at < t.Span.End {
			return true
		}
	}
	return false
}

var tripled = regexp.MustCompile(`(?s)"""(.*?)"""|'''(.*?)'''`)

// tripleQuotes turns strings over several lines into strings with "\n".
func (s *script) tripleQuotes() []edit {
	var out []edit
	for _, m := range tripled.FindAllStringSubmatchIndex(s.text, -1) {
		lo, hi := m[2], m[3]
		if lo < 0 {
			lo, hi = m[4], m[5]
		}
		var lines []string
		for line := range strings.Lines(s.text[lo:hi]) {
			lines = append(lines, strings.TrimSpace(line))
		}
		out = append(out, edit{m[0], m[1], quote(strings.Trim(strings.Join(lines, "\n"), "\n"))})
	}
	return out
}

var backticked = regexp.MustCompile("`([^`\n]*)`")

// templates turns "`a ${x} b`" into "a " ++ x ++ " b".
func (s *script) templates() []edit {
	var out []edit
	for _, m := range backticked.FindAllStringSubmatchIndex(s.text, -1) {
		if s.inString(m[0]) {
			continue
		}
		body := strings.ReplaceAll(s.text[m[2]:m[3]], `"`, `\"`)
		if text, ok := interpolated(strings.ReplaceAll(body, "${", "{")); ok {
			out = append(out, edit{m[0], m[1], text})
		}
	}
	return out
}

// interpolations turns f"a {x} b" into "a " ++ x ++ " b".
func (s *script) interpolations() []edit {
	var out []edit
	for i := range s.toks {
		prefix := s.tok(i).Text
		if prefix != "f" && prefix != "F" && prefix != "s" && prefix != "$" || !s.touching(i) || s.tok(i+1).Kind != lang.TokString {
			continue
		}
		t := s.tok(i + 1)
		body := strings.Trim(t.Text, `"`)
		if text, ok := interpolated(strings.ReplaceAll(body, "${", "{")); ok {
			out = append(out, edit{s.toks[i].Span.Start, t.Span.End, text})
		}
	}
	return out
}

// interpolated joins the parts of the body of a string with "{x}" in it. What
// follows ":" or "!" in the braces says how to print the value.
func interpolated(body string) (string, bool) {
	var parts []string
	for body != "" {
		open := strings.IndexByte(body, '{')
		if open < 0 {
			parts = append(parts, `"`+body+`"`)
			break
		}
		if open > 0 {
			parts = append(parts, `"`+body[:open]+`"`)
		}
		end := strings.IndexByte(body[open:], '}')
		if end < 0 {
			return "", false
		}
		inner := body[open+1 : open+end]
		if n := strings.IndexAny(inner, ":!"); n > 0 {
			inner = inner[:n]
		}
		parts = append(parts, wrap(strings.TrimSpace(inner)))
		body = body[open+end+1:]
	}
	switch len(parts) {
	case 0:
		return `""`, true
	case 1:
		return parts[0], true
	}
	return "(" + strings.Join(parts, " ++ ") + ")", true
}

var placeholder = regexp.MustCompile(`\{[^{}]*\}`)
var verb = regexp.MustCompile(`%[sd]`)

// formats turns `"a {} b".format(x)` and `"a %s b" % x` into "a " ++ x ++ " b".
func (s *script) formats() []edit {
	var out []edit
	for i, t := range s.toks {
		if t.Kind != lang.TokString {
			continue
		}
		var args []string
		end := i
		form := placeholder
		switch {
		case s.touching(i) && s.tok(i+1).Text == ".format" && s.is(i+2, "("):
			end = s.match(i + 2)
			for _, p := range s.parts(i+3, end) {
				args = append(args, s.piece(p[0], p[1]))
			}
		case s.is(i+1, "%") && verb.MatchString(t.Text):
			form = verb
			if end = i + 2; s.is(end, "(") {
				end = s.match(end)
				for _, p := range s.parts(i+3, end) {
					args = append(args, s.piece(p[0], p[1]))
				}
			} else {
				args = []string{s.tok(end).Text}
			}
		}
		if len(args) == 0 || end >= len(s.toks) {
			continue
		}
		n := 0
		body := form.ReplaceAllStringFunc(strings.Trim(t.Text, `"`), func(string) string {
			if n++; n > len(args) {
				return ""
			}
			return "{" + args[n-1] + "}"
		})
		if text, ok := interpolated(body); ok {
			out = append(out, edit{t.Span.Start, s.tok(end).Span.End, text})
		}
	}
	return out
}

// unclosedString reports whether a token is a string that its line does not close.
func unclosedString(t lang.Token) bool {
	return t.Kind == lang.TokString && !(len(t.Text) > 1 && strings.HasSuffix(t.Text, `"`) && !strings.HasSuffix(t.Text, `\"`))
}

// lineEnds writes the ends of lines inside of a string as "\n": a string that starts on
// one line and is closed on another.
func (s *script) lineEnds() []edit {
	for _, t := range s.toks {
		if !unclosedString(t) {
			continue
		}
		end := closes(s.text[t.Span.End:], `"`)
		if end < 0 {
			return nil
		}
		body := s.text[t.Span.Start+1 : t.Span.End+end]
		if strings.Count(body, "\n") > 20 {
			return nil
		}
		text := `"` + strings.ReplaceAll(strings.ReplaceAll(body, "\r\n", "\n"), "\n", `\n`) + `"`
		next := s.text[:t.Span.Start] + text + s.text[t.Span.End+end+1:]
		if len(syntaxErrors(diag.NewSource("", next))) < len(syntaxErrors(s.source)) {
			return []edit{{t.Span.Start, t.Span.End + end + 1, text}}
		}
		return nil
	}
	return nil
}

// quotesBetween closes a string before the next one that starts on its line, where it
// is the quotation mark between them that is missing: "a "b" is "a" "b".
func (s *script) quotesBetween() []edit {
	for i, t := range s.toks {
		if !unclosedString(t) || i < 2 || s.tok(i-2).Kind != lang.TokString {
			continue
		}
		first := s.tok(i - 2)
		body := strings.Trim(first.Text, `"`)
		if s.tok(i-1).Kind != lang.TokName || !strings.HasSuffix(body, " ") {
			continue
		}
		text := `"` + strings.TrimSpace(body) + `" "` + s.text[first.Span.End:t.Span.Start] + `"`
		next := s.text[:first.Span.Start] + text + s.text[t.Span.Start+1:]
		if len(syntaxErrors(diag.NewSource("", next))) < len(syntaxErrors(s.source)) {
			return []edit{{first.Span.Start, t.Span.Start + 1, text}}
		}
	}
	return nil
}
