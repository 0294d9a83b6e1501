package main

import (
	"strings"
	"testing"
)

// With --as-specs each file is a spec by itself: two may export the same name,
// and a file that is neither named nor imported is not read.
func TestAsSpecs(t *testing.T) {
	t.Chdir(files(t, map[string]string{
		"aeonc.toml":     "specs = [\"specs/*.aeon\"]\n",
		"specs/a.aeon":   tinySpec,
		"specs/b.aeon":   "open c\n" + tinySpec,
		"specs/c.aeon":   "def more : Int := 1\n",
		"specs/bad.aeon": "def broken : Nothing := native \"x\"\n",
		"specs/dep.aeon": "open bad\n" + tinySpec,
		"plan.aeon":      goodPlan,
	}))
	got := aeonc(t, "", "check", "--as-specs", "specs/b.aeon", "specs/a.aeon")
	expect(t, got, 0, `^specs/a\.aeon: verified[^\n]*\nspecs/b\.aeon: verified[^\n]*\n2 files: 2 verified\n$`)
	expect(t, aeonc(t, "", "check", "--as-specs", "specs/bad.aeon", "specs/a.aeon"), 1, `(?s)a\.aeon: verified.*bad\.aeon:1:\d+: error AE205.*2 files: 1 verified, 1 rejected`)
	expect(t, aeonc(t, "", "check", "--as-specs", "specs/dep.aeon"), 1, `bad\.aeon:1:\d+: error AE205`)
	// The inputs of the report are what was read.
	got = aeonc(t, "", "check", "--as-specs", "--format", "json", "specs/b.aeon")
	for name, want := range map[string]bool{"b.aeon": true, "c.aeon": true, "a.aeon": false, "bad.aeon": false} {
		if strings.Contains(got.stdout, `"name": "specs/`+name) != want {
			t.Errorf("%s is an input: %v, want %v\n%s", name, !want, want, got.all())
		}
	}
	// A plan is no spec, and is told so.
	expect(t, aeonc(t, "", "check", "--as-specs", "plan.aeon"), 1, `error AE101: a spec only declares`)
	for args, want := range map[string]string{
		"":                       "needs the files",
		"-":                      "needs the files",
		"--spec x specs/a.aeon":  "--spec means nothing",
		"--state x specs/a.aeon": "--state means nothing",
		"specs/missing.aeon":     "AE904",
		"missing.toml":           "AE206",
	} {
		expect(t, aeonc(t, "", append([]string{"check", "--as-specs"}, strings.Fields(args)...)...), 2, want)
	}
}
