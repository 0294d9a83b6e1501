// Command crosscheck puts every obligation of the test cases before a second
// solver, which shares nothing with aeonc but the SMT-LIB text of the question.
//
//	go run ./cmd/crosscheck -solver cvc5 testdata/cases examples
//
// A DIR holds cases (.txtar), checked as the tests check them, and plans
// (.aeon), checked under the built-in spec that -spec names; a single file may
// stand for a DIR. The obligations of the specs count as well.
//
// The solvers agree when one says proved and the other unsat, or refuted and
// sat. That one of them gives up is counted and is no disagreement. Every
// disagreement is printed, and its script is saved. Exit status 1 when there is
// a disagreement or nothing to compare, 3 when a solver is missing.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"github.com/aeonc/aeonc/smt/z3"
)

func main() {
	solver := flag.String("solver", "cvc5", "the second solver: a command that reads a script from a file")
	limit := flag.Duration("limit", 5*time.Second, "time for each obligation")
	spec := flag.String("spec", "github", "the built-in spec of plans that come without a case")
	save := flag.String("save", "bin/crosscheck", "where to save the scripts of disagreements")
	workers := flag.Int("workers", runtime.NumCPU(), "solvers run at once")
	verbose := flag.Bool("v", false, "also print what one of the solvers left open")
	flag.Parse()
	if flag.NArg() == 0 {
		_ = flag.CommandLine.Parse([]string{"testdata/cases"})
	}

	lib, err := z3.Load("")
	exitOn(err, 3)
	second, err := newSecond(*solver, *limit)
	exitOn(err, 3)
	cases, err := readCases(flag.Args(), *spec)
	exitOn(err, 1)

	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	t := &tally{save: *save, verbose: *verbose}
	start := time.Now()
	for answer := range second.answers(ctx, questions(ctx, lib, cases), *workers) {
		t.count(answer)
	}
	fmt.Printf("%s, %d cases, %.1f s: %s\n", second.version(), len(cases), time.Since(start).Seconds(), t)
	if ctx.Err() != nil || !t.passed() {
		os.Exit(1)
	}
}

func exitOn(err error, status int) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "crosscheck:", err)
		os.Exit(status)
	}
}

// version is how the second solver introduces itself.
func (s *second) version() string {
	out, err := exec.Command(s.path, "--version").Output()
	line, _, _ := strings.Cut(string(out), "\n")
	if err != nil || line == "" {
		return s.path
	}
	return strings.TrimPrefix(line, "This is ")
}
