// Package strictjson reads JSON (RFC 8259) that something depends on. It differs
// from encoding/json in what that needs: every key and value has its place, a
// repeated key is an error and so is what follows the value, keys are compared
// as they are written, integers are exact, a number that is larger than any
// double is an error, and so is a string that is not Unicode text, instead of a
// replacement character.
package strictjson

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
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
	Text    string   // of a String its text, of a number how it is written
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

// Find is the value of a key, nil where the object lacks it or v is no object.
func (v *Value) Find(name string) *Value {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// Compact is the value as JSON without white space: keys in their order, numbers
// as they were written.
func (v *Value) Compact() string {
	var b strings.Builder
	v.compact(&b)
	return b.String()
}

func (v *Value) compact(b *strings.Builder) {
	switch v.Kind {
	case Null:
		b.WriteString("null")
	case Bool:
		b.WriteString(strconv.FormatBool(v.Bool))
	case Int, Float:
		b.WriteString(v.Text)
	case String:
		quote(b, v.Text)
	case List:
		b.WriteByte('[')
		for i, e := range v.Elems {
			if i > 0 {
				b.WriteByte(',')
			}
			e.compact(b)
		}
		b.WriteByte(']')
	case Object:
		b.WriteByte('{')
		for i, m := range v.Members {
			if i > 0 {
				b.WriteByte(',')
			}
			quote(b, m.Name)
			b.WriteByte(':')
			m.Value.compact(b)
		}
		b.WriteByte('}')
	}
}

func quote(b *strings.Builder, s string) {
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}
