package state

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"sort"
	"strings"
	"unicode/utf8"
)

// Encode writes a state: keys sorted, indented by two spaces, a line end at the
// end; equal states give equal bytes. Values are bool, int, *big.Int, *big.Rat,
// string, nil, []any and map[string]any. A *big.Rat that is no double is left
// out: written as the nearest one it would be a fact that was never proved.
func Encode(state map[string]any) ([]byte, error) {
	var b strings.Builder
	if err := encode(&b, state, ""); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return []byte(b.String()), nil
}

func encode(b *strings.Builder, v any, indent string) error {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool, int:
		fmt.Fprint(b, v)
	case *big.Int:
		b.WriteString(v.String())
	case *big.Rat:
		text, ok := double(v)
		if !ok {
			return fmt.Errorf("state: %s is not a double", v)
		}
		b.WriteString(text)
	case string:
		return encodeString(b, v)
	case []any:
		return encodeList(b, v, indent)
	case map[string]any:
		return encodeObject(b, v, indent)
	default:
		return fmt.Errorf("state: cannot write a %T", v)
	}
	return nil
}

func encodeObject(b *strings.Builder, m map[string]any, indent string) error {
	var keys []string
	for k, v := range m {
		if !inexact(v) {
			keys = append(keys, k)
		}
	}
	if len(keys) == 0 {
		b.WriteString("{}")
		return nil
	}
	sort.Strings(keys)
	inner := indent + "  "
	for i, k := range keys {
		b.WriteString(separator('{', i) + inner)
		if err := encodeString(b, k); err != nil {
			return err
		}
		b.WriteString(": ")
		if err := encode(b, m[k], inner); err != nil {
			return err
		}
	}
	b.WriteString("\n" + indent + "}")
	return nil
}

func encodeList(b *strings.Builder, elems []any, indent string) error {
	if len(elems) == 0 {
		b.WriteString("[]")
		return nil
	}
	inner := indent + "  "
	for i, e := range elems {
		b.WriteString(separator('[', i) + inner)
		if err := encode(b, e, inner); err != nil {
			return err
		}
	}
	b.WriteString("\n" + indent + "]")
	return nil
}

// separator stands before the i-th part of an object or list.
func separator(open byte, i int) string {
	if i == 0 {
		return string(open) + "\n"
	}
	return ",\n"
}

func inexact(v any) bool {
	r, ok := v.(*big.Rat)
	if !ok {
		return false
	}
	_, exact := double(r)
	return !exact
}

// double writes a rational so that it reads back as the same Float, or reports
// that no Float is equal to it.
func double(r *big.Rat) (string, bool) {
	f, exact := r.Float64()
	if !exact || math.IsInf(f, 0) {
		return "", false
	}
	text, _ := json.Marshal(f)
	if !strings.ContainsAny(string(text), ".e") {
		return string(text) + ".0", true
	}
	return string(text), true
}

// encodeString quotes a string; text that is not UTF-8 has no JSON form.
func encodeString(b *strings.Builder, s string) error {
	if !utf8.ValidString(s) {
		return fmt.Errorf("state: %q is not UTF-8", s)
	}
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return err
	}
	b.WriteString(strings.TrimSuffix(text.String(), "\n"))
	return nil
}
