package diag

import (
	"fmt"
	"sort"
)

// Code is a stable diagnostic code, "AE301".
type Code string

// Severity says whether a diagnostic rejects.
type Severity int

// An Error rejects the file; a Warning does not.
const (
	Error Severity = iota
	Warning
)

func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Message is one entry of the catalogue: a code, its usual severity, and a
// fmt template for the text.
type Message struct {
	Code     Code
	Severity Severity
	Text     string
}

// Related is a second place that a diagnostic speaks of: the first
// consumption, the clause in the spec, a step of a trace.
type Related struct {
	Span    Span
	Message string
}

// Binding is one line of a counterexample: a name as the source writes it and
// the value that breaks the obligation; an opaque value is shown by its
// measures ("repoPrivate = true").
type Binding struct {
	Name  string
	Value string
}

// Status says how an obligation failed.
type Status string

const (
	// Refuted: a counterexample exists.
	Refuted Status = "refuted"
	// Undecided: a limit ran out first.
	Undecided Status = "undecided"
)

// Role is the part that a step plays in a trace.
type Role string

const (
	// RoleSource: the fact arose here.
	RoleSource Role = "source"
	// RoleThrough: the fact was handed on here.
	RoleThrough Role = "through"
	// RoleSink: the fact broke the obligation here.
	RoleSink Role = "sink"
)

// Step is one step of the trace that leads from where a fact arose to the call
// that cannot live with it.
type Step struct {
	Span    Span
	Role    Role
	Message string
}

// Edit replaces the text of Span, which may be empty, by New.
type Edit struct {
	Span Span
	New  string
}

// Repair is a change of the text after which the diagnostic is gone. It was
// checked by substitution before it was offered.
type Repair struct {
	// Title says in the imperative what the change does.
	Title string
	// Edits are in source order, do not overlap, and are all in one file.
	Edits []Edit
	// Safe repairs change no call's meaning and may be applied unasked (--fix).
	Safe bool
	// Complete is set when the file with the change has no error left.
	Complete bool
}

// Diagnostic is one finding. It is plain data: nothing in it refers to how it
// will be shown.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Span     Span
	Message  string
	// Notes are further sentences: what was expected, what to do.
	Notes []string
	// Related are other places, in the order in which a reader wants them.
	Related []Related
	// Status is set for an obligation that failed, "" for other findings.
	Status Status
	// Advice is the spec author's own wording (`@msg`), "" where there is none.
	Advice string
	// Trace leads from source to sink, in the order of execution.
	Trace []Step
	// Counterexample is set when an obligation was refuted.
	Counterexample []Binding
	// Repairs, best first; empty where none could be verified.
	Repairs []Repair
}

// New builds a diagnostic from a catalogue entry.
func New(span Span, m Message, args ...any) *Diagnostic {
	text := m.Text
	if len(args) > 0 {
		text = fmt.Sprintf(m.Text, args...)
	}
	return &Diagnostic{Code: m.Code, Severity: m.Severity, Span: span, Message: text}
}

// With adds a related place and returns d.
func (d *Diagnostic) With(span Span, format string, args ...any) *Diagnostic {
	if !span.IsZero() {
		d.Related = append(d.Related, Related{span, fmt.Sprintf(format, args...)})
	}
	return d
}

// Note adds a sentence and returns d.
func (d *Diagnostic) Note(format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, fmt.Sprintf(format, args...))
	return d
}

// Error makes a Diagnostic usable as an error.
func (d *Diagnostic) Error() string {
	p := d.Span.Pos()
	name := ""
	if d.Span.Src != nil {
		name = d.Span.Src.Name
	}
	return fmt.Sprintf("%s:%d:%d: %s %s: %s", name, p.Line, p.Column, d.Severity, d.Code, d.Message)
}

// Sort orders diagnostics by source name, place, code and text, and drops exact
// repetitions. The result does not depend on the order of the input.
func Sort(ds []*Diagnostic) []*Diagnostic {
	less := func(a, b *Diagnostic) int {
		an, bn := "", ""
		if a.Span.Src != nil {
			an = a.Span.Src.Name
		}
		if b.Span.Src != nil {
			bn = b.Span.Src.Name
		}
		switch {
		case an != bn:
			return cmpString(an, bn)
		case a.Span.Start != b.Span.Start:
			return a.Span.Start - b.Span.Start
		case a.Span.End != b.Span.End:
			return a.Span.End - b.Span.End
		case a.Code != b.Code:
			return cmpString(string(a.Code), string(b.Code))
		}
		return cmpString(a.Message, b.Message)
	}
	sort.SliceStable(ds, func(i, j int) bool { return less(ds[i], ds[j]) < 0 })
	out := ds[:0]
	for i, d := range ds {
		if i > 0 && less(out[len(out)-1], d) == 0 {
			continue
		}
		out = append(out, d)
	}
	return out
}

func cmpString(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// HasErrors reports whether any diagnostic rejects.
func HasErrors(ds []*Diagnostic) bool {
	for _, d := range ds {
		if d.Severity == Error {
			return true
		}
	}
	return false
}
