package state

import (
	"encoding/json"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
	"pgregory.net/rapid"
)

func TestEncode(t *testing.T) {
	big1, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	got, err := Encode(map[string]any{
		"s":        map[string]any{"tainted": true, "writes": big1, "rate": big.NewRat(3, 1), "third": big.NewRat(1, 3), "half": big.NewRat(-1, 2)},
		"result.1": map[string]any{},
		"$model":   map[string]any{"secret": nil, "<&>": false},
		"n":        3,
		"xs":       []any{"é\n\"", []any{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
  "$model": {
    "<&>": false,
    "secret": null
  },
  "n": 3,
  "result.1": {},
  "s": {
    "half": -0.5,
    "rate": 3.0,
    "tainted": true,
    "writes": 123456789012345678901234567890
  },
  "xs": [
    "é\n\"",
    []
  ]
}
`
	if string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestEncodeRefuses(t *testing.T) {
	for name, v := range map[string]any{
		"inexact element": []any{big.NewRat(1, 3)},
		"invalid UTF-8":   "\xff",
		"a float":         1.5,
		"invalid key":     map[string]any{"\xff": 1},
	} {
		if text, err := Encode(map[string]any{"k": v}); err == nil {
			t.Errorf("%s: written as %s", name, text)
		}
	}
}

// plainValue draws a value that a state can hold, as Encode takes it.
func plainValue() *rapid.Generator[any] {
	scalar := rapid.OneOf(
		rapid.Custom(func(t *rapid.T) any { return rapid.Bool().Draw(t, "bool") }),
		rapid.Custom(func(t *rapid.T) any { return rapid.String().Draw(t, "string") }),
		rapid.Custom(func(t *rapid.T) any {
			n, _ := new(big.Int).SetString(rapid.StringMatching(`-?[1-9][0-9]{0,40}`).Draw(t, "int"), 10)
			return n
		}),
		rapid.Custom(func(t *rapid.T) any {
			return new(big.Rat).SetFloat64(rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).Draw(t, "float"))
		}),
	)
	return rapid.OneOf(scalar, rapid.Custom(func(t *rapid.T) any {
		elems := []any{}
		return append(elems, rapid.SliceOfN(scalar, 0, 3).Draw(t, "list")...)
	}))
}

// fromValue is a parsed value as Encode takes it.
func fromValue(v *strictjson.Value) any {
	switch v.Kind {
	case strictjson.Bool:
		return v.Bool
	case strictjson.Int:
		return v.Int
	case strictjson.Float:
		return v.Float
	case strictjson.String:
		return v.Text
	case strictjson.List:
		out := []any{}
		for _, e := range v.Elems {
			out = append(out, fromValue(e))
		}
		return out
	case strictjson.Object:
		out := map[string]any{}
		for _, m := range v.Members {
			out[m.Name] = fromValue(m.Value)
		}
		return out
	}
	return nil
}

// TestEncodeParse: what is written reads back as it was.
func TestEncodeParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-z.0-9é"\\]{1,6}`)
		in := rapid.MapOf(name, plainValue()).Draw(t, "params")
		text, err := Encode(in)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := Encode(in)
		if string(text) != string(again) {
			t.Fatal("not deterministic")
		}
		st, d := Parse(diag.NewSource("state.json", string(text)))
		if d != nil {
			t.Fatalf("%v\n%s", d, text)
		}
		out := map[string]any{}
		for _, p := range st.Params {
			out[p.Name] = fromValue(p.Value)
		}
		if !equal(in, out) {
			t.Fatalf("%s\nread as %v", text, out)
		}
	})
}

func equal(a, b any) bool {
	switch a := a.(type) {
	case *big.Int:
		n, ok := b.(*big.Int)
		return ok && a.Cmp(n) == 0
	case *big.Rat:
		r, ok := b.(*big.Rat)
		return ok && a.Cmp(r) == 0
	case []any:
		l, ok := b.([]any)
		if !ok || len(a) != len(l) {
			return false
		}
		for i := range a {
			if !equal(a[i], l[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		m, ok := b.(map[string]any)
		if !ok || len(a) != len(m) {
			return false
		}
		for k := range a {
			if _, ok := m[k]; !ok || !equal(a[k], m[k]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a, b)
}

// agrees compares a parsed state with what encoding/json reads.
func agrees(t *testing.T, text string, st *State) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "\uFEFF")))
	dec.UseNumber()
	var want map[string]any
	if err := dec.Decode(&want); err != nil {
		t.Fatalf("accepted, but encoding/json says: %v", err)
	}
	got := append(append([]*strictjson.Member(nil), st.Params...), st.Labels...)
	labels, _ := want[ModelKey].(map[string]any)
	for i, m := range got {
		from := want
		if i >= len(st.Params) {
			from = labels
		}
		if !equal(numbers(from[m.Name]), fromValue(m.Value)) {
			t.Fatalf("%s: %v, want %v", m.Name, fromValue(m.Value), from[m.Name])
		}
	}
}

// numbers turns the numbers of encoding/json into those of this package.
func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, ok := new(big.Int).SetString(v.String(), 10); ok {
			return n
		}
		f, _ := strconv.ParseFloat(v.String(), 64)
		return new(big.Rat).SetFloat64(f)
	case []any:
		out := []any{}
		for _, e := range v {
			out = append(out, numbers(e))
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			out[k] = numbers(e)
		}
		return out
	}
	return v
}
