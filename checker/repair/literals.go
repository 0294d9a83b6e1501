package repair

import (
	"fmt"
	"math/big"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
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

// proposal is another value for something in the plan. It is made up where it has
// something in it that neither the plan nor the user's words have.
type proposal struct {
	text   string
	madeUp bool
	// destination: it is for a parameter that may decide who gets something.
	destination bool
}

// put replaces a span by a proposal.
func (v *view) put(at diag.Span, p proposal) []candidate {
	if p.madeUp {
		cost := costMadeUp
		if was := strings.Trim(at.Text(), `"`); strings.Contains(p.text, was) && (was != "" || !p.destination) {
			cost = costOften // what was written is still there, with more to it
		}
		return costing(cost, v.change(fmt.Sprintf(diag.ReplacePlaceholder, at.Text(), p.text), replace(at, p.text)))
	}
	cs := v.change(fmt.Sprintf(diag.ReplaceName, at.Text(), p.text), replace(at, p.text))
	if digits.FindString(p.text) != "" && digits.FindString(at.Text()) == at.Text() {
		cs = costing(costOften, cs) // another number
	}
	return cs
}

// literalsFor suggests literals for a clause that an error says is not met, those
// that are most like what is written there first.
func (v *view) literalsFor(k *core.Conjunct, was lang.Expr, p *core.Local, d *diag.Diagnostic) []proposal {
	var out []proposal
	add := func(s string, madeUp bool) {
		for _, q := range out {
			if q.text == s {
				return
			}
		}
		if s != v.code(was) && len(out) < maxLiterals {
			out = append(out, proposal{s, madeUp, isDestination(p)})
		}
	}
	if n := integer(was); n != nil {
		for _, n := range counterNumbers(d) {
			add(n, false)
		}
		for _, n := range integers(v.numbersOf(k, p), n) {
			add(n, false)
		}
	}
	switch x := was.(type) {
	case *lang.StringLit:
		for _, s := range v.typedLike(unfolded(k.Expr), x.Value) {
			add(quote(s), false)
		}
		for _, s := range stringsFor(unfolded(k.Expr), x.Value, p) {
			add(quote(s), isDestination(p) && !sameWord(x.Value, s) || x.Value == "")
		}
	case *lang.BoolLit:
		add(strconv.FormatBool(!x.Value), false)
	case *lang.FloatLit:
		core.Visit(k.Expr, func(y core.Expr) bool {
			if f, ok := y.(*core.FloatLit); ok && f.Range().Text() != "" {
				add(f.Range().Text(), false)
			}
			return true
		})
	}
	return out
}

var digits = regexp.MustCompile(`-?\d+`)

// respelled gives a text that is an argument as the clause that failed, or the user,
// spells it: before anything else is thought of.
func (v *view) respelled(d *diag.Diagnostic) []candidate {
	var out []candidate
	for c, i := range v.argumentsAt(d.Span) {
		a := c.args[i]
		at := v.source(a)
		lit, ok := unparen(at).(*lang.StringLit)
		if !ok {
			continue
		}
		for _, k := range failing(c.g.Params[i].Type, d) {
			for _, s := range v.typedLike(unfolded(k.Expr), lit.Value) {
				out = append(out, v.put(at.Range(), proposal{text: quote(s)})...)
			}
			for _, s := range stringsFor(unfolded(k.Expr), lit.Value, c.g.Params[i]) {
				if s != "" && sameWord(lit.Value, s) {
					out = append(out, v.put(at.Range(), proposal{text: quote(s)})...)
				}
			}
		}
	}
	return out
}

// respelledAll gives every literal whose clause failed the value that is nearest to it
// and meets the clause, all at once.
func (v *view) respelledAll(*diag.Diagnostic) []candidate {
	var edits []edit
	var titles []string
	at := map[int]bool{}
	for _, e := range v.errors {
		if e.Code != "AE301" {
			continue
		}
		for c, i := range v.argumentsAt(e.Span) {
			a := c.args[i]
			lit := v.source(a)
			clauses := failing(c.g.Params[i].Type, e)
			if !literal(lit) || len(clauses) == 0 || at[lit.Range().Start] {
				continue
			}
			for _, p := range v.literalsFor(clauses[0], lit, c.g.Params[i], e) {
				if p.madeUp {
					return nil
				}
				at[lit.Range().Start] = true
				edits = append(edits, replace(lit.Range(), p.text))
				titles = append(titles, fmt.Sprintf(diag.ReplaceName, v.code(lit), p.text))
				break
			}
		}
	}
	if len(edits) < 2 {
		return nil
	}
	return costing(costOften, v.change(strings.Join(titles, "; "), edits...))
}

// counterNumbers are the numbers of the counterexample: where a measure can have one
// value only, it is among them.
func counterNumbers(d *diag.Diagnostic) []string {
	var out []string
	for _, b := range d.Counterexample {
		for _, n := range digits.FindAllString(b.Value, -1) {
			if strings.HasPrefix(n, "-") {
				n = "(" + n + ")"
			}
			out = append(out, n)
		}
	}
	return out
}

// typedLike are the words that the user typed that are like what was written, where
// a clause asks for what the user typed.
func (v *view) typedLike(x core.Expr, was string) []string {
	asked := false
	core.Visit(x, func(y core.Expr) bool {
		if r, ok := y.(*core.GlobalRef); ok && r.Global.Prompt {
			asked = true
		}
		return !asked
	})
	if !asked {
		return nil
	}
	var out []string
	for _, w := range v.typed {
		if w = strings.TrimSuffix(w, "."); w != was && !contains(out, w) && textDistance(was, w) <= insertCost*len(w)/2 {
			out = append(out, w)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return textDistance(was, out[i]) < textDistance(was, out[j]) })
	return out
}

// sameWord reports whether one text is only another spelling of another: in case, in
// the white space around it, or in the scheme of an address.
func sameWord(was, is string) bool {
	plain := func(s string) string {
		s = strings.ToLower(strings.TrimSpace(s))
		return strings.TrimPrefix(strings.TrimPrefix(s, "https://"), "http://")
	}
	return plain(was) == plain(is)
}

// destinations are words of names of parameters that say where something goes.
var destinations = map[string]bool{
	"to": true, "recipient": true, "recipients": true, "receiver": true, "who": true, "whom": true, "channel": true, "address": true,
	"url": true, "host": true, "payee": true, "account": true, "email": true, "guest": true, "guests": true, "target": true, "iban": true,
	"destination": true, "place": true, "cc": true, "bcc": true, "remote": true, "endpoint": true, "user": true, "webhook": true,
}

// isDestination reports whether a parameter may decide who gets something: by its
// name, or because it is a thing of the spec's and no text or number.
func isDestination(p *core.Local) bool {
	switch core.TypeString(p.Type) {
	case "Int", "Bool", "Float", "Unit":
		return false
	case "String", "(List String)":
		for _, w := range split(p.Name) {
			if destinations[w] {
				return true
			}
		}
		return false
	}
	return true
}

// integer is the number that a literal stands for, nil where it stands for none.
func integer(x lang.Expr) *big.Int {
	switch x := unparen(x).(type) {
	case *lang.IntLit:
		return x.Value
	case *lang.Unary:
		if n, ok := unparen(x.X).(*lang.IntLit); ok && x.Op == "-" {
			return new(big.Int).Neg(n.Value)
		}
	}
	return nil
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
	if was.Sign() < 0 { // most often the sign is all that is wrong
		gap = func(n *big.Int) *big.Int { return new(big.Int).Abs(new(big.Int).Add(n, was)) }
	}
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

// stringsFor are texts that a clause suggests, those that change least of what was
// written first.
func stringsFor(x core.Expr, was string, p *core.Local) []string {
	var words, out []string
	var fixes []func(string) []string
	core.Visit(x, func(y core.Expr) bool {
		switch y := y.(type) {
		case *core.StringLit:
			words = append(words, y.Value)
		case *core.Call:
			if fix := textFix(y); fix != nil {
				fixes = append(fixes, fix)
			}
		}
		return true
	})
	// Words of the clause: those that mean the same, then those most like what was
	// written.
	sameAs := meaning(was)
	sort.SliceStable(words, func(i, j int) bool { return nearness(was, words[i], sameAs) < nearness(was, words[j], sameAs) })
	patterned := len(fixes) > 0
	if !patterned {
		out = append(out, words...)
	}
	// What each part of the clause makes of the text, and what the others make of
	// that.
	var fixed []string
	texts := []string{was}
	for range 2 {
		var next []string
		for _, s := range texts {
			for _, fix := range fixes {
				for _, r := range fix(s) {
					if r != s && !contains(next, r) && len(next) < maxLiterals {
						next = append(next, r)
					}
				}
			}
		}
		fixed = append(fixed, next...)
		texts = next
	}
	out = append(fixed, out...)
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
		k, err := strconv.Atoi(n)
		switch {
		case err != nil || k <= 0 || k > 100:
		case k < len(was):
			out = append(out, strings.ToValidUTF8(was[:k], ""))
		case k > len(was):
			out = append(out, was+strings.Repeat("_", k-len(was)))
		}
	}
	if patterned {
		out = append(out, words...)
	}
	return out
}

// textFix is how a text is changed so that a built-in string predicate holds, or
// does not hold, of it.
func textFix(c *core.Call) func(string) []string {
	ref, ok := c.Fn.(*core.GlobalRef)
	if !ok || len(c.Args) != 2 {
		return nil
	}
	lit, ok := c.Args[1].(*core.StringLit)
	if !ok {
		return nil
	}
	pattern := ""
	switch ref.Global.Prim {
	case "String.startsWith":
		pattern = regexp.QuoteMeta(lit.Value) + "(?s:.*)"
	case "String.endsWith":
		pattern = "(?s:.*)" + regexp.QuoteMeta(lit.Value)
	case "String.contains":
		return func(s string) []string {
			if !strings.Contains(s, lit.Value) {
				return []string{s + lit.Value}
			}
			without := strings.ReplaceAll(s, lit.Value+"/", "")
			return []string{strings.ReplaceAll(without, lit.Value, "")}
		}
	case "String.matches":
		pattern = "(?:" + lit.Value + ")"
	default:
		return nil
	}
	return func(s string) []string {
		if text, ok := nearest(pattern, s); ok {
			return []string{text}
		}
		return nil
	}
}

// answers are words that stand for one another where a text is one of a few.
var answers = [][]string{
	{"yes", "accept", "accepted", "ok", "okay", "true", "y", "agree", "confirm"},
	{"no", "decline", "declined", "reject", "rejected", "refuse", "false", "n"},
	{"maybe", "tentative", "perhaps", "unsure"},
	{"reader", "read", "viewer", "view", "readonly"},
	{"commenter", "comment"},
	{"writer", "write", "editor", "edit"},
	{"closed", "close", "done", "resolved"},
	{"open", "opened", "active"},
}

func meaning(word string) []string {
	for _, group := range answers {
		if contains(group, strings.ToLower(word)) {
			return group
		}
	}
	return nil
}

// nearness says how far a word is from what was written; less is nearer.
func nearness(was, word string, sameAs []string) int {
	if contains(sameAs, strings.ToLower(word)) {
		return 0
	}
	return textDistance(was, word)
}

// textDistance is what it takes to make one text of another.
func textDistance(was, word string) int {
	a, b := []rune(was), []rune(word)
	if len(a) > 200 || len(b) > 200 {
		return maxTextCost
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j * insertCost
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i * deleteCost
		for j := 1; j <= len(b); j++ {
			best := min(row[j]+deleteCost, row[j-1]+insertCost)
			switch {
			case a[i-1] == b[j-1]:
				best = min(best, diagonal)
			case strings.EqualFold(string(a[i-1]), string(b[j-1])):
				best = min(best, diagonal+caseCost)
			}
			diagonal, row[j] = row[j], best
		}
	}
	return row[len(b)]
}
