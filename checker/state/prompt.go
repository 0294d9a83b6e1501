package state

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Occurs reports whether a literal occurs in the text that the user typed, as a
// thing of its own: not empty, and delimited on both sides by the text's edge,
// white space, a quotation mark, one of ()[]{}<> or , ; ! ? — or a dot that
// stands before white space or the edge. One such occurrence is enough. So
// "ann@example.com" occurs in "Write to ann@example.com." and neither in
// "joann@example.com" nor in "ann@example.com.evil.org". ":" and "/" delimit
// nothing: they bind the parts of URLs and of handles. Text and literal are
// compared code point by code point, without normalisation or case folding.
func Occurs(prompt, literal string) bool {
	text := strings.TrimPrefix(prompt, "\uFEFF")
	if literal == "" || !strings.Contains(text, literal) {
		return false
	}
	// Knuth, Morris and Pratt (SIAM J. Comput. 1977): the occurrences may overlap,
	// and trying each place anew would be quadratic.
	border := borders(literal)
	matched := 0
	for i := 0; i < len(text); i++ {
		for matched > 0 && text[i] != literal[matched] {
			matched = border[matched-1]
		}
		if text[i] == literal[matched] {
			matched++
		}
		if matched == len(literal) {
			if end := i + 1; opens(text, end-len(literal)) && closes(text, end) {
				return true
			}
			matched = border[matched-1]
		}
	}
	return false
}

// borders[i] is the length of the longest proper prefix of s[:i+1] that is also
// its suffix.
func borders(s string) []int {
	border := make([]int, len(s))
	for i, k := 1, 0; i < len(s); i++ {
		for k > 0 && s[i] != s[k] {
			k = border[k-1]
		}
		if s[i] == s[k] {
			k++
		}
		border[i] = k
	}
	return border
}

// opens reports that what ends at i delimits what starts there.
func opens(text string, i int) bool {
	if i == 0 {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return delimits(r, text[i:])
}

// closes reports that what starts at i delimits what ends there.
func closes(text string, i int) bool {
	if i == len(text) {
		return true
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	return delimits(r, text[i+size:])
}

// delimits reports that r, with rest after it, delimits.
func delimits(r rune, rest string) bool {
	if r == '.' {
		next, _ := utf8.DecodeRuneInString(rest)
		return rest == "" || unicode.IsSpace(next)
	}
	return unicode.IsSpace(r) || strings.ContainsRune(delimiters, r)
}

// delimiters besides white space and the dot: quotation marks, typographic ones
// included, brackets, and the marks that end a phrase.
const delimiters = "\"'`" + "‘’‚‛“”„‟‹›«»" + "()[]{}<>" + ",;!?"
