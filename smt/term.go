package smt

import (
	"math/big"
	"strconv"
)

// An Op is the head symbol of a term.
type Op uint8

// The head symbols, with their meaning as in SMT-LIB 2.6 unless stated.
const (
	OpSymbol     Op = iota // a free constant
	OpTrue                 // true
	OpFalse                // false
	OpInt                  // an integer literal
	OpReal                 // a rational literal
	OpString               // a string literal
	OpElement              // an element of an uninterpreted sort's universe in a model
	OpNot                  // not
	OpAnd                  // n-ary conjunction, n ≥ 2
	OpOr                   // n-ary disjunction, n ≥ 2
	OpEq                   // equality at any sort, two arguments
	OpIte                  // if-then-else at any sort
	OpLe                   // ≤ on Int or Real
	OpLt                   // < on Int or Real
	OpAdd                  // n-ary sum, n ≥ 2; a literal comes last
	OpMul                  // literal × term, or a product of n ≥ 2 non-literals
	OpDiv                  // Euclidean integer division; unspecified for divisor 0
	OpMod                  // Euclidean integer remainder; unspecified for divisor 0
	OpRealDiv              // division of reals; unspecified for divisor 0
	OpApply                // application of an uninterpreted function
	OpConstruct            // application of a datatype constructor
	OpSelect               // field of a constructor; unspecified on other constructors
	OpIsCtor               // test for a constructor
	OpConcat               // n-ary concatenation, n ≥ 2
	OpStrLen               // length in code points
	OpPrefixOf             // the first argument begins the second
	OpSuffixOf             // the first argument ends the second
	OpContains             // the second argument occurs in the first
	OpStrFromInt           // decimal digits of n ≥ 0, "" for n < 0
	OpInRegex              // the whole string matches the regular expression
)

// A Term is an immutable, hash-consed expression. Within a pool, terms are
// equal exactly when they are the same pointer.
type Term struct {
	Op   Op
	Sort *Sort
	Args []*Term // must not be changed

	payload any  // by Op: *big.Int, *big.Rat, string (name or literal), *Func, *Constructor, *Regex
	index   int  // OpSelect: the field; OpSymbol: the symbol's number; OpElement: the element's number
	value   bool // a literal, or a constructor applied to values
	tests   bool // it, or a part of it, tests a string
	depth   int

	id   int
	hash uint64
	next *Term // collision chain of the pool's table
}

// ID returns the term's number; numbers are dense and grow in the order in which
// the pool made the terms, so arguments have smaller ones than the term.
func (t *Term) ID() int { return t.id }

// Depth returns how deep t nests: 0 for constants and literals.
func (t *Term) Depth() int { return t.depth }

// TestsStrings reports whether t, or a part of it, tests a string against a regular
// expression or for a part.
func (t *Term) TestsStrings() bool { return t.tests }

// IsTrue reports whether t is the literal true.
func (t *Term) IsTrue() bool { return t.Op == OpTrue }

// IsFalse reports whether t is the literal false.
func (t *Term) IsFalse() bool { return t.Op == OpFalse }

// IsSymbol reports whether t is a free constant made by Fresh.
func (t *Term) IsSymbol() bool { return t.Op == OpSymbol }

// IsLiteral reports whether t is a literal of Bool, Int, Real or String or an
// element of a model's universe. Distinct literals denote distinct values.
func (t *Term) IsLiteral() bool { return t.value && t.Op != OpConstruct }

// IsValue reports whether t is a literal or a constructor applied to values.
// Distinct values of one sort are different in every model.
func (t *Term) IsValue() bool { return t.value }

// Name returns the display name of a free constant ("" for other terms, except
// elements of a universe, which are called like "Session!val!0"). Names need
// not be unique.
func (t *Term) Name() string {
	switch t.Op {
	case OpSymbol:
		return t.payload.(string)
	case OpElement:
		return t.Sort.name + "!val!" + strconv.Itoa(t.index)
	}
	return ""
}

// UniqueName returns the name under which a free constant is printed: its
// display name and a number that no other symbol of the pool has.
func (t *Term) UniqueName() string {
	if t.Op == OpSymbol {
		return uniqueName(t.payload.(string), t.index)
	}
	return t.Name()
}

func uniqueName(name string, id int) string { return name + "!" + strconv.Itoa(id) }

// SymbolNumber returns the number of a free constant, which no other constant and
// no function symbol of the pool has.
func (t *Term) SymbolNumber() int { return t.index }

// IntValue returns the value of an integer literal, which must not be changed.
func (t *Term) IntValue() (*big.Int, bool) {
	if t.Op != OpInt {
		return nil, false
	}
	return t.payload.(*big.Int), true
}

// RealValue returns the value of a rational literal, which must not be changed.
func (t *Term) RealValue() (*big.Rat, bool) {
	if t.Op != OpReal {
		return nil, false
	}
	return t.payload.(*big.Rat), true
}

// StringValue returns the value of a string literal.
func (t *Term) StringValue() (string, bool) {
	if t.Op != OpString {
		return "", false
	}
	return t.payload.(string), true
}

// BoolValue returns the value of a truth literal.
func (t *Term) BoolValue() (v, ok bool) {
	return t.Op == OpTrue, t.Op == OpTrue || t.Op == OpFalse
}

// Func returns the function symbol of an application, otherwise nil.
func (t *Term) Func() *Func {
	f, _ := t.payload.(*Func)
	return f
}

// Ctor returns the constructor that a construction, selection or test is
// about, otherwise nil.
func (t *Term) Ctor() *Constructor {
	c, _ := t.payload.(*Constructor)
	return c
}

// FieldIndex returns the position of the field that a selection takes.
func (t *Term) FieldIndex() int { return t.index }

// ElementIndex returns the number of an element of a model's universe.
func (t *Term) ElementIndex() int { return t.index }

// Regex returns the regular expression of a membership test, otherwise nil.
func (t *Term) Regex() *Regex {
	r, _ := t.payload.(*Regex)
	return r
}
