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

//go:embed *.aeon github/*.aeon libos/*.aeon protocol/*.aeon
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

// Whole is the text of a built-in spec as one file: where it is laid out in rooms, which
// are the specs below it that it opens and so hands on, their texts stand in it.
func Whole(name string) (string, bool) {
	text, ok := Module(name)
	if !ok {
		return "", false
	}
	about, imports, body := parts(text)
	var outer, rooms []string
	take := func(imports []string) {
		for _, line := range imports {
			room := strings.TrimPrefix(line, "open ")
			switch {
			case strings.HasPrefix(room, name+"."):
				if !slices.Contains(rooms, room) {
					rooms = append(rooms, room)
				}
			case !slices.Contains(outer, line):
				outer = append(outer, line)
			}
		}
	}
	take(imports)
	if len(rooms) == 0 {
		return text, true
	}
	var b strings.Builder
	for _, room := range rooms {
		text, _ := Module(room)
		about, imports, body := parts(text)
		take(imports)
		b.WriteString("\n" + about + "\n" + body)
	}
	return about + strings.Join(outer, "\n") + "\n" + b.String() + "\n" + body, true
}

// parts are a spec's leading comment, its imports, and the rest.
func parts(text string) (about string, imports []string, body string) {
	for line := range strings.Lines(text) {
		switch {
		case body == "" && len(imports) == 0 && strings.HasPrefix(line, "#"):
			about += line
		case body == "" && (strings.HasPrefix(line, "open ") || strings.HasPrefix(line, "import ")):
			imports = append(imports, strings.TrimSpace(line))
		case body != "" || strings.TrimSpace(line) != "":
			body += line
		}
	}
	return about, imports, body
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
