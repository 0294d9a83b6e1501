package lsp

import (
	"sort"

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
func (c *cursor) previous(n int) string {
	for i := c.before - 1; i >= 0; i-- {
		if c.tokens[i].Kind == lang.TokComment {
			continue
		}
		if n == 0 {
			return c.tokens[i].Text
		}
		n--
	}
	return ""
}

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
		switch n := n.(type) {
		case *lang.Def:
			for _, p := range n.Params {
				if p.Span.End <= s.at {
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
			if n.Type != nil && n.Type.Range().End <= s.at {
				s.bind(n.Name)
			}
		case *lang.Contract:
			for _, p := range n.Params {
				if p.Span.End <= s.at {
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
	// head is where the function is named.
	head diag.Span
	// index is the parameter that the cursor is at.
	index int
}

// application finds the innermost application around the cursor; nil where there
// is none.
func (c *cursor) application() *application {
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

func (c *cursor) applied(fn lang.Expr, args []lang.Expr) *application {
	head := fn.Range()
	shift := 0
	switch f := fn.(type) {
	case *lang.Var:
		head = f.Name.Span
	case *lang.Method:
		head, shift = f.Name.Span, 1
	case *lang.Paren, *lang.TypeInst, *lang.App:
	default:
		return nil
	}
	u, ok := c.reading.index.At(head.End)
	g, isGlobal := u.Symbol.(*core.Global)
	if !ok || !isGlobal || len(g.Params) == 0 || c.start <= head.Start {
		return nil
	}
	n := 0
	for _, a := range args {
		if a.Range().End < c.offset && a.Range().End <= c.start {
			n++
		}
	}
	if shift == 0 && isReceiver(u, fn) {
		shift = 1
	}
	if n+shift >= len(g.Params) {
		return nil
	}
	return &application{fn: g, head: u.Span, index: n + shift}
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
