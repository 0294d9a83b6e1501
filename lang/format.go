package lang

import (
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
)

// lineWidth is what a line should not exceed.
const lineWidth = 100

// Format lays a source out in the one canonical way. A source with syntax
// errors yields them, and no text.
//
// The formatter moves tokens, it does not print the tree: every token and
// comment of the source appears once, in order, so that nothing can be lost or
// change its meaning; the tree only says where lines may break. Lines are
// broken as in Oppen's pretty printer (TOPLAS 1980): a group is laid out flat
// where it fits, and otherwise broken at each of its own breaks.
func Format(src *diag.Source) (string, []*diag.Diagnostic) {
	file, diags := Parse(src)
	if diag.HasErrors(diags) {
		return "", diags
	}
	s := scan(src)
	f := &formatter{scanned: s, segs: cut(s), out: &strings.Builder{}}
	f.prepare()
	f.plan(file)
	f.measure()
	f.write()
	return f.out.String(), diags
}

// formatter holds the tokens, what is to happen between them, and the output.
type formatter struct {
	*scanned
	segs []segment

	text    []string // canonical text per token
	space   []bool   // a space before the token where no line breaks
	joint   []joint  // the break that may stand before the token
	drop    []bool   // the token is left out
	before  [][]Comment
	groups  []group
	starts  [][]int // groups that start at a token, outermost first
	width   []int   // flat width of all tokens before this one
	forced  []int   // line breaks that must be, before and at this token
	out     *strings.Builder
	column  int
	indent  int // of the current line
	atStart bool
	end     int // of the segment that is being written
}

// joint is a place between two tokens where a line may or must break.
type joint struct {
	group int // whose break it is; -1: none
	delta int // indentation relative to the group's
	hard  bool
}

// group is a stretch of tokens that is laid out flat, or broken at each joint
// of its own.
type group struct {
	first, last int
	parent      int  // the group whose base the base is; -1: the line's
	hang        bool // indent further unless the group starts its line
	base        int
	broken      bool
}

func (f *formatter) prepare() {
	n := len(f.toks)
	f.text, f.space, f.joint, f.drop = make([]string, n), make([]bool, n), make([]joint, n), make([]bool, n)
	f.before, f.starts = make([][]Comment, n), make([][]int, n)
	for i := range f.toks {
		f.text[i] = f.toks[i].val
		f.joint[i].group = -1
		f.space[i] = i > 0 && f.spaced(i)
	}
	next, seg := 0, 0
	for _, c := range f.comments {
		for next < n-1 && f.toks[next].start < c.Span.Start {
			next++
		}
		// A ";" between declarations is not written, so it can hold no comment.
		for seg < len(f.segs) && f.segs[seg].end <= next {
			seg++
		}
		if seg == len(f.segs) {
			next = n - 1
		} else {
			next = max(next, f.segs[seg].first)
		}
		f.before[next] = append(f.before[next], c)
	}
}

// spaced is the usual spacing between token i and the one before.
func (f *formatter) spaced(i int) bool {
	t, prev := &f.toks[i], &f.toks[i-1]
	switch t.val {
	case ")", "]", "}", "|}", ",", ";", ":":
		return false
	}
	if t.kind == TokMethod || t.is("{|") {
		return false
	}
	switch {
	case prev.kind != TokOperator:
		return true
	case prev.val == "(", prev.val == "[", prev.val == "#[", prev.val == "{", prev.val == "{|", prev.val == "@":
		return false
	case prev.val == "!":
		return false
	case prev.val == "-":
		return i > 1 && endsOperand(&f.toks[i-2]) && !f.startsSegment(i-1)
	}
	return true
}

func (f *formatter) startsSegment(i int) bool {
	lo, hi := 0, len(f.segs)
	for lo < hi {
		if mid := (lo + hi) / 2; f.segs[mid].first < i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < len(f.segs) && f.segs[lo].first == i
}

// at is the index of the token that starts at or after a byte offset.
func (f *formatter) at(offset int) int {
	lo, hi := 0, len(f.toks)-1
	for lo < hi {
		if mid := (lo + hi) / 2; f.toks[mid].start < offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

func (f *formatter) first(n Node) int { return f.at(n.Range().Start) }
func (f *formatter) last(n Node) int  { return f.at(n.Range().End) - 1 }

// group opens a group over tokens first to last.
func (f *formatter) group(first, last, parent int, hang bool) int {
	f.groups = append(f.groups, group{first: first, last: last, parent: parent, hang: hang})
	g := len(f.groups) - 1
	f.starts[first] = append(f.starts[first], g)
	return g
}

func (f *formatter) soft(i, group, delta int) { f.joint[i] = joint{group, delta, false} }
func (f *formatter) hard(i, group, delta int) { f.joint[i] = joint{group, delta, true} }

// measure sums up flat widths and forced breaks.
func (f *formatter) measure() {
	n := len(f.toks)
	f.width, f.forced = make([]int, n+1), make([]int, n+1)
	for i := 0; i < n; i++ {
		w, h := 0, 0
		if !f.drop[i] {
			w = len([]rune(f.text[i]))
			if f.space[i] {
				w++
			}
			if f.joint[i].hard {
				h = 1
			}
		}
		if len(f.before[i]) > 0 {
			h = 1
		}
		f.width[i+1], f.forced[i+1] = f.width[i]+w, f.forced[i]+h
	}
}

// fits reports whether group g, laid out flat from the current column, leaves
// its line within the width.
func (f *formatter) fits(g *group) bool {
	if f.forced[g.last+1]-f.forced[g.first+1] > 0 {
		return false
	}
	end := g.last + 1
	for end < f.end && f.joint[end].group < 0 && len(f.before[end]) == 0 &&
		f.width[end]-f.width[g.first] <= lineWidth {
		end++
	}
	return f.column+f.width[end]-f.width[g.first] <= lineWidth
}
