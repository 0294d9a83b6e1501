// Package calls reads the tool calls that a model emitted, in the JSON of the
// common model interfaces, as the plan that they amount to. A plan made of calls
// has no branches: it is one call after the other, the session handed on from
// each to the next, and each argument a literal. The model saw the result of
// each call before it typed the next, so the plan is to be checked as a
// conversation (checker.PlanInput.Conversation): the literals of a call bear the
// labels of all results before it.
//
// The reading is strict, because what is verified here is run by another program
// that reads the same text: whatever two JSON readers are known to take
// differently (a key that stands twice, a key in another case, a number that does
// not fit, half a surrogate pair) is refused.
package calls

import (
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
)

// Call is one tool call.
type Call struct {
	// ID is what results and references name it by, "" where it has none.
	ID   string
	Tool string
	// ToolAt is the place of the tool's name.
	ToolAt diag.Span
	// Args is an object.
	Args *strictjson.Value
	Span diag.Span
}

// wording is how a fault of the JSON is told.
var wording = strictjson.Wording{Malformed: diag.CallsNotJSON, Duplicate: diag.CallsDuplicate}

// Read reads a list of calls in the JSON of OpenAI's chat completions and
// responses, of Anthropic's messages, or of the Model Context Protocol: a
// request, a response, a list of messages, items, content blocks or calls, or
// one of them. Messages without calls are passed over; an item that is not known
// is refused (AE701), for it could be a call.
func Read(src *diag.Source) ([]*Call, []*diag.Diagnostic) {
	doc, d := strictjson.Read(src, wording)
	if d != nil {
		return nil, []*diag.Diagnostic{d}
	}
	r := &reader{seen: map[string]bool{}, unnamed: map[string]bool{}}
	r.document(doc)
	if len(r.diags) > 0 {
		return nil, r.diags
	}
	return r.calls, nil
}

type reader struct {
	calls []*Call
	diags []*diag.Diagnostic
	seen  map[string]bool // ids of the calls so far
	// unnamed are the tools that were called without an id.
	unnamed map[string]bool
}

func (r *reader) fail(at diag.Span, m diag.Message, args ...any) {
	r.diags = append(r.diags, diag.New(at, m, args...))
}

// enclosing are the keys under which a request or a response has its list.
var enclosing = []string{"choices", "messages", "output", "input", "tool_calls"}

// document finds the list of items in what encloses it.
func (r *reader) document(v *strictjson.Value) {
	switch {
	case v.Kind == strictjson.List:
		r.list(v, "a list of calls", r.item)
		return
	case v.Kind != strictjson.Object:
		r.fail(v.Span, diag.CallsKind, "a list of calls", "a list or an object", v.Kind)
		return
	}
	if v.Find("type") == nil && v.Find("role") == nil && v.Find("name") == nil {
		r.misspelt(v, enclosing...)
		r.lacks(v, "a request or a response", "function_call", "content")
		var found []string
		for _, key := range enclosing {
			if v.Find(key) != nil {
				found = append(found, key)
			}
		}
		switch {
		case len(found) > 1:
			r.fail(v.Span, diag.CallsShape, "it has both `"+found[0]+"` and `"+found[1]+"`")
			return
		case len(found) == 1 && found[0] == "choices":
			r.choices(v.Find("choices"))
			return
		case len(found) == 1:
			r.list(v.Find(found[0]), "`"+found[0]+"`", r.item)
			return
		}
	}
	r.item(v)
}

// choices are alternatives, of which only one is run.
func (r *reader) choices(v *strictjson.Value) {
	if v.Kind == strictjson.List && len(v.Elems) > 1 {
		r.fail(v.Elems[1].Span, diag.CallsShape, "of several choices only one is run, and it is not said which")
		return
	}
	r.list(v, "`choices`", func(c *strictjson.Value) {
		r.misspelt(c, "message")
		r.lacks(c, "a choice", "delta", "tool_calls", "function_call", "content")
		m := r.need(c, "a choice", "message", strictjson.Object)
		if m != nil {
			r.message(m)
		}
	})
}

func (r *reader) list(v *strictjson.Value, what string, each func(*strictjson.Value)) {
	if v.Kind != strictjson.List {
		r.fail(v.Span, diag.CallsKind, what, "a list", v.Kind)
		return
	}
	for _, e := range v.Elems {
		each(e)
	}
}

// item is a message, a content block, a call, or a message of JSON-RPC.
func (r *reader) item(v *strictjson.Value) {
	if v.Kind != strictjson.Object {
		r.fail(v.Span, diag.CallsKind, "a message or a call", "an object", v.Kind)
		return
	}
	switch {
	case v.Find("jsonrpc") != nil:
		r.rpc(v)
	case v.Find("type") != nil:
		r.typed(v)
	case v.Find("role") != nil:
		r.message(v)
	case v.Find("method") != nil:
		r.fail(v.Span, diag.CallsLacks, "a message of the Model Context Protocol", "jsonrpc")
	case v.Find("name") != nil || v.Find("arguments") != nil:
		r.params(v, "", true)
	default:
		r.fail(v.Span, diag.CallsShape, "this is neither a message nor a call")
	}
}

// message is one message of a chat.
func (r *reader) message(v *strictjson.Value) {
	r.misspelt(v, "role", "content", "tool_calls", "tool_call_id", "function_call")
	r.lacks(v, "a message", "messages", "choices", "output", "input")
	role := r.need(v, "a message", "role", strictjson.String)
	if role == nil {
		return
	}
	switch role.Text {
	case "assistant", "user", "system", "developer", "tool", "function":
	default:
		r.fail(role.Span, diag.CallsShape, "the role `"+role.Text+"` is not known")
		return
	}
	if role.Text == "function" {
		if name := r.need(v, "a result", "name", strictjson.String); name != nil && !r.unnamed[name.Text] {
			r.fail(name.Span, diag.CallsOrphan, name.Text)
		}
	}
	if role.Text == "tool" {
		if id := r.need(v, "a result", "tool_call_id", strictjson.String); id != nil {
			r.result(id)
		}
	}
	if c := v.Find("content"); c != nil {
		switch c.Kind {
		case strictjson.List:
			for _, block := range c.Elems {
				r.block(block)
			}
		case strictjson.String, strictjson.Null:
		default:
			r.fail(c.Span, diag.CallsKind, "`content`", "a String or a list", c.Kind)
		}
	}
	if c := v.Find("tool_calls"); c != nil && c.Kind != strictjson.Null {
		if role.Text != "assistant" {
			r.fail(c.Span, diag.CallsShape, "only a message of the assistant has calls")
			return
		}
		r.list(c, "`tool_calls`", r.chatCall)
	}
	if c := v.Find("function_call"); c != nil && c.Kind != strictjson.Null {
		r.params(c, "", false)
	}
}

// block is one part of a message's content.
func (r *reader) block(v *strictjson.Value) {
	if v.Kind != strictjson.Object {
		r.fail(v.Span, diag.CallsKind, "a part of a message's content", "an object", v.Kind)
		return
	}
	r.typed(v)
}

// textual are the types of items and content that are no calls.
var textual = map[string]bool{
	"text": true, "input_text": true, "output_text": true, "refusal": true, "reasoning": true,
	"thinking": true, "redacted_thinking": true, "image": true, "image_url": true, "input_image": true,
	"input_audio": true, "input_file": true, "file": true, "document": true,
}

// typed is an item that says what it is.
func (r *reader) typed(v *strictjson.Value) {
	r.misspelt(v, "type", "role", "content")
	kind := r.need(v, "a part of a message's content", "type", strictjson.String)
	if kind == nil {
		return
	}
	if kind.Text != "message" {
		r.lacks(v, "an item of type `"+kind.Text+"`", "role", "tool_calls", "function_call", "messages", "choices")
	}
	switch kind.Text {
	case "function":
		r.chatCall(v)
	case "function_call":
		r.keys(v, "a call", "type", "id", "call_id", "name", "arguments", "status")
		r.call(v, "call_id", "name", "arguments", true)
	case "function_call_output":
		if id := r.need(v, "a result", "call_id", strictjson.String); id != nil {
			r.result(id)
		}
	case "tool_use":
		r.keys(v, "a call", "type", "id", "name", "input", "cache_control", "caller")
		r.call(v, "id", "name", "input", false)
	case "tool_result":
		if id := r.need(v, "a result", "tool_use_id", strictjson.String); id != nil {
			r.result(id)
		}
	case "message":
		if v.Find("role") == nil {
			r.fail(v.Span, diag.CallsLacks, "a message", "role")
			return
		}
		r.message(v)
	default:
		if !textual[kind.Text] {
			r.fail(kind.Span, diag.CallsShape, "what an item of type `"+kind.Text+"` does is not known")
		}
	}
}

// chatCall is a call of the chat completions.
func (r *reader) chatCall(v *strictjson.Value) {
	if v.Kind != strictjson.Object {
		r.fail(v.Span, diag.CallsKind, "a call", "an object", v.Kind)
		return
	}
	r.keys(v, "a call", "id", "type", "index", "function")
	if kind := r.need(v, "a call", "type", strictjson.String); kind != nil && kind.Text != "function" {
		r.fail(kind.Span, diag.CallsShape, "what a call of type `"+kind.Text+"` does is not known")
		return
	}
	f := r.need(v, "a call", "function", strictjson.Object)
	if f == nil {
		return
	}
	id := ""
	if i := r.need(v, "a call", "id", strictjson.String); i != nil {
		id = i.Text
	}
	r.params(f, id, false)
}

// rpc is a message of JSON-RPC, as the Model Context Protocol sends them.
func (r *reader) rpc(v *strictjson.Value) {
	r.keys(v, "a message of JSON-RPC", "jsonrpc", "id", "method", "params", "result", "error")
	if j := v.Find("jsonrpc"); j.Kind != strictjson.String || j.Text != "2.0" {
		r.fail(j.Span, diag.CallsShape, "the version of JSON-RPC is 2.0")
		return
	}
	id := ""
	if i := v.Find("id"); i != nil {
		id = i.Span.Text()
		if i.Kind == strictjson.String {
			id = i.Text
		}
	}
	method := v.Find("method")
	switch {
	case method == nil:
		switch {
		case v.Find("result") == nil && v.Find("error") == nil:
			r.fail(v.Span, diag.CallsShape, "a message of JSON-RPC is a request or the answer to one")
		case !r.seen[id]:
			r.fail(v.Span, diag.CallsOrphan, id)
		}
		return
	case method.Kind != strictjson.String:
		r.fail(method.Span, diag.CallsKind, "`method`", "a String", method.Kind)
		return
	}
	r.seen[id] = true
	switch {
	case method.Text == "tools/call":
		if p := r.need(v, "a call", "params", strictjson.Object); p != nil {
			r.params(p, id, true)
		}
	case !silent[method.Text] && !strings.HasPrefix(method.Text, "notifications/"):
		r.fail(method.Span, diag.CallsShape, "what a model learns from `"+method.Text+"` bears no label that is known")
	}
}

// silent are the methods of the Model Context Protocol from which a model learns
// nothing but which tools there are.
var silent = map[string]bool{
	"initialize": true, "ping": true, "tools/list": true, "logging/setLevel": true,
	"resources/list": true, "resources/templates/list": true, "prompts/list": true,
}

// params is a tool's name with its arguments. In the Model Context Protocol they
// may be missing where the tool takes none; elsewhere they are JSON in a string.
func (r *reader) params(v *strictjson.Value, id string, mcp bool) {
	if v.Kind != strictjson.Object {
		r.fail(v.Span, diag.CallsKind, "a call", "an object", v.Kind)
		return
	}
	if mcp {
		r.keys(v, "a call", "name", "arguments", "_meta")
	} else {
		r.keys(v, "a call", "name", "arguments")
		r.need(v, "a call", "arguments", strictjson.String)
	}
	r.call(v, "", "name", "arguments", !mcp)
	if n := len(r.calls); id != "" && len(r.diags) == 0 {
		r.calls[n-1].ID = id
		r.seen[id] = true
	}
}

// call adds one call. Arguments are JSON in a string where embedded is set.
func (r *reader) call(v *strictjson.Value, id, name, args string, embedded bool) {
	c := &Call{Span: v.Span}
	n := r.need(v, "a call", name, strictjson.String)
	if n == nil {
		return
	}
	c.Tool, c.ToolAt = n.Text, n.Span
	if id != "" {
		i := r.need(v, "a call", id, strictjson.String)
		if i == nil {
			return
		}
		c.ID = i.Text
		r.seen[c.ID] = true
	}
	a := v.Find(args)
	switch {
	case a == nil && id == "" && !embedded:
		a = &strictjson.Value{Kind: strictjson.Object, Span: n.Span}
	case a == nil:
		r.fail(v.Span, diag.CallsLacks, "a call", args)
		return
	case embedded && a.Kind == strictjson.String:
		inner, d := strictjson.Embedded(a, wording)
		if d != nil {
			r.diags = append(r.diags, d)
			return
		}
		a = inner
	}
	if a.Kind != strictjson.Object {
		r.fail(a.Span, diag.CallsKind, "the arguments of a call", "an object", a.Kind)
		return
	}
	c.Args = a
	r.unnamed[c.Tool] = r.unnamed[c.Tool] || c.ID == ""
	r.calls = append(r.calls, c)
}

// result notes a result: the model has read it, so its call has to be here.
func (r *reader) result(id *strictjson.Value) {
	if !r.seen[id.Text] {
		r.fail(id.Span, diag.CallsOrphan, id.Text)
	}
}

// need is the value of a key that must be there and of a kind.
func (r *reader) need(v *strictjson.Value, what, key string, kind strictjson.Kind) *strictjson.Value {
	if v.Kind != strictjson.Object {
		r.fail(v.Span, diag.CallsKind, what, "an object", v.Kind)
		return nil
	}
	x := v.Find(key)
	switch {
	case x == nil:
		r.fail(v.Span, diag.CallsLacks, what, key)
	case x.Kind != kind:
		r.fail(x.Span, diag.CallsKind, "`"+key+"`", kind.String(), x.Kind)
	default:
		return x
	}
	return nil
}

// keys refuses every key but those: a call is read whole or not at all.
func (r *reader) keys(v *strictjson.Value, what string, known ...string) {
	r.misspelt(v, known...)
	for _, m := range v.Members {
		ok := false
		for _, k := range known {
			ok = ok || strings.EqualFold(m.Name, k)
		}
		if !ok {
			r.fail(m.Key, diag.CallsKey, what, m.Name)
		}
	}
}

// lacks refuses keys under which another reader would find calls, in what is
// passed over here.
func (r *reader) lacks(v *strictjson.Value, what string, keys ...string) {
	r.misspelt(v, keys...)
	for _, key := range keys {
		if x := v.Find(key); x != nil && x.Kind != strictjson.Null {
			r.fail(x.Span, diag.CallsKey, what, key)
		}
	}
}

// misspelt refuses keys that a careless reader takes for the known ones.
func (r *reader) misspelt(v *strictjson.Value, known ...string) {
	for _, m := range v.Members {
		for _, k := range known {
			if m.Name != k && strings.EqualFold(m.Name, k) {
				r.fail(m.Key, diag.CallsMisspelt, m.Name, k)
			}
		}
	}
}
