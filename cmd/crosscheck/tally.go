package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/aeonc/aeonc/checker"
)

// tally counts answers and keeps the disagreements.
type tally struct {
	save    string
	verbose bool

	proved, refuted int // the solvers agree
	trivial         int // aeonc needed no solver
	open            int // the second solver gave up, or its answer means nothing
	undecided       int // aeonc gave up
	wrong           int
}

// openPart marks a script in which something was left open, because SMT-LIB
// cannot express it; "sat" then means nothing (package smtlib).
const openPart = "cannot be expressed"

func (t *tally) count(a answer) {
	said := a.text
	if said == "sat" && strings.Contains(a.script, openPart) {
		said = "unknown"
	}
	switch {
	case a.script == "":
		t.trivial++
	case said != "sat" && said != "unsat" && said != "unknown":
		t.disagree(a) // a script that the solver cannot read is one too
	case a.status == checker.Undecided:
		t.undecided++
		t.left(a)
	case said == "unknown":
		t.open++
		t.left(a)
	case a.status == checker.Proved && said == "unsat":
		t.proved++
	case a.status == checker.Refuted && said == "sat":
		t.refuted++
	default:
		t.disagree(a)
	}
}

// left tells of a question that one of the two left open.
func (t *tally) left(a answer) {
	if t.verbose {
		fmt.Printf("open: %s: aeonc %s, second solver %s: %s\n", a.name, a.status, a.text, a.what)
	}
}

func (t *tally) disagree(a answer) {
	t.wrong++
	fmt.Printf("DISAGREEMENT: %s: aeonc %s, second solver %s: %s\n", a.name, a.status, a.text, a.what)
	file := filepath.Join(t.save, filepath.Base(a.name)+".smt2")
	err := os.MkdirAll(t.save, 0o755)
	if err == nil {
		text := fmt.Sprintf("; aeonc: %s\n; %s\n%s", a.status, strings.ReplaceAll(a.what, "\n", "\n; "), a.script)
		err = os.WriteFile(file, []byte(text), 0o644)
	}
	if err != nil {
		fmt.Println("  not saved:", err)
		return
	}
	fmt.Println("  saved:", file)
}

// passed: nothing contradicts, and something was compared.
func (t *tally) passed() bool { return t.wrong == 0 && t.proved+t.refuted > 0 }

func (t *tally) String() string {
	total := t.proved + t.refuted + t.trivial + t.open + t.undecided + t.wrong
	return fmt.Sprintf("%d obligations (%d needed no solver), %d agree (%d proved, %d refuted), %d left open by the second solver, %d by aeonc, %d disagree",
		total, t.trivial, t.proved+t.refuted, t.proved, t.refuted, t.open, t.undecided, t.wrong)
}
