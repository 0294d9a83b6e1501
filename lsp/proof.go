package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// proofState is the answer to aeonc/obligations: what had to be proved at a place,
// and what is known there.
type proofState struct {
	Obligations []proofObligation `json:"obligations"`
	State       []proofKnown      `json:"state"`
}

type proofObligation struct {
	Kind           string         `json:"kind"`
	Status         checker.Status `json:"status"`
	Text           string         `json:"text"`
	Callee         string         `json:"callee,omitempty"`
	Param          string         `json:"param,omitempty"`
	At             place          `json:"at"`
	Clause         *place         `json:"clause,omitempty"`
	Facts          []string       `json:"facts"`
	Counterexample []proofBinding `json:"counterexample,omitempty"`
}

type proofBinding struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type proofKnown struct {
	Name  string   `json:"name"`
	Facts []string `json:"facts"`
}

// Request answers what is no part of the protocol.
func (s *Server) Request(ctx context.Context, method string, params any) (any, error) {
	raw, ok := params.(protocol.LSPAny)
	if !ok || method != "aeonc/obligations" {
		return nil, jsonrpc2.ErrMethodNotFound
	}
	var p protocol.TextDocumentPositionParams
	if err := protocol.Unmarshal(raw, &p); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %v", method, err)
	}
	t := s.target(ctx, p)
	if t == nil {
		return nil, nil
	}
	c := s.await(ctx, t.doc)
	if c == nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, superseded()
	}
	return s.proofState(ctx, t, c), nil
}

// proofState is what there is to know at the cursor: the obligations of the binding
// or definition that it is in, and the variables in scope.
func (s *Server) proofState(ctx context.Context, t *target, c *check) proofState {
	out := proofState{Obligations: []proofObligation{}, State: []proofKnown{}}
	at := around(t)
	kept := s.inspection(ctx, c)
	for n, o := range c.outcome.obligations {
		if o.At.Src != t.reading.File.Source || o.At.End < at.Start || o.At.Start > at.End {
			continue
		}
		po := proofObligation{Kind: o.Kind, Status: o.Status, Text: strings.Join(strings.Fields(o.Text), " "), Callee: o.Callee, Param: o.Param, Facts: []string{}}
		if po.Text == "" {
			po.Text = strings.Join(strings.Fields(o.At.Text()), " ")
		}
		if where, ok := s.location(t.view, o.At); ok {
			po.At = place(where)
		}
		if where, ok := s.location(t.view, o.Clause); ok {
			clause := place(where)
			po.Clause = &clause
		}
		if kept != nil {
			for _, r := range kept.Reasons(n) {
				po.Facts = append(po.Facts, reason(t.doc.src, r))
			}
		}
		for _, d := range c.outcome.diags {
			if o.Status != checker.Proved && d.Span == o.At {
				for _, b := range d.Counterexample {
					po.Counterexample = append(po.Counterexample, proofBinding{b.Name, b.Value})
				}
				break
			}
		}
		out.Obligations = append(out.Obligations, po)
	}
	if kept == nil {
		return out
	}
	vars := t.reading.cursorAt(t.offset).variables()
	var spans []diag.Span
	for _, l := range vars {
		spans = append(spans, l.Span)
	}
	known := map[diag.Span]*checker.Variable{}
	for _, v := range kept.StatesAt(ctx, spans, t.offset) {
		known[v.Span] = v
	}
	for _, l := range vars {
		v := known[l.Span]
		if v == nil {
			continue
		}
		k := proofKnown{Name: l.Name, Facts: []string{}}
		for _, m := range v.Known {
			of := m.Measure
			if m.Of != l.Name {
				of += " " + m.Of
			}
			switch {
			case m.Label && m.Value != "true":
			case m.Value != "":
				k.Facts = append(k.Facts, plain(of+" = "+m.Value+because(t.doc.src, m.Because)))
			case core.IsLinear(l.Type) && len(m.Because) > 0:
				k.Facts = append(k.Facts, plain(of+" is not known"+which(t.doc.src, m.Because)))
			}
		}
		if len(k.Facts) > 0 || core.IsLinear(l.Type) {
			out.State = append(out.State, k)
		}
	}
	return out
}

// plain is a text without the marks of Markdown around code.
func plain(text string) string { return strings.ReplaceAll(text, "`", "") }

// around is the stretch of the text whose obligations are shown at the cursor: the
// binding that it is in, else the definition, else the line.
func around(t *target) diag.Span {
	src := t.reading.File.Source
	n := src.LineOf(t.offset)
	at := diag.Span{Src: src, Start: src.LineStart(n), End: src.LineStart(n + 1)}
	for _, n := range path(t.reading.File, t.offset) {
		switch n.(type) {
		case *lang.Def, *lang.Contract, *lang.Example, *lang.Binding:
			at = n.Range()
		}
	}
	return at
}
