package calls

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// end gives the contract what it wants: its linear value, or none that is left.
func (t *translator) end(at diag.Span) {
	var want core.Type
	if t.Contract != nil && t.Contract.Result != nil {
		want = core.Strip(t.Contract.Result)
	}
	result := "()"
	var kept []string
	take := func(con *core.TyCon) bool {
		for _, h := range t.live {
			if h.con == con {
				kept = append(kept, h.name)
				t.drop(h.name)
				return true
			}
		}
		return false
	}
	ok := true
	switch {
	case want == nil || isUnit(want):
	case linearCon(want) != nil:
		ok = take(linearCon(want))
		result = strings.Join(kept, "")
	default:
		tuple, isTuple := want.(*core.Tuple)
		if !isTuple {
			ok = false
			break
		}
		// A turn hands its session on with a text for the model; that of a list of
		// calls is empty, for the model has read the results themselves.
		var parts []string
		for _, e := range tuple.Elems {
			con := linearCon(e.Type)
			switch {
			case con != nil && take(con):
				parts = append(parts, kept[len(kept)-1])
			case con == nil && isBase(e.Type, "String"):
				parts = append(parts, `""`)
			case con == nil && isUnit(e.Type):
				parts = append(parts, "()")
			default:
				ok = false
			}
		}
		result = "(" + strings.Join(parts, ", ") + ")"
	}
	if !ok {
		t.fail(at, diag.CallsNoEnd, "a "+core.TypeString(want)).With(t.Contract.Span, "the contract")
		return
	}
	t.written(at, func() {
		for _, h := range t.live {
			closing := t.closing(h.con)
			if closing == nil {
				t.fail(at, diag.CallsNotClosed, h.con.Name)
				return
			}
			t.text.WriteString("let _ := " + closing.Name + " " + h.name + " in\n")
		}
		t.text.WriteString(result + "\n")
	})
}

// closing is the one function that consumes a linear value, wants nothing else,
// and yields nothing.
func (t *translator) closing(con *core.TyCon) *core.Global {
	var found *core.Global
	for _, g := range t.Exports {
		if !callable(g) || g.Harness || len(g.Params) != 1 || !isUnit(g.Result) {
			continue
		}
		if p := g.Params[0]; p.Mult != lang.Linear || linearCon(p.Type) != con {
			continue
		}
		if found != nil {
			return nil
		}
		found = g
	}
	return found
}
