package index_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/index"
	"github.com/aeonc/aeonc/lang/diag"
)

// named are uses of symbols in a text: each word of it that is a key of symbols.
func named(src *diag.Source, symbols map[string]core.Symbol) []core.Use {
	var out []core.Use
	for at := 0; at < len(src.Text); at++ {
		for name, s := range symbols {
			if strings.HasPrefix(src.Text[at:], name) {
				out = append(out, core.Use{Span: diag.Span{Src: src, Start: at, End: at + len(name)}, Symbol: s})
			}
		}
	}
	return out
}

func TestAt(t *testing.T) {
	src, other := diag.NewSource("a", "foo bar(foo)"), diag.NewSource("b", "foo")
	foo := &core.Global{Name: "foo", Span: diag.Span{Src: src, Start: 0, End: 3}}
	bar := &core.Local{Name: "bar", Span: diag.Span{Src: src, Start: 4, End: 7}}
	symbols := map[string]core.Symbol{"foo": foo, "bar": bar}
	uses := append(named(src, symbols), named(other, symbols)...)
	slices.Reverse(uses)
	x := index.New(src, uses)
	if n := len(x.Uses()); n != 3 {
		t.Fatalf("%d uses; those in another source do not count", n)
	}
	for offset, want := range []string{"foo", "foo", "foo", "foo", "bar", "bar", "bar", "bar", "foo", "foo", "foo", "foo", ""} {
		u, ok := x.At(offset)
		if got := index.Name(u.Symbol); ok != (want != "") || got != want {
			t.Errorf("at %d: %q, want %q", offset, got, want)
		}
	}
	if _, ok := x.At(-1); ok {
		t.Error("before the text")
	}
	if got := x.Of(foo); len(got) != 2 || got[0].Start != 0 || got[1].Start != 8 {
		t.Errorf("%v", got)
	}
	if got := x.Of(&core.Global{Name: "foo"}); len(got) != 0 {
		t.Errorf("of something else: %v", got)
	}
	if _, ok := index.New(src, nil).At(0); ok {
		t.Error("in an empty index")
	}
}

// A place that names two symbols names the first; one that is named twice counts once;
// a longer name that starts at the same place comes after.
func TestOrder(t *testing.T) {
	src := diag.NewSource("a", "Mod.name")
	at := func(from, to int) diag.Span { return diag.Span{Src: src, Start: from, End: to} }
	first, second, whole := &core.Local{Name: "1"}, &core.Local{Name: "2"}, &core.Local{Name: "3"}
	x := index.New(src, []core.Use{{Span: at(0, 8), Symbol: whole}, {Span: at(0, 3), Symbol: first}, {Span: at(0, 3), Symbol: second}, {Span: at(0, 3), Symbol: first}})
	var got []string
	for _, u := range x.Uses() {
		got = append(got, index.Name(u.Symbol))
	}
	if !slices.Equal(got, []string{"1", "3"}) {
		t.Errorf("%q", got)
	}
	if u, _ := x.At(5); u.Symbol != core.Symbol(whole) {
		t.Errorf("at 5: %v", u)
	}
}

// What counts is where something is declared, not which elaboration it comes from;
// what is built into the language is the same only if it is one value.
func TestSame(t *testing.T) {
	src, again, edited := diag.NewSource("a", "one"), diag.NewSource("a", "one"), diag.NewSource("a", "two")
	of := func(src *diag.Source) *core.Global {
		return &core.Global{Name: "one", Span: diag.Span{Src: src, Start: 0, End: 3}}
	}
	builtin := &core.TyCon{Name: "Int"}
	for _, x := range []struct {
		name string
		a, b core.Symbol
		want bool
	}{
		{"itself", builtin, builtin, true},
		{"the same text read twice", of(src), of(again), true},
		{"a text that was edited", of(src), of(edited), false},
		{"another place", of(src), &core.Global{Span: diag.Span{Src: src, Start: 1, End: 3}}, false},
		{"two types without a place", builtin, &core.TyCon{Name: "Int"}, false},
		{"a module and what is at its start", &core.Module{Name: "a", Source: src}, &core.Local{Span: diag.Span{Src: src}}, false},
		{"a module read twice", &core.Module{Name: "a", Source: src}, &core.Module{Name: "a", Source: again}, true},
	} {
		if got := index.Same(x.a, x.b); got != x.want || index.Same(x.b, x.a) != got {
			t.Errorf("%s: %v", x.name, got)
		}
	}
}

func TestDefinition(t *testing.T) {
	src := diag.NewSource("a", "x")
	at := diag.Span{Src: src, Start: 0, End: 1}
	for _, s := range []core.Symbol{&core.Global{Name: "x", Span: at}, &core.Local{Name: "x", Span: at}, &core.TyCon{Name: "x", Span: at}} {
		if index.Definition(s) != at || index.Name(s) != "x" {
			t.Errorf("%T: %v, %q", s, index.Definition(s), index.Name(s))
		}
	}
	if got := index.Definition(&core.Module{Name: "m", Source: src}); got.Src != src || got.Start != 0 || got.End != 0 {
		t.Errorf("a module: %v", got)
	}
	if !index.Definition(nil).IsZero() || index.Name(nil) != "" {
		t.Error("nothing is declared somewhere")
	}
}
