package smt

import (
	"hash/maphash"
	"math/big"
)

// A Pool owns hash-consed sorts and terms. The zero value is not usable; call
// NewPool. A pool is not safe for concurrent use, and terms of different pools
// must not be mixed.
type Pool struct {
	table   map[uint64]*Term // by hash; collisions are chained
	terms   int              // terms made
	symbols int              // constants and functions made
	sorts   int              // sorts made
	seed    maphash.Seed

	boolSort, intSort, realSort, stringSort *Sort
	uninterpreted                           map[string]*Sort
	standing                                map[standing]*Term // made by For

	trueTerm, falseTerm *Term
	zeroInt, zeroReal   *Term
	emptyString         *Term
}

// NewPool returns an empty pool.
func NewPool() *Pool {
	p := &Pool{
		table:         make(map[uint64]*Term, 256),
		uninterpreted: make(map[string]*Sort),
		standing:      make(map[standing]*Term),
		seed:          maphash.MakeSeed(),
	}
	p.boolSort = p.newSort(BoolSort, "Bool")
	p.intSort = p.newSort(IntSort, "Int")
	p.realSort = p.newSort(RealSort, "Real")
	p.stringSort = p.newSort(StringSort, "String")
	p.trueTerm = p.intern(OpTrue, p.boolSort, nil, 0, nil)
	p.falseTerm = p.intern(OpFalse, p.boolSort, nil, 0, nil)
	p.zeroInt = p.IntLit(new(big.Int))
	p.zeroReal = p.RealLit(new(big.Rat))
	p.emptyString = p.StringLit("")
	return p
}

// Size returns the number of terms made so far; every term's ID is below it.
func (p *Pool) Size() int { return p.terms }

// Fresh returns a new free constant of sort s. Every call makes another symbol;
// name is for display only.
func (p *Pool) Fresh(name string, s *Sort) *Term {
	p.symbols++
	t := &Term{Op: OpSymbol, Sort: s, payload: name, index: p.symbols, id: p.terms}
	p.terms++
	return t
}

// True returns the literal true.
func (p *Pool) True() *Term { return p.trueTerm }

// False returns the literal false.
func (p *Pool) False() *Term { return p.falseTerm }

// BoolLit returns the literal for b.
func (p *Pool) BoolLit(b bool) *Term {
	if b {
		return p.trueTerm
	}
	return p.falseTerm
}

// IntLit returns the integer literal n. The pool keeps n, which must not be
// changed afterwards.
func (p *Pool) IntLit(n *big.Int) *Term { return p.intern(OpInt, p.intSort, n, 0, nil) }

// Int64 returns the integer literal n.
func (p *Pool) Int64(n int64) *Term { return p.IntLit(big.NewInt(n)) }

// RealLit returns the rational literal r. The pool keeps r, which must not be
// changed afterwards.
func (p *Pool) RealLit(r *big.Rat) *Term { return p.intern(OpReal, p.realSort, r, 0, nil) }

// StringLit returns the literal for the code points of s, whatever they are;
// nothing in s is an escape.
func (p *Pool) StringLit(s string) *Term { return p.intern(OpString, p.stringSort, s, 0, nil) }

// Element returns the i-th element of the universe that a model gives to an
// uninterpreted sort. Elements with different numbers are taken to be distinct,
// so they belong in models and evaluations, not in assertions.
func (p *Pool) Element(s *Sort, i int) *Term {
	if !s.IsUninterpreted() {
		panic("smt: Element of sort " + s.name)
	}
	return p.intern(OpElement, s, nil, i, nil)
}

// intern returns the one term with this head and these arguments, making it if
// need be. It copies args.
func (p *Pool) intern(op Op, s *Sort, payload any, index int, args []*Term) *Term {
	h := p.hash(op, s, payload, index, args)
	if t := p.lookup(h, op, s, payload, index, args); t != nil {
		return t
	}
	t := &Term{Op: op, Sort: s, payload: payload, index: index, id: p.terms, hash: h, next: p.table[h]}
	if len(args) > 0 {
		t.Args = append(make([]*Term, 0, len(args)), args...)
	}
	for _, a := range args {
		t.depth = max(t.depth, a.depth+1)
		t.tests = t.tests || a.tests
	}
	switch op {
	case OpInRegex, OpPrefixOf, OpSuffixOf, OpContains:
		t.tests = true
	case OpTrue, OpFalse, OpInt, OpReal, OpString, OpElement:
		t.value = true
	case OpConstruct:
		t.value = true
		for _, a := range args {
			t.value = t.value && a.value
		}
	}
	p.terms++
	p.table[h] = t
	return t
}

// find returns the term with this head and these arguments if it exists.
func (p *Pool) find(op Op, s *Sort, args []*Term) *Term {
	return p.lookup(p.hash(op, s, nil, 0, args), op, s, nil, 0, args)
}

func (p *Pool) lookup(h uint64, op Op, s *Sort, payload any, index int, args []*Term) *Term {
next:
	for t := p.table[h]; t != nil; t = t.next {
		if t.Op != op || t.Sort != s || t.index != index || len(t.Args) != len(args) {
			continue
		}
		for i, a := range args {
			if t.Args[i] != a {
				continue next
			}
		}
		if samePayload(op, t.payload, payload) {
			return t
		}
	}
	return nil
}

func samePayload(op Op, a, b any) bool {
	switch op {
	case OpInt:
		return a.(*big.Int).Cmp(b.(*big.Int)) == 0
	case OpReal:
		return a.(*big.Rat).Cmp(b.(*big.Rat)) == 0
	case OpInRegex:
		return a.(*Regex).Identity() == b.(*Regex).Identity()
	}
	return a == b
}

func (p *Pool) hash(op Op, s *Sort, payload any, index int, args []*Term) uint64 {
	h := mix(uint64(op)<<32|uint64(s.id), uint64(index))
	for _, a := range args {
		h = mix(h, uint64(a.id))
	}
	switch v := payload.(type) {
	case *big.Int:
		h = mixInt(h, v)
	case *big.Rat:
		h = mixInt(mixInt(h, v.Num()), v.Denom())
	case string:
		h = mix(h, maphash.String(p.seed, v))
	case *Func:
		h = mix(h, uint64(v.id))
	case *Constructor:
		h = mix(h, uint64(v.Sort.id)<<16|uint64(v.Index))
	case *Regex:
		h = mix(h, maphash.String(p.seed, v.pattern))
	}
	return h
}

func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}

func mixInt(h uint64, n *big.Int) uint64 {
	h = mix(h, uint64(n.Sign()+1))
	for _, w := range n.Bits() {
		h = mix(h, uint64(w))
	}
	return h
}
