package main

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

func TestConfig(t *testing.T) {
	dir := files(t, map[string]string{
		"aeonc.toml": "specs = [\"specs/*.aeon\", \"github\", \"./own.ae\"]\nspec-path = [\"lib\"]\ncontract = \"publish\"\n" +
			"strict = true\nformat = \"json\"\ncolor = \"never\"\ntimeout = \"750ms\"\n",
		"specs/b.aeon": "", "specs/a.aeon": "", "deep/er/x": "",
	})
	t.Chdir(filepath.Join(dir, "deep", "er"))
	wd, _ := os.Getwd()
	c, err := findConfig(wd)
	if err != nil {
		t.Fatal(err)
	}
	up := filepath.Join("..", "..")
	want := []string{filepath.Join(up, "specs", "a.aeon"), filepath.Join(up, "specs", "b.aeon"), "github", filepath.Join(up, "own.ae")}
	if !reflect.DeepEqual(c.Specs, want) {
		t.Errorf("specs %q, want %q", c.Specs, want)
	}
	if got := c.SpecPath; !reflect.DeepEqual(got, []string{filepath.Join(up, "lib")}) {
		t.Errorf("spec-path %q", got)
	}
	if c.Contract != "publish" || !c.Strict || c.Format != "json" || c.Color != "never" || c.Limit != 750*time.Millisecond {
		t.Errorf("%+v", c)
	}
}

func TestBadConfig(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"an unknown key":     {"specs = [\"spec.aeon\"]\nspces = []\n", `aeonc.toml:2:1: error: unknown key "spces"`},
		"an unknown table":   {"[check]\nstrict = true\n", `aeonc.toml:[12]:\d+: error: unknown key "check`},
		"a wrong type":       {"specs = [\"spec.aeon\"]\nstrict = \"yes\"\n", `aeonc.toml:2:10: error: `},
		"broken TOML":        {"specs = [\n", `aeonc.toml:\d+:\d+: error: `},
		"a wrong format":     {"specs = [\"spec.aeon\"]\nformat = \"yaml\"\n", `"yaml" is none of`},
		"a wrong colour":     {"specs = [\"spec.aeon\"]\ncolor = \"pink\"\n", `"pink" is none of`},
		"a wrong duration":   {"specs = [\"spec.aeon\"]\ntimeout = \"5\"\n", `"5" is no duration`},
		"a negative timeout": {"specs = [\"spec.aeon\"]\ntimeout = \"-5s\"\n", `is no duration`},
		"a pattern in vain":  {"specs = [\"none/*.aeon\"]\n", `no file matches`},
		"a missing spec":     {"specs = [\"missing.aeon\"]\n", `AE904`},
		"no specs":           {"strict = true\n", `no spec is in force`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(files(t, map[string]string{"aeonc.toml": c.text, "spec.aeon": tinySpec, "plan.aeon": goodPlan}))
			expect(t, aeonc(t, "", "check", "plan.aeon"), 2, c.want)
		})
	}
	t.Run("a folder", func(t *testing.T) {
		t.Chdir(files(t, map[string]string{"aeonc.toml/x": "", "plan.aeon": goodPlan}))
		expect(t, aeonc(t, "", "check", "plan.aeon"), 2, "AE904")
	})
}

// The configuration that counts is the one of whoever runs aeonc, not one that
// lies beside the plan.
func TestConfigOfThePlanIsIgnored(t *testing.T) {
	dir := files(t, map[string]string{
		"plans/aeonc.toml": "specs = [\"weak.aeon\"]\n", "plans/weak.aeon": tinySpec, "plans/plan.aeon": goodPlan,
	})
	t.Chdir(dir)
	expect(t, aeonc(t, "", "check", filepath.Join("plans", "plan.aeon")), 2, "no spec is in force")
}

func TestConfigInForce(t *testing.T) {
	strict := "def show (text: {t:String | t != \"hello\"}) : Unit := native \"print(text)\"\n\nplan\n"
	t.Chdir(files(t, map[string]string{
		"aeonc.toml": "specs = [\"spec.aeon\"]\n", "spec.aeon": tinySpec, "strict.aeon": strict, "plan.aeon": goodPlan,
	}))
	expect(t, aeonc(t, "", "check", "plan.aeon"), 0, "plan.aeon: verified")
	expect(t, aeonc(t, "", "check"), 0, "spec.aeon: verified")
	expect(t, aeonc(t, "", "check", "--spec", "strict.aeon", "plan.aeon"), 1, "AE301")
}

// AEONPATH is searched last.
func TestSpecPath(t *testing.T) {
	other := "def show (text: Int) : Unit := native \"print(text)\"\n\nplan\n"
	t.Chdir(files(t, map[string]string{"first/tools.aeon": tinySpec, "last/tools.aeon": other, "plan.aeon": goodPlan}))
	t.Setenv("AEONPATH", string(filepath.ListSeparator)+"last")
	expect(t, aeonc(t, "", "check", "--spec", "tools", "plan.aeon"), 1, "AE202")
	expect(t, aeonc(t, "", "check", "--spec-path", "first", "--spec", "tools", "plan.aeon"), 0, "verified")
}

func TestColorPrecedence(t *testing.T) {
	bad := map[string]string{"aeonc.toml": "specs = [\"spec.aeon\"]\ncolor = \"always\"\n", "spec.aeon": tinySpec, "plan.aeon": badPlan}
	t.Chdir(files(t, bad))
	colored := func(args ...string) bool {
		return matches("\x1b", aeonc(t, "", append(args, "plan.aeon")...).stdout)
	}
	t.Setenv("NO_COLOR", "")
	if !colored("check") {
		t.Error("aeonc.toml asks for colour")
	}
	if colored("check", "--color", "never") {
		t.Error("--color wins over aeonc.toml")
	}
	t.Setenv("NO_COLOR", "1")
	if colored("check") {
		t.Error("NO_COLOR wins over aeonc.toml")
	}
	if !colored("check", "--color", "always") {
		t.Error("--color wins over NO_COLOR")
	}
}
