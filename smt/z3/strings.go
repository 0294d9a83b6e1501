package z3

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/aeonc/aeonc/smt"
)

// stringLiteral returns the Z3 literal for t's text, or why there is none.
func (s *Solver) stringLiteral(t *smt.Term) (ast uintptr, reason string) {
	if z, reason := s.sort(t.Sort); z == 0 {
		return 0, reason
	}
	text, _ := t.StringValue()
	escaped, ok := smt.EscapeString(text)
	if !ok {
		return 0, "a string has a code point above U+2FFFF, which Z3 cannot represent"
	}
	return s.text(escaped), ""
}

// text returns the Z3 literal for text in SMT-LIB's escaped form.
func (s *Solver) text(escaped string) uintptr {
	return s.call(s.lib.api.mkString, uintptr(unsafe.Pointer(cString(escaped))))
}

// readString returns the text of a Z3 string literal; ok is false if it is none
// or has no counterpart in Go, as surrogates.
func (s *Solver) readString(ast uintptr) (text string, ok bool) {
	a := &s.lib.api
	if !asBool(s.call(a.isString, ast)) {
		return "", false
	}
	if a.getStringContents != 0 && a.getStringLength != 0 {
		n := uint32(s.call(a.getStringLength, ast))
		runes := make([]uint32, n+1)
		s.call(a.getStringContents, ast, uintptr(n), uintptr(unsafe.Pointer(&runes[0])))
		return fromCodePoints(runes[:n])
	}
	printed := goString(s.call(a.getString, ast))
	if !strings.Contains(printed, `\u`) {
		return printed, utf8.ValidString(printed)
	}
	guess, ok := decodePrinted(printed)
	if escaped, expressible := smt.EscapeString(guess); ok && expressible && s.text(escaped) == ast {
		return guess, true
	}
	return s.readByCharacter(ast, printed)
}

// printedEscape is how Z3 prints characters other than ASCII.
var printedEscape = regexp.MustCompile(`\\u\{[0-9a-f]{1,6}\}`)

// decodePrinted reads the printed form of a literal on the assumption that what
// looks like an escape is one. Before 4.8.13 Z3 leaves backslashes alone, so that it
// may be wrong.
func decodePrinted(printed string) (text string, ok bool) {
	ok = true
	text = printedEscape.ReplaceAllStringFunc(printed, func(escape string) string {
		r, _, valid := decodeCharacter(escape)
		if !valid || r > utf8.MaxRune || !utf8.ValidRune(rune(r)) {
			ok = false
			return ""
		}
		return string(rune(r))
	})
	return text, ok
}

// readByCharacter reads a literal one character at a time, because the printed
// form of a single character is not ambiguous. The printed form of the whole has
// at least as many characters as the literal.
func (s *Solver) readByCharacter(ast uintptr, printed string) (text string, ok bool) {
	a := &s.lib.api
	intSort, _ := s.sort(s.pool.Int())
	if intSort == 0 {
		return "", false
	}
	var runes []uint32
	for i := range len(printed) {
		at := s.call(a.mkSeqAt, ast, s.call(a.mkInt, uintptr(i), intSort))
		if at == 0 {
			return "", false
		}
		c := s.call(a.simplify, at)
		if c == 0 || !asBool(s.call(a.isString, c)) {
			return "", false
		}
		r, some, ok := decodeCharacter(goString(s.call(a.getString, c)))
		if !ok {
			return "", false
		}
		if !some {
			break
		}
		runes = append(runes, r)
	}
	return fromCodePoints(runes)
}

// decodeCharacter reads the printed form of a literal with at most one character.
func decodeCharacter(printed string) (r uint32, some, ok bool) {
	if printed == "" {
		return 0, false, true
	}
	if len(printed) == 1 {
		return uint32(printed[0]), true, true
	}
	hex, found := strings.CutPrefix(printed, `\u{`)
	hex, closed := strings.CutSuffix(hex, "}")
	n, err := strconv.ParseUint(hex, 16, 32)
	return uint32(n), true, found && closed && err == nil
}

// fromCodePoints returns the text with the given code points; ok is false if one
// is none.
func fromCodePoints(points []uint32) (text string, ok bool) {
	var b strings.Builder
	for _, c := range points {
		if c > utf8.MaxRune || !utf8.ValidRune(rune(c)) {
			return "", false
		}
		b.WriteRune(rune(c))
	}
	return b.String(), true
}

// trustStrings checks, once per library, that Z3 reads and writes strings as
// expected: before 4.8.9 its alphabet were the bytes and its escapes others,
// and with those a check could prove what is false.
func (s *Solver) trustStrings() error {
	s.lib.stringsOnce.Do(func() {
		s.lib.stringsErr = s.probeStrings()
		s.errorCode = 0
	})
	return s.lib.stringsErr
}

func (s *Solver) probeStrings() error {
	a := &s.lib.api
	unsupported := fmt.Errorf("libz3 %s has no Unicode strings", s.lib.version)
	if z, _ := s.sort(s.pool.Int()); z == 0 {
		return errors.New("no integers")
	}
	const sample = "a\x00\t\x7f\"\\u{61}\\x41\u00e9\ud7ff\U0001f600\U0002ffff"
	escaped, _ := smt.EscapeString(sample)
	ast := s.text(escaped)
	if ast == 0 || s.errorCode != 0 {
		return unsupported
	}
	length := s.call(a.mkSeqLength, ast)
	if length != 0 {
		length = s.call(a.simplify, length)
	}
	if length == 0 || goString(s.call(a.getNumeralString, length)) != strconv.Itoa(utf8.RuneCountInString(sample)) {
		return unsupported
	}
	if text, ok := s.readString(ast); !ok || text != sample {
		return unsupported
	}
	return nil
}
