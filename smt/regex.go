package smt

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"unicode"
)

// A Regex is a regular language, written in RE2 syntax or made of such ones.
type Regex struct {
	pattern string
	root    *RegexNode
	matcher *regexp.Regexp // nil if it has no RE2 syntax
}

// A RegexOp is the head of a RegexNode.
type RegexOp uint8

// The heads of regular expressions.
const (
	RegexNone   RegexOp = iota // the empty language
	RegexText                  // exactly Text
	RegexClass                 // one code point within Ranges
	RegexConcat                // Subs one after the other
	RegexUnion                 // one of Subs
	RegexStar                  // Subs[0], any number of times
	RegexLoop                  // Subs[0], Min to Max times; Max < 0: no upper bound

	// These two do not come from patterns.
	RegexInter      // all of Subs
	RegexComplement // all strings but those of Subs[0]
)

// A RegexNode is a regular expression in the core syntax that solvers
// understand: classes instead of case folding, no anchors, no captures.
type RegexNode struct {
	Op       RegexOp
	Text     string
	Ranges   []rune // pairs lo, hi, ordered and disjoint
	Subs     []*RegexNode
	Min, Max int
}

// ParseRegex reads pattern, in the syntax of package regexp/syntax (RE2, Perl
// flavour). Its language is the set of strings that match as a whole, so ^ and
// $ (and \A, \z) mean nothing at the pattern's ends; as in Go, . does not match a
// newline. What has no counterpart in the theory of regular languages – anchors
// elsewhere, (?m) anchors, word boundaries – is an error that contains the word
// "unsupported".
func ParseRegex(pattern string) (*Regex, error) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, err
	}
	root, err := regexNode(parsed, true, true)
	if err != nil {
		return nil, err
	}
	matcher, err := regexp.Compile(`\A(?:` + parsed.String() + `)\z`) // not pattern, whose \Q may be open
	if err != nil {
		return nil, err
	}
	return &Regex{pattern: pattern, root: root, matcher: matcher}, nil
}

// MatchString reports whether the whole of s matches; r must come from ParseRegex.
func (r *Regex) MatchString(s string) bool { return r.matcher.MatchString(s) }

// String returns the pattern, or SMT-LIB's form of what has none.
func (r *Regex) String() string { return r.pattern }

// Root returns the expression in core syntax; it must not be changed.
func (r *Regex) Root() *RegexNode { return r.root }

// regexNode translates a parsed pattern. first and last say whether the
// expression begins and ends the whole pattern, where anchors may stand.
func regexNode(re *syntax.Regexp, first, last bool) (*RegexNode, error) {
	switch re.Op {
	case syntax.OpNoMatch:
		return &RegexNode{Op: RegexNone}, nil
	case syntax.OpEmptyMatch:
		return &RegexNode{Op: RegexText}, nil
	case syntax.OpLiteral:
		return literalNode(re.Rune, re.Flags&syntax.FoldCase != 0), nil
	case syntax.OpCharClass:
		if len(re.Rune) == 0 {
			return &RegexNode{Op: RegexNone}, nil
		}
		return &RegexNode{Op: RegexClass, Ranges: re.Rune}, nil
	case syntax.OpAnyChar:
		return &RegexNode{Op: RegexClass, Ranges: []rune{0, unicode.MaxRune}}, nil
	case syntax.OpAnyCharNotNL:
		return &RegexNode{Op: RegexClass, Ranges: []rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}}, nil
	case syntax.OpBeginText:
		if first {
			return &RegexNode{Op: RegexText}, nil
		}
		return nil, fmt.Errorf("unsupported: %s inside a pattern", re)
	case syntax.OpEndText:
		if last {
			return &RegexNode{Op: RegexText}, nil
		}
		return nil, fmt.Errorf("unsupported: %s inside a pattern", re)
	case syntax.OpCapture:
		return regexNode(re.Sub[0], first, last)
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		return repeatNode(re)
	case syntax.OpConcat:
		return concatNode(re.Sub, first, last)
	case syntax.OpAlternate:
		n := &RegexNode{Op: RegexUnion}
		for _, sub := range re.Sub {
			s, err := regexNode(sub, first, last)
			if err != nil {
				return nil, err
			}
			n.Subs = append(n.Subs, s)
		}
		return n, nil
	}
	return nil, fmt.Errorf("unsupported: %s", re)
}

func repeatNode(re *syntax.Regexp) (*RegexNode, error) {
	sub, err := regexNode(re.Sub[0], false, false)
	if err != nil {
		return nil, err
	}
	n := &RegexNode{Op: RegexLoop, Subs: []*RegexNode{sub}}
	switch re.Op {
	case syntax.OpStar:
		n.Op = RegexStar
	case syntax.OpPlus:
		n.Min, n.Max = 1, -1
	case syntax.OpQuest:
		n.Min, n.Max = 0, 1
	default:
		n.Min, n.Max = re.Min, re.Max
		if n.Min == 0 && n.Max == -1 {
			n.Op = RegexStar
		}
	}
	return n, nil
}

// concatNode translates a sequence. Only anchors may come before the first part
// that is still at the pattern's start, and likewise at its end.
func concatNode(subs []*syntax.Regexp, first, last bool) (*RegexNode, error) {
	lead := 0
	for lead < len(subs) && subs[lead].Op == syntax.OpBeginText {
		lead++
	}
	tail := len(subs) - 1
	for tail >= 0 && subs[tail].Op == syntax.OpEndText {
		tail--
	}
	n := &RegexNode{Op: RegexConcat}
	for i, sub := range subs {
		s, err := regexNode(sub, first && i <= lead, last && i >= tail)
		if err != nil {
			return nil, err
		}
		n.Subs = append(n.Subs, s)
	}
	return n, nil
}

// literalNode returns the language of one text, or of its case variants.
func literalNode(runes []rune, fold bool) *RegexNode {
	if !fold {
		return &RegexNode{Op: RegexText, Text: string(runes)}
	}
	n := &RegexNode{Op: RegexConcat}
	for _, r := range runes {
		orbit := []rune{r}
		for q := unicode.SimpleFold(r); q != r; q = unicode.SimpleFold(q) {
			orbit = append(orbit, q)
		}
		n.Subs = append(n.Subs, classOf(orbit))
	}
	return n
}
