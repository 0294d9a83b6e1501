package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/aeonc/aeonc/checker/soundness"
)

// tally is what a soak that is run in parts has done so far. It is kept in a file.
type tally struct {
	// First and Next bound the seeds that were tried: [First, Next).
	First, Next uint64
	Features    string
	// Seconds of wall clock.
	Seconds float64
	soundness.Counts
	// Failures are the seeds of what failed.
	Failures []uint64
}

// readTally reads a tally, or begins one where there is no such file.
func readTally(name string, seed uint64, features string) (*tally, error) {
	t := &tally{First: seed, Next: seed, Features: features}
	if name == "" {
		return t, nil
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, t); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if t.Features != features {
		return nil, fmt.Errorf("%s is of plans with the features %q, not %q", name, t.Features, features)
	}
	return t, nil
}

// add counts a piece of work that ends before the seed next.
func (t *tally) add(r *soundness.Report, next uint64) {
	t.Counts.Add(r.Counts)
	t.Next = next
	t.Seconds += r.Elapsed.Seconds()
	for _, f := range r.Failures {
		t.Failures = append(t.Failures, f.Case.Seed)
	}
}

// write keeps the tally in a file, whole or not at all.
func (t *tally) write(name string) error {
	if name == "" {
		return nil
	}
	text, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(name+".new", append(text, '\n'), 0o666); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}
