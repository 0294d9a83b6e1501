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
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/aeonc/aeonc/lang/diag"
)

// ModelKey and AbortedKey are the keys that are no parameter's name: what the
// model has read, and what holds at every point of the plan.
const (
	ModelKey   = "$model"
	AbortedKey = "aborted"
)

// Kind tells the kinds of JSON value apart. Int is a number without a point and
// exponent; every other number is a Float.
type Kind int

const (
	Null Kind = iota
	Bool
	Int
	Float
	String
	List
	Object
)

func (k Kind) String() string {
	return [...]string{"null", "a Bool", "an Int", "a Float", "a String", "a list", "an object"}[k]
}

// Value is a JSON value with its place. Kind says which field holds it.
type Value struct {
	Kind    Kind
	Bool    bool
	Int     *big.Int
	Float   *big.Rat // exactly the nearest double
	Text    string
	Elems   []*Value
	Members []*Member
	Span    diag.Span
}

// Member is one key of an object with its value. Key is the place of the key,
// quotes included.
type Member struct {
	Name  string
	Key   diag.Span
	Value *Value
}

// State is a parsed state.
type State struct {
	Source *diag.Source
	// Params are the entries that name parameters, in the order of the file. An
	// entry is an Object (facts about a linear parameter: Bool, Int, Float,
	// String or Null by measure) or a value (Bool, Int, Float, String, or a List
	// of values).
	Params []*Member
	// Labels are the entries of "$model", in the order of the file: Bool or Null.
	Labels []*Member
	// Aborted is what an earlier run wrote under "aborted", nil if absent. It is
	// not among Params, so that what --state-out writes can be given to --state as
	// it is; Param finds it for a parameter that happens to have that name.
	Aborted *Member
}

// Parse reads a state. The diagnostic (AE508) says that the file is not a state
// at all: it is not UTF-8 or not JSON, has a key twice, or a value of a shape
// that no contract could ask for. Whether its parameters, measures and labels
// are those of the spec, and whether they meet the contract, is for the caller
// to judge.
func Parse(src *diag.Source) (st *State, d *diag.Diagnostic) {
	if !utf8.ValidString(src.Text) {
		return nil, diag.New(invalidByte(src), diag.StateNotJSON, "an invalid UTF-8 byte stands here")
	}
	defer func() {
		if x := recover(); x != nil {
			f, ok := x.(fault)
			if !ok {
				panic(x)
			}
			st, d = nil, f.d
		}
	}()
	r := &reader{src: src, text: src.Text}
	return build(src, r.document())
}

// invalidByte is the place of the first byte that is not UTF-8.
func invalidByte(src *diag.Source) diag.Span {
	for i, c := range src.Text {
		if c == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(src.Text[i:]); size == 1 {
				return diag.Span{Src: src, Start: i, End: i + 1}
			}
		}
	}
	return diag.Span{Src: src}
}

// build tests the shape of a document.
func build(src *diag.Source, doc *Value) (*State, *diag.Diagnostic) {
	if doc.Kind != Object {
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
func labels(model *Member) *diag.Diagnostic {
	if model.Value.Kind != Object {
		return shape(model.Value.Span, "`"+ModelKey+"` must be an object from labels to true, false or null, not "+model.Value.Kind.String())
	}
	for _, m := range model.Value.Members {
		if m.Value.Kind != Bool && m.Value.Kind != Null {
			return shape(m.Value.Span, "the label `"+m.Name+"` must be true, false or null, not "+m.Value.Kind.String())
		}
	}
	return nil
}

// entry tests the entry of one parameter.
func entry(p *Member) *diag.Diagnostic {
	if p.Value.Kind != Object {
		return plain(p.Name, p.Value)
	}
	for _, m := range p.Value.Members {
		if m.Value.Kind == List || m.Value.Kind == Object {
			return shape(m.Value.Span, "what is known of `"+m.Name+"` must be true, false, a number, a string or null, not "+m.Value.Kind.String())
		}
	}
	return nil
}

// plain tests a parameter's value, or an element of it.
func plain(name string, v *Value) *diag.Diagnostic {
	switch v.Kind {
	case Null:
		return shape(v.Span, "`"+name+"` has no value: null is not a value of any type")
	case Object:
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
func (s *State) Param(name string) *Member {
	if name == AbortedKey {
		return s.Aborted
	}
	return find(s.Params, name)
}

// Label says what the model is known to have read; known is false where the
// label is missing or null.
func (s *State) Label(name string) (value, known bool) {
	if m := find(s.Labels, name); m != nil && m.Value.Kind == Bool {
		return m.Value.Bool, true
	}
	return false, false
}

// Fact is what an entry says of a measure: nil where it is missing or null, and
// where the entry is a plain value.
func (m *Member) Fact(measure string) *Value {
	if f := find(m.Value.Members, measure); f != nil && f.Value.Kind != Null {
		return f.Value
	}
	return nil
}

func find(members []*Member, name string) *Member {
	for _, m := range members {
		if m.Name == name {
			return m
		}
	}
	return nil
}
