package checker_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

// guarded runs a check and turns a panic or a hang into an error.
func guarded(check func() *checker.Result) (*checker.Result, error) {
	type outcome struct {
		r   *checker.Result
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() {
			if x := recover(); x != nil {
				stack := make([]byte, 1<<16)
				done <- outcome{err: fmt.Errorf("panic: %v\n%s", x, panicSite(string(stack[:runtime.Stack(stack, false)])))}
			}
		}()
		done <- outcome{r: check()}
	}()
	select {
	case o := <-done:
		return o.r, o.err
	case <-time.After(slowest):
		return nil, fmt.Errorf("no result after %v", slowest)
	}
}

// panicSite is the part of a stack between the panic and this file.
func panicSite(stack string) string {
	if _, below, ok := strings.Cut(stack, "\npanic("); ok {
		stack = below
	}
	lines := strings.Split(stack, "\n")
	return strings.Join(lines[2:min(len(lines), 16)], "\n")
}

var codePattern = regexp.MustCompile(`^AE[1-69][0-9][0-9]$`)

// internalName is how the encoding names a variable.
var internalName = regexp.MustCompile(`[A-Za-z_0-9]+![0-9]+`)

// told is all text of a diagnostic.
func told(d *diag.Diagnostic) string {
	var b strings.Builder
	fmt.Fprint(&b, d.Message, d.Notes, d.Counterexample)
	for _, rel := range d.Related {
		fmt.Fprint(&b, rel.Message)
	}
	for _, s := range d.Trace {
		fmt.Fprint(&b, s.Message)
	}
	return b.String()
}

// faults is what is wrong with a result, whatever the input was.
func faults(p program, r *checker.Result) error {
	var all []error
	fault := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }
	inside := func(what string, s diag.Span) {
		if s.Src == nil || s.Start < 0 || s.End < s.Start || s.End > len(s.Src.Text) {
			fault("%s: no valid span (%d to %d)", what, s.Start, s.End)
			return
		}
		text := s.Src.Text
		if given, ok := p.files[s.Src.Name]; ok && given != text {
			fault("%s: speaks of another text of %s", what, s.Src.Name)
		}
		if utf8.ValidString(text) && (s.Start < len(text) && !utf8.RuneStart(text[s.Start]) || s.End < len(text) && !utf8.RuneStart(text[s.End])) {
			fault("%s: the span %d to %d cuts a character in two", what, s.Start, s.End)
		}
	}
	for _, d := range r.Diagnostics {
		what := fmt.Sprintf("%s %q", d.Code, d.Message)
		if !codePattern.MatchString(string(d.Code)) || d.Message == "" {
			fault("%s: no code or no message", what)
		}
		if d.Code == "AE902" {
			fault("%s: internal error", what)
		}
		if d.Code != "AE901" && d.Code != "AE904" && d.Code != "AE206" { // may speak of the run as a whole
			inside(what, d.Span)
		} else if !d.Span.IsZero() {
			inside(what, d.Span)
		}
		for _, rel := range d.Related {
			inside(what+", related "+rel.Message, rel.Span)
		}
		for _, s := range d.Trace {
			inside(what+", step "+s.Message, s.Span)
		}
		if strings.Contains(d.Error(), "%!") && !strings.Contains(p.String(), "%!") {
			fault("%s: badly formatted", what)
		}
		if s := internalName.FindString(told(d)); s != "" && !internalName.MatchString(p.String()) {
			fault("%s: tells of %q, a name of the encoding", what, s)
		}
	}
	proved := true
	for _, o := range r.Obligations {
		inside("obligation "+o.Kind+" "+o.Text, o.At)
		proved = proved && o.Status == checker.Proved
	}
	if sorted := diag.Sort(slices.Clone(r.Diagnostics)); !slices.Equal(sorted, r.Diagnostics) {
		fault("the diagnostics are not sorted")
	}
	switch rejects := diag.HasErrors(r.Diagnostics); {
	case r.Verdict == checker.Verified && (rejects || !proved):
		fault("verified in spite of errors")
	case r.Verdict != checker.Verified && !rejects:
		fault("%v, and no error says why", r.Verdict)
	case r.Verdict != checker.Verified && r.StateOut != nil:
		fault("%v, and there is a state after the plan", r.Verdict)
	case r.Verdict == checker.Failed && !reports(r, "AE901"):
		fault("the check failed")
	}
	return errors.Join(all...)
}

// fingerprint is everything of a result but the time that it took.
func fingerprint(r *checker.Result) string {
	var b strings.Builder
	place := func(s diag.Span) string {
		if s.Src == nil {
			return "nowhere"
		}
		return fmt.Sprintf("%s[%d:%d]", s.Src.Name, s.Start, s.End)
	}
	fmt.Fprintln(&b, r.File, r.Verdict, r.Contract, r.Inputs, r.Notes, r.StateOut)
	for _, d := range r.Diagnostics {
		fmt.Fprintln(&b, place(d.Span), d.Severity, d.Code, d.Message, d.Notes, d.Counterexample)
		for _, rel := range d.Related {
			fmt.Fprintln(&b, "  ", place(rel.Span), rel.Message)
		}
		for _, s := range d.Trace {
			fmt.Fprintln(&b, "  ", place(s.Span), s.Role, s.Message)
		}
	}
	for _, o := range r.Obligations {
		fmt.Fprintln(&b, place(o.At), place(o.Clause), o.Kind, o.Callee, o.Param, o.Text, o.Status)
	}
	for _, i := range r.Invariants {
		fmt.Fprintln(&b, place(i.At), i.Of, i.Holds)
	}
	return b.String()
}

// same reports how two results of one input differ. That a limit was reached in
// one of them only is a difference that is allowed, unless one is an acceptance.
func same(a, b *checker.Result) error {
	slow := max(a.Elapsed, b.Elapsed) > robustTimeout/2
	if slow || a.Verdict == b.Verdict && (reports(a, "AE303") || reports(b, "AE303")) {
		return nil
	}
	if x, y := fingerprint(a), fingerprint(b); x != y {
		return fmt.Errorf("two checks differ:\n%s\nand then\n%s", x, y)
	}
	return nil
}

// codes are the codes of a result, one for each diagnostic.
func codes(r *checker.Result) string {
	var out []string
	for _, d := range r.Diagnostics {
		out = append(out, string(d.Code))
	}
	slices.Sort(out)
	return r.Verdict.String() + " " + strings.Join(out, " ")
}

// examine checks a program and returns what is wrong with the result. The spec
// may be used for other programs too; it is nil where the files of the specs
// differ. Some programs are checked a second time, and from scratch.
func (p program) examine(lib *z3.Library, spec *checker.Spec, again bool) (*checker.Result, error) {
	if last := os.Getenv("AEONC_LAST"); last != "" {
		if err := os.WriteFile(last, []byte(p.String()), 0o644); err != nil {
			return nil, err
		}
	}
	check := func() *checker.Result { return p.afresh(lib) }
	if spec != nil {
		check = func() *checker.Result { return p.under(spec) }
	}
	r, err := guarded(check)
	if err != nil {
		return nil, err
	}
	if err := faults(p, r); err != nil {
		return r, err
	}
	if again {
		second, err := guarded(func() *checker.Result { return p.afresh(lib) })
		if err != nil {
			return r, fmt.Errorf("the second time: %w", err)
		}
		return r, same(r, second)
	}
	return r, nil
}

// kind is what errors with the same cause have in common.
func kind(err error) string {
	if err == nil {
		return ""
	}
	text := regexp.MustCompile("`[^`]*`|\"[^\"]*\"|0x[0-9a-f]+|[0-9]+").ReplaceAllString(err.Error(), "")
	lines := strings.SplitN(text, "\n", 3)
	return strings.Join(lines[:min(2, len(lines))], "\n")
}

// shrink removes pieces of a source as long as the program stays wrong in the
// same way.
func (p program) shrink(file string, wrong func(program) error) program {
	want := kind(wrong(p))
	if want == "" {
		return p // it takes what was checked before
	}
	deadline := time.Now().Add(20 * time.Second)
	for size := len(p.files[file]) / 2; size > 0; size /= 2 {
		for at := 0; at < len(p.files[file]) && time.Now().Before(deadline); {
			text := p.files[file]
			q := p.with(file, text[:at]+text[min(at+size, len(text)):])
			if kind(wrong(q)) == want {
				p = q
				continue
			}
			at += size
		}
	}
	return p
}
