package checker_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// editor makes random edits of a source: those that a person or a model makes
// by mistake, those that change what an obligation says, and junk.
type editor struct{ *rand.Rand }

var tokens = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_.]*|[0-9]+(?:\.[0-9]+)?|"[^"\n]*"|:=|-->|->|=>|<=|>=|!=|&&|\|\||\+\+|[ \t]+|#[^\n]*|(?s:.)`)

var (
	operators = strings.Fields("+ - * / % ++ = != < <= > >= && || --> ! $ | : := -> => , ; . &")
	keywords  = strings.Fields("def axiom inductive mutual let in if then else match with fun forall true false decreasing_by plan type linear example open import end native uninterpreted @plan @taint @harness")
	junk      = []string{"\x00", "\xff", "é", "∧", "\uFEFF", "\r", "\t", "\"", "(", ")", "{", "}", "[", "]", "#", "#[", "?h", "\\", "`", "$model", "\n", "\n  ", "(((((((("}
	literals  = []string{"0", "1", "-1", "99999999999999999999", "0.5", "1e3", `""`, `"\u{10FFFF}"`, "true", "()", "[]", "unit"}
)

func (e *editor) pick(of []string) string { return of[e.IntN(len(of))] }

// edit makes one to three edits.
func (e *editor) edit(text string) string {
	for range 1 + e.IntN(3) {
		ts := tokens.FindAllString(text, -1)
		if len(ts) == 0 {
			return e.pick(junk)
		}
		text = strings.Join(e.once(ts), "")
	}
	return text
}

// once makes one edit of a list of tokens.
func (e *editor) once(ts []string) []string {
	i, j := e.IntN(len(ts)), e.IntN(len(ts))
	i, j = min(i, j), max(i, j)
	switch e.IntN(12) {
	case 0, 1: // a token is missing
		return slices.Delete(ts, i, i+1)
	case 2: // a token stands twice
		return slices.Insert(ts, i, ts[i], " ")
	case 3: // two tokens are swapped
		ts[i], ts[j] = ts[j], ts[i]
	case 4: // an operator is another one
		e.replace(ts, operators, operators)
	case 5, 6: // a name is another name of the file
		names := slices.DeleteFunc(slices.Clone(ts), func(s string) bool { return !isName(s) })
		if len(names) > 0 {
			e.replace(ts, names, append(names, "fresh", "List.length", "self", "Int"))
		}
	case 7: // a literal is another one
		e.replace(ts, slices.DeleteFunc(slices.Clone(ts), func(s string) bool { return s[0] != '"' && (s[0] < '0' || s[0] > '9') }), literals)
	case 8: // a keyword too many
		return slices.Insert(ts, i, " "+e.pick(keywords)+" ")
	case 9: // junk
		return slices.Insert(ts, i, e.pick(junk))
	case 10: // a stretch is missing, or stands twice
		j = min(j, i+20)
		if e.IntN(2) == 0 {
			return slices.Delete(ts, i, j)
		}
		return slices.Insert(ts, j, ts[i:j]...)
	case 11: // brackets
		j = min(j, i+8)
		return slices.Insert(slices.Insert(ts, j, ")"), i, "(")
	}
	return ts
}

func isName(s string) bool {
	return s[0] == '_' || s[0] >= 'A' && s[0] <= 'Z' || s[0] >= 'a' && s[0] <= 'z'
}

// replace puts one of new for one of the tokens that are among old.
func (e *editor) replace(ts, old, new []string) {
	start := e.IntN(len(ts))
	for k := range ts {
		if k = (k + start) % len(ts); slices.Contains(old, ts[k]) {
			ts[k] = e.pick(new)
			return
		}
	}
}

// Line ends, a byte order mark and the layout have no meaning: verdict and codes
// stay. NUL and bytes that are no UTF-8 reject wherever they stand.
func TestEncodings(t *testing.T) {
	lib := library(t)
	_, seed, thorough := effort()
	layOut := func(text string) string {
		if out, ds := lang.Format(diag.NewSource("x", text)); len(ds) == 0 {
			return out
		}
		return text
	}
	meaningless := []struct {
		name   string
		change func(string) string
	}{
		{"CRLF", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }},
		{"lone CR", func(s string) string { return strings.ReplaceAll(s, "\n", "\r") }},
		{"BOM", func(s string) string { return "\uFEFF" + s }},
		{"aeonc fmt", layOut},
	}
	all := families(t)
	rep := newReporter(nil)
	if !thorough {
		all = sample(all, 60, seed)
	}
	forEach(t, lib, all, func(t *testing.T, p member, _ *checker.Spec) {
		before := codes(p.afresh(lib))
		for _, m := range meaningless {
			q := p.program
			for _, file := range p.sources() {
				q = q.with(file, m.change(strings.ReplaceAll(p.files[file], "\r\n", "\n")))
			}
			r, err := q.examine(lib, nil, false)
			if err != nil {
				t.Errorf("%s: %v\n%s", m.name, err, q)
			} else if after := codes(r); after != before {
				t.Errorf("%s: %s, and without it %s\n%s\n%s", m.name, after, before, listing(r), q)
			}
		}
		e := &editor{rand.New(rand.NewPCG(hash(p.name), seed))}
		for _, file := range p.sources() {
			text := p.files[file]
			for _, bad := range []string{"\x00", "\xff", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80"} {
				at := e.IntN(len(text) + 1)
				q := p.with(file, text[:at]+bad+text[at:])
				r, err := q.examine(nil, nil, false)
				if err != nil {
					rep.fail(t, q, file, fmt.Sprintf("%q at %d", bad, at), err)
				} else if !reports(r, "AE103") {
					t.Errorf("%q at %d of %s: no AE103\n%s", bad, at, file, listing(r))
				}
			}
		}
	})
}

// seeds are the specs and plans of a few cases of every kind.
func seeds(f *testing.F, add func(p program)) {
	entries, err := os.ReadDir("../testdata/cases")
	if err != nil {
		f.Fatal(err)
	}
	kinds := map[string]int{}
	for _, entry := range entries {
		kind, _, _ := strings.Cut(entry.Name(), "_")
		if kinds[kind]++; kinds[kind] > 2 {
			continue
		}
		data, err := os.ReadFile("../testdata/cases/" + entry.Name())
		if err != nil {
			f.Fatal(err)
		}
		if p, _, _, err := parseCase(data); err == nil && p.plan != "" {
			add(p)
		}
	}
}

// Any spec with any plan.
func FuzzCheck(f *testing.F) {
	lib := library(f)
	seeds(f, func(p program) { f.Add(p.files["spec.aeon"], p.files["plan.aeon"]) })
	f.Fuzz(func(t *testing.T, spec, plan string) {
		p := program{files: map[string]string{"spec.aeon": spec, "plan.aeon": plan}, specs: []string{"spec.aeon"}, plan: "plan.aeon"}
		if _, err := p.examine(lib, nil, false); err != nil {
			t.Fatal(err)
		}
	})
}

// Any plan under a spec of real size.
func FuzzPlan(f *testing.F) {
	lib := library(f)
	p := program{files: map[string]string{}, specs: []string{"github"}, plan: "plan.aeon"}
	for _, name := range []string{"exfiltrate", "safe"} {
		text, err := os.ReadFile("../examples/" + name + ".aeon")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	spec := p.load(lib)
	f.Fuzz(func(t *testing.T, plan string) {
		if _, err := p.with("plan.aeon", plan).examine(lib, spec, false); err != nil {
			t.Fatal(err)
		}
	})
}
