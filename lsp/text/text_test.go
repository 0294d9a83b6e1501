package text_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lsp/text"
)

// model is a document as an editor keeps it: UTF-16 units, cut into lines when
// a position is asked for. It shares nothing with the server's text.
type model struct{ units []uint16 }

// starts are the places at which lines start.
func (m *model) starts() []int {
	out := []int{0}
	for i := 0; i < len(m.units); i++ {
		switch m.units[i] {
		case '\r':
			if i+1 < len(m.units) && m.units[i+1] == '\n' {
				i++
			}
			out = append(out, i+1)
		case '\n':
			out = append(out, i+1)
		}
	}
	return out
}

// position is a unit's place; it is moved out of line ends and of surrogate pairs.
func (m *model) position(at int) (protocol.Position, int) {
	if at > 0 && at < len(m.units) && m.units[at] >= 0xDC00 && m.units[at] <= 0xDFFF {
		at--
	}
	starts := m.starts()
	line := 0
	for line+1 < len(starts) && starts[line+1] <= at {
		line++
	}
	// Not between "\r" and "\n".
	if at > 0 && at < len(m.units) && m.units[at-1] == '\r' && m.units[at] == '\n' {
		at--
	}
	return protocol.Position{Line: uint32(line), Character: uint32(at - starts[line])}, at
}

var pieces = []string{"a", "let x", "\n", "\r\n", "\r", "é", "😀", "\ufeff", "\t", "", "\n\n", "日本語", "\u0000", "in\r\n", "a\u0308"}

// A hundred thousand random edits leave the server with the client's text.
func TestRandomEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	m := &model{}
	src := diag.NewSource("x", "")
	for i := range 100_000 {
		if len(m.units) > 300 {
			m.units = nil
			src = text.Apply(src, text.UTF16, []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangeWholeDocument{}})
		}
		var changes []protocol.TextDocumentContentChangeEvent
		for range 1 + r.IntN(3) {
			a := r.IntN(len(m.units) + 1)
			b := min(len(m.units), a+r.IntN(4))
			var insert strings.Builder
			for range r.IntN(3) {
				insert.WriteString(pieces[r.IntN(len(pieces))])
			}
			from, a := m.position(a)
			to, b := m.position(max(a, b))
			changes = append(changes, &protocol.TextDocumentContentChangePartial{
				Range: protocol.Range{Start: from, End: to}, Text: insert.String(),
			})
			m.units = slices.Concat(m.units[:a], utf16.Encode([]rune(insert.String())), m.units[max(a, b):])
		}
		src = text.Apply(src, text.UTF16, changes)
		if want := string(utf16.Decode(m.units)); src.Text != want {
			t.Fatalf("after edit %d: %q, want %q", i, src.Text, want)
		}
	}
}

// Positions and offsets are each other's inverse, in both encodings.
func TestPositions(t *testing.T) {
	src := diag.NewSource("x", "\ufeffa😀b\r\né\rz\n\n日本")
	for _, e := range []text.Encoding{text.UTF16, text.UTF8} {
		for i := range src.Text {
			if i > 0 && src.Text[i-1] == '\r' && src.Text[i] == '\n' {
				continue // no position is between the two
			}
			if got := e.Offset(src, e.Position(src, i)); got != i {
				t.Errorf("offset %d comes back as %d", i, got)
			}
		}
		for _, x := range []struct {
			p    protocol.Position
			want int
		}{
			{protocol.Position{Line: 0, Character: 99}, strings.IndexByte(src.Text, '\r')}, // beyond the line
			{protocol.Position{Line: 99}, len(src.Text)},                                   // beyond the text
		} {
			if got := e.Offset(src, x.p); got != x.want {
				t.Errorf("%v is %d, want %d", x.p, got, x.want)
			}
		}
	}
	if got := text.UTF16.Offset(src, protocol.Position{Character: 3}); src.Text[got:got+4] != "😀" {
		t.Error("inside of a surrogate pair is not its start")
	}
	// An end before the start is the same range.
	if s := text.UTF16.Span(src, protocol.Range{Start: protocol.Position{Character: 2}, End: protocol.Position{}}); s.Start != 0 || s.Text() != "\ufeffa" {
		t.Errorf("%q", s.Text())
	}
}

func TestNegotiate(t *testing.T) {
	for _, x := range []struct {
		offered []protocol.PositionEncodingKind
		want    text.Encoding
	}{
		{nil, text.UTF16}, {[]protocol.PositionEncodingKind{"utf-32", "utf-16"}, text.UTF16},
		{[]protocol.PositionEncodingKind{"utf-16", "utf-8"}, text.UTF8},
	} {
		if got, _ := text.Negotiate(x.offered); got != x.want {
			t.Errorf("%v: %v", x.offered, got)
		}
	}
}
