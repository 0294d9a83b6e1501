// Package explain holds one page per diagnostic code: what it means, a program
// that is wrong and one that is right. The pages are Markdown, so that they
// read well in a terminal, in a browser and in an editor's hover. They are
// split into parts here so that a test can check that the wrong program is
// rejected with the code and the right one is accepted.
package explain

import (
	"embed"
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
	return read(code + ".md")
}

// Pages returns all pages in the order of their codes.
func Pages() []Page {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil // an embedded folder can always be read
	}
	var out []Page
	for _, e := range entries {
		if page, ok := read(e.Name()); ok {
			out = append(out, page)
		}
	}
	return out
}

// read parses a page's headline: "# AE301: title" or "# AE306 (warning): title".
func read(name string) (Page, bool) {
	text, err := files.ReadFile(name)
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

// Example is a program of a page: its files by name.
type Example struct {
	// Wrong tells the programs that have the page's code from those that are right.
	Wrong bool
	Files map[string]string
}

// Examples returns the programs of a page. A fenced block whose info string
// ends in a file name ("aeon plan.aeon") is a file; a heading "Wrong" or
// "Right" starts a program, and what stands before the first one is part of all.
func (p Page) Examples() []Example {
	shared := map[string]string{}
	var out []Example
	current := shared
	name := "" // of the file whose lines are being read
	for line := range strings.Lines(p.Text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case name != "" && trimmed == "```":
			name = ""
		case name != "":
			current[name] += line
		case strings.HasPrefix(trimmed, "```"):
			if fields := strings.Fields(trimmed); len(fields) > 1 {
				name = fields[len(fields)-1]
				current[name] = ""
			}
		case strings.HasPrefix(trimmed, "## "):
			kind := strings.TrimPrefix(trimmed, "## ")
			if slices.Contains([]string{"Wrong", "Right"}, kind) {
				out = append(out, Example{Wrong: kind == "Wrong", Files: map[string]string{}})
				current = out[len(out)-1].Files
			}
		}
	}
	for _, e := range out {
		for n, text := range shared {
			if _, ok := e.Files[n]; !ok {
				e.Files[n] = text
			}
		}
	}
	return out
}
