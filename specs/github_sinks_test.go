package specs_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/specs"
)

// onlyUserSees are the functions that write where nobody but the user reads.
var onlyUserSees = map[string]bool{
	"dismiss_notification": true, "mark_all_notifications_read": true, "watch_notification_thread": true,
}

// smallContract are those of the contract of `github` itself, which goes by the session.
var smallContract = map[string]bool{"repoRead": true, "read_all_data": true, "comment": true}

// function is an exported function of a spec of GitHub that takes a session.
type function struct {
	name   string
	params []param
	reads  bool // it returns a text
	makes  bool // it returns something else beside the session
}

// param has the type that is refined, and a value that the refinement allows.
type param struct{ base, value string }

// TestGitHubNothingTells: under `balanced`, after something private was read, no
// argument of a function that writes to a public place may depend on it, nor may
// whether it is called; what is read from a public place by an argument that
// depends on it is not published. The same calls without the dependence are verified.
func TestGitHubNothingTells(t *testing.T) {
	user := diag.NewSource("prompt.txt", "ann")
	count := 0
	for _, module := range githubModules() {
		spec := run{specs: []string{"balanced", "github", "github.projects", module}}.load(t)
		verify := func(plan string) string {
			return verdict(spec.CheckPlan(context.Background(), checker.PlanInput{
				Source: diag.NewSource("plan.aeon", public+plan), Contract: "balanced", Prompt: user,
			}))
		}
		for _, f := range githubFunctions(module) {
			t.Run(f.name, func(t *testing.T) { f.test(t, verify) })
			count++
		}
		spec.Close()
	}
	if count < 130 {
		t.Errorf("only %d functions were found", count)
	}
}

// test checks the plans of one function.
func (f function) test(t *testing.T, verify func(plan string) string) {
	clean := f.call(-1)
	if got := verify(clean); !f.reads && got != checker.Verified.String() {
		t.Fatalf("%s\n%s", got, clean)
	}
	if onlyUserSees[f.name] {
		return
	}
	var tell []string
	for i, p := range f.params {
		if p.base != "Session" {
			tell = append(tell, f.call(i))
		}
	}
	if !f.reads { // what only reads may be called for any reason
		tell = append(tell, `if data = "1234" then `+clean+" else closeSession s")
	}
	for _, plan := range tell {
		if got := verify(plan); !strings.HasPrefix(got, "AE301") {
			t.Errorf("%s\n%s", got, plan)
		}
	}
}

// public is a plan's beginning: two public repositories and a public project, all the
// user's own, and a text out of a private repository.
const public = `let r := ownRepo "ann/a" in
let other := ownRepo "ann/b" in
let p := ownProject "ann" 3 in
if isPrivate r || isPrivate other || isProjectPrivate p then closeSession s else
let (data, s) := get_file_contents s privateRepo "pin.txt" "main" in
`

// call is a plan that calls the function, with one argument that depends on what is
// private; -1: with none. What was read is published.
func (f function) call(telling int) string {
	var args []string
	for i, p := range f.params {
		value := p.value
		if i == telling {
			alternative := value
			if p.base == "Repo" {
				alternative = "other"
			}
			value = fmt.Sprintf(`(if data = "1234" then %s else %s)`, value, alternative)
		}
		args = append(args, value)
	}
	call := f.name + " " + strings.Join(args, " ")
	switch {
	case f.reads:
		return "let (text, s) := " + call + ` in let s := create_gist s "found.txt" text in closeSession s`
	case f.makes:
		return "let (made, s) := " + call + " in closeSession s"
	}
	return "let s := " + call + " in closeSession s"
}

func githubModules() []string {
	var modules []string
	for _, name := range specs.Names() {
		if name == "github" || strings.HasPrefix(name, "github.") {
			modules = append(modules, name)
		}
	}
	return modules
}

var (
	definition = regexp.MustCompile(`(?m)^@keeps\(agent\)\ndef (\w+)\n((?:    .*\n)*?)    :`)
	parameter  = regexp.MustCompile(`(?m)^    \((?:1 )?\w+: (?:\{\w+:)?(\w+|\(List \w+\)|\(List \(.*?\)\)|\(Maybe \w+\)|\(Maybe \(.*?\)\))[ )]`)
	literal    = regexp.MustCompile(`\w = ("[^"]+")`)
)

// githubFunctions reads the functions out of the canonical text of a spec. One that
// demands an approval is left out: there the user sees what is told.
func githubFunctions(module string) []function {
	var functions []function
	text, _ := specs.Module(module)
	for _, m := range definition.FindAllStringSubmatchIndex(text, -1) {
		f := function{name: text[m[2]:m[3]]}
		params := text[m[4]:m[5]]
		if strings.Contains(params, "(1 g: ") || smallContract[f.name] {
			continue
		}
		result, _, _ := strings.Cut(text[m[1]:], "native")
		f.reads = strings.Contains(result, "text: ")
		f.makes = !f.reads && strings.HasPrefix(strings.TrimSpace(result), "(")
		starts := parameter.FindAllStringSubmatchIndex(params, -1)
		for i, at := range starts {
			end := len(params)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			p := param{base: params[at[2]:at[3]]}
			p.value = p.example(params[at[0]:end])
			f.params = append(f.params, p)
		}
		functions = append(functions, f)
	}
	return functions
}

// example is a value that the declaration of the parameter allows.
func (p param) example(declaration string) string {
	if m := literal.FindStringSubmatch(declaration); m != nil {
		return m[1]
	}
	if inner, ok := strings.CutPrefix(p.base, "(Maybe "); ok {
		return "(Maybe.some " + param{base: strings.TrimSuffix(inner, ")")}.example("") + ")"
	}
	switch p.base {
	case "Session":
		return "s"
	case "Repo":
		return "r"
	case "Project":
		return "p"
	case "Int":
		return "1"
	case "Bool":
		return "false"
	case "String":
		return `"ann"`
	case "(List Int)":
		return "[1]"
	case "(List String)":
		return `["ann"]`
	}
	return `[("a", "b")]`
}
