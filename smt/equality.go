package smt

// decompositionLimit bounds how many pairs of constructor terms one equality is
// taken apart into; the rest stay equations between constructor terms.
const decompositionLimit = 256

// Eq returns a = b.
func (p *Pool) Eq(a, b *Term) *Term {
	p.wantSame("Eq", a, b)
	if a.Op != OpConstruct || b.Op != OpConstruct {
		return p.equation(a, b)
	}
	return p.decompose(a, b)
}

// decompose takes an equation between constructor terms apart with a work list
// (the decomposition and clash rules of Martelli and Montanari's unification).
// Pairs are met once each, so shared subterms do not make it exponential.
func (p *Pool) decompose(a, b *Term) *Term {
	type pair struct{ a, b *Term }
	seen := make(map[pair]bool)
	work := []pair{{a, b}}
	var conjuncts []*Term
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		if w.a == w.b || seen[w] {
			continue
		}
		if w.a.Op != OpConstruct || w.b.Op != OpConstruct || len(seen) >= decompositionLimit {
			conjuncts = append(conjuncts, p.equation(w.a, w.b))
			continue
		}
		if w.a.value && w.b.value || w.a.Ctor() != w.b.Ctor() {
			return p.falseTerm
		}
		seen[w] = true
		for i := range w.a.Args {
			work = append(work, pair{w.a.Args[i], w.b.Args[i]})
		}
	}
	return p.And(conjuncts...)
}

// equation builds one equation without looking inside constructor terms.
func (p *Pool) equation(a, b *Term) *Term {
	switch {
	case a == b:
		return p.trueTerm
	case a.value && b.value:
		return p.falseTerm
	case a.Op == OpConstruct && b.Op == OpConstruct && a.Ctor() != b.Ctor():
		return p.falseTerm
	}
	switch a.Sort.kind {
	case BoolSort:
		return p.equivalence(a, b)
	case IntSort, RealSort:
		if isLinear(a) && isLinear(b) || isLinear(a) && mentions(a, b) || isLinear(b) && mentions(b, a) {
			f := differenceOf(a, b)
			if len(f.monomials) == 0 {
				return p.BoolLit(f.constant.Sign() == 0)
			}
			a, b = p.sides(a.Sort, f)
		}
	case StringSort:
		var clash bool
		if a, b, clash = p.stripCommon(a, b); clash {
			return p.falseTerm
		}
		if a == b {
			return p.trueTerm
		}
	}
	if t := p.selectBranch(a, b); t != nil {
		return t
	}
	if t := p.selectBranch(b, a); t != nil {
		return t
	}
	return p.orderedEq(a, b)
}

func (p *Pool) orderedEq(a, b *Term) *Term {
	if a.id > b.id {
		a, b = b, a
	}
	return p.intern(OpEq, p.boolSort, nil, 0, []*Term{a, b})
}

// mentions reports whether the sum or scaled term t has a as an atom.
func mentions(t, a *Term) bool {
	if t.Op == OpMul {
		return t.Args[1] == a
	}
	if t.Op != OpAdd {
		return false
	}
	for _, m := range t.Args {
		if m == a || m.Op == OpMul && isNumeral(m.Args[0]) && m.Args[1] == a {
			return true
		}
	}
	return false
}

// equivalence is Eq on Bool, for distinct a and b that are not both literals.
func (p *Pool) equivalence(a, b *Term) *Term {
	switch {
	case a.IsTrue():
		return b
	case b.IsTrue():
		return a
	case a.IsFalse():
		return p.Not(b)
	case b.IsFalse():
		return p.Not(a)
	case a.Op == OpNot && a.Args[0] == b, b.Op == OpNot && b.Args[0] == a:
		return p.falseTerm
	case a.Op == OpNot && b.Op == OpNot:
		return p.orderedEq(a.Args[0], b.Args[0])
	case p.complement(a) == b, p.complement(b) == a:
		return p.falseTerm
	}
	return p.orderedEq(a, b)
}

// selectBranch simplifies ite(c, v, w) = u for values u, v, w to c, ¬c or false;
// nil if it does not apply.
func (p *Pool) selectBranch(ite, u *Term) *Term {
	if ite.Op != OpIte || !u.value || !ite.Args[1].value || !ite.Args[2].value {
		return nil
	}
	switch u {
	case ite.Args[1]:
		return ite.Args[0]
	case ite.Args[2]:
		return p.Not(ite.Args[0])
	}
	return p.falseTerm
}
