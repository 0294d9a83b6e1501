// Package spelling guesses which name was meant by one that is not known.
package spelling

import (
	"slices"
	"strings"
	"unicode"
)

// Nearest is the candidate that name may have been meant to be: the one at the
// smallest edit distance, letter case aside, of at most a third of the name's
// length or 1; the first in alphabetical order where several are. Where there is
// none, it is the only one that is made of the same words, as readRepo and repo_read
// are. It is "" when there is none either.
func Nearest(name string, candidates []string) string {
	sorted := slices.Sorted(slices.Values(candidates))
	best, least := "", min(max(1, len(name)/3), len(name)-1)+1
	for _, c := range sorted {
		if c == name {
			continue
		}
		if d := distance(strings.ToLower(name), strings.ToLower(c), least); d < least {
			best, least = c, d
		}
	}
	if best == "" {
		return sameWords(name, sorted)
	}
	return best
}

// distance is Levenshtein's edit distance in bytes with swaps of neighbours
// (Damerau, A Technique for Computer Detection and Correction of Spelling Errors,
// CACM 1964), or some number of at least limit where it is not below that.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	before := make([]int, len(b)+1)
	last := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(last[j]+1, row[j-1]+1, replaced)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// sameWords is the only candidate that is made of the words of a name of several.
func sameWords(name string, candidates []string) string {
	want := words(name)
	if len(want) < 2 {
		return ""
	}
	found := ""
	for _, c := range candidates {
		if c == name || c == found || !slices.Equal(words(c), want) {
			continue
		}
		if found != "" {
			return ""
		}
		found = c
	}
	return found
}

// words are the words of a name, in lower case and alphabetical order.
func words(name string) []string {
	var out []string
	word := ""
	end := func() {
		if word != "" {
			out = append(out, strings.ToLower(word))
		}
		word = ""
	}
	for _, r := range name {
		if unicode.IsUpper(r) || r == '_' || r == '.' {
			end()
		}
		if r != '_' && r != '.' {
			word += string(r)
		}
	}
	end()
	slices.Sort(out)
	return out
}
