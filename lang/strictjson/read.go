package strictjson

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/aeonc/aeonc/lang/diag"
)

const (
	// maxDepth bounds how deep objects and lists nest.
	maxDepth = 64
	// maxDigits bounds the length of an integer: converting one takes more than
	// linear time.
	maxDigits = 4096
)

// Wording is how a reader's user names what is wrong; each text has one place
// for what it is.
type Wording struct {
	// Malformed: not JSON; the place takes what is wrong.
	Malformed diag.Message
	// Duplicate: an object has a key twice; the place takes the key.
	Duplicate diag.Message
}

// Read reads a text as one JSON value. A byte order mark in front is passed over.
// The diagnostic says where the text is not JSON or is not UTF-8, has a key
// twice, or a number that no double can hold.
func Read(src *diag.Source, w Wording) (v *Value, d *diag.Diagnostic) {
	if !utf8.ValidString(src.Text) {
		return nil, diag.New(invalidByte(src), w.Malformed, "an invalid UTF-8 byte stands here")
	}
	defer func() {
		if x := recover(); x != nil {
			f, ok := x.(fault)
			if !ok {
				panic(x)
			}
			v, d = nil, f.d
		}
	}()
	r := &reader{src: src, text: src.Text, Wording: w}
	return r.document(), nil
}

// invalidByte is the place of the first byte that is not UTF-8.
func invalidByte(src *diag.Source) diag.Span {
	for i, c := range src.Text {
		if c == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(src.Text[i:]); size == 1 {
				return diag.Span{Src: src, Start: i, End: i + 1}
			}
		}
	}
	return diag.Span{Src: src}
}

// reader holds the state of one reading.
type reader struct {
	Wording
	src   *diag.Source
	text  string
	pos   int
	depth int
}

// fault is thrown by the reader and caught by Read.
type fault struct{ d *diag.Diagnostic }

func (r *reader) span(from int) diag.Span { return diag.Span{Src: r.src, Start: from, End: r.pos} }

// fail reports what stands at the current place, one code point long.
func (r *reader) fail(what string) {
	_, size := utf8.DecodeRuneInString(r.text[r.pos:])
	panic(fault{diag.New(diag.Span{Src: r.src, Start: r.pos, End: r.pos + size}, r.Malformed, what)})
}

// failAt reports something that starts at an earlier place.
func (r *reader) failAt(from int, what string) {
	panic(fault{diag.New(r.span(from), r.Malformed, what)})
}

// document reads the whole text as one value.
func (r *reader) document() *Value {
	r.pos = len(r.text) - len(strings.TrimPrefix(r.text, "\uFEFF"))
	r.space()
	v := r.value()
	r.space()
	if r.pos < len(r.text) {
		r.fail("something follows the end of the value")
	}
	return v
}

func (r *reader) space() {
	for r.pos < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.pos]) >= 0 {
		r.pos++
	}
}

// peek is the next byte, 0 at the end (a NUL byte starts nothing either).
func (r *reader) peek() byte {
	if r.pos == len(r.text) {
		return 0
	}
	return r.text[r.pos]
}

func (r *reader) value() *Value {
	from := r.pos
	v := &Value{}
	switch c := r.peek(); {
	case c == '{':
		v.Kind, v.Members = Object, r.object()
	case c == '[':
		v.Kind, v.Elems = List, r.list()
	case c == '"':
		v.Kind, v.Text = String, r.str()
	case c == '-' || '0' <= c && c <= '9':
		r.number(v)
	case r.word("true"):
		v.Kind, v.Bool = Bool, true
	case r.word("false"):
		v.Kind = Bool
	case r.word("null"):
		v.Kind = Null
	case r.pos == len(r.text):
		r.fail("it ends where a value is expected")
	default:
		r.fail("a value is expected here")
	}
	v.Span = r.span(from)
	return v
}

func (r *reader) word(w string) bool {
	if !strings.HasPrefix(r.text[r.pos:], w) {
		return false
	}
	r.pos += len(w)
	return true
}

func (r *reader) enter() {
	if r.depth++; r.depth > maxDepth {
		r.fail("it is nested too deep")
	}
	r.pos++
	r.space()
}

func (r *reader) object() []*Member {
	r.enter()
	var members []*Member
	seen := map[string]bool{}
	for r.peek() != '}' {
		if len(members) > 0 {
			r.comma('}')
		}
		if r.peek() != '"' {
			r.fail("a key in double quotes is expected here")
		}
		from := r.pos
		m := &Member{Name: r.str(), Key: r.span(from)}
		if seen[m.Name] {
			panic(fault{diag.New(m.Key, r.Duplicate, m.Name)})
		}
		seen[m.Name] = true
		r.space()
		if r.peek() != ':' {
			r.fail("`:` is expected after the key")
		}
		r.pos++
		r.space()
		m.Value = r.value()
		members = append(members, m)
		r.space()
	}
	r.pos++
	r.depth--
	return members
}

func (r *reader) list() []*Value {
	r.enter()
	var elems []*Value
	for r.peek() != ']' {
		if len(elems) > 0 {
			r.comma(']')
		}
		elems = append(elems, r.value())
		r.space()
	}
	r.pos++
	r.depth--
	return elems
}

func (r *reader) comma(end byte) {
	if r.peek() != ',' {
		r.fail("`,` or `" + string(end) + "` is expected here")
	}
	r.pos++
	r.space()
	if r.peek() == end {
		r.fail("nothing follows the `,`")
	}
}

// number reads an integer exactly, and a number with a point or an exponent as
// the nearest double, which is what the executor will hold.
func (r *reader) number(v *Value) {
	from := r.pos
	if r.peek() == '-' {
		r.pos++
	}
	if whole := r.digits(); len(whole) > 1 && whole[0] == '0' {
		r.failAt(from, "a number does not start with 0")
	}
	float := false
	if r.peek() == '.' {
		float = true
		r.pos++
		r.digits()
	}
	if c := r.peek(); c == 'e' || c == 'E' {
		float = true
		r.pos++
		if c := r.peek(); c == '+' || c == '-' {
			r.pos++
		}
		r.digits()
	}
	text := r.text[from:r.pos]
	v.Text = text
	if !float {
		if len(text) > maxDigits {
			r.failAt(from, "this integer is too long")
		}
		v.Kind = Int
		v.Int, _ = new(big.Int).SetString(text, 10)
		return
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		r.failAt(from, "this number is larger than any Float")
	}
	v.Kind = Float
	v.Float = new(big.Rat).SetFloat64(f)
}

func (r *reader) digits() string {
	from := r.pos
	for c := r.peek(); '0' <= c && c <= '9'; c = r.peek() {
		r.pos++
	}
	if r.pos == from {
		r.fail("a digit is expected here")
	}
	return r.text[from:r.pos]
}

// str reads a string; the text is known to be UTF-8.
func (r *reader) str() string {
	from := r.pos
	r.pos++
	var b strings.Builder
	for {
		switch c := r.peek(); {
		case c == '"':
			r.pos++
			return b.String()
		case c == '\\':
			b.WriteRune(r.escape())
		case r.pos == len(r.text):
			r.failAt(from, "this string is not closed")
		case c < 0x20:
			r.fail("a control character in a string must be escaped")
		default:
			b.WriteByte(c)
			r.pos++
		}
	}
}

func (r *reader) escape() rune {
	from := r.pos
	r.pos++
	c := r.peek()
	if c == 'u' {
		return r.unicode(from)
	}
	i := strings.IndexByte(`"\/bfnrt`, c)
	if r.pos == len(r.text) || i < 0 {
		r.fail("this is no escape that JSON has")
	}
	r.pos++
	return rune("\"\\/\b\f\n\r\t"[i])
}

// unicode reads \uXXXX, or a pair of surrogates, which must be whole.
func (r *reader) unicode(from int) rune {
	c := r.hex()
	if !utf16.IsSurrogate(c) {
		return c
	}
	if strings.HasPrefix(r.text[r.pos:], `\u`) {
		r.pos++
		if pair := utf16.DecodeRune(c, r.hex()); pair != utf8.RuneError {
			return pair
		}
	}
	r.failAt(from, "half a surrogate pair is not text")
	return 0
}

// hex reads "uXXXX".
func (r *reader) hex() rune {
	r.pos++
	from := r.pos
	for r.pos < from+4 {
		if c := r.peek(); c == 0 || strings.IndexByte("0123456789abcdefABCDEF", c) < 0 {
			r.fail("four hexadecimal digits are expected here")
		}
		r.pos++
	}
	n, _ := strconv.ParseUint(r.text[from:r.pos], 16, 16)
	return rune(n)
}
