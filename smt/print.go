package smt

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// printLimit bounds the length of Term.String, because a small DAG can be an
// enormous tree.
const printLimit = 1 << 16

// String returns t in the syntax of SMT-LIB 2.6, symbols printed under their
// unique names. It is meant for people: text beyond 64 KiB is cut off and ends
// in "…".
func (t *Term) String() string {
	var b strings.Builder
	type item struct {
		t    *Term
		text string
	}
	stack := []item{{t: t}}
	for len(stack) > 0 {
		it := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b.Len() > printLimit {
			b.WriteString("…")
			break
		}
		if it.t == nil {
			b.WriteString(it.text)
			continue
		}
		b.WriteString(it.t.open())
		if len(it.t.Args) == 0 {
			continue
		}
		stack = append(stack, item{text: it.t.close()})
		for i := len(it.t.Args) - 1; i >= 0; i-- {
			stack = append(stack, item{t: it.t.Args[i]}, item{text: " "})
		}
	}
	return b.String()
}

// open returns what is printed before the arguments.
func (t *Term) open() string {
	if len(t.Args) > 0 {
		return "(" + t.Head()
	}
	return t.Head()
}

// close returns what is printed after the arguments.
func (t *Term) close() string {
	if t.Op == OpInRegex {
		return " " + t.Regex().SMTLIB() + ")"
	}
	return ")"
}

// Head returns the SMT-LIB spelling of the head symbol of t, or of all of t if
// it has no arguments.
func (t *Term) Head() string {
	switch t.Op {
	case OpSymbol, OpElement:
		return QuoteSymbol(t.UniqueName())
	case OpInt:
		return negated(t.payload.(*big.Int).Sign() < 0, new(big.Int).Abs(t.payload.(*big.Int)).String())
	case OpReal:
		return realLiteral(t.payload.(*big.Rat))
	case OpString:
		s, _ := EscapeString(t.payload.(string))
		return `"` + s + `"`
	case OpApply:
		return QuoteSymbol(t.Func().String())
	case OpConstruct:
		return t.Ctor().UniqueName()
	case OpSelect:
		return t.Ctor().FieldName(t.index)
	case OpIsCtor:
		return "(_ is " + t.Ctor().UniqueName() + ")"
	}
	return operatorNames[t.Op]
}

var operatorNames = [...]string{
	OpTrue: "true", OpFalse: "false", OpNot: "not", OpAnd: "and", OpOr: "or", OpEq: "=", OpIte: "ite",
	OpLe: "<=", OpLt: "<", OpAdd: "+", OpMul: "*", OpDiv: "div", OpMod: "mod", OpRealDiv: "/",
	OpConcat: "str.++", OpStrLen: "str.len", OpPrefixOf: "str.prefixof", OpSuffixOf: "str.suffixof",
	OpContains: "str.contains", OpStrFromInt: "str.from_int", OpInRegex: "str.in_re",
}

// UniqueName returns the SMT-LIB symbol of c, quoted if need be. Unlike the unique
// names of constants and functions it does not end in "!" and a number.
func (c *Constructor) UniqueName() string { return QuoteSymbol(c.Name + c.suffix()) }

// FieldName returns the SMT-LIB symbol of the selector of c's field i, quoted if
// need be.
func (c *Constructor) FieldName(i int) string {
	return QuoteSymbol(c.Name + "." + c.Fields[i].Name + c.suffix() + "." + strconv.Itoa(i))
}

func (c *Constructor) suffix() string {
	return "!d" + strconv.Itoa(c.Sort.id) + "." + strconv.Itoa(c.Index)
}

// UniqueName returns the SMT-LIB symbol of s, quoted if need be. The built-in
// sorts have their standard names.
func (s *Sort) UniqueName() string {
	if s.kind == UninterpretedSort || s.kind == DatatypeSort {
		return QuoteSymbol(s.name + "!" + strconv.Itoa(s.id))
	}
	return s.name
}

func negated(neg bool, s string) string {
	if neg {
		return "(- " + s + ")"
	}
	return s
}

func realLiteral(r *big.Rat) string {
	abs := new(big.Rat).Abs(r)
	s := abs.Num().String() + ".0"
	if !r.IsInt() {
		s = "(/ " + s + " " + abs.Denom().String() + ".0)"
	}
	return negated(r.Sign() < 0, s)
}

// QuoteSymbol returns name as an SMT-LIB symbol: as it is if it is a simple one,
// otherwise between bars. The characters that no symbol can have are replaced
// by "_", so distinct names stay distinct only if they differ elsewhere, as
// unique names do by their number.
func QuoteSymbol(name string) string {
	simple := name != "" && (name[0] < '0' || name[0] > '9')
	for i := 0; i < len(name) && simple; i++ {
		c := name[i]
		simple = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("~!$%^&*_-+=<>.?/", c) >= 0
	}
	if simple {
		return name
	}
	return "|" + strings.Map(func(r rune) rune {
		if r == '|' || r == '\\' || r < ' ' || r > '~' {
			return '_'
		}
		return r
	}, name) + "|"
}

// MaxSolverRune is the largest code point in SMT-LIB's theory of strings.
const MaxSolverRune = 0x2FFFF

// EscapeString returns s as the inside of an SMT-LIB string literal: printable
// ASCII stands for itself, the rest, the quote and the backslash are written
// \u{…}, so nothing in s can be taken for an escape. ok is false if s is not
// UTF-8 or has a code point above MaxSolverRune, which the theory lacks.
func EscapeString(s string) (escaped string, ok bool) {
	ok = utf8.ValidString(s)
	plain := ok
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] >= ' ' && s[i] <= '~' && s[i] != '\\' && s[i] != '"'
	}
	if plain {
		return s, true
	}
	var b strings.Builder
	for _, r := range s {
		if r > MaxSolverRune {
			ok = false
		}
		if r >= ' ' && r <= '~' && r != '\\' && r != '"' {
			b.WriteRune(r)
			continue
		}
		b.WriteString(`\u{`)
		b.WriteString(strconv.FormatInt(int64(r), 16))
		b.WriteByte('}')
	}
	return b.String(), ok
}
