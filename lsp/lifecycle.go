package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/aeonc/aeonc/config"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lsp/text"
)

// capabilities are those of the client that matter here.
type capabilities struct {
	// pull: the client asks for diagnostics itself, so they are not sent as well:
	// it would show them twice.
	pull, pullRefresh    bool
	watch, configuration bool
	snippets             bool
	labelDetails         bool
	showDocument         bool
	hintRefresh          bool
	lensRefresh          bool
	tokenRefresh         bool
	hierarchicalSymbols  bool
	versionedEdits       bool
}

func yes(b *bool) bool { return b != nil && *b }

func capabilitiesOf(c *protocol.ClientCapabilities) capabilities {
	var out capabilities
	if t := c.TextDocument; t != nil {
		out.pull = t.Diagnostic != nil
		if t.Completion != nil {
			out.snippets = yes(t.Completion.CompletionItem.SnippetSupport)
			out.labelDetails = yes(t.Completion.CompletionItem.LabelDetailsSupport)
		}
		if t.DocumentSymbol != nil {
			out.hierarchicalSymbols = yes(t.DocumentSymbol.HierarchicalDocumentSymbolSupport)
		}
	}
	if w := c.Window; w != nil {
		out.showDocument = w.ShowDocument.Support
	}
	if w := c.Workspace; w != nil {
		out.configuration = yes(w.Configuration)
		out.watch = w.DidChangeWatchedFiles != nil && yes(w.DidChangeWatchedFiles.DynamicRegistration)
		out.pullRefresh = out.pull && w.Diagnostics != nil && yes(w.Diagnostics.RefreshSupport)
		out.hintRefresh = w.InlayHint != nil && yes(w.InlayHint.RefreshSupport)
		out.lensRefresh = w.CodeLens != nil && yes(w.CodeLens.RefreshSupport)
		out.tokenRefresh = w.SemanticTokens != nil && yes(w.SemanticTokens.RefreshSupport)
		out.versionedEdits = w.WorkspaceEdit != nil && yes(w.WorkspaceEdit.DocumentChanges)
	}
	return out
}

// Initialize gets to know the client.
func (s *Server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	if s.initialized.Swap(true) {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "initialize was sent before")
	}
	if p.ProcessID != nil {
		go s.watchParent(int(*p.ProcessID))
	}
	s.caps = capabilitiesOf(&p.Capabilities)
	var offered []protocol.PositionEncodingKind
	if p.Capabilities.General != nil {
		offered = p.Capabilities.General.PositionEncodings
	}
	encoding, kind := text.Negotiate(offered)
	s.encoding = encoding
	st := s.readSettings(p.InitializationOptions, settings{})
	s.install(foldersOf(p), st, nil)
	return &protocol.InitializeResult{
		Capabilities: s.capabilities(kind),
		ServerInfo:   protocol.ServerInfo{Name: "aeonc", Version: protocol.NewOptional(s.Version)},
	}, nil
}

// foldersOf are the paths of the folders that the client has open; what is no
// file has none.
func foldersOf(p *protocol.InitializeParams) []string {
	var out []string
	add := func(u uri.URI) {
		if path := filePath(u); path != "" && !slices.Contains(out, path) {
			out = append(out, path)
		}
	}
	if fs, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range fs {
			add(f.URI)
		}
	}
	if len(out) == 0 && p.RootURI != nil {
		add(*p.RootURI)
	}
	if path, ok := p.RootPath.Get(); ok && len(out) == 0 && path != "" {
		out = append(out, filepath.Clean(path))
	}
	return out
}

// install makes the projects of folders under settings; those among old that are
// configured the same, and depend on none of the changed files, stay.
func (s *Server) install(folders []string, st settings, changed []string) {
	roots := folders
	if len(roots) == 0 {
		roots = []string{workingDirectory()}
	}
	var projects []*project
	for _, root := range roots {
		p := s.configure(root, st)
		if p.fault != nil {
			s.log(faultText(p.fault))
		}
		projects = append(projects, p)
	}
	s.mu.Lock()
	v := s.view.edit()
	kept := map[*project]bool{}
	for i, p := range projects {
		for _, old := range s.view.projects {
			if old.same(p) && !slices.ContainsFunc(changed, old.dependsOn) {
				projects[i] = old
				kept[old] = true
			}
		}
	}
	var gone []*project
	for _, old := range s.view.projects {
		if !kept[old] {
			gone = append(gone, old)
		}
	}
	v.folders, v.settings, v.projects = folders, st, projects
	for key, p := range v.solo {
		if slices.ContainsFunc(changed, p.dependsOn) {
			gone = append(gone, p)
			v.solo[key] = p.again()
		}
	}
	gone = append(gone, s.solos(v, "")...)
	s.view = v
	s.mu.Unlock()
	s.schedule()
	for _, p := range gone {
		p.close()
	}
	for _, p := range projects {
		if !kept[p] {
			s.configFaults(p)
		}
	}
}

// configFaults shows what is wrong with an aeonc.toml in the file itself.
func (s *Server) configFaults(p *project) {
	file := p.setup.File
	var ds []*diag.Diagnostic
	if p.fault != nil && !p.bySetting {
		ds = append(ds, p.fault)
		if !p.fault.Span.IsZero() {
			file = filepath.Join(p.root, p.fault.Span.Src.Name)
			if filepath.IsAbs(p.fault.Span.Src.Name) {
				file = p.fault.Span.Src.Name
			}
		}
	}
	if file == "" {
		return
	}
	u := uri.File(file)
	s.mu.Lock()
	had := s.published[u]
	s.mu.Unlock()
	if len(ds) == 0 && !had {
		return
	}
	items := s.diagnostics(s.now(), ds)
	s.publish(u, func() *protocol.PublishDiagnosticsParams {
		return &protocol.PublishDiagnosticsParams{URI: u, Diagnostics: items}
	})
}

// faultText is what is wrong with a configuration, and where.
func faultText(d *diag.Diagnostic) string {
	if d.Span.IsZero() {
		return d.Message
	}
	p := d.Span.Pos()
	return fmt.Sprintf("%s:%d:%d: %s", filepath.Base(d.Span.Src.Name), p.Line, p.Column, d.Message)
}

// Initialized asks the client for what it could not say before.
func (s *Server) Initialized(context.Context, *protocol.InitializedParams) error {
	go func() {
		if s.caps.watch {
			s.watchFiles()
		}
		if s.caps.configuration {
			s.fetchSettings()
		}
	}()
	return nil
}

// watchFiles has the client tell of files that change outside of the editor.
func (s *Server) watchFiles() {
	var watchers []any
	for _, glob := range []string{"**/*.aeon", "**/*.ae", "**/" + config.FileName} {
		watchers = append(watchers, map[string]string{"globPattern": glob})
	}
	options, err := json.Marshal(map[string]any{"watchers": watchers})
	if err != nil {
		return // strings can always be encoded
	}
	err = s.client.RegisterCapability(s.ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID: "files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: options,
	}}})
	if err != nil {
		s.log(fmt.Sprintf("the client does not watch files: %v", err))
	}
}

// fetchSettings asks for the settings under "aeonc".
func (s *Server) fetchSettings() {
	section := "aeonc"
	answers, err := s.client.Configuration(s.ctx, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &section}}})
	if err != nil || len(answers) == 0 {
		return // the settings stay as they are
	}
	s.applySettings(answers[0])
}

func (s *Server) applySettings(raw []byte) {
	v := s.now()
	s.install(v.folders, s.readSettings(raw, v.settings), nil)
}

// DidChangeConfiguration takes new settings, or asks for them.
func (s *Server) DidChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	if s.caps.configuration {
		go s.fetchSettings()
		return nil
	}
	s.applySettings(p.Settings)
	return nil
}

// DidChangeWorkspaceFolders opens and closes folders.
func (s *Server) DidChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
	v := s.now()
	var folders []string
	for _, f := range v.folders {
		removed := slices.ContainsFunc(p.Event.Removed, func(r protocol.WorkspaceFolder) bool { return filePath(r.URI) == f })
		if !removed {
			folders = append(folders, f)
		}
	}
	for _, a := range p.Event.Added {
		if path := filePath(a.URI); path != "" && !slices.Contains(folders, path) {
			folders = append(folders, path)
		}
	}
	s.install(folders, v.settings, nil)
	return nil
}

// DidChangeWatchedFiles looks at files that were changed outside of the editor.
func (s *Server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	var paths []string
	for _, c := range p.Changes {
		path := filePath(c.URI)
		if path == "" {
			continue
		}
		paths = append(paths, path)
		if c.Type == protocol.FileChangeTypeDeleted {
			s.deleted(canonical(c.URI))
		}
	}
	s.filesChanged(paths, false)
	return nil
}

// deleted takes back the diagnostics of a file that is no more; those of an open
// document stay, since its text is still there.
func (s *Server) deleted(u uri.URI) {
	s.publish(u, func() *protocol.PublishDiagnosticsParams {
		if s.view.docs[u] != nil || !s.published[u] {
			return nil
		}
		return empty(u)
	})
}

// filesChanged reads the configuration again, which is cheap, and the specs that
// depend on a file that changed. What is open in the editor is as it is there.
func (s *Server) filesChanged(paths []string, saved bool) {
	v := s.now()
	paths = slices.DeleteFunc(paths, func(p string) bool { return !saved && v.open(p) != nil && filepath.Base(p) != config.FileName })
	if len(paths) > 0 {
		s.install(v.folders, v.settings, paths)
	}
}

// Shutdown stops all work; only exit is expected afterwards.
func (s *Server) Shutdown(context.Context) error {
	s.shutdown.Store(true)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.checks {
		c.cancel()
	}
	for _, c := range s.specChecks {
		c.cancel()
	}
	return nil
}

// Exit ends the session.
func (s *Server) Exit(context.Context) error {
	s.stop()
	return nil
}

// SetTrace needs nothing done: what the server has to say goes to its own log.
func (s *Server) SetTrace(context.Context, *protocol.SetTraceParams) error { return nil }

// WorkDoneProgressCancel needs nothing done: no progress is reported.
func (s *Server) WorkDoneProgressCancel(context.Context, *protocol.WorkDoneProgressCancelParams) error {
	return nil
}

// ready refuses requests that come before initialize or after shutdown.
func (s *Server) ready(method string) error {
	switch {
	case method == protocol.MethodInitialize:
	case !s.initialized.Load():
		return jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "initialize was not sent yet")
	case s.shutdown.Load():
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server was told to shut down")
	}
	return nil
}
