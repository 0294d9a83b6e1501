// Package index answers what stands where: which name is at a place, what it
// stands for, and where else that is named. It is built from the uses that name
// resolution records, so it knows of every text, also of one that does not type.
package index

import (
	"sort"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
)

// Index is the names of one source, in the order of their places.
type Index struct {
	src  *diag.Source
	uses []core.Use
}

// New orders the uses that are in src and drops repetitions. Where one name is
// recorded for two symbols (a refined parameter is also the binder of its
// refinement) the first wins.
func New(src *diag.Source, uses []core.Use) *Index {
	x := &Index{src: src}
	for _, u := range uses {
		if u.Span.Src == src {
			x.uses = append(x.uses, u)
		}
	}
	sort.SliceStable(x.uses, func(i, j int) bool {
		a, b := x.uses[i].Span, x.uses[j].Span
		return a.Start < b.Start || a.Start == b.Start && a.End < b.End
	})
	kept := x.uses[:0]
	for _, u := range x.uses {
		if n := len(kept); n == 0 || kept[n-1].Span != u.Span {
			kept = append(kept, u)
		}
	}
	x.uses = kept
	return x
}

// Uses are the names in order.
func (x *Index) Uses() []core.Use { return x.uses }

// At is the name that an offset is in, or just behind.
func (x *Index) At(offset int) (core.Use, bool) {
	i := sort.Search(len(x.uses), func(i int) bool { return x.uses[i].Span.Start > offset })
	for i--; i >= 0; i-- {
		if u := x.uses[i]; offset <= u.Span.End {
			return u, true
		} else if u.Span.Start+maxName < offset {
			break
		}
	}
	return core.Use{}, false
}

// maxName is longer than any name that matters.
const maxName = 256

// Of lists the places that name a symbol.
func (x *Index) Of(s core.Symbol) []diag.Span {
	var out []diag.Span
	for _, u := range x.uses {
		if Same(u.Symbol, s) {
			out = append(out, u.Span)
		}
	}
	return out
}

// Definition is where a symbol is declared; zero for what is built into the
// language.
func Definition(s core.Symbol) diag.Span {
	switch s := s.(type) {
	case *core.Global:
		return s.Span
	case *core.Local:
		return s.Span
	case *core.TyCon:
		return s.Span
	case *core.Module:
		return diag.Span{Src: s.Source}
	}
	return diag.Span{}
}

// Same reports whether two symbols are one declaration. They need not come from
// one elaboration: what counts is the place of the declaration.
func Same(a, b core.Symbol) bool {
	if a == b {
		return true
	}
	x, y := Definition(a), Definition(b)
	if x.IsZero() || y.IsZero() || x.Start != y.Start || x.End != y.End || x.Src.Name != y.Src.Name || x.Src.Text != y.Src.Text {
		return false
	}
	_, moduleA := a.(*core.Module)
	_, moduleB := b.(*core.Module)
	return moduleA == moduleB
}

// Name is what a symbol is called.
func Name(s core.Symbol) string {
	switch s := s.(type) {
	case *core.Global:
		return s.Name
	case *core.Local:
		return s.Name
	case *core.TyCon:
		return s.Name
	case *core.Module:
		return s.Name
	}
	return ""
}
