// Package repair looks for changes of a rejected plan after which it is
// accepted. It is generate and validate, as automatic program repair usually is
// (Le Goues et al., GenProg, TSE 2012), with a verifier in the place of a test
// suite: producers make candidates out of the kinds of mistake that writers of
// plans make, and each candidate is put in the place of the plan and given to
// the real checker, with the same spec, contract, state and prompt. One is
// offered only if what it is to repair is gone and nothing new is wrong. So no
// producer has to be right, and none can make an unsafe plan pass.
//
// What verifies is not for that reason a way out: a plan that was rejected for
// what it has read must not be led to the function that makes the session clean
// again. escape.go says which functions are never put into a plan.
package repair

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// Limits bound a search. The zero value means the defaults.
type Limits struct {
	// Checks is how many candidates of one plan are checked: by default 150 for a
	// plan of ordinary size, fewer for a long one.
	Checks int
	// Time is the wall clock for one plan, by default 5 seconds: for plans whose
	// checks are slow.
	Time time.Duration
	// Kept is how many repairs of one diagnostic are kept.
	Kept int
}

const (
	maxChecks   = 150
	minChecks   = 20
	bytesPerRun = 200_000 // of plan text, over all checks that are not always made
	defaultTime = 5 * time.Second
	defaultKept = 3
	// afterFirst is how many further candidates of a diagnostic are checked once
	// one of them makes the whole plan verify.
	afterFirst = 12
)

func (l Limits) filled(size int) Limits {
	if l.Checks == 0 {
		l.Checks = min(maxChecks, minChecks+bytesPerRun/max(1, size))
	}
	if l.Time == 0 {
		l.Time = defaultTime
	}
	if l.Kept == 0 {
		l.Kept = defaultKept
	}
	return l
}

// Find looks for repairs of every error of a rejected plan and sets the Repairs
// of its diagnostics, best first; where there are none, it adds a note that says
// so. res must be what spec.CheckPlan returned for in. The order of the search
// is deterministic; only a search that runs out of time may find less.
func Find(ctx context.Context, spec *checker.Spec, in checker.PlanInput, res *checker.Result, limits Limits) {
	if res.Verdict != checker.Rejected {
		return
	}
	s := &search{spec: spec, in: in, before: res, limits: limits.filled(len(in.Source.Text)), tried: map[string]*trial{}}
	s.left = s.limits.Checks
	s.in.WantScripts, s.in.WantState = false, false
	var cancel context.CancelFunc
	s.ctx, cancel = context.WithTimeout(ctx, s.limits.Time)
	defer cancel()
	for _, d := range res.Diagnostics {
		if d.Severity == diag.Error && d.Span.Src != in.Source {
			return // the spec or the state is at fault, and no plan can be verified
		}
	}
	s.reached = reached(res)
	v := s.view(s.in, res.Diagnostics)
	searched := 0
	for _, d := range res.Diagnostics {
		if d.Severity != diag.Error {
			continue
		}
		if searched++; searched > maxErrors {
			break // what is first is repaired first
		}
		s.diagnostic(v, d)
	}
}

// maxErrors is for how many errors of one plan repairs are looked for.
const maxErrors = 20

// guarded calls f. The verdict stands whatever happens in the search for
// repairs: a fault in it costs repairs and nothing else.
func guarded(f func()) {
	defer func() { _ = recover() }()
	f()
}

// search is the search for repairs of one plan.
type search struct {
	ctx    context.Context
	spec   *checker.Spec
	in     checker.PlanInput
	before *checker.Result
	limits Limits
	left   int // checks that may still be made
	tried  map[string]*trial
	// reached is the first part of the checker that finds errors in the plan.
	reached int
}

// view is the plan of in with what is wrong with it.
func (s *search) view(in checker.PlanInput, ds []*diag.Diagnostic) *view {
	v := newView(s.spec.Outline(in), in.Source, ds)
	v.late = s.late
	if in.Prompt != nil {
		v.typed = strings.FieldsFunc(in.Prompt.Text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`"'()[]{}<>,;!?`, r) })
	}
	return v
}

func (s *search) late() bool { return s.ctx.Err() != nil }

// found is a candidate that was checked, and what it is worth.
type found struct {
	candidate
	verdict
	trial *trial
}

// diagnostic looks for repairs of one error.
func (s *search) diagnostic(v *view, d *diag.Diagnostic) {
	all, near := s.candidates(v, d)
	if len(all) == 0 || !all[0].complete || all[0].cost > 0 {
		all = append(all, s.pairs(d, append(all[:len(all):len(all)], near...))...)
		order(all)
	}
	told := map[string]bool{}
	for i, f := range all {
		// What leaves errors is worth showing only where nothing better is known.
		if len(d.Repairs) >= s.limits.Kept || i > 0 && all[0].complete && !f.complete {
			break
		}
		if i > 0 && f.cost > all[0].cost && f.cost >= costOther {
			break // who would want that, if not for want of anything else?
		}
		if told[f.title] {
			continue // a reader could not tell the two apart
		}
		told[f.title] = true
		d.Repairs = append(d.Repairs, diag.Repair{
			Title: f.title, Edits: difference(v.src, f.text), Safe: f.safe, Complete: f.complete,
		})
	}
	if len(d.Repairs) > 0 {
		d.Notes = slices.DeleteFunc(d.Notes, func(n string) bool { return otherGuess(n, d.Repairs[0].Title) })
	}
	switch {
	case len(d.Repairs) > 0 || s.reached == 1 && phase(d.Code) > 1:
	case s.ctx.Err() != nil || s.left <= 0:
		d.Note("%s", diag.RepairCutOff)
	default:
		d.Note("%s", diag.NoRepair)
	}
}

// otherGuess reports whether a note asks whether another name was meant than a repair
// puts in: of the two only the repair was checked.
func otherGuess(note, title string) bool {
	name, ok := strings.CutPrefix(note, "did you mean `")
	name, _, _ = strings.Cut(name, "`")
	return ok && !strings.Contains(title, "`"+name+"`")
}

// producers are those for one error. Where a text is not well-formed, the tree is
// a guess, and so is what the later parts of the checker say of it: only what sets
// the text right is tried.
func (s *search) producers(d *diag.Diagnostic) []producer {
	if s.reached == 1 && phase(d.Code) > 1 {
		return []producer{(*view).slips}
	}
	return producers(d)
}

// candidates checks the candidates for one error: those that repair it, best
// first, and those that put another error in its place.
func (s *search) candidates(v *view, d *diag.Diagnostic) (all, near []found) {
	seen := map[string]bool{v.text: true}
	budget, complete := -1, 0
	for _, produce := range s.producers(d) {
		if s.ctx.Err() != nil || s.left <= 0 {
			break
		}
		var made []candidate
		guarded(func() { made = produce(v, d) })
		for _, c := range made {
			if seen[c.text] {
				continue
			}
			seen[c.text] = true
			if budget == 0 || complete >= s.limits.Kept {
				break
			}
			budget--
			t := s.try(c.text)
			if t == nil {
				break
			}
			judged, ok := s.judge(d, c.text, t)
			f := found{c, judged, t}
			if !ok {
				near = append(near, f)
				continue
			}
			all = append(all, f)
			if judged.complete {
				complete++
				if budget < 0 {
					budget = afterFirst
				}
			}
		}
	}
	order(all)
	sort.SliceStable(near, func(i, j int) bool { return near[i].errors < near[j].errors })
	return all, near
}

// order sorts what was found: what makes the whole plan verify first, and of that
// what changes the least of what it means.
func order(all []found) {
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if a.complete != b.complete {
			return a.complete
		}
		if a.complete {
			return a.cost < b.cost
		}
		// What is left to a later part of the checker is nearer to the end.
		if a.phase != b.phase {
			return a.phase > b.phase
		}
		return a.errors < b.errors
	})
}

// How many first changes are followed up, and how far.
const (
	maxFirst  = 5
	maxSecond = 12
)

// pairs looks for a second change that, after a first one, makes the whole plan
// verify: a result that was dropped is bound, and what is bound is ended.
func (s *search) pairs(d *diag.Diagnostic, firsts []found) []found {
	firsts = append([]found(nil), firsts...)
	sort.SliceStable(firsts, func(i, j int) bool { return firsts[i].cost < firsts[j].cost })
	for _, first := range firsts[:min(len(firsts), maxFirst)] {
		if len(places(first.trial.result)) > 2 || first.complete || s.ctx.Err() != nil {
			continue
		}
		var next *diag.Diagnostic
		for _, e := range first.trial.result.Diagnostics {
			if e.Severity == diag.Error && next == nil {
				next = e
			}
		}
		if next == nil || next.Span.Src != first.trial.in.Source {
			continue
		}
		v := s.view(first.trial.in, first.trial.result.Diagnostics)
		tries := 0
		for _, produce := range second(next) {
			if s.ctx.Err() != nil || s.left <= 0 {
				return nil
			}
			var made []candidate
			guarded(func() { made = produce(v, next) })
			for _, c := range made {
				if tries++; tries > maxSecond {
					break
				}
				t := s.try(c.text)
				if t == nil {
					return nil
				}
				if judged, ok := s.judge(d, c.text, t); ok && judged.complete && neverRun(t.result) <= neverRun(first.trial.result) {
					c.title = fmt.Sprintf(diag.AndThen, first.title, c.title)
					c.safe = c.safe && first.safe
					c.cost += first.cost + costOften
					return []found{{c, judged, t}}
				}
			}
		}
	}
	return nil
}

// places are those of the errors of a result.
func places(r *checker.Result) map[diag.Span]bool {
	out := map[diag.Span]bool{}
	for _, e := range r.Diagnostics {
		if e.Severity == diag.Error {
			out[e.Span] = true
		}
	}
	return out
}

// trial is a candidate that was checked.
type trial struct {
	in     checker.PlanInput
	result *checker.Result
}

// try checks a candidate; nil when the search has come to its end.
func (s *search) try(text string) *trial {
	if t := s.tried[text]; t != nil {
		return t
	}
	if s.left <= 0 || s.ctx.Err() != nil {
		return nil
	}
	s.left--
	in := s.in
	in.Source = diag.NewSource(s.in.Source.Name, text)
	t := &trial{in, s.spec.CheckPlan(s.ctx, in)}
	if s.ctx.Err() != nil || t.result.Verdict > checker.Rejected {
		return nil // broken off: what it says means nothing
	}
	s.tried[text] = t
	return t
}
