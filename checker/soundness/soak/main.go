// Command soak runs the soundness test for as many plans as it is told to.
//
//	go run ./checker/soundness/soak -plans 1000000 -seed 1
//
// It prints progress and rates, and every failure with its seed, the minimised
// spec and plan, and a run that shows it. Exit status 1 when anything failed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"time"

	"github.com/aeonc/aeonc/checker/soundness"
	"github.com/aeonc/aeonc/smt/z3"
)

func main() {
	plans := flag.Uint64("plans", 1_000_000, "how many plans to try")
	seed := flag.Uint64("seed", 0, "first seed")
	runs := flag.Int("runs", 8, "runs of each accepted plan")
	workers := flag.Int("workers", runtime.NumCPU(), "plans tried at once")
	stop := flag.Int("stop", 20, "end after so many failures (0: never)")
	lists := flag.Bool("lists", true, "plans use lists and folds")
	labels := flag.Bool("labels", true, "specs have @taint measures")
	flag.Parse()

	lib, err := z3.Load("")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()

	last, shown := time.Now(), 0
	judge := soundness.Checker(lib)
	report := soundness.Campaign{
		Judge: judge, Features: soundness.Features{Lists: *lists, Labels: *labels}, From: *seed, Plans: *plans, Runs: *runs, Workers: *workers, StopAfter: *stop,
		Progress: func(r *soundness.Report) {
			for ; shown < len(r.Failures); shown++ {
				fmt.Println(r.Failures[shown])
			}
			if time.Since(last) > 10*time.Second {
				last = time.Now()
				fmt.Printf("%d plans, %.0f a second, %d accepted, %d failures\n",
					r.Plans, float64(r.Plans)/r.Elapsed.Seconds(), r.Accepted, len(r.Failures))
			}
		},
	}.Run(ctx)
	fmt.Printf("seeds %d to %d\n%s", *seed, *seed+uint64(report.Plans)-1, report)
	for _, f := range report.Failures {
		fmt.Println()
		fmt.Println(soundness.Minimise(context.Background(), judge, f))
	}
	if len(report.Failures) > 0 {
		os.Exit(1)
	}
}
