package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
	"github.com/aeonc/aeonc/specs"
)

// A testCase is a plan under its specs, or specs alone.
type testCase struct {
	name  string
	files map[string]string
	specs []string
	plan  string // "": the specs alone
	state string
	// prompt and contract are "" where there is none.
	prompt, contract string
	strict           bool
}

// A question is one obligation and what aeonc answered.
type question struct {
	name   string // the case, and the number of the obligation in it
	what   string // where it stands and what it asks
	script string // "": aeonc needed no solver
	status checker.Status
}

// readCases reads the cases and plans of files and folders, in order.
func readCases(args []string, spec string) ([]testCase, error) {
	var cases []testCase
	for _, arg := range args {
		err := filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			switch filepath.Ext(path) {
			case ".txtar":
				c, err := parseCase(path, data)
				if err != nil {
					return fmt.Errorf("%s: %w", path, err)
				}
				cases = append(cases, c)
			case ".aeon", ".ae":
				cases = append(cases, testCase{name: path, files: map[string]string{path: string(data)}, specs: []string{spec}, plan: path})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return cases, nil
}

// parseCase reads the txtar form of a case; its "args:" are those of aeonc.
func parseCase(name string, data []byte) (testCase, error) {
	ar := txtar.Parse(data)
	c := testCase{name: strings.TrimSuffix(filepath.Base(name), ".txtar"), files: map[string]string{}, specs: []string{"spec.aeon"}}
	for _, f := range ar.Files {
		c.files[f.Name] = string(f.Data)
		if f.Name == "plan.aeon" {
			c.plan = f.Name
		}
	}
	for line := range strings.Lines(string(ar.Comment)) {
		rest, ok := strings.CutPrefix(line, "args:")
		if !ok {
			continue
		}
		args := strings.Fields(rest)
		for i := 0; i < len(args); i++ {
			if args[i] == "--strict" {
				c.strict = true
				continue
			}
			value := map[string]*string{"--state": &c.state, "--prompt": &c.prompt, "--contract": &c.contract}[args[i]]
			if i++; i == len(args) {
				return c, fmt.Errorf("%s wants a value", args[i-1])
			}
			switch {
			case args[i-1] == "--spec":
				c.specs = append(c.specs, args[i])
			case value != nil:
				*value = args[i]
			default:
				return c, fmt.Errorf("unknown argument %s", args[i-1])
			}
		}
	}
	return c, nil
}

// check runs a case and returns the obligations of its specs and of its plan.
func (c testCase) check(ctx context.Context, lib *z3.Library) []checker.Obligation {
	spec := checker.Load(ctx, checker.Config{
		Specs: c.specs, Strict: c.strict, Solver: lib, WantScripts: true,
		Builtin: specs.Module, BuiltinNames: specs.Names(),
		ReadFile: func(path string) (string, error) {
			if text, ok := c.files[path]; ok {
				return text, nil
			}
			return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		},
	})
	defer spec.Close()
	all := spec.Check(ctx).Obligations
	if c.plan == "" {
		return all
	}
	in := checker.PlanInput{Source: c.source(c.plan), State: c.source(c.state), Prompt: c.source(c.prompt), Contract: c.contract, WantScripts: true}
	return append(all[:len(all):len(all)], spec.CheckPlan(ctx, in).Obligations...)
}

// source is a file of the case, nil for the name "".
func (c testCase) source(name string) *diag.Source {
	if name == "" {
		return nil
	}
	return diag.NewSource(name, c.files[name])
}

// questions checks the cases one after the other, ahead of whoever asks on.
func questions(ctx context.Context, lib *z3.Library, cases []testCase) <-chan question {
	out := make(chan question, 1000)
	go func() {
		defer close(out)
		for _, c := range cases {
			if ctx.Err() != nil {
				return
			}
			for i, o := range c.check(ctx, lib) {
				p := o.At.Pos()
				what := fmt.Sprintf("%d:%d: %s", p.Line, p.Column, o.Kind)
				if o.At.Src != nil {
					what = o.At.Src.Name + ":" + what
				}
				if o.Text != "" {
					what += " `" + o.Text + "`"
				}
				out <- question{name: fmt.Sprintf("%s.%d", c.name, i+1), what: what, script: o.Script, status: o.Status}
			}
		}
	}()
	return out
}
