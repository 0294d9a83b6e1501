package soundness

import (
	"context"
	"fmt"
	"runtime/debug"
	"sort"
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

// Checker judges with the real checker, and Verdicts with the real checker that is
// only asked for the verdict, which takes a fraction of the time.
func Checker(lib *z3.Library) Judge { return checkerOf(lib, false) }

// Verdicts: see Checker.
func Verdicts(lib *z3.Library) Judge { return checkerOf(lib, true) }

func checkerOf(lib *z3.Library, verdictOnly bool) Judge {
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
			in := checker.PlanInput{Source: diag.NewSource("plan.aeon", k.PlanText()), Terse: verdictOnly, FirstFault: verdictOnly, WantExecutions: !verdictOnly}
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
	Judge Judge
	// Thorough judges the plans of every SampleEvery-th spec as well: it must say the
	// same, and its counterexamples are replayed. nil for none.
	Thorough    Judge
	SampleEvery uint64
	Features    Features
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
	spec := Generate(from, c.Features).SpecText()
	judge, free := c.Judge(ctx, spec)
	defer free()
	var thorough func(*Case) Judgement
	if c.Thorough != nil && from/plansPerSpec%max(c.SampleEvery, 1) == 0 {
		thorough, free = c.Thorough(ctx, spec)
		defer free()
	}
	for seed := from; seed < end; seed++ {
		k := Generate(seed, c.Features)
		j := judge(k)
		var second *Judgement
		if thorough != nil {
			again := thorough(k)
			second = &again
		}
		if ctx.Err() != nil {
			break // what was cut short says nothing
		}
		out.judged(k, j)
		if second != nil {
			out.compare(k, j, *second)
		}
		if j.Accepted {
			c.runs(k, out)
		}
	}
	return out
}

// runs executes an accepted plan and, after it, the definitions of the spec.
func (c Campaign) runs(k *Case, out *Report) {
	p := k.Program()
	calls, stuck := 0, 0
	for b := 0; b < c.Runs; b++ {
		seed := k.Seed*1000 + uint64(b)
		r := p.Run(seed, false)
		out.ended(r.Ending)
		out.Calls += r.Calls
		out.Checks += r.Checks
		calls = max(calls, r.Calls)
		switch r.Ending {
		case Stuck:
			stuck++
		case Violated:
			out.fail(&Failure{Case: k, Behaviour: seed, What: r.What})
			return
		}
	}
	for b := uint64(0); b < 3; b++ {
		if r := p.RunDefinitions(k.Seed*1000 + b); r.Ending == Violated {
			out.fail(&Failure{Case: k, Behaviour: b, What: r.What})
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
				out.fail(&Failure{Case: k, Behaviour: seed, What: pair.What, Pair: true})
				return true
			}
		}
	}
	if found {
		out.PairPlans++
	}
	return false
}
