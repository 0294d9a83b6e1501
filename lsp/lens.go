package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// commandVC shows what had to be proved of a file.
const commandVC = "aeonc.vc"

// CodeLens shows over each declaration of a spec how often it is used and how much
// had to be proved of it, and over a plan what came of its check.
func (s *Server) CodeLens(ctx context.Context, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	t := s.document(ctx, p.TextDocument)
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
	out := []protocol.CodeLens{}
	lens := func(at diag.Span, title string) {
		at.End = at.Start
		arg, err := json.Marshal(t.doc.sent)
		if err != nil {
			return // a string can always be encoded
		}
		out = append(out, protocol.CodeLens{
			Range:   s.encoding.Range(at),
			Command: protocol.Command{Title: title, Command: commandVC, Arguments: []protocol.LSPAny{arg}},
		})
	}
	switch t.role {
	case rolePlan:
		if f := t.reading.File; f.Body != nil && c.outcome.result != nil {
			lens(f.Body.Range(), outcomeTitle(c))
		}
	case roleSpec, roleSolo, roleBuiltin:
		if t.reading.Module == nil {
			break // of a spec that is not in force
		}
		uses := s.useCounts(ctx, t)
		for _, g := range t.reading.Module.Globals {
			if g.Kind == core.CtorFn || g.Span.Src != t.reading.File.Source {
				continue
			}
			title := counted(uses[g.Span], "use")
			if n := obligationsOf(c.outcome.obligations, g); n > 0 {
				title += ", " + counted(n, "obligation")
			}
			lens(diag.Span{Src: g.Span.Src, Start: declStart(g), End: declStart(g)}, title)
		}
	}
	return out, nil
}

// outcomeTitle is what came of a plan's check.
func outcomeTitle(c *check) string {
	o := c.outcome
	ms := float64(o.elapsed.Microseconds()) / 1000
	switch verdictOf(c) {
	case "verified":
		return fmt.Sprintf("verified, %s, %.1f ms", counted(len(o.obligations), "obligation"), ms)
	case "rejected":
		n := 0
		for _, d := range o.diags {
			if d.Severity == diag.Error {
				n++
			}
		}
		return fmt.Sprintf("rejected, %s, %d of %s proved", counted(n, "error"), proved(o.obligations), counted(len(o.obligations), "obligation"))
	}
	return "not checked"
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// declStart is where a global's declaration starts.
func declStart(g *core.Global) int {
	if d, ok := g.Decl.(*lang.Def); ok {
		return d.Span.Start
	}
	return g.Span.Start
}

// obligationsOf counts the obligations of a definition.
func obligationsOf(os []checker.Obligation, g *core.Global) int {
	at := g.Decl.Range()
	n := 0
	for _, o := range os {
		if at.Start <= o.At.Start && o.At.End <= at.End {
			n++
		}
	}
	return n
}

// useCounts counts the uses of each declaration in the documents of the project,
// declarations aside.
func (s *Server) useCounts(ctx context.Context, t *target) map[diag.Span]int {
	out := map[diag.Span]int{}
	for _, d := range s.documents(ctx, t.view, t.project) {
		for _, u := range d.reading(t.project).index.Uses() {
			if g, ok := u.Symbol.(*core.Global); ok && g.Span != u.Span {
				out[g.Span]++
			}
		}
	}
	return out
}

// ExecuteCommand carries out what a code lens offers.
func (s *Server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	if p.Command != commandVC || len(p.Arguments) == 0 {
		return nil, refused("there is no command %q with %d arguments", p.Command, len(p.Arguments))
	}
	var raw string
	if err := json.Unmarshal(p.Arguments[0], &raw); err != nil {
		return nil, refused("the argument of %s is the URI of a document", commandVC)
	}
	u, err := uri.Parse(raw)
	if err != nil {
		return nil, refused("%q is no URI", raw)
	}
	v := s.at(ctx)
	d := v.doc(u)
	if d == nil {
		return nil, refused("%s is not open", raw)
	}
	c := s.await(ctx, d)
	if c == nil {
		return nil, superseded()
	}
	text := s.conditions(ctx, c)
	s.show(d, text)
	return json.Marshal(text)
}

// conditions lists what had to be proved, as `aeonc vc` does without the encoding.
func (s *Server) conditions(ctx context.Context, c *check) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n", filepath.Base(c.doc.sent.Path()), counted(len(c.outcome.obligations), "obligation"))
	if r := c.outcome.result; r != nil {
		for _, i := range r.Invariants {
			fmt.Fprintf(&b, "\ninferred of `%s` at every turn of the loop in line %d: %s\n", i.Of, i.At.Pos().Line, strings.Join(i.Holds, "; "))
		}
	}
	kept := s.inspection(ctx, c)
	for n, o := range c.outcome.obligations {
		fmt.Fprintf(&b, "\n%d. line %d: %s", n+1, o.At.Pos().Line, o.Kind)
		if o.Callee != "" {
			b.WriteString(" of " + o.Callee)
		}
		if o.Param != "" {
			b.WriteString(", " + o.Param)
		}
		fmt.Fprintf(&b, ": %s\n   %s\n", o.Status, strings.Join(strings.Fields(o.Text), " "))
		if kept != nil {
			for _, r := range kept.Reasons(n) {
				fmt.Fprintf(&b, "   given: %s\n", reason(c.doc.src, r))
			}
		}
	}
	return b.String()
}

// reason words a fact that an obligation rests on.
func reason(plan *diag.Source, c checker.Cause) string {
	clause := strings.Join(strings.Fields(c.Clause.Text()), " ")
	switch {
	case c.Kind == "contract":
		return "the contract says " + clause
	case c.Kind == "state":
		return "the state says " + clause
	case !c.At.IsZero() && c.At.Src == plan:
		return fmt.Sprintf("line %d: %s says %s", c.At.Pos().Line, c.Callee, clause)
	case c.Callee == "":
		return clause
	}
	return c.Callee + " says " + clause
}

// show opens a text in the client, where it can do that. It lies in a folder that
// the server takes away when it ends; what is shown of one document is one file.
func (s *Server) show(d *document, text string) {
	if !s.caps.showDocument {
		return
	}
	dir := s.scratch.folder()
	if dir == "" {
		return // the text is the answer to the command as well
	}
	name := strings.TrimSuffix(filepath.Base(d.sent.Path()), filepath.Ext(d.sent.Path()))
	path := filepath.Join(dir, load.Digest(string(d.key))[:16], name+".vc.txt")
	if os.MkdirAll(filepath.Dir(path), 0o700) != nil || os.WriteFile(path, []byte(text), 0o600) != nil {
		return
	}
	_, _ = s.client.ShowDocument(s.ctx, &protocol.ShowDocumentParams{URI: uri.File(path)})
}

// scratch is a folder for what is shown to the user, made when it is first needed.
type scratch struct {
	mu  sync.Mutex // guards dir
	dir string
}

// folder is the folder's path, "" where none can be made.
func (x *scratch) folder() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.dir == "" {
		dir, err := os.MkdirTemp("", "aeonc-")
		if err != nil {
			return ""
		}
		x.dir = dir
	}
	return x.dir
}

// remove takes the folder away.
func (x *scratch) remove() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.dir != "" {
		_ = os.RemoveAll(x.dir) // what cannot be removed is the system's to clear
		x.dir = ""
	}
}
