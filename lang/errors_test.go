package lang

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/aeonc/aeonc/lang/diag"
)

// faults lists diagnostics as "CODE line:column-column message".
func faults(text string) []string {
	_, ds := Parse(diag.NewSource("x", text))
	var out []string
	for _, d := range ds {
		from, to := d.Span.Pos(), d.Span.EndPos()
		out = append(out, fmt.Sprintf("%s %d:%d-%d:%d %s", d.Code, from.Line, from.Column, to.Line, to.Column, d.Message))
	}
	return out
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"let s := f x\ng s", []string{"AE101 2:1-2:2 expected `in` before this line: the binding `let s := …` that starts on line 1 is not closed"}},
		{"let s := f x\nlet r := g s in r", []string{"AE101 2:1-2:4 expected `in` before this line: the binding `let s := …` that starts on line 1 is not closed"}},
		{"let s := f x\nlet r := g s\nr", []string{
			"AE101 2:1-2:4 expected `in` before this line: the binding `let s := …` that starts on line 1 is not closed",
			"AE101 3:1-3:2 expected `in` before this line: the binding `let r := …` that starts on line 2 is not closed",
		}},
		{"let s := f x in", []string{"AE101 1:16-1:16 expected an expression after `in`, found the end of the file"}},
		{"def f (x:Int) : Int := let y := x\ndef g (x:Int) : Int := x", []string{"AE101 1:34-1:34 expected `in` and a body: the binding `let y := …` is the last thing here"}},
		{"def f (x:Int) : Int := let y := x\nf 3", []string{"AE101 1:34-1:34 expected `in` and a body: the binding `let y := …` is the last thing here"}},
		{"let s := in s", []string{"AE101 1:10-1:12 expected an expression after `:=`, found `in`"}},
		{"let s in s", []string{"AE101 1:7-1:9 expected `:=` and a value, found `in`"}},
		{"let := 1 in s", []string{"AE101 1:5-1:7 expected a name, `_` or a pattern in parentheses, found `:=`"}},
		{"let s := f (let a := 1) in s", []string{"AE101 1:23-1:24 expected `in` after the value of the binding `let a := …`, found `)`"}},
		{"if a then let x := 1", []string{"AE101 1:21-1:21 expected `in` and a body: the binding `let x := …` is the last thing here"}},
		{"let x := \"abc in\nx", []string{`AE102 1:10-1:17 this string is not closed on its line`}},
		{"let x := 1 ] + 2 in x", []string{"AE101 1:12-1:13 expected `in` after the value of the binding `let x := …`, found `]`"}},
		{"let a.b := 1 in 2", []string{"AE101 1:5-1:8 a constructor that is taken apart stands in parentheses: write `(a.b a b)`"}},
		{"let unit := 1 in unit", []string{"AE101 1:5-1:9 `unit` is a reserved word and cannot be a name"}},
		{"fun (unit: Int) => unit", []string{"AE101 1:6-1:10 `unit` is a reserved word and cannot be a name"}},
		{"def f (a.b: Int) : {c.d:Int | true} := 1", []string{
			"AE101 1:8-1:11 `a.b` has a dot: a name that is bound here has none",
			"AE101 1:21-1:24 `c.d` has a dot: a name that is bound here has none",
		}},
		{"type A.B", []string{"AE101 1:6-1:9 `A.B` has a dot: a name that is bound here has none"}},
		{"let 1 x := 2 in let match := 2 in 3", []string{"AE101 1:21-1:26 `match` is a reserved word and cannot be a name"}},
		{"def let : Int := 1", []string{"AE101 1:5-1:8 `let` is a reserved word and cannot be a name"}},
		{"def (>) (x:Int) : Bool := true", []string{"AE101 1:5-1:8 the operator `>` cannot be redefined or passed as a value: write a function, `fun x => fun y => …`"}},
		{"fold (+) x", []string{"AE101 1:6-1:9 the operator `+` cannot be redefined or passed as a value: write a function, `fun x => fun y => …`"}},
		{"let é := 1 in é", []string{
			"AE101 1:5-1:6 the name `é` has letters outside ASCII: names are letters A-Z and a-z, digits and `_`",
			"AE101 1:15-1:16 the name `é` has letters outside ASCII: names are letters A-Z and a-z, digits and `_`",
		}},
		{"type repo", []string{"AE101 1:6-1:10 the type `repo` starts with a lower-case letter, which would make it a type variable: write `Repo`"}},
		{"linear repo", []string{"AE101 1:8-1:12 expected `type` after `linear`, found `repo`"}},
		{"inductive maybe a | x : Int", []string{"AE101 1:11-1:16 the type `maybe` starts with a lower-case letter, which would make it a type variable: write `Maybe`"}},
		{"1x", []string{"AE101 1:1-1:3 `1x` is neither a number nor a name: put a space between the two"}},
		{"a == b", []string{"AE101 1:3-1:5 equality is written `=`, not `==`"}},
		{"a = b = c", []string{"AE101 1:7-1:8 `=` cannot follow `=` without parentheses: write `a = b && b = c`"}},
		{"a < b <= c", []string{"AE101 1:7-1:9 `<=` cannot follow `<` without parentheses: write `a < b && b <= c`"}},
		{"f fun x => x", []string{"AE101 1:3-1:6 `fun` as an argument needs parentheses around it"}},
		{"f x if a then b else c", []string{"AE101 1:5-1:7 `if` as an argument needs parentheses around it"}},
		{"fun x", []string{"AE101 1:6-1:6 expected `=>` after the parameters of `fun`, found the end of the file"}},
		{"fun => x", []string{"AE101 1:5-1:7 expected a parameter after `fun`, found `=>`"}},
		{"fun (a, b) => a", []string{"AE101 1:7-1:8 a parameter is one name: take a tuple apart with `let (a, b) := … in`"}},
		{"fun x x", []string{"AE101 1:8-1:8 expected `=>` after the parameters of `fun`, found the end of the file"}},
		{"if a then b", []string{"AE101 1:12-1:12 expected `else`, found the end of the file: an `if` always has both branches"}},
		{"if a b else c", []string{"AE101 1:8-1:12 expected `then`, found `else`"}},
		{"match x | A => 1", []string{"AE101 1:9-1:10 expected `with` after what is matched, found `|`"}},
		{"match x with A => 1", []string{"AE101 1:14-1:15 expected `|` and the first arm after `with`, found `A`"}},
		{"match x with | 1 => 1 | A => 2", []string{"AE101 1:16-1:17 expected a constructor with its arguments, or `_`, found `1`"}},
		{"match x with | (a, b) => 1 | A => 2", []string{"AE101 1:16-1:17 expected a constructor with its arguments, or `_`, found `(`"}},
		{"match x with | A 2", []string{"AE101 1:18-1:19 expected `=>` after the pattern of the arm, found `2`"}},
		{"let (a b := 1 in a", []string{"AE101 1:10-1:12 expected `)`, found `:=`"}},
		{"let () := 1 in 2", []string{"AE101 1:5-1:7 `()` is not a pattern: write `_`"}},
		{"f (a b", []string{"AE101 1:7-1:7 expected `)`, found the end of the file"}},
		{"f (a b]", []string{"AE101 1:7-1:8 expected `)`, found `]`"}},
		{"f a)", []string{"AE101 1:4-1:5 unexpected `)`"}},
		{"[1, 2", []string{"AE101 1:6-1:6 expected `]`, found the end of the file"}},
		{"(1, )", []string{"AE101 1:5-1:6 expected an expression, found `)`"}},
		{"f x,", []string{"AE101 1:4-1:5 unexpected `,`"}},
		{"s.", []string{"AE101 1:2-1:3 expected a name after `.`"}},
		{"f ? x", []string{"AE101 1:3-1:4 expected a name after `?`"}},
		{"@", []string{"AE101 1:2-1:2 expected the name of a decorator after `@`, found the end of the file"}},
		{"\"a\\qb\"", []string{"AE101 1:3-1:5 `\\q` is no escape: there are `\\n`, `\\t`, `\\\"`, `\\\\` and `\\u{…}`"}},
		{"\"a\\u{110000}\"", []string{"AE101 1:3-1:13 `\\u{110000}` is no escape: there are `\\n`, `\\t`, `\\\"`, `\\\\` and `\\u{…}`"}},
		{"a + ", []string{"AE101 1:4-1:4 expected an expression after `+`, found the end of the file"}},
		{"a +\n\n", []string{"AE101 1:4-1:4 expected an expression after `+`, found the end of the file"}},
		{"$", []string{"AE101 1:1-1:2 expected an expression, found `$`"}},
		{"x ^ y", []string{"AE101 1:3-1:4 the character `^` means nothing here"}},
		{"f x\ng y", []string{"AE101 2:1-2:2 a plan is one expression, and this starts another: join the two with `let _ := … in`"}},
		{"a\n- b", []string{"AE101 2:1-2:2 a line that goes on with `-` starts to the right of column 1: indent it"}},
		{"a\n+ b", []string{"AE101 2:1-2:2 a line that goes on with `+` starts to the right of column 1: indent it"}},
		{"let x := a\n- b in x", []string{"AE101 2:1-2:2 a line that goes on with `-` starts to the right of column 1: indent it"}},
		{"(f\nx)", []string{`AE101 2:1-2:2 a line that goes on with an argument starts to the right of column 1: indent it, or close the bracket`}},
		{"let x := f\n (g\ny) in x", []string{`AE101 3:1-3:2 a line that goes on with an argument starts to the right of column 1: indent it, or close the bracket`}},
		{"  def f : Int := 1\n   let x := 2 in x", []string{`AE101 2:4-2:7 this starts to the right of column 3, so it does not start a declaration or the plan's body: move it to the left`}},
		{"f x; g y", []string{"AE101 1:6-1:9 a plan is one expression, and this starts another: join the two with `let _ := … in`"}},
		{"let x := (f y; g z) in x", []string{"AE101 1:14-1:15 expected `)`, found `;`"}},
		{"def f (x: Int) : Int := x\r\n\r\nlet y := 1\r\ny", []string{"AE101 4:1-4:2 expected `in` before this line: the binding `let y := …` that starts on line 3 is not closed"}},
		{"let x := 1 in\r\rlet y := 2\ry", []string{"AE101 4:1-4:2 expected `in` before this line: the binding `let y := …` that starts on line 3 is not closed"}},
		{"let x := match a with | A => 1\nlet y := 2 in y", []string{"AE101 2:1-2:4 expected `in` before this line: the binding `let x := …` that starts on line 1 is not closed"}},
		{"{ x }", []string{"AE101 1:1-1:2 expected an expression, found `{`"}},
		{"match x with | none => 1 | some v => (v | w) | other => 2", []string{"AE101 1:41-1:42 expected `)`, found `|`"}},
		{"let a := if x then y\nlet b := 2 in b", []string{"AE101 2:1-2:4 expected `else`, found `let`: an `if` always has both branches"}},
		{"x \x00 y", []string{`AE103 1:3-1:4 this file is not text: a NUL byte stands here`}},
		{"x \xff y", []string{`AE103 1:3-1:4 this file is not UTF-8 text: an invalid byte stands here`}},
		{"\ufeffx \ufeffy", []string{`AE101 1:3-1:4 the character U+FEFF means nothing here`}},
		{"let x := 1\u00a0in x", []string{`AE101 1:11-1:12 the character U+00A0 means nothing here`}},
		{"open M\n  f x", []string{`AE101 2:3-2:4 this starts to the right of column 1, so it does not start a declaration or the plan's body: move it to the left`}},
		{"f x\nopen N", []string{`AE101 2:1-2:5 declarations stand before the plan's body, not after it`}},
		{"import M\n (a, b)", []string{`AE101 2:2-2:3 this starts to the right of column 1, so it does not start a declaration or the plan's body: move it to the left`}},
		{"; open M", []string{"AE101 1:1-1:2 this `;` ends nothing"}},
		{"end", []string{"AE101 1:1-1:4 this `end` closes no `mutual`"}},
		{"mutual def f : Int := 1", []string{"AE101 1:1-1:7 this `mutual` is not closed: expected `end` after its definitions"}},
		{"mutual open M end", []string{"AE101 1:8-1:12 unexpected `open`"}},
		{"def f x : Int := 1", []string{"AE101 1:7-1:8 expected `:`, or a parameter in parentheses: write `(x: T)`"}},
		{"def f (x Int) : Int := x", []string{"AE101 1:10-1:13 expected `:` after the name of the parameter, found `Int`"}},
		{"def f (x: Int y: Int) : Int := x", []string{"AE101 1:15-1:16 a type with arguments stands in parentheses: write `(Int y)`"}},
		{"def f (x: Int : Int := x", []string{"AE101 1:15-1:16 expected `)`, found `:`"}},
		{"def f (x: Int) := x", []string{"AE101 1:16-1:18 expected `: T`, the result type, before `:=`"}},
		{"def f (x: Int) : Int = x", []string{"AE101 1:22-1:23 the body of a definition follows `:=`, not `=`"}},
		{"def f (x: Int) : Int", []string{"AE101 1:21-1:21 expected `:=` before the body of the definition, found the end of the file"}},
		{"def f", []string{"AE101 1:6-1:6 expected `:` and the result type, found the end of the file"}},
		{"def f (x: Int) : Int := ", []string{`AE101 1:24-1:24 expected an expression, found the end of the file`}},
		{"def f : := 1", []string{"AE101 1:9-1:11 expected a type, found `:=`"}},
		{"def f : List Int := 1", []string{"AE101 1:14-1:17 a type with arguments stands in parentheses: write `(List Int)`"}},
		{"def f (x: List Int) : Int := 1", []string{"AE101 1:16-1:19 a type with arguments stands in parentheses: write `(List Int)`"}},
		{"def f : (List Int, String) := 1", []string{"AE101 1:15-1:18 a type with arguments stands in parentheses: write `(List Int)`"}},
		{"def f : (x: Int) := 1", []string{"AE101 1:9-1:17 `(x: Int)` is a parameter, not a type: expected `->` and the result after it"}},
		{"def f : (a, 1 x: Int) := 1", []string{`AE101 1:13-1:14 a component of a tuple has no multiplicity: it follows from its type`}},
		{"def f : (a, x: Int | x > 0) := 1", []string{"AE101 1:20-1:21 a component of a tuple is refined inside braces: write `{x:T | p}`"}},
		{"def f : (Int | x > 0) -> Int := 1", []string{"AE101 1:14-1:15 a refined parameter needs a name: write `(x: T | p)`"}},
		{"def f : () := 1", []string{"AE101 1:9-1:11 `()` is a value: its type is `Unit`"}},
		{"def f : {x:Int} := 1", []string{"AE101 1:15-1:16 expected an expression, found `}`"}},
		{"def f : {x | x > 0} := 1", []string{"AE101 1:12-1:13 expected `:` after the name in a refinement `{x:T | p}`, found `|`"}},
		{"def f : Int -> := 1", []string{"AE101 1:16-1:18 expected a type, found `:=`"}},
		{"def f : forall a, a := 1", []string{"AE101 1:17-1:18 expected `:` in `forall a:B, T`, found `,`"}},
		{"@a @b", []string{"AE101 1:6-1:6 expected `def` or `axiom` after the decorator, found the end of the file"}},
		{"@a type T", []string{"AE101 1:4-1:8 expected `def` or `axiom` after the decorator, found `type`"}},
		{"axiom x", []string{"AE101 1:8-1:8 expected `:` after the name of the axiom, found the end of the file"}},
		{"axiom x Int", []string{"AE101 1:9-1:12 expected `:` after the name of the axiom, found `Int`"}},
		{"inductive M\n| some value : M\n| none : M\n+ size M : Int", []string{
			"AE101 2:8-2:13 expected `:` before the type of the constructor or measure, found `value`",
			"AE101 4:8-4:9 expected `:` before the type of the constructor or measure, found `M`",
		}},
		{"example \"t\" := 1", []string{"AE101 1:9-1:12 expected `accept` or `reject CODE` after `example`, found `\"t\"`"}},
		{"example accept AE301 \"t\" := 1", []string{"AE101 1:16-1:21 an example that is accepted has no code: remove `AE301`"}},
		{"example reject \"t\" := 1", []string{"AE101 1:16-1:19 expected the code of the rejection after `reject`, as in `reject AE301`, found `\"t\"`"}},
		{"example accept := 1", []string{"AE101 1:16-1:18 expected the title of the example in quotes, found `:=`"}},
		{"example accept \"t\" 1", []string{"AE101 1:20-1:21 expected `:=` before the body of the example, found `1`"}},
		{"import", []string{`AE101 1:7-1:7 expected the name of a module, found the end of the file`}},
		{"open M N", []string{"AE101 1:8-1:9 unexpected `N`"}},
		{"type", []string{`AE101 1:5-1:5 expected the name of the type, found the end of the file`}},
		{"plan (x: Int", []string{"AE101 1:13-1:13 expected `)`, found the end of the file"}},
		{"def f (x: Int) : Int := (x\ndef g (x: Int) : Int := x)\ndef h : Int := ]\nlet x := 1\nx", []string{
			"AE101 1:27-1:27 expected `)`, found the next declaration (`def`)",
			"AE101 2:26-2:27 unexpected `)`",
			"AE101 3:16-3:17 expected an expression, found `]`",
			"AE101 5:1-5:2 expected `in` before this line: the binding `let x := …` that starts on line 4 is not closed",
		}},
		{"let a := f (x in\nlet b := g y in b", []string{"AE101 1:15-1:17 expected `)`, found `in`"}},
		{"def f (1 : Int := x", []string{
			"AE101 1:10-1:11 expected the name of a parameter, found `:`",
			"AE101 1:16-1:18 expected `)`, found `:=`",
		}},
		{"let x := )\nlet y := 2 in y", []string{"AE101 1:10-1:11 expected an expression after `:=`, found `)`"}},
	} {
		got := faults(c.in)
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%q\n got %s\nwant %s", c.in, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
		}
	}
}

func TestDeep(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(256 << 20))
	for name, text := range map[string]string{
		"parentheses":    strings.Repeat("(", 1_000_000),
		"closed":         "f " + strings.Repeat("(", 25_000) + strings.Repeat(")", 25_000),
		"mixed":          strings.Repeat("[(", 50_000) + strings.Repeat(")]", 50_000),
		"braces":         "def f : " + strings.Repeat("{x:", 25_000),
		"types":          "def f : " + strings.Repeat("(", 25_000),
		"arrows":         "def f : " + strings.Repeat("Int -> ", 25_000) + "Int := 1",
		"foralls":        "def f : " + strings.Repeat("forall a:B, ", 25_000) + "Int := 1",
		"not":            strings.Repeat("!", 25_000) + "x",
		"minus":          strings.Repeat("- ", 25_000) + "x",
		"if":             strings.Repeat("if a then b else ", 25_000) + "c",
		"if then":        strings.Repeat("if a then ", 25_000) + "c",
		"if if":          strings.Repeat("if ", 25_000) + "c",
		"and":            strings.Repeat("a && ", 25_000) + "c",
		"plus":           strings.Repeat("a + ", 25_000) + "c",
		"dollar":         strings.Repeat("f $ ", 25_000) + "c",
		"fun":            strings.Repeat("fun x => ", 25_000) + "c",
		"let in let":     strings.Repeat("let a := ", 25_000) + "c",
		"bare":           strings.Repeat("a := ", 25_000) + "c",
		"match":          strings.Repeat("match x with | A => ", 25_000) + "c",
		"match match":    strings.Repeat("match ", 25_000) + "c",
		"method":         "(x)" + strings.Repeat(".f", 25_000),
		"instances":      "x" + strings.Repeat("{T}", 25_000),
		"fun let":        strings.Repeat("fun x => let a := 1 in ", 25_000) + "c",
		"pattern":        "let " + strings.Repeat("(", 25_000) + "a",
		"list":           strings.Repeat("[1, ", 25_000),
		"lambda":         "Λ" + strings.Repeat(" x => Λ", 25_000),
		"plus of parens": strings.Repeat("("+strings.Repeat("a + ", 500), 190),
	} {
		start := time.Now()
		f, ds := Parse(diag.NewSource("x", text))
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		deep := false
		for _, d := range ds {
			deep = deep || d.Code == "AE104"
		}
		if !deep {
			t.Errorf("%s: no AE104 in %v", name, ds)
		}
		Inspect(f, func(Node) bool { return true })
	}
	ok := strings.Repeat("(", 199) + "x" + strings.Repeat(")", 199)
	parseOK(t, ok)
	if got := faults("((" + ok + "))"); len(got) != 1 || !strings.HasPrefix(got[0], "AE104 1:201-1:202") {
		t.Error(got)
	}
}
