package lsp

import (
	"context"
	"encoding/json"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/aeonc/aeonc/lang/diag"
)

// explained is where the page of a code can be read; the code and ".md" follow.
const explained = "https://github.com/aeonc/aeonc/blob/main/cmd/aeonc/explain/"

// location is a span on the wire; false where the span is in no file.
func (s *Server) location(v *view, span diag.Span) (protocol.Location, bool) {
	if span.IsZero() {
		return protocol.Location{}, false
	}
	u, ok := v.uriOf(span.Src)
	return protocol.Location{URI: u, Range: s.encoding.Range(span)}, ok
}

// uriOf is the URI of a source, as the client spells it where it is open.
func (v *view) uriOf(src *diag.Source) (uri.URI, bool) {
	for _, d := range v.docs {
		if src.Name == d.file() || src.Name == string(d.key) {
			return d.sent, true
		}
	}
	path := src.Name
	if !strings.ContainsAny(path, `/\`) {
		if path = builtinFile(src); path == "" {
			return "", false
		}
		if d := v.open(path); d != nil {
			return d.sent, true
		}
	}
	return uri.File(path), true
}

// diagnostics puts what was found into the terms of the protocol. It is never
// nil: an empty list is how a client is told that nothing is wrong any more.
func (s *Server) diagnostics(v *view, ds []*diag.Diagnostic) []protocol.Diagnostic {
	out := make([]protocol.Diagnostic, 0, len(ds))
	for _, d := range ds {
		out = append(out, s.diagnostic(v, d))
	}
	return out
}

func (s *Server) diagnostic(v *view, d *diag.Diagnostic) protocol.Diagnostic {
	out := protocol.Diagnostic{
		Range:    s.encoding.Range(d.Span),
		Severity: protocol.DiagnosticSeverityError,
		Source:   protocol.NewOptional("aeonc"),
		Message:  protocol.String(message(d)),
	}
	if d.Severity == diag.Warning {
		out.Severity = protocol.DiagnosticSeverityWarning
	}
	if d.Code != "" {
		out.Code = protocol.String(d.Code)
		out.CodeDescription = protocol.CodeDescription{Href: uri.URI(explained + string(d.Code) + ".md")}
	}
	if d.Code == "AE306" {
		out.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary)
	}
	relate := func(span diag.Span, text string) {
		if at, ok := s.location(v, span); ok {
			out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: at, Message: text})
		}
	}
	for _, r := range d.Related {
		relate(r.Span, r.Message)
	}
	for _, t := range d.Trace {
		relate(t.Span, string(t.Role)+": "+t.Message)
	}
	out.Data = s.data(v, d)
	return out
}

// place is a location as the server's own messages have it.
type place struct {
	URI   uri.URI        `json:"uri"`
	Range protocol.Range `json:"range"`
}

// data is what a client gets with a diagnostic besides what the protocol knows:
// the trace, step by step.
func (s *Server) data(v *view, d *diag.Diagnostic) []byte {
	type step struct {
		Role     string `json:"role"`
		Message  string `json:"message"`
		Location place  `json:"location"`
	}
	var steps []step
	for _, t := range d.Trace {
		if at, ok := s.location(v, t.Span); ok {
			steps = append(steps, step{string(t.Role), t.Message, place(at)})
		}
	}
	if len(steps) == 0 {
		return nil
	}
	raw, err := json.Marshal(map[string]any{"trace": steps})
	if err != nil {
		return nil // strings and numbers can always be encoded
	}
	return raw
}

// message is the text of a diagnostic: what is wrong, what its author says of it,
// a counterexample, and what to do.
func message(d *diag.Diagnostic) string {
	var b strings.Builder
	b.WriteString(d.Message)
	if d.Advice != "" {
		b.WriteString("\n" + d.Advice)
	}
	for i, c := range d.Counterexample {
		if i == 0 {
			b.WriteString("\nfor example when")
		}
		b.WriteString("\n  " + c.Name + ": " + c.Value)
	}
	for _, n := range d.Notes {
		b.WriteString("\n" + n)
	}
	return b.String()
}

// publishCheck gives the client what a check found, unless the document has
// changed since.
func (s *Server) publishCheck(c *check) {
	s.mu.Lock()
	last := s.checks[c.doc.key] == c
	s.mu.Unlock()
	if !last {
		return // the document has changed: what is said next is of the new text
	}
	s.announce(c)
	if s.caps.pull {
		return // the client asks
	}
	items := s.diagnostics(c.view, c.outcome.diags)
	s.publish(c.doc.key, func() *protocol.PublishDiagnosticsParams {
		if s.checks[c.doc.key] != c {
			return nil
		}
		return &protocol.PublishDiagnosticsParams{URI: c.doc.sent, Version: protocol.NewOptional(c.doc.version), Diagnostics: items}
	})
}

// publishSpecs gives the client what is wrong with those specs of a project that
// are not open; those that are open have a check of their own.
func (s *Server) publishSpecs(p *project, c *specCheck) {
	v := s.now()
	found := map[string][]*diag.Diagnostic{}
	for _, d := range c.result.Diagnostics {
		if !d.Span.IsZero() {
			found[d.Span.Src.Name] = append(found[d.Span.Src.Name], d)
		}
	}
	current := map[uri.URI]bool{}
	for path, ds := range found {
		if p.specs[path] == nil || v.open(path) != nil {
			continue
		}
		u := uri.File(path)
		current[u] = true
		items := s.diagnostics(v, ds)
		s.publish(u, func() *protocol.PublishDiagnosticsParams {
			if s.specChecks[p] != c || s.view.docs[u] != nil {
				return nil
			}
			return &protocol.PublishDiagnosticsParams{URI: u, Diagnostics: items}
		})
	}
	s.mu.Lock()
	var stale []uri.URI
	for u := range s.published {
		if !current[u] && s.view.docs[u] == nil && p.specs[filePath(u)] != nil || s.view.ownerless(u) {
			stale = append(stale, u)
		}
	}
	s.mu.Unlock()
	for _, u := range stale {
		s.publish(u, func() *protocol.PublishDiagnosticsParams { return empty(u) })
	}
	s.refresh()
}

// refresh has the client ask again for what it shows of every document: the specs
// have changed. A client that cannot says so, and that is all.
func (s *Server) refresh() {
	go func() {
		for _, r := range []struct {
			can bool
			ask func(context.Context) error
		}{
			{s.caps.pullRefresh, s.client.DiagnosticRefresh}, {s.caps.hintRefresh, s.client.InlayHintRefresh},
			{s.caps.lensRefresh, s.client.CodeLensRefresh}, {s.caps.tokenRefresh, s.client.SemanticTokensRefresh},
		} {
			if r.can {
				_ = r.ask(s.ctx)
			}
		}
	}()
}

// ownerless reports whether a file that has diagnostics is neither open nor a
// spec of any project.
func (v *view) ownerless(u uri.URI) bool {
	if v.docs[u] != nil {
		return false
	}
	for _, p := range v.projects {
		if !p.ready.Load() || p.specs[filePath(u)] != nil {
			return false
		}
	}
	return true
}

// publish sends diagnostics, in the order in which they came to be; what they are
// is decided at the last moment, and may be nothing.
func (s *Server) publish(key uri.URI, decide func() *protocol.PublishDiagnosticsParams) {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	s.mu.Lock()
	p := decide()
	if p != nil {
		if len(p.Diagnostics) > 0 {
			s.published[key] = true
		} else {
			delete(s.published, key)
		}
	}
	s.mu.Unlock()
	if p != nil {
		_ = s.client.PublishDiagnostics(s.ctx, p) // a client that is gone needs none
	}
}

func empty(u uri.URI) *protocol.PublishDiagnosticsParams {
	return &protocol.PublishDiagnosticsParams{URI: u, Diagnostics: []protocol.Diagnostic{}}
}

// clear takes back the diagnostics of a document that was closed. A spec keeps
// those of its file.
func (s *Server) clear(d *document) {
	s.publish(d.key, func() *protocol.PublishDiagnosticsParams {
		if s.view.docs[d.key] != nil {
			return nil
		}
		return empty(d.sent)
	})
	s.mu.Lock()
	checks := map[*project]*specCheck{}
	for p, c := range s.specChecks {
		if p.ready.Load() && p.specs[d.path] != nil {
			checks[p] = c
		}
	}
	s.mu.Unlock()
	for p, c := range checks {
		select {
		case <-c.done:
			if c.result != nil {
				s.publishSpecs(p, c)
			}
		default: // it will publish when it is done
		}
	}
}

// Diagnostic answers a client that asks for diagnostics itself.
func (s *Server) Diagnostic(ctx context.Context, p *protocol.DocumentDiagnosticParams) (protocol.DocumentDiagnosticReport, error) {
	v := s.at(ctx)
	d := v.doc(p.TextDocument.URI)
	if d == nil {
		return &protocol.RelatedFullDocumentDiagnosticReport{FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{
			Kind: "full", Items: []protocol.Diagnostic{},
		}}, nil
	}
	c := s.await(ctx, d)
	if c == nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, superseded()
	}
	if p.PreviousResultID != nil && *p.PreviousResultID == c.id {
		return &protocol.RelatedUnchangedDocumentDiagnosticReport{UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{
			Kind: "unchanged", ResultID: c.id,
		}}, nil
	}
	return &protocol.RelatedFullDocumentDiagnosticReport{FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{
		Kind: "full", ResultID: &c.id, Items: s.diagnostics(c.view, c.outcome.diags),
	}}, nil
}

// superseded tells a client to ask again: the document has changed meanwhile.
func superseded() error {
	const serverCancelled = -32802
	e := jsonrpc2.NewError(serverCancelled, "the document has changed")
	e.Data = jsonrpc2.RawMessage(`{"retriggerRequest":true}`)
	return e
}
