package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
)

const (
	// maxSteps is how many steps of a trace are shown; of a longer one, as many
	// from its beginning and its end.
	maxSteps = 6
	// maxChanged is how many changed lines of a repair are shown.
	maxChanged = 12
	// maxRepairs is how many repairs are named; the first one is shown.
	maxRepairs = 3
)

// finding lays out one diagnostic.
type finding struct {
	*painter
	d      *diag.Diagnostic
	digits int // width of the line numbers
	paint  func(a ...any) string
}

// diagnostic writes what was found and where, the advice of the spec's author,
// the other places, how it came about, a counterexample, the notes, and how to
// repair it.
func (p *painter) diagnostic(d *diag.Diagnostic) {
	f := &finding{painter: p, d: d, digits: 2, paint: p.red}
	if d.Severity == diag.Warning {
		f.paint = p.yellow
	}
	f.head()
	main := f.framed(d.Span, '^')
	related := make([][]shownLine, len(d.Related))
	for i, r := range d.Related {
		related[i] = f.framed(r.Span, '-')
	}
	steps := make([][]shownLine, len(d.Trace))
	for i, s := range d.Trace {
		if s.Span != d.Span {
			steps[i] = f.framed(s.Span, '-')
		}
	}
	var patch []changedLine
	if len(d.Repairs) > 0 {
		patch = changed(d.Repairs[0].Edits)
	}
	for _, lines := range slices.Concat([][]shownLine{main}, related, steps) {
		f.widen(lines)
	}
	for _, l := range patch {
		f.digits = max(f.digits, len(strconv.Itoa(l.number)))
	}

	if main != nil {
		f.gap()
		f.lines(main, f.paint)
	}
	for i, r := range d.Related {
		f.gap()
		f.item(">", r.Message+placed(r.Span))
		f.lines(related[i], p.blue)
	}
	f.trace(steps)
	if len(d.Counterexample) > 0 {
		var values []string
		for _, b := range d.Counterexample {
			values = append(values, b.Name+": "+b.Value)
		}
		f.tail("counterexample", strings.Join(values, "\n"))
	}
	for _, n := range d.Notes {
		f.tail("note", n)
	}
	f.repairs(patch)
}

// head writes the headline and, below it, what the spec's author says.
func (f *finding) head() {
	place := Place(f.d.Span)
	if place == "" {
		place = "aeonc"
	}
	label := f.d.Severity.String()
	if f.d.Code != "" {
		label += " " + string(f.d.Code)
	}
	const indent = 4
	lines := wrap(printable(f.d.Message, true), columns(place)+len(": ")+len(label)+len(": "), indent, f.width)
	fmt.Fprintf(f.w, "%s: %s: %s\n", f.bold(place), f.paint(label), f.bold(lines[0]))
	for _, l := range lines[1:] {
		fmt.Fprintf(f.w, "%*s%s\n", indent, "", f.bold(l))
	}
	if f.d.Advice != "" {
		for _, l := range wrap("the spec says: "+printable(f.d.Advice, true), indent, indent, f.width) {
			fmt.Fprintf(f.w, "%*s%s\n", indent, "", f.blue(l))
		}
	}
}

// trace writes the steps that led to the finding.
func (f *finding) trace(frames [][]shownLine) {
	steps := f.d.Trace
	for i, s := range steps {
		if hidden := len(steps) - maxSteps; hidden > 0 && i >= maxSteps/2 && i < maxSteps/2+hidden {
			if i == maxSteps/2 {
				f.gap()
				f.item(">", fmt.Sprintf("… %s more", plural(hidden, "step")))
			}
			continue
		}
		f.gap()
		where := placed(s.Span)
		if s.Span == f.d.Span {
			where = "" // the reader has seen it
		}
		f.item(strconv.Itoa(i+1)+".", told(s)+where)
		f.lines(frames[i], f.blue)
	}
}

// told is what a step says; those where something arose are marked.
func told(s diag.Step) string {
	if s.Role == diag.RoleSource {
		return "source: " + s.Message
	}
	return s.Message
}

// repairs writes the best repair with the lines it changes and names others.
func (f *finding) repairs(patch []changedLine) {
	for i, r := range f.d.Repairs {
		title := r.Title
		if !r.Complete {
			title += " (other findings remain)"
		}
		switch {
		case i == 0 && f.repaired[change(r)]:
			f.tail("repair", title+" (as above)")
			return
		case i == 0:
			f.repaired[change(r)] = true
			f.tail("repair", title)
			f.patch(patch)
		case i < maxRepairs:
			f.tail("or", title)
		}
	}
}

// change tells repairs that change the same apart from others.
func change(r diag.Repair) string {
	var b strings.Builder
	for _, e := range r.Edits {
		fmt.Fprintf(&b, "%s:%d-%d %q\n", e.Span.Src.Name, e.Span.Start, e.Span.End, e.New)
	}
	return b.String()
}

// patch writes changed lines.
func (f *finding) patch(patch []changedLine) {
	for i, l := range patch {
		if i == maxChanged {
			fmt.Fprintf(f.w, "%s\n", f.gutter(fmt.Sprintf("%*s", f.digits+2, "...")))
			return
		}
		paint := f.green
		if l.sign == '-' {
			paint = f.red
		}
		part, from, to := window(l.text, l.from, l.to)
		gs := glyphs(part)
		text, _ := clip(gs, column(gs, from), column(gs, to), f.width-f.digits-len(" - "))
		line := strings.TrimRight(fmt.Sprintf("%*d %c %s", f.digits, l.number, l.sign, text), " ")
		fmt.Fprintln(f.w, paint(line))
	}
}

// framed is the frame of a span; nil where there is nothing to show.
func (f *finding) framed(span diag.Span, mark byte) []shownLine {
	if span.IsZero() || span.Src.Text == "" {
		return nil
	}
	digits := max(f.digits, len(strconv.Itoa(span.EndPos().Line)))
	return frame(span, mark, f.width-digits-len(" | "))
}

// widen makes room for the line numbers of a frame.
func (f *finding) widen(lines []shownLine) {
	for _, l := range lines {
		f.digits = max(f.digits, len(strconv.Itoa(l.number)))
	}
}

// gap writes an empty line of the gutter.
func (f *finding) gap() {
	fmt.Fprintln(f.w, strings.Repeat(" ", f.digits)+f.gutter(" |"))
}

// item writes a sentence behind a mark in the gutter.
func (f *finding) item(mark, text string) {
	indent := f.digits + len(" ") + len(mark) + len(" ")
	for i, l := range wrap(printable(text, false), indent, indent, f.width) {
		if i > 0 {
			mark = strings.Repeat(" ", len(mark))
		}
		fmt.Fprintf(f.w, "%*s %s %s\n", f.digits, "", f.gutter(mark), l)
	}
}

// tail writes a sentence of a kind ("note") after the frames; further lines
// stand below its first word.
func (f *finding) tail(kind, text string) {
	indent := f.digits + len(" = ") + len(kind) + len(": ")
	for i, l := range wrap(printable(text, true), indent, indent, f.width) {
		if i == 0 {
			fmt.Fprintf(f.w, "%*s %s %s: %s\n", f.digits, "", f.gutter("="), f.bold(kind), l)
		} else {
			fmt.Fprintf(f.w, "%*s%s\n", indent, "", l)
		}
	}
}

// lines writes a frame.
func (f *finding) lines(lines []shownLine, paint func(a ...any) string) {
	for _, l := range lines {
		if l.number == 0 {
			fmt.Fprintln(f.w, f.gutter(fmt.Sprintf("%*s", f.digits+2, "...")))
			continue
		}
		fmt.Fprintln(f.w, strings.TrimRight(f.gutter(fmt.Sprintf("%*d |", f.digits, l.number))+" "+l.text, " "))
		indent := len(l.mark) - len(strings.TrimLeft(l.mark, " "))
		fmt.Fprintf(f.w, "%*s%s %s%s\n", f.digits, "", f.gutter(" |"), l.mark[:indent], paint(l.mark[indent:]))
	}
}

// placed is ": file:line:column", or nothing for no place.
func placed(span diag.Span) string {
	if span.IsZero() {
		return ""
	}
	return ": " + Place(span)
}
