package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// second is the second solver: a program that reads a script from a file.
type second struct {
	path  string
	args  []string
	limit time.Duration

	mu    sync.Mutex
	known map[string]*answered
}

// answered is the answer to a script, so that equal obligations are asked once.
type answered struct {
	once sync.Once
	text string
}

// An answer is what the second solver said to a question: "sat", "unsat",
// "unknown", or anything else, which is a fault of the script.
type answer struct {
	question
	text string
}

// newSecond finds a solver. One other than cvc5 is told nothing but the file.
func newSecond(command string, limit time.Duration) (*second, error) {
	fields := strings.Fields(command)
	if len(fields) == 0 {
		return nil, fmt.Errorf("-solver wants a command")
	}
	path, err := exec.LookPath(fields[0])
	if err != nil {
		return nil, fmt.Errorf("no second solver: %w (Debian: apt-get install cvc5)", err)
	}
	s := &second{path: path, args: fields[1:], limit: limit, known: map[string]*answered{}}
	if strings.HasPrefix(filepath.Base(path), "cvc5") {
		s.args = append(s.args, "--lang=smt2", "--strings-exp", fmt.Sprintf("--tlimit=%d", limit.Milliseconds()))
	}
	return s, nil
}

// answers asks every question that has a script, several at once.
func (s *second) answers(ctx context.Context, qs <-chan question, workers int) <-chan answer {
	out := make(chan answer)
	var wg sync.WaitGroup
	for range max(workers, 1) {
		wg.Go(func() {
			for q := range qs {
				a := answer{question: q}
				if q.script != "" {
					a.text = s.ask(ctx, q.script)
				}
				out <- a
			}
		})
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

func (s *second) ask(ctx context.Context, script string) string {
	s.mu.Lock()
	a := s.known[script]
	if a == nil {
		a = &answered{}
		s.known[script] = a
	}
	s.mu.Unlock()
	a.once.Do(func() { a.text = s.run(ctx, script) })
	return a.text
}

// run decides one script. The solver's own limit comes first; the process is
// ended a little later if it does not keep it.
func (s *second) run(ctx context.Context, script string) string {
	f, err := os.CreateTemp("", "obligation-*.smt2")
	if err != nil {
		return err.Error()
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(script)
	if err := errorOf(err, f.Close()); err != nil {
		return err.Error()
	}
	ctx, cancel := context.WithTimeout(ctx, s.limit+2*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, s.path, append(s.args[:len(s.args):len(s.args)], f.Name())...).CombinedOutput()
	text := strings.TrimSpace(string(out))
	switch {
	case text == "sat" || text == "unsat" || text == "unknown":
		return text
	case ctx.Err() != nil || strings.Contains(text, "interrupted by timeout"):
		return "unknown"
	case err != nil && text == "":
		return err.Error()
	}
	return text
}

func errorOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
