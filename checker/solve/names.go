package solve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/z3"
)

// names are the variables and call results in force where a goal stands.
type names struct {
	symbols []*vc.Symbol // in order
	first   map[*smt.Term]*vc.Symbol
}

// maxCallName is the length up to which a call's text names its result.
const maxCallName = 40

// namesAt collects what is in force at a step in a model: what functions that were
// looked at before had of their own is not, nor is what branches have that are not
// taken.
func (r *run) namesAt(step int, model *z3.Solver) *names {
	n := &names{first: map[*smt.Term]*vc.Symbol{}}
	closed := r.closedBodies(step)
	on := map[*smt.Term]bool{r.pool.True(): true}
	for i := range r.vc.Symbols {
		s := &r.vc.Symbols[i]
		if _, known := on[s.Guard]; !known {
			v := model.Eval(s.Guard)
			on[s.Guard] = v != nil && v.IsTrue()
		}
		if s.Step <= step && !closed(s.Step) && on[s.Guard] {
			n.symbols = append(n.symbols, s)
		}
	}
	n.first = firsts(n.symbols)
	return n
}

// firsts tells for every value the first variable that has it, or the call whose
// result it is where it got no name; those of code that stands elsewhere come last.
func firsts(symbols []*vc.Symbol) map[*smt.Term]*vc.Symbol {
	first := map[*smt.Term]*vc.Symbol{}
	for _, inner := range [...]bool{false, true} {
		for _, named := range [...]bool{true, false} {
			for _, s := range symbols {
				if (s.Name != "") == named && s.Inner == inner && first[s.Term] == nil {
					first[s.Term] = s
				}
			}
		}
	}
	return first
}

// glossary says how values are called in one explanation. A name that several
// values had in turn is numbered, as in `s₂`, the second `s`; the text that uses it
// first says on which line that one is bound.
type glossary struct {
	symbols []*vc.Symbol
	shown   map[*vc.Symbol]string
	first   map[*smt.Term]*vc.Symbol
	told    map[string]bool
	used    map[*vc.Symbol]bool
}

// glossary numbers the names that are in force in some of the places that an
// explanation speaks of.
func (r *run) glossary(of ...*names) *glossary {
	in := map[*vc.Symbol]bool{}
	for _, n := range of {
		for _, s := range n.symbols {
			in[s] = true
		}
	}
	g := &glossary{shown: map[*vc.Symbol]string{}, told: map[string]bool{}, used: map[*vc.Symbol]bool{}}
	for i := range r.vc.Symbols {
		if s := &r.vc.Symbols[i]; in[s] {
			g.symbols = append(g.symbols, s)
		}
	}
	g.first = firsts(g.symbols)
	g.number(func(*vc.Symbol) bool { return true })
	return g
}

// number numbers the values that a name stands for in turn, of those variables
// that count: the first value that the name has at all keeps the plain name.
func (g *glossary) number(counts func(*vc.Symbol) bool) {
	versions := map[string][]*smt.Term{}
	original := map[string]*smt.Term{}
	for _, s := range g.symbols {
		if s.Role == vc.TheResult {
			g.shown[s] = "(" + s.Role + ")"
			continue
		}
		if s.Name == "" {
			g.shown[s] = "(" + strings.TrimLeft(s.Role+" ", " ") + oneLine(s.Span.Text(), maxCallName) + ")"
			continue
		}
		if original[s.Name] == nil {
			original[s.Name] = s.Term
		}
		if counts(s) && !slices.Contains(versions[s.Name], s.Term) {
			versions[s.Name] = append(versions[s.Name], s.Term)
		}
	}
	for _, s := range g.symbols {
		if s.Name == "" {
			continue
		}
		g.shown[s] = s.Name
		if s.Term != original[s.Name] {
			all := versions[s.Name]
			k := slices.Index(all, s.Term) + 1
			if len(all) > 0 && all[0] == original[s.Name] || len(all) == 0 {
				g.shown[s] += subscript(max(k, 2))
			} else {
				g.shown[s] += subscript(max(k, 1))
			}
		}
	}
}

// settle numbers anew, only what was used so far, and forgets what was told.
func (g *glossary) settle() {
	g.number(func(s *vc.Symbol) bool { return g.used[s] || g.used[g.first[s.Term]] })
	g.told = map[string]bool{}
}

// name is what a variable is called.
func (g *glossary) name(s *vc.Symbol) string {
	g.used[s] = true
	return g.shown[s]
}

// closedBodies tells the steps inside of functions' bodies that ended before a
// step: what holds in them is of arbitrary values.
func (r *run) closedBodies(step int) func(int) bool {
	type body struct{ from, to int }
	var closed []body
	open := map[*smt.Term]int{}
	for i, s := range r.vc.Steps[:step] {
		if e, ok := s.(*vc.Reach); ok {
			switch e.Kind {
			case vc.Open:
				if _, again := open[e.Guard]; !again {
					open[e.Guard] = i
				}
			case vc.End:
				if from, ok := open[e.Guard]; ok {
					closed = append(closed, body{from, i})
				}
			}
		}
	}
	return func(i int) bool {
		for _, b := range closed {
			if b.from < i && i <= b.to {
				return true
			}
		}
		return false
	}
}

func subscript(n int) string {
	return strings.Map(func(r rune) rune { return '₀' + r - '0' }, fmt.Sprint(n))
}

// oneLine is source text on one line, cut where it is long.
func oneLine(text string, limit int) string {
	text = strings.Join(strings.Fields(text), " ")
	if rs := []rune(text); len(rs) > limit {
		return string(rs[:limit-1]) + "…"
	}
	return text
}

// heading names a variable where nothing is around it.
func (g *glossary) heading(s *vc.Symbol) string {
	shown := g.name(s)
	if s.Name == "" {
		return shown[1 : len(shown)-1] // without the parentheses around it
	}
	if shown != s.Name {
		return fmt.Sprintf("%s (line %d)", shown, s.Span.Pos().Line)
	}
	return shown
}

// value words a value: a literal, the variable that has it, or what it is made of.
func (g *glossary) value(t *smt.Term) string { return g.words(t, 0) }

// legend says on which line the numbered names in a text are bound, those that
// have not been told before.
func (g *glossary) legend(text string, at diag.Span) string {
	var out []string
	for _, s := range g.symbols {
		shown := g.shown[s]
		if s.Name == "" || !g.used[s] || shown == s.Name || g.told[shown] || !mentions(text, shown) {
			continue
		}
		g.told[shown] = true
		line := fmt.Sprintf("line %d", s.Span.Pos().Line)
		if s.Span.Src != at.Src {
			line = fmt.Sprintf("%s:%d", s.Span.Src.Name, s.Span.Pos().Line)
		}
		out = append(out, fmt.Sprintf("`%s` is the `%s` of %s", shown, s.Name, line))
	}
	if len(out) == 0 {
		return text
	}
	return text + ", where " + strings.Join(out, " and ")
}

// mentions reports whether a name occurs in a text as a whole.
func mentions(text, name string) bool {
	inName := func(r rune) bool {
		return r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '₀' && r <= '₉'
	}
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		i += from
		before, after := []rune(text[:i]), []rune(text[i+len(name):])
		if (len(before) == 0 || !inName(before[len(before)-1])) && (len(after) == 0 || !inName(after[0])) {
			return true
		}
		from = i + len(name)
	}
}

// maxWords is the length up to which a compound value is spelt out.
const maxWords = 60

// Binding strengths of the operators that are written, loosest first.
const (
	strengthOr = iota + 1
	strengthAnd
	strengthEq
	strengthNot
	strengthLess
	strengthAdd
	strengthMul
	strengthApply
)

// words writes a term in the language's own syntax; "" where it cannot be.
func (g *glossary) words(t *smt.Term, around int) string {
	if text := Literal(t); text != "" {
		if strings.HasPrefix(text, "-") && around > strengthAdd {
			return "(" + text + ")"
		}
		return text
	}
	if s := g.first[t]; s != nil {
		return g.name(s)
	}
	text, strength := g.compound(t)
	if text == "" || len(text) > maxWords {
		return ""
	}
	if strength < around {
		return "(" + text + ")"
	}
	return text
}

func (g *glossary) compound(t *smt.Term) (text string, strength int) {
	join := func(op string, strength int) (string, int) {
		parts := make([]string, len(t.Args))
		for i, a := range t.Args {
			if parts[i] = g.words(a, strength+1); parts[i] == "" {
				return "", 0
			}
		}
		return strings.Join(parts, " "+op+" "), strength
	}
	call := func(name string, args []*smt.Term) (string, int) {
		parts := []string{name}
		for _, a := range args {
			if a.Sort.Name() == "moment" {
				continue // when it is asked for
			}
			text := g.words(a, strengthApply)
			if text == "" {
				return "", 0
			}
			parts = append(parts, text)
		}
		return strings.Join(parts, " "), strengthApply - 1
	}
	switch t.Op {
	case smt.OpNot:
		if text := g.words(t.Args[0], strengthNot); text != "" {
			return "!" + text, strengthNot
		}
	case smt.OpAnd:
		return join("&&", strengthAnd)
	case smt.OpOr:
		return join("||", strengthOr)
	case smt.OpEq:
		return join("=", strengthEq)
	case smt.OpLe:
		return join("<=", strengthLess)
	case smt.OpLt:
		return join("<", strengthLess)
	case smt.OpAdd:
		return g.sum(t.Args)
	case smt.OpMul:
		return join("*", strengthMul)
	case smt.OpConcat:
		return join("++", strengthAdd)
	case smt.OpApply:
		return call(t.Func().Name, t.Args)
	case smt.OpStrLen:
		return call("String.length", t.Args)
	}
	return "", 0
}

// sum writes a sum, what is added before what is taken away.
func (g *glossary) sum(args []*smt.Term) (string, int) {
	var plus, minus []string
	for _, a := range args {
		of, to := a, &plus
		if a.Op == smt.OpMul && len(a.Args) == 2 && Literal(a.Args[0]) == "-1" {
			of, to = a.Args[1], &minus
		}
		text := g.words(of, strengthAdd+1)
		if n, ok := a.IntValue(); ok && n.Sign() < 0 {
			text, to = n.String()[1:], &minus
		}
		if text == "" {
			return "", 0
		}
		*to = append(*to, text)
	}
	if len(plus) == 0 {
		plus = []string{"0"}
	}
	return strings.Join(append([]string{strings.Join(plus, " + ")}, minus...), " - "), strengthAdd
}
