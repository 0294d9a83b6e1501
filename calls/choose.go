package calls

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
)

// choose finds the one function that stands for a call. Of those for its tool, the
// ones count whose conditions on keys hold; of several such, the one that takes just
// the arguments that are given. One that uses up more of what is at hand, such as an
// approval, goes before one that uses less.
func (t *translator) choose(c *Call) (candidate, bool) {
	known := t.tools[c.Tool]
	if len(known) == 0 {
		d := t.fail(c.ToolAt, diag.CallUnknownTool, c.Tool)
		d.Note("a function stands for the tool that its `@tool` names, for the one that its native text names (native \"tool: NAME\"), or for the one of its own name")
		return candidate{}, false
	}
	var open []candidate
	for _, x := range known {
		if holds(x.wire, c.Args) && !spokenFor(x, known) {
			open = append(open, x)
		}
	}
	if len(open) == 0 {
		d := t.fail(c.ToolAt, diag.CallNoCase, c.Tool)
		for _, x := range known {
			d.With(x.wire.Span, "`%s` stands for it when %s", x.function.Name, conditions(x.wire))
		}
		return candidate{}, false
	}
	found := open[0]
	if len(open) > 1 {
		for _, x := range open[1:] {
			if !related(found, x) {
				t.two(c, found, x)
				return candidate{}, false
			}
		}
		var ok bool
		if found, ok = t.fitting(c, open); !ok {
			return candidate{}, false
		}
	}
	if g := found.function; g.Harness {
		t.fail(c.ToolAt, diag.HarnessOnly, g.Name).With(g.Span, "it is marked `@harness` here")
		return candidate{}, false
	}
	return found, true
}

// fitting is the one of several functions that takes a call's arguments.
func (t *translator) fitting(c *Call, open []candidate) (candidate, bool) {
	var fit []candidate
	var nearest candidate
	var faults []*diag.Diagnostic
	most := -1
	for _, x := range open {
		trial := *t
		trial.diags, trial.live = nil, slices.Clone(t.live)
		if _, ok := trial.arguments(c, x); !ok {
			if faults == nil || len(trial.diags) < len(faults) {
				faults, nearest = trial.diags, x
			}
			continue
		}
		switch n := consumes(x.function); {
		case n > most:
			fit, most = []candidate{x}, n
		case n == most:
			fit = append(fit, x)
		}
	}
	switch {
	case len(fit) == 1:
		return fit[0], true
	case len(fit) > 1:
		t.two(c, fit[0], fit[1])
		return candidate{}, false
	}
	faults[0].Note("of the %d functions that stand for `%s`, `%s` is the nearest", len(open), c.Tool, nearest.function.Name)
	t.diags = append(t.diags, faults...)
	return candidate{}, false
}

// spokenFor reports whether a function stands for a tool by its name alone, and another
// one of its server by @tool.
func spokenFor(x candidate, known []candidate) bool {
	if len(x.function.Tools) > 0 {
		return false
	}
	for _, y := range known {
		if len(y.function.Tools) > 0 && server(x) == server(y) {
			return true
		}
	}
	return false
}

// server is the module that a function is of, or that it is below.
func server(x candidate) string {
	name, _, _ := strings.Cut(x.function.Module, ".")
	return name
}

// related reports whether two functions were written as cases of one tool: both by
// @tool, in one module or in modules below one. Where two servers have tools of one
// name, the arguments do not say which of them is meant.
func related(a, b candidate) bool {
	return len(a.function.Tools) > 0 && len(b.function.Tools) > 0 && server(a) == server(b)
}

func (t *translator) two(c *Call, a, b candidate) {
	t.fail(c.ToolAt, diag.CallTwoTools, c.Tool).
		With(a.wire.Span, "`%s` is one", a.function.Name).
		With(b.wire.Span, "`%s` is the other", b.function.Name)
}

// consumes counts the linear values that a function uses up.
func consumes(g *core.Global) int {
	n := 0
	for _, p := range g.Params {
		if p.Mult == lang.Linear && linearCon(p.Type) != nil {
			n++
		}
	}
	return n
}

// holds reports whether the keys of a call have the values that a function wants.
func holds(w *core.Wire, args *strictjson.Value) bool {
	for _, x := range w.When {
		v := args.Find(x.Key)
		if v == nil || !equal(v, x.Value) {
			return false
		}
	}
	return true
}

func equal(v *strictjson.Value, x lang.Expr) bool {
	switch x := x.(type) {
	case *lang.StringLit:
		return v.Kind == strictjson.String && v.Text == x.Value
	case *lang.BoolLit:
		return v.Kind == strictjson.Bool && v.Bool == x.Value
	}
	return v.Kind == strictjson.Int && v.Int.String() == strings.Trim(literal(x).code, "()")
}

// conditions are the values of keys that a function wants, in words.
func conditions(w *core.Wire) string {
	var parts []string
	for _, x := range w.When {
		parts = append(parts, fmt.Sprintf("`%s` is %s", x.Key, strings.Trim(literal(x.Value).code, "()")))
	}
	return strings.Join(parts, " and ")
}
