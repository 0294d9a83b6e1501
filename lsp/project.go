package lsp

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/config"
	"github.com/aeonc/aeonc/lang/diag"
)

// project is a folder with the specs that are in force in it, as they are at one
// moment: when one of them changes, a new project takes its place.
type project struct {
	server *Server
	root   string
	setup  setup
	// fault is what is wrong with the configuration: with a file, or with the client's
	// settings.
	fault     *diag.Diagnostic
	bySetting bool
	// solo is the path of the only spec of a project that is made for it.
	solo string
	// replaced are texts that stand for files in an experiment, by path.
	replaced map[string]string

	once   sync.Once
	spec   *checker.Spec
	specs  map[string]*checker.Reading // by path
	all    []*checker.Reading          // built-in ones included
	ready  atomic.Bool                 // loaded
	closed atomic.Bool

	mu sync.Mutex // guards what follows
	// earlier is what is known of the specs as they were before, until they are
	// loaded.
	earlier *checker.Earlier
	// asked are the paths whose text, or absence, the specs depend on.
	asked map[string]bool
}

// setup is what a project's configuration and the client's settings say together.
type setup struct {
	File     string // the aeonc.toml, "" where there is none
	Specs    []string
	SpecPath []string
	Contract string
	Strict   bool
	Limit    time.Duration
}

func newProject(s *Server, root string) *project {
	return &project{server: s, root: root, asked: map[string]bool{}}
}

// configure reads the configuration that a folder is under: the nearest
// aeonc.toml from the folder upwards, then what the client's settings replace.
func (s *Server) configure(root string, st settings) *project {
	p := newProject(s, root)
	o := config.Options{Read: p.readFile, Name: filepath.Clean, Formats: s.Formats}
	c, fault := config.Find(root, o)
	if fault != nil {
		p.fault = fault
		p.setup.File = filepath.Join(root, config.FileName)
		return p
	}
	p.setup = setup{File: c.File, Specs: c.Specs, SpecPath: c.SpecPath, Contract: c.Contract, Strict: c.Strict, Limit: c.Limit}
	if len(st.Specs) > 0 {
		p.setup.Specs, p.fault = o.Expand(root, "the setting aeonc.specs", st.Specs)
	}
	for _, dir := range st.SpecPath {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(root, dir)
		}
		p.setup.SpecPath = append(p.setup.SpecPath, dir)
	}
	if st.Contract != "" {
		p.setup.Contract = st.Contract
	}
	if st.Strict != nil {
		p.setup.Strict = *st.Strict
	}
	if st.Timeout != "" && p.fault == nil {
		p.setup.Limit, p.fault = config.Duration("the setting aeonc.timeout", st.Timeout)
	}
	p.bySetting = p.fault != nil
	for _, dir := range filepath.SplitList(os.Getenv("AEONPATH")) {
		if dir != "" {
			p.setup.SpecPath = append(p.setup.SpecPath, dir)
		}
	}
	return p
}

// same reports whether two projects are configured alike, so that what was
// loaded for one holds for the other.
func (p *project) same(q *project) bool {
	return p.root == q.root && reflect.DeepEqual(p.setup, q.setup) && (p.fault == nil) == (q.fault == nil) &&
		(p.fault == nil || p.fault.Error() == q.fault.Error())
}

// again is the project with its files read anew.
func (p *project) again() *project {
	q := newProject(p.server, p.root)
	q.setup, q.fault, q.bySetting, q.solo = p.setup, p.fault, p.bySetting, p.solo
	q.earlier = p.known()
	return q
}

// known is what has been found out of the specs so far.
func (p *project) known() *checker.Earlier {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ready.Load() {
		return p.spec.Earlier()
	}
	return p.earlier
}

// readFile reads a file of the specs: what is open in the editor counts, saved or
// not. The path is noted before the text is taken from the newest view: an edit
// after that makes a new project, one before it is seen here.
func (p *project) readFile(path string) (string, error) {
	path = filepath.Clean(path)
	p.mu.Lock()
	p.asked[path] = true
	p.mu.Unlock()
	if text, ok := p.replaced[path]; ok {
		return text, nil
	}
	v := p.server.now()
	if d := v.open(path); d != nil {
		return d.src.Text, nil
	}
	if p.solo == path {
		for _, d := range v.docs {
			if d.file() == path {
				return d.src.Text, nil
			}
		}
	}
	return readText(path)
}

// readText reads a file up to one byte over the size limit, by which the checker
// sees that it is over it.
func readText(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, load.MaxFileSize+1))
	return string(text), err
}

// load reads the specs the first time it is called.
func (p *project) load() *checker.Spec {
	p.once.Do(func() {
		lib, err := p.server.solver()
		p.spec = checker.Load(context.Background(), checker.Config{
			Specs: p.setup.Specs, SpecPath: p.setup.SpecPath, ReadFile: p.readFile,
			Builtin: p.server.Builtin, BuiltinNames: p.server.BuiltinNames,
			Solver: lib, SolverError: err, Strict: p.setup.Strict, Timeout: p.setup.Limit, Memo: true,
			Earlier: p.known(),
		})
		p.specs = map[string]*checker.Reading{}
		p.all = p.spec.Readings()
		for _, r := range p.all {
			if r.Path != "" {
				p.specs[filepath.Clean(r.Path)] = r
			}
		}
		p.mu.Lock()
		p.earlier = nil
		p.ready.Store(true)
		p.mu.Unlock()
		if p.closed.Load() {
			p.spec.Close()
		}
	})
	return p.spec
}

// dependsOn reports whether the specs change, or may be found, when a file
// changes.
func (p *project) dependsOn(path string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return path != "" && p.asked[path]
}

// close frees the solvers of a project that is no longer in use; a check that
// still goes on frees its own when it is done.
func (p *project) close() {
	p.closed.Store(true)
	if p.ready.Load() {
		p.spec.Close()
	}
}

// read reads a document under the project: as the spec that it is, or as a plan.
func (p *project) read(d *document) *checker.Reading {
	spec := p.load()
	if r := p.specs[d.file()]; r != nil && r.File.Source.Text == d.src.Text {
		return r
	}
	if isBuiltinFile(d.path) {
		for _, r := range p.all {
			if r.Path == "" && r.File.Source.Text == d.src.Text {
				return r
			}
		}
	}
	return spec.ReadPlan(d.src, p.setup.Contract)
}

// file is the path under which a project may know the document as a spec; one
// that stands for a document without a file names no file that there could be.
func (d *document) file() string {
	if d.path != "" {
		return d.path
	}
	return filepath.Join(string(filepath.Separator), "unsaved:", fmt.Sprintf("u%x.aeon", string(d.key)))
}

// role says how a document is judged.
type role int

const (
	// plan: as `aeonc check` judges what was not named as a spec.
	rolePlan role = iota
	// roleSpec: it is in force.
	roleSpec
	// roleSolo: it declares what only specs can, and no spec is configured: it is
	// judged as a spec, and is in force for nothing.
	roleSolo
	// roleUnchecked: no spec is configured, so nothing can be said of a plan.
	roleUnchecked
	// roleBuiltin: it is the text of a spec that is part of aeonc.
	roleBuiltin
)

// place finds the project that a document belongs to, and its role there.
func (v *view) place(d *document) (*project, role) {
	p := v.folder(d)
	p.load()
	if isBuiltinFile(d.path) {
		return p, roleBuiltin
	}
	if p.specs[d.file()] != nil {
		return p, roleSpec
	}
	if len(p.setup.Specs) > 0 || p.fault != nil {
		return p, rolePlan
	}
	if solo := v.solo[d.key]; solo != nil {
		return solo, roleSolo
	}
	return p, roleUnchecked
}

// folder is the project of the innermost folder that holds a document; what lies
// in none belongs to the first.
func (v *view) folder(d *document) *project {
	best := v.projects[0]
	for _, p := range v.projects {
		if within(p.root, d.path) && (len(p.root) > len(best.root) || !within(best.root, d.path)) {
			best = p
		}
	}
	return best
}

func within(dir, path string) bool {
	if path == "" {
		return false
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
