package repair

import (
	"container/heap"
	"regexp/syntax"
	"strings"
	"unicode"
)

// Costs of the steps that lead from one text to another. To change the case of
// a letter is least; what has to be made up, where a pattern wants any character
// of a class, is most.
const (
	caseCost    = 1
	foldCost    = 3 // another mark for a mark: "." by "_"
	deleteCost  = 4
	insertCost  = 5
	inventCost  = 8
	resumeCost  = 6 // to go on with what was written, after a change
	maxTextCost = 400
)

// nearest is the text that a regular expression matches as a whole and that takes
// the least change to come by from was. It is a shortest path through the
// product of the expression's automaton and the places of was (Wagner, Order-n
// correction for regular languages, CACM 1974).
func nearest(pattern, was string) (text string, ok bool) {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil || len(was) > 200 {
		return "", false
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil || len(prog.Inst) > 2000 {
		return "", false
	}
	in := []rune(was)
	q := &paths{{pc: uint32(prog.Start), keeps: true}}
	seen := map[place]bool{}
	for q.Len() > 0 {
		p := heap.Pop(q).(*textPath)
		key := place{p.pc, p.at, p.keeps}
		if seen[key] || p.cost > maxTextCost {
			continue
		}
		seen[key] = true
		inst := &prog.Inst[p.pc]
		if inst.Op == syntax.InstMatch && p.at == len(in) {
			return p.text(), true
		}
		push := func(pc uint32, at, cost int, r rune, keeps bool) {
			if keeps && !p.keeps && at > p.at {
				cost += resumeCost
			}
			heap.Push(q, &textPath{pc: pc, at: at, cost: p.cost + cost, r: r, keeps: keeps, from: p})
		}
		if p.at < len(in) {
			push(p.pc, p.at+1, deleteCost, -1, false)
		}
		switch inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			push(inst.Out, p.at, 0, -1, p.keeps)
			push(inst.Arg, p.at, 0, -1, p.keeps)
		case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
			push(inst.Out, p.at, 0, -1, p.keeps)
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			if p.at < len(in) {
				r := in[p.at]
				for _, c := range []struct {
					r    rune
					cost int
				}{{r, 0}, {unicode.ToLower(r), caseCost}, {unicode.ToUpper(r), caseCost}, {'_', foldCost}, {'-', foldCost}} {
					mark := c.cost == foldCost
					if mark && (unicode.IsLetter(r) || unicode.IsDigit(r)) || !inst.MatchRune(c.r) {
						continue
					}
					push(inst.Out, p.at+1, c.cost, c.r, true)
				}
			}
			if r, only := someRune(inst); only {
				push(inst.Out, p.at, insertCost, r, false)
			} else {
				push(inst.Out, p.at, inventCost, r, false)
			}
		}
	}
	return "", false
}

// someRune is a character that an instruction takes; only tells that it takes no
// other.
func someRune(inst *syntax.Inst) (r rune, only bool) {
	if inst.Op == syntax.InstRune1 || inst.Op == syntax.InstRune && len(inst.Rune) == 1 {
		return inst.Rune[0], true
	}
	for _, r := range "xXa0" {
		if inst.MatchRune(r) {
			return r, false
		}
	}
	if len(inst.Rune) > 0 {
		return inst.Rune[0], len(inst.Rune) == 2 && inst.Rune[0] == inst.Rune[1]
	}
	return 'x', false
}

// place is where a path through the product has come.
type place struct {
	pc    uint32
	at    int
	keeps bool
}

// textPath is a path through the product; r is the character that its last step
// writes, -1 for none.
type textPath struct {
	pc       uint32
	at, cost int
	r        rune
	keeps    bool // the last character is one of what was written
	from     *textPath
}

func (p *textPath) text() string {
	var back []rune
	for ; p != nil; p = p.from {
		if p.from != nil && p.r >= 0 {
			back = append(back, p.r)
		}
	}
	var b strings.Builder
	for i := len(back) - 1; i >= 0; i-- {
		b.WriteRune(back[i])
	}
	return b.String()
}

type paths []*textPath

func (q paths) Len() int           { return len(q) }
func (q paths) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q paths) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *paths) Push(x any)        { *q = append(*q, x.(*textPath)) }
func (q *paths) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}
