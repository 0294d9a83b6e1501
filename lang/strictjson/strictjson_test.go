package strictjson_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/lang/strictjson"
)

var wording = strictjson.Wording{
	Malformed: diag.Message{Code: "X1", Text: "%s"}, Duplicate: diag.Message{Code: "X2", Text: "%s"},
}

func read(text string) (*strictjson.Value, *diag.Diagnostic) {
	return strictjson.Read(diag.NewSource("x.json", text), wording)
}

func TestRefused(t *testing.T) {
	for _, c := range []struct{ text, code, at string }{
		{``, "X1", ""}, {`{`, "X1", ""}, {`[1,]`, "X1", "]"}, {`{"a":1,}`, "X1", "}"}, {`{a:1}`, "X1", "a"},
		{`'a'`, "X1", "'"}, {`01`, "X1", "01"}, {`1.`, "X1", ""}, {`+1`, "X1", "+"}, {`.5`, "X1", "."}, {`NaN`, "X1", "N"},
		{`1e999`, "X1", "1e999"}, {`"\x"`, "X1", "x"}, {`"\u12"`, "X1", `"`}, {"\"\t\"", "X1", "\t"}, {`"a`, "X1", `"a`},
		{`"\ud800"`, "X1", `\ud800`}, {`"\udc00"`, "X1", `\udc00`}, {`"\ud800\u0041"`, "X1", `\ud800\u0041`},
		{"\"\xff\"", "X1", "\xff"}, {`1 2`, "X1", "2"}, {`// x`, "X1", "/"}, {`{"a":1,"a":2}`, "X2", `"a"`},
		{`{"a":1,"\u0061":2}`, "X2", `"\u0061"`}, {strings.Repeat("[", 100), "X1", "["}, {`tru`, "X1", "t"}, {"nul\x00", "X1", "n"},
	} {
		v, d := read(c.text)
		if d == nil || string(d.Code) != c.code || d.Span.Text() != c.at {
			t.Errorf("%q: %v at %q, want %s at %q", c.text, v, d, c.code, c.at)
		}
	}
}

func TestRead(t *testing.T) {
	v, d := read("\ufeff {\"A\": [1, -2.5e3, true, null, \"x\\u00e9\\ud83d\\ude00\\n\"], \"a\": {}} ")
	if d != nil {
		t.Fatal(d)
	}
	if got := v.Compact(); got != `{"A":[1,-2.5e3,true,null,"xé😀\u000a"],"a":{}}` {
		t.Error(got)
	}
	if list := v.Find("A"); list.Elems[0].Int.Int64() != 1 || list.Elems[1].Text != "-2.5e3" || list.Elems[4].Span.Text() != `"x\u00e9\ud83d\ude00\n"` {
		t.Error("not what was written")
	}
	if v.Find("b") != nil || v.Find("A").Find("x") != nil {
		t.Error("found what is not there")
	}
}

// JSON in a string of JSON: the same value as by itself, and every place in it is
// the place in the outer text.
func TestEmbedded(t *testing.T) {
	texts := rapid.SampledFrom([]string{"a", "é", "😀", "\"", "\\", "\n", "\u2028", "\u0001", "/", "\\u0061"})
	rapid.Check(t, func(t *rapid.T) {
		word := strings.Join(rapid.SliceOfN(texts, 0, 5).Draw(t, "word"), "")
		inner, err := json.Marshal(map[string]any{"k": []any{word, 12.5, true}, word + "x": word})
		if err != nil {
			t.Fatal(err)
		}
		quoted, err := json.Marshal(string(inner))
		if err != nil {
			t.Fatal(err)
		}
		outer, d := read(`{"arguments": ` + string(quoted) + `}`)
		if d != nil {
			t.Fatal(d)
		}
		v, d := strictjson.Embedded(outer.Find("arguments"), wording)
		if d != nil {
			t.Fatal(d)
		}
		alone, _ := read(string(inner))
		if v.Compact() != alone.Compact() {
			t.Fatalf("%s, want %s", v.Compact(), alone.Compact())
		}
		same(t, v, alone)
	})
}

// same says that the places of a value, taken out of the string that it stands
// in, are those that it has by itself.
func same(t *rapid.T, v, alone *strictjson.Value) {
	var text string
	if err := json.Unmarshal([]byte(`"`+v.Span.Text()+`"`), &text); err != nil || text != alone.Span.Text() {
		t.Fatalf("%q, want %q (%v)", text, alone.Span.Text(), err)
	}
	for i, e := range v.Elems {
		same(t, e, alone.Elems[i])
	}
	for i, m := range v.Members {
		same(t, m.Value, alone.Members[i].Value)
	}
}
