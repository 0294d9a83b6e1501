package z3

import (
	"strconv"
	"unicode/utf8"
	"unsafe"

	"github.com/aeonc/aeonc/smt"
)

// regex returns the Z3 regular expression for r, or why there is none.
func (s *Solver) regex(r *smt.Regex) (ast uintptr, reason string) {
	if !r.Exact() {
		return 0, "the pattern " + strconv.Quote(r.String()) + " tells code points near or above U+2FFFF apart, which Z3 cannot represent"
	}
	if z := s.regexes[r.Identity()]; z != 0 {
		return z, ""
	}
	if z, reason := s.sort(s.pool.String()); z == 0 {
		return 0, reason
	}
	if s.regexSort == 0 {
		s.regexSort = s.call(s.lib.api.mkReSort, s.sorts[s.pool.String()])
	}
	ast = s.regexNode(r.Root())
	if ast != 0 && s.errorCode == 0 {
		s.regexes[r.Identity()] = ast
	}
	return ast, ""
}

// regexNode translates an expression; its depth is bounded by the pattern
// parser. After a failure it returns 0.
func (s *Solver) regexNode(n *smt.RegexNode) uintptr {
	a := &s.lib.api
	if n.IsAny() {
		return s.call(a.mkReFull, s.regexSort)
	}
	subs := make([]uintptr, len(n.Subs))
	for i, sub := range n.Subs {
		if subs[i] = s.regexNode(sub); subs[i] == 0 {
			return 0
		}
	}
	switch n.Op {
	case smt.RegexText:
		escaped, _ := smt.EscapeString(n.Text)
		return s.call(a.mkSeqToRe, s.text(escaped))
	case smt.RegexClass:
		return s.regexClass(n.Ranges)
	case smt.RegexConcat:
		if len(subs) == 0 {
			return s.call(a.mkSeqToRe, s.text(""))
		}
		return s.several(a.mkReConcat, subs)
	case smt.RegexUnion:
		return s.several(a.mkReUnion, subs)
	case smt.RegexStar:
		return s.call(a.mkReStar, subs[0])
	case smt.RegexLoop:
		return s.regexLoop(subs[0], n.Min, n.Max)
	case smt.RegexInter:
		return s.several(a.mkReIntersect, subs)
	case smt.RegexComplement:
		return s.call(a.mkReComplement, subs[0])
	}
	return s.call(a.mkReEmpty, s.regexSort)
}

// regexLoop repeats sub. To Z3_mk_re_loop an upper bound of 0 means none.
func (s *Solver) regexLoop(sub uintptr, lo, hi int) uintptr {
	a := &s.lib.api
	switch {
	case lo == 0 && hi == 0:
		return s.call(a.mkSeqToRe, s.text(""))
	case lo == 0 && hi == 1:
		return s.call(a.mkReOption, sub)
	case lo == 1 && hi < 0:
		return s.call(a.mkRePlus, sub)
	}
	return s.call(a.mkReLoop, sub, uintptr(lo), uintptr(max(hi, 0)))
}

// regexClass returns the union of ranges of code points, cut off at the end of
// Z3's alphabet.
func (s *Solver) regexClass(ranges []rune) uintptr {
	a := &s.lib.api
	var parts []uintptr
	for i := 0; i < len(ranges); i += 2 {
		lo, hi := ranges[i], min(ranges[i+1], smt.MaxSolverRune)
		if lo > hi {
			break
		}
		part := s.call(a.mkReRange, s.character(lo), s.character(hi))
		if part == 0 {
			return 0
		}
		parts = append(parts, part)
	}
	return s.several(a.mkReUnion, parts)
}

// character returns the literal of one code point, surrogates included.
func (s *Solver) character(r rune) uintptr {
	if r < utf8.RuneSelf && strconv.IsPrint(r) && r != '\\' {
		return s.text(string(r))
	}
	return s.text(`\u{` + strconv.FormatInt(int64(r), 16) + `}`)
}

// several applies an n-ary operator, which wants at least one operand; a union of
// nothing is empty.
func (s *Solver) several(fn uintptr, parts []uintptr) uintptr {
	switch len(parts) {
	case 0:
		return s.call(s.lib.api.mkReEmpty, s.regexSort)
	case 1:
		return parts[0]
	}
	return s.call(fn, uintptr(len(parts)), uintptr(unsafe.Pointer(&parts[0])))
}
