package soundness

import (
	"strings"
	"testing"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// parse reads a hand-written program.
func parse(t testing.TB, name, text string) *lang.File {
	t.Helper()
	f, ds := lang.Parse(diag.NewSource(name, text))
	if diag.HasErrors(ds) {
		t.Fatalf("%s: %v\n%s", name, ds[0], text)
	}
	return f
}

func TestInterpreter(t *testing.T) {
	for _, c := range interpreterCases {
		p := NewProgram(parse(t, "spec", c.spec), parse(t, "plan", c.plan))
		finished, broken := 0, ""
		for seed := uint64(0); seed < 200; seed++ {
			r := p.Run(seed, false)
			switch r.Ending {
			case Finished:
				finished++
			case Violated:
				if broken == "" || strings.Contains(r.What, c.breaks) {
					broken = r.What
				}
			case Stuck:
				t.Errorf("%s\nstuck: %s", c.plan, r.What)
			}
		}
		switch {
		case c.breaks == "" && (broken != "" || finished == 0):
			t.Errorf("%s\nmust not break: %s", c.plan, broken)
		case c.breaks != "" && !strings.Contains(broken, c.breaks):
			t.Errorf("%s\nmust break %q, did %q", c.plan, c.breaks, broken)
		}
	}
}

// TestPrinter: what is printed reads back as the same text.
func TestPrinter(t *testing.T) {
	for _, c := range interpreterCases {
		if c.plan == "" || strings.Contains(c.plan, "\u0307") {
			continue
		}
		text := Print(parse(t, "plan", c.plan))
		again := Print(parse(t, "again", text))
		if text != again {
			t.Errorf("printed as\n%s\nand then as\n%s", text, again)
		}
	}
}
