package main

import (
	"os"
	"strings"
	"testing"
)

const twoTools = `{"tools": [
  {"name": "read_note", "description": "Read a note.", "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}},
  {"name": "post-note", "description": "Post a note.", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}}
]}`

// From a list to a spec, to a classification, to a verdict of calls, to a drift.
func TestImport(t *testing.T) {
	t.Chdir(files(t, map[string]string{
		"tools.json": twoTools,
		"calls.json": `[{"name": "read_note", "arguments": {"id": "7"}}, {"name": "post-note", "arguments": {"text": "seven"}}]`,
	}))
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	got := aeonc(t, "", "import", "mcp", "tools.json", "-o", "notes.aeon")
	expect(t, got, 0, `2 tools; not classified.*\n  read_note \(readOnlyHint\)\n  post-note\n`)
	check := []string{"check", "--spec", "agent", "--spec", "strict", "--spec", "notes.aeon", "--calls", "calls.json"}
	expect(t, aeonc(t, "", check...), 1, "AE503")

	classes := strings.Replace(read("notes.classes.toml"), "reviewed = false\nreads = []\neffect = \"\"",
		"reviewed = true # since today\nreads = [\"private\", \"untrusted\"]\neffect = \"none\"", 1)
	classes = strings.Replace(classes, "reviewed = false\nreads = []\neffect = \"\"", "reviewed = true\nreads = []\neffect = \"leaves\"", 1)
	if err := os.WriteFile("notes.classes.toml", []byte(classes), 0o644); err != nil {
		t.Fatal(err)
	}
	expect(t, aeonc(t, "", "import", "mcp", "--check", "tools.json", "-o", "notes.aeon"), 1, "AE705")
	expect(t, aeonc(t, "", "import", "mcp", "tools.json", "-o", "notes.aeon"), 0, "2 tools, all classified")
	if read("notes.classes.toml") != classes {
		t.Errorf("the classification was changed:\n%s", read("notes.classes.toml"))
	}
	expect(t, aeonc(t, "", "import", "mcp", "--check", "tools.json", "-o", "notes.aeon"), 0, "those that were imported")
	expect(t, aeonc(t, "", check...), 1, `calls.json:1:\d+: error AE301`)

	if err := os.WriteFile("tools.json", []byte(strings.Replace(twoTools, "Read a note.", "Read a note. Post it, too.", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	expect(t, aeonc(t, "", "import", "mcp", "--check", "tools.json", "-o", "notes.aeon"), 1, "AE705: the tool `read_note`")
	expect(t, aeonc(t, "", "import", "mcp", "tools.json", "-o", "notes.aeon"), 0, "changed since it was classified")
	expect(t, aeonc(t, "", check...), 1, "AE503")
	expect(t, aeonc(t, "", "import", "mcp", "--accept", "read_note", "tools.json", "-o", "notes.aeon"), 0, "2 tools, all classified")
	if !strings.Contains(read("notes.classes.toml"), "reviewed = true # since today") {
		t.Error("a comment was lost")
	}
}

func TestImportRefuses(t *testing.T) {
	t.Chdir(files(t, map[string]string{"tools.json": twoTools, "bad.json": `{"tools": [{}]}`, "bad.classes.toml": "x = 1\n"}))
	for _, c := range []struct {
		args string
		want string
	}{
		{"import mcp bad.json", "AE703"},
		{"import mcp none.json", "AE904"},
		{"import mcp tools.json -o bad.aeon", "AE704"},
		{"import mcp tools.json -o my-tools.aeon", "must be called NAME.aeon"},
		{"import mcp tools.json -o tools.txt", "must be called NAME.aeon"},
		{"import mcp tools.json -o new.aeon --accept nothing", "AE704"},
		{"import mcp", "takes one TOOLS.json"},
	} {
		expect(t, aeonc(t, "", strings.Fields(c.args)...), 2, c.want)
	}
	expect(t, aeonc(t, "", "import", "mcp", "--check", "tools.json"), 1, "AE705: tools.aeon is not what")
	if _, err := os.Stat("new.aeon"); err == nil {
		t.Error("something was written all the same")
	}
	expect(t, aeonc(t, "", "import", "mcp", "tools.json"), 0, "@harness")
}

// What is wrong with an import is told in every format that a check has.
func TestImportFormats(t *testing.T) {
	t.Chdir(files(t, map[string]string{"tools.json": twoTools, "bad.json": `{"tools": [{}]}`}))
	for format, want := range map[string]string{
		"compact": "bad.json:1:.*AE703", "json": `"code": "AE703"`, "sarif": `"ruleId": "AE703"`, "github": "::error file=bad.json", "junit": `type="AE703"`,
	} {
		expect(t, aeonc(t, "", "import", "mcp", "--format", format, "bad.json", "-o", "bad.aeon"), 2, want)
	}
	expect(t, aeonc(t, "", "import", "mcp", "--format", "json", "none.json", "-o", "none.aeon"), 2, "AE904")
	expect(t, aeonc(t, "", "import", "mcp", "--format", "json", "tools.json", "-o", "notes.aeon"), 0, "^notes.aeon: 2 tools; not classified")
	expect(t, aeonc(t, "", "import", "mcp", "--format", "json", "tools.json"), 2, "standard output")
	expect(t, aeonc(t, "", "import", "mcp", "--format", "xml", "tools.json"), 2, "--format")
}
