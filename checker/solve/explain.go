package solve

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// describe turns a goal that failed into a diagnostic: what and where, the
// clause that asks for it, and where what it speaks of came from.
func (r *run) describe(i int, g *Goal) *diag.Diagnostic {
	o := g.Origin
	text := o.Text()
	if text == "" {
		// Never the encoding's own names.
		text = o.At.Text()
		if o.Kind == "division" {
			text += " != 0"
		}
	}
	m := g.Message
	if g.Status == Undecided {
		r.knownOf(i, g)
		m = diag.NotDecided
		if m.Code != g.Message.Code && g.Message.Code == "AE304" {
			m = g.Message
		}
	}
	args := []any{}
	switch strings.Count(m.Text, "%s") {
	case 1:
		args = append(args, text)
		if o.Kind == "termination" && m == diag.NotDecreasing || o.Kind == "keeps" {
			args[0] = o.Callee
		}
		if o.Kind == "control" {
			args[0] = o.Param
		}
	}
	d := diag.New(o.At, m, args...)
	if g.Status == Undecided {
		d.Note("%s", r.ranOut(g.Reason))
	}
	if !o.Clause.IsZero() && o.Clause != o.At {
		switch {
		case o.Callee != "" && o.Param != "":
			d.With(o.Clause, "`%s` asks for it of its parameter `%s`", o.Callee, o.Param)
		case o.Callee != "":
			d.With(o.Clause, "`%s` asks for it", o.Callee)
		default:
			d.With(o.Clause, "it is asked for here")
		}
	}
	d.Status = diag.Refuted
	if g.Status == Undecided {
		d.Status = diag.Undecided
	}
	d.Advice = o.Advice
	d.Trace = append(d.Trace, g.trace...)
	d.Trace = append(d.Trace, diag.Step{Span: o.At, Role: diag.RoleSink, Message: g.sink(text)})
	d.Counterexample = g.Counterexample
	return d
}

// sink words what is asked for where the trace ends, of the values that stand there.
func (g *Goal) sink(text string) string {
	o := g.Origin
	if o.Words != nil && g.words != nil {
		text = o.Words(g.subject)
	}
	var says string
	switch o.Kind {
	case "precondition", "element":
		says = fmt.Sprintf("here `%s` is needed", text)
		if o.Callee != "" {
			says = fmt.Sprintf("`%s` needs `%s`", o.Callee, text)
		}
	case "result":
		if strings.Contains(text, vc.TheResult) {
			text = o.Text() // its author's name for it
		}
		says = fmt.Sprintf("the contract wants `%s` of the result", text)
		if o.Callee != "" {
			says = fmt.Sprintf("the type of `%s` wants `%s` of its result", o.Callee, text)
		}
	case "annotation":
		says = fmt.Sprintf("the annotation wants `%s`", text)
	case "keeps":
		says = fmt.Sprintf("`@keeps` wants `%s` to be as it was", o.Callee)
	case "termination":
		if g.Message == diag.BelowZero {
			says = fmt.Sprintf("the recursion ends only if `%s >= 0` here", text)
			break
		}
		if !o.Clause.IsZero() {
			says = fmt.Sprintf("`decreasing_by` wants `%s >= 0`", text)
			break
		}
		says = fmt.Sprintf("this call of `%s` has to be smaller", o.Callee)
	case "control":
		says = fmt.Sprintf("what is called here may only run where no `%s` decides", o.Param)
	default:
		says = fmt.Sprintf("here `%s` is needed", text)
	}
	if g.words != nil {
		says = g.words.legend(says, o.At)
	}
	return says
}

// subject names a value in what is asked for: an argument, where it has no name or is
// known to be a literal, as it stands there.
func (g *Goal) subject(t *smt.Term) string {
	o := g.Origin
	at := oneLine(o.At.Text(), maxWords+1)
	unnamed := g.words.value(t) == "" || t.IsLiteral() || g.words.first[t] == nil && o.Labels != nil && len(o.Labels()) > 0
	if o.Kind != "precondition" || o.At == o.Call || t != o.Of || !unnamed || at == "" || len(at) > maxWords {
		return g.words.value(t)
	}
	if quoted, err := strconv.QuotedPrefix(at); err == nil && quoted == at || !strings.ContainsAny(at, " ") {
		return at
	}
	return "(" + at + ")"
}

// explain looks for the values and the facts that break a goal; the solver holds
// the facts, the guard and the goal's negation, and has a model.
func (r *run) explain(i int, g *Goal, s *z3.Solver) {
	if r.vc.Terse {
		return
	}
	if r.inquiries++; r.inquiries > maxInquiries {
		return
	}
	q := &inquiry{run: r, step: i, guard: g.Guard, goal: g.Term, origin: g.Origin, model: s}
	q.names = r.namesAt(i, s)
	f := q.find()
	g.Execution = q.execution
	if f == nil {
		g.words = r.glossary(q.names)
		return
	}
	g.words = r.glossary(f.allNames(q)...)
	leaves := f.leaves
	if len(leaves) == 0 {
		// It fails in every execution that comes here: tell what the goal speaks of.
		leaves = q.spokenOf()
	}
	// Told once to see which variables are spoken of, and again once these are
	// numbered.
	for range 2 {
		g.words.settle()
		g.trace = q.trace(f, g.words)
		if g.Origin.Words != nil {
			g.Origin.Words(g.subject)
		}
		g.Counterexample = bindings(leaves, g.words)
	}
}

// Literal prints a base value in the language's own syntax, "" for others.
func Literal(t *smt.Term) string {
	if t == nil {
		return ""
	}
	if b, ok := t.BoolValue(); ok {
		return fmt.Sprint(b)
	}
	if n, ok := t.IntValue(); ok {
		return n.String()
	}
	if q, ok := t.RealValue(); ok {
		if q.IsInt() {
			return q.Num().String() + ".0"
		}
		f, _ := q.Float64()
		return fmt.Sprint(f)
	}
	if s, ok := t.StringValue(); ok {
		return fmt.Sprintf("%q", s)
	}
	return ""
}
