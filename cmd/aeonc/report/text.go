package report

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/fatih/color"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// Text writes a run for people: every diagnostic with its code frame and the
// other places it speaks of, and one line per file with the verdict. What is a
// fault of the run itself is left out; the caller sends it to standard error.
func Text(w io.Writer, run *Run, colored bool) error {
	var b bytes.Buffer
	p := newPainter(&b, colored)
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
			fmt.Fprintf(&b, "%s: %s: %s\n", printable(res.File, false), p.bold("note"), printable(n, true))
		}
		p.summary(res)
	}
	if len(run.Results) > 1 {
		p.total(run.Results)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Diagnostic writes one diagnostic as Text does.
func Diagnostic(w io.Writer, d *diag.Diagnostic, colored bool) error {
	var b bytes.Buffer
	newPainter(&b, colored).diagnostic(d)
	_, err := w.Write(b.Bytes())
	return err
}

// painter writes text with or without colour.
type painter struct {
	w                                      *bytes.Buffer
	red, yellow, green, blue, bold, gutter func(a ...any) string
}

func newPainter(w *bytes.Buffer, colored bool) *painter {
	// Each style is told by itself, so that the package-wide switch of the colour
	// library, which looks at standard output only, does not matter.
	style := func(attrs ...color.Attribute) func(a ...any) string {
		if !colored {
			return fmt.Sprint
		}
		c := color.New(attrs...)
		c.EnableColor()
		return c.SprintFunc()
	}
	return &painter{
		w:      w,
		red:    style(color.FgRed, color.Bold),
		yellow: style(color.FgYellow, color.Bold),
		green:  style(color.FgGreen, color.Bold),
		blue:   style(color.FgCyan, color.Bold),
		bold:   style(color.Bold),
		gutter: style(color.FgBlue, color.Bold),
	}
}

// diagnostic writes the headline, the frames, the notes and the counterexample.
func (p *painter) diagnostic(d *diag.Diagnostic) {
	paint := p.red
	if d.Severity == diag.Warning {
		paint = p.yellow
	}
	head := Place(d.Span)
	if head == "" {
		head = "aeonc"
	}
	label := d.Severity.String()
	if d.Code != "" {
		label += " " + string(d.Code)
	}
	lines := strings.Split(printable(d.Message, true), "\n")
	fmt.Fprintf(p.w, "%s: %s: %s\n", p.bold(head), paint(label), p.bold(lines[0]))
	for _, l := range lines[1:] {
		fmt.Fprintf(p.w, "    %s\n", l)
	}

	main := framed(d.Span, '^')
	others := places(d)
	digits := gutterWidth(2, main)
	for _, o := range others {
		digits = gutterWidth(digits, o.lines)
	}
	empty := strings.Repeat(" ", digits) + p.gutter(" |")
	if main != nil {
		fmt.Fprintln(p.w, empty)
		p.lines(main, digits, paint)
	}
	for _, o := range others {
		fmt.Fprintln(p.w, empty)
		fmt.Fprintf(p.w, "%*s %s %s: %s\n", digits, "", p.gutter(o.sign), printable(o.message, false), Place(o.span))
		p.lines(o.lines, digits, p.blue)
	}
	tail := func(kind, text string) {
		for i, l := range strings.Split(printable(text, true), "\n") {
			if i == 0 {
				fmt.Fprintf(p.w, "%*s %s %s: %s\n", digits, "", p.gutter("="), p.bold(kind), l)
			} else {
				fmt.Fprintf(p.w, "%*s   %*s  %s\n", digits, "", len(kind), "", l)
			}
		}
	}
	if d.Advice != "" {
		tail("the spec's author says", d.Advice)
	}
	if len(d.Counterexample) > 0 {
		var values []string
		for _, b := range d.Counterexample {
			values = append(values, b.Name+": "+b.Value)
		}
		tail("counterexample", strings.Join(values, "\n"))
	}
	for _, n := range d.Notes {
		tail("note", n)
	}
}

// place is a place besides the one that a diagnostic is reported at.
type place struct {
	sign, message string
	span          diag.Span
	lines         []shownLine
}

// places are the clause and other places that a diagnostic speaks of, then the
// steps of its trace, numbered. What the headline shows is not framed again.
func places(d *diag.Diagnostic) []place {
	var out []place
	for _, r := range d.Related {
		out = append(out, place{">", r.Message, r.Span, framed(r.Span, '-')})
	}
	for i, s := range d.Trace {
		o := place{strconv.Itoa(i+1) + ".", s.Message, s.Span, nil}
		if s.Span != d.Span {
			o.lines = framed(s.Span, '-')
		}
		out = append(out, o)
	}
	return out
}

// framed is the frame of a span; nil where there is nothing to show.
func framed(span diag.Span, mark byte) []shownLine {
	if span.IsZero() || span.Src.Text == "" {
		return nil
	}
	return frame(span, mark)
}

// gutterWidth is the width that line numbers of a frame need.
func gutterWidth(digits int, lines []shownLine) int {
	for _, l := range lines {
		digits = max(digits, len(strconv.Itoa(l.number)))
	}
	return digits
}

// lines writes a frame.
func (p *painter) lines(lines []shownLine, digits int, paint func(a ...any) string) {
	for _, l := range lines {
		if l.number == 0 {
			fmt.Fprintln(p.w, p.gutter(fmt.Sprintf("%*s", digits+2, "...")))
			continue
		}
		fmt.Fprintln(p.w, strings.TrimRight(p.gutter(fmt.Sprintf("%*d |", digits, l.number))+" "+l.text, " "))
		indent := len(l.mark) - len(strings.TrimLeft(l.mark, " "))
		fmt.Fprintf(p.w, "%*s%s %s%s\n", digits, "", p.gutter(" |"), l.mark[:indent], paint(l.mark[indent:]))
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
