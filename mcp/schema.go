package mcp

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
	"github.com/aeonc/aeonc/smt"
)

// Limits of a schema. Beyond them a tool is refused, or a part of it may be any
// JSON value.
const (
	maxParams = 200
	maxEnum   = 500
	maxDepth  = 12
	maxParts  = 2000
)

// typ is a type of the language, as a schema gives it.
type typ struct {
	// base is the type without its refinement: "String", "(List …)" is kept in elem,
	// the name of a record, or anyValue.
	base string
	// elem of a list; inner of a type that may be null.
	elem, inner *typ
	// preds are what the schema demands; each has one %s for the value.
	preds []string
	// enum are the values of a text, if the schema lists them.
	enum []string
	// notes are what the schema says and the type does not.
	notes []string
}

// anyValue stands for any JSON value.
const anyValue = "\x00any"

// record is an object with known keys, as a type of one constructor.
type record struct {
	name   string
	fields []*Param
}

// textual reports whether a value of the type is a text, or a list of texts.
func (t *typ) textual() bool {
	switch {
	case t.inner != nil:
		return t.inner.textual()
	case t.elem != nil:
		return t.elem.textual()
	}
	return t.base == "String"
}

// schemas reads the schema of one tool.
type schemas struct {
	*reader
	tool  *Tool
	root  *strictjson.Value
	parts int
	seen  map[string]bool // references that are being followed
	bad   bool
}

// params reads a tool's input schema.
func (r *reader) params(t *Tool, v *strictjson.Value) bool {
	schema := v.Find("inputSchema")
	if schema == nil || schema.Kind != strictjson.Object {
		r.fail(t.At, diag.ToolSchema, t.Name, "there is no `inputSchema`")
		return false
	}
	s := &schemas{reader: r, tool: t, root: schema, seen: map[string]bool{}}
	object := s.follow(schema)
	if s.bad {
		return false
	}
	if kind := text(object, "type"); kind != "" && kind != "object" {
		r.fail(schema.Span, diag.ToolSchema, t.Name, "arguments are an object, not "+quoted(kind))
		return false
	}
	fields, ok := s.fields(object, []string{t.Name}, 0, paramTaken)
	if s.bad {
		return false
	}
	if !ok {
		r.fail(schema.Span, diag.ToolSchema, t.Name, "its `properties` are no schemas")
		return false
	}
	t.Params = fields
	return true
}

// refuse says that the tool cannot be read, once.
func (s *schemas) refuse(at diag.Span, m diag.Message, what string) {
	if !s.bad {
		s.bad = true
		s.fail(at, m, s.tool.Name, what)
	}
}

// follow is a schema, or the one that it refers to inside of the same tool.
func (s *schemas) follow(v *strictjson.Value) *strictjson.Value {
	for range maxParts {
		ref := v.Find("$ref")
		if ref == nil {
			return v
		}
		if ref.Kind != strictjson.String || !strings.HasPrefix(ref.Text, "#/") {
			s.refuse(ref.Span, diag.ToolSchema, "it refers to something outside of itself")
			return v
		}
		at := s.root
		for _, step := range strings.Split(ref.Text[2:], "/") {
			step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
			if at = at.Find(step); at == nil {
				s.refuse(ref.Span, diag.ToolSchema, "it refers to "+quoted(ref.Text)+", which is not there")
				return v
			}
		}
		v = at
	}
	s.refuse(s.root.Span, diag.ToolSchema, "it refers to itself without end")
	return v
}

// fields reads the properties of an object; ok is false where they cannot be the
// fields of a record.
func (s *schemas) fields(v *strictjson.Value, path []string, depth int, taken func(string) bool) (out []*Param, ok bool) {
	props := v.Find("properties")
	if props == nil {
		props = &strictjson.Value{Kind: strictjson.Object, Span: v.Span}
	}
	if props.Kind != strictjson.Object {
		return nil, false
	}
	if len(props.Members) > maxParams {
		s.refuse(props.Span, diag.ToolTooLarge, fmt.Sprintf("an object has %d properties", len(props.Members)))
		return nil, false
	}
	required := map[string]bool{}
	if list := v.Find("required"); list != nil {
		for _, e := range list.Elems {
			required[e.Text] = true
		}
	}
	names := map[string]string{}
	for _, m := range props.Members {
		name := identifier(m.Name, taken)
		if other, clash := names[name]; clash {
			if depth == 0 && !s.bad {
				s.bad = true
				s.fail(m.Key, diag.ToolKeysClash, quoted(other), quoted(m.Name), s.tool.Name, name)
			}
			return nil, false
		}
		names[name] = m.Name
		p := &Param{Key: m.Name, Name: name, Required: required[m.Name], Description: text(m.Value, "description")}
		p.typ = s.typeOf(m.Value, append(path[:len(path):len(path)], m.Name), depth+1)
		out = append(out, p)
	}
	for name := range required {
		if props.Find(name) == nil {
			s.refuse(v.Span, diag.ToolSchema, "it requires "+quoted(name)+", of which it says nothing")
		}
	}
	return out, true
}

// typeOf is the type of a schema's values.
func (s *schemas) typeOf(v *strictjson.Value, path []string, depth int) *typ {
	if s.parts++; s.parts > maxParts {
		s.refuse(s.root.Span, diag.ToolTooLarge, fmt.Sprintf("it has more than %d parts", maxParts))
	}
	if s.bad || v.Kind != strictjson.Object || depth > maxDepth {
		return &typ{base: anyValue}
	}
	if ref := v.Find("$ref"); ref != nil {
		if s.seen[ref.Text] {
			s.refuse(ref.Span, diag.ToolSchema, "a value of it would contain itself, by "+quoted(ref.Text))
			return &typ{base: anyValue}
		}
		s.seen[ref.Text] = true
		defer delete(s.seen, ref.Text)
		v = s.follow(v)
		if s.bad || v.Kind != strictjson.Object {
			return &typ{base: anyValue}
		}
	}
	if inner, nullable := s.nullable(v); nullable {
		return &typ{inner: s.typeOf(inner, path, depth+1)}
	}
	if v.Find("anyOf") != nil || v.Find("oneOf") != nil || v.Find("allOf") != nil || v.Find("not") != nil || v.Find("if") != nil {
		return &typ{base: anyValue}
	}
	kind := v.Find("type")
	if kind != nil && kind.Kind == strictjson.List && len(kind.Elems) == 1 {
		kind = kind.Elems[0]
	}
	switch {
	case kind == nil && v.Find("enum") != nil || kind != nil && kind.Text == "string":
		return stringType(v)
	case kind == nil:
		return &typ{base: anyValue}
	case kind.Text == "integer":
		return numberType(v, "Int")
	case kind.Text == "number":
		return numberType(v, "Float")
	case kind.Text == "boolean":
		return &typ{base: "Bool"}
	case kind.Text == "array" && v.Find("items") != nil && v.Find("items").Kind == strictjson.Object:
		t := &typ{elem: s.typeOf(v.Find("items"), append(path[:len(path):len(path)], "item"), depth+1)}
		t.bounds(v, "minItems", "maxItems", "List.length %%s %s %s")
		return t
	case kind.Text == "object":
		return s.object(v, path, depth)
	}
	return &typ{base: anyValue}
}

// nullable is the schema of what may be null as well.
func (s *schemas) nullable(v *strictjson.Value) (*strictjson.Value, bool) {
	for _, key := range []string{"anyOf", "oneOf"} {
		list := v.Find(key)
		if list == nil || len(list.Elems) != 2 {
			continue
		}
		for i, e := range list.Elems {
			if text(e, "type") == "null" {
				return list.Elems[1-i], true
			}
		}
	}
	kind := v.Find("type")
	if kind == nil || len(kind.Elems) != 2 {
		return nil, false
	}
	for i, e := range kind.Elems {
		if e.Text == "null" {
			inner := *v
			inner.Members = nil
			for _, m := range v.Members {
				if m.Name == "type" {
					m = &strictjson.Member{Name: m.Name, Key: m.Key, Value: kind.Elems[1-i]}
				}
				inner.Members = append(inner.Members, m)
			}
			return &inner, true
		}
	}
	return nil, false
}

// object is a record, or any value where its keys are not known or have no
// names in the language.
func (s *schemas) object(v *strictjson.Value, path []string, depth int) *typ {
	props := v.Find("properties")
	if props == nil || len(props.Members) == 0 || v.Find("patternProperties") != nil {
		return &typ{base: anyValue}
	}
	for _, m := range props.Members {
		if name := identifier(m.Name, func(string) bool { return false }); name != m.Name && name != m.Name+"_" || strings.HasSuffix(m.Name, "_") {
			return &typ{base: anyValue}
		}
	}
	fields, ok := s.fields(v, path, depth, func(string) bool { return false })
	if !ok || s.bad {
		return &typ{base: anyValue}
	}
	name := camel(path...)
	for agent[name] || builtin[name] || s.types[name] {
		name += "_"
	}
	s.types[name] = true
	s.tool.records = append(s.tool.records, &record{name: name, fields: fields})
	return &typ{base: name}
}

// stringType is a text, with what its schema demands.
func stringType(v *strictjson.Value) *typ {
	t := &typ{base: "String"}
	values := v.Find("enum")
	if c := v.Find("const"); values == nil && c != nil {
		values = &strictjson.Value{Kind: strictjson.List, Elems: []*strictjson.Value{c}}
	}
	if values != nil {
		for _, e := range values.Elems {
			if e.Kind != strictjson.String {
				return &typ{base: anyValue}
			}
			if !slices.Contains(t.enum, e.Text) {
				t.enum = append(t.enum, e.Text)
			}
		}
		switch {
		case len(t.enum) > maxEnum:
			t.notes = append(t.notes, fmt.Sprintf("one of %d values", len(t.enum)))
			t.enum = nil
		case len(t.enum) > 0:
			return t
		}
	}
	t.bounds(v, "minLength", "maxLength", "String.length %%s %s %s")
	if p := text(v, "pattern"); p != "" {
		if re, ok := pattern(p); ok {
			t.preds = append(t.preds, "String.matches %s "+strings.ReplaceAll(lang.Quote(re), "%", "%%"))
		} else {
			t.notes = append(t.notes, "the server's pattern is not one of the language")
		}
	}
	if f := text(v, "format"); f != "" {
		t.notes = append(t.notes, "format "+clean(f))
	}
	return t
}

// pattern is a pattern of JSON Schema, which may match anywhere, as one of the
// language, which matches the whole.
func pattern(p string) (string, bool) {
	if len(p) > 2000 {
		return "", false
	}
	whole, start := strings.CutPrefix(p, "^")
	end := strings.HasSuffix(whole, "$") && !strings.HasSuffix(whole, `\$`)
	if end {
		whole = strings.TrimSuffix(whole, "$")
	}
	// An alternative at the top would take the anchors for its own.
	whole = "(?:" + whole + ")"
	if (start || end) && strings.Contains(p, "|") && !grouped(p) {
		return "", false
	}
	if !start {
		whole = "(?s:.*)" + whole
	}
	if !end {
		whole += "(?s:.*)"
	}
	if _, err := smt.ParseRegex(whole); err != nil {
		return "", false
	}
	return whole, true
}

// grouped reports whether every `|` of a pattern stands inside of brackets.
func grouped(p string) bool {
	depth := 0
	class := false
	for i := 0; i < len(p); i++ {
		switch c := p[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0:
			return false
		}
	}
	return true
}

// bounds adds limits of a length.
func (t *typ) bounds(v *strictjson.Value, low, high, form string) {
	for _, b := range [...]struct{ key, op string }{{low, ">="}, {high, "<="}} {
		if n := v.Find(b.key); n != nil && n.Kind == strictjson.Int && n.Int.IsInt64() && n.Int.Sign() >= 0 {
			t.preds = append(t.preds, fmt.Sprintf(form, b.op, n.Int))
		}
	}
}

// numberType is a number with its limits.
func numberType(v *strictjson.Value, base string) *typ {
	t := &typ{base: base}
	for _, b := range [...]struct{ key, op string }{
		{"minimum", ">="}, {"exclusiveMinimum", ">"}, {"maximum", "<="}, {"exclusiveMaximum", "<"},
	} {
		n := v.Find(b.key)
		if n == nil || n.Kind != strictjson.Int && n.Kind != strictjson.Float {
			continue
		}
		if lit, ok := number(n, base); ok {
			t.preds = append(t.preds, "%s "+b.op+" "+lit)
		}
	}
	if v.Find("multipleOf") != nil {
		t.notes = append(t.notes, "a multiple of "+v.Find("multipleOf").Compact())
	}
	if e := v.Find("enum"); e != nil && len(e.Elems) > 0 && len(e.Elems) <= maxEnum {
		var any []string
		for _, x := range e.Elems {
			lit, ok := number(x, base)
			if !ok {
				return t
			}
			any = append(any, "%[1]s = "+lit)
		}
		t.preds = append(t.preds, "("+strings.Join(any, " || ")+")")
	}
	return t
}

// number is a literal of the language, where the number has one.
func number(n *strictjson.Value, base string) (string, bool) {
	if base == "Int" {
		i := n.Int
		if n.Kind == strictjson.Float && n.Float.IsInt() {
			i = n.Float.Num()
		}
		if i == nil || i.BitLen() > 64 {
			return "", false
		}
		return negative(i.String()), true
	}
	x := new(big.Rat)
	switch n.Kind {
	case strictjson.Int:
		x.SetInt(n.Int)
	case strictjson.Float:
		x.Set(n.Float)
	default:
		return "", false
	}
	f, exact := x.Float64()
	if !exact {
		return "", false
	}
	lit := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(lit, ".e") {
		lit += ".0"
	}
	return negative(strings.Replace(lit, "e+", "e", 1)), true
}

func negative(lit string) string {
	if strings.HasPrefix(lit, "-") {
		return "(" + lit + ")"
	}
	return lit
}
