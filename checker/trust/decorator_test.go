package trust

import (
	"strings"
	"testing"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

func TestCheckSpecDecorators(t *testing.T) {
	const (
		native  = "def f (1 s: Session) (n: Int) : Session := native \"x\""
		body    = "def f (1 s: Session) (n: Int) : Session := s"
		hole    = "def f (n: Int) { ?h }"
		measure = "def f : (x: a) -> Bool := uninterpreted"
		text    = "def f : (s: String) -> Bool := uninterpreted"
		axiom   = "axiom f : (n: Int) -> Unit"
	)
	tests := []struct{ name, spec, want string }{
		{"all on a native", `@harness @keeps @pure @msg("no") ` + native, ""},
		{"all on a definition", `@plan @keeps @msg(n, "no") @msg "also" ` + body, ""},
		{"measures", "@taint " + measure + "\n@taint(explicit) " + measure + "\n@volatile " + measure + "\n@prompt " + text, ""},
		{"a measure with a written parameter", "@taint def f (x: a) : Bool := uninterpreted\n@prompt def g (s: {s:String | true}) : Bool := uninterpreted", ""},
		{"a measure under forall", "@taint def f : forall a:B, (x: a) -> Bool := uninterpreted", ""},
		{"axiom", axiom, ""},
		{"on parameters", `def f (@msg "no" 1 s: Session) (@msg("never") n: Int) : Session := native "x"` + "\nplan (@msg \"clean\" 1 s: Session)", ""},
		{"a hole is trusted as a native is", "@pure " + hole, ""},
		{"a parameter of the type", "@msg(n, \"no\") def f : (n: Int) -> Int := native \"x\"", ""},

		{"unknown", "@minimize_int(n) " + body, "AE201@@minimize_int(n)"},
		{"misspelt", "@tiant " + measure, "AE201@@tiant"},
		{"unknown on an axiom", "@example " + axiom, "AE201@@example"},
		{"unknown in mutual", "mutual\n@other def f (n: Int) : Int := 1\nend", "AE201@@other"},
		{"each is reported", "@one @two " + body, "AE201@@one AE201@@two"},

		{"plan on a measure", "@plan " + measure, "AE201@@plan"},
		{"harness on an axiom", "@harness " + axiom, "AE201@@harness"},
		{"keeps on a measure", "@keeps " + measure, "AE201@@keeps"},
		{"keeps of modules", "@keeps(agent, other) " + native, ""},
		{"keeps of a text", `@keeps("agent") ` + native, `AE201@"agent"`},
		{"pure on a definition", "@pure " + body, "AE201@@pure"},
		{"pure on a measure", "@pure " + measure, "AE201@@pure"},
		{"volatile on a native", "@volatile " + native, "AE201@@volatile"},
		{"taint on a native", "@taint " + native, "AE201@@taint"},
		{"prompt on a definition", "@prompt " + body, "AE201@@prompt"},
		{"msg on a measure", "@msg(\"x\") " + measure, "AE201@@msg(\"x\")"},
		{"taint of two", "@taint def f : (x: a) -> (y: a) -> Bool := uninterpreted", "AE201@@taint"},
		{"taint of nothing", "@taint def f : Bool := uninterpreted", "AE201@@taint"},
		{"taint that is a number", "@taint def f : (x: a) -> Int := uninterpreted", "AE201@@taint"},
		{"prompt of no string", "@prompt def f : (n: Int) -> Bool := uninterpreted", "AE201@@prompt"},

		{"plan with an argument", "@plan(1) " + body, "AE201@@plan(1)"},
		{"taint with another argument", "@taint(implicit) " + measure, "AE201@@taint(implicit)"},
		{"taint with two", "@taint(explicit, explicit) " + measure, "AE201@@taint(explicit, explicit)"},
		{"msg without a text", "@msg " + body, "AE201@@msg"},
		{"msg with a number", "@msg(1) " + body, "AE201@@msg(1)"},
		{"msg of nothing", "@msg(\" \") " + body, "AE201@@msg(\" \")"},
		{"msg of no parameter", "@msg(m, \"no\") " + body, "AE201@m"},

		{"another on a parameter", `def f (@pure n: Int) : Int := native "x"`, "AE201@@pure"},
		{"unknown on a parameter", `def f (@mgs "no" n: Int) : Int := native "x"`, `AE201@@mgs "no"`},
		{"msg of two on a parameter", `def f (@msg(n, "no") n: Int) : Int := native "x"`, `AE201@@msg(n, "no")`},
		{"msg twice on a parameter", `def f (@msg "a" @msg "b" n: Int) : Int := native "x"`, `AE201@@msg "b"`},

		{"twice", "@keeps @keeps " + body, "AE201@@keeps"},
		{"plan and harness", "@plan @harness " + body, "AE201@@plan"},
		{"taint and prompt", "@taint @prompt " + text, "AE201@@taint"},
		{"taint and volatile", "@taint @volatile " + measure, "AE201@@volatile"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, ds := lang.Parse(diag.NewSource("spec.aeon", tt.spec))
			if len(ds) > 0 {
				t.Fatalf("does not parse: %v", ds[0])
			}
			if got := found(CheckSpecDecorators(f)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestUnknownDecoratorSaysWhatIsKnown(t *testing.T) {
	for name, want := range map[string]string{"tiant": "did you mean `@taint`?", "minimize": "aeonc knows @argument, @harness, @keeps, @msg, @plan, @prompt, @pure, @taint, @tool, @volatile"} {
		f, _ := lang.Parse(diag.NewSource("spec.aeon", "@"+name+" def f (n: Int) : Int := 1"))
		ds := CheckSpecDecorators(f)
		if len(ds) != 1 || strings.Join(ds[0].Notes, "") != want {
			t.Errorf("@%s: %v", name, ds[0].Notes)
		}
	}
}
