package smt

import "sort"

// flattenLimit bounds how long a conjunction, disjunction, sum or concatenation
// may be and still be merged into the one around it. Beyond it nesting is
// kept, so that building one from n parts, one by one, stays linear in n.
const flattenLimit = 64

// Not returns the negation of t. Negated comparisons become the opposite
// comparison.
func (p *Pool) Not(t *Term) *Term {
	p.wantBool("Not", t)
	switch t.Op {
	case OpTrue:
		return p.falseTerm
	case OpFalse:
		return p.trueTerm
	case OpNot:
		return t.Args[0]
	case OpLe:
		return p.intern(OpLt, p.boolSort, nil, 0, []*Term{t.Args[1], t.Args[0]})
	case OpLt:
		return p.intern(OpLe, p.boolSort, nil, 0, []*Term{t.Args[1], t.Args[0]})
	}
	return p.intern(OpNot, p.boolSort, nil, 0, []*Term{t})
}

// And returns the conjunction of ts, true if there are none.
func (p *Pool) And(ts ...*Term) *Term { return p.junction(OpAnd, p.trueTerm, p.falseTerm, ts) }

// Or returns the disjunction of ts, false if there are none.
func (p *Pool) Or(ts ...*Term) *Term { return p.junction(OpOr, p.falseTerm, p.trueTerm, ts) }

// Implies returns a → b, as the disjunction ¬a ∨ b.
func (p *Pool) Implies(a, b *Term) *Term { return p.Or(p.Not(a), b) }

// junction builds an And or Or: flattened, without units and duplicates,
// ordered by ID, and zero if some part and its negation both occur.
func (p *Pool) junction(op Op, unit, zero *Term, ts []*Term) *Term {
	parts := make([]*Term, 0, len(ts))
	for _, t := range ts {
		p.wantBool("And/Or", t)
		switch {
		case t == zero:
			return zero
		case t == unit:
		case t.Op == op && len(t.Args) <= flattenLimit:
			parts = append(parts, t.Args...)
		default:
			parts = append(parts, t)
		}
	}
	sort.Slice(parts, func(i, j int) bool { return parts[i].id < parts[j].id })
	kept := parts[:0]
	for i, t := range parts {
		if i == 0 || t != parts[i-1] {
			kept = append(kept, t)
		}
	}
	for _, t := range kept {
		if c := p.complement(t); c != nil && contains(kept, c) {
			return zero
		}
	}
	switch len(kept) {
	case 0:
		return unit
	case 1:
		return kept[0]
	}
	return p.intern(op, p.boolSort, nil, 0, kept)
}

// complement returns the negation of t when that is a term already made, and
// looks in one direction only for Not: the caller tests both parts.
func (p *Pool) complement(t *Term) *Term {
	switch t.Op {
	case OpNot:
		return t.Args[0]
	case OpLt:
		return p.find(OpLe, p.boolSort, []*Term{t.Args[1], t.Args[0]})
	}
	return nil
}

// contains reports whether t is among ts, which are ordered by ID.
func contains(ts []*Term, t *Term) bool {
	i := sort.Search(len(ts), func(i int) bool { return ts[i].id >= t.id })
	return i < len(ts) && ts[i] == t
}

// Ite returns a if c holds and b otherwise.
func (p *Pool) Ite(c, a, b *Term) *Term {
	p.wantBool("Ite", c)
	p.wantSame("Ite", a, b)
	if c.Op == OpNot {
		c, a, b = c.Args[0], b, a
	}
	if a.Op == OpIte && a.Args[0] == c {
		a = a.Args[1]
	}
	if b.Op == OpIte && b.Args[0] == c {
		b = b.Args[2]
	}
	switch {
	case c.IsTrue():
		return a
	case c.IsFalse():
		return b
	case a == b:
		return a
	case a.Sort != p.boolSort:
	case a.IsTrue():
		return p.Or(c, b)
	case a.IsFalse():
		return p.And(p.Not(c), b)
	case b.IsTrue():
		return p.Or(p.Not(c), a)
	case b.IsFalse():
		return p.And(c, a)
	}
	return p.intern(OpIte, a.Sort, nil, 0, []*Term{c, a, b})
}

// Apply returns the application of f to args.
func (p *Pool) Apply(f *Func, args ...*Term) *Term {
	if len(args) != len(f.Args) {
		panic("smt: wrong number of arguments for " + f.String())
	}
	for i, a := range args {
		if a.Sort != f.Args[i] {
			panic("smt: argument of sort " + a.Sort.name + " for " + f.Args[i].name + " of " + f.String())
		}
	}
	return p.intern(OpApply, f.Result, f, 0, args)
}

func (p *Pool) wantBool(what string, t *Term) {
	if t.Sort != p.boolSort {
		panic("smt: " + what + " of a term of sort " + t.Sort.name)
	}
}

func (p *Pool) wantSame(what string, a, b *Term) {
	if a.Sort != b.Sort {
		panic("smt: " + what + " of sorts " + a.Sort.name + " and " + b.Sort.name)
	}
}

func (p *Pool) wantString(what string, t *Term) {
	if t.Sort != p.stringSort {
		panic("smt: " + what + " of a term of sort " + t.Sort.name)
	}
}
