package lsp_test

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestRename(t *testing.T) {
	c, dir, uri := begin(t, goodPlan)
	specURI := fileURI(filepath.Join(dir, "spec.aeon"))
	texts := map[string]string{uri: goodPlan, specURI: spec}
	rename := func(uri string, line, character int, name string) (map[string]string, string) {
		p := at(uri, line, character)
		p["newName"] = name
		m := c.answer(c.send("textDocument/rename", p))
		if e := m["error"]; e != nil {
			return nil, e.(object)["message"].(string)
		}
		return newTexts(t, m["result"], texts), ""
	}
	c.open(specURI, spec)
	c.expect(specURI, 1)
	got, _ := rename(uri, 0, 12, "readRepository")
	if got[uri] != strings.ReplaceAll(goodPlan, "repoRead", "readRepository") || got[specURI] != strings.ReplaceAll(spec, "repoRead", "readRepository") {
		t.Errorf("a native: %q", got)
	}
	got, _ = rename(specURI, 4, 6, "leaky")
	if got[specURI] != strings.ReplaceAll(spec, "sessionTainted", "leaky") || len(got) != 1 {
		t.Errorf("a measure: %q", got)
	}
	got, _ = rename(uri, 0, 4, "t")
	if want := "let t := repoRead s publicRepo in\nlet s := publish t \"hello\" in\ncloseSession s\n"; got[uri] != want {
		t.Errorf("a variable: %q", got[uri])
	}
	for _, refused := range []struct {
		line, character int
		name, why       string
	}{
		{0, 4, "repoRead", "reserved|name"}, // a name of the spec
		{0, 4, "in", "not a name"},
		{0, 4, "a b", "not a name"},
		{0, 12, "publish", "publish"}, // would be declared twice
	} {
		if _, why := rename(uri, refused.line, refused.character, refused.name); why == "" {
			t.Errorf("renaming to %q was not refused", refused.name)
		}
	}
	// Capture: x would come to mean the other variable.
	capturing := "let a := \"1\" in\nlet b := \"2\" in\nlet s := publish s a in\ncloseSession s\n"
	c.replace(uri, 2, capturing)
	texts[uri] = capturing
	if _, why := rename(uri, 1, 4, "a"); !strings.Contains(why, "means something else") {
		t.Errorf("capture: %q", why)
	}
	if m := c.answer(c.send("textDocument/prepareRename", at(uri, 0, 9))); m["result"] != nil {
		t.Errorf("a literal: %v", m)
	}
}

// A rename reaches every spec and plan of the project, open or not, saved or not, and
// is refused where some name would then mean something else in any of them.
func TestRenameAcrossFiles(t *testing.T) {
	base := "linear type Session\ndef tainted : (s: Session) -> Bool := uninterpreted\n"
	sinks := `open base
def publish (1 s: {s:Session | tainted s = false}) (text: String) : {t:Session | tainted t = tainted s} := native "p"
def close (1 s: Session) : Unit := native "c"
inductive Kind
| red : Kind
| blue (n: Int) : Kind
+ isRed (k: Kind) : Bool
def kindOf (x: Int) : {k:Kind | x > 0 --> isRed k} := native "k"
plan (1 s: {s:Session | tainted s = false})
`
	closed := "let s := publish s \"closed\" in close s\n"
	texts := map[string]string{"base.aeon": base, "sinks.aeon": sinks, "closed.aeon": closed, "aeonc.toml": "specs = [\"base.aeon\", \"sinks.aeon\"]\n"}
	dir := workspace(t, texts)
	at2 := func(name string) string { return fileURI(filepath.Join(dir, name)) }
	c := start(t)
	c.initialize(dir, nil)
	open := func(name, text string) {
		texts[name] = text
		c.open(at2(name), text)
		c.diagnostics(at2(name), 1)
	}
	open("plan.aeon", "let s := publish s \"a\" in\nlet k := kindOf 3 in\nmatch k with\n| red => close s\n| blue n => close s\n")
	open("sinks.aeon", sinks)
	rename := func(name, what, to string) (map[string]int, string) {
		t.Helper()
		i := strings.Index(texts[name], what)
		before := texts[name][:i]
		p := at(at2(name), strings.Count(before, "\n"), i-strings.LastIndexByte(before, '\n')-1)
		p["newName"] = to
		m := c.answer(c.send("textDocument/rename", p))
		if e := m["error"]; e != nil {
			return nil, e.(object)["message"].(string)
		}
		out := map[string]int{}
		for u, es := range m["result"].(object)["changes"].(object) {
			out[filepath.Base(u)] = len(es.([]any))
		}
		return out, ""
	}
	is := func(what string, got, want map[string]int) {
		t.Helper()
		if len(got) != len(want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
		for k, n := range want {
			if got[k] != n {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
	}
	got, _ := rename("plan.aeon", "publish", "post")
	is("a native", got, map[string]int{"sinks.aeon": 1, "plan.aeon": 1, "closed.aeon": 1})
	got, _ = rename("sinks.aeon", "tainted s", "dirty")
	is("a measure", got, map[string]int{"base.aeon": 1, "sinks.aeon": 4})
	got, _ = rename("plan.aeon", "red", "rouge")
	is("a constructor", got, map[string]int{"sinks.aeon": 1, "plan.aeon": 1})
	got, _ = rename("sinks.aeon", "isRed", "isRouge")
	is("an inductive type's measure", got, map[string]int{"sinks.aeon": 2})
	got, _ = rename("sinks.aeon", "Session", "Connection")
	is("a type", got, map[string]int{"base.aeon": 2, "sinks.aeon": 4})
	got, _ = rename("sinks.aeon", "s: {s:Session | tainted s = false})\n", "t")
	is("the contract's parameter", got, map[string]int{"sinks.aeon": 1, "plan.aeon": 1, "closed.aeon": 1})
	for _, x := range []struct{ name, what, to, why string }{
		{"plan.aeon", "k :=", "s", "means something else in plan.aeon, line 4"},
		{"plan.aeon", "n =>", "s", "means something else in plan.aeon, line 5"},
		{"plan.aeon", "k :=", "close", "which the spec declares"},
		{"sinks.aeon", "t:Session", "s", "means something else in sinks.aeon, line 2"},
		{"sinks.aeon", "text", "s", "bound twice"},
		{"sinks.aeon", "close", "publish", "declared twice"},
		{"sinks.aeon", "tainted s", "isRed", "exported by"},
		{"sinks.aeon", "base", "other", "the name of a file"},
		{"plan.aeon", "publish", "a-b", "not a name"},
	} {
		if _, why := rename(x.name, x.what, x.to); !strings.Contains(why, x.why) {
			t.Errorf("%q in %s to %q: %q, want %q", x.what, x.name, x.to, why, x.why)
		}
	}
	// What is not saved counts: another plan has come to use a name, and to have one.
	open("third.aeon", "let post := \"x\" in\nlet s := publish s post in close s\n")
	if _, why := rename("sinks.aeon", "publish", "post"); !strings.Contains(why, "which the spec declares") {
		t.Errorf("a plan that is not saved has a variable of the name: %q", why)
	}
	c.replace(at2("third.aeon"), 2, "let s := publish s \"1\" in let s := publish s \"2\" in close s\n")
	c.diagnostics(at2("third.aeon"), 2)
	got, _ = rename("sinks.aeon", "publish", "post")
	is("a native that a plan that is not saved calls", got, map[string]int{"sinks.aeon": 1, "plan.aeon": 1, "closed.aeon": 1, "third.aeon": 2})
}
