package report

import (
	"bytes"
	"fmt"
	"io"

	"github.com/aeonc/aeonc/lang/diag"
)

// Compact writes one line per diagnostic, as compilers do, for tools that read
// lines: nothing at all where everything was verified without a remark.
func Compact(w io.Writer, run *Run, _ Style) error {
	var b bytes.Buffer
	told := repeats{}
	for _, res := range run.Results {
		ds, hidden := Shown(res.Diagnostics)
		for _, d := range ds {
			if OfTheRun(d) || told.seen(d) {
				continue
			}
			b.WriteString(CompactLine(d))
			b.WriteByte('\n')
		}
		for _, n := range notes(res, hidden) {
			fmt.Fprintf(&b, "%s: note: %s\n", printable(res.File, false), printable(n, false))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// CompactLine is a diagnostic on one line.
func CompactLine(d *diag.Diagnostic) string {
	head := Place(d.Span)
	if head == "" {
		head = "aeonc"
	}
	label := d.Severity.String()
	if d.Code != "" {
		label += " " + string(d.Code)
	}
	return fmt.Sprintf("%s: %s: %s", head, label, printable(d.Message, false))
}
