package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

func matches(pattern, text string) bool { return regexp.MustCompile(pattern).MatchString(text) }

// A run that checked nothing, or cannot be understood, is never "verified".
func TestUsage(t *testing.T) {
	t.Chdir(files(t, map[string]string{
		"spec.aeon": tinySpec, "plan.aeon": goodPlan, "other.aeon": goodPlan, "state.json": "{}", "empty/x.txt": "",
	}))
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"", 0, "Usage:"},
		{"--help", 0, "Exit status"},
		{"check --help", 0, "Examples:"},
		{"chek", 2, "unknown command"},
		{"plan.aeon", 2, "aeonc check plan.aeon"},
		{"check", 2, "no spec is in force"},
		{"check plan.aeon", 2, "no spec is in force"},
		{"check --no-such-flag", 2, "unknown flag"},
		{"check --spec spec.aeon --format yaml plan.aeon", 2, `"yaml" is none of`},
		{"check --spec spec.aeon --color pink plan.aeon", 2, `"pink" is none of`},
		{"check --spec spec.aeon --timeout 5 plan.aeon", 2, "timeout"},
		{"check --spec spec.aeon --timeout -1s plan.aeon", 2, "timeout"},
		{"check --spec spec.aeon --state state.json", 2, "no plan is given"},
		{"check --spec spec.aeon --prompt state.json", 2, "no plan is given"},
		{"check --spec spec.aeon --state-out out.json", 2, "no plan is given"},
		{"check --spec spec.aeon --state-out out.json plan.aeon other.aeon", 2, "2 are given"},
		{"check --spec spec.aeon --state-out plan.aeon plan.aeon", 2, "would overwrite"},
		{"check --spec spec.aeon --state-out spec.aeon plan.aeon", 2, "would overwrite"},
		{"check --spec spec.aeon --output ./plan.aeon plan.aeon", 2, "would overwrite"},
		{"check --spec spec.aeon --output state.json --state state.json plan.aeon", 2, "would overwrite"},
		{"check --spec spec.aeon empty", 2, "holds no .aeon or .ae file"},
		{"fmt", 2, "takes files, folders or -"},
		{"fmt missing.aeon", 2, "AE904"},
		{"fmt empty", 2, "holds no .aeon or .ae file"},
		{"explain", 2, "takes one CODE"},
		{"explain AE000", 2, "no code"},
		{"explain ../explain", 2, "no code"},
		{"explain ae301", 0, "# AE301"},
		{"explain 301", 0, "# AE301"},
		{"rules", 0, "AE904  error"},
		{"rules --format json", 0, `"code": "AE101"`},
		{"rules --format xml", 2, "none of"},
		{"specs list", 0, "github"},
		{"specs show github", 0, "def createIssuePublic"},
		{"specs show agent", 0, "linear type Session"},
		{"specs show ../specs/github", 2, "no built-in spec"},
		{"version", 0, "aeonc "},
		{"version extra", 2, "unknown command"},
		{"completion bash", 0, "__start_aeonc"},
		{"__complete check --format s", 0, "sarif"},
		{"__complete explain AE30", 0, "AE301\tprecondition"},
		{"__complete specs show g", 0, "github"},
		{"__complete --color a", 0, "always"},
	} {
		t.Run(c.args, func(t *testing.T) {
			got := aeonc(t, "", strings.Fields(c.args)...)
			expect(t, got, c.status, regexp.QuoteMeta(c.want))
			if c.status == 2 && got.stdout != "" && !strings.Contains(got.stdout, "unusable") {
				t.Errorf("a problem of the run on standard output: %s", got.stdout)
			}
		})
	}
	for name, text := range map[string]string{"plan.aeon": goodPlan, "spec.aeon": tinySpec, "state.json": "{}"} {
		if now, err := os.ReadFile(name); err != nil || string(now) != text {
			t.Errorf("%s was changed", name)
		}
	}
}

// The worst file decides, and every file is reported, in a fixed order.
func TestSeveralFiles(t *testing.T) {
	t.Chdir(files(t, map[string]string{
		"spec.aeon": tinySpec, "plans/b.aeon": goodPlan, "plans/a.ae": goodPlan, "plans/sub/c.aeon": badPlan, "plans/notes.txt": "",
	}))
	got := aeonc(t, "", "check", "--spec", "spec.aeon", "plans")
	expect(t, got, 1, `(?s)plans/a\.ae: verified.*plans/b\.aeon: verified.*plans/sub/c\.aeon: rejected.*3 files: 2 verified, 1 rejected`)
	got = aeonc(t, "", "check", "--spec", "spec.aeon", "plans/a.ae", "missing.aeon", "plans/b.aeon", "plans/a.ae")
	expect(t, got, 2, `(?s)^missing\.aeon: unusable.*plans/a\.ae: verified.*plans/b\.aeon: verified.*3 files`)
	// Each file is named in one way, whatever the command line calls it.
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	got = aeonc(t, "", "check", "--spec", filepath.Join(dir, "spec.aeon"), "plans/sub/../b.aeon", "./plans/b.aeon", filepath.Join(dir, "plans/a.ae"))
	expect(t, got, 0, `(?s)^plans/a\.ae: verified[^\n]*\nplans/b\.aeon: verified[^\n]*\n2 files`)
	// A spec in force that lies among the plans is checked as a spec.
	got = aeonc(t, "", "check", "--spec", "spec.aeon", ".")
	expect(t, got, 1, `(?s)spec\.aeon: verified.*plans/a\.ae: verified`)
	got = aeonc(t, "", "check", "--spec", "spec.aeon", "spec.aeon")
	expect(t, got, 0, `spec\.aeon: verified`)
}

func TestCheckFormats(t *testing.T) {
	t.Chdir(files(t, map[string]string{"spec.aeon": tinySpec, "good.aeon": goodPlan, "bad.aeon": badPlan}))
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "good.aeon"), 0, `^good\.aeon: verified, \d+ obligations?, [0-9.]+ ms\n$`)
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "bad.aeon"), 1, `(?s)^bad\.aeon:2:6: error AE201: .*\n +\|\n 2 \| show nothing\n +\| +\^{7}\n.*bad\.aeon: rejected, 1 error`)
	expect(t, aeonc(t, "", "check", "--format", "compact", "--spec", "spec.aeon", "bad.aeon"), 1, `^bad\.aeon:2:6: error AE201: .*\n$`)
	if got := aeonc(t, "", "check", "--format", "compact", "--spec", "spec.aeon", "good.aeon"); got.status != 0 || got.all() != "" {
		t.Errorf("%+v", got)
	}
	sum := sha256.Sum256([]byte(goodPlan))
	expect(t, aeonc(t, "", "check", "--format", "json", "--spec", "spec.aeon", "good.aeon"), 0, hex.EncodeToString(sum[:]))
	got := aeonc(t, "", "check", "--output", "report.json", "--format", "json", "--spec", "spec.aeon", "good.aeon")
	text, err := os.ReadFile("report.json")
	if got.status != 0 || got.all() != "" || err != nil || !strings.Contains(string(text), `"verdict": "verified"`) {
		t.Errorf("%+v %v %s", got, err, text)
	}
	got = aeonc(t, "", "check", "--color", "always", "--spec", "spec.aeon", "bad.aeon")
	if !strings.Contains(got.stdout, "\x1b[") {
		t.Errorf("no colour in %q", got.stdout)
	}
}

// --output replaces a file in one step and changes no status; where it cannot be
// written, what was there stays.
func TestOutput(t *testing.T) {
	t.Chdir(files(t, map[string]string{"spec.aeon": tinySpec, "bad.aeon": badPlan, "out/report": "old", "kept/report": "old"}))
	for _, format := range formatNames() {
		got := aeonc(t, "", "check", "--spec", "spec.aeon", "--format", format, "--output", "out/report", "bad.aeon")
		text, err := os.ReadFile("out/report")
		if got.status != 1 || got.all() != "" || err != nil || !strings.Contains(string(text), "AE201") {
			t.Errorf("%s: %+v %v %s", format, got, err, text)
		}
	}
	if left, err := os.ReadDir("out"); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v %v", left, err)
	}
	// A folder where the file should be, and a file that may not be written.
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--output", "kept", "bad.aeon"), 2, "kept cannot be written")
	if os.Geteuid() != 0 {
		if err := os.Chmod("kept/report", 0o444); err != nil {
			t.Fatal(err)
		}
		expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--output", "kept/report", "bad.aeon"), 2, "kept/report cannot be written")
	}
	if text, err := os.ReadFile("kept/report"); err != nil || string(text) != "old" {
		t.Errorf("%v %s", err, text)
	}
}

// A state is written for a verified plan and for no other; what was there
// before stays.
func TestStateOut(t *testing.T) {
	const spec = "linear type S\ndef dirty : (s: S) -> Bool := uninterpreted\n" +
		"def soil (1 s: S) : {t:S | dirty t = true} := native \"soil(s)\"\n" +
		"plan (1 s: {s:S | dirty s = false}) : S\n"
	t.Chdir(files(t, map[string]string{"spec.aeon": spec, "good.aeon": "soil s\n", "bad.aeon": "soil (soil\n", "old.json": "old"}))
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--state-out", "old.json", "bad.aeon"), 1, "AE")
	if text, _ := os.ReadFile("old.json"); string(text) != "old" {
		t.Errorf("a rejected plan left the state %s", text)
	}
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--state-out", "new.json", "good.aeon"), 0, "verified")
	if text, _ := os.ReadFile("new.json"); !matches(`"dirty": true`, string(text)) {
		t.Errorf("the state is %s", text)
	}
}

// What calls itself verified is held to it.
func TestConfirmed(t *testing.T) {
	plan := diag.NewSource("plan.aeon", "show 1")
	sum := sha256.Sum256([]byte(plan.Text))
	named := []checker.Input{{Role: "plan", Name: "plan.aeon", SHA256: hex.EncodeToString(sum[:])}}
	fault := []*diag.Diagnostic{{Code: "AE301"}}
	for name, c := range map[string]struct {
		res  checker.Result
		want checker.Verdict
	}{
		"verified":           {checker.Result{Inputs: named}, checker.Verified},
		"a warning":          {checker.Result{Inputs: named, Diagnostics: []*diag.Diagnostic{{Severity: diag.Warning}}}, checker.Verified},
		"nothing was done":   {checker.Result{}, checker.Failed},
		"another plan":       {checker.Result{Inputs: []checker.Input{{Role: "plan", SHA256: "00"}}}, checker.Failed},
		"an error":           {checker.Result{Inputs: named, Diagnostics: fault}, checker.Failed},
		"something unproved": {checker.Result{Inputs: named, Obligations: []checker.Obligation{{Status: checker.Undecided}}}, checker.Failed},
		"rejected":           {checker.Result{Verdict: checker.Rejected, Diagnostics: fault}, checker.Rejected},
	} {
		if got := confirmed(&c.res, plan).Verdict; got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if got := confirmed(&checker.Result{Inputs: named}, nil).Verdict; got != checker.Failed {
		t.Errorf("specs that the result does not name: %v", got)
	}
	if got := confirmed(&checker.Result{Inputs: []checker.Input{{Role: "spec"}}}, nil).Verdict; got != checker.Verified {
		t.Errorf("specs: %v", got)
	}
}

// A panic while one file is checked is that file's result.
func TestGuarded(t *testing.T) {
	res := guarded("plan.aeon", func() *checker.Result { panic("boom") })
	if res.Verdict != checker.Failed || len(res.Diagnostics) != 1 || res.Diagnostics[0].Code != "AE902" {
		t.Fatalf("%+v", res)
	}
	if note := res.Diagnostics[0].Notes[0]; !strings.Contains(note, "TestGuarded") {
		t.Errorf("the note does not say where: %s", note)
	}
}

// A panic anywhere is status 3.
func TestPanicIsStatus3(t *testing.T) {
	var out strings.Builder
	status := run([]string{"specs", "list"}, strings.NewReader(""), panicWriter{}, &out)
	if status != 3 || !strings.Contains(out.String(), "AE902") {
		t.Errorf("status %d: %s", status, out.String())
	}
}

type panicWriter struct{}

func (panicWriter) Write([]byte) (int, error) { panic("boom") }

// Output that cannot be written must not pass for a report.
func TestFullDisk(t *testing.T) {
	t.Chdir(files(t, map[string]string{"spec.aeon": tinySpec, "plan.aeon": goodPlan}))
	var out strings.Builder
	status := run([]string{"check", "--spec", "spec.aeon", "plan.aeon"}, strings.NewReader(""), fullWriter{}, &out)
	if status != 2 || !strings.Contains(out.String(), "cannot be written") {
		t.Errorf("status %d: %s", status, out.String())
	}
	got := aeonc(t, "", "check", "--spec", "spec.aeon", "--output", filepath.Join("no", "such", "folder"), "plan.aeon")
	expect(t, got, 2, "cannot be written")
}

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// Several contracts are no fault of the plan: the command has to say which, and can
// say the one without a name.
func TestSeveralContracts(t *testing.T) {
	t.Chdir(files(t, map[string]string{
		"spec.aeon": "def show (n: Int) : Unit := native \"show\"\nplan (n: {n:Int | n > 0}) : Unit\nplan other (n: {n:Int | n > 1}) : Unit\n",
		"plan.aeon": "show n\n",
	}))
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "plan.aeon"), 2, `(?s)AE506: the specs declare several contracts, and none is\s+picked: _ \(the one without a name\), other`)
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--contract", "_", "plan.aeon"), 0, "verified")
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--contract", "other", "plan.aeon"), 0, "verified")
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--contract", "another", "plan.aeon"), 2, "AE201")
}
