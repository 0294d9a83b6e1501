package calls

import (
	"encoding/json"
	"sort"
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
)

// Edited is a change of the plan as one of the JSON that it was made from: every edit is
// inside of an argument that was made from one value, and another value takes its
// place. ok is false for other edits, and for what is no value in JSON.
func (p *Plan) Edited(edits []diag.Edit) (out []diag.Edit, ok bool) {
	for len(edits) > 0 {
		at, n := p.argument(edits)
		if n == 0 {
			return nil, false
		}
		changed, last := "", at.start
		for _, e := range edits[:n] {
			changed += p.Source.Text[last:e.Span.Start] + e.New
			last = e.Span.End
		}
		value, ok := inJSON(changed + p.Source.Text[last:at.end])
		if !ok {
			return nil, false
		}
		out = append(out, diag.Edit{Span: at.from, New: Value(at.from, value)})
		edits = edits[n:]
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Span.Start < out[j].Span.Start })
	return out, len(out) > 0
}

// argument is the innermost place that the first edits are in, and how many they are.
func (p *Plan) argument(edits []diag.Edit) (place, int) {
	for i := len(p.places) - 1; i >= 0; i-- { // from the inside
		at, n := p.places[i], 0
		for n < len(edits) && at.start <= edits[n].Span.Start && edits[n].Span.End <= at.end {
			n++
		}
		if n > 0 {
			return at, n
		}
	}
	return place{}, 0
}

// inJSON is a literal of the language as a value in JSON.
func inJSON(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if inner, bracketed := strings.CutPrefix(text, "("); bracketed {
		text = strings.TrimSuffix(inner, ")")
	}
	if strings.HasPrefix(text, `"`) && strings.Contains(text, `\u{`) {
		return "", false // another escape than JSON's
	}
	return text, json.Valid([]byte(text)) && !strings.HasPrefix(text, "{")
}

// Value is a value in JSON as it has to be written at a place: once more escaped where
// that is inside of a string.
func Value(at diag.Span, value string) string {
	if !embedded(at) {
		return value
	}
	quoted, err := json.Marshal(value)
	if err != nil {
		return value
	}
	return string(quoted[1 : len(quoted)-1])
}

// embedded reports whether a place is inside of a string of the JSON: an odd number of
// quotation marks that are not escaped stand before it.
func embedded(at diag.Span) bool {
	inside := false
	text := at.Src.Text[:at.Start]
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			inside = !inside
		}
	}
	return inside
}
