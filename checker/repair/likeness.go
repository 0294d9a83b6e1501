package repair

import (
	"sort"
	"strings"
	"unicode"
)

type scored struct {
	name  string
	score float64
}

// maxNames is how many names are tried for one that is unknown.
const maxNames = 8

func first(names []scored) []scored { return names[:min(len(names), maxNames)] }

// rank sorts the names that are like one, the most alike first.
func rank(name string, names []string) []scored {
	seen := map[string]bool{name: true}
	var out []scored
	for _, n := range names {
		if seen[n] {
			continue
		}
		seen[n] = true
		if s := likeness(name, n); s > 0 {
			out = append(out, scored{n, s})
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].score != out[j].score {
			return out[i].score > out[j].score
		}
		return out[i].name < out[j].name
	})
	return out
}

// likeness says how alike two names are, from 0 to 1: by the letters, or by the
// words that they are made of, whatever their order.
func likeness(a, b string) float64 {
	la, lb := plainName(a), plainName(b)
	if la == lb {
		return 1
	}
	score := 0.0
	if d := distance(la, lb); d <= max(1, max(len(la), len(lb))/3) && min(len(la), len(lb)) > 2 {
		score = 0.95 - float64(d)/float64(max(len(la), len(lb)))
	}
	wa, wb := split(a), split(b)
	common, things := 0.0, 0
	used := make([]bool, len(wb))
	for _, x := range wa {
		best, at := 0.0, -1
		for j, y := range wb {
			if s := wordLikeness(x, y); !used[j] && s > best {
				best, at = s, j
			}
		}
		if at >= 0 {
			used[at] = true
			common += best
			if !verbs[x] && !verbs[wb[at]] {
				things++
			}
		}
	}
	if len(wa)+len(wb) > 0 {
		byWords := 0.9 * 2 * common / float64(len(wa)+len(wb))
		if things == 0 && spoken(wa) && spoken(wb) {
			byWords *= 0.4 // both do the same, but to other things
		}
		score = max(score, byWords)
	}
	return score
}

// verbs say what is done, and not to what.
var verbs = map[string]bool{
	"get": true, "fetch": true, "read": true, "load": true, "retrieve": true, "lookup": true, "find": true, "query": true, "search": true,
	"list": true, "all": true, "of": true, "is": true, "check": true, "has": true, "open": true, "create": true, "new": true, "make": true,
	"add": true, "send": true, "post": true, "write": true, "delete": true, "remove": true, "drop": true, "set": true, "update": true, "the": true, "to": true,
}

// spoken reports whether some word of a name says what something is done to.
func spoken(words []string) bool {
	for _, w := range words {
		if !verbs[w] {
			return true
		}
	}
	return false
}

// synonyms are words that writers of programs use for one another.
var synonyms = [][]string{
	{"get", "fetch", "read", "load", "retrieve", "lookup", "find", "query", "search"},
	{"close", "shut", "end", "finish", "terminate", "disconnect", "logout", "release", "shutdown", "quit"},
	{"open", "create", "new", "make", "start", "begin", "add"},
	{"send", "post", "publish", "submit", "share", "write", "reply"},
	{"delete", "remove", "drop", "destroy", "erase"},
	{"is", "check", "has", "are", "was"},
	{"list", "all", "of"},
	{"repo", "repository", "project"},
	{"mail", "email", "message"},
	{"pay", "transfer", "charge"},
	{"biggest", "largest"},
}

func wordLikeness(a, b string) float64 {
	switch {
	case a == b:
		return 1
	case len(a) > 2 && len(b) > 2 && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)):
		return 0.8
	case len(a) > 3 && len(b) > 3 && distance(a, b) <= 1:
		return 0.8
	}
	for _, group := range synonyms {
		x, y := false, false
		for _, w := range group {
			x, y = x || w == a, y || w == b
		}
		if x && y {
			return 0.6
		}
	}
	return 0
}

// split cuts "createIssue_2" into create, issue, 2.
func split(name string) []string {
	var out []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			out = append(out, strings.ToLower(string(cur)))
			cur = nil
		}
	}
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			lower = false
			continue
		case unicode.IsUpper(r) && lower:
			flush()
		}
		cur = append(cur, r)
		lower = !unicode.IsUpper(r)
	}
	flush()
	return out
}

// plainName is a name without case, underscores and module.
func plainName(s string) string {
	return strings.ToLower(strings.ReplaceAll(s, "_", ""))
}

// spelledAlike reports whether two names differ in case and underscores only.
func spelledAlike(a, b string) bool { return plainName(a) == plainName(b) }

// alone reports whether exactly one name is spelled like the given one.
func alone(name string, names []string) bool {
	distinct := map[string]bool{}
	for _, n := range names {
		if spelledAlike(name, n) {
			distinct[n] = true
		}
	}
	return len(distinct) == 1
}

// distance is Levenshtein's edit distance.
func distance(a, b string) int {
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
