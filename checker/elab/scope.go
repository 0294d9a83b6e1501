// Package elab resolves names and infers base types: it turns the trees of
// lang into checker/core, where every name is a unique symbol and every
// expression has a type. Inference is Hindley–Milner over the types without
// their refinements (Damas and Milner, POPL 1982), each expression visited
// once; lambdas are visited after the other arguments of their call, so that
// the types of their parameters are known by then (Pierce and Turner, Local
// Type Inference, TOPLAS 2000).
package elab

import (
	"sort"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
)

// scope holds the top-level names that one module or plan can see. A key may be
// dotted: "Maybe.some", "github.createIssue". Several entries under one key
// are an ambiguity, reported where the name is used.
type scope struct {
	types  map[string][]*core.TyCon
	values map[string][]*core.Global
	// modules that may be named as a qualifier.
	modules map[string]*core.Module
	// later holds names of this file that are not declared yet, for the message
	// about a forward reference.
	later map[string]diag.Span
}

func newScope() *scope {
	return &scope{
		types:   map[string][]*core.TyCon{},
		values:  map[string][]*core.Global{},
		modules: map[string]*core.Module{},
		later:   map[string]diag.Span{},
	}
}

func (s *scope) addType(key string, c *core.TyCon) {
	for _, have := range s.types[key] {
		if have == c {
			return
		}
	}
	s.types[key] = append(s.types[key], c)
}

func (s *scope) addValue(key string, g *core.Global) {
	for _, have := range s.values[key] {
		if have == g {
			return
		}
	}
	s.values[key] = append(s.values[key], g)
}

// addGlobal makes g visible under every name that an unqualified user may write.
func (s *scope) addGlobal(prefix string, g *core.Global) {
	s.addValue(prefix+g.Name, g)
	if g.Owner != nil {
		s.addValue(prefix+g.Owner.Name+"."+g.Name, g)
	}
}

// addModule makes the exports of m visible: qualified always, and unqualified
// where open is set or the name is in list. What m re-exports counts as its own.
func (s *scope) addModule(m *core.Module, open bool, list map[string]bool) {
	s.modules[m.Name] = m
	last := m.Name[strings.LastIndexByte(m.Name, '.')+1:]
	prefixes := []string{m.Name + "."}
	if last != m.Name {
		prefixes = append(prefixes, last+".")
	}
	s.addExports(m, prefixes, open, list)
	for _, r := range m.Reexports {
		s.addExports(r, append(prefixes, r.Name+"."), open, list)
	}
}

func (s *scope) addExports(m *core.Module, prefixes []string, open bool, list map[string]bool) {
	for _, c := range m.Cons {
		for _, p := range prefixes {
			s.addType(p+c.Name, c)
		}
		// A type named by a signature must be nameable by its user.
		if open || list[c.Name] || list == nil {
			s.addType(c.Name, c)
		}
	}
	for _, g := range m.Globals {
		for _, p := range prefixes {
			s.addGlobal(p, g)
		}
		if open || list[g.Name] || (g.Owner != nil && list[g.Owner.Name]) {
			s.addGlobal("", g)
		}
	}
}

// candidates lists visible names, for "did you mean".
func (s *scope) candidates() []string {
	var out []string
	for k := range s.values {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// locals is the chain of bound variables, innermost last.
type locals struct {
	stack []*core.Local
	index map[string][]int
	// bound are all variables that were ever bound.
	bound []*core.Local
}

func newLocals() *locals { return &locals{index: map[string][]int{}} }

func (l *locals) push(v *core.Local) {
	l.stack = append(l.stack, v)
	l.bound = append(l.bound, v)
	if v.Name != "_" && v.Name != "" {
		l.index[v.Name] = append(l.index[v.Name], len(l.stack)-1)
	}
}

func (l *locals) mark() int { return len(l.stack) }

func (l *locals) release(mark int) {
	for i := len(l.stack) - 1; i >= mark; i-- {
		v := l.stack[i]
		if v.Name != "_" && v.Name != "" {
			ix := l.index[v.Name]
			l.index[v.Name] = ix[:len(ix)-1]
		}
	}
	l.stack = l.stack[:mark]
}

func (l *locals) find(name string) *core.Local {
	ix := l.index[name]
	if len(ix) == 0 {
		return nil
	}
	return l.stack[ix[len(ix)-1]]
}

func sortStrings(s []string) { sort.Strings(s) }
