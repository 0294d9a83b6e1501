package linear

import (
	"fmt"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// placeKind tells where a value goes.
type placeKind int

const (
	asResult placeKind = iota
	asBinding
	asDiscard // "let _ := …"
	asTakenApart
	asPart     // of a tuple or a constructor
	asArgument // of a parameter of multiplicity 1
	asCopy     // an unrestricted parameter
	asListItem
	asOperand // of an operator
	asCondition
	asCallee
)

// place is where a value goes, with the names that a message about it needs.
type place struct {
	kind placeKind
	// name is the variable bound, the operator, or the parameter.
	name string
	// callee is the function called, and result what it returns.
	callee string
	result core.Type
	// at is the parameter, where it is declared.
	at diag.Span
}

// taken says that a variable was consumed at p.
func (p place) taken() string {
	switch p.kind {
	case asResult:
		return "returned here"
	case asBinding:
		return fmt.Sprintf("moved into `%s` here", p.name)
	case asDiscard:
		return "discarded here"
	case asTakenApart:
		return "taken apart here"
	case asPart:
		return "put into a larger value here"
	case asOperand:
		return fmt.Sprintf("used here as an operand of `%s`", p.name)
	case asCondition:
		return "used here as a condition"
	case asCallee:
		return "called here"
	}
	return fmt.Sprintf("consumed here by `%s`", p.callee)
}

// escape says what would become of a borrowed variable at p.
func (p place) escape() string {
	switch p.kind {
	case asResult:
		return "returned"
	case asBinding:
		return fmt.Sprintf("given a second name `%s`", p.name)
	case asDiscard:
		return "discarded"
	case asTakenApart:
		return "taken apart"
	case asPart, asListItem:
		return "stored in a larger value"
	case asOperand:
		return fmt.Sprintf("an operand of `%s`", p.name)
	case asCondition:
		return "a condition"
	case asCallee:
		return "called"
	case asCopy:
		return fmt.Sprintf("given to parameter `%s` of `%s`, which may keep it", p.name, p.callee)
	}
	return fmt.Sprintf("consumed by `%s`", p.callee)
}

// onlyReads: a borrowed variable of unrestricted type may go there.
func (p place) onlyReads() bool {
	switch p.kind {
	case asOperand, asCondition, asCallee, asTakenApart:
		return true
	}
	return false
}

// again proposes how to go on with what p's call returns.
func (p place) again(v *variable, ts *types) string {
	if p.kind == asBinding && p.name != v.local.Name {
		return fmt.Sprintf("it is called `%s` from there on", p.name)
	}
	if p.kind != asArgument || p.result == nil || !v.linear {
		return ""
	}
	name, what := v.local.Name, core.TypeString(v.local.Type)
	switch t := core.Strip(p.result).(type) {
	case *core.Con:
		if ts.linear(t) {
			return fmt.Sprintf("bind the %s that `%s` returns and use that: let %s := %s …", what, p.callee, name, p.callee)
		}
	case *core.Tuple:
		if ts.linear(t) {
			return fmt.Sprintf("bind the %s in the tuple that `%s` returns and use that: let (…, %s) := %s …", what, p.callee, name, p.callee)
		}
	}
	return fmt.Sprintf("`%s` ends `%s`: do before it what needs `%s`", p.callee, name, name)
}

// move takes the variable that r mentions to place p. It reports what is wrong
// with that; the result is false where something is, or was before.
func (c *checker) move(r *core.LocalRef, p place) bool {
	v := c.vars[r.Local]
	switch {
	case v == nil:
		return true
	case v.mode == erased:
		c.erasedAtRunTime(v, r.Span)
		return false
	case v.state.status == settled:
		return false
	case v.depth < len(c.frames):
		c.captured(v, r.Span)
		return false
	case v.mode == borrowed:
		if !v.linear && p.onlyReads() {
			return true
		}
		c.report(diag.New(r.Span, diag.BorrowEscapes, v.local.Name, p.escape())).
			With(v.local.Span, "`%s` is borrowed (`&`)", v.local.Name).
			Note("a borrowed value may only be given on to `&` parameters; to consume it, declare it with `1`")
		return false
	case v.state.status == consumed:
		c.usedAgain(v, r.Span, diag.ConsumedTwice)
		return false
	}
	switch {
	case p.kind == asCopy:
		c.settle(v)
		c.report(givenToUnrestricted(r.Span, p, fmt.Sprintf("`%s`", v.local.Name)))
		return false
	case p.kind == asListItem:
		c.settle(v)
		c.report(diag.New(r.Span, diag.ListHolds, fmt.Sprintf("`%s`", v.local.Name)).
			With(v.local.Span, "`%s` must be used exactly once", v.local.Name).
			Note("to thread it through a loop, make it the accumulator: List.foldl (fun %s x => …) %s list", v.local.Name, v.local.Name))
		return false
	case p.kind == asDiscard && v.linear:
		c.settle(v)
		c.report(diag.New(r.Span, diag.WildcardDrops, fmt.Sprintf("`%s`", v.local.Name)).
			With(v.local.Span, "`%s` is bound here", v.local.Name).
			Note("consume it: give it to a function whose parameter for it is `1`"))
		return false
	}
	c.set(v, state{status: consumed, by: use{r.Span, p.taken(), p.again(v, c.types)}})
	return true
}

func givenToUnrestricted(at diag.Span, p place, what string) *diag.Diagnostic {
	return diag.New(at, diag.GivenToUnrestricted, p.name, p.callee, what).
		With(p.at, "parameter `%s` is declared here", p.name).
		Note("a linear value goes to a parameter declared `1` (consumes it) or `&` (reads it)")
}

// lend gives the variable that r mentions to a "&" parameter.
func (c *checker) lend(r *core.LocalRef) bool {
	v := c.vars[r.Local]
	switch {
	case v == nil:
		return true
	case v.mode == erased:
		c.erasedAtRunTime(v, r.Span)
		return false
	case v.state.status == settled:
		return false
	case v.depth < len(c.frames):
		for _, f := range c.frames[v.depth:] {
			if !f.runsHere {
				c.captured(v, r.Span)
				return false
			}
		}
		inner := c.frames[len(c.frames)-1]
		inner.borrows = append(inner.borrows, r)
		return true
	case v.mode == owned && v.state.status == consumed:
		c.usedAgain(v, r.Span, diag.ReadAfterUse)
		return false
	}
	return true
}

func (c *checker) usedAgain(v *variable, at diag.Span, m diag.Message) {
	d := c.report(diag.New(at, m, v.local.Name))
	d.With(v.state.by.span, "`%s` was %s", v.local.Name, v.state.by.how)
	if v.state.by.note != "" {
		d.Note("%s", v.state.by.note)
	}
}

func (c *checker) erasedAtRunTime(v *variable, at diag.Span) {
	c.report(diag.New(at, diag.ErasedAtRunTime, v.local.Name)).
		With(v.local.Span, "`%s` is bound with `0`", v.local.Name).
		Note("an erased value may be mentioned in types, by axioms, and in arguments of `0` parameters")
}

func (c *checker) captured(v *variable, at diag.Span) {
	c.settle(v)
	d := c.report(diag.New(at, diag.Captured, v.local.Name)).
		With(v.local.Span, "`%s` is bound outside the function value", v.local.Name)
	list := true
	for _, f := range c.frames[v.depth:] {
		list = list && f.runsHere
	}
	if list {
		d.Note("an argument of a list function may only read `%s`, through `&` parameters; to thread it through a loop, make it the accumulator: List.foldl (fun %s x => …) %s list",
			v.local.Name, v.local.Name, v.local.Name)
		return
	}
	m := ""
	if v.mode == borrowed {
		m = lang.Borrowed.String() + " "
	}
	d.Note("make it a parameter of the function (`fun (%s%s: %s) => …`), or write a helper `def`", m, v.local.Name, core.TypeString(v.local.Type))
}
