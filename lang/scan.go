package lang

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aeonc/aeonc/lang/diag"
)

// scanned is the token stream of one source.
type scanned struct {
	src      *diag.Source
	toks     []token // comments left out; ends with TokEOF
	comments []Comment
	diags    []*diag.Diagnostic
	notText  bool // AE103: there are no tokens
}

func (s *scanned) span(start, end int) diag.Span {
	return diag.Span{Src: s.src, Start: start, End: end}
}

func (s *scanned) report(start, end int, m diag.Message, args ...any) *diag.Diagnostic {
	d := diag.New(s.span(start, end), m, args...)
	if len(s.diags) >= maxFaults {
		return d
	}
	s.diags = append(s.diags, d)
	return d
}

// scanner holds the place in the text; lines and columns are counted as it
// goes, because asking the source for each token's position costs a search.
type scanner struct {
	*scanned
	text      string
	pos       int
	line      int
	lineStart int
	wide      int // continuation bytes seen on this line
	fresh     bool
}

// scan turns text into tokens by hand: a regular-expression lexer took thirty
// times as long.
func scan(src *diag.Source) *scanned {
	s := &scanner{scanned: &scanned{src: src}, text: src.Text, line: 1, fresh: true}
	if at, why, bad := notText(src.Text); bad {
		s.notText = true
		s.report(at, min(at+1, len(src.Text)), why)
		s.toks = []token{{kind: TokEOF, line: 1, col: 1, close: -1}}
		return s.scanned
	}
	s.toks = make([]token, 0, len(src.Text)/4+8)
	if strings.HasPrefix(s.text, "\uFEFF") {
		s.pos, s.lineStart = 3, 3
	}
	for s.next() {
	}
	s.emit(TokEOF, s.pos, "")
	return s.scanned
}

// IsText reports whether a text is UTF-8 without NUL; of one that is not, nothing
// is parsed.
func IsText(text string) bool {
	_, _, bad := notText(text)
	return !bad
}

func notText(text string) (at int, why diag.Message, bad bool) {
	if i := strings.IndexByte(text, 0); i >= 0 && utf8.ValidString(text[:i]) {
		return i, diag.HasNUL, true
	}
	if utf8.ValidString(text) {
		return 0, why, false
	}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i, diag.NotUTF8, true
		}
		i += n
	}
	return 0, why, false
}

// emit appends the token from start to the current place.
func (s *scanner) emit(kind Kind, start int, val string) {
	s.toks = append(s.toks, token{
		kind: kind, val: val, start: start, end: s.pos,
		line: s.line, col: start - s.lineStart - s.wide + 1, first: s.fresh, close: -1,
	})
	s.fresh = false
	for i := start; i < s.pos; i++ {
		if s.text[i]&0xC0 == 0x80 {
			s.wide++
		}
	}
}

func (s *scanner) newline() {
	s.line++
	s.lineStart, s.wide, s.fresh = s.pos, 0, true
}

// next scans one token, comment or stretch of white space; false at the end.
func (s *scanner) next() bool {
	if s.pos >= len(s.text) {
		return false
	}
	start, c := s.pos, s.text[s.pos]
	switch {
	case c == ' ' || c == '\t' || c == '\f':
		s.pos++
	case c == '\n':
		s.pos++
		s.newline()
	case c == '\r':
		s.pos++
		if s.pos < len(s.text) && s.text[s.pos] == '\n' {
			s.pos++
		}
		s.newline()
	case c == '#' && !strings.HasPrefix(s.text[s.pos:], "#["):
		s.comment()
	case letter(c):
		s.name()
	case digit(c):
		s.number()
	case c == '"':
		s.string()
	case c == '.' && s.pos+1 < len(s.text) && letter(s.text[s.pos+1]):
		s.pos = s.identEnd(s.pos + 1)
		kind := TokConstructor
		if s.touches(start) {
			kind = TokMethod
		}
		s.emit(kind, start, s.text[start:s.pos])
	case c == '?' && s.pos+1 < len(s.text) && letter(s.text[s.pos+1]):
		s.pos = s.identEnd(s.pos + 1)
		s.emit(TokHole, start, s.text[start:s.pos])
	default:
		s.operator()
	}
	return true
}

func (s *scanner) comment() {
	start := s.pos
	n := strings.IndexAny(s.text[start:], "\r\n")
	if n < 0 {
		n = len(s.text) - start
	}
	s.pos += n
	s.comments = append(s.comments, Comment{s.span(start, s.pos), s.text[start:s.pos]})
}

func letter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func digit(c byte) bool  { return '0' <= c && c <= '9' }

func (s *scanner) identEnd(i int) int {
	for i < len(s.text) && (letter(s.text[i]) || digit(s.text[i])) {
		i++
	}
	return i
}

// name scans an identifier with the dotted parts that touch it.
func (s *scanner) name() {
	start := s.pos
	s.pos = s.identEnd(s.pos)
	if r, _ := utf8.DecodeRuneInString(s.text[s.pos:]); r >= utf8.RuneSelf && unicode.IsLetter(r) {
		s.foreignName(start)
		return
	}
	kind := TokName
	if reserved[s.text[start:s.pos]] {
		kind = TokKeyword
	} else {
		for s.pos+1 < len(s.text) && s.text[s.pos] == '.' && letter(s.text[s.pos+1]) {
			s.pos = s.identEnd(s.pos + 1)
			kind = TokQualified
		}
	}
	s.emit(kind, start, s.text[start:s.pos])
}

// foreignName reads an identifier with letters outside ASCII as a name, so that
// only one fault is reported for it.
func (s *scanner) foreignName(start int) {
	for s.pos < len(s.text) {
		r, n := utf8.DecodeRuneInString(s.text[s.pos:])
		if !(r < utf8.RuneSelf && (letter(byte(r)) || digit(byte(r))) || r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))) {
			break
		}
		s.pos += n
	}
	s.report(start, s.pos, diag.NameNotASCII, brief(s.text[start:s.pos]))
	s.emit(TokName, start, s.text[start:s.pos])
}

func (s *scanner) digits(i int) int {
	for i < len(s.text) && digit(s.text[i]) {
		i++
	}
	return i
}

func (s *scanner) number() {
	start := s.pos
	s.pos = s.digits(s.pos)
	kind := TokInt
	if s.pos+1 < len(s.text) && s.text[s.pos] == '.' && digit(s.text[s.pos+1]) {
		kind, s.pos = TokFloat, s.digits(s.pos+1)
	}
	if s.pos < len(s.text) && (s.text[s.pos] == 'e' || s.text[s.pos] == 'E') {
		i := s.pos + 1
		if i < len(s.text) && (s.text[i] == '+' || s.text[i] == '-') {
			i++
		}
		if i < len(s.text) && digit(s.text[i]) {
			kind, s.pos = TokFloat, s.digits(i)
		}
	}
	if s.pos < len(s.text) && letter(s.text[s.pos]) {
		end := s.identEnd(s.pos)
		s.report(start, end, diag.NumberRunsOn, brief(s.text[start:end]))
		s.pos = end
		s.emit(kind, start, "0")
		return
	}
	s.emit(kind, start, s.text[start:s.pos])
}

// string scans a string on one line. Escapes are decoded by the parser, which
// knows whether the text is a native's and therefore opaque.
func (s *scanner) string() {
	start := s.pos
	for i := start + 1; i < len(s.text); i++ {
		switch s.text[i] {
		case '"':
			s.pos = i + 1
			s.emit(TokString, start, s.text[start:s.pos])
			return
		case '\\':
			if i+1 < len(s.text) && s.text[i+1] != '\n' && s.text[i+1] != '\r' {
				i++
			}
		case '\n', '\r':
			s.unterminated(start, i)
			return
		}
	}
	s.unterminated(start, len(s.text))
}

func (s *scanner) unterminated(start, end int) {
	s.pos = end
	s.report(start, end, diag.UnterminatedString)
	s.emit(TokString, start, s.text[start:end])
	s.toks[len(s.toks)-1].faulty = true
}

// operators, longest first where one is the start of another.
var operators = []struct{ text, ascii string }{
	{"-->", "-->"}, {":=", ":="}, {"->", "->"}, {"=>", "=>"}, {"==", "=="}, {"!=", "!="}, {"<=", "<="}, {">=", ">="},
	{"&&", "&&"}, {"||", "||"}, {"|}", "|}"}, {"{|", "{|"}, {"++", "++"}, {"#[", "#["},
	{"→", "->"}, {"⇒", "=>"}, {"↦", "=>"}, {"≠", "!="}, {"≤", "<="}, {"≥", ">="}, {"∧", "&&"}, {"∨", "||"},
	{"¬", "!"}, {"ω", "omega"}, {"Λ", "Λ"},
}

func (s *scanner) operator() {
	start := s.pos
	rest := s.text[start:]
	for _, op := range operators {
		if strings.HasPrefix(rest, op.text) {
			s.pos += len(op.text)
			if r, _ := utf8.DecodeRuneInString(s.text[s.pos:]); op.text == "ω" && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
				s.foreignName(start)
				return
			}
			s.emit(TokOperator, start, op.ascii)
			return
		}
	}
	if strings.IndexByte("()[]{},;:.|=<>+-*/%$!&@?", rest[0]) >= 0 {
		s.pos++
		s.emit(TokOperator, start, rest[:1])
		return
	}
	r, n := utf8.DecodeRuneInString(rest)
	if unicode.IsLetter(r) {
		s.foreignName(start)
		return
	}
	s.pos += n
	shown := "`" + rest[:n] + "`"
	if !unicode.IsPrint(r) {
		shown = fmt.Sprintf("U+%04X", r)
	}
	s.report(start, s.pos, diag.StrangeCharacter, shown)
	s.emit(TokInvalid, start, rest[:n])
	s.toks[len(s.toks)-1].faulty = true
}

// touches reports whether an expression ends right where the next token starts.
func (s *scanner) touches(start int) bool {
	if len(s.toks) == 0 {
		return false
	}
	t := &s.toks[len(s.toks)-1]
	return t.end == start && endsOperand(t)
}

// endsOperand reports whether t can be the last token of an expression.
func endsOperand(t *token) bool {
	switch t.kind {
	case TokName, TokQualified, TokConstructor, TokMethod, TokInt, TokFloat, TokString, TokHole:
		return true
	case TokKeyword:
		return t.val == "true" || t.val == "false"
	case TokOperator:
		return t.val == ")" || t.val == "]" || t.val == "}" || t.val == "|}"
	}
	return false
}
