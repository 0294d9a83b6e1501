package lsp

import (
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
)

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
	{"tool", "the tool that this function stands for where tool calls are checked, and what its parameters are made of"},
	{"argument", "this function makes an argument of tool calls, out of their keys"},
	{"msg", "what is said, with a rejection, to who does not meet a demand of this function"},
}

func (c *completion) decorators() {
	for _, d := range decorators {
		item := protocol.CompletionItem{Kind: protocol.CompletionItemKindKeyword, Detail: protocol.NewOptional(d[1])}
		if d[0] == "msg" {
			c.snippet(&item, "msg(\"${1:text}\")")
		}
		c.add(d[0], rankOther, item)
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
	add := func(m *core.Module) {
		for _, x := range append([]*core.Module{m}, m.Reexports...) {
			if !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
	}
	if m := c.target.reading.Module; m != nil {
		add(m)
		for _, x := range m.Imports {
			add(x)
		}
	}
	for _, r := range c.target.project.all {
		if r.Module.Name == "" || c.target.reading.Module == nil && r.Module.Named {
			add(r.Module)
		}
	}
	return out
}

// types offers the types that have a name; one that takes others is written with
// them, in parentheses.
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
			item := protocol.CompletionItem{Kind: kind, Detail: protocol.NewOptional(typeDeclaration(t))}
			if len(t.Params) > 0 {
				c.snippet(&item, c.applied(t))
			}
			c.add(t.Name, rank, item)
		}
	}
	basic := []string{"Int", "Bool", "String", "Float", "Unit"}
	if c.target.reading.Module != nil {
		basic = append(basic, "Array")
	}
	for _, name := range basic {
		c.add(name, rankLocal, protocol.CompletionItem{Kind: protocol.CompletionItemKindStruct, Detail: protocol.NewOptional("built in")})
	}
}

// applied is a type with places for those that it takes.
func (c *completion) applied(t *core.TyCon) string {
	text := t.Name
	for i, v := range t.Params {
		text += fmt.Sprintf(" ${%d:%s}", i+1, v.Name)
	}
	if c.cur.previous(0) == "(" {
		return text
	}
	return "(" + text + ")"
}

// multiplicities offers what a parameter may begin with.
func (c *completion) multiplicities() {
	for _, d := range [...][3]string{
		{"1", "used exactly once", "1 ${1:s}: "},
		{"&", "lent: neither used up nor kept", "& ${1:s}: "},
		{"0", "for types only", "0 ${1:x}: "},
	} {
		c.keyword(d[0], d[1], d[2])
	}
}

// bodyWords offers what may follow a definition's head.
func (c *completion) bodyWords(spec bool) {
	c.add(":=", rankKeyword, protocol.CompletionItem{Kind: protocol.CompletionItemKindKeyword, Detail: protocol.NewOptional("the definition's body")})
	if spec {
		c.keyword("decreasing_by", "what gets smaller with each call of itself", "decreasing_by [${1:n}] := ")
	}
}

// verdicts are what an example may be expected to come to.
func (c *completion) verdicts() {
	for _, d := range [...][3]string{
		{"accept", "a plan that must be verified", "accept \"${1:title}\" := ${2:()}"},
		{"reject", "a plan that must be rejected", "reject ${1:AE301} \"${2:title}\" := ${3:()}"},
	} {
		c.keyword(d[0], d[1], d[2])
	}
}

// exports are the names that may be imported from a module, those that it hands on too.
func (c *completion) exports(module string) {
	for _, r := range c.target.project.all {
		if r.Module.Name != module {
			continue
		}
		for _, m := range append([]*core.Module{r.Module}, r.Module.Reexports...) {
			for _, t := range m.Cons {
				c.add(t.Name, rankFits, protocol.CompletionItem{Kind: protocol.CompletionItemKindClass, Detail: protocol.NewOptional(typeDeclaration(t))})
			}
			for _, g := range m.Globals {
				if g.Kind != core.CtorFn {
					c.add(g.Name, rankFits, c.global(g))
				}
			}
		}
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

// predicate offers measures, of the variables that they speak of, and variables.
func (c *completion) predicate() {
	for _, l := range c.vars {
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
			item := c.global(g)
			if text := g.Name; len(g.Params) > 0 {
				for i, p := range g.Params {
					arg := p.Name
					for _, l := range c.vars {
						if _, any := core.Strip(p.Type).(*core.Var); !any && alike(p.Type, l.Type) {
							arg = l.Name
							break
						}
					}
					text += fmt.Sprintf(" ${%d:%s}", i+1, arg)
				}
				c.snippet(&item, text)
			}
			c.add(g.Name, rank, item)
		}
	}
	for _, k := range []string{"true", "false", "if"} {
		c.add(k, rankKeyword, protocol.CompletionItem{Kind: protocol.CompletionItemKindKeyword})
	}
}

// startsDeclaration reports whether a declaration may begin at the cursor.
func (c *completion) startsDeclaration() bool {
	src := c.target.reading.File.Source
	return strings.TrimSpace(src.Text[src.LineStart(src.LineOf(c.cur.start)):c.cur.start]) == "" && c.cur.previous(0) != ":="
}

// declarations of a spec or a plan, as snippets where the client takes them.
func (c *completion) declarations(spec bool) {
	offer := [][3]string{
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
	}
	if !spec {
		offer = [][3]string{
			{"def", "a helper of this plan", "def ${1:name} (${2:1 s: Session}) : ${3:Session} :=\n  $0"},
			{"open", "use a module's names", "open ${1:module}"},
			{"import", "use some names of a module", "import ${1:module} (${2:name})"},
		}
	}
	for _, d := range offer {
		c.keyword(d[0], d[1], d[2])
	}
}

// keyword offers a word of the language with what follows it.
func (c *completion) keyword(word, detail, text string) {
	item := protocol.CompletionItem{Kind: protocol.CompletionItemKindKeyword, Detail: protocol.NewOptional(detail)}
	c.snippet(&item, text)
	c.add(word, rankKeyword, item)
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
