package lsp

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/index"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// here is what is known of the linear variables at the cursor, from a check of the
// plan as far as it is written.
type here struct {
	vars map[string]*checker.Variable // by name
	src  *diag.Source
}

// known checks the plan up to the cursor, cut off after the last binding that is
// complete and closed off so that it parses, and asks what is known there. What was
// found is kept as long as that part of the plan stays as it is: while a name is
// being typed, one check does.
func (s *Server) known(ctx context.Context, t *target, c *cursor) *here {
	if t.reading.Plan == nil || t.role != rolePlan {
		return nil
	}
	text, hole := c.closedOff()
	s.heres.Lock()
	defer s.heres.Unlock()
	if s.here != nil && s.hereOf == t.project && s.here.src.Text == text {
		return s.here
	}
	src := diag.NewSource(t.doc.src.Name, text)
	kept := t.project.load().Inspect(ctx, checker.PlanInput{Source: src, Contract: t.project.setup.Contract})
	defer kept.Close()
	if ctx.Err() != nil {
		return nil
	}
	h := &here{vars: map[string]*checker.Variable{}, src: src}
	r := &reading{Reading: t.project.load().ReadPlan(src, t.project.setup.Contract)}
	r.index = index.New(src, r.Uses)
	var spans []diag.Span
	for _, l := range r.cursorAt(hole).variables() {
		if core.IsLinear(l.Type) {
			spans = append(spans, l.Span)
		}
	}
	for _, v := range kept.StatesAt(ctx, spans, hole) {
		h.vars[v.Name] = v
	}
	if ctx.Err() != nil {
		return nil
	}
	s.here, s.hereOf = h, t.project
	return h
}

// closedOff is the text up to the last complete binding before the cursor, with
// "()" for what is not written yet and with what its brackets and branches still
// need; hole is where the "()" stands.
func (c *cursor) closedOff() (text string, hole int) {
	cut := 0
	var open []string
	// The last place before the cursor where an expression may begin afresh.
	stack := []string{}
	for i := 0; i < c.before; i++ {
		t := c.tokens[i]
		switch t.Text {
		case "(", "[", "{":
			stack = append(stack, t.Text)
		case ")", "]", "}":
			for len(stack) > 0 && !strings.Contains("([{", stack[len(stack)-1]) {
				stack = stack[:len(stack)-1]
			}
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
		case "if":
			stack = append(stack, "if")
		case "else":
			for len(stack) > 0 && (stack[len(stack)-1] == "match") {
				stack = stack[:len(stack)-1]
			}
			if len(stack) > 0 && stack[len(stack)-1] == "if" {
				stack = stack[:len(stack)-1]
			}
		case "match":
			stack = append(stack, "match")
		}
		if t.Kind == lang.TokKeyword || t.Kind == lang.TokOperator {
			switch t.Text {
			case "in", ";", "then", "else", "=>":
				cut = t.Span.End
				open = append(open[:0], stack...)
			}
		}
	}
	if cut == 0 {
		cut = c.bodyStart()
		open = nil
	}
	var b strings.Builder
	b.WriteString(c.reading.File.Source.Text[:cut])
	b.WriteString(" ()")
	for i := len(open) - 1; i >= 0; i-- {
		switch open[i] {
		case "(":
			b.WriteString(")")
		case "[":
			b.WriteString("]")
		case "{":
			b.WriteString("}")
		case "if":
			b.WriteString(" else ()")
		case "match":
			b.WriteString(" | _ => ()")
		}
	}
	return b.String(), cut + 1
}

// bodyStart is where the plan's body begins, or would.
func (c *cursor) bodyStart() int {
	if b := c.reading.File.Body; b != nil && b.Range().Start <= c.offset {
		return b.Range().Start
	}
	return c.end()
}

// fit says whether a function can be called here.
type fit int

const (
	fits fit = iota
	mayFit
	cannotFit
)

// fitting decides the demands that a function makes of its linear parameters from
// what is known of the variable that would be given. It decides what is plain: a
// measure compared with a value; the rest may fit. The reason is of the first
// demand that cannot be met.
func (h *here) fitting(g *core.Global, given func(p *core.Local) *core.Local) (fit, string) {
	best := fits
	for _, p := range g.Params {
		r, ok := core.Resolve(p.Type).(*core.Refined)
		if !ok || !core.IsLinear(p.Type) {
			continue
		}
		l := given(p)
		if l == nil || h == nil || h.vars[l.Name] == nil {
			best = max(best, mayFit)
			continue
		}
		v := h.vars[l.Name]
		for _, c := range r.Preds {
			value, causes := evaluate(c.Expr, r.Binder, v)
			switch value {
			case "true":
			case "false":
				reason := fmt.Sprintf("`%s` does not hold of `%s`", strings.Join(strings.Fields(c.Span.Text()), " "), l.Name)
				for _, k := range causes {
					reason += fmt.Sprintf(": %s = %s%s", k.Measure, k.Value, because(h.src, k.Because))
				}
				return cannotFit, reason
			default:
				best = max(best, mayFit)
			}
		}
	}
	return best, ""
}

// evaluate is the value of a predicate over one variable: "true", "false", a
// number; "" where it is not known. It also returns what it was worked out from.
func evaluate(x core.Expr, binder *core.Local, v *checker.Variable) (string, []checker.Known) {
	switch x := x.(type) {
	case *core.BoolLit:
		return fmt.Sprint(x.Value), nil
	case *core.IntLit:
		return x.Value.String(), nil
	case *core.Call:
		f, isRef := x.Fn.(*core.GlobalRef)
		if !isRef || len(x.Args) != 1 {
			return "", nil
		}
		if l, isVar := x.Args[0].(*core.LocalRef); !isVar || l.Local != binder {
			return "", nil
		}
		for _, k := range v.Known {
			if k.Measure == f.Global.Name && k.Label == (f.Global.Taint || f.Global.Prompt) {
				return k.Value, []checker.Known{k}
			}
		}
	case *core.Prim:
		var values []string
		var from []checker.Known
		for _, a := range x.Args {
			value, ks := evaluate(a, binder, v)
			values = append(values, value)
			from = append(from, ks...)
		}
		return operate(x.Op, values), from
	}
	return "", nil
}

// operate applies an operator to values of which some may not be known.
func operate(op core.Op, vs []string) string {
	has := func(value string) bool {
		for _, v := range vs {
			if v == value {
				return true
			}
		}
		return false
	}
	switch op {
	case "&&", "||":
		decides, rest := "false", "true"
		if op == "||" {
			decides, rest = rest, decides
		}
		switch {
		case has(decides):
			return decides
		case has(""):
			return ""
		}
		return rest
	}
	if has("") {
		return ""
	}
	truth := func(b bool) string { return fmt.Sprint(b) }
	if op == "!" {
		return truth(vs[0] == "false")
	}
	if len(vs) != 2 {
		return ""
	}
	switch op {
	case "=":
		return truth(vs[0] == vs[1])
	case "!=":
		return truth(vs[0] != vs[1])
	case "-->":
		return truth(vs[0] == "false" || vs[1] == "true")
	}
	a, okA := new(big.Int).SetString(vs[0], 10)
	b, okB := new(big.Int).SetString(vs[1], 10)
	if !okA || !okB {
		return ""
	}
	switch op {
	case "<":
		return truth(a.Cmp(b) < 0)
	case "<=":
		return truth(a.Cmp(b) <= 0)
	case ">":
		return truth(a.Cmp(b) > 0)
	case ">=":
		return truth(a.Cmp(b) >= 0)
	case "+":
		return new(big.Int).Add(a, b).String()
	case "-":
		return new(big.Int).Sub(a, b).String()
	}
	return ""
}
