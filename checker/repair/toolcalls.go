package repair

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
)

// toolCall is a call as tool interfaces write it.
type toolCall struct {
	Tool, Name, Function, Action       string
	Arguments, Args, Input, Parameters map[string]json.RawMessage
}

// program turns a plan that is written as JSON, {"tool": "f", "arguments": {…}} or a
// list of such, into calls. The session is not among the arguments there.
func (s *script) program() []edit {
	text := strings.TrimSpace(s.text)
	var calls []toolCall
	if err := json.Unmarshal([]byte(text), &calls); err != nil {
		var one toolCall
		if json.Unmarshal([]byte(text), &one) != nil {
			return nil
		}
		calls = []toolCall{one}
	}
	var b strings.Builder
	for i, c := range calls {
		name := firstText(c.Tool, c.Name, c.Function, c.Action)
		g := s.callable(name)
		if g == nil {
			return nil
		}
		var args []given
		for _, p := range g.Params {
			if linearCon(p.Type) != nil && s.Contract != nil {
				for _, q := range s.Contract.Params {
					if sameBase(p.Type, q.Type) {
						args = append(args, given{p.Name, q.Name})
					}
				}
			}
		}
		for _, m := range []map[string]json.RawMessage{c.Arguments, c.Args, c.Input, c.Parameters} {
			for _, k := range slices.Sorted(maps.Keys(m)) {
				args = append(args, given{k, string(m[k])})
			}
		}
		parts := []string{name}
		for _, a := range ordered(g, args) {
			parts = append(parts, wrap(a))
		}
		b.WriteString("let " + resultPattern(g.Result, s.linearNames()) + " := " + strings.Join(parts, " "))
		b.WriteString(" in\n")
		if i+1 < len(calls) {
			continue
		}
		// The last one ends what it hands on, where nobody wants it.
		c := linearCon(g.Result)
		if tup, ok := core.Strip(g.Result).(*core.Tuple); ok {
			for _, e := range tup.Elems {
				if linearCon(e.Type) != nil {
					c = linearCon(e.Type)
				}
			}
		}
		end := "()"
		if name := s.linearNames()[c]; c != nil && name != "" {
			end = name
			if gs := s.closers(c); len(gs) > 0 && (s.Contract == nil || s.Contract.Result == nil || core.TypeString(s.Contract.Result) == "Unit") {
				end = gs[0].Name + " " + name
			}
		}
		b.WriteString(end)
	}
	if len(calls) == 0 {
		return nil
	}
	return []edit{{0, len(s.text), b.String() + "\n"}}
}

// linearNames are the names of the linear values that the plan is given.
func (s *script) linearNames() map[*core.TyCon]string {
	out := map[*core.TyCon]string{}
	if s.Contract != nil {
		for _, p := range s.Contract.Params {
			if c := linearCon(p.Type); c != nil {
				out[c] = p.Name
			}
		}
	}
	return out
}

func firstText(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}

// bound gives the entries of an object that is bound to a name where the name is
// the argument of a call: "let p = {"to": x} in f s p" is "f s {"to": x}".
func (s *script) bound() []edit {
	for i := range s.toks {
		if s.tok(i).Kind != lang.TokName || !s.starts(i) && !s.is(i-1, "let") && !assignWords[s.tok(i-1).Text] || !s.is(i+1, "=") && !s.is(i+1, ":=") || !s.is(i+2, "{") || !s.object(i+2) {
			continue
		}
		end := s.match(i + 2)
		if end+1 >= len(s.toks) {
			continue
		}
		object := s.text[s.tok(i+2).Span.Start:s.tok(end).Span.End]
		start, stop := i, end+1
		if s.is(i-1, "let") || assignWords[s.tok(i-1).Text] {
			start = i - 1
		}
		if s.is(stop, "in") || s.is(stop, ";") {
			stop++
		}
		out := []edit{{s.tok(start).Span.Start, s.tok(stop).Span.Start, ""}}
		for j := stop; j < len(s.toks); j++ {
			if s.is(j, s.tok(i).Text) {
				from := s.tok(j).Span.Start
				if s.is(j-1, "*") {
					from = s.tok(j - 1).Span.Start // "**params"
					if s.is(j-2, "*") {
						from = s.tok(j - 2).Span.Start
					}
				}
				out = append(out, edit{from, s.tok(j).Span.End, object})
			}
		}
		if len(out) > 1 {
			return out
		}
	}
	return nil
}
