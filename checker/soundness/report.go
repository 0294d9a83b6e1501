package soundness

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
	"time"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// Failure is an accepted plan that broke something, or a plan on which the
// checker itself failed.
type Failure struct {
	Case *Case
	// Behaviour is the seed of the run that shows it.
	Behaviour uint64
	What      string
	Internal  bool
	// Pair: two runs differ in what they send.
	Pair bool
	// Disagree: the plan's verdict depends on who is asked.
	Disagree bool
	// Rejected: the plan is rejected, and a run of it does not meet a demand that was
	// proved.
	Rejected bool
}

func (f *Failure) String() string {
	kind := "an accepted plan breaks something"
	switch {
	case f.Internal:
		kind = "the checker failed"
	case f.Disagree:
		kind = "two ways to ask, two verdicts"
	case f.Rejected:
		kind = "of a rejected plan"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d %+v: %s: %s\n-- spec.aeon --\n%s-- plan.aeon --\n%s", f.Case.Seed, f.Case.Features, kind, f.What, f.Case.SpecText(), f.Case.PlanText())
	if f.Case.State != "" {
		fmt.Fprintf(&b, "-- state.json --\n%s\n", f.Case.State)
	}
	if f.Case.Prompt != "" {
		fmt.Fprintf(&b, "-- prompt.txt --\n%s\n", f.Case.Prompt)
	}
	switch {
	case f.Pair:
		for _, p := range f.Case.Program().RunPairs(f.Behaviour, true) {
			if p.What != "" {
				fmt.Fprintf(&b, "-- run %d --\n%s\n-- other run --\n%s\n%s\n", f.Behaviour, strings.Join(p.First.Trace, "\n"), strings.Join(p.Second.Trace, "\n"), p.What)
			}
		}
	case !f.Internal && !f.Disagree && !f.Rejected:
		r := f.Case.Program().Run(f.Behaviour, true)
		fmt.Fprintf(&b, "-- run %d --\n%s\n%s\n", f.Behaviour, strings.Join(r.Trace, "\n"), r.What)
	}
	return b.String()
}

// Counts say what a campaign did.
type Counts struct {
	Plans, Accepted, Rejected, Undecided, Unusable int
	// Mutants and AcceptedMutants are among the above.
	Mutants, AcceptedMutants int
	// BadSpecs counts plans under a spec that was itself rejected.
	BadSpecs int
	// Runs of accepted plans, by ending.
	Finished, Stuck, Overrun, Violated int
	// Vacuous counts accepted plans of which every run was stuck; Trivial those
	// that made fewer than two calls in every run.
	Vacuous, Trivial int
	Calls, Checks    int
	// Pairs counts pairs of runs that differ in labelled inputs, and PairPlans the
	// plans that were so run; Compared the outputs that were compared, and Parted the
	// pairs whose second run was stuck.
	Pairs, PairPlans, Compared, Parted int
	// Sampled counts the plans that were judged thoroughly as well.
	Sampled int
	// Replayed counts the counterexamples that were replayed, Upheld those of which a
	// run broke the named conjunct, and the next four the others (see Replayed). Untold
	// counts the obligations that were refuted without a counterexample.
	Replayed, Upheld, OfType, OfInvariant, OfFloats, Lost, Untold int
	// Failed counts the failures.
	Failed int
}

// Add adds other counts.
func (c *Counts) Add(d Counts) {
	to, from := reflect.ValueOf(c).Elem(), reflect.ValueOf(d)
	for i := range to.NumField() {
		to.Field(i).SetInt(to.Field(i).Int() + from.Field(i).Int())
	}
}

// Report is what a campaign found.
type Report struct {
	Counts
	Codes map[diag.Code]int
	// NotUpheld are a few seeds of counterexamples that did not break the conjunct.
	NotUpheld []uint64
	Elapsed   time.Duration
	Failures  []*Failure
}

func (r *Report) String() string {
	var b strings.Builder
	percent := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	fmt.Fprintf(&b, "%d plans in %v: %d accepted (%.1f %%), %d rejected, %d undecided, %d unusable; %d under a rejected spec\n",
		r.Plans, r.Elapsed.Round(time.Millisecond), r.Accepted, percent(r.Accepted, r.Plans), r.Rejected, r.Undecided, r.Unusable, r.BadSpecs)
	fmt.Fprintf(&b, "mutants: %d, accepted %d\n", r.Mutants, r.AcceptedMutants)
	fmt.Fprintf(&b, "runs of accepted plans: %d finished, %d stuck, %d overrun, %d broke something; %d calls, %d conjuncts checked; %d plans trivial, %d always stuck\n",
		r.Finished, r.Stuck, r.Overrun, r.Violated, r.Calls, r.Checks, r.Trivial, r.Vacuous)
	if r.Sampled > 0 {
		fmt.Fprintf(&b, "judged thoroughly as well: %d plans\n", r.Sampled)
	}
	if r.Replayed > 0 {
		fmt.Fprintf(&b, "counterexamples: %d replayed; the conjunct breaks in a run %d (%.1f %%), by the type of a definition %d, by a loop's invariant %d; with floats %d, lost %d; without counterexample %d\n",
			r.Replayed, r.Upheld, percent(r.Upheld, r.Replayed), r.OfType, r.OfInvariant, r.OfFloats, r.Lost, r.Untold)
	}
	if r.Pairs > 0 {
		fmt.Fprintf(&b, "pairs of runs: %d of %d plans, %d outputs compared, %d second runs stuck\n", r.Pairs, r.PairPlans, r.Compared, r.Parted)
	}
	var codes []string
	for c, n := range r.Codes {
		codes = append(codes, fmt.Sprintf("%s %d", c, n))
	}
	sort.Strings(codes)
	fmt.Fprintf(&b, "codes: %s\n", strings.Join(codes, ", "))
	fmt.Fprintf(&b, "failures: %d\n", len(r.Failures))
	return b.String()
}

func (r *Report) judged(k *Case, j Judgement) {
	r.Plans++
	if k.Mutated {
		r.Mutants++
	}
	onlyUndecided := len(j.Codes) > 0
	for _, code := range j.Codes {
		r.Codes[code]++
		if code != "AE303" {
			onlyUndecided = false
		}
		if code == "AE902" {
			r.fail(&Failure{Case: k, What: j.internal(), Internal: true})
		}
	}
	if j.Result != nil && specRejected(j.Result) {
		r.BadSpecs++
	}
	switch {
	case j.Accepted:
		r.Accepted++
		if k.Mutated {
			r.AcceptedMutants++
		}
	case onlyUndecided:
		r.Undecided++
	case j.Result != nil && j.Result.Verdict > checker.Rejected:
		r.Unusable++
	default:
		r.Rejected++
	}
}

// internal is the text of an AE902.
func (j Judgement) internal() string {
	if j.Result != nil {
		for _, d := range j.Result.Diagnostics {
			if d.Code == "AE902" {
				return d.Error() + " " + strings.Join(d.Notes, " ")
			}
		}
	}
	return j.Panic
}

// specRejected reports whether an error stands in the spec.
func specRejected(r *checker.Result) bool {
	for _, d := range r.Diagnostics {
		if d.Severity == diag.Error && d.Span.Src != nil && d.Span.Src.Name == "spec.aeon" {
			return true
		}
	}
	return false
}

// compare holds a verdict against that of a thorough check of the same plan, and
// replays the counterexamples of that.
func (r *Report) compare(k *Case, quick, thorough Judgement) {
	r.Sampled++
	if quick.Accepted != thorough.Accepted {
		r.fail(&Failure{Case: k, Disagree: true,
			What: fmt.Sprintf("accepted %v where only the verdict is asked for, %v otherwise (%v)", quick.Accepted, thorough.Accepted, thorough.Codes)})
	}
	if thorough.internal() != "" && quick.internal() == "" {
		r.fail(&Failure{Case: k, What: thorough.internal(), Internal: true})
	}
	if thorough.Result != nil {
		r.replay(k, thorough.Result)
	}
}

func (r *Report) add(s *Report) {
	r.Counts.Add(s.Counts)
	r.NotUpheld = append(r.NotUpheld, s.NotUpheld...)
	for c, n := range s.Codes {
		r.Codes[c] += n
	}
	r.Failures = append(r.Failures, s.Failures...)
}

// fail notes a failure.
func (r *Report) fail(f *Failure) {
	r.Failed++
	r.Failures = append(r.Failures, f)
}

func (c *Counts) ended(e Ending) { *[]*int{&c.Finished, &c.Stuck, &c.Overrun, &c.Violated}[e]++ }
