package linear_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aeonc/aeonc/checker/elab"
	"github.com/aeonc/aeonc/lang/diag"
)

// A naive reference: a program is well used when on every syntactic path every
// variable is consumed exactly once, and never read after that. It enumerates
// the paths, which is exponential and obviously right; the checker must agree
// on random programs.

const pathsSpec = `
linear type S
inductive C
| red : C
| green : C
| blue : C
def step (1 s: S) : S := native ""
def pair (1 s: S) : (Int, S) := native ""
def ask (& s: S) : Bool := native ""
def mark (1 s: S) (b: Bool) : S := native ""
def late (b: Bool) (1 s: S) : S := native ""
def merge (1 s: S) (1 t: S) : S := native ""
def both (1 s: S) (& t: S) : S := native ""
def end (1 s: S) : Unit := native ""
plan (1 s: S) (c: C) (q: Bool)
`

// name is a variable of the generated program; two may be spelt alike.
type name struct {
	spelt string
	depth int // lambdas around it
}

type stmt struct {
	op     string
	x, y   *name
	bound  *name
	blocks []*block
}

type block struct {
	stmts  []*stmt
	result *name  // nil: lit
	lit    string // "1", "true"
}

func (b *block) print(w *strings.Builder, indent string) {
	for _, s := range b.stmts {
		w.WriteString(indent)
		s.print(w, indent)
		w.WriteString(" in\n")
	}
	w.WriteString(indent)
	if b.result != nil {
		w.WriteString(b.result.spelt)
	} else {
		w.WriteString(b.lit)
	}
}

func (s *stmt) print(w *strings.Builder, indent string) {
	target := "_"
	if s.bound != nil {
		target = s.bound.spelt
	}
	nested := func(i int) string {
		var n strings.Builder
		n.WriteString("(\n")
		s.blocks[i].print(&n, indent+"  ")
		n.WriteString(")")
		return n.String()
	}
	switch s.op {
	case "step", "ask", "end":
		fmt.Fprintf(w, "let %s := %s %s", target, s.op, s.x.spelt)
	case "alias":
		fmt.Fprintf(w, "let %s := %s", target, s.x.spelt)
	case "pair":
		fmt.Fprintf(w, "let (_, %s) := pair %s", target, s.x.spelt)
	case "mark":
		fmt.Fprintf(w, "let %s := mark %s (ask %s)", target, s.x.spelt, s.y.spelt)
	case "late":
		fmt.Fprintf(w, "let %s := late (ask %s) %s", target, s.y.spelt, s.x.spelt)
	case "merge", "both":
		fmt.Fprintf(w, "let %s := %s %s %s", target, s.op, s.x.spelt, s.y.spelt)
	case "ifInt", "ifS":
		fmt.Fprintf(w, "let %s := if q then %s else %s", target, nested(0), nested(1))
	case "if3":
		fmt.Fprintf(w, "let %s := if q then %s else if true then %s else %s", target, nested(0), nested(1), nested(2))
	case "and":
		fmt.Fprintf(w, "let %s := q && %s", target, nested(0))
	case "or":
		fmt.Fprintf(w, "let %s := q || %s", target, nested(0))
	case "match":
		fmt.Fprintf(w, "let %s := (match c with | red => %s | green => %s | blue => %s)", target, nested(0), nested(1), nested(2))
	case "fold":
		fmt.Fprintf(w, "let %s := List.foldl (fun %s i => %s) %s [1, 2]", target, s.y.spelt, nested(0), s.x.spelt)
	case "map":
		fmt.Fprintf(w, "let %s := List.map (fun k => %s) [1]", target, nested(0))
	}
}

// world is one path: how often each variable was consumed on it.
type world struct {
	count map[*name]int
	wrong *bool
	// borrowed collects what a lambda reads of the outside.
	borrowed map[*name]bool
	depth    int
}

func (p world) copy() world {
	c := map[*name]int{}
	for k, v := range p.count {
		c[k] = v
	}
	p.count = c
	return p
}

func (p world) take(n *name) {
	p.count[n]++
	if p.count[n] > 1 || n.depth < p.depth {
		*p.wrong = true
	}
}

func (p world) read(n *name) {
	if n.depth < p.depth {
		p.borrowed[n] = true
	} else if p.count[n] > 0 {
		*p.wrong = true
	}
}

// walk follows every path through b.
func walk(b *block, paths []world) []world {
	for _, s := range b.stmts {
		var next []world
		for _, p := range paths {
			next = append(next, s.walk(p)...)
		}
		paths = next
	}
	for _, p := range paths {
		if b.result != nil {
			p.take(b.result)
		}
		for _, s := range b.stmts {
			if s.bound != nil && p.count[s.bound] != 1 {
				*p.wrong = true
			}
		}
	}
	return paths
}

func (s *stmt) walk(p world) []world {
	switch s.op {
	case "step", "alias", "pair", "end":
		p.take(s.x)
	case "ask":
		p.read(s.x)
	case "mark", "late":
		p.read(s.y)
		p.take(s.x)
	case "merge":
		p.take(s.x)
		p.take(s.y)
	case "both":
		p.take(s.x)
		p.read(s.y)
		if s.x == s.y {
			*p.wrong = true
		}
	case "ifInt", "ifS", "match", "if3":
		var out []world
		for _, b := range s.blocks {
			out = append(out, walk(b, []world{p.copy()})...)
		}
		return out
	case "and", "or":
		return append(walk(s.blocks[0], []world{p.copy()}), p)
	case "fold", "map":
		inner := p.copy()
		inner.depth++
		inner.borrowed = map[*name]bool{}
		for _, end := range walk(s.blocks[0], []world{inner}) {
			if s.y != nil && end.count[s.y] != 1 {
				*p.wrong = true
			}
		}
		if s.op == "fold" {
			p.take(s.x)
		}
		for n := range inner.borrowed {
			p.read(n)
		}
	}
	return []world{p}
}

func TestAgreesWithPathEnumeration(t *testing.T) {
	w := elab.NewWorld()
	m := module(t, w, pathsSpec)
	accepted, rejected := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		s := &name{spelt: "s"}
		g := &generator{t: rt, scope: []*name{s}, used: map[*name]bool{}, left: 12}
		b := g.block("Int")
		for !g.used[s] && g.chance(98) {
			b.stmts = append([]*stmt{{op: "end", x: s}}, b.stmts...)
			g.used[s] = true
		}
		wrong := false
		for _, end := range walk(b, []world{{count: map[*name]int{}, wrong: &wrong}}) {
			if end.count[s] != 1 {
				wrong = true
			}
		}
		var text strings.Builder
		b.print(&text, "")
		got := checkPlan(t, w, m, text.String())
		if diag.HasErrors(got) != wrong {
			rt.Fatalf("reference says wrong = %v, checker says %v\n%s", wrong, got, text.String())
		}
		if wrong {
			rejected++
		} else {
			accepted++
		}
	})
	t.Logf("%d accepted, %d rejected", accepted, rejected)
	if accepted == 0 || rejected == 0 {
		t.Errorf("the programs are all of one kind: %d accepted, %d rejected", accepted, rejected)
	}
}
