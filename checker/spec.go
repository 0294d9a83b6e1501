package checker

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/elab"
	"github.com/aeonc/aeonc/checker/linear"
	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/checker/termination"
	"github.com/aeonc/aeonc/checker/trust"
	"github.com/aeonc/aeonc/lang/diag"
)

// Spec is a set of loaded specs. It is immutable after Load and safe for
// concurrent use.
type Spec struct {
	// Diagnostics are what reading, resolving, typing and the linear discipline
	// found; what the solver finds is part of Check and CheckPlan.
	Diagnostics []*diag.Diagnostic

	cfg      Config
	program  *load.Program
	world    *elab.World
	modules  []*core.Module
	named    []*core.Module
	reserved trust.Reserved
	inputs   []Input
	// allowances are the lints that comments allow; which of them are used is known
	// once everything was verified.
	allowances []*allowance
	// unusable: a spec could not be read or is not there.
	unusable bool

	engines engines
	// before is what is known of the specs that this one takes the place of, while
	// it is being loaded; found is the same for the next one.
	before, found *Earlier
	// inherited are the solvers of the one before.
	inherited *shelf
	verifying sync.Mutex // is held while the specs are verified
}

// Warm begins to make what every check of the process needs, whatever the specs
// are. A caller that has something to do before Load may call it first.
func Warm() { go elab.Builtins() }

// Load reads, parses, resolves and types the specs of a configuration.
func Load(ctx context.Context, cfg Config) *Spec {
	s := &Spec{cfg: cfg, before: cfg.Earlier, found: newEarlier(cfg)}
	s.cfg.Earlier = nil
	if e := s.before; e != nil && e.judged == s.found.judged && cfg.Memo {
		s.inherited = e.engines
	} else {
		s.engines.prepare(cfg)
	}
	s.world = elab.Builtins()
	// Solvers live outside Go's memory; a Spec that is dropped without Close must
	// not keep them.
	runtime.SetFinalizer(s, (*Spec).Close)
	s.program = load.Load(load.Options{
		Specs: cfg.Specs, SpecPath: cfg.SpecPath, ReadFile: cfg.ReadFile, Builtin: cfg.Builtin, Parse: s.parse,
		BuiltinNames: cfg.BuiltinNames, Language: elab.ReservedTypes(),
	})
	// Who reads the files may hold the Spec, and what is in a circle with a
	// finalizer is never freed.
	s.cfg.ReadFile, s.cfg.Builtin = nil, nil
	s.Diagnostics = append(s.Diagnostics, s.program.Diagnostics...)
	for _, d := range s.program.Diagnostics {
		switch d.Code {
		case "AE903", "AE904":
			s.unusable = true
		}
	}
	for _, in := range s.program.Inputs() {
		s.inputs = append(s.inputs, Input(in))
	}
	s.reserved = trust.ReservedBy(s.program, elab.ReservedTypes())
	s.elaborate()
	s.Diagnostics = diag.Sort(s.allowed(s.Diagnostics))
	s.takeOver()
	s.before = nil
	return s
}

// elaborate types every module, imports first, and holds it to the rules that
// need no solver.
func (s *Spec) elaborate() {
	done := map[*load.Module]*core.Module{}
	broken := map[*load.Module]bool{}
	for _, d := range s.program.Diagnostics {
		for _, m := range s.program.Modules {
			if d.Span.Src == m.Source && d.Severity == diag.Error {
				broken[m] = true
			}
		}
	}
	for _, m := range s.program.Modules {
		in := elab.ModuleInput{Name: m.Name, File: m.File, Named: m.Named}
		for _, e := range m.Imports {
			im := elab.ImportedModule{Decl: e.Decl}
			if e.Target != nil {
				im.Module = done[e.Target]
				im.Reexport = m.Builtin && e.Target.Builtin && e.Decl.Open
				broken[m] = broken[m] || broken[e.Target]
			} else {
				broken[m] = true
			}
			in.Imports = append(in.Imports, im)
		}
		allows, ds := allowances(m.File)
		s.allowances = append(s.allowances, allows...)
		for _, d := range ds {
			s.lintSeverity(d)
		}
		module, found := s.typed(m, done, func() (*core.Module, []*diag.Diagnostic) {
			ds := trust.CheckSpecDecorators(m.File)
			module, found := s.world.Module(in)
			return module, append(append(ds, found...), s.discipline(module)...)
		})
		ds = append(ds, found...)
		if broken[m] {
			ds = consequencesDropped(ds)
		}
		s.Diagnostics = append(s.Diagnostics, ds...)
		done[m] = module
		s.modules = append(s.modules, module)
		if m.Named {
			s.named = append(s.named, module)
		}
	}
	spoken := spokenOf(s.modules)
	for _, m := range s.named {
		for _, d := range s.lint(m, spoken) {
			s.Diagnostics = append(s.Diagnostics, s.lintSeverity(d))
		}
	}
	s.Diagnostics = append(s.Diagnostics, exportedTwice(s.named)...)
}

// consequencesDropped removes what a declaration that did not parse, or a
// module that was not found, can cause elsewhere: names that seem unknown.
func consequencesDropped(ds []*diag.Diagnostic) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, d := range ds {
		if d.Code != "AE201" && d.Code != "AE205" {
			out = append(out, d)
		}
	}
	return out
}

// discipline holds a module to linearity, positivity and the minting lint, and
// warns of holes.
func (s *Spec) discipline(m *core.Module) []*diag.Diagnostic {
	var ds []*diag.Diagnostic
	for _, c := range m.Cons {
		ds = append(ds, termination.Positivity(c)...)
	}
	for _, g := range m.Globals {
		ds = append(ds, linear.Signature(g)...)
		if g.Hole {
			ds = append(ds, diag.New(g.Span, diag.HoleInSpec, g.Name))
		}
		if g.Kind == core.DefFn && g.Body != nil {
			ds = append(ds, linear.Check(linear.Unit{Params: g.Params, Result: g.Result, Body: g.Body})...)
		}
	}
	for _, d := range linear.LintMint(m) {
		ds = append(ds, s.lintSeverity(d))
	}
	return ds
}

// exportedTwice reports names that two specs in force both export (AE204).
func exportedTwice(ms []*core.Module) []*diag.Diagnostic {
	type export struct {
		module string
		span   diag.Span
	}
	seen := map[string]export{}
	var ds []*diag.Diagnostic
	for _, m := range ms {
		add := func(name string, at diag.Span) {
			if first, dup := seen[name]; dup && first.module != m.Name {
				ds = append(ds, diag.New(at, diag.ExportedTwice, name, first.module, m.Name).With(first.span, "exported here too"))
				return
			}
			seen[name] = export{m.Name, at}
		}
		for _, c := range m.Cons {
			add(c.Name, c.Span)
		}
		for _, g := range m.Globals {
			if g.Owner != nil {
				add(g.Owner.Name+"."+g.Name, g.Span)
			} else {
				add(g.Name, g.Span)
			}
		}
	}
	return ds
}

// Check verifies the specs themselves: bodies, lints, contracts, examples.
func (s *Spec) Check(ctx context.Context) *Result {
	start := time.Now()
	r := &Result{Inputs: s.inputs}
	if len(s.program.Named) > 0 {
		r.File = s.program.Named[0].Source.Name
	} else if len(s.cfg.Specs) > 0 {
		r.File = s.cfg.Specs[0]
	}
	v := s.verify(ctx, ofAll)
	r.Diagnostics = append(append([]*diag.Diagnostic{}, s.Diagnostics...), v.diags...)
	r.Obligations, r.Invariants = v.obligations, v.invariants
	s.conclude(r, v)
	r.Elapsed = time.Since(start)
	return r
}

// notes qualify a verdict of "verified".
func (s *Spec) notes() []string {
	var out []string
	for _, m := range s.modules {
		for _, g := range m.Globals {
			if g.TaintExplicit {
				out = append(out, "of `"+g.Name+"` only explicit flows were tracked: what a labelled value decides is not labelled by it")
			}
		}
	}
	return out
}

// conclude sorts the diagnostics of a result and derives its verdict.
func (s *Spec) conclude(r *Result, v *verification) {
	r.Diagnostics = diag.Sort(r.Diagnostics)
	switch {
	case v != nil && v.failed:
		r.Verdict = Failed
	case s.unusable:
		r.Verdict = Unusable
	case diag.HasErrors(r.Diagnostics):
		r.Verdict = Rejected
	}
	for _, o := range r.Obligations {
		if o.Status != Proved && r.Verdict == Verified {
			r.Verdict = Rejected
		}
	}
}

// Exports are the names that plans see: what the specs that were named export or hand on,
// in the order of declaration. The result is shared and must not be changed.
func (s *Spec) Exports() []*core.Global {
	var out []*core.Global
	for _, m := range s.Offered() {
		out = append(out, m.Globals...)
	}
	return out
}

// Offered are the specs whose names plans see: those that were named, each behind
// those that it hands on.
func (s *Spec) Offered() []*core.Module {
	var out []*core.Module
	for _, m := range s.named {
		for _, x := range append(slices.Clone(m.Reexports), m) {
			if !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
	}
	return out
}

// Modules are the specs that were named, in order. They are shared and must not
// be changed.
func (s *Spec) Modules() []*core.Module { return s.named }

// Inputs are the texts of the specs, imports included.
func (s *Spec) Inputs() []Input { return s.inputs }
