package lang

import (
	"fmt"
	"math/big"
	"reflect"
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
)

// dump shows a tree without its spans, one S-expression per node.
func dump(n any) string {
	var b strings.Builder
	dumpValue(&b, reflect.ValueOf(n))
	return b.String()
}

func dumpValue(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid:
		b.WriteString("nil")
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		if n, ok := v.Interface().(*big.Int); ok {
			b.WriteString(n.String())
			return
		}
		dumpValue(b, v.Elem())
	case reflect.Slice:
		b.WriteString("[")
		for i := 0; i < v.Len(); i++ {
			if i > 0 {
				b.WriteString(" ")
			}
			dumpValue(b, v.Index(i))
		}
		b.WriteString("]")
	case reflect.Struct:
		dumpStruct(b, v)
	case reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	default:
		fmt.Fprint(b, v.Interface())
	}
}

func dumpStruct(b *strings.Builder, v reflect.Value) {
	if id, ok := v.Interface().(Ident); ok {
		b.WriteString(id.Name)
		return
	}
	b.WriteString("(" + v.Type().Name())
	for i := 0; i < v.NumField(); i++ {
		field := v.Type().Field(i)
		switch {
		case field.Type == reflect.TypeOf(diag.Span{}), field.Name == "Source":
			continue
		case v.Field(i).IsZero():
			continue
		}
		b.WriteString(" " + field.Name + "=")
		dumpValue(b, v.Field(i))
	}
	b.WriteString(")")
}

// parseOK parses text that has no errors.
func parseOK(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string) *File {
	t.Helper()
	f, ds := Parse(diag.NewSource("test.aeon", text))
	if len(ds) > 0 {
		t.Fatalf("%v\nin:\n%s", ds[0], text)
	}
	return f
}
