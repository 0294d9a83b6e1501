package repair

import (
	"slices"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// given is one argument as it was written elsewhere: `x`, `key=x`, `"key": x`.
type given struct{ key, text string }

// calls turns "f(a, b)", "f(key=a)" and `f({"key": a})` into "f a b".
func (s *script) calls() []edit {
	text := s.piece(0, len(s.toks))
	if len(s.toks) == 0 {
		return nil
	}
	start, end := s.toks[0].Span.Start, s.toks[len(s.toks)-1].Span.End
	if text == s.text[start:end] {
		return nil
	}
	return rewritten(s.text, s.text[:start]+text+s.text[end:])
}

// piece is the text of tokens [lo, hi) with its calls rewritten.
func (s *script) piece(lo, hi int) string {
	var b strings.Builder
	for i := lo; i < hi; i++ {
		if i > lo {
			b.WriteString(s.text[s.tok(i-1).Span.End:s.tok(i).Span.Start])
		}
		if text, next := s.call(i, hi); next > i {
			text, next = s.chain(text, next, hi)
			b.WriteString(text)
			i = next - 1
			continue
		}
		if s.label(i) {
			i++ // the name and its "="
			continue
		}
		b.WriteString(s.tok(i).Text)
	}
	return b.String()
}

// chain goes on with calls of methods of what a call gives: "f(x).g(y)" is "g (f x) y".
// It only does so where the functions are known.
func (s *script) chain(text string, i, hi int) (string, int) {
	for i+1 < hi && s.tok(i).Kind == lang.TokMethod && s.touching(i-1) && s.is(i+1, "(") && s.match(i+1) < hi {
		g := s.callable(strings.TrimPrefix(s.tok(i).Text, "."))
		if g == nil {
			break
		}
		end := s.match(i + 1)
		parts := []string{g.Name, wrap(text)}
		for _, a := range ordered(nil, s.arguments(g.Name, i+1, end)) {
			parts = append(parts, wrap(a))
		}
		text, i = strings.Join(parts, " "), end+1
	}
	return text, i
}

// label reports whether an argument written "key=value" starts at i.
func (s *script) label(i int) bool {
	return s.tok(i).Kind == lang.TokName && s.is(i+1, "=") && s.touching(i) && s.touching(i+1) && s.endsOperand(i-1) && !s.touching(i-1) && !s.is(i-1, "let")
}

// call rewrites the call whose head is token i; next is the index after it, or i
// where there is nothing to rewrite.
func (s *script) call(i, hi int) (text string, next int) {
	head := s.tok(i)
	switch head.Kind {
	case lang.TokName, lang.TokQualified, lang.TokMethod:
	default:
		return "", i
	}
	if wordOperators[head.Text] {
		return "", i
	}
	open := i + 1
	round := s.is(open, "(") && s.touching(i)
	record := s.is(open, "{") && s.object(open)
	if !round && !record {
		return "", i
	}
	end := s.match(open)
	if end >= hi {
		return "", i
	}
	var args []given
	if record {
		args = s.entries(open, end)
	} else {
		args = s.arguments(head.Text, open, end)
	}
	argument := s.endsOperand(i-1) && !s.touching(i-1) && !s.first(i) || s.is(i-1, ".")
	plain := round && len(args) <= 1
	for _, a := range args {
		plain = plain && a.key == ""
	}
	if round && s.method(head) {
		if name, recv, ok := s.methodOf(head, len(args)); ok {
			parts := []string{name, recv}
			for _, a := range ordered(nil, args) {
				parts = append(parts, wrap(a))
			}
			text = strings.Join(parts, " ")
			if argument {
				text = "(" + text + ")"
			}
			return text, end + 1
		}
		if len(args) == 0 {
			return head.Text, end + 1 // the receiver is the argument
		}
	}
	if plain && !argument && s.tok(end+1).Kind != lang.TokMethod {
		return "", i // "f(x)" means what it seems to mean
	}
	parts := []string{head.Text}
	g := s.callable(head.Text)
	for _, a := range ordered(g, args) {
		parts = append(parts, wrap(a))
	}
	if len(args) == 0 && !record {
		parts = append(parts, "()")
	}
	text = strings.Join(parts, " ")
	if argument {
		text = "(" + text + ")"
	}
	return text, end + 1
}

// methodOf is the function that "recv.method(…)" with n arguments calls: one of that
// name, or the one that is most like it and takes one argument more.
func (s *script) methodOf(head lang.Token, n int) (name, recv string, ok bool) {
	recv, method, dotted := strings.Cut(head.Text, ".")
	if !dotted || strings.Contains(method, ".") || head.Kind != lang.TokQualified {
		return "", "", false
	}
	known := s.Contract != nil && slices.ContainsFunc(s.Contract.Params, func(p *core.Local) bool { return p.Name == recv })
	for i := range s.toks {
		known = known || s.is(i, recv) && (s.is(i-1, "let") || s.is(i+1, "=") || s.is(i+1, ":=") || s.is(i-1, ",") || s.is(i+1, ","))
	}
	if !known {
		return "", "", false
	}
	if g := s.callable(method); g != nil {
		return method, recv, len(g.Params) == n+1
	}
	var names []string
	for _, g := range s.view.functions {
		if len(g.Params) == n+1 && linearCon(g.Params[0].Type) != nil && !s.view.decides(g) {
			names = append(names, g.Name)
		}
	}
	if best := rank(method, names); len(best) > 0 {
		return best[0].name, recv, true
	}
	return "", "", false
}

// method reports whether a token names a function by its receiver: "s.close".
func (s *script) method(t lang.Token) bool {
	if t.Kind == lang.TokMethod {
		return true
	}
	first := root(t.Text)
	if t.Kind != lang.TokQualified || s.callable(t.Text) != nil {
		return false
	}
	for _, m := range s.Modules {
		if root(m.Name) == first {
			return false
		}
	}
	return true
}

// arguments splits what stands between two round brackets.
func (s *script) arguments(callee string, open, end int) []given {
	var out []given
	for _, p := range s.parts(open+1, end) {
		lo, hi := p[0], p[1]
		if s.is(lo, "{") && s.match(lo) == hi-1 && s.object(lo) {
			out = append(out, s.entries(lo, hi-1)...)
			continue
		}
		key := ""
		if s.tok(lo).Kind == lang.TokName && hi > lo+2 && (s.is(lo+1, "=") || s.is(lo+1, ":") || s.is(lo+1, ":=")) && s.keyword(callee, lo) {
			key, lo = s.tok(lo).Text, lo+2
		}
		out = append(out, given{key, s.piece(lo, hi)})
	}
	return out
}

// keyword reports whether the name at i, before "=", names a parameter rather
// than a value that is compared.
func (s *script) keyword(callee string, i int) bool {
	if s.is(i+1, ":") || s.is(i+1, ":=") {
		return true
	}
	if g := s.callable(callee); g != nil {
		for _, p := range g.Params {
			if strings.EqualFold(p.Name, s.tok(i).Text) {
				return true
			}
		}
	}
	return s.touching(i) || s.unbound(i)
}

// object reports whether "{" at i opens `{"key": value, …}` or `{key: value, …}`.
func (s *script) object(i int) bool {
	key := s.tok(i + 1)
	return (key.Kind == lang.TokString || key.Kind == lang.TokName) && (s.is(i+2, ":") || s.is(i+2, "=")) || s.is(i+1, "}")
}

// entries are the entries of an object.
func (s *script) entries(open, end int) []given {
	var out []given
	for _, p := range s.parts(open+1, end) {
		lo, hi := p[0], p[1]
		if hi < lo+3 {
			continue
		}
		out = append(out, given{strings.Trim(s.tok(lo).Text, `"`), s.piece(lo+2, hi)})
	}
	return out
}

// parts splits tokens [lo, hi) at the commas of their own level.
func (s *script) parts(lo, hi int) [][2]int {
	var out [][2]int
	start := lo
	for i := lo; i <= hi; i++ {
		if i == hi || s.is(i, ",") {
			if i > start {
				out = append(out, [2]int{start, i})
			}
			start = i + 1
			continue
		}
		if s.is(i, "(") || s.is(i, "[") || s.is(i, "{") {
			i = min(s.match(i), hi-1)
		}
	}
	return out
}

// ordered puts arguments in the order of the parameters that their keys name.
// What has no key comes first, in its own order; what names no parameter fills
// what is left over.
func ordered(g *core.Global, args []given) []string {
	var out []string
	keyed := false
	for _, a := range args {
		keyed = keyed || a.key != ""
	}
	if g == nil || !keyed {
		for _, a := range args {
			out = append(out, a.text)
		}
		return out
	}
	slots := make([]string, len(g.Params))
	filled := make([]bool, len(g.Params))
	used := make([]bool, len(args))
	put := func(slot, arg int) {
		slots[slot], filled[slot], used[arg] = args[arg].text, true, true
	}
	for _, fits := range []func(*core.Local, string) bool{
		func(p *core.Local, key string) bool { return strings.EqualFold(p.Name, key) },
		func(p *core.Local, key string) bool {
			return strings.EqualFold(core.TypeString(p.Type), strings.ReplaceAll(key, "_", ""))
		},
		func(p *core.Local, key string) bool {
			return strings.HasPrefix(key, p.Name) || strings.HasPrefix(p.Name, key) || likeness(p.Name, key) > 0
		},
	} {
		for i, p := range g.Params {
			for j, a := range args {
				if a.key != "" && !filled[i] && !used[j] && fits(p, a.key) {
					put(i, j)
				}
			}
		}
	}
	// A session that was left out stays out: it is another mistake.
	free := 0
	for _, f := range filled {
		if !f {
			free++
		}
	}
	rest := 0
	for _, u := range used {
		if !u {
			rest++
		}
	}
	for j := range args {
		if used[j] {
			continue
		}
		for i, p := range g.Params {
			if filled[i] || rest < free && linearCon(p.Type) != nil {
				continue
			}
			put(i, j)
			break
		}
	}
	for i := range slots {
		if filled[i] {
			out = append(out, slots[i])
		}
	}
	for j, a := range args {
		if !used[j] {
			out = append(out, a.text)
		}
	}
	return out
}

// tuples turns a call with one tuple, "f (a, b)", into "f a b".
func (v *view) tuples(d *diag.Diagnostic) []candidate {
	var out []candidate
	for _, n := range v.path(d.Span.Start, d.Span.End) {
		app, ok := n.(*lang.App)
		if !ok || len(app.Args) == 0 {
			continue
		}
		var edits []edit
		for _, a := range app.Args {
			if t, ok := a.(*lang.Tuple); ok {
				var parts []string
				for _, e := range t.Elems {
					parts = append(parts, wrap(v.code(e)))
				}
				edits = append(edits, replace(t.Span, strings.Join(parts, " ")))
			}
		}
		out = append(out, v.change(diag.WriteCalls, edits...)...)
	}
	return out
}
