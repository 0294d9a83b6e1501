package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aeonc/aeonc/calls"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/state"
)

// tracer writes calls of the benchmark as the tool calls of a model, in the JSON
// of the Model Context Protocol, with references to earlier results.
type tracer struct {
	suite   *suite
	exports map[string]*core.Global
	prompt  string
	out     []map[string]any
	results []string // the type of each call's result, "" for none
}

func newTracer(s *suite, exports []*core.Global, prompt string) *tracer {
	t := &tracer{suite: s, exports: map[string]*core.Global{}, prompt: prompt, out: []map[string]any{}}
	for _, g := range exports {
		for _, tool := range calls.ToolsOf(g) {
			t.exports[tool] = g
		}
	}
	return t
}

// add adds calls. Arguments that came from an earlier result are derived from
// it; those of an attacker, who wrote them into the text that the model reads,
// are literals.
func (t *tracer) add(list []call, literal bool) {
	first := len(t.out) // provenance counts from the first call of its task
	for _, c := range list {
		args := map[string]any{}
		for name, value := range c.Args {
			if from := t.before(first, sources(c.Provenance[name])); len(from) > 0 && !literal && !t.suite.chosen(c.Tool, name) {
				args[name] = t.derived(name, value, from)
			} else {
				args[name] = value
			}
		}
		t.out = append(t.out, map[string]any{
			"jsonrpc": "2.0", "id": len(t.out), "method": "tools/call",
			"params": map[string]any{"name": c.Tool, "arguments": args},
		})
		t.results = append(t.results, t.resultType(c.Tool))
	}
}

// before counts sources from the first call of the plan, and drops those that
// are no earlier call, or one that yields nothing.
func (t *tracer) before(first int, from []source) []source {
	var out []source
	for _, s := range from {
		if s.call += first; s.call < len(t.results) && t.results[s.call] != "unit" {
			out = append(out, s)
		}
	}
	return out
}

// derived is a value that came out of earlier results. A list takes an element
// out of each; anything else comes out of the result that has a field for it, or
// out of the first that had it: the later ones repeat what they were asked about.
// Words of the user that a mixed text starts with stay a literal.
func (t *tracer) derived(name string, value json.RawMessage, from []source) any {
	var text string
	isText := json.Unmarshal(value, &text) == nil
	if strings.HasPrefix(string(value), "[") {
		var parts []any
		for _, s := range from {
			parts = append(parts, t.reference(name, s.call))
		}
		return parts
	}
	best := from[0]
	for _, s := range from {
		if t.exports[t.results[s.call]+"_"+name] != nil {
			best = s
			break
		}
	}
	ref := t.reference(name, best.call)
	if words := t.words(text); isText && !best.whole && words != "" {
		return map[string]any{"$concat": []any{words, ref}}
	}
	return ref
}

// words are the most words at the start of a text that stand in the prompt.
func (t *tracer) words(text string) string {
	for end := len(text); end > 0; end = strings.LastIndexByte(text[:end], ' ') {
		if state.Occurs(t.prompt, text[:end]) {
			return text[:end]
		}
	}
	return ""
}

// reference takes a parameter's value out of a result.
func (t *tracer) reference(name string, k int) map[string]any {
	ref := map[string]any{"$ref": fmt.Sprint(k)}
	for _, by := range []string{t.results[k] + "_" + name, t.results[k] + "_text"} {
		if t.exports[by] != nil {
			ref["$by"] = by
			break
		}
	}
	return ref
}

// resultType is the name of the type of a tool's result beside the session, in
// lower case.
func (t *tracer) resultType(tool string) string {
	g := t.exports[tool]
	if g == nil {
		return ""
	}
	result := core.Strip(g.Result)
	if tuple, ok := result.(*core.Tuple); ok {
		result = core.Strip(tuple.Elems[0].Type)
	}
	if c, ok := result.(*core.Con); ok {
		return strings.ToLower(c.Con.Name)
	}
	return ""
}

func (t *tracer) json() (string, error) {
	text, err := json.MarshalIndent(t.out, "", " ")
	return string(text), err
}
