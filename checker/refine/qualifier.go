package refine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// candidate is a qualifier of an unknown predicate: a formula about a value.
type candidate struct {
	size int
	at   func(v value) *smt.Term
	// words says it of a value, code in backquotes.
	words    func(v *smt.Term, name vc.Namer) string
	relative bool
	fromSpec bool
}

// seen is what a candidate speaks of, for a reader: a part of the value, or a
// measure of one.
type seen struct {
	measure string // "" for the part itself
	part    part
}

func (s seen) words(v *smt.Term, name vc.Namer) string {
	text := s.part.words(v, name)
	if s.measure == "" {
		return text
	}
	return s.measure + " " + atomic(text)
}

// maxCandidates bounds what is tried for one unknown predicate.
const maxCandidates = 160

// atom is an atomic predicate of a spec, open in its variables.
type atom struct {
	expr   core.Expr
	locals []*core.Local
	// measures are those that it speaks of, users the definitions whose signatures
	// it stands in.
	measures, users []*core.Global
}

// part is a component of the value that an unknown predicate speaks of, or the
// value: where it is in the value called root.
type part struct {
	root, path string
	sort       *smt.Sort // of the value
	typ        *rtype
	term       func(v *smt.Term) *smt.Term
	get        func(v value) value
}

// words is what a reader calls the part of a value: by its own name, or by the
// value's and where it is in there. What v is may be the part already.
func (p part) words(v *smt.Term, name vc.Namer) string {
	switch {
	case name == nil:
	case v.Sort != p.sort:
		if text := name(v); text != "" {
			return text
		}
	default:
		if text := name(p.term(v)); text != "" {
			return text
		}
		if text := name(v); text != "" {
			return atomic(text) + p.path
		}
	}
	return p.root + p.path
}

// qualify gives an unknown predicate its candidates: the measures of the value
// and of its components, compared with constants, with what they were at first
// and with the number of the turn; the atoms of the specs' own predicates at
// the value; and for labels, cleanness, and being labelled only if what went in
// was. These are the qualifiers of Liquid Types, taken from the spec.
func (w *walker) qualify(k *kappa, name string, t *rtype, inits []value, at diag.Span, indexed bool) {
	q := &qualifiers{walker: w, kappa: k, inits: inits, indexed: indexed}
	for _, p := range w.partsFor(name, t) {
		q.part(p)
	}
	q.relations()
	out := &vc.Kappa{Name: name, At: at, Via: w.callers()}
	for _, c := range q.out {
		sel := w.supply.Fresh("keep", w.pool.Bool())
		out.Candidates = append(out.Candidates, vc.Candidate{
			Selector: sel, Text: strings.ReplaceAll(c.words(nil, nil), "`", ""), Size: c.size,
			Relative: c.relative, FromSpec: c.fromSpec, Words: c.words,
		})
	}
	k.candidates, k.unknown = q.out, out
}

// partsFor lists a value and, if it is a tuple, its components.
func (w *walker) partsFor(name string, t *rtype) []part {
	parts := []part{{
		root: name, sort: w.sort(t), typ: t,
		term: func(v *smt.Term) *smt.Term { return v },
		get:  func(v value) value { return v },
	}}
	return w.components(parts, parts[0], 0)
}

// components appends the components of a tuple, and theirs.
func (w *walker) components(parts []part, of part, depth int) []part {
	t := of.typ
	if t.tuple == nil || depth > 2 {
		return parts
	}
	ctor := w.sorts.ctors[w.sort(t)][0]
	for i, x := range t.tuple.Elems {
		pt := w.base(x.Type, t.env)
		p := part{
			root: of.root, sort: of.sort, path: of.path + "." + strconv.Itoa(i), typ: pt,
			term: func(v *smt.Term) *smt.Term { return w.pool.Select(ctor, i, of.term(v)) },
			get: func(v value) value {
				whole := of.get(v)
				return value{term: w.pool.Select(ctor, i, whole.term), typ: pt, lab: w.partLabel(whole, i, nil, pt)}
			},
		}
		parts = w.components(append(parts, p), p, depth+1)
	}
	return parts
}

// observation is something that can be seen of the value: itself, a component, a
// measure; first is what it was before the loop.
type observation struct {
	name  seen
	get   func(v value) *smt.Term
	first []*smt.Term
}

// relations compares what can be seen of different components.
func (q *qualifiers) relations() {
	for i, a := range q.bools {
		for _, b := range q.bools[:i] {
			q.add(2, func(v value) *smt.Term { return q.pool.Eq(a.get(v), b.get(v)) }, "`%s = %s`", a.name, b.name)
			q.add(3, func(v value) *smt.Term { return q.pool.Implies(a.get(v), b.get(v)) }, "`%s --> %s`", a.name, b.name)
			q.add(3, func(v value) *smt.Term { return q.pool.Implies(b.get(v), a.get(v)) }, "`%s --> %s`", b.name, a.name)
		}
	}
	for i, a := range q.numbers {
		for _, b := range q.numbers[:i] {
			q.add(2, func(v value) *smt.Term { return q.pool.Eq(a.get(v), b.get(v)) }, "`%s = %s`", a.name, b.name)
			q.add(3, func(v value) *smt.Term { return q.pool.Le(a.get(v), b.get(v)) }, "`%s <= %s`", a.name, b.name)
			q.add(3, func(v value) *smt.Term { return q.pool.Ge(a.get(v), b.get(v)) }, "`%s >= %s`", a.name, b.name)
			for j := range a.first {
				if j < len(b.first) {
					x, y := a.first[j], b.first[j]
					q.add(3, func(v value) *smt.Term {
						return q.pool.Eq(q.pool.Sub(a.get(v), x), q.pool.Sub(b.get(v), y))
					}, "`%s` and `%s` have changed alike", a.name, b.name)
				}
			}
		}
	}
}

// qualifiers collects candidates.
type qualifiers struct {
	bools, numbers []observation
	*walker
	kappa   *kappa
	inits   []value
	indexed bool
	out     []candidate
}

// add adds a candidate; format has code in backquotes, and what is seen of the value
// among its arguments.
func (q *qualifiers) add(size int, at func(v value) *smt.Term, format string, args ...any) {
	q.addWorded(candidate{size: size, at: at, relative: strings.Contains(format, "before the loop"), words: func(v *smt.Term, name vc.Namer) string {
		filled := make([]any, len(args))
		for i, a := range args {
			filled[i] = a
			if s, ok := a.(seen); ok {
				filled[i] = s.words(v, name)
			}
		}
		return fmt.Sprintf(format, filled...)
	}})
}

func (q *qualifiers) addWorded(c candidate) {
	if len(q.out) < maxCandidates {
		q.out = append(q.out, c)
	}
}

func (q *qualifiers) part(p part) {
	q.labels(p)
	inits := make([]value, len(q.inits))
	for i, v := range q.inits {
		inits[i] = p.get(v)
	}
	switch c := p.typ.con; {
	case c == q.world.Unit.Con || p.typ.fun != nil:
		return
	case c == q.world.Bool.Con:
		q.boolean(seen{part: p}, func(v value) *smt.Term { return p.get(v).term }, terms(inits))
	case c == q.world.Int.Con:
		q.number(seen{part: p}, func(v value) *smt.Term { return p.get(v).term }, terms(inits))
	case c == q.world.String.Con:
		q.text(p)
	case c == q.world.List:
		q.number(seen{"List.length", p}, func(v value) *smt.Term { return q.listLength(p.get(v).term) }, q.lengths(inits))
	case c != nil:
		for _, m := range q.measuresOf(c) {
			if q.cone().has(m) {
				q.measure(p, m, inits)
			}
		}
		if cs := q.sorts.ctors[q.sort(p.typ)]; c.Kind == core.InductiveCon && len(cs) > 1 {
			for i, k := range c.Ctors {
				q.add(1, func(v value) *smt.Term { return q.pool.IsCtor(cs[i], p.get(v).term) }, "`%s` is `%s`", seen{part: p}, k.Name)
			}
		}
	}
	if p.typ.con != nil && p.typ.con != q.world.Bool.Con {
		q.equalToInit(p, inits)
		q.atoms(p)
	}
}

// text tries what strings are usually held to: not empty, and the beginnings
// that the plan writes.
func (q *qualifiers) text(p part) {
	get := func(v value) *smt.Term { return p.get(v).term }
	q.add(1, func(v value) *smt.Term { return q.pool.Not(q.pool.Eq(get(v), q.pool.StringLit(""))) }, "`%s != \"\"`", seen{part: p})
	for _, s := range q.texts {
		lit := q.pool.StringLit(s)
		q.add(2, func(v value) *smt.Term { return q.pool.PrefixOf(lit, get(v)) }, "`String.startsWith %s %q`", seen{part: p}, s)
	}
}

func terms(vs []value) []*smt.Term {
	out := make([]*smt.Term, len(vs))
	for i, v := range vs {
		out[i] = v.term
	}
	return out
}

func (q *qualifiers) lengths(vs []value) []*smt.Term {
	out := make([]*smt.Term, len(vs))
	for i, v := range vs {
		out[i] = q.listLength(v.term)
	}
	return out
}

func (q *qualifiers) measure(p part, m *core.Global, inits []value) {
	of := func(v value) *smt.Term { return q.measureTerm(m, p.get(v)) }
	probe := q.measureTerm(m, value{term: q.supply.Fresh("probe", q.sort(p.typ)), typ: p.typ})
	if probe == nil || m.Volatile {
		return
	}
	first := make([]*smt.Term, len(inits))
	for i, v := range inits {
		first[i] = q.measureTerm(m, v)
	}
	name := seen{m.Name, p}
	switch probe.Sort {
	case q.pool.Bool():
		q.boolean(name, of, first)
	case q.pool.Int():
		q.number(name, of, first)
	}
}

func (q *qualifiers) boolean(name seen, get func(v value) *smt.Term, inits []*smt.Term) {
	if len(q.bools) < 6 {
		q.bools = append(q.bools, observation{name, get, inits})
	}
	if q.indexed {
		q.add(3, func(v value) *smt.Term { return q.pool.Implies(get(v), q.pool.Gt(q.kappa.index, q.pool.Int64(0))) }, "`%s` only after a turn", name)
	}
	q.add(0, func(v value) *smt.Term { return q.pool.Not(get(v)) }, "`%s = false`", name)
	q.add(0, get, "`%s = true`", name)
	for _, t := range inits {
		q.unturned(name, get, t)
		q.add(1, func(v value) *smt.Term { return q.pool.Eq(get(v), t) }, "`%s` is as it was before the loop", name)
		q.add(2, func(v value) *smt.Term { return q.pool.Implies(get(v), t) }, "`%s` only if it was before the loop", name)
	}
}

// unturned says that before the first turn nothing has changed.
func (q *qualifiers) unturned(name seen, get func(v value) *smt.Term, first *smt.Term) {
	if q.indexed {
		q.add(3, func(v value) *smt.Term {
			return q.pool.Implies(q.pool.Eq(q.kappa.index, q.pool.Int64(0)), q.pool.Eq(get(v), first))
		}, "`%s` is as it was where the list is empty", name)
	}
}

func (q *qualifiers) number(name seen, get func(v value) *smt.Term, inits []*smt.Term) {
	p := q.pool
	if len(q.numbers) < 6 {
		q.numbers = append(q.numbers, observation{name, get, inits})
	}
	q.add(2, func(v value) *smt.Term { return p.Not(p.Eq(get(v), p.Int64(0))) }, "`%s != 0`", name)
	for _, t := range inits {
		q.unturned(name, get, t)
		q.add(0, func(v value) *smt.Term { return p.Eq(get(v), t) }, "`%s` is as it was before the loop", name)
		q.add(2, func(v value) *smt.Term { return p.Ge(get(v), t) }, "`%s` is at least what it was before the loop", name)
		q.add(2, func(v value) *smt.Term { return p.Le(get(v), t) }, "`%s` is at most what it was before the loop", name)
		if !q.indexed {
			continue
		}
		for _, step := range q.stepsOf() {
			k := p.Int64(step)
			turn := func() *smt.Term { return p.Add(t, p.Mul(k, q.kappa.index)) }
			per := strconv.FormatInt(step, 10)
			q.add(1, func(v value) *smt.Term { return p.Eq(get(v), turn()) }, "`%s` has changed by %s a turn", name, per)
			q.add(2, func(v value) *smt.Term { return p.Le(get(v), turn()) }, "`%s` has grown by at most %s a turn", name, per)
			q.add(2, func(v value) *smt.Term { return p.Ge(get(v), turn()) }, "`%s` has fallen by at most %s a turn", name, per)
		}
	}
	for _, c := range q.constantsOf() {
		n := p.Int64(c)
		q.add(1, func(v value) *smt.Term { return p.Ge(get(v), n) }, "`%s >= %d`", name, c)
		q.add(1, func(v value) *smt.Term { return p.Le(get(v), n) }, "`%s <= %d`", name, c)
	}
}

// stepsOf are the amounts by which a number may change each turn.
func (q *qualifiers) stepsOf() []int64 {
	steps := []int64{1, -1, 2, -2}
	for _, c := range append(append([]int64{}, q.integers...), q.literals...) {
		if c > 2 && len(steps) < 10 {
			steps = append(steps, c, -c)
		}
	}
	return steps
}

// constantsOf are the integers that a bound may be: 0, 1 and the literals of the
// specs and of the plan.
func (q *qualifiers) constantsOf() []int64 {
	out := []int64{0, 1}
	for _, c := range append(append([]int64{}, q.integers...), q.literals...) {
		if c != 0 && c != 1 && len(out) < 10 {
			out = append(out, c, c-1)
		}
	}
	return out
}

func (q *qualifiers) equalToInit(p part, inits []value) {
	if p.typ.con == q.world.Int.Con {
		return
	}
	for _, v := range inits {
		q.add(3, func(x value) *smt.Term { return q.pool.Eq(p.get(x).term, v.term) }, "`%s` is the same value as before the loop", seen{part: p})
	}
}

func (q *qualifiers) labels(p part) {
	for i, k := range q.kinds {
		if k.prompt {
			q.add(1, func(v value) *smt.Term { return q.labelOf(p.get(v)).whole[i] }, "`%s`", seen{k.measure.Name, p})
			continue
		}
		q.add(0, func(v value) *smt.Term { return q.pool.Not(q.labelOf(p.get(v)).whole[i]) }, "`%s = false`", seen{k.measure.Name, p})
		var from []*smt.Term
		for _, v := range q.inits {
			from = append(from, q.labelOf(p.get(v)).whole[i])
		}
		for _, by := range q.loopLabels {
			from = append(from, by[i])
		}
		source := q.pool.Or(from...)
		q.add(2, func(v value) *smt.Term { return q.pool.Implies(q.labelOf(p.get(v)).whole[i], source) }, "`%s` only by what went into the loop", seen{k.measure.Name, p})
	}
}

// atoms instantiates the specs' own predicates: one variable of the part's type
// by the part, the others by values at hand. Those of the definitions that the unit
// names come first: there is room for so many.
func (q *qualifiers) atoms(p part) {
	c := q.cone()
	for _, named := range []bool{true, false} {
		for _, a := range q.specAtoms {
			if !c.covers(a) || slices.ContainsFunc(a.users, c.has) != named {
				continue
			}
			for i, l := range a.locals {
				if sameBase(l.Type, p.typ) {
					q.instantiate(a, i, p, 0, nil)
				}
			}
		}
	}
}

func (q *qualifiers) instantiate(a atom, hole int, p part, from int, chosen []value) {
	if from == len(a.locals) {
		fixed := append([]value{}, chosen...)
		q.addWorded(candidate{size: 1, fromSpec: true, words: func(v *smt.Term, name vc.Namer) string {
			if name == nil {
				return "`" + a.expr.Range().Text() + "`, of `" + p.words(v, nil) + "`"
			}
			return "`" + a.words(p, hole, fixed, v, name) + "`"
		}, at: func(v value) *smt.Term {
			e := &env{}
			for i, l := range a.locals {
				if i == hole {
					e.set(l, p.get(v))
				} else {
					e.set(l, fixed[i])
				}
			}
			return q.pred(a.expr, e)
		}})
		return
	}
	if from == hole {
		q.instantiate(a, hole, p, from+1, append(chosen, value{}))
		return
	}
	n := 0
	for i := len(q.atHand) - 1; i >= 0 && n < 3; i-- {
		if sameBase(a.locals[from].Type, q.atHand[i].typ) {
			n++
			q.instantiate(a, hole, p, from+1, append(append([]value{}, chosen...), q.atHand[i]))
		}
	}
}

// words is an atom as its author wrote it, with what its variables stand for in their
// place: the part for the one at hole.
func (a atom) words(p part, hole int, fixed []value, v *smt.Term, name vc.Namer) string {
	names := map[*core.Local]string{}
	for i, l := range a.locals {
		switch {
		case i == hole:
			names[l] = p.words(v, name)
		default:
			names[l] = name(fixed[i].term)
		}
	}
	var in []replacement
	core.Visit(a.expr, func(x core.Expr) bool {
		if l, ok := x.(*core.LocalRef); ok && names[l.Local] != "" {
			in = append(in, replacement{l.Span, atomic(names[l.Local])})
		}
		return true
	})
	slices.SortFunc(in, func(a, b replacement) int { return a.at.Start - b.at.Start })
	return splice(a.expr.Range(), in)
}

func sameBase(t core.Type, r *rtype) bool {
	c, ok := core.Strip(t).(*core.Con)
	return ok && r.con == c.Con && len(c.Args) == 0
}

// collectAtoms gathers the atomic predicates of the modules' signatures, and
// the integers in them.
func (s *Shared) collectAtoms(ms []*core.Module) {
	seen := map[string]int{}
	var user *core.Global
	var visit func(x core.Expr)
	visit = func(x core.Expr) {
		if p, ok := x.(*core.Prim); ok {
			switch p.Op {
			case "&&", "||", "-->", "!":
				for _, a := range p.Args {
					visit(a)
				}
				return
			}
		}
		s.addAtom(x, user, seen)
	}
	for _, m := range ms {
		for _, g := range m.Globals {
			if g.Faulty {
				continue
			}
			user = g
			for _, p := range g.Params {
				eachConjunct(p.Type, visit)
			}
			eachConjunct(g.Result, visit)
		}
	}
}

// addAtom keeps an atom of a signature, once for each text and what it is about; seen are the places of those
// that are kept, from 1.
func (s *Shared) addAtom(x core.Expr, user *core.Global, seen map[string]int) {
	a := atom{expr: x}
	ok := true
	have := map[*core.Local]bool{}
	core.Visit(x, func(y core.Expr) bool {
		switch y := y.(type) {
		case *core.LocalRef:
			if !have[y.Local] {
				have[y.Local] = true
				a.locals = append(a.locals, y.Local)
			}
		case *core.IntLit:
			s.literal(y)
		case *core.GlobalRef:
			if y.Global.Volatile || s.isTimed(y.Global) || y.Global.Taint || y.Global.Prompt || len(y.Global.TyVars) > 0 && y.Global.Kind != core.BuiltinFn {
				ok = false
			}
			if y.Global.Kind == core.MeasureFn {
				a.measures = append(a.measures, y.Global)
			}
		case *core.PredApp, *core.BadExpr:
			ok = false
		}
		return true
	})
	if !ok || len(a.locals) == 0 || len(a.locals) > 3 {
		return
	}
	text := x.Range().Text()
	for _, m := range a.measures {
		text += "\x00" + m.Module // the same words may be about something else
	}
	if at := seen[text]; at > 0 {
		first := &s.specAtoms[at-1]
		first.users = append(first.users, user)
		return
	}
	a.users = []*core.Global{user}
	s.specAtoms = append(s.specAtoms, a)
	seen[text] = len(s.specAtoms)
}

// literal remembers an integer of the sources, as a bound to try.
func (s *Shared) literal(x *core.IntLit) {
	if !x.Value.IsInt64() || len(s.literals) >= 12 {
		return
	}
	n := x.Value.Int64()
	if n > 1<<40 || n < -(1<<40) {
		return
	}
	for _, have := range s.literals {
		if have == n {
			return
		}
	}
	s.literals = append(s.literals, n)
}

func eachConjunct(t core.Type, f func(core.Expr)) {
	switch t := core.Resolve(t).(type) {
	case *core.Refined:
		for _, c := range t.Preds {
			f(c.Expr)
		}
		eachConjunct(t.Base, f)
	case *core.Con:
		for _, a := range t.Args {
			eachConjunct(a, f)
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			eachConjunct(x.Type, f)
		}
	case *core.Fun:
		eachConjunct(t.Param.Type, f)
		eachConjunct(t.Result, f)
	}
}

// learn remembers the literals of the code at hand, which its loops may be about.
func (w *walker) learn(x core.Expr) {
	core.Visit(x, func(y core.Expr) bool {
		switch y := y.(type) {
		case *core.IntLit:
			if n := y.Value; n.IsInt64() && len(w.integers) < 8 && n.Int64() < 1<<40 && n.Int64() > 2 {
				w.integers = append(w.integers, n.Int64())
			}
		case *core.StringLit:
			if y.Value != "" && len(y.Value) < 80 && len(w.texts) < 4 {
				w.texts = append(w.texts, y.Value)
			}
		}
		return true
	})
}
