package z3

import (
	"math/big"
	"strconv"
	"unsafe"

	"github.com/aeonc/aeonc/smt"
)

// A translation holds the Z3 counterparts of what a solver has seen.
type translation struct {
	asts          []uintptr      // by term ID; 0: not translated
	inexpressible map[int]string // by term ID: why it has no counterpart
	sorts         map[*smt.Sort]uintptr
	funcs         map[*smt.Func]uintptr
	constructors  map[*smt.Constructor]*constructorDecls
	byDecl        map[uintptr]*smt.Constructor
	regexSort     uintptr
	regexes       map[string]uintptr // by identity

	stack []*smt.Term // of translate
	args  []uintptr   // of build
}

func (tr *translation) init() {
	tr.inexpressible = make(map[int]string)
	tr.sorts = make(map[*smt.Sort]uintptr)
	tr.funcs = make(map[*smt.Func]uintptr)
	tr.constructors = make(map[*smt.Constructor]*constructorDecls)
	tr.byDecl = make(map[uintptr]*smt.Constructor)
	tr.regexes = make(map[string]uintptr)
}

// maxDepth bounds the nesting of what is given to Z3, which walks terms
// recursively: with threads of 2 MiB of stack, the smallest in use, 4.8.12 runs over at
// a nesting of about 3000, and that ends the process.
const maxDepth = 2000

// translate returns the Z3 term for t. If t contains something that Z3 cannot
// express, it returns the reason instead; if Z3 fails, it returns 0 and s.err is
// set. It works through the term with a stack of its own.
func (s *Solver) translate(t *smt.Term) (ast uintptr, reason string) {
	if t.ID() < len(s.asts) && s.asts[t.ID()] != 0 {
		return s.asts[t.ID()], ""
	}
	if t.Depth() > maxDepth {
		return 0, "a term is nested deeper than " + strconv.Itoa(maxDepth)
	}
	if n := s.pool.Size(); n > len(s.asts) {
		s.asts = append(s.asts, make([]uintptr, n-len(s.asts)+n/2)...)
	}
	s.stack = append(s.stack[:0], t)
	for len(s.stack) > 0 {
		u := s.stack[len(s.stack)-1]
		if s.known(u) {
			s.stack = s.stack[:len(s.stack)-1]
			continue
		}
		waiting := false
		for _, a := range u.Args {
			if !s.known(a) {
				s.stack = append(s.stack, a)
				waiting = true
			}
		}
		if waiting {
			continue
		}
		s.stack = s.stack[:len(s.stack)-1]
		if reason := s.inexpressibleArgument(u); reason != "" {
			s.inexpressible[u.ID()] = reason
			continue
		}
		ast, reason := s.build(u)
		switch {
		case reason != "":
			s.inexpressible[u.ID()] = reason
		case ast == 0 || s.errorCode != 0:
			s.fail("translating " + operatorName(u))
			return 0, ""
		}
		s.asts[u.ID()] = ast
	}
	return s.asts[t.ID()], s.inexpressible[t.ID()]
}

// known reports whether t was translated or found inexpressible.
func (s *Solver) known(t *smt.Term) bool {
	if s.asts[t.ID()] != 0 {
		return true
	}
	if len(s.inexpressible) == 0 {
		return false
	}
	_, bad := s.inexpressible[t.ID()]
	return bad
}

func (s *Solver) inexpressibleArgument(t *smt.Term) string {
	if len(s.inexpressible) == 0 {
		return ""
	}
	for _, a := range t.Args {
		if reason := s.inexpressible[a.ID()]; reason != "" {
			return reason
		}
	}
	return ""
}

// operatorName describes the head of t in an error message, briefly.
func operatorName(t *smt.Term) string {
	const longest = 40
	name := t.Head()
	if len(name) > longest {
		name = name[:longest]
	}
	return strconv.Quote(name)
}

// build makes the Z3 term for t, whose arguments are translated.
func (s *Solver) build(t *smt.Term) (ast uintptr, reason string) {
	a := &s.lib.api
	args := s.args[:0]
	for _, x := range t.Args {
		args = append(args, s.asts[x.ID()])
	}
	s.args = args
	switch t.Op {
	case smt.OpSymbol:
		sort, reason := s.sort(t.Sort)
		if sort == 0 {
			return 0, reason
		}
		return s.call(a.mkConst, s.call(a.mkIntSymbol, uintptr(t.SymbolNumber())), sort), ""
	case smt.OpElement:
		sort, reason := s.sort(t.Sort)
		if sort == 0 {
			return 0, reason
		}
		return s.call(a.mkFreshConst, uintptr(unsafe.Pointer(cString("element"))), sort), ""
	case smt.OpTrue:
		return s.call(a.mkTrue), ""
	case smt.OpFalse:
		return s.call(a.mkFalse), ""
	case smt.OpInt, smt.OpReal:
		return s.numeral(t), ""
	case smt.OpString:
		return s.stringLiteral(t)
	case smt.OpApply:
		return s.apply(t.Func(), args)
	case smt.OpConstruct, smt.OpSelect, smt.OpIsCtor:
		return s.datatypeTerm(t, args)
	case smt.OpInRegex:
		r, reason := s.regex(t.Regex())
		if r == 0 {
			return 0, reason
		}
		return s.call(a.mkSeqInRe, args[0], r), ""
	case smt.OpNot:
		return s.call(a.mkNot, args[0]), ""
	case smt.OpEq:
		return s.call(a.mkEq, args[0], args[1]), ""
	case smt.OpIte:
		return s.call(a.mkIte, args[0], args[1], args[2]), ""
	case smt.OpLe:
		return s.call(a.mkLe, args[0], args[1]), ""
	case smt.OpLt:
		return s.call(a.mkLt, args[0], args[1]), ""
	case smt.OpDiv, smt.OpRealDiv:
		return s.call(a.mkDiv, args[0], args[1]), ""
	case smt.OpMod:
		return s.call(a.mkMod, args[0], args[1]), ""
	case smt.OpAnd:
		return s.callList(a.mkAnd, args), ""
	case smt.OpOr:
		return s.callList(a.mkOr, args), ""
	case smt.OpAdd:
		return s.callList(a.mkAdd, args), ""
	case smt.OpMul:
		return s.callList(a.mkMul, args), ""
	case smt.OpConcat:
		return s.callList(a.mkSeqConcat, args), ""
	case smt.OpStrLen:
		return s.call(a.mkSeqLength, args[0]), ""
	case smt.OpPrefixOf:
		return s.call(a.mkSeqPrefix, args[0], args[1]), ""
	case smt.OpSuffixOf:
		return s.call(a.mkSeqSuffix, args[0], args[1]), ""
	case smt.OpContains:
		return s.call(a.mkSeqContains, args[0], args[1]), ""
	case smt.OpStrFromInt:
		return s.call(a.mkIntToStr, args[0]), ""
	}
	return 0, "no translation for " + operatorName(t)
}

// numeral returns a literal of Int or Real, through its decimal digits if it does
// not fit a C int.
func (s *Solver) numeral(t *smt.Term) uintptr {
	a := &s.lib.api
	sort, _ := s.sort(t.Sort)
	n, whole := t.IntValue()
	text := ""
	if whole {
		text = n.String()
	} else {
		r, _ := t.RealValue()
		n, whole = r.Num(), r.IsInt()
		text = r.RatString()
	}
	if whole && fitsInt(n) {
		return s.call(a.mkInt, uintptr(n.Int64()), sort)
	}
	return s.call(a.mkNumeral, uintptr(unsafe.Pointer(cString(text))), sort)
}

func fitsInt(n *big.Int) bool { return n.IsInt64() && int64(int32(n.Int64())) == n.Int64() }

// apply returns the application of an uninterpreted function.
func (s *Solver) apply(f *smt.Func, args []uintptr) (ast uintptr, reason string) {
	a := &s.lib.api
	decl := s.funcs[f]
	if decl == 0 {
		domain := make([]uintptr, len(f.Args))
		for i, sort := range f.Args {
			if domain[i], reason = s.sort(sort); domain[i] == 0 {
				return 0, reason
			}
		}
		result, reason := s.sort(f.Result)
		if result == 0 {
			return 0, reason
		}
		decl = s.call(a.mkFuncDecl, s.call(a.mkIntSymbol, uintptr(f.ID())), uintptr(len(domain)), uintptr(unsafe.Pointer(unsafe.SliceData(domain))), result)
		if decl == 0 {
			return 0, ""
		}
		s.funcs[f] = decl
	}
	return s.app(decl, args), ""
}

// app applies a Z3 function to arguments.
func (s *Solver) app(decl uintptr, args []uintptr) uintptr {
	return s.call(s.lib.api.mkApp, decl, uintptr(len(args)), uintptr(unsafe.Pointer(unsafe.SliceData(args))))
}
