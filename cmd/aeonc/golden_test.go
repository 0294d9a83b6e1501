package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/cmd/aeonc/explain"
	"github.com/aeonc/aeonc/cmd/aeonc/report"
	"github.com/aeonc/aeonc/lang/diag"
)

// The wrong program of each code in every format, in a terminal of 80 columns;
// -update rewrites testdata/golden. Times and versions are masked, and of the
// rules of a SARIF log those that no result has are left out.
func TestGoldens(t *testing.T) {
	folder, err := filepath.Abs("testdata/golden")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile("../../docs/result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range explain.Pages() {
		t.Run(page.Code, func(t *testing.T) {
			run := wrongRun(t, page)
			run.Aeonc, run.Libz3 = "0.0.0", "4.0.0"
			for _, res := range run.Results {
				res.Elapsed = 0
			}
			var got txtar.Archive
			for _, name := range formatNames() {
				var b bytes.Buffer
				if err := report.Formats()[name](&b, run, report.Style{}); err != nil {
					t.Fatal(err)
				}
				text := b.Bytes()
				switch name {
				case "sarif":
					text = usedRules(t, text)
				case "text":
					for _, line := range strings.Split(string(text), "\n") {
						if uniseg.StringWidth(line) > 80 {
							t.Errorf("wider than 80 columns: %s", line)
						}
					}
				case "json":
					doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
					if err != nil {
						t.Fatal(err)
					}
					if err := schema.Validate(doc); err != nil {
						t.Error(err)
					}
				}
				got.Files = append(got.Files, txtar.File{Name: name, Data: text})
			}
			file := filepath.Join(folder, page.Code+".txtar")
			if *update {
				if err := os.WriteFile(file, txtar.Format(&got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range got.Files {
				if i >= len(want.Files) || want.Files[i].Name != f.Name || !bytes.Equal(want.Files[i].Data, f.Data) {
					t.Errorf("%s as %s is not as it was (make docs rewrites it)\n%s", page.Code, f.Name, f.Data)
				}
			}
		})
	}
}

// wrongRun is what `aeonc check` finds in the wrong program of a page. No program is
// known that makes aeonc itself fail: the run of AE902 is made up.
func wrongRun(t *testing.T, page explain.Page) *report.Run {
	t.Helper()
	if page.Code == "AE902" {
		return &report.Run{Problems: []report.Problem{{Diagnostic: diag.New(diag.Span{}, internalErrorIn, "plan.aeon", "a fault"), Verdict: checker.Failed}}}
	}
	e := page.Examples()[0]
	t.Chdir(files(t, e.Files))
	var stderr bytes.Buffer
	p := &program{stdin: strings.NewReader(""), stderr: &stderr}
	loading := loadSolver()
	input, args, ok := strings.Cut(e.Command, "aeonc check ")
	if !ok && !strings.Contains(e.Command, "aeonc import mcp ") {
		t.Fatal(e.Command)
	}
	switch {
	case strings.HasPrefix(input, "AEONC_Z3="):
		loading = &solver{done: make(chan struct{}), err: errors.New("libz3 not found")}
		close(loading.done)
	case strings.HasPrefix(input, "head "):
		p.stdin = strings.NewReader(strings.Repeat("\x00", 5_000_000))
	case strings.HasPrefix(input, "printf "):
		p.stdin = strings.NewReader("show \"caf\xE9\"\n")
	}
	if _, args, ok := strings.Cut(e.Command, "aeonc import mcp "); ok {
		return wrongImport(t, p, args)
	}
	c := new(checking)
	cmd := c.command(p)
	if err := cmd.ParseFlags(strings.Fields(args)); err != nil {
		t.Fatal(err)
	}
	c.args = cmd.Flags().Args()
	if err := c.settle(p, cmd); err != nil {
		t.Fatal(err)
	}
	run, _ := c.check(context.Background(), p, loading, "")
	return run
}

// wrongImport is what an import finds in the wrong program of a page.
func wrongImport(t *testing.T, p *program, args string) *report.Run {
	t.Helper()
	var im importing
	cmd := im.command(p)
	if err := cmd.ParseFlags(strings.Fields(args)); err != nil {
		t.Fatal(err)
	}
	im.list = cmd.Flags().Arg(0)
	res, err := p.importMCP(&im)
	if err != nil || res == nil {
		t.Fatal(res, err)
	}
	return &report.Run{Results: []*checker.Result{res}}
}

// usedRules leaves out the rules of a SARIF log that no result has.
func usedRules(t *testing.T, text []byte) []byte {
	t.Helper()
	var log struct {
		Schema  string           `json:"$schema"`
		Version string           `json:"version"`
		Runs    []map[string]any `json:"runs"`
	}
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	driver := log.Runs[0]["tool"].(map[string]any)["driver"].(map[string]any)
	for _, kind := range []string{"rules", "notifications"} {
		driver[kind] = slices.DeleteFunc(driver[kind].([]any), func(rule any) bool {
			descriptor := rule.(map[string]any)
			delete(descriptor, "help") // the page, which shows the text of this very message
			mention := `"ruleId": "` + descriptor["id"].(string) + `"`
			if kind == "notifications" {
				mention = `"descriptor": {`
			}
			return !bytes.Contains(text, []byte(mention))
		})
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(log); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
