package lsp

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// What may stand at the cursor is read from the tokens before it: the tree of a
// text that is half typed may lack what is being written.

var opening = map[string]string{"(": ")", "[": "]", "{": "}"}
var closing = map[string]bool{")": true, "]": true, "}": true}

// back is the i-th token before the cursor, comments not counted, 0 the nearest; an
// empty one before the start.
func (c *cursor) back(i int) lang.Token {
	if c.code == nil {
		for _, t := range c.tokens[:c.before] {
			if t.Kind != lang.TokComment {
				c.code = append(c.code, t)
			}
		}
	}
	if i < 0 || i >= len(c.code) {
		return lang.Token{}
	}
	return c.code[len(c.code)-1-i]
}

// around walks back from the i-th token before the cursor over what is on the same
// level of brackets, and returns how far the first token is for which stop holds;
// the bracket that is open there also ends it. Negative where the text starts before.
func (c *cursor) around(i int, stop func(lang.Token) bool) int {
	depth := 0
	for ; ; i++ {
		t := c.back(i)
		switch {
		case t.Text == "":
			return -1
		case t.Kind == lang.TokOperator && closing[t.Text]:
			depth++
		case t.Kind == lang.TokOperator && opening[t.Text] != "":
			if depth == 0 {
				return i
			}
			depth--
		case depth == 0 && stop(t):
			return i
		}
	}
}

func never(lang.Token) bool { return false }

// starts reports whether a token starts a declaration.
func starts(t lang.Token) bool {
	if t.Kind != lang.TokKeyword {
		return false
	}
	switch t.Text {
	case "def", "axiom", "inductive", "plan", "type", "example", "open", "import", "mutual", "linear":
		return true
	}
	return false
}

// typePosition reports whether a type is written at the cursor.
func (c *cursor) typePosition() bool { return c.typeAt(0) }

// typeAt reports whether what comes after the i-th token before the cursor is a type.
func (c *cursor) typeAt(i int) bool {
	t := c.back(i)
	switch t.Text {
	case ":", "->":
		return t.Kind == lang.TokOperator
	case "(":
		return c.typeAt(i + 1)
	case ",":
		open := c.around(i+1, never)
		return open >= 0 && c.back(open).Text == "(" && c.typeAt(open+1)
	}
	// An argument of a type: all that stands before it in its parentheses are types.
	open := c.around(i, never)
	if open <= i || c.back(open).Text != "(" || !c.typeAt(open+1) {
		return false
	}
	head := c.back(open - 1)
	if head.Kind != lang.TokName || !upper(head.Text) {
		return false
	}
	for j := i; j < open-1; j++ {
		if k := c.back(j); k.Kind != lang.TokName && k.Text != "(" && k.Text != ")" {
			return false
		}
	}
	return true
}

func upper(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// headed walks back over a declaration's head (names and groups in brackets) and
// returns the keyword that it starts with, "" where there is something else.
func (c *cursor) headed(i int) string {
	at := c.around(i, func(t lang.Token) bool {
		return t.Kind == lang.TokKeyword || t.Kind == lang.TokOperator && (t.Text == ":=" || t.Text == "=" || t.Text == ";" || t.Text == "=>")
	})
	if at < 0 {
		return ""
	}
	return c.back(at).Text
}

// binderPosition reports whether a parameter begins at the cursor.
func (c *cursor) binderPosition() bool {
	if c.back(0).Text != "(" || c.typePosition() {
		return false
	}
	switch c.headed(1) {
	case "def", "plan", "fun":
		return true
	}
	return false
}

// naming reports whether a new name is given at the cursor.
func (c *cursor) naming() bool {
	t := c.back(0)
	if t.Kind == lang.TokKeyword {
		switch t.Text {
		case "def", "let", "type", "inductive", "axiom":
			return true
		}
	}
	open := c.around(0, never)
	if open < 0 || c.back(open).Text != "(" || c.typeAt(open+1) {
		return false
	}
	switch c.headed(open + 1) {
	case "let", "type":
		return true
	case "def", "plan", "fun":
		return open == 1 && (t.Text == "1" || t.Text == "&" || t.Text == "0" || t.Text == "ω")
	}
	return false
}

// inHeader reports whether the cursor is behind the parameters or the result type of
// a definition that has no body yet.
func (c *cursor) inHeader() bool {
	if c.headed(0) != "def" || c.back(0).Text == "def" {
		return false
	}
	t := c.back(0)
	return t.Text == ")" || t.Text == "}" || t.Kind == lang.TokName && c.back(1).Text == ":"
}

// defines reports whether the cursor is behind a ":=" that gives a definition its
// body.
func (c *cursor) defines() bool { return c.headed(1) == "def" }

// importing is the module of whose names the cursor is in a list.
func (c *cursor) importing() (module string, list bool) {
	open := c.around(0, never)
	if open < 0 || c.back(open).Text != "(" || c.back(open+2).Text != "import" {
		return "", false
	}
	return c.back(open + 1).Text, true
}

// arm reports whether the pattern of an arm begins at the cursor, and returns where
// what is matched stands.
func (c *cursor) arm() (bool, diag.Span) {
	if c.back(0).Text != "|" {
		return false, diag.Span{}
	}
	nested := 0
	with := c.around(1, func(t lang.Token) bool {
		switch {
		case t.Kind != lang.TokKeyword:
			return false
		case t.Text == "with":
			return true
		}
		return starts(t)
	})
	if with < 0 || c.back(with).Text != "with" {
		return false, diag.Span{}
	}
	match := c.around(with+1, func(t lang.Token) bool {
		switch {
		case t.Kind == lang.TokKeyword && t.Text == "with":
			nested++
		case t.Kind == lang.TokKeyword && t.Text == "match":
			nested--
			return nested < 0
		}
		return false
	})
	if match < 1 || c.back(match).Text != "match" || with+1 > match-1 {
		return false, diag.Span{}
	}
	return true, c.back(match - 1).Span.Cover(c.back(with + 1).Span)
}

// inPredicate reports whether the cursor is in the predicate of a refinement.
func (c *cursor) inPredicate() bool {
	bar := c.around(0, func(t lang.Token) bool { return t.Kind == lang.TokOperator && t.Text == "|" })
	if bar < 0 || c.back(bar).Text != "|" {
		return false
	}
	open := c.around(bar+1, func(t lang.Token) bool { return t.Kind == lang.TokKeyword })
	if open < 0 {
		return false
	}
	switch c.back(open).Text {
	case "{":
		return true
	case "(":
		colon := c.around(bar+1, func(t lang.Token) bool { return t.Text == ":" })
		return c.back(colon).Text == ":"
	}
	return false
}

// beforeBody reports whether a plan's body does not begin before the cursor.
func (c *cursor) beforeBody() bool {
	b := c.reading.File.Body
	return b == nil || c.start <= b.Range().Start
}

// receiver is the variable that a name touches by a dot, as in "s.pub", and where
// what follows the dot starts; "" where there is none.
func (c *cursor) receiver() (name string, start int) {
	if dot := strings.LastIndexByte(c.prefix, '.'); dot > 0 {
		return c.prefix[:dot], c.start + dot + 1
	}
	dot, before := c.back(0), c.back(1)
	if c.prefix == "" && dot.Text == "." && dot.Span.End == c.offset && before.Kind == lang.TokName && before.Span.End == dot.Span.Start {
		return before.Text, c.offset
	}
	return "", 0
}

// spent are the linear variables that were used up before the cursor, each with the
// place of it.
func (c *cursor) spent(vars []*core.Local) map[*core.Local]diag.Span {
	out := map[*core.Local]diag.Span{}
	for _, l := range vars {
		if !core.IsLinear(l.Type) {
			continue
		}
		for _, use := range c.reading.index.Of(l) {
			if use == l.Span || use.End > c.start || !c.consumes(use) {
				continue
			}
			if c.passed(use) {
				out[l] = use
				break
			}
		}
	}
	return out
}

// consumes reports whether a use of a linear variable uses it up: it is neither lent
// nor mentioned in a type.
func (c *cursor) consumes(use diag.Span) bool {
	nodes := path(c.reading.File, use.Start)
	for i, n := range nodes {
		if _, isType := n.(lang.Type); isType {
			return false
		}
		app, ok := n.(*lang.App)
		if !ok || i+1 >= len(nodes) {
			continue
		}
		for k, a := range app.Args {
			if a.Range() != use {
				continue
			}
			if g, shift := c.applies(app.Fun); g != nil && k+shift < len(g.Params) && g.Params[k+shift].Mult == lang.Borrowed {
				return false
			}
		}
	}
	return true
}

// passed reports whether what stands at a place runs before the cursor on every way
// to it: not where the cursor is in another branch.
func (c *cursor) passed(use diag.Span) bool {
	var open []string // of what began after the use
	elsewhere := false
	conditions, scrutinees := 0, 0
	pop := func(what string) bool {
		for i := len(open) - 1; i >= 0; i-- {
			if open[i] == what {
				open = open[:i]
				return true
			}
			if opening[open[i]] != "" {
				return false
			}
		}
		return false
	}
	for i := 0; i < c.before; i++ {
		t := c.tokens[i]
		if t.Span.Start < use.End || t.Kind != lang.TokKeyword && t.Kind != lang.TokOperator {
			continue
		}
		switch t.Text {
		case "(", "[", "{", "let", "if", "match":
			open = append(open, t.Text)
		case ")", "]", "}":
			for len(open) > 0 && opening[open[len(open)-1]] != t.Text {
				open = open[:len(open)-1]
			}
			if len(open) > 0 {
				open = open[:len(open)-1]
			} else {
				elsewhere, conditions, scrutinees = false, 0, 0
			}
		case "in", ";":
			if !pop("let") {
				open, elsewhere, conditions, scrutinees = nil, false, 0, 0
			}
		case "then":
			if len(open) == 0 {
				conditions++
			}
		case "else":
			if !pop("if") {
				if conditions > 0 {
					conditions--
				} else {
					elsewhere = true
				}
			}
		case "with":
			if len(open) == 0 {
				scrutinees++
			}
		case "|":
			if len(open) == 0 && scrutinees == 0 {
				elsewhere = true
			}
		}
		if starts(t) {
			return false
		}
	}
	return !elsewhere
}
