package trust

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker/load"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

const spec = `
linear type Session
type Repo
inductive Box a
| empty : (Box a)
| full (value: a) : (Box a)
def private : (r: Repo) -> Bool := uninterpreted
def read (1 s: Session) (r: Repo) : Session := native "read(s, r)"
axiom law : (r: Repo) -> Unit
plan main (1 s: Session)
`

// program is a spec in force, with a module that only it imports.
func program(t *testing.T) *load.Program {
	t.Helper()
	p := load.Load(load.Options{Parse: lang.Parse,
		Specs: []string{"store.aeon", "pkg.extra"},
		ReadFile: func(path string) (string, error) {
			return map[string]string{
				"store.aeon":     "import inner\n" + spec,
				"inner.aeon":     "def innermost : Int := native \"1\"\n",
				"pkg/extra.aeon": "def Int.shown (n: Int) : String := native \"str(n)\"\ndef Own.thing : Int := native \"1\"\n",
			}[path], nil
		},
	})
	if len(p.Diagnostics) > 0 {
		t.Fatal(p.Diagnostics[0])
	}
	return p
}

var builtinTypes = []string{"Int", "Bool", "String", "Float", "Unit", "List", "Array", "Maybe"}

// found lists diagnostics as "CODE@text".
func found(ds []*diag.Diagnostic) string {
	var out []string
	for _, d := range ds {
		out = append(out, string(d.Code)+"@"+d.Span.Text())
	}
	return strings.Join(out, " ")
}

func TestCheckPlan(t *testing.T) {
	reserved := ReservedBy(program(t), builtinTypes)
	tests := []struct{ name, plan, want string }{
		{"a plan", "def twice (n: Int) : Int := n + n\nlet s := read s r in let s := read s r in twice (fun x => x) 1", ""},
		{"contract and module names of others are free", "let main := 1 in let sum := 2 in let length := 3 in main", ""},
		{"no body", "def twice (n: Int) : Int := n + n\n", "AE101@"},
		{"nothing", "", "AE101@"},

		{"native", `native "x"`, `AE501@native "x"`},
		{"native in a helper", "def f (n: Int) : Int := native \"x\"\n1", `AE501@native "x"`},
		{"native_import", "def f : Int := native_import \"x\"\n1", `AE502@native_import "x"`},
		{"uninterpreted", "def f (n: Int) : Int := uninterpreted\n1", "AE502@uninterpreted"},
		{"measure", "def f : (n: Int) -> Int := uninterpreted\n1", "AE502@uninterpreted"},
		{"axiom", "axiom trust : (n: Int) -> Unit\n1", "AE502@trust"},
		{"type", "type T\n1", "AE502@T"},
		{"linear type", "linear type T\n1", "AE502@T"},
		{"inductive", "inductive T\n| c : T\n1", "AE502@T"},
		{"contract", "plan (n: Int)\n1", "AE502@plan (n: Int)"},
		{"named contract", "plan p (n: Int)\n1", "AE502@p"},
		{"example", "example accept \"t\" := 1\n1", `AE502@example accept "t" := 1`},
		{"example of a contract", "example accept for main \"t\" := 1\n1", "AE502@main"},
		{"mutual", "mutual\ndef f (n: Int) : Int := 1\nend\n1", "AE502@mutual"},
		{"hole in mutual", "mutual\ndef f (n: Int) : Int := ?h\nend\n1", "AE502@mutual AE507@?h"},
		{"class", "class Show a where\n  show : a -> Int\ndef f : Int := 1\n1", "AE502@class"},
		{"decorator", "@plan def f (n: Int) : Int := 1\n1", "AE502@@plan"},
		{"decorators", "@pure @other(1) def f (n: Int) : Int := 1\n1", "AE502@@pure AE502@@other(1)"},
		{"hole", "let b := ?todo in 1", "AE507@?todo"},
		{"hole in a refinement", "def f (n: {x:Int | ?p}) : Int := 1\n1", "AE507@?p"},

		{"type application", "f{Int} 1", "AE101@f{Int}"},
		{"binding without let", "x := 1; x", "AE101@x"},
		{"dotted name", "def A.f (n: Int) : Int := 1\n1", "AE101@A.f"},
		{"array literal", "#[1, 2]", "AE101@#[1, 2]"},
		{"braces", "def f (n: Int) { n }\n1", "AE101@f"},
		{"metric", "def f (n: Int) : Int decreasing_by [n] := 1\n1", "AE304@f"},
		{"metric with a hole", "def f (n: Int) : Int decreasing_by [?m] := 1\n1", "AE304@f AE507@?m"},

		{"helper takes a function's name", "def read (n: Int) : Int := 1\n1", "AE504@read"},
		{"variable takes a function's name", "let read := 1 in 1", "AE504@read"},
		{"variable takes a measure's name", "let private := 1 in 1", "AE504@private"},
		{"variable takes a type's name", "let Repo := 1 in 1", "AE504@Repo"},
		{"variable takes a constructor's name", "let full := 1 in 1", "AE504@full"},
		{"variable takes an axiom's name", "let law := 1 in 1", "AE504@law"},
		{"variable takes a built-in type's name", "let Int := 1 in 1", "AE504@Int"},
		{"variable takes a built-in module's name", "let List := 1 in 1", "AE504@List"},
		{"variable takes a module's name", "let store := 1 in 1", "AE504@store"},
		{"variable takes the name of a module that a spec imports", "let inner := 1 in 1", "AE504@inner"},
		{"variable takes an export of a module that a spec imports", "let innermost := 1 in 1", "AE504@innermost"},
		{"variable takes the first part of a dotted module", "let pkg := 1 in 1", "AE504@pkg"},
		{"variable takes the last part of a dotted module", "let extra := 1 in 1", "AE504@extra"},
		{"variable takes the first part of a dotted export", "let Own := 1 in 1", "AE504@Own"},
		{"tuple pattern", "let (a, 1 read, _) := 1 in 1", "AE504@read"},
		{"constructor pattern", "let (.full read) := 1 in 1", "AE504@read"},
		{"match", "match b with | full read => 1 | empty => 2", "AE504@read"},
		{"nested pattern", "match b with | full (a, read) => 1 | _ => 2", "AE504@read"},
		{"lambda", "fun read => 1", "AE504@read"},
		{"lambda with types", "fun (1 read: Session) (private: Int) => 1", "AE504@read AE504@private"},
		{"helper parameter", "def f (read: Int) : Int := 1\n1", "AE504@read"},
		{"refinement binder", "def f (n: {read:Int | true}) : Int := 1\n1", "AE504@read"},
		{"arrow parameter", "def f (n: (read: Int) -> Int) : Int := 1\n1", "AE504@read"},
		{"tuple component", "def f (n: Int) : (read: Int, Int) := (1, 1)\n1", "AE504@read"},
		{"annotation", "let x : {read:Int | true} := 1 in 1", "AE504@read"},
		{"forall", "def f (n: forall read:B, Int) : Int := 1\n1", "AE504@read"},
		{"abstract refinement", "def f (n: forall <read : Int -> Bool>, Int) : Int := 1\n1", "AE504@read"},
		{"type in a refinement in a lambda", "fun (g: (x: {y:Int | (fun (read: Int) => true) y}) -> Int) => 1", "AE504@read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, ds := lang.Parse(diag.NewSource("plan.aeon", tt.plan))
			if len(ds) > 0 {
				t.Fatalf("does not parse: %v", ds[0])
			}
			if got := found(CheckPlan(f, reserved)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestReservedNameShowsItsDeclaration(t *testing.T) {
	f, _ := lang.Parse(diag.NewSource("plan.aeon", "let read := 1 in 1"))
	ds := CheckPlan(f, ReservedBy(program(t), builtinTypes))
	if len(ds) != 1 || len(ds[0].Related) != 1 {
		t.Fatalf("%v", ds)
	}
	at := ds[0].Related[0].Span
	if got := fmt.Sprint(at.Src.Name, at.Pos(), at.Text()); got != "store.aeon{9 5}read" {
		t.Errorf("declared at %s", got)
	}
}

// An example in a spec is held to the rules of a plan.
func TestCheckBody(t *testing.T) {
	f, ds := lang.Parse(diag.NewSource("store.aeon", `example reject AE504 "t" := let read := ?h in native "x"`))
	if len(ds) > 0 {
		t.Fatal(ds[0])
	}
	body := f.Decls[0].(*lang.Example).Body
	if got := found(CheckBody(body, ReservedBy(program(t), builtinTypes))); got != `AE504@read AE507@?h AE501@native "x"` {
		t.Errorf("got %s", got)
	}
	if ds := CheckBody(nil, Reserved{}); len(ds) > 0 {
		t.Error(ds[0])
	}
}

func TestCheckImports(t *testing.T) {
	f, ds := lang.Parse(diag.NewSource("plan.aeon", "open store\nimport inner\nimport pkg.extra\nopen evil\n1"))
	if len(ds) > 0 {
		t.Fatal(ds[0])
	}
	if got := found(CheckImports(f, program(t))); got != "AE505@inner AE505@evil" {
		t.Errorf("got %s", got)
	}
}
