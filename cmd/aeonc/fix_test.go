package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	slipPlan = "let text = 'hello'\nshow text\n" // two slips, both safe to set right
	setRight = "let text = \"hello\" in\nshow text\n"
	// badCall can be repaired, but not without asking.
	badCall = "let text := \"hello\" in\nshow(text, text)\n"
)

// --fix writes what is safe, and the report is that of the text written.
func TestFix(t *testing.T) {
	dir := files(t, map[string]string{"spec.aeon": tinySpec, "slip.aeon": slipPlan, "good.aeon": goodPlan, "bad.aeon": badCall})
	t.Chdir(dir)
	if err := os.Chmod("slip.aeon", 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--fix", "slip.aeon", "good.aeon"), 0,
		`(?s)slip\.aeon: verified.*slip\.aeon: repaired: `)
	for name, want := range map[string]string{"slip.aeon": setRight, "good.aeon": goodPlan} {
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s is %q (%v), want %q", name, got, err, want)
		}
	}
	if info, err := os.Stat("slip.aeon"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions of slip.aeon: %v %v", info.Mode(), err)
	}
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--fix", "bad.aeon"), 1, `bad\.aeon:2:.*error`)
	if got, _ := os.ReadFile("bad.aeon"); string(got) != badCall {
		t.Errorf("bad.aeon was changed: %q", got)
	}
	if left, _ := filepath.Glob(".aeonc-*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// --diff shows what --fix would do, and does nothing.
func TestDiff(t *testing.T) {
	t.Chdir(files(t, map[string]string{"spec.aeon": tinySpec, "slip.aeon": slipPlan, "bad.aeon": badCall}))
	got := aeonc(t, "", "check", "--spec", "spec.aeon", "--diff", "slip.aeon", "bad.aeon")
	want := "--- a/slip.aeon\n+++ b/slip.aeon\n@@ -1,2 +1,2 @@\n-let text = 'hello'\n+let text = \"hello\" in\n show text\n"
	if got.status != 1 || got.stdout != want || !strings.Contains(got.stderr, "bad.aeon: rejected") {
		t.Errorf("status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
	if text, _ := os.ReadFile("slip.aeon"); string(text) != slipPlan {
		t.Errorf("--diff has changed the file: %q", text)
	}
	got = aeonc(t, slipPlan, "check", "--spec", "spec.aeon", "--diff", "--stdin-filename", "x.aeon", "-")
	if got.status != 1 || !strings.HasPrefix(got.stdout, "--- a/x.aeon\n") {
		t.Errorf("standard input: status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
}

// What cannot be written is told, and the file stays as it is.
func TestFixUnwritable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everything")
	}
	t.Chdir(files(t, map[string]string{"spec.aeon": tinySpec, "slip.aeon": slipPlan}))
	if err := os.Chmod("slip.aeon", 0o400); err != nil {
		t.Fatal(err)
	}
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--fix", "slip.aeon"), 2, `slip\.aeon cannot be written`)
	if got, _ := os.ReadFile("slip.aeon"); string(got) != slipPlan {
		t.Errorf("slip.aeon was changed: %q", got)
	}
}

func TestFixUsage(t *testing.T) {
	t.Chdir(files(t, map[string]string{"spec.aeon": tinySpec, "plan.aeon": goodPlan}))
	for args, want := range map[string]string{
		"--fix --diff plan.aeon":              "exclude each other",
		"--fix -":                             "standard input is none",
		"--fix":                               "no plan is given",
		"--diff --state-out s.json plan.aeon": "exclude each other",
		"--fix --watch plan.aeon":             "cannot go together",
	} {
		t.Run(args, func(t *testing.T) {
			expect(t, aeonc(t, "", append([]string{"check", "--spec", "spec.aeon"}, strings.Fields(args)...)...), 2, want)
		})
	}
}

// The text and JSON reports have repairs, one-line formats have none.
func TestRepairsShown(t *testing.T) {
	t.Chdir(files(t, map[string]string{"spec.aeon": tinySpec, "slip.aeon": slipPlan}))
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "slip.aeon"), 1, `= repair: `)
	expect(t, aeonc(t, "", "check", "--spec", "spec.aeon", "--format", "json", "slip.aeon"), 1, `"complete": true`)
	if got := aeonc(t, "", "check", "--spec", "spec.aeon", "--format", "compact", "slip.aeon"); strings.Contains(got.all(), "repair") {
		t.Errorf("%s", got.all())
	}
}
