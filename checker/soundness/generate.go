package soundness

import (
	"math/rand/v2"

	"github.com/aeonc/aeonc/lang"
)

// Case is one spec with one plan.
type Case struct {
	Seed       uint64
	Features   Features
	Spec, Plan *lang.File
	// State and Prompt are what --state and --prompt name, "" for none.
	State, Prompt string
	// Mutated is set where the plan was changed after it was written.
	Mutated bool
}

// SpecText and PlanText are what the checker sees.
func (c *Case) SpecText() string { return Print(c.Spec) }

// PlanText is the plan as text.
func (c *Case) PlanText() string { return Print(c.Plan) }

// plansPerSpec is how many plans share a spec: seeds that differ only in the
// remainder have the same spec, which is then loaded once.
const plansPerSpec = 16

// Features are parts of the language that cases use or not.
type Features struct {
	// Lists: list types and functions, folds.
	Lists bool
	// Labels: @taint measures.
	Labels bool
}

// Generate writes the case of a seed. A seed always gives the same case.
func Generate(seed uint64, features Features) *Case {
	g := newSpec(rand.New(rand.NewPCG(seed/plansPerSpec, 1)), features)
	c := &Case{Seed: seed, Features: features, Spec: g.file()}
	rng := rand.New(rand.NewPCG(seed, 2))
	c.Plan = newPlan(g, rng)
	if features.Labels {
		c.Prompt = g.typed
		if rng.IntN(3) == 0 {
			c.State = newState(c, rng)
		}
	}
	if rng.IntN(4) == 0 {
		c.Plan = mutate(c.Plan, rng)
		c.Mutated = true
	}
	return c
}
