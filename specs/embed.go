// Package specs holds the specs that are built into the binary: what they say
// of the tools of widely used servers has been reviewed, and a file of the same
// name takes their place only if the command line or the configuration names it
// by its path.
package specs

import (
	"embed"
	"strings"
)

//go:embed *.aeon
var files embed.FS

// Module returns the text of a built-in spec by its module name.
func Module(name string) (string, bool) {
	if strings.ContainsAny(name, `/\`) {
		return "", false
	}
	text, err := files.ReadFile(name + ".aeon")
	if err != nil {
		return "", false
	}
	return string(text), true
}

// Names lists the built-in specs in sorted order.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil // an embedded folder can always be read
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".aeon"))
	}
	return names
}

// Title is the first line of a built-in spec's leading comment.
func Title(name string) string {
	text, _ := Module(name)
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(strings.TrimLeft(line, "#"))
}
