package smt

import (
	"math/big"
	"sort"
)

// Add returns the sum of ts, which are all Int or all Real; the integer 0 if
// there are none.
func (p *Pool) Add(ts ...*Term) *Term {
	switch len(ts) {
	case 0:
		return p.zeroInt
	case 1:
		p.wantNumeric("Add", ts[0], ts[0])
		return ts[0]
	}
	if len(ts) == 2 {
		p.wantNumeric("Add", ts[0], ts[1])
		if t := p.addSimple(ts[0], ts[1]); t != nil {
			return t
		}
	}
	one := big.NewRat(1, 1)
	ks := make([]*big.Rat, len(ts))
	for i, t := range ts {
		p.wantNumeric("Add", ts[0], t)
		ks[i] = one
	}
	return p.termOf(ts[0].Sort, sumOf(ks, ts))
}

// addSimple returns a + b in the frequent cases that need no linear form: two
// different atoms, or an atom and a literal. Otherwise it returns nil.
func (p *Pool) addSimple(a, b *Term) *Term {
	if isNumeral(a) || !isNumeral(b) && a.id > b.id {
		a, b = b, a
	}
	switch {
	case isLinear(a) || a == b || isLinear(b) && !isNumeral(b):
		return nil
	case b == p.zeroInt || b == p.zeroReal:
		return a
	}
	return p.intern(OpAdd, a.Sort, nil, 0, []*Term{a, b})
}

// Sub returns a − b.
func (p *Pool) Sub(a, b *Term) *Term {
	p.wantNumeric("Sub", a, b)
	if n, ok := b.IntValue(); ok {
		return p.Add(a, p.IntLit(new(big.Int).Neg(n)))
	}
	return p.termOf(a.Sort, differenceOf(a, b))
}

// Neg returns −a.
func (p *Pool) Neg(a *Term) *Term {
	p.wantNumeric("Neg", a, a)
	return p.scale(big.NewRat(-1, 1), a)
}

// scale returns k·a, distributed over a sum.
func (p *Pool) scale(k *big.Rat, a *Term) *Term {
	return p.termOf(a.Sort, sumOf([]*big.Rat{k}, []*Term{a}))
}

// Mul returns a·b. A literal factor is multiplied into the linear form of the
// other; products of non-literals are flattened and ordered but not expanded.
func (p *Pool) Mul(a, b *Term) *Term {
	p.wantNumeric("Mul", a, b)
	switch {
	case isNumeral(a):
		return p.scale(numeral(a), b)
	case isNumeral(b):
		return p.scale(numeral(b), a)
	}
	coef := big.NewRat(1, 1)
	var factors []*Term
	for _, t := range [2]*Term{a, b} {
		if t.Op == OpMul && isNumeral(t.Args[0]) {
			coef.Mul(coef, numeral(t.Args[0]))
			t = t.Args[1]
		}
		if t.Op == OpMul && len(t.Args) <= flattenLimit {
			factors = append(factors, t.Args...)
		} else {
			factors = append(factors, t)
		}
	}
	sort.Slice(factors, func(i, j int) bool { return factors[i].id < factors[j].id })
	return p.scaled(a.Sort, coef, p.intern(OpMul, a.Sort, nil, 0, factors))
}

// RealDiv returns a / b on Real. Division by the literal 0 stays as it is and
// means some unspecified number that depends on a only.
func (p *Pool) RealDiv(a, b *Term) *Term {
	if a.Sort != p.realSort || b.Sort != p.realSort {
		panic("smt: RealDiv of sorts " + a.Sort.name + " and " + b.Sort.name)
	}
	if r, ok := b.RealValue(); ok && r.Sign() != 0 {
		return p.scale(new(big.Rat).Inv(r), a)
	}
	return p.intern(OpRealDiv, p.realSort, nil, 0, []*Term{a, b})
}

// FloorDiv returns ⌊a / b⌋ on Int, which is what Python's // computes for every
// combination of signs. For b < 0 it uses ⌊a/b⌋ = ⌊−a/−b⌋, because floor and
// Euclidean division agree on positive divisors. For b = 0 it is unspecified.
func (p *Pool) FloorDiv(a, b *Term) *Term {
	p.wantInt("FloorDiv", a, b)
	if n, ok := b.IntValue(); ok {
		if n.Sign() < 0 {
			return p.euclidDiv(p.Neg(a), p.Neg(b))
		}
		return p.euclidDiv(a, b)
	}
	return p.Ite(p.Le(p.zeroInt, b), p.euclidDiv(a, b), p.euclidDiv(p.Neg(a), p.Neg(b)))
}

// FloorMod returns a − b·⌊a / b⌋ on Int, which is what Python's % computes: it
// has the sign of b. For b = 0 it is unspecified.
func (p *Pool) FloorMod(a, b *Term) *Term {
	p.wantInt("FloorMod", a, b)
	if n, ok := b.IntValue(); ok {
		if n.Sign() < 0 {
			return p.Neg(p.euclidMod(p.Neg(a), p.Neg(b)))
		}
		return p.euclidMod(a, b)
	}
	return p.Ite(p.Le(p.zeroInt, b), p.euclidMod(a, b), p.Neg(p.euclidMod(p.Neg(a), p.Neg(b))))
}

// euclidDiv is SMT-LIB's div: a = b·q + r with 0 ≤ r < |b|.
func (p *Pool) euclidDiv(a, b *Term) *Term {
	m, okM := a.IntValue()
	n, okN := b.IntValue()
	switch {
	case okN && n.Sign() == 0:
	case okM && okN:
		return p.IntLit(new(big.Int).Div(m, n))
	case okN && n.IsInt64() && n.Int64() == 1:
		return a
	}
	return p.intern(OpDiv, p.intSort, nil, 0, []*Term{a, b})
}

// euclidMod is SMT-LIB's mod, the r of euclidDiv.
func (p *Pool) euclidMod(a, b *Term) *Term {
	m, okM := a.IntValue()
	n, okN := b.IntValue()
	switch {
	case okN && n.Sign() == 0:
	case okM && okN:
		return p.IntLit(new(big.Int).Mod(m, n))
	case okN && n.IsInt64() && n.Int64() == 1:
		return p.zeroInt
	}
	return p.intern(OpMod, p.intSort, nil, 0, []*Term{a, b})
}

// Le returns a ≤ b.
func (p *Pool) Le(a, b *Term) *Term { return p.compare(OpLe, a, b) }

// Lt returns a < b.
func (p *Pool) Lt(a, b *Term) *Term { return p.compare(OpLt, a, b) }

// Ge returns a ≥ b, as b ≤ a.
func (p *Pool) Ge(a, b *Term) *Term { return p.compare(OpLe, b, a) }

// Gt returns a > b, as b < a.
func (p *Pool) Gt(a, b *Term) *Term { return p.compare(OpLt, b, a) }

// compare builds an OpLe or OpLt whose sides have positive coefficients and
// nothing in common, so x − y ≥ 0, y − x ≤ 0 and y ≤ x are the same term.
func (p *Pool) compare(op Op, a, b *Term) *Term {
	p.wantNumeric("comparison", a, b)
	if a == b {
		return p.BoolLit(op == OpLe)
	}
	if isLinear(a) || isLinear(b) {
		if bound := isNumeral(a) && !isLinear(b) || isNumeral(b) && !isLinear(a); !bound {
			f := differenceOf(a, b)
			if len(f.monomials) == 0 {
				sign := f.constant.Sign()
				return p.BoolLit(sign < 0 || sign == 0 && op == OpLe)
			}
			a, b = p.sides(a.Sort, f)
		}
		if n, ok := a.IntValue(); ok && b.Op == OpStrLen && (n.Sign() < 0 || n.Sign() == 0 && op == OpLe) {
			return p.trueTerm
		}
		if n, ok := b.IntValue(); ok && a.Op == OpStrLen && (n.Sign() < 0 || n.Sign() == 0 && op == OpLt) {
			return p.falseTerm
		}
	}
	return p.intern(op, p.boolSort, nil, 0, []*Term{a, b})
}

func (p *Pool) wantInt(what string, a, b *Term) {
	if a.Sort != p.intSort || b.Sort != p.intSort {
		panic("smt: " + what + " of sorts " + a.Sort.name + " and " + b.Sort.name)
	}
}

func (p *Pool) wantNumeric(what string, a, b *Term) {
	if !a.Sort.IsNumeric() || a.Sort != b.Sort {
		panic("smt: " + what + " of sorts " + a.Sort.name + " and " + b.Sort.name)
	}
}
