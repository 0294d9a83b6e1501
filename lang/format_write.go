package lang

import "strings"

// write lays the segments out one below the other. Declarations of more than
// one line stand apart; between others the blank lines of the source are kept.
func (f *formatter) write() {
	tall, inside := false, false
	for k := range f.segs {
		seg := &f.segs[k]
		if seg.kind == segEnd {
			inside = false
		}
		indent := 0
		if inside {
			indent = 2
		}
		text := f.segmentText(seg, indent)
		wasTall := tall
		tall = strings.Contains(text, "\n")
		inner := seg.kind == segEnd || k > 0 && f.segs[k-1].kind == segMutual
		f.between(seg.first, indent, k > 0, !inner && (tall || wasTall || f.apart(k)))
		f.out.WriteString(text)
		if seg.kind == segMutual {
			inside = true
		}
	}
	f.between(len(f.toks)-1, 0, len(f.segs) > 0, false)
	if f.out.Len() > 0 {
		f.out.WriteString("\n")
	}
}

// segmentText lays out one segment by itself.
func (f *formatter) segmentText(seg *segment, indent int) string {
	whole := f.out
	f.out = &strings.Builder{}
	f.column, f.indent, f.atStart, f.end = indent, indent, true, seg.end
	f.segment(seg)
	text := f.out.String()
	f.out = whole
	return text
}

// apart reports whether segments k-1 and k must stand apart whatever their size.
func (f *formatter) apart(k int) bool {
	if k == 0 {
		return false
	}
	return f.segs[k].kind == segBody || f.segs[k-1].kind == segEnd || f.segs[k].kind == segMutual
}

// between writes the comments before token i and goes to a new line for it.
// apart asks for a blank line even where the source has none.
func (f *formatter) between(i, indent int, started, apart bool) {
	rest := f.before[i]
	if started && len(rest) > 0 && f.trails(rest[0]) {
		f.out.WriteString("  " + trimmed(rest[0].Text))
		rest = rest[1:]
	}
	if i == len(f.toks)-1 && len(rest) == 0 {
		return
	}
	prev := -1
	for _, c := range rest {
		if started {
			f.newline(indent, f.blankAbove(c.Span.Pos().Line) || apart && prev < 0)
		}
		started, prev = true, c.Span.End
		f.put(trimmed(c.Text))
	}
	if i == len(f.toks)-1 {
		return
	}
	if started {
		f.newline(indent, f.apartInSource(i) || apart && prev < 0)
	}
	f.atStart = true
}

func trimmed(comment string) string { return strings.TrimRight(comment, " \t\f") }

// trails reports whether a comment stands on the line of a token.
func (f *formatter) trails(c Comment) bool {
	i := f.at(c.Span.Start)
	return i > 0 && f.toks[i-1].line == c.Span.Pos().Line
}

// apartInSource reports whether token i starts a line below a blank one.
func (f *formatter) apartInSource(i int) bool {
	return f.toks[i].first && f.blankAbove(f.toks[i].line)
}

func (f *formatter) blankAbove(line int) bool {
	return line > 1 && strings.TrimSpace(f.src.Line(line-1)) == ""
}

func (f *formatter) newline(indent int, blank bool) {
	if blank {
		f.out.WriteString("\n")
	}
	f.out.WriteString("\n" + strings.Repeat(" ", indent))
	f.column, f.indent, f.atStart = indent, indent, true
}

func (f *formatter) put(text string) {
	f.out.WriteString(text)
	f.column += len([]rune(text))
	f.atStart = false
}

// segment writes the tokens of one declaration or of the body.
func (f *formatter) segment(seg *segment) {
	if seg.kind == segForeign {
		f.verbatim(seg)
		return
	}
	for i := seg.first; i < seg.end; i++ {
		f.token(i, i == seg.first)
	}
}

// token writes token i, after what stands between it and the one before.
func (f *formatter) token(i int, leads bool) {
	if !leads {
		f.gapBefore(i)
	}
	for _, g := range f.starts[i] {
		f.open(g, i, leads)
	}
	if f.drop[i] {
		return
	}
	if !f.atStart && f.space[i] {
		f.put(" ")
	}
	f.put(f.text[i])
}

// gapBefore breaks the line before token i where a comment, or an open group
// that is broken, wants it.
func (f *formatter) gapBefore(i int) {
	j := f.joint[i]
	owned := j.group >= 0 && f.groups[j.group].first < i
	if len(f.before[i]) == 0 {
		if owned && f.groups[j.group].broken {
			f.newline(f.groups[j.group].base+j.delta, j.hard && f.apartInSource(i))
		} else if j.group >= 0 && j.hard {
			f.newline(f.indent+j.delta, f.apartInSource(i))
		}
		return
	}
	indent := f.indent + 2
	switch {
	case owned:
		indent = f.groups[j.group].base + j.delta
	case j.group >= 0:
		indent = f.selfBase(j.group) + j.delta
	}
	f.between(i, indent, true, false)
}

// open decides how group g is laid out. A group may break before its own first
// token.
func (f *formatter) open(gi, i int, leads bool) {
	g := &f.groups[gi]
	self := f.joint[i].group == gi && !leads
	broken := !f.fits(g)
	base := f.selfBase(gi)
	if self && broken && !f.atStart && !f.joint[i].hard {
		f.newline(base+f.joint[i].delta, false)
	}
	if g.hang && !f.atStart {
		base = f.indent + 2
	} else if !self {
		base = f.indent
	}
	g.base, g.broken = base, broken
}

func (f *formatter) selfBase(gi int) int {
	if p := f.groups[gi].parent; p >= 0 {
		return f.groups[p].base
	}
	return f.indent
}

// verbatim copies a declaration that is only read past.
func (f *formatter) verbatim(seg *segment) {
	text := f.src.Text[f.toks[seg.first].start:f.toks[seg.end-1].end]
	lines := strings.FieldsFunc(strings.ReplaceAll(text, "\r\n", "\n"), func(r rune) bool { return r == '\r' })
	lines = strings.Split(strings.Join(lines, "\n"), "\n")
	for i, line := range lines {
		if i > 0 {
			f.newline(0, false)
		}
		f.put(strings.TrimRight(line, " \t\f"))
	}
}
