package smt

import (
	"math/big"
	"strings"
	"unicode/utf8"
)

// Concat returns a followed by b.
func (p *Pool) Concat(a, b *Term) *Term {
	p.wantString("Concat", a)
	p.wantString("Concat", b)
	return p.concat(append(concatParts(a), concatParts(b)...))
}

// concatParts returns the operands of a concatenation that may be merged into
// another one, in a new slice.
func concatParts(t *Term) []*Term {
	if t.Op == OpConcat && len(t.Args) <= flattenLimit {
		return append([]*Term(nil), t.Args...)
	}
	return []*Term{t}
}

// concat joins parts, merging neighbouring literals and dropping "".
func (p *Pool) concat(parts []*Term) *Term {
	kept := make([]*Term, 0, len(parts))
	for _, t := range parts {
		s, ok := t.StringValue()
		if ok && s == "" {
			continue
		}
		if ok && len(kept) > 0 {
			if last, ok := kept[len(kept)-1].StringValue(); ok {
				kept[len(kept)-1] = p.StringLit(last + s)
				continue
			}
		}
		kept = append(kept, t)
	}
	switch len(kept) {
	case 0:
		return p.emptyString
	case 1:
		return kept[0]
	}
	return p.intern(OpConcat, p.stringSort, nil, 0, kept)
}

// StrLen returns the number of code points of a; of a concatenation, the sum of
// the lengths.
func (p *Pool) StrLen(a *Term) *Term {
	p.wantString("StrLen", a)
	if a.Op != OpConcat || len(a.Args) > flattenLimit {
		return p.lengthOfPart(a)
	}
	lengths := make([]*Term, len(a.Args))
	for i, part := range a.Args {
		lengths[i] = p.lengthOfPart(part)
	}
	return p.Add(lengths...)
}

func (p *Pool) lengthOfPart(a *Term) *Term {
	if s, ok := a.StringValue(); ok {
		return p.Int64(int64(utf8.RuneCountInString(s)))
	}
	return p.intern(OpStrLen, p.intSort, nil, 0, []*Term{a})
}

// PrefixOf returns whether s begins with prefix.
func (p *Pool) PrefixOf(prefix, s *Term) *Term { return p.affix(OpPrefixOf, prefix, s) }

// SuffixOf returns whether s ends with suffix.
func (p *Pool) SuffixOf(suffix, s *Term) *Term { return p.affix(OpSuffixOf, suffix, s) }

func (p *Pool) affix(op Op, affix, s *Term) *Term {
	p.wantString("PrefixOf/SuffixOf", affix)
	p.wantString("PrefixOf/SuffixOf", s)
	has := strings.HasPrefix
	end := s
	if op == OpSuffixOf {
		has = strings.HasSuffix
	}
	if s.Op == OpConcat {
		end = s.Args[0]
		if op == OpSuffixOf {
			end = s.Args[len(s.Args)-1]
		}
	}
	a, okAffix := affix.StringValue()
	e, okEnd := end.StringValue()
	switch {
	case affix == s, affix == end, okAffix && a == "":
		return p.trueTerm
	case okAffix && okEnd && has(e, a):
		return p.trueTerm
	case okAffix && okEnd && (s == end || !has(a, e)):
		return p.falseTerm
	case s == p.emptyString:
		return p.Eq(affix, s)
	}
	return p.intern(op, p.boolSort, nil, 0, []*Term{affix, s})
}

// Contains returns whether sub occurs in s.
func (p *Pool) Contains(s, sub *Term) *Term {
	p.wantString("Contains", s)
	p.wantString("Contains", sub)
	lit, okSub := sub.StringValue()
	str, okS := s.StringValue()
	switch {
	case s == sub, okSub && lit == "":
		return p.trueTerm
	case okS && okSub:
		return p.BoolLit(strings.Contains(str, lit))
	case okS && str == "":
		return p.Eq(sub, s)
	}
	if s.Op == OpConcat {
		for _, part := range s.Args {
			if part == sub {
				return p.trueTerm
			}
			if v, ok := part.StringValue(); ok && okSub && strings.Contains(v, lit) {
				return p.trueTerm
			}
		}
	}
	return p.intern(OpContains, p.boolSort, nil, 0, []*Term{s, sub})
}

// StrFromInt returns the decimal digits of n, with a minus sign if n < 0.
// SMT-LIB's str.from_int is "" there, hence the case distinction.
func (p *Pool) StrFromInt(n *Term) *Term {
	p.wantInt("StrFromInt", n, n)
	return p.Ite(p.Le(p.zeroInt, n), p.digits(n), p.Concat(p.StringLit("-"), p.digits(p.Neg(n))))
}

// digits is SMT-LIB's str.from_int.
func (p *Pool) digits(n *Term) *Term {
	if v, ok := n.IntValue(); ok {
		return p.StringLit(digitsOf(v))
	}
	return p.intern(OpStrFromInt, p.stringSort, nil, 0, []*Term{n})
}

func digitsOf(n *big.Int) string {
	if n.Sign() < 0 {
		return ""
	}
	return n.String()
}

// InRegex returns whether the whole of s matches r.
func (p *Pool) InRegex(s *Term, r *Regex) *Term {
	p.wantString("InRegex", s)
	if v, ok := s.StringValue(); ok && r.matcher != nil {
		return p.BoolLit(r.MatchString(v))
	}
	return p.intern(OpInRegex, p.boolSort, r, 0, []*Term{s})
}

// stripCommon cancels equal operands and literal text at both ends of the
// strings of an equation; clash means that they can never be equal.
func (p *Pool) stripCommon(a, b *Term) (x, y *Term, clash bool) {
	if a.Op != OpConcat && b.Op != OpConcat {
		return a, b, false
	}
	as, bs := concatParts(a), concatParts(b)
	changed := false
	for _, end := range [2]stringEnd{frontEnd, backEnd} {
		for len(as) > 0 && len(bs) > 0 {
			i, j := end.position(as), end.position(bs)
			if as[i] == bs[j] {
				as, bs, changed = end.drop(as), end.drop(bs), true
				continue
			}
			u, okU := as[i].StringValue()
			v, okV := bs[j].StringValue()
			if !okU || !okV {
				break
			}
			u, v = end.cancel(u, v)
			if u != "" && v != "" {
				return a, b, true
			}
			as[i], bs[j], changed = p.StringLit(u), p.StringLit(v), true
			if u == "" {
				as = end.drop(as)
			}
			if v == "" {
				bs = end.drop(bs)
			}
		}
	}
	if !changed {
		return a, b, false
	}
	x, y = p.concat(as), p.concat(bs)
	return x, y, x.value && y.value && x != y
}

// A stringEnd is the side of a concatenation that stripCommon works on.
type stringEnd int

const (
	frontEnd stringEnd = iota
	backEnd
)

func (e stringEnd) position(parts []*Term) int {
	if e == frontEnd {
		return 0
	}
	return len(parts) - 1
}

func (e stringEnd) drop(parts []*Term) []*Term {
	if e == frontEnd {
		return parts[1:]
	}
	return parts[:len(parts)-1]
}

// cancel removes the text that u and v share at this end, whole code points
// only. If text is left of both, they differ there.
func (e stringEnd) cancel(u, v string) (string, string) {
	for u != "" && v != "" {
		if e == frontEnd {
			r, n := utf8.DecodeRuneInString(u)
			q, m := utf8.DecodeRuneInString(v)
			if r != q || n != m || u[:n] != v[:m] {
				break
			}
			u, v = u[n:], v[m:]
			continue
		}
		r, n := utf8.DecodeLastRuneInString(u)
		q, m := utf8.DecodeLastRuneInString(v)
		if r != q || n != m || u[len(u)-n:] != v[len(v)-m:] {
			break
		}
		u, v = u[:len(u)-n], v[:len(v)-m]
	}
	return u, v
}
