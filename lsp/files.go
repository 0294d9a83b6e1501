package lsp

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/uri"

	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/config"
	"github.com/aeonc/aeonc/lang/diag"
)

// maxFiles bounds the files of a folder that are looked through for the uses of
// a name.
const maxFiles = 5000

// files keeps the files of the folders that are not open, as they were when they
// were last read.
type files struct {
	mu   sync.Mutex
	docs map[string]fileVersion
}

type fileVersion struct {
	changed time.Time
	size    int64
	doc     *document
}

// read is a file as a document; nil where it cannot be read.
func (f *files) read(path string) *document {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if have, ok := f.docs[path]; ok && have.changed.Equal(info.ModTime()) && have.size == info.Size() {
		return have.doc
	}
	text, err := readText(path)
	if err != nil {
		return nil
	}
	u := uri.File(path)
	d := newDocument(u, u, 0, diag.NewSource(path, text))
	if f.docs == nil {
		f.docs = map[string]fileVersion{}
	}
	f.docs[path] = fileVersion{info.ModTime(), info.Size(), d}
	return d
}

// documents are all documents that belong to a project: its specs, what is open,
// and the files below its folder, in the order of their names.
func (s *Server) documents(ctx context.Context, v *view, p *project) []*document {
	byKey := map[uri.URI]*document{}
	for key, d := range v.docs {
		if q, _ := v.place(d); q == p {
			byKey[key] = d
		}
	}
	add := func(path string) {
		if key := uri.File(path); byKey[key] == nil && v.docs[key] == nil {
			if d := s.files.read(path); d != nil {
				byKey[key] = d
			}
		}
	}
	p.load()
	for path := range p.specs {
		add(path)
	}
	for _, r := range p.all {
		if r.Path == "" {
			if path := builtinFile(r.File.Source); path != "" {
				add(path)
			}
		}
	}
	if p.solo == "" {
		s.below(ctx, v, p, add)
	}
	out := make([]*document, 0, len(byKey))
	for _, d := range byKey {
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b *document) int { return strings.Compare(string(a.key), string(b.key)) })
	return out
}

// below lists the source files below a project's folder that belong to it.
func (s *Server) below(ctx context.Context, v *view, p *project, add func(path string)) {
	if len(v.folders) == 0 {
		return // the working directory is not what the user opened
	}
	left := maxFiles
	_ = filepath.WalkDir(p.root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil || left <= 0:
			return fs.SkipAll
		case err != nil && d != nil && d.IsDir():
			return fs.SkipDir
		case err != nil:
			return nil
		case d.IsDir():
			name := d.Name()
			if path != p.root && (strings.HasPrefix(name, ".") || name == "node_modules" || v.innermost(path) != p) {
				return fs.SkipDir
			}
		case config.IsSource(path):
			left--
			add(path)
		}
		return nil
	})
}

// innermost is the project of the innermost folder that holds a path.
func (v *view) innermost(path string) *project { return v.folder(&document{path: path}) }

// builtinRoot is where the texts of built-in specs are kept for reading, "" where
// the system has no such place.
func builtinRoot() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "aeonc", "specs")
}

// isBuiltinFile reports whether a path is that of a built-in spec's text.
func isBuiltinFile(path string) bool {
	root := builtinRoot()
	return root != "" && within(root, path)
}

// builtinFile writes the text of a spec that is built in to where it can be read,
// and returns the path; "" where it cannot be written. The name of its folder tells
// versions apart, so that a file once written is never changed.
func builtinFile(src *diag.Source) string {
	root := builtinRoot()
	if root == "" {
		return ""
	}
	dir := filepath.Join(root, load.Digest(src.Text)[:16])
	path := filepath.Join(dir, src.Name+".aeon")
	if _, err := os.Stat(path); err == nil {
		return path
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return ""
	}
	if err := os.WriteFile(path, []byte(src.Text), 0o444); err != nil {
		return ""
	}
	return path
}
