// Package mend looks for repairs of tool calls that are rejected, in the terms of the
// JSON that they are written in: another name of a tool or of an argument, another
// value, a call left out, a call made before another. As with plans (checker/repair)
// each candidate is put in the place of the calls and all of it is checked again; it is
// offered only if what it is to repair is gone and nothing new is wrong. None is safe to
// be made unasked: what a model asked for is not for a checker to change.
package mend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/calls"
	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/repair"
	"github.com/aeonc/aeonc/lang/diag"
)

// Search is what a search needs.
type Search struct {
	// Source is the JSON, Calls what was read of it.
	Source *diag.Source
	Calls  []*calls.Call
	// Plan is what they amount to, nil where they amount to none; InPlan are the
	// findings of its check with the repairs of the plan, by their place in the plan.
	Plan   *calls.Plan
	InPlan []*diag.Diagnostic
	// Exports are what plans see of the specs.
	Exports []*core.Global
	// Check checks other calls in the place of these; nil where the time is over.
	Check func(*diag.Source) *checker.Result
}

const (
	maxChecks = 60
	maxKept   = 3
)

// Find sets the repairs of the errors of a result. The result must be that of the
// calls; its findings have their places in the JSON.
func (s *Search) Find(res *checker.Result) {
	if res.Verdict != checker.Rejected {
		return
	}
	tried := map[string]*checker.Result{}
	for i, d := range res.Diagnostics {
		if d.Severity != diag.Error || d.Span.Src != s.Source {
			continue
		}
		var kept []diag.Repair
		for _, c := range s.candidates(d, i) {
			text, ok := applied(s.Source.Text, c.edits)
			if !ok || text == s.Source.Text {
				continue
			}
			after, known := tried[text]
			if !known {
				if len(tried) >= maxChecks {
					break
				}
				after = s.Check(diag.NewSource(s.Source.Name, text))
				tried[text] = after
			}
			if after == nil || after.Verdict > checker.Rejected || !better(res, after, d) {
				continue
			}
			if slices.ContainsFunc(kept, func(r diag.Repair) bool { return r.Title == c.title }) || c.drops && len(kept) > 0 && kept[0].Complete {
				continue
			}
			kept = append(kept, diag.Repair{Title: c.title, Edits: c.edits, Complete: after.Verdict == checker.Verified})
		}
		d.Repairs = kept[:min(len(kept), maxKept)]
		if len(d.Repairs) == 0 {
			d.Note("%s", diag.NoRepairOfCalls)
		}
	}
}

// better reports whether d is gone and nothing is wrong that was not before; what is
// only looked at once there is a plan may be wrong where there was none.
func better(before, after *checker.Result, d *diag.Diagnostic) bool {
	type key struct {
		code    diag.Code
		message string
	}
	left := map[key]int{}
	for _, e := range before.Diagnostics {
		if e.Severity == diag.Error && e != d {
			left[key{e.Code, e.Message}]++
		}
	}
	untyped := d.Code == "AE702"
	for _, e := range after.Diagnostics {
		k := key{e.Code, e.Message}
		switch {
		case e.Severity != diag.Error:
			if e.Code == "AE306" {
				return false
			}
		case left[k] > 0:
			left[k]--
		case untyped && e.Code != "AE702" && e.Code != "AE701":
		default:
			return false
		}
	}
	return true
}

type candidate struct {
	title string
	edits []diag.Edit
	drops bool // something that was asked for is not done
}

func (s *Search) candidates(d *diag.Diagnostic, i int) []candidate {
	var out []candidate
	k := s.callAt(d.Span)
	if k < 0 {
		return nil
	}
	c := s.Calls[k]
	g := s.function(c.Tool)
	switch {
	case d.Span == c.ToolAt && g == nil:
		out = append(out, s.tools(c)...)
	case g != nil && d.Code == "AE702":
		out = append(out, s.arguments(c, g, d)...)
	}
	if d.Code != "AE702" && s.Plan != nil {
		out = append(out, s.planned(d)...)
		out = append(out, s.moved(k)...)
	}
	if edit, ok := without(s.Source, c.Span); ok {
		out = append(out, candidate{fmt.Sprintf(diag.DropToolCall, c.Tool), []diag.Edit{edit}, true})
	}
	return out
}

// callAt is the innermost call that a place is in, -1 where it is in none.
func (s *Search) callAt(at diag.Span) int {
	best := -1
	for k, c := range s.Calls {
		if c.Span.Start <= at.Start && at.End <= c.Span.End {
			best = k
		}
	}
	return best
}

func (s *Search) function(tool string) *core.Global {
	for _, g := range s.Exports {
		if runs(g) && slices.Contains(calls.ToolsOf(g), tool) {
			return g
		}
	}
	return nil
}

func runs(g *core.Global) bool {
	return (g.Kind == core.NativeFn || g.Kind == core.DefFn) && len(g.Params) > 0 && g.Result != nil
}

// tools names another tool: one that is called alike, and is no way out.
func (s *Search) tools(c *calls.Call) []candidate {
	var names []string
	for _, g := range s.Exports {
		if runs(g) && repair.Offerable(g) {
			names = append(names, calls.ToolsOf(g)...)
		}
	}
	var out []candidate
	for _, n := range repair.Alike(c.Tool, names) {
		out = append(out, s.replaced(c.ToolAt, quoted(n)))
	}
	return out
}

// replaced puts another value at a place.
func (s *Search) replaced(at diag.Span, value string) candidate {
	text := calls.Value(at, value)
	return candidate{fmt.Sprintf(diag.ReplaceName, at.Text(), text), []diag.Edit{{Span: at, New: text}}, false}
}

// planned are the repairs of the plan that are changes of one value of the JSON.
func (s *Search) planned(d *diag.Diagnostic) []candidate {
	var out []candidate
	for _, p := range s.InPlan {
		if p.Code != d.Code || p.Message != d.Message || s.Plan.At(p.Span) != d.Span {
			continue
		}
		for _, r := range p.Repairs {
			edits, ok := s.Plan.Edited(r.Edits)
			if !ok {
				continue
			}
			var titles []string
			for _, e := range edits {
				titles = append(titles, fmt.Sprintf(diag.ReplaceName, e.Span.Text(), e.New))
			}
			title := strings.Join(titles, "; ")
			if strings.HasSuffix(r.Title, diag.PlaceholderMark) {
				title += diag.PlaceholderMark
			}
			out = append(out, candidate{title: title, edits: edits})
		}
	}
	return out
}

// moved makes a call before earlier ones, the nearest first, and earlier ones after it.
func (s *Search) moved(k int) []candidate {
	var out []candidate
	for to := k - 1; to >= 0 && to >= k-8; to-- {
		out = append(out, s.rotated(k, to, s.Calls[k].Tool, s.Calls[to].Tool))
	}
	for from := k - 1; from >= 0 && from >= k-8; from-- {
		out = append(out, s.rotatedBack(from, k, s.Calls[k].Tool, s.Calls[from].Tool))
	}
	return out
}

// rotated puts the text of call k in the place of call to, and those between one place
// further.
func (s *Search) rotated(k, to int, this, before string) candidate {
	edits := []diag.Edit{{Span: s.Calls[to].Span, New: s.Calls[k].Span.Text()}}
	for i := to; i < k; i++ {
		edits = append(edits, diag.Edit{Span: s.Calls[i+1].Span, New: s.Calls[i].Span.Text()})
	}
	return candidate{fmt.Sprintf(diag.MoveBefore, this, before), edits, false}
}

func (s *Search) rotatedBack(from, k int, this, before string) candidate {
	var edits []diag.Edit
	for i := from; i < k; i++ {
		edits = append(edits, diag.Edit{Span: s.Calls[i].Span, New: s.Calls[i+1].Span.Text()})
	}
	edits = append(edits, diag.Edit{Span: s.Calls[k].Span, New: s.Calls[from].Span.Text()})
	return candidate{fmt.Sprintf(diag.MoveBefore, this, before), edits, false}
}

// applied makes edits, which are in order.
func applied(text string, edits []diag.Edit) (string, bool) {
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at || e.Span.End > len(text) {
			return "", false
		}
		b.WriteString(text[at:e.Span.Start] + e.New)
		at = e.Span.End
	}
	return b.String() + text[at:], true
}

// without leaves out an element of a list, or a member of an object, with the comma
// that parts it from the others.
func without(src *diag.Source, at diag.Span) (diag.Edit, bool) {
	start, end := at.Start, at.End
	next := end
	for next < len(src.Text) && strings.ContainsRune(" \t\r\n", rune(src.Text[next])) {
		next++
	}
	if next < len(src.Text) && src.Text[next] == ',' {
		end = next + 1
		for end < len(src.Text) && strings.ContainsRune(" \t\r\n", rune(src.Text[end])) {
			end++
		}
		return diag.Edit{Span: diag.Span{Src: src, Start: start, End: end}}, true
	}
	before := start
	for before > 0 && strings.ContainsRune(" \t\r\n", rune(src.Text[before-1])) {
		before--
	}
	if before > 0 && src.Text[before-1] == ',' {
		start = before - 1
	}
	return diag.Edit{Span: diag.Span{Src: src, Start: start, End: end}}, true
}
