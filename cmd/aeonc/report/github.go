package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
)

// GitHub writes workflow commands, which GitHub Actions shows as annotations of
// the lines of a pull request: one per finding, problems of the run included.
func GitHub(w io.Writer, run *Run, _ Style) error {
	var b bytes.Buffer
	told := repeats{}
	for _, p := range run.Problems {
		if !told.seen(p.Diagnostic) {
			annotation(&b, p.Diagnostic)
		}
	}
	for _, res := range run.Results {
		ds, hidden := Shown(res.Diagnostics)
		for _, d := range ds {
			if !told.seen(d) {
				annotation(&b, d)
			}
		}
		for _, n := range notes(res, hidden) {
			fmt.Fprintf(&b, "::notice file=%s,title=aeonc::%s\n", property(res.File), data(printable(n, true)))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// annotation writes one finding, with all that the report for people says of it
// but the source lines, which GitHub shows itself.
func annotation(b *bytes.Buffer, d *diag.Diagnostic) {
	var properties []string
	text := sentences(d)
	if !d.Span.IsZero() {
		from, to := d.Span.Pos(), d.Span.EndPos()
		properties = append(properties, "file="+property(printable(d.Span.Src.Name, false)), fmt.Sprintf("line=%d", from.Line))
		// A column that ends an annotation of several lines would be taken for one of
		// the first line.
		if from.Line == to.Line {
			properties = append(properties, fmt.Sprintf("endLine=%d,col=%d,endColumn=%d", to.Line, from.Column, to.Column))
		} else {
			properties = append(properties, fmt.Sprintf("endLine=%d", to.Line))
		}
	}
	for _, r := range d.Related {
		text += "\n" + printable(r.Message, false) + placed(r.Span)
	}
	for i, s := range d.Trace {
		text += fmt.Sprintf("\n%d. %s%s", i+1, printable(told(s), false), placed(s.Span))
	}
	if len(d.Repairs) > 0 {
		text += "\nRepair: " + printable(d.Repairs[0].Title, true)
	}
	title := "aeonc"
	if d.Code != "" {
		title += " " + string(d.Code)
	}
	properties = append(properties, "title="+property(title))
	fmt.Fprintf(b, "::%s %s::%s\n", d.Severity, strings.Join(properties, ","), data(text))
}

// data escapes the text of a workflow command, property also what ends one of
// its properties.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace
)
