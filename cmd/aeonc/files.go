package main

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/config"
	"github.com/aeonc/aeonc/lang/diag"
)

// stdinFile is how standard input is named on the command line.
const stdinFile = "-"

// readFile reads a file within the size limit.
func readFile(name string) (string, *fault) {
	text, err := readText(name)
	return judge(name, text, err)
}

// readText reads a file. It stops one byte over the size limit, so an endless
// device is no trouble, and what is too large can be seen from what is returned.
func readText(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readStream(f)
}

func readStream(r io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, load.MaxFileSize+1))
	return string(text), err
}

// judge turns what came of reading a file into a text or a fault.
func judge(name, text string, err error) (string, *fault) {
	switch {
	case err != nil:
		return "", unusable(diag.FileUnreadable, name, reason(err))
	case len(text) > load.MaxFileSize:
		return "", unusable(tooLarge, name, load.MaxFileSize)
	}
	return text, nil
}

// reason is an error of the file system without the path, which the message
// has already.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return err.Error()
}

// reader reads each file once per run, so that the same text is judged
// wherever a file is used.
type reader struct {
	mu   sync.Mutex
	read map[string]readResult
}

type readResult struct {
	text string
	err  error
}

func newReader() *reader { return &reader{read: map[string]readResult{}} }

// ReadFile is what the checker reads specs with. A text over the size limit is
// returned as such: the checker has its own word for it.
func (r *reader) ReadFile(name string) (string, error) {
	key := filepath.Clean(name)
	r.mu.Lock()
	defer r.mu.Unlock()
	got, ok := r.read[key]
	if !ok {
		got.text, got.err = readText(name)
		r.read[key] = got
	}
	return got.text, got.err
}

// texts are the files that were asked for, with what was read.
func (r *reader) texts() map[string]readResult {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.read)
}

// file reads a file that the command line names.
func (r *reader) file(name string) (string, *fault) {
	text, err := r.ReadFile(name)
	return judge(name, text, err)
}

// source reads a file as an input of a check.
func (r *reader) source(name string) (*diag.Source, *fault) {
	text, f := r.file(name)
	if f != nil {
		return nil, f
	}
	return diag.NewSource(name, text), nil
}

// expand replaces each folder among the arguments by the source files below
// it, drops repetitions, and sorts: what is reported does not depend on the
// order of the command line. Links to files are followed, links to folders are
// not. Folders that cannot be read, or hold no source, are faults: what was named
// must not be passed over in silence.
func expand(args []string) (names []string, faults []*fault) {
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == stdinFile || err != nil || !info.IsDir() {
			add(relative(arg)) // reading it tells what is wrong with it
			continue
		}
		found, fs := walk(relative(arg))
		faults = append(faults, fs...)
		if len(found) == 0 && len(fs) == 0 {
			faults = append(faults, unusable(noPlans, arg))
		}
		for _, name := range found {
			add(name)
		}
	}
	slices.Sort(names)
	return names, faults
}

// relative is how a file of the command line is named in reports: as seen from
// the working directory, without detours.
func relative(name string) string {
	if name == stdinFile || name == "" {
		return name
	}
	if filepath.IsAbs(name) {
		return shortName(name)
	}
	if clean := filepath.Clean(name); clean != stdinFile {
		return clean
	}
	return "./" + stdinFile // a file of that name
}

// walk lists the source files below a folder in sorted order.
func walk(dir string) (names []string, faults []*fault) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			faults = append(faults, unusable(diag.FileUnreadable, path, reason(err)))
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case !d.IsDir() && config.IsSource(path):
			if info, err := os.Stat(path); err != nil || !info.IsDir() {
				names = append(names, path)
			}
		}
		return nil
	})
	slices.Sort(names)
	return names, faults
}

// sameFile reports whether two names lead to one file.
func sameFile(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	ia, err := os.Stat(a)
	if err != nil {
		return false
	}
	ib, err := os.Stat(b)
	return err == nil && os.SameFile(ia, ib)
}

// writeAtomically replaces a file in one step: a reader sees the old text or
// the new one, and a failure leaves the old. A link is followed; the file's
// permissions are kept.
func writeAtomically(name string, text []byte) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return writeThrough(name, text) // a pipe or device cannot be replaced
		}
		mode = info.Mode().Perm()
		// Renaming over a read-only file would succeed; its owner meant no writing.
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		f.Close()
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".aeonc-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once the file has its name, as it should
	_, err = tmp.Write(text)
	err = errors.Join(err, tmp.Chmod(mode), tmp.Sync(), tmp.Close())
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}

func writeThrough(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
