package specs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/specs"
)

const incidents = "../testdata/incidents"

// incident is one file of testdata/incidents: what happened, the plan, and what
// comes of it.
type incident struct {
	header map[string]string
	run    run
}

func readIncident(t testing.TB, file string) incident {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ar := txtar.Parse(data)
	in := incident{header: map[string]string{}}
	for _, line := range strings.Split(string(ar.Comment), "\n") {
		if key, value, ok := strings.Cut(line, ": "); ok && !strings.HasPrefix(line, "#") {
			in.header[key] = value
		}
	}
	in.run = run{specs: strings.Fields(in.header["specs"]), state: in.header["state"]}
	in.run.contract = in.run.specs[0]
	for _, f := range ar.Files {
		if f.Name == "plan.aeon" {
			in.run.plan = string(f.Data)
		}
	}
	return in
}

// TestIncidents: each plan comes out as its file says, and is stopped by the
// demand of the call that its file names, and nowhere else.
func TestIncidents(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(incidents, "*.txtar"))
	if err != nil || len(files) < 25 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	// All are checked with the same specs, those of all tools: what one of them
	// says must not depend on whether others are there.
	spec := run{specs: tools()}.load(t)
	defer spec.Close()
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			in := readIncident(t, file)
			if in.header["leg"] == "" {
				t.Error("no leg is named")
			}
			in.judge(t, in.run.under(spec))
			if want := in.header["balanced"]; want != "" {
				in.run.contract = "balanced"
				got := in.run.under(spec)
				if (got.Verdict == checker.Verified) != (want == "accept") {
					t.Errorf("under balanced %s, want %s", verdict(got), want)
				}
			}
		})
	}
}

// tools are the specs that share the session, and the presets.
func tools() []string {
	var names []string
	for _, name := range specs.Names() {
		text, _ := specs.Module(name)
		if strings.Contains(text, "\nopen agent\n") {
			names = append(names, name)
		}
	}
	return names
}

func (in incident) judge(t *testing.T, got *checker.Result) {
	expect := in.header["expect"]
	if expect == "accept" {
		if got.Verdict != checker.Verified {
			t.Error(verdict(got))
		}
		return
	}
	var errors []*diag.Diagnostic
	for _, d := range got.Diagnostics {
		if d.Severity == diag.Error {
			errors = append(errors, d)
		}
	}
	if len(errors) == 0 {
		t.Fatalf("%v", got.Verdict)
	}
	first := errors[0]
	for _, d := range errors {
		if want := strings.TrimPrefix(expect, "reject "); string(d.Code) != want || d.Span.Pos().Line != first.Span.Pos().Line {
			t.Errorf("%v", d)
		}
	}
	var said []string
	found := false
	for _, o := range got.Obligations {
		if o.Status != checker.Proved {
			said = append(said, o.Callee+": "+o.Text)
			found = found || o.Callee == in.header["at"] && strings.Contains(o.Text, in.header["demand"])
		}
	}
	if !found {
		t.Errorf("stopped by %q, want %s for %s", said, in.header["at"], in.header["demand"])
	}
}

// TestIncidentsPage: docs/incidents.md has every incident, with the call that
// stops it.
func TestIncidentsPage(t *testing.T) {
	page, err := os.ReadFile("../docs/incidents.md")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(incidents, "*.txtar"))
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		in := readIncident(t, file)
		row := ""
		for _, line := range strings.Split(string(page), "\n") {
			if strings.Contains(line, "incidents/"+name+".txtar") {
				row = line
			}
		}
		balanced := map[string]string{"accept": "| verified |", "reject": "| rejected |", "": "| – |"}[in.header["balanced"]]
		for _, want := range []string{in.header["at"], in.header["leg"], balanced} {
			if row == "" || !strings.Contains(row, want) {
				t.Errorf("%s: %q is not in its row %q", name, want, row)
			}
		}
	}
}
