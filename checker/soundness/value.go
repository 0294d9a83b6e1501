package soundness

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// Labels is a set of taint labels, one bit for each @taint measure.
type Labels uint32

// Value is an occurrence of a run-time value: the datum and where it came from.
type Value struct {
	// D is *big.Int, bool, float64, string, Unit, Tuple, List, *Data, *Opaque,
	// *Func, or *hole while a native's result is being chosen.
	D any
	L Labels
}

// Unit is the datum of ().
type Unit struct{}

// Tuple is the datum of a tuple.
type Tuple []Value

// List is the datum of a list; the label of its spine is that of its Value.
type List []Value

// Data is a constructor applied to its fields.
type Data struct {
	Ctor   *constructor
	Fields []Value
}

// Opaque is a handle or a linear value. What is true of it is in the world's
// table of measures.
type Opaque struct {
	Type   string
	ID     int
	Linear bool
	// Consumed names the call that consumed a linear value, "" while it is live.
	Consumed string
	// element names the value of a replayed execution that it stands for.
	element string
	// kept maps a measure to the value that it is still read from (@keeps).
	kept map[string]*Opaque
}

// Func is a function value that waits for its remaining arguments.
type Func struct {
	Name  string
	Arity int
	Args  []Value
	Call  func(args []Value) Value
	// origin identifies a global, for method resolution.
	global *global
	lambda *lang.Lambda
}

// hole is a datum of a base type that is not chosen yet.
type hole struct {
	kind string // "Int", "Bool", "String", "Float"
	set  bool
	v    any
}

func intOf(n int64) Value     { return Value{D: big.NewInt(n)} }
func boolOf(b bool) Value     { return Value{D: b} }
func stringOf(s string) Value { return Value{D: s} }

// key identifies a datum by its contents: equal keys, equal values.
func key(v Value) string {
	switch d := v.D.(type) {
	case *big.Int:
		return d.String()
	case bool:
		return strconv.FormatBool(d)
	case float64:
		if d == 0 {
			d = 0 // -0.0 equals 0.0
		}
		return strconv.FormatFloat(d, 'g', -1, 64) + "f"
	case string:
		return strconv.Quote(d)
	case Unit:
		return "()"
	case Tuple:
		return "(" + keys(d) + ")"
	case List:
		return "[" + keys(d) + "]"
	case *Data:
		if len(d.Fields) == 0 {
			return d.Ctor.name
		}
		return d.Ctor.name + "(" + keys(d.Fields) + ")"
	case *Opaque:
		return fmt.Sprintf("%s#%d", d.Type, d.ID)
	case *Func:
		return fmt.Sprintf("<%s %p>", d.Name, d)
	case *hole:
		if d.set {
			return key(Value{D: d.v})
		}
		return "?"
	}
	return fmt.Sprintf("<%T>", v.D)
}

func keys(vs []Value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = key(v)
	}
	return strings.Join(parts, ", ")
}

// equal is '=' at run time. Floats compare as machine floats: NaN equals
// nothing.
func equal(a, b Value) bool {
	x, ok := a.D.(float64)
	y, ok2 := b.D.(float64)
	if ok && ok2 {
		return x == y
	}
	return key(a) == key(b)
}

// identical is '=' in a predicate: a value is equal to itself, NaN as well.
func identical(a, b Value) bool { return equal(a, b) || key(a) == key(b) }

// linears appends every linear value held in v.
func linears(v Value, out []*Opaque) []*Opaque {
	switch d := v.D.(type) {
	case *Opaque:
		if d.Linear {
			out = append(out, d)
		}
	case Tuple:
		for _, e := range d {
			out = linears(e, out)
		}
	case List:
		for _, e := range d {
			out = linears(e, out)
		}
	case *Data:
		for _, e := range d.Fields {
			out = linears(e, out)
		}
	}
	return out
}

// labelsOf joins the labels of all parts of v.
func labelsOf(v Value) Labels {
	l := v.L
	switch d := v.D.(type) {
	case Tuple:
		for _, e := range d {
			l |= labelsOf(e)
		}
	case List:
		for _, e := range d {
			l |= labelsOf(e)
		}
	case *Data:
		for _, e := range d.Fields {
			l |= labelsOf(e)
		}
	}
	return l
}
