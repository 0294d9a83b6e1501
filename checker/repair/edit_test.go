package repair

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aeonc/aeonc/lang/diag"
)

// The edits between two texts lead from the one to the other, in order, and
// never start or end inside a name.
func TestDifference(t *testing.T) {
	word := rapid.SampledFrom([]string{"let", "s", "é", "x1", ":=", " ", "\n", "(", ")", "\t", "\"a\"", "repoRead", "1_000", "\U0001F600"})
	text := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 0, 20).Draw(t, "words"), "") })
	rapid.Check(t, func(t *rapid.T) {
		before, after := text.Draw(t, "before"), text.Draw(t, "after")
		edits := difference(diag.NewSource("plan.aeon", before), after)
		if got := Apply(before, diag.Repair{Edits: edits}); got != after {
			t.Fatalf("%q, want %q: %+v", got, after, edits)
		}
		last := 0
		for _, e := range edits {
			if e.Span.Start < last || e.Span.End < e.Span.Start {
				t.Fatalf("edits overlap: %+v", edits)
			}
			last = e.Span.End
			if e.Span.Start > 0 && e.Span.Start < len(before) && nameByte(before[e.Span.Start-1]) && nameByte(before[e.Span.Start]) {
				t.Fatalf("%+v starts inside a name of %q", e, before)
			}
		}
	})
}

func nameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func TestLikeness(t *testing.T) {
	names := []string{"repoRead", "closeSession", "largest_repo", "isPrivate", "comment", "publicRepo"}
	for name, want := range map[string]string{
		"readRepo": "repoRead", "close_session": "closeSession", "get_largest_repo": "largest_repo",
		"isRepoPrivate": "isPrivate", "postComment": "comment", "repoRaed": "repoRead",
	} {
		got := rank(name, names)
		if len(got) == 0 || got[0].name != want {
			t.Errorf("%s: %v, want %s first", name, got, want)
		}
	}
	if got := rank("frobnicate", names); len(got) > 0 {
		t.Errorf("frobnicate is like %v", got)
	}
}
