// Package config reads aeonc.toml, which says what is checked against what. The
// command line and the language server both take it from here, so that a file is
// held to the same specs in both.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/lang/diag"
)

// FileName is the file that is looked for from the working directory, or the
// workspace's root, upwards.
const FileName = "aeonc.toml"

// What can be wrong with a configuration. It is no program, so these have no codes.
var (
	configError  = diag.Message{Severity: diag.Error, Text: "%s"}
	noSuchGlob   = diag.Message{Severity: diag.Error, Text: "%s: no file matches the spec pattern %q"}
	unknownValue = diag.Message{Severity: diag.Error, Text: "%s: %q is none of %s"}
)

// Config is aeonc.toml. Keys bear the names of the flags.
type Config struct {
	Specs    []string `toml:"specs"`
	SpecPath []string `toml:"spec-path"`
	Contract string   `toml:"contract"`
	Strict   bool     `toml:"strict"`
	Format   string   `toml:"format"`
	Color    string   `toml:"color"`
	Timeout  string   `toml:"timeout"`

	// Limit is Timeout as a duration, 0 where there is none.
	Limit time.Duration `toml:"-"`
	// File is where it was read from; "" when there is none.
	File string `toml:"-"`
}

// Options say how files are read and called.
type Options struct {
	// Read reads a file.
	Read func(path string) (string, error)
	// Name is how a reader knows a path.
	Name func(path string) string
	// Formats are the values that the key format may have.
	Formats []string
}

// Find reads the nearest aeonc.toml at or above dir, an absolute path. The
// folder of a plan plays no part: whoever writes plans there could otherwise choose the spec.
func Find(dir string, o Options) (*Config, *diag.Diagnostic) {
	for {
		file := filepath.Join(dir, FileName)
		if _, err := os.Lstat(file); err == nil {
			return o.read(file)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, diag.New(diag.Span{}, diag.FileUnreadable, file, errors.Unwrap(err))
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return &Config{}, nil
		}
		dir = parent
	}
}

// read reads one aeonc.toml and finds what its paths and patterns stand for.
func (o Options) read(file string) (*Config, *diag.Diagnostic) {
	text, d := load.Read(o.Read, file, diag.Span{})
	if d != nil {
		return nil, d
	}
	c := &Config{File: file}
	src := diag.NewSource(o.Name(file), text)
	dec := toml.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(c); err != nil {
		return nil, fault(src, err)
	}
	if d := OneOf(src.Name+": color", c.Color, "", "auto", "always", "never"); d != nil {
		return nil, d
	}
	if d := OneOf(src.Name+": format", c.Format, append([]string{""}, o.Formats...)...); d != nil {
		return nil, d
	}
	if c.Timeout != "" {
		if c.Limit, d = Duration(src.Name+": timeout", c.Timeout); d != nil {
			return nil, d
		}
	}
	if c.Specs, d = o.Expand(filepath.Dir(file), src.Name, c.Specs); d != nil {
		return nil, d
	}
	for i, p := range c.SpecPath {
		c.SpecPath[i] = o.Name(under(filepath.Dir(file), p))
	}
	return c, nil
}

// Duration reads a duration such as "2s", which must be more than none; what
// names the setting.
func Duration(what, text string) (time.Duration, *diag.Diagnostic) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, diag.New(diag.Span{}, configError, fmt.Sprintf("%s: %q is no duration such as \"500ms\" or \"2s\"", what, text))
	}
	return d, nil
}

// Expand finds the specs that paths, patterns and module names stand for, seen
// from dir; where names the place that lists them.
func (o Options) Expand(dir, where string, listed []string) ([]string, *diag.Diagnostic) {
	var specs []string
	for _, s := range listed {
		switch {
		case strings.ContainsAny(s, "*?["):
			found, err := filepath.Glob(under(dir, s))
			if err != nil || len(found) == 0 {
				return nil, diag.New(diag.Span{}, noSuchGlob, where, s)
			}
			for _, f := range found {
				specs = append(specs, o.Name(f))
			}
		case IsPath(s):
			specs = append(specs, o.Name(under(dir, s)))
		default:
			specs = append(specs, s)
		}
	}
	return specs, nil
}

// fault turns what the TOML decoder reports into a diagnostic with a place.
func fault(src *diag.Source, err error) *diag.Diagnostic {
	var missing *toml.StrictMissingError
	if errors.As(err, &missing) && len(missing.Errors) > 0 {
		e := missing.Errors[0]
		return placed(src, e, fmt.Sprintf("unknown key %q", strings.Join(e.Key(), "."))).
			Note("the keys are specs, spec-path, contract, strict, format, color, timeout")
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		return placed(src, *decode, strings.TrimPrefix(decode.Error(), "toml: "))
	}
	return diag.New(diag.Span{}, configError, fmt.Sprintf("%s: %v", src.Name, err))
}

func placed(src *diag.Source, e toml.DecodeError, text string) *diag.Diagnostic {
	row, column := e.Position()
	start := src.LineStart(row) + max(0, column-1)
	end := min(len(src.Text), start+max(1, len(strings.Join(e.Key(), "."))))
	return diag.New(diag.Span{Src: src, Start: start, End: end}, configError, text)
}

// under is path as seen from dir, unless it is absolute.
func under(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// OneOf refuses a value that is none of those allowed.
func OneOf(what, value string, allowed ...string) *diag.Diagnostic {
	if slices.Contains(allowed, value) {
		return nil
	}
	named := slices.DeleteFunc(slices.Clone(allowed), func(a string) bool { return a == "" })
	return diag.New(diag.Span{}, unknownValue, what, value, strings.Join(named, ", "))
}

// IsSource tells source files from their names.
func IsSource(name string) bool {
	ext := filepath.Ext(name)
	return ext == ".aeon" || ext == ".ae"
}

// IsPath tells a spec's file from a module's name, which is identifiers and
// dots and does not end like a file.
func IsPath(spec string) bool {
	return IsSource(spec) || strings.ContainsAny(spec, `/\`)
}
