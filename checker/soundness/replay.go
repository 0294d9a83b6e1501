package soundness

import (
	"math/rand/v2"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// Replayed says what became of a counterexample.
type Replayed int

const (
	// InRun: a run of the plan, of one of its helpers, or of a function on arguments
	// that its type admits, breaks the conjunct.
	InRun Replayed = iota
	// OfType: it breaks if a definition, or a function over lists, does what its type
	// allows; no run was found in which it does. The checker knows them by their types.
	OfType
	// OfInvariant: it breaks if a loop begins a turn with what its invariant allows;
	// no run was found that comes so far. It fails of the invariant, not of a run.
	OfInvariant
	// OfFloats: none of these, and the run computes with floats, of whose arithmetic the
	// checker knows nothing.
	OfFloats
	// Lost: none of these.
	Lost
)

// replaySeeds is how often what an execution leaves open is chosen anew.
const replaySeeds = 30

// Replay runs a rejected plan along the execution in which an obligation fails, and
// says whether its conjunct breaks. broken is a demand that a run does not meet
// although the checker proved it, "" where there is none.
func (p *Program) Replay(o checker.Obligation, r *checker.Result) (how Replayed, broken string) {
	how = Lost
	for _, modular := range []bool{false, true} {
		for seed := uint64(0); seed < replaySeeds; seed++ {
			s := newScript(p, o, r)
			s.modular, s.anyLists = modular, seed%2 == 1
			m := newMachine(p, rand.New(rand.NewPCG(seed, 0xce)))
			m.script = s
			switch {
			case m.follows(s, seed%3 > 0) && s.onInvariant:
				return OfInvariant, broken
			case m.broke && s.onType:
				return OfType, broken
			case m.broke:
				return InRun, broken
			case s.floats:
				how = OfFloats
			}
			if !modular && broken == "" {
				broken = s.unreported
			}
		}
	}
	return how, broken
}

// follows runs what the goal stands in, and reports whether the goal breaks. A helper
// is run by itself, or by the plan: what it calls where a label decides is checked
// there.
func (m *machine) follows(s *script, byItself bool) bool {
	var out Run
	func() {
		defer m.finish(&out)
		if g := s.unit(); g != nil && byItself {
			m.alone(g)
			return
		}
		m.constants()
		m.body()
	}()
	return m.broke
}

// unit is the helper that the goal was looked at in, nil for the plan's own body. A
// goal in a helper may also be looked at where it is called.
func (s *script) unit() *global {
	var around *global
	for _, g := range s.p.order {
		if !g.fromPlan || g.def == nil {
			continue
		}
		for _, q := range g.params {
			if _, known := s.variables[occurrence{q.Name.Name, placeOf(q.Name.Span)}]; known {
				return g
			}
		}
		if s.at.within(placeOf(g.def.Span)) {
			around = g
		}
	}
	return around
}

// unmet decides what becomes of a demand that is not met: outside of replays it
// ends the run. In a replay it does if it is the goal; what the checker reports as
// well is passed over.
func (m *machine) unmet(clause diag.Span) (goOn bool) {
	s := m.script
	if s == nil {
		return false
	}
	at := placeOf(clause)
	if s.isGoal(at, m.sites) {
		m.broke = true
		return false
	}
	if s.isReported(at) || s.passed > 0 {
		s.passed++
		return true
	}
	if s.unreported == "" {
		s.unreported = clause.Text()
	}
	return false
}

// replay replays the counterexamples of a rejected plan.
func (r *Report) replay(k *Case, res *checker.Result) {
	var p *Program
	for _, o := range res.Obligations {
		switch {
		case o.Status != checker.Refuted:
			continue
		case o.Execution == nil:
			r.Untold++
			continue
		case p == nil:
			p = k.parsed()
		}
		r.Replayed++
		how, broken := p.Replay(o, res)
		*[]*int{&r.Upheld, &r.OfType, &r.OfInvariant, &r.OfFloats, &r.Lost}[how]++
		if how >= OfFloats && len(r.NotUpheld) < 20 {
			r.NotUpheld = append(r.NotUpheld, k.Seed)
		}
		if broken != "" && onlyUnmet(res) {
			r.fail(&Failure{Case: k, What: "a run does not meet `" + broken + "`, which was proved", Rejected: true})
			return
		}
	}
}

// onlyUnmet reports whether nothing is wrong with a plan but demands that it does not
// meet: what linear values do twice is passed over in a replay.
func onlyUnmet(res *checker.Result) bool {
	for _, d := range res.Diagnostics {
		if d.Severity == diag.Error && d.Status == "" {
			return false
		}
	}
	return true
}

// parsed is the program as the checker reads it, with places.
func (c *Case) parsed() *Program {
	spec, _ := lang.Parse(diag.NewSource("spec.aeon", c.SpecText()))
	plan, _ := lang.Parse(diag.NewSource("plan.aeon", c.PlanText()))
	return c.with(spec, plan).Program()
}
