package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
)

// Completion offers what can be written at the cursor: what fits first, what
// cannot hold here last and with the reason.
func (s *Server) Completion(ctx context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	t := s.target(ctx, p.TextDocumentPositionParams)
	if t == nil {
		return nil, nil
	}
	c := &completion{server: s, ctx: ctx, target: t, cur: t.reading.cursorAt(t.offset), seen: map[string]bool{}}
	if !c.cur.inside {
		c.vars = c.cur.variables()
		c.spent = c.cur.spent(c.vars)
		c.offer()
	}
	return &protocol.CompletionList{Items: append([]protocol.CompletionItem{}, c.items...)}, nil
}

// completion collects the answer to one request.
type completion struct {
	server *Server
	ctx    context.Context
	target *target
	cur    *cursor
	items  []protocol.CompletionItem
	seen   map[string]bool
	// vars are the variables in scope, spent those that were used up before the
	// cursor.
	vars  []*core.Local
	spent map[*core.Local]diag.Span
}

// Ranks sort what is offered; the names decide within one.
const (
	rankFits = iota // an argument of the type that is wanted
	rankLocal
	rankCallable // a function whose demands on the session are met
	rankMaybe
	rankOther
	rankKeyword
	rankImpossible
)

func (c *completion) add(label string, rank int, item protocol.CompletionItem) {
	if c.seen[label] || label == "" {
		return
	}
	c.seen[label] = true
	item.Label = label
	item.SortText = protocol.NewOptional(fmt.Sprintf("%d%s", rank, label))
	text := label
	if snippet, ok := item.InsertText.Get(); ok {
		text = snippet
		item.InsertText.Clear()
	}
	at := diag.Span{Src: c.target.reading.File.Source, Start: c.cur.start, End: c.cur.offset}
	if _, filtered := item.FilterText.Get(); !filtered && !strings.HasPrefix(text, label) && !strings.HasPrefix(label, text) {
		item.FilterText = protocol.NewOptional(label)
	}
	item.TextEdit = &protocol.TextEdit{Range: c.server.encoding.Range(at), NewText: text}
	c.items = append(c.items, item)
}

// offer finds out what is being written, and offers what may stand there.
func (c *completion) offer() {
	spec := c.target.reading.Module != nil
	prev := c.cur.previous(0)
	importing, list := c.cur.importing()
	match, scrutinee := c.cur.arm()
	switch {
	case prev == "@":
		if spec {
			c.decorators()
		}
	case prev == "open" || prev == "import":
		c.modules()
	case list:
		c.exports(importing)
	case prev == "example" && spec:
		c.verdicts()
	case c.cur.naming():
		c.names(prev)
	case match:
		c.patterns(scrutinee)
	case c.cur.typePosition() || c.inType():
		c.types()
	case c.cur.binderPosition():
		c.multiplicities()
	case c.cur.inPredicate():
		c.predicate()
	case c.cur.inHeader():
		c.bodyWords(spec)
	case c.startsDeclaration() && (spec || c.cur.beforeBody()):
		c.declarations(spec)
		if !spec {
			c.expression()
		}
	case spec && prev == ":=" && c.cur.defines():
		c.bodies()
		c.values(nil)
	default:
		c.expression()
	}
}
