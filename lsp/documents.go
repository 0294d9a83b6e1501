package lsp

import (
	"context"
	"maps"
	"path/filepath"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/index"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lsp/text"
	"github.com/aeonc/aeonc/lsp/wire"
)

// document is one version of a text that is open in the editor. It does not
// change; what is worked out about it is kept with it.
type document struct {
	key     uri.URI // canonical: two spellings of one file are one document
	sent    uri.URI // as the client spells it
	path    string  // "" where it is no file
	version int32
	src     *diag.Source

	mu       sync.Mutex // guards what follows
	readings map[*project]*reading
}

// reading is a document read under a project.
type reading struct {
	*checker.Reading
	index *index.Index
}

// newDocument makes a version of a document.
func newDocument(key, sent uri.URI, version int32, src *diag.Source) *document {
	return &document{key: key, sent: sent, path: filePath(key), version: version, src: src, readings: map[*project]*reading{}}
}

// filePath is the path of a file URI, "" of any other.
func filePath(u uri.URI) string {
	if u.Scheme() != "file" {
		return ""
	}
	return filepath.Clean(filepath.FromSlash(u.FsPath()))
}

// canonical is the one spelling of a URI under which documents are kept.
func canonical(u uri.URI) uri.URI {
	if p := filePath(u); p != "" {
		return uri.File(p)
	}
	return u
}

// reading is what the document says under a project, worked out once.
func (d *document) reading(p *project) *reading {
	d.mu.Lock()
	defer d.mu.Unlock()
	r := d.readings[p]
	if r == nil {
		r = &reading{Reading: p.read(d)}
		r.index = index.New(r.File.Source, r.Uses)
		clear(d.readings) // of a project that is no more
		d.readings[p] = r
	}
	return r
}

// declaresSpec reports whether a file that no configuration mentions looks like
// a spec: it declares what only specs can, and has no plan's body.
func declaresSpec(f *lang.File) bool {
	if f.Body != nil {
		return false
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *lang.TypeDecl, *lang.Inductive, *lang.Axiom, *lang.Mutual, *lang.Contract, *lang.Example:
			return true
		case *lang.Def:
			switch d.Body.(type) {
			case *lang.Native, *lang.Uninterpreted:
				return true
			}
			if len(d.Decorators) > 0 {
				return true
			}
		}
	}
	return false
}

// view is everything that the server knows at one moment. It is never changed: an
// edit makes a new one.
type view struct {
	docs     map[uri.URI]*document
	folders  []string
	settings settings
	projects []*project // one for each folder; one for no folder
	// solo are the projects of specs that no configuration mentions.
	solo map[uri.URI]*project
}

// edit makes a copy to be changed before it is shared.
func (v *view) edit() *view {
	w := *v
	w.docs, w.solo = maps.Clone(v.docs), maps.Clone(v.solo)
	w.projects = append([]*project{}, v.projects...)
	return &w
}

// doc is an open document, nil where it is not open.
func (v *view) doc(u uri.URI) *document { return v.docs[canonical(u)] }

// open is the open document of a file, nil where it is not open.
func (v *view) open(path string) *document {
	if path == "" {
		return nil
	}
	return v.docs[uri.File(path)]
}

// DidOpen takes a document over from the file system.
func (s *Server) DidOpen(ctx context.Context, p *protocol.DidOpenTextDocumentParams) error {
	key := canonical(p.TextDocument.URI)
	sent := uri.URI(wire.DocumentURI(ctx))
	if sent == "" {
		sent = p.TextDocument.URI
	}
	s.change(key, func(v *view) {
		v.docs[key] = newDocument(key, sent, p.TextDocument.Version, diag.NewSource(sourceName(key), p.TextDocument.Text))
	})
	return nil
}

// sourceName is how diagnostics know a document.
func sourceName(key uri.URI) string {
	if p := filePath(key); p != "" {
		return p
	}
	return string(key)
}

// DidChange edits a document.
func (s *Server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	key := canonical(p.TextDocument.URI)
	s.change(key, func(v *view) {
		if d := v.docs[key]; d != nil {
			v.docs[key] = newDocument(key, d.sent, p.TextDocument.Version, text.Apply(d.src, s.encoding, p.ContentChanges))
		}
	})
	return nil
}

// DidClose hands a document back to the file system.
func (s *Server) DidClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	key := canonical(p.TextDocument.URI)
	closed := s.now().docs[key]
	s.change(key, func(v *view) { delete(v.docs, key) })
	if closed != nil {
		s.forget(closed)
	}
	return nil
}

// DidSave looks at what the save may have changed on disk, for clients that watch
// no files.
func (s *Server) DidSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	if path := filePath(p.TextDocument.URI); strings.HasSuffix(path, ".toml") {
		s.filesChanged([]string{path}, true)
	}
	return nil
}

// WillSave needs nothing done.
func (s *Server) WillSave(context.Context, *protocol.WillSaveTextDocumentParams) error { return nil }
