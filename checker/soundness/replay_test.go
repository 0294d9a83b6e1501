package soundness

import (
	"testing"

	"github.com/aeonc/aeonc/lang/diag"
)

// TestReplay: a run follows what a counterexample says.
func TestReplay(t *testing.T) {
	p := NewProgram(parse(t, "spec", github), parse(t, "plan", `let r := largest s in let s := read s r in post s publicRepo`))
	for _, c := range []struct {
		secret string
		breaks bool
	}{{"secret = true", true}, {"secret = false, locked = true", false}} {
		example := []diag.Binding{{Name: "r", Value: c.secret}, {Name: "s", Value: "tainted = true, writes = -7"}}
		if got := p.Replay(example, "tainted s = false"); got != c.breaks {
			t.Errorf("with %s: broken %v, want %v", c.secret, got, c.breaks)
		}
	}
}

// TestRunDefinitions: a definition that lies about its result is caught.
func TestRunDefinitions(t *testing.T) {
	for text, lies := range map[string]bool{
		`def half (x:Int) : {v:Int | v * 2 <= x} := x / 2`: false,
		`def half (x:Int) : {v:Int | v * 2 >= x} := x / 2`: true,
		`def mod (x:Int) : {v:Int | v >= 0} := x % 3`:      false,
		`def mod (x:Int) : {v:Int | v >= 0} := x % -3`:     true,
	} {
		p := NewProgram(parse(t, "spec", text), nil)
		caught := false
		for seed := uint64(0); seed < 50; seed++ {
			caught = caught || p.RunDefinitions(seed).Ending == Violated
		}
		if caught != lies {
			t.Errorf("%s: caught %v", text, caught)
		}
	}
}
