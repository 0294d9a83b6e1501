package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	home        = "https://github.com/aeonc/aeonc"
	// fingerprint names the hash that tells a finding across changes of other
	// lines; a new way to compute it gets a new number.
	fingerprint = "aeoncFinding/v1"
	// maxSnippet bounds the text that a region repeats from its file.
	maxSnippet = 1000
)

// SARIF writes a run as a SARIF 2.1.0 log: findings as results, with the trace
// as a code flow and repairs as fixes; faults of the machine and of the command
// line as notifications of the invocation. Columns count code points, as in
// every other format, and the log says so.
func SARIF(w io.Writer, run *Run, _ Style) error {
	s := newSarifWriter(run)
	out := sarifRun{
		Tool:              sarifTool{Driver: s.driver(run.Aeonc)},
		Results:           []sarifResult{},
		ColumnKind:        "unicodeCodePoints",
		NewlineSequences:  []string{"\r\n", "\n", "\r"},
		DefaultEncoding:   "UTF-8",
		DefaultSourceLang: "aeon",
	}
	if run.Libz3 != "" {
		out.Tool.Extensions = []sarifComponent{{Name: "libz3", Version: run.Libz3}}
	}
	invocation := sarifInvocation{
		ExecutionSuccessful: run.Verdict() <= checker.Rejected,
		ExitCode:            Status(run.Verdict()),
		ExitCodeDescription: run.Verdict().String(),
	}
	told := repeats{}
	notify := func(d *diag.Diagnostic) {
		if told.seen(d) {
			return
		}
		n := s.notification(d)
		if d.Code == "" {
			invocation.Configuration = append(invocation.Configuration, n)
		} else {
			invocation.Execution = append(invocation.Execution, n)
		}
	}
	for _, p := range run.Problems {
		notify(p.Diagnostic)
	}
	verdicts := []map[string]any{}
	for _, res := range run.Results {
		ds, hidden := Shown(res.Diagnostics)
		for _, d := range ds {
			switch {
			case OfTheRun(d):
				notify(d)
			case !told.seen(d):
				out.Results = append(out.Results, s.result(res, d))
			}
		}
		verdicts = append(verdicts, map[string]any{
			"file": res.File, "verdict": res.Verdict.String(), "contract": res.Contract, "notes": texts(notes(res, hidden)),
		})
	}
	out.Invocations = []sarifInvocation{invocation}
	out.Artifacts, out.OriginalURIBaseIDs = s.artifacts, s.bases
	out.Properties = map[string]any{"verdict": run.Verdict().String(), "files": verdicts}

	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{out}})
}

// notification is a fault of the machine, of the command line or of the
// configuration.
func (s *sarifWriter) notification(d *diag.Diagnostic) sarifNotification {
	n := sarifNotification{Level: d.Severity.String(), Message: sarifText(sentences(d))}
	if i, ok := s.notifications[string(d.Code)]; ok {
		n.Descriptor = &sarifReference{ID: string(d.Code), Index: i}
	}
	if !d.Span.IsZero() {
		n.Locations = []sarifLocation{s.location(d.Span, "")}
	}
	return n
}

// result is a finding of a file.
func (s *sarifWriter) result(res *checker.Result, d *diag.Diagnostic) sarifResult {
	out := sarifResult{
		RuleID:              string(d.Code),
		RuleIndex:           -1,
		Level:               d.Severity.String(),
		Message:             sarifText(sentences(d)),
		PartialFingerprints: map[string]string{fingerprint: s.fingerprint(res, d)},
	}
	if i, ok := s.rules[string(d.Code)]; ok {
		out.RuleIndex = i
	}
	if d.Span.IsZero() {
		// Consumers want a place: the start of the file.
		start := sarifRegion{StartLine: 1, StartColumn: 1, EndLine: 1, EndColumn: 1}
		out.Locations = []sarifLocation{{Physical: &sarifPhysical{Artifact: s.artifact(res.File, nil), Region: &start}}}
	} else {
		out.Locations = []sarifLocation{s.location(d.Span, "")}
	}
	for i, r := range d.Related {
		l := s.location(r.Span, r.Message)
		l.ID = new(i + 1)
		out.RelatedLocations = append(out.RelatedLocations, l)
	}
	if len(d.Trace) > 0 {
		out.CodeFlows = []sarifCodeFlow{{ThreadFlows: []sarifThreadFlow{{Locations: s.flow(d.Trace)}}}}
	}
	for _, r := range d.Repairs {
		if len(r.Edits) > 0 {
			out.Fixes = append(out.Fixes, s.fix(r))
		}
	}
	if d.Status != "" {
		out.Properties = map[string]any{"status": string(d.Status)}
	}
	return out
}

// flow is a trace as the way of one thread.
func (s *sarifWriter) flow(trace []diag.Step) []sarifFlowLocation {
	var out []sarifFlowLocation
	for i, step := range trace {
		importance := "essential"
		if step.Role == diag.RoleThrough {
			importance = "important"
		}
		out = append(out, sarifFlowLocation{
			Location: s.location(step.Span, step.Message), Kinds: []string{string(step.Role)},
			ExecutionOrder: i + 1, Importance: importance,
		})
	}
	return out
}

// fix is a repair; its edits are all in one file.
func (s *sarifWriter) fix(r diag.Repair) sarifFix {
	change := sarifChange{Artifact: s.artifact(r.Edits[0].Span.Src.Name, r.Edits[0].Span.Src)}
	for _, e := range r.Edits {
		replacement := sarifReplacement{Deleted: region(e.Span)}
		if e.New != "" {
			replacement.Inserted = &sarifContent{e.New}
		}
		change.Replacements = append(change.Replacements, replacement)
	}
	return sarifFix{
		Description: sarifText(r.Title),
		Changes:     []sarifChange{change},
		Properties:  map[string]any{"safe": r.Safe, "complete": r.Complete},
	}
}

// location is a place with what is said of it.
func (s *sarifWriter) location(span diag.Span, message string) sarifLocation {
	var l sarifLocation
	if !span.IsZero() {
		r := region(span)
		if text := span.Text(); text != "" && len(text) <= maxSnippet {
			r.Snippet = &sarifContent{text}
		}
		l.Physical = &sarifPhysical{Artifact: s.artifact(span.Src.Name, span.Src), Region: &r}
	}
	if message != "" {
		m := sarifText(message)
		l.Message = &m
	}
	return l
}

func region(span diag.Span) sarifRegion {
	from, to := span.Pos(), span.EndPos()
	return sarifRegion{StartLine: from.Line, StartColumn: from.Column, EndLine: to.Line, EndColumn: to.Column}
}

// fingerprint is a hash of a finding that does not change when lines are put
// before it: of its code, its text, the line it is on, and how many findings
// that are the same in all this came before it in its file.
func (s *sarifWriter) fingerprint(res *checker.Result, d *diag.Diagnostic) string {
	name, line := res.File, ""
	if !d.Span.IsZero() {
		name = d.Span.Src.Name
		line = d.Span.Src.Line(d.Span.Pos().Line)
	}
	if len(line) > maxSnippet {
		line = line[:maxSnippet]
	}
	key := strings.Join([]string{name, string(d.Code), d.Message, strings.Join(strings.Fields(line), " ")}, "\x00")
	n := s.same[key]
	s.same[key]++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, n))
	return hex.EncodeToString(sum[:16])
}

// sentences is all that a finding says, for formats that have one text for it.
func sentences(d *diag.Diagnostic) string {
	var b strings.Builder
	b.WriteString(printable(d.Message, true))
	if d.Advice != "" {
		b.WriteString("\nThe spec says: " + printable(d.Advice, true))
	}
	for i, v := range d.Counterexample {
		if i == 0 {
			b.WriteString("\nCounterexample:")
		}
		b.WriteString("\n  " + printable(v.Name+": "+v.Value, true))
	}
	for _, n := range d.Notes {
		b.WriteString("\nNote: " + printable(n, true))
	}
	return b.String()
}

// sarifLink is what a viewer would take for a link to a related location.
var sarifLink = regexp.MustCompile(`\[([^\[\]]*)\]\((\d+)\)`)

// sarifText is a message in which nothing is taken for a link. It has no
// arguments, so braces stand for themselves.
func sarifText(text string) sarifMessage {
	return sarifMessage{sarifLink.ReplaceAllString(text, `\[$1\]($2)`)}
}
