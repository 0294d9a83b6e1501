package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// demandsOn collects what the calls in an expression demand of variables that are
// given to them as they are, in the words of the spec with the variables' names.
func demandsOn(params []*core.Local, x core.Expr) map[*core.Local][]string {
	out := map[*core.Local][]string{}
	add := func(l *core.Local, text string) {
		if slices.Contains(params, l) && !slices.Contains(out[l], text) {
			out[l] = append(out[l], text)
		}
	}
	core.Visit(x, func(x core.Expr) bool {
		switch x := x.(type) {
		case *core.Prim:
			if x.Op == "/" || x.Op == "%" {
				if d, ok := x.Args[1].(*core.LocalRef); ok {
					add(d.Local, d.Local.Name+" != 0")
				}
			}
		case *core.Call:
			ref, ok := x.Fn.(*core.GlobalRef)
			if !ok {
				break
			}
			for i, p := range ref.Global.Params {
				refined, ok := core.Resolve(p.Type).(*core.Refined)
				if !ok || i >= len(x.Args) {
					continue
				}
				given, ok := x.Args[i].(*core.LocalRef)
				if !ok {
					continue
				}
				for _, c := range refined.Preds {
					text, ok := rewritten(c.Span, c.Expr, func(l *core.Local) string {
						if l == refined.Binder || l == p {
							return given.Local.Name
						}
						return argumentText(ref.Global, x.Args[:i], l, params)
					})
					if ok {
						add(given.Local, text)
					}
				}
			}
		}
		return true
	})
	return out
}

// argumentText is what is given for another parameter of a call, if a type can say it:
// one of the variables that come before; else "".
func argumentText(g *core.Global, args []core.Expr, l *core.Local, params []*core.Local) string {
	for i := range args {
		if ref, ok := args[i].(*core.LocalRef); ok && g.Params[i] == l && slices.Contains(params, ref.Local) {
			return ref.Local.Name
		}
	}
	return ""
}

// rewritten is a predicate's text with its variables under other names; false where
// one has none.
func rewritten(at diag.Span, pred core.Expr, name func(*core.Local) string) (string, bool) {
	ok := true
	var edits []diag.Edit
	core.Visit(pred, func(x core.Expr) bool {
		if ref, isRef := x.(*core.LocalRef); isRef {
			to := name(ref.Local)
			ok = ok && to != "" && ref.Span.Start >= at.Start && ref.Span.End <= at.End
			edits = append(edits, diag.Edit{Span: diag.Span{Start: ref.Span.Start - at.Start, End: ref.Span.End - at.Start}, New: to})
		}
		return true
	})
	if !ok || at.IsZero() {
		return "", false
	}
	text := strings.Join(strings.Fields(applyEdits(at.Text(), edits)), " ")
	if p, isPrim := pred.(*core.Prim); isPrim && (p.Op == "||" || p.Op == "-->") {
		text = "(" + text + ")"
	}
	return text, true
}

// statesOf adds to the demands on variables what is known of each where the
// extraction begins.
func (a *actions) statesOf(ctx context.Context, params []*core.Local, at diag.Span, demands map[*core.Local][]string) map[*core.Local][]string {
	out := map[*core.Local][]string{}
	spans := map[diag.Span]*core.Local{}
	var all []diag.Span
	for _, l := range params {
		out[l] = slices.Clone(demands[l])
		spans[l.Span] = l
		all = append(all, l.Span)
	}
	c := a.server.await(ctx, a.target.doc)
	if c == nil {
		return out
	}
	kept := a.server.inspection(ctx, c)
	if kept == nil {
		return out
	}
	for _, v := range kept.StatesAt(ctx, all, at.Start) {
		l := spans[v.Span]
		for _, k := range v.Known {
			if text := k.Measure + " " + l.Name + " = " + k.Value; k.Value != "" && !k.Label && k.Of == l.Name && !slices.Contains(out[l], text) {
				out[l] = append(out[l], text)
			}
		}
	}
	return out
}

// lentOnly reports whether an expression does nothing with a linear variable but lend
// it.
func lentOnly(l *core.Local, x core.Expr) bool {
	uses, lent := 0, 0
	core.Visit(x, func(x core.Expr) bool {
		switch x := x.(type) {
		case *core.LocalRef:
			if x.Local == l {
				uses++
			}
		case *core.Call:
			ref, ok := x.Fn.(*core.GlobalRef)
			for i, arg := range x.Args {
				if v, isVar := arg.(*core.LocalRef); isVar && v.Local == l && ok && i < len(ref.Global.Params) && ref.Global.Params[i].Mult == lang.Borrowed {
					lent++
				}
			}
		}
		return true
	})
	return uses > 0 && uses == lent
}

// unitOf is the type Unit, as some expression in a chain of bindings has it; nil where
// none does.
func unitOf(let *core.Let) core.Type {
	var out core.Type
	core.Visit(let, func(x core.Expr) bool {
		if c, ok := core.Strip(x.Type()).(*core.Con); ok && c.Con.Name == "Unit" {
			out = c
		}
		return out == nil
	})
	return out
}
