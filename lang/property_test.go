package lang

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aeonc/aeonc/lang/diag"
)

// grammarGen writes random programs as lists of words, so that one program can
// be laid out in many ways.
type grammarGen struct{ t *rapid.T }

func (g grammarGen) n(label string, n int) int { return rapid.IntRange(0, n-1).Draw(g.t, label) }

func (g grammarGen) pick(of ...string) string { return of[g.n("pick", len(of))] }

func (g grammarGen) name() string {
	return g.pick("x", "y", "s", "plan", "type", "open", "end", "where1")
}

func words(parts ...any) []string {
	var out []string
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			out = append(out, strings.Fields(p)...)
		case []string:
			out = append(out, p...)
		}
	}
	return out
}

func (g grammarGen) atom(depth int) []string {
	if depth <= 0 {
		return words(g.pick("x", "y", "M.f", "1", "2.5", "true", "()", "unit", "?h", "[ ]", "z", ".C"))
	}
	switch g.n("atom", 6) {
	case 0:
		return words("(", g.expr(depth-1), ")")
	case 1:
		return words("(", g.expr(depth-1), ",", g.expr(depth-1), ")")
	case 2:
		return words("[", g.expr(depth-1), ",", g.expr(depth-1), "]")
	case 3:
		return words("(", g.expr(depth-1), ":", g.typ(depth-1), ")")
	case 4:
		return words("( x ).m")
	}
	return g.atom(0)
}

func (g grammarGen) operand(depth int) []string {
	switch g.n("operand", 6) {
	case 0:
		return words("-", g.atom(depth))
	case 1:
		return words(g.pick("f", "M.g", ".C"), g.atom(depth), g.atom(depth-1))
	case 2:
		return words("f{Int}", g.atom(depth))
	}
	return g.atom(depth)
}

func (g grammarGen) binary(depth int) []string {
	ops := []string{"+", "-", "*", "/", "%", "++", "&&", "||", "-->", "$", "∧", "∨"}
	out := g.operand(depth)
	for range g.n("operators", 4) {
		out = words(out, ops[g.n("op", len(ops))], g.operand(depth-1))
	}
	switch g.n("compare", 5) {
	case 0:
		return words("! x", g.pick("=", "!=", "≤", "<", "≥"), g.atom(depth-1), g.pick("&&", "∨"), out)
	}
	return out
}

func (g grammarGen) expr(depth int) []string {
	if depth <= 0 {
		return g.atom(0)
	}
	switch g.n("expr", 8) {
	case 0:
		return words("if", g.expr(depth-1), "then", g.expr(depth-1), "else", g.expr(depth-1))
	case 1:
		return words("fun", g.pick("x", "( x : Int )", "( 1 s : S )", "x _"), g.pick("=>", "↦"), g.expr(depth-1))
	case 2:
		return words("match", g.atom(depth-1), "with | none =>", g.atom(depth-1), "| M.some ( a , 1 b ) _ =>", g.expr(depth-1))
	case 3, 4:
		return g.let(depth)
	}
	return g.binary(depth)
}

func (g grammarGen) let(depth int) []string {
	var out []string
	for range 1 + g.n("bindings", 3) {
		pattern := g.pick("x", "_", "1 s", "( a , _ )", "( .mk a b )", "x : Int", "x : Int | x > 0")
		out = words(out, "let", pattern, ":=", g.expr(depth-2), g.pick("in", "in", ";"))
	}
	return words(out, g.expr(depth-1))
}

func (g grammarGen) typ(depth int) []string {
	if depth <= 0 {
		return words(g.pick("Int", "a", "M.T", "Bool"))
	}
	switch g.n("type", 8) {
	case 0:
		return words("{ v :", g.typ(depth-1), "|", g.binary(depth-1), "}")
	case 1:
		return words("( x :", g.typ(depth-1), ") →", g.typ(depth-1))
	case 2:
		return words("( 1 s :", g.typ(depth-1), "| p s ) ->", g.typ(depth-1))
	case 3:
		return words("(", g.typ(depth-1), ", n :", g.typ(depth-1), ")")
	case 4:
		return words("( List", g.pick("Int", "( List a )", "{ x : Int | true }"), ")")
	case 5:
		return words("forall a:B ,", g.typ(depth-1))
	}
	return g.typ(0)
}

func (g grammarGen) decl(depth int) []string {
	switch g.n("decl", 9) {
	case 0:
		return words("def f ( x :", g.typ(depth), ") :", g.typ(depth), ":=", g.expr(depth))
	case 1:
		return words("@d def M.g ( & s : S | p s ) { ", g.expr(depth), " }")
	case 2:
		return words("type T", g.pick("", "a", "a b"))
	case 3:
		return words("axiom a :", g.typ(depth))
	case 4:
		return words("inductive I a | c ( x :", g.typ(depth-1), ") : ( I a ) + m : Int")
	case 5:
		return words("plan", g.pick("", "p"), "( s : S )")
	case 6:
		return words("example reject AE301", g.pick("", "for p"), `"t#" :=`, g.expr(depth))
	case 7:
		return words([]string{"mutual\n def", "f", ":", "Int", ":="}, g.expr(depth), "def g : Int := 1 end")
	}
	return words("open M")
}

// layOut joins words; a line after the first starts right of the margin.
func (g grammarGen) layOut(ws []string) string {
	var b strings.Builder
	for i, w := range ws {
		if i > 0 {
			b.WriteString(g.pick(" ", " ", " ", " ", "  ", "\n  ", "\n\n    ", " # c\n   ", "\r\n  "))
		}
		b.WriteString(w)
	}
	return b.String()
}

// The layout of a declaration or body, right of the margin, has no meaning, and
// whatever it is, formatting keeps its promises.
func TestLayoutHasNoMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := grammarGen{t}
		var flat, laid []string
		for range g.n("declarations", 4) {
			d := g.decl(3)
			flat = append(flat, sameLineWords(d))
			laid = append(laid, sameLineWords(d[:min(2, len(d))])+" "+g.layOut(d[min(2, len(d)):]))
		}
		body := g.expr(4)
		flat, laid = append(flat, sameLineWords(body)), append(laid, g.layOut(body))
		a, b := strings.Join(flat, "\n"), strings.Join(laid, "\n")
		want, got := parseOK(t, a), parseOK(t, b)
		clearDocs(want)
		clearDocs(got)
		if meaning(got) != meaning(want) {
			t.Fatalf("layout changed the meaning of\n%s\nto\n%s", a, b)
		}
		checkParsed(t, b)
		checkFormat(t, b)
	})
}

func sameLineWords(ws []string) string { return strings.Join(ws, " ") }

func clearDocs(f *File) {
	Inspect(f, func(n Node) bool {
		if d, ok := n.(*Def); ok {
			d.Doc = ""
		}
		return true
	})
}

// Any text at all.
func TestAnyText(t *testing.T) {
	pieces := []string{
		"let ", "x ", ":= ", "in ", "\n", "(", ")", "{", "}", "[", "]", "def ", "f ", ": ", "Int ", "-> ", "| ", "=> ", "match ", "with ", "fun ",
		"if ", "then ", "else ", "type ", "T ", "plan ", "mutual ", "end ", "@", "example ", "accept ", "\"t\" ", "\"", "# c\n", "; ", ", ", ".", ".m",
		"1 ", "& ", "= ", "-", "!", "open ", "M.f ", "forall ", "<", ">", "inductive ", "axiom ", "?h ", "class ", "where ", "é", "\t", "\r", "∧", "{|", "|}", "#[",
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "text"), "")
		f := checkParsed(t, text)
		if _, ds := Parse(f.Source); len(ds) == 0 {
			checkNamesUnlessForeign(t, text)
			checkFormat(t, text)
		}
	})
}

// checkNamesUnlessForeign leaves out what aeonc reads past.
func checkNamesUnlessForeign(t failer, text string) {
	t.Helper()
	for _, skipped := range []string{"class", "instance", "[", "{|", "Λ", "by"} {
		if strings.Contains(text, skipped) {
			return
		}
	}
	checkNames(t, text)
}

func fuzzSeeds(f *testing.F) {
	for _, seed := range []string{
		"let s := f x in\nlet (a, _, 1 b) := g s; if a then h b else 1 + 2 * -3",
		"@d(x := 1)\ndef f (1 s: {v:S | p v}) (y: Int | y != 0) : (a: Int, {r:Int | r > a}) decreasing_by [y] := native \"…\"",
		"inductive Maybe a\n| none : (Maybe a)\n| some (1 v: a) : (Maybe a)\n+ isSome (m: (Maybe a)) : Bool\nplan p (s: S) : Int",
		"mutual\n def f : forall a:B, forall <p : a -> Bool>, a<p> := fun x (y:Int) => match x with | .C a => .D a | _ => [1, 2]\nend",
		"# c\r\nopen M; import a.b (c, d)\rtype T a b\nexample reject AE301 for p \"t\" := let x = 1;",
		"class Eq (a:B) where\n eq : a;\ndef f : Int := by (split; apply?)",
	} {
		f.Add(seed)
	}
}

func FuzzParse(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		checkParsed(t, text)
		Tokens(diag.NewSource("x", text))
	})
}

func FuzzFormat(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		if _, ds := Parse(diag.NewSource("x", text)); len(ds) > 0 {
			if out, _ := Format(diag.NewSource("x", text)); out != "" {
				t.Fatalf("output in spite of errors: %q", out)
			}
			return
		}
		checkNamesUnlessForeign(t, text)
		checkFormat(t, text)
	})
}
