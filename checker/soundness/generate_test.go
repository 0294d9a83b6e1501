package soundness

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// TestGenerate: a seed gives one case; its text is free of syntax errors and
// reads back as the tree that it was printed from.
func TestGenerate(t *testing.T) {
	for seed := uint64(0); seed < 1000; seed++ {
		features := Features{Lists: seed%2 == 1, Labels: seed%3 == 0}
		c, again := Generate(seed, features), Generate(seed, features)
		spec, plan := c.SpecText(), c.PlanText()
		if spec != again.SpecText() || plan != again.PlanText() {
			t.Fatalf("seed %d gives two cases", seed)
		}
		for name, text := range map[string]string{"spec": spec, "plan": plan} {
			f, ds := lang.Parse(diag.NewSource(name, text))
			if len(ds) > 0 {
				t.Errorf("seed %d: %v\n%s", seed, ds[0], text)
				continue
			}
			if s := Print(f); s != text {
				t.Errorf("seed %d: reads back as\n%s\nnot as\n%s", seed, s, text)
			}
		}
	}
}

// TestShow prints the case of the seed in SOUNDNESS_SEED and a few runs of it.
func TestShow(t *testing.T) {
	seed, err := strconv.ParseUint(os.Getenv("SOUNDNESS_SEED"), 10, 64)
	if err != nil {
		t.Skip("SOUNDNESS_SEED names no seed")
	}
	c := Generate(seed, Features{Lists: os.Getenv("SOUNDNESS_LISTS") != "", Labels: os.Getenv("SOUNDNESS_LABELS") != ""})
	fmt.Printf("%s\n----\n%s\n----\n", c.SpecText(), c.PlanText())
	for k := uint64(0); k < 5; k++ {
		r := NewProgram(c.Spec, c.Plan).Run(k, true)
		fmt.Println(r.Ending, r.What)
		for _, l := range r.Trace {
			fmt.Println("  ", l)
		}
	}
}
