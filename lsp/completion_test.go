package lsp_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// complete asks for completion where the caret is and returns the labels in the
// order of their sort texts, and the items by label.
func (c *client) complete(uri string, version int, marked string) ([]string, map[string]object) {
	c.t.Helper()
	text, line, character := place(c.t, marked)
	c.replace(uri, version, text)
	items := c.call("textDocument/completion", at(uri, line, character)).(object)["items"].([]any)
	byLabel := map[string]object{}
	slices.SortStableFunc(items, func(a, b any) int {
		return strings.Compare(a.(object)["sortText"].(string), b.(object)["sortText"].(string))
	})
	var labels []string
	for _, i := range items {
		m := i.(object)
		labels = append(labels, m["label"].(string))
		byLabel[m["label"].(string)] = m
	}
	return labels, byLabel
}

func TestCompletion(t *testing.T) {
	dir := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec})
	c := start(t)
	c.initialize(dir, object{"capabilities": object{"textDocument": object{"completion": object{"completionItem": object{"snippetSupport": true}}}}})
	uri, specURI := fileURI(filepath.Join(dir, "plan.aeon")), fileURI(filepath.Join(dir, "spec.aeon"))
	c.open(uri, goodPlan)
	before := func(labels []string, a, b string) {
		t.Helper()
		i, j := slices.Index(labels, a), slices.Index(labels, b)
		if i < 0 || j < 0 || i > j {
			t.Errorf("%q should come before %q: %q", a, b, labels)
		}
	}
	// What cannot be called in this state comes last, and says why.
	labels, items := c.complete(uri, 2, "let s := repoRead s privateRepo in\n"+caret)
	before(labels, "s", "repoRead")
	before(labels, "repoRead", "publish")
	if labels[len(labels)-1] != "publish" {
		t.Errorf("last is %q", labels[len(labels)-1])
	}
	if d := items["publish"]["detail"].(string); !strings.Contains(d, "sessionTainted = true, because line 1: `repoRead`") {
		t.Error(d)
	}
	// The session is threaded.
	if e := items["repoRead"]["textEdit"].(object)["newText"]; e != "let s := repoRead s ${2:r} in\n$0" {
		t.Errorf("the snippet is %q", e)
	}
	labels, _ = c.complete(uri, 3, "let s := repoRead s publicRepo in\nlet s := pub"+caret)
	before(labels, "publish", "true")
	// Arguments of the right type first.
	labels, _ = c.complete(uri, 4, "let name := \"n\" in\nlet s := repoRead s "+caret)
	before(labels, "publicRepo", "name")
	// Inside a branch.
	labels, items = c.complete(uri, 5, "let s := repoRead s privateRepo in\nif true then pub"+caret)
	if d, _ := items["publish"]["detail"].(string); !strings.Contains(d, "cannot be called here") {
		t.Errorf("in a branch: %q, %q", d, labels)
	}
	// A plan may open what is in force and no more.
	if labels, _ = c.complete(uri, 6, "open "+caret); !slices.Equal(labels, []string{"spec"}) {
		t.Errorf("modules: %q", labels)
	}
	if labels, _ = c.complete(uri, 7, "# "+caret); len(labels) > 0 {
		t.Errorf("in a comment: %q", labels)
	}
	// In a spec.
	c.open(specURI, spec)
	version := 1
	for _, x := range []struct {
		text string
		want []string
	}{
		{"def f (x: " + caret, []string{"Session", "Repo", "Int", "Bool"}},
		{"@" + caret, []string{"harness", "keeps", "taint"}},
		{"def f (s: Session) : Session := " + caret, []string{"native", "uninterpreted"}},
		{"def f (x: {r:Repo | " + caret, []string{"r", "repoPrivate", "sessionTainted"}},
		{caret, []string{"def", "linear type", "plan"}},
	} {
		version++
		labels, _ := c.complete(specURI, version, spec+x.text)
		for _, w := range x.want {
			if !slices.Contains(labels, w) {
				t.Errorf("after %q: %q is not among %q", x.text, w, labels)
			}
		}
	}
}

// What is offered where a plan is written, in order, and what is not.
func TestCompletionOfPlans(t *testing.T) {
	dir := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec + `def isPrivate (r: Repo) : {b:Bool | b = repoPrivate r} := native "isPrivate(r)"
def pickRepo (& s: Session) (q: String) : Repo := native "pick(s, q)"
def readText (1 s: Session) (r: Repo) : (text: String, Session) := native "readText(s, r)"
`})
	c := start(t)
	c.initialize(dir, object{"capabilities": object{"textDocument": object{"completion": object{"completionItem": object{"snippetSupport": true, "labelDetailsSupport": true}}}}})
	uri := fileURI(filepath.Join(dir, "plan.aeon"))
	c.open(uri, "")
	_, found := c.complete(uri, 2, "let s := repoRead s privateRepo in "+caret)
	if d, _ := found["publish"]["labelDetails"].(object); d["description"] != "cannot be called here" {
		t.Errorf("beside the label: %v", found["publish"])
	}
	if found["repoRead"]["labelDetails"] != nil {
		t.Errorf("beside one that can be called: %v", found["repoRead"])
	}
	const look = "let r := pickRepo s \"q\" in\nlet s := repoRead s r in\nif isPrivate r then "
	for i, x := range []struct {
		name, text string
		first      string            // begins the list
		last       string            // ends it
		lacks      string            // is not in it
		inserts    map[string]string // what is put in for a label
		details    map[string]string // a part of its detail
	}{
		{name: "on the path where the demand cannot hold", text: look + caret, last: "publish",
			details: map[string]string{"publish": "sessionTainted = true, because line 2: `repoRead` says `sessionTainted s2 = (repoPrivate r || sessionTainted s)`, and line 3: `isPrivate r` is true on this path"}},
		{name: "on the path where it holds", text: look + "closeSession s else " + caret, first: "r s closeSession isPrivate pickRepo privateRepo publicRepo publish"},
		{name: "a session that was used up", text: "let s2 := repoRead s publicRepo in\nlet s3 := publish " + caret, first: "s2", last: "s",
			details: map[string]string{"s": "used up in line 1"}, inserts: map[string]string{"publish": "(publish s2 ${2:text})"}},
		{name: "one that was used up in another branch", text: "if true then closeSession s else " + caret, first: "s closeSession"},
		{name: "one that was used up in one branch", text: "let t := (if true then publish s \"x\" else s) in " + caret, first: "t", last: "s"},
		{name: "one that was lent", text: "let r := pickRepo s \"q\" in " + caret, first: "r s"},
		{name: "one that was used up as what is matched", text: "match repoRead s publicRepo with | a => " + caret, last: "s"},
		{name: "a session is put in, lent or not", text: caret,
			inserts: map[string]string{"pickRepo": "pickRepo s ${2:q}", "closeSession": "closeSession s", "readText": "let (${20:text}, s) := readText s ${2:r} in\n$0"}},
		{name: "declarations before the body", text: "de" + caret, inserts: map[string]string{"def": "def ${1:name} (${2:1 s: Session}) : ${3:Session} :=\n  $0"}},
		{name: "a helper does not call itself", text: "def h (1 s: Session) : Session := " + caret, lacks: "h"},
		{name: "the body calls it", text: "def h (1 s: Session) : Session := repoRead s publicRepo\n" + caret, inserts: map[string]string{"h": "let s := h s in\n$0"}},
		{name: "methods", text: "let s := s.re" + caret, first: "closeSession pickRepo publish readText repoRead", lacks: "isPrivate",
			inserts: map[string]string{"publish": "publish ${1:text}"}},
		{name: "methods behind the dot", text: "let s := s." + caret, first: "closeSession"},
		{name: "names of a type", text: "let x := List." + caret, first: "List.all", lacks: "publish", inserts: map[string]string{"List.length": "List.length ${1:l}"}},
		{name: "names of a module", text: "let x := spec.pub" + caret, inserts: map[string]string{"spec.publish": "spec.publish s ${2:text}"}},
		{name: "arms", text: "let m := List.find (fun x => x > 1) [1] in\nmatch m with\n| some v => closeSession s\n| " + caret, first: "none some _",
			inserts: map[string]string{"some": "some ${1:value} => $0"}},
		{name: "types", text: "def f (x: " + caret, first: "Repo Session", lacks: "Array", inserts: map[string]string{"Maybe": "(Maybe ${1:a})"}},
		{name: "types in a type", text: "def f (x: (Maybe " + caret, first: "Repo Session", inserts: map[string]string{"List": "(List ${1:a})"}},
		{name: "what a parameter begins with", text: "def f (" + caret, first: "& 0 1"},
		{name: "after a result type", text: "def f (x: Int) : Int " + caret, first: ":="},
		{name: "a new name takes a session's place", text: "let " + caret, first: "s", lacks: "publish"},
		{name: "in the body of a function", text: "let s := List.foldl (fun s i => " + caret, lacks: "(publish"},
		{name: "a function is written for a function", text: "let x := " + caret, inserts: map[string]string{"List.map": "List.map ${1:(fun x => x)} ${2:l}", "List.filter": "List.filter ${1:(fun x => false)} ${2:l}"}},
		{name: "in an argument's parentheses", text: "let s := publish s (" + caret, inserts: map[string]string{"String.lower": "String.lower ${1:s}"}},
	} {
		labels, items := c.complete(uri, i+3, x.text)
		if got := strings.Join(labels, " "); !strings.HasPrefix(got+" ", x.first) || !strings.HasSuffix(got, x.last) {
			t.Errorf("%s: %q does not begin with %q and end with %q", x.name, got, x.first, x.last)
		}
		if x.lacks != "" && slices.Contains(labels, x.lacks) {
			t.Errorf("%s: %q is offered", x.name, x.lacks)
		}
		for label, want := range x.inserts {
			if items[label] == nil {
				t.Errorf("%s: no %q in %q", x.name, label, labels)
			} else if got := items[label]["textEdit"].(object)["newText"]; got != want {
				t.Errorf("%s: %s puts in %q, want %q", x.name, label, got, want)
			}
		}
		for label, want := range x.details {
			if got, _ := items[label]["detail"].(string); !strings.Contains(got, want) {
				t.Errorf("%s: the detail of %s is %q", x.name, label, got)
			}
		}
	}
}

// What is offered where a spec is written.
func TestCompletionOfSpecs(t *testing.T) {
	dir := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec})
	c := start(t)
	c.initialize(dir, object{"capabilities": object{"textDocument": object{"completion": object{"completionItem": object{"snippetSupport": true}}}}})
	uri := fileURI(filepath.Join(dir, "spec.aeon"))
	c.open(uri, spec)
	for i, x := range []struct {
		text, first, lacks string
		inserts            map[string]string
	}{
		{text: caret, first: "axiom def example", inserts: map[string]string{"plan": "plan (1 ${1:s}: {${1:s}:${2:Session} | ${3:true}})"}},
		{text: "def " + caret, lacks: "publish"},
		{text: "def f (1 " + caret, lacks: "publish"},
		{text: "type Box (" + caret, lacks: "publish"},
		{text: "def f (x: (Int, " + caret, first: "Repo Session Array Bool"},
		{text: "def f (x: Int) (k: (1 s: " + caret, first: "Repo Session"},
		{text: "inductive K\n| a (x: " + caret, first: "K Repo Session"},
		{text: "def f (1 s: Session) : (Str" + caret, first: "Repo Session"},
		{text: "def f (1 s: {s:Session | " + caret, first: "s repoPrivate sessionTainted", inserts: map[string]string{"sessionTainted": "sessionTainted ${1:s}"}},
		{text: "def f (1 s: Session) (r: Repo | " + caret, first: "r s repoPrivate sessionTainted", inserts: map[string]string{"repoPrivate": "repoPrivate ${1:r}"}},
		{text: "def f (1 s: Session) : {t:Session | sessionTainted t = " + caret, first: "s t repoPrivate sessionTainted"},
		{text: "def f (1 s: Session) : Session " + caret, first: ":= decreasing_by"},
		{text: "def f (1 s: Session) : Session := " + caret, first: "native uninterpreted s", inserts: map[string]string{"native": "native \"${1:text}\""}},
		{text: "example " + caret, first: "accept reject"},
		{text: "example accept \"x\" := " + caret, lacks: "native"},
		{text: "import github (" + caret, inserts: map[string]string{"Issue": "Issue"}},
		{text: "open " + caret, first: "agent"},
		{text: "@" + caret, first: "argument harness keeps msg", inserts: map[string]string{"msg": "msg(\"${1:text}\")"}},
		{text: "def f (m: (Maybe Int)) : Int := match m with\n| some v => v\n| " + caret, first: "none some _"},
		{text: "def f (m: {n:Int | n > 0 || " + caret, first: "n repoPrivate"},
	} {
		labels, items := c.complete(uri, i+2, spec+x.text)
		if got := strings.Join(labels, " "); !strings.HasPrefix(got+" ", x.first) {
			t.Errorf("%q: %q does not begin with %q", x.text, got, x.first)
		}
		if x.lacks != "" && slices.Contains(labels, x.lacks) {
			t.Errorf("%q: %q is offered", x.text, x.lacks)
		}
		for label, want := range x.inserts {
			if items[label] == nil {
				t.Errorf("%q: no %q in %q", x.text, label, labels)
				continue
			}
			got := items[label]["textEdit"].(object)["newText"]
			if got != want {
				t.Errorf("%q: %s puts in %q, want %q", x.text, label, got, want)
			}
		}
	}
}
