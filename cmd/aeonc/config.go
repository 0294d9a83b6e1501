package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/aeonc/aeonc/lang/diag"
)

// configName is the file that is looked for from the working directory upwards.
const configName = "aeonc.toml"

// config is aeonc.toml. Keys bear the names of the flags.
type config struct {
	Specs    []string `toml:"specs"`
	SpecPath []string `toml:"spec-path"`
	Contract string   `toml:"contract"`
	Strict   bool     `toml:"strict"`
	Format   string   `toml:"format"`
	Color    string   `toml:"color"`
	Timeout  string   `toml:"timeout"`

	timeout time.Duration
	file    string // where it was read from; "" when there is none
}

// findConfig reads the nearest aeonc.toml at or above dir. The folder of a plan
// plays no part: whoever writes plans there could otherwise choose the spec.
func findConfig(dir string) (*config, error) {
	for {
		file := filepath.Join(dir, configName)
		if _, err := os.Lstat(file); err == nil {
			return readConfig(file)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, unusable(diag.FileUnreadable, file, reason(err))
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return &config{}, nil
		}
		dir = parent
	}
}

// readConfig reads one aeonc.toml and makes its paths relative to the working
// directory.
func readConfig(file string) (*config, error) {
	text, f := readFile(file)
	if f != nil {
		return nil, f
	}
	c := &config{file: file}
	src := diag.NewSource(shortName(file), text)
	dec := toml.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(c); err != nil {
		return nil, configFault(src, err)
	}
	if err := oneOf(src.Name+": color", c.Color, "", "auto", "always", "never"); err != nil {
		return nil, err
	}
	if err := oneOf(src.Name+": format", c.Format, append([]string{""}, formatNames()...)...); err != nil {
		return nil, err
	}
	if c.Timeout != "" {
		d, err := time.ParseDuration(c.Timeout)
		if err != nil || d <= 0 {
			return nil, unusable(configError, fmt.Sprintf("%s: timeout: %q is no duration such as \"500ms\" or \"2s\"", src.Name, c.Timeout))
		}
		c.timeout = d
	}
	return c, c.place(filepath.Dir(file), src.Name)
}

// place makes the paths of a configuration in dir relative to the working
// directory and expands its patterns.
func (c *config) place(dir, name string) error {
	for i, p := range c.SpecPath {
		c.SpecPath[i] = shortName(under(dir, p))
	}
	var specs []string
	for _, s := range c.Specs {
		switch {
		case strings.ContainsAny(s, "*?["):
			found, err := filepath.Glob(under(dir, s))
			if err != nil || len(found) == 0 {
				return unusable(noSuchGlob, name, s)
			}
			for _, f := range found {
				specs = append(specs, shortName(f))
			}
		case isPath(s):
			specs = append(specs, shortName(under(dir, s)))
		default:
			specs = append(specs, s)
		}
	}
	c.Specs = specs
	return nil
}

// configFault turns what the TOML decoder reports into faults with a place.
func configFault(src *diag.Source, err error) *fault {
	var missing *toml.StrictMissingError
	if errors.As(err, &missing) && len(missing.Errors) > 0 {
		e := missing.Errors[0]
		f := placed(src, e, fmt.Sprintf("unknown key %q", strings.Join(e.Key(), ".")))
		f.diag.Note("the keys are specs, spec-path, contract, strict, format, color, timeout")
		return f
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		return placed(src, *decode, strings.TrimPrefix(decode.Error(), "toml: "))
	}
	return unusable(configError, fmt.Sprintf("%s: %v", src.Name, err))
}

func placed(src *diag.Source, e toml.DecodeError, text string) *fault {
	row, column := e.Position()
	start := src.LineStart(row) + max(0, column-1)
	end := min(len(src.Text), start+max(1, len(strings.Join(e.Key(), "."))))
	f := unusable(configError, text)
	f.diag.Span = diag.Span{Src: src, Start: start, End: end}
	return f
}

// under is path as seen from dir, unless it is absolute.
func under(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// shortName is how a reader sees a file: relative to the working directory
// where that is shorter.
func shortName(file string) string {
	wd, err := os.Getwd()
	if err != nil {
		return file
	}
	rel, err := filepath.Rel(wd, file)
	if err != nil || len(rel) >= len(file) {
		return file
	}
	return rel
}

// oneOf refuses a value that is none of those allowed.
func oneOf(what, value string, allowed ...string) error {
	var named []string
	for _, a := range allowed {
		if value == a {
			return nil
		}
		if a != "" {
			named = append(named, a)
		}
	}
	return unusable(unknownValue, what, value, strings.Join(named, ", "))
}
