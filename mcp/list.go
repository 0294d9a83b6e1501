// Package mcp makes a spec of the tools that a server of the Model Context
// Protocol lists. A server is not believed: its descriptions are comments, its
// hints are shown and nothing rests on them, and a tool is reserved to the harness
// until a person has said in a classification file what it reads and where it
// leads. What was classified is pinned by a hash; a tool that has changed since is
// reserved again.
//
// Types come from the tools' JSON Schemas. What a schema says and the language
// cannot is left to the server to check; it is never taken for said.
package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"sort"

	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
)

// Tool is one tool of a list.
type Tool struct {
	Name string
	// Function is its name in the spec.
	Function    string
	Title       string
	Description string
	Hints       []Hint
	Params      []*Param
	// Pin is a hash of everything that a model or a person sees of the tool.
	Pin string
	// At is the place of the tool's name.
	At diag.Span

	records []*record
}

// Hint is what a server says of its tool by an annotation.
type Hint struct{ Name, Value string }

// Param is an argument of a tool.
type Param struct {
	// Key is its key in a call, Name the parameter's name in the spec.
	Key, Name   string
	Description string
	Required    bool
	typ         *typ
}

// wording is how a fault of the JSON is told.
var wording = strictjson.Wording{Malformed: diag.ToolsNotJSON, Duplicate: diag.ToolsDuplicate}

// Read reads the result of `tools/list`: the result itself, the message that has
// it, or the bare list. Every tool is read, or none (AE703).
func Read(src *diag.Source) ([]*Tool, []*diag.Diagnostic) {
	doc, d := strictjson.Read(src, wording)
	if d != nil {
		return nil, []*diag.Diagnostic{d}
	}
	list := doc
	if r := list.Find("result"); r != nil {
		list = r
	}
	if next := list.Find("nextCursor"); next != nil && next.Kind != strictjson.Null {
		return nil, []*diag.Diagnostic{diag.New(next.Span, diag.ToolsShape, "it goes on with another page")}
	}
	if list.Kind == strictjson.Object {
		tools := list.Find("tools")
		if tools == nil {
			return nil, []*diag.Diagnostic{diag.New(list.Span, diag.ToolsShape, "it has no key `tools`")}
		}
		list = tools
	}
	if list.Kind != strictjson.List {
		return nil, []*diag.Diagnostic{diag.New(list.Span, diag.ToolsShape, "the tools must be a list, not "+list.Kind.String())}
	}
	r := &reader{functions: map[string]*Tool{}, types: map[string]bool{}}
	for _, v := range list.Elems {
		r.tool(v)
	}
	if len(r.diags) > 0 {
		return nil, r.diags
	}
	return r.tools, nil
}

type reader struct {
	tools     []*Tool
	functions map[string]*Tool // by the function's name
	types     map[string]bool  // names of record types
	diags     []*diag.Diagnostic
}

func (r *reader) fail(at diag.Span, m diag.Message, args ...any) *diag.Diagnostic {
	d := diag.New(at, m, args...)
	r.diags = append(r.diags, d)
	return d
}

var toolName = regexp.MustCompile(`^[A-Za-z0-9_./-]{1,128}$`)

func (r *reader) tool(v *strictjson.Value) {
	name := v.Find("name")
	switch {
	case v.Kind != strictjson.Object:
		r.fail(v.Span, diag.ToolsShape, "a tool must be an object, not "+v.Kind.String())
		return
	case name == nil || name.Kind != strictjson.String:
		r.fail(v.Span, diag.ToolsShape, "a tool has a `name`, which is a String")
		return
	case !toolName.MatchString(name.Text):
		r.fail(name.Span, diag.ToolName, quoted(name.Text))
		return
	}
	t := &Tool{Name: name.Text, Function: identifier(name.Text, functionTaken), At: name.Span, Pin: pin(v)}
	if other := r.functions[t.Function]; other != nil {
		if other.Name == t.Name {
			r.fail(t.At, diag.ToolTwice, t.Name).With(other.At, "this is the other")
		} else {
			r.fail(t.At, diag.ToolNamesClash, other.Name, t.Name, t.Function).With(other.At, "this is the other")
		}
		return
	}
	r.functions[t.Function] = t
	t.Title, t.Description = text(v, "title"), text(v, "description")
	if a := v.Find("annotations"); a != nil {
		for _, m := range a.Members {
			if m.Name == "title" && t.Title == "" {
				t.Title = m.Value.Text
			} else if m.Name != "title" {
				t.Hints = append(t.Hints, Hint{m.Name, m.Value.Compact()})
			}
		}
	}
	if r.params(t, v) {
		r.tools = append(r.tools, t)
	}
}

// text is the text under a key, "" where there is none.
func text(v *strictjson.Value, key string) string {
	if x := v.Find(key); x != nil && x.Kind == strictjson.String {
		return x.Text
	}
	return ""
}

// pin is a hash of a tool: of all its keys but those that no model is shown.
// The order of keys plays no part.
func pin(v *strictjson.Value) string {
	shown := *v
	shown.Members = nil
	for _, m := range v.Members {
		if m.Name != "_meta" && m.Name != "icons" {
			shown.Members = append(shown.Members, m)
		}
	}
	sum := sha256.Sum256([]byte(sorted(&shown).Compact()))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// sorted is a value with the keys of all objects in order.
func sorted(v *strictjson.Value) *strictjson.Value {
	out := *v
	out.Elems, out.Members = nil, nil
	for _, e := range v.Elems {
		out.Elems = append(out.Elems, sorted(e))
	}
	for _, m := range v.Members {
		out.Members = append(out.Members, &strictjson.Member{Name: m.Name, Value: sorted(m.Value)})
	}
	sort.Slice(out.Members, func(i, j int) bool { return out.Members[i].Name < out.Members[j].Name })
	return &out
}
