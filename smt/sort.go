package smt

import "fmt"

// SortKind tells the families of sorts apart.
type SortKind uint8

// The families of sorts.
const (
	BoolSort SortKind = iota
	IntSort
	RealSort
	StringSort
	UninterpretedSort
	DatatypeSort
)

// A Sort is the type of a term. Sorts of one pool are equal exactly when they
// are the same pointer.
type Sort struct {
	kind  SortKind
	name  string
	id    int
	ctors []*Constructor
}

// Kind returns the family of s.
func (s *Sort) Kind() SortKind { return s.kind }

// Name returns the name s was made with; two datatypes may share one.
func (s *Sort) Name() string { return s.name }

// ID returns a number that is unique among the sorts of the pool.
func (s *Sort) ID() int { return s.id }

// String returns the name of s.
func (s *Sort) String() string { return s.name }

// IsBool reports whether s is the sort of truth values.
func (s *Sort) IsBool() bool { return s.kind == BoolSort }

// IsInt reports whether s is the sort of integers.
func (s *Sort) IsInt() bool { return s.kind == IntSort }

// IsReal reports whether s is the sort of real numbers.
func (s *Sort) IsReal() bool { return s.kind == RealSort }

// IsNumeric reports whether s is Int or Real.
func (s *Sort) IsNumeric() bool { return s.kind == IntSort || s.kind == RealSort }

// IsString reports whether s is the sort of strings of code points.
func (s *Sort) IsString() bool { return s.kind == StringSort }

// IsUninterpreted reports whether s is a sort with no structure but equality.
func (s *Sort) IsUninterpreted() bool { return s.kind == UninterpretedSort }

// IsDatatype reports whether s is an algebraic datatype.
func (s *Sort) IsDatatype() bool { return s.kind == DatatypeSort }

// Constructors returns the constructors of a datatype in the order they were
// added, and nothing for other sorts. The slice belongs to s.
func (s *Sort) Constructors() []*Constructor { return s.ctors }

// A Field is one argument of a constructor.
type Field struct {
	Name string
	Sort *Sort
}

// A Constructor is one alternative of a datatype.
type Constructor struct {
	Name   string
	Sort   *Sort // the datatype it builds
	Fields []Field
	Index  int // position among Sort.Constructors()
}

// A Func is an uninterpreted function symbol.
type Func struct {
	Name   string
	Args   []*Sort
	Result *Sort
	id     int
}

// ID returns a number that is unique among the function symbols and constants
// of the pool.
func (f *Func) ID() int { return f.id }

// String returns the symbol's unique name, as printed in terms.
func (f *Func) String() string { return uniqueName(f.Name, f.id) }

// Bool returns the sort of truth values.
func (p *Pool) Bool() *Sort { return p.boolSort }

// Int returns the sort of mathematical integers.
func (p *Pool) Int() *Sort { return p.intSort }

// Real returns the sort of real numbers.
func (p *Pool) Real() *Sort { return p.realSort }

// String returns the sort of sequences of Unicode code points.
func (p *Pool) String() *Sort { return p.stringSort }

// Uninterpreted returns the uninterpreted sort of that name: the same one
// whenever the name is the same.
func (p *Pool) Uninterpreted(name string) *Sort {
	if s, ok := p.uninterpreted[name]; ok {
		return s
	}
	s := p.newSort(UninterpretedSort, name)
	p.uninterpreted[name] = s
	return s
}

// NewDatatype returns a new datatype without constructors. It is a new sort
// each time, even under a name already used; the caller decides when two
// mentions mean the same datatype. Fields may mention the datatype itself and
// datatypes made later.
func (p *Pool) NewDatatype(name string) *Sort { return p.newSort(DatatypeSort, name) }

// AddConstructor appends a constructor to datatype d. All constructors must be
// there before the first term over d is built, because a datatype with one
// constructor is simplified differently from one with two.
func (p *Pool) AddConstructor(d *Sort, name string, fields ...Field) *Constructor {
	if !d.IsDatatype() {
		panic(fmt.Sprintf("smt: AddConstructor on sort %s", d))
	}
	c := &Constructor{Name: name, Sort: d, Fields: append([]Field(nil), fields...), Index: len(d.ctors)}
	d.ctors = append(d.ctors, c)
	return c
}

// NewFunc returns a new uninterpreted function symbol; every call makes another
// one, whatever the name.
func (p *Pool) NewFunc(name string, args []*Sort, result *Sort) *Func {
	p.symbols++
	return &Func{Name: name, Args: append([]*Sort(nil), args...), Result: result, id: p.symbols}
}

func (p *Pool) newSort(k SortKind, name string) *Sort {
	s := &Sort{kind: k, name: name, id: p.sorts}
	p.sorts++
	return s
}
