package core

import (
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
)

// Symbol is what a name can stand for: a *Global, a *Local, a *TyCon or a *Module.
type Symbol interface{ symbol() }

func (*Global) symbol() {}
func (*Local) symbol()  {}
func (*TyCon) symbol()  {}
func (*Module) symbol() {}

// Use is a place where a source names something, or, for a variable, binds it.
// It is recorded as names are resolved, so that it is known of code that does
// not type as well.
type Use struct {
	// Span is the name alone, without what qualifies it.
	Span   diag.Span
	Symbol Symbol
}

// NewUse is the use of a name that may be written with a qualifier, or with the
// dot of an anonymous constructor or a method.
func NewUse(at diag.Span, s Symbol) Use {
	name := ""
	switch s := s.(type) {
	case *Global:
		name = s.Name
	case *TyCon:
		name = s.Name
	}
	if text := at.Text(); name != "" && len(text) > len(name) && strings.HasSuffix(text, "."+name) {
		at.Start = at.End - len(name)
	}
	return Use{at, s}
}
