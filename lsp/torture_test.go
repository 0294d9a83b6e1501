package lsp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// 400 changes sent without waiting are applied in their order.
func TestFastEdits(t *testing.T) {
	c, _, uri := begin(t, "\n"+goodPlan)
	for i := range 400 {
		// Typed at the end of a comment, one character each.
		text := string(rune('a' + i%26))
		if i == 0 {
			text = "# " + text
		}
		column := 0
		if i > 0 {
			column = i + 2
		}
		c.notify("textDocument/didChange", object{
			"textDocument": object{"uri": uri, "version": i + 2},
			"contentChanges": []any{object{"text": text, "range": object{
				"start": object{"line": 0, "character": column}, "end": object{"line": 0, "character": column},
			}}},
		})
	}
	c.expect(uri, 401)
	want := "# "
	for i := range 400 {
		want += string(rune('a' + i%26))
	}
	edits := c.call("textDocument/formatting", object{"textDocument": object{"uri": uri}, "options": object{"tabSize": 2, "insertSpaces": true}}).([]any)
	if got := applied(t, want+"\n"+goodPlan, edits); !strings.HasPrefix(got, want+"\n") {
		t.Errorf("the text is %q", got)
	}
	last := -1.0
	for _, p := range c.seen {
		if v, ok := p["version"].(float64); ok && p["uri"] == uri {
			if v <= last {
				t.Errorf("diagnostics of version %v after those of %v", v, last)
			}
			last = v
		}
	}
}

// slow is a plan whose check takes long enough to be broken off.
func slow() string {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "let s := if %d < List.length [%d] then s else repoRead s publicRepo in\n", i%3, i)
	}
	return b.String() + "closeSession s\n"
}

func TestCancel(t *testing.T) {
	c, _, uri := begin(t, slow())
	id := c.send("textDocument/codeLens", object{"textDocument": object{"uri": uri}})
	c.notify("$/cancelRequest", object{"id": id})
	if m := c.answer(id); m["error"] == nil || m["error"].(object)["code"] != -32800.0 {
		t.Errorf("a canceled request: %v", m)
	}
	// An edit breaks the running check off.
	c.replace(uri, 2, goodPlan)
	c.expect(uri, 2)
	for _, p := range c.seen {
		if p["uri"] == uri && p["version"] == 1.0 {
			t.Error("the check of the first version went on")
		}
	}
	// So does the close.
	c.replace(uri, 3, slow())
	c.notify("textDocument/didClose", object{"textDocument": object{"uri": uri}})
	c.wait("its diagnostics to go", func() bool {
		p := c.diags[uri]
		return p["version"] == nil && len(p["diagnostics"].([]any)) == 0
	})
	// Cancelling what is not there harms nothing.
	c.notify("$/cancelRequest", object{"id": 4711})
	c.notify("$/cancelRequest", object{"id": []any{}})
	c.call("workspace/symbol", object{"query": "x"})
}

// What is malformed is refused, and the next message is understood.
func TestMalformedMessages(t *testing.T) {
	c, _, uri := begin(t, goodPlan)
	c.expect(uri, 1)
	refused := func() int {
		n := 0
		for _, m := range c.notes {
			if m["method"] == nil && m["id"] == nil && m["error"] != nil {
				n++
			}
		}
		return n
	}
	for i, body := range []string{
		"{", "nonsense", "[]", "{}", `{"jsonrpc":"1.0","method":"x"}`, `{"jsonrpc":"2.0","id":{},"method":"x"}`, "\xff\xfe",
		`{"jsonrpc":"2.0","id":1,"method":` + strings.Repeat("[", 100000),
	} {
		c.bytes(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
		c.wait("a refusal of "+body[:min(len(body), 20)], func() bool { return refused() >= i+1 })
	}
	for _, header := range []string{
		"Content-Length: x\r\n\r\n", "Content-Length: -5\r\n\r\n", "\r\n\r\n", "Content-Type: a\r\n\r\n", "no header at all\r\n",
		strings.Repeat("x", 200000) + "\r\n", "Content-Length: 99999999999999999999999\r\n\r\n", "{\"jsonrpc\"",
	} {
		c.bytes(header)
		c.call("workspace/symbol", object{"query": "repo"})
	}
	// Header fields in any case, in any order, with others.
	c.bytes("content-TYPE: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 47\r\nX-Y: z\r\n\r\n" + `{"jsonrpc":"2.0","method":"$/unknown","id":null}`[:47])
	c.call("workspace/symbol", object{"query": "repo"})
	// Requests with wrong parameters, unknown ones, and notifications of either kind.
	for _, m := range []struct {
		method string
		params any
		code   float64
	}{
		{"textDocument/hover", object{"textDocument": 5}, -32602}, {"textDocument/hover", []any{}, -32602},
		{"textDocument/nonsense", object{}, -32601}, {"aeonc/obligations", object{"position": "x"}, -32602},
		{"initialize", object{"capabilities": object{}, "processId": nil, "rootUri": nil}, -32600},
	} {
		e, ok := c.answer(c.send(m.method, m.params))["error"].(object)
		if !ok || e["code"] != m.code {
			t.Errorf("%s with %v: %v, want code %v", m.method, m.params, e, m.code)
		}
	}
	for _, m := range []string{"$/setTrace", "$/unknown", "textDocument/didChange", "textDocument/didSave", "unknown"} {
		c.notify(m, object{"value": "off"})
	}
	c.replace(uri, 2, badPlan)
	c.expect(uri, 2, "AE301")
}

func TestLifecycle(t *testing.T) {
	c := start(t)
	if e, ok := c.answer(c.send("textDocument/hover", at("file:///x", 0, 0)))["error"].(object); !ok || e["code"] != -32002.0 {
		t.Errorf("a request before initialize: %v", e)
	}
	c.initialize("", nil)
	c.call("shutdown", nil)
	if e, ok := c.answer(c.send("textDocument/hover", at("file:///x", 0, 0)))["error"].(object); !ok || e["code"] != -32600.0 {
		t.Errorf("a request after shutdown: %v", e)
	}
	c.notify("exit", nil)
	if status := <-c.status; status != 0 {
		t.Errorf("status %d after an orderly end", status)
	}
	c.status <- 0 // for the cleanup
	d := start(t)
	d.initialize("", nil)
	d.notify("exit", nil)
	if status := <-d.status; status != 1 {
		t.Errorf("status %d after exit without shutdown", status)
	}
	d.status <- 1
}

// Two spellings of one file are one document, and the client reads its own.
func TestURIs(t *testing.T) {
	c, dir, _ := begin(t, goodPlan)
	for _, u := range []struct{ open, change string }{
		{"file:///C:/w/plan.aeon", "file:///c%3A/w/plan.aeon"},
		{"file:///d%3A/w/plan.aeon", "file:///D:/w/plan.aeon"},
		{fileURI(filepath.Join(dir, "a b.aeon")), strings.ReplaceAll(fileURI(filepath.Join(dir, "a b.aeon")), " ", "%20")},
		{fileURI(filepath.Join(dir, "é😀.aeon")), fileURI(dir) + "/%C3%A9%F0%9F%98%80.aeon"},
		{"untitled:Plan 1", "untitled:Plan%201"},
	} {
		c.open(u.open, badPlan)
		c.expect(u.open, 1, "AE301")
		c.replace(u.change, 2, goodPlan)
		c.expect(u.open, 2)
	}
	c.open("%%%", badPlan) // no URI at all
	c.open("", badPlan)
	c.call("workspace/symbol", object{"query": "x"})
}

// Columns are in UTF-16 units or, where the client prefers them, bytes; a line ends
// at any of the three line ends; a byte order mark is a character.
func TestPositions(t *testing.T) {
	for _, x := range []struct {
		text            string
		line, utf16, ut int
	}{
		{"let x := \"é😀\" in let s := publich s x in closeSession s", 0, 27, 30},
		{"# 😀\r\nlet s := publich s \"x\" in\r\ncloseSession s\r\n", 1, 9, 9},
		{"# a\rlet s := publich s \"x\" in\rcloseSession s\r", 1, 9, 9},
		{"# a\n\r\n\rlet s := publich s \"x\" in closeSession s", 3, 9, 9},
		{"\ufefflet s := publich s \"x\" in closeSession s", 0, 10, 12},
	} {
		for _, encoding := range []string{"utf-16", "utf-8"} {
			dir := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec})
			c := start(t)
			got := c.initialize(dir, object{"capabilities": object{"general": object{"positionEncodings": []string{encoding, "utf-16"}}}})
			if got["capabilities"].(object)["positionEncoding"] != encoding {
				t.Fatalf("%v", got)
			}
			uri := fileURI(filepath.Join(dir, "plan.aeon"))
			c.open(uri, x.text)
			ds := c.diagnostics(uri, 1)
			if len(ds) == 0 || ds[0]["code"] != "AE201" {
				t.Errorf("%q: %v", x.text, ds)
				continue
			}
			want := float64(x.utf16)
			if encoding == "utf-8" {
				want = float64(x.ut)
			}
			start := ds[0]["range"].(object)["start"].(object)
			if start["line"] != float64(x.line) || start["character"] != want {
				t.Errorf("%q in %s: %v, want %d:%v", x.text, encoding, start, x.line, want)
			}
		}
	}
}

func TestEmptyAndDeep(t *testing.T) {
	c, _, uri := begin(t, "")
	c.diagnostics(uri, 1)
	c.replace(uri, 2, strings.Repeat("(", 100000))
	if ds := c.diagnostics(uri, 2); len(ds) == 0 || ds[0]["code"] != "AE104" {
		t.Errorf("%v", ds)
	}
	for _, method := range []string{"textDocument/documentSymbol", "textDocument/semanticTokens/full", "textDocument/foldingRange"} {
		c.call(method, object{"textDocument": object{"uri": uri}})
	}
	c.call("textDocument/hover", at(uri, 0, 50000))
	c.call("textDocument/completion", at(uri, 0, 50000))
	c.replace(uri, 3, "\x00")
	if ds := c.diagnostics(uri, 3); len(ds) == 0 || ds[0]["code"] != "AE103" {
		t.Errorf("%v", ds)
	}
	c.replace(uri, 4, "")
	c.diagnostics(uri, 4)
}

// An imported module that is open and not saved is read from the editor, and one
// that is created and deleted again leaves nothing behind.
func TestUnsavedImport(t *testing.T) {
	dir := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": "open extra\n" + spec})
	specURI, extra, uri := fileURI(filepath.Join(dir, "spec.aeon")), fileURI(filepath.Join(dir, "extra.aeon")), fileURI(filepath.Join(dir, "plan.aeon"))
	c := start(t)
	c.initialize(dir, nil)
	c.expect(specURI, 0, "AE206")
	c.open(uri, goodPlan)
	c.wait("the plan to be rejected", func() bool { p := c.diags[uri]; return p != nil && len(p["diagnostics"].([]any)) > 0 })
	c.open(extra, "type Extra\n")
	c.wait("the spec to be mended", func() bool { return len(c.diags[specURI]["diagnostics"].([]any)) == 0 })
	c.wait("the plan to be verified", func() bool { return len(c.diags[uri]["diagnostics"].([]any)) == 0 })
	c.replace(extra, 2, "type Extra\ndef f : Int := \"no\"\n")
	c.expect(extra, 2, "AE202")
	c.notify("textDocument/didClose", object{"textDocument": object{"uri": extra}})
	c.wait("its errors to go", func() bool { return len(c.diags[extra]["diagnostics"].([]any)) == 0 })
	c.wait("the spec to lack it again", func() bool { return len(c.diags[specURI]["diagnostics"].([]any)) == 1 })
}

// What is asked of a text is answered of that text, and not of the last one that
// parsed.
func TestHalfTyped(t *testing.T) {
	c, _, uri := begin(t, "let s := repoRead s publicRepo in\ncloseSession s\n")
	c.replace(uri, 2, "let n :=\nlet m := 1 in\nlet s := repoRead s publicRepo in\ncloseSession s\n")
	c.diagnostics(uri, 2)
	if text := hover(c, uri, 2, 11); !strings.Contains(text, "def repoRead") {
		t.Errorf("hover: %q", text)
	}
	if text := hover(c, uri, 3, 13); !strings.Contains(text, "s: ") {
		t.Errorf("hover over a variable: %q", text)
	}
	found := false
	for _, h := range c.call("textDocument/inlayHint", object{"textDocument": object{"uri": uri}, "range": object{
		"start": object{"line": 0, "character": 0}, "end": object{"line": 9, "character": 0},
	}}).([]any) {
		p := h.(object)["position"].(object)
		found = found || p["line"] == 1.0 && p["character"] == 5.0
	}
	if !found {
		t.Error("the hint of m is gone, or has stayed behind")
	}
	if n := len(c.call("textDocument/documentSymbol", object{"textDocument": object{"uri": uri}}).([]any)); n < 1 {
		t.Errorf("%d symbols", n)
	}
	labels, _ := c.complete(uri, 3, "let data := \"x\" in\nlet s := publish s "+caret)
	if !strings.Contains(strings.Join(labels, " "), "data") {
		t.Errorf("completion: %q", labels)
	}
}

// A fix of what is no longer wrong is not offered, whatever the client still shows.
func TestStaleActions(t *testing.T) {
	c, _, uri := begin(t, "let s := publich s \"x\" in closeSession s\n")
	old := c.expect(uri, 1, "AE201")
	c.replace(uri, 2, "let s := publish s \"x\" in closeSession s\n")
	got := c.call("textDocument/codeAction", object{"textDocument": object{"uri": uri},
		"range":   object{"start": object{"line": 0, "character": 10}, "end": object{"line": 0, "character": 10}},
		"context": object{"diagnostics": []any{old[0]}, "only": []string{"quickfix"}},
	}).([]any)
	if len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// A file that is created and deleted again outside of the editor leaves no error
// behind, nor does an open document whose file is deleted, once it is closed.
func TestDeletedFile(t *testing.T) {
	dir := workspace(t, map[string]string{"aeonc.toml": "specs = [\"specs/*.aeon\"]\n", "specs/a.aeon": spec})
	faulty, plan := filepath.Join(dir, "specs", "b.aeon"), fileURI(filepath.Join(dir, "plan.aeon"))
	c := start(t)
	c.initialize(dir, nil)
	c.open(plan, goodPlan)
	c.expect(plan, 1)
	watched := func(uri string, kind int) {
		c.notify("workspace/didChangeWatchedFiles", object{"changes": []any{object{"uri": uri, "type": kind}}})
	}
	if err := os.WriteFile(faulty, []byte("def f : Int := \"no\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	watched(fileURI(faulty), 1)
	c.expect(fileURI(faulty), 0, "AE202")
	c.wait("the plan to be told", func() bool { return len(c.diags[plan]["diagnostics"].([]any)) == 1 })
	if err := os.Remove(faulty); err != nil {
		t.Fatal(err)
	}
	watched(fileURI(faulty), 3)
	c.wait("its error to go", func() bool { return len(c.diags[fileURI(faulty)]["diagnostics"].([]any)) == 0 })
	c.wait("the plan's to go", func() bool { return len(c.diags[plan]["diagnostics"].([]any)) == 0 })
	c.replace(plan, 2, badPlan)
	c.expect(plan, 2, "AE301")
	watched(plan, 3)
	c.expect(plan, 2, "AE301") // its text is still there
	c.notify("textDocument/didClose", object{"textDocument": object{"uri": plan}})
	c.wait("the closed document's errors to go", func() bool { return len(c.diags[plan]["diagnostics"].([]any)) == 0 })
}

// A buffer that was never saved is a plan of the folder that is open, with all that
// there is for one.
func TestUntitledPlans(t *testing.T) {
	dir := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec})
	c := start(t)
	c.initialize(dir, nil)
	const uri = "untitled:Untitled-1"
	c.open(uri, badPlan)
	c.expect(uri, 1, "AE301")
	if text := hover(c, uri, 1, 17); !strings.Contains(text, "because line 1: `repoRead`") {
		t.Errorf("hover: %s", text)
	}
	same(t, "definition", ranges(c.call("textDocument/definition", at(uri, 1, 11))), []string{"spec.aeon:11:4-11:11"})
	c.replace(uri, 2, "let s := publich s \"x\" in\ncloseSession s\n")
	here := object{"line": 0, "character": 12}
	a := c.actions(uri, here, here, "quickfix")["Replace `publich` by `publish`"]
	if a == nil {
		t.Fatal("no quick fix")
	}
	c.replace(uri, 3, newTexts(t, a["edit"], map[string]string{uri: "let s := publich s \"x\" in\ncloseSession s\n"})[uri])
	c.expect(uri, 3)
	p := at(uri, 0, 12)
	p["newName"] = "post"
	changes := c.call("textDocument/rename", p).(object)["changes"].(object)
	if len(changes) != 2 || changes[uri] == nil {
		t.Errorf("rename: %v", changes)
	}
}
