package mend

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/calls"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/repair"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
)

// arguments are changes of the arguments of a call that do not fit the function: the
// name of one, one that is too much, a value of another kind.
func (s *Search) arguments(c *calls.Call, g *core.Global, d *diag.Diagnostic) []candidate {
	var out []candidate
	keys, all := calls.KeysOf(g, c.Tool)
	given := map[string]bool{}
	for _, m := range c.Args.Members {
		given[m.Name] = true
	}
	var free []string
	known := map[string]bool{}
	for _, key := range all {
		if !given[key] && !known[key] {
			free = append(free, key)
		}
		known[key] = true
	}
	for _, m := range c.Args.Members {
		if !known[m.Name] {
			names := repair.Alike(m.Name, free)
			if len(free) == 1 && len(names) == 0 {
				names = free
			}
			for _, n := range names {
				out = append(out, s.replaced(m.Key, quoted(n)))
			}
			if m.Key == d.Span {
				at := diag.Span{Src: s.Source, Start: m.Key.Start, End: m.Value.Span.End}
				if e, ok := without(s.Source, at); ok {
					out = append(out, candidate{fmt.Sprintf(diag.DropArgument, m.Name, c.Tool), []diag.Edit{e}, false})
				}
			}
		}
		if within(d.Span, m.Value.Span) {
			for _, p := range g.Params {
				if keys[p.Name] == m.Name {
					out = append(out, s.converted(m.Value, p.Type, d.Span)...)
				}
			}
		}
	}
	return out
}

func within(a, b diag.Span) bool { return b.Start <= a.Start && a.End <= b.End }

// converted are values of a type in the place of one of another kind.
func (s *Search) converted(v *strictjson.Value, t core.Type, at diag.Span) []candidate {
	var out []candidate
	put := func(value string) { out = append(out, s.replaced(v.Span, value)) }
	con, ok := core.Strip(t).(*core.Con)
	if !ok {
		return nil
	}
	if con.Con.Name == "Maybe" && len(con.Args) == 1 {
		return s.converted(v, con.Args[0], at)
	}
	if con.Con.Name == "List" && len(con.Args) == 1 {
		if v.Kind != strictjson.List {
			put("[" + v.Compact() + "]")
		}
		for _, e := range v.Elems {
			if within(at, e.Span) {
				out = append(out, s.converted(e, con.Args[0], at)...)
			}
		}
		return out
	}
	if v.Kind == strictjson.List && len(v.Elems) == 1 {
		put(v.Elems[0].Compact())
	}
	switch con.Con.Name {
	case "Int":
		text := strings.TrimSpace(v.Text)
		if n, err := strconv.ParseFloat(text, 64); err == nil && n == float64(int64(n)) {
			put(strconv.FormatInt(int64(n), 10))
		}
	case "Float":
		if n, err := strconv.ParseFloat(strings.TrimSpace(v.Text), 64); err == nil && v.Kind == strictjson.String {
			put(strconv.FormatFloat(n, 'f', -1, 64))
		}
	case "Bool":
		if b, err := strconv.ParseBool(strings.ToLower(v.Text)); err == nil && v.Kind == strictjson.String {
			put(strconv.FormatBool(b))
		}
	case "String":
		switch v.Kind {
		case strictjson.Int, strictjson.Float, strictjson.Bool:
			put(quoted(v.Compact()))
		}
	}
	if con.Con.Kind == core.InductiveCon && v.Kind == strictjson.String {
		var names []string
		for _, k := range con.Con.Ctors {
			names = append(names, k.Name)
		}
		for _, n := range repair.Alike(v.Text, names) {
			put(quoted(n))
		}
	}
	return out
}

func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(text)
}
