package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/repair"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// CodeAction offers changes of the text around a range: repairs of what is wrong
// there, and refactorings.
func (s *Server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	t := s.document(ctx, p.TextDocument)
	if t == nil {
		return nil, nil
	}
	a := &actions{server: s, target: t, at: s.encoding.Span(t.doc.src, p.Range), only: p.Context.Only, out: []protocol.CommandOrCodeAction{}}
	for _, d := range p.Context.Diagnostics {
		a.meant = append(a.meant, s.encoding.Span(t.doc.src, d.Range))
	}
	// Repairs are of the version that the request is about, or there are none.
	if a.wants(protocol.CodeActionKindQuickFix) || a.wants(protocol.CodeActionKindSourceFixAll) {
		if c := s.await(ctx, t.doc); c != nil {
			a.repairs(ctx, c)
		}
	}
	if a.wants(protocol.CodeActionKindSourceOrganizeImports) {
		a.organiseImports()
	}
	if a.wants(protocol.CodeActionKindRefactorRewrite) {
		a.writeMultiplicity()
	}
	if a.wants(protocol.CodeActionKindRefactorExtract) {
		a.extractHelper(ctx)
	}
	return a.out, nil
}

// actions collects the answer to one request.
type actions struct {
	server *Server
	target *target
	at     diag.Span
	// meant are the places of the diagnostics that the client shows there.
	meant []diag.Span
	only  []protocol.CodeActionKind
	out   []protocol.CommandOrCodeAction
}

// wants reports whether the client asked for a kind of action.
func (a *actions) wants(kind protocol.CodeActionKind) bool {
	if len(a.only) == 0 {
		return kind != protocol.CodeActionKindSourceFixAll && kind != protocol.CodeActionKindSourceOrganizeImports ||
			a.at.Start == a.at.End // on the whole file only when it is asked for, or offered in a menu
	}
	return slices.ContainsFunc(a.only, func(o protocol.CodeActionKind) bool {
		return o == kind || strings.HasPrefix(string(kind), string(o)+".")
	})
}

func (a *actions) add(title string, kind protocol.CodeActionKind, edits []diag.Edit, of *diag.Diagnostic, preferred bool) {
	byDoc := map[*document][]diag.Edit{}
	for _, e := range edits {
		d := a.target.doc
		if e.Span.Src != d.src {
			if d = a.target.view.open(e.Span.Src.Name); d == nil {
				d = a.server.files.read(e.Span.Src.Name)
			}
		}
		if d == nil || d.src.Text != e.Span.Src.Text {
			return // of a text that is no longer there
		}
		byDoc[d] = append(byDoc[d], e)
	}
	a.laidOut(byDoc)
	for d := range byDoc {
		byDoc[d] = joined(byDoc[d])
	}
	title = strings.ToUpper(title[:1]) + title[1:]
	action := &protocol.CodeAction{Title: title, Kind: &kind, Edit: a.server.workspaceEdit(byDoc)}
	if of != nil {
		action.Diagnostics = []protocol.Diagnostic{a.server.diagnostic(a.target.view, of)}
	}
	if preferred {
		action.IsPreferred = &preferred
	}
	a.out = append(a.out, action)
}

// joined puts edits in order, and makes one of those that touch: clients disagree
// about which of two edits at one place comes first.
func joined(es []diag.Edit) []diag.Edit {
	es = slices.Clone(es)
	slices.SortStableFunc(es, func(x, y diag.Edit) int { return x.Span.Start - y.Span.Start })
	var out []diag.Edit
	for _, e := range es {
		if n := len(out); n > 0 && out[n-1].Span.End == e.Span.Start {
			out[n-1].Span.End = e.Span.End
			out[n-1].New += e.New
			continue
		}
		out = append(out, e)
	}
	return out
}

// laidOut has the edits of a text that is laid out leave it so.
func (a *actions) laidOut(byDoc map[*document][]diag.Edit) {
	for d, es := range byDoc {
		if formatted(d.src) != d.src.Text {
			continue
		}
		text := applyEdits(d.src.Text, es)
		want := formatted(diag.NewSource(d.src.Name, text))
		if want == text {
			continue
		}
		byDoc[d] = nil
		for _, h := range diffLines(lines(d.src.Text), lines(want)) {
			at := diag.Span{Src: d.src, Start: d.src.LineStart(h.from + 1), End: d.src.LineStart(h.to + 1)}
			byDoc[d] = append(byDoc[d], diag.Edit{Span: at, New: strings.Join(h.lines, "")})
		}
	}
}

// repairs offers what the checker found to mend the diagnostics at the range, and
// the safe repairs of the whole file as one.
func (a *actions) repairs(ctx context.Context, c *check) {
	here := func(d *diag.Diagnostic) bool {
		return !d.Span.IsZero() && (d.Span.Start <= a.at.End && a.at.Start <= d.Span.End || slices.Contains(a.meant, d.Span))
	}
	if !slices.ContainsFunc(c.outcome.diags, here) {
		// Whoever stands elsewhere in the line means what is wrong in it.
		src := a.target.doc.src
		line := src.LineOf(a.at.Start)
		here = func(d *diag.Diagnostic) bool {
			return !d.Span.IsZero() && a.at.Start == a.at.End && src.LineOf(d.Span.Start) <= line && line <= src.LineOf(d.Span.End)
		}
	}
	everywhere := a.wants(protocol.CodeActionKindSourceFixAll)
	if !everywhere && !slices.ContainsFunc(c.outcome.diags, here) {
		return // looking for repairs takes time
	}
	var all []diag.Edit
	for _, d := range c.repaired(ctx) {
		here := here(d)
		for i, r := range d.Repairs {
			if here && a.wants(protocol.CodeActionKindQuickFix) {
				a.add(r.Title, protocol.CodeActionKindQuickFix, r.Edits, d, i == 0 && r.Complete)
			}
		}
		for _, r := range d.Repairs {
			if r.Safe && !overlap(all, r.Edits) {
				all = append(all, r.Edits...)
				break
			}
		}
		if here && a.wants(protocol.CodeActionKindQuickFix) && d.Code == "AE209" && len(d.Repairs) == 0 {
			a.missingArms(d)
		}
	}
	if len(all) > 0 && everywhere {
		a.add("Make all safe repairs", protocol.CodeActionKindSourceFixAll, all, nil, false)
	}
}

// repaired are the diagnostics of a check with their repairs, which are looked for
// when they are first asked for: each candidate is checked as a plan of its own.
func (c *check) repaired(ctx context.Context) []*diag.Diagnostic {
	o := c.outcome
	if c.role != rolePlan || o.result == nil || o.result.Verdict != checker.Rejected {
		return o.diags
	}
	c.repairing.Lock()
	defer c.repairing.Unlock()
	if c.repairs != nil {
		return c.repairs
	}
	// The search writes into the diagnostics that it is given, and others read those
	// of the check.
	found := *o.result
	found.Diagnostics = nil
	copies := map[*diag.Diagnostic]*diag.Diagnostic{}
	for _, d := range o.result.Diagnostics {
		e := *d
		e.Notes = slices.Clone(d.Notes)
		copies[d] = &e
		found.Diagnostics = append(found.Diagnostics, &e)
	}
	repair.Find(ctx, c.project.load(), checker.PlanInput{Source: c.doc.src, Contract: c.project.setup.Contract}, &found, repair.Limits{})
	var out []*diag.Diagnostic
	for _, d := range o.diags {
		if e := copies[d]; e != nil {
			e.Notes = d.Notes // the client has seen the diagnostic without the search's remarks
			d = e
		}
		out = append(out, d)
	}
	if ctx.Err() == nil {
		c.repairs = out
	}
	return out
}

func overlap(as, bs []diag.Edit) bool {
	for _, x := range as {
		for _, y := range bs {
			if x.Span.Src == y.Span.Src && x.Span.Start <= y.Span.End && y.Span.Start <= x.Span.End {
				return true
			}
		}
	}
	return false
}

// missingArms adds the arms that a match lacks, each with the constructor's own
// names for its fields, and a plain value of the match's type for what is to be done,
// a hole in a spec where the type has none.
func (a *actions) missingArms(d *diag.Diagnostic) {
	var match *lang.Match
	lang.Inspect(a.target.reading.File, func(n lang.Node) bool {
		if m, ok := n.(*lang.Match); ok && m.Scrutinee.Range() == d.Span {
			match = m
		}
		return true
	})
	if match == nil || len(match.Arms) == 0 {
		return
	}
	con := a.target.reading.matched(match)
	if con == nil {
		return
	}
	have := map[string]bool{}
	for _, arm := range match.Arms {
		if p, ok := arm.Pattern.(*lang.PatCtor); ok {
			name := p.Ctor.Name
			have[name[strings.LastIndexByte(name, '.')+1:]] = true
		}
	}
	src := a.target.reading.File.Source
	last := match.Arms[len(match.Arms)-1]
	separator := " "
	if l := src.LineOf(last.Span.Start); l != src.LineOf(match.Span.Start) {
		start := src.LineStart(l)
		separator = "\n" + src.Text[start:start+len(src.Text[start:last.Span.Start])-len(strings.TrimLeft(src.Text[start:last.Span.Start], " \t"))]
	}
	var result core.Type
	if x := a.target.reading.valueAt(match.Span); x != nil {
		result = x.Type()
	}
	var text strings.Builder
	for _, k := range con.Ctors {
		if have[k.Name] {
			continue
		}
		todo := "()"
		if result != nil {
			todo = placeholder(result, k.Params)
		}
		if todo == "" && a.target.reading.Module == nil {
			return // a plan has no holes
		} else if todo == "" {
			todo = "?" + k.Name
		}
		text.WriteString(separator + "| " + k.Name)
		for _, f := range k.Params {
			name := f.Name
			if name == "" {
				name = "_"
			}
			text.WriteString(" " + name)
		}
		text.WriteString(" => " + todo)
	}
	if text.Len() > 0 {
		at := diag.Span{Src: src, Start: last.Span.End, End: last.Span.End}
		a.add("Add the missing arms", protocol.CodeActionKindQuickFix, []diag.Edit{{Span: at, New: text.String()}}, d, true)
	}
}

// matched is the type that a match takes apart, by the constructors that its arms
// name.
func (r *reading) matched(m *lang.Match) *core.TyCon {
	for _, arm := range m.Arms {
		p, ok := arm.Pattern.(*lang.PatCtor)
		if !ok {
			continue
		}
		if u, found := r.index.At(p.Ctor.Span.End); found {
			if g, isGlobal := u.Symbol.(*core.Global); isGlobal && g.Owner != nil {
				return g.Owner
			}
		}
	}
	return nil
}

// organiseImports sorts the imports at the start of a file and drops repetitions.
func (a *actions) organiseImports() {
	f := a.target.reading.File
	var block diag.Span
	var texts []string
	for _, d := range f.Decls {
		i, ok := d.(*lang.Import)
		if !ok {
			break
		}
		if block.IsZero() {
			block = i.Span
		} else if strings.Contains(f.Source.Text[block.End:i.Span.Start], "#") {
			return // comments between imports belong to one of them
		}
		block = block.Cover(i.Span)
		texts = append(texts, strings.TrimRight(i.Span.Text(), " \t\r\n;"))
	}
	if len(texts) < 2 {
		return
	}
	sorted := slices.Clone(texts)
	slices.SortFunc(sorted, func(x, y string) int { return strings.Compare(importKey(x), importKey(y)) })
	sorted = slices.Compact(sorted)
	if want := strings.Join(sorted, "\n"); want != block.Text() {
		a.add("Organise imports", protocol.CodeActionKindSourceOrganizeImports, []diag.Edit{{Span: block, New: want}}, nil, false)
	}
}

// importKey sorts imports by module, "open" before "import".
func importKey(text string) string {
	fields := strings.Fields(strings.ReplaceAll(text, "(", " ("))
	if len(fields) < 2 {
		return text
	}
	order := "1"
	if fields[0] == "open" {
		order = "0"
	}
	return fields[1] + " " + order + " " + strings.Join(fields[2:], " ")
}

// writeMultiplicity writes out the multiplicity of a linear binder that has none.
func (a *actions) writeMultiplicity() {
	u, ok := a.target.reading.index.At(a.at.Start)
	l, isLocal := u.Symbol.(*core.Local)
	if !ok || !isLocal || l.Span != u.Span || l.Written != lang.Unwritten || !core.IsLinear(l.Type) || l.Span.Src != a.target.reading.File.Source {
		return
	}
	at := diag.Span{Src: l.Span.Src, Start: l.Span.Start, End: l.Span.Start}
	text := ""
	lang.Inspect(a.target.reading.File, func(n lang.Node) bool {
		switch n := n.(type) {
		case *lang.Param:
			if n.Name.Span != l.Span || n.Mult != lang.Unwritten {
				break
			}
			if text = "1 "; n.Type == nil { // of a "fun", without parentheses
				at, text = n.Name.Span, "(1 "+l.Name+": "+core.TypeString(l.Type)+")"
			}
		case *lang.PatVar:
			if n.Name.Span == l.Span && n.Mult == lang.Unwritten {
				text = "1 "
			}
		}
		return true
	})
	if text == "" || strings.Contains(text, ":") && !writable(l.Type) {
		return
	}
	a.add("Write that `"+l.Name+"` is used exactly once", protocol.CodeActionKindRefactorRewrite, []diag.Edit{{Span: at, New: text}}, nil, false)
}
