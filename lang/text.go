package lang

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aeonc/aeonc/lang/diag"
)

// decode turns a string token into its text, and reports escapes that mean
// nothing.
func (p *parser) decode(t *token) string {
	body := t.val[1:]
	if !t.faulty {
		body = body[:len(body)-1]
	}
	if !strings.Contains(body, `\`) {
		return body
	}
	var b strings.Builder
	for i := 0; i < len(body); {
		if body[i] != '\\' {
			b.WriteByte(body[i])
			i++
			continue
		}
		r, n := unescape(body[i:])
		if n == 0 {
			at := t.start + 1 + i
			_, n = utf8.DecodeRuneInString(body[min(i+1, len(body)):])
			n++
			if end := strings.IndexByte(body[i:], '}'); strings.HasPrefix(body[i:], `\u{`) && end > 0 {
				n = end + 1
			}
			p.report(at, min(at+n, t.end), diag.UnknownEscape, body[i:min(i+n, len(body))])
			b.WriteString(body[i:min(i+n, len(body))])
			i += n
			continue
		}
		b.WriteRune(r)
		i += n
	}
	return b.String()
}

// unescape reads the escape that text starts with, and its length; 0 if it is
// none.
func unescape(text string) (rune, int) {
	if len(text) < 2 || text[0] != '\\' {
		return 0, 0
	}
	switch text[1] {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case '"':
		return '"', 2
	case '\\':
		return '\\', 2
	case 'u':
		end := strings.IndexByte(text, '}')
		if len(text) < 3 || text[2] != '{' || end < 4 || end > 9 {
			return 0, 0
		}
		v, err := strconv.ParseUint(text[3:end], 16, 32)
		if err != nil || !utf8.ValidRune(rune(v)) {
			return 0, 0
		}
		return rune(v), end + 1
	}
	return 0, 0
}

// nativeText is the text of a native: opaque, so an escape that means nothing
// here stays as it is written.
func nativeText(quoted string) string {
	body := strings.TrimSuffix(quoted[1:], `"`)
	var b strings.Builder
	for i := 0; i < len(body); {
		if r, n := unescape(body[i:]); n > 0 {
			b.WriteRune(r)
			i += n
			continue
		}
		b.WriteByte(body[i])
		i++
	}
	return b.String()
}
