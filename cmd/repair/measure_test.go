package main

import (
	"context"
	"testing"

	"github.com/aeonc/aeonc/checker"
)

// floor is the share of testdata/repair, in per cent, that must end verified.
const floor = 95

// TestRate applies the first repair offered, at most three times, to every case
// of testdata/repair: each is rejected as it stands, and most end verified.
func TestRate(t *testing.T) {
	lib, err := newLibrary()
	if err != nil {
		t.Fatalf("this test needs libz3 (make setup): %v", err)
	}
	defer lib.close()
	cases, err := readCases([]string{"../../testdata/repair"})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	var results []result
	for _, c := range cases {
		r := c.repaired(context.Background(), lib)
		kinds[c.kind]++
		results = append(results, r)
		if r.before.Verdict != checker.Rejected {
			t.Errorf("%s: verdict %v before any repair, want rejected", c.name, r.before.Verdict)
		}
	}
	if len(cases) < 60 {
		t.Errorf("only %d cases", len(cases))
	}
	for kind, n := range kinds {
		if n < 5 {
			t.Errorf("only %d cases of kind %q", n, kind)
		}
	}
	good, all := rate(results)
	t.Logf("%d of %d end verified", good, all)
	if 100*good < floor*all {
		for _, r := range results {
			if !r.repaired() {
				t.Logf("%s (%s): applied %q", r.name, r.kind, r.applied)
			}
		}
		t.Errorf("%d of %d end verified, want %d %%", good, all, floor)
	}
}
