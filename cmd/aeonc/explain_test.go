package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/cmd/aeonc/explain"
	"github.com/aeonc/aeonc/specs"
)

var update = flag.Bool("update", false, "rewrite messages and golden files")

// codes are all codes there are.
var codes = []string{
	"AE101", "AE102", "AE103", "AE104",
	"AE201", "AE202", "AE203", "AE204", "AE205", "AE206", "AE207", "AE208", "AE209",
	"AE301", "AE302", "AE303", "AE304", "AE305", "AE306",
	"AE401", "AE402", "AE403", "AE404", "AE405", "AE406",
	"AE501", "AE502", "AE503", "AE504", "AE505", "AE506", "AE507", "AE508",
	"AE601", "AE602", "AE603", "AE604", "AE605", "AE606", "AE607", "AE608", "AE609", "AE610",
	"AE701", "AE702", "AE703", "AE704", "AE705",
	"AE901", "AE902", "AE903", "AE904",
}

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

// A wrong program gives the message of its page, which has the page's code; a
// right one is verified and gives none. With -update the messages are written.
func TestExplainedPrograms(t *testing.T) {
	folder, err := filepath.Abs("explain")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range explain.PagesIn(os.DirFS(folder)) {
		if page.Code == "AE902" {
			continue // there is no program that shows it
		}
		examples := page.Examples()
		if len(examples) != 2 || !examples[0].Wrong || examples[1].Wrong {
			t.Fatalf("%s: one wrong and one right program are wanted, got %d", page.Code, len(examples))
		}
		t.Run(page.Code+"/wrong", func(t *testing.T) {
			e := examples[0]
			got := shell(t, e)
			switch {
			case !matches(page.Severity+" "+page.Code, got.all()):
				t.Errorf("no %s %s\n%s", page.Severity, page.Code, got.all())
			case page.Severity == "error" && got.status != wrongStatus(page.Code):
				t.Errorf("status %d, want %d\n%s", got.status, wrongStatus(page.Code), got.all())
			case page.Severity == "warning" && got.status > 1:
				t.Errorf("status %d, want a warning\n%s", got.status, got.all())
			}
			if page.Code == "AE901" && runtime.GOOS != "linux" {
				return // the system has its own words for it
			}
			message := timeless(got.stderr + got.stdout)
			if *update {
				text := page.WithMessage(e.Command, message)
				if err := os.WriteFile(filepath.Join(folder, page.Code+".md"), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if message != e.Message {
				t.Errorf("the message is not that of the page (make docs rewrites it)\n--- got\n%s--- want\n%s", message, e.Message)
			}
		})
		t.Run(page.Code+"/right", func(t *testing.T) {
			if got := shell(t, examples[1]); got.status != 0 || matches(page.Code, got.all()) {
				t.Errorf("status %d, want 0 and no %s\n%s", got.status, page.Code, got.all())
			}
		})
	}
}

// docs/diagnostics.md is made from the pages.
func TestReference(t *testing.T) {
	const file = "../../docs/diagnostics.md"
	want := explain.Reference(explain.PagesIn(os.DirFS("explain")))
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%s is not what the pages say (make docs makes it): %v", file, err)
	}
}

// wrongStatus is the exit status that an error of a code ends in.
func wrongStatus(code string) int {
	switch code {
	case "AE901":
		return 3
	case "AE703", "AE704", "AE903", "AE904":
		return 2
	}
	return 1
}

// shell runs the command of an example among its files: in this process, or, if
// it takes more than one program, by a shell.
func shell(t *testing.T, e explain.Example) outcome {
	t.Helper()
	dir := files(t, e.Files)
	if args, ok := strings.CutPrefix(e.Command, "aeonc "); ok {
		t.Chdir(dir)
		return aeonc(t, "", strings.Fields(args)...)
	}
	file, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", e.Command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(file)+string(os.PathListSeparator)+os.Getenv("PATH"))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

var elapsed = regexp.MustCompile(`, \d+\.\d+ m?s\n`)

// timeless is a report without the times that checks took.
func timeless(text string) string { return elapsed.ReplaceAllString(text, "\n") }

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
