package soundness

import (
	"context"
	"fmt"
	"runtime/debug"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

// Judgement is a checker's word on one plan.
type Judgement struct {
	Accepted bool
	// Codes of the errors, in order, without repetitions.
	Codes []diag.Code
	// Result is the checker's own, nil where something else judged.
	Result *checker.Result
	// Panic is set when the checker panicked (AE902).
	Panic string
}

// Judge loads a spec and returns what judges plans under it, and what frees it.
// A Judge is safe for concurrent use.
type Judge func(ctx context.Context, spec string) (judge func(k *Case) Judgement, free func())

// Checker judges with the real checker.
func Checker(lib *z3.Library) Judge {
	return func(ctx context.Context, spec string) (func(*Case) Judgement, func()) {
		const name = "spec.aeon"
		s := checker.Load(ctx, checker.Config{
			Specs:  []string{name},
			Solver: lib,
			ReadFile: func(path string) (string, error) {
				if path == name {
					return spec, nil
				}
				return "", fmt.Errorf("%s: no such file", path)
			},
			Builtin: func(string) (string, bool) { return "", false },
		})
		judge := func(k *Case) (j Judgement) {
			defer func() {
				if p := recover(); p != nil {
					j = Judgement{Codes: []diag.Code{"AE902"}, Panic: fmt.Sprintf("%v\n%s", p, debug.Stack())}
				}
			}()
			in := checker.PlanInput{Source: diag.NewSource("plan.aeon", k.PlanText())}
			if k.State != "" {
				in.State = diag.NewSource("state.json", k.State)
			}
			if k.Prompt != "" {
				in.Prompt = diag.NewSource("prompt.txt", k.Prompt)
			}
			r := s.CheckPlan(ctx, in)
			j = Judgement{Accepted: r.Verdict == checker.Verified, Result: r}
			seen := map[diag.Code]bool{}
			for _, d := range r.Diagnostics {
				if d.Severity == diag.Error && !seen[d.Code] {
					seen[d.Code] = true
					j.Codes = append(j.Codes, d.Code)
				}
			}
			return j
		}
		return judge, s.Close
	}
}

// Campaign is a range of seeds to try.
type Campaign struct {
	Judge    Judge
	Features Features
	// From is the first seed; Plans is how many follow.
	From, Plans uint64
	// Runs is how often each accepted plan is run.
	Runs int
	// Workers is how many plans are tried at once.
	Workers int
	// Progress is called now and then with what was found so far.
	Progress func(*Report)
	// StopAfter ends the campaign after so many failures; 0 means never.
	StopAfter int
}

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
}

func (f *Failure) String() string {
	kind := "an accepted plan breaks something"
	if f.Internal {
		kind = "the checker failed"
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
	case !f.Internal:
		r := f.Case.Program().Run(f.Behaviour, true)
		fmt.Fprintf(&b, "-- run %d --\n%s\n%s\n", f.Behaviour, strings.Join(r.Trace, "\n"), r.What)
	}
	return b.String()
}

// Report counts what a campaign found.
type Report struct {
	Plans, Accepted, Rejected, Undecided, Unusable int
	// Mutants and AcceptedMutants are among the above.
	Mutants, AcceptedMutants int
	// BadSpecs counts plans under a spec that was itself rejected.
	BadSpecs int
	Endings  [4]int
	// Vacuous counts accepted plans of which every run was stuck; Trivial those
	// that made fewer than two calls in every run.
	Vacuous, Trivial int
	Calls, Checks    int
	Codes            map[diag.Code]int
	// Replayed counts the counterexamples that were replayed, Upheld those that
	// broke the named conjunct; NotUpheld are a few seeds of others.
	Replayed, Upheld int
	// Pairs counts pairs of runs that differ in labelled inputs, and PairPlans the
	// plans that were so run; Compared the outputs that were compared, and Parted the
	// pairs whose second run was stuck.
	Pairs, PairPlans, Compared, Parted int
	NotUpheld                          []uint64
	Elapsed                            time.Duration
	Failures                           []*Failure
}

func (r *Report) String() string {
	var b strings.Builder
	percent := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	fmt.Fprintf(&b, "%d plans in %v: %d accepted (%.1f %%), %d rejected, %d undecided, %d unusable; %d under a rejected spec\n",
		r.Plans, r.Elapsed.Round(time.Millisecond), r.Accepted, percent(r.Accepted, r.Plans), r.Rejected, r.Undecided, r.Unusable, r.BadSpecs)
	fmt.Fprintf(&b, "mutants: %d, accepted %d\n", r.Mutants, r.AcceptedMutants)
	fmt.Fprintf(&b, "runs of accepted plans: %d finished, %d stuck, %d overrun, %d broke something; %d calls, %d conjuncts checked; %d plans trivial, %d always stuck\n",
		r.Endings[Finished], r.Endings[Stuck], r.Endings[Overrun], r.Endings[Violated], r.Calls, r.Checks, r.Trivial, r.Vacuous)
	if r.Replayed > 0 {
		fmt.Fprintf(&b, "counterexamples: %d replayed, %d break the named conjunct (%.1f %%)\n", r.Replayed, r.Upheld, percent(r.Upheld, r.Replayed))
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

// Run tries every seed of the campaign.
func (c Campaign) Run(ctx context.Context) *Report {
	report := &Report{Codes: map[diag.Code]int{}}
	begin := time.Now()
	groups := make(chan [2]uint64)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range max(c.Workers, 1) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for g := range groups {
				part := c.group(ctx, g[0], g[1])
				mu.Lock()
				report.add(part)
				report.Elapsed = time.Since(begin)
				if c.Progress != nil {
					c.Progress(report)
				}
				mu.Unlock()
			}
		}()
	}
	for at := c.From; at < c.From+c.Plans && ctx.Err() == nil; {
		end := min(at/plansPerSpec*plansPerSpec+plansPerSpec, c.From+c.Plans)
		groups <- [2]uint64{at, end}
		at = end
		mu.Lock()
		enough := c.StopAfter > 0 && len(report.Failures) >= c.StopAfter
		mu.Unlock()
		if enough {
			break
		}
	}
	close(groups)
	wg.Wait()
	report.Elapsed = time.Since(begin)
	sort.Slice(report.Failures, func(i, j int) bool { return report.Failures[i].Case.Seed < report.Failures[j].Case.Seed })
	return report
}

// group tries the seeds [from, end), which share a spec.
func (c Campaign) group(ctx context.Context, from, end uint64) *Report {
	out := &Report{Codes: map[diag.Code]int{}}
	var judge func(*Case) Judgement
	for seed := from; seed < end; seed++ {
		k := Generate(seed, c.Features)
		if judge == nil {
			var free func()
			judge, free = c.Judge(ctx, k.SpecText())
			defer free()
		}
		j := judge(k)
		if ctx.Err() != nil {
			break // what was cut short says nothing
		}
		out.judged(k, j)
		if j.Accepted {
			c.runs(k, out)
		} else if j.Result != nil {
			out.replay(k, j.Result)
		}
	}
	return out
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
			r.Failures = append(r.Failures, &Failure{Case: k, What: j.internal(), Internal: true})
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

// runs executes an accepted plan and, after it, the definitions of the spec.
func (c Campaign) runs(k *Case, out *Report) {
	p := k.Program()
	calls, stuck := 0, 0
	for b := 0; b < c.Runs; b++ {
		seed := k.Seed*1000 + uint64(b)
		r := p.Run(seed, false)
		out.Endings[r.Ending]++
		out.Calls += r.Calls
		out.Checks += r.Checks
		calls = max(calls, r.Calls)
		switch r.Ending {
		case Stuck:
			stuck++
		case Violated:
			out.Failures = append(out.Failures, &Failure{Case: k, Behaviour: seed, What: r.What})
			return
		}
	}
	for b := uint64(0); b < 3; b++ {
		if r := p.RunDefinitions(k.Seed*1000 + b); r.Ending == Violated {
			out.Failures = append(out.Failures, &Failure{Case: k, Behaviour: b, What: r.What})
			return
		}
	}
	if c.pairs(k, p, out) {
		return
	}
	if calls < 2 {
		out.Trivial++
	}
	if stuck == c.Runs {
		out.Vacuous++
	}
}

// pairs runs an accepted plan twice, and reports whether the runs differ.
func (c Campaign) pairs(k *Case, p *Program, out *Report) bool {
	found := false
	for b := 0; b < c.Runs; b++ {
		seed := k.Seed*1000 + uint64(b)
		for _, pair := range p.RunPairs(seed, false) {
			found = true
			out.Pairs++
			out.Compared += pair.Compared
			if pair.Second.Ending == Stuck {
				out.Parted++
			}
			if pair.What != "" {
				out.Failures = append(out.Failures, &Failure{Case: k, Behaviour: seed, What: pair.What, Pair: true})
				return true
			}
		}
	}
	if found {
		out.PairPlans++
	}
	return false
}

func (r *Report) add(s *Report) {
	r.Plans += s.Plans
	r.Accepted += s.Accepted
	r.Rejected += s.Rejected
	r.Undecided += s.Undecided
	r.Unusable += s.Unusable
	r.Mutants += s.Mutants
	r.AcceptedMutants += s.AcceptedMutants
	r.BadSpecs += s.BadSpecs
	for i, n := range s.Endings {
		r.Endings[i] += n
	}
	r.Vacuous += s.Vacuous
	r.Trivial += s.Trivial
	r.Calls += s.Calls
	r.Checks += s.Checks
	r.Replayed += s.Replayed
	r.Upheld += s.Upheld
	r.Pairs += s.Pairs
	r.PairPlans += s.PairPlans
	r.Compared += s.Compared
	r.Parted += s.Parted
	r.NotUpheld = append(r.NotUpheld, s.NotUpheld...)
	for c, n := range s.Codes {
		r.Codes[c] += n
	}
	r.Failures = append(r.Failures, s.Failures...)
}
