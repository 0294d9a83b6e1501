// Package specs holds the specs that are built into the binary: what they say
// of the tools of widely used servers has been reviewed, and a file of the same
// name takes their place only if the command line or the configuration names it
// by its path.
package specs

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

//go:embed *.aeon github/*.aeon protocol/*.aeon
var files embed.FS

// Module returns the text of a built-in spec by its module name: a.b is a/b.aeon.
func Module(name string) (string, bool) {
	if strings.ContainsAny(name, `/\`) {
		return "", false
	}
	text, err := files.ReadFile(strings.ReplaceAll(name, ".", "/") + ".aeon")
	if err != nil {
		return "", false
	}
	return string(text), true
}

// Names lists the built-in specs in sorted order.
func Names() []string {
	var names []string
	_ = fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if name, ok := strings.CutSuffix(path, ".aeon"); ok && err == nil {
			names = append(names, strings.ReplaceAll(name, "/", "."))
		}
		return nil // an embedded folder can always be read
	})
	slices.Sort(names)
	return names
}

// Title is the first line of a built-in spec's leading comment.
func Title(name string) string {
	text, _ := Module(name)
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(strings.TrimLeft(line, "#"))
}
