package lang

// closers maps each opening bracket to the bracket that closes it.
var closers = map[string]string{"(": ")", "[": "]", "#[": "]", "{": "}", "{|": "|}"}

// closing is the set of closing brackets.
var closing = map[string]bool{")": true, "]": true, "}": true, "|}": true}

// declWords start a declaration anywhere outside brackets. They are reserved,
// so one that is met inside brackets shows that the brackets are not closed.
var declWords = map[string]bool{"def": true, "axiom": true, "inductive": true, "mutual": true}

// matchBrackets links each bracket to its partner. A bracket without one is
// left alone: what it should have enclosed is then read as if it stood outside,
// so that one forgotten bracket does not swallow the rest of the file.
func matchBrackets(toks []token) {
	var open []int
	waiting := map[string]int{} // how many open brackets wait for each closer
	for i := range toks {
		t := &toks[i]
		if declWords[t.val] && t.kind == TokKeyword || t.val == "@" && t.first {
			open, waiting = open[:0], map[string]int{}
			continue
		}
		if t.kind != TokOperator {
			continue
		}
		if c, ok := closers[t.val]; ok {
			open = append(open, i)
			waiting[c]++
			continue
		}
		if !closing[t.val] || waiting[t.val] == 0 {
			continue
		}
		for {
			top := open[len(open)-1]
			open = open[:len(open)-1]
			c := closers[toks[top].val]
			waiting[c]--
			if c == t.val {
				toks[top].close, t.close = i, top
				break
			}
		}
	}
}
