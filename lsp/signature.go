package lsp

import (
	"context"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lsp/text"
)

// SignatureHelp shows the parameters of the function that is being applied, with
// what they demand.
func (s *Server) SignatureHelp(ctx context.Context, p *protocol.SignatureHelpParams) (*protocol.SignatureHelp, error) {
	t := s.target(ctx, p.TextDocumentPositionParams)
	if t == nil {
		return nil, nil
	}
	c := t.reading.cursorAt(t.offset)
	if c.comment {
		return nil, nil
	}
	a := c.application()
	if a == nil {
		return nil, nil
	}
	sig := protocol.SignatureInformation{}
	var b strings.Builder
	b.WriteString(a.fn.Name)
	for _, q := range a.fn.Params {
		label := "(" + core.ParamString(q) + ")"
		b.WriteString(" ")
		from := text.UTF16.Count(b.String())
		b.WriteString(label)
		sig.Parameters = append(sig.Parameters, protocol.ParameterInformation{
			Label: protocol.ParameterInformationLabelTuple{uint32(from), uint32(from + text.UTF16.Count(label))},
		})
	}
	b.WriteString(" : " + core.RefinedString(a.fn.Result))
	sig.Label = b.String()
	if doc := strings.TrimSpace(a.fn.Doc); doc != "" {
		sig.Documentation = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: doc}
	}
	first := uint32(0)
	help := &protocol.SignatureHelp{Signatures: []protocol.SignatureInformation{sig}, ActiveSignature: &first}
	// The library has no other way to set a value that may be null.
	if err := protocol.Unmarshal(strconv.AppendInt(nil, int64(a.index), 10), &help.ActiveParameter); err != nil {
		return nil, err
	}
	return help, nil
}
