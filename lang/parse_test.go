package lang

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/aeonc/aeonc/lang/diag"
)

// shape writes a tree the way a reader would, every node bracketed.
func shape(n Node) string {
	switch n := n.(type) {
	case nil:
		return "-"
	case *Var:
		return n.Name.Name
	case *IntLit:
		return n.Value.String()
	case *FloatLit:
		return n.Text
	case *StringLit:
		return fmt.Sprintf("%q", n.Value)
	case *BoolLit:
		return fmt.Sprint(n.Value)
	case *UnitLit:
		return "()"
	case *Hole:
		return "?" + n.Name
	case *Paren:
		return "<" + shape(n.X) + ">"
	case *App:
		if n.Dollar {
			return "(" + shape(n.Fun) + " $ " + shape(n.Args[0]) + ")"
		}
		return "(" + shape(n.Fun) + shapes(" ", n.Args) + ")"
	case *Method:
		return "(" + shape(n.Recv) + " ." + n.Name.Name + ")"
	case *TypeInst:
		if n.Type == nil {
			return shape(n.Fun) + "{||}"
		}
		return shape(n.Fun) + "{" + shape(n.Type) + "}"
	case *Binary:
		return "(" + shape(n.Left) + " " + string(n.Op) + " " + shape(n.Right) + ")"
	case *Unary:
		return "(" + n.Op + shape(n.X) + ")"
	case *If:
		return "(if " + shape(n.Cond) + " " + shape(n.Then) + " " + shape(n.Else) + ")"
	case *Let:
		return "(let" + shapes(" ", n.Binds) + " in " + shape(n.Body) + ")"
	case *Binding:
		s := shape(n.Pattern)
		if n.Type != nil {
			s += ":" + shape(n.Type)
		}
		if n.Pred != nil {
			s += "|" + shape(n.Pred)
		}
		return s + ":=" + shape(n.Value)
	case *Match:
		return "(match " + shape(n.Scrutinee) + shapes(" ", n.Arms) + ")"
	case *Arm:
		return "|" + shape(n.Pattern) + "=>" + shape(n.Body)
	case *Lambda:
		return "(fun" + shapes(" ", n.Params) + " => " + shape(n.Body) + ")"
	case *Param:
		s := strings.TrimSpace(n.Mult.String() + " " + n.Name.Name)
		if n.Type != nil {
			s += ":" + shape(n.Type)
		}
		if n.Pred != nil {
			s += "|" + shape(n.Pred)
		}
		return "(" + s + ")"
	case *Annot:
		return "(" + shape(n.X) + " : " + shape(n.Type) + ")"
	case *Tuple:
		return "(tuple" + shapes(" ", n.Elems) + ")"
	case *ListLit:
		if n.Array {
			return "#[" + strings.TrimSpace(shapes(" ", n.Elems)) + "]"
		}
		return "[" + strings.TrimSpace(shapes(" ", n.Elems)) + "]"
	case *Native:
		return fmt.Sprintf("native %q", n.Text)
	case *Uninterpreted:
		return "uninterpreted"
	case *Tactic:
		return "by"
	case *BadExpr, *BadType, *BadDecl:
		return "BAD"
	case *TypeName:
		return n.Name.Name
	case *TypeApp:
		if n.Pred != nil {
			return n.Name.Name + "<" + shape(n.Pred) + ">"
		}
		return "(" + n.Name.Name + shapes(" ", n.Args) + ")"
	case *TypeRefined:
		return "{" + n.Name.Name + ":" + shape(n.Base) + "|" + shape(n.Pred) + "}"
	case *TypeFun:
		return shape(n.Param) + "->" + shape(n.Result)
	case *TypeTuple:
		return "(tuple" + shapes(" ", n.Elems) + ")"
	case *TupleElem:
		if n.Name.Name != "" {
			return n.Name.Name + ":" + shape(n.Type)
		}
		return shape(n.Type)
	case *TypeForall:
		return "(forall " + n.Var.Name + ":" + n.Kind.Name + ", " + shape(n.Body) + ")"
	case *TypeForallPred:
		return "(forall <" + n.Pred.Name.Name + " : " + shape(n.Pred.Sort) + ">, " + shape(n.Body) + ")"
	case *PatWild:
		return "_"
	case *PatVar:
		return strings.TrimSpace(n.Mult.String() + " " + n.Name.Name)
	case *PatTuple:
		return "(" + strings.TrimSpace(shapes(", ", n.Elems)) + ")"
	case *PatCtor:
		return "[" + n.Ctor.Name + shapes(" ", n.Args) + "]"
	}
	return fmt.Sprintf("%T", n)
}

func shapes[N Node](sep string, ns []N) string {
	var b strings.Builder
	for _, n := range ns {
		b.WriteString(sep + shape(n))
	}
	return strings.TrimPrefix(b.String(), ", ")
}

func TestExpressions(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		// precedence, loosest first
		{"f $ g $ x", "(f $ (g $ x))"},
		{"f $ a --> b", "(f $ (a --> b))"},
		{"a --> b --> c", "(a --> (b --> c))"},
		{"a || b --> c || d", "((a || b) --> (c || d))"},
		{"a || b || c", "(a || (b || c))"},
		{"a || b && c", "(a || (b && c))"},
		{"a && b && c", "(a && (b && c))"},
		{"a = b && c = d", "((a = b) && (c = d))"},
		{"!a = b", "((!a) = b)"},
		{"a = !b", "(a = (!b))"},
		{"!a < b", "(!(a < b))"},
		{"!!a", "(!(!a))"},
		{"a < b = c < d", "((a < b) = (c < d))"},
		{"a + b < c * d", "((a + b) < (c * d))"},
		{"a - b - c", "((a - b) - c)"},
		{"a ++ b ++ c", "((a ++ b) ++ c)"},
		{"a / b / c % d", "(((a / b) / c) % d)"},
		{"a + b * c", "(a + (b * c))"},
		{"-7 / 2", "((-7) / 2)"},
		{"-a * b", "((-a) * b)"},
		{"a * -b", "(a * (-b))"},
		{"- - x", "(-(-x))"},
		{"-f x", "(-(f x))"},
		{"f -1", "(f - 1)"},
		{"f (-1)", "(f <(-1)>)"},
		{"f x + g y", "((f x) + (g y))"},
		{"a && if b then c else d && e", "(a && (if b c (d && e)))"},
		{"a + fun x => x + 1", "(a + (fun (x) => (x + 1)))"},
		{"1 + let x := 2 in x * 3", "(1 + (let x:=2 in (x * 3)))"},
		{"f $ match x with | A => 1", "(f $ (match x |[A]=>1))"},
		// Unicode spellings
		{"a ∧ b ∨ ¬c", "((a && b) || (!c))"},
		{"a ≠ b --> c ≤ d --> e ≥ f", "((a != b) --> ((c <= d) --> (e >= f)))"},
		{"fun x ↦ fun y ⇒ x", "(fun (x) => (fun (y) => x))"},
		// application, methods, constructors
		{"f a b c", "(f a b c)"},
		{"(f a) b", "(<(f a)> b)"},
		{"f () unit", "(f () ())"},
		{"f ?h", "(f ?h)"},
		{"List.map f xs", "(List.map f xs)"},
		{"s.close x", "(s.close x)"},
		{"a.b.c.d", "a.b.c.d"},
		{"(e).f", "(<e> .f)"},
		{"1.toString", "(1 .toString)"},
		{"1.5.floor", "(1.5 .floor)"},
		{"f 1.toString", "(f (1 .toString))"},
		{"f(x).g", "(f (<x> .g))"},
		{`"a".length`, `("a" .length)`},
		{"[1].length.x", "(([1] .length) .x)"},
		{"true.not", "(true .not)"},
		{"f .C", "(f .C)"},
		{".mk a .b", "(.mk a .b)"},
		{"(.C x)", "<(.C x)>"},
		{"f{Int} x", "(f{Int} x)"},
		{"f{(List Int)}{|x > 0|}", "f{(List Int)}{||}"},
		{"f{Int}.g", "(f{Int} .g)"},
		// literals
		{"(1, (2, 3), ())", "(tuple 1 (tuple 2 3) ())"},
		{"[]", "[]"},
		{"[1, f x]", "[1 (f x)]"},
		{"#[1, 2]", "#[1 2]"},
		{"(x : Int)", "(x : Int)"},
		{"(f x : (List a))", "((f x) : (List a))"},
		{"1e3 + 2.5e-1", "(1e3 + 2.5e-1)"},
		{"123456789012345678901234567890", "123456789012345678901234567890"},
		{`"a\n\t\"\\\u{e9}#"`, `"a\n\t\"\\é#"`},
		{`native "a\d\n"`, `native "a\\d\n"`},
		{"uninterpreted", "uninterpreted"},
		{"by (split; apply?)", "by"},
		{"by choose_literal", "by"},
		{"by x", "(by x)"},
		{"Λ t:B => x", "x"},
		// if, match, fun
		{"if a then b else if c then d else e", "(if a b (if c d e))"},
		{"match x with | none => 0 | some v => v", "(match x |[none]=>0 |[some v]=>v)"},
		{"match x with | .C a _ (1 b, .D c) => 0 | _ => 1", "(match x |[.C a _ (1 b, [.D c])]=>0 |_=>1)"},
		{"match x with | A => match y with | B => 1 | C => 2", "(match x |[A]=>(match y |[B]=>1 |[C]=>2))"},
		{"match x with | Maybe.some 1 s => s", "(match x |[Maybe.some 1 s]=>s)"},
		{"fun x (y:T) (1 s:T | p s) (& z: (List a)) _ => e", "(fun (x) (y:T) (1 s:T|(p s)) (& z:(List a)) (_) => e)"},
		// let
		{"let x := 1 in let y = 2 in x", "(let x:=1 y:=2 in x)"},
		{"let x := 1; let y := 2; x", "(let x:=1 y:=2 in x)"},
		{"let x : Int := 1 in x", "(let x:Int:=1 in x)"},
		{"let x : Int | x > 0 := 1 in x", "(let x:Int|(x > 0):=1 in x)"},
		{"let 1 x := s in x", "(let 1 x:=s in x)"},
		{"let ω x := s in x", "(let omega x:=s in x)"},
		{"let (a, _, 1 b) := e in a", "(let (a, _, 1 b):=e in a)"},
		{"let (.mk a b) := e in a", "(let [.mk a b]:=e in a)"},
		{"let (M.mk a b) := e in a", "(let [M.mk a b]:=e in a)"},
		{"let (mk a (1 b)) := e in a", "(let [mk a 1 b]:=e in a)"},
		{"let _ := f x in ()", "(let _:=(f x) in ())"},
		{"let a := let b := 1 in b in a", "(let a:=(let b:=1 in b) in a)"},
		{"x := 1; y : Int := 2; z", "(let x:=1 y:Int:=2 in z)"},
		{"let s := f x", "(let s:=(f x) in -)"},
		{"let s := f x;", "(let s:=(f x) in -)"},
		{"let a := 1 in let s := f a;", "(let a:=1 s:=(f a) in -)"},
		{"let open := 1 in open", "(let open:=1 in open)"},
		// anything but an argument or an operator may stand at the margin
		{"let x := if a\nthen b\nelse c\nin\nf x", "(let x:=(if a b c) in (f x))"},
		{"match x\nwith\n| A\n=> 1\n| B => 2", "(match x |[A]=>1 |[B]=>2)"},
		{"f (a,\nb\n)", "(f (tuple a b))"},
		{"a +\nb", "(a + b)"},
		{"f\n x\n y", "(f x y)"},
		{"a\n - b", "(a - b)"},
	} {
		f, ds := Parse(diag.NewSource("x", c.in))
		if len(ds) > 0 {
			t.Errorf("%s: %v", c.in, ds[0])
		} else if got := shape(f.Body); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestTypes(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Int", "Int"},
		{"(Int)", "Int"},
		{"(List Int)", "(List Int)"},
		{"(Map String (List a))", "(Map String (List a))"},
		{"(List {x:Int | x > 0})", "(List {x:Int|(x > 0)})"},
		{"a -> b -> c", "(:a)->(:b)->c"},
		{"(a -> b) -> c", "(:(:a)->b)->c"},
		{"(x:Int) → {r:Int | r > x}", "(x:Int)->{r:Int|(r > x)}"},
		{"(x:Int | x > 0) -> Int", "(x:Int|(x > 0))->Int"},
		{"(x:Int where x > 0) -> Int", "(x:Int|(x > 0))->Int"},
		{"{x:Int where x > 0}", "{x:Int|(x > 0)}"},
		{"(1 s: S) -> (& t: S) -> (0 u: S) -> (ω v: S) -> (omega w: S) -> S", "(1 s:S)->(& t:S)->(0 u:S)->(omega v:S)->(omega w:S)->S"},
		{"(omega: S) -> S", "(omega:S)->S"},
		{"(Int, x:Int, {y:Int | y > x})", "(tuple Int x:Int {y:Int|(y > x)})"},
		{"(Int, (List a)) -> Int", "(:(tuple Int (List a)))->Int"},
		{"((Int, Int), Int)", "(tuple (tuple Int Int) Int)"},
		{"forall a:B, (x:a) -> a", "(forall a:B, (x:a)->a)"},
		{"forall <p : a -> Bool>, (List a)", "(forall <p : (:a)->Bool>, (List a))"},
		{"forall t:B, forall <p : t -> t -> Bool>, t<p>", "(forall t:B, (forall <p : (:t)->(:t)->Bool>, t<p>))"},
		{"(forall a:B, a) -> Int", "(:(forall a:B, a))->Int"},
		{"Mod.T", "Mod.T"},
	} {
		f, ds := Parse(diag.NewSource("x", "axiom x : "+c.in))
		if len(ds) > 0 {
			t.Errorf("%s: %v", c.in, ds[0])
		} else if got := shape(f.Decls[0].(*Axiom).Type); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestDeclarations(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"open M", `(Import Open=true Path=M)`},
		{"import a.b.C", `(Import Path=a.b.C)`},
		{"import M (a, b)", `(Import Path=M Names=[a b] HasList=true)`},
		{"import M ()", `(Import Path=M HasList=true)`},
		{"type Repo", `(TypeDecl Name=Repo)`},
		{"linear type Box a b", `(TypeDecl Linear=true Name=Box Params=[a b])`},
		{"type Box a forall <p : a -> Bool>", `(TypeDecl Name=Box Params=[a] PredVars=[(PredVar Name=p Sort=(TypeFun Param=(Param Type=(TypeName Name=a)) Result=(TypeName Name=Bool)))])`},
		{"inductive Maybe a | none : (Maybe a) | some (1 v: a) : (Maybe a) + isSome (m: (Maybe a)) : Bool",
			`(Inductive Name=Maybe Params=[a] Ctors=[(Signature Name=none Result=(TypeApp Name=Maybe Args=[(TypeName Name=a)])) (Signature Name=some Params=[(Param Mult=1 Name=v Type=(TypeName Name=a))] Result=(TypeApp Name=Maybe Args=[(TypeName Name=a)]))] Measures=[(Signature Name=isSome Params=[(Param Name=m Type=(TypeApp Name=Maybe Args=[(TypeName Name=a)]))] Result=(TypeName Name=Bool))])`},
		{"def limit : Int := 100", `(Def Name=limit Result=(TypeName Name=Int) Body=(IntLit Value=100))`},
		{"def Int.toString (x:Int) : String := x", `(Def Name=Int.toString Params=[(Param Name=x Type=(TypeName Name=Int))] Result=(TypeName Name=String) Body=(Var Name=x))`},
		{"def d (x:Int) (y:Int | y != 0) { ?h }", `(Def Name=d Params=[(Param Name=x Type=(TypeName Name=Int)) (Param Name=y Type=(TypeName Name=Int) Pred=(Binary Op="!=" Left=(Var Name=y) Right=(IntLit Value=0)))] Body=(Hole Name="h") Brace=true)`},
		{"def d (x:Int) : Int { x }", `(Def Name=d Params=[(Param Name=x Type=(TypeName Name=Int))] Result=(TypeName Name=Int) Body=(Var Name=x) Brace=true)`},
		{"def f [Eq a] (x:a) : a decreasing_by [x, 1] := x", `(Def Name=f Params=[(Param Name=x Type=(TypeName Name=a))] Result=(TypeName Name=a) Decreasing=[(Var Name=x) (IntLit Value=1)] HasMetric=true Body=(Var Name=x))`},
		{"def plan (n x: Int) (n: Int) : Int := x", `(Def Name=plan Params=[(Param Name=x Type=(TypeName Name=Int)) (Param Name=n Type=(TypeName Name=Int))] Result=(TypeName Name=Int) Body=(Var Name=x))`},
		{"@harness @taint(explicit) @d(x := 1, 2)\ndef f : Int := native_import \"m\"", `(Def Decorators=[(Decorator Name=harness) (Decorator Name=taint Args=[(Var Name=explicit)]) (Decorator Name=d Args=[(Let Binds=[(Binding Pattern=(PatVar Name=x) Value=(IntLit Value=1))]) (IntLit Value=2)])] Name=f Result=(TypeName Name=Int) Body=(Native Text="m" Import=true))`},
		{"@plan axiom a : Int", `(Axiom Decorators=[(Decorator Name=plan)] Name=a Type=(TypeName Name=Int))`},
		{"plan (1 s: S)", `(Contract Params=[(Param Mult=1 Name=s Type=(TypeName Name=S))])`},
		{"plan p : Int", `(Contract Name=p Result=(TypeName Name=Int))`},
		{"plan", `(Contract)`},
		{"example accept \"t\" := 1", `(Example Accept=true Title="t" Body=(IntLit Value=1))`},
		{"example reject AE301 for p \"t\" := let x := 1", `(Example Code="AE301" For=p Title="t" Body=(Let Binds=[(Binding Pattern=(PatVar Name=x) Value=(IntLit Value=1) Keyword=true)]))`},
		{"class Eq (a : B) where\n  eq : a -> Bool;\n  neq : a := x;", `(Foreign Keyword=class)`},
		{"instance [Eq a] : Eq (List a) where\n  eq x := y;", `(Foreign Keyword=instance)`},
	} {
		f, ds := Parse(diag.NewSource("x", c.in))
		switch {
		case len(ds) > 0:
			t.Errorf("%s: %v", c.in, ds[0])
		case len(f.Decls) != 1 || f.Body != nil:
			t.Errorf("%s: %d declarations, body %v", c.in, len(f.Decls), f.Body)
		default:
			if got := dump(f.Decls[0]); got != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.in, got, c.want)
			}
		}
	}
}

func TestSpans(t *testing.T) {
	text := "def f (1 x: (List Int)) : {r:Int | r > 0} :=\n  g (x, 1).h + 2\nlet (a, _) := f y in -a"
	f := parseOK(t, text)
	for _, want := range []string{
		"(1 x: (List Int))", "(List Int)", "{r:Int | r > 0}", "r > 0", "g (x, 1).h + 2", "g (x, 1).h", "(x, 1).h", "(x, 1)", "(a, _)",
		"let (a, _) := f y", "f y", "-a", "let (a, _) := f y in -a",
	} {
		found := false
		Inspect(f, func(n Node) bool {
			found = found || n.Range().Text() == want
			return true
		})
		if !found {
			t.Errorf("no node spans %q", want)
		}
	}
}

func TestDoc(t *testing.T) {
	f := parseOK(t, "# not this\n\n# one\n#  two\n@pure\ndef f : Int := 1 # trailing\ndef g : Int := 2\n#three\ndef h : Int := 3")
	var docs []string
	for _, d := range f.Decls {
		docs = append(docs, d.(*Def).Doc)
	}
	if got := fmt.Sprintf("%q", docs); got != `["one\n two" "" "three"]` {
		t.Error(got)
	}
}

func TestEmpty(t *testing.T) {
	for _, text := range []string{"", "\n", "\uFEFF", "# only a comment", "\uFEFF# c\r\n\r"} {
		f := parseOK(t, text)
		if f.Body != nil || f.Decls != nil {
			t.Errorf("%q is not empty", text)
		}
	}
}

func TestLineEnds(t *testing.T) {
	want := shape(parseOK(t, "let x := 1 in # c\nlet y := 2 in\nx").Body)
	for _, text := range []string{
		"let x := 1 in # c\r\nlet y := 2 in\r\nx", "let x := 1 in # c\rlet y := 2 in\rx", "\uFEFFlet x := 1 in # c\nlet y := 2 in\nx",
	} {
		if got := shape(parseOK(t, text).Body); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestLongChains(t *testing.T) {
	lets := strings.Repeat("let x := f x (y + 1) in\n", 10_000) + "x"
	start := time.Now()
	f := parseOK(t, lets)
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("10,000 lets took %v", took)
	}
	if n := len(f.Body.(*Let).Binds); n != 10_000 {
		t.Errorf("%d bindings", n)
	}
	parseOK(t, strings.Repeat("if a then b else ", 10_000)+"c")
	parseOK(t, strings.Repeat("a && ", 10_000)+"c")
	parseOK(t, strings.Repeat("a + ", 10_000)+"c")
	parseOK(t, "["+strings.Repeat("f (x + 1), ", 30_000)+"1]")
	arms := strings.Repeat("| A x => x + 1 * 2\n", 20_000)
	parseOK(t, "match x with\n"+arms)
	parseOK(t, "f"+strings.Repeat(" (x)", 30_000))
	parseOK(t, strings.Repeat("(", 190)+"x"+strings.Repeat(")", 190))
	parseOK(t, "axiom a : "+strings.Repeat("(x: ", 190)+"T"+strings.Repeat(") -> T", 190))
	parseOK(t, "axiom a : "+strings.Repeat("(T, ", 190)+"T"+strings.Repeat(")", 190))
	parseOK(t, "def f (x: T) : T := x\n"+strings.Repeat("def g (x: T) : (a: Int) -> Int -> T := - x + 1\n", 2_000))
}

// Parsers are reused, never shared.
func TestConcurrentParses(t *testing.T) {
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 50 {
				text := fmt.Sprintf("def f (x: Int) : Int := x + %d\nlet y := f %d in y", i, j)
				want := fmt.Sprintf("def f (x + %d); body (let y:=(f %d) in y)", i, j)
				if f, ds := Parse(diag.NewSource("x", text)); len(ds) > 0 || outline(f) != want {
					t.Errorf("%v %s", ds, outline(f))
				}
			}
		})
	}
	group.Wait()
}

// Participle's own entry points see the same tokens.
func TestDefinition(t *testing.T) {
	lex, err := definition{}.Lex("x", strings.NewReader("def f : Int :=\n  g # c\n"))
	if err != nil {
		t.Fatal(err)
	}
	toks, err := lexer.ConsumeAll(lex)
	if err != nil || len(toks) != 7 || toks[5].Value != "g" || toks[5].Pos.Line != 2 || toks[5].Pos.Column != 3 {
		t.Errorf("%v %v", toks, err)
	}
}

func TestTokens(t *testing.T) {
	var got []string
	for _, tok := range Tokens(diag.NewSource("x", "open M # c\nlet x ≔")) {
		got = append(got, fmt.Sprintf("%d %s", tok.Kind, tok.Text))
	}
	want := []string{
		fmt.Sprintf("%d open", TokKeyword), fmt.Sprintf("%d M", TokName), fmt.Sprintf("%d # c", TokComment),
		fmt.Sprintf("%d let", TokKeyword), fmt.Sprintf("%d x", TokName), fmt.Sprintf("%d ≔", TokInvalid),
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// Inspect visits in source order and leaves out what it is told to.
func TestInspect(t *testing.T) {
	f := parseOK(t, "@d(1) def f (x: (List A) | 2 > x) : {r:B | 3 = r} decreasing_by [4] := let y : C := 5 in match 6 with | D z => fun (w: E) => (7 : F)\n8")
	var seen []string
	Inspect(f, func(n Node) bool {
		switch n := n.(type) {
		case *IntLit:
			seen = append(seen, n.Value.String())
		case *TypeName:
			seen = append(seen, n.Name.Name)
		case *PatCtor:
			seen = append(seen, n.Ctor.Name)
		case *Lambda:
			return false
		}
		return true
	})
	if got := strings.Join(seen, " "); got != "1 A 2 B 3 4 C 5 6 D 8" {
		t.Error(got)
	}
}

func BenchmarkLets(b *testing.B) {
	src := diag.NewSource("x", strings.Repeat("let x := f x (y + 1) in\n", 10_000)+"x")
	b.ReportAllocs()
	for b.Loop() {
		Parse(src)
	}
}
