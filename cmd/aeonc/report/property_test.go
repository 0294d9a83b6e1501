package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// pieces are what texts are made of that are hard to lay out.
var pieces = []string{
	"a", "word", " ", "  ", "\t", "\n", "\r\n", "\r", "`", "`code of words`", "変数", "é", "e\u0301", "👩\u200D🚀", "❤\uFE0F", "🇩🇪",
	"\x1b[31m", "\u202E", "\x00", "\xff", "\uFFFE", "\uFEFF", "::error::", "]]>", "%0A", "&<>\"'", "[x](1)", "{0}", strings.Repeat("x", 90),
}

// text draws a text of such pieces.
func text(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, label), "")
}

// span draws a place in src at the borders of code points.
func span(t *rapid.T, src *diag.Source, label string) diag.Span {
	border := func(i int) int {
		for i > 0 && i < len(src.Text) && !utf8.RuneStart(src.Text[i]) {
			i--
		}
		return i
	}
	from := border(rapid.IntRange(0, len(src.Text)).Draw(t, label))
	to := border(rapid.IntRange(from, len(src.Text)).Draw(t, label))
	return diag.Span{Src: src, Start: from, End: max(from, to)}
}

// drawn draws a diagnostic with all its parts.
func drawn(t *rapid.T) *diag.Diagnostic {
	src := diag.NewSource("plan.aeon", text(t, "source"))
	d := diag.New(span(t, src, "span"), diag.Message{Code: "AE301"})
	d.Message, d.Advice = text(t, "message"), text(t, "advice")
	d.With(span(t, src, "related"), "%s", text(t, "related")).Note("%s", text(t, "note"))
	for range rapid.IntRange(0, 9).Draw(t, "steps") {
		d.Trace = append(d.Trace, diag.Step{Span: span(t, src, "step"), Role: diag.RoleThrough, Message: text(t, "step")})
	}
	d.Counterexample = []diag.Binding{{Name: "x", Value: text(t, "value")}}
	e := span(t, src, "edit")
	rest := diag.NewSource("", src.Text[e.End:])
	f := span(t, rest, "edit")
	d.Repairs = []diag.Repair{{Title: text(t, "title"), Edits: []diag.Edit{
		{Span: e, New: text(t, "new")}, {Span: diag.Span{Src: src, Start: f.Start + e.End, End: f.End + e.End}, New: text(t, "new")},
	}}}
	return d
}

// Whatever a finding says: no control character gets into formats that people
// read, commands of GitHub are one to a line, and XML and JSON are well formed.
func TestAnyFinding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		res := &checker.Result{File: "plan.aeon", Verdict: checker.Rejected, Diagnostics: []*diag.Diagnostic{drawn(t)}}
		for name, format := range Formats() {
			var b bytes.Buffer
			if err := format(&b, &Run{Results: []*checker.Result{res}}, Style{Width: rapid.IntRange(0, 130).Draw(t, "width")}); err != nil {
				t.Fatal(err)
			}
			out := b.String()
			if name != "json" && name != "sarif" && strings.ContainsAny(out, "\x1b\r\x00\u202e\uFEFF") || !utf8.ValidString(out) {
				t.Fatalf("%s: control characters in %q", name, out)
			}
			switch name {
			case "json", "sarif":
				if !json.Valid(b.Bytes()) {
					t.Fatalf("%s: %s", name, out)
				}
			case "junit":
				dec := xml.NewDecoder(&b)
				for {
					if _, err := dec.Token(); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						t.Fatalf("%v\n%s", err, out)
					}
				}
			case "github":
				if lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n"); len(lines) != 1 || !strings.HasPrefix(lines[0], "::error ") {
					t.Fatalf("%q", out)
				}
			}
		}
	})
}

// Frames stay within the width, with the marks under the text.
func TestAnyFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := diag.NewSource("plan.aeon", text(t, "source"))
		width := rapid.IntRange(40, 80).Draw(t, "width")
		for _, l := range frame(span(t, src, "span"), '^', width) {
			// A character that is wider than the room that is left may stand over by one.
			if n := columns(l.text); n > width+1 || len(l.mark) > max(width, n)+1 {
				t.Fatalf("%d columns, of %d:\n%s\n%s", n, width, l.text, l.mark)
			}
		}
	})
}

// Wrapping loses nothing, and lines are too long only where they cannot be broken.
func TestAnyWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := printable(text(t, "text"), true)
		width := rapid.IntRange(20, 80).Draw(t, "width")
		first, rest := rapid.IntRange(0, 10).Draw(t, "first"), rapid.IntRange(0, 10).Draw(t, "rest")
		lines := wrap(whole, first, rest, width)
		squeezed := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }
		if squeezed(strings.Join(lines, "")) != squeezed(whole) {
			t.Fatalf("%q became %q", whole, lines)
		}
		for i, l := range lines {
			used := rest
			if i == 0 {
				used = first
			}
			if used+uniseg.StringWidth(l) > width && len(tokens(l, width-rest)) > 1 {
				t.Fatalf("line %d of %q is too long for %d", i, lines, width)
			}
		}
	})
}

// What is shown of a repair, put in the place of the lines it takes away, is the
// text after the edits. (A lone carriage return can become one line end with what
// is put after it; that is left out.)
func TestAnyPatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		src, edits := d.Span.Src, d.Repairs[0].Edits
		if strings.Contains(src.Text, "\r") {
			t.Skip("carriage returns")
		}
		for i := range edits {
			edits[i].New = strings.ReplaceAll(edits[i].New, "\r", "")
		}
		after, at := "", 0
		for _, e := range edits {
			after += src.Text[at:e.Span.Start] + e.New
			at = e.Span.End
		}
		after += src.Text[at:]
		var lines []string
		removed := map[int]bool{}
		added := map[int]string{}
		for _, l := range changed(edits) {
			if l.sign == '-' {
				removed[l.number] = true
				if l.text != src.Line(l.number) && l.number > 1 {
					t.Fatalf("line %d is %q, not %q", l.number, src.Line(l.number), l.text)
				}
			} else {
				added[l.number] = l.text
			}
		}
		for n := 1; n <= src.LineCount() || len(added) > 0; n++ {
			for {
				text, ok := added[len(lines)+1]
				if !ok {
					break
				}
				delete(added, len(lines)+1)
				lines = append(lines, text)
			}
			if n > src.LineCount() {
				break
			}
			if !removed[n] {
				lines = append(lines, src.Line(n))
			}
		}
		if len(added) > 0 {
			t.Fatalf("added lines have no place: %v", added)
		}
		want := diag.NewSource("", after)
		for i := range max(want.LineCount(), len(lines)) {
			got := ""
			if i < len(lines) {
				got = lines[i]
			}
			if got != want.Line(i+1) {
				t.Fatalf("line %d is %q, want %q\nbefore %q\nafter %q\nedits %+v", i+1, got, want.Line(i+1), src.Text, after, edits)
			}
		}
	})
}
