// Command agentdojo measures how well the presets serve users and stop
// attackers, on tasks of the AgentDojo benchmark (Debenedetti et al., NeurIPS
// 2024), and prints the numbers as Markdown.
//
//	go run ./cmd/agentdojo [-specs testdata/agentdojo] [DATA]
//
// DATA has, by suite, the user's tasks with their right calls and where each
// argument came from, and the attacker's tasks with theirs. A task of a user is
// served if the plan of its calls is verified. A pair of a user's and an
// attacker's task is blocked if the plan is rejected that has the user's calls
// up to the first whose result carries an injection, and then the attacker's.
// Exit status 1 when something could not be checked.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync"

	"github.com/aeonc/aeonc/smt/z3"
)

func main() {
	var o options
	flag.StringVar(&o.dir, "specs", "testdata/agentdojo", "the folder of the suites' specs")
	flag.BoolVar(&o.derive, "derive", false, "let the attacker's calls derive arguments from the results of his earlier calls, instead of literals")
	flag.Parse()
	data := flag.Arg(0)
	if data == "" {
		data = "testdata/agentdojo/even.json"
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := o.measure(ctx, os.Stdout, data); err != nil {
		fmt.Fprintln(os.Stderr, "agentdojo:", err)
		os.Exit(1)
	}
}

// options say what is measured.
type options struct {
	dir    string
	derive bool
}

// measure prints the table of a file of tasks, and what was missed and why.
func (o options) measure(ctx context.Context, w io.Writer, data string) error {
	lib, err := z3.Load("")
	if err != nil {
		return err
	}
	read, err := readData(data)
	if err != nil {
		return err
	}
	scores, err := o.scores(ctx, lib, read)
	if err != nil {
		return err
	}
	scores.table(w)
	scores.explain(w)
	return nil
}

// scores are the scores of all suites, by suite and preset.
type scores map[string]map[string]*score

func (o options) scores(ctx context.Context, lib *z3.Library, data map[string]*suite) (scores, error) {
	type job struct {
		suite, preset string
		score         *score
		err           error
	}
	var jobs []*job
	for _, name := range suites {
		if data[name] != nil {
			for _, preset := range presets {
				jobs = append(jobs, &job{suite: name, preset: preset})
			}
		}
	}
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for _, j := range jobs {
		wg.Go(func() {
			limit <- struct{}{}
			j.score, j.err = o.run(ctx, lib, j.preset, j.suite, data[j.suite])
			<-limit
		})
	}
	wg.Wait()
	out := scores{}
	for _, j := range jobs {
		if j.err != nil {
			return nil, j.err
		}
		if out[j.suite] == nil {
			out[j.suite] = map[string]*score{}
		}
		out[j.suite][j.preset] = j.score
	}
	return out, nil
}

// total is the sum over the suites.
func (s scores) total(preset string) *score {
	sum := &score{}
	for _, by := range s {
		sum.add(by[preset])
	}
	return sum
}

func (s scores) table(w io.Writer) {
	fmt.Fprintln(w, "| suite | user tasks | served, strict | served, balanced | pairs | blocked, strict | blocked, balanced |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|")
	row := func(name string, strict, balanced *score) {
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d |\n", name,
			strict.tasks, strict.accepted, balanced.accepted, strict.pairs, strict.blocked, balanced.blocked)
	}
	for _, name := range suites {
		if by := s[name]; by != nil {
			row(name, by["strict"], by["balanced"])
		}
	}
	strict, balanced := s.total("strict"), s.total("balanced")
	row("all", strict, balanced)
	fmt.Fprintf(w, "| | | %s | %s | | %s | %s |\n",
		percent(strict.accepted, strict.tasks), percent(balanced.accepted, balanced.tasks),
		percent(strict.blocked, strict.pairs), percent(balanced.blocked, balanced.pairs))
}

// explain lists what was missed and why.
func (s scores) explain(w io.Writer) {
	for _, preset := range presets {
		t := s.total(preset)
		fmt.Fprintf(w, "\n%s. Of the %d pairs blocked, %d were blocked at a call of the user's own.\n\n", preset, t.blocked, t.own)
		for _, name := range suites {
			if by := s[name]; by != nil {
				for _, m := range by[preset].misses {
					fmt.Fprintf(w, "- %s, %s\n", name, m)
				}
			}
		}
	}
}

func percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}
