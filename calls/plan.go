package calls

import (
	"fmt"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
)

// Options say what a list of calls is held to.
type Options struct {
	// Exports are what plans see of the specs (checker.Spec.Exports).
	Exports []*core.Global
	// Contract is the one that the plan will be checked under; nil for none.
	Contract *core.Contract
	// References: an argument may be {"$ref": "ID"}, the result of the call with
	// that id, {"$ref": "ID", "$by": "f"}, what the specs' function f makes of it,
	// or {"$concat": […]}, strings of these put together. It is for programs that
	// resolve them; where nobody does, they are no text that a tool should see.
	References bool
}

// Plan is a list of calls as a plan.
type Plan struct {
	// Source is the plan's text.
	Source *diag.Source
	// places are the ranges of the plan's text with what they were made from, from
	// the outside to the inside.
	places []place
}

type place struct {
	start, end int
	from       diag.Span
}

// Translate makes the plan of a list of calls. What does not fit the functions
// of the specs is told in AE702; there is no plan then.
func Translate(name string, list []*Call, opts Options) (*Plan, []*diag.Diagnostic) {
	t := &translator{
		Options: opts, name: name, tools: map[string][]candidate{}, taken: map[string]bool{},
		results: map[string][]result{},
	}
	for _, g := range opts.Exports {
		t.taken[g.Name] = true
		if !callable(g) {
			continue
		}
		for _, w := range wiresOf(g) {
			t.tools[w.Tool] = append(t.tools[w.Tool], candidate{g, w})
		}
	}
	if c := opts.Contract; c != nil {
		for _, p := range c.Params {
			t.taken[p.Name] = true
			if con := linearCon(p.Type); con != nil {
				t.live = append(t.live, handle{p.Name, con})
			}
		}
	}
	for i, c := range list {
		t.call(i+1, c)
	}
	if len(t.diags) == 0 {
		at := diag.Span{}
		if len(list) > 0 {
			at = list[len(list)-1].Span
		}
		t.end(at)
	}
	if len(t.diags) > 0 {
		return nil, t.diags
	}
	return &Plan{Source: diag.NewSource(name, t.text.String()), places: t.places}, nil
}

// callable reports whether a plan may call a function by its name.
func callable(g *core.Global) bool {
	return (g.Kind == core.NativeFn || g.Kind == core.DefFn) && len(g.Params) > 0 && g.Result != nil
}

type translator struct {
	Options
	name   string
	tools  map[string][]candidate
	taken  map[string]bool // names that the plan must not give
	live   []handle        // linear values that are at hand
	text   strings.Builder
	places []place
	diags  []*diag.Diagnostic
	// results by the id of their call.
	results map[string][]result
}

// handle is a linear value that the plan holds under a name.
type handle struct {
	name string
	con  *core.TyCon
}

// result is what a call yielded; an empty name stands for nothing.
type result struct {
	name string
	typ  core.Type
}

func (t *translator) fail(at diag.Span, m diag.Message, args ...any) *diag.Diagnostic {
	d := diag.New(at, m, args...)
	t.diags = append(t.diags, d)
	return d
}

// written adds text that was made from a place.
func (t *translator) written(from diag.Span, write func()) {
	start := t.text.Len()
	i := len(t.places)
	t.places = append(t.places, place{start: start, from: from})
	write()
	t.places[i].end = t.text.Len()
}

// call adds one call, the k-th.
func (t *translator) call(k int, c *Call) {
	chosen, ok := t.choose(c)
	if !ok {
		return
	}
	g := chosen.function
	args, ok := t.arguments(c, chosen)
	if !ok {
		return
	}
	pattern, ok := t.pattern(k, c, g)
	if !ok {
		return
	}
	t.written(c.Span, func() {
		t.text.WriteString("let " + pattern + " := ")
		t.written(c.ToolAt, func() { t.text.WriteString(g.Name) })
		for _, a := range args {
			t.text.WriteByte(' ')
			t.written(a.from, func() { t.text.WriteString(a.text) })
		}
		t.text.WriteString(" in\n")
	})
}

// atHand is the one linear value of a type that the plan holds.
func (t *translator) atHand(con *core.TyCon, g *core.Global, c *Call) string {
	var found []string
	for _, h := range t.live {
		if h.con == con {
			found = append(found, h.name)
		}
	}
	switch len(found) {
	case 0:
		d := t.fail(c.ToolAt, diag.CallNoLinear, g.Name, con.Name)
		if t.Contract == nil {
			d.Note("no contract is in force that gives one to begin with: name the spec that has one with --spec, such as a preset")
		}
	case 1:
		return found[0]
	default:
		t.fail(c.ToolAt, diag.CallManyLinear, g.Name, con.Name)
	}
	return "_"
}

func (t *translator) drop(name string) {
	for i, h := range t.live {
		if h.name == name {
			t.live = append(t.live[:i:i], t.live[i+1:]...)
			return
		}
	}
}

// pattern binds what the k-th call yields.
func (t *translator) pattern(k int, c *Call, g *core.Global) (string, bool) {
	name := t.fresh(fmt.Sprintf("call_%d", k))
	yield := func(r result) {
		if c.ID != "" {
			t.results[c.ID] = append(t.results[c.ID], r)
		}
	}
	typ := core.Strip(g.Result)
	if con := linearCon(typ); con != nil {
		yield(result{})
		return t.hold(con, k), true
	}
	tuple, isTuple := typ.(*core.Tuple)
	if !isTuple {
		if core.IsLinear(typ) {
			t.fail(c.ToolAt, diag.CallResult, core.TypeString(typ), g.Name)
			return "", false
		}
		yield(result{name, g.Result})
		return name, true
	}
	var parts []string
	var data []result
	for i, e := range tuple.Elems {
		if con := linearCon(e.Type); con != nil {
			parts = append(parts, t.hold(con, k))
			continue
		}
		if core.IsLinear(e.Type) {
			t.fail(c.ToolAt, diag.CallResult, core.TypeString(e.Type), g.Name)
			return "", false
		}
		part := name
		if len(data) > 0 {
			part = t.fresh(fmt.Sprintf("call_%d_%d", k, i+1))
		}
		data = append(data, result{part, e.Type})
		parts = append(parts, part)
	}
	if len(data) == 1 {
		yield(data[0])
	} else {
		yield(result{})
	}
	return "(" + strings.Join(parts, ", ") + ")", true
}

// hold names a linear value: as the contract named the first of its type, while
// no other has the name.
func (t *translator) hold(con *core.TyCon, k int) string {
	name := ""
	if t.Contract != nil {
		for _, p := range t.Contract.Params {
			if linearCon(p.Type) == con && name == "" {
				name = p.Name
			}
		}
	}
	for _, h := range t.live {
		if h.name == name {
			name = ""
		}
	}
	if name == "" {
		name = t.fresh(fmt.Sprintf("%s_%d", strings.ToLower(con.Name), k))
	}
	t.live = append(t.live, handle{name, con})
	return name
}

// fresh is a name that no spec exports.
func (t *translator) fresh(name string) string {
	for t.taken[name] {
		name += "_"
	}
	return name
}
