package repair

import (
	"fmt"
	"math/big"
	"sort"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// guards puts a call under the condition that it demands, asked for with the
// query functions of the specs: where the call stands, or further up, where
// what it demands is still to be decided. The other branch does nothing but
// hand on, or end, the linear values.
func (v *view) guards(d *diag.Diagnostic) []candidate {
	dm, ok := v.demandOf(d)
	if !ok {
		return v.divisor(d)
	}
	var out []candidate
	// What else the same call demands in vain, in one condition.
	all := []core.Expr{dm.expr}
	named := dm.named
	for _, e := range v.errors {
		if e == d || e.Code != "AE301" {
			continue
		}
		if o, ok := v.demandOf(e); ok && o.call.node == dm.call.node {
			all = append(all, o.expr)
			named = append(named, o.named...)
		}
	}
	if len(all) > 1 {
		both := simplify(&core.Prim{Info: core.Info{Ty: dm.expr.Type(), Span: d.Span}, Op: "&&", Args: all})
		out = append(out, v.guard(dm.call.path, dm.call.node, both, distinct(named))...)
	}
	out = append(out, v.guard(dm.call.path, dm.call.node, dm.expr, dm.named)...)
	return append(out, v.earlier(dm)...)
}

// exchanged exchanges the branches of a conditional around what failed: its condition
// was asked for the wrong way round.
func (v *view) exchanged(d *diag.Diagnostic) []candidate {
	var out []candidate
	path := v.path(d.Span.Start, d.Span.End)
	for i := len(path) - 1; i > 0; i-- {
		n, ok := path[i-1].(*lang.If)
		if !ok || path[i] == lang.Node(n.Cond) {
			continue
		}
		then, els := v.code(n.Then), v.code(n.Else)
		out = append(out, v.change(fmt.Sprintf(diag.ExchangeBranches, v.code(n.Cond)), replace(n.Then.Range(), els), replace(n.Else.Range(), then))...)
		out = append(out, v.change(fmt.Sprintf(diag.ExchangeBranches, v.code(n.Cond)), insert(n.Cond.Range().Start, "!("), insert(n.Cond.Range().End, ")"))...)
	}
	return out
}

// bounded lets a fold go over so many elements only as a number that the contract, or
// a clause, speaks of.
func (v *view) bounded(d *diag.Diagnostic) []candidate {
	dm, ok := v.demandOf(d)
	if !ok {
		return nil
	}
	var out []candidate
	for _, n := range v.path(d.Span.Start, d.Span.End) {
		app, ok := n.(*lang.App)
		if !ok || len(app.Args) != 3 {
			continue
		}
		if head, ok := app.Fun.(*lang.Var); !ok || head.Name.Name != "List.foldl" || !within(d.Span, app.Args[0].Range()) {
			continue
		}
		list := app.Args[2]
		var numbers []*big.Int
		take := func(x core.Expr) {
			core.Visit(x, func(y core.Expr) bool {
				if n, ok := y.(*core.IntLit); ok && n.Value.Sign() > 0 {
					numbers = append(numbers, n.Value)
				}
				return true
			})
		}
		take(dm.expr)
		if v.Contract != nil {
			for _, p := range v.Contract.Params {
				core.VisitPredicates(p.Type, func(k *core.Conjunct) { take(k.Expr) })
			}
		}
		sort.SliceStable(numbers, func(i, j int) bool { return numbers[i].Cmp(numbers[j]) > 0 })
		for _, n := range numbers {
			title := fmt.Sprintf(diag.TakeFirst, n, v.code(list))
			out = append(out, v.change(title, replace(list.Range(), "(List.take "+n.String()+" "+wrap(v.code(list))+")"))...)
		}
	}
	return costing(costOften, out)
}

func distinct(ns []naming) []naming {
	var out []naming
	for _, n := range ns {
		seen := false
		for _, m := range out {
			seen = seen || m.arg == n.arg
		}
		if !seen {
			out = append(out, n)
		}
	}
	return out
}

// divisor guards a division.
func (v *view) divisor(d *diag.Diagnostic) []candidate {
	path := v.path(d.Span.Start, d.Span.End)
	for i := len(path) - 1; i >= 0; i-- {
		b, ok := path[i].(*lang.Binary)
		if !ok || (b.Op != "/" && b.Op != "%") || !within(d.Span, b.Right.Range()) {
			continue
		}
		zero := "0"
		if t := v.typeOf(b.Right); t != nil && core.TypeString(t) == "Float" {
			zero = "0.0"
		}
		value := v.code(unparen(b.Right))
		if _, app := unparen(b.Right).(*lang.App); !app {
			value = wrap(value)
		}
		cond := condition{text: value + " = " + zero, negated: true}
		return v.under(path[:i+1], b, cond, nil)
	}
	return nil
}

// condition is code; negated tells that its negation is what is wanted.
type condition struct {
	text    string
	negated bool
}

func (w *writer) condition(x core.Expr) (condition, bool) {
	neg := negate(x)
	if p, ok := neg.(*core.Prim); !ok || p.Op == "||" || p.Op == "=" {
		if text, _, ok := w.write(neg); ok {
			return condition{text, true}, true
		}
	}
	text, _, ok := w.write(x)
	return condition{text, false}, ok
}

// guard puts an expression under a condition.
func (v *view) guard(path []lang.Node, at lang.Expr, x core.Expr, named []naming) []candidate {
	if b, constant := x.(*core.BoolLit); constant && b.Value {
		return nil
	}
	w := v.writer(path, named)
	var out []candidate
	for _, y := range w.sufficient(x) {
		if c, ok := w.condition(y); ok {
			out = append(out, v.under(path, at, c, named)...)
		}
	}
	return out
}

// maxSufficient bounds the conditions that are tried for one demand.
const maxSufficient = 4

// sufficient lists conditions that can be written as code and from which a demand
// follows: the demand itself, or of a disjunction those parts that can be written.
func (w *writer) sufficient(x core.Expr) []core.Expr {
	if _, constant := x.(*core.BoolLit); constant {
		return nil
	}
	if _, _, ok := w.write(x); ok {
		return []core.Expr{x}
	}
	p, ok := x.(*core.Prim)
	if !ok {
		return nil
	}
	switch p.Op {
	case "!", "-->":
		if y, ok := simplify(x).(*core.Prim); ok && y.Op != p.Op {
			return w.sufficient(y)
		}
		if y, ok := negate(p.Args[0]).(*core.Prim); ok && p.Op == "!" && y.Op != "!" {
			return w.sufficient(y)
		}
	case "||":
		var out []core.Expr
		for _, a := range p.Args {
			out = append(out, w.sufficient(a)...)
		}
		if len(out) > 1 {
			out = append([]core.Expr{&core.Prim{Info: p.Info, Op: "||", Args: out}}, out...)
		}
		return out[:min(len(out), maxSufficient)]
	case "&&":
		out := [][]core.Expr{nil}
		for _, a := range p.Args {
			var next [][]core.Expr
			for _, y := range w.sufficient(a) {
				for _, have := range out {
					next = append(next, append(have[:len(have):len(have)], y))
				}
			}
			out = next[:min(len(next), maxSufficient)]
		}
		var all []core.Expr
		for _, parts := range out {
			all = append(all, joined(p, parts))
		}
		return all
	}
	return nil
}

// joined is a conjunction in which nothing stands twice.
func joined(p *core.Prim, parts []core.Expr) core.Expr {
	var distinct []core.Expr
	for _, x := range parts {
		seen := false
		for _, y := range distinct {
			seen = seen || same(x, y)
		}
		if !seen {
			distinct = append(distinct, x)
		}
	}
	return simplify(&core.Prim{Info: p.Info, Op: "&&", Args: distinct})
}

// under puts the statement that an expression belongs to, or what follows from
// there on, under a condition.
func (v *view) under(path []lang.Node, at lang.Expr, c condition, named []naming) []candidate {
	i := statement(path)
	stmt, ok := path[i].(lang.Expr)
	if !ok {
		return nil
	}
	title := fmt.Sprintf(diag.AddGuard, c.text)
	if c.negated {
		title = fmt.Sprintf(diag.AddGuardNot, c.text)
	}
	var before string
	var renames []edit
	for _, n := range named {
		before += "let " + n.name + " := " + v.code(unparen(n.arg)) + " in "
		renames = append(renames, replace(n.arg.Range(), n.name))
	}
	var out []candidate
	add := func(edits []edit, ok bool) {
		if ok {
			out = append(out, v.change(title, append(edits, renames...)...)...)
		}
	}
	parent := v.bindingOf(path, i)
	if parent.let == nil {
		add(v.choose(path[:i+1], stmt.Range(), v.typeOf(stmt), v.alive(path[:i+1], stmt.Range().Start), c, before))
		if es, ok := v.unitise(path[:i+1], stmt); ok {
			add(v.chooseUnit(path[:i+1], stmt.Range(), c, before, es))
		}
		return out
	}
	local, madeUp, localOK := v.locally(path[:i+1], parent.let.Binds[parent.index], c, before)
	if !madeUp {
		add(local, localOK)
	}
	out = append(out, v.rest(parent, c, before, title, renames)...)
	if madeUp {
		add(local, localOK)
	}
	return out
}

// statement is the index in a path of the expression that is evaluated as a
// whole: the value of a binding, or what a branch, a function or the plan
// returns.
func statement(path []lang.Node) int {
	for i := len(path) - 1; i > 0; i-- {
		switch p := path[i-1].(type) {
		case *lang.Binding, *lang.Arm, *lang.Lambda, *lang.Def, *lang.File:
			return i
		case *lang.Let:
			return i
		case *lang.If:
			if path[i] != lang.Node(p.Cond) {
				return i
			}
		case *lang.Paren:
			// (e) as a whole may stand at such a place.
		}
	}
	return 0
}

// slot is a binding in a chain, with the path to the chain.
type slot struct {
	let   *lang.Let
	index int
	path  []lang.Node
}

// bindingOf is the binding whose value is node i of a path.
func (v *view) bindingOf(path []lang.Node, i int) slot {
	if i < 2 {
		return slot{}
	}
	b, ok := path[i-1].(*lang.Binding)
	if !ok {
		return slot{}
	}
	l, ok := path[i-2].(*lang.Let)
	if !ok {
		return slot{}
	}
	for j := range l.Binds {
		if l.Binds[j] == b {
			return slot{l, j, path[:i-1]}
		}
	}
	return slot{}
}

// locally chooses within a binding: its value, or one of its type that does
// nothing.
func (v *view) locally(path []lang.Node, b *lang.Binding, c condition, before string) ([]edit, bool, bool) {
	r := b.Value.Range()
	var used []variable
	for _, x := range v.alive(path, r.Start) {
		for _, at := range v.taken[x.local] {
			if r.Start <= at && at < r.End {
				used = append(used, x)
				break
			}
		}
	}
	t := v.typeOf(b.Value)
	if t == nil {
		return nil, false, false
	}
	_, madeUp, ok := v.alternative(t, used)
	if !ok {
		return nil, false, false
	}
	edits, ok := v.choose(path, r, t, used, c, before)
	return edits, madeUp, ok
}

// choose puts a range of code of type t under a condition.
func (v *view) choose(path []lang.Node, r diag.Span, t core.Type, live []variable, c condition, before string) ([]edit, bool) {
	if t == nil {
		return nil, false
	}
	alt, _, ok := v.alternative(t, live)
	if !ok {
		return nil, false
	}
	return v.conditional(r, alt, c, before), true
}

// conditional writes the conditional: on lines of its own where the code
// starts its line.
func (v *view) conditional(r diag.Span, alt string, c condition, before string) []edit {
	if !v.alone(r.Start) {
		if c.negated {
			return []edit{insert(r.Start, before+"if "+c.text+" then "+alt+" else ")}
		}
		return []edit{insert(r.Start, before+"if "+c.text+" then "), insert(r.End, " else "+alt)}
	}
	m := "\n" + v.margin(r.Start)
	before = strings.ReplaceAll(before, " in let ", " in"+m+"let ")
	if before != "" {
		before = strings.TrimSuffix(before, " ") + m
	}
	if c.negated {
		return append([]edit{insert(r.Start, before+"if "+c.text+" then "+alt+m+"else"+m+"  ")}, v.indent(r.Start, r.End)...)
	}
	out := append([]edit{insert(r.Start, before+"if "+c.text+" then"+m+"  ")}, v.indent(r.Start, r.End)...)
	return append(out, insert(r.End, m+"else "+alt))
}

// rest puts a binding and all that follows it under a condition.
func (v *view) rest(s slot, c condition, before, title string, renames []edit) []candidate {
	b := s.let.Binds[s.index]
	r := diag.Span{Src: v.src, Start: b.Span.Start, End: s.let.Span.End}
	at := append(s.path[:len(s.path):len(s.path)], b)
	live := v.alive(at, b.Span.Start)
	var out []candidate
	if edits, ok := v.choose(at, r, v.typeOf(s.let), live, c, before); ok {
		out = append(out, v.change(title, append(edits, renames...)...)...)
	}
	if es, ok := v.unitise(s.path, s.let); ok {
		if alt, ok := v.closing(live); ok {
			edits := append(v.conditional(r, alt, c, before), es...)
			out = append(out, v.change(title, append(edits, renames...)...)...)
		}
	}
	return out
}

// chooseUnit is choose for code whose result is dropped by further edits.
func (v *view) chooseUnit(path []lang.Node, r diag.Span, c condition, before string, dropped []edit) ([]edit, bool) {
	alt, ok := v.closing(v.alive(path, r.Start))
	if !ok {
		return nil, false
	}
	return append(v.conditional(r, alt, c, before), dropped...), true
}

// unitise drops the result of the code at the end of a path, where the contract
// lets the plan return anything.
func (v *view) unitise(path []lang.Node, x lang.Expr) ([]edit, bool) {
	if v.Contract != nil && v.Contract.Result != nil {
		return nil, false
	}
	for i, n := range path[:len(path)-1] {
		switch p := n.(type) {
		case *lang.File:
		case *lang.Let:
			if path[i+1] != lang.Node(p.Body) && p != x {
				return nil, false
			}
		case *lang.Binding:
			return nil, false
		default:
			return nil, false
		}
	}
	var out []edit
	for _, leaf := range leaves(x) {
		t := v.typeOf(leaf)
		if t == nil || core.IsLinear(t) {
			return nil, false
		}
		if l, ok := leaf.(*lang.Let); ok {
			out = append(out, insert(l.Span.End, " in ()"))
			continue
		}
		if core.TypeString(t) != "Unit" {
			out = append(out, insert(leaf.Range().Start, "let _ := "), insert(leaf.Range().End, " in ()"))
		}
	}
	return out, len(out) > 0
}
