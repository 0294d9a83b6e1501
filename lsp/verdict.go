package lsp

import (
	"slices"

	"go.lsp.dev/uri"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/lang/diag"
)

// verdict is the notification aeonc/verdict: what the editor's status bar shows
// of a document.
type verdict struct {
	URI     uri.URI `json:"uri"`
	Version int32   `json:"version"`
	// Verdict is "checking", "verified", "rejected", "checked" (a spec that is in
	// force for nothing, without errors), "unchecked" (no spec is configured),
	// "unusable" (the configuration or a spec cannot be used) or "failed" (no solver,
	// or aeonc itself failed).
	Verdict string `json:"verdict"`
	// Role is "plan" or "spec".
	Role        string   `json:"role"`
	Obligations int      `json:"obligations"`
	Proved      int      `json:"proved"`
	Errors      int      `json:"errors"`
	Elapsed     float64  `json:"elapsedMs"`
	Specs       []string `json:"specs"`
	Notes       []string `json:"notes"`
	// Code and Message say what is unusable, or has failed.
	Code    string `json:"code,omitempty"`
	Message string `json:"message,omitempty"`
}

// verdictOf is the outcome of a check in a word. "verified" is said where the
// command line would say it of the same file, and nowhere else.
func verdictOf(c *check) string {
	o := c.outcome
	switch {
	case o == nil:
		return "checking"
	case c.role == roleUnchecked || c.role == roleBuiltin:
		return "unchecked"
	case o.result == nil:
		return "unusable"
	case o.result.Verdict == checker.Failed:
		return "failed"
	case o.result.Verdict == checker.Unusable || misnamed(o.diags):
		return "unusable"
	case o.result.Verdict != checker.Verified || diag.HasErrors(o.diags) || proved(o.obligations) < len(o.obligations):
		return "rejected"
	case c.role == rolePlan && !names(o.result, c.doc.src):
		return "failed"
	case c.role == roleSolo:
		return "checked"
	}
	return "verified"
}

// misnamed reports whether the configuration or a setting names a module that is not
// there: the error has no place in a file.
func misnamed(ds []*diag.Diagnostic) bool {
	return slices.ContainsFunc(ds, func(d *diag.Diagnostic) bool { return d.Code == "AE206" && d.Span.IsZero() })
}

// announce sends aeonc/verdict.
func (s *Server) announce(c *check) {
	v := verdict{URI: c.doc.sent, Version: c.doc.version, Verdict: verdictOf(c), Role: "plan", Specs: []string{}, Notes: []string{}}
	if c.role != rolePlan && c.role != roleUnchecked {
		v.Role = "spec"
	}
	if c.project != nil {
		v.Specs = append(v.Specs, c.project.setup.Specs...)
	}
	if o := c.outcome; o != nil {
		v.Obligations, v.Proved = len(o.obligations), proved(o.obligations)
		v.Elapsed = float64(o.elapsed.Microseconds()) / 1000
		for _, d := range o.diags {
			if d.Severity != diag.Error {
				continue
			}
			v.Errors++
			if d.Span.IsZero() && (v.Verdict == "failed" || v.Verdict == "unusable") {
				v.Code, v.Message = string(d.Code), message(d)
			}
		}
		if o.result != nil {
			v.Notes = append(v.Notes, o.result.Notes...)
		}
	}
	_ = s.conn.Notify(s.ctx, "aeonc/verdict", v) // a client that is gone needs none
}

// names reports whether a result is of the very text that the document has.
func names(r *checker.Result, plan *diag.Source) bool {
	for _, in := range r.Inputs {
		if in.Role == "plan" && in.SHA256 == load.Digest(plan.Text) {
			return true
		}
	}
	return false
}

func proved(os []checker.Obligation) int {
	n := 0
	for _, o := range os {
		if o.Status == checker.Proved {
			n++
		}
	}
	return n
}
