package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever the input, the outcome is a code and the right status: never a
// panic, a hang, or "verified".
func TestBadInput(t *testing.T) {
	check := []string{"check", "--spec", "spec.aeon"}
	plan := func(args ...string) []string { return append(check[:len(check):len(check)], args...) }
	for _, c := range []struct {
		name   string
		files  map[string]string
		args   []string
		stdin  string
		status int
		code   string // "" where the input is fine
	}{
		{name: "empty plan", files: map[string]string{"plan.aeon": ""}, status: 1, code: "AE101"},
		{name: "only a comment", files: map[string]string{"plan.aeon": "# nothing\n"}, status: 1, code: "AE101"},
		{name: "only white space", files: map[string]string{"plan.aeon": "  \n\t\n"}, status: 1, code: "AE101"},
		{name: "NUL", files: map[string]string{"plan.aeon": "show \"a\x00b\""}, status: 1, code: "AE103"},
		{name: "invalid UTF-8", files: map[string]string{"plan.aeon": "show \"\xff\xfe\""}, status: 1, code: "AE103"},
		{name: "UTF-16", files: map[string]string{"plan.aeon": "\xff\xfes\x00h\x00o\x00w\x00"}, status: 1, code: "AE103"},
		{name: "BOM", files: map[string]string{"plan.aeon": "\uFEFF" + goodPlan}},
		{name: "CRLF", files: map[string]string{"plan.aeon": strings.ReplaceAll(goodPlan, "\n", "\r\n")}},
		{name: "lone CR", files: map[string]string{"plan.aeon": strings.ReplaceAll(goodPlan, "\n", "\r")}},
		{name: "fault after BOM and CR", files: map[string]string{"plan.aeon": "\uFEFF" + strings.ReplaceAll(badPlan, "\n", "\r")}, status: 1, code: "plan.aeon:2:6: error AE201"},
		{name: "10 MB plan", files: map[string]string{"plan.aeon": strings.Repeat("show \"a\"\n", 10<<20/9)}, status: 2, code: "AE903"},
		{name: "10 MB spec", files: map[string]string{"plan.aeon": goodPlan, "spec.aeon": strings.Repeat("# a\n", 10<<20/4)}, status: 2, code: "AE903"},
		{name: "10 MB on standard input", args: plan("-"), stdin: strings.Repeat("a", 10<<20), status: 2, code: "AE903"},
		{name: "an endless device", args: plan("/dev/zero"), status: 2, code: "AE903"},
		{name: "a million parentheses", files: map[string]string{"plan.aeon": strings.Repeat("(", 1e6) + "1" + strings.Repeat(")", 1e6)}, status: 1, code: "AE104"},
		{name: "a million open parentheses", files: map[string]string{"plan.aeon": strings.Repeat("(", 1e6)}, status: 1, code: "AE10[14]"},
		{name: "a million minus signs", files: map[string]string{"plan.aeon": "show " + strings.Repeat("-", 1e6) + "1"}, status: 1, code: "AE104"},
		{name: "a million arrows in the spec", files: map[string]string{"plan.aeon": goodPlan, "spec.aeon": "def f : " + strings.Repeat("Int -> ", 5e5) + "Int := native \"f\"\n" + tinySpec}, status: 1, code: "AE104"},
		{name: "an empty folder as plan", files: map[string]string{"folder/readme.txt": ""}, args: plan("folder"), status: 2, code: "holds no .aeon"},
		{name: "a folder as spec", files: map[string]string{"folder.aeon/x": ""}, args: []string{"check", "--spec", "folder.aeon", "plan.aeon"}, status: 2, code: "AE904"},
		{name: "a missing plan", args: plan("missing.aeon"), status: 2, code: "AE904"},
		{name: "a missing plan among good ones", args: plan("plan.aeon", "missing.aeon"), status: 2, code: "AE904"},
		{name: "a missing spec", args: []string{"check", "--spec", "missing.aeon", "plan.aeon"}, status: 2, code: "AE904"},
		{name: "a missing state", args: plan("--state", "missing.json", "plan.aeon"), status: 2, code: "AE904"},
		{name: "a missing prompt", args: plan("--prompt", "missing.txt", "plan.aeon"), status: 2, code: "AE904"},
		{name: "an unknown module", args: []string{"check", "--spec", "there_is_no_such", "plan.aeon"}, status: 2, code: "AE206"},
		{name: "an import cycle", files: map[string]string{"spec.aeon": "open a\n" + tinySpec, "a.aeon": "open b\n", "b.aeon": "open a\n"}, status: 1, code: "AE206"},
		{name: "a spec that imports itself", files: map[string]string{"spec.aeon": "open spec\n" + tinySpec}, status: 1, code: "AE206"},
		{name: "a module that climbs out, in a plan", files: map[string]string{"plan.aeon": "open ../../etc/passwd\n" + goodPlan}, status: 1, code: "AE101"},
		{name: "a module that climbs out, in a spec", files: map[string]string{"spec.aeon": "open ../../etc/passwd\n" + tinySpec}, status: 1, code: "AE101"},
		{name: "a module that climbs out with dots", files: map[string]string{"spec.aeon": "open ....etc.passwd\n" + tinySpec}, status: 1, code: "AE101"},
		{name: "a module that climbs out, by name", args: []string{"check", "--spec", "../../no/such/passwd", "plan.aeon"}, status: 2, code: "AE904"},
		{name: "an unterminated string", files: map[string]string{"plan.aeon": "show \"hello\n"}, status: 1, code: "AE102"},
		{name: "an unterminated string at the end", files: map[string]string{"plan.aeon": "show \""}, status: 1, code: "AE102"},
		{name: "an unterminated string in the spec", files: map[string]string{"spec.aeon": tinySpec + "def f : Int := native \"f\n"}, status: 1, code: "AE102"},
		{name: "a state that is no JSON", files: map[string]string{"state.json": "{"}, args: plan("--state", "state.json", "plan.aeon"), status: 2, code: ""},
		{name: "standard input", args: plan("-"), stdin: goodPlan},
		{name: "standard input under a name", args: plan("--stdin-filename", "shown.aeon", "-"), stdin: badPlan, status: 1, code: "shown.aeon:2:6: error AE201"},
		{name: "standard input and a file called -", args: plan("-", "./-", "-"), stdin: goodPlan, status: 2, code: "AE904: cannot read `./-`"},
		{name: "a name with an escape", files: map[string]string{"\x1b[2J.aeon": badPlan}, args: plan("\x1b[2J.aeon"), status: 1, code: "␛"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			texts := map[string]string{"spec.aeon": tinySpec, "plan.aeon": goodPlan}
			for name, text := range c.files {
				texts[name] = text
			}
			args := c.args
			if args == nil {
				args = plan("plan.aeon")
			}
			got := process(t, files(t, texts), c.stdin, nil, args...)
			expect(t, got, c.status, c.code)
		})
	}
}

// expect compares an outcome with a status and a pattern of what is printed.
func expect(t *testing.T, got outcome, status int, code string) {
	t.Helper()
	if got.status != status {
		t.Errorf("status %d, want %d\n%s", got.status, status, clipped(got.all()))
	}
	if !matches(code, got.all()) {
		t.Errorf("%q was not printed:\n%s", code, clipped(got.all()))
	}
	if strings.Contains(got.stderr, "goroutine ") || strings.Contains(got.all(), "error AE902") {
		t.Errorf("it panicked:\n%s", clipped(got.all()))
	}
	if strings.ContainsRune(got.all(), '\x1b') {
		t.Errorf("an escape reached the terminal: %q", clipped(got.all()))
	}
}

func clipped(text string) string {
	if len(text) > 2000 {
		return text[:2000] + "…"
	}
	return text
}

// Files that may not be read.
func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Log("root may read everything: only what a read error becomes is tested")
		text, err := readStream(failingReader{})
		text, f := judge("plan.aeon", text, err)
		if f == nil || text != "" || f.diag.Code != "AE904" || f.verdict != 2 {
			t.Errorf("got %q, %+v", text, f)
		}
		return
	}
	dir := files(t, map[string]string{"spec.aeon": tinySpec, "plan.aeon": goodPlan, "folder/plan.aeon": goodPlan})
	for _, c := range []struct {
		locked string
		args   []string
	}{
		{"plan.aeon", []string{"check", "--spec", "spec.aeon", "plan.aeon"}},
		{"spec.aeon", []string{"check", "--spec", "spec.aeon", "plan.aeon"}},
		{"folder", []string{"check", "--spec", "spec.aeon", "folder"}},
	} {
		file := filepath.Join(dir, c.locked)
		if err := os.Chmod(file, 0); err != nil {
			t.Fatal(err)
		}
		expect(t, process(t, dir, "", nil, c.args...), 2, "AE904")
		if err := os.Chmod(file, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, os.ErrPermission }

// Without a solver nothing is verified, and whoever reads it knows what to do.
func TestNoSolver(t *testing.T) {
	dir := files(t, map[string]string{"spec.aeon": tinySpec, "plan.aeon": goodPlan, "bad.aeon": badPlan, "libz3.so": "this is no library"})
	for _, library := range []string{"/no/such/libz3.so", filepath.Join(dir, "libz3.so")} {
		env := []string{"AEONC_Z3=" + library}
		got := process(t, dir, "", env, "check", "--spec", "spec.aeon", "plan.aeon")
		expect(t, got, 3, "AE901")
		for _, hint := range []string{"apt-get install libz3-4", "dnf install z3-libs", "brew install z3", "AEONC_Z3"} {
			if !strings.Contains(got.stderr, hint) {
				t.Errorf("no hint %q in %s", hint, got.stderr)
			}
		}
		if n := strings.Count(got.stderr, "AE901"); n != 1 {
			t.Errorf("said %d times: %s", n, got.stderr)
		}
		// What needs no solver is reported nevertheless.
		expect(t, process(t, dir, "", env, "check", "--spec", "spec.aeon", "bad.aeon"), 3, "AE201")
		expect(t, process(t, dir, "", env, "version"), 0, "no solver: libz3 not found")
		expect(t, process(t, dir, "", env, "vc", "--spec", "spec.aeon", "plan.aeon"), 3, "AE901")
		got = process(t, dir, "", env, "check", "--format", "json", "--spec", "spec.aeon", "plan.aeon")
		if got.status != 3 || !strings.Contains(got.stdout, `"code": "AE901"`) || !strings.Contains(got.stdout, `"libz3": null`) {
			t.Errorf("status %d: %s", got.status, got.stdout)
		}
	}
}
