package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with testdata/name, or rewrites it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (rewrite with -update)\n--- got\n%s\n--- want\n%s", file, got, want)
	}
}

// at is the span of the nth (from 0) occurrence of what in src.
func at(src *diag.Source, what string, nth int) diag.Span {
	offset := 0
	for {
		i := strings.Index(src.Text[offset:], what)
		if i < 0 {
			panic("no " + what)
		}
		if offset += i; nth == 0 {
			return diag.Span{Src: src, Start: offset, End: offset + len(what)}
		}
		offset += len(what)
		nth--
	}
}

var (
	cannotProve = diag.Message{Code: "AE301", Severity: diag.Error, Text: "cannot prove that %s"}
	neverRuns   = diag.Message{Code: "AE306", Severity: diag.Warning, Text: "this branch can never run"}
	plain       = diag.Message{Code: "AE101", Severity: diag.Error, Text: "%s"}
)

var spec = diag.NewSource("github.aeon", `linear type Session
type Repo

# Open an issue that everybody can read.
def createIssuePublic (1 s: {s:Session | sessionTainted s = false})
                      (r: {r:Repo | repoPrivate r = false})
                      (title: {t:String | t != ""}) (body: String) : Issue :=
    native "…"
`)

func rejected() *checker.Result {
	plan := diag.NewSource("plan.aeon", `let repo := largest_repo s in
let (data, s) := read_all_data s repo in
if false then closeSession s
else createIssuePublic s repo "Title" data
`)
	clause := at(spec, "sessionTainted s = false", 0)
	call := at(plan, "createIssuePublic s repo", 0)
	d := diag.New(call, cannotProve, "sessionTainted s = false").
		With(clause, "the spec asks for it of parameter `s` of `createIssuePublic`, which everybody can read").
		Note("ask first: `if isPrivate repo then … else …`")
	d.Status = diag.Refuted
	d.Advice = "publishing needs a session that has read nothing private"
	d.Trace = []diag.Step{
		{Span: at(plan, "largest_repo s", 0), Role: diag.RoleSource, Message: "`largest_repo s` says nothing of `repoPrivate repo`"},
		{Span: at(plan, "read_all_data s repo", 0), Role: diag.RoleThrough, Message: "`read_all_data s repo` made it so: `sessionTainted s = (repoPrivate repo || sessionTainted s)`"},
		{Span: call, Role: diag.RoleSink, Message: "`createIssuePublic` needs `sessionTainted s = false`"},
	}
	d.Repairs = []diag.Repair{
		{Title: "read only where `isPrivate repo` is false", Safe: true, Complete: true, Edits: []diag.Edit{
			{Span: diag.Span{Src: plan, Start: at(plan, "let (data", 0).Start, End: at(plan, "let (data", 0).Start}, New: "if isPrivate repo then closeSession s else\n"},
			{Span: at(plan, "Title", 0), New: "Public"},
		}},
		{Title: "publish before reading", Edits: []diag.Edit{{Span: call, New: "closeSession s"}}},
	}
	d.Counterexample = []diag.Binding{{Name: "repo", Value: "repoPrivate = true"}, {Name: "s", Value: "sessionTainted = true"}}
	return &checker.Result{
		File: "plan.aeon", Verdict: checker.Rejected,
		Diagnostics: []*diag.Diagnostic{diag.New(at(plan, "false", 0), neverRuns), d},
		Obligations: []checker.Obligation{
			{Kind: "precondition", At: call, Clause: clause, Callee: "createIssuePublic", Param: "s", Text: "sessionTainted s = false", Status: checker.Refuted},
			{Kind: "precondition", At: call, Clause: at(spec, `t != ""`, 0), Callee: "createIssuePublic", Param: "title", Text: `t != ""`, Status: checker.Proved},
		},
		Inputs: []checker.Input{
			{Role: "plan", Name: "plan.aeon", SHA256: strings.Repeat("0a", 32)},
			{Role: "spec", Name: "github.aeon", SHA256: strings.Repeat("1b", 32)},
		},
		Elapsed: 3140 * time.Microsecond,
	}
}

func verified() *checker.Result {
	loop := diag.NewSource("safe.aeon", "let s := List.foldl thank s issues in\ncloseSession s\n")
	return &checker.Result{
		File: "safe.aeon", Verdict: checker.Verified, Contract: "publish",
		Obligations: []checker.Obligation{{Kind: "result", Status: checker.Proved}},
		Invariants:  []checker.Invariant{{At: at(loop, "List.foldl", 0), Of: "s", Holds: []string{"sessionTainted s = false"}}, {At: at(loop, "List.foldl", 0), Of: "n"}},
		Notes:       []string{"only explicit flows of secret were tracked"},
		StateOut:    map[string]any{"s": map[string]any{"sessionTainted": false}},
		Inputs:      []checker.Input{{Role: "plan", Name: "safe.aeon", SHA256: strings.Repeat("2c", 32)}},
		Elapsed:     1234 * time.Millisecond,
	}
}

// awkward is all that is hard to show.
func awkward() *checker.Result {
	src := diag.NewSource("dir/awk\x1bward.aeon", "\uFEFFlet 変数 := \"日本語\" in\r\n"+
		"\tf\t(x) y\r"+
		"let a := \x1b[31m\u202Eevil\xff in\n"+
		"let long := "+strings.Repeat("aaaa ", 40)+"HERE "+strings.Repeat("bbbb ", 40)+"\n"+
		"match x with\n  | one => 1\n  | two => 2\n  | three => 3\n  | four => 4\n  | five => 5\n\n"+
		"a e\u0301a\u0300 \U0001F680\U0001F680 ❤\uFE0F x 👩\u200D🚀 y \U0001F1E9\U0001F1EA z\n"+
		"last")
	whole := at(src, "match", 0).Cover(at(src, "=> 5", 0))
	few := at(src, "| one", 0).Cover(at(src, "=> 2", 0))
	end := diag.Span{Src: src, Start: len(src.Text), End: len(src.Text)}
	return &checker.Result{
		File: src.Name, Verdict: checker.Rejected,
		Diagnostics: []*diag.Diagnostic{
			diag.New(at(src, "変数", 0), plain, "under wide characters"),
			diag.New(at(src, "in", 0), plain, "after wide characters"),
			diag.New(at(src, "(x)", 0), plain, "after tabs"),
			diag.New(at(src, "evil", 0), plain, "a message with \x1b[2J in it\nand a second line"),
			diag.New(at(src, "HERE", 0), plain, "in a long line"),
			diag.New(at(src, "aaaa", 0).Cover(at(src, "bbbb", 39)), plain, "a span longer than the line is shown"),
			diag.New(few, plain, "a few lines"),
			diag.New(whole, plain, "many lines"),
			diag.New(diag.Span{Src: src, Start: at(src, "=> 5", 0).Start, End: at(src, "=> 5", 0).End + 1}, plain, "up to a line end"),
			diag.New(at(src, "a\u0300", 0), plain, "a letter with an accent after another"),
			diag.New(at(src, "x 👩", 0), plain, "after emoji"),
			diag.New(at(src, "y \U0001F1E9", 0), plain, "after a joined emoji, whose joiner is shown"),
			diag.New(at(src, "z", 0), plain, "after a flag"),
			diag.New(at(src, "last", 0), plain, strings.Repeat("警告：この文章は折り返されます。", 6)),
			diag.New(at(src, "last", 0), plain, "a message that is longer than a line and has `code that stays in one piece on a line` in it").
				Note("/a/path/that/is/longer/than/a/line/and/stays/in/one/piece/so/that/it/can/be/followed.aeon is named"),
			diag.New(end, plain, "at the end").Note("a note\nof two lines"),
			diag.New(diag.Span{}, plain, "nowhere"),
		},
	}
}

func TestText(t *testing.T) {
	for name, run := range map[string]*Run{
		"rejected.txt": {Results: []*checker.Result{rejected()}},
		"verified.txt": {Results: []*checker.Result{verified()}},
		"awkward.txt":  {Results: []*checker.Result{awkward()}},
		"several.txt": {Results: []*checker.Result{verified(), rejected(),
			{File: "gone.aeon", Verdict: checker.Unusable, Diagnostics: []*diag.Diagnostic{
				diag.New(diag.Span{}, diag.Message{Code: "AE904", Text: "gone.aeon cannot be read"})}}}},
	} {
		var b bytes.Buffer
		if err := Text(&b, run, Style{}); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
	}
	var b bytes.Buffer
	if err := Text(&b, &Run{Results: []*checker.Result{rejected()}}, Style{Color: true}); err != nil {
		t.Fatal(err)
	}
	golden(t, "rejected.color.txt", b.Bytes())
	b.Reset()
	if err := Text(&b, &Run{Results: []*checker.Result{rejected()}}, Style{Width: 120}); err != nil {
		t.Fatal(err)
	}
	golden(t, "rejected.wide.txt", b.Bytes())
}

func TestCompact(t *testing.T) {
	var b bytes.Buffer
	if err := Compact(&b, &Run{Results: []*checker.Result{rejected(), verified(), awkward()}}, Style{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "compact.txt", b.Bytes())
}

// Nothing in a source, a name or a message may reach the terminal as a command.
func TestNoControlCharacters(t *testing.T) {
	run := &Run{Results: []*checker.Result{awkward()}}
	for name, format := range Formats() {
		if name == "json" || name == "sarif" {
			continue // JSON escapes what it must, and its readers decode it
		}
		var b bytes.Buffer
		if err := format(&b, run, Style{}); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(b.String(), "\x1b\r\x00\u202e\uFEFF") {
			t.Errorf("%s: control characters in %q", name, b.String())
		}
	}
}

// The specs' own faults are part of every plan's result and are shown once.
func TestSpecFaultShownOnce(t *testing.T) {
	fault := diag.New(at(spec, "Repo", 0), plain, "a fault of the spec")
	run := &Run{Results: []*checker.Result{
		{File: "a.aeon", Verdict: checker.Rejected, Diagnostics: []*diag.Diagnostic{fault}},
		{File: "b.aeon", Verdict: checker.Rejected, Diagnostics: []*diag.Diagnostic{fault}},
	}}
	var b bytes.Buffer
	if err := Text(&b, run, Style{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "a fault of the spec"); n != 1 {
		t.Errorf("shown %d times:\n%s", n, b.String())
	}
}

func TestWorstVerdictWins(t *testing.T) {
	result := func(v checker.Verdict) *checker.Result { return &checker.Result{Verdict: v} }
	for _, c := range []struct {
		run    Run
		status int
	}{
		{Run{}, 2}, // nothing was checked
		{Run{Results: []*checker.Result{result(checker.Verified)}}, 0},
		{Run{Results: []*checker.Result{result(checker.Verified), result(checker.Rejected)}}, 1},
		{Run{Results: []*checker.Result{result(checker.Unusable), result(checker.Rejected)}}, 2},
		{Run{Results: []*checker.Result{result(checker.Failed), result(checker.Unusable)}}, 3},
		{Run{Results: []*checker.Result{result(checker.Verified)}, Problems: []Problem{{Verdict: checker.Failed}}}, 3},
		{Run{Results: []*checker.Result{result(checker.Rejected)}, Problems: []Problem{{Verdict: checker.Unusable}}}, 2},
	} {
		if got := Status(c.run.Verdict()); got != c.status {
			t.Errorf("%+v: status %d, want %d", c.run, got, c.status)
		}
	}
}

// A line of megabytes is shown in part, and quickly.
func TestVeryLongLine(t *testing.T) {
	src := diag.NewSource("long.aeon", strings.Repeat("é ", 500_000)+"HERE"+strings.Repeat(" é", 500_000))
	d := diag.New(at(src, "HERE", 0), plain, "in a very long line")
	var b bytes.Buffer
	if err := Diagnostic(&b, d, Style{}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if i := strings.Index(lines[2], "HERE"); i < 0 || len(b.String()) > 1000 {
		t.Fatalf("%s", b.String())
	} else if runes := len([]rune(lines[2][:i])); lines[3][:runes] != "   |"+strings.Repeat(" ", runes-4) || lines[3][runes:] != "^^^^" {
		t.Errorf("the carets are not in place:\n%s", b.String())
	}
}

// So is a change of a line of megabytes: where it changes.
func TestVeryLongChange(t *testing.T) {
	src := diag.NewSource("long.aeon", strings.Repeat("é ", 500_000)+"HERE"+strings.Repeat(" é", 500_000))
	d := diag.New(at(src, "HERE", 0), plain, "in a very long line")
	d.Repairs = []diag.Repair{{Title: "write there", Edits: []diag.Edit{{Span: at(src, "HERE", 0), New: "THERE"}}}}
	var b bytes.Buffer
	if err := Diagnostic(&b, d, Style{}); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, " 1 - …") || !strings.Contains(text, "é HERE é") || !strings.Contains(text, "é THERE é") || len(text) > 2000 {
		t.Errorf("%s", text)
	}
}

// A change near the end of a line that does not fit is shown, and not only where it
// starts.
func TestChangeNearTheEnd(t *testing.T) {
	src := diag.NewSource("plan.aeon", "let repo := largest_repo s in if isPrivate repo then closeSession s else ()")
	d := diag.New(at(src, "()", 0), plain, "in a long line")
	d.Repairs = []diag.Repair{{Title: "end it", Edits: []diag.Edit{{Span: at(src, "()", 0), New: "closeSession s"}}}}
	var b bytes.Buffer
	if err := Diagnostic(&b, d, Style{Width: 80}); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, " 1 - let repo") || !strings.Contains(text, "else closeSession s\n") {
		t.Errorf("%s", text)
	}
}

// Of very many findings the first are shown, errors before warnings, and the
// reader is told. Counting the columns of all of them, on one long line, would
// take minutes.
func TestVeryManyFindings(t *testing.T) {
	src := diag.NewSource("many.aeon", strings.Repeat("x", 200_000))
	res := &checker.Result{File: "many.aeon", Verdict: checker.Rejected}
	for i := range 20_000 {
		d := diag.New(diag.Span{Src: src, Start: 10 * i, End: 10*i + 1}, neverRuns)
		if i >= 19_600 {
			d = diag.New(d.Span, plain, "one of four hundred")
		}
		res.Diagnostics = append(res.Diagnostics, d)
	}
	for name, format := range Formats() {
		var b bytes.Buffer
		if err := format(&b, &Run{Results: []*checker.Result{res}}, Style{}); err != nil {
			t.Fatal(err)
		}
		want := 400
		if name == "junit" {
			want++ // the first one is also the headline of the failure
		}
		if n := strings.Count(b.String(), "one of four hundred"); n != want {
			t.Errorf("%s: %d errors are shown, want all %d", name, n, want)
		}
		if !strings.Contains(b.String(), "19500 more findings are not shown") {
			t.Errorf("%s: it is not said that more were found", name)
		}
	}
}
