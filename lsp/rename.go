package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/index"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// refused is the answer to a request that cannot be carried out, in words for the
// user.
func refused(format string, args ...any) error {
	return jsonrpc2.NewError(-32803, fmt.Sprintf(format, args...)) // RequestFailed
}

// PrepareRename says what would be renamed.
func (s *Server) PrepareRename(ctx context.Context, p *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	t := s.target(ctx, p.TextDocumentPositionParams)
	if t == nil || !t.found {
		return nil, nil
	}
	if err := t.renamable(); err != nil {
		return nil, err
	}
	return &protocol.PrepareRenamePlaceholder{Range: s.encoding.Range(t.use.Span), Placeholder: t.use.Span.Text()}, nil
}

// renamable refuses what has no declaration that could be changed.
func (t *target) renamable() error {
	name := index.Name(t.use.Symbol)
	if _, isModule := t.use.Symbol.(*core.Module); isModule {
		return refused("`%s` is the name of a file", name)
	}
	at := index.Definition(t.use.Symbol)
	if at.IsZero() || !strings.ContainsAny(at.Src.Name, `/\`) && at.Src != t.doc.src {
		return refused("`%s` is part of aeonc", name)
	}
	if strings.Contains(name, ".") {
		return refused("`%s` belongs to a type of another name; rename it by hand", name)
	}
	return nil
}

// Rename changes a name wherever it is used. What it would capture, or be captured
// by, is not renamed: every name must mean afterwards what it meant before.
func (s *Server) Rename(ctx context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	t := s.target(ctx, p.TextDocumentPositionParams)
	if t == nil || !t.found {
		return nil, nil
	}
	if err := t.renamable(); err != nil {
		return nil, err
	}
	if !isName(p.NewName) {
		return nil, refused("`%s` is not a name", p.NewName)
	}
	docs := s.documents(ctx, t.view, t.project)
	places := s.named(ctx, t, docs, t.use.Symbol)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	edits := map[*document][]diag.Edit{}
	for _, o := range places {
		edits[o.doc] = append(edits[o.doc], diag.Edit{Span: o.span, New: p.NewName})
	}
	if err := s.keepsMeaning(ctx, t, docs, edits, p.NewName); err != nil {
		return nil, err
	}
	return s.workspaceEdit(edits), nil
}

// isName reports whether text is an identifier that is no reserved word.
func isName(text string) bool {
	tokens := lang.Tokens(diag.NewSource("", "let "+text))
	return len(tokens) == 2 && tokens[1].Kind == lang.TokName && tokens[1].Text == text && text != "_"
}

// workspaceEdit puts edits into the terms of the protocol; versions are named
// where the client understands them.
func (s *Server) workspaceEdit(edits map[*document][]diag.Edit) *protocol.WorkspaceEdit {
	out := &protocol.WorkspaceEdit{}
	changes := map[uri.URI][]protocol.TextEdit{}
	for d, es := range edits {
		var list []protocol.TextEdit
		for _, e := range es {
			list = append(list, protocol.TextEdit{Range: s.encoding.Range(e.Span), NewText: e.New})
		}
		changes[d.sent] = list
		if s.caps.versionedEdits {
			change := &protocol.TextDocumentEdit{}
			change.TextDocument.URI = d.sent
			if d.version > 0 {
				change.TextDocument.Version = &d.version
			}
			for i := range list {
				change.Edits = append(change.Edits, &list[i])
			}
			out.DocumentChanges = append(out.DocumentChanges, change)
		}
	}
	if !s.caps.versionedEdits {
		out.Changes = changes
	}
	return out
}

// keepsMeaning carries the edits out on copies of the texts, reads them, and
// compares: as many names, each standing for what it stood for, and no new fault.
func (s *Server) keepsMeaning(ctx context.Context, t *target, docs []*document, edits map[*document][]diag.Edit, name string) error {
	texts := map[string]string{} // by path
	specChanged := false
	for d, es := range edits {
		texts[d.file()] = applyEdits(d.src.Text, es)
		specChanged = specChanged || t.project.specs[d.file()] != nil
	}
	project := t.project
	if specChanged {
		project = t.project.again()
		project.replaced = texts
		project.load()
		defer project.close()
		if why := clash(t.project.spec.Diagnostics, project.spec.Diagnostics); why != "" {
			return refused("`%s` cannot be the new name: %s", name, why)
		}
	}
	for _, d := range docs {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		text, changed := texts[d.file()]
		if !changed {
			if text = d.src.Text; !specChanged && !strings.Contains(text, name) {
				continue
			}
		}
		was := d.reading(t.project)
		copied := newDocument(d.key, d.sent, d.version, diag.NewSource(d.src.Name, text))
		is := copied.reading(project)
		if why := clash(was.Diagnostics, is.Diagnostics); why != "" {
			return refused("`%s` cannot be the new name: %s", name, why)
		}
		if at, ok := sameMeaning(was, is, edits); !ok {
			return refused("`%s` means something else in %s, line %d: the new name would be taken for it, or it for the new name", name, filepath.Base(d.sent.Path()), at)
		}
		if n, old := errorsIn(is.Diagnostics), errorsIn(was.Diagnostics); len(n) > len(old) {
			return refused("`%s` cannot be the new name: %s", name, n[0].Message)
		}
	}
	return nil
}

// clash is the first error about a name that is given twice, or may not be given,
// that was not there before; "" where there is none.
func clash(was, is []*diag.Diagnostic) string {
	seen := map[string]int{}
	for _, d := range was {
		seen[d.Message]++
	}
	for _, d := range errorsIn(is) {
		if seen[d.Message]--; seen[d.Message] < 0 && (d.Code == "AE204" || d.Code == "AE504" || d.Code == "AE101") {
			return d.Message
		}
	}
	return ""
}

func errorsIn(ds []*diag.Diagnostic) []*diag.Diagnostic {
	return slices.DeleteFunc(slices.Clone(ds), func(d *diag.Diagnostic) bool { return d.Severity != diag.Error })
}

// sameMeaning compares the names of a text before and after: each must stand for
// the declaration at the same place, but for what the edits have moved. It returns
// the line of the first that does not.
func sameMeaning(was, is *reading, edits map[*document][]diag.Edit) (int, bool) {
	a, b := was.index.Uses(), is.index.Uses()
	moved := func(span diag.Span) int {
		shift := 0
		for d, es := range edits {
			if d.src.Name != span.Src.Name {
				continue
			}
			for _, e := range es {
				if e.Span.Start < span.Start {
					shift += len(e.New) - (e.Span.End - e.Span.Start)
				}
			}
		}
		return span.Start + shift
	}
	for i := range a {
		line := a[i].Span.Pos().Line
		if i >= len(b) || moved(a[i].Span) != b[i].Span.Start {
			return line, false
		}
		x, y := index.Definition(a[i].Symbol), index.Definition(b[i].Symbol)
		if x.IsZero() != y.IsZero() || !x.IsZero() && (x.Src.Name != y.Src.Name || moved(x) != y.Start) {
			return line, false
		}
	}
	return 0, len(a) == len(b)
}

// applyEdits carries out edits that do not overlap.
func applyEdits(text string, es []diag.Edit) string {
	es = slices.Clone(es)
	slices.SortFunc(es, func(a, b diag.Edit) int { return a.Span.Start - b.Span.Start })
	var b strings.Builder
	at := 0
	for _, e := range es {
		b.WriteString(text[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.WriteString(text[at:])
	return b.String()
}
