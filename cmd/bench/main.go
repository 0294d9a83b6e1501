// Command bench measures what `aeonc check` costs, whole process from start to
// exit, on plans that grow: sequential calls, sequential ifs, nested calls. It
// prints a Markdown table and always exits with status 0: it is a report.
//
//	go run ./cmd/bench [AEONC]
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
	flag.Parse()
	if err := bench(flag.Arg(0), *runs); err != nil {
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
	// rss is the largest peak of resident memory, in bytes; 0 where the system
	// does not tell.
	rss    int64
	status int
}

// measure runs a process once to warm up and then some more times.
func measure(runs int, name string, args ...string) measurement {
	var m measurement
	var times []time.Duration
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
		}
	}
	slices.Sort(times)
	m.median = times[len(times)/2]
	return m
}

func bench(aeonc string, runs int) error {
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
	self, err := os.Executable()
	if err != nil {
		return err
	}
	spec := filepath.Join(dir, "spec.aeon")
	if err := os.WriteFile(spec, []byte(githubSpec), 0o666); err != nil {
		return err
	}

	base := measure(runs, self, "libz3")
	fmt.Printf("%s/%s, %d CPUs, %s; medians of %d runs, whole process\n\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), runs)
	fmt.Println("| plan | median | per unit | growth | × baseline | peak memory | status |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|")
	fmt.Printf("| load libz3, make a context, exit | %s | | | 1.0 | %s | %d |\n", millis(base.median), megabytes(base.rss), base.status)

	ps := plans()
	ms := make([]measurement, len(ps))
	reference := map[string]float64{} // per unit, by kind
	for i, p := range ps {
		path := filepath.Join(dir, "plan.aeon")
		if err := os.WriteFile(path, []byte(p.text), 0o666); err != nil {
			return err
		}
		n := runs
		if p.size >= 1000 {
			n = max(runs/3, 3)
		}
		ms[i] = measure(n, aeonc, "check", "--color", "never", "--spec", spec, path)
		if p.reference {
			reference[p.kind] = ms[i].median.Seconds() / float64(p.size)
		}
	}
	for i, p := range ps {
		unit := ms[i].median.Seconds() / float64(p.size)
		fmt.Printf("| %d %s | %s | %.1f µs | %.2f | %.1f | %s | %d |\n", p.size, p.kind, millis(ms[i].median), unit*1e6,
			unit/reference[p.kind], ms[i].median.Seconds()/base.median.Seconds(), megabytes(ms[i].rss), ms[i].status)
	}
	fmt.Println("\nGrowth is the time per unit against the reference row of the same kind (100 calls, 100 ifs, 20 nested calls).")
	inProcess()
	return nil
}

// inProcess times reading, checking and solving without the process around it.
func inProcess() {
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
	var times []time.Duration
	plan := diag.NewSource("plan.aeon", sequence(10))
	for range 50 {
		begin := time.Now()
		checker.Load(context.Background(), cfg).CheckPlan(context.Background(), checker.PlanInput{Source: plan})
		times = append(times, time.Since(begin))
	}
	first := times[0]
	slices.Sort(times)
	fmt.Printf("\nInside one process, 10 calls: reading the spec and checking the plan takes %s the first time, %s as a median of %d.\n",
		millis(first), millis(times[len(times)/2]), len(times))
}

func millis(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }

func megabytes(n int64) string {
	if n == 0 {
		return "unknown"
	}
	return fmt.Sprintf("%.0f MB", float64(n)/(1<<20))
}
