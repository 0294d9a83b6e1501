// Package prompt writes what a model needs to know to write plans: the language
// on a page, the functions of the specs with their contracts, the contract of
// the plan, and two examples. It is made of the specs' own text, so it cannot
// say anything that the check does not hold a plan to.
package prompt

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// language is the page on the language.
//
//go:embed language.md
var language string

// Text is what to put into a model's instructions. version is aeonc's, contract
// the name of the one that plans are checked under; with "" there is only one,
// or all are listed.
func Text(s *checker.Spec, version, contract string) string {
	w := &writer{contract: contract}
	fmt.Fprintf(&w.b, "<!-- aeonc %s, specs %s -->\n\n", version, Digest(s))
	w.b.WriteString(strings.TrimSpace(language) + "\n")
	modules := s.Modules()
	w.types(withImports(modules), w.spoken(modules))
	for _, m := range s.Offered() {
		w.functions(m)
	}
	w.contracts(modules)
	w.examples(modules)
	return w.b.String()
}

// Digest identifies the specs: a hash of all their texts, imports included, in
// no order.
func Digest(s *checker.Spec) string {
	var sums []string
	for _, in := range s.Inputs() {
		sums = append(sums, in.SHA256)
	}
	sort.Strings(sums)
	sum := sha256.Sum256([]byte(strings.Join(sums, "\n")))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// Tokens is about how many tokens a model makes of a text: one for each six
// letters of a word, and one for each run of the same sign.
func Tokens(text string) int {
	n, run := 0, 0
	var last rune
	for _, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if run%6 == 0 {
				n++
			}
			run++
		case unicode.IsSpace(r):
			run = 0
			if r == '\n' && last != '\n' {
				n++
			}
		default:
			run = 0
			if r != last {
				n++
			}
		}
		last = r
	}
	return n
}

type writer struct {
	b        strings.Builder
	contract string
}

// withImports are modules with those that they import, imports first.
func withImports(modules []*core.Module) []*core.Module {
	var out []*core.Module
	var add func(m *core.Module)
	add = func(m *core.Module) {
		if m == nil || slices.Contains(out, m) {
			return
		}
		for _, x := range m.Imports {
			add(x)
		}
		out = append(out, m)
	}
	for _, m := range modules {
		add(m)
	}
	return out
}

// offered reports whether a plan may call a definition.
func offered(g *core.Global) bool {
	_, isDef := g.Decl.(*lang.Def)
	return isDef && !g.Harness && (g.Kind == core.NativeFn || g.Kind == core.DefFn)
}

// listed reports whether a contract is one to tell of.
func (w *writer) listed(c *core.Contract) bool { return w.contract == "" || c.Name == w.contract }

// spoken are the measures that the functions and contracts speak of.
func (w *writer) spoken(modules []*core.Module) map[*core.Global]bool {
	out := map[*core.Global]bool{}
	look := func(t core.Type) {
		if t == nil {
			return
		}
		core.VisitPredicates(t, func(c *core.Conjunct) {
			core.Visit(c.Expr, func(x core.Expr) bool {
				if r, ok := x.(*core.GlobalRef); ok {
					out[r.Global] = true
				}
				return true
			})
		})
	}
	for _, m := range modules {
		for _, g := range m.Globals {
			if offered(g) {
				for _, p := range g.Params {
					look(p.Type)
				}
				look(g.Result)
			}
		}
		for _, c := range m.Contracts {
			if w.listed(c) {
				for _, p := range c.Params {
					look(p.Type)
				}
				look(c.Result)
			}
		}
	}
	return out
}

// types lists the types, and what can be said of their values.
func (w *writer) types(modules []*core.Module, spoken map[*core.Global]bool) {
	var opaque, linear, inductive, measures []string
	for _, m := range modules {
		for _, c := range m.Cons {
			switch {
			case c.Linear:
				linear = append(linear, "`"+c.Name+"`")
			case c.Kind == core.OpaqueCon:
				opaque = append(opaque, "`"+c.Name+"`")
			case c.Kind == core.InductiveCon:
				inductive = append(inductive, constructors(c))
			}
		}
		for _, g := range m.Globals {
			if g.Kind == core.MeasureFn && spoken[g] {
				measures = append(measures, "- `"+g.Name+"`"+of(g)+saying(g.Doc))
			}
		}
	}
	w.b.WriteString("\n## Types\n\n")
	list := func(what string, names []string) {
		if len(names) > 0 {
			w.b.WriteString(what + strings.Join(names, ", ") + ".\n")
		}
	}
	list("Linear, each value used exactly once: ", linear)
	list("Opaque: ", opaque)
	for _, x := range inductive {
		w.b.WriteString("`" + x + "`\n")
	}
	if len(measures) > 0 {
		w.b.WriteString("\nWhat the demands below speak of (measures: they stand in types, and cannot be called):\n\n" + strings.Join(measures, "\n") + "\n")
	}
}

// of tells what kind of label a measure is.
func of(g *core.Global) string {
	switch {
	case g.Taint:
		return " (a label that flows)"
	case g.Prompt:
		return " (of texts as the user typed them)"
	}
	return ""
}

// constructors is an inductive type on one line.
func constructors(c *core.TyCon) string {
	var parts []string
	for _, k := range c.Ctors {
		part := c.Name + "." + k.Name
		for _, p := range k.Params {
			part += " (" + p.Name + ": " + core.TypeString(p.Type) + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " | ")
}

// functions lists what plans may call of a module.
func (w *writer) functions(m *core.Module) {
	var lines []string
	for _, g := range m.Globals {
		if !offered(g) {
			continue
		}
		line := signature(g.Decl.(*lang.Def))
		if forgets(g) {
			line += "    # FORGETS"
		}
		lines = append(lines, line+comment(g.Doc))
	}
	if len(lines) > 0 {
		fmt.Fprintf(&w.b, "\n## Functions of %s\n\n```\n%s\n```\n", m.Name, strings.Join(lines, "\n"))
	}
}

// forgets reports whether a function hands a linear value on and leaves open what
// its type does not mention.
func forgets(g *core.Global) bool {
	takes := false
	for _, p := range g.Params {
		takes = takes || p.Mult == lang.Linear && core.IsLinear(p.Type)
	}
	return takes && core.IsLinear(g.Result) && !g.Keeps
}

// signature is a definition without its body, on one line.
func signature(d *lang.Def) string {
	text := d.Name.Span.Src.Text
	end := d.Span.End
	if d.Body != nil {
		end = d.Body.Range().Start
	}
	sig := strings.TrimSpace(oneLine(text[d.Name.Span.Start:end]))
	for _, tail := range []string{":=", "{", "="} {
		sig = strings.TrimSpace(strings.TrimSuffix(sig, tail))
	}
	return sig
}

// oneLine is a piece of a spec without comments and line breaks.
func oneLine(text string) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\' && i+1 < len(text):
			b.WriteByte(c)
			i++
			b.WriteByte(text[i])
		case c == '"':
			inString = !inString
			b.WriteByte(c)
		case !inString && c == '#':
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		case !inString && (c == '\n' || c == '\r' || c == '\t' || c == ' '):
			if s := b.String(); !strings.HasSuffix(s, " ") && !strings.HasSuffix(s, "(") {
				b.WriteByte(' ')
			}
		default:
			if s := b.String(); c == ')' && !inString && strings.HasSuffix(s, " ") {
				b.Reset()
				b.WriteString(strings.TrimSuffix(s, " "))
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}

// sentence is the first sentence of a documentation comment.
func sentence(doc string) string {
	doc = strings.Join(strings.Fields(doc), " ")
	if i := strings.Index(doc, ". "); i >= 0 {
		doc = doc[:i+1]
	}
	if r := []rune(doc); len(r) > 160 {
		doc = string(r[:160]) + "…"
	}
	return doc
}

func saying(doc string) string {
	if s := sentence(doc); s != "" {
		return ": " + s
	}
	return ""
}

func comment(doc string) string {
	if s := sentence(doc); s != "" {
		return "\n    # " + s
	}
	return ""
}

// contracts tells what a plan is given and has to return.
func (w *writer) contracts(modules []*core.Module) {
	var out []string
	for _, m := range modules {
		for _, c := range m.Contracts {
			if w.listed(c) {
				out = append(out, strings.TrimSpace(oneLine(c.Span.Text())))
			}
		}
	}
	if len(out) > 0 {
		w.b.WriteString("\n## What a plan is given, and has to return\n\n```\n" + strings.Join(out, "\n") + "\n```\n")
	}
}

// examples shows two plans that are verified: those that use the most functions.
func (w *writer) examples(modules []*core.Module) {
	var all []*core.Example
	for _, m := range modules {
		for _, x := range m.Examples {
			if x.Accept && x.Source != nil && x.Body != nil && (w.contract == "" || x.Body.Contract != nil && w.listed(x.Body.Contract)) {
				all = append(all, x)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *core.Example) int { return used(b) - used(a) })
	if len(all) > 2 {
		all = all[:2]
	}
	if len(all) == 0 {
		return
	}
	w.b.WriteString("\n## Plans that are verified\n")
	for _, x := range all {
		fmt.Fprintf(&w.b, "\n```\n# %s\n%s\n```\n", x.Title, dedented(x.Source.Range()))
	}
}

// used is how many functions of specs an example mentions; one that would take
// up too much room counts as none.
func used(x *core.Example) int {
	if x.Body.Expr == nil || len(x.Source.Range().Text()) > 800 {
		return 0
	}
	names := map[*core.Global]bool{}
	core.Visit(x.Body.Expr, func(e core.Expr) bool {
		if r, ok := e.(*core.GlobalRef); ok {
			names[r.Global] = true
		}
		return true
	})
	return len(names)
}

// dedented is a piece of text moved to the left as far as its later lines go.
func dedented(s diag.Span) string {
	lines := strings.Split(s.Text(), "\n")
	least := -1
	for _, l := range lines[1:] {
		if trimmed := strings.TrimLeft(l, " "); trimmed != "" && (least < 0 || len(l)-len(trimmed) < least) {
			least = len(l) - len(trimmed)
		}
	}
	for i := range lines {
		if i > 0 && least > 0 && len(lines[i]) >= least {
			lines[i] = lines[i][least:]
		}
	}
	return strings.Join(lines, "\n")
}
