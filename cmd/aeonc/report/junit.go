package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Time     string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Time       string          `xml:"time,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Name      string        `xml:"name,attr"`
	Classname string        `xml:"classname,attr"`
	File      string        `xml:"file,attr,omitempty"`
	Time      string        `xml:"time,attr"`
	Failure   *junitFailure `xml:"failure"`
	Error     *junitFailure `xml:"error"`
	Output    *junitText    `xml:"system-out"`
}

type junitText struct {
	Text string `xml:",cdata"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",cdata"`
}

// JUnit writes a run as test results: a test case per file, which fails where
// the file is rejected and is in error where it could not be checked. The text
// of a failure is that of the report for people; warnings of a file that passes
// are its output. A problem of the run itself is a test case in error.
func JUnit(w io.Writer, run *Run, _ Style) error {
	suite := junitSuite{Name: "aeonc", Properties: []junitProperty{{"aeonc", run.Aeonc}}}
	if run.Libz3 != "" {
		suite.Properties = append(suite.Properties, junitProperty{"libz3", run.Libz3})
	}
	var seconds float64
	for _, p := range run.Problems {
		suite.add(junitCase{Name: "aeonc", Classname: "aeonc", Time: "0.000", Error: failure([]*diag.Diagnostic{p.Diagnostic}, nil)})
	}
	for _, res := range run.Results {
		name := printable(res.File, false)
		c := junitCase{Name: name, Classname: "aeonc", File: name, Time: fmt.Sprintf("%.3f", res.Elapsed.Seconds())}
		ds, hidden := Shown(res.Diagnostics)
		switch res.Verdict {
		case checker.Verified:
			if said := findings(ds, notes(res, hidden)); said != "" {
				c.Output = &junitText{"\n" + said}
			}
		case checker.Rejected:
			c.Failure = failure(ds, notes(res, hidden))
		default:
			c.Error = failure(ds, notes(res, hidden))
		}
		seconds += res.Elapsed.Seconds()
		suite.add(c)
	}
	suite.Time = fmt.Sprintf("%.3f", seconds)
	out := junitSuites{
		Name: "aeonc", Tests: suite.Tests, Failures: suite.Failures, Errors: suite.Errors,
		Time: suite.Time, Suites: []junitSuite{suite},
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	enc := xml.NewEncoder(&b)
	enc.Indent("", "  ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}

// add adds a test case to the suite and its counts.
func (s *junitSuite) add(c junitCase) {
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Error != nil {
		s.Errors++
	}
	s.Cases = append(s.Cases, c)
}

// failure tells why a file did not pass, headed by its first error.
func failure(ds []*diag.Diagnostic, notes []string) *junitFailure {
	out := &junitFailure{Type: "aeonc", Message: "not verified", Text: "\n" + findings(ds, notes)}
	for _, d := range ds {
		if d.Severity == diag.Error {
			out.Message = printable(d.Message, false)
			if d.Code != "" {
				out.Type = string(d.Code)
				out.Message = fmt.Sprintf("%s: %s", d.Code, out.Message)
			}
			break
		}
	}
	return out
}

// findings is the report for people on one file, without its verdict.
func findings(ds []*diag.Diagnostic, notes []string) string {
	var b bytes.Buffer
	p := newPainter(&b, Style{})
	for _, d := range ds {
		p.diagnostic(d)
		b.WriteByte('\n')
	}
	for _, n := range notes {
		fmt.Fprintf(&b, "note: %s\n", printable(n, true))
	}
	return xmlText(strings.TrimRight(b.String(), "\n") + strings.Repeat("\n", boolInt(b.Len() > 0)))
}

// xmlText replaces the characters that XML 1.0 cannot hold at all. In attributes
// the encoder does so itself.
func xmlText(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r >= 0x20 && r <= 0xD7FF, r >= 0xE000 && r <= 0xFFFD, r >= 0x10000:
			return r
		}
		return '\uFFFD'
	}, text)
}
