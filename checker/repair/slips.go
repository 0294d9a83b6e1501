package repair

import (
	"regexp"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// A slip is one kind of thing that writers bring along from other languages:
// where it is found, it is found by its tokens alone, and all of one kind are
// set right at once.
type slip struct {
	title string
	// safe: what stands there can mean nothing else in a plan.
	safe bool
	fix  func(*script) []edit
}

// slips in the order in which they are tried and, together, applied: those that
// change where tokens begin and end come first.
var slips = []slip{
	{diag.DropFence, true, (*script).fences},
	{diag.WriteComments, true, (*script).comments},
	{diag.FloorDivision, false, (*script).floorDivision},
	{diag.WriteComments, false, (*script).trailingComments},
	{diag.DropHeader, false, (*script).header},
	{diag.QuoteStrings, true, (*script).quotes},
	{diag.CloseString, false, (*script).unclosed},
	{diag.JoinStrings, false, (*script).interpolations},
	{diag.WriteNumbers, true, (*script).numbers},
	{diag.WriteNegative, false, (*script).negatives},
	{diag.WriteEquals, true, (*script).equals},
	{diag.WriteConnectives, true, (*script).connectives},
	{diag.WriteBooleans, true, (*script).booleans},
	{diag.WriteLiterals, false, (*script).literals},
	{diag.DropReturn, true, (*script).lastReturn},
	{diag.DropReturn, false, (*script).returns},
	{diag.DropAwait, true, (*script).awaits},
	{diag.WriteBranches, false, (*script).branches},
	{diag.WriteFunctions, false, (*script).functions},
	{diag.WriteArms, false, (*script).arms},
	{diag.WriteMap, false, (*script).comprehensions},
	{diag.WriteFold, false, (*script).loops},
	{diag.WriteCalls, false, (*script).calls},
	{diag.WriteBindings, false, (*script).bindings},
	{diag.AddIn, false, (*script).blocks},
	{diag.BindStatements, false, (*script).statements},
	{diag.AddIn, true, (*script).missingIn},
	{diag.AddIn, false, (*script).missingInside},
	{diag.DropLastIn, false, (*script).lastIn},
	{diag.CloseBrackets, false, (*script).brackets},
}

// script is a text in which slips are looked for.
type script struct {
	*view  // of the plan: what its names mean
	text   string
	source *diag.Source
	toks   []lang.Token
}

func (v *view) script(text string) *script {
	s := &script{view: v, text: text, source: diag.NewSource(v.src.Name, text)}
	for _, t := range lang.Tokens(s.source) {
		if t.Kind != lang.TokComment {
			s.toks = append(s.toks, t)
		}
	}
	return s
}

// slips sets right what each kind of slip finds, alone, and then all kinds one
// after the other.
func (v *view) slips(*diag.Diagnostic) []candidate {
	var out []candidate
	for _, k := range slips {
		text, ok := apply(v.text, k.fix(v.script(v.text)))
		if ok && text != v.text {
			out = append(out, candidate{k.title, text, k.safe})
		}
	}
	text := v.text
	var titles []string
	safe := true
	for _, k := range slips {
		next, ok := apply(text, k.fix(v.script(text)))
		if ok && next != text {
			titles, text, safe = append(titles, k.title), next, safe && k.safe
		}
	}
	if len(titles) > 1 {
		out = append(out, candidate{strings.Join(titles, "; "), text, safe})
	}
	return out
}

// ---- access

func (s *script) tok(i int) lang.Token {
	if i < 0 || i >= len(s.toks) {
		end := len(s.text)
		if i < 0 {
			end = 0
		}
		return lang.Token{Kind: lang.TokEOF, Span: diag.Span{Src: s.source, Start: end, End: end}}
	}
	return s.toks[i]
}

func (s *script) is(i int, text string) bool {
	t := s.tok(i)
	return t.Text == text && t.Kind != lang.TokString && t.Kind != lang.TokEOF
}

// touching reports whether nothing stands between tokens i and i+1.
func (s *script) touching(i int) bool { return s.tok(i).Span.End == s.tok(i+1).Span.Start }

// first reports whether token i is the first of its line.
func (s *script) first(i int) bool {
	return i <= 0 || strings.ContainsAny(s.text[s.tok(i-1).Span.End:s.tok(i).Span.Start], "\n\r")
}

// match is the index of the bracket that closes the one at i, len(toks) where
// none does.
func (s *script) match(i int) int {
	depth := 0
	for j := i; j < len(s.toks); j++ {
		if s.toks[j].Kind != lang.TokOperator {
			continue
		}
		switch s.toks[j].Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return len(s.toks)
}

// name reports whether token i is a name that is not bound to anything: then it
// can be taken for a word of another language.
func (s *script) unbound(i int) bool {
	t := s.tok(i)
	if t.Kind != lang.TokName || s.callable(t.Text) != nil {
		return false
	}
	free := true
	lang.Inspect(s.File, func(n lang.Node) bool {
		switch n := n.(type) {
		case *lang.PatVar:
			free = free && n.Name.Name != t.Text
		case *lang.Param:
			free = free && n.Name.Name != t.Text
		}
		return free
	})
	return free
}

// endsOperand reports whether token i can be the last of an expression.
func (s *script) endsOperand(i int) bool {
	t := s.tok(i)
	switch t.Kind {
	case lang.TokName, lang.TokQualified, lang.TokConstructor, lang.TokMethod, lang.TokInt, lang.TokFloat, lang.TokString:
		return !wordOperators[t.Text]
	case lang.TokKeyword:
		return t.Text == "true" || t.Text == "false"
	case lang.TokOperator:
		return t.Text == ")" || t.Text == "]" || t.Text == "}"
	}
	return false
}

// wordOperators are names that stand for operators or statements elsewhere.
var wordOperators = map[string]bool{"and": true, "or": true, "not": true, "return": true, "await": true, "lambda": true}

// ends are tokens at which an operand, at its own depth, is over.
var ends = map[string]bool{
	"and": true, "or": true, "&&": true, "||": true, "then": true, "else": true, "in": true, ",": true, ")": true,
	"]": true, "}": true, "{": true, "|": true, ";": true, "with": true, "=>": true, "let": true, ":": true, "in:": true, "?": true,
}

// operand is the index after the last token of the operand that starts at i.
func (s *script) operand(i int) int {
	j := i
	for j < len(s.toks) {
		t := s.toks[j]
		if t.Kind != lang.TokString && ends[t.Text] {
			return j
		}
		if t.Kind == lang.TokOperator && (t.Text == "(" || t.Text == "[") {
			j = s.match(j)
		}
		j++
	}
	return min(j, len(s.toks))
}

func (s *script) span(i, j int) (start, end int) { return s.tok(i).Span.Start, s.tok(j - 1).Span.End }

// ---- slips of spelling

var fence = regexp.MustCompile("(?m)^[ \t]*```[^\n]*\n?")

func (s *script) fences() []edit {
	var out []edit
	for _, m := range fence.FindAllStringIndex(s.text, -1) {
		out = append(out, edit{m[0], m[1], ""})
	}
	return out
}

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
		n := strings.Index(rest, closing)
		if n < 0 {
			continue
		}
		body := strings.ReplaceAll(strings.ReplaceAll(rest[:n], `\'`, `'`), `"`, `\"`)
		skip = t.Span.End + n + len(closing)
		out = append(out, edit{t.Span.Start, skip, `"` + body + `"`})
	}
	return out
}

// unclosed closes a string that its line does not close: before what looks like
// the rest of the plan, where that reads best.
func (s *script) unclosed() []edit {
	var out []edit
	for _, t := range s.toks {
		if t.Kind != lang.TokString || len(t.Text) > 1 && strings.HasSuffix(t.Text, `"`) && !strings.HasSuffix(t.Text, `\"`) {
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

// interpolations turns f"a {x} b" into "a " ++ x ++ " b".
func (s *script) interpolations() []edit {
	var out []edit
	for i := range s.toks {
		if !s.is(i, "f") || !s.touching(i) || s.tok(i+1).Kind != lang.TokString {
			continue
		}
		t := s.tok(i + 1)
		body := strings.Trim(t.Text, `"`)
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
				return nil
			}
			inner := strings.TrimSpace(body[open+1 : open+end])
			parts = append(parts, wrap(inner))
			body = body[open+end+1:]
		}
		if len(parts) == 0 {
			parts = []string{`""`}
		}
		text := strings.Join(parts, " ++ ")
		if len(parts) > 1 {
			text = "(" + text + ")"
		}
		out = append(out, edit{s.toks[i].Span.Start, t.Span.End, text})
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
	if !s.is(i, "plan") && !s.is(i, "def") {
		return nil
	}
	for j := i + 1; j < len(s.toks); j++ {
		switch {
		case s.is(j, "def"):
			return nil
		case s.is(j, "("), s.is(j, "{"):
			j = s.match(j)
		case s.is(j, ":="), s.is(j, "="):
			// A helper is followed by the body; what is left of a header is all.
			if s.is(i, "def") && s.File.Body != nil {
				return nil
			}
			return []edit{{s.tok(i).Span.Start, s.tok(j + 1).Span.Start, ""}}
		}
	}
	return nil
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

// ---- slips of structure

// branches turns "if c: a elif d: b else: e" and "if c { a } else { b }" into
// if, then and else.
func (s *script) branches() []edit {
	var out []edit
	brace := func(i int, open string) {
		out = append(out, replace(s.tok(i).Span, open))
		if j := s.match(i); j < len(s.toks) {
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

// functions turns "lambda x: e", "x => e" and "fun x -> e" into "fun x => e".
func (s *script) functions() []edit {
	var out []edit
	for i := range s.toks {
		word := s.tok(i).Text
		foreign := (word == "lambda" || word == "fn" || word == "function") && s.unbound(i)
		if !foreign && !s.is(i, "fun") {
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
		case assignWords[t.Text] && s.unbound(i) && s.tok(i+1).Kind == lang.TokName && s.starts(i):
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
		s.is(i-1, "{") || assignWords[s.tok(i-1).Text]
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
		cur := s.view.script(text)
		at := -1
		for _, d := range syntaxErrors(cur.source) {
			i := cur.tokenIndex(d.Span.Start)
			if i > 1 && cur.first(i) && (cur.endsOperand(i-1) || cur.is(i-1, ";") && cur.endsOperand(i-2)) {
				at = i
				break
			}
		}
		if at < 0 {
			break
		}
		// The statement starts at the line before, or where its first line does.
		start := at - 1
		for start > 0 && !(cur.first(start) && cur.column(start) <= cur.column(at)) {
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

// rewritten is the change of a whole text as edits.
func rewritten(old, text string) []edit {
	var out []edit
	for _, e := range difference(diag.NewSource("", old), text) {
		out = append(out, edit{e.Span.Start, e.Span.End, e.New})
	}
	return out
}

func (s *script) column(i int) int { return s.source.Position(s.tok(i).Span.Start).Column }

func (s *script) tokenIndex(offset int) int {
	for i, t := range s.toks {
		if t.Span.End > offset {
			return i
		}
	}
	return len(s.toks)
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
		src := diag.NewSource("", text)
		ds := syntaxErrors(src)
		next := ""
		for _, d := range ds {
			cur := s.view.script(text)
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

// wrap puts parentheses around what is not one word or in brackets already.
func wrap(text string) string {
	s := strings.TrimSpace(text)
	if s == "" {
		return "()"
	}
	src := diag.NewSource("", s)
	toks := lang.Tokens(src)
	if len(toks) <= 1 {
		return s
	}
	depth := 0
	for i, t := range toks {
		if t.Kind == lang.TokOperator {
			switch t.Text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			}
		}
		if depth == 0 && i < len(toks)-1 {
			if t.Kind == lang.TokName || t.Kind == lang.TokQualified || t.Text == ")" {
				if toks[i+1].Kind == lang.TokMethod {
					continue
				}
			}
			return "(" + s + ")"
		}
	}
	return s
}
