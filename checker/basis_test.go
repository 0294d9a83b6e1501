package checker_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// What a verdict rests on: the facts that the proofs need, and no others.
func TestBasis(t *testing.T) {
	shared, err := os.ReadFile("testdata/traces/spec.txt")
	if err != nil {
		t.Fatal(err)
	}
	lib := library(t)
	ctx := context.Background()
	spec := checker.Load(ctx, checker.Config{
		Specs: []string{"spec.aeon"}, Solver: lib,
		Builtin:  func(string) (string, bool) { return "", false },
		ReadFile: func(string) (string, error) { return string(shared), nil },
	})
	defer spec.Close()
	for _, c := range []struct{ plan, want string }{
		{"closeSession s", ""},
		{
			"let repo := largest_repo s in\nlet other := isPrivate publicRepo in\nif isPrivate repo then closeSession s\nelse\n  let s := repoRead s repo in\n  let _ := createIssuePublic s publicRepo \"t\" \"b\" in ()",
			"contract s trusted `sessionTainted s = false` []; native isPrivate trusted `b = repoPrivate r` [3]; path  `\u0060isPrivate repo\u0060 is false` []; " +
				"native repoRead trusted `sessionTainted s2 = (repoPrivate r || sessionTainted s)` [5]; native publicRepo trusted `repoPrivate r = false` []",
		},
		{
			"let s := List.foldl (fun s i => comment s i \"x\") s (issuesOf s publicRepo) in closeSession s",
			"loop; contract s trusted `sessionTainted s = false` []; native comment trusted `sessionTainted s2 = sessionTainted s` [1]",
		},
		{
			"let n := if n > 20 then 20 else 10 in let _ := need n in closeSession s", "",
		},
	} {
		r := spec.CheckPlan(ctx, checker.PlanInput{Source: diag.NewSource("plan.aeon", c.plan+"\n"), WantBasis: true})
		if r.Verdict != checker.Verified || r.Basis == nil {
			t.Errorf("%s\n%v %v", c.plan, r.Verdict, r.Diagnostics)
			continue
		}
		var got []string
		loops := 0
		for _, b := range r.Basis {
			if b.Kind == "loop" {
				// Several candidates would do; which are taken is the solver's choice.
				if loops++; loops > 1 {
					continue
				}
				got = append(got, "loop")
				continue
			}
			trusted := ""
			if b.Trusted {
				trusted = "trusted "
			}
			var lines []int
			for _, u := range b.Uses {
				lines = append(lines, u.Pos().Line)
			}
			got = append(got, fmt.Sprintf("%s %s %s`%s` %v", b.Kind, b.Name, trusted, b.Text, lines))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.plan, strings.Join(got, "; "), c.want)
		}
	}
}
