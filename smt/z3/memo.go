package z3

import "github.com/aeonc/aeonc/smt"

// A Memo remembers what solvers of one pool have answered (Michie, "Memo" Functions
// and Machine Learning, Nature 1968), so that a question that is asked again, fact by
// fact and in the same order, needs no solver. What solvers have asserted is a path
// in a trie of terms; terms are hash-consed, so that the same node is the same facts, and
// no answer is ever found by a hash alone. Only Sat and Unsat are remembered: they do
// not depend on limits or on the clock. A Memo is not safe for concurrent use.
type Memo struct {
	root  *node
	nodes int
	// round counts Begin; what no round has come by for a while is forgotten.
	round uint32
}

// maxNodes is the size from which a Memo forgets.
const maxNodes = 120_000

// NewMemo returns an empty Memo.
func NewMemo() *Memo { return &Memo{root: &node{}} }

// Begin starts a round: a piece of work that is likely to be done again with few
// changes. No solver that uses the Memo may hold facts.
func (m *Memo) Begin() {
	m.round++
	for age := uint32(64); age > 0 && m.nodes > maxNodes; age /= 4 {
		m.nodes = m.root.prune(m.round - min(age, m.round))
	}
	if m.nodes > maxNodes {
		*m.root, m.nodes = node{}, 0 // solvers stand at it
	}
}

// node stands for a sequence of asserted facts; below assumed edges, of facts and then
// of assumptions.
type node struct {
	// Nearly every node has one child, which is kept apart from the others.
	edge  edge
	first *node
	more  map[edge]*node
	round uint32 // the last that came by
	// answer to the question whether these facts have a model; nil: not known.
	answer *answer
}

type edge struct {
	term    *smt.Term
	assumed bool
}

// answer is what a check said.
type answer struct {
	result smt.Result
	core   []*smt.Term
	// values of terms in the model, those that were asked for.
	values map[*smt.Term]*smt.Term
}

// child is the node for one more fact or assumption.
func (m *Memo) child(n *node, e edge) *node {
	c := n.first
	if n.edge != e {
		c = n.more[e]
	}
	if c == nil {
		c = &node{}
		m.nodes++
		switch {
		case n.first == nil:
			n.edge, n.first = e, c
		case n.more == nil:
			n.more = map[edge]*node{e: c}
		default:
			n.more[e] = c
		}
	}
	c.round = m.round
	return c
}

// prune forgets what no round from oldest on has come by, and counts what stays.
func (n *node) prune(oldest uint32) int {
	count := 0
	for stack := []*node{n}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x.first != nil && x.first.round < oldest {
			x.edge, x.first = edge{}, nil
		}
		for e, c := range x.more {
			if c.round < oldest {
				delete(x.more, e)
			} else {
				stack = append(stack, c)
				count++
			}
		}
		if x.first != nil {
			stack = append(stack, x.first)
			count++
		}
	}
	return count
}
