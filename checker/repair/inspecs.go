package repair

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// maxSpecChecks bounds how often specs are checked in search of repairs.
const maxSpecChecks = 40

// FindInSpecs looks for repairs of the errors of specs that are checked themselves, and of
// the lints of which it is clear what to write: names, slips of syntax, decorators. Their
// author may be offered what no plan is, such as to mark a function `@harness`; nothing is
// safe to be made unasked. res must be what Check returned for the specs of the
// configuration. Each candidate is put in the place of its file and everything checked
// again.
func FindInSpecs(ctx context.Context, config checker.Config, res *checker.Result) {
	ctx, cancel := context.WithTimeout(ctx, defaultTime)
	defer cancel()
	s := &specSearch{ctx: ctx, config: config, before: res, left: maxSpecChecks, tried: map[string]*checker.Result{}}
	for _, d := range res.Diagnostics {
		src := d.Span.Src
		if src == nil || d.Severity == diag.Warning && !clear[d.Code] {
			continue
		}
		if text, err := config.ReadFile(src.Name); err != nil || text != src.Text {
			continue // built in, or not as it was
		}
		s.diagnostic(src, d)
	}
}

// clear are the lints of which it is clear what to write.
var clear = map[diag.Code]bool{"AE603": true, "AE608": true}

// specSearch is the search for repairs of specs.
type specSearch struct {
	ctx    context.Context
	config checker.Config
	before *checker.Result
	left   int
	tried  map[string]*checker.Result
}

func (s *specSearch) diagnostic(src *diag.Source, d *diag.Diagnostic) {
	v := specView(src, s.before.Diagnostics)
	v.late = func() bool { return s.ctx.Err() != nil }
	v.moduleList = s.config.BuiltinNames
	for _, produce := range specProducers(d) {
		var made []candidate
		guarded(func() { made = produce(v, d) })
		for _, c := range made {
			if len(d.Repairs) >= defaultKept {
				return
			}
			if slices.ContainsFunc(d.Repairs, func(r diag.Repair) bool { return r.Title == c.title }) {
				continue // a reader could not tell the two apart
			}
			after := s.try(src, c.text)
			if after == nil {
				return
			}
			if complete, ok := s.judge(d, after); ok {
				d.Repairs = append(d.Repairs, diag.Repair{Title: c.title, Edits: difference(src, c.text), Complete: complete})
			}
		}
	}
}

// try checks the specs with another text of one file; nil when the search has come to
// its end.
func (s *specSearch) try(src *diag.Source, text string) *checker.Result {
	key := src.Name + "\x00" + text
	if r := s.tried[key]; r != nil {
		return r
	}
	if s.left <= 0 || s.ctx.Err() != nil {
		return nil
	}
	s.left--
	config := s.config
	config.ReadFile = func(path string) (string, error) {
		if path == src.Name {
			return text, nil
		}
		return s.config.ReadFile(path)
	}
	spec := checker.Load(s.ctx, config)
	defer spec.Close()
	r := spec.Check(s.ctx)
	if s.ctx.Err() != nil {
		return nil
	}
	s.tried[key] = r
	return r
}

// judge reports whether d is gone and nothing is wrong that was not before; what a part
// of the checker finds that could not run before may be.
func (s *specSearch) judge(d *diag.Diagnostic, after *checker.Result) (complete, ok bool) {
	type key struct {
		code    diag.Code
		message string
	}
	left := map[key]int{}
	for _, e := range s.before.Diagnostics {
		if e != d {
			left[key{e.Code, e.Message}]++
		}
	}
	early := reached(s.before)
	if d.Severity == diag.Warning {
		early = 4
	}
	for _, e := range after.Diagnostics {
		k := key{e.Code, e.Message}
		switch {
		case left[k] > 0:
			left[k]--
		case e.Severity == diag.Warning && d.Severity == diag.Error, phase(e.Code) > early:
		default:
			return false, false
		}
	}
	return after.Verdict == checker.Verified && !diag.HasErrors(after.Diagnostics), true
}

// specView is a view of a spec: its text and its tree.
func specView(src *diag.Source, ds []*diag.Diagnostic) *view {
	file, _ := lang.Parse(src)
	v := newView(&checker.Outline{File: file, Plan: nil}, src, ds)
	return v
}

// specProducers are those whose kind of change can repair an error of a spec.
func specProducers(d *diag.Diagnostic) []producer {
	switch d.Code {
	case "AE101", "AE102":
		return []producer{(*view).specSlips}
	case "AE201", "AE202", "AE203", "AE205", "AE207", "AE305":
		return []producer{(*view).specNames, (*view).specSlips}
	case "AE206":
		return []producer{(*view).moduleNames}
	case "AE603":
		return []producer{(*view).marked}
	case "AE608":
		return []producer{(*view).unsuppressed}
	}
	return nil
}

// specSlipKinds are the slips that are tried in specs, in order.
var specSlipKinds = []slip{
	{diag.WriteComments, false, (*script).blockComments},
	{diag.WriteComments, false, (*script).comments},
	{diag.QuoteStrings, false, (*script).quotes},
	{diag.CloseString, false, (*script).unclosed},
	{diag.WriteEquals, false, (*script).equals},
	{diag.WriteConnectives, false, (*script).connectives},
	{diag.WriteBooleans, false, (*script).booleans},
	{diag.WriteTypes, false, (*script).typeNames},
	{diag.WriteTypes, false, (*script).typeArguments},
	{diag.WriteDeclarations, false, (*script).linearTypes},
	{diag.WriteDeclarations, false, (*script).measures},
	{diag.WriteDeclarations, false, (*script).parameters},
	{diag.WriteDeclarations, false, (*script).results},
	{diag.WriteNative, false, (*script).natives},
	{diag.WriteDeclarations, false, (*script).bodies},
	{diag.AddIn, false, (*script).missingIn},
	{diag.AddIn, false, (*script).missingInside},
	{diag.CloseBrackets, false, (*script).brackets},
}

// specSlips sets right what each kind of slip finds, alone, and then all kinds one after
// the other.
func (v *view) specSlips(*diag.Diagnostic) []candidate {
	if !v.slipsDone {
		v.slipsMade, v.slipsDone = v.slipsOf(specSlipKinds), true
	}
	// Together first: a spec is most often written in one hand.
	out := slices.Clone(v.slipsMade)
	slices.Reverse(out)
	return out
}

// specNames replaces a name, a type or a decorator that is unknown.
func (v *view) specNames(d *diag.Diagnostic) []candidate {
	name := strings.TrimPrefix(d.Span.Text(), "@")
	if !isName(strings.ReplaceAll(name, ".", "")) {
		return nil
	}
	var names []string
	decorator := strings.HasPrefix(d.Span.Text(), "@") || d.Span.Start > 0 && v.text[d.Span.Start-1] == '@'
	switch {
	case decorator:
		names = decorators
	default:
		seen := map[string]bool{name: true}
		for i, t := range v.toks {
			kind := i > 0 && (v.toks[i-1].Text == "def" || v.toks[i-1].Text == "type" || v.toks[i-1].Text == "inductive" || v.toks[i-1].Text == "+" || v.toks[i-1].Text == "|")
			binder := i+1 < len(v.toks) && v.toks[i+1].Text == ":" && t.Kind == lang.TokName
			if (kind || binder) && !seen[t.Text] && isName(t.Text) {
				seen[t.Text] = true
				names = append(names, t.Text)
			}
		}
		names = append(names, "Int", "Bool", "String", "Float", "Unit", "List", "Maybe",
			"String.length", "String.startsWith", "String.endsWith", "String.contains", "String.matches", "String.lower", "String.trim",
			"String.split", "String.join", "String.ofInt", "List.length", "List.map", "List.filter", "List.foldl", "List.isEmpty",
			"List.head", "List.take", "List.find", "List.any", "List.all", "List.sum", "List.append")
	}
	var out []candidate
	if to := foreignTypes[strings.ToLower(name)]; to != "" && d.Code == "AE205" {
		out = append(out, v.change(fmt.Sprintf(diag.ReplaceName, name, to), replace(d.Span, to))...)
	}
	var all []edit
	for _, s := range first(rank(name, names)) {
		at := d.Span
		at.Start += len(d.Span.Text()) - len(name)
		out = append(out, v.change(fmt.Sprintf(diag.ReplaceName, name, s.name), replace(at, s.name))...)
		// Everywhere: a name is most often misspelt as it is copied.
		all = nil
		for _, t := range v.toks {
			if t.Text == name && (t.Kind == lang.TokName || t.Kind == lang.TokQualified) {
				all = append(all, replace(t.Span, s.name))
			}
		}
		out = append(out, v.change(fmt.Sprintf(diag.ReplaceName, name, s.name), all...)...)
	}
	return out
}

// decorators of the language.
var decorators = []string{"taint", "prompt", "volatile", "pure", "keeps", "harness", "plan", "msg", "tool", "argument"}

// moduleNames replaces a module that was not found.
func (v *view) moduleNames(d *diag.Diagnostic) []candidate {
	name := d.Span.Text()
	var out []candidate
	for _, s := range first(rank(name, v.moduleList)) {
		out = append(out, v.change(fmt.Sprintf(diag.ReplaceName, name, s.name), replace(d.Span, s.name))...)
	}
	return out
}

// marked marks a function that mints a linear value (AE603): as reserved to the harness,
// or as one that plans may call.
func (v *view) marked(d *diag.Diagnostic) []candidate {
	for _, x := range v.File.Decls {
		def, ok := x.(*lang.Def)
		if !ok || !within(d.Span, def.Span) {
			continue
		}
		at := def.Span.Start
		var out []candidate
		for _, m := range []string{"@harness", "@plan"} {
			out = append(out, v.change(fmt.Sprintf(diag.MarkFunction, d.Span.Text(), m), insert(at, m+"\n"+v.margin(at)))...)
		}
		return out
	}
	return nil
}

// unsuppressed leaves out a comment that allows what is not there (AE608).
func (v *view) unsuppressed(d *diag.Diagnostic) []candidate {
	line := v.src.Position(d.Span.Start).Line
	start := v.src.LineStart(line)
	text := v.src.Line(line)
	n := strings.Index(text, "#")
	if n < 0 {
		return nil
	}
	if strings.TrimSpace(text[:n]) == "" {
		end := min(len(v.text), start+len(text)+1)
		return v.change(diag.DropSuppression, edit{start, end, ""})
	}
	return v.change(diag.DropSuppression, edit{start + len(strings.TrimRight(text[:n], " \t")), start + len(text), ""})
}
