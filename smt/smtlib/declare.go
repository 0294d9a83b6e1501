package smtlib

import (
	"strconv"

	"github.com/aeonc/aeonc/smt"
)

// declareAll writes the declarations that facts need: sorts first, then
// functions and constants.
func (w *writer) declareAll(facts []*smt.Term) {
	var datatypes []*smt.Sort
	smt.Walk(func(t *smt.Term) {
		datatypes = w.declareSort(t.Sort, datatypes)
		if f := t.Func(); f != nil {
			for _, s := range f.Args {
				datatypes = w.declareSort(s, datatypes)
			}
		}
		if c := t.Ctor(); c != nil {
			datatypes = w.declareSort(c.Sort, datatypes)
		}
	}, facts...)
	w.declareDatatypes(datatypes)
	var elements []*smt.Term
	smt.Walk(func(t *smt.Term) {
		switch {
		case t.IsSymbol():
			w.declareConst(t.Head(), t.Sort)
		case t.Op == smt.OpElement:
			w.names[t] = smt.QuoteSymbol(t.Name() + "!" + strconv.Itoa(t.Sort.ID()) + "!")
			w.declareConst(w.names[t], t.Sort)
			elements = append(elements, t)
		case t.Func() != nil && !w.declared[t.Func()]:
			w.declared[t.Func()] = true
			w.declareFunc(t)
		default:
			w.standIn(t)
		}
	}, facts...)
	w.separate(elements)
}

// declareSort declares an uninterpreted sort, or appends a datatype and those its
// fields reach to datatypes, unless that was done before.
func (w *writer) declareSort(s *smt.Sort, datatypes []*smt.Sort) []*smt.Sort {
	work := []*smt.Sort{s}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if w.declared[s] {
			continue
		}
		w.declared[s] = true
		switch s.Kind() {
		case smt.UninterpretedSort:
			w.line("(declare-sort ", s.UniqueName(), " 0)")
		case smt.DatatypeSort:
			datatypes = append(datatypes, s)
			for _, c := range s.Constructors() {
				for _, f := range c.Fields {
					work = append(work, f.Sort)
				}
			}
		}
	}
	return datatypes
}

// declareDatatypes declares all datatypes at once, which leaves no order to find.
func (w *writer) declareDatatypes(datatypes []*smt.Sort) {
	if len(datatypes) == 0 {
		return
	}
	w.b.WriteString("(declare-datatypes (")
	for i, d := range datatypes {
		if i > 0 {
			w.b.WriteByte(' ')
		}
		w.b.WriteString("(" + d.UniqueName() + " 0)")
	}
	w.line(") (")
	for _, d := range datatypes {
		w.b.WriteString("  (")
		for i, c := range d.Constructors() {
			if i > 0 {
				w.b.WriteByte(' ')
			}
			w.b.WriteString("(" + c.UniqueName())
			for j, f := range c.Fields {
				w.b.WriteString(" (" + c.FieldName(j) + " " + f.Sort.UniqueName() + ")")
			}
			w.b.WriteByte(')')
		}
		w.line(")")
	}
	w.line("))")
}

func (w *writer) declareConst(name string, s *smt.Sort) {
	w.line("(declare-const ", name, " ", s.UniqueName(), ")")
}

// declareFunc declares the function that t applies.
func (w *writer) declareFunc(t *smt.Term) {
	w.b.WriteString("(declare-fun " + t.Head() + " (")
	for i, s := range t.Func().Args {
		if i > 0 {
			w.b.WriteByte(' ')
		}
		w.b.WriteString(s.UniqueName())
	}
	w.line(") ", t.Sort.UniqueName(), ")")
}

// standIn declares a constant in place of a literal or membership test that the
// theory of strings cannot express.
func (w *writer) standIn(t *smt.Term) {
	if text, ok := t.StringValue(); ok {
		if _, ok := smt.EscapeString(text); ok {
			return
		}
	} else if r := t.Regex(); r == nil || r.Exact() {
		return
	}
	w.definitions++
	w.names[t] = "t!" + strconv.Itoa(w.definitions) + "!"
	w.line("; code points above U+2FFFF cannot be expressed: ", w.names[t], " is left open")
	w.declareConst(w.names[t], t.Sort)
}

// separate asserts that the elements of a model are distinct.
func (w *writer) separate(elements []*smt.Term) {
	for i, a := range elements {
		for _, b := range elements[:i] {
			if a.Sort == b.Sort {
				w.line("(assert (not (= ", w.names[a], " ", w.names[b], ")))")
			}
		}
	}
}
