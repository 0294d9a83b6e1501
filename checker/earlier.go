package checker

import (
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

// Earlier is what was found out of specs before one of their files changed, for the
// Spec that takes their place: a spec whose text and imports are the same is not read,
// typed and verified again. It is safe for concurrent use.
type Earlier struct {
	// judged is what verdicts depend on besides the specs.
	judged judged
	files  map[string]*parsedFile // by name of the source
	typed  map[*lang.File]*typedModule
	order  []*core.Module

	// engines are those of the Spec, once it is closed.
	engines *shelf

	mu       sync.Mutex // guards verified
	verified map[*core.Module]*verification
}

// shelf holds the engines of a Spec that is closed until the next one takes them: to
// it, most of what their solvers have answered is news as well.
type shelf struct {
	mu   sync.Mutex
	idle []*engine
	open bool
}

// maxShelved bounds the engines that are kept for the next Spec.
const maxShelved = 4

// put leaves an engine; false where nobody will come for it.
func (s *shelf) put(e *engine) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || len(s.idle) == maxShelved {
		return false
	}
	s.idle = append(s.idle, e)
	return true
}

// take takes an engine away, nil where there is none.
func (s *shelf) take(file string) (e *engine) {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle, e = pick(s.idle, file)
	return e
}

// close frees what nobody came for.
func (s *shelf) close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.idle {
		e.session.Close()
	}
	s.idle, s.open = nil, false
}

type judged struct {
	strict, scripts, memo bool
	timeout               time.Duration
	resources             uint32
	solver                *z3.Library
}

type parsedFile struct {
	file  *lang.File
	diags []*diag.Diagnostic
}

// typedModule is a module with what was reported of it alone, and what it was made
// of.
type typedModule struct {
	module  *core.Module
	named   bool
	imports []*core.Module // nil where there was none to be found
	diags   []*diag.Diagnostic
}

// Earlier is what the next Spec of these files may use. It does not wait for a check
// that is going on. The solvers of this Spec go to one that is loaded with it, which
// should be one at most.
func (s *Spec) Earlier() *Earlier {
	s.found.engines.mu.Lock()
	defer s.found.engines.mu.Unlock()
	s.found.engines.open = s.cfg.Memo
	return s.found
}

func newEarlier(cfg Config) *Earlier {
	e := &Earlier{
		engines: &shelf{},
		judged:  judged{cfg.Strict, cfg.WantScripts, cfg.Memo, cfg.Timeout, cfg.Resources, cfg.Solver},
		files:   map[string]*parsedFile{}, typed: map[*lang.File]*typedModule{}, verified: map[*core.Module]*verification{},
	}
	// Solvers live outside Go's memory, and a Spec may never be loaded for them.
	runtime.SetFinalizer(e.engines, (*shelf).close)
	return e
}

// copies are diagnostics of their own: what is done to them for one Spec (their
// severity, repairs) is not done for another.
func copies(ds []*diag.Diagnostic) []*diag.Diagnostic {
	out := make([]*diag.Diagnostic, len(ds))
	for i, d := range ds {
		e := *d
		out[i] = &e
	}
	return out
}

// parse is lang.Parse, or what it gave for the same text before. What changed in a text
// is read again, declaration by declaration.
func (s *Spec) parse(src *diag.Source) (*lang.File, []*diag.Diagnostic) {
	if !s.cfg.Memo {
		return lang.Parse(src)
	}
	p := s.before.parsed(src.Name)
	switch {
	case p == nil:
		p = &parsedFile{}
		p.file, p.diags = lang.ParseAfter(src, nil)
	case p.file.Source.Text != src.Text:
		old := p.file
		p = &parsedFile{}
		p.file, p.diags = lang.ParseAfter(src, old)
	}
	s.found.files[src.Name] = p
	return p.file, copies(p.diags)
}

func (e *Earlier) parsed(name string) *parsedFile {
	if e == nil {
		return nil
	}
	return e.files[name]
}

// typed is the module with its own diagnostics, made by makeIt unless it was made of the
// same before.
func (s *Spec) typed(m *load.Module, done map[*load.Module]*core.Module, makeIt func() (*core.Module, []*diag.Diagnostic)) (*core.Module, []*diag.Diagnostic) {
	var imports []*core.Module
	for _, i := range m.Imports {
		imports = append(imports, done[i.Target])
	}
	var t *typedModule
	if e := s.before; e != nil && e.judged == s.found.judged {
		if have := e.typed[m.File]; have != nil && have.module.Name == m.Name && have.named == m.Named && slices.Equal(have.imports, imports) {
			t = have
		}
	}
	if t == nil {
		t = &typedModule{named: m.Named, imports: imports}
		t.module, t.diags = makeIt()
	}
	s.found.typed[m.File] = t
	s.found.order = append(s.found.order, t.module)
	return t.module, copies(t.diags)
}

// takeOver takes what was verified of the modules that are the same. The labels of
// all specs are part of every encoding, so they have to be the same too; and where a
// module has loops, whose candidates come from all specs, has examples, which are held to
// all, or has something to report, which speaks in the measures of all, all have to be.
func (s *Spec) takeOver() {
	e := s.before
	if e == nil || e.judged != s.found.judged || !slices.Equal(labelsOf(e.order), labelsOf(s.modules)) {
		return
	}
	same := slices.Equal(e.order, s.modules)
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range s.modules {
		if v := e.verified[m]; v != nil && !v.failed && (same || !v.contextual && len(m.Examples) == 0 && len(v.diags) == 0) {
			s.found.verified[m] = v
		}
	}
}

func labelsOf(ms []*core.Module) []*core.Global {
	var out []*core.Global
	for _, m := range ms {
		for _, g := range m.Globals {
			if g.Taint || g.Prompt {
				out = append(out, g)
			}
		}
	}
	return out
}

// hasLoop reports whether a condition has an invariant to be found.
func hasLoop(v *vc.VC) bool {
	return slices.ContainsFunc(v.Steps, func(s vc.Step) bool {
		_, ok := s.(*vc.Region)
		return ok
	})
}

// verifiedModule is what is known of a module, nil where it was not verified.
func (e *Earlier) verifiedModule(m *core.Module) *verification {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.verified[m]
}

func (e *Earlier) keep(m *core.Module, v *verification) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.verified[m] = v
}
