package calls_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/calls"
	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
)

const spec = `
linear type Session
linear type Grant
type Repo
type Any
type Own
@taint def private : (x: a) -> Bool := uninterpreted
inductive Box
| box (label: String) (size: (Maybe Int)) (in_: (Maybe Bool)) : Box
inductive Colour
| red : Colour
| green : Colour
def mine : (o: Own) -> Bool := uninterpreted
def own (name: String) : {o:Own | mine o} := native "ends where it is not"
def wipe (1 s: Session) (o: {o:Own | mine o}) : Session := native "wipe"
def repo (name: {n:String | n != ""}) : Repo := native "repo"
def anything (text: String) : Any := native "json"
def open_repo (1 s: Session) (repo_: Repo) : Session := native "tool: {\"name\": \"open-repo\", \"params\": {\"repo_\": \"repo\"}}"
def read (1 s: Session) (path: String) : (text: {t:String | private t}, Session) := native "read"
def title (t: String) : {x:String | private x = false} := native "title"
def send (1 s: Session) (to: (List String)) (body: {b:String | private b = false}) : Session := native "send"
def count (& s: Session) (n: {n:Int | n <= 100}) : Int := native "count"
def scale (1 s: Session) (by: Float) : Session := native "scale"
def store (1 s: Session) (box: Box) (colour: Colour) : Session := native "store"
def free (1 s: Session) (value: Any) : Session := native "free"
@plan def ask (1 s: Session) : (Grant, Session) := native "ask"
def spend (1 s: Session) (1 g: Grant) : Session := native "spend"
@harness def reset (_: Unit) : Session := native "reset"
plan (1 s: Session) : Session
`

func load(t *testing.T, text string) *checker.Spec {
	t.Helper()
	lib, err := z3.Load("")
	if err != nil {
		t.Fatalf("these tests need libz3 (make setup): %v", err)
	}
	s := checker.Load(context.Background(), checker.Config{
		Specs: []string{"spec.aeon"}, Solver: lib, Builtin: func(string) (string, bool) { return "", false },
		ReadFile: func(string) (string, error) { return text, nil },
	})
	t.Cleanup(s.Close)
	if diag.HasErrors(s.Diagnostics) {
		t.Fatal(s.Diagnostics[0])
	}
	return s
}

// checked is what came of a list of calls: the plan, the codes, the places.
func checked(t *testing.T, s *checker.Spec, text string, refs bool) (plan string, ds []*diag.Diagnostic) {
	t.Helper()
	list, ds := calls.Read(diag.NewSource("calls.json", text))
	if len(ds) > 0 {
		return "", ds
	}
	contract, d := s.Contract("", diag.Span{})
	if d != nil {
		t.Fatal(d)
	}
	p, ds := calls.Translate("plan", list, calls.Options{Exports: s.Exports(), Contract: contract, References: refs})
	if len(ds) > 0 {
		return "", ds
	}
	r := s.CheckPlan(context.Background(), checker.PlanInput{Source: p.Source, Conversation: true})
	for _, d := range r.Diagnostics {
		if d.Severity == diag.Error {
			ds = append(ds, p.Back(d))
		}
	}
	return p.Source.Text, ds
}

// mcp is a list of calls as pairs of a tool and its arguments.
func mcp(pairs ...string) string {
	var out []string
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, `{"jsonrpc":"2.0","id":"c`+string(rune('1'+i/2))+`","method":"tools/call","params":{"name":"`+pairs[i]+`","arguments":`+pairs[i+1]+`}}`)
	}
	return "[" + strings.Join(out, ",\n") + "]"
}

func TestFormats(t *testing.T) {
	s := load(t, spec)
	const want = "let s := send s [\"ann\"] \"hi \\\"you\\\"\" in\ns\n"
	for name, text := range map[string]string{
		"chat completions, a response": `{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[
			{"id":"a","type":"function","function":{"name":"send","arguments":"{\"to\": [\"ann\"], \"body\": \"hi \\\"you\\\"\"}"}}]},"finish_reason":"tool_calls"}],"usage":{}}`,
		"chat completions, a history": `[{"role":"system","content":"be good"},{"role":"user","content":[{"type":"text","text":"go"}]},
			{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"send","arguments":"{\"to\": [\"ann\"], \"body\": \"hi \\\"you\\\"\"}"}}]},
			{"role":"tool","tool_call_id":"a","content":"ok"}]`,
		"chat completions, the calls": `[{"id":"a","type":"function","function":{"name":"send","arguments":"{\"to\": [\"ann\"], \"body\": \"hi \\\"you\\\"\"}"}}]`,
		"responses": `{"object":"response","output":[{"type":"reasoning","summary":[]},
			{"type":"function_call","id":"f","call_id":"a","name":"send","arguments":"{\"to\": [\"ann\"], \"body\": \"hi \\\"you\\\"\"}","status":"completed"},
			{"type":"function_call_output","call_id":"a","output":"ok"}]}`,
		"messages": `[{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"text","text":"sure"},
			{"type":"tool_use","id":"a","name":"send","input":{"to":["ann"],"body":"hi \"you\""}}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"ok"}]}]`,
		"messages, a response": `{"id":"m","type":"message","role":"assistant","content":[{"type":"tool_use","id":"a","name":"send","input":{"to":["ann"],"body":"hi \"you\""}}],"stop_reason":"tool_use"}`,
		"chat completions, an older form": `[{"role":"assistant","content":null,"function_call":{"name":"send","arguments":"{\"to\": [\"ann\"], \"body\": \"hi \\\"you\\\"\"}"}},
			{"role":"function","name":"send","content":"ok"}]`,
		"the Model Context Protocol": `[{"jsonrpc":"2.0","id":0,"method":"tools/list"},{"jsonrpc":"2.0","id":0,"result":{"tools":[]}},
			{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"send","arguments":{"to":["ann"],"body":"hi \"you\""}}},
			{"jsonrpc":"2.0","id":1,"result":{"content":[]}}]`,
		"a list of calls in an object": `{"tool_calls":[{"id":"a","type":"function","function":{"name":"send","arguments":"{\"to\": [\"ann\"], \"body\": \"hi \\\"you\\\"\"}"}}]}`,
		"one call":                     `{"name":"send","arguments":{"to":["ann"],"body":"hi \"you\""}}`,
	} {
		t.Run(name, func(t *testing.T) {
			plan, ds := checked(t, s, text, false)
			if plan != want || len(ds) > 0 {
				t.Errorf("got %q, want %q; %v", plan, want, ds)
			}
		})
	}
}

func TestPlans(t *testing.T) {
	s := load(t, spec)
	for _, c := range []struct{ name, text, plan string }{
		{"no calls", `[]`, "s\n"},
		{"names of the tool and its arguments that differ from the function's", mcp("open-repo", `{"repo":"docs"}`),
			"let s := open_repo s (repo \"docs\") in\ns\n"},
		{"a borrowed session", mcp("count", `{"n":3}`, "count", `{"n":-3}`),
			"let call_1 := count s 3 in\nlet call_2 := count s (-3) in\ns\n"},
		{"numbers", mcp("scale", `{"by":1.5}`, "scale", `{"by":2}`, "scale", `{"by":-1e21}`),
			"let s := scale s 1.5 in\nlet s := scale s 2.0 in\nlet s := scale s (-1e21) in\ns\n"},
		{"records, enumerations, what may be missing", mcp("store", `{"box":{"label":"a","size":2,"in":true},"colour":"red"}`, "store", `{"box":{"label":"b","size":null},"colour":"green"}`),
			"let s := store s (Box.box \"a\" (Maybe.some 2) (Maybe.some true)) Colour.red in\n" +
				"let s := store s (Box.box \"b\" Maybe.none Maybe.none) Colour.green in\ns\n"},
		{"any value", mcp("free", `{"value": {"a": [1, "x\n"], "b": null}}`),
			"let s := free s (anything \"{\\\"a\\\":[1,\\\"x\\\\u000a\\\"],\\\"b\\\":null}\") in\ns\n"},
		{"two linear values", mcp("ask", `{}`, "spend", `{}`),
			"let (grant_1, s) := ask s in\nlet s := spend s grant_1 in\ns\n"},
		{"text that could be taken for something else", mcp("send", `{"to":[],"body":"\u202e\u0000 # \\ \" \u00e9"}`),
			"let s := send s [] \"\\u{202e}\\u{0} # \\\\ \\\" é\" in\ns\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, ds := checked(t, s, c.text, false)
			if plan != c.plan || len(ds) > 0 {
				t.Errorf("got %q, want %q; %v", plan, c.plan, ds)
			}
		})
	}
}

// What is refused, with the code and the place in the JSON.
func TestRefused(t *testing.T) {
	s := load(t, spec)
	chat := func(args string) string {
		return `[{"id":"a","type":"function","function":{"name":"count","arguments":"` + args + `"}}]`
	}
	for _, c := range []struct{ name, text, code, at string }{
		{"not JSON", `[`, "AE701", ""},
		{"something behind the end", `[] []`, "AE701", "["},
		{"not UTF-8", "[\"\xff\"]", "AE701", "\xff"},
		{"a key twice", mcp("count", `{"n":1,"n":2}`), "AE701", `"n"`},
		{"a key of the call twice", `[{"name":"count","arguments":{"n":1},"name":"reset"}]`, "AE701", `"name"`},
		{"a key in another case", `[{"name":"count","Arguments":{"n":1}}]`, "AE701", `"Arguments"`},
		{"an unknown key of a call", `[{"type":"tool_use","id":"a","name":"count","input":{"n":1},"then":{}}]`, "AE701", `"then"`},
		{"no arguments", `[{"type":"tool_use","id":"a","name":"count"}]`, "AE701", ""},
		{"half a surrogate pair", mcp("read", `{"path":"\ud800"}`), "AE701", `\ud800`},
		{"half a surrogate pair inside of a string", chat(`{\"n\": \"\\ud800\"}`), "AE701", `\\ud800`},
		{"a key twice inside of a string", chat(`{\"n\": 1, \"n\": 2}`), "AE701", `\"n\"`},
		{"arguments that are no object", chat(`3`), "AE701", "3"},
		{"arguments of a chat's call that are missing", `[{"id":"a","type":"function","function":{"name":"count"}}]`, "AE701", `{"name":"count"}`},
		{"arguments of a chat's call that are no string", `[{"id":"a","type":"function","function":{"name":"count","arguments":{"n":1}}}]`, "AE701", `{"n":1}`},
		{"arguments of a protocol's call that are a string", `{"name":"count","arguments":"{\"n\":1}"}`, "AE701", `"{\"n\":1}"`},
		{"a call without an id", `[{"type":"function","function":{"name":"count","arguments":"{}"}}]`, "AE701", ""},
		{"a kind of item that is not known", `[{"type":"computer_call","action":{}}]`, "AE701", `"computer_call"`},
		{"several choices", `{"choices":[{"message":{"role":"assistant","content":""}},{"message":{"role":"assistant","content":""}}]}`, "AE701", ""},
		{"two lists", `{"messages":[],"choices":[]}`, "AE701", ""},
		{"a result without its call", `[{"role":"tool","tool_call_id":"z","content":"x"}]`, "AE701", `"z"`},
		{"a result of a function that was not called", `[{"role":"function","name":"read","content":"x"}]`, "AE701", `"read"`},
		{"an answer without its request", `[{"jsonrpc":"2.0","id":7,"result":{}}]`, "AE701", ""},
		{"a resource that was read", `[{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{}}]`, "AE701", `"resources/read"`},
		{"calls in a text", `[{"type":"text","role":"assistant","content":[{"type":"tool_use","id":"a","name":"reset","input":{}}]}]`, "AE701", `"assistant"`},
		{"calls in a result", `[{"type":"tool_use","id":"a","name":"count","input":{"n":1}},{"type":"tool_result","tool_use_id":"a","tool_calls":[1]}]`, "AE701", `[1]`},
		{"calls beside a message", `{"choices":[{"message":{"role":"assistant","content":""},"delta":{"tool_calls":[]}}]}`, "AE701", `{"tool_calls":[]}`},
		{"calls beside a list", `{"messages":[],"content":[{"type":"tool_use","id":"a","name":"reset","input":{}}]}`, "AE701", ""},
		{"messages in a message", `{"role":"assistant","content":"","messages":[1]}`, "AE701", `[1]`},
		{"content that is one block", `[{"role":"assistant","content":{"type":"tool_use","id":"a","name":"reset","input":{}}}]`, "AE701", ""},
		{"calls of the user", `[{"role":"user","content":"","tool_calls":[]}]`, "AE701", `[]`},
		{"a tool that is not there", mcp("rm", `{}`), "AE702", `"rm"`},
		{"the function's name instead of the tool's", mcp("open_repo", `{"repo":"x"}`), "AE702", `"open_repo"`},
		{"an argument too many", mcp("count", `{"n":1,"m":2}`), "AE702", `"m"`},
		{"an argument in another case", mcp("count", `{"N":1}`), "AE702", `"N"`},
		{"an argument too few", mcp("count", `{}`), "AE702", `{}`},
		{"null for what must be there", mcp("count", `{"n":null}`), "AE702", `null`},
		{"a fraction for an Int", mcp("count", `{"n":1.0}`), "AE702", `1.0`},
		{"a number in a string", mcp("count", `{"n":"1"}`), "AE702", `"1"`},
		{"2^63", mcp("count", `{"n":9223372036854775808}`), "AE702", `9223372036854775808`},
		{"-2^63-1", mcp("count", `{"n":-9223372036854775809}`), "AE702", `-9223372036854775809`},
		{"-0", mcp("count", `{"n":-0}`), "AE702", `-0`},
		{"-0.0", mcp("scale", `{"by":-0.0}`), "AE702", `-0.0`},
		{"1e400", mcp("scale", `{"by":1e400}`), "AE701", `1e400`},
		{"1e-400", mcp("scale", `{"by":1e-400}`), "AE702", `1e-400`},
		{"an integer that no double is", mcp("scale", `{"by":9007199254740993}`), "AE702", `9007199254740993`},
		{"1e400 in what may be anything", mcp("free", `{"value":[1e400]}`), "AE701", `1e400`},
		{"2^64 in what may be anything", mcp("free", `{"value":[18446744073709551616]}`), "AE702", `18446744073709551616`},
		{"a field that a record lacks", mcp("store", `{"box":{"label":"a","depth":1},"colour":"red"}`), "AE702", `"depth"`},
		{"not one of an enumeration", mcp("store", `{"box":{"label":"a"},"colour":"Red"}`), "AE702", `"Red"`},
		{"a text for what a function would have looked at first", mcp("wipe", `{"o":"theirs"}`), "AE702", `"theirs"`},
		{"a linear value that is not there", mcp("spend", `{}`), "AE702", `"spend"`},
		{"a linear value that is left", mcp("ask", `{}`), "AE702", ""},
		{"two of a linear type", mcp("ask", `{}`, "ask", `{}`, "spend", `{}`), "AE702", `"spend"`},
		{"a reference where nobody resolves them", mcp("read", `{"path":"x"}`, "read", `{"path":{"$ref":"c1"}}`), "AE702", `{"$ref":"c1"}`},
		{"what the spec asks for", mcp("count", `{"n":1}`, "count", `{"n":101}`), "AE301", `101`},
		{"what the spec asks for, inside of a string", chat(`{\"n\": 101}`), "AE301", `101`},
		{"what the harness has for itself", mcp("reset", `{}`), "AE503", `"reset"`},
		{"typed after something private was read", mcp("read", `{"path":"x"}`, "send", `{"to":[],"body":"hi"}`), "AE301", `"hi"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, ds := checked(t, s, c.text, false)
			for _, d := range ds {
				if string(d.Code) == c.code && (c.at == "" || d.Span.Text() == c.at) {
					return
				}
			}
			t.Errorf("want %s at %q, got %v\n%s", c.code, c.at, ds, plan)
		})
	}
}

func TestReferences(t *testing.T) {
	s := load(t, spec)
	for _, c := range []struct{ name, text, code string }{
		{"a result", mcp("read", `{"path":"x"}`, "read", `{"path":{"$ref":"c1"}}`), ""},
		{"a result that is private", mcp("read", `{"path":"x"}`, "send", `{"to":[],"body":{"$ref":"c1"}}`), "AE301"},
		{"what a function makes of it", mcp("read", `{"path":"x"}`, "send", `{"to":[],"body":{"$ref":"c1","$by":"title"}}`), ""},
		{"put together with what is clean", mcp("read", `{"path":"x"}`, "send", `{"to":[],"body":{"$concat":[{"$ref":"c1","$by":"title"},{"$ref":"c1","$by":"title"}]}}`), ""},
		{"put together with what was typed since", mcp("read", `{"path":"x"}`, "send", `{"to":[],"body":{"$concat":["re ",{"$ref":"c1","$by":"title"}]}}`), "AE301"},
		{"of a later call", mcp("read", `{"path":{"$ref":"c2"}}`, "read", `{"path":"x"}`), "AE702"},
		{"of a function that is not there", mcp("read", `{"path":"x"}`, "read", `{"path":{"$ref":"c1","$by":"none"}}`), "AE702"},
		{"with another key", mcp("read", `{"path":"x"}`, "read", `{"path":{"$ref":"c1","x":1}}`), "AE702"},
		{"of two calls", `[{"type":"tool_use","id":"a","name":"read","input":{"path":"x"}},{"type":"tool_use","id":"a","name":"read","input":{"path":"x"}},{"type":"tool_use","id":"b","name":"read","input":{"path":{"$ref":"a"}}}]`, "AE702"},
		{"inside of any value", mcp("read", `{"path":"x"}`, "free", `{"value":[{"$ref":"c1"}]}`), "AE702"},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, ds := checked(t, s, c.text, true)
			if c.code == "" && len(ds) > 0 || c.code != "" && (len(ds) == 0 || string(ds[0].Code) != c.code) {
				t.Errorf("want %q, got %v\n%s", c.code, ds, plan)
			}
		})
	}
}

// A contract that wants nothing back: the session is ended by the one function
// that does so.
func TestEnds(t *testing.T) {
	const tools = `
linear type Session
def look (1 s: Session) : (String, Session) := native "look"
def publish (1 s: Session) : Unit := native "tool: publish-all"
`
	for _, c := range []struct{ name, spec, text, plan string }{
		{"closed", tools + "def close (1 s: Session) : Unit := native \"c\"\n@harness def destroy (1 s: Session) : Unit := native \"d\"\nplan (1 s: Session)\n",
			mcp("look", `{}`), ""},
		{"by the only one there is", "linear type Session\ndef look (1 s: Session) : (String, Session) := native \"look\"\ndef close (1 s: Session) : Unit := native \"c\"\nplan (1 s: Session)\n",
			mcp("look", `{}`), "let (call_1, s) := look s in\nlet _ := close s in\n()\n"},
		{"by a call", tools + "plan (1 s: Session)\n", mcp("publish-all", `{}`), "let call_1 := publish s in\n()\n"},
		{"with a text", tools + "plan (1 s: Session) : (String, Session)\n", mcp("look", `{}`), "let (call_1, s) := look s in\n(\"\", s)\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, ds := checked(t, load(t, c.spec), c.text, false)
			if plan != c.plan || (plan != "") == diag.HasErrors(ds) {
				t.Errorf("got %q, want %q; %v", plan, c.plan, ds)
			}
		})
	}
}

// Nothing that is read makes the reader panic, and what it reads once it reads
// again.
func FuzzRead(f *testing.F) {
	f.Add(mcp("count", `{"n":1}`, "read", `{"path":"\u00e9"}`))
	f.Add(`{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"x","arguments":"{\"a\":\"\\u00e9\\ud83d\\ude00\"}"}}]}}]}`)
	f.Add(`[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"x","input":{}}]}]`)
	f.Fuzz(func(t *testing.T, text string) {
		src := diag.NewSource("calls.json", text)
		list, ds := calls.Read(src)
		for _, d := range ds {
			if d.Span.Src != src || d.Span.Start > d.Span.End || d.Span.End > len(text) {
				t.Errorf("%v is no place in the text", d.Span)
			}
		}
		_, _ = calls.Translate("plan", list, calls.Options{})
	})
}
