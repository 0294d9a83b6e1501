package lang

// The caps on nesting. The first bounds what a reader could still follow:
// brackets, and chains of "->", "forall", "!" and "-". The second only guards
// the stack: chains of operators, "else if" and the like may be long, but every
// phase walks them recursively.
const (
	maxNesting = 200
	maxChain   = 20_000
)

// nesting bounds, token by token, how deep the tree of a declaration can get.
// Heights are over-estimated, never under-estimated.
type nesting struct {
	levels []level
	limit  int // the cap that was passed

	depth int // brackets and arrow or prefix chains of all levels
	above int // chain lengths of all levels but the last
}

// level is a bracket, or the value of a binding: what it holds is one child of
// the level around it.
type level struct {
	close  int // index of the closing bracket, or -1 for a binding
	arrows int // "->" and "forall" in a row
	prefix int // "!" and "-" in a row
	commas int // commas that belong to a forall

	ops     int   // constructs that put one node under another, in this alternative
	kid     int   // greatest height of a child in this alternative
	best    int   // greatest height of the alternatives before
	matches []int // ops at each "with": its arms start again from there
}

func (l *level) height() int { return max(l.best, l.ops+l.kid) }

func (n *nesting) reset() {
	n.levels = append(n.levels[:0], level{close: -1})
	n.depth, n.above, n.limit = 0, 0, 0
}

func (n *nesting) push(close int) {
	n.above += n.top().ops + 1
	n.levels = append(n.levels, level{close: close})
}

func (n *nesting) pop() {
	if len(n.levels) < 2 {
		return
	}
	l := n.top()
	h := l.height()
	n.depth -= l.arrows + l.prefix
	n.levels = n.levels[:len(n.levels)-1]
	up := n.top()
	n.above -= up.ops + 1
	up.kid = max(up.kid, h+1)
}

func (n *nesting) top() *level { return &n.levels[len(n.levels)-1] }

// step counts token i and reports whether the caps still hold.
func (n *nesting) step(toks []token, i int) bool {
	t := &toks[i]
	prefixed := false
	switch t.kind {
	case TokOperator:
		prefixed = n.operator(toks, i)
	case TokKeyword:
		n.keyword(t.val)
	case TokMethod:
		n.top().ops++
	}
	l := n.top()
	if _, opens := closers[t.val]; !prefixed && !(opens && t.kind == TokOperator) {
		n.depth -= l.prefix
		l.prefix = 0
	}
	if n.depth > maxNesting {
		n.limit = maxNesting
		return false
	}
	if n.above+l.height() > maxChain {
		n.limit = maxChain
		return false
	}
	return true
}

// operator counts an operator; it reports whether it was a prefix one.
func (n *nesting) operator(toks []token, i int) bool {
	t, l := &toks[i], n.top()
	switch t.val {
	case "(", "[", "#[", "{", "{|":
		n.depth++
		if t.val[0] == '{' { // each type argument takes the expression before it
			l.ops++
		}
		if t.close >= 0 { // one that is never closed stays open to the end
			n.push(t.close)
		}
	case ")", "]", "}", "|}":
		if t.close < 0 {
			break
		}
		for len(n.levels) > 1 {
			closed := n.top().close == i
			n.pop()
			if closed {
				n.depth--
				break
			}
		}
	case "->":
		l.arrows++
		n.depth++
		l.ops++
	case "!", "-":
		l.ops++
		if t.val == "!" || i == 0 || !endsOperand(&toks[i-1]) {
			l.prefix++
			n.depth++
			return true
		}
	case ",":
		if l.commas > 0 {
			l.commas--
			break
		}
		n.breakArrows()
		l.best = l.height()
		l.ops, l.kid, l.matches = 0, 0, nil
	case "|":
		n.breakArrows()
		if k := len(l.matches); k > 0 {
			l.best = l.height()
			l.ops, l.kid = l.matches[k-1], 0
		}
	case ":":
		if l.commas == 0 {
			n.breakArrows()
		}
	case ";", ":=":
		n.breakArrows()
	case ".":
		l.ops++
	case "$", "-->", "||", "&&", "=", "==", "!=", "<", "<=", ">", ">=", "+", "++", "*", "/", "%", "=>", "Λ":
		l.ops++
	}
	return false
}

func (n *nesting) breakArrows() {
	l := n.top()
	n.depth -= l.arrows
	l.arrows, l.commas = 0, 0
}

func (n *nesting) keyword(val string) {
	l := n.top()
	switch val {
	case "forall":
		l.arrows++
		l.commas++
		n.depth++
		l.ops++
	case "in":
		n.breakArrows()
	case "if", "else", "fun", "match":
		l.ops++
	case "with":
		l.matches = append(l.matches, l.ops)
	}
}
