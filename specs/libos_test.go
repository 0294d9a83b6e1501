package specs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/specs"
)

// published are how many tests of Agent libOS each kind has.
var published = map[string]int{
	"Authority": 23, "Approvals": 13, "Shell": 9, "Attenuation": 12, "Generated tools": 12,
	"Tool table and image": 13, "Bounds and working directory": 11, "Object lifecycle": 8,
	"Provider substitution": 3,
}

// TestLibOSTable: docs/libos.md has a row for each published property, with the examples
// that decide it or why none does; and every example stands in the page.
func TestLibOSTable(t *testing.T) {
	page, err := os.ReadFile("../docs/libos.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := map[string]string{} // the code that rejects, by spec and title
	accepted := map[string]bool{}
	for _, name := range []string{"libos", "libos.system"} {
		text, _ := specs.Module(name)
		for _, m := range regexp.MustCompile(`(?m)^example (accept|reject) ?(AE\d+)? "([^"]+)"`).FindAllStringSubmatch(text, -1) {
			if m[1] == "accept" {
				accepted[name+" "+m[3]] = true
			} else {
				examples[name+" "+m[3]] = m[2]
			}
		}
	}
	table, besides, found := strings.Cut(string(page), "\n## Properties besides")
	if !found {
		t.Fatal("the second table is missing")
	}
	told := map[string]bool{}
	decides := regexp.MustCompile(`^(.+) \((libos[a-z.]*), (AE\d+)\)$`)
	seen := map[string]bool{}
	for kind, want := range published {
		_, part, _ := strings.Cut(table, "\n### "+kind+"\n")
		part, _, _ = strings.Cut(part, "\n### ")
		got := rows(part)
		if len(got) != want {
			t.Errorf("%s: %d rows, want %d", kind, len(got), want)
		}
		for _, row := range got {
			if seen[row[0]] {
				t.Errorf("%s stands twice", row[0])
			}
			seen[row[0]] = true
			if row[1] == "–" {
				if len(row) < 3 || len(row[2]) < 5 {
					t.Errorf("%s is not decided, and no reason is given", row[0])
				}
				continue
			}
			m := decides.FindStringSubmatch(strings.TrimSuffix(row[1], " |"))
			if m == nil || !accepted[m[2]+" "+m[1]] || examples[m[2]+" "+m[1]] != m[3] {
				t.Errorf("%s: there are no two examples as %q says", row[0], row[1])
				continue
			}
			told[m[2]+" "+m[1]] = true
		}
	}
	for title, code := range examples {
		name, property, _ := strings.Cut(title, " ")
		if !accepted[title] {
			t.Errorf("%q has no example that is accepted", title)
		}
		if !told[title] && !strings.Contains(besides, "| "+property+" | "+name+" | "+code+" |") {
			t.Errorf("%q is not in the page", title)
		}
	}
}
