package lsp_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestInlayHints(t *testing.T) {
	c, _, uri := begin(t, "let n := List.length [1] in\nlet s := repoRead s privateRepo in\nlet s := repoRead s publicRepo in\nlet s := List.foldl (fun s i => repoRead s publicRepo) s [1] in\nlet s := publish s \"x\" in\ncloseSession s\n")
	got := map[string]bool{}
	for _, h := range c.call("textDocument/inlayHint", object{"textDocument": object{"uri": uri}, "range": object{
		"start": object{"line": 0, "character": 0}, "end": object{"line": 9, "character": 0},
	}}).([]any) {
		m := h.(object)
		p := m["position"].(object)
		got[fmt.Sprintf("%v:%v %s", p["line"], p["character"], strings.TrimSpace(m["label"].(string)))] = true
	}
	for _, want := range []string{"0:5 : Int", "4:19 text:", "1:31 sessionTainted = true", "3:28 : Int"} {
		if !got[want] {
			t.Errorf("%q is not among %v", want, got)
		}
	}
	for h := range got {
		if strings.HasPrefix(h, "2:") && strings.Contains(h, "sessionTainted") {
			t.Errorf("nothing changed there: %q", h)
		}
	}
}

// The state that a binding is compared with is that of the variable whose place it
// takes, in its own definition.
func TestStateHints(t *testing.T) {
	c, _, uri := begin(t, "def leak (1 s: Session) : Session :=\n  let s := repoRead s privateRepo in\n  s\n\nlet s := repoRead s publicRepo in\nlet s := leak s in\nlet both := (s, 1) in\nlet (s, n) := both in\ncloseSession s\n")
	got := map[float64]string{}
	for _, h := range c.call("textDocument/inlayHint", object{"textDocument": object{"uri": uri}, "range": object{
		"start": object{"line": 0, "character": 0}, "end": object{"line": 99, "character": 0},
	}}).([]any) {
		m := h.(object)
		if label := m["label"].(string); strings.Contains(label, "sessionTainted") {
			got[m["position"].(object)["line"].(float64)] = strings.TrimSpace(label)
		}
	}
	if len(got) != 2 || got[1] != "sessionTainted = true" || got[5] != "sessionTainted = true" {
		t.Errorf("%v", got)
	}
}

// A loop's invariant is shown by its shortest parts, whole in the tooltip.
func TestInvariantHints(t *testing.T) {
	c, _, uri := begin(t, "let s := List.foldl (fun s i => repoRead s publicRepo) s [1, 2] in\ncloseSession s\n")
	for _, h := range c.call("textDocument/inlayHint", object{"textDocument": object{"uri": uri}, "range": object{
		"start": object{"line": 0, "character": 0}, "end": object{"line": 9, "character": 0},
	}}).([]any) {
		m := h.(object)
		label := strings.TrimSpace(m["label"].(string))
		if !strings.HasPrefix(label, "every turn: ") {
			continue
		}
		tooltip := m["tooltip"].(object)["value"].(string)
		if !strings.HasPrefix(label, "every turn: sessionTainted s = false") || len(label) > 90 || strings.Contains(tooltip, "= false, of s") || !strings.Contains(tooltip, "\n- `sessionTainted s = false`\n") {
			t.Errorf("%s: %s", label, tooltip)
		}
		return
	}
	t.Error("none")
}

// A hover tells what is known at the place that is pointed at, after branches met, in
// loops and helpers, of the parts of tuples, and why.
func TestHoverStates(t *testing.T) {
	const join = "let s := if 1 < List.length [1] then repoRead s privateRepo else repoRead s privateRepo in\n"
	c, _, uri := begin(t, "")
	for i, x := range []struct{ text, want string }{
		{"let s" + caret + " := repoRead s privateRepo in closeSession s\n", "`sessionTainted s` = **true**, because line 1: `repoRead` says"},
		{"let s := repoRead s privateRepo in closeSession s" + caret + "\n", "`sessionTainted s` = **true**, because line 1: `repoRead` says"},
		{join + "closeSession s" + caret + "\n", "`sessionTainted s` = **true**, because line 1: `repoRead` says `sessionTainted s2 = (repoPrivate r || sessionTainted s)`"},
		{"let s := List.foldl (fun s i => repoRead s" + caret + " publicRepo) s [1, 2] in closeSession s\n", "`sessionTainted s` = **false**, because line 1: every turn of the loop keeps `sessionTainted s = false`, and the contract says"},
		{"let s := List.foldl (fun s i => repoRead s publicRepo) s [1, 2] in\ncloseSession s" + caret + "\n", "`sessionTainted s` = **false**, because line 1: every turn of the loop keeps"},
		{"let both := (repoRead s privateRepo, 1) in\nlet (s, n) := both" + caret + " in closeSession s\n", "`sessionTainted both.0` = **true**, because line 1: `repoRead`"},
		{"def leak (1 s: Session) : Session := repoRead s privateRepo\nlet s := leak s in\ncloseSession s" + caret + "\n", "`sessionTainted s` = **true**, because line 2: `repoRead`"},
		{"def show (1 s: {s:Session | sessionTainted s = false}) : Session := publish s" + caret + " \"x\"\ncloseSession (show s)\n", "`sessionTainted s` = **false**, because line 1: the parameter's type says `sessionTainted s = false`"},
	} {
		text, line, character := place(t, x.text)
		c.replace(uri, i+2, text)
		if got := hover(c, uri, line, character); !strings.Contains(got, x.want) {
			t.Errorf("%q: %q is not in\n%s", x.text, x.want, got)
		}
	}
}

func TestObligations(t *testing.T) {
	c, _, uri := begin(t, badPlan)
	state := c.call("aeonc/obligations", at(uri, 1, 12)).(object)
	os := state["obligations"].([]any)
	if len(os) != 1 {
		t.Fatalf("%v", state)
	}
	o := os[0].(object)
	if o["status"] != "refuted" || o["callee"] != "publish" || o["text"] != "sessionTainted s = false" || o["clause"] == nil {
		t.Errorf("%v", o)
	}
	if facts := fmt.Sprint(o["facts"]); !strings.Contains(facts, "line 1: repoRead says sessionTainted s2 = (repoPrivate r || sessionTainted s)") {
		t.Error(facts)
	}
	known := state["state"].([]any)[0].(object)
	if known["name"] != "s" || !strings.HasPrefix(known["facts"].([]any)[0].(string), "sessionTainted = true") {
		t.Errorf("%v", known)
	}
}

// A hover or a completion does not wait for a solver that takes long: what needs none
// is told at once.
func TestSlowSolver(t *testing.T) {
	dir := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec})
	c := startWith(t, time.Nanosecond)
	c.initialize(dir, nil)
	uri := fileURI(filepath.Join(dir, "plan.aeon"))
	c.open(uri, "let s := repoRead s privateRepo in\n"+slow())
	if text := hover(c, uri, 0, 4); !strings.Contains(text, "1 s: ") || !strings.Contains(text, "still being found out") {
		t.Errorf("hover: %s", text)
	}
	labels, _ := c.complete(uri, 2, "let s := repoRead s privateRepo in\n"+caret+"\n"+slow())
	if !slices.Contains(labels, "publish") {
		t.Errorf("completion: %q", labels)
	}
	// It breaks nothing off: the check of the plan goes on.
	c.replace(uri, 3, badPlan)
	c.expect(uri, 3, "AE301")
}

// The state is that at the cursor: a branch knows what it was chosen by.
func TestStateAtCursor(t *testing.T) {
	c, _, uri := begin(t, "")
	const plan = "def look (1 s: Session) (r: Repo) (b: {b:Bool | b = repoPrivate r}) : Session :=\n  let s := repoRead s r in\n  if b then s else s\n\ncloseSession s\n"
	for i, x := range []struct{ text, want string }{
		{strings.Replace(plan, "if b", "if "+caret+"b", 1), "sessionTainted is not known: line 2: repoRead says sessionTainted s2 = (repoPrivate r || sessionTainted s)"},
		{strings.Replace(plan, "then s", "then "+caret+"s", 1), "sessionTainted = true, because line 2: repoRead says sessionTainted s2 = (repoPrivate r || sessionTainted s), and line 3: b is true on this path"},
		{strings.Replace(plan, "let s := ", "let s := "+caret, 1), "[]"},
	} {
		text, line, character := place(t, x.text)
		c.replace(uri, i+2, text)
		state := c.call("aeonc/obligations", at(uri, line, character)).(object)["state"].([]any)
		if len(state) == 0 {
			t.Errorf("%q: no state", x.text)
			continue
		}
		for _, k := range state {
			if m := k.(object); m["name"] == "s" && !strings.Contains(fmt.Sprint(m["facts"]), x.want) {
				t.Errorf("%q: %v, want %s", x.text, m, x.want)
			}
		}
	}
}
