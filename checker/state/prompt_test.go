package state

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestOccurs(t *testing.T) {
	tests := []struct {
		prompt, literal string
		want            bool
	}{
		{"", "", false},
		{"text", "", false},
		{"", "x", false},
		{"x", "x", true},
		{"send it to ann@example.com", "ann@example.com", true},
		{"send it to ann@example.com.", "ann@example.com", true},
		{"send it to ann@example.com. Thanks", "ann@example.com", true},
		{"send it to ann@example.com.\nThanks", "ann@example.com", true},
		{"send it to ann@example.com.", "ann@example.com.", true},
		{"send it to ann@example.com.evil.org", "ann@example.com", false},
		{"send it to joann@example.com", "ann@example.com", false},
		{"send it to ann@example.com...", "ann@example.com", false},
		{"send it to ann@example.com.)", "ann@example.com", false},
		{"(ann@example.com)", "ann@example.com", true},
		{"<ann@example.com>", "ann@example.com", true},
		{"[a]{b}", "b", true},
		{"mail “ann” or ‘bob’ or «eve» or ‹dan› or „mia“", "ann", true},
		{"mail “ann” or ‘bob’ or «eve» or ‹dan› or „mia“", "bob", true},
		{"mail “ann” or ‘bob’ or «eve» or ‹dan› or „mia“", "eve", true},
		{"mail “ann” or ‘bob’ or «eve» or ‹dan› or „mia“", "dan", true},
		{"mail “ann” or ‘bob’ or «eve» or ‹dan› or „mia“", "mia", true},
		{"`rm`, 'ls'; \"cd\"! pwd?", "rm", true},
		{"`rm`, 'ls'; \"cd\"! pwd?", "ls", true},
		{"`rm`, 'ls'; \"cd\"! pwd?", "cd", true},
		{"`rm`, 'ls'; \"cd\"! pwd?", "pwd", true},
		{"to:ann", "ann", false},
		{"to: ann", "ann", true},
		{"ann: hi", "ann", false},
		{"see http://a/b", "b", false},
		{"see a-b", "a", false},
		{"see a_b", "b", false},
		{"pay 100 now", "10", false},
		{"pay 10.00 now", "10", false},
		{"pay 10. now", "10", true},
		{".x", "x", false},
		{". x", "x", true},
		// Once delimited is enough, first or last, and occurrences may overlap.
		{"annie ann", "ann", true},
		{"ann annie", "ann", true},
		{"aa a", "a", true},
		{"abab ab ababab", "ab", true},
		{"xaa aa aax", "aa aa", false},
		{"xaa aa aa", "aa aa", true},
		{"annie joann", "ann", false},
		// White space is Unicode's, letters are compared exactly.
		{"an\u00a0ann\u2003b", "ann", true},
		{"a\u200bann", "ann", false},
		{"Ann", "ann", false},
		{"cafe\u0301", "cafe", false},
		{"\uFEFFann", "ann", true},
		{"one two three", "two three", true},
		{"one two\nthree", "two three", false},
		{"日本 語", "語", true},
		{"日本 語", "本", false},
	}
	for _, tt := range tests {
		if got := Occurs(tt.prompt, tt.literal); got != tt.want {
			t.Errorf("Occurs(%q, %q) = %v", tt.prompt, tt.literal, got)
		}
	}
}

// naive is the rule as the language page words it, place by place.
func naive(prompt, literal string) bool {
	text, want := []rune(strings.TrimPrefix(prompt, "\uFEFF")), []rune(literal)
	delimiter := func(i int) bool {
		if i < 0 || i >= len(text) {
			return true
		}
		if text[i] == '.' {
			return i+1 == len(text) || unicode.IsSpace(text[i+1])
		}
		return unicode.IsSpace(text[i]) || strings.ContainsRune("\"'`‘’‚‛“”„‟‹›«»()[]{}<>,;!?", text[i])
	}
	for i := 0; len(want) > 0 && i+len(want) <= len(text); i++ {
		if string(text[i:i+len(want)]) == literal && delimiter(i-1) && delimiter(i+len(want)) {
			return true
		}
	}
	return false
}

func TestOccursIsTheRule(t *testing.T) {
	text := rapid.StringOf(rapid.SampledFrom([]rune("ab. ,é“:\n")))
	rapid.Check(t, func(t *rapid.T) {
		prompt, literal := text.Draw(t, "prompt"), text.Draw(t, "literal")
		if got, want := Occurs(prompt, literal), naive(prompt, literal); got != want {
			t.Fatalf("Occurs(%q, %q) = %v", prompt, literal, got)
		}
	})
}

func FuzzOccurs(f *testing.F) {
	f.Add("mail ann@example.com.", "ann@example.com")
	f.Add("aa aa aax", "aa aa")
	f.Fuzz(func(t *testing.T, prompt, literal string) {
		if !utf8.ValidString(prompt) || !utf8.ValidString(literal) {
			return
		}
		if got, want := Occurs(prompt, literal), naive(prompt, literal); got != want {
			t.Fatalf("Occurs(%q, %q) = %v", prompt, literal, got)
		}
		if literal != "" && !strings.HasPrefix(literal, "\uFEFF") && !Occurs("x "+literal+". y", literal) {
			t.Fatalf("%q is not found between a space and a dot", literal)
		}
	})
}

// Both a prompt and a plan may be long and repetitive.
func TestOccursIsLinear(t *testing.T) {
	if Occurs(strings.Repeat("a", 1<<22), strings.Repeat("a", 1<<21)) {
		t.Error("found inside a word")
	}
}
