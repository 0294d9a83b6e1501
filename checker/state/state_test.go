package state

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
)

func parse(t *testing.T, text string) *State {
	t.Helper()
	st, d := Parse(diag.NewSource("state.json", text))
	if d != nil {
		t.Fatalf("%s: %v", text, d)
	}
	return st
}

func TestParse(t *testing.T) {
	st := parse(t, "\uFEFF{\r\n"+`
		"s": {"sessionTainted": true, "writes": 3, "rate": 0.1, "owner": "a\u00e9\ud83d\ude00\"", "unknown": null},
		"n": 123456789012345678901234567890,
		"name": "x", "flag": false, "xs": [1, [2.5, "y"], []],
		"result.0": {},
		"aborted": {"sessionTainted": false},
		"$model": {"secret": true, "tainted": false, "other": null}
	}`)
	var names []string
	for _, p := range st.Params {
		names = append(names, p.Name)
		if got := p.Key.Text(); got != `"`+p.Name+`"` {
			t.Errorf("key of %s is placed at %s", p.Name, got)
		}
	}
	if got := strings.Join(names, " "); got != "s n name flag xs result.0" {
		t.Errorf("parameters: %s", got)
	}
	s := st.Param("s")
	if f := Fact(s, "sessionTainted"); f == nil || f.Kind != strictjson.Bool || !f.Bool {
		t.Errorf("sessionTainted: %+v", f)
	}
	if f := Fact(s, "writes"); f == nil || f.Kind != strictjson.Int || f.Int.Int64() != 3 || f.Span.Text() != "3" {
		t.Errorf("writes: %+v", f)
	}
	if f := Fact(s, "rate"); f == nil || f.Kind != strictjson.Float || f.Float.Cmp(new(big.Rat).SetFloat64(0.1)) != 0 {
		t.Errorf("rate: %+v", f)
	}
	if f := Fact(s, "owner"); f == nil || f.Kind != strictjson.String || f.Text != "aé😀\"" {
		t.Errorf("owner: %+v", f)
	}
	if Fact(s, "unknown") != nil || Fact(s, "absent") != nil || Fact(st.Param("n"), "x") != nil {
		t.Error("null, absent, and a fact of a plain value must be unknown")
	}
	if n := st.Param("n").Value; n.Int.String() != "123456789012345678901234567890" {
		t.Errorf("n: %s", n.Int)
	}
	if xs := st.Param("xs").Value; len(xs.Elems) != 3 || xs.Elems[1].Elems[1].Text != "y" {
		t.Errorf("xs: %+v", xs)
	}
	if st.Aborted == nil || st.Param("aborted") != st.Aborted || st.Param("nobody") != nil {
		t.Error("aborted is not found, or nobody is")
	}
	for label, want := range map[string]string{"secret": "true true", "tainted": "false true", "other": "false false", "absent": "false false"} {
		value, known := st.Label(label)
		if got := fmt.Sprint(value, known); got != want {
			t.Errorf("label %s: %s, want %s", label, got, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ text, at, message string }{
		{``, "", "ends where a value"},
		{`{"s": {}`, "", "`,` or `}`"},
		{`{"s": {}} x`, "x", "follows the end"},
		{`{"s": {},}`, "}", "nothing follows"},
		{`{s: {}}`, "s", "key in double quotes"},
		{`{"s" {}}`, "{", "`:` is expected"},
		{`{"s": True}`, "T", "a value is expected"},
		{`{"s": 'x'}`, "'", "a value is expected"},
		{`{"s": NaN}`, "N", "a value is expected"},
		{`{"s": [1 2]}`, "2", "`,` or `]`"},
		{`{"s": [1,]}`, "]", "nothing follows"},
		{`{"n": 01}`, "01", "does not start with 0"},
		{`{"n": -}`, "}", "a digit"},
		{`{"n": 1.}`, "}", "a digit"},
		{`{"n": .5}`, ".", "a value is expected"},
		{`{"n": +5}`, "+", "a value is expected"},
		{`{"n": 1e}`, "}", "a digit"},
		{`{"n": 1e400}`, "1e400", "larger than any Float"},
		{`{"n": ` + strings.Repeat("9", 5000) + `}`, strings.Repeat("9", 5000), "too long"},
		{`{"s": "x}`, `"x}`, "not closed"},
		{"{\"s\": \"x\ny\"}", "\n", "control character"},
		{"{\"s\": \"x\x00y\"}", "\x00", "control character"},
		{`{"s": "\x"}`, "x", "no escape"},
		{`{"s": "\u12g4"}`, "g", "hexadecimal"},
		{`{"s": "\u+123"}`, "+", "hexadecimal"},
		{`{"s": "\ud800"}`, `\ud800`, "surrogate"},
		{`{"s": "\ud800\u0041"}`, `\ud800\u0041`, "surrogate"},
		{`{"s": "\udc00\ud800"}`, `\udc00\ud800`, "surrogate"},
		{"{\"s\": \"\xff\"}", "\xff", "invalid UTF-8"},
		{"{\"\uFFFD\": \"\xc3\"}", "\xc3", "invalid UTF-8"},
		{strings.Repeat("[", 100), "[", "nested too deep"},
		{`{"s": {}, "n": 1, "s": {}}`, `"s"`, "key `s` twice"},
		{`{"s": {"x": 1, "\u0078": 2}}`, `"\u0078"`, "key `x` twice"},
		{`{"$model": {}, "$model": {}}`, `"$model"`, "twice"},
		{`[]`, "[]", "not a list"},
		{`null`, "null", "not null"},
		{`{"$other": 1}`, `"$other"`, "starts with `$`"},
		{`{"$model": true}`, "true", "must be an object"},
		{`{"$model": {"secret": 1}}`, "1", "true, false or null, not an Int"},
		{`{"s": null}`, "null", "no value"},
		{`{"s": {"m": {}}}`, "{}", "not an object"},
		{`{"s": {"m": [1]}}`, "[1]", "not a list"},
		{`{"xs": [1, null]}`, "null", "no value"},
		{`{"xs": [{}]}`, "{}", "cannot be an object"},
		{`{"aborted": null}`, "null", "no value"},
	}
	for _, tt := range tests {
		st, d := Parse(diag.NewSource("state.json", tt.text))
		switch {
		case st != nil || d == nil:
			t.Errorf("%.60q was accepted", tt.text)
		case d.Code != "AE508" || d.Severity != diag.Error:
			t.Errorf("%.60q: code %s", tt.text, d.Code)
		case d.Span.Text() != tt.at:
			t.Errorf("%.60q: place %.60q, want %.60q", tt.text, d.Span.Text(), tt.at)
		case !strings.Contains(d.Message, tt.message):
			t.Errorf("%.60q: message %q, want %q", tt.text, d.Message, tt.message)
		}
	}
}

func TestDuplicateIsPlacedAtTheSecond(t *testing.T) {
	_, d := Parse(diag.NewSource("state.json", `{"s": 1, "s": 1}`))
	if d == nil || d.Span.Start != 9 {
		t.Errorf("%+v", d)
	}
}

// A reader that is stricter than the library's accepts nothing that the
// library's refuses, and reads no value differently.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"s": {"sessionTainted": true}, "$model": {"secret": null}, "n": [1, -2.5e3, "\u00e9\n"]}`,
		`{"a": "\ud83d\ude00"}`, `{"a": 1, "a": 2}`, `[`, `{"n": -0}`, "\uFEFF{}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		src := diag.NewSource("state.json", text)
		st, d := Parse(src)
		if (st == nil) == (d == nil) {
			t.Fatal("neither a state nor a diagnostic, or both")
		}
		if d != nil {
			if d.Code != "AE508" || d.Span.Src != src || d.Span.Start > d.Span.End || d.Span.End > len(text) {
				t.Fatalf("%+v", d)
			}
			return
		}
		agrees(t, text, st)
	})
}
