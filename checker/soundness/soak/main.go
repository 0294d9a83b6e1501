// Command soak runs the soundness test for as many plans as it is told to.
//
//	go run ./checker/soundness/soak -plans 1000000 -seed 0 -tally soak.json
//
// It prints the seeds, progress and rates, and every failure with its seed, the
// minimised spec and plan, and a run that shows it. With -tally the counts are kept
// in a file, and the next run goes on where that one ended, until there are as many
// plans as -plans says. Exit status 1 when anything failed, in this run or before.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/aeonc/aeonc/checker/soundness"
	"github.com/aeonc/aeonc/smt/z3"
)

// piece is how many plans are tried between two entries in the tally.
const piece = 1600

// features are what the plans of a piece use.
var features = map[string]func(from uint64) soundness.Features{
	"core": func(uint64) soundness.Features { return soundness.Features{} },
	"all":  func(uint64) soundness.Features { return soundness.Features{Lists: true, Labels: true} },
	// mixed: every fourth piece is of plans without lists and labels.
	"mixed": func(from uint64) soundness.Features {
		whole := from/piece%4 != 0
		return soundness.Features{Lists: whole, Labels: whole}
	},
}

func main() {
	plans := flag.Uint64("plans", 1_000_000, "how many plans to try, those of the tally included")
	seed := flag.Uint64("seed", 0, "first seed, where there is no tally yet")
	runs := flag.Int("runs", 8, "runs of each accepted plan")
	workers := flag.Int("workers", runtime.NumCPU(), "plans tried at once")
	stop := flag.Int("stop", 20, "end after so many failures (0: never)")
	sample := flag.Uint64("sample", 64, "judge the plans of every n-th spec thoroughly as well, and replay their counterexamples")
	kind := flag.String("features", "mixed", "core, all (lists and labels), or mixed")
	file := flag.String("tally", "", "file in which the counts are kept")
	flag.Parse()
	if features[*kind] == nil || *sample == 0 {
		fmt.Fprintln(os.Stderr, "-features is core, all or mixed; -sample is at least 1")
		os.Exit(2)
	}
	t, err := readTally(*file, *seed, *kind)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	lib, err := z3.Load("")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()

	judge := soundness.Verdicts(lib)
	c := soundness.Campaign{Judge: judge, Thorough: soundness.Checker(lib), SampleEvery: *sample, Runs: *runs, Workers: *workers, StopAfter: *stop}
	fmt.Printf("seeds from %d\n", t.Next)
	last, failed := time.Now(), false
	for t.Next < t.First+*plans && ctx.Err() == nil && (*stop == 0 || t.Failed < *stop) {
		c.From = t.Next
		next := min((c.From/piece+1)*piece, t.First+*plans)
		c.Plans, c.Features = next-c.From, features[*kind](c.From)
		r := c.Run(ctx)
		for _, f := range r.Failures {
			fmt.Printf("%s\nminimised:\n%s\n", f, soundness.Minimise(context.Background(), judge, f))
		}
		if len(r.NotUpheld) > 0 {
			fmt.Printf("seeds whose counterexamples were lost, or compute with floats: %v\n", r.NotUpheld)
		}
		failed = failed || len(r.Failures) > 0
		if uint64(r.Plans) < c.Plans {
			break // cut short: these plans are tried anew next time
		}
		t.add(r, next)
		if err := t.write(*file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		if time.Since(last) > 10*time.Second {
			last = time.Now()
			fmt.Printf("%d plans, %.0f a second, %d accepted, %d failures\n", t.Plans, float64(r.Plans)/r.Elapsed.Seconds(), t.Accepted, t.Failed)
		}
	}
	fmt.Printf("seeds %d to %d, features %s\n%s", t.First, t.Next-1, *kind, &soundness.Report{Counts: t.Counts, Elapsed: time.Duration(t.Seconds * float64(time.Second))})
	if len(t.Failures) > 0 {
		fmt.Printf("seeds that failed: %v\n", t.Failures)
	}
	if failed || t.Failed > 0 {
		os.Exit(1)
	}
}
