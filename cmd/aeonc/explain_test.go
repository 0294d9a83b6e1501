package main

import (
	"slices"
	"testing"

	"github.com/aeonc/aeonc/cmd/aeonc/explain"
	"github.com/aeonc/aeonc/specs"
)

// codes are all codes there are.
var codes = []string{
	"AE101", "AE102", "AE103", "AE104",
	"AE201", "AE202", "AE203", "AE204", "AE205", "AE206", "AE207", "AE208", "AE209",
	"AE301", "AE302", "AE303", "AE304", "AE305", "AE306",
	"AE401", "AE402", "AE403", "AE404", "AE405", "AE406",
	"AE501", "AE502", "AE503", "AE504", "AE505", "AE506", "AE507", "AE508",
	"AE601", "AE602", "AE603", "AE604", "AE605", "AE606", "AE607", "AE608", "AE609", "AE610",
	"AE901", "AE902", "AE903", "AE904",
}

// withoutPrograms are the codes that a program on a page cannot show.
var withoutPrograms = []string{"AE103", "AE104", "AE901", "AE902", "AE903", "AE904"}

// toCome are the lints that the checker does not know yet. One that it learns
// makes the test fail until it is struck off.
var toCome = []string{"AE608"}

func TestEveryCodeIsExplained(t *testing.T) {
	var have []string
	for _, page := range explain.Pages() {
		have = append(have, page.Code)
		if page.Title == "" || page.Severity != "error" && page.Severity != "warning" {
			t.Errorf("%s has the headline %q, %q", page.Code, page.Title, page.Severity)
		}
	}
	if !slices.Equal(have, codes) {
		t.Errorf("pages %q, want %q", have, codes)
	}
}

// A wrong program is reported with the code of its page, a right one is
// verified and is not.
func TestExplainedPrograms(t *testing.T) {
	for _, page := range explain.Pages() {
		examples := page.Examples()
		if slices.Contains(withoutPrograms, page.Code) {
			continue
		}
		if len(examples) != 2 || !examples[0].Wrong || examples[1].Wrong {
			t.Errorf("%s: one wrong and one right program are wanted, got %d", page.Code, len(examples))
		}
		for _, e := range examples {
			name := "right"
			if e.Wrong {
				name = "wrong"
			}
			t.Run(page.Code+"/"+name, func(t *testing.T) {
				t.Chdir(files(t, e.Files))
				// The page on undecided obligations need not wait for the usual limit.
				args := []string{"check", "--timeout", "300ms", "--spec", "spec.aeon"}
				for _, f := range [][2]string{{"state.json", "--state"}, {"prompt.txt", "--prompt"}} {
					if _, ok := e.Files[f[0]]; ok {
						args = append(args, f[1], f[0])
					}
				}
				if _, ok := e.Files["plan.aeon"]; ok {
					args = append(args, "plan.aeon")
				}
				got := aeonc(t, "", args...)
				switch {
				case e.Wrong && slices.Contains(toCome, page.Code):
					if got.status != 0 || matches(page.Code, got.all()) {
						t.Errorf("status %d: strike %s off the lints to come?\n%s", got.status, page.Code, got.all())
					}
				case e.Wrong && page.Severity == "error":
					expect(t, got, 1, "error "+page.Code)
				case e.Wrong:
					if got.status > 1 || !matches("warning "+page.Code, got.stdout) {
						t.Errorf("status %d, want a warning %s\n%s", got.status, page.Code, got.all())
					}
				case got.status != 0 || matches(page.Code, got.all()):
					t.Errorf("status %d, want 0 and no %s\n%s", got.status, page.Code, got.all())
				}
			})
		}
	}
}

// The built-in specs hold, with all their examples, also under --strict.
func TestBuiltinSpecs(t *testing.T) {
	for _, name := range specs.Names() {
		expect(t, aeonc(t, "", "check", "--spec", name), 0, "verified")
		if text, ok := specs.Module(name); !ok || text == "" || specs.Title(name) == "" {
			t.Errorf("%s has no text or no title", name)
		}
	}
}

// What is shipped is laid out as fmt would.
func TestShippedFilesAreFormatted(t *testing.T) {
	expect(t, aeonc(t, "", "fmt", "--check", "../../examples", "../../specs"), 0, "^$")
}
