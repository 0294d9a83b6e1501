package smtlib_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aeonc/aeonc/smt"
	"github.com/aeonc/aeonc/smt/internal/randterm"
	"github.com/aeonc/aeonc/smt/smtlib"
	"pgregory.net/rapid"
)

// solvers are the commands that decide scripts, those of them that are installed.
func solvers(t testing.TB) map[string][]string {
	t.Helper()
	found := make(map[string][]string)
	for name, args := range map[string][]string{"z3": {"-T:10"}, "cvc5": {"--tlimit=10000"}} {
		if path, err := exec.LookPath(name); err == nil {
			found[name] = append([]string{path}, args...)
		} else {
			t.Logf("%s is not installed", name)
		}
	}
	return found
}

// decide returns the answer of a solver to a script, "unknown" when it took too
// long, and all it printed if that is no answer.
func decide(t interface{ Fatal(...any) }, dir string, command []string, script string) string {
	file := filepath.Join(dir, "script.smt2")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	out, _ := exec.CommandContext(ctx, command[0], append(command[1:], file)...).CombinedOutput()
	answer := strings.TrimSpace(string(out))
	if answer == "" || answer == "timeout" || strings.Contains(answer, "interrupted by timeout") {
		return "unknown"
	}
	return answer
}

// agree checks that every solver's answer to the script is want, or unknown.
func agree(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, dir string, commands map[string][]string, script, want string) {
	for name, command := range commands {
		if got := decide(t, dir, command, script); got != want && got != "unknown" {
			t.Fatalf("%s says %s, want %s, of\n%s", name, got, want, script)
		}
	}
}

// Scripts of random terms mean what the terms mean, to z3 and to cvc5.
func TestRandomScripts(t *testing.T) {
	commands, dir := solvers(t), t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		s := randterm.New(t, false)
		e := s.DrawAny(3)
		var asserts []*smt.Term
		for _, sym := range s.Symbols {
			asserts = append(asserts, s.Pool.Eq(sym.Term, s.Value(sym.Value)))
		}
		goal := s.Pool.Eq(e.Term, s.Value(e.Value))
		if rapid.Bool().Draw(t, "negate") {
			agree(t, dir, commands, smtlib.Script(s.Pool, asserts, goal, "a random goal"), "unsat")
		} else {
			agree(t, dir, commands, smtlib.Script(s.Pool, append(asserts, goal), nil, ""), "sat")
		}
	})
}

func TestScripts(t *testing.T) {
	commands, dir := solvers(t), t.TempDir()
	p := smt.NewPool()
	session := p.Uninterpreted("Session |a\\b|")
	tree, forest := p.NewDatatype("Tree"), p.NewDatatype("Forest é")
	node := p.AddConstructor(tree, "node", smt.Field{Name: "label", Sort: p.Real()}, smt.Field{Name: "sub", Sort: forest})
	none := p.AddConstructor(forest, "node")
	more := p.AddConstructor(forest, "more", smt.Field{Name: "first", Sort: tree}, smt.Field{Name: "rest", Sort: forest}, smt.Field{Name: "owner", Sort: session})
	f := p.NewFunc("tainted?", []*smt.Sort{session, tree}, p.Bool())
	g := p.NewFunc("let", nil, p.Int())
	a, b := p.Fresh("a b", session), p.Fresh("a b", session)
	x, y, n := p.Fresh("node", tree), p.Fresh("", forest), p.Fresh("1", p.Int())
	s := p.Fresh("s", p.String())
	h := p.NewFunc("h", []*smt.Sort{p.Int()}, p.Int())
	m := p.Fresh("m", p.Int())
	left, right, shared := n, m, n
	for range 1000 {
		left, right, shared = p.Apply(h, left), p.Apply(h, right), p.Mul(shared, shared)
	}
	for name, test := range map[string]struct {
		asserts []*smt.Term
		goal    *smt.Term
		want    string
	}{
		"nothing":         {nil, nil, "sat"},
		"true goal":       {nil, p.True(), "unsat"},
		"false goal":      {nil, p.False(), "sat"},
		"congruence":      {[]*smt.Term{p.Eq(a, b), p.Apply(f, a, x)}, p.Apply(f, b, x), "unsat"},
		"names":           {[]*smt.Term{p.Apply(f, a, x)}, p.Apply(f, b, x), "sat"},
		"nullary":         {[]*smt.Term{p.Eq(p.Apply(g), p.Int64(-3))}, p.Lt(p.Apply(g), p.Int64(0)), "unsat"},
		"datatypes":       {[]*smt.Term{p.IsCtor(more, y), p.Not(p.Eq(p.Select(more, 1, y), p.Construct(none)))}, p.Not(p.Eq(p.Select(more, 1, y), y)), "unsat"},
		"one constructor": {nil, p.Eq(x, p.Construct(node, p.Select(node, 0, x), p.Select(node, 1, x))), "unsat"},
		"elements":        {[]*smt.Term{p.Eq(a, p.Element(session, 0)), p.Eq(b, p.Element(session, 1))}, p.Not(p.Eq(a, b)), "unsat"},
		"deep":            {[]*smt.Term{p.Eq(n, m)}, p.Eq(left, right), "unsat"},
		"quotes":          {[]*smt.Term{p.Eq(s, p.StringLit(`"\u{61}"`))}, p.Eq(p.StrLen(s), p.Int64(8)), "unsat"},
		"astral":          {[]*smt.Term{p.Eq(s, p.StringLit("\U00030000")), p.Eq(s, p.StringLit("a"))}, nil, "sat"},
		"floor":           {nil, p.Eq(p.FloorDiv(p.Neg(n), p.Int64(-2)), p.FloorDiv(n, p.Int64(2))), "unsat"},
	} {
		script := smtlib.Script(p, test.asserts, test.goal, name+"\nsecond line é \u2028 ; )")
		agree(t, dir, commands, script, test.want)
	}
	if script := smtlib.Script(p, nil, p.Eq(shared, p.Int64(1)), ""); len(script) > 200_000 {
		t.Errorf("a shared term takes %d bytes", len(script))
	}
}

// The text of a script is the same every time and reads well.
func TestScriptText(t *testing.T) {
	p := smt.NewPool()
	s := p.Fresh("s", p.Uninterpreted("Session"))
	count := p.NewFunc("count", []*smt.Sort{p.Uninterpreted("Session")}, p.Int())
	title := p.Fresh("the title", p.String())
	got := smtlib.Script(p, []*smt.Term{p.Lt(p.Int64(-1), p.Apply(count, s)), p.Eq(title, p.StringLit("é\\"))}, p.Le(p.Int64(0), p.Apply(count, s)), "AE301\ncall of f")
	const want = `; AE301
; call of f
(set-logic ALL)
(declare-sort Session!4 0)
(declare-const s!1 Session!4)
(declare-fun count!2 (Session!4) Int)
(declare-const |the title!3| String)
(define-fun t!1! () Int (count!2 s!1))
(assert (< (- 1) t!1!))
(assert (= |the title!3| "\u{e9}\u{5c}"))
; the negated goal
(assert (< t!1! 0))
(check-sat)
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
