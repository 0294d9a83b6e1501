package solve

import (
	"math/big"
	"strings"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// free lists what the goal may depend on and the source can show, in the order in
// which it comes to be.
func (q *inquiry) free() []leaf {
	roots := []*smt.Term{q.goal}
	for _, f := range q.facts {
		roots = append(roots, f.formula)
	}
	about := map[*smt.Term]bool{}
	smt.Walk(func(t *smt.Term) { about[t] = true }, roots...)
	var out []leaf
	seen := map[*smt.Term]bool{}
	add := func(s *vc.Symbol, measure string, t *smt.Term) {
		if t.IsValue() || seen[t] || len(out) >= maxLeaves || !about[t] {
			return
		}
		seen[t] = true
		if first := q.names.first[s.Term]; first != nil {
			s = first // the name that it is bound to, if it is
		}
		out = append(out, leaf{symbol: s, measure: measure, term: t})
	}
	for _, s := range q.names.symbols {
		if len(out) >= maxLeaves {
			break // measures are made when they are asked for
		}
		if isBase(s.Term.Sort) || s.Term.Sort.IsDatatype() {
			add(s, "", s.Term)
		}
		for _, m := range s.Measures() {
			add(s, m.Name, m.Term)
		}
	}
	for _, t := range q.ofTheMoment() {
		add(q.names.first[t.Args[0]], t.Func().Name, t)
	}
	return out
}

// ofTheMoment lists the volatile measures of variables of which the goal speaks as of
// a moment that no call in sight made: what is known of them is as of another one.
func (q *inquiry) ofTheMoment() []*smt.Term {
	made := map[*smt.Term]bool{}
	for _, s := range q.names.symbols {
		made[s.Term] = s.Role == vc.MomentAfter || made[s.Term]
	}
	var out []*smt.Term
	smt.Walk(func(t *smt.Term) {
		if t.Op == smt.OpApply && len(t.Args) == 2 && t.Args[1].Sort.Name() == "moment" && !made[t.Args[1]] &&
			isBase(t.Sort) && q.names.first[t.Args[0]] != nil {
			out = append(out, t)
		}
	}, q.goal)
	return out
}

func isBase(s *smt.Sort) bool { return s.IsBool() || s.IsNumeric() || s.IsString() }

// preferred gives every leaf a value under which the goal fails, the simplest that
// is easily found: false, 0, "", the first constructor; the leaves that the model
// cannot show are left out.
func (q *inquiry) preferred(leaves []leaf) []leaf {
	values := make([]*smt.Term, len(leaves))
	read := func() {
		for i, l := range leaves {
			values[i] = q.model.Eval(l.term)
		}
	}
	read()
	var settled []*smt.Term // and not asserted yet; the model is one of it
	trial := func(t *smt.Term) bool {
		if q.checks >= maxChecks/2 {
			return false
		}
		q.checks++
		q.model.Push()
		q.model.Assert(q.pool.And(append(settled, t)...))
		if q.model.Check(q.ctx) == smt.Sat {
			settled = nil
			read()
			return true
		}
		q.model.Pop(1)
		return false
	}
	texts := q.literals()
	for i, l := range leaves {
		if values[i] == nil {
			continue
		}
		for _, want := range q.simple(l.term, texts) {
			if values[i] == want || trial(q.pool.Eq(l.term, want)) {
				break
			}
		}
		if n, ok := values[i].IntValue(); ok {
			q.shrink(l.term, n, func() *big.Int { n, _ := values[i].IntValue(); return n }, trial)
		}
		if l.term.Sort.IsDatatype() && !values[i].IsLiteral() {
			for _, c := range l.term.Sort.Constructors() {
				if values[i].Op == smt.OpConstruct && values[i].Ctor() == c || trial(q.pool.IsCtor(c, l.term)) {
					break
				}
			}
		}
		// What later leaves are given must not change it.
		if f, _ := q.fix(l.term, values[i]); f != nil {
			settled = append(settled, f)
		}
	}
	// The last trial may have failed: the model of what was settled is wanted.
	q.model.Assert(q.pool.And(settled...))
	if q.model.Check(q.ctx) != smt.Sat {
		return nil
	}
	read()
	var out []leaf
	for i, l := range leaves {
		if l.formula, l.text = q.fix(l.term, values[i]); l.formula != nil {
			out = append(out, l)
		}
	}
	return out
}

// breaks evaluates the goal and the facts anew, without the solver, under the values
// that its model gives: no fact may be false, nor the goal true. What the values leave
// open (a division by 0) is taken as the solver has it.
func (q *inquiry) breaks() bool {
	roots := []*smt.Term{q.goal}
	for _, f := range q.facts {
		roots = append(roots, f.formula)
	}
	values := map[*smt.Term]*smt.Term{}
	smt.Walk(func(t *smt.Term) {
		switch t.Op {
		case smt.OpApply, smt.OpSymbol, smt.OpSelect:
			if v := q.model.Eval(t); v != nil {
				values[t] = v
			}
		}
	}, roots...)
	for _, f := range q.facts {
		if q.pool.Substitute(f.formula, values).IsFalse() {
			return false
		}
	}
	return !q.pool.Substitute(q.goal, values).IsTrue()
}

// simple lists the values that are tried for a leaf, the best first.
func (q *inquiry) simple(t *smt.Term, texts []*smt.Term) []*smt.Term {
	p := q.pool
	switch {
	case t.Sort.IsBool():
		return []*smt.Term{p.False()}
	case t.Sort.IsInt():
		return []*smt.Term{p.Int64(0)}
	case t.Sort.IsReal():
		return []*smt.Term{p.RealLit(new(big.Rat)), p.RealLit(big.NewRat(1, 1)), p.RealLit(big.NewRat(-1, 1))}
	case t.Sort.IsString():
		return append([]*smt.Term{p.StringLit("")}, texts...)
	}
	return nil
}

// literals are the strings that the goal and its facts speak of, and a plain one.
func (q *inquiry) literals() []*smt.Term {
	roots := []*smt.Term{q.goal}
	for _, f := range q.facts {
		roots = append(roots, f.formula)
	}
	var out []*smt.Term
	smt.Walk(func(t *smt.Term) {
		if s, ok := t.StringValue(); ok && s != "" && len(out) < 6 {
			out = append(out, t)
		}
	}, roots...)
	return append(out, q.pool.StringLit("a"))
}

// shrink looks for a value nearer to 0.
func (q *inquiry) shrink(t *smt.Term, n *big.Int, now func() *big.Int, trial func(*smt.Term) bool) {
	p := q.pool
	bound := func(k *big.Int) *smt.Term {
		if n.Sign() > 0 {
			return p.And(p.Ge(t, p.Int64(0)), p.Le(t, p.IntLit(k)))
		}
		return p.And(p.Le(t, p.Int64(0)), p.Ge(t, p.IntLit(k)))
	}
	low := new(big.Int) // known to be too near, or 0
	for tries := 0; tries < 16; tries++ {
		high := now()
		gap := new(big.Int).Sub(high, low)
		if gap.CmpAbs(big.NewInt(1)) <= 0 {
			break
		}
		mid := new(big.Int).Add(low, new(big.Int).Quo(gap, big.NewInt(2)))
		if !trial(bound(mid)) {
			low = mid
		}
	}
	if v := now(); v.Sign() != 0 {
		trial(p.Eq(t, p.IntLit(v)))
	}
}

// fix is the formula that gives a leaf its value, and the value for a reader; nil
// where there is none to show.
func (q *inquiry) fix(t, v *smt.Term) (*smt.Term, string) {
	if v == nil {
		return nil, ""
	}
	if text := Literal(v); text != "" {
		return q.pool.Eq(t, v), text
	}
	if v.Op != smt.OpConstruct || len(v.Sort.Constructors()) < 2 {
		return nil, "" // a tuple is shown by its parts
	}
	c := v.Ctor()
	if len(c.Fields) == 0 {
		return q.pool.Eq(t, v), constructed(v)
	}
	if text := constructed(v); !strings.Contains(text, "_") {
		return q.pool.Eq(t, v), text
	}
	return q.pool.IsCtor(c, t), constructed(v)
}

// constructed shows the constructor of a value and those of its fields that can be
// shown.
func constructed(v *smt.Term) string {
	if text := Literal(v); text != "" {
		return text
	}
	if v.Op != smt.OpConstruct {
		return "_"
	}
	c := v.Ctor()
	list, name, dotted := strings.Cut(c.Name, ".")
	if !dotted {
		name = list
	}
	if list == "List" {
		return listed(v)
	}
	parts := []string{name}
	for _, a := range v.Args {
		text := constructed(a)
		if strings.Contains(text, " ") && !strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "-") {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// maxListed bounds how much of a list is shown.
const maxListed = 6

func listed(v *smt.Term) string {
	var parts []string
	for v.Op == smt.OpConstruct && len(v.Args) == 2 {
		if len(parts) == maxListed {
			parts = append(parts, "_")
			break
		}
		parts = append(parts, constructed(v.Args[0]))
		v = v.Args[1]
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// spokenOf lists the leaves that stand in the goal and whose values break it; not one
// of which the other value would break it as well, such as a label of its own where
// what chose the value is what labels it.
func (q *inquiry) spokenOf() []leaf {
	spared := func(l leaf) bool {
		if !l.term.Sort.IsBool() {
			return false
		}
		other := q.pool.BoolLit(l.formula != l.term)
		return q.pool.Substitute(q.goal, map[*smt.Term]*smt.Term{l.term: other}).IsFalse()
	}
	in := map[*smt.Term]bool{}
	smt.Walk(func(t *smt.Term) { in[t] = true }, q.goal)
	var out []leaf
	for _, l := range q.leaves {
		if l.symbol != nil && in[l.term] && !spared(l) {
			out = append(out, l)
		}
	}
	return out
}

// bindings shows leaves as a counterexample: one line for each variable.
func bindings(leaves []leaf, words *glossary) []diag.Binding {
	var out []diag.Binding
	index := map[*vc.Symbol]int{}
	for _, l := range leaves {
		if l.symbol == nil {
			continue
		}
		text := l.text
		if l.measure != "" {
			text = l.measure + " = " + text
		}
		if i, more := index[l.symbol]; more {
			out[i].Value += ", " + text
			continue
		}
		index[l.symbol] = len(out)
		out = append(out, diag.Binding{Name: words.heading(l.symbol), Value: text})
	}
	return out
}
