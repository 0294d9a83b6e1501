package report

import (
	"encoding/json"
	"io"
	"strings"
	"time"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/state"
	"github.com/aeonc/aeonc/lang/diag"
)

// Schema is the version of the JSON shape. It grows when a field is removed or
// changes its meaning; a new field alone does not change it. The shape is
// described in docs/json.md and docs/result.schema.json.
const Schema = 1

type jsonRun struct {
	Schema   int              `json:"schema"`
	Aeonc    string           `json:"aeonc"`
	Libz3    *string          `json:"libz3"`
	Verdict  string           `json:"verdict"`
	Status   int              `json:"exit_status"`
	Results  []jsonResult     `json:"results"`
	Problems []jsonDiagnostic `json:"problems"`
}

type jsonResult struct {
	File        string           `json:"file"`
	Verdict     string           `json:"verdict"`
	Contract    string           `json:"contract"`
	Inputs      []jsonInput      `json:"inputs"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
	Obligations []jsonObligation `json:"obligations"`
	Invariants  []jsonInvariant  `json:"invariants"`
	Notes       []string         `json:"notes"`
	Basis       *[]jsonBasis     `json:"basis,omitempty"`
	State       json.RawMessage  `json:"state,omitempty"`
	ElapsedMS   float64          `json:"elapsed_ms"`
}

type jsonBasis struct {
	Kind    string       `json:"kind"`
	Name    string       `json:"name"`
	Text    string       `json:"text"`
	Trusted bool         `json:"trusted"`
	At      *jsonPlace   `json:"at"`
	Uses    []*jsonPlace `json:"uses"`
}

type jsonInput struct {
	Role   string `json:"role"`
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

type jsonDiagnostic struct {
	Code           string        `json:"code"`
	Severity       string        `json:"severity"`
	Message        string        `json:"message"`
	Place          *jsonPlace    `json:"place"`
	Status         string        `json:"status,omitempty"`
	Advice         string        `json:"advice,omitempty"`
	Related        []jsonRelated `json:"related"`
	Trace          []jsonStep    `json:"trace"`
	Notes          []string      `json:"notes"`
	Counterexample []jsonBinding `json:"counterexample"`
	Repairs        []jsonRepair  `json:"repairs"`
}

type jsonRelated struct {
	Message string     `json:"message"`
	Place   *jsonPlace `json:"place"`
}

type jsonStep struct {
	Role    string     `json:"role"`
	Message string     `json:"message"`
	Place   *jsonPlace `json:"place"`
}

type jsonRepair struct {
	Title    string     `json:"title"`
	Safe     bool       `json:"safe"`
	Complete bool       `json:"complete"`
	Edits    []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Place *jsonPlace `json:"place"`
	New   string     `json:"new"`
}

type jsonBinding struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type jsonPlace struct {
	File  string       `json:"file"`
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
	Text  string       `json:"text"`
}

type jsonPosition struct {
	Offset int `json:"offset"`
	Line   int `json:"line"`
	Column int `json:"column"`
}

type jsonObligation struct {
	Kind   string     `json:"kind"`
	Status string     `json:"status"`
	Text   string     `json:"text"`
	Callee string     `json:"callee"`
	Param  string     `json:"param"`
	At     *jsonPlace `json:"at"`
	Clause *jsonPlace `json:"clause"`
}

type jsonInvariant struct {
	At    *jsonPlace `json:"at"`
	Of    string     `json:"of"`
	Holds []string   `json:"holds"`
}

// JSON writes a run for programs: everything Text has, and what ties the
// verdict to what was checked (the SHA-256 of every input, the versions).
func JSON(w io.Writer, run *Run, _ Style) error {
	out := jsonRun{
		Schema:   Schema,
		Aeonc:    run.Aeonc,
		Verdict:  run.Verdict().String(),
		Status:   Status(run.Verdict()),
		Results:  []jsonResult{},
		Problems: []jsonDiagnostic{},
	}
	if run.Libz3 != "" {
		out.Libz3 = &run.Libz3
	}
	for _, res := range run.Results {
		r, err := result(res)
		if err != nil {
			return err
		}
		out.Results = append(out.Results, r)
	}
	for _, p := range run.Problems {
		out.Problems = append(out.Problems, diagnostic(p.Diagnostic))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func result(res *checker.Result) (jsonResult, error) {
	ds, hidden := Shown(res.Diagnostics)
	out := jsonResult{
		File:        res.File,
		Verdict:     res.Verdict.String(),
		Contract:    res.Contract,
		Inputs:      []jsonInput{},
		Diagnostics: []jsonDiagnostic{},
		Obligations: []jsonObligation{},
		Invariants:  []jsonInvariant{},
		Notes:       texts(notes(res, hidden)),
		ElapsedMS:   float64(res.Elapsed) / float64(time.Millisecond),
	}
	for _, in := range res.Inputs {
		out.Inputs = append(out.Inputs, jsonInput(in))
	}
	for _, d := range ds {
		out.Diagnostics = append(out.Diagnostics, diagnostic(d))
	}
	for _, o := range res.Obligations {
		out.Obligations = append(out.Obligations, jsonObligation{
			Kind: o.Kind, Status: string(o.Status), Text: o.Text, Callee: o.Callee, Param: o.Param,
			At: where(o.At), Clause: where(o.Clause),
		})
	}
	for _, i := range res.Invariants {
		out.Invariants = append(out.Invariants, jsonInvariant{At: where(i.At), Of: i.Of, Holds: texts(i.Holds)})
	}
	if res.Basis != nil {
		all := []jsonBasis{}
		for _, b := range res.Basis {
			j := jsonBasis{Kind: b.Kind, Name: b.Name, Text: b.Text, Trusted: b.Trusted, At: where(b.At), Uses: []*jsonPlace{}}
			for _, u := range b.Uses {
				j.Uses = append(j.Uses, where(u))
			}
			all = append(all, j)
		}
		out.Basis = &all
	}
	if res.StateOut == nil {
		return out, nil
	}
	// The state's numbers have no bounds, and its encoder knows how to write them.
	text, err := state.Encode(res.StateOut)
	out.State = text
	return out, err
}

func diagnostic(d *diag.Diagnostic) jsonDiagnostic {
	out := jsonDiagnostic{
		Code:           string(d.Code),
		Severity:       d.Severity.String(),
		Message:        d.Message,
		Place:          where(d.Span),
		Status:         string(d.Status),
		Advice:         d.Advice,
		Related:        []jsonRelated{},
		Trace:          []jsonStep{},
		Notes:          texts(d.Notes),
		Counterexample: []jsonBinding{},
		Repairs:        []jsonRepair{},
	}
	for _, r := range d.Related {
		out.Related = append(out.Related, jsonRelated{r.Message, where(r.Span)})
	}
	for _, b := range d.Counterexample {
		out.Counterexample = append(out.Counterexample, jsonBinding(b))
	}
	for _, s := range d.Trace {
		out.Trace = append(out.Trace, jsonStep{string(s.Role), s.Message, where(s.Span)})
	}
	for _, r := range d.Repairs {
		edits := []jsonEdit{}
		for _, e := range r.Edits {
			edits = append(edits, jsonEdit{where(e.Span), e.New})
		}
		out.Repairs = append(out.Repairs, jsonRepair{r.Title, r.Safe, r.Complete, edits})
	}
	return out
}

// maxPlaceText bounds the text that a place repeats from its file.
const maxPlaceText = 400

func where(s diag.Span) *jsonPlace {
	if s.IsZero() {
		return nil
	}
	at := func(offset int, p diag.Position) jsonPosition { return jsonPosition{offset, p.Line, p.Column} }
	text := s.Text()
	if len(text) > maxPlaceText {
		text = strings.ToValidUTF8(text[:maxPlaceText], "")
	}
	return &jsonPlace{File: s.Src.Name, Start: at(s.Start, s.Pos()), End: at(s.End, s.EndPos()), Text: text}
}

// texts is never nil: an empty list is [] in JSON, not null.
func texts(ts []string) []string {
	if ts == nil {
		return []string{}
	}
	return ts
}
