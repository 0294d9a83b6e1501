package calls

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
)

// AnyJSON is the native text of a function from String that stands for any JSON
// value, given as text.
const AnyJSON = "json"

// candidate is a function that stands for a tool, and how.
type candidate struct {
	function *core.Global
	wire     *core.Wire
}

// ToolsOf are the tools that a function stands for: those under its @tool, else the
// one that its native text names ("tool: NAME", or "tool: {"name": NAME, …}"), else
// the one of its own name.
func ToolsOf(g *core.Global) []string {
	var out []string
	for _, w := range wiresOf(g) {
		out = append(out, w.Tool)
	}
	return out
}

// wiresOf say which tools a function stands for, and how.
func wiresOf(g *core.Global) []*core.Wire {
	switch {
	case len(g.Tools) > 0:
		return g.Tools
	case g.Argument != nil:
		return nil
	}
	name, keys := toolText(g)
	if name == "" {
		name = g.Name
	}
	w := &core.Wire{Tool: name, Params: map[string]core.WireExpr{}, Span: g.Span}
	for param, key := range keys {
		w.Params[param] = &core.WireKey{Key: key, Span: g.Span}
	}
	return []*core.Wire{w}
}

// toolText reads what native text says of a tool, and the keys of its arguments by
// parameter where they differ. Text that does not start so says nothing; text that
// starts so and cannot be read names no tool at all.
func toolText(g *core.Global) (name string, keys map[string]string) {
	rest, ok := strings.CutPrefix(nativeText(g), "tool: ")
	if !ok {
		return "", nil
	}
	if !strings.HasPrefix(rest, "{") {
		return rest, nil
	}
	const broken = "\x00"
	v, d := strictjson.Read(diag.NewSource("native", rest), wording)
	if d != nil || v.Find("name") == nil || v.Find("name").Kind != strictjson.String {
		return broken, nil
	}
	keys = map[string]string{}
	if p := v.Find("params"); p != nil {
		for _, m := range p.Members {
			keys[m.Name] = m.Value.Text
		}
	}
	return v.Find("name").Text, keys
}

// nativeText is the text of a native, "" for other functions.
func nativeText(g *core.Global) string {
	d, ok := g.Decl.(*lang.Def)
	if !ok {
		return ""
	}
	n, ok := d.Body.(*lang.Native)
	if !ok || n.Import {
		return ""
	}
	return n.Text
}

// FieldsOf are the keys of a record by field, where they differ from the
// fields' names: a field `x_` stands for the key `x` where that is reserved.
func FieldsOf(c *core.Global) map[string]string {
	out := map[string]string{}
	for _, p := range c.Params {
		if base := strings.TrimSuffix(p.Name, "_"); base != p.Name && lang.Reserved(base) {
			out[p.Name] = base
		}
	}
	return out
}

// linearCon is the linear type that t is, nil if it is none.
func linearCon(t core.Type) *core.TyCon {
	if c, ok := core.Strip(t).(*core.Con); ok && c.Con.Linear {
		return c.Con
	}
	return nil
}

func isBase(t core.Type, name string) bool {
	c, ok := core.Strip(t).(*core.Con)
	return ok && c.Con.Kind == core.BuiltinCon && c.Con.Name == name
}

func isUnit(t core.Type) bool { return isBase(t, "Unit") }

func isFunction(t core.Type) bool {
	_, ok := core.Strip(t).(*core.Fun)
	return ok
}

func isMaybe(t core.Type) bool {
	c, ok := core.Strip(t).(*core.Con)
	return ok && c.Con.Module == "" && c.Con.Name == "Maybe" && len(c.Args) == 1
}

// KeysOf are the keys of a tool's arguments where a function stands for it: by the name
// of the parameter those that are given as they are, and all that the tool takes.
func KeysOf(g *core.Global, tool string) (direct map[string]string, all []string) {
	direct = map[string]string{}
	var collect func(x core.WireExpr)
	collect = func(x core.WireExpr) {
		switch x := x.(type) {
		case *core.WireKey:
			all = append(all, x.Key)
		case *core.WireDefault:
			all = append(all, x.Key.Key)
		case *core.WireJSON:
			all = append(all, x.Key.Key)
		case *core.WireJoin:
			collect(x.Left)
			collect(x.Right)
		case *core.WireCall:
			for _, a := range x.Args {
				collect(a)
			}
		}
	}
	for _, w := range wiresOf(g) {
		if w.Tool != tool {
			continue
		}
		for _, c := range append(append([]core.WireCase(nil), w.When...), w.Unused...) {
			all = append(all, c.Key)
		}
		for _, p := range g.Params {
			if linearCon(p.Type) != nil || isUnit(p.Type) || core.IsLinear(p.Type) || isFunction(p.Type) {
				continue
			}
			x, wired := w.Params[p.Name]
			if key, ok := x.(*core.WireKey); ok {
				direct[p.Name] = key.Key
			} else if !wired {
				direct[p.Name] = p.Name
				all = append(all, p.Name)
			}
			collect(x)
		}
	}
	return direct, all
}
