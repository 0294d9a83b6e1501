package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/aeonc/aeonc/checker/soundness"
)

// TestTally: a soak goes on where the last one ended, and its counts add up.
func TestTally(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tally.json")
	for i, want := range []uint64{10, 30, 50} {
		tl, err := readTally(file, 10, "core")
		if err != nil {
			t.Fatal(err)
		}
		if tl.First != 10 || tl.Next != want || tl.Plans != i*20 {
			t.Errorf("part %d: seeds %d to %d, %d plans", i, tl.First, tl.Next, tl.Plans)
		}
		r := &soundness.Report{Counts: soundness.Counts{Plans: 20, Accepted: 5}}
		if i == 0 {
			r.Failed, r.Failures = 1, []*soundness.Failure{{Case: soundness.Generate(17, soundness.Features{})}}
		}
		tl.add(r, tl.Next+20)
		if err := tl.write(file); err != nil {
			t.Fatal(err)
		}
	}
	tl, err := readTally(file, 0, "core")
	if err != nil || tl.Accepted != 15 || tl.Failed != 1 || len(tl.Failures) != 1 || tl.Failures[0] != 17 {
		t.Errorf("%+v, %v", tl, err)
	}
	if _, err := readTally(file, 0, "mixed"); err == nil {
		t.Error("counts of other plans are taken together")
	}
	if err := os.WriteFile(file, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := readTally(file, 0, "core"); err == nil {
		t.Error("a broken tally is taken for none")
	}
}
