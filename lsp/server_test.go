package lsp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// begin starts a server on a workspace with the spec, and opens a plan.
func begin(t *testing.T, plan string) (c *client, dir, uri string) {
	t.Helper()
	dir = workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec})
	c = start(t)
	c.initialize(dir, nil)
	uri = fileURI(filepath.Join(dir, "plan.aeon"))
	c.open(uri, plan)
	return c, dir, uri
}

func TestDiagnostics(t *testing.T) {
	c, dir, uri := begin(t, badPlan)
	d := c.expect(uri, 1, "AE301")[0]
	r := d["range"].(object)
	if start := r["start"].(object); start["line"] != 1.0 || start["character"] != 17.0 {
		t.Errorf("range %v", r)
	}
	if href := d["codeDescription"].(object)["href"].(string); !strings.HasSuffix(href, "AE301.md") {
		t.Errorf("href %s", href)
	}
	related := d["relatedInformation"].([]any)
	clause := related[0].(object)["location"].(object)
	if clause["uri"] != fileURI(filepath.Join(dir, "spec.aeon")) || clause["range"].(object)["start"].(object)["line"] != 11.0 {
		t.Errorf("the clause is %v", clause)
	}
	c.replace(uri, 2, goodPlan)
	c.expect(uri, 2)
}

func TestUnreachableCodeIsFaded(t *testing.T) {
	c, _, uri := begin(t, "let s := if false then repoRead s privateRepo else s in closeSession s\n")
	d := c.expect(uri, 1, "AE306")[0]
	if tags := d["tags"].([]any); len(tags) != 1 || tags[0] != 1.0 || d["severity"] != 2.0 {
		t.Errorf("%v", d)
	}
}

// What is typed into a spec counts for every plan, saved or not, and what is
// closed without being saved does not.
func TestUnsavedSpec(t *testing.T) {
	c, dir, uri := begin(t, badPlan)
	c.expect(uri, 1, "AE301")
	specURI := fileURI(filepath.Join(dir, "spec.aeon"))
	c.open(specURI, spec)
	c.expect(specURI, 1)
	c.replace(specURI, 2, strings.Replace(spec, "{s:Session | sessionTainted s = false}) (text", "Session) (text", 1))
	c.expect(specURI, 2)
	c.wait("the plan to be verified", func() bool { return len(c.diags[uri]["diagnostics"].([]any)) == 0 })
	c.notify("textDocument/didClose", object{"textDocument": object{"uri": specURI}})
	c.wait("the plan to be rejected", func() bool { return len(c.diags[uri]["diagnostics"].([]any)) == 1 })
}

// A plan is a plan in the editor too, whatever it declares.
func TestTrust(t *testing.T) {
	c, dir, uri := begin(t, "def forge : Session := native \"forge()\"\ncloseSession s\n")
	c.expect(uri, 1, "AE405", "AE501")
	// A file that calls itself a spec and is not named as one.
	other := fileURI(filepath.Join(dir, "other.aeon"))
	c.open(other, spec)
	if ds := c.diagnostics(other, 1); len(ds) == 0 || ds[0]["code"] != "AE502" {
		t.Errorf("a spec that is in force for nothing: %v", ds)
	}
	// One that lies beside the plan does not choose its spec.
	weak := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec, "plans/aeonc.toml": "specs = [\"weak.aeon\"]\n",
		"plans/weak.aeon": strings.ReplaceAll(spec, "{s:Session | sessionTainted s = false}", "Session")})
	d := start(t)
	d.initialize(weak, nil)
	uri = fileURI(filepath.Join(weak, "plans", "plan.aeon"))
	d.open(uri, badPlan)
	d.expect(uri, 1, "AE301")
}

func TestNoSpec(t *testing.T) {
	for name, root := range map[string]string{"a folder without a configuration": workspace(t, nil), "no folder": ""} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			c := start(t)
			c.initialize(root, nil)
			c.open("untitled:Untitled-1", "let x := 1 in x\n")
			ds := c.expect("untitled:Untitled-1", 1, "")
			if m := ds[0]["message"].(string); !strings.Contains(m, "no spec is in force") {
				t.Error(m)
			}
			c.replace("untitled:Untitled-1", 2, "let x := in x\n")
			c.expect("untitled:Untitled-1", 2, "AE101", "")
			// A spec that nothing mentions is checked as one, and verifies nothing.
			c.open("untitled:Untitled-2", spec)
			c.expect("untitled:Untitled-2", 1)
			c.wait("its verdict", func() bool { return c.verdictOf("untitled:Untitled-2") == "checked" })
			c.replace("untitled:Untitled-2", 2, spec+"def f : Int := \"no\"\n")
			c.expect("untitled:Untitled-2", 2, "AE202")
		})
	}
}

// verdictOf is the last verdict that the server told of a document; c.mu is held.
func (c *client) verdictOf(uri string) string {
	state := ""
	for _, n := range c.notes {
		if p, ok := n["params"].(object); ok && n["method"] == "aeonc/verdict" && p["uri"] == uri {
			state = p["verdict"].(string)
		}
	}
	return state
}

func TestSettings(t *testing.T) {
	dir := workspace(t, map[string]string{"specs/spec.aeon": spec})
	c := start(t)
	c.initialize(dir, object{"initializationOptions": object{"specs": []string{"specs/*.aeon"}}})
	uri := fileURI(filepath.Join(dir, "plan.aeon"))
	c.open(uri, badPlan)
	c.expect(uri, 1, "AE301")
	c.replace(uri, 2, goodPlan)
	c.expect(uri, 2)
	c.wait("its verdict", func() bool { return c.verdictOf(uri) == "verified" })
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"aeonc": object{"specs": []string{"none.aeon"}}}})
	c.wait("the missing spec to be noticed", func() bool { return len(c.diags[uri]["diagnostics"].([]any)) > 0 })
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"aeonc": object{"specs": []string{"specs/spec.aeon"}}}})
	c.wait("the spec to be in force again", func() bool { return len(c.diags[uri]["diagnostics"].([]any)) == 0 })
}

// What a setting names and is not there, or means nothing, is told in the plan in
// plain words, not in aeonc.toml, and nothing is called rejected or verified for it.
func TestFaultySettings(t *testing.T) {
	dir := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec})
	uri, toml := fileURI(filepath.Join(dir, "plan.aeon")), fileURI(filepath.Join(dir, "aeonc.toml"))
	for _, x := range []struct {
		settings object
		want     string
	}{
		{object{"timeout": "soon"}, "not checked: the configuration cannot be used: the setting aeonc.timeout"},
		{object{"specs": []string{"nix"}}, "module `nix` was not found"},
		{object{"specs": []string{"none/*.aeon"}}, "the setting aeonc.specs"},
	} {
		c := start(t)
		c.initialize(dir, object{"initializationOptions": x.settings})
		c.open(uri, goodPlan)
		told := false
		for _, d := range c.diagnostics(uri, 1) {
			told = told || strings.Contains(d["message"].(string), x.want)
		}
		if !told {
			t.Errorf("%v: %v", x.settings, c.diagnostics(uri, 1))
		}
		c.wait("its verdict", func() bool { return c.verdictOf(uri) == "unusable" })
		if ds := c.diags[toml]; ds != nil && len(ds["diagnostics"].([]any)) > 0 {
			t.Errorf("%v: in aeonc.toml: %v", x.settings, ds)
		}
	}
}

// Neovim sends an empty table as an empty array.
func TestSettingsOfLua(t *testing.T) {
	dir := workspace(t, map[string]string{"aeonc.toml": "specs = [\"spec.aeon\"]\n", "spec.aeon": spec})
	c := start(t)
	c.initialize(dir, object{"initializationOptions": []any{}})
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"aeonc": []any{}}})
	uri := fileURI(filepath.Join(dir, "plan.aeon"))
	c.open(uri, goodPlan)
	c.wait("its verdict", func() bool { return c.verdictOf(uri) == "verified" })
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.notes {
		if n["method"] == "window/showMessage" {
			t.Errorf("complaint: %v", n["params"])
		}
	}
}

func TestConfigurationOnDisk(t *testing.T) {
	dir := workspace(t, map[string]string{"aeonc.toml": "spces = []\n", "spec.aeon": spec})
	toml, uri := fileURI(filepath.Join(dir, "aeonc.toml")), fileURI(filepath.Join(dir, "plan.aeon"))
	c := start(t)
	c.initialize(dir, object{"capabilities": object{"workspace": object{"didChangeWatchedFiles": object{"dynamicRegistration": true}}}})
	c.open(uri, goodPlan)
	if ds := c.diagnostics(toml, 0); len(ds) != 1 || !strings.Contains(ds[0]["message"].(string), "unknown key") {
		t.Errorf("%v", ds)
	}
	c.expect(uri, 1, "")
	c.wait("file watching", func() bool {
		for _, n := range c.notes {
			if n["method"] == "client/registerCapability" {
				return true
			}
		}
		return false
	})
	if err := os.WriteFile(filepath.Join(dir, "aeonc.toml"), []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles", object{"changes": []any{object{"uri": toml, "type": 2}}})
	c.wait("the plan to be verified", func() bool {
		return len(c.diags[uri]["diagnostics"].([]any)) == 0 && len(c.diags[toml]["diagnostics"].([]any)) == 0
	})
}

// Errors of a spec that is not open are shown in its file, and go when it goes.
func TestClosedSpecs(t *testing.T) {
	dir := workspace(t, map[string]string{"aeonc.toml": "specs = [\"*.aeon\"]\n", "spec.aeon": spec, "faulty.aeon": "def f : Int := \"no\"\n"})
	faulty := fileURI(filepath.Join(dir, "faulty.aeon"))
	c := start(t)
	c.initialize(dir, nil)
	c.expect(faulty, 0, "AE202")
	if err := os.Remove(filepath.Join(dir, "faulty.aeon")); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles", object{"changes": []any{object{"uri": faulty, "type": 3}}})
	c.wait("its errors to go", func() bool { return len(c.diags[faulty]["diagnostics"].([]any)) == 0 })
}

func TestPullDiagnostics(t *testing.T) {
	dir := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec})
	c := start(t)
	got := c.initialize(dir, object{"capabilities": object{"textDocument": object{"diagnostic": object{}}}})
	if got["capabilities"].(object)["diagnosticProvider"] == nil {
		t.Fatal("not offered")
	}
	uri := fileURI(filepath.Join(dir, "plan.aeon"))
	c.open(uri, badPlan)
	report := c.call("textDocument/diagnostic", object{"textDocument": object{"uri": uri}}).(object)
	items := report["items"].([]any)
	if report["kind"] != "full" || len(items) != 1 || items[0].(object)["code"] != "AE301" {
		t.Fatalf("%v", report)
	}
	again := c.call("textDocument/diagnostic", object{"textDocument": object{"uri": uri}, "previousResultId": report["resultId"]}).(object)
	if again["kind"] != "unchanged" {
		t.Errorf("%v", again)
	}
	c.replace(uri, 2, goodPlan)
	fixed := c.call("textDocument/diagnostic", object{"textDocument": object{"uri": uri}, "previousResultId": report["resultId"]}).(object)
	if items, ok := fixed["items"].([]any); !ok || len(items) != 0 {
		t.Errorf("%v", fixed)
	}
	if p := c.diags[uri]; p != nil {
		t.Errorf("sent as well: %v", p)
	}
}

func hover(c *client, uri string, line, character int) string {
	h, ok := c.call("textDocument/hover", at(uri, line, character)).(object)
	if !ok {
		return ""
	}
	return h["contents"].(object)["value"].(string)
}

func TestHover(t *testing.T) {
	c, dir, uri := begin(t, "let s := repoRead s privateRepo in\nlet s := repoRead s publicRepo in\ncloseSession s\n")
	for _, h := range []struct {
		line, character int
		want            []string
	}{
		{0, 11, []string{"def repoRead (1 s: Session) (r: Repo) : {s2:Session | sessionTainted s2 = (repoPrivate r || sessionTainted s)}", "Reads a repository."}},
		{2, 13, []string{"1 s: ", "`sessionTainted s` = **true**, because line 1: `repoRead`"}},
		{0, 18, []string{"`sessionTainted s` = **false**, because the contract says `sessionTainted s = false`"}},
	} {
		text := hover(c, uri, h.line, h.character)
		for _, w := range h.want {
			if !strings.Contains(text, w) {
				t.Errorf("at %d:%d: %q is not in:\n%s", h.line, h.character, w, text)
			}
		}
	}
	specURI := fileURI(filepath.Join(dir, "spec.aeon"))
	c.open(specURI, spec)
	if text := hover(c, specURI, 10, 20); !strings.Contains(text, "linear type Session") {
		t.Errorf("a type: %s", text)
	}
	c.replace(specURI, 2, spec+"@harness\ndef reset (1 s: Session) : Unit := native \"reset(s)\"\n")
	if text := hover(c, specURI, 15, 3); !strings.Contains(text, "no plan may mention it") {
		t.Errorf("a decorator: %s", text)
	}
	if text := hover(c, specURI, 10, 60); !strings.Contains(text, "def sessionTainted") || !strings.Contains(text, "Whether what the session has read") {
		t.Errorf("a measure: %s", text)
	}
}
