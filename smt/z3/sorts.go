package z3

import (
	"fmt"
	"strconv"
	"unsafe"

	"github.com/aeonc/aeonc/smt"
)

// constructorDecls are the Z3 functions of one constructor.
type constructorDecls struct {
	construct, test uintptr
	selectors       []uintptr
}

// sort returns the Z3 sort for t, or why there is none; 0 and "" if Z3 failed.
func (s *Solver) sort(t *smt.Sort) (sort uintptr, reason string) {
	if z := s.sorts[t]; z != 0 {
		return z, ""
	}
	a := &s.lib.api
	switch t.Kind() {
	case smt.BoolSort:
		sort = s.call(a.mkBoolSort)
	case smt.IntSort:
		sort = s.call(a.mkIntSort)
	case smt.RealSort:
		sort = s.call(a.mkRealSort)
	case smt.StringSort:
		if err := s.trustStrings(); err != nil {
			return 0, err.Error()
		}
		sort = s.call(a.mkStringSort)
	case smt.UninterpretedSort:
		sort = s.call(a.mkUninterpretedSort, s.stringSymbol("u"+strconv.Itoa(t.ID())))
	case smt.DatatypeSort:
		return s.datatype(t)
	}
	if sort != 0 {
		s.sorts[t] = sort
	}
	return sort, ""
}

// datatype declares t together with all datatypes that its fields reach and that
// are not declared yet. They need not be split into strongly connected
// components: Z3 allows any set of datatypes in one declaration.
func (s *Solver) datatype(t *smt.Sort) (sort uintptr, reason string) {
	group := []*smt.Sort{t}
	position := map[*smt.Sort]int{t: 0}
	for i := 0; i < len(group); i++ {
		if len(group[i].Constructors()) == 0 {
			s.errorCode = 0
			s.err = fmt.Errorf("z3: datatype %s has no constructors", group[i])
			return 0, ""
		}
		for _, c := range group[i].Constructors() {
			for _, f := range c.Fields {
				if _, seen := position[f.Sort]; seen {
					continue
				}
				if f.Sort.IsDatatype() && s.sorts[f.Sort] == 0 {
					position[f.Sort] = len(group)
					group = append(group, f.Sort)
				} else if z, reason := s.sort(f.Sort); z == 0 {
					return 0, reason
				}
			}
		}
	}
	a := &s.lib.api
	names, sorts, lists := make([]uintptr, len(group)), make([]uintptr, len(group)), make([]uintptr, len(group))
	made := make(map[*smt.Constructor]uintptr)
	for i, d := range group {
		names[i] = s.stringSymbol("d" + strconv.Itoa(d.ID()))
		list := make([]uintptr, len(d.Constructors()))
		for j, c := range d.Constructors() {
			list[j] = s.constructor(c, position)
			made[c] = list[j]
		}
		lists[i] = s.callList(a.mkConstructorList, list)
	}
	if s.errorCode == 0 {
		s.call(a.mkDatatypes, uintptr(len(group)), uintptr(unsafe.Pointer(&names[0])), uintptr(unsafe.Pointer(&sorts[0])), uintptr(unsafe.Pointer(&lists[0])))
	}
	if s.errorCode == 0 {
		for i, d := range group {
			s.sorts[d] = sorts[i]
			for _, c := range d.Constructors() {
				s.query(c, made[c])
			}
		}
	}
	for i, d := range group {
		for _, c := range d.Constructors() {
			if made[c] != 0 {
				s.call(a.delConstructor, made[c])
			}
		}
		if lists[i] != 0 {
			s.call(a.delConstructorList, lists[i])
		}
	}
	return s.sorts[t], ""
}

// constructor makes a Z3 constructor description. Fields whose sort is declared
// along with it are given by position.
func (s *Solver) constructor(c *smt.Constructor, position map[*smt.Sort]int) uintptr {
	id := strconv.Itoa(c.Sort.ID()) + "!" + strconv.Itoa(c.Index)
	n := len(c.Fields)
	names, sorts, refs := make([]uintptr, n+1), make([]uintptr, n+1), make([]uint32, n+1)
	for i, f := range c.Fields {
		names[i] = s.stringSymbol("f" + id + "!" + strconv.Itoa(i))
		if pos, ok := position[f.Sort]; ok {
			refs[i] = uint32(pos)
		} else {
			sorts[i] = s.sorts[f.Sort]
		}
	}
	return s.call(s.lib.api.mkConstructor, s.stringSymbol("c"+id), s.stringSymbol("is"+id), uintptr(n),
		uintptr(unsafe.Pointer(&names[0])), uintptr(unsafe.Pointer(&sorts[0])), uintptr(unsafe.Pointer(&refs[0])))
}

// query asks Z3 for the functions of a constructor that was declared.
func (s *Solver) query(c *smt.Constructor, made uintptr) {
	n := len(c.Fields)
	selectors := make([]uintptr, n+1)
	var construct, test uintptr
	s.call(s.lib.api.queryConstructor, made, uintptr(n),
		uintptr(unsafe.Pointer(&construct)), uintptr(unsafe.Pointer(&test)), uintptr(unsafe.Pointer(&selectors[0])))
	s.constructors[c] = &constructorDecls{construct, test, selectors[:n]}
	s.byDecl[construct] = c
}

// datatypeTerm builds a construction, selection or test.
func (s *Solver) datatypeTerm(t *smt.Term, args []uintptr) (ast uintptr, reason string) {
	c := t.Ctor()
	if z, reason := s.sort(c.Sort); z == 0 {
		return 0, reason
	}
	decls := s.constructors[c]
	if decls == nil {
		s.err = fmt.Errorf("z3: constructor %s was added after the first use of %s", c.Name, c.Sort)
		return 0, ""
	}
	switch t.Op {
	case smt.OpConstruct:
		return s.app(decls.construct, args), ""
	case smt.OpSelect:
		return s.app(decls.selectors[t.FieldIndex()], args), ""
	}
	return s.app(decls.test, args), ""
}
