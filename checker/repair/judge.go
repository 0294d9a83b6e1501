package repair

import (
	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// verdict is what a candidate is worth.
type verdict struct {
	// complete: the whole plan is verified.
	complete bool
	// errors that are left, and the first part of the checker that has some.
	errors, phase int
}

// phase is the part of the checker that finds an error; a later one does not
// look at what an earlier one has found faulty.
func phase(c diag.Code) int {
	switch {
	case c < "AE200":
		return 1
	case c < "AE300", c == "AE305":
		return 2
	}
	return 3
}

// reached is the first part of the checker that finds errors.
func reached(r *checker.Result) int {
	out := 3
	for _, e := range r.Diagnostics {
		if e.Severity == diag.Error {
			out = min(out, phase(e.Code))
		}
	}
	return out
}

// judge holds the result of a candidate against that of the plan: d must be
// gone, and nothing may be wrong that was not wrong before. A phase that could
// not run before may now find what it would have found anyway.
func (s *search) judge(d *diag.Diagnostic, text string, t *trial) (verdict, bool) {
	after := t.result
	out := verdict{complete: after.Verdict == checker.Verified, phase: 4}
	move := s.mover(text)
	reached := s.reached
	type key struct {
		code    diag.Code
		message string
	}
	left := map[key]int{}
	earlier := 0
	for _, e := range s.before.Diagnostics {
		if e.Severity == diag.Error && phase(e.Code) <= phase(d.Code) {
			earlier++
		}
		if e != d {
			left[key{e.Code, e.Message}]++
		}
	}
	target := move(d.Span.Start)
	still := 0
	for _, e := range after.Diagnostics {
		k := key{e.Code, e.Message}
		if e.Severity == diag.Warning {
			// Code that can never run is no repair: what was demanded there is
			// not met, it is only never asked. Where the solver was not asked
			// before, it may be the author's.
			if e.Code == "AE306" && reached == 3 {
				if left[k] == 0 {
					return out, false
				}
				left[k]--
			}
			continue
		}
		out.errors++
		out.phase = min(out.phase, phase(e.Code))
		if phase(e.Code) <= phase(d.Code) {
			still++
		}
		switch {
		case left[k] > 0:
			left[k]--
		case phase(e.Code) > reached:
			// Not looked for before.
		case reached < 3 && phase(e.Code) == reached && e.Span.Start > target && e.Message != d.Message:
			// The parser, and the inference of types, stop early in what is faulty.
		default:
			return out, false
		}
	}
	if out.complete {
		return out, true
	}
	return out, still < earlier || reached < 3 && phase(d.Code) == reached && still == earlier
}

// neverRun counts the places of a plan that can never be reached.
func neverRun(r *checker.Result) int {
	n := 0
	for _, d := range r.Diagnostics {
		if d.Code == "AE306" {
			n++
		}
	}
	return n
}

// mover maps a place of the plan to where it is in a candidate.
func (s *search) mover(text string) func(int) int {
	edits := difference(s.in.Source, text)
	return func(at int) int {
		shift := 0
		for _, e := range edits {
			if e.Span.Start > at {
				break
			}
			if e.Span.End <= at {
				shift += len(e.New) - (e.Span.End - e.Span.Start)
			}
		}
		return at + shift
	}
}
