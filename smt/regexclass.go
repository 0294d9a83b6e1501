package smt

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// classOf returns the class of the given code points.
func classOf(runes []rune) *RegexNode {
	slices.Sort(runes)
	n := &RegexNode{Op: RegexClass}
	for _, r := range runes {
		n.Ranges = append(n.Ranges, r, r)
	}
	return n
}

// firstSpareRune is the start of the code points at the end of SMT-LIB's
// alphabet, all unassigned in Unicode, that stand for those the alphabet lacks.
const firstSpareRune = 0x2FA20

// Exact reports whether a solver whose alphabet ends at MaxSolverRune judges r
// as if the alphabet were all of Unicode. That holds if no class tells code
// points from firstSpareRune upwards apart: then a string with code points above
// the alphabet can be renamed into one within it, on the more than a thousand
// spare ones, and nothing changes. Classes such as \p{Han} or [^\x{0}-\x{2FFFF}]
// do not have that property; with them a solver's "no such string" would be wrong.
func (r *Regex) Exact() bool { return exactNode(r.root) }

func exactNode(n *RegexNode) bool {
	switch n.Op {
	case RegexText:
		if !utf8.ValidString(n.Text) {
			return false
		}
		for _, c := range n.Text {
			if c >= firstSpareRune {
				return false
			}
		}
	case RegexClass:
		for i := 0; i < len(n.Ranges); i += 2 {
			lo, hi := n.Ranges[i], n.Ranges[i+1]
			if lo > firstSpareRune || hi >= firstSpareRune && hi != utf8.MaxRune {
				return false
			}
		}
	}
	for _, s := range n.Subs {
		if !exactNode(s) {
			return false
		}
	}
	return true
}

// SMTLIB returns r in the syntax of SMT-LIB's theory of strings. It means the
// same language only if r is Exact.
func (r *Regex) SMTLIB() string {
	var b strings.Builder
	r.root.write(&b)
	return b.String()
}

func (n *RegexNode) write(b *strings.Builder) {
	if n.IsAny() {
		b.WriteString("re.all")
		return
	}
	switch n.Op {
	case RegexNone:
		b.WriteString("re.none")
	case RegexText:
		b.WriteString("(str.to_re ")
		writeString(b, n.Text)
		b.WriteString(")")
	case RegexClass:
		n.writeClass(b)
	case RegexConcat:
		n.writeAll(b, "re.++", `(str.to_re "")`)
	case RegexUnion:
		n.writeAll(b, "re.union", "re.none")
	case RegexStar:
		n.writeAll(b, "re.*", "")
	case RegexLoop:
		n.writeLoop(b)
	case RegexInter, RegexComplement:
		n.writeLanguage(b)
	}
}

func (n *RegexNode) writeLoop(b *strings.Builder) {
	lo := strconv.Itoa(n.Min)
	if n.Max >= 0 {
		b.WriteString("((_ re.loop " + lo + " " + strconv.Itoa(n.Max) + ") ")
		n.Subs[0].write(b)
		b.WriteString(")")
		return
	}
	b.WriteString("(re.++ ((_ re.^ " + lo + ") ")
	n.Subs[0].write(b)
	b.WriteString(") (re.* ")
	n.Subs[0].write(b)
	b.WriteString("))")
}

// writeAll writes (op subs…), which SMT-LIB wants at least two of for the n-ary
// operators; empty stands for none.
func (n *RegexNode) writeAll(b *strings.Builder, op, empty string) {
	switch {
	case len(n.Subs) == 0:
		b.WriteString(empty)
		return
	case len(n.Subs) == 1 && n.Op != RegexStar:
		n.Subs[0].write(b)
		return
	}
	b.WriteString("(" + op)
	for _, s := range n.Subs {
		b.WriteString(" ")
		s.write(b)
	}
	b.WriteString(")")
}

// writeClass writes a union of ranges, cut off at the end of the alphabet.
func (n *RegexNode) writeClass(b *strings.Builder) {
	if slices.Equal(n.Ranges, []rune{0, utf8.MaxRune}) {
		b.WriteString("re.allchar")
		return
	}
	pairs := len(n.Ranges) / 2
	for pairs > 0 && n.Ranges[2*pairs-2] > MaxSolverRune {
		pairs--
	}
	if pairs == 0 {
		b.WriteString("re.none")
		return
	}
	if pairs > 1 {
		b.WriteString("(re.union ")
	}
	for i := 0; i < pairs; i++ {
		if i > 0 {
			b.WriteString(" ")
		}
		lo, hi := n.Ranges[2*i], min(n.Ranges[2*i+1], MaxSolverRune)
		b.WriteString("(re.range " + escapedRune(lo) + " " + escapedRune(hi) + ")")
	}
	if pairs > 1 {
		b.WriteString(")")
	}
}

// escapedRune returns a one-character string literal. It does not go through a Go
// string, which cannot hold the surrogates that a range may begin or end with.
func escapedRune(r rune) string { return `"\u{` + strconv.FormatInt(int64(r), 16) + `}"` }

func writeString(b *strings.Builder, s string) {
	escaped, _ := EscapeString(s)
	b.WriteString(`"` + escaped + `"`)
}
