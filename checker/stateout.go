package checker

import (
	"context"
	"math/big"

	"github.com/aeonc/aeonc/checker/solve"
	"github.com/aeonc/aeonc/checker/state"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/smt"
)

// stateOut is what is proved of the plan's result, and what holds of the linear
// values at every point of it, in the shape of a state file.
func (p *planCheck) stateOut(ctx context.Context, v *vc.VC, solved *solve.Outcome, e *engine) map[string]any {
	out := map[string]any{}
	q, err := e.session.Ask(v, solved)
	if err != nil {
		return out
	}
	defer q.Close()
	for _, r := range v.Result {
		out[p.resultName(r.Path, len(v.Result))] = known(ctx, q, r)
	}
	var everywhere map[string]any
	for _, l := range v.Linear {
		everywhere = common(everywhere, known(ctx, q, l))
	}
	if everywhere == nil || v.Hidden {
		everywhere = map[string]any{}
	}
	out[state.AbortedKey] = everywhere
	if labels := p.modelLabels(ctx, q, v); len(labels) > 0 {
		out[state.ModelKey] = labels
	}
	return out
}

// modelLabels is what the model has read once it sees the plan's result: what it
// had read before, and the labels of the result.
func (p *planCheck) modelLabels(ctx context.Context, q asker, v *vc.VC) map[string]any {
	out := map[string]any{}
	unknown := map[string]bool{}
	for _, m := range v.Labels {
		before, known := false, true
		if p.state != nil {
			before, known = p.state.Label(m.Name)
		}
		if known && before {
			out[m.Name] = true
			continue
		}
		t := q.Value(ctx, v.Pool.True(), m.Term)
		if t == nil {
			unknown[m.Name] = true // perhaps labelled
			continue
		}
		switch b, _ := t.BoolValue(); {
		case b:
			out[m.Name] = true
		case !known:
			unknown[m.Name] = true
		case out[m.Name] == nil:
			out[m.Name] = false
		}
	}
	// Modules that specs import may have labels of one name: it is clean if all are.
	for name := range unknown {
		if out[name] == false {
			delete(out, name)
		}
	}
	return out
}

// resultName is the key of a part of the result: the parameter's own name where
// the result is one linear value and the contract takes one.
func (p *planCheck) resultName(path string, n int) string {
	if path != "result" || p.contract == nil {
		return path
	}
	for _, q := range p.contract.Params {
		if q.Mult.String() == "1" {
			return q.Name
		}
	}
	return path
}

// asker answers what is proved at the end of a unit.
type asker interface {
	Value(ctx context.Context, guard, t *smt.Term) *smt.Term
}

// known lists the measures of a linear value that have one provable value.
func known(ctx context.Context, q asker, l vc.LinearValue) map[string]any {
	out := map[string]any{}
	for _, m := range l.Measures {
		if m.Label || m.Volatile {
			continue // labels go under $model; volatile facts end with the plan
		}
		t := q.Value(ctx, l.Guard, m.Term)
		if t == nil {
			continue
		}
		if b, ok := t.BoolValue(); ok {
			out[m.Name] = b
		} else if n, ok := t.IntValue(); ok {
			out[m.Name] = new(big.Int).Set(n)
		} else if r, ok := t.RealValue(); ok {
			out[m.Name] = new(big.Rat).Set(r)
		} else if s, ok := t.StringValue(); ok {
			out[m.Name] = s
		}
	}
	return out
}

// common keeps the entries on which a and b agree; a nil a stands for anything.
func common(a, b map[string]any) map[string]any {
	if a == nil {
		return b
	}
	out := map[string]any{}
	for k, x := range a {
		if y, ok := b[k]; ok && same(x, y) {
			out[k] = x
		}
	}
	return out
}

func same(x, y any) bool {
	switch x := x.(type) {
	case *big.Int:
		y, ok := y.(*big.Int)
		return ok && x.Cmp(y) == 0
	case *big.Rat:
		y, ok := y.(*big.Rat)
		return ok && x.Cmp(y) == 0
	}
	return x == y
}
