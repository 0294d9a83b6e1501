package specs_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/specs"
)

// TestGitHubTools: docs/github-tools.md says of each tool of GitHub's server which
// exported functions stand for it and where they are, or why none does; and of each
// function on a session which tool it stands for.
func TestGitHubTools(t *testing.T) {
	tools := toolNames(t, "../testdata/mcp/github.json")
	home := map[string]string{} // the module of a function
	var onSession []string      // the functions that hand the session on
	for _, module := range githubModules() {
		text, _ := specs.Module(module)
		if handedOn[module] {
			module = "github"
		}
		for _, m := range regexp.MustCompile(`(?m)^(@keeps\(agent\)\n)?def (\w+)`).FindAllStringSubmatch(text, -1) {
			home[m[2]] = module
			if m[1] != "" {
				onSession = append(onSession, m[2])
			}
		}
	}

	told := map[string]int{}
	used := map[string]bool{}
	main, left := tables(t, "../docs/github-tools.md")
	for _, row := range main {
		tool := strings.Trim(row[0], "`")
		told[tool]++
		if row[1] == "–" {
			if len(row[2]) < 20 {
				t.Errorf("%s is left out, and no reason is given", tool)
			}
			continue
		}
		var modules []string
		for _, name := range names(row[1]) {
			used[name] = true
			if home[name] == "" {
				t.Errorf("%s: no spec exports %s", tool, name)
			}
			if !slices.Contains(modules, home[name]) {
				modules = append(modules, home[name])
			}
		}
		if len(modules) == 0 || !slices.Equal(names(row[2]), modules) {
			t.Errorf("%s: said to be in %v, and is in %v", tool, names(row[2]), modules)
		}
	}
	for _, tool := range tools {
		if told[tool] != 1 {
			t.Errorf("%s has %d rows", tool, told[tool])
		}
		delete(told, tool)
	}
	for tool := range told {
		t.Errorf("%s is no tool of the server", tool)
	}
	for _, row := range left {
		for _, tool := range names(row[0]) {
			if !slices.Contains(tools, tool) {
				t.Errorf("left out of %s, which is no tool of the server", tool)
			}
		}
	}
	for _, name := range onSession {
		if !used[name] && !smallContract[name] {
			t.Errorf("%s stands for no tool", name)
		}
	}
}

// handedOn are the rooms of `github`, which hands on what they have.
var handedOn = map[string]bool{
	"github.core": true, "github.core_reads": true, "github.core_overview": true, "github.core_writes": true,
}

// toolNames reads the names of a server's tools.
func toolNames(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Result struct{ Tools []struct{ Name string } }
	}
	if err := json.Unmarshal(text, &list); err != nil || len(list.Result.Tools) == 0 {
		t.Fatalf("%d tools: %v", len(list.Result.Tools), err)
	}
	var names []string
	for _, tool := range list.Result.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// tables reads the rows of the page's two tables of tools: their functions, and what is
// left out of tools that have functions.
func tables(t *testing.T, path string) (functions, left [][]string) {
	t.Helper()
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(page), "| tool | functions |")
	before, after, again := strings.Cut(text, "| tool | left out |")
	if !found || !again {
		t.Fatal("a table is missing")
	}
	return rows(before), rows(after)
}

// rows splits the lines of a table whose first cell is code.
func rows(table string) [][]string {
	var rows [][]string
	for _, line := range strings.Split(table, "\n") {
		if strings.HasPrefix(line, "| `") {
			rows = append(rows, strings.Split(strings.Trim(line, "| "), " | "))
		}
	}
	return rows
}

// names are the pieces of code in a cell.
func names(cell string) []string {
	var names []string
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
		names = append(names, m[1])
	}
	return names
}
