package specs_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// privateHome is a plan's beginning: a private repository of the user's own, and a text
// that anybody could have written.
const privateHome = `let r := ownRepo "ann/a" in
let other := r in
if !(isPrivate r) then closeSession s else
let (data, s) := issue_read s publicRepo "get" 1 in
`

// TestGitHubKeepsPrivateTrusted: what is private is read back as trusted. So under
// `balanced` no free text of a function that writes to a private repository may come from
// a stranger, and under `strict` none is written once a stranger's text was read.
func TestGitHubKeepsPrivateTrusted(t *testing.T) {
	user := diag.NewSource("prompt.txt", "ann")
	count := 0
	for _, module := range []string{"github.core_writes", "github.issues", "github.pulls"} {
		spec := run{specs: []string{"strict", "balanced", "github", module}}.load(t)
		verify := func(contract, plan string) string {
			return verdict(spec.CheckPlan(context.Background(), checker.PlanInput{
				Source: diag.NewSource("plan.aeon", privateHome+plan), Contract: contract, Prompt: user,
			}))
		}
		for _, f := range githubFunctions(module) {
			if f.reads || f.makes {
				continue
			}
			inRepo := false
			for _, p := range f.params {
				inRepo = inRepo || p.base == "Repo"
			}
			if !inRepo {
				continue
			}
			t.Run(f.name, func(t *testing.T) {
				writes := false
				for i, p := range f.params {
					text := map[string]string{
						`"ann"`: "data", `["ann"]`: "[data]", `(Maybe.some "ann")`: "(Maybe.some data)",
						`(Maybe.some ["ann"])`: "(Maybe.some [data])", `[("a", "b")]`: `[("a", data)]`,
					}[p.value]
					if text == "" {
						continue
					}
					writes = true
					told := append([]param(nil), f.params...)
					told[i].value = text
					plan := function{name: f.name, params: told}.call(-1)
					if got := verify("balanced", plan); !strings.HasPrefix(got, "AE301") {
						t.Errorf("%s\n%s", got, plan)
					}
				}
				if !writes {
					return
				}
				count++
				if got := verify("strict", f.call(-1)); !strings.HasPrefix(got, "AE301") {
					t.Errorf("%s\n%s", got, f.call(-1))
				}
			})
		}
		spec.Close()
	}
	if count < 25 {
		t.Errorf("only %d functions were found", count)
	}
}
