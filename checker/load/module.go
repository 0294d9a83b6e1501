package load

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/aeonc/aeonc/checker/spelling"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// module returns the module of a name, loading it and its imports the first
// time. A failure is returned as a diagnostic at the given place, which is the
// import, or no place for a spec named on the command line.
func (l *loader) module(name string, at diag.Span) (*Module, *diag.Diagnostic) {
	if !isModuleName(name) {
		return nil, diag.New(at, diag.BadModuleName, name)
	}
	if d := l.failed[name]; d != nil {
		again := *d
		again.Span = at
		return nil, &again
	}
	m := l.program.names[name]
	if m == nil {
		var d *diag.Diagnostic
		if m, d = l.find(name, at); d != nil {
			// A library of that name is found like any other; without one, the
			// functions of the language need no import.
			if d.Code == "AE206" && l.program.language[name] {
				d = diag.New(at, diag.LanguageModule, name, name)
			}
			l.failed[name] = d
			return nil, d
		}
	}
	if cycle := l.cycle(m); cycle != "" {
		return nil, diag.New(at, diag.ImportCycle, cycle)
	}
	return m, nil
}

// cycle names the chain of imports that leads back to m, or is "".
func (l *loader) cycle(m *Module) string {
	for i, v := range l.visiting {
		if v == m {
			var chain []string
			for _, v := range l.visiting[i:] {
				chain = append(chain, v.Name)
			}
			return strings.Join(append(chain, m.Name), " → ")
		}
	}
	return ""
}

// find locates a module that was not asked for before and loads it.
func (l *loader) find(name string, at diag.Span) (*Module, *diag.Diagnostic) {
	// A file that the command line names is what was meant, whatever its name; one
	// that merely lies on the spec path never replaces a built-in.
	if path, ok := l.files[name]; ok {
		text, d := Read(l.ReadFile, path, at)
		if d != nil {
			return nil, d
		}
		return l.file(name, path, text), nil
	}
	if text, ok := l.builtin(name); ok {
		return l.parse(&Module{Name: name, Builtin: true}, name, text), nil
	}
	relative := filepath.FromSlash(strings.ReplaceAll(name, ".", "/"))
	for _, folder := range l.folders {
		for _, ext := range extensions {
			path := filepath.Join(folder, relative+ext)
			text, err := l.ReadFile(path)
			if isMissing(err) {
				continue
			}
			// A file that is there and cannot be read is not passed over: the
			// next folder's module of this name is not the one that was meant.
			if d := judge(path, text, err, at); d != nil {
				return nil, d
			}
			return l.file(name, path, text), nil
		}
	}
	return nil, l.notFound(name, relative, at)
}

// file loads a module from a file, unless the same file is a module already.
// A file that was named keeps the name that its own name gives it.
func (l *loader) file(name, path, text string) *Module {
	key := absolute(path)
	m := l.paths[key]
	if m == nil {
		m = &Module{Name: name, Path: path}
		if own := strings.TrimSuffix(filepath.Base(path), extension(path)); absolute(l.files[own]) == key {
			m.Name = own
		}
		l.paths[key], l.program.names[name] = m, m
		return l.parse(m, path, text)
	}
	l.program.names[name] = m
	return m
}

// parse parses a module and loads its imports.
func (l *loader) parse(m *Module, sourceName, text string) *Module {
	m.Source = diag.NewSource(sourceName, text)
	l.program.names[m.Name] = m
	file, ds := l.Parse(m.Source)
	m.File, m.Source = file, file.Source
	l.report(ds...)
	if file.Body != nil && !diag.HasErrors(ds) {
		l.report(diag.New(file.Body.Range(), diag.SpecHasBody))
	}
	l.visiting = append(l.visiting, m)
	for _, decl := range file.Decls {
		imp, ok := decl.(*lang.Import)
		if !ok {
			continue
		}
		target, d := l.module(imp.Path.Name, imp.Path.Span)
		if d != nil {
			l.report(d)
		}
		m.Imports = append(m.Imports, &Edge{Decl: imp, Target: target})
	}
	l.visiting = l.visiting[:len(l.visiting)-1]
	l.program.Modules = append(l.program.Modules, m)
	return m
}

func (l *loader) builtin(name string) (string, bool) {
	if l.Builtin == nil {
		return "", false
	}
	return l.Builtin(name)
}

// notFound is AE206 with what was searched and what may have been meant.
func (l *loader) notFound(name, relative string, at diag.Span) *diag.Diagnostic {
	d := diag.New(at, diag.ModuleNotFound, name)
	candidates := append([]string(nil), l.BuiltinNames...)
	for file := range l.files {
		candidates = append(candidates, file)
	}
	if near := spelling.Nearest(name, candidates); near != "" {
		d.Note("did you mean `%s`?", near)
	}
	if len(l.folders) == 0 {
		return d.Note("it is not built in, and the spec path is empty")
	}
	return d.Note("it is not built in, and neither %s.aeon nor %s.ae is in: %s",
		relative, relative, strings.Join(l.folders, ", "))
}

// Read reads one input file: AE904 where it cannot be read, AE903 where it is
// larger than MaxFileSize.
func Read(read func(string) (string, error), path string, at diag.Span) (string, *diag.Diagnostic) {
	text, err := read(path)
	if d := judge(path, text, err, at); d != nil {
		return "", d
	}
	return text, nil
}

// judge turns the outcome of reading a file into a diagnostic, if it was not
// a good one.
func judge(path, text string, err error, at diag.Span) *diag.Diagnostic {
	if err != nil {
		return diag.New(at, diag.FileUnreadable, path, reason(err))
	}
	if len(text) > MaxFileSize {
		return diag.New(at, diag.FileTooLarge, path, len(text), MaxFileSize)
	}
	return nil
}

// isMissing reports that there is no such file; a file where a folder is
// expected is one way not to be there.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// reason is the operating system's reason without the operation and the path.
func reason(err error) string {
	if errors.Is(err, syscall.EISDIR) {
		return "it is a directory"
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
