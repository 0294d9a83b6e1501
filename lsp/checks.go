package lsp

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"time"

	"go.lsp.dev/uri"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// check is the check of one version of a document under one state of its specs.
type check struct {
	doc  *document
	view *view
	// project and role are worked out in the background: that may read the specs.
	project *project
	role    role

	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{} // closed when the check is over, or broken off
	id     string
	// outcome is nil where the check was broken off.
	outcome *outcome

	mu   sync.Mutex // guards what follows
	kept *checker.Inspection

	repairing sync.Mutex // guards repairs
	// repairs are the diagnostics with what mends them, once that was looked for.
	repairs []*diag.Diagnostic
}

// outcome is what a check found.
type outcome struct {
	// diags are about the document; others are about what it depends on.
	diags       []*diag.Diagnostic
	result      *checker.Result // nil where nothing was checked
	obligations []checker.Obligation
	elapsed     time.Duration
}

// specCheck is the check of the specs of a project.
type specCheck struct {
	done   chan struct{}
	cancel context.CancelFunc
	result *checker.Result // nil where it was broken off
}

// schedule brings the checks in line with the current view: what changed, or
// depends on what changed, is checked again, and nothing else.
func (s *Server) schedule() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.view.projects) == 0 {
		return // not introduced yet
	}
	current := map[*project]bool{}
	for _, p := range s.view.projects {
		current[p] = len(p.setup.Specs) > 0
	}
	for _, p := range s.view.solo {
		current[p] = true
	}
	for p, c := range s.specChecks {
		if !current[p] {
			c.cancel()
			delete(s.specChecks, p)
		}
	}
	for p, has := range current {
		if has && s.specChecks[p] == nil {
			s.startSpecs(p)
		}
	}
	for _, d := range s.view.docs {
		s.start(d)
	}
}

// start checks a document unless that very check is there already. s.mu is held.
func (s *Server) start(d *document) *check {
	old := s.checks[d.key]
	if old != nil && old.doc == d && old.still(s.view) {
		return old
	}
	s.serial++
	c := &check{doc: d, view: s.view, done: make(chan struct{}), id: strconv.FormatInt(s.serial, 10)}
	c.ctx, c.cancel = context.WithCancel(s.ctx)
	s.checks[d.key] = c
	if old != nil {
		old.cancel()
	}
	go s.runCheck(c, old)
	return c
}

// still reports whether what the check depends on is as it was.
func (c *check) still(v *view) bool {
	return c.view == v || c.view.folder(c.doc) == v.folder(c.doc) && c.view.solo[c.doc.key] == v.solo[c.doc.key]
}

// runCheck carries a check out and publishes what it found. The check that it
// takes the place of ends first, so that one document never uses two solvers.
func (s *Server) runCheck(c, old *check) {
	defer close(c.done)
	defer c.cancel()
	if old != nil {
		<-old.done
		s.retire(old)
	}
	select {
	case s.work <- struct{}{}:
		defer func() { <-s.work }()
	case <-c.ctx.Done():
		return
	}
	out := s.guarded(c)
	if out == nil || c.ctx.Err() != nil {
		return
	}
	c.outcome = out
	s.publishCheck(c)
}

// guarded turns a panic of a check into a diagnostic: the document is then not
// verified, and says so.
func (s *Server) guarded(c *check) (out *outcome) {
	defer func() {
		if r := recover(); r != nil {
			s.log(fmt.Sprintf("checking %s failed: %v\n%s", c.doc.key, r, debug.Stack()))
			out = &outcome{result: &checker.Result{Verdict: checker.Failed}, diags: []*diag.Diagnostic{diag.New(diag.Span{}, internalError, r)}}
		}
	}()
	if c.project, c.role = c.view.place(c.doc); c.ctx.Err() != nil {
		return nil
	}
	s.announce(c)
	switch c.role {
	case roleSpec, roleSolo:
		return s.specOutcome(c)
	case roleUnchecked:
		return unchecked(c.doc)
	case roleBuiltin:
		return &outcome{}
	}
	return s.planOutcome(c)
}

// planOutcome checks a plan.
func (s *Server) planOutcome(c *check) *outcome {
	p := c.project
	if p.fault != nil {
		return &outcome{diags: append(syntax(c.doc), diag.New(diag.Span{}, configFault, faultText(p.fault)))}
	}
	kept := p.load().Inspect(c.ctx, checker.PlanInput{Source: c.doc.src, Contract: p.setup.Contract})
	c.mu.Lock()
	c.kept = kept
	c.mu.Unlock()
	s.keep(c)
	if c.ctx.Err() != nil {
		kept.Close()
		return nil
	}
	out := &outcome{result: kept.Result, elapsed: kept.Elapsed, obligations: kept.Obligations}
	var elsewhere []*diag.Diagnostic
	for _, d := range kept.Diagnostics {
		if d.Span.IsZero() || d.Span.Src == c.doc.src {
			out.diags = append(out.diags, d)
		} else if d.Severity == diag.Error {
			elsewhere = append(elsewhere, d)
		}
	}
	if len(elsewhere) > 0 {
		d := diag.New(diag.Span{}, specFaulty, len(elsewhere))
		for _, e := range elsewhere[:min(len(elsewhere), 5)] {
			d.With(e.Span, "%s: %s", e.Code, e.Message)
		}
		out.diags = append(out.diags, d)
	}
	return out
}

// unchecked is what can be said of a plan where no spec is configured.
func unchecked(d *document) *outcome {
	return &outcome{diags: append(syntax(d), diag.New(diag.Span{}, noSpecs).
		Note("list it under specs in an aeonc.toml in the workspace's folder or above it, or in the setting aeonc.specs").
		Note("a plan's own imports put no spec in force: what a plan is held to is not for the plan to say"))}
}

func syntax(d *document) []*diag.Diagnostic {
	_, ds := lang.Parse(d.src)
	return ds
}

// specOutcome waits for the check of the specs, of which the document is one.
func (s *Server) specOutcome(c *check) *outcome {
	s.mu.Lock()
	sc := s.specChecks[c.project]
	s.mu.Unlock()
	if sc == nil {
		return nil // the specs have changed since
	}
	<-s.work // the check that is waited for needs room
	select {
	case <-sc.done:
	case <-c.ctx.Done():
	}
	s.work <- struct{}{}
	if sc.result == nil || c.ctx.Err() != nil {
		return nil
	}
	own := c.project.specs[c.doc.file()]
	out := &outcome{result: sc.result, elapsed: sc.result.Elapsed}
	for _, d := range sc.result.Diagnostics {
		if d.Span.IsZero() || own != nil && d.Span.Src == own.File.Source {
			out.diags = append(out.diags, d)
		}
	}
	for _, o := range sc.result.Obligations {
		if own != nil && o.At.Src == own.File.Source {
			out.obligations = append(out.obligations, o)
		}
	}
	return out
}

// startSpecs checks the specs of a project. s.mu is held.
func (s *Server) startSpecs(p *project) {
	ctx, cancel := context.WithCancel(s.ctx)
	c := &specCheck{done: make(chan struct{}), cancel: cancel}
	s.specChecks[p] = c
	go func() {
		defer close(c.done)
		defer cancel()
		defer func() {
			if r := recover(); r != nil {
				s.log(fmt.Sprintf("checking the specs failed: %v\n%s", r, debug.Stack()))
				c.result = &checker.Result{Verdict: checker.Failed, Diagnostics: []*diag.Diagnostic{diag.New(diag.Span{}, internalError, r)}}
			}
		}()
		select {
		case s.work <- struct{}{}:
			defer func() { <-s.work }()
		case <-ctx.Done():
			return
		}
		r := p.load().Check(ctx)
		if ctx.Err() != nil {
			return
		}
		c.result = r
		s.publishSpecs(p, c)
	}()
}

// maxKept bounds how many documents keep the solver of their last check.
const maxKept = 6

// keep notes that a check has kept its solver, and frees the one that was kept
// longest where there are too many.
func (s *Server) keep(c *check) {
	s.mu.Lock()
	s.kept = append(s.kept, c)
	var oldest *check
	if len(s.kept) > maxKept {
		oldest, s.kept = s.kept[0], slices.Clone(s.kept[1:])
	}
	s.mu.Unlock()
	if oldest != nil {
		oldest.free()
	}
}

// free gives the solver of a check back. What is asked of it later, it has
// forgotten.
func (c *check) free() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept != nil {
		c.kept.Close()
		c.kept = nil
	}
}

// retire frees the solver of a check that another one has taken the place of.
func (s *Server) retire(c *check) {
	c.free()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = slices.DeleteFunc(s.kept, func(k *check) bool { return k == c })
}

// inspection is the check's solver, nil where there is none. One that was given
// back is made again, as long as the check is the document's last.
func (s *Server) inspection(ctx context.Context, c *check) *checker.Inspection {
	c.mu.Lock()
	kept := c.kept
	c.mu.Unlock()
	if kept != nil || c.role != rolePlan || c.outcome == nil || c.outcome.result == nil {
		return kept
	}
	kept = c.project.load().Inspect(ctx, checker.PlanInput{Source: c.doc.src, Contract: c.project.setup.Contract})
	s.mu.Lock()
	last := s.checks[c.doc.key] == c
	s.mu.Unlock()
	c.mu.Lock()
	if ctx.Err() != nil || !last || c.kept != nil {
		kept.Close()
		kept = c.kept
	}
	added := c.kept != kept
	c.kept = kept
	c.mu.Unlock()
	if added {
		s.keep(c)
	}
	return kept
}

// await is the finished check of the version of a document that a request is
// about; nil where it was broken off, or the document has changed since.
func (s *Server) await(ctx context.Context, d *document) *check {
	s.mu.Lock()
	c := s.checks[d.key]
	if s.view.docs[d.key] == d {
		c = s.start(d)
	}
	s.mu.Unlock()
	if c == nil || c.doc != d {
		return nil
	}
	select {
	case <-c.done:
	case <-ctx.Done():
		return nil
	}
	if c.outcome == nil {
		return nil
	}
	return c
}

// forget ends the check of a document that was closed and takes its diagnostics
// back.
func (s *Server) forget(d *document) {
	s.mu.Lock()
	c := s.checks[d.key]
	if s.view.docs[d.key] == nil {
		delete(s.checks, d.key)
	}
	s.mu.Unlock()
	if c == nil {
		return
	}
	c.cancel()
	go func() {
		<-c.done
		s.retire(c)
	}()
	s.clear(d)
}

// change makes a new view in which one document is another, and has what depends
// on it checked.
func (s *Server) change(key uri.URI, edit func(*view)) {
	s.mu.Lock()
	old := s.view
	v := old.edit()
	edit(v)
	var gone []*project
	if len(v.projects) > 0 {
		path := filePath(key)
		for i, p := range v.projects {
			if p.dependsOn(path) {
				v.projects[i] = p.again()
				gone = append(gone, p)
			}
		}
		gone = append(gone, s.solos(v, key)...)
	}
	s.view = v
	s.mu.Unlock()
	s.schedule()
	for _, p := range gone {
		p.close()
	}
}

// solos brings the projects of specs that no configuration mentions in line with
// the documents, of which one has changed, and returns those that are no more.
func (s *Server) solos(v *view, changed uri.URI) (gone []*project) {
	solo := map[uri.URI]*project{}
	for key, d := range v.docs {
		p, have := v.folder(d), v.solo[key]
		if len(p.setup.Specs) > 0 || p.fault != nil {
			continue
		}
		if have != nil && key != changed && !have.dependsOn(filePath(changed)) {
			solo[key] = have
			continue
		}
		if have == nil && key != changed && s.checks[key] != nil && s.checks[key].still(v) {
			continue // looked at before
		}
		if f, _ := lang.Parse(d.src); !declaresSpec(f) {
			continue
		}
		q := newProject(s, p.root)
		q.setup, q.solo = p.setup, d.file()
		q.setup.Specs = []string{d.file()}
		if have != nil {
			q.earlier = have.known()
		}
		solo[key] = q
	}
	for key, p := range v.solo {
		if solo[key] != p {
			gone = append(gone, p)
		}
	}
	v.solo = solo
	return gone
}
