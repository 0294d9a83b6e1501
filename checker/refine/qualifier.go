package refine

import (
	"fmt"
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

// Bounds of what is tried for one unknown predicate: at first, and where that was
// not enough.
const (
	maxCandidates     = 160
	maxDeepCandidates = 600
)

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
	q := &qualifiers{walker: w, kappa: k, inits: inits, indexed: indexed, room: maxCandidates}
	for _, p := range w.partsFor(name, t) {
		q.part(p)
	}
	q.relations()
	if w.effort == Deep {
		q.guarded()
	} else if len(q.bools) > 0 || len(q.numbers) > 1 {
		w.vc.More = true
	}
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

// qualifiers collects candidates.
type qualifiers struct {
	bools, numbers, tests []observation
	*walker
	kappa   *kappa
	inits   []value
	indexed bool
	out     []candidate
	room    int // how many there may be
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
	if len(q.out) < q.room {
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
		q.boolean(seen{part: p}, true, func(v value) *smt.Term { return p.get(v).term }, terms(inits))
	case c == q.world.Int.Con:
		q.number(seen{part: p}, true, func(v value) *smt.Term { return p.get(v).term }, terms(inits))
	case c == q.world.String.Con:
		q.text(p, inits)
	case c == q.world.List:
		q.empty(p, func(v value) *smt.Term { return q.pool.Eq(q.listLength(p.get(v).term), q.pool.Int64(0)) })
		q.number(seen{"List.length", p}, true, func(v value) *smt.Term { return q.listLength(p.get(v).term) }, q.lengths(inits))
	case c != nil:
		for _, m := range q.measuresOf(c) {
			if q.cone().has(m) {
				q.measure(p, m, inits)
			}
		}
		if cs := q.sorts.ctors[q.sort(p.typ)]; c.Kind == core.InductiveCon && len(cs) > 1 {
			for i, k := range c.Ctors {
				is := func(v value) *smt.Term { return q.pool.IsCtor(cs[i], p.get(v).term) }
				q.add(1, is, "`%s` is `%s`", seen{part: p}, k.Name)
				q.tests = append(q.tests, observation{name: seen{part: p}, says: " is " + k.Name, get: is})
			}
		}
	}
	if p.typ.con != nil && p.typ.con != q.world.Bool.Con {
		q.equalToInit(p, inits)
		q.atoms(p)
	}
}

// empty notes that whether a text or a list is empty may be what others depend on.
func (q *qualifiers) empty(p part, get func(v value) *smt.Term) {
	q.tests = append(q.tests, observation{name: seen{part: p}, says: " is empty", get: get})
}

// maxBeginnings is how many of the plan's literals are tried as beginnings.
const maxBeginnings = 4

// text tries what strings are usually held to: not empty, and the beginnings
// that the plan writes.
func (q *qualifiers) text(p part, inits []value) {
	get := func(v value) *smt.Term { return p.get(v).term }
	none := func(v value) *smt.Term { return q.pool.Eq(get(v), q.pool.StringLit("")) }
	var choices []*smt.Term
	q.empty(p, none)
	q.add(1, func(v value) *smt.Term { return q.pool.Not(none(v)) }, "`%s != \"\"`", seen{part: p})
	for i, s := range q.texts {
		lit := q.pool.StringLit(s)
		if choices = append(choices, lit); i >= maxBeginnings {
			continue
		}
		q.add(2, func(v value) *smt.Term { return q.pool.PrefixOf(lit, get(v)) }, "`String.startsWith %s %q`", seen{part: p}, s)
	}
	q.among(seen{part: p}, get, choices, terms(inits))
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
		q.boolean(name, false, of, first)
	case q.pool.Int():
		q.number(name, false, of, first)
	}
}

func (q *qualifiers) boolean(name seen, kept bool, get func(v value) *smt.Term, inits []*smt.Term) {
	q.bools = append(q.bools, observation{name: name, get: get, first: inits, kept: kept})
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

func (q *qualifiers) number(name seen, kept bool, get func(v value) *smt.Term, inits []*smt.Term) {
	p := q.pool
	q.numbers = append(q.numbers, observation{name: name, get: get, first: inits, kept: kept})
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
	if kept {
		var choices []*smt.Term
		for _, n := range q.ints {
			choices = append(choices, p.Int64(n))
		}
		q.among(name, get, choices, inits)
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
