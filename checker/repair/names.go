package repair

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// likeNames replaces a name that is unknown by those that it may have been
// meant to be, the most alike first.
func (v *view) likeNames(d *diag.Diagnostic) []candidate {
	name := d.Span.Text()
	if name == "" || strings.ContainsAny(name, " \n\t(") {
		return nil
	}
	path := v.path(d.Span.Start, d.Span.End)
	names := v.namesAt(path)
	scored := v.alike(name, names, path, d)
	var out []candidate
	for i, s := range scored[:min(len(scored), maxNames)] {
		// A way out that is none must have been meant: a slip of the pen away.
		if v.notMeant(name, s.name) {
			continue
		}
		cs := v.change(fmt.Sprintf(diag.ReplaceName, name, s.name), replace(d.Span, s.name))
		if spelledAlike(name, s.name) && alone(name, names) {
			cs = safely(cs)
		}
		if i > 0 && s.score < scored[0].score-0.05 {
			cs = costing(costDrop, cs) // another one is more likely
		}
		out = append(out, cs...)
	}
	// A call of what is unknown may be a method, "s.close", of a receiver.
	if recv, method, ok := strings.Cut(name, "."); ok && recv != "" {
		out = append(out, v.methods(d, path, recv, method)...)
	}
	return out
}

// sessions are names under which a plan's linear value goes elsewhere.
var sessions = map[string]bool{
	"session": true, "sess": true, "s": true, "ctx": true, "context": true, "state": true, "client": true, "conn": true, "connection": true,
	"handle": true, "agent": true, "self": true, "this": true, "api": true, "db": true, "server": true,
}

// given replaces a name that is bound nowhere, everywhere, by that of the linear value
// that the plan is given: an argument that is the first of its call, or called like a
// session or like the type.
func (v *view) given(d *diag.Diagnostic) []candidate {
	name := d.Span.Text()
	if v.Contract == nil || !isName(name) || v.callable(name) != nil {
		return nil
	}
	var out []candidate
	for _, p := range v.Contract.Params {
		c := linearCon(p.Type)
		if c == nil || !sessions[strings.ToLower(name)] && likeness(name, c.Name) < 0.5 && likeness(name, p.Name) < 0.5 {
			continue
		}
		var edits []edit
		for _, t := range v.toks {
			if (t.Kind == lang.TokName || t.Kind == lang.TokQualified) && root(t.Text) == name {
				edits = append(edits, edit{t.Span.Start, t.Span.Start + len(name), p.Name})
			}
		}
		title := fmt.Sprintf(diag.ReplaceName, name, p.Name)
		out = append(out, v.change(title, edits...)...)
		out = append(out, v.change(title, replace(d.Span, p.Name))...)
	}
	return out
}

// foreignNames are functions that other languages have for the built-in ones.
var foreignNames = map[string][]string{
	"str": {"String.ofInt"}, "tostring": {"String.ofInt"}, "string": {"String.ofInt"}, "show": {"String.ofInt"},
	"string.fromint": {"String.ofInt"}, "string.of": {"String.ofInt"}, "string.fromnumber": {"String.ofInt"}, "itoa": {"String.ofInt"},
	"len": {"List.length", "String.length"}, "length": {"List.length", "String.length"}, "size": {"List.length", "String.length"},
	"count": {"List.length"}, "list.len": {"List.length"}, "list.size": {"List.length"}, "string.len": {"String.length"},
	"map": {"List.map"}, "filter": {"List.filter"}, "fold": {"List.foldl"}, "foldl": {"List.foldl"}, "reduce": {"List.foldl"},
	"list.fold": {"List.foldl"}, "list.reduce": {"List.foldl"}, "list.foldleft": {"List.foldl"}, "foreach": {"List.foldl"}, "list.iter": {"List.foldl"},
	"head": {"List.head"}, "first": {"List.head"}, "list.first": {"List.head"}, "take": {"List.take"}, "sum": {"List.sum"},
	"isempty": {"List.isEmpty"}, "empty": {"List.isEmpty"}, "any": {"List.any"}, "all": {"List.all"}, "find": {"List.find"},
	"strip": {"String.trim"}, "trim": {"String.trim"}, "lower": {"String.lower"}, "tolower": {"String.lower"}, "tolowercase": {"String.lower"},
	"split": {"String.split"}, "join": {"String.join"}, "startswith": {"String.startsWith"}, "endswith": {"String.endsWith"}, "contains": {"String.contains"},
}

// alike ranks the names that an unknown one may have been meant to be: those that
// other languages use, then those that are alike, where the number of arguments
// fits before others.
func (v *view) alike(name string, names []string, path []lang.Node, d *diag.Diagnostic) []scored {
	args := -1
	for i := len(path) - 2; i >= 0 && args < 0; i-- {
		if app, ok := path[i].(*lang.App); ok && app.Fun.Range() == d.Span {
			args = len(app.Args)
		}
	}
	var out []scored
	for _, n := range foreignNames[plainName(name)] {
		out = append(out, scored{n, 2})
	}
	for _, s := range rank(name, names) {
		if g := v.callable(s.name); g != nil && args > 0 {
			switch {
			case len(g.Params) == args:
				s.score += 0.2
			case len(g.Params) < args:
				s.score -= 0.2
			}
			if g.Prim != "" {
				s.score -= 0.1
			}
		}
		out = append(out, s)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].score > out[j].score })
	return out
}

// appends writes "concat a b" as "a ++ b".
func (v *view) appends(d *diag.Diagnostic) []candidate {
	switch plainName(strings.TrimPrefix(d.Span.Text(), "String.")) {
	case "concat", "append", "strcat", "cat", "add", "plus", "concatenate":
	default:
		return nil
	}
	path := v.path(d.Span.Start, d.Span.End)
	for i := len(path) - 2; i >= 0; i-- {
		app, ok := path[i].(*lang.App)
		if !ok || app.Fun.Range() != d.Span || len(app.Args) < 2 {
			continue
		}
		text := strings.Join(v.texts(app.Args), " ++ ")
		return v.change(diag.JoinStrings, replace(app.Span, text))
	}
	return nil
}

// allNames replaces every name that is unknown by the one it was most likely
// meant to be.
func (v *view) allNames(*diag.Diagnostic) []candidate {
	var edits []edit
	var titles []string
	safe := true
	for _, e := range v.errors {
		name := e.Span.Text()
		if e.Code != "AE201" || !isName(strings.ReplaceAll(name, ".", "")) {
			continue
		}
		path := v.path(e.Span.Start, e.Span.End)
		names := v.namesAt(path)
		for _, s := range v.alike(name, names, path, e) {
			if v.notMeant(name, s.name) {
				continue
			}
			edits = append(edits, replace(e.Span, s.name))
			titles = append(titles, fmt.Sprintf(diag.ReplaceName, name, s.name))
			safe = safe && spelledAlike(name, s.name) && alone(name, names)
			break
		}
	}
	if len(edits) < 2 {
		return nil
	}
	cs := v.change(strings.Join(titles, "; "), edits...)
	if safe {
		cs = safely(cs)
	}
	return cs
}

// methods turns "recv.method a" into the call of a function that is named alike
// and takes what recv is; where nothing is called recv, what is linear is meant, as
// by "session.close()".
func (v *view) methods(d *diag.Diagnostic, path []lang.Node, recv, method string) []candidate {
	var x *variable
	scope := v.scope(path)
	for i := range scope {
		if scope[i].name == recv {
			x = &scope[i]
		}
	}
	for i := len(scope) - 1; x == nil && i >= 0; i-- {
		if l := scope[i].local; l != nil && core.IsLinear(l.Type) {
			x = &scope[i]
		}
	}
	if x == nil || x.local == nil {
		return nil
	}
	var takes []string
	for _, g := range v.functions {
		if len(g.Params) > 0 && sameBase(g.Params[0].Type, x.local.Type) {
			takes = append(takes, g.Name)
		}
	}
	at := d.Span
	for _, n := range path {
		if app, ok := n.(*lang.App); ok && app.Fun.Range() == d.Span && app.Args[0].Range().Text() == "()" {
			at = app.Span
		}
	}
	named := rank(method, takes)
	if slices.Contains(takes, method) {
		named = append([]scored{{method, 1}}, named...)
	}
	var out []candidate
	for _, s := range first(named) {
		if v.notMeant(method, s.name) {
			continue
		}
		out = append(out, v.change(fmt.Sprintf(diag.ReplaceName, at.Text(), s.name+" "+x.name), replace(at, s.name+" "+x.name))...)
	}
	return out
}

// namesAt lists what can be named at the end of a path.
func (v *view) namesAt(path []lang.Node) []string {
	var names []string
	for _, x := range v.scope(path) {
		names = append(names, x.name)
	}
	for _, list := range [][]*core.Global{v.functions, v.Plan.Helpers, v.Builtins.Globals} {
		for _, g := range list {
			names = append(names, g.Name)
		}
	}
	for _, m := range v.Modules {
		for _, g := range m.Globals {
			if g.Kind == core.CtorFn {
				names = append(names, g.Name)
			}
		}
	}
	return names
}

// notMeant reports whether a function is a way out that is none, and was not what an
// unknown name was meant to be, as with a slip of the pen.
func (v *view) notMeant(name, to string) bool {
	g := v.function(to)
	return g != nil && v.decides(g) && distance(plainName(name), plainName(to)) > 2
}

// printing are functions of other languages that write something out.
var printing = map[string]bool{
	"print": true, "println": true, "printf": true, "echo": true, "log": true, "console": true, "console.log": true, "puts": true,
	"logging": true, "logger": true, "system.out.println": true, "putstrln": true, "print_endline": true, "sleep": true, "assert": true, "pass": true,
}

// printed leaves out a call that would write something out: what a plan returns is all
// that is seen of it.
func (v *view) printed(d *diag.Diagnostic) []candidate {
	if !printing[strings.ToLower(d.Span.Text())] {
		return nil
	}
	name := d.Span.Text()
	var out []candidate
	path := v.path(d.Span.Start, d.Span.End)
	for i := len(path) - 1; i > 0; i-- {
		b, ok := path[i].(*lang.Binding)
		if !ok {
			continue
		}
		if l, ok := path[i-1].(*lang.Let); ok {
			for k, x := range l.Binds {
				if x == b && !v.patternUsed(b.Pattern, l) {
					out = append(out, v.dropBinding(l, k, name)...)
				}
			}
		}
		break
	}
	if i := statement(path); i < len(path) && len(out) == 0 {
		out = append(out, v.change(fmt.Sprintf(diag.DropCall, name), replace(path[i].Range(), "()"))...)
	}
	return costing(costOften, out)
}

// nothings are what other languages have where there is no value.
var nothings = map[string]bool{"None": true, "null": true, "nil": true, "undefined": true, "Nothing": true, "NULL": true, "none": true}

// emptyFor puts what is empty in the place of no value, where the spec wants a text or
// a list.
func (v *view) emptyFor(d *diag.Diagnostic) []candidate {
	name := d.Span.Text()
	if !nothings[name] {
		return nil
	}
	for c, i := range v.argumentsAt(d.Span) {
		a := c.args[i]
		text := map[string]string{"String": `""`, "Bool": "false", "Unit": "()"}[core.TypeString(c.g.Params[i].Type)]
		if elementOf(c.g.Params[i].Type) != nil {
			text = "[]"
		}
		if text != "" {
			return v.change(fmt.Sprintf(diag.ReplaceName, v.code(a), text), replace(a.Range(), text))
		}
	}
	return nil
}

// foreignTypes are what other languages call the base types.
var foreignTypes = map[string]string{
	"str": "String", "string": "String", "text": "String", "char": "String", "int": "Int", "integer": "Int", "number": "Int", "long": "Int",
	"nat": "Int", "bool": "Bool", "boolean": "Bool", "float": "Float", "double": "Float", "real": "Float", "void": "Unit", "none": "Unit",
	"nonetype": "Unit", "null": "Unit", "array": "List", "seq": "List", "vec": "List", "option": "Maybe", "optional": "Maybe",
}

// likeTypes replaces a type or module that is unknown.
func (v *view) likeTypes(d *diag.Diagnostic) []candidate {
	name := d.Span.Text()
	names := []string{"Int", "Bool", "String", "Float", "Unit", "List", "Maybe"}
	for _, m := range v.Modules {
		for _, c := range m.Cons {
			names = append(names, c.Name)
		}
	}
	var out []candidate
	if to := foreignTypes[strings.ToLower(name)]; to != "" {
		out = append(out, v.change(fmt.Sprintf(diag.ReplaceName, name, to), replace(d.Span, to))...)
	}
	for _, s := range first(rank(name, names)) {
		cs := v.change(fmt.Sprintf(diag.ReplaceName, name, s.name), replace(d.Span, s.name))
		if spelledAlike(name, s.name) && alone(name, names) {
			cs = safely(cs)
		}
		out = append(out, cs...)
	}
	return out
}

// imports leaves out an import that is not allowed, or names a module in force.
func (v *view) imports(d *diag.Diagnostic) []candidate {
	var out []candidate
	for _, x := range v.File.Decls {
		im, ok := x.(*lang.Import)
		if !ok || !within(d.Span, im.Span) && !within(im.Span, d.Span) {
			continue
		}
		end := im.Span.End
		for end < len(v.text) && (v.text[end] == ' ' || v.text[end] == '\r' || v.text[end] == ';') {
			end++
		}
		if end < len(v.text) && v.text[end] == '\n' {
			end++
		}
		out = append(out, v.change(fmt.Sprintf(diag.DropImport, im.Path.Name), edit{im.Span.Start, end, ""})...)
		for _, m := range v.Modules {
			out = append(out, v.change(fmt.Sprintf(diag.ReplaceName, im.Path.Name, m.Name), replace(im.Path.Span, m.Name))...)
		}
	}
	return out
}

// rebind gives another name to a binder that takes a reserved one (AE504),
// where it is bound and where it is used.
func (v *view) rebind(d *diag.Diagnostic) []candidate {
	old := d.Span.Text()
	if i := strings.LastIndexAny(old, " \t"); i >= 0 {
		old = old[i+1:]
	}
	if !isName(old) {
		return nil
	}
	to := v.fresh("the_" + strings.ToLower(old[:1]) + old[1:])
	var edits []edit
	at := v.tokenAt(d.Span.Start)
	path := v.path(d.Span.Start, d.Span.End)
	end := len(v.text)
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *lang.Let, *lang.Lambda, *lang.Arm, *lang.Def:
			end = n.Range().End
		default:
			continue
		}
		break
	}
	for i := at; i < len(v.toks) && v.toks[i].Span.Start < end; i++ {
		t := v.toks[i]
		if (t.Kind == lang.TokName || t.Kind == lang.TokQualified) && root(t.Text) == old {
			edits = append(edits, edit{t.Span.Start, t.Span.Start + len(old), to})
		}
	}
	// The first renaming reaches only what is a variable's: not what is called.
	var uses []edit
	for _, e := range edits {
		i := v.tokenAt(e.start)
		calls := i+1 < len(v.toks) && e.start != v.toks[at].Span.Start && v.callable(old) != nil && startsOperand(v.toks[i+1])
		if !calls {
			uses = append(uses, e)
		}
	}
	title := fmt.Sprintf(diag.RenameBinder, old, to)
	return append(v.change(title, uses...), v.change(title, edits...)...)
}

func startsOperand(t lang.Token) bool {
	switch t.Kind {
	case lang.TokName, lang.TokQualified, lang.TokInt, lang.TokFloat, lang.TokString:
		return true
	}
	return t.Text == "(" || t.Text == "["
}

func isName(s string) bool {
	for i, r := range s {
		if !(r == '_' || r < 128 && unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}
