package repair

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/aeonc/aeonc/lang/diag"
)

// edit replaces the text of [start, end) by new.
type edit struct {
	start, end int
	new        string
}

func insert(at int, text string) edit { return edit{at, at, text} }

// apply makes edits, which are sorted and must not overlap; of edits at one
// place the order is kept. It reports whether they could be made.
func apply(text string, edits []edit) (string, bool) {
	sorted := append([]edit(nil), edits...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].start < sorted[j].start })
	var b strings.Builder
	at := 0
	for _, e := range sorted {
		if e.start < at || e.end < e.start || e.end > len(text) {
			return "", false
		}
		b.WriteString(text[at:e.start])
		b.WriteString(e.new)
		at = e.end
	}
	b.WriteString(text[at:])
	return b.String(), true
}

// difference is the change from the text of src to another as edits in source
// order. The two are compared word by word: an edit never starts or ends inside
// a name.
func difference(src *diag.Source, text string) []diag.Edit {
	before, after := words(src.Text), words(text)
	letters := map[string]rune{}
	encode := func(ws []string) string {
		var b strings.Builder
		for _, w := range ws {
			r, ok := letters[w]
			if !ok {
				r = firstLetter + rune(len(letters))
				letters[w] = r
			}
			b.WriteRune(r)
		}
		return b.String()
	}
	x, y := encode(before), encode(after)
	names := make(map[rune]string, len(letters))
	for w, r := range letters {
		names[r] = w
	}
	decode := func(s string) string {
		var b strings.Builder
		for _, r := range s {
			b.WriteString(names[r])
		}
		return b.String()
	}
	// A word is one letter of four bytes.
	starts := make([]int, len(before)+1)
	for i, w := range before {
		starts[i+1] = starts[i] + len(w)
	}
	edits := udiff.Strings(x, y)
	udiff.SortEdits(edits)
	var out []diag.Edit
	for _, e := range edits {
		start, end := starts[e.Start/4], starts[e.End/4]
		if n := len(out); n > 0 && out[n-1].Span.End == start {
			out[n-1].Span.End, out[n-1].New = end, out[n-1].New+decode(e.New)
			continue
		}
		out = append(out, diag.Edit{Span: diag.Span{Src: src, Start: start, End: end}, New: decode(e.New)})
	}
	return out
}

// firstLetter is the first code point of four bytes.
const firstLetter = 0x10000

// words cuts a text into names and numbers, line ends, stretches of other white
// space, and single characters.
func words(text string) []string {
	kind := func(r rune) int {
		switch {
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return 1
		case r == ' ' || r == '\t':
			return 2
		}
		return 0
	}
	var out []string
	last := 0
	for i, r := range text {
		k := kind(r)
		if n := len(out); k != 0 && k == last && n > 0 {
			out[n-1] += text[i : i+utf8.RuneLen(r)]
		} else {
			out = append(out, text[i:i+utf8.RuneLen(r)])
		}
		last = k
	}
	return out
}

// Apply makes the edits of a repair to the text that it was found for.
func Apply(text string, r diag.Repair) string {
	edits := make([]edit, len(r.Edits))
	for i, e := range r.Edits {
		edits[i] = edit{e.Span.Start, e.Span.End, e.New}
	}
	out, ok := apply(text, edits)
	if !ok {
		return text
	}
	return out
}

// candidate is a change that may be a repair.
type candidate struct {
	title string
	text  string // the whole plan after the change
	safe  bool
	cost  int
}

// What a change does to the meaning of a plan, beside what it repairs: of two that
// repair it, the one that costs less is offered first.
const (
	// costOften: another number, or a text with more to it: what is most often meant.
	costOften = 1
	// costDrop: something that the plan did is not done.
	costDrop = 2
	// costOther: something is done to, or sent to, another than the plan said.
	costOther = 4
	// costMadeUp: something is given a value that neither the plan nor the user
	// spoke of. Its title says so.
	costMadeUp = 6
)

// costing marks candidates with what they cost.
func costing(cost int, cs []candidate) []candidate {
	for i := range cs {
		cs[i].cost = max(cs[i].cost, cost)
	}
	return cs
}

// change makes a candidate of edits; the candidate is empty where they cannot
// be made or change nothing.
func (v *view) change(title string, edits ...edit) []candidate {
	text, ok := apply(v.text, edits)
	if !ok || text == v.text {
		return nil
	}
	return []candidate{{title: title, text: text}}
}

// safely marks candidates as such that may be applied unasked.
func safely(cs []candidate) []candidate {
	for i := range cs {
		cs[i].safe = true
	}
	return cs
}

// replace is the edit that puts text in the place of a span.
func replace(s diag.Span, text string) edit { return edit{s.Start, s.End, text} }

// indent moves the lines that start in (start, end) two columns to the right.
func (v *view) indent(start, end int) []edit {
	var out []edit
	for n := v.src.Position(start).Line + 1; n <= v.src.LineCount(); n++ {
		at := v.src.LineStart(n)
		if at >= end {
			break
		}
		if strings.TrimSpace(v.src.Line(n)) != "" {
			out = append(out, insert(at, "  "))
		}
	}
	return out
}

// margin is the white space that the line of an offset starts with.
func (v *view) margin(offset int) string {
	line := v.src.Line(v.src.Position(offset).Line)
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// alone reports whether only white space stands before offset on its line.
func (v *view) alone(offset int) bool {
	start := v.src.LineStart(v.src.Position(offset).Line)
	return strings.TrimSpace(strings.TrimPrefix(v.text[start:offset], "\uFEFF")) == ""
}
