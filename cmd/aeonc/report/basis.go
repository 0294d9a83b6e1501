package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/state"
	"github.com/aeonc/aeonc/lang/diag"
)

// basis writes what a verdict of "verified" rests on, and what is proved at the end
// of the plan, where it was asked for.
func (p *painter) basis(res *checker.Result) {
	if res.Basis == nil {
		return
	}
	item := func(text string) {
		for i, l := range wrap(printable(text, false), 6, 6, p.width) {
			mark := "- "
			if i > 0 {
				mark = "  "
			}
			fmt.Fprintf(p.w, "    %s%s\n", mark, l)
		}
	}
	fmt.Fprintf(p.w, "  %s\n", p.bold("it rests on"))
	if len(res.Basis) == 0 {
		item("nothing but the meaning of the language")
	}
	for _, b := range res.Basis {
		item(rests(b))
	}
	fmt.Fprintf(p.w, "  %s\n", p.bold("at its end"))
	for _, text := range proved(res.StateOut) {
		item(text)
	}
}

// rests words one thing that a verdict rests on.
func rests(b checker.Basis) string {
	var what string
	switch b.Kind {
	case "contract", "state":
		what = "the " + b.Kind
	case "path":
		what = "the plan's own condition"
	case "loop":
		what = "the inferred invariant of a loop"
	case "parameter":
		what = "the type of parameter `" + b.Name + "`"
	default:
		what = b.Kind + " `" + b.Name + "`"
	}
	if b.Trusted {
		what += " (trusted)"
	}
	said := "`" + b.Text + "`"
	if b.Kind == "path" {
		said = b.Text
	}
	text := fmt.Sprintf("%s: %s, %s", what, said, Place(b.At))
	if len(b.Uses) > 0 {
		text += "; used at " + strings.Join(placesOf(b.Uses), ", ")
	}
	return text
}

// maxUses bounds how many uses of one thing are listed.
const maxUses = 4

func placesOf(uses []diag.Span) []string {
	var out []string
	for i, u := range uses {
		if i == maxUses {
			return append(out, fmt.Sprintf("%d more", len(uses)-i))
		}
		out = append(out, Place(u))
	}
	return out
}

// proved words the state after a plan: what is known of each linear value that is
// left, and of the labels of what the plan returns.
func proved(out map[string]any) []string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(out)) {
		facts, ok := out[name].(map[string]any)
		if !ok || name == state.AbortedKey {
			continue
		}
		var parts []string
		for _, m := range slices.Sorted(maps.Keys(facts)) {
			parts = append(parts, fmt.Sprintf("%s = %v", m, facts[m]))
		}
		if len(parts) == 0 {
			parts = []string{"nothing is proved of it"}
		}
		if name == state.ModelKey {
			name = "what the plan returns"
		} else {
			name = "`" + name + "`"
		}
		texts = append(texts, name+": "+strings.Join(parts, ", "))
	}
	if !slices.ContainsFunc(texts, func(t string) bool { return strings.HasPrefix(t, "`") }) {
		texts = append([]string{"no linear value is left"}, texts...)
	}
	return texts
}
