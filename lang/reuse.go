package lang

import (
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
)

// ParseAfter is Parse for a version of a source of which an earlier one was parsed with
// ParseAfter too; before is nil for the first. It gives what Parse gives. A declaration
// that is written as it was is copied with its new places, which costs a fraction
// of parsing it.
func ParseAfter(src *diag.Source, before *File) (*File, []*diag.Diagnostic) {
	r := &reuse{made: map[string]*piece{}, mover: mover{to: src, holds: map[reflect.Type]bool{}}}
	if before != nil {
		r.had = before.pieces
	}
	file, ds := parse(src, r)
	file.pieces = r.made
	return file, ds
}

// piece is a declaration without faults.
type piece struct {
	decl  Decl
	start int
}

// reuse finds declarations of the version before.
type reuse struct {
	had, made map[string]*piece
	mover     mover
}

// declaration is the declaration of the parser's segment, copied or parsed.
func (r *reuse) declaration(p *parser, span diag.Span) Decl {
	if r == nil {
		return p.parseDecl(span)
	}
	key := p.spelling(span)
	if old := r.had[key]; old != nil && !p.faulty(span) {
		r.mover.by, r.mover.seen = span.Start-old.start, map[any]reflect.Value{}
		d := r.mover.declaration(old.decl)
		r.made[key] = &piece{d, span.Start}
		return d
	}
	before := len(p.diags)
	d := p.parseDecl(span)
	if len(p.diags) == before && !p.faulty(span) {
		r.made[key] = &piece{d, span.Start}
	}
	return d
}

// spelling is all that the tree of the segment depends on: the text, the comments above
// it, and what scan and cut have made of it.
func (p *parser) spelling(span diag.Span) string {
	toks := p.toks[p.seg.first:p.seg.end]
	var b strings.Builder
	b.Grow(span.End - span.Start + 3*len(toks) + 8)
	b.WriteString(p.src.Text[span.Start:span.End])
	for i := range toks {
		t := &toks[i]
		mark := byte('0')
		if t.brk {
			mark++
		}
		if t.first {
			mark += 2
		}
		b.WriteByte(0)
		b.WriteByte(byte(t.kind))
		b.WriteByte(mark)
		if t.close >= 0 {
			b.WriteString(strconv.Itoa(t.close - p.seg.first))
		}
	}
	b.WriteByte(0)
	b.WriteString(strings.Repeat(" ", p.seg.col))
	b.WriteByte(0)
	b.WriteString(p.commentsAbove(toks[0].line))
	return b.String()
}

// faulty reports whether something was found that lies in the span, or so much that no
// more is told.
func (p *parser) faulty(span diag.Span) bool {
	if p.seg.tooDeep || len(p.diags) >= maxFaults {
		return true
	}
	for _, d := range p.diags {
		if span.Start <= d.Span.End && d.Span.Start <= span.End {
			return true
		}
	}
	return false
}

// mover copies trees to another place of another source.
type mover struct {
	to *diag.Source
	by int
	// seen are the nodes that were copied, by their pointers.
	seen map[any]reflect.Value
	// holds tells the types that hold places.
	holds map[reflect.Type]bool
}

func (m *mover) declaration(d Decl) Decl {
	v := reflect.ValueOf(&d).Elem()
	m.fix(v)
	return d
}

var (
	spanType = reflect.TypeFor[diag.Span]()
	intType  = reflect.TypeFor[big.Int]()
	ratType  = reflect.TypeFor[big.Rat]()
)

// fix makes a shallow copy a deep one at the new place.
func (m *mover) fix(v reflect.Value) {
	t := v.Type()
	if t == spanType {
		s := v.Addr().Interface().(*diag.Span)
		if s.Src != nil {
			*s = diag.Span{Src: m.to, Start: s.Start + m.by, End: s.End + m.by}
		}
		return
	}
	switch t.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			x := reflect.New(v.Elem().Type()).Elem()
			x.Set(v.Elem())
			m.fix(x)
			v.Set(x)
		}
	case reflect.Pointer:
		if v.IsNil() || t.Elem() == intType || t.Elem() == ratType {
			return
		}
		key := v.Interface()
		x, copied := m.seen[key]
		if !copied {
			x = reflect.New(t.Elem())
			x.Elem().Set(v.Elem())
			m.seen[key] = x
			m.fix(x.Elem())
		}
		v.Set(x)
	case reflect.Slice:
		if v.IsNil() || !m.matters(t.Elem()) {
			return
		}
		x := reflect.MakeSlice(t, v.Len(), v.Len())
		reflect.Copy(x, v)
		for i := range x.Len() {
			m.fix(x.Index(i))
		}
		v.Set(x)
	case reflect.Struct:
		for i := range t.NumField() {
			if m.matters(t.Field(i).Type) {
				m.fix(v.Field(i))
			}
		}
	}
}

// matters reports whether values of a type may hold places.
func (m *mover) matters(t reflect.Type) bool {
	holds, known := m.holds[t]
	if known {
		return holds
	}
	m.holds[t] = true // where it is part of itself
	switch t.Kind() {
	case reflect.Interface:
		holds = true
	case reflect.Pointer:
		holds = t.Elem() != intType && t.Elem() != ratType && m.matters(t.Elem())
	case reflect.Slice:
		holds = m.matters(t.Elem())
	case reflect.Struct:
		holds = t == spanType
		for i := 0; i < t.NumField() && !holds; i++ {
			holds = m.matters(t.Field(i).Type)
		}
	}
	m.holds[t] = holds
	return holds
}
