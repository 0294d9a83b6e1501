package checker_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

// library loads libz3 once for the tests of this package.
func library(t testing.TB) *z3.Library {
	t.Helper()
	lib, err := z3.Load("")
	if err != nil {
		t.Fatalf("these tests need libz3 (make setup): %v", err)
	}
	return lib
}

// program is one case: files, and how they are checked.
type program struct {
	files    map[string]string
	specs    []string
	plan     string
	state    string
	prompt   string
	contract string
	strict   bool
}

// check runs a program as the command line would.
func (p program) check(t testing.TB, lib *z3.Library) *checker.Result {
	t.Helper()
	ctx := context.Background()
	spec := checker.Load(ctx, checker.Config{
		Specs: p.specs, Strict: p.strict, Solver: lib,
		Builtin: func(string) (string, bool) { return "", false },
		ReadFile: func(path string) (string, error) {
			if text, ok := p.files[path]; ok {
				return text, nil
			}
			return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		},
	})
	defer spec.Close()
	if p.plan == "" {
		return spec.Check(ctx)
	}
	in := checker.PlanInput{Source: diag.NewSource(p.plan, p.files[p.plan]), Contract: p.contract, WantState: true}
	if p.state != "" {
		in.State = diag.NewSource(p.state, p.files[p.state])
	}
	if p.prompt != "" {
		in.Prompt = diag.NewSource(p.prompt, p.files[p.prompt])
	}
	return spec.CheckPlan(ctx, in)
}

// parseCase reads the txtar form: "expect:" and "args:" lines above the files.
func parseCase(data []byte) (p program, accept bool, code string, err error) {
	ar := txtar.Parse(data)
	p.files = map[string]string{}
	p.specs = []string{"spec.aeon"}
	for _, f := range ar.Files {
		p.files[f.Name] = string(f.Data)
		if f.Name == "plan.aeon" {
			p.plan = f.Name
		}
	}
	err = errors.New("no expect: line")
	for _, line := range strings.Split(string(ar.Comment), "\n") {
		if rest, ok := strings.CutPrefix(line, "expect:"); ok {
			want := strings.Fields(rest)
			accept, err = want[0] == "accept", nil
			if len(want) > 1 {
				code = want[1]
			} else if want[0] == "repairable" {
				code = "AE[1-6][0-9][0-9]" // a model's other languages are faults of syntax
			} else if !accept {
				code = "AE[2-6][0-9][0-9]"
			}
		}
		rest, ok := strings.CutPrefix(line, "args:")
		if !ok {
			continue
		}
		args := strings.Fields(rest)
		for i := 0; i < len(args); i++ {
			switch args[i] {
			case "--strict":
				p.strict = true
			case "--state":
				i++
				p.state = args[i]
			case "--prompt":
				i++
				p.prompt = args[i]
			case "--contract":
				i++
				p.contract = args[i]
			case "--spec":
				i++
				p.specs = append(p.specs, args[i])
			default:
				return p, accept, code, errors.New("unknown argument " + args[i])
			}
		}
	}
	return p, accept, code, err
}

// TestCases checks every case under testdata: verdict and code. The incidents
// are those of package specs, whose built-in specs they are held to.
func TestCases(t *testing.T) {
	files, _ := filepath.Glob("../testdata/*/*.txtar")
	if len(files) < 100 {
		t.Fatalf("only %d cases found", len(files))
	}
	lib := library(t)
	for _, file := range files {
		if filepath.Base(filepath.Dir(file)) == "incidents" {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, accept, code, err := parseCase(data)
			if err != nil {
				t.Fatal(err)
			}
			r := p.check(t, lib)
			if got := r.Verdict == checker.Verified; got != accept {
				t.Errorf("verdict %v, want accept = %v\n%s", r.Verdict, accept, listing(r))
			}
			if code != "" && !reports(r, code) {
				t.Errorf("no diagnostic matches %s\n%s", code, listing(r))
			}
		})
	}
}

func reports(r *checker.Result, code string) bool {
	re := regexp.MustCompile(code)
	for _, d := range r.Diagnostics {
		if re.MatchString(string(d.Code)) {
			return true
		}
	}
	return false
}

func listing(r *checker.Result) string {
	var b strings.Builder
	for _, d := range r.Diagnostics {
		b.WriteString("  " + d.Error() + "\n")
	}
	return b.String()
}
