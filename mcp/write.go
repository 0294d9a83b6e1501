package mcp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// Unclassified is a tool, or a case of one, that no plan may call.
type Unclassified struct {
	Tool *Tool
	// Case is "" for the whole tool.
	Case string
	// Changed: it was reviewed, and the tool is another now.
	Changed bool
}

// Spec writes the spec of a list's tools, laid out as fmt does, and tells what is
// not classified in it. module is its name; server says where the list is from.
func Spec(module, server string, tools []*Tool, classes *Classes) (string, []Unclassified, []*diag.Diagnostic) {
	w := &writer{module: module, classes: classes}
	var body strings.Builder
	w.b = &body
	for _, t := range tools {
		w.tool(t)
	}
	var b strings.Builder
	comment(&b, 0, 0, "The tools of "+server+", from the list that its server gives.")
	b.WriteString("#\n")
	comment(&b, 0, 0, "Written by aeonc import mcp, which writes it anew: what a tool reads and where it leads "+
		"is said in "+module+".classes.toml. What the server says of its tools stands in comments, and nothing rests on it. "+
		"A tool that nobody has classified is @harness.")
	b.WriteString("open agent\n")
	if w.any {
		fmt.Fprintf(&b, "\n# Any JSON value.\ntype %s\n\n@pure\ndef %s (text: String) : %s := native \"json\"\n", w.anyType(), w.anyFunction(), w.anyType())
	}
	b.WriteString(body.String())
	if b.Len() > load.MaxFileSize {
		return "", nil, []*diag.Diagnostic{diag.New(diag.Span{}, diag.ToolsTooLarge, b.Len(), load.MaxFileSize)}
	}
	text, ds := lang.Format(diag.NewSource(module+".aeon", b.String()))
	return text, w.unclassified, ds
}

type writer struct {
	module       string
	classes      *Classes
	b            *strings.Builder
	any          bool
	unclassified []Unclassified
}

func (w *writer) anyType() string     { return camel(w.module) + "Json" }
func (w *writer) anyFunction() string { return w.module + "_json" }

// tool writes a tool's records, its documentation and its function.
func (w *writer) tool(t *Tool) {
	for _, r := range t.records {
		fmt.Fprintf(w.b, "\ninductive %s\n| mk", r.name)
		for _, p := range r.fields {
			fmt.Fprintf(w.b, " (%s: %s)", p.Name, w.optional(p, w.written(p.typ, "v", nil)))
		}
		fmt.Fprintf(w.b, " : %s\n", r.name)
	}
	w.b.WriteByte('\n')
	w.doc(t)
	class := w.classes.Tools[t.Name]
	if class == nil {
		class = &Class{}
	}
	if class.reviewed() && class.Pin != t.Pin {
		comment(w.b, 0, 0, "IT HAS CHANGED since it was classified.")
		w.unclassified = append(w.unclassified, Unclassified{Tool: t, Changed: true})
		w.harness(t)
		return
	}
	by, all := t.cases()
	reviewed := w.reviewed(t, class, by, all)
	if len(reviewed) == 0 {
		w.harness(t)
		return
	}
	w.function(t, by, reviewed, len(reviewed) == max(1, len(all)))
}

// said is a reviewed case, and when it is this one ("" for always).
type said struct {
	*Case
	when string
}

// reviewed are the cases of a tool that a person has reviewed.
func (w *writer) reviewed(t *Tool, class *Class, by *Param, all []split) []said {
	var out []said
	if by == nil {
		if class.Reviewed {
			return []said{{&class.Case, ""}}
		}
		w.unclassified = append(w.unclassified, Unclassified{Tool: t})
		return nil
	}
	for _, s := range all {
		if x := class.When[s.name]; x != nil && x.Reviewed {
			out = append(out, said{x, fmt.Sprintf(s.when, by.Name)})
		} else {
			w.unclassified = append(w.unclassified, Unclassified{Tool: t, Case: s.name})
		}
	}
	return out
}

// doc writes what the server says of a tool.
func (w *writer) doc(t *Tool) {
	what := shortened(t.Description, maxDescription)
	if title := clean(t.Title); title != "" && title != what {
		comment(w.b, 0, 0, strings.TrimSuffix(title, ".")+".")
	}
	comment(w.b, 0, 0, what)
	for _, p := range t.Params {
		notes := p.typ.allNotes()
		text := shortened(p.Description, 300)
		if len(notes) > 0 {
			text = strings.TrimSpace(text + " (" + strings.Join(notes, "; ") + ")")
		}
		if text != "" {
			comment(w.b, 4, 2, clean(p.Key)+": "+text)
		}
	}
	if len(t.Hints) > 0 {
		var hints []string
		for _, h := range t.Hints {
			hints = append(hints, clean(h.Name)+" = "+shortened(h.Value, 80))
		}
		comment(w.b, 0, 0, "The server's hints, on which nothing rests: "+strings.Join(hints, ", ")+".")
	}
}

// allNotes are the notes of a type and its parts.
func (t *typ) allNotes() []string {
	out := slices.Clone(t.notes)
	for _, x := range []*typ{t.elem, t.inner} {
		if x != nil {
			out = append(out, x.allNotes()...)
		}
	}
	return out
}

// harness writes the function of a tool that no plan may call.
func (w *writer) harness(t *Tool) {
	fmt.Fprintf(w.b, "@harness\ndef %s (1 s: Session)", t.Function)
	for _, p := range t.Params {
		fmt.Fprintf(w.b, " (%s: %s)", p.Name, w.optional(p, w.written(p.typ, p.Name, nil)))
	}
	fmt.Fprintf(w.b, " : (result: String, Session) := %s\n", native(t))
}

// native is the native text by which calls find the tool.
func native(t *Tool) string {
	var renamed []string
	for _, p := range t.Params {
		if p.Key != p.Name {
			renamed = append(renamed, basic(p.Name)+": "+jsonString(p.Key))
		}
	}
	if len(renamed) == 0 {
		return "native " + lang.Quote("tool: "+t.Name)
	}
	return "native " + lang.Quote(`tool: {"name": `+jsonString(t.Name)+`, "params": {`+strings.Join(renamed, ", ")+`}}`)
}

// jsonString is a text as JSON.
func jsonString(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// leaving is what a session must be for something to leave under any preset, and
// strictLeaving under `strict`.
const (
	leaving       = "!(sessionTainted s && sessionUntrusted s)"
	strictLeaving = "(strictly s --> " + leaving + ")"
)

// function writes the function of a tool that was classified. A demand that only
// some cases have stands at the argument that tells them apart, which comes first
// and cannot be left out. all says that every case was reviewed.
func (w *writer) function(t *Tool, by *Param, cases []said, all bool) {
	params := slices.Clone(t.Params)
	var onSession, onBy []string
	demand := func(text string, has func(said) bool) {
		switch when, some := condition(cases, has); {
		case !some:
		case by == nil:
			onSession = append(onSession, text)
		case when == "":
			onBy = append(onBy, text)
		default:
			onBy = append(onBy, "(("+when+") --> "+text+")")
		}
	}
	demand(strictLeaving, func(c said) bool { return c.Effect == EffectLeaves && len(c.To) > 0 })
	demand(leaving, func(c said) bool { return c.Effect == EffectLeaves && len(c.To) == 0 })
	counts := func(c said) bool { return c.Effect == EffectChanges || c.Effect == EffectDestroys }
	demand("writesLeft s > 0", counts)
	if by != nil {
		if !all {
			var any []string
			for _, c := range cases {
				any = append(any, "("+c.when+")")
			}
			onBy = append([]string{"(" + strings.Join(any, " || ") + ")"}, onBy...)
		}
		i := slices.Index(params, by)
		params = append([]*Param{by}, slices.Delete(params, i, i+1)...)
	}
	w.b.WriteString("@keeps(agent)\ndef " + t.Function + " (1 s: " + refined("s", "Session", onSession) + ")")
	for _, p := range params {
		var own func(string) []string
		if p != by {
			own = func(v string) []string { return argumentDemands(p, v, cases) }
		}
		text := w.written(p.typ, p.Name, own)
		if p == by {
			text = w.extended(p, onBy)
		}
		fmt.Fprintf(w.b, " (%s: %s)", p.Name, pick(p == by, text, w.optional(p, text)))
	}
	if when, some := condition(cases, func(c said) bool { return c.Effect == EffectDestroys }); some {
		approval := fmt.Sprintf("grantTool g = %s", lang.Quote(w.module+"."+t.Name))
		if p := approvedTarget(t, cases); p != nil {
			approval += " && grantTarget g = " + p.Name
		}
		if when != "" {
			approval = "((" + when + ") --> " + approval + ")"
		}
		fmt.Fprintf(w.b, " (1 g: {g:Grant | %s})", approval)
	}
	private, taints := labelOf(cases, Private, "holdsPrivate", params)
	untrusted, fouls := labelOf(cases, Untrusted, "holdsUntrusted", params)
	after := []string{}
	after = append(after, grown("sessionTainted", taints)...)
	after = append(after, grown("sessionUntrusted", fouls)...)
	if when, some := condition(cases, counts); some {
		left := "writesLeft s2 = writesLeft s - 1"
		if when != "" {
			left = "writesLeft s2 = (if " + when + " then writesLeft s - 1 else writesLeft s)"
		}
		after = append(after, left)
	}
	if len(after) == 0 {
		after = append(after, "sessionTainted s2 = sessionTainted s")
	}
	fmt.Fprintf(w.b, " : (result: {result:String | holdsPrivate result%s && holdsUntrusted result%s}, {s2:Session | %s}) := %s\n",
		private, untrusted, strings.Join(after, " && "), native(t))
}

// approvedTarget is the argument that an approval has to name: the first that
// says what is destroyed, where it is a text in every case that destroys.
func approvedTarget(t *Tool, cases []said) *Param {
	var target *Param
	for _, c := range cases {
		if c.Effect != EffectDestroys {
			continue
		}
		if len(c.Changes) == 0 {
			return nil
		}
		p := t.param(c.Changes[0])
		if target != nil && p != target || p.typ.base != "String" || !p.Required {
			return nil
		}
		target = p
	}
	return target
}

// condition says in which cases something is so: "" for all of them.
func condition(cases []said, has func(said) bool) (when string, some bool) {
	var any []string
	for _, c := range cases {
		if has(c) {
			any = append(any, c.when)
		}
	}
	if len(any) == len(cases) {
		return "", len(cases) > 0
	}
	return strings.Join(any, " || "), len(any) > 0
}

// labelOf is how a result has a label, and when a session gets the mark. What comes
// back may tell what was asked for, so it has the labels of the arguments too.
func labelOf(cases []said, what, measure string, params []*Param) (label, mark string) {
	when, some := condition(cases, func(c said) bool { return slices.Contains(c.Reads, what) })
	var any []string
	switch {
	case some && when == "":
		return "", "true"
	case some:
		any = append(any, when)
	}
	for _, p := range params {
		any = append(any, measure+" "+p.Name)
	}
	if len(any) == 0 {
		return " = false", when
	}
	return " = (" + strings.Join(any, " || ") + ")", when
}

// grown is what becomes of a mark of the session.
func grown(measure, when string) []string {
	switch when {
	case "":
		return nil
	case "true":
		return []string{measure + " s2"}
	}
	return []string{measure + " s2 = (" + measure + " s || " + when + ")"}
}

// argumentDemands are what the classification demands of an argument's value.
func argumentDemands(p *Param, v string, cases []said) []string {
	var out []string
	add := func(text string, has func(said) bool) {
		when, some := condition(cases, has)
		switch {
		case some && when == "":
			out = append(out, text)
		case some:
			out = append(out, "(("+when+") --> "+text+")")
		}
	}
	add("(strictly s || userTyped "+v+" || knownDestination "+v+")", func(c said) bool {
		return c.Effect == EffectLeaves && slices.Contains(c.To, p.Key)
	})
	add("holdsUntrusted "+v+" = false", func(c said) bool { return slices.Contains(c.Changes, p.Key) })
	return out
}

// extended is the type of the argument that tells cases apart.
func (w *writer) extended(p *Param, more []string) string {
	return refined(p.Name, p.typ.base, append(p.typ.conjuncts(p.Name), more...))
}

// written is a type with the demands of its schema, and, of each value in it that
// has no parts, those that own gives.
func (w *writer) written(t *typ, v string, own func(string) []string) string {
	switch {
	case t.inner != nil:
		return "(Maybe " + w.written(t.inner, v, own) + ")"
	case t.elem != nil:
		return refined(v, "(List "+w.written(t.elem, "x", own)+")", t.conjuncts(v))
	}
	base := t.base
	if base == anyValue {
		w.any = true
		base = w.anyType()
	}
	preds := t.conjuncts(v)
	if own != nil {
		preds = append(preds, own(v)...)
	}
	return refined(v, base, preds)
}

// conjuncts are what a schema demands of a value.
func (t *typ) conjuncts(v string) []string {
	var out []string
	if len(t.enum) > 0 {
		any := make([]string, len(t.enum))
		for i, e := range t.enum {
			any[i] = v + " = " + lang.Quote(e)
		}
		out = append(out, "("+strings.Join(any, " || ")+")")
	}
	for _, p := range t.preds {
		out = append(out, fmt.Sprintf(p, v))
	}
	return out
}

func (w *writer) optional(p *Param, written string) string {
	if p.Required || p.typ.inner != nil {
		return written
	}
	return "(Maybe " + written + ")"
}

// refined is a type with its predicates.
func refined(v, base string, preds []string) string {
	if len(preds) == 0 {
		return base
	}
	return "{" + v + ":" + base + " | " + strings.Join(preds, " && ") + "}"
}

func pick(cond bool, a, b string) string {
	if cond {
		return a
	}
	return b
}
