package smt_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/smt"
	"pgregory.net/rapid"
)

func TestUnsupportedRegex(t *testing.T) {
	for _, pattern := range []string{`a^b`, `a$b`, `\ba`, `a\B`, `(?m)^a`, `(?m)a$`, `(^a)*`, `(a$)+b`, `(a|$)b`, `x(^|a)`} {
		if _, err := smt.ParseRegex(pattern); err == nil || !strings.Contains(err.Error(), "unsupported") {
			t.Errorf("%q: %v", pattern, err)
		}
	}
	for _, pattern := range []string{`(`, `a{2,1}`, `[z-a]`, `\8`, `(?=a)`, "\xff"} {
		if _, err := smt.ParseRegex(pattern); err == nil {
			t.Errorf("%q is accepted", pattern)
		}
	}
}

func TestRegexIsExact(t *testing.T) {
	for pattern, want := range map[string]bool{`.*`: true, `[^a]`: true, `é\x{1f600}`: true, `[^\x{30000}]`: false, `\p{Han}`: false, `\pL+`: false, `\x{30000}`: false, `[\x{0}-\x{2ffff}]`: false, `(a|[^\x{e0100}])*`: false, `[\x{20000}-\x{10ffff}]`: true} {
		r, err := smt.ParseRegex(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if r.Exact() != want {
			t.Errorf("%q: %v", pattern, r.Exact())
		}
	}
}

// matches decides membership in the core syntax by definition: it returns the
// ends of all matches of n that begin at position i.
func matches(n *smt.RegexNode, s []rune, i int) map[int]bool {
	ends := make(map[int]bool)
	switch n.Op {
	case smt.RegexText:
		text := []rune(n.Text)
		if i+len(text) <= len(s) && string(s[i:i+len(text)]) == n.Text {
			ends[i+len(text)] = true
		}
	case smt.RegexClass:
		for k := 0; i < len(s) && k < len(n.Ranges); k += 2 {
			if n.Ranges[k] <= s[i] && s[i] <= n.Ranges[k+1] {
				ends[i+1] = true
			}
		}
	case smt.RegexUnion:
		for _, sub := range n.Subs {
			for e := range matches(sub, s, i) {
				ends[e] = true
			}
		}
	case smt.RegexConcat:
		ends[i] = true
		for _, sub := range n.Subs {
			ends = step(sub, s, ends)
		}
	case smt.RegexStar, smt.RegexLoop:
		lo, hi := n.Min, n.Max
		if n.Op == smt.RegexStar {
			lo, hi = 0, -1
		}
		at := map[int]bool{i: true}
		for k := 0; len(at) > 0 && (hi < 0 && k <= lo+len(s) || k <= hi); k++ {
			if k >= lo {
				for e := range at {
					ends[e] = true
				}
			}
			at = step(n.Subs[0], s, at)
		}
	}
	return ends
}

func step(n *smt.RegexNode, s []rune, from map[int]bool) map[int]bool {
	ends := make(map[int]bool)
	for i := range from {
		for e := range matches(n, s, i) {
			ends[e] = true
		}
	}
	return ends
}

// The core syntax means what package regexp says of the pattern.
func checkRegex(t interface{ Fatalf(string, ...any) }, pattern, text string) {
	r, err := smt.ParseRegex(pattern)
	if err != nil {
		return
	}
	s := []rune(text)
	core := matches(r.Root(), s, 0)[len(s)]
	whole, err := regexp.Compile(`^(?:` + pattern + `)$`)
	if err != nil {
		return // an open \Q
	}
	if want := whole.MatchString(text); core != want || r.MatchString(text) != want {
		t.Fatalf("%q on %q: core %v, MatchString %v, regexp %v", pattern, text, core, r.MatchString(text), want)
	}
}

func TestRegexCore(t *testing.T) {
	pieces := []string{"a", "b", "K", "é", ".", "[a-b]", "[^a]", "\\n", "(a|b)", "|", "(", ")", "*", "+", "?", "{2}", "{0,1}", "{1,}", "(?i)", "(?s)", "^", "$", "\\d", "(?:", "ab"}
	rapid.Check(t, func(t *rapid.T) {
		pattern := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 7).Draw(t, "pattern"), "")
		for range 4 {
			checkRegex(t, pattern, rapid.StringOfN(rapid.SampledFrom([]rune("abABkK\u212aéÉ1\n")), 0, 5, -1).Draw(t, "text"))
		}
	})
}

func FuzzRegexCore(f *testing.F) {
	f.Add(`^(a|b)*c{2,3}$`, "abcc")
	f.Add(`(?i)straße`, "STRASSE")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 40 || len(text) > 20 || strings.ContainsRune(text, '\ufffd') {
			return
		}
		checkRegex(t, pattern, text)
	})
}
