package lsp

import (
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// expression offers values and functions.
func (c *completion) expression() {
	if name, start := c.cur.receiver(); name != "" {
		for _, l := range c.vars {
			if l.Name == name {
				c.cur.start = start
				c.methods(l)
				return
			}
		}
		c.cur.start = start - len(name) - 1
		c.qualified(name + ".")
		return
	}
	var want core.Type
	if a := c.cur.application(); a != nil {
		want = a.fn.Params[a.index].Type
	}
	c.values(want)
	for _, k := range [...][2]string{
		{"let", "let ${1:x} := ${2:value} in\n$0"}, {"if", "if ${1:condition} then ${2:()} else ${3:()}"},
		{"match", "match ${1:value} with\n| $0"}, {"fun", "fun ${1:x} => $0"}, {"true", ""}, {"false", ""},
	} {
		item := protocol.CompletionItem{Kind: protocol.CompletionItemKindKeyword}
		if k[1] != "" {
			c.snippet(&item, k[1])
		}
		c.add(k[0], rankKeyword, item)
	}
}

// given is the innermost variable in scope that can be given to a parameter: of its
// type, and not used up; nil where there is none.
func (c *completion) given(p *core.Local) *core.Local {
	if _, any := core.Strip(p.Type).(*core.Var); any {
		return nil // anything would do
	}
	for _, l := range c.vars {
		if _, gone := c.spent[l]; !gone && alike(p.Type, l.Type) {
			return l
		}
	}
	return nil
}

// names offers, where a new name is given, those whose place a value of a linear
// type takes.
func (c *completion) names(keyword string) {
	if keyword != "let" && c.cur.headed(c.cur.around(0, never)+1) != "let" {
		return
	}
	for _, l := range c.vars {
		if core.IsLinear(l.Type) {
			c.add(l.Name, rankFits, c.local(l))
		}
	}
}

// values offers variables and top-level names; want is the type of the argument
// that is being written, nil where none is.
func (c *completion) values(want core.Type) {
	for _, l := range c.vars {
		rank, item := rankLocal, c.local(l)
		if want != nil && alike(want, l.Type) {
			rank = rankFits
		}
		if use, gone := c.spent[l]; gone {
			rank = rankImpossible
			c.impossible(&item, "used up", fmt.Sprintf("used up in line %d", use.Pos().Line))
		}
		c.add(l.Name, rank, item)
	}
	c.functions(func(g *core.Global, m *core.Module, known *here) { c.function(g, m, want, known) })
}

// impossible says of an item that it cannot be used here: in a word beside its label,
// where the client has room for that, and with the reason in its detail.
func (c *completion) impossible(item *protocol.CompletionItem, word, reason string) {
	item.Detail = protocol.NewOptional(reason)
	if c.server.caps.labelDetails {
		item.LabelDetails = &protocol.CompletionItemLabelDetails{Description: &word}
	}
}

// functions calls f for each top-level name that code may use, with what is known
// at the cursor.
func (c *completion) functions(f func(g *core.Global, m *core.Module, known *here)) {
	ctx, cancel := c.server.soon(c.ctx)
	defer cancel()
	known := c.server.known(ctx, c.target, c.cur)
	plan := c.target.reading.Plan
	for _, m := range c.visible() {
		for _, g := range m.Globals {
			if g.Kind == core.MeasureFn || g.Kind == core.AxiomFn || c.target.reading.Module == nil && g.Harness {
				continue
			}
			f(g, m, known)
		}
	}
	if plan == nil {
		return
	}
	for _, h := range plan.Helpers {
		if end := h.Decl.Range().End; end < c.cur.end() || end == c.cur.end() && c.startsDeclaration() { // it may not call itself, nor what follows
			f(h, nil, known)
		}
	}
}

// qualified offers the names that begin with a type or a module and a dot.
func (c *completion) qualified(prefix string) {
	c.functions(func(g *core.Global, m *core.Module, _ *here) {
		name := fullName(g)
		if !strings.HasPrefix(name, prefix) {
			if g.Module == "" || g.Module+"." != prefix {
				return
			}
			name = prefix + name
		}
		item := c.global(g)
		if len(g.Params) > 0 {
			call, _ := c.call(name, g)
			c.snippet(&item, call)
		}
		c.add(name, rankFits, item)
	})
}

// function offers a top-level name.
func (c *completion) function(g *core.Global, m *core.Module, want core.Type, known *here) {
	item := c.global(g)
	rank := rankOther
	fit, reason := known.fitting(g, c.given)
	switch {
	case fit == cannotFit:
		rank = rankImpossible
		c.impossible(&item, "cannot be called here", "cannot be called here: "+reason)
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
	if len(g.Params) > 0 {
		c.snippet(&item, c.callSnippet(g, want))
	}
	c.add(fullName(g), rank, item)
}

// fullName is how code names a global: a constructor by its type as well.
func fullName(g *core.Global) string {
	if g.Owner != nil {
		return g.Owner.Name + "." + g.Name
	}
	return g.Name
}

// methods offers what can be written behind a variable and a dot: the functions that
// have a parameter of its type, which it fills.
func (c *completion) methods(l *core.Local) {
	item := func(g *core.Global) (protocol.CompletionItem, bool) {
		for i, p := range g.Params {
			if _, any := core.Strip(p.Type).(*core.Var); any || !alike(p.Type, l.Type) {
				continue
			}
			item := c.global(g)
			text, n := g.Name, 0
			for j, q := range g.Params {
				if j != i {
					n++
					text += fmt.Sprintf(" ${%d:%s}", n, c.argument(g, q))
				}
			}
			c.snippet(&item, text)
			return item, true
		}
		return protocol.CompletionItem{}, false
	}
	c.functions(func(g *core.Global, m *core.Module, known *here) {
		i, ok := item(g)
		if !ok || g.Kind == core.CtorFn || strings.Contains(g.Name, ".") {
			return
		}
		rank := rankCallable
		fit, reason := known.fitting(g, func(p *core.Local) *core.Local {
			if alike(p.Type, l.Type) {
				return l
			}
			return c.given(p)
		})
		switch fit {
		case cannotFit:
			rank = rankImpossible
			c.impossible(&i, "cannot be called here", "cannot be called here: "+reason)
		case mayFit:
			rank = rankMaybe
		}
		c.add(g.Name, rank, i)
	})
}

// patterns offers the arms that a match may have, those that it has not yet first.
func (c *completion) patterns(scrutinee diag.Span) {
	con := c.matchedAt(scrutinee)
	var ctors []*core.Global
	if con != nil {
		ctors = con.Ctors
	} else {
		for _, m := range c.visible() {
			for _, t := range m.Cons {
				ctors = append(ctors, t.Ctors...)
			}
		}
	}
	taken := map[string]bool{}
	c.cur.around(1, func(t lang.Token) bool {
		taken[t.Text[strings.LastIndexByte(t.Text, '.')+1:]] = t.Kind != lang.TokKeyword
		return t.Kind == lang.TokKeyword && t.Text == "with"
	})
	for _, k := range ctors {
		item := c.global(k)
		text := k.Name
		for i, f := range k.Params {
			name := f.Name
			if name == "" {
				name = "_"
			}
			text += fmt.Sprintf(" ${%d:%s}", i+1, name)
		}
		c.snippet(&item, text+" => $0")
		rank := rankFits
		if taken[k.Name] {
			rank = rankOther
		}
		c.add(k.Name, rank, item)
	}
	rest := protocol.CompletionItem{Kind: protocol.CompletionItemKindKeyword, Detail: protocol.NewOptional("anything else")}
	c.snippet(&rest, "_ => $0")
	c.add("_", rankKeyword, rest)
}

// matchedAt is the type of what stands at a place and is matched; nil where that is
// not known.
func (c *completion) matchedAt(scrutinee diag.Span) *core.TyCon {
	var t core.Type
	for _, l := range c.vars {
		if l.Name == scrutinee.Text() {
			t = l.Type
			break
		}
	}
	if t == nil {
		if x := c.target.reading.valueAt(scrutinee); x != nil {
			t = x.Type()
		}
	}
	if t == nil {
		return nil
	}
	if con, ok := core.Strip(t).(*core.Con); ok && len(con.Con.Ctors) > 0 {
		return con.Con
	}
	return nil
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
