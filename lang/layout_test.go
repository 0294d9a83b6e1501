package lang

import (
	"strings"
	"testing"

	"github.com/aeonc/aeonc/lang/diag"
)

// outline lists what a file was cut into: "def f; body x".
func outline(f *File) string {
	var parts []string
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *Def:
			parts = append(parts, "def "+d.Name.Name+" "+shape(d.Body))
		case *TypeDecl:
			s := "type " + d.Name.Name
			for _, p := range d.Params {
				s += " " + p.Name
			}
			parts = append(parts, s)
		case *Import:
			parts = append(parts, "import "+d.Path.Name)
		case *Contract:
			parts = append(parts, strings.TrimSpace("plan "+d.Name.Name))
		case *Example:
			parts = append(parts, "example "+shape(d.Body))
		case *Mutual:
			inner := &File{}
			for _, def := range d.Defs {
				inner.Decls = append(inner.Decls, def)
			}
			parts = append(parts, "mutual("+outline(inner)+")")
		case *Axiom:
			parts = append(parts, "axiom "+d.Name.Name)
		case *Inductive:
			parts = append(parts, "inductive "+d.Name.Name)
		case *Foreign:
			parts = append(parts, d.Keyword.Name)
		default:
			parts = append(parts, "BAD")
		}
	}
	if f.Body != nil {
		parts = append(parts, "body "+shape(f.Body))
	}
	return strings.Join(parts, "; ")
}

func TestLayout(t *testing.T) {
	for _, c := range []struct{ why, in, want string }{
		{"an argument may start a line right of the declaration", "def f : Int :=\n g\n x", "def f (g x)"},
		{"an argument at the margin starts the body", "def f : Int := g\nx", "def f g; body x"},
		{"so does a bracket", "def f : Int := g\n(x)", "def f g; body <x>"},
		{"behind an axiom too", "@d axiom a : (List Int)\n(x)", "axiom a; body <x>"},
		{"so does a minus", "def f : Int := g\n-x", "def f g; body (-x)"},
		{"a minus right of the margin goes on", "def f : Int := g\n -x", "def f (g - x)"},
		{"only the line's first token is tested", "def f : Int :=\n g (h\n  x) y", "def f (g <(h x)> y)"},
		{"any other token may stand at the margin", "def f : Int :=\nif a\nthen b\nelse c", "def f (if a b c)"},
		{"an operand is not a continuation", "def f : Int := a +\nb", "def f (a + b)"},
		{"a type's parameter does not start a line", "type Box\na", "type Box; body a"},
		{"but may do so to the right", "type Box\n a", "type Box a"},
		{"a signature may go on at the margin", "def f\n(x: Int)\n: Int\n:= x", "def f x"},
		{"columns count code points", "def f : Int := g \"é\" def h : Int :=\n                    x\n                     y", "def f (g \"é\"); def h x; body y"},
		{"a tab counts one", "\tdef f : Int := g\n x", "def f g; body x"},
		{"a BOM counts none", "\uFEFFdef f : Int := g\n x", "def f (g x)"},
		{"a declaration starts at its decorators", " @d\n   def f : Int := g\n  x", "def f (g x)"},
		{"reserved words start a declaration anywhere", "def f : Int := 1 def g : Int := 2 axiom a : Int @d def h : Int := 3 inductive I | c : I mutual def k : Int := 4 end",
			"def f 1; def g 2; axiom a; def h 3; inductive I; mutual(def k 4)"},
		{"a contextual keyword does not", "def f : Int := g type", "def f (g type)"},
		{"but at the file's first token", "type T", "type T"},
		{"after a semicolon that ends a declaration", "def f : Int := 1; type T; plan p; open M; f", "def f 1; type T; plan p; import M; body f"},
		{"at a line's start at or left of the declaration", "  def f : Int := g\n  type T\n plan p\nopen M", "def f g; type T; plan p; import M"},
		{"not right of it", " def f : Int := g\n  open", "def f (g open)"},
		{"not where the line before is incomplete", "def f : Int := let x := 1 in\nopen", "def f (let x:=1 in open)"},
		{"nor in brackets", "def f : Int := (g,\nopen)", "def f (tuple g open)"},
		{"the body too needs a complete line before it", "def f : Int := x +\ny\nz", "def f (x + y); body z"},
		{"a forall's > completes a line", "type T forall <p : a -> Bool>\nplan", "type T; plan"},
		{"and t<p> does", "axiom x : t<p>\nplan", "axiom x; plan"},
		{"a tactic does", "def f : Int := by apply?\nplan", "def f by; plan"},
		{"a semicolon stands for in while a binding is open", "def f : Int := let x := 1; x; plan", "def f (let x:=1 in x); plan"},
		{"of the same bracket", "def f : Int := let x := (let y := 1; y); x; plan", "def f (let x:=<(let y:=1 in y)> in x); plan"},
		{"for a binding without let too", "def f : Int := x := 1; y : Int := 2; x; plan", "def f (let x:=1 y:Int:=2 in x); plan"},
		{"for let with =", "def f : Int := let x = 1; x; plan", "def f (let x:=1 in x); plan"},
		{"one after the last binding is ignored", "example accept \"t\" := let x := 1;\nplan", "example (let x:=1 in -); plan"},
		{"an import's list starts on its line", "import M\n(a, b)", "import M; body (tuple a b)"},
		{"a contract's name stands on its line", "plan\np", "plan; body p"},
		{"def plan defines plan", "def plan : Int := 1\ndef end (open: Int) : Int := open", "def plan 1; def end open"},
		{"end ends a mutual", "mutual\n def f : Int := g\n def g : Int := f\nend\nf", "mutual(def f g; def g f); body f"},
		{"#[ is no comment", "#[1]", "body #[1]"},
		{"class and instance end where the next declaration starts", "class Eq (a:B) where\n  eq : a;\ninstance i : Eq Int where\n  eq x := y;\ntype T", "class; instance; type T"},
		{"class is a name otherwise", "class x", "body (class x)"},
	} {
		f, ds := Parse(diag.NewSource("x", c.in))
		if got := outline(f); len(ds) > 0 || got != c.want {
			t.Errorf("%s:\n%s\n got %s %v\nwant %s", c.why, c.in, got, ds, c.want)
		}
	}
}

// After an error, what is healthy is in the tree.
func TestRecovery(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"let s := f x\ng s", "body (let s:=(f x) in (g s))"},
		{"let a := f (x in\nlet b := g y in b", "body (let a:=(f <x>) b:=(g y) in b)"},
		{"let a := in let b := ) in b", "body (let a:=BAD b:=BAD in b)"},
		{"let a := f x ] y in let b := 1 in b", "body (let a:=(f x) b:=1 in b)"},
		{"let a := s.", "body (let a:=(s .) in -)"},
		{"let a := s. in a", "body (let a:=(s .) in a)"},
		{"if a then b", "body (if a b BAD)"},
		{"match x with | A => | B => 2", "body (match x |[A]=>BAD |[B]=>2)"},
		{"f x\nlet y := 1 in y", "body (let _:=(f x) in (let y:=1 in y))"},
		{"def f (x: Int : Int := x\ndef g : Int := 1", "def f x; def g 1"},
		{"def f (x: Int) : := x\ntype T\nf 1", "def f x; type T; body (f 1)"},
		{"def f := (\ndef g : Int := 1", "def f <BAD>; def g 1"},
		{"def f : Int := \"abc\ndef g : Int := 1", "def f \"abc\"; def g 1"},
		{"@d\ntype T\ndef f : Int :=", "BAD; type T; def f BAD"},
		{"type\nopen\nplan (", "type ; import ; plan"},
		{"def f : Int := (((1, 2]\nopen M", "def f <<(tuple 1 2)>>; import M"},
		{strings.Repeat("(", 300) + "\ndef f : Int := 1", "def f 1; body BAD"},
	} {
		f, ds := Parse(diag.NewSource("x", c.in))
		if got := outline(f); len(ds) == 0 || got != c.want {
			t.Errorf("%s\n got %s %v\nwant %s", c.in, got, ds, c.want)
		}
	}
}
