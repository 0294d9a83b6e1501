package repair

import (
	"fmt"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// reach is how many bindings away a change of order, or a condition, is tried.
const reach = 12

// moved puts the binding that an error is in before earlier ones of its chain,
// the nearest first.
func (v *view) moved(d *diag.Diagnostic) []candidate {
	path := v.path(d.Span.Start, d.Span.End)
	var out []candidate
	for i := len(path) - 1; i > 0; i-- {
		l, ok := path[i-1].(*lang.Let)
		if !ok {
			continue
		}
		for j, b := range l.Binds {
			if path[i] != lang.Node(b) {
				continue
			}
			for to := j - 1; to >= max(0, j-reach); to-- {
				out = append(out, v.move(l, j, to)...)
			}
			for k := j - 1; k >= max(0, j-reach); k-- {
				out = append(out, v.postpone(l, k, j)...)
			}
			for k := j + 1; k < min(len(l.Binds), j+reach); k++ {
				out = append(out, v.move(l, k, j)...)
			}
		}
	}
	return out
}

// boundLater puts the binding of a name before the place where it is used too
// early.
func (v *view) boundLater(d *diag.Diagnostic) []candidate {
	name := root(d.Span.Text())
	path := v.path(d.Span.Start, d.Span.End)
	var out []candidate
	for i := len(path) - 1; i > 0; i-- {
		l, ok := path[i-1].(*lang.Let)
		if !ok {
			continue
		}
		for j, b := range l.Binds {
			if path[i] != lang.Node(b) {
				continue
			}
			for k := j + 1; k < len(l.Binds); k++ {
				if binds(l.Binds[k].Pattern, name) {
					out = append(out, v.move(l, k, j)...)
				}
			}
		}
	}
	return out
}

func binds(p lang.Pattern, name string) bool {
	found := false
	lang.Inspect(p, func(n lang.Node) bool {
		if x, ok := n.(*lang.PatVar); ok && x.Name.Name == name {
			found = true
		}
		return !found
	})
	return found
}

// move puts binding from of a chain before binding to. A linear value that is
// handed on keeps its course: the binding that moves takes the version that was
// current at its new place, and gives its own under that name.
func (v *view) move(l *lang.Let, from, to int) []candidate {
	text := make([]string, len(l.Binds))
	for i, b := range l.Binds {
		text[i] = b.Span.Text()
	}
	var after []edit
	b := l.Binds[from]
	in, out := v.threads(b)
	if in != nil {
		// The version that is current at the new place.
		current := in.Name
		for _, x := range l.Binds[to:from] {
			if c, _ := v.threads(x); c != nil && sameBase(c.Type, in.Type) {
				current = c.Name
				break
			}
		}
		var edits []edit
		rename := func(n lang.Node) bool {
			switch x := n.(type) {
			case *lang.Var:
				if r, ok := v.of(x).(*core.LocalRef); ok && r.Local == in {
					edits = append(edits, edit{x.Name.Span.Start - b.Span.Start, x.Name.Span.Start - b.Span.Start + len(in.Name), current})
				}
			case *lang.PatVar:
				if out != nil && x.Name.Span.Start == out.Span.Start {
					edits = append(edits, edit{x.Name.Span.Start - b.Span.Start, x.Name.Span.End - b.Span.Start, current})
				}
			}
			return true
		}
		lang.Inspect(b.Pattern, rename)
		lang.Inspect(b.Value, rename)
		moved, ok := apply(text[from], edits)
		if !ok {
			return nil
		}
		text[from] = moved
		if out != nil && out.Name != in.Name {
			after = v.mentionsAfter(variable{out.Name, out.Span.Start, out}, b.Span.End, in.Name)
		}
	}
	order := []int{from}
	for i := to; i < from; i++ {
		order = append(order, i)
	}
	var edits []edit
	for k, i := range order {
		edits = append(edits, replace(l.Binds[to+k].Span, text[i]))
	}
	return v.change(fmt.Sprintf(diag.MoveBefore, v.what(b), v.what(l.Binds[to])), append(edits, after...)...)
}

// postpone puts binding from of a chain behind binding to, where it hands its
// linear value on under one name.
func (v *view) postpone(l *lang.Let, from, to int) []candidate {
	in, out := v.threads(l.Binds[from])
	if in == nil || out == nil || in.Name != out.Name {
		return nil
	}
	var edits []edit
	for i := from; i < to; i++ {
		edits = append(edits, replace(l.Binds[i].Span, l.Binds[i+1].Span.Text()))
	}
	edits = append(edits, replace(l.Binds[to].Span, l.Binds[from].Span.Text()))
	return v.change(fmt.Sprintf(diag.MoveBefore, v.what(l.Binds[to]), v.what(l.Binds[from])), edits...)
}

// threads are the linear variable that the value of a binding consumes, or reads,
// and the one of its type that its pattern binds; nil where there are none.
func (v *view) threads(b *lang.Binding) (in, out *core.Local) {
	lang.Inspect(b.Value, func(n lang.Node) bool {
		x, ok := n.(*lang.Var)
		if !ok {
			return true
		}
		r, ok := v.of(x).(*core.LocalRef)
		if ok && in == nil && linearCon(r.Local.Type) != nil && (r.Local.Span.Src != v.src || r.Local.Span.Start < b.Span.Start) {
			in = r.Local
		}
		return true
	})
	lang.Inspect(b.Pattern, func(n lang.Node) bool {
		if x, ok := n.(*lang.PatVar); ok && in != nil {
			if l := v.locals[x.Name.Span.Start]; l != nil && sameBase(l.Type, in.Type) {
				out = l
			}
		}
		return true
	})
	return in, out
}

// what names a binding for a reader: the function that it calls.
func (v *view) what(b *lang.Binding) string {
	x := unparen(b.Value)
	if app, ok := x.(*lang.App); ok {
		return v.code(app.Fun)
	}
	if text := v.code(x); len(text) <= 30 {
		return text
	}
	return v.code(b.Pattern)
}
