package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/fatih/color"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// Text writes a run for people: every diagnostic with its code frame and the
// other places it speaks of, and one line per file with the verdict. What is a
// fault of the run itself is left out; the caller sends it to standard error.
func Text(w io.Writer, run *Run, style Style) error {
	var b bytes.Buffer
	p := newPainter(&b, style)
	told := repeats{}
	for _, res := range run.Results {
		ds, hidden := Shown(res.Diagnostics)
		for _, d := range ds {
			if OfTheRun(d) || told.seen(d) {
				continue
			}
			p.diagnostic(d)
			b.WriteByte('\n')
		}
		for _, n := range notes(res, hidden) {
			p.note(res.File, n)
		}
		p.summary(res)
		p.basis(res)
	}
	if len(run.Results) > 1 {
		p.total(run.Results)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Diagnostic writes one diagnostic as Text does.
func Diagnostic(w io.Writer, d *diag.Diagnostic, style Style) error {
	var b bytes.Buffer
	newPainter(&b, style).diagnostic(d)
	_, err := w.Write(b.Bytes())
	return err
}

// painter writes text with or without colour.
type painter struct {
	w                                      *bytes.Buffer
	width                                  int
	repaired                               map[string]bool // repairs that were shown
	red, yellow, green, blue, bold, gutter func(a ...any) string
}

func newPainter(w *bytes.Buffer, how Style) *painter {
	// Each style is told by itself, so that the package-wide switch of the colour
	// library, which looks at standard output only, does not matter.
	style := func(attrs ...color.Attribute) func(a ...any) string {
		if !how.Color {
			return fmt.Sprint
		}
		c := color.New(attrs...)
		c.EnableColor()
		return c.SprintFunc()
	}
	return &painter{
		w:        w,
		repaired: map[string]bool{},
		width:    how.width(),
		red:      style(color.FgRed, color.Bold),
		yellow:   style(color.FgYellow, color.Bold),
		green:    style(color.FgGreen, color.Bold),
		blue:     style(color.FgCyan, color.Bold),
		bold:     style(color.Bold),
		gutter:   style(color.FgBlue, color.Bold),
	}
}

// note writes a sentence that qualifies a file's verdict.
func (p *painter) note(file, text string) {
	const indent = 4
	file = printable(file, false)
	for i, l := range wrap(printable(text, true), columns(file)+len(": note: "), indent, p.width) {
		if i == 0 {
			fmt.Fprintf(p.w, "%s: %s: %s\n", file, p.bold("note"), l)
		} else {
			fmt.Fprintf(p.w, "%*s%s\n", indent, "", l)
		}
	}
}

// summary writes the last line of a file: its verdict and what it rests on.
func (p *painter) summary(res *checker.Result) {
	paint := p.red
	if res.Verdict == checker.Verified {
		paint = p.green
	}
	parts := []string{paint(res.Verdict.String())}
	errors, warnings := count(res.Diagnostics)
	if errors > 0 {
		parts = append(parts, plural(errors, "error"))
	}
	if warnings > 0 {
		parts = append(parts, plural(warnings, "warning"))
	}
	if res.Verdict <= checker.Rejected || len(res.Obligations) > 0 {
		parts = append(parts, plural(len(res.Obligations), "obligation"), duration(res.Elapsed))
	}
	fmt.Fprintf(p.w, "%s: %s\n", printable(res.File, false), strings.Join(parts, ", "))
}

// total writes how many files ended in which verdict.
func (p *painter) total(results []*checker.Result) {
	var n [checker.Failed + 1]int
	for _, res := range results {
		n[res.Verdict]++
	}
	var parts []string
	for v, k := range n {
		if k > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", k, checker.Verdict(v)))
		}
	}
	fmt.Fprintf(p.w, "%s: %s\n", plural(len(results), "file"), strings.Join(parts, ", "))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func duration(d time.Duration) string {
	if d >= time.Second {
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}
