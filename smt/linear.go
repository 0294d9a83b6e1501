package smt

import (
	"math/big"
	"sort"
)

// A linear is a linear form Σ coef·atom + constant over terms that are neither
// sums nor scaled terms, ordered by the atom's ID, without zero coefficients.
type linear struct {
	monomials []monomial
	constant  *big.Rat
}

type monomial struct {
	coef *big.Rat
	atom *Term
}

// isLinear reports whether t has linear structure that linearOf takes apart.
func isLinear(t *Term) bool {
	switch t.Op {
	case OpInt, OpReal:
		return true
	case OpAdd:
		return len(t.Args) <= flattenLimit
	case OpMul:
		return isNumeral(t.Args[0])
	}
	return false
}

func isNumeral(t *Term) bool { return t.Op == OpInt || t.Op == OpReal }

// numeral returns the value of a numeric literal.
func numeral(t *Term) *big.Rat {
	if n, ok := t.IntValue(); ok {
		return new(big.Rat).SetInt(n)
	}
	return t.payload.(*big.Rat)
}

// numberLit returns r as a literal of sort s; r must be whole if s is Int.
func (p *Pool) numberLit(s *Sort, r *big.Rat) *Term {
	if s == p.intSort {
		return p.IntLit(r.Num())
	}
	return p.RealLit(r)
}

// accumulate adds k·t to f, leaving the monomials unordered.
func (f *linear) accumulate(k *big.Rat, t *Term) {
	switch {
	case isNumeral(t):
		f.constant.Add(f.constant, new(big.Rat).Mul(k, numeral(t)))
	case t.Op == OpAdd && len(t.Args) <= flattenLimit:
		for _, a := range t.Args {
			f.accumulateMonomial(k, a)
		}
	default:
		f.accumulateMonomial(k, t)
	}
}

// accumulateMonomial adds k·t where t is a part of a sum.
func (f *linear) accumulateMonomial(k *big.Rat, t *Term) {
	switch {
	case isNumeral(t):
		f.constant.Add(f.constant, new(big.Rat).Mul(k, numeral(t)))
	case t.Op == OpMul && isNumeral(t.Args[0]):
		f.monomials = append(f.monomials, monomial{new(big.Rat).Mul(k, numeral(t.Args[0])), t.Args[1]})
	default:
		f.monomials = append(f.monomials, monomial{k, t})
	}
}

// collect orders the monomials and adds up those of one atom.
func (f *linear) collect() {
	ms := f.monomials
	sort.SliceStable(ms, func(i, j int) bool { return ms[i].atom.id < ms[j].atom.id })
	kept := ms[:0]
	for i := 0; i < len(ms); {
		sum, j := ms[i].coef, i+1
		if j < len(ms) && ms[j].atom == ms[i].atom {
			sum = new(big.Rat).Set(sum)
			for ; j < len(ms) && ms[j].atom == ms[i].atom; j++ {
				sum.Add(sum, ms[j].coef)
			}
		}
		if sum.Sign() != 0 {
			kept = append(kept, monomial{sum, ms[i].atom})
		}
		i = j
	}
	f.monomials = kept
}

// sumOf returns the collected form of Σ k·t.
func sumOf(ks []*big.Rat, ts []*Term) *linear {
	f := &linear{constant: new(big.Rat)}
	for i, t := range ts {
		f.accumulate(ks[i], t)
	}
	f.collect()
	return f
}

// differenceOf returns the collected form of a − b.
func differenceOf(a, b *Term) *linear {
	return sumOf([]*big.Rat{big.NewRat(1, 1), big.NewRat(-1, 1)}, []*Term{a, b})
}

// termOf turns a collected form into a term of sort s.
func (p *Pool) termOf(s *Sort, f *linear) *Term {
	parts := make([]*Term, 0, len(f.monomials)+1)
	for _, m := range f.monomials {
		parts = append(parts, p.scaled(s, m.coef, m.atom))
	}
	if f.constant.Sign() != 0 || len(parts) == 0 {
		parts = append(parts, p.numberLit(s, f.constant))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return p.intern(OpAdd, s, nil, 0, parts)
}

// scaled returns coef·atom.
func (p *Pool) scaled(s *Sort, coef *big.Rat, atom *Term) *Term {
	if coef.IsInt() && coef.Num().IsInt64() && coef.Num().Int64() == 1 {
		return atom
	}
	return p.intern(OpMul, s, nil, 0, []*Term{p.numberLit(s, coef), atom})
}

// sides splits f into l and r with f = l − r and only positive coefficients
// on both sides. The constant goes to the side without atoms if there is one,
// otherwise to where it is positive.
func (p *Pool) sides(s *Sort, f *linear) (l, r *Term) {
	left, right := &linear{constant: new(big.Rat)}, &linear{constant: new(big.Rat)}
	for _, m := range f.monomials {
		if m.coef.Sign() > 0 {
			left.monomials = append(left.monomials, m)
		} else {
			right.monomials = append(right.monomials, monomial{new(big.Rat).Neg(m.coef), m.atom})
		}
	}
	if len(left.monomials) == 0 || f.constant.Sign() > 0 && len(right.monomials) > 0 {
		left.constant = f.constant
	} else {
		right.constant.Neg(f.constant)
	}
	return p.termOf(s, left), p.termOf(s, right)
}
