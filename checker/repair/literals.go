package repair

import (
	"math/big"
	"regexp"
	"regexp/syntax"
	"sort"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
)

// maxLiterals bounds the literals that are tried for one clause.
const maxLiterals = 16

// unfolded is a predicate together with the bodies of the definitions that it
// names: what they compare with counts as written in it.
func unfolded(x core.Expr) core.Expr {
	all := []core.Expr{x}
	seen := map[*core.Global]bool{}
	for i := 0; i < len(all) && len(all) < 20; i++ {
		core.Visit(all[i], func(y core.Expr) bool {
			r, ok := y.(*core.GlobalRef)
			if ok && !seen[r.Global] && r.Global.Kind == core.DefFn && r.Global.Body != nil {
				seen[r.Global] = true
				all = append(all, r.Global.Body)
			}
			return true
		})
	}
	return &core.Prim{Info: core.Info{Ty: x.Type(), Span: x.Range()}, Op: "&&", Args: all}
}

// literalsFor suggests literals for a clause, those that are most like what is
// written there first.
func (v *view) literalsFor(k *core.Conjunct, was lang.Expr, p *core.Local) []string {
	var out []string
	add := func(s string) {
		if s != v.code(was) && !contains(out, s) && len(out) < maxLiterals {
			out = append(out, s)
		}
	}
	switch x := was.(type) {
	case *lang.IntLit:
		for _, n := range integers(v.numbersOf(k, p), x.Value) {
			add(n)
		}
	case *lang.StringLit:
		for _, s := range stringsFor(unfolded(k.Expr), x.Value, p) {
			add(quote(s))
		}
	case *lang.BoolLit:
		add(strconv.FormatBool(!x.Value))
	case *lang.FloatLit:
		core.Visit(k.Expr, func(y core.Expr) bool {
			if f, ok := y.(*core.FloatLit); ok && f.Range().Text() != "" {
				add(f.Range().Text())
			}
			return true
		})
	}
	return out
}

// numbersOf has the numbers that bound a parameter: those of all its clauses, of
// the constants that they name, and of the contract.
func (v *view) numbersOf(k *core.Conjunct, p *core.Local) core.Expr {
	all := []core.Expr{unfolded(k.Expr)}
	take := func(t core.Type) {
		core.VisitPredicates(t, func(c *core.Conjunct) {
			all = append(all, c.Expr)
			core.Visit(c.Expr, func(x core.Expr) bool {
				if r, ok := x.(*core.GlobalRef); ok && len(r.Global.Params) == 0 && r.Global.Result != nil {
					core.VisitPredicates(r.Global.Result, func(c *core.Conjunct) { all = append(all, c.Expr) })
				}
				return true
			})
		})
	}
	take(p.Type)
	if v.Contract != nil {
		for _, q := range v.Contract.Params {
			take(q.Type)
		}
	}
	return &core.Prim{Info: core.Info{Ty: k.Expr.Type(), Span: k.Span}, Op: "&&", Args: all}
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + strings.ToLower(s[1:])
}

func quote(s string) string {
	r := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)
	return `"` + r.Replace(s) + `"`
}

// integers are the numbers of a clause and their neighbours, nearest to what was
// written first.
func integers(x core.Expr, was *big.Int) []string {
	var all []*big.Int
	add := func(n *big.Int) {
		for _, m := range all {
			if m.Cmp(n) == 0 {
				return
			}
		}
		all = append(all, n)
	}
	core.Visit(x, func(y core.Expr) bool {
		if n, ok := y.(*core.IntLit); ok {
			for _, d := range []int64{0, 1, -1} {
				add(new(big.Int).Add(n.Value, big.NewInt(d)))
			}
		}
		return true
	})
	add(new(big.Int).Neg(was))
	add(big.NewInt(0))
	add(big.NewInt(1))
	gap := func(n *big.Int) *big.Int { return new(big.Int).Abs(new(big.Int).Sub(n, was)) }
	sort.SliceStable(all, func(i, j int) bool { return gap(all[i]).Cmp(gap(all[j])) < 0 })
	var out []string
	for _, n := range all {
		if n.Sign() < 0 {
			out = append(out, "("+n.String()+")")
			continue
		}
		out = append(out, n.String())
	}
	return out
}

// stringsFor are texts that a clause suggests.
func stringsFor(x core.Expr, was string, p *core.Local) []string {
	var out, words, patterns []string
	core.Visit(x, func(y core.Expr) bool {
		switch y := y.(type) {
		case *core.StringLit:
			words = append(words, y.Value)
		case *core.Call:
			ref, ok := y.Fn.(*core.GlobalRef)
			if !ok || len(y.Args) != 2 {
				break
			}
			lit, ok := y.Args[1].(*core.StringLit)
			if !ok {
				break
			}
			switch ref.Global.Prim {
			case "String.startsWith":
				out = append(out, lit.Value+strings.TrimLeft(was, "/"), lit.Value+was)
			case "String.endsWith":
				out = append(out, was+lit.Value)
			case "String.contains":
				out = append(out, strings.ReplaceAll(was, lit.Value, ""), was+lit.Value)
			case "String.matches":
				if fixed := literalPrefix(lit.Value); fixed != "" && !strings.HasPrefix(was, fixed) {
					out = append(out, fixed+was, strings.TrimSuffix(fixed, "/")+"/"+strings.TrimLeft(was, "./"))
				}
				for _, sep := range []string{"-", "_", ""} {
					for _, s := range []string{was, strings.ToLower(was), strings.ToUpper(was)} {
						out = append(out, notWord.ReplaceAllString(strings.TrimSpace(s), sep))
					}
				}
				patterns = append(patterns, lit.Value)
			}
		}
		return true
	})
	for _, f := range []func(string) string{strings.TrimSpace, strings.ToLower, strings.ToUpper, capital} {
		if s := f(was); s != was && s != "" {
			out = append(out, s)
		}
	}
	if was == "" {
		// Any text will do: the name of the parameter says what it is for.
		out = append(out, p.Name)
	}
	for _, n := range integers(x, big.NewInt(int64(len(was)))) {
		if k, err := strconv.Atoi(n); err == nil && k > 0 && k < len(was) {
			out = append(out, strings.ToValidUTF8(was[:k], ""))
		}
	}
	for _, re := range patterns {
		out = append(out, samples(re, was)...)
	}
	// Words of the clause, those most like what was written first.
	liked := map[string]bool{}
	for _, w := range rank(was, words) {
		liked[w.name] = true
		out = append([]string{w.name}, out...)
	}
	for _, w := range words {
		if !liked[w] {
			out = append(out, w)
		}
	}
	return out
}

// notWord is what many patterns do not take.
var notWord = regexp.MustCompile(`[^A-Za-z0-9_.]+`)

// literalPrefix is what every match of a pattern starts with.
func literalPrefix(pattern string) string {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return ""
	}
	prefix, _ := re.LiteralPrefix()
	return prefix
}

// samples are a few texts that a regular expression with finitely many matches
// matches, most like was first.
func samples(re, was string) []string {
	tree, err := syntax.Parse(re, syntax.Perl)
	if err != nil {
		return nil
	}
	all := expand(tree.Simplify())
	var liked []string
	for _, s := range rank(was, all) {
		liked = append(liked, s.name)
	}
	for _, s := range all {
		if !contains(liked, s) {
			liked = append(liked, s)
		}
	}
	return liked
}

// maxSamples bounds what one regular expression is expanded to.
const maxSamples = 32

func expand(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText, syntax.OpBeginLine, syntax.OpEndLine:
		return []string{""}
	case syntax.OpCapture, syntax.OpPlus:
		return expand(re.Sub[0])
	case syntax.OpQuest, syntax.OpStar:
		return append([]string{""}, expand(re.Sub[0])...)
	case syntax.OpAlternate:
		var out []string
		for _, s := range re.Sub {
			out = append(out, expand(s)...)
		}
		return out[:min(len(out), maxSamples)]
	case syntax.OpCharClass:
		var out []string
		for i := 0; i+1 < len(re.Rune) && len(out) < 4; i += 2 {
			out = append(out, string(re.Rune[i]))
		}
		return out
	case syntax.OpConcat:
		out := []string{""}
		for _, s := range re.Sub {
			var next []string
			for _, a := range out {
				for _, b := range expand(s) {
					if len(next) < maxSamples {
						next = append(next, a+b)
					}
				}
			}
			out = next
		}
		return out
	}
	return nil
}
