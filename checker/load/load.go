// Package load finds, reads and parses the specs of a run and orders them so
// that every module stands after those it imports (a depth-first post-order,
// Tarjan 1972; an import that reaches a module still being visited is a
// cycle).
//
// Which files are specs is decided here, and only by what the command line and
// the configuration name: nothing in a plan, and nothing in the folder of a
// plan, adds a module. Four rules keep a name from meaning what its reader does
// not expect:
//
//   - A module name is identifiers joined by dots, tested before any path is
//     built from it, so that no import leaves the folders of the spec path.
//   - A module built into the binary wins over files that merely lie on the spec
//     path; a file that the command line names is what was meant.
//   - A name means one module per run. A spec file named on the command line
//     wins over another file of that name on the spec path; two named files
//     with one module name are refused.
//   - In force for a plan are the modules that were named, and no others. What a
//     spec imports is visible to that spec, not to the plan.
package load

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// MaxFileSize is the largest input that is read, in bytes (AE903). It bounds
// what one file can cost; the specs and plans that people and models write are
// a thousand times smaller.
const MaxFileSize = 4 << 20

// Options say which specs are wanted and where modules are found.
type Options struct {
	// Specs are the named specs in order: a path (it has a separator, or ends in
	// .aeon or .ae) or a module name.
	Specs []string
	// SpecPath are folders in which modules are looked for, after the folder of
	// each spec file. An empty entry is ignored: it does not stand for the
	// working directory.
	SpecPath []string
	// ReadFile reads a file. Errors that say it does not exist should satisfy
	// errors.Is(err, fs.ErrNotExist).
	ReadFile func(path string) (string, error)
	// Parse finds what lang.Parse has given for a source; nil: lang.Parse.
	Parse func(*diag.Source) (*lang.File, []*diag.Diagnostic)
	// Builtin returns the text of a module built into the binary.
	Builtin func(module string) (string, bool)
	// BuiltinNames are the names Builtin knows, for "did you mean".
	BuiltinNames []string
	// Language names the modules of the language itself ("List", "String"): no
	// file may take their names, and nothing imports them.
	Language []string
}

// Module is one loaded spec.
type Module struct {
	Name   string
	Source *diag.Source
	File   *lang.File
	// Path is the file as it was found; "" for a built-in.
	Path    string
	Builtin bool
	// Named: in force for plans, since the command line or the configuration
	// named it (rather than another spec's import).
	Named bool
	// Imports in source order.
	Imports []*Edge
}

// Edge is one open or import declaration of a module.
type Edge struct {
	Decl *lang.Import
	// Target is nil where the module was not found or the import closes a cycle;
	// both were reported. So the edges with a target form no cycle.
	Target *Module
}

// Program is what Load found. It is not changed afterwards.
type Program struct {
	// Modules in dependency order: imports first, otherwise in the order in
	// which they were named and imported.
	Modules []*Module
	// Named are the modules in force, in the order in which they were named.
	Named       []*Module
	Diagnostics []*diag.Diagnostic

	names    map[string]*Module
	language map[string]bool
}

// Load reads, parses and orders the specs. Whatever is wrong is in
// Program.Diagnostics; what could be loaded is there nevertheless.
func Load(o Options) *Program {
	if o.Parse == nil {
		o.Parse = lang.Parse
	}
	l := &loader{
		Options: o,
		program: &Program{names: map[string]*Module{}, language: map[string]bool{}},
		files:   map[string]string{},
		paths:   map[string]*Module{},
		failed:  map[string]*diag.Diagnostic{},
	}
	for _, name := range o.Language {
		l.program.language[name] = true
	}
	names := l.nameSpecs()
	for _, name := range names {
		m, d := l.module(name, diag.Span{})
		if d != nil {
			l.report(d)
			continue
		}
		if !m.Named {
			m.Named = true
			l.program.Named = append(l.program.Named, m)
		}
	}
	return l.program
}

// loader holds the state of one Load.
type loader struct {
	Options
	program *Program
	// folders of the spec path, in order, without repetition.
	folders []string
	// files maps the module name of each spec file to its path.
	files map[string]string
	// paths maps absolute paths to modules: one file is one module, also where
	// it is reached under two names.
	paths  map[string]*Module
	failed map[string]*diag.Diagnostic
	// visiting is the chain of modules whose imports are being loaded.
	visiting []*Module
}

func (l *loader) report(ds ...*diag.Diagnostic) {
	l.program.Diagnostics = append(l.program.Diagnostics, ds...)
}

// nameSpecs turns Options.Specs into module names, registers the spec files
// among them, and lays out the spec path. All files are known before the first
// is read, so that the order of --spec flags changes no meaning.
func (l *loader) nameSpecs() []string {
	var names []string
	for _, spec := range l.Specs {
		name := spec
		if isPath(spec) {
			var d *diag.Diagnostic
			if name, d = l.nameFile(spec); d != nil {
				l.report(d)
				continue
			}
		}
		names = append(names, name)
	}
	for _, spec := range l.Specs {
		if isPath(spec) {
			l.addFolder(filepath.Dir(spec))
		}
	}
	for _, folder := range l.SpecPath {
		if folder != "" {
			l.addFolder(filepath.Clean(folder))
		}
	}
	return names
}

// nameFile registers a spec file and returns its module name.
func (l *loader) nameFile(path string) (string, *diag.Diagnostic) {
	ext := extension(path)
	name := strings.TrimSuffix(filepath.Base(path), ext)
	switch {
	case ext == "":
		return "", diag.New(diag.Span{}, diag.NotASpecFile, path)
	case !isIdentifier(name):
		return "", diag.New(diag.Span{}, diag.BadSpecFileName, path, name)
	}
	if first, ok := l.files[name]; ok && absolute(first) != absolute(path) {
		return "", diag.New(diag.Span{}, diag.ModuleIsTwo, first, path, name)
	} else if !ok {
		l.files[name] = path
	}
	return name, nil
}

func (l *loader) addFolder(folder string) {
	for _, have := range l.folders {
		if absolute(have) == absolute(folder) {
			return
		}
	}
	l.folders = append(l.folders, folder)
}

// isPath tells a path from a module name.
func isPath(spec string) bool {
	for i := 0; i < len(spec); i++ {
		if os.IsPathSeparator(spec[i]) {
			return true
		}
	}
	return extension(spec) != ""
}

// extension is the suffix of a spec file, or "".
func extension(path string) string {
	for _, ext := range extensions {
		if strings.HasSuffix(path, ext) {
			return ext
		}
	}
	return ""
}

// extensions in the order in which they are looked for.
var extensions = [...]string{".aeon", ".ae"}

// absolute is the path under which a file is known to be the same file.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return filepath.Clean(path)
}

// isModuleName accepts identifiers joined by dots.
func isModuleName(name string) bool {
	for _, part := range strings.Split(name, ".") {
		if !isIdentifier(part) {
			return false
		}
	}
	return true
}

func isIdentifier(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
