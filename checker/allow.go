package checker

import (
	"regexp"
	"strings"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// allowance is one lint that a comment of a spec allows on one declaration:
//
//	# aeonc: allow AE603 the harness alone can reach it
type allowance struct {
	code string
	// at is the code in the comment, on the declaration that it is for; zero where
	// the comment stands by none.
	at, on diag.Span
	used   bool
}

var (
	allowComment = regexp.MustCompile(`^#\s*aeonc:\s*allow\b[ \t]*`)
	allowCode    = regexp.MustCompile(`^(AE[0-9]+)\b[ \t]*,?[ \t]*`)
	lintCode     = regexp.MustCompile(`^AE6(0[1-9]|10)$`)
)

// allowances reads the comments of a spec that allow lints, and reports those that
// cannot be meant: without a code or a reason, or of what is no lint.
func allowances(f *lang.File) (as []*allowance, ds []*diag.Diagnostic) {
	for _, c := range f.Comments {
		head := allowComment.FindString(c.Text)
		if head == "" {
			continue
		}
		rest, offset := c.Text[len(head):], len(head)
		on, codes := declarationBy(f, c), []string{}
		for {
			m := allowCode.FindStringSubmatch(rest)
			if m == nil {
				break
			}
			at := diag.Span{Src: c.Span.Src, Start: c.Span.Start + offset, End: c.Span.Start + offset + len(m[1])}
			codes = append(codes, "`"+m[1]+"`")
			rest, offset = rest[len(m[0]):], offset+len(m[0])
			switch {
			case m[1] == "AE602" || m[1] == "AE609":
				ds = append(ds, diag.New(at, diag.AllowNever, m[1]))
			case !lintCode.MatchString(m[1]):
				ds = append(ds, diag.New(at, diag.AllowNoLint, m[1]))
			default:
				as = append(as, &allowance{code: m[1], at: at, on: on})
			}
		}
		switch {
		case len(codes) == 0:
			ds = append(ds, diag.New(c.Span, diag.AllowNothing))
		case strings.Trim(rest, " \t-–:") == "":
			ds = append(ds, diag.New(c.Span, diag.AllowNoReason, strings.Join(codes, ", ")))
		}
	}
	return as, ds
}

// declarationBy is the declaration that a comment is for: the one in which it
// stands or on whose last line, or the next one, if only comments are between.
func declarationBy(f *lang.File, c lang.Comment) diag.Span {
	line := c.Span.Pos().Line
	var in, next diag.Span
	for _, d := range declarations(f) {
		first, last := d.Pos().Line, d.EndPos().Line
		switch {
		case d.Start < c.Span.Start && line <= last && (line > first || line == last):
			in = d
		case d.Start > c.Span.Start && next.IsZero() && onlyComments(f, line+1, first):
			next = d
		}
	}
	if in.IsZero() {
		return next
	}
	return in
}

// declarations lists the places of a spec's declarations, those of a `mutual`
// group after the group.
func declarations(f *lang.File) []diag.Span {
	var out []diag.Span
	for _, d := range f.Decls {
		out = append(out, d.Range())
		if m, ok := d.(*lang.Mutual); ok {
			for _, def := range m.Defs {
				out = append(out, def.Range())
			}
		}
	}
	return out
}

// onlyComments reports whether the lines from one up to another hold comments and
// nothing else.
func onlyComments(f *lang.File, from, to int) bool {
	for n := from; n < to; n++ {
		if !strings.HasPrefix(strings.TrimSpace(f.Source.Line(n)), "#") {
			return false
		}
	}
	return true
}

// allowed drops the lints that a comment allows.
func (s *Spec) allowed(ds []*diag.Diagnostic) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, d := range ds {
		drop := false
		for _, a := range s.allowances {
			if string(d.Code) == a.code && d.Span.Src == a.on.Src && d.Span.Start >= a.on.Start && d.Span.End <= a.on.End && d.Code != "AE608" {
				a.used, drop = true, true
			}
		}
		if !drop {
			out = append(out, d)
		}
	}
	return out
}

// unusedAllowances reports what is allowed in the specs in force and does not
// occur; of those in the binary only where they were verified too.
func (s *Spec) unusedAllowances(builtin bool) []*diag.Diagnostic {
	var ds []*diag.Diagnostic
	for _, a := range s.allowances {
		for _, m := range s.program.Modules {
			if m.Source == a.at.Src && m.Named && (builtin || !m.Builtin) && !a.used {
				ds = append(ds, s.lintSeverity(diag.New(a.at, diag.AllowUnused, a.code)))
			}
		}
	}
	return ds
}

func (s *Spec) lintSeverity(d *diag.Diagnostic) *diag.Diagnostic {
	if s.cfg.Strict {
		d.Severity = diag.Error
	}
	return d
}

// allowsInPlan reports the comments of a plan that would allow something in a spec.
func allowsInPlan(f *lang.File) []*diag.Diagnostic {
	var ds []*diag.Diagnostic
	for _, c := range f.Comments {
		if allowComment.MatchString(c.Text) {
			ds = append(ds, diag.New(c.Span, diag.AllowInPlan))
		}
	}
	return ds
}
