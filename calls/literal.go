package calls

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
)

// instance maps the type parameters of an inductive type to its arguments.
type instance map[*core.TyVar]core.Type

// value is a JSON value as an expression of a type. What stands for what:
//
//	String, Int, Float, Bool    a string, a number without and with a fraction, true and false
//	(List T)                    a list
//	(Maybe T)                   null, or the value
//	a type of one constructor   an object, its fields by name
//	a tuple, its parts named    an object, its parts by name
//	an enumeration              the name of a constructor, in a string
//	an opaque type              what its one constructing function takes (see construct)
func (t *translator) value(v *strictjson.Value, typ core.Type, key, tool string, inst instance) (string, bool) {
	typ = core.Strip(typ)
	if x, isVar := typ.(*core.Var); isVar && inst[x.Var] != nil {
		return t.value(v, inst[x.Var], key, tool, nil)
	}
	if t.References && v.Kind == strictjson.Object && isReference(v) {
		text, yields, ok := t.reference(v, typ, key, tool)
		if ok && isMaybe(typ) && !isMaybe(yields) {
			text = "(Maybe.some " + text + ")"
		}
		return text, ok
	}
	wrong := func() (string, bool) {
		t.fail(v.Span, diag.CallArgumentType, key, tool, v.Kind, "a "+core.TypeString(typ))
		return "", false
	}
	if tuple, ok := typ.(*core.Tuple); ok {
		return t.tuple(v, tuple, key, tool, inst)
	}
	con, ok := typ.(*core.Con)
	if !ok {
		return wrong()
	}
	switch {
	case con.Con.Module == "" && con.Con.Name == "List" && len(con.Args) == 1:
		if v.Kind != strictjson.List {
			return wrong()
		}
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			if parts[i], ok = t.value(e, con.Args[0], key, tool, inst); !ok {
				return "", false
			}
		}
		return "[" + strings.Join(parts, ", ") + "]", true
	case isMaybe(con):
		if v.Kind == strictjson.Null {
			return "Maybe.none", true
		}
		text, ok := t.value(v, con.Args[0], key, tool, inst)
		return "(Maybe.some " + text + ")", ok
	case con.Con.Kind == core.BuiltinCon:
		text, fits := t.base(v, con.Con.Name)
		if !fits {
			return wrong()
		}
		return text, text != ""
	case con.Con.Kind == core.InductiveCon:
		return t.inductive(v, con, key, tool)
	}
	return t.construct(v, con, key, tool)
}

// base is a literal; fits is false for one of another kind. An empty text says
// that a number was reported.
func (t *translator) base(v *strictjson.Value, name string) (text string, fits bool) {
	switch {
	case name == "String" && v.Kind == strictjson.String:
		return lang.Quote(v.Text), true
	case name == "Bool" && v.Kind == strictjson.Bool:
		return strconv.FormatBool(v.Bool), true
	case name == "Int" && v.Kind == strictjson.Int:
		return t.integer(v), true
	case name == "Float" && (v.Kind == strictjson.Float || v.Kind == strictjson.Int):
		return t.float(v), true
	case name == "Unit" && v.Kind == strictjson.Null:
		return "()", true
	}
	return "", false
}

// integer is an Int literal. Numbers beyond 64 bits are refused: few programs
// that read JSON hold them.
func (t *translator) integer(v *strictjson.Value) string {
	switch {
	case !v.Int.IsInt64():
		t.fail(v.Span, diag.CallNumber, "it takes more than 64 bits")
	case v.Int.Sign() == 0 && strings.HasPrefix(v.Text, "-"):
		t.fail(v.Span, diag.CallNumber, "there is no -0")
	case v.Int.Sign() < 0:
		return "(" + v.Int.String() + ")"
	default:
		return v.Int.String()
	}
	return ""
}

// float is a Float literal of exactly the double that the number stands for.
func (t *translator) float(v *strictjson.Value) string {
	f, err := strconv.ParseFloat(v.Text, 64)
	exact := new(big.Rat)
	if err == nil {
		exact.SetFloat64(f)
	}
	switch {
	case err != nil:
		t.fail(v.Span, diag.CallNumber, "it is larger than any Float")
	case f == 0 && strings.HasPrefix(v.Text, "-"):
		t.fail(v.Span, diag.CallNumber, "there is no -0")
	case f == 0 && strings.ContainsAny(strings.FieldsFunc(v.Text, func(r rune) bool { return r == 'e' || r == 'E' })[0], "123456789"):
		t.fail(v.Span, diag.CallNumber, "it is smaller than any Float")
	case v.Kind == strictjson.Int && exact.Cmp(new(big.Rat).SetInt(v.Int)) != 0:
		t.fail(v.Span, diag.CallNumber, "no Float has exactly this value")
	default:
		text := strconv.FormatFloat(f, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		text = strings.Replace(text, "e+", "e", 1)
		if f < 0 {
			return "(" + text + ")"
		}
		return text
	}
	return ""
}

// inductive is an enumeration's member or a record.
func (t *translator) inductive(v *strictjson.Value, con *core.Con, key, tool string) (string, bool) {
	wrong := func(what string) (string, bool) {
		t.fail(v.Span, diag.CallArgumentType, key, tool, v.Kind, what)
		return "", false
	}
	if v.Kind == strictjson.String {
		for _, c := range con.Con.Ctors {
			if len(c.Params) == 0 && c.Name == v.Text {
				return con.Con.Name + "." + c.Name, true
			}
		}
		return wrong("one of the constructors of " + con.Con.Name)
	}
	if v.Kind != strictjson.Object || len(con.Con.Ctors) != 1 {
		return wrong("a " + core.TypeString(con))
	}
	inst := instance{}
	for i, p := range con.Con.Params {
		inst[p] = con.Args[i]
	}
	c := con.Con.Ctors[0]
	names := FieldsOf(c)
	used := map[string]bool{}
	parts := []string{con.Con.Name + "." + c.Name}
	ok := true
	for _, p := range c.Params {
		field := p.Name
		if k, renamed := names[p.Name]; renamed {
			field = k
		}
		used[field] = true
		x := v.Find(field)
		if x == nil {
			if !isMaybe(p.Type) {
				t.fail(v.Span, diag.CallMissingKey, tool, key+"."+field)
				ok = false
			}
			parts = append(parts, "Maybe.none")
			continue
		}
		text, fits := t.value(x, p.Type, key+"."+field, tool, inst)
		ok = ok && fits
		parts = append(parts, text)
	}
	for _, m := range v.Members {
		if !used[m.Name] {
			t.fail(m.Key, diag.CallUnknownKey, tool, key+"."+m.Name)
			ok = false
		}
	}
	return "(" + strings.Join(parts, " ") + ")", ok
}

// tuple is a tuple all whose parts have names.
func (t *translator) tuple(v *strictjson.Value, typ *core.Tuple, key, tool string, inst instance) (string, bool) {
	named := v.Kind == strictjson.Object
	for _, e := range typ.Elems {
		named = named && e.Name != "" && e.Name != "_"
	}
	if !named {
		t.fail(v.Span, diag.CallArgumentType, key, tool, v.Kind, "a "+core.TypeString(typ))
		return "", false
	}
	used := map[string]bool{}
	parts := make([]string, len(typ.Elems))
	ok := true
	for i, e := range typ.Elems {
		used[e.Name] = true
		x := v.Find(e.Name)
		if x == nil {
			t.fail(v.Span, diag.CallMissingKey, tool, key+"."+e.Name)
			ok = false
			continue
		}
		var fits bool
		parts[i], fits = t.value(x, e.Type, key+"."+e.Name, tool, inst)
		ok = ok && fits
	}
	for _, m := range v.Members {
		if !used[m.Name] {
			t.fail(m.Key, diag.CallUnknownKey, tool, key+"."+m.Name)
			ok = false
		}
	}
	return "(" + strings.Join(parts, ", ") + ")", ok
}

// construct is a value of an opaque type: by the function under @argument that says
// no keys, which is given the value itself; else by the one function of the specs that
// makes it from a String, an Int, a Float or a Bool and promises nothing of it:
// whoever runs the call hands over the text as it stands, so a function that
// would have looked at it first does not count. Where the function's native text
// is "json", it takes any JSON value, as text.
func (t *translator) construct(v *strictjson.Value, con *core.Con, key, tool string) (string, bool) {
	if makers := t.makers(con, false); len(makers) > 0 {
		return t.construction(makers, v, con, key, tool)
	}
	var found []*core.Global
	for _, g := range t.Exports {
		if g.Kind != core.NativeFn || g.Harness || len(g.Params) != 1 {
			continue
		}
		result, isCon := core.Strip(g.Result).(*core.Con)
		if !isCon || result.Con != con.Con || core.MentionsRefinement(g.Result) {
			continue
		}
		p, isCon := core.Strip(g.Params[0].Type).(*core.Con)
		if !isCon || p.Con.Kind != core.BuiltinCon {
			continue
		}
		if nativeText(g) == AnyJSON && p.Con.Name == "String" {
			return "(" + g.Name + " " + lang.Quote(v.Compact()) + ")", t.plain(v)
		}
		if text, fits := (&translator{}).base(v, p.Con.Name); fits && text != "" {
			found = append(found, g)
		}
	}
	if len(found) != 1 {
		d := t.fail(v.Span, diag.CallArgumentType, key, tool, v.Kind, "a "+core.TypeString(con))
		if len(found) > 1 {
			d.With(found[0].Span, "this function makes one of it").With(found[1].Span, "and so does this")
		}
		return "", false
	}
	text, _ := t.base(v, core.Strip(found[0].Params[0].Type).(*core.Con).Con.Name)
	return "(" + found[0].Name + " " + text + ")", true
}

// makers are the functions under @argument that make values of an opaque type, out of
// keys that they name or of one value.
func (t *translator) makers(con *core.Con, ofKeys bool) []*core.Global {
	var out []*core.Global
	for _, g := range t.Exports {
		if g.Argument == nil || !callable(g) || g.Harness || len(g.Argument.Params) > 0 != ofKeys {
			continue
		}
		if r, ok := core.Strip(g.Result).(*core.Con); ok && r.Con == con.Con {
			out = append(out, g)
		}
	}
	return out
}

// construction is a value by the one function under @argument.
func (t *translator) construction(makers []*core.Global, v *strictjson.Value, con *core.Con, key, tool string) (string, bool) {
	if len(makers) > 1 || len(makers[0].Params) != 1 {
		d := t.fail(v.Span, diag.CallArgumentType, key, tool, v.Kind, "a "+core.TypeString(con))
		for _, g := range makers {
			d.With(g.Span, "this function makes one")
		}
		return "", false
	}
	text, ok := t.value(v, makers[0].Params[0].Type, key, tool, nil)
	return "(" + makers[0].Name + " " + text + ")", ok
}

// plain holds the numbers in a JSON value to what any program holds, and lets no
// reference hide in it.
func (t *translator) plain(v *strictjson.Value) bool {
	ok := true
	if t.References && isReference(v) {
		t.fail(v.Span, diag.CallReference, "it cannot stand inside a value of any shape")
		return false
	}
	switch v.Kind {
	case strictjson.Int:
		ok = t.integer(v) != ""
	case strictjson.Float:
		ok = t.float(v) != ""
	}
	for _, e := range v.Elems {
		ok = t.plain(e) && ok
	}
	for _, m := range v.Members {
		ok = t.plain(m.Value) && ok
	}
	return ok
}
