package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// A testCase is a plan that is broken in one way, with its specs: a txtar
// archive whose comment has the lines
//
//	expect: repairable
//	kind: missing guard
//	args: --spec github
//
// The specs are those of --spec, or the file spec.aeon of the archive.
type testCase struct {
	name, kind string
	files      map[string]string
	specs      []string
	plan       string
	// state, prompt and contract are "" where there is none.
	state, prompt, contract string
	conversation            bool
}

// readCases reads the cases in files and folders, sorted.
func readCases(args []string) ([]testCase, error) {
	var names []string
	for _, arg := range args {
		err := filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(path) == ".txtar" {
				names = append(names, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(names)
	var out []testCase
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		c, ok, err := parseCase(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if ok {
			c.name = strings.TrimSuffix(filepath.Base(name), ".txtar")
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no case with `expect: repairable` in %s", strings.Join(args, ", "))
	}
	return out, nil
}

// parseCase reads one case; ok is false where another verdict is expected.
func parseCase(data []byte) (c testCase, ok bool, err error) {
	ar := txtar.Parse(data)
	c = testCase{kind: "other", files: map[string]string{}, plan: "plan.aeon"}
	for _, f := range ar.Files {
		c.files[f.Name] = string(f.Data)
	}
	if _, own := c.files["spec.aeon"]; own {
		c.specs = []string{"spec.aeon"}
	}
	for line := range strings.Lines(string(ar.Comment)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		switch key {
		case "expect":
			ok = strings.HasPrefix(value, "repairable")
		case "kind":
			c.kind = value
		case "args":
			if err := c.flags(strings.Fields(value)); err != nil {
				return c, ok, err
			}
		}
	}
	if _, there := c.files[c.plan]; ok && !there {
		return c, ok, fmt.Errorf("no %s", c.plan)
	}
	return c, ok, nil
}

// flags reads the arguments of `aeonc check` that a case names.
func (c *testCase) flags(args []string) error {
	for i := 0; i < len(args); i++ {
		flag, value, given := strings.Cut(args[i], "=")
		switch flag {
		case "--conversation":
			c.conversation = true
			continue
		case "--strict", "plan.aeon":
			continue // of the specs' own check; of the plan
		}
		if !given {
			if i++; i == len(args) {
				return fmt.Errorf("%s wants a value", flag)
			}
			value = args[i]
		}
		switch flag {
		case "--spec":
			if !slices.Contains(c.specs, value) {
				c.specs = append(c.specs, value)
			}
		case "--state":
			c.state = value
		case "--prompt":
			c.prompt = value
		case "--contract":
			c.contract = value
		default:
			return fmt.Errorf("unknown argument %s", flag)
		}
	}
	return nil
}
