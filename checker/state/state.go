// Package state reads and writes what outlives one plan: the facts proved so
// far (--state, --state-out), and the text that the user typed (--prompt).
//
// A state is a JSON object. Under the name of a linear parameter stands what is
// known of it, measure by measure; under the name of any other parameter its
// value; under "$model" which labels the model has read:
//
//	{"s": {"sessionTainted": true, "writesLeft": 3}, "n": 3, "$model": {"secret": true}}
//
// A measure or label that is null or absent is unknown. Keys that start with
// "$" are aeonc's own, and one that aeonc does not know is refused: a fact that
// an older aeonc would overlook must not be lost in silence.
package state

import (
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
)

// ModelKey and AbortedKey are the keys that are no parameter's name: what the
// model has read, and what holds at every point of the plan.
const (
	ModelKey   = "$model"
	AbortedKey = "aborted"
)

// State is a parsed state.
type State struct {
	Source *diag.Source
	// Params are the entries that name parameters, in the order of the file. An
	// entry is an Object (facts about a linear parameter: Bool, Int, Float,
	// String or Null by measure) or a value (Bool, Int, Float, String, or a List
	// of values).
	Params []*strictjson.Member
	// Labels are the entries of "$model", in the order of the file: Bool or Null.
	Labels []*strictjson.Member
	// Aborted is what an earlier run wrote under "aborted", nil if absent. It is
	// not among Params, so that what --state-out writes can be given to --state as
	// it is; Param finds it for a parameter that happens to have that name.
	Aborted *strictjson.Member
}

// Parse reads a state. The diagnostic (AE508) says that the file is not a state
// at all: it is not UTF-8 or not JSON, has a key twice, or a value of a shape
// that no contract could ask for. Whether its parameters, measures and labels
// are those of the spec, and whether they meet the contract, is for the caller
// to judge.
func Parse(src *diag.Source) (*State, *diag.Diagnostic) {
	doc, d := strictjson.Read(src, strictjson.Wording{Malformed: diag.StateNotJSON, Duplicate: diag.StateDuplicate})
	if d != nil {
		return nil, d
	}
	return build(src, doc)
}

// build tests the shape of a document.
func build(src *diag.Source, doc *strictjson.Value) (*State, *diag.Diagnostic) {
	if doc.Kind != strictjson.Object {
		return nil, shape(doc.Span, "it must be an object with a key for each parameter, not "+doc.Kind.String())
	}
	st := &State{Source: src}
	for _, m := range doc.Members {
		var d *diag.Diagnostic
		switch {
		case m.Name == ModelKey:
			st.Labels = m.Value.Members
			d = labels(m)
		case strings.HasPrefix(m.Name, "$"):
			d = shape(m.Key, "the only key that starts with `$` is `"+ModelKey+"`")
		case m.Name == AbortedKey:
			st.Aborted = m
			d = entry(m)
		default:
			st.Params = append(st.Params, m)
			d = entry(m)
		}
		if d != nil {
			return nil, d
		}
	}
	return st, nil
}

// labels tests "$model": each label is true, false or unknown.
func labels(model *strictjson.Member) *diag.Diagnostic {
	if model.Value.Kind != strictjson.Object {
		return shape(model.Value.Span, "`"+ModelKey+"` must be an object from labels to true, false or null, not "+model.Value.Kind.String())
	}
	for _, m := range model.Value.Members {
		if m.Value.Kind != strictjson.Bool && m.Value.Kind != strictjson.Null {
			return shape(m.Value.Span, "the label `"+m.Name+"` must be true, false or null, not "+m.Value.Kind.String())
		}
	}
	return nil
}

// entry tests the entry of one parameter.
func entry(p *strictjson.Member) *diag.Diagnostic {
	if p.Value.Kind != strictjson.Object {
		return plain(p.Name, p.Value)
	}
	for _, m := range p.Value.Members {
		if m.Value.Kind == strictjson.List || m.Value.Kind == strictjson.Object {
			return shape(m.Value.Span, "what is known of `"+m.Name+"` must be true, false, a number, a string or null, not "+m.Value.Kind.String())
		}
	}
	return nil
}

// plain tests a parameter's value, or an element of it.
func plain(name string, v *strictjson.Value) *diag.Diagnostic {
	switch v.Kind {
	case strictjson.Null:
		return shape(v.Span, "`"+name+"` has no value: null is not a value of any type")
	case strictjson.Object:
		return shape(v.Span, "a value of `"+name+"` cannot be an object")
	}
	for _, e := range v.Elems {
		if d := plain(name, e); d != nil {
			return d
		}
	}
	return nil
}

func shape(at diag.Span, what string) *diag.Diagnostic {
	return diag.New(at, diag.StateShape, what)
}

// Param is the entry of a parameter, nil if the state lacks it.
func (s *State) Param(name string) *strictjson.Member {
	if name == AbortedKey {
		return s.Aborted
	}
	return find(s.Params, name)
}

// Label says what the model is known to have read; known is false where the
// label is missing or null.
func (s *State) Label(name string) (value, known bool) {
	if m := find(s.Labels, name); m != nil && m.Value.Kind == strictjson.Bool {
		return m.Value.Bool, true
	}
	return false, false
}

// LabelSpan is where the state speaks of a label, or the whole of it where it does not.
func (s *State) LabelSpan(name string) diag.Span {
	if m := find(s.Labels, name); m != nil {
		return m.Key.Cover(m.Value.Span)
	}
	return diag.Span{Src: s.Source, Start: 0, End: len(s.Source.Text)}
}

// Fact is what an entry says of a measure: nil where it is missing or null, and
// where the entry is a plain value.
func Fact(m *strictjson.Member, measure string) *strictjson.Value {
	if f := m.Value.Find(measure); f != nil && f.Kind != strictjson.Null {
		return f
	}
	return nil
}

func find(members []*strictjson.Member, name string) *strictjson.Member {
	for _, m := range members {
		if m.Name == name {
			return m
		}
	}
	return nil
}
