package checker_test

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
	"github.com/aeonc/aeonc/specs"
)

// load loads the specs of a program, without a solver where lib is nil.
func (p program) load(lib *z3.Library) *checker.Spec {
	return p.loadWithin(lib, checker.Config{Timeout: robustTimeout, Resources: robustResources})
}

// loadWithin is load with the limits and the memo of a configuration.
func (p program) loadWithin(lib *z3.Library, limits checker.Config) *checker.Spec {
	return checker.Load(context.Background(), checker.Config{
		Specs: p.specs, Strict: p.strict, Solver: lib, Timeout: limits.Timeout, Resources: limits.Resources, Memo: limits.Memo, Earlier: limits.Earlier,
		Builtin: specs.Module, BuiltinNames: specs.Names(),
		ReadFile: func(path string) (string, error) {
			if text, ok := p.files[path]; ok {
				return text, nil
			}
			return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		},
	})
}

// under checks the plan of a program, or the specs if it has none.
func (p program) under(spec *checker.Spec) *checker.Result {
	if p.plan == "" {
		return spec.Check(context.Background())
	}
	return spec.CheckPlan(context.Background(), p.input())
}

// input is the plan of a program as a check takes it.
func (p program) input() checker.PlanInput {
	in := checker.PlanInput{Source: diag.NewSource(p.plan, p.files[p.plan]), Contract: p.contract, WantState: true}
	if p.state != "" {
		in.State = diag.NewSource(p.state, p.files[p.state])
	}
	if p.prompt != "" {
		in.Prompt = diag.NewSource(p.prompt, p.files[p.prompt])
	}
	return in
}

// afresh loads and checks.
func (p program) afresh(lib *z3.Library) *checker.Result {
	spec := p.load(lib)
	defer spec.Close()
	return p.under(spec)
}

// with is the program with another text for one of its files.
func (p program) with(file, text string) program {
	p.files = maps.Clone(p.files)
	p.files[file] = text
	return p
}

// sources names the files that are aeon text, the plan last.
func (p program) sources() []string {
	var names []string
	for name := range p.files {
		if ext := filepath.Ext(name); name != p.plan && (ext == ".aeon" || ext == ".ae") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if p.plan != "" {
		names = append(names, p.plan)
	}
	return names
}

func (p program) String() string {
	var b strings.Builder
	for _, name := range p.sources() {
		fmt.Fprintf(&b, "-- %s --\n%s\n", name, visible(p.files[name]))
	}
	return b.String()
}

// visible keeps text readable unless it has something that does not show.
func visible(text string) string {
	odd := func(r rune) bool { return r < ' ' && r != '\n' || r == utf8.RuneError || r == '\uFEFF' }
	if strings.ContainsFunc(text, odd) {
		return strconv.Quote(text)
	}
	return text
}
