package checker

import (
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/solve"
	"github.com/aeonc/aeonc/lang/diag"
)

// basisOf sums up what proofs rest on: each thing once, with the places at which
// it is used.
func basisOf(supports []solve.Support) []Basis {
	out := []Basis{}
	for _, s := range supports {
		b, ok := basis(s)
		if !ok {
			continue
		}
		i := slices.IndexFunc(out, func(o Basis) bool {
			return o.Kind == b.Kind && o.Name == b.Name && o.Text == b.Text && o.At == b.At
		})
		if i < 0 {
			i = len(out)
			out = append(out, b)
		}
		if at := s.Why.At; at != b.At && s.Why.Kind != "constant" && b.usedByCalls() && !slices.Contains(out[i].Uses, at) {
			out[i].Uses = append(out[i].Uses, at)
		}
	}
	return out
}

// basis is one fact as what a verdict rests on; false for what holds by the meaning
// of the language alone.
func basis(s solve.Support) (Basis, bool) {
	o := s.Why
	b := Basis{Kind: o.Kind, Name: o.Callee, Text: oneLine(o.Clause), At: o.Clause, Trusted: o.Trusted}
	switch o.Kind {
	case "call", "constant", "kept":
		b.Kind = "definition"
		if o.Trusted {
			b.Kind = "native"
		}
		if o.Kind == "kept" {
			b.Text, b.At = "@keeps "+o.Param, o.At
		}
		if o.Axiom {
			b.Kind = "axiom"
		}
	case "contract", "state", "parameter":
		b.Name = o.Param
		b.Trusted = o.Kind != "parameter"
		if o.Kind == "state" {
			b.At = o.At
			b.Text = strings.TrimSpace(s.Words)
		}
	case "constructor":
	case "branch":
		b = Basis{Kind: "path", Text: "`" + oneLine(o.At) + "` is " + o.Param, At: o.At}
	case "invariant":
		b = Basis{Kind: "loop", Text: s.Invariant, At: o.At}
	default:
		return b, false
	}
	return b, b.Text != "" && !b.At.IsZero()
}

// usedByCalls tells what calls make so from what holds from the start.
func (b Basis) usedByCalls() bool {
	switch b.Kind {
	case "contract", "state", "parameter":
		return false
	}
	return true
}

func oneLine(s diag.Span) string { return strings.Join(strings.Fields(s.Text()), " ") }
