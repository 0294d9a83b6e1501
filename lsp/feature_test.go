package lsp_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// caret is where the cursor is in a test's text.
const caret = "‸"

// place takes the caret out of a text and tells its line and UTF-16 column.
func place(t *testing.T, marked string) (text string, line, character int) {
	t.Helper()
	before, after, found := strings.Cut(marked, caret)
	if !found {
		t.Fatalf("no caret in %q", marked)
	}
	lines := strings.Split(before, "\n")
	return before + after, len(lines) - 1, len(utf16.Encode([]rune(lines[len(lines)-1])))
}

// ranges are the places of a result as "file:line:character-line:character", sorted.
func ranges(locations any) []string {
	var out []string
	var list []any
	switch l := locations.(type) {
	case []any:
		list = l
	case object:
		list = []any{l}
	}
	for _, l := range list {
		m := l.(object)
		uri, _ := m["uri"].(string)
		r := m["range"].(object)
		s, e := r["start"].(object), r["end"].(object)
		out = append(out, fmt.Sprintf("%s:%v:%v-%v:%v", uri[strings.LastIndexByte(uri, '/')+1:], s["line"], s["character"], e["line"], e["character"]))
	}
	slices.Sort(out)
	return out
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func TestNavigation(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	plan := "def leak (1 s: Session) : Session := repoRead s privateRepo\nlet s := leak s in\nlet n := List.length [s2] in\ncloseSession s\n"
	c, dir, uri := begin(t, strings.Replace(plan, "[s2]", "[1]", 1))
	specURI := fileURI(filepath.Join(dir, "spec.aeon"))
	definition := func(line, character int) []string {
		return ranges(c.call("textDocument/definition", at(uri, line, character)))
	}
	same(t, "of a native", definition(0, 40), []string{"spec.aeon:10:4-10:12"})
	same(t, "of a helper", definition(1, 10), []string{"plan.aeon:0:4-0:8"})
	same(t, "of a variable", definition(3, 13), []string{"plan.aeon:1:4-1:5"})
	same(t, "of a parameter", definition(0, 46), []string{"plan.aeon:0:12-0:13"})
	same(t, "of a type", definition(0, 17), []string{"spec.aeon:0:12-0:19"})
	same(t, "of the contract's parameter", definition(1, 14), []string{"spec.aeon:14:8-14:9"})
	if got := definition(2, 16); len(got) != 1 || !strings.HasPrefix(got[0], "prelude.aeon:") {
		t.Errorf("of a built-in function: %q", got)
	}
	same(t, "the type's", ranges(c.call("textDocument/typeDefinition", at(uri, 3, 13))), []string{"spec.aeon:0:12-0:19"})

	c.open(specURI, spec)
	c.expect(specURI, 1)
	references := func(uri string, line, character int, declaration bool) []string {
		p := at(uri, line, character)
		p["context"] = object{"includeDeclaration": declaration}
		return ranges(c.call("textDocument/references", p))
	}
	same(t, "of a native", references(specURI, 10, 6, false), []string{"plan.aeon:0:37-0:45"})
	same(t, "of a measure, with its declaration", references(specURI, 4, 6, true), []string{
		"spec.aeon:10:54-10:68", "spec.aeon:10:92-10:106", "spec.aeon:11:109-11:123", "spec.aeon:11:31-11:45",
		"spec.aeon:11:89-11:103", "spec.aeon:14:24-14:38", "spec.aeon:4:4-4:18",
	})
	same(t, "of a variable", references(uri, 1, 4, true), []string{"plan.aeon:1:4-1:5", "plan.aeon:3:13-3:14"})
	same(t, "highlights", ranges(c.call("textDocument/documentHighlight", at(uri, 1, 4))), []string{":1:4-1:5", ":3:13-3:14"})
	linked := c.call("textDocument/linkedEditingRange", at(uri, 1, 4)).(object)["ranges"].([]any)
	if len(linked) != 2 {
		t.Errorf("linked editing: %v", linked)
	}
}

// newTexts carries out a workspace edit on texts by URI.
func newTexts(t *testing.T, edit any, texts map[string]string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for uri, edits := range edit.(object)["changes"].(object) {
		out[uri] = applied(t, texts[uri], edits.([]any))
	}
	return out
}

// applied carries out text edits, which do not overlap.
func applied(t *testing.T, text string, edits []any) string {
	t.Helper()
	type change struct {
		from, to int
		text     string
	}
	var cs []change
	for _, e := range edits {
		m := e.(object)
		r := m["range"].(object)
		cs = append(cs, change{offset(text, r["start"].(object)), offset(text, r["end"].(object)), m["newText"].(string)})
	}
	slices.SortFunc(cs, func(a, b change) int { return b.from - a.from })
	for _, c := range cs {
		text = text[:c.from] + c.text + text[c.to:]
	}
	return text
}

// offset is a UTF-16 position in a text whose lines end in "\n".
func offset(text string, p object) int {
	lines := strings.SplitAfter(text, "\n")
	n := int(p["line"].(float64))
	before := strings.Join(lines[:min(n, len(lines))], "")
	if n >= len(lines) {
		return len(text)
	}
	units := utf16.Encode([]rune(lines[n]))
	return len(before) + len(string(utf16.Decode(units[:min(int(p["character"].(float64)), len(units))])))
}

func TestOutline(t *testing.T) {
	c, dir, uri := begin(t, goodPlan)
	specURI := fileURI(filepath.Join(dir, "spec.aeon"))
	c.open(specURI, spec)
	names := func(symbols any) []string {
		var out []string
		for _, s := range symbols.([]any) {
			out = append(out, s.(object)["name"].(string))
		}
		return out
	}
	id := object{"textDocument": object{"uri": specURI}}
	same(t, "the spec", names(c.call("textDocument/documentSymbol", id)), []string{
		"Session", "Repo", "sessionTainted", "repoPrivate", "publicRepo", "privateRepo", "repoRead", "publish", "closeSession", "plan",
	})
	same(t, "the plan", names(c.call("textDocument/documentSymbol", object{"textDocument": object{"uri": uri}})), []string{"s", "s"})
	same(t, "the workspace", names(c.call("workspace/symbol", object{"query": "rerd"})), []string{"repoRead"})

	folds := c.call("textDocument/foldingRange", id).([]any)
	if len(folds) != 0 {
		t.Errorf("nothing there takes two lines: %v", folds)
	}
	folded := "# one\n# two\nopen spec\nopen spec\nlet s :=\n  repoRead s publicRepo in\ncloseSession s\n"
	c.replace(uri, 2, folded)
	var got []string
	for _, f := range c.call("textDocument/foldingRange", object{"textDocument": object{"uri": uri}}).([]any) {
		m := f.(object)
		got = append(got, fmt.Sprintf("%v-%v %v", m["startLine"], m["endLine"], m["kind"]))
	}
	same(t, "folds", got, []string{"0-1 comment", "2-3 imports", "4-5 <nil>"})

	selection := c.call("textDocument/selectionRange", object{"textDocument": object{"uri": uri}, "positions": []any{object{"line": 5, "character": 4}}}).([]any)[0].(object)
	var chain []string
	for r := selection; r != nil; r, _ = r["parent"].(object) {
		s, e := r["range"].(object)["start"].(object), r["range"].(object)["end"].(object)
		chain = append(chain, fmt.Sprintf("%v:%v-%v:%v", s["line"], s["character"], e["line"], e["character"]))
	}
	same(t, "selection", chain, []string{"5:2-5:10", "5:2-5:23", "4:0-5:23", "4:0-6:14", "0:0-7:0"})
}

func TestSemanticTokens(t *testing.T) {
	c, _, uri := begin(t, "let s := repoRead s publicRepo in # é\ncloseSession s\n")
	full := c.call("textDocument/semanticTokens/full", object{"textDocument": object{"uri": uri}}).(object)["data"].([]any)
	var got []string
	for i := 0; i+4 < len(full); i += 5 {
		got = append(got, fmt.Sprintf("%v,%v,%v,%v", full[i], full[i+1], full[i+2], full[i+3]))
	}
	same(t, "tokens", got, []string{
		"0,0,3,8", "0,4,1,4", "0,2,2,12", "0,3,8,7", "0,9,1,3", "0,2,10,4", "0,11,2,8", "0,3,3,9", "1,0,12,7", "0,13,1,4",
	})
	part := c.call("textDocument/semanticTokens/range", object{"textDocument": object{"uri": uri}, "range": object{
		"start": object{"line": 1, "character": 0}, "end": object{"line": 2, "character": 0},
	}}).(object)["data"].([]any)
	if len(part) != 10 || part[0] != 1.0 {
		t.Errorf("a part: %v", part)
	}
}

func TestFormatting(t *testing.T) {
	c, _, uri := begin(t, "let  s :=  repoRead s publicRepo in\nlet s := publish s   \"é😀\" in\ncloseSession   s\n")
	text := "let  s :=  repoRead s publicRepo in\nlet s := publish s   \"é😀\" in\ncloseSession   s\n"
	options := object{"tabSize": 2, "insertSpaces": true}
	id := object{"uri": uri}
	all := c.call("textDocument/formatting", object{"textDocument": id, "options": options}).([]any)
	want := "let s := repoRead s publicRepo in\nlet s := publish s \"é😀\" in\ncloseSession s\n"
	if got := applied(t, text, all); got != want {
		t.Errorf("all: %q", got)
	}
	part := c.call("textDocument/rangeFormatting", object{"textDocument": id, "options": options, "range": object{
		"start": object{"line": 0, "character": 0}, "end": object{"line": 0, "character": 3},
	}}).([]any)
	if got := applied(t, text, part); !strings.HasPrefix(got, "let s := repoRead") {
		t.Errorf("a part: %q", got)
	}
	c.replace(uri, 2, "let  s := \n")
	if got := c.call("textDocument/formatting", object{"textDocument": id, "options": options}).([]any); len(got) != 0 {
		t.Errorf("half-typed code: %v", got)
	}
	crlf := strings.ReplaceAll(want, "\n", "\r\n")
	c.replace(uri, 3, crlf)
	if got := c.call("textDocument/formatting", object{"textDocument": id, "options": options}).([]any); len(got) != 0 {
		t.Errorf("line ends changed: %v", got)
	}
}

func TestSignatureHelp(t *testing.T) {
	c, _, uri := begin(t, goodPlan)
	for i, x := range []struct {
		text   string
		active float64
	}{
		{"let s := publish " + caret, 0}, {"let s := publish s " + caret, 1}, {"let s := publish s \"te" + caret + "xt\" in closeSession s", 1},
		{"let s := publish s (" + caret, 1}, {"closeSession (publish s " + caret + ")", 1},
	} {
		text, line, character := place(t, x.text)
		c.replace(uri, i+2, text)
		help, ok := c.call("textDocument/signatureHelp", at(uri, line, character)).(object)
		if !ok {
			t.Errorf("%q: none", x.text)
			continue
		}
		sig := help["signatures"].([]any)[0].(object)
		if label := sig["label"].(string); help["activeParameter"] != x.active || !strings.HasPrefix(label, "publish (1 s: {s:Session | sessionTainted s = false}) (text: String)") {
			t.Errorf("%q: %v of %s", x.text, help["activeParameter"], label)
		}
	}
}

func TestCodeLens(t *testing.T) {
	c, dir, uri := begin(t, goodPlan)
	titles := func(uri string) []string {
		var out []string
		for _, l := range c.call("textDocument/codeLens", object{"textDocument": object{"uri": uri}}).([]any) {
			out = append(out, l.(object)["command"].(object)["title"].(string))
		}
		return out
	}
	if got := titles(uri); len(got) != 1 || !strings.HasPrefix(got[0], "verified, ") {
		t.Errorf("%q", got)
	}
	c.replace(uri, 2, badPlan)
	if got := titles(uri); len(got) != 1 || !strings.HasPrefix(got[0], "rejected, 1 error, ") {
		t.Errorf("%q", got)
	}
	specURI := fileURI(filepath.Join(dir, "spec.aeon"))
	c.open(specURI, spec)
	if got := titles(specURI); !slices.Contains(got, "6 uses") || !slices.Contains(got, "1 use") {
		t.Errorf("%q", got)
	}
	conditions := c.call("workspace/executeCommand", object{"command": "aeonc.vc", "arguments": []any{uri}}).(string)
	if !strings.Contains(conditions, "line 2: precondition of publish, s: refuted") || !strings.Contains(conditions, "given: line 1: repoRead says") {
		t.Error(conditions)
	}
}

func TestCallHierarchy(t *testing.T) {
	c, dir, uri := begin(t, "def show (1 s: Session) : Session := publish s \"hello\"\nlet s := show s in closeSession s\n")
	prepare := func(line, character int) object {
		return c.call("textDocument/prepareCallHierarchy", at(uri, line, character)).([]any)[0].(object)
	}
	sink := prepare(0, 38)
	if sink["name"] != "publish" || sink["uri"] != fileURI(filepath.Join(dir, "spec.aeon")) {
		t.Fatalf("%v", sink)
	}
	incoming := c.call("callHierarchy/incomingCalls", object{"item": sink}).([]any)
	if len(incoming) != 1 || incoming[0].(object)["from"].(object)["name"] != "show" {
		t.Fatalf("%v", incoming)
	}
	above := c.call("callHierarchy/incomingCalls", object{"item": incoming[0].(object)["from"]}).([]any)
	if len(above) != 1 || above[0].(object)["from"].(object)["name"] != "plan.aeon" {
		t.Fatalf("%v", above)
	}
	outgoing := c.call("callHierarchy/outgoingCalls", object{"item": above[0].(object)["from"]}).([]any)
	var names []string
	for _, o := range outgoing {
		names = append(names, o.(object)["to"].(object)["name"].(string))
	}
	same(t, "calls of the plan", names, []string{"show", "closeSession"})
}

// Only so many documents keep the solver of their check; of the others it is made
// again when something is asked.
func TestManyDocuments(t *testing.T) {
	c, dir, _ := begin(t, goodPlan)
	var uris []string
	for i := range 10 {
		uris = append(uris, fileURI(filepath.Join(dir, fmt.Sprintf("plan%d.aeon", i))))
		c.open(uris[i], "let s := repoRead s privateRepo in\ncloseSession s\n")
	}
	for _, u := range uris {
		c.expect(u, 1)
	}
	for range 2 {
		for _, u := range uris {
			if text := hover(c, u, 1, 13); !strings.Contains(text, "**true**, because line 1") {
				t.Errorf("%s: %s", u, text)
			}
		}
	}
}

func TestWorkspaceFolders(t *testing.T) {
	strict := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec})
	lax := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": strings.ReplaceAll(spec, "{s:Session | sessionTainted s = false}) (text", "Session) (text")})
	c := start(t)
	c.initialize("", object{"workspaceFolders": []any{object{"uri": fileURI(strict), "name": "strict"}}})
	a, b := fileURI(filepath.Join(strict, "plan.aeon")), fileURI(filepath.Join(lax, "plan.aeon"))
	c.open(a, badPlan)
	c.open(b, badPlan) // in no folder: it belongs to the first
	c.expect(a, 1, "AE301")
	c.expect(b, 1, "AE301")
	c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []any{object{"uri": fileURI(lax), "name": "lax"}}, "removed": []any{}}})
	c.wait("the other folder's spec to be in force", func() bool { return len(c.diags[b]["diagnostics"].([]any)) == 0 })
	if len(c.diags[a]["diagnostics"].([]any)) != 1 {
		t.Error("the first folder's plan is verified")
	}
	c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []any{}, "removed": []any{object{"uri": fileURI(lax), "name": "lax"}}}})
	c.wait("it to be out of force", func() bool { return len(c.diags[b]["diagnostics"].([]any)) == 1 })
}

// What was typed of a line is laid out when it is ended, although the text is not
// complete; other lines stay as they are.
func TestFormattingOnType(t *testing.T) {
	c, _, uri := begin(t, "")
	for i, x := range []struct{ text, want string }{
		{"let  s :=  repoRead s publicRepo in\n", "let s := repoRead s publicRepo in\n"},
		{"let  s :=  repoRead s publicRepo in\r\n", "let s := repoRead s publicRepo in\r\n"},
		{"let  s := repoRead s publicRepo in\ncloseSession   s\n", "let  s := repoRead s publicRepo in\ncloseSession s\n"},
		{"def h (1 s:Session):Session :=\n", "def h (1 s: Session) : Session :=\n"},
		{"def h (1 s:Session):Session :=\n  let  s:=repoRead s publicRepo in\n", "def h (1 s:Session):Session :=\n  let s := repoRead s publicRepo in\n"},
		{"if  1<2 then\n", "if 1 < 2 then\n"},
		{"let s :=\n    publish   s \"é  😀\" in # why\n", "let s :=\n    publish s \"é  😀\" in  # why\n"},
		{"let s := publish s \"x\" in\n\n", "let s := publish s \"x\" in\n\n"},
		{"let x := ) in\n", "let x := ) in\n"},
		{"# only   a comment\n", "# only   a comment\n"},
	} {
		c.replace(uri, i+2, x.text)
		p := at(uri, strings.Count(x.text, "\n"), 0)
		p["ch"], p["options"] = "\n", object{"tabSize": 2, "insertSpaces": true}
		if got := applied(t, x.text, c.call("textDocument/onTypeFormatting", p).([]any)); got != x.want {
			t.Errorf("%q: %q, want %q", x.text, got, x.want)
		}
	}
}
