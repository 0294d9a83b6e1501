package soundness

import (
	"fmt"
	"github.com/aeonc/aeonc/checker"
	"testing"
)

func TestTmp(t *testing.T) {
	judge := Checker(solver(t))
	n := 0
	for s := uint64(0); s < 600 && n < 9; s++ {
		c := Generate(s, Features{})
		if c.Mutated {
			continue
		}
		ck, free := judge(t.Context(), c.SpecText())
		j := ck(c.PlanText())
		free()
		if j.Accepted || j.Result == nil {
			continue
		}
		r := &Report{}
		r.replay(c, j.Result)
		if len(r.NotUpheld) > 0 {
			n++
			fmt.Println("=====", s)
			fmt.Println(c.PlanText())
			for _, d := range j.Result.Diagnostics {
				if d.Counterexample != nil {
					fmt.Println(d.Error(), d.Counterexample)
					fmt.Println("   spec:", func() string {
						for _, x := range d.Related {
							return x.Span.Src.Line(x.Span.Pos().Line)
						}
						return ""
					}())
				}
			}
			for _, o := range j.Result.Obligations {
				if o.Status == checker.Refuted {
					fmt.Println(o.Text, o.Callee, o.Param)
				}
			}
		}
	}
}
