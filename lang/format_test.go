package lang

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/aeonc/aeonc/lang/diag"
)

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// checkFormat holds Format to its promises on one text without errors.
func checkFormat(t failer, text string) string {
	t.Helper()
	before := parseOK(t, text)
	once, ds := Format(diag.NewSource("test.aeon", text))
	if len(ds) > 0 {
		t.Fatalf("Format: %v", ds[0])
	}
	after, ds := Parse(diag.NewSource("formatted.aeon", once))
	if len(ds) > 0 {
		t.Fatalf("formatted text has an error: %v\nfrom:\n%s\nto:\n%s", ds[0], text, once)
	}
	if got, want := meaning(after), meaning(before); got != want {
		i := 0
		for i < len(got) && i < len(want) && got[i] == want[i] {
			i++
		}
		t.Fatalf("formatting changed the tree:\n…%s\n…%s\nfrom:\n%s\nto:\n%s", want[max(i-40, 0):min(i+40, len(want))],
			got[max(i-40, 0):min(i+40, len(got))], text, once)
	}
	if got, want := commentTexts(after), commentTexts(before); got != want {
		t.Fatalf("formatting changed the comments\nfrom:\n%s\nto:\n%s", text, once)
	}
	twice, _ := Format(diag.NewSource("formatted.aeon", once))
	if once != twice {
		t.Fatalf("not idempotent: %s\nfrom:\n%q", firstDifference(once, twice), text)
	}
	for _, line := range strings.Split(once, "\n") {
		if strings.TrimRight(line, " \t") != line {
			t.Fatalf("white space at the end of a line:\n%s", once)
		}
	}
	return once
}

func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range as {
		if i >= len(bs) || as[i] != bs[i] {
			return strings.Join(as[max(0, i-2):min(i+3, len(as))], "\n") + "\n----\n" + strings.Join(bs[max(0, i-2):min(i+3, len(bs))], "\n")
		}
	}
	return ""
}

func meaning(f *File) string { return dump(f.Decls) + dump(f.Body) }

func commentTexts(f *File) string {
	var b strings.Builder
	for _, c := range f.Comments {
		b.WriteString(strings.TrimRight(c.Text, " \t\f") + "\n")
	}
	return b.String()
}

var update = flag.Bool("update", false, "rewrite the golden files")

// testdata/format holds sources ("-- in --") and how they are laid out ("-- out --").
func TestFormatGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/format/*.txtar")
	if len(files) == 0 {
		t.Fatal("no golden files")
	}
	for _, path := range files {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out := checkFormat(t, string(a.Files[0].Data))
		if *update {
			a.Files = []txtar.File{a.Files[0], {Name: "out", Data: []byte(out)}}
			if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if want := string(a.Files[1].Data); out != want {
			t.Errorf("%s: %s", path, firstDifference(out, want))
		}
	}
}

func TestFormatErrors(t *testing.T) {
	out, ds := Format(diag.NewSource("x", "def f : Int := 1\ndef g : := 2"))
	if out != "" || len(ds) != 1 {
		t.Errorf("%q %v", out, ds)
	}
}

func TestFormatCases(t *testing.T) {
	for _, c := range corpus(t) {
		if c.faulty {
			continue
		}
		checkFormat(t, c.text)
	}
}

func TestAeonFiles(t *testing.T) {
	dir := os.Getenv("AEON_DIR")
	if dir == "" {
		t.Skip("AEON_DIR is not set: aeon's own files are not parsed")
	}
	all, failed := 0, 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".ae" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		all++
		_, ds := Parse(diag.NewSource(path, string(text)))
		if len(ds) > 0 {
			failed++
			t.Log(ds[0])
			return nil
		}
		checkParsed(t, string(text))
		checkFormat(t, string(text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d files parse", all-failed, all)
	if failed > 3 {
		t.Errorf("%d files do not parse", failed)
	}
}
