package load

import (
	"sort"
	"strings"
)

// nearEnough is the largest edit distance at which a name is suggested.
const nearEnough = 2

// Nearest is the candidate that name may have been meant to be: the one at the
// smallest edit distance, letter case aside, of at most 2 and less than the
// length of the name; the first in alphabetical order where several are. It is
// "" when there is none.
func Nearest(name string, candidates []string) string {
	sorted := append([]string(nil), candidates...)
	sort.Strings(sorted)
	best, least := "", min(nearEnough, len(name)-1)+1
	for _, c := range sorted {
		if c == name {
			continue
		}
		if d := distance(strings.ToLower(name), strings.ToLower(c)); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance is Levenshtein's edit distance in bytes, or some number above
// nearEnough where it is above that.
func distance(a, b string) int {
	if len(a)-len(b) > nearEnough || len(b)-len(a) > nearEnough {
		return nearEnough + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := diagonal
			if a[i-1] != b[j-1] {
				replaced++
			}
			diagonal = row[j]
			row[j] = min(replaced, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
