// Package text keeps the texts of an editor's documents. A text is a
// diag.Source, which is immutable: an edit makes a new one, so that a check or a
// request that began before the edit goes on with what it saw.
//
// Positions on the wire are a line and a number of code units in it; which
// units is negotiated. A line ends at "\n", "\r\n" or a lone "\r", in the
// protocol as in diag.Source, and a byte order mark is a character of its line.
package text

import (
	"slices"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/lang/diag"
)

// Encoding says in which units the columns of positions count.
type Encoding int

const (
	// UTF16 is what every client understands.
	UTF16 Encoding = iota
	// UTF8 counts bytes, and needs no conversion.
	UTF8
)

// Negotiate picks UTF8 where the client offers it, else UTF16.
func Negotiate(offered []protocol.PositionEncodingKind) (Encoding, protocol.PositionEncodingKind) {
	if slices.Contains(offered, protocol.PositionEncodingKindUTF8) {
		return UTF8, protocol.PositionEncodingKindUTF8
	}
	return UTF16, protocol.PositionEncodingKindUTF16
}

// units is the number of units of a rune that takes size bytes.
func (e Encoding) units(r rune, size int) int {
	switch {
	case e == UTF8:
		return size
	case e == UTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// Count is the number of units of s.
func (e Encoding) Count(s string) int {
	if e == UTF8 {
		return len(s)
	}
	n := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		n += e.units(r, size)
		i += size
	}
	return n
}

// Position converts a byte offset, clamped to the text, into a position.
func (e Encoding) Position(src *diag.Source, offset int) protocol.Position {
	offset = min(max(offset, 0), len(src.Text))
	line := src.LineOf(offset)
	return protocol.Position{
		Line:      uint32(line - 1),
		Character: uint32(e.Count(src.Text[src.LineStart(line):offset])),
	}
}

// Offset converts a position into a byte offset. A column beyond its line
// stands for the line's end, a line beyond the text for the text's end, and a
// column inside a character for the character's start.
func (e Encoding) Offset(src *diag.Source, p protocol.Position) int {
	if int64(p.Line) >= int64(src.LineCount()) {
		return len(src.Text)
	}
	line := int(p.Line) + 1
	start := src.LineStart(line)
	end := len(src.Text)
	if line < src.LineCount() {
		end = src.LineStart(line + 1)
	}
	content := strings.TrimRight(src.Text[start:end], "\r\n")
	left := int(p.Character)
	for i := 0; i < len(content); {
		r, size := utf8.DecodeRuneInString(content[i:])
		n := e.units(r, size)
		if left < n {
			return start + i
		}
		left -= n
		i += size
	}
	return start + len(content)
}

// Range is a span on the wire. The zero span is the text's start.
func (e Encoding) Range(span diag.Span) protocol.Range {
	if span.IsZero() {
		return protocol.Range{}
	}
	return protocol.Range{Start: e.Position(span.Src, span.Start), End: e.Position(span.Src, span.End)}
}

// Span is a range of the wire in a source; a range whose end is before its start
// is read as if they were exchanged.
func (e Encoding) Span(src *diag.Source, r protocol.Range) diag.Span {
	start, end := e.Offset(src, r.Start), e.Offset(src, r.End)
	return diag.Span{Src: src, Start: min(start, end), End: max(start, end)}
}

// Apply carries out the changes of one notification, in order, each on the
// outcome of the one before.
func Apply(src *diag.Source, e Encoding, changes []protocol.TextDocumentContentChangeEvent) *diag.Source {
	for _, c := range changes {
		switch c := c.(type) {
		case *protocol.TextDocumentContentChangePartial:
			at := e.Span(src, c.Range)
			src = diag.NewSource(src.Name, src.Text[:at.Start]+c.Text+src.Text[at.End:])
		case *protocol.TextDocumentContentChangeWholeDocument:
			src = diag.NewSource(src.Name, c.Text)
		}
	}
	return src
}
