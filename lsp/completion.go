package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
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
	if c.seen[label] || label == "" || label == "_" {
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
	item.TextEdit = &protocol.TextEdit{Range: c.server.encoding.Range(at), NewText: text}
	c.items = append(c.items, item)
}

func (c *completion) offer() {
	spec := c.target.reading.Module != nil
	switch prev := c.cur.previous(0); {
	case prev == "@":
		if spec {
			c.decorators()
		}
	case prev == "open" || prev == "import":
		c.modules()
	case prev == ":" || prev == "->" || c.inType():
		c.types()
	case spec && c.startsDeclaration():
		c.declarations()
	case spec && prev == ":=":
		c.bodies()
		c.values(nil)
	case c.inPredicate():
		c.predicate()
	default:
		c.expression()
	}
}

// decorators of a spec's definitions.
var decorators = [...][2]string{
	{"plan", "a plan may call it although it makes a linear value out of nothing"},
	{"harness", "no plan may mention it"},
	{"keeps", "every measure of the module that the result type does not mention stays as it was"},
	{"pure", "a function of its arguments; predicates may use it"},
	{"volatile", "the world can change it: what is known of it ends with the next call that does"},
	{"taint", "a label that flows with values"},
	{"taint(explicit)", "a label that flows with values, not with control"},
	{"prompt", "holds of literals that occur in what the user typed"},
	{"msg", "what is said, with a rejection, to who does not meet a demand of this function"},
}

func (c *completion) decorators() {
	for _, d := range decorators {
		c.add(d[0], rankOther, protocol.CompletionItem{Kind: protocol.CompletionItemKindKeyword, Detail: protocol.NewOptional(d[1])})
	}
}

func (c *completion) modules() {
	detail := "in force"
	for _, r := range c.target.project.all {
		if r.Module.Name != "" && r.Module.Name != c.ownModule() && (r.Module.Named || c.target.reading.Module != nil) {
			c.add(r.Module.Name, rankFits, protocol.CompletionItem{Kind: protocol.CompletionItemKindModule, Detail: protocol.NewOptional(detail)})
		}
	}
	if c.target.reading.Module == nil {
		return // a plan may open nothing else
	}
	for _, name := range c.server.BuiltinNames {
		c.add(name, rankOther, protocol.CompletionItem{Kind: protocol.CompletionItemKindModule, Detail: protocol.NewOptional("built in")})
	}
}

func (c *completion) ownModule() string {
	if c.target.reading.Module != nil {
		return c.target.reading.Module.Name
	}
	return ""
}

// visible are the modules whose names can be used.
func (c *completion) visible() []*core.Module {
	var out []*core.Module
	if m := c.target.reading.Module; m != nil {
		out = append(append(out, m), m.Imports...)
	}
	for _, r := range c.target.project.all {
		if r.Module.Name == "" || c.target.reading.Module == nil && r.Module.Named {
			out = append(out, r.Module)
		}
	}
	return out
}

func (c *completion) types() {
	for _, m := range c.visible() {
		for _, t := range m.Cons {
			kind := protocol.CompletionItemKindClass
			if t.Kind == core.InductiveCon {
				kind = protocol.CompletionItemKindEnum
			}
			rank := rankFits
			if m.Name == "" {
				rank = rankLocal
			}
			c.add(t.Name, rank, protocol.CompletionItem{Kind: kind, Detail: protocol.NewOptional(typeDeclaration(t))})
		}
	}
	for _, name := range []string{"Int", "Bool", "String", "Float", "Unit", "Array"} {
		c.add(name, rankLocal, protocol.CompletionItem{Kind: protocol.CompletionItemKindStruct})
	}
}

// inType reports whether the cursor is where a type is written.
func (c *completion) inType() bool {
	nodes := path(c.target.reading.File, c.cur.end())
	if c.cur.prefix != "" {
		nodes = path(c.target.reading.File, c.cur.offset)
	}
	if len(nodes) == 0 {
		return false
	}
	_, isType := nodes[len(nodes)-1].(lang.Type)
	return isType && c.cur.prefix != ""
}

// inPredicate reports whether the cursor is in a refinement or a metric.
func (c *completion) inPredicate() bool {
	at := c.cur.end()
	for _, n := range path(c.target.reading.File, at) {
		switch n := n.(type) {
		case *lang.TypeRefined:
			if n.Base.Range().End < at {
				return true
			}
		case *lang.Param:
			if n.Type != nil && n.Type.Range().End < at && c.target.reading.Module != nil {
				return true
			}
		}
	}
	return c.target.reading.Module != nil && c.cur.previous(0) == "|"
}

// predicate offers measures and variables.
func (c *completion) predicate() {
	for _, l := range c.cur.variables() {
		c.add(l.Name, rankFits, c.local(l))
	}
	for _, m := range c.visible() {
		for _, g := range m.Globals {
			rank := rankOther
			switch {
			case g.Kind == core.MeasureFn:
				rank = rankLocal
			case g.Pure || len(g.Params) == 0:
				rank = rankMaybe
			default:
				continue
			}
			c.add(g.Name, rank, c.global(g))
		}
	}
}

// startsDeclaration reports whether a declaration may begin at the cursor.
func (c *completion) startsDeclaration() bool {
	src := c.target.reading.File.Source
	return strings.TrimSpace(src.Text[src.LineStart(src.LineOf(c.cur.start)):c.cur.start]) == "" && c.cur.previous(0) != ":="
}

// declarations of a spec, as snippets where the client takes them.
func (c *completion) declarations() {
	for _, d := range [...][3]string{
		{"def", "a native", "def ${1:name} (${2:1 s: Session}) : ${3:Session} := native \"${4:text}\""},
		{"type", "an opaque type", "type ${1:Name}"},
		{"linear type", "a type whose values are used exactly once", "linear type ${1:Session}"},
		{"inductive", "a sum type", "inductive ${1:Name}\n| ${2:first} : ${1:Name}"},
		{"axiom", "a trusted statement", "axiom ${1:name} : (${2:x: Int}) -> {u:Unit | ${3:true}}"},
		{"plan", "what plans are given and must return", "plan (1 ${1:s}: {${1:s}:${2:Session} | ${3:true}})"},
		{"example", "a plan that must be accepted or rejected", "example ${1|accept,reject AE301|} \"${2:title}\" := ${3:()}"},
		{"open", "use a module's names", "open ${1:module}"},
		{"import", "use some names of a module", "import ${1:module} (${2:name})"},
		{"mutual", "definitions that refer to each other", "mutual\n$0\nend"},
	} {
		item := protocol.CompletionItem{Kind: protocol.CompletionItemKindKeyword, Detail: protocol.NewOptional(d[1])}
		c.snippet(&item, d[2])
		c.add(d[0], rankKeyword, item)
	}
}

// snippet sets what is inserted, where the client understands snippets.
func (c *completion) snippet(item *protocol.CompletionItem, text string) {
	if c.server.caps.snippets {
		item.InsertText = protocol.NewOptional(text)
		item.InsertTextFormat = protocol.InsertTextFormatSnippet
	}
}

// bodies of a spec's definitions that are no expressions.
func (c *completion) bodies() {
	item := protocol.CompletionItem{Kind: protocol.CompletionItemKindKeyword, Detail: protocol.NewOptional("trusted: carried out by the harness")}
	c.snippet(&item, "native \"${1:text}\"")
	c.add("native", rankFits, item)
	c.add("uninterpreted", rankFits, protocol.CompletionItem{Kind: protocol.CompletionItemKindKeyword, Detail: protocol.NewOptional("a measure: exists only in types")})
}

// expression offers values and functions.
func (c *completion) expression() {
	var want core.Type
	if a := c.cur.application(); a != nil {
		want = a.fn.Params[a.index].Type
	}
	c.values(want)
	for _, k := range []string{"let", "if", "match", "fun", "true", "false"} {
		c.add(k, rankKeyword, protocol.CompletionItem{Kind: protocol.CompletionItemKindKeyword})
	}
}

// values offers variables and top-level names; want is the type of the argument
// that is being written, nil where none is.
func (c *completion) values(want core.Type) {
	vars := c.cur.variables()
	for _, l := range vars {
		rank := rankLocal
		if want != nil && alike(want, l.Type) {
			rank = rankFits
		}
		c.add(l.Name, rank, c.local(l))
	}
	given := func(p *core.Local) *core.Local {
		for _, l := range vars {
			if alike(p.Type, l.Type) {
				return l
			}
		}
		return nil
	}
	known := c.server.known(c.ctx, c.target, c.cur)
	for _, m := range c.visible() {
		for _, g := range m.Globals {
			if g.Kind == core.MeasureFn || g.Kind == core.AxiomFn || c.target.reading.Module == nil && g.Harness {
				continue
			}
			c.function(g, m, want, known, given)
		}
	}
	if c.target.reading.Plan != nil {
		for _, h := range c.target.reading.Plan.Helpers {
			c.function(h, nil, want, known, given)
		}
	}
}

// function offers a top-level name.
func (c *completion) function(g *core.Global, m *core.Module, want core.Type, known *here, given func(*core.Local) *core.Local) {
	item := c.global(g)
	rank := rankOther
	fit, reason := known.fitting(g, given)
	switch {
	case fit == cannotFit:
		rank = rankImpossible
		item.Detail = protocol.NewOptional("cannot be called here: " + reason)
	case want != nil && alike(want, g.Result):
		rank = rankFits
		if len(g.Params) > 0 {
			rank = rankCallable
		}
	case want != nil:
	case m != nil && m.Name == "":
	case fit == fits:
		rank = rankCallable
	case fit == mayFit:
		rank = rankMaybe
	}
	if len(g.Params) > 0 && c.server.caps.snippets {
		c.snippet(&item, c.callSnippet(g, want, given))
	}
	name := g.Name
	if g.Owner != nil {
		name = g.Owner.Name + "." + g.Name
	}
	c.add(name, rank, item)
}

// callSnippet writes a call with the variables in scope that fit; where a statement
// may stand, the session that it returns is bound again under its own name.
func (c *completion) callSnippet(g *core.Global, want core.Type, given func(*core.Local) *core.Local) string {
	name := g.Name
	if g.Owner != nil {
		name = g.Owner.Name + "." + g.Name
	}
	call := name
	session := ""
	for i, p := range g.Params {
		arg := p.Name
		if l := given(p); l != nil {
			arg = l.Name
			if p.Mult == lang.Linear {
				session = l.Name
				call += " " + l.Name
				continue
			}
		}
		call += fmt.Sprintf(" ${%d:%s}", i+1, arg)
	}
	switch c.cur.previous(0) {
	case "in", ";", "":
	default:
		if want != nil {
			return "(" + call + ")"
		}
		return call
	}
	if session == "" || want != nil {
		return call
	}
	switch r := core.Strip(g.Result).(type) {
	case *core.Con:
		if r.Con.Linear {
			return "let " + session + " := " + call + " in\n$0"
		}
	case *core.Tuple:
		var parts []string
		for i, e := range r.Elems {
			switch {
			case core.IsLinear(e.Type):
				parts = append(parts, session)
			case e.Name != "":
				parts = append(parts, fmt.Sprintf("${%d:%s}", 20+i, e.Name))
			default:
				parts = append(parts, fmt.Sprintf("${%d:x}", 20+i))
			}
		}
		return "let (" + strings.Join(parts, ", ") + ") := " + call + " in\n$0"
	}
	return call
}

// alike reports whether a value of type t may be given where want is asked for, by
// the heads of their base types.
func alike(want, t core.Type) bool {
	switch w := core.Strip(want).(type) {
	case *core.Con:
		c, ok := core.Strip(t).(*core.Con)
		if !ok || c.Con != w.Con {
			return false
		}
		for i := range w.Args {
			if i < len(c.Args) && !alike(w.Args[i], c.Args[i]) {
				return false
			}
		}
		return true
	case *core.Tuple:
		c, ok := core.Strip(t).(*core.Tuple)
		return ok && len(c.Elems) == len(w.Elems)
	case *core.Fun:
		_, ok := core.Strip(t).(*core.Fun)
		return ok
	case *core.Var, *core.Meta:
		return !core.IsLinear(t)
	}
	return false
}

func (c *completion) local(l *core.Local) protocol.CompletionItem {
	return protocol.CompletionItem{
		Kind:   protocol.CompletionItemKindVariable,
		Detail: protocol.NewOptional(core.ParamString(c.target.reading.refined(l))),
	}
}

func (c *completion) global(g *core.Global) protocol.CompletionItem {
	item := protocol.CompletionItem{Kind: protocol.CompletionItemKindFunction, Detail: protocol.NewOptional(core.SignatureString(g))}
	switch {
	case g.Kind == core.MeasureFn:
		item.Kind = protocol.CompletionItemKindProperty
	case g.Kind == core.CtorFn:
		item.Kind = protocol.CompletionItemKindEnumMember
	case len(g.Params) == 0:
		item.Kind = protocol.CompletionItemKindConstant
	}
	if doc := strings.TrimSpace(g.Doc); doc != "" {
		item.Documentation = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: doc}
	}
	return item
}
