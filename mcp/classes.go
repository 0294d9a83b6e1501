package mcp

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/aeonc/aeonc/lang/diag"
)

// Effects of a tool, as a person classifies it.
const (
	EffectNone     = "none"     // it changes nothing
	EffectChanges  = "changes"  // it changes what is the user's own, and nobody else learns of it
	EffectLeaves   = "leaves"   // something may reach somebody else by it
	EffectDestroys = "destroys" // it undoes what cannot be had again
)

var effects = []string{EffectNone, EffectChanges, EffectLeaves, EffectDestroys}

// What a tool may read.
const (
	Private   = "private"
	Untrusted = "untrusted"
)

var readings = []string{Private, Untrusted}

// Classes is a classification file: what a person has said of tools.
type Classes struct {
	Tools map[string]*Class `toml:"tools"`
	src   *diag.Source
}

// Class is what is said of one tool.
type Class struct {
	// Pin is the hash of the tool as it was classified.
	Pin string `toml:"pin"`
	Case
	// By is the argument that the cases under When are told apart by: its values,
	// or, for a text of SQL, "read" and "write".
	By   string           `toml:"by"`
	When map[string]*Case `toml:"when"`
}

// Case is what is said of a tool, or of it with one value of an argument.
type Case struct {
	// Reviewed is set by a person. What is not reviewed no plan may do.
	Reviewed bool     `toml:"reviewed"`
	Reads    []string `toml:"reads"`
	Effect   string   `toml:"effect"`
	// To are the arguments that say where something leaves to.
	To []string `toml:"to"`
	// Changes are the arguments that say what is changed: they must not come out of
	// untrusted text.
	Changes []string `toml:"changes"`
}

// reviewed reports whether a person has said something of a tool.
func (c *Class) reviewed() bool {
	if c == nil {
		return false
	}
	for _, x := range c.When {
		if x.Reviewed {
			return true
		}
	}
	return c.Reviewed
}

// ReadClasses reads a classification file; a key that is not known is a mistake
// (AE704), for it would be passed over otherwise.
func ReadClasses(src *diag.Source) (*Classes, *diag.Diagnostic) {
	c := &Classes{src: src}
	dec := toml.NewDecoder(strings.NewReader(src.Text))
	dec.DisallowUnknownFields()
	err := dec.Decode(c)
	var missing *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case err == nil:
		return c, nil
	case errors.As(err, &missing) && len(missing.Errors) > 0:
		e := missing.Errors[0]
		return nil, c.placed(e, fmt.Sprintf("unknown key %q", strings.Join(e.Key(), "."))).
			Note("the keys of a tool are pin, reviewed, reads, effect, to, changes, by and when")
	case errors.As(err, &decode):
		return nil, c.placed(*decode, strings.TrimPrefix(decode.Error(), "toml: "))
	}
	return nil, diag.New(diag.Span{Src: src}, diag.ClassesFault, strings.TrimPrefix(err.Error(), "toml: "))
}

// placed is a fault of the file at its line.
func (c *Classes) placed(e toml.DecodeError, what string) *diag.Diagnostic {
	row, _ := e.Position()
	start := c.src.LineStart(row)
	return diag.New(diag.Span{Src: c.src, Start: start, End: start + len(c.src.Line(row))}, diag.ClassesFault, what)
}

// entry is the place of a tool's entry.
func (c *Classes) entry(tool string) diag.Span {
	if at := header(tool).FindStringIndex(c.src.Text); at != nil {
		return diag.Span{Src: c.src, Start: at[0], End: at[1]}
	}
	return diag.Span{Src: c.src}
}

// key is a name as TOML writes it.
func key(name string) string {
	if regexp.MustCompile(`^[A-Za-z0-9_-]+$`).MatchString(name) {
		return name
	}
	return basic(name)
}

// header finds the line that starts a tool's entry.
func header(tool string) *regexp.Regexp {
	q := regexp.QuoteMeta(tool)
	return regexp.MustCompile(`(?m)^[ \t]*\[[ \t]*tools[ \t]*\.[ \t]*(?:` + q + `|"` + q + `"|'` + q + `')[ \t]*\]`)
}

// Check holds a classification to the tools (AE704).
func (c *Classes) Check(tools []*Tool) []*diag.Diagnostic {
	var ds []*diag.Diagnostic
	for _, t := range tools {
		class := c.Tools[t.Name]
		if class == nil {
			continue
		}
		at := c.entry(t.Name)
		if class.reviewed() && class.Pin == "" {
			ds = append(ds, diag.New(at, diag.ClassMissing, t.Name, "pin"))
		}
		by, cases := t.cases()
		if by == nil {
			ds = append(ds, class.Case.check(t, t.Name, at)...)
			for _, name := range sortedKeys(class.When) {
				ds = append(ds, diag.New(at, diag.ClassNoCase, t.Name, name))
			}
			continue
		}
		if class.Reviewed {
			ds = append(ds, diag.New(at, diag.ClassByCase, t.Name, by.Key))
		}
		if class.By != "" && class.By != by.Key {
			ds = append(ds, diag.New(at, diag.ClassValue, "by", t.Name, class.By, by.Key))
		}
		for _, name := range sortedKeys(class.When) {
			if !slices.ContainsFunc(cases, func(x split) bool { return x.name == name }) {
				ds = append(ds, diag.New(at, diag.ClassNoCase, t.Name, name))
				continue
			}
			ds = append(ds, class.When[name].check(t, t.Name+"."+name, at)...)
		}
	}
	return ds
}

// check holds one case to the tool.
func (x *Case) check(t *Tool, name string, at diag.Span) []*diag.Diagnostic {
	var ds []*diag.Diagnostic
	for _, r := range x.Reads {
		if !slices.Contains(readings, r) {
			ds = append(ds, diag.New(at, diag.ClassValue, "reads", name, r, strings.Join(readings, ", ")))
		}
	}
	if x.Effect != "" && !slices.Contains(effects, x.Effect) {
		ds = append(ds, diag.New(at, diag.ClassValue, "effect", name, x.Effect, strings.Join(effects, ", ")))
	}
	if x.Reviewed && x.Effect == "" {
		ds = append(ds, diag.New(at, diag.ClassMissing, name, "effect"))
	}
	for _, list := range [...]struct {
		key    string
		values []string
	}{{"to", x.To}, {"changes", x.Changes}} {
		for _, v := range list.values {
			if p := t.param(v); p == nil || list.key == "to" && !p.typ.textual() {
				ds = append(ds, diag.New(at, diag.ClassParam, list.key, name, v))
			}
		}
	}
	return ds
}

func (t *Tool) param(key string) *Param {
	for _, p := range t.Params {
		if p.Key == key {
			return p
		}
	}
	return nil
}

func sortedKeys(m map[string]*Case) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
