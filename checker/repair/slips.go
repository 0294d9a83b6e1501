package repair

import (
	"slices"
	"strings"

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
	{diag.DropProse, false, (*script).prose},
	{diag.WriteProgram, false, (*script).program},
	{diag.WriteComments, false, (*script).blockComments},
	{diag.QuoteStrings, false, (*script).tripleQuotes},
	{diag.JoinStrings, false, (*script).templates},
	{diag.WriteComments, true, (*script).comments},
	{diag.FloorDivision, false, (*script).floorDivision},
	{diag.WriteComments, false, (*script).trailingComments},
	{diag.WriteFunctions, false, (*script).helpers},
	{diag.DropHeader, false, (*script).header},
	{diag.DropHandlers, false, (*script).tries},
	{diag.DropDo, false, (*script).doBlocks},
	{diag.QuoteStrings, true, (*script).quotes},
	{diag.WriteLineEnds, false, (*script).lineEnds},
	{diag.CloseString, false, (*script).quotesBetween},
	{diag.CloseString, false, (*script).unclosed},
	{diag.JoinStrings, false, (*script).interpolations},
	{diag.JoinStrings, false, (*script).formats},
	{diag.WriteNumbers, true, (*script).numbers},
	{diag.WriteNegative, false, (*script).negatives},
	{diag.WriteArms, false, (*script).presence},
	{diag.WriteBindings, false, (*script).assigned},
	{diag.WriteBranches, false, (*script).choices},
	{diag.WriteBranches, false, (*script).ternaries},
	{diag.WriteEquals, true, (*script).equals},
	{diag.WriteEquals, false, (*script).unequal},
	{diag.WriteConnectives, true, (*script).connectives},
	{diag.WriteBooleans, true, (*script).booleans},
	{diag.WriteLiterals, false, (*script).literals},
	{diag.DropReturn, true, (*script).lastReturn},
	{diag.DropReturn, false, (*script).returns},
	{diag.DropAwait, true, (*script).awaits},
	{diag.WriteBranches, false, (*script).branches},
	{diag.WriteBranches, false, (*script).conditions},
	{diag.WriteFunctions, false, (*script).functions},
	{diag.WriteElements, false, (*script).indices},
	{diag.WriteElements, false, (*script).joins},
	{diag.WriteArms, false, (*script).constructorCalls},
	{diag.WriteArms, false, (*script).arms},
	{diag.WriteMap, false, (*script).comprehensions},
	{diag.WriteFold, false, (*script).loops},
	{diag.WriteCalls, false, (*script).bound},
	{diag.WriteCalls, false, (*script).labels},
	{diag.WriteCalls, false, (*script).calls},
	{diag.WritePipes, false, (*script).pipes},
	{diag.WriteBindings, false, (*script).increments},
	{diag.DropAnnotation, false, (*script).annotated},
	{diag.WriteBindings, false, (*script).bindings},
	{diag.AddIn, false, (*script).openBindings},
	{diag.AddIn, false, (*script).splitCalls},
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
	if !v.slipsDone {
		v.slipsMade, v.slipsDone = v.makeSlips(), true
	}
	return v.slipsMade
}

func (v *view) makeSlips() []candidate { return v.slipsOf(slips) }

// slipsOf are the candidates of the given kinds of slips.
func (v *view) slipsOf(slips []slip) []candidate {
	var out []candidate
	for _, k := range slips {
		if v.late() {
			return out
		}
		text, ok := apply(v.text, k.fix(v.script(v.text)))
		if ok && text != v.text {
			out = append(out, candidate{title: k.title, text: text, safe: k.safe})
		}
	}
	text := v.text
	var titles []string
	safe := true
	for _, k := range slips {
		if v.late() {
			return out
		}
		next, ok := apply(text, k.fix(v.script(text)))
		if ok && next != text {
			if !slices.Contains(titles, k.title) {
				titles = append(titles, k.title)
			}
			text, safe = next, safe && k.safe
		}
	}
	if len(titles) > 1 {
		out = append(out, candidate{title: strings.Join(titles, "; "), text: text, safe: safe})
	}
	return out
}

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

func (s *script) column(i int) int { return s.source.Position(s.tok(i).Span.Start).Column }

func (s *script) tokenIndex(offset int) int {
	for i, t := range s.toks {
		if t.Span.End > offset {
			return i
		}
	}
	return len(s.toks)
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
