package lsp

import (
	"sort"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// cursor is where something is being typed: the tokens of the text, with the name
// that the cursor is at the end of told from those before it.
type cursor struct {
	reading *reading
	offset  int
	tokens  []lang.Token
	// before is the number of tokens that end before the name being typed.
	before int
	// prefix is the name as far as it is typed; start is where it starts.
	prefix string
	start  int
	// code are the tokens before it that are no comments, once they are asked for.
	code []lang.Token
	// inside: the cursor is in a comment or a string, where names mean nothing.
	inside, comment bool
}

// cursorAt finds out what is being typed at an offset.
func (r *reading) cursorAt(offset int) *cursor {
	c := &cursor{reading: r, offset: offset, start: offset, tokens: lang.Tokens(r.File.Source)}
	c.before = sort.Search(len(c.tokens), func(i int) bool { return c.tokens[i].Span.End > offset })
	if c.before < len(c.tokens) {
		// A token that the cursor is in.
		if t := c.tokens[c.before]; t.Span.Start < offset {
			c.touch(t)
			return c
		}
	}
	if c.before > 0 {
		if t := c.tokens[c.before-1]; t.Span.End == offset {
			was := c.before
			c.before--
			if c.touch(t); c.start == offset {
				c.before = was
			}
		}
	}
	return c
}

// touch looks at the token that the cursor is in or just behind.
func (c *cursor) touch(t lang.Token) {
	switch t.Kind {
	case lang.TokComment:
		c.inside, c.comment = true, true
	case lang.TokString:
		c.inside = c.offset < t.Span.End
	case lang.TokName, lang.TokQualified, lang.TokMethod, lang.TokConstructor, lang.TokKeyword:
		c.start = t.Span.Start
		c.prefix = t.Text[:min(c.offset-t.Span.Start, len(t.Text))]
	}
}

// previous is the text of the token before the name being typed, skipping n more;
// "" at the start.
func (c *cursor) previous(n int) string { return c.back(n).Text }

// end is where the token before the cursor ends: what is behind it, up to the
// cursor, is blank.
func (c *cursor) end() int {
	for i := c.before - 1; i >= 0; i-- {
		if c.tokens[i].Kind != lang.TokComment {
			return c.tokens[i].Span.End
		}
	}
	return 0
}

// variables are those in scope at the cursor, innermost first, each name once.
func (c *cursor) variables() []*core.Local {
	s := &scoping{c: c, at: c.end()}
	if c.reading.Contract != nil && s.inBody() {
		s.locals = append(s.locals, c.reading.Contract.Params...)
	}
	s.file()
	var out []*core.Local
	seen := map[string]bool{"_": true, "": true}
	for i := len(s.locals) - 1; i >= 0; i-- {
		if l := s.locals[i]; !seen[l.Name] {
			seen[l.Name] = true
			out = append(out, l)
		}
	}
	return out
}

// scoping collects the variables that are bound around a place.
type scoping struct {
	c      *cursor
	at     int
	locals []*core.Local
}

// inBody reports whether the cursor is in a plan's own body, or where it would
// begin.
func (s *scoping) inBody() bool {
	for _, d := range s.c.reading.File.Decls {
		at := d.Range()
		if _, isDef := d.(*lang.Def); isDef && at.Start <= s.at && s.at <= at.End && s.c.reading.File.Body == nil {
			return true // a body after a definition that is not closed off yet
		} else if at.Start <= s.at && s.at < at.End {
			return false
		}
	}
	return true
}

func (s *scoping) file() {
	lang.Inspect(s.c.reading.File, func(n lang.Node) bool {
		if at := n.Range(); at.Start > s.at || s.at > at.End {
			_, isFile := n.(*lang.File)
			return isFile
		}
		if d, isDecl := n.(lang.Decl); isDecl && s.c.beyond(d.Range()) {
			return false
		}
		switch n := n.(type) {
		case *lang.Def:
			for _, p := range n.Params {
				if p.Span.End <= s.at && closed(p) {
					s.bind(p.Name)
				}
			}
			if f, ok := n.Result.(*lang.TypeFun); ok && n.Body != nil && n.Body.Range().Start <= s.at {
				for ok {
					s.bind(f.Param.Name)
					f, ok = f.Result.(*lang.TypeFun)
				}
			}
		case *lang.TypeFun:
			if n.Param.Span.End <= s.at {
				s.bind(n.Param.Name)
			}
		case *lang.TypeRefined:
			if n.Base.Range().End <= s.at {
				s.bind(n.Name)
			}
		case *lang.Param:
			if n.Type != nil && n.Type.Range().End <= s.at && closed(n) {
				s.bind(n.Name)
			}
		case *lang.Contract:
			for _, p := range n.Params {
				if p.Span.End <= s.at && closed(p) {
					s.bind(p.Name)
				}
			}
		case *lang.Let:
			for _, b := range n.Binds {
				if s.complete(b) {
					s.pattern(b.Pattern)
				}
			}
		case *lang.Arm:
			if n.Body != nil && n.Body.Range().Start <= s.at+1 || n.Pattern.Range().End < s.at {
				s.pattern(n.Pattern)
			}
		case *lang.Lambda:
			for _, p := range n.Params {
				if p.Span.End < s.at {
					s.bind(p.Name)
				}
			}
		}
		return true
	})
}

// closed reports whether a parameter's type is complete: in its own type it is not
// known yet.
func closed(p *lang.Param) bool {
	t, refined := p.Type.(*lang.TypeRefined)
	return !refined || strings.HasSuffix(t.Range().Text(), "}")
}

// beyond reports whether the cursor is behind a declaration by the layout: at or left
// of its column, where nothing stands before it on its line.
func (c *cursor) beyond(decl diag.Span) bool {
	src := c.reading.File.Source
	line := src.LineStart(src.LineOf(c.start))
	if line <= decl.Start || strings.TrimSpace(src.Text[line:c.start]) != "" {
		return false
	}
	return c.start-line <= decl.Start-src.LineStart(src.LineOf(decl.Start))
}

// complete reports whether a binding ends before the cursor: its variables are
// bound from its "in" on.
func (s *scoping) complete(b *lang.Binding) bool {
	if b.Span.End > s.at {
		return false
	}
	i := sort.Search(len(s.c.tokens), func(i int) bool { return s.c.tokens[i].Span.Start >= b.Span.End })
	for ; i < s.c.before; i++ {
		if t := s.c.tokens[i]; t.Kind != lang.TokComment {
			return t.Text == "in" || t.Text == ";" || t.Text == "let"
		}
	}
	return false
}

func (s *scoping) pattern(p lang.Pattern) {
	switch p := p.(type) {
	case *lang.PatVar:
		s.bind(p.Name)
	case *lang.PatTuple:
		for _, x := range p.Elems {
			s.pattern(x)
		}
	case *lang.PatCtor:
		for _, x := range p.Args {
			s.pattern(x)
		}
	}
}

// bind finds the variable that a name binds.
func (s *scoping) bind(n lang.Ident) {
	if n.Name == "" || n.Name == "_" {
		return
	}
	if u, ok := s.c.reading.index.At(n.Span.Start); ok {
		if l, ok := u.Symbol.(*core.Local); ok && l.Span == n.Span {
			s.locals = append(s.locals, l)
			return
		}
	}
	s.locals = append(s.locals, &core.Local{Name: n.Name, Type: &core.Bad{}, Span: n.Span})
}

// application is a function being applied at the cursor.
type application struct {
	fn *core.Global
	// index is the parameter that the cursor is at.
	index int
}

// application finds the innermost application around the cursor; nil where there
// is none.
func (c *cursor) application() *application {
	switch c.previous(0) {
	case "=>", "then", "else", "in", ";", ":=", "if", "match", "with", "|":
		return nil // an expression begins
	}
	at := c.end()
	if c.prefix != "" {
		at = c.offset
	}
	nodes := path(c.reading.File, at)
	for i := len(nodes) - 1; i >= 0; i-- {
		switch n := nodes[i].(type) {
		case *lang.App:
			if a := c.applied(n.Fun, n.Args); a != nil {
				return a
			}
		case *lang.Var, *lang.Method:
			// A function without arguments so far: the cursor is behind it.
			if n.Range().End < c.offset && n.Range().End == at {
				if i > 0 {
					if app, ok := nodes[i-1].(*lang.App); ok && app.Fun != n {
						continue // an argument that is complete
					}
				}
				if a := c.applied(n.(lang.Expr), nil); a != nil {
					return a
				}
			}
		case *lang.Paren:
			if n.Span.Start < c.start && c.offset < n.Span.End {
				continue
			}
		case lang.Decl, *lang.Binding:
			return nil
		}
	}
	return nil
}

// applies is the function that an expression names, and how many of its parameters
// what stands before a dot fills; nil where it names none.
func (c *cursor) applies(fn lang.Expr) (g *core.Global, shift int) {
	head := fn.Range()
	switch f := fn.(type) {
	case *lang.Var:
		head = f.Name.Span
	case *lang.Method:
		head, shift = f.Name.Span, 1
	case *lang.Paren, *lang.TypeInst, *lang.App:
	default:
		return nil, 0
	}
	u, ok := c.reading.index.At(head.End)
	g, isGlobal := u.Symbol.(*core.Global)
	if !ok || !isGlobal || len(g.Params) == 0 {
		return nil, 0
	}
	if shift == 0 && isReceiver(u, fn) {
		shift = 1
	}
	return g, shift
}

func (c *cursor) applied(fn lang.Expr, args []lang.Expr) *application {
	g, shift := c.applies(fn)
	head := fn.Range()
	switch f := fn.(type) {
	case *lang.Var:
		head = f.Name.Span
	case *lang.Method:
		head = f.Name.Span
	}
	if g == nil || c.start <= head.Start {
		return nil
	}
	n := 0
	for _, a := range args {
		if a.Range().End < c.offset && a.Range().End <= c.start {
			n++
		}
	}
	if n+shift >= len(g.Params) {
		return nil
	}
	return &application{fn: g, index: n + shift}
}

// isReceiver reports whether a dotted name is a method of a variable.
func isReceiver(u core.Use, fn lang.Expr) bool {
	v, ok := fn.(*lang.Var)
	if !ok {
		return false
	}
	g := u.Symbol.(*core.Global)
	name := v.Name.Name
	return name != g.Name && len(name) > len(g.Name) && name[:len(name)-len(g.Name)-1] != g.Module && (g.Owner == nil || name[:len(name)-len(g.Name)-1] != g.Owner.Name)
}
