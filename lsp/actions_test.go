package lsp_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// actions are the code actions at a range, by title.
func (c *client) actions(uri string, from, to object, only ...string) map[string]object {
	c.t.Helper()
	context := object{"diagnostics": []any{}}
	if len(only) > 0 {
		context["only"] = only
	}
	out := map[string]object{}
	for _, a := range c.call("textDocument/codeAction", object{"textDocument": object{"uri": uri}, "range": object{"start": from, "end": to}, "context": context}).([]any) {
		out[a.(object)["title"].(string)] = a.(object)
	}
	return out
}

func TestCodeActions(t *testing.T) {
	text := "let m := Maybe.some 1 in\nlet n := match m with\n  | some v => v in\ncloseSession s\n"
	c, dir, uri := begin(t, text)
	texts := map[string]string{uri: text}
	c.expect(uri, 1, "AE209")
	here := object{"line": 1, "character": 15}
	a := c.actions(uri, here, here)["Add the arms that are missing"]
	if a == nil {
		t.Fatal("no missing arms", c.actions(uri, here, here))
	}
	if got := newTexts(t, a["edit"], texts)[uri]; !strings.Contains(got, "=> v\n  | none => ") {
		t.Errorf("missing arms: %q", got)
	}
	// In a spec nothing is verified by substitution; the arms are added as they are.
	specURI := fileURI(filepath.Join(dir, "spec.aeon"))
	half := spec + "def f (m: (Maybe Int)) : Int := match m with | some v => v\n"
	c.open(specURI, half)
	c.expect(specURI, 1, "AE209")
	in := object{"line": 15, "character": 38}
	if a = c.actions(specURI, in, in)["Add the missing arms"]; a == nil {
		t.Fatal("no missing arms in a spec", c.actions(specURI, in, in))
	}
	if got := newTexts(t, a["edit"], map[string]string{specURI: half})[specURI]; got != strings.Replace(half, "=> v\n", "=> v | none => 0\n", 1) {
		t.Errorf("missing arms in a spec: %q", got)
	}
	c.notify("textDocument/didClose", object{"textDocument": object{"uri": specURI}})
	text = "open spec\nimport spec\nopen spec\nlet s := closeSession (repoRead s publicRepo) in s\n"
	c.replace(uri, 2, text)
	texts[uri] = text
	o := c.actions(uri, object{"line": 0, "character": 0}, object{"line": 0, "character": 0}, "source.organizeImports")["Organise imports"]
	if o == nil {
		t.Fatal("imports are not organised")
	}
	if got := newTexts(t, o["edit"], texts)[uri]; !strings.HasPrefix(got, "open spec\nimport spec\nlet") {
		t.Errorf("imports: %q", got)
	}
	x := c.actions(uri, object{"line": 3, "character": 23}, object{"line": 3, "character": 44})["Extract a helper"]
	if x == nil {
		t.Fatal("no helper")
	}
	want := "open spec\nimport spec\nopen spec\ndef helper (1 s: Session) : Session :=\n  repoRead s publicRepo\n\nlet s := closeSession (helper s) in s\n"
	if got := newTexts(t, x["edit"], texts)[uri]; got != want {
		t.Errorf("a helper: %q", got)
	}
	c.replace(uri, 3, want)
	if ds := c.diagnostics(uri, 3); len(ds) != 0 {
		t.Errorf("the helper is rejected: %v", ds)
	}
	one := c.actions(uri, object{"line": 0, "character": 0}, object{"line": 0, "character": 0}, "refactor")
	if len(one) != 0 {
		t.Errorf("on an import: %v", one)
	}
	c.replace(uri, 4, goodPlan)
	texts[uri] = goodPlan
	m := c.actions(uri, object{"line": 0, "character": 4}, object{"line": 0, "character": 4}, "refactor.rewrite")["Write that `s` is used exactly once"]
	if m == nil {
		t.Fatal("no multiplicity")
	}
	if got := newTexts(t, m["edit"], texts)[uri]; !strings.HasPrefix(got, "let 1 s := repoRead") {
		t.Errorf("the multiplicity: %q", got)
	}
}

// The repairs of a diagnostic are of the text as it is, and after each the
// diagnostic is gone.
func TestRepairs(t *testing.T) {
	text := "let s := repoRead s publicRepo in\nlet s := publish s 1 \"hello\" in\nlet s := publich s \"x\" in\ncloseSession s\n"
	c, _, uri := begin(t, text)
	c.diagnostics(uri, 1)
	text = "let s := repoRead s publicRepo in\nlet s := publich s \"x\" in\ncloseSession s\n"
	c.replace(uri, 2, text)
	found := c.actions(uri, object{"line": 1, "character": 10}, object{"line": 1, "character": 10})
	fixed := 0
	for title, a := range found {
		if a["kind"] != "quickfix" {
			continue
		}
		got := newTexts(t, a["edit"], map[string]string{uri: text})[uri]
		if len(a["diagnostics"].([]any)) != 1 {
			t.Errorf("%s: of no diagnostic", title)
		}
		fixed++
		c.replace(uri, 2+fixed, got)
		if ds := c.diagnostics(uri, 2+fixed); len(ds) != 0 {
			t.Errorf("%s leaves %v in %q", title, ds, got)
		}
		break
	}
	if fixed == 0 {
		t.Errorf("no repair of a misspelt name: %v", found)
	}
}

// begun opens a plan on whose text actions are tried.
func begun(t *testing.T) (c *client, try func(name, text, selected, title string, only ...string) string) {
	dir := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec + `def isPrivate (r: Repo) : {b:Bool | b = repoPrivate r} := native "isPrivate(r)"
def pickRepo (& s: Session) (q: String) : Repo := native "pick(s, q)"
def readText (1 s: Session) (r: Repo) : (String, {s2:Session | sessionTainted s2 = (repoPrivate r || sessionTainted s)}) := native "readText(s, r)"
`})
	c = start(t)
	c.initialize(dir, nil)
	uri := fileURI(filepath.Join(dir, "plan.aeon"))
	c.open(uri, "")
	version := 1
	position := func(text string, i int) object {
		return object{"line": strings.Count(text[:i], "\n"), "character": i - strings.LastIndexByte(text[:i], '\n') - 1}
	}
	// try carries out the action with a title on what is selected, and returns the text
	// that comes of it, "" where the action is not offered. The text that comes of it
	// has no faults, and is laid out as the one before was.
	return c, func(name, text, selected, title string, only ...string) string {
		t.Helper()
		version++
		c.replace(uri, version, text)
		before := len(c.diagnostics(uri, version))
		i := strings.Index(text, selected)
		if i < 0 {
			t.Fatalf("%s: %q is not in %q", name, selected, text)
		}
		a := c.actions(uri, position(text, i), position(text, i+len(selected)), only...)[title]
		if a == nil {
			return ""
		}
		got := newTexts(t, a["edit"], map[string]string{uri: text})[uri]
		format := func() int {
			return len(c.call("textDocument/formatting", object{"textDocument": object{"uri": uri}, "options": object{"tabSize": 2, "insertSpaces": true}}).([]any))
		}
		laidOut := format() == 0
		version++
		c.replace(uri, version, got)
		if ds := c.diagnostics(uri, version); len(ds) > before {
			t.Errorf("%s: the text that comes of it has faults: %v\n%s", name, ds, got)
		}
		if laidOut && format() != 0 {
			t.Errorf("%s: the text that comes of it is not laid out:\n%s", name, got)
		}
		return got
	}
}

// A helper may be made of an expression or of bindings; it demands what its calls do,
// borrows what they borrow, and the plan is verified afterwards.
func TestExtractHelper(t *testing.T) {
	_, try := begun(t)
	const plan = "let r := pickRepo s \"x\" in\nlet (t, s) := readText s publicRepo in\nlet u := String.lower t in\nlet s := publish s u in\ncloseSession s\n"
	for _, x := range []struct{ name, text, selected, want string }{
		{"a call that demands something", goodPlan, `publish s "hello"`, "def helper (1 s: {s:Session | sessionTainted s = false}) : Session := publish s \"hello\"\n\nlet s := repoRead s publicRepo in\nlet s := helper s in\n"},
		{"one that borrows", plan, `pickRepo s "x"`, "def helper (& s: Session) : Repo := pickRepo s \"x\"\n\nlet r := helper s in\n"},
		{"one that yields two values", plan, "readText s publicRepo", "def helper (1 s: Session) : (String, Session) := readText s publicRepo\n\n"},
		{"bindings whose values are used later", plan, "let (t, s) := readText s publicRepo in\nlet u := String.lower t in",
			"def helper (1 s: Session) : (Session, String) :=\n  let (t, s) := readText s publicRepo in\n  let u := String.lower t in\n  (s, u)\n\nlet r := pickRepo s \"x\" in\nlet (s, u) := helper s in\nlet s := publish s u in\n"},
		{"bindings without the last in", plan, "let u := String.lower t in\nlet s := publish s u",
			"def helper (t: String) (1 s: {s:Session | sessionTainted s = false}) : Session :=\n  let u := String.lower t in\n  let s := publish s u in\n  s\n\nlet r := pickRepo s \"x\" in\nlet (t, s) := readText s publicRepo in\nlet s := helper t s in\ncloseSession s\n"},
		{"the rest of the plan", plan, "let s := publish s u in\ncloseSession s",
			"def helper (1 s: {s:Session | sessionTainted s = false}) (u: String) : Unit :=\n  let s := publish s u in closeSession s\n\nlet r := pickRepo s \"x\" in\nlet (t, s) := readText s publicRepo in\nlet u := String.lower t in\nhelper s u\n"},
		{"the whole of what runs", "# why\nlet s := publish s \"1\" in\nlet s := publish s \"2\" in\ncloseSession s\n", "let s := publish s \"1\" in\nlet s := publish s \"2\" in",
			"def helper (1 s: {s:Session | sessionTainted s = false}) : Session :=\n  let s := publish s \"1\" in\n  let s := publish s \"2\" in\n  s\n\n# why\nlet s := helper s in\ncloseSession s\n"},
		{"a divisor", "let d := List.length [1, 2] in\nlet x := 10 / d in\ncloseSession s\n", "10 / d", "def helper (d: {d:Int | d != 0}) : Int := 10 / d\n\n"},
		{"an argument", "let n := List.length (List.append [1] [2]) in\ncloseSession s\n", "List.append [1] [2]", "def helper (_: Unit) : (List Int) := List.append [1] [2]\n\nlet n := List.length (helper ()) in\n"},
		{"an argument with its parentheses", "let n := List.length (List.append [1] [2]) in\ncloseSession s\n", "(List.append [1] [2])", "def helper (_: Unit) : (List Int) := List.append [1] [2]\n\nlet n := List.length (helper ()) in\n"},
		{"in the function of a loop", "let s := List.foldl (fun s i => publish s \"x\") s [1] in\ncloseSession s\n", `publish s "x"`, "def helper (1 s: {s:Session | sessionTainted s = false}) : Session := publish s \"x\"\n\nlet s := List.foldl (fun s i => helper s) s [1] in\n"},
		{"in a helper", "def helper (1 s: Session) : Session :=\n  let s := repoRead s publicRepo in repoRead s privateRepo\n\ncloseSession (helper s)\n", "repoRead s privateRepo", "def helper2 (1 s: Session) : Session :=\n  repoRead s privateRepo\n\ndef helper (1 s: Session) : Session :=\n  let s := repoRead s publicRepo in helper2 s\n\n"},
		{"what the calls do not demand but need", "def show (1 s: {s:Session | sessionTainted s = false}) : Session := publish s \"a\"\n\nlet s := show s in\nlet s := repoRead s publicRepo in\nlet s := show s in\ncloseSession s\n", "let s := repoRead s publicRepo in\nlet s := show s in",
			"def helper (1 s: {s:Session | sessionTainted s = false}) : Session :=\n"},
		{"half of an operator", "let n := 1 + 2 * 3 in\ncloseSession s\n", "1 + 2", ""},
		{"a variable", goodPlan, "s", ""},
		{"half of a binding", goodPlan, "let s := repoRead", ""},
	} {
		if got := try(x.name, x.text, x.selected, "Extract a helper", "refactor.extract"); x.want == "" && got != "" || !strings.Contains(got, x.want) {
			t.Errorf("%s:\n%s\nwant\n%s", x.name, got, x.want)
		}
	}
}

func TestWriteMultiplicity(t *testing.T) {
	_, try := begun(t)
	for _, x := range []struct{ name, text, at, want string }{
		{"a binding", "let s := repoRead s publicRepo in\ncloseSession s\n", "s :=", "let 1 s := repoRead"},
		{"a parameter", "def h (s: Session) : Session := s\n\ncloseSession (h s)\n", "s: Session", "def h (1 s: Session)"},
		{"a part of a pattern", "let (t, s) := readText s publicRepo in\ncloseSession s\n", "s) :=", "let (t, 1 s) := "},
		{"a function's parameter", "let s := List.foldl (fun s i => publish s \"x\") s [1] in\ncloseSession s\n", "s i =>", "(fun (1 s: Session) i => "},
		{"a function's parameter with its type", "let s := List.foldl (fun (s: Session) i => publish s \"x\") s [1] in\ncloseSession s\n", "s: Session) i", "(fun (1 s: Session) i => "},
		{"one that is written", "let 1 s := repoRead s publicRepo in\ncloseSession s\n", "s :=", ""},
		{"what is not linear", "let r := publicRepo in\ncloseSession s\n", "r :=", ""},
	} {
		text := x.text
		got := try(x.name, text, x.at[:1]+x.at[1:], "Write that `s` is used exactly once", "refactor.rewrite")
		if x.want == "" && got != "" || !strings.Contains(got, x.want) {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
}

func TestOrganiseImports(t *testing.T) {
	_, try := begun(t)
	for _, x := range []struct{ name, text, want string }{
		{"repetitions", "open spec\nopen spec\n\ncloseSession s\n", "open spec\n\ncloseSession s\n"},
		{"what is opened before what is imported", "import spec (publish)\nopen spec\n\ncloseSession s\n", "open spec\nimport spec (publish)\n\ncloseSession s\n"},
		{"repetitions apart", "import spec\nopen spec\nimport spec\n\ncloseSession s\n", "open spec\nimport spec\n\ncloseSession s\n"},
		{"in order", "open spec\nimport spec (publish)\n\ncloseSession s\n", ""},
		{"one", "open spec\n\ncloseSession s\n", ""},
		{"comments between", "import spec\n# why\nopen spec\n\ncloseSession s\n", ""},
	} {
		if got := try(x.name, x.text, "", "Organise imports", "source.organizeImports"); got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
}

// Every arm that a match lacks is added, with a value of the match's type where no
// repair could be verified, as in specs.
func TestMissingArms(t *testing.T) {
	c, dir, _ := begin(t, goodPlan)
	uri := fileURI(filepath.Join(dir, "spec.aeon"))
	types := spec + "inductive Kind\n| red : Kind\n| blue (n: Int) : Kind\n| green (1 s: Session) (name: String) : Kind\n"
	c.open(uri, types)
	for i, x := range []struct{ def, want string }{
		{"def f (m: (Maybe Int)) : Int := match m with | some v => v\n", "| some v => v | none => 0\n"},
		{"def f (m: (Maybe Int)) : Bool := match m with | none => true\n", "| none => true | some value => false\n"},
		{"def f (m: (Maybe Int)) : (Int, String) := match m with | none => (1, \"\")\n", "| some value => (0, \"\")\n"},
		{"def f (m: (Maybe Int)) : Repo := match m with\n  | none => publicRepo\n", "  | none => publicRepo\n  | some value => ?some\n"},
		{"def f (k: Kind) : Int := match k with\n  | red => 1\n", "  | red => 1\n  | blue n => n\n  | green s name => 0\n"},
		{"def f (k: Kind) : Session := match k with\n  | green s name => s\n", "  | green s name => s\n  | red => ?red\n  | blue n => ?blue\n"},
	} {
		text := types + x.def
		c.replace(uri, i+2, text)
		found := false
		for _, d := range c.diagnostics(uri, i+2) {
			found = found || d["code"] == "AE209"
		}
		if !found {
			t.Errorf("%q: no AE209", x.def)
			continue
		}
		line := strings.Count(types, "\n")
		here := object{"line": line, "character": strings.Index(x.def, "match ") + len("match ")}
		a := c.actions(uri, here, here, "quickfix")["Add the missing arms"]
		if a == nil {
			t.Errorf("%q: not offered", x.def)
			continue
		}
		if got := newTexts(t, a["edit"], map[string]string{uri: text})[uri]; !strings.HasSuffix(got, x.want) {
			t.Errorf("%q: %q, want %q", x.def, strings.TrimPrefix(got, types), x.want)
		}
	}
}

// Safe repairs of the whole text are made at once; others are not among them.
func TestFixAll(t *testing.T) {
	_, try := begun(t)
	for _, x := range []struct{ name, text, want string }{
		{"letter case", "let s := Publish s \"x\" in\nlet s := repo_read s publicRepo in\ncloseSession s\n", "let s := publish s \"x\" in\nlet s := repoRead s publicRepo in\ncloseSession s\n"},
		{"quotation marks", "let s := publish s 'x' in\nclose_session s\n", "let s := publish s \"x\" in\ncloseSession s\n"},
		{"an operator", "let b := 1 == 2 in\ncloseSession s\n", "let b := 1 = 2 in\ncloseSession s\n"},
		{"a missing in", "let s := publish s \"x\"\ncloseSession s\n", "let s := publish s \"x\" in\ncloseSession s\n"},
		{"words", "let b := True and not False in\ncloseSession s\n", "let b := true && !false in\ncloseSession s\n"},
		{"another call is not safe", "let s := publich s \"x\" in\ncloseSession s\n", ""},
		{"a guard is not safe", badPlan, ""},
		{"nothing wrong", goodPlan, ""},
	} {
		if got := try(x.name, x.text, "", "Make all safe repairs", "source.fixAll"); got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
}

// Fixes are offered where the diagnostic is; in the rest of its line as well, to who
// has no range selected; and to clients that name the diagnostics but no fitting range.
func TestWhereFixesAreOffered(t *testing.T) {
	text := "let s := publich s \"x\" in\ncloseSession s\n"
	c, _, uri := begin(t, text)
	c.expect(uri, 1, "AE201")
	at := func(line, character int) object { return object{"line": line, "character": character} }
	is := object{"start": at(0, 9), "end": at(0, 16)}
	for _, x := range []struct {
		name     string
		from, to object
		named    []any
		want     int
	}{
		{"on it", at(0, 12), at(0, 12), nil, 1},
		{"over it", at(0, 0), at(1, 3), nil, 1},
		{"elsewhere in the line", at(0, 22), at(0, 22), nil, 1},
		{"something else selected", at(0, 19), at(0, 22), nil, 0},
		{"in another line", at(1, 3), at(1, 3), nil, 0},
		{"the diagnostic is named", at(1, 3), at(1, 4), []any{object{"range": is, "message": "x"}}, 1},
		{"another is named", at(1, 3), at(1, 4), []any{object{"range": object{"start": at(0, 9), "end": at(0, 10)}, "message": "x"}}, 0},
	} {
		if x.named == nil {
			x.named = []any{}
		}
		got := c.call("textDocument/codeAction", object{"textDocument": object{"uri": uri}, "range": object{"start": x.from, "end": x.to},
			"context": object{"diagnostics": x.named, "only": []string{"quickfix"}}}).([]any)
		if len(got) != x.want {
			t.Errorf("%s: %d fixes, want %d: %v", x.name, len(got), x.want, got)
		}
	}
}
