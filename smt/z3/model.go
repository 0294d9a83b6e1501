package z3

import (
	"math/big"
	"strconv"
	"strings"
	"unsafe"

	"github.com/aeonc/aeonc/smt"
)

// Eval returns the value of t in the model of the last check, which was Sat: a
// literal, a constructor applied to values, or an element of an uninterpreted
// sort (smt.Pool.Element) that stands for the same thing in every Eval on one
// model. What the model leaves open gets some fixed value. Eval returns nil if there
// is no model or Z3's value has no counterpart, as irrational numbers and strings with
// surrogates.
//
// The first Eval after a check must come before the next Assert, Push or Pop;
// after that the model stays until the next check.
func (s *Solver) Eval(t *smt.Term) *smt.Term {
	a := s.answer
	if a != nil && a.result == smt.Sat {
		if v, known := a.values[t]; known {
			return v
		}
	}
	if !s.usable() || !s.haveModel() {
		return nil
	}
	v := s.evaluate(t)
	if a != nil && v != nil {
		if a.values == nil {
			a.values = map[*smt.Term]*smt.Term{}
		}
		a.values[t] = v
	}
	return v
}

// evaluate asks Z3 for the value.
func (s *Solver) evaluate(t *smt.Term) *smt.Term {
	if t.IsValue() {
		return t
	}
	ast, reason := s.translate(t)
	if ast == 0 || reason != "" {
		return nil
	}
	var value uintptr
	ok := asBool(s.call(s.lib.api.modelEval, s.model, ast, 1, uintptr(unsafe.Pointer(&value))))
	if !ok || value == 0 {
		s.errorCode = 0
		return nil
	}
	v := s.read(value, t.Sort)
	s.errorCode = 0
	return v
}

// haveModel fetches the model when it is asked for the first time. Where the Memo
// gave the answer, Z3 has to be asked after all; its model may be another one than
// that of which the Memo knows some values, which are forgotten.
func (s *Solver) haveModel() bool {
	if q := s.asked; q != nil && s.sat {
		s.asked = nil
		s.answer.values = nil
		if s.ask(q.ctx, q.assumptions) != smt.Sat {
			s.sat = false
		}
	}
	if s.model == 0 && s.sat {
		s.model = s.call(s.lib.api.solverGetModel, s.solver)
		if s.model != 0 {
			s.call(s.lib.api.modelIncRef, s.model)
		}
		s.errorCode = 0
	}
	return s.model != 0
}

func (s *Solver) dropModel() {
	s.sat = false
	s.answer, s.asked = nil, nil
	if s.model != 0 {
		s.call(s.lib.api.modelDecRef, s.model)
		s.model = 0
	}
}

// A construction is a constructor term that read is collecting the arguments of.
type construction struct {
	ctor *smt.Constructor
	ast  uintptr
	args []*smt.Term
}

// read turns a Z3 value into a term. Datatype values, which may be deep, are read
// with a stack.
func (s *Solver) read(ast uintptr, sort *smt.Sort) *smt.Term {
	a := &s.lib.api
	var stack []construction
	for {
		var v *smt.Term
		if sort.IsDatatype() {
			app := s.call(a.toApp, ast)
			c := s.byDecl[s.call(a.getAppDecl, app)]
			if c == nil || c.Sort != sort {
				return nil
			}
			stack = append(stack, construction{ctor: c, ast: app})
		} else if v = s.readLiteral(ast, sort); v == nil {
			return nil
		}
		for {
			if len(stack) == 0 {
				return v
			}
			top := &stack[len(stack)-1]
			if v != nil {
				top.args = append(top.args, v)
			}
			if i := len(top.args); i < len(top.ctor.Fields) {
				ast, sort = s.call(a.getAppArg, top.ast, uintptr(i)), top.ctor.Fields[i].Sort
				break
			}
			v = s.pool.Construct(top.ctor, top.args...)
			stack = stack[:len(stack)-1]
		}
	}
}

// readLiteral turns a Z3 value that is no datatype's into a term.
func (s *Solver) readLiteral(ast uintptr, sort *smt.Sort) *smt.Term {
	a := &s.lib.api
	switch sort.Kind() {
	case smt.BoolSort:
		switch asInt(s.call(a.getBoolValue, ast)) {
		case 1:
			return s.pool.True()
		case -1:
			return s.pool.False()
		}
	case smt.IntSort, smt.RealSort:
		return s.readNumber(ast, sort)
	case smt.StringSort:
		if text, ok := s.readString(ast); ok {
			return s.pool.StringLit(text)
		}
	case smt.UninterpretedSort:
		return s.readElement(ast, sort)
	}
	return nil
}

func (s *Solver) readNumber(ast uintptr, sort *smt.Sort) *smt.Term {
	a := &s.lib.api
	if !asBool(s.call(a.isNumeralAst, ast)) {
		return nil
	}
	r, ok := new(big.Rat).SetString(goString(s.call(a.getNumeralString, ast)))
	switch {
	case !ok:
		return nil
	case sort.IsReal():
		return s.pool.RealLit(r)
	case r.IsInt():
		return s.pool.IntLit(r.Num())
	}
	return nil
}

// readElement turns a model value, which Z3 calls something like "u7!val!0", into
// an element, and remembers which one it was so that the element can be part of what is
// evaluated next.
func (s *Solver) readElement(ast uintptr, sort *smt.Sort) *smt.Term {
	a := &s.lib.api
	if !asBool(s.call(a.isApp, ast)) {
		return nil
	}
	app := s.call(a.toApp, ast)
	if uint32(s.call(a.getAppNumArgs, app)) != 0 {
		return nil
	}
	name := goString(s.call(a.getSymbolString, s.call(a.getDeclName, s.call(a.getAppDecl, app))))
	_, index, found := strings.Cut(name, "!val!")
	i, err := strconv.Atoi(index)
	if !found || err != nil {
		return nil
	}
	e := s.pool.Element(sort, i)
	if n := s.pool.Size(); n > len(s.asts) {
		s.asts = append(s.asts, make([]uintptr, n-len(s.asts)+n/2)...)
	}
	s.asts[e.ID()] = ast
	return e
}
