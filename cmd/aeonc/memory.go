package main

import (
	"math"
	"runtime"
	"runtime/debug"
)

// untilCollected is the heap, in bytes, up to which nothing is collected: a check
// of an ordinary plan allocates less in all, and a collection would take a
// processor from the solver's start.
const untilCollected = 128 << 20

// collectLate puts off the first garbage collection until the heap has reached
// untilCollected; from then on the collector works as it always does.
func collectLate() {
	percent := debug.SetGCPercent(-1)
	limit := debug.SetMemoryLimit(untilCollected)
	if limit != math.MaxInt64 || percent != 100 {
		// The user has set GOMEMLIMIT or GOGC, and knows better.
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
		return
	}
	// What nothing refers to is found by the first collection.
	runtime.AddCleanup(new([16]byte), func(struct{}) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}, struct{}{})
}
