// Package diag holds what every phase reports with: source texts, spans,
// stable codes, and diagnostics as data. The wording of every message is in
// the catalogue files of this package (catalogue_*.go), never at the place
// that reports it.
package diag

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Source is one input text with the table that turns byte offsets into lines
// and columns. A Source is immutable and safe for concurrent use.
type Source struct {
	// Name is what a reader sees: a path relative to where the run started, or
	// a module name, or "-" for standard input.
	Name string
	// Text is the whole input as it was read, BOM and carriage returns included.
	Text string

	lines []int // byte offset at which each line starts
}

// NewSource indexes the lines of text. A line ends at "\n", "\r\n" or a lone "\r".
func NewSource(name, text string) *Source {
	lines := make([]int, 1, 1+strings.Count(text, "\n"))
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			lines = append(lines, i+1)
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
			lines = append(lines, i+1)
		}
	}
	return &Source{Name: name, Text: text, lines: lines}
}

// Position is a place as people count it: Line and Column start at 1, Column
// counts Unicode code points (a tab counts one, a BOM none).
type Position struct {
	Line, Column int
}

// Position converts a byte offset, clamped to the text, into a line and column.
func (s *Source) Position(offset int) Position {
	if offset < 0 {
		offset = 0
	}
	if offset > len(s.Text) {
		offset = len(s.Text)
	}
	line := s.LineOf(offset)
	head := s.Text[s.lines[line-1]:offset]
	if line == 1 {
		head = strings.TrimPrefix(head, "\uFEFF")
	}
	return Position{Line: line, Column: utf8.RuneCountInString(head) + 1}
}

// LineOf is the line (counted from 1) that holds a byte offset, which is at
// least 0.
func (s *Source) LineOf(offset int) int {
	return sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset })
}

// LineCount is the number of lines, at least 1.
func (s *Source) LineCount() int { return len(s.lines) }

// Line returns the text of a line (counted from 1) without its line end.
func (s *Source) Line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	end := len(s.Text)
	if n < len(s.lines) {
		end = s.lines[n]
	}
	line := strings.TrimRight(s.Text[s.lines[n-1]:end], "\r\n")
	if n == 1 {
		line = strings.TrimPrefix(line, "\uFEFF")
	}
	return line
}

// LineStart returns the byte offset at which a line (counted from 1) starts.
func (s *Source) LineStart(n int) int {
	if n < 1 {
		return 0
	}
	if n > len(s.lines) {
		return len(s.Text)
	}
	return s.lines[n-1]
}

// Span is a half-open range of bytes [Start, End) of a source. The zero Span
// (Src == nil) stands for "no place".
type Span struct {
	Src        *Source
	Start, End int
}

// IsZero reports whether the span stands for no place.
func (s Span) IsZero() bool { return s.Src == nil }

// Pos is the position of the span's first byte.
func (s Span) Pos() Position {
	if s.Src == nil {
		return Position{}
	}
	return s.Src.Position(s.Start)
}

// EndPos is the position just after the span's last byte.
func (s Span) EndPos() Position {
	if s.Src == nil {
		return Position{}
	}
	return s.Src.Position(s.End)
}

// Text is the spanned text.
func (s Span) Text() string {
	if s.Src == nil || s.Start < 0 || s.End > len(s.Src.Text) || s.Start > s.End {
		return ""
	}
	return s.Src.Text[s.Start:s.End]
}

// Cover is the smallest span that holds both s and t, which must be of one
// source; a zero span covers nothing.
func (s Span) Cover(t Span) Span {
	if s.Src == nil {
		return t
	}
	if t.Src == nil || t.Src != s.Src {
		return s
	}
	return Span{s.Src, min(s.Start, t.Start), max(s.End, t.End)}
}
