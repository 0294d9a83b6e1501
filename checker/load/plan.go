package load

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/aeonc/aeonc/checker/spelling"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// ResolvePlanImport returns the module that a plan's open or import names. Only
// modules in force may be named (AE505). The list of a selective import is left
// to name resolution.
func (p *Program) ResolvePlanImport(d *lang.Import) (*Module, *diag.Diagnostic) {
	name := d.Path.Name
	m := p.names[name]
	if m != nil && m.Named {
		return m, nil
	}
	at := d.Path.Span
	if at.IsZero() {
		at = d.Span
	}
	found := diag.New(at, diag.ImportNotInForce, name, p.inForce())
	switch near := spelling.Nearest(name, p.namedNames()); {
	case p.language[name]:
		found.Note("`%s` is part of the language: its functions are always there, as `%s.…`; leave the import out", name, name)
	case m != nil:
		found.Note("`%s` is imported by a spec, for that spec alone", name)
	case near != "":
		found.Note("did you mean `%s`?", near)
	}
	return nil, found
}

func (p *Program) namedNames() []string {
	var names []string
	for _, m := range p.Named {
		names = append(names, m.Name)
	}
	return names
}

// inForce lists the modules in force for a message.
func (p *Program) inForce() string {
	names := p.namedNames()
	if len(names) == 0 {
		return "the specs in force, and there are none"
	}
	return "`" + strings.Join(names, "`, `") + "`"
}

// Exports are the names that a module declares, in source order: types,
// constructors (as "some" and as "Maybe.some"), measures, definitions and
// axioms. Contracts and examples declare no name that anything can mention.
func Exports(m *Module) []lang.Ident {
	var out []lang.Ident
	add := func(id lang.Ident) {
		if id.Name != "" && id.Name != "_" {
			out = append(out, id)
		}
	}
	for _, decl := range m.File.Decls {
		switch d := decl.(type) {
		case *lang.TypeDecl:
			add(d.Name)
		case *lang.Inductive:
			add(d.Name)
			for _, c := range d.Ctors {
				add(c.Name)
				add(lang.Ident{Name: d.Name.Name + "." + c.Name.Name, Span: c.Name.Span})
			}
			for _, f := range d.Measures {
				add(f.Name)
			}
		case *lang.Def:
			add(d.Name)
		case *lang.Axiom:
			add(d.Name)
		case *lang.Mutual:
			for _, def := range d.Defs {
				add(def.Name)
			}
		}
	}
	return out
}

// Input is the identity of one input that a verdict rests on.
type Input struct{ Role, Name, SHA256 string }

// Inputs are the identities of all modules, imports and built-ins included, in
// dependency order.
func (p *Program) Inputs() []Input {
	var out []Input
	for _, m := range p.Modules {
		out = append(out, Input{Role: "spec", Name: m.Source.Name, SHA256: Digest(m.Source.Text)})
	}
	return out
}

// Digest is the SHA-256 of a text in lower-case hexadecimal.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
