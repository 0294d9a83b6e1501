package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/smt/z3"
	"github.com/aeonc/aeonc/specs"
)

// The numbers of docs/agentdojo.md do not fall.
func TestScores(t *testing.T) {
	lib, err := z3.Load("")
	if err != nil {
		t.Fatalf("this test needs libz3 (make setup): %v", err)
	}
	data, err := readData("../../testdata/agentdojo/even.json")
	if err != nil {
		t.Fatal(err)
	}
	scores, err := options{dir: "../../testdata/agentdojo"}.scores(context.Background(), lib, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		preset            string
		accepted, blocked int
	}{{"strict", 34, 232}, {"balanced", 46, 232}} {
		got := scores.total(want.preset)
		if got.tasks != 49 || got.pairs != 242 {
			t.Errorf("%s: %d tasks and %d pairs, want 49 and 242", want.preset, got.tasks, got.pairs)
		}
		if got.accepted < want.accepted || got.blocked < want.blocked {
			t.Errorf("%s: %d tasks served and %d pairs blocked, want at least %d and %d",
				want.preset, got.accepted, got.blocked, want.accepted, want.blocked)
		}
	}
	for suite, by := range scores {
		for preset, s := range by {
			for _, m := range s.misses {
				if strings.Contains(m, "cannot be checked") {
					t.Errorf("%s, %s: %s", suite, preset, m)
				}
			}
		}
	}
}

// Every tool of a suite is classified, whether or not a task of the data calls it: there is
// a function for it with its parameters, and what may be left out may be left out.
func TestEveryToolIsClassified(t *testing.T) {
	data, err := readData("../../testdata/agentdojo/even.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range data {
		names := []string{"agent", "strict"}
		for _, f := range specFiles[name] {
			names = append(names, "../../testdata/agentdojo/"+f)
		}
		spec := checker.Load(context.Background(), checker.Config{
			Specs: names, Builtin: specs.Module, BuiltinNames: specs.Names(),
			ReadFile: func(path string) (string, error) {
				text, err := os.ReadFile(path)
				return string(text), err
			},
		})
		defer spec.Close()
		functions := map[string]*core.Global{}
		for _, g := range spec.Exports() {
			functions[g.Name] = g
		}
		for _, tool := range s.Tools {
			g := functions[tool.Name]
			if g == nil {
				t.Errorf("%s: nobody has classified %s", name, tool.Name)
				continue
			}
			optional := map[string]bool{}
			for _, p := range g.Params {
				optional[p.Name] = strings.HasPrefix(core.TypeString(core.Strip(p.Type)), "(Maybe")
			}
			for _, p := range tool.Params {
				may, there := optional[p.Name]
				if !there || strings.Contains(p.Type, "None") && !may {
					t.Errorf("%s: %s has no parameter %s that is as the tool's", name, tool.Name, p.Name)
				}
			}
		}
	}
}

// The specs of the suites name no task's values: every string literal in them
// is a tool's name, a permission or a pattern.
func TestSpecsNameNoTask(t *testing.T) {
	data, err := readData("../../testdata/agentdojo/even.json")
	if err != nil {
		t.Fatal(err)
	}
	texts := readSpecs(t)
	for name, s := range data {
		for _, tk := range append(append([]task{}, s.Tasks...), s.Injection...) {
			for _, c := range tk.Calls {
				for arg, v := range c.Args {
					value := strings.Trim(string(v), `[]"`)
					if len(value) > 3 && strings.Contains(texts, `"`+value+`"`) {
						t.Errorf("%s, %s: the value %q of %s stands in a spec", name, tk.ID, value, arg)
					}
				}
			}
		}
	}
}

func readSpecs(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, files := range specFiles {
		for _, f := range files {
			text, err := os.ReadFile("../../testdata/agentdojo/" + f)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(text)
		}
	}
	return b.String()
}
