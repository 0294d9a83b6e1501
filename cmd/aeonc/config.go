package main

import (
	"os"
	"path/filepath"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/config"
)

// findConfig reads the nearest aeonc.toml at or above dir; its paths are as seen
// from the working directory.
func findConfig(dir string) (*config.Config, error) {
	c, d := config.Find(dir, config.Options{Read: readText, Name: shortName, Formats: formatNames()})
	if d != nil {
		return nil, &fault{checker.Unusable, d}
	}
	return c, nil
}

// shortName is how a reader sees a file: relative to the working directory
// where that is shorter.
func shortName(file string) string {
	wd, err := os.Getwd()
	if err != nil {
		return file
	}
	rel, err := filepath.Rel(wd, file)
	if err != nil || len(rel) >= len(file) {
		return file
	}
	return rel
}

// oneOf refuses a value that is none of those allowed.
func oneOf(what, value string, allowed ...string) error {
	if d := config.OneOf(what, value, allowed...); d != nil {
		return &fault{checker.Unusable, d}
	}
	return nil
}
