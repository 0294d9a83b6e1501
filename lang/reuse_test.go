package lang

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/lang/diag"
)

// mutate is a version of a text after one edit: a piece less, a piece twice, a piece
// from elsewhere, a character more, or lines exchanged.
func mutate(r *rand.Rand, text string) string {
	if text == "" {
		return "x"
	}
	a := r.IntN(len(text))
	b := min(len(text), a+1+r.IntN(12))
	c := r.IntN(len(text))
	switch r.IntN(6) {
	case 0:
		return text[:a] + text[b:]
	case 1:
		return text[:b] + text[a:]
	case 2:
		return text[:a] + text[c:min(len(text), c+12)] + text[a:]
	case 3:
		const some = "()[]{}|:=\"#\n ;x1&<>"
		i := r.IntN(len(some))
		return text[:a] + some[i:i+1] + text[a:]
	}
	lines := strings.SplitAfter(text, "\n")
	i, j := r.IntN(len(lines)), r.IntN(len(lines))
	switch r.IntN(3) {
	case 0:
		lines[i], lines[j] = lines[j], lines[i]
	case 1:
		lines[i] = ""
	case 2:
		lines[i] += lines[j]
	}
	return strings.Join(lines, "")
}

// ParseAfter gives what Parse gives, place by place, whatever the version before was.
func TestParseAfter(t *testing.T) {
	files, _ := filepath.Glob("../testdata/cases/*.txtar")
	more, _ := filepath.Glob("../specs/*/*.aeon")
	kept, all := 0, 0
	for n, name := range append(files, more...) {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // someone has just renamed it
		}
		text := string(data)
		if strings.HasSuffix(name, ".txtar") {
			if n%5 > 0 {
				continue
			}
			_, text, _ = strings.Cut(text, "-- spec.aeon --\n")
			text, _, _ = strings.Cut(text, "\n-- ")
		}
		r := rand.New(rand.NewPCG(uint64(n), 3))
		var before *File
		for version := range 12 {
			src := diag.NewSource("spec.aeon", text)
			want, wantFaults := Parse(src)
			got, faults := ParseAfter(src, before)
			if before != nil {
				for key := range got.pieces {
					if before.pieces[key] != nil {
						kept++
					}
				}
				all += len(got.Decls)
			}
			before = got
			shown := *got
			shown.pieces = nil
			if !reflect.DeepEqual(&shown, want) || !reflect.DeepEqual(faults, wantFaults) {
				for i, d := range want.Decls {
					if i >= len(got.Decls) || !reflect.DeepEqual(d, got.Decls[i]) {
						t.Errorf("declaration %d differs: %q", i, d.Range().Text())
					}
				}
				t.Fatalf("%s, version %d: %d faults and %d; comments %v, bodies %v", name, version, len(wantFaults), len(faults),
					reflect.DeepEqual(want.Comments, got.Comments), reflect.DeepEqual(want.Body, got.Body))
			}
			text = mutate(r, text)
		}
	}
	if kept < all/2 {
		t.Errorf("%d of %d declarations were kept", kept, all)
	}
}
