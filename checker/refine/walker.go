package refine

import (
	"slices"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/elab"
	"github.com/aeonc/aeonc/checker/termination"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
)

// Shared is what the units of one run have in common: the pool of terms, sorts
// and functions. Units are walked one after the other.
type Shared struct {
	world *elab.World
	pool  *smt.Pool
	// supply makes the free constants of a unit.
	supply *smt.Supply
	sorts  *sorts
	funcs  map[string]*smt.Func
	plain  map[*core.TyCon]*rtype
	// result caches which variables stand for the result of a global.
	fresh map[*core.Global]map[*core.Local]bool
	// changes caches core.ChangesWorld.
	changes map[*core.Global]bool
	// pure caches whether a def reaches no native.
	pure map[*core.Global]bool
	unit *rtype
	// unfolding caches whether translating a predicate may unfold a def.
	unfolding map[core.Expr]bool
	labelled  []labelKind
	// specAtoms and literals are what qualifiers are made of.
	rigidSorts  map[*smt.Sort]bool
	opaqueFloat map[*smt.Sort]bool
	// volatile caches which signatures speak of what goes stale, timed which pure
	// functions depend on it.
	volatile   map[*core.Global]bool
	timed      map[*core.Global]bool
	abstracts  map[*core.PredVar]*core.Global
	rigids     map[*core.TyVar]*rtype
	rigidNames map[*core.TyVar]*core.Global
	specAtoms  []atom
	literals   []int64
	measured   map[*core.TyCon][]*core.Global
	own        own
	// steps and symbols are about as many as the last body had.
	steps, symbols int
}

// NewShared starts a run.
func NewShared(w *elab.World, p *smt.Pool) *Shared {
	supply := p.NewSupply()
	return &Shared{
		world: w, pool: p, supply: supply, sorts: newSorts(p, supply), funcs: map[string]*smt.Func{},
		plain: map[*core.TyCon]*rtype{}, fresh: map[*core.Global]map[*core.Local]bool{},
		changes: map[*core.Global]bool{}, pure: map[*core.Global]bool{},
		unit: &rtype{con: w.Unit.Con}, unfolding: map[core.Expr]bool{},
		measured:   map[*core.TyCon][]*core.Global{},
		rigidSorts: map[*smt.Sort]bool{}, opaqueFloat: map[*smt.Sort]bool{},
		abstracts: map[*core.PredVar]*core.Global{},
		volatile:  map[*core.Global]bool{},
		timed:     map[*core.Global]bool{},
		rigids:    map[*core.TyVar]*rtype{}, rigidNames: map[*core.TyVar]*core.Global{},
	}
}

// Pool is the pool that all terms of the run belong to.
func (s *Shared) Pool() *smt.Pool { return s.pool }

// walker holds the state of one unit.
type walker struct {
	*Shared
	vc    *vc.VC
	diags []*diag.Diagnostic

	guard  *smt.Term // of the path being walked
	epoch  *smt.Term // the age of the world, for volatile measures
	epoch0 *smt.Term
	moment moment

	// quiet > 0: facts only; the code was verified where it stands.
	quiet int
	// pc is the label of the path: what chose it. nil: nothing labelled did.
	pc []*smt.Term
	// decided are what chose it. ran is what the function given to a list function
	// returns, given what the call at hand hands to its functions.
	decided []*vc.Flow
	ran     *vc.Flow
	fed     []*vc.Flow
	// isPlan: the literals of this unit were typed by the model.
	isPlan bool
	// conversation: see Context.
	conversation bool
	prompt       *diag.Source
	kinds        []labelKind
	// atHand are the values bound so far, for instantiating qualifiers.
	atHand        []value
	unrolledLoops int
	// ints and texts are literals of the code at hand; integers are those of its
	// integers that are likely to be bounds.
	ints, integers []int64
	texts          []string
	// subject adds to a cone what the unit is about; spoken is the unit's cone once a
	// loop has asked for it.
	subject func(*cone)
	spoken  *cone
	// stated are the measures that a state gives a value.
	stated []*core.Global
	// loopLabels are the labels that a loop's accumulator may take on.
	loopLabels [][]*smt.Term
	// turns is set while the function of a fold is about to be checked.
	turns *turns
	// universe counts the function bodies around, whose parameters stand for many
	// values.
	universe int
	// steady: the call whose arguments are checked cannot make volatile facts
	// stale, so its functions run in the world as it is.
	steady bool
	// everyState: see Context.
	everyState bool
	// effort: see Context.
	effort Effort
	// everyResult: see Context.
	everyResult bool
	// kappaDepth is how deep unknown predicates are being unrolled.
	kappaDepth int
	// argumentIs fixes the first argument of the next run of a function.
	argumentIs *value
	// site is where quiet code is charged to.
	site *site
	// calls are those whose bodies are being walked in their place, the outermost
	// first.
	calls []diag.Span
	// inLogic: what is walked is a predicate's, which has no values that run.
	inLogic bool
	// binding is the expression whose value is being bound to a pattern.
	binding diag.Span
	// inside: what is bound is a part of it.
	inside bool
	depth  int // of unfolding
	spent  int // steps of unfolding, bounded

	constants map[string]value
	lemmas    map[*smt.Term]bool
	unitType  *rtype
	goals     int

	// verifying is the recursive definition whose body is being walked, with the
	// measure that its calls must decrease.
	verifying *core.Global
	metric    *termination.Measure
	entry     []*smt.Term // the measure at entry
	seenCalls map[diag.Span]bool
}

// Limits of unfolding: what would grow exponentially is cut, which loses facts
// and never a check.
const (
	maxUnfoldDepth = 64
	maxUnfoldSteps = 8000
	maxKappaDepth  = 40
	// maxUnrolledLoops bounds the loops whose invariants are sought again where the
	// code around them is unrolled.
	maxUnrolledLoops = 24
)

// Effort is how many candidates are tried for what a loop keeps.
type Effort int

const (
	// Quick tries those that most loops need.
	Quick Effort = iota
	// Deep tries all of them, among them what holds under a condition only.
	Deep
)

func (s *Shared) walker(effort Effort) *walker {
	s.supply.Restart()
	w := &walker{
		Shared: s, vc: &vc.VC{Pool: s.pool}, guard: s.pool.True(),
		constants: map[string]value{}, lemmas: map[*smt.Term]bool{}, unitType: s.unit,
		seenCalls: map[diag.Span]bool{},
		effort:    effort,
		kinds:     append([]labelKind{}, s.labelled...),
	}
	w.epoch0 = s.supply.Fresh("now", s.pool.Uninterpreted("moment"))
	w.epoch = w.epoch0
	return w
}

// fact asserts t on the current path.
func (w *walker) fact(t *smt.Term, o vc.Origin) {
	if t.IsTrue() {
		return
	}
	w.vc.Steps = append(w.vc.Steps, &vc.Fact{Guard: w.guard, Term: t, Why: o})
}

// define asserts what holds by definition of fresh symbols, on every path.
func (w *walker) define(t *smt.Term) { w.defineBy(t, vc.Origin{Kind: "definition"}) }

func (w *walker) defineBy(t *smt.Term, o vc.Origin) {
	if t.IsTrue() {
		return
	}
	w.vc.Steps = append(w.vc.Steps, &vc.Fact{Guard: w.pool.True(), Term: t, Why: o})
}

// goal demands t on the current path, and then assumes it, so that one fault is
// reported once.
func (w *walker) goal(t *smt.Term, o vc.Origin, m diag.Message) {
	if w.quiet > 0 {
		return
	}
	g := &vc.Goal{Guard: w.guard, Term: t, Origin: o, Message: m, Index: w.goals}
	w.goals++
	w.vc.Steps = append(w.vc.Steps, g)
	if !t.IsTrue() {
		w.vc.Steps = append(w.vc.Steps, &vc.Fact{Guard: w.guard, Term: t, Why: vc.Origin{Kind: "checked", At: o.At, Clause: o.Clause, Callee: o.Callee, Param: o.Param, Words: o.Words}, Checked: g})
	}
}

func (w *walker) reach(k vc.ReachKind, guard, parent *smt.Term, at diag.Span, name string) {
	if w.quiet > 0 {
		return
	}
	w.vc.Steps = append(w.vc.Steps, &vc.Reach{Kind: k, Guard: guard, Parent: parent, At: at, Name: name})
}

// at is the place that a fact of x is charged to: x itself, or the call whose
// body is being unfolded.
func (w *walker) at(x diag.Span) diag.Span {
	if w.site != nil {
		return w.site.at
	}
	return x
}

// charge is the origin of what x, a call of callee, makes true: where it stands
// in code that is walked in the place of a call, it is charged to that call.
func (w *walker) charge(x diag.Span, callee string) vc.Origin {
	o := vc.Origin{Kind: "call", At: w.at(x), Callee: callee, Via: w.callers()}
	if o.At != x {
		o.Inner = x
	}
	return o
}

// callers are the calls whose bodies are being walked, the innermost first.
func (w *walker) callers() []diag.Span {
	if len(w.calls) == 0 {
		return nil
	}
	out := slices.Clone(w.calls)
	slices.Reverse(out)
	return out
}

// running walks the body of what a call calls.
func (w *walker) running(s site, f func()) {
	n := len(w.calls)
	if !s.at.IsZero() && !s.function && (n == 0 || w.calls[n-1] != s.at) {
		w.calls = append(w.calls, s.at)
	}
	f()
	w.calls = w.calls[:n]
}

// branch is the origin of a path: what its condition, or what is matched, is.
func (w *walker) branch(cond diag.Span, is string) vc.Origin {
	o := w.charge(cond, "")
	o.Kind, o.Param = "branch", is
	return o
}

// under walks f on the path where cond holds as well; it returns the guard.
func (w *walker) under(cond *smt.Term, at diag.Span, o vc.Origin, f func()) *smt.Term {
	parent := w.guard
	g := w.pool.And(parent, cond)
	if !g.IsTrue() && !g.IsFalse() && g != parent {
		p := w.supply.Fresh("path", w.pool.Bool())
		w.defineBy(w.pool.Eq(p, g), o)
		g = p
	}
	w.guard = g
	if g != parent {
		w.reach(vc.Branch, g, parent, at, "")
	}
	f()
	if g != parent {
		w.reach(vc.End, g, parent, at, "")
	}
	w.guard = parent
	return g
}

// universally walks f for arbitrary values: facts about them stay on a path of
// their own.
func (w *walker) universally(f func()) {
	parent := w.guard
	p := w.supply.Fresh("body", w.pool.Bool())
	g := p
	if !parent.IsTrue() {
		w.define(w.pool.Implies(p, parent))
	}
	w.guard = g
	w.reach(vc.Open, g, parent, diag.Span{}, "")
	f()
	w.reach(vc.End, g, parent, diag.Span{}, "")
	w.guard = parent
}

// quietly walks code that was verified elsewhere: its facts hold, its demands
// were met.
func (w *walker) quietly(s site, f func()) {
	saved := w.site
	if w.site == nil {
		w.site = &s
	}
	w.quiet++
	w.running(s, f)
	w.quiet--
	w.site = saved
}

// fresh makes a value of a type, with the facts that its type states.
func (w *walker) freshValue(name string, t *rtype, o vc.Origin) value {
	v := value{term: w.sorts.unknown(name, w.sort(t)), typ: t, lab: w.unknownLabel(t)}
	v.flow = w.named(vc.FlowUnknown, o.Param, o.At, v.lab)
	return w.assume(v, t, o)
}

// assume asserts the head refinements of t of v and of its parts, and returns v
// with its parts known.
func (w *walker) assume(v value, t *rtype, o vc.Origin) value {
	if t.fun != nil && v.fn == nil {
		v.fn = &fnOpaque{t}
	}
	for _, r := range t.preds {
		ro := o
		if r.conj != nil {
			ro.Clause, ro.Words = r.conj.Span, r.wording(v)
		}
		if r.kappa != nil {
			ro.Invariant, ro.Of = r.kappa.unknown, v.term
		}
		w.fact(w.holds(r, v), ro)
	}
	if t.tuple != nil {
		e := t.env
		ctor := w.sorts.ctors[w.sort(t)][0]
		saved := w.moment
		w.moment = t.moment
		parts := make([]value, len(t.tuple.Elems))
		for i, x := range t.tuple.Elems {
			pt := w.eval(x.Type, e)
			p := value{typ: pt}
			if v.parts != nil {
				p.term, p.fn, p.parts = v.parts[i].term, v.parts[i].fn, v.parts[i].parts
				p.lab, p.flow = v.parts[i].lab, v.parts[i].flow
			} else {
				p.term = w.pool.Select(ctor, i, v.term)
				p.lab = w.partLabel(v, i, nil, pt)
				p.flow = w.made(vc.FlowMade, v.place(), p.lab, v.flow)
			}
			parts[i] = w.assume(p, pt, o)
			e = e.with(x, parts[i])
		}
		w.moment = saved
		v.parts = parts
	}
	w.lemma(v)
	return v
}

// lemma states what is true of every value of a built-in type: a list's length
// is not negative.
func (w *walker) lemma(v value) {
	if v.typ != nil && v.typ.con == w.world.List {
		w.listLength(v.term)
	}
}

// listLength is the length of a list term, known to be at least 0.
func (w *walker) listLength(l *smt.Term) *smt.Term {
	f := w.function(w.lengthMeasure(), []*smt.Sort{l.Sort}, w.pool.Int())
	n := w.pool.Apply(f, l)
	if !w.lemmas[n] {
		w.lemmas[n] = true
		w.vc.Prelude = append(w.vc.Prelude, &vc.Fact{Guard: w.pool.True(), Term: w.pool.Ge(n, w.pool.Int64(0)), Why: vc.Origin{Kind: "lemma"}})
	}
	return n
}

func (w *walker) lengthMeasure() *core.Global { return w.world.ListLength }

func (w *walker) unitValue() value {
	c := w.sorts.ctors[w.sort(w.unitType)][0]
	return value{term: w.pool.Construct(c), typ: w.unitType}
}

// changesWorld reports whether a call of g can make volatile facts stale.
func (w *walker) changesWorld(g *core.Global) bool {
	c, ok := w.changes[g]
	if !ok {
		c = core.ChangesWorld(g)
		w.changes[g] = c
	}
	return c
}

func (w *walker) isPure(g *core.Global) bool {
	p, ok := w.pure[g]
	if !ok {
		p = g.Kind == core.DefFn && !g.Hole && !core.ReachesNative(g)
		w.pure[g] = p
	}
	return p
}

// newMoment moves the world on: what was known of volatile measures is stale.
func (w *walker) newMoment() { w.epoch = w.supply.Fresh("now", w.epoch0.Sort) }
