package checker_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/lang/diag"
)

// A plan written in the words of another language, or with its arguments in
// disorder, is told in one error what to write instead.
func TestWordsOfOtherLanguages(t *testing.T) {
	shared, err := os.ReadFile("testdata/traces/spec.txt")
	if err != nil {
		t.Fatal(err)
	}
	lib := library(t)
	for _, c := range []struct{ plan, code, says string }{
		{"let s := repoRead(s, publicRepo) in closeSession s", "AE202", "separated by spaces.* as in `repoRead s publicRepo`"},
		{"let i := createIssuePublic(session=s, repo=publicRepo) in ()", "AE202", "arguments have no names.* as in `createIssuePublic s publicRepo`"},
		{"let _ := closeSession(session=s) in ()", "AE202", "arguments have no names.* as in `closeSession s`"},
		{"s.closeSession()", "AE203", "leave `\\(\\)` out"},
		{"let _ := s.close() in ()", "AE201", "no function `close` takes a Session.* did you mean `closeSession`"},
		{"if true and false then closeSession s else closeSession s", "AE201", "`and` .* write `&&`"},
		{"if true or false then closeSession s else closeSession s", "AE201", "`or` .* write `\\|\\|`"},
		{"if not true then closeSession s else closeSession s", "AE201", "`not` .* write `!`"},
		{"return closeSession s", "AE201", "`return` .* leave the word out"},
		{"let x := None in closeSession s", "AE201", "`None` .* write `none`"},
		{"if True then closeSession s else closeSession s", "AE201", "`True` .* write `true`"},
		{"if n == 1 then closeSession s else closeSession s", "AE101", "written `=`, not `==`"},
		{"if n <> 1 then closeSession s else closeSession s", "AE101", "written `!=`, not `<>`"},
		{"let x := {\"k\": 1} in closeSession s", "AE101", "there are no dictionaries"},
		{"let x := isPrivate {\"r\": publicRepo} in closeSession s", "AE101", "there are no dictionaries"},
		{"let x := isPrivate {r: publicRepo, k: [{}]} in closeSession s", "AE101", "there are no dictionaries"},
		{"let (s, i) := createIssuePublic s publicRepo in ()", "AE202", "`createIssuePublic` still wants 2 more argument\\(s\\).* where a tuple of 2 is expected"},
		{"let x := 'a' in closeSession s", "AE101", "double quotes"},
		{"// first\ncloseSession s", "AE101", "starts with `#`"},
		{"let f := fun x -> x in closeSession s", "AE101", "write `=>`"},
		{"let f := lambda x: x in closeSession s", "AE101", "write `fun x => e`"},
		{"if n = 1 then closeSession s elif n = 2 then closeSession s else closeSession s", "AE101", "write `else if`"},
		{"for x in [1] do closeSession s", "AE101", "there is no loop"},
		{"if true & false then closeSession s else closeSession s", "AE101", "write `&&`"},

		{"if (isPrivate(publicRepo)) { closeSession(s); } else { closeSession(s); }", "AE101", "have no braces"},
		{"match pick 3 {\n  case none: closeSession s\n}", "AE101", "have no braces"},
		{"r = largest_repo(s)\ncloseSession s", "AE101", "this starts another.* `r = …` compares: a binding is `let r := … in`"},
		{"```\ncloseSession s\n```", "AE101", "leave the fence"},
		{"let x := `a` in closeSession s", "AE101", "double quotes"},
		{"match pick 3 with\n  [] => closeSession s\n  x :: xs => closeSession s", "AE101", "`nil` and `cons x rest`"},
		{"let r := (issuesOf s publicRepo)[0] in closeSession s", "AE203", "there is no indexing"},
		{"let f := (x) => x in closeSession s", "AE101", "write `fun x => e`"},
		{"repoRead s publicRepo |> closeSession", "AE101", "there is no `\\|>`"},
		{"(* end *) closeSession s", "AE101", "starts with `#`"},
		{"-- end\ncloseSession s", "AE101", "starts with `#`"},
		{"s := repoRead s publicRepo in closeSession s", "AE101", "write `let s := … in`"},
		{"let d, s := read_all_data s publicRepo in closeSession s", "AE101", "in parentheses: `let \\(a, b\\) := … in`"},
		{"let p := read_all_data s publicRepo in closeSession p.1", "AE101", "have no numbers"},
		{"createIssuePublic [s, publicRepo, \"t\", \"b\"]", "AE202", "given one list.* as in `createIssuePublic s publicRepo \"t\" \"b\"`"},
		{"let t : string := \"x\" in closeSession s", "AE205", "did you mean `String`"},
		{"let t := \"a\" + \"b\" in closeSession s", "AE202", "needs numbers.* joined with `\\+\\+`"},
		{"let t := f\"a {s}\" in closeSession s", "AE201", "a string has no prefix"},
		{"if 1 then closeSession s else closeSession s", "AE202", "a condition is a Bool; this is an Int"},
		{"let x := if true then 1 else \"a\" in closeSession s", "AE202", "branches of an `if` have one type: this one is a String, the other an Int"},
		{"let s := List.foldl (fun i => comment s i \"x\") s (issuesOf s publicRepo) in closeSession s", "AE202", "that `List.foldl` takes has 2 parameter\\(s\\), this one has 1"},
		{"let n := List.foldl (fun t i => 1) s (issuesOf s publicRepo) in ()", "AE202", "expected Session, found Int"},
		{"let i := createIssuePublic s publicRepo \"t\" in ()", "AE404", "all its arguments \\(`body` is missing\\)"},

		{"let i := createIssuePublic publicRepo \"t\" \"b\" in ()", "AE202", "argument 1 of `createIssuePublic` \\(`s`\\) is the Session; you gave a Repo.* did you leave out `s`, the Session"},
		{"let i := createIssuePublic publicRepo s \"t\" \"b\" in ()", "AE202", "arguments 1 and 2 seem to have changed places"},
		{"let s := readRepo s publicRepo in closeSession s", "AE201", "did you mean `repoRead`"},
		{"let s := repo_read s publicRepo in closeSession s", "AE201", "did you mean `repoRead`"},
		{"let b := sesionTainted s in closeSession s", "AE201", "did you mean `sessionTainted`"},
		{"let x : Strng := \"a\" in closeSession s", "AE205", "did you mean `String`"},
		{"match pick 3 with | nnone => closeSession s | some r => closeSession s", "AE201", "did you mean `none`"},
		{"let b := List.lenght [1] in closeSession s", "AE201", "did you mean `List.length`"},
		{"let b := spec.isPrivat publicRepo in closeSession s", "AE201", "did you mean `spec.isPrivate`"},
		{"open specc\ncloseSession s", "AE505", "did you mean `spec`"},
	} {
		p := program{files: map[string]string{"spec.aeon": string(shared), "plan.aeon": c.plan + "\n"}, specs: []string{"spec.aeon"}, plan: "plan.aeon"}
		var errors []*diag.Diagnostic
		for _, d := range p.check(t, lib).Diagnostics {
			if d.Severity == diag.Error {
				errors = append(errors, d)
			}
		}
		if len(errors) != 1 {
			t.Errorf("%s: %d errors: %v", c.plan, len(errors), errors)
			continue
		}
		d := errors[0]
		text := strings.Join(append([]string{d.Message}, d.Notes...), " | ")
		if string(d.Code) != c.code || !regexp.MustCompile(c.says).MatchString(text) {
			t.Errorf("%s\ngot  %s %s\nwant %s %s", c.plan, d.Code, text, c.code, c.says)
		}
	}
}
