// Package explain holds one page per diagnostic code: what it means, a program
// that is wrong, the message it gives, and a program that is right. The pages are
// Markdown, so that they read well in a terminal, in a browser and in an editor's
// hover. They are split into parts here so that a test can check that the wrong
// program gives that message and the right one is accepted.
package explain

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

//go:embed AE*.md
var files embed.FS

// Page is what there is to say about a code.
type Page struct {
	Code string `json:"code"`
	// Severity is "error" or "warning".
	Severity string `json:"severity"`
	Title    string `json:"title"`
	// Text is the whole page.
	Text string `json:"text"`
}

// Find returns the page of a code, which may be written "AE301", "ae301" or "301".
func Find(code string) (Page, bool) {
	code = strings.ToUpper(code)
	if !strings.HasPrefix(code, "AE") {
		code = "AE" + code
	}
	return read(files, code+".md")
}

// Pages returns all pages in the order of their codes.
func Pages() []Page { return PagesIn(files) }

// PagesIn returns the pages of a folder, in the order of their codes.
func PagesIn(folder fs.FS) []Page {
	names, err := fs.Glob(folder, "AE*.md")
	if err != nil {
		return nil // the pattern is right
	}
	var out []Page
	for _, name := range names {
		if page, ok := read(folder, name); ok {
			out = append(out, page)
		}
	}
	return out
}

// read parses a page's headline: "# AE301: title" or "# AE306 (warning): title".
func read(folder fs.FS, name string) (Page, bool) {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return Page{}, false
	}
	page := Page{Severity: "error", Text: string(text)}
	head, _, _ := strings.Cut(page.Text, "\n")
	label, title, _ := strings.Cut(strings.TrimPrefix(head, "# "), ": ")
	page.Code, page.Title = label, title
	if code, ok := strings.CutSuffix(label, " (warning)"); ok {
		page.Code, page.Severity = code, "warning"
	}
	return page, true
}

// Summary is the page's first paragraph, on one line.
func (p Page) Summary() string {
	_, body, _ := strings.Cut(p.Text, "\n")
	first, _, _ := strings.Cut(strings.TrimSpace(body), "\n\n")
	return strings.Join(strings.Fields(first), " ")
}

// Example is a program of a page.
type Example struct {
	// Wrong tells the program that has the page's code from the one that is right.
	Wrong bool
	// Files by name.
	Files map[string]string
	// Command is the command line that checks it, as a shell takes it.
	Command string
	// Message is what the command prints, as the page shows it; "" for the right one.
	Message string
}

// Examples returns the programs of a page. A fenced block whose info string
// ends in a file name ("aeon plan.aeon") is a file; a heading "Wrong" or
// "Right" starts a program, and what stands before the first one is part of all.
// A block "console" is the command, after "$ ", with what it prints.
func (p Page) Examples() []Example {
	shared := map[string]string{}
	var out []Example
	files := shared
	block, name := "", "" // the block that is being read, and its file
	for line := range strings.Lines(p.Text) {
		fence, isFence := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case block != "" && isFence:
			block, name = "", ""
		case name != "":
			files[name] += line
		case block == "console" && len(out) > 0:
			e := &out[len(out)-1]
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				e.Command = strings.TrimSpace(command)
			} else {
				e.Message += line
			}
		case block != "":
		case isFence:
			fields := strings.Fields(fence)
			if block = "text"; len(fields) > 0 {
				block = fields[0]
			}
			if len(fields) > 1 {
				name = fields[len(fields)-1]
				files[name] = ""
			}
		case strings.HasPrefix(line, "## "):
			kind := strings.TrimSpace(strings.TrimPrefix(line, "## "))
			if slices.Contains([]string{"Wrong", "Right"}, kind) {
				out = append(out, Example{Wrong: kind == "Wrong", Files: map[string]string{}})
				files = out[len(out)-1].Files
			}
		}
	}
	for i := range out {
		e := &out[i]
		for n, text := range shared {
			if _, ok := e.Files[n]; !ok {
				e.Files[n] = text
			}
		}
		if e.Command == "" {
			e.Command = command(e.Files)
		}
	}
	return out
}

// command is the command line that checks files of the usual names.
func command(files map[string]string) string {
	out := "aeonc check --spec spec.aeon"
	for _, f := range [...]struct{ name, flag string }{
		{"state.json", " --state state.json"}, {"prompt.txt", " --prompt prompt.txt"}, {"plan.aeon", " plan.aeon"}, {"calls.json", " --calls calls.json"},
	} {
		if _, ok := files[f.name]; ok {
			out += f.flag
		}
	}
	return out
}

// WithMessage returns the page's text with the command of the wrong program and
// the message it gives, in place of those it has.
func (p Page) WithMessage(command, message string) string {
	before, rest, ok := strings.Cut(p.Text, "\n## Wrong\n")
	if !ok {
		return p.Text
	}
	wrong, right, ok := strings.Cut(rest, "\n## Right\n")
	if ok {
		right = "\n## Right\n" + right
	}
	if at := strings.Index(wrong, "\n```console\n$ "); at >= 0 {
		wrong = wrong[:at]
	}
	if wrong = strings.TrimRight(wrong, "\n"); wrong != "" {
		wrong += "\n"
	}
	return before + "\n## Wrong\n" + wrong + "\n```console\n$ " + command + "\n" + message + "```\n" + right
}

// Reference is all pages as one: docs/diagnostics.md.
func Reference(pages []Page) string {
	var b strings.Builder
	b.WriteString("# Diagnostics\n\nEvery code, with a program that has it, the message it gives, and one that has not. `aeonc\n" +
		"explain CODE` prints a page. This file is made from those pages by `make docs`.\n\n" +
		"| code | | |\n|---|---|---|\n")
	for _, p := range pages {
		b.WriteString("| [" + p.Code + "](#" + strings.ToLower(p.Code) + ") | " + p.Severity + " | " + p.Title + " |\n")
	}
	for _, p := range pages {
		b.WriteString("\n<a id=\"" + strings.ToLower(p.Code) + "\"></a>\n\n")
		fenced := false
		for line := range strings.Lines(p.Text) {
			if strings.HasPrefix(line, "```") {
				fenced = !fenced
			} else if strings.HasPrefix(line, "#") && !fenced {
				b.WriteString("#")
			}
			b.WriteString(line)
		}
	}
	return b.String()
}
