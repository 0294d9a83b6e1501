package repair

import (
	"fmt"
	"iter"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// call is a call of a known function in the plan.
type call struct {
	g    *core.Global
	head lang.Expr
	args []lang.Expr
	node lang.Expr // head and arguments
	path []lang.Node
}

// argumentsAt goes through the arguments that lie in span: argument i of call c, as far
// as there is a parameter for it.
func (v *view) argumentsAt(span diag.Span) iter.Seq2[call, int] {
	return func(yield func(call, int) bool) {
		for _, c := range v.callsAt(span) {
			for i, a := range c.args {
				if i < len(c.g.Params) && within(span, a.Range()) && !yield(c, i) {
					return
				}
			}
		}
	}
}

// callsAt lists the calls that cover a span, innermost first; a bare name of a
// function counts as a call without arguments.
func (v *view) callsAt(span diag.Span) []call {
	path := v.path(span.Start, span.End)
	var out []call
	for i := len(path) - 1; i >= 0; i-- {
		var c call
		switch n := path[i].(type) {
		case *lang.App:
			c = call{head: n.Fun, args: n.Args, node: n}
		case *lang.Var:
			if i > 0 {
				if app, ok := path[i-1].(*lang.App); ok && app.Fun == lang.Expr(n) {
					continue
				}
			}
			c = call{head: n, node: n}
		default:
			continue
		}
		x, ok := c.head.(*lang.Var)
		if !ok {
			continue
		}
		if c.g = v.callable(x.Name.Name); c.g == nil {
			continue
		}
		c.path = path[:i+1]
		out = append(out, c)
	}
	return out
}

// write is the call with other arguments, as text.
func (v *view) write(c call, args []string) string {
	return strings.Join(append([]string{v.code(c.head)}, args...), " ")
}

func (v *view) texts(args []lang.Expr) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = v.code(a)
	}
	return out
}

// fits reports whether a value of type t can be given for parameter p; what is
// not known fits.
func fits(t core.Type, p *core.Local) bool {
	if t == nil || generic(p.Type) || !known(t) {
		return true
	}
	return sameBase(t, p.Type)
}

// generic reports whether a type has a variable in it.
func generic(t core.Type) bool {
	switch t := core.Strip(t).(type) {
	case *core.Var, *core.Meta:
		return true
	case *core.Con:
		for _, a := range t.Args {
			if generic(a) {
				return true
			}
		}
	case *core.Tuple:
		for _, e := range t.Elems {
			if generic(e.Type) {
				return true
			}
		}
	case *core.Fun:
		return generic(t.Param.Type) || generic(t.Result)
	}
	return false
}

// isFunction reports whether a type is that of functions; a lambda has it even
// where inference came to nothing.
func isFunction(t core.Type) bool { _, ok := core.Strip(t).(*core.Fun); return ok }

func shapeFits(a lang.Expr, p *core.Local) bool {
	for {
		paren, ok := a.(*lang.Paren)
		if !ok {
			break
		}
		a = paren.X
	}
	_, lambda := a.(*lang.Lambda)
	_, list := a.(*lang.ListLit)
	c, isCon := core.Strip(p.Type).(*core.Con)
	_, isVar := core.Strip(p.Type).(*core.Var)
	switch {
	case lambda:
		return isFunction(p.Type)
	case list:
		return isVar || isCon && c.Con.Name == "List"
	}
	return !isFunction(p.Type) || !literal(a)
}

// swapped permutes the arguments of a call so that their types are those of the
// parameters, those that move least first.
func (v *view) swapped(d *diag.Diagnostic) []candidate {
	var out []candidate
	for _, c := range v.callsAt(d.Span) {
		n := len(c.args)
		if n < 2 || n > 6 || n > len(c.g.Params) {
			continue
		}
		types := make([]core.Type, n)
		for i, a := range c.args {
			types[i] = v.typeOf(a)
		}
		texts := v.texts(c.args)
		title := fmt.Sprintf(diag.SwapArguments, c.g.Name)
		for _, p := range permutations(n) {
			ok := true
			args := make([]string, n)
			for i, from := range p {
				ok = ok && fits(types[from], c.g.Params[i]) && shapeFits(c.args[from], c.g.Params[i])
				args[i] = texts[from]
			}
			if ok {
				cs := v.change(title, replace(c.node.Range(), v.write(c, args)))
				if d.Code == "AE301" {
					cs = costing(costDrop, cs) // of one type: each may be meant as it stands
				}
				out = append(out, cs...)
			}
			if len(out) > 24 {
				return out
			}
		}
	}
	return out
}

// permutations of 0 … n-1 except the identity, those with fewer moved first.
func permutations(n int) [][]int {
	byMoved := make([][][]int, n+1)
	var walk func(p []int, used int)
	walk = func(p []int, used int) {
		if len(p) == n {
			moved := 0
			for i, x := range p {
				if i != x {
					moved++
				}
			}
			byMoved[moved] = append(byMoved[moved], append([]int(nil), p...))
			return
		}
		for x := range n {
			if used&(1<<x) == 0 {
				walk(append(p, x), used|1<<x)
			}
		}
	}
	walk(nil, 0)
	var out [][]int
	for _, ps := range byMoved[1:] {
		out = append(out, ps...)
	}
	return out
}

// missing fills in arguments that were left out, with variables in scope.
func (v *view) missing(d *diag.Diagnostic) []candidate {
	var out []candidate
	calls := v.callsAt(d.Span)
	for _, c := range calls {
		for _, a := range c.args {
			if within(d.Span, a.Range()) {
				calls = append(calls, v.unapplied(a)...)
			}
		}
	}
	for _, c := range calls {
		lack := len(c.g.Params) - len(c.args)
		if lack < 1 || lack > 2 {
			continue
		}
		texts := v.texts(c.args)
		var fill func(param, arg, lack int, args []string, added []string)
		fill = func(param, arg, lack int, args, added []string) {
			if len(out) > 24 {
				return
			}
			if param == len(c.g.Params) {
				title := fmt.Sprintf(diag.AddArgument, strings.Join(added, "`, `"), c.g.Name)
				text := v.write(c, args)
				if v.needsParens(c) {
					text = "(" + text + ")"
				}
				out = append(out, v.change(title, replace(c.node.Range(), text))...)
				return
			}
			p := c.g.Params[param]
			if lack > 0 {
				names := v.values(c.path, p.Type, c.node.Range().Start)
				if core.TypeString(p.Type) == "String" && !isDestination(p) {
					names = append(names, choices(p)...)
				}
				for _, name := range names {
					fill(param+1, arg, lack-1, append(args[:len(args):len(args)], name), append(added[:len(added):len(added)], name))
				}
			}
			if arg < len(texts) && fits(v.typeOf(c.args[arg]), p) && shapeFits(c.args[arg], p) {
				fill(param+1, arg+1, lack, append(args[:len(args):len(args)], texts[arg]), added)
			}
		}
		fill(0, 0, lack, nil, nil)
	}
	return out
}

// choices are the texts of which a parameter must be one.
func choices(p *core.Local) []string {
	var out []string
	core.VisitPredicates(p.Type, func(k *core.Conjunct) {
		core.Visit(k.Expr, func(x core.Expr) bool {
			if s, ok := x.(*core.StringLit); ok && s.Value != "" && len(out) < 3 {
				out = append(out, quote(s.Value))
			}
			return true
		})
	})
	return out
}

// unapplied is the call that lacks arguments in the binding of a variable that is
// a function where something else is wanted.
func (v *view) unapplied(a lang.Expr) []call {
	ref, ok := v.of(a).(*core.LocalRef)
	if !ok || !isFunction(ref.Type()) {
		return nil
	}
	var out []call
	lang.Inspect(v.File, func(n lang.Node) bool {
		b, ok := n.(*lang.Binding)
		if !ok {
			return true
		}
		if p, ok := b.Pattern.(*lang.PatVar); ok && p.Name.Span.Start == ref.Local.Span.Start {
			out = append(out, v.callsAt(b.Value.Range())...)
		}
		return true
	})
	return out
}

// needsParens reports whether a call without arguments stands where one with
// arguments must be in parentheses.
func (v *view) needsParens(c call) bool {
	if len(c.args) > 0 || len(c.path) < 2 {
		return false
	}
	app, ok := c.path[len(c.path)-2].(*lang.App)
	return ok && !app.Dollar
}

// values lists what in scope has a base type: linear variables that are alive,
// other variables, constants of the specs.
func (v *view) values(path []lang.Node, t core.Type, offset int) []string {
	var out []string
	scope := v.scope(path)
	if linearCon(t) != nil {
		alive := v.aliveOf(scope, path, offset)
		for i := len(alive) - 1; i >= 0; i-- {
			if sameBase(alive[i].local.Type, t) {
				out = append(out, alive[i].name)
			}
		}
		for _, x := range scope { // one that is taken already is another mistake
			if x.local != nil && sameBase(x.local.Type, t) && !contains(out, x.name) {
				out = append(out, x.name)
			}
		}
		return out
	}
	if core.TypeString(t) == "Unit" {
		out = append(out, "()")
	}
	for _, x := range scope {
		if x.local != nil && sameBase(x.local.Type, t) {
			out = append(out, x.name)
		}
	}
	for _, g := range v.constants(t) {
		out = append(out, g.Name)
	}
	return out
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// superfluous leaves out an argument that is one too many.
func (v *view) superfluous(d *diag.Diagnostic) []candidate {
	var out []candidate
	for _, c := range v.callsAt(d.Span) {
		if len(c.args) <= len(c.g.Params) {
			continue
		}
		texts := v.texts(c.args)
		// What is too much may be a call that starts on the same line.
		if x, ok := c.args[len(c.g.Params)].(*lang.Var); ok && v.callable(x.Name.Name) != nil {
			out = append(out, v.change(fmt.Sprintf(diag.SplitCall, x.Name.Name), insert(v.toks[v.tokenAt(x.Name.Span.Start)-1].Span.End, " in"))...)
		}
		for i := len(texts) - 1; i >= 0; i-- {
			args := append(append([]string{}, texts[:i]...), texts[i+1:]...)
			title := fmt.Sprintf(diag.DropArgument, texts[i], c.g.Name)
			out = append(out, v.change(title, replace(c.node.Range(), v.write(c, args)))...)
		}
	}
	return out
}
