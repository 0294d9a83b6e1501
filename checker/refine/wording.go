package refine

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/vc"
	"github.com/aeonc/aeonc/lang/diag"
)

// trusted reports whether what a definition's type says of its result is taken
// on trust.
func trusted(g *core.Global) bool {
	switch g.Kind {
	case core.NativeFn, core.AxiomFn, core.MeasureFn:
		return true
	}
	return g.Hole
}

// wording is a conjunct, said of v, as its author wrote it but with what its
// variables stand for in their place.
func (r refinement) wording(v value) func(vc.Namer) string {
	return func(name vc.Namer) string {
		e := r.env.with(r.binder, v)
		var in []replacement
		argument := map[core.Expr]bool{} // of a call, where only an atom may stand
		core.Visit(r.conj.Expr, func(x core.Expr) bool {
			switch x := x.(type) {
			case *core.Call:
				for _, a := range x.Args {
					argument[a] = true
				}
			case *core.LocalRef:
				if v, bound := e.get(x.Local); bound && v.term != nil {
					if text := name(v.term); text != "" {
						if argument[x] {
							text = atomic(text)
						}
						in = append(in, replacement{x.Span, text})
					}
				}
			}
			return true
		})
		slices.SortFunc(in, func(a, b replacement) int { return a.at.Start - b.at.Start })
		return splice(r.conj.Span, in)
	}
}

// atomic is a text that may stand as an argument: in parentheses, if it is more than
// a name or a literal.
func atomic(text string) string {
	if quoted, err := strconv.QuotedPrefix(text); err == nil && quoted == text {
		return text
	}
	if strings.HasPrefix(text, "-") || strings.ContainsAny(text, " ") && !strings.HasPrefix(text, "(") {
		return "(" + text + ")"
	}
	return text
}

// replacement puts other text in the place of a span.
type replacement struct {
	at   diag.Span
	text string
}

var lineBreak = regexp.MustCompile(`[ \t]*[\r\n]\s*`)

// splice is the text of a span with parts of it, in source order, replaced; on
// one line.
func splice(whole diag.Span, in []replacement) string {
	var b strings.Builder
	from := whole.Start
	for _, r := range in {
		if r.at.Src != whole.Src || r.at.Start < from || r.at.End > whole.End {
			continue
		}
		b.WriteString(whole.Src.Text[from:r.at.Start])
		b.WriteString(r.text)
		from = r.at.End
	}
	b.WriteString(whole.Src.Text[from:whole.End])
	return lineBreak.ReplaceAllString(b.String(), " ")
}
