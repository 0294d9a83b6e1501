// Command bench measures what `aeonc check` costs, whole process from start to
// exit, on plans that grow: sequential calls, sequential ifs, nested calls,
// loops; and what a large spec costs. It prints a Markdown table and always exits
// with status 0: it is a report.
//
//	go run ./cmd/bench [-editor] [-edits N] [-soak N] [AEONC]
//
// Without a path it builds aeonc from the working directory's module. The
// baseline is this program itself when it is called with the argument
// "libz3": it loads libz3, makes a context, and exits.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "libz3" {
		baseline()
		return
	}
	runs := flag.Int("runs", 15, "runs of each plan after one to warm up")
	var o editorOptions
	flag.BoolVar(&o.only, "editor", false, "measure the language server and nothing else")
	flag.IntVar(&o.edits, "edits", 100, "keystrokes of each kind in the language server")
	flag.IntVar(&o.soak, "soak", 0, "keystrokes over which the language server's memory is watched")
	flag.Parse()
	if err := bench(flag.Arg(0), *runs, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
	}
}

// baseline is the least that any use of libz3 costs.
func baseline() {
	lib, err := z3.Load("")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	s, err := lib.NewSolver(smt.NewPool(), z3.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	s.Close()
}

// measurement is what the runs of one process gave.
type measurement struct {
	median time.Duration
	// used is the median of the processor time, which says more than the clock on
	// a machine that does other things as well.
	used time.Duration
	// rss is the largest peak of resident memory, in bytes; 0 where the system
	// does not tell.
	rss    int64
	status int
}

// measure runs a process once to warm up and then some more times.
func measure(runs int, name string, args ...string) measurement {
	var m measurement
	var times, used []time.Duration
	for i := 0; i <= runs; i++ {
		cmd := exec.Command(name, args...)
		begin := time.Now()
		err := cmd.Run()
		d := time.Since(begin)
		if cmd.ProcessState == nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			m.status = -1
			return m
		}
		m.status = cmd.ProcessState.ExitCode()
		m.rss = max(m.rss, peakMemory(cmd.ProcessState))
		if i > 0 {
			times = append(times, d)
			used = append(used, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		}
	}
	m.median, m.used = median(times), median(used)
	return m
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

func bench(aeonc string, runs int, o editorOptions) error {
	dir, err := os.MkdirTemp("", "aeonc-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if aeonc == "" {
		aeonc = filepath.Join(dir, "aeonc")
		build := exec.Command("go", "build", "-o", aeonc, "./cmd/aeonc")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("building aeonc: %w", err)
		}
	}
	if o.only {
		return typing(aeonc, dir, o)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	spec, large := filepath.Join(dir, "spec.aeon"), filepath.Join(dir, "large.aeon")
	for path, text := range map[string]string{spec: githubSpec, large: largeSpec(500, 50)} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}

	base := measure(runs, self, "libz3")
	fmt.Printf("%s/%s, %d CPUs, %s; medians of %d runs, whole process\n\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), runs)
	fmt.Println("| plan | time | processor time | per unit | growth | × baseline | peak memory | status |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|")
	fmt.Printf("| load libz3, make a context, exit | %s | %s | | | 1.0 | %s | %d |\n", millis(base.median), millis(base.used), megabytes(base.rss), base.status)

	// What every run costs, whatever the plan, is no part of the growth.
	plan := filepath.Join(dir, "plan.aeon")
	fixed := map[bool]time.Duration{}
	for _, isLarge := range []bool{false, true} {
		if err := os.WriteFile(plan, []byte(sequence(1)), 0o666); err != nil {
			return err
		}
		with := spec
		if isLarge {
			with = large
		}
		m := measure(runs, aeonc, "check", "--color", "never", "--spec", with, plan)
		fixed[isLarge] = m.used
		if !isLarge {
			fmt.Printf("| one call | %s | %s | | | %.1f | %s | %d |\n", millis(m.median), millis(m.used), m.median.Seconds()/base.median.Seconds(), megabytes(m.rss), m.status)
		}
	}
	perUnit := func(m measurement, p measured) float64 {
		return max(0, (m.used-fixed[p.large]).Seconds()/float64(p.size))
	}

	ps := plans()
	ms := make([]measurement, len(ps))
	reference := map[string]float64{} // per unit, by kind
	for i, p := range ps {
		if err := os.WriteFile(plan, []byte(p.text), 0o666); err != nil {
			return err
		}
		n := runs
		if p.size >= 1000 {
			n = max(runs/3, 3)
		}
		with := spec
		if p.large {
			with = large
		}
		ms[i] = measure(n, aeonc, "check", "--color", "never", "--spec", with, plan)
		if p.reference {
			reference[p.kind] = perUnit(ms[i], p)
		}
	}
	for i, p := range ps {
		unit := perUnit(ms[i], p)
		// What is lost in the noise of the fixed cost is not shown.
		each, growth := "", ""
		if ms[i].used > fixed[p.large]*6/5 || p.reference {
			each = fmt.Sprintf("%.0f µs", unit*1e6)
			if r := reference[p.kind]; r > 0 {
				growth = fmt.Sprintf("%.2f", unit/r)
			}
		}
		fmt.Printf("| %s | %s | %s | %s | %s | %.1f | %s | %d |\n", p, millis(ms[i].median), millis(ms[i].used), each, growth,
			ms[i].median.Seconds()/base.median.Seconds(), megabytes(ms[i].rss), ms[i].status)
	}
	fmt.Println("\nThe time per unit is the processor time beyond that of a plan of one call; growth is that against the reference row of the same kind (1000 calls, 100 ifs, 200 nested calls, 100 calls in a loop, 10 loops).")
	inProcess("10 calls", sequence(10))
	inProcess("10 calls of which one is in a loop", looping(1, 1, 8))
	return typing(aeonc, dir, o)
}

// inProcess times reading, checking and solving without the process around it.
func inProcess(what, text string) {
	lib, err := z3.Load("")
	if err != nil {
		return
	}
	cfg := checker.Config{
		Specs:  []string{"spec.aeon"},
		Solver: lib,
		ReadFile: func(path string) (string, error) {
			if path == "spec.aeon" {
				return githubSpec, nil
			}
			return "", os.ErrNotExist
		},
		Builtin: func(string) (string, bool) { return "", false },
	}
	ctx := context.Background()
	plan := checker.PlanInput{Source: diag.NewSource("plan.aeon", text)}
	var all, ours []time.Duration
	for range 50 {
		begin := time.Now()
		spec := checker.Load(ctx, cfg)
		spec.CheckPlan(ctx, plan)
		all = append(all, time.Since(begin))
		spec.Close()

		// The same without the start of the solver: reading the spec alone, then the
		// first check under a spec whose solver had the time to start.
		bare := cfg
		bare.Solver = nil
		begin = time.Now()
		checker.Load(ctx, bare)
		read := time.Since(begin)
		spec = checker.Load(ctx, cfg)
		time.Sleep(25 * time.Millisecond)
		begin = time.Now()
		spec.CheckPlan(ctx, plan)
		ours = append(ours, read+time.Since(begin))
		spec.Close()
	}
	first, firstOurs := all[0], ours[0]
	fmt.Printf("\nInside one process, %s: reading the spec and checking the plan takes %s as a median of %d (%s the first time, %s at the least), a new solver included;\n"+
		"reader, checker and solver themselves, without the start of Z3, %s (%s the first time, %s at the least).\n",
		what, millis(median(all)), len(all), millis(first), millis(all[0]), millis(median(ours)), millis(firstOurs), millis(ours[0]))
}

func millis(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }

func megabytes(n int64) string {
	if n == 0 {
		return "unknown"
	}
	return fmt.Sprintf("%.0f MB", float64(n)/(1<<20))
}
