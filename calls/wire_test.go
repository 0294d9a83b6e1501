package calls_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

// wired is a spec whose functions are not shaped as its tools are.
const wired = `
linear type Session
linear type Grant
type Repo
type Path
type Name
@taint def private : (x: a) -> Bool := uninterpreted
def closed : (r: Repo) -> Bool := uninterpreted
def below : (p: Path) -> Bool := uninterpreted
@pure def repoNamed (name: {n:String | n != ""}) : Repo := native "repo"
@argument(name = owner ++ "/" ++ repo)
def repoAt (name: {n:String | String.matches n "[a-z]+/[a-z]+" && n != ""})
    : {r:Repo | r = repoNamed name && private r = private name} := native "repo"
@argument
def pathOf (text: {t:String | String.startsWith t "/w/"}) : {p:Path | below p && private p = private text} :=
  native "path"
def nameOf (text: String) : Name := native "name"

@tool("write", when (method = "create"), text = default body "none")
def create (1 s: Session) (r: Repo) (text: {t:String | private t = false}) : Session := native "create"

@tool("write", when (method = "label" && count = 2), unused (page, force = false))
def label (1 s: Session) (r: Repo) (labels: (List String)) : Session := native "label"

@tool("write", when (method = "other"), r = repoAt (other ++ "/" ++ repo), note = json inputs)
def other (1 s: Session) (r: Repo) (note: String) (who: (Maybe Name)) : Session := native "other"

@tool("merge")
def merge (1 s: Session) (n: Int) : Session := native "merge"
@tool("merge")
def merge_approved (1 s: Session) (n: Int) (1 g: Grant) : Session := native "merge"
@tool("merge", how = key "merge-how")
def merge_how (1 s: Session) (n: Int) (how: String) : Session := native "merge"
@plan def ask (1 s: Session) : (Grant, Session) := native "ask"

def put (1 s: Session) (path: Path) (others: (List Path)) (maybe: (Maybe Path)) : Session := native "put"
def pairs (1 s: Session) (files: (List (path: String, text: String))) : Session := native "pairs"
def inRepo (1 s: Session) (r: (Maybe Repo)) : Session := native "in"

@tool("twice") def one (1 s: Session) (a: (Maybe Int)) : Session := native "one"
@tool("twice") def two (1 s: Session) (b: (Maybe Int)) : Session := native "two"

def look (1 s: Session) : (text: {t:String | private t}, Session) := native "look"
def pick (1 s: Session) (n: Int) : (text: {t:String | private t = false}, Session) := native "pick"
def send (1 s: Session) (body: {b:String | private b = false}) : Session := native "send"
plan (1 s: Session) : Session
`

func TestWires(t *testing.T) {
	s := load(t, wired)
	for _, c := range []struct{ name, text, plan string }{
		{"a case, keys put together, a default", mcp("write", `{"method":"create","owner":"ann","repo":"docs"}`),
			"let s := create s (repoAt \"ann/docs\") \"none\" in\ns\n"},
		{"null is as much as nothing", mcp("write", `{"method":"create","owner":"ann","repo":"docs","body":null}`),
			"let s := create s (repoAt \"ann/docs\") \"none\" in\ns\n"},
		{"a case by two keys, and what is left to others", mcp("write", `{"method":"label","count":2,"owner":"ann","repo":"docs","labels":["a"],"page":7,"force":false}`),
			"let s := label s (repoAt \"ann/docs\") [\"a\"] in\ns\n"},
		{"other keys, JSON, what may be missing", mcp("write", `{"method":"other","other":"bob","repo":"docs","inputs":{"a": [1]}}`),
			"let s := other s (repoAt \"bob/docs\") \"{\\\"a\\\":[1]}\" Maybe.none in\ns\n"},
		{"JSON that is missing", mcp("write", `{"method":"other","other":"bob","repo":"docs","who":"ann"}`),
			"let s := other s (repoAt \"bob/docs\") \"\" (Maybe.some (nameOf \"ann\")) in\ns\n"},
		{"by the arguments that are given", mcp("merge", `{"n":1}`, "merge", `{"n":1,"merge-how":"squash"}`),
			"let s := merge s 1 in\nlet s := merge_how s 1 \"squash\" in\ns\n"},
		{"an approval that is at hand is used", mcp("ask", `{}`, "merge", `{"n":1}`),
			"let (grant_1, s) := ask s in\nlet s := merge_approved s 1 grant_1 in\ns\n"},
		{"an argument of one value, in lists and where it may be missing", mcp("put", `{"path":"/w/a","others":["/w/b"],"maybe":"/w/c"}`),
			"let s := put s (pathOf \"/w/a\") [(pathOf \"/w/b\")] (Maybe.some (pathOf \"/w/c\")) in\ns\n"},
		{"tuples with names", mcp("pairs", `{"files":[{"text":"t","path":"p"}]}`),
			"let s := pairs s [(\"p\", \"t\")] in\ns\n"},
		{"an argument of keys that may be missing", mcp("inRepo", `{}`, "inRepo", `{"owner":"ann","repo":"docs"}`),
			"let s := inRepo s Maybe.none in\nlet s := inRepo s (Maybe.some (repoAt \"ann/docs\")) in\ns\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, ds := checked(t, s, c.text, false)
			if plan != c.plan || len(ds) > 0 {
				t.Errorf("got %q, want %q; %v", plan, c.plan, ds)
			}
		})
	}
}

func TestWiresRefused(t *testing.T) {
	s := load(t, wired)
	for _, c := range []struct{ name, text, code, at, message string }{
		{"no such case", mcp("write", `{"method":"delete","owner":"ann","repo":"docs"}`), "AE702", `"write"`, "with these arguments"},
		{"a case that is no text", mcp("write", `{"method":["create"],"owner":"ann","repo":"docs"}`), "AE702", `"write"`, "with these arguments"},
		{"a case without its other key", mcp("write", `{"method":"label","owner":"ann","repo":"docs","labels":[]}`), "AE702", `"write"`, "with these arguments"},
		{"a key that the case does not use", mcp("write", `{"method":"create","owner":"ann","repo":"docs","labels":["a"]}`), "AE702", `"labels"`, "takes no argument"},
		{"a key that is only known with another value", mcp("write", `{"method":"label","count":2,"owner":"ann","repo":"docs","labels":[],"force":true}`), "AE702", `true`, "only where `force` is false"},
		{"half of what an argument is made of", mcp("write", `{"method":"create","owner":"ann"}`), "AE702", `{"method":"create","owner":"ann"}`, "needs the argument `repo`"},
		{"half of what may be missing", mcp("inRepo", `{"owner":"ann"}`), "AE702", `{"owner":"ann"}`, "needs the argument `repo`"},
		{"what the function under @argument asks for", mcp("write", `{"method":"create","owner":"ann/x","repo":"docs"}`), "AE301", "", "matches"},
		{"what the function of one value asks for", mcp("put", `{"path":"/etc/passwd","others":[]}`), "AE301", `"/etc/passwd"`, "startsWith"},
		{"the name of a function with @tool", mcp("create", `{"owner":"ann","repo":"docs","text":"x"}`), "AE702", `"create"`, "no function"},
		{"the name of a function with @argument", mcp("pathOf", `{"text":"/w/a"}`), "AE702", `"pathOf"`, "no function"},
		{"two functions that fit", mcp("twice", `{}`), "AE702", `"twice"`, "two functions"},
		{"a field of a tuple that is not there", mcp("pairs", `{"files":[{"path":"p","text":"t","mode":7}]}`), "AE702", `"mode"`, "takes no argument"},
		{"none of several", mcp("merge", `{"m":1}`), "AE702", "", "needs the argument `n`"},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, ds := checked(t, s, c.text, false)
			for _, d := range ds {
				if string(d.Code) == c.code && strings.Contains(d.Message, c.message) && (c.at == "" || d.Span.Text() == c.at) {
					return
				}
			}
			t.Errorf("want %s at %q, got %v\n%s", c.code, c.at, ds, plan)
		})
	}
}

// What only chooses the function, or is left to others, cannot be a reference.
func TestWiresWithReferences(t *testing.T) {
	s := load(t, wired)
	for _, c := range []struct{ name, text, at string }{
		{"in a condition", mcp("look", `{}`, "write", `{"method":{"$ref":"c1"},"owner":"ann","repo":"docs"}`), `"write"`},
		{"in what is left to others", mcp("look", `{}`, "write", `{"method":"label","count":2,"owner":"ann","repo":"docs","labels":[],"page":[{"$ref":"c1"}]}`), `[{"$ref":"c1"}]`},
		{"in JSON", mcp("look", `{}`, "write", `{"method":"other","other":"bob","repo":"docs","inputs":{"a":{"$ref":"c1"}}}`), `{"$ref":"c1"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, ds := checked(t, s, c.text, true)
			if len(ds) == 0 || ds[0].Code != "AE702" || ds[0].Span.Text() != c.at {
				t.Errorf("got %v", ds)
			}
		})
	}
	plan, ds := checked(t, s, mcp("pick", `{"n":1}`, "write", `{"method":"create","owner":{"$ref":"c1"},"repo":"docs","body":{"$ref":"c1"}}`), true)
	if !strings.Contains(plan, `(repoAt ((call_1 ++ "/") ++ "docs")) call_1`) {
		t.Errorf("%v\n%s", ds, plan)
	}
}

// Which result a call refers to was chosen by a model that had read those before:
// what it points at bears that, though it is clean itself.
func TestChoiceOfReferenceTells(t *testing.T) {
	s := load(t, wired)
	for _, c := range []struct{ name, text, code string }{
		{"before anything private was read", mcp("pick", `{"n":1}`, "pick", `{"n":2}`, "send", `{"body":{"$ref":"c2"}}`), ""},
		{"after", mcp("pick", `{"n":1}`, "pick", `{"n":2}`, "look", `{}`, "send", `{"body":{"$ref":"c2"}}`), "AE301"},
		{"put together after", mcp("pick", `{"n":1}`, "pick", `{"n":2}`, "look", `{}`, "send", `{"body":{"$concat":[{"$ref":"c2"}]}}`), "AE301"},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, ds := checked(t, s, c.text, true)
			if c.code == "" && len(ds) > 0 || c.code != "" && (len(ds) == 0 || string(ds[0].Code) != c.code) {
				t.Errorf("want %q, got %v\n%s", c.code, ds, plan)
			}
		})
	}
}

// Two servers may have a tool of one name; a list of calls does not say which is meant.
func TestTwoServers(t *testing.T) {
	lib, err := z3.Load("")
	if err != nil {
		t.Fatalf("these tests need libz3 (make setup): %v", err)
	}
	const other = "import spec (Session)\n@tool(\"twice\") def three (1 s: Session) (c: Int) : Session := native \"three\"\n"
	for _, second := range []string{other, strings.Replace(strings.Replace(other, "@tool(\"twice\") ", "", 1), "three (", "twice (", 1)} {
		s := checker.Load(context.Background(), checker.Config{
			Specs: []string{"spec.aeon", "other.aeon"}, Solver: lib, Builtin: func(string) (string, bool) { return "", false },
			ReadFile: func(path string) (string, error) {
				if path == "other.aeon" {
					return second, nil
				}
				return wired, nil
			},
		})
		if diag.HasErrors(s.Diagnostics) {
			t.Fatal(s.Diagnostics)
		}
		plan, ds := checked(t, s, mcp("twice", `{"a":1}`), false)
		if len(ds) != 1 || ds[0].Code != "AE702" || !strings.Contains(ds[0].Message, "two functions") {
			t.Errorf("%v\n%s", ds, plan)
		}
		s.Close()
	}
	// Of one server, what says so stands for the tool, and not what only has its name.
	plan, ds := checked(t, load(t, wired+"def twice (1 s: Session) (c: Int) : Session := native \"twice\"\n"), mcp("twice", `{"a":1}`), false)
	if len(ds) > 0 || !strings.Contains(plan, "one s (Maybe.some 1)") {
		t.Errorf("%v\n%s", ds, plan)
	}
}
