package solve

import (
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
)

// bearings finds the facts that bear on a formula. A fact under a guard bears on what
// is under that guard and on what speaks of the values that were made there, and the
// definition of a Boolean on what speaks of the Boolean; neither bears on something
// else only because that speaks of the same strings. So the tests of one branch are
// no matter for another.
type bearings struct {
	indexed int
	handles map[*smt.Term][]*vc.Fact // symbol → facts that bear on what speaks of it
	made    map[*smt.Term]*smt.Term  // symbol → guard under which it was first spoken of
}

// maxBearing bounds the facts that are taken along.
const maxBearing = 400

func (b *bearings) add(fs []*vc.Fact) {
	if b.handles == nil {
		b.handles, b.made = map[*smt.Term][]*vc.Fact{}, map[*smt.Term]*smt.Term{}
	}
	for _, f := range fs {
		for _, s := range b.handlesOf(f) {
			b.handles[s] = append(b.handles[s], f)
		}
	}
}

func (b *bearings) handlesOf(f *vc.Fact) []*smt.Term {
	spoken := smt.FreeSymbols(f.Term)
	for _, s := range spoken {
		if b.made[s] == nil {
			b.made[s] = f.Guard
		}
	}
	switch {
	case !f.Guard.IsTrue():
		handles := smt.FreeSymbols(f.Guard)
		for _, s := range spoken {
			if b.made[s] == f.Guard {
				handles = append(handles, s)
			}
		}
		return handles
	case f.Term.Op == smt.OpEq && f.Term.Args[0].Sort.IsBool():
		var defined []*smt.Term
		for _, a := range f.Term.Args {
			if a.IsSymbol() {
				defined = append(defined, a)
			}
		}
		if len(defined) > 0 {
			return defined
		}
	}
	return spoken
}

// bearing lists formulas, what is given, and the facts that bear on them, those of
// the region included that is being solved.
func (r *run) bearing(ts ...*smt.Term) []*smt.Term {
	all := &r.texts.bearings
	all.add(r.near.facts[all.indexed:])
	all.indexed = len(r.near.facts)
	here := &bearings{}
	here.add(r.region)

	out := append(ts, r.given...)
	taken := map[*vc.Fact]bool{}
	seen := map[*smt.Term]bool{}
	queue := smt.FreeSymbols(ts...)
	for len(queue) > 0 && len(taken) < maxBearing {
		s := queue[0]
		queue = queue[1:]
		if seen[s] {
			continue
		}
		seen[s] = true
		for _, from := range []*bearings{all, here} {
			for _, f := range from.handles[s] {
				if !taken[f] {
					taken[f] = true
					out = append(out, r.pool.Implies(f.Guard, f.Term))
					queue = append(queue, smt.FreeSymbols(f.Guard, f.Term)...)
				}
			}
		}
	}
	return out
}
