package lang

import "github.com/aeonc/aeonc/lang/diag"

// segmentKind says what a stretch of tokens declares.
type segmentKind int

const (
	segDecl    segmentKind = iota // anything the grammar's declaration rule reads
	segMutual                     // the word "mutual"; its definitions follow as segments
	segEnd                        // the word "end"
	segForeign                    // class or instance of aeon
	segBody                       // a plan's body
)

// segment is one declaration, or the body: toks[first:end].
type segment struct {
	kind       segmentKind
	first, end int
	col        int
	tooDeep    bool
}

// cutter applies the layout rule in one pass over the tokens. It cuts the file
// into declarations, so that a fault in one cannot reach the next; finds which
// ";" stands for "in"; marks where an application, an operator chain or a
// type's parameters must stop (token.brk); and holds the nesting under the
// caps, so that no later phase can exhaust the stack.
type cutter struct {
	*scanned
	segs   []segment
	seg    *segment // the open one; nil before the first and after a ";"
	scopes []scope
	nest   nesting

	brackets int  // open bracket scopes
	header   bool // before the ":=" or "{" of a declaration that has one
	axiom    bool // whose header ends with its ":"
	named    bool // the def or axiom that decorators wait for was seen
	mutual   bool
}

// scope is a bracket, or a binding whose "in" has not come yet.
type scope struct {
	close    int  // index of the closing bracket; -1 for a binding
	awaiting bool // a let before its ":="
	colon    bool // ":" was seen, and no ":=" after it
	bar      bool // "|" was seen
}

// cut cuts the tokens of s into segments and marks them.
func cut(s *scanned) []segment {
	if s.notText {
		return nil
	}
	matchBrackets(s.toks)
	c := &cutter{scanned: s}
	for i := range s.toks {
		if s.toks[i].kind == TokEOF {
			c.finish(i)
			break
		}
		c.step(i)
	}
	return c.segs
}

func (c *cutter) finish(i int) {
	if c.seg != nil {
		c.seg.end = i
	}
	c.seg = nil
}

func (c *cutter) step(i int) {
	t := &c.toks[i]
	if c.starts(i) {
		c.open(i)
	} else if c.seg == nil { // a ";" that ends nothing
		c.report(t.start, t.end, diag.StraySemicolon)
		return
	}
	t.brk = t.first && i != c.seg.first && (t.col <= c.seg.col || c.sameLineOnly(i))
	if c.seg.kind == segForeign {
		c.bracket(i)
	} else {
		c.scope(i)
	}
	if c.seg != nil && !c.seg.tooDeep && !c.nest.step(c.toks, i) {
		c.seg.tooDeep = true
		c.report(t.start, t.end, diag.NestedTooDeep, c.nest.limit)
	}
}

// sameLineOnly: an import's list and a contract's name stand on their line.
func (c *cutter) sameLineOnly(i int) bool {
	switch c.toks[c.seg.first].val {
	case "import":
		return c.toks[i].val == "("
	case "plan":
		return i == c.seg.first+1
	}
	return false
}

// starts reports whether a declaration, the body or an "end" starts at i.
func (c *cutter) starts(i int) bool {
	t := &c.toks[i]
	if c.brackets > 0 {
		return false
	}
	if t.kind == TokKeyword && declWords[t.val] || t.val == "@" {
		joins := c.seg != nil && c.seg.kind == segDecl && c.toks[c.seg.first].val == "@" && !c.named
		return !(joins && (t.val == "@" || t.val == "def" || t.val == "axiom"))
	}
	if c.seg == nil {
		return t.val != ";"
	}
	if c.mutual && t.val == "end" && t.kind == TokName && c.complete(i-1) {
		return true
	}
	if !t.first || t.col > c.seg.col {
		return false
	}
	if !c.complete(i - 1) {
		return false
	}
	if t.kind == TokName && contextual[t.val] {
		return true
	}
	if _, ok := c.foreign(i); ok {
		return true
	}
	if c.seg.kind == segBody || !startsExpr(t) {
		return false
	}
	return !(c.header && (t.val == "(" || t.val == "["))
}

// open closes the open segment and starts one at i.
func (c *cutter) open(i int) {
	c.finish(i)
	t := &c.toks[i]
	c.segs = append(c.segs, segment{first: i, end: i, col: t.col})
	c.seg = &c.segs[len(c.segs)-1]
	c.scopes, c.brackets = c.scopes[:0], 0
	c.nest.reset()
	c.header, c.named, c.axiom = false, false, false

	end, foreign := c.foreign(i)
	switch {
	case foreign:
		c.seg.kind = segForeign
		c.toks[end].kind = TokKeyword
		t.kind = TokKeyword
	case t.kind == TokKeyword && t.val == "mutual":
		c.seg.kind, c.mutual = segMutual, true
	case t.kind == TokName && t.val == "end":
		c.seg.kind, c.mutual = segEnd, false
		t.kind = TokKeyword
	case t.kind == TokKeyword && declWords[t.val] || t.val == "@":
		c.header, c.named = t.val != "inductive", t.val != "@"
	case t.kind == TokName && contextual[t.val]:
		c.header = t.val == "example"
		t.kind = TokKeyword
		if next := &c.toks[i+1]; t.val == "linear" && next.is("type") {
			next.kind = TokKeyword
		}
	default:
		c.seg.kind = segBody
	}
}

// complete reports whether the line that ends with token i can be the end of a
// declaration.
func (c *cutter) complete(i int) bool {
	t := &c.toks[i]
	switch {
	case endsOperand(t), t.kind == TokInvalid:
		return true
	case t.kind == TokKeyword:
		return contextual[t.val] || t.val == "mutual"
	case t.val == ">":
		return c.closesAngle(i)
	case t.val == "?": // the tactic "apply?"
		return true
	case t.val == ";":
		// The binding before it may be the last of an example, whose next line
		// then starts a declaration.
		return c.seg.kind == segForeign || c.toks[c.seg.first].val == "example"
	}
	return false
}

// closesAngle tells the ">" of "forall <p : T -> Bool>" and of "t<p>" from the
// operator.
func (c *cutter) closesAngle(i int) bool {
	if i-c.seg.first >= 3 && c.toks[i-2].val == "<" && c.toks[i-1].kind == TokName && c.toks[i-3].kind == TokName &&
		c.toks[i-3].end == c.toks[i-2].start && c.toks[i-1].end == c.toks[i].start {
		return true
	}
	for j := i - 1; j > c.seg.first; j-- {
		switch c.toks[j].val {
		case "<":
			return c.toks[j-1].val == "forall"
		case ":=", ";", "in", ">":
			return false
		}
	}
	return false
}

// foreign recognises the head of a class or instance of aeon by its shape and
// returns the index of its "where".
func (c *cutter) foreign(i int) (int, bool) {
	t := &c.toks[i]
	if t.kind != TokName && t.kind != TokKeyword || t.val != "class" && t.val != "instance" {
		return 0, false
	}
	next := &c.toks[i+1]
	switch {
	case t.val == "class" && next.kind == TokName:
	case t.val == "instance" && (next.val == ":" || next.val == "[" || next.kind == TokName && (c.toks[i+2].val == ":" || c.toks[i+2].val == "[")):
	default:
		return 0, false
	}
	for j := i + 1; j < len(c.toks); j++ {
		switch u := &c.toks[j]; {
		case u.first && u.col <= t.col:
			return 0, false
		case u.val == "where":
			return j, true
		case u.kind == TokEOF, u.val == ":=", u.kind == TokKeyword, u.val == ";":
			return 0, false
		}
	}
	return 0, false
}

// bracket opens and closes bracket scopes.
func (c *cutter) bracket(i int) {
	t := &c.toks[i]
	if t.kind != TokOperator || t.close < 0 {
		return
	}
	if t.close > i {
		c.scopes = append(c.scopes, scope{close: t.close})
		c.brackets++
		return
	}
	for len(c.scopes) > 0 {
		top := c.scopes[len(c.scopes)-1]
		c.scopes = c.scopes[:len(c.scopes)-1]
		if top.close == i {
			c.brackets--
			return
		}
	}
}

// scope follows brackets and bindings.
func (c *cutter) scope(i int) {
	t := &c.toks[i]
	c.bracket(i)
	top := c.top()
	switch {
	case t.kind == TokKeyword && t.val == "let":
		c.openBinding(true)
	case t.kind == TokKeyword && t.val == "in":
		if top != nil && top.close < 0 {
			c.closeBinding()
		}
	case t.kind == TokKeyword && (t.val == "def" || t.val == "axiom"):
		c.named, c.axiom = true, t.val == "axiom"
	case t.val == "where" && t.kind == TokName:
		// aeon reads it as "|" in a refinement.
		if top != nil && top.colon && !top.bar {
			t.kind, t.val = TokOperator, "|"
			top.bar = true
		}
	case t.kind == TokOperator:
		c.scopeOperator(i, top)
	}
}

func (c *cutter) openBinding(awaiting bool) {
	c.scopes = append(c.scopes, scope{close: -1, awaiting: awaiting})
	c.nest.push(-1)
}

func (c *cutter) closeBinding() {
	c.scopes = c.scopes[:len(c.scopes)-1]
	c.nest.pop()
}

func (c *cutter) top() *scope {
	if len(c.scopes) == 0 {
		return nil
	}
	return &c.scopes[len(c.scopes)-1]
}

func (c *cutter) scopeOperator(i int, top *scope) {
	t := &c.toks[i]
	switch t.val {
	case ":":
		if top != nil && (top.close >= 0 || top.awaiting) {
			top.colon = true
		} else if top == nil && c.axiom {
			c.header = false
		}
	case "|":
		if top != nil {
			top.bar = true
		}
	case "=":
		if top != nil && top.awaiting && !top.bar {
			top.awaiting, top.colon = false, false
		}
	case ":=":
		switch {
		case top != nil && top.awaiting:
			top.awaiting, top.colon = false, false
		case c.header && c.brackets == 0:
			c.header = false
		default:
			if top != nil {
				top.colon = false
			}
			c.openBinding(false)
		}
	case ",":
		for top := c.top(); top != nil && top.close < 0 && c.brackets > 0; top = c.top() {
			c.closeBinding()
		}
		if top := c.top(); top != nil {
			top.colon, top.bar = false, false
		}
	case "{":
		if c.brackets == 1 && top != nil && top.close >= 0 && c.header && i > 0 {
			switch c.toks[i-1].val {
			case ":", "->", ",":
			default: // the older form of a body
				c.header = false
			}
		}
	case ";":
		if top != nil && top.close < 0 {
			c.closeBinding()
		} else if c.brackets == 0 {
			c.finish(i)
		}
	}
}

// startsExpr reports whether an expression can start with t.
func startsExpr(t *token) bool {
	switch t.kind {
	case TokName, TokQualified, TokConstructor, TokInt, TokFloat, TokString, TokHole:
		return true
	case TokKeyword:
		switch t.val {
		case "let", "if", "match", "fun", "true", "false":
			return true
		}
	case TokOperator:
		switch t.val {
		case "(", "[", "#[", "-", "!", "?", "Λ":
			return true
		}
	}
	return false
}
