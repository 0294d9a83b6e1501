package calls

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
)

// isReference reports whether an object means an earlier result.
func isReference(v *strictjson.Value) bool {
	return v.Find("$ref") != nil || v.Find("$concat") != nil
}

// holdsReference reports whether a reference stands in a value.
func holdsReference(v *strictjson.Value) bool {
	if isReference(v) {
		return true
	}
	for _, e := range v.Elems {
		if holdsReference(e) {
			return true
		}
	}
	for _, m := range v.Members {
		if holdsReference(m.Value) {
			return true
		}
	}
	return false
}

// reference is an earlier result, what a function makes of it, or texts put
// together, with its type.
func (t *translator) reference(v *strictjson.Value, typ core.Type, key, tool string) (string, core.Type, bool) {
	wrong := func(at diag.Span, m diag.Message, what string) (string, core.Type, bool) {
		t.fail(at, m, what)
		return "", nil, false
	}
	if parts := v.Find("$concat"); parts != nil {
		if isMaybe(typ) {
			typ = core.Strip(typ).(*core.Con).Args[0]
		}
		if len(v.Members) != 1 || parts.Kind != strictjson.List || len(parts.Elems) == 0 || !isBase(typ, "String") {
			return wrong(v.Span, diag.CallReference, "`$concat` stands alone, for a String, with a list of its parts")
		}
		texts := make([]string, len(parts.Elems))
		for i, e := range parts.Elems {
			var ok bool
			if texts[i], ok = t.value(e, typ, key, tool, nil); !ok {
				return "", nil, false
			}
		}
		return "(" + strings.Join(texts, " ++ ") + ")", typ, true
	}
	ref, by := v.Find("$ref"), v.Find("$by")
	if ref.Kind != strictjson.String || by != nil && by.Kind != strictjson.String ||
		len(v.Members) != 1 && (by == nil || len(v.Members) != 2) {
		return wrong(v.Span, diag.CallReference, "it has the call's id under `$ref`, and perhaps a function's name under `$by`")
	}
	rs := t.results[ref.Text]
	switch {
	case len(rs) == 0:
		return wrong(ref.Span, diag.CallNoReference, ref.Text)
	case len(rs) > 1:
		return wrong(ref.Span, diag.CallTwoReferences, ref.Text)
	case rs[0].name == "":
		return wrong(ref.Span, diag.CallNoResult, ref.Text)
	case by == nil:
		return rs[0].name, rs[0].typ, true
	}
	for _, g := range t.Exports {
		if g.Name == by.Text && callable(g) && len(g.Params) == 1 {
			return "(" + g.Name + " " + rs[0].name + ")", g.Result, true
		}
	}
	return wrong(by.Span, diag.CallReference, "the specs have no function `"+by.Text+"` of one parameter")
}
