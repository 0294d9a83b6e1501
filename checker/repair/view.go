package repair

import (
	"sort"
	"strings"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// view is a plan as the producers of candidates see it: its text, its tree, and
// what its names mean as far as that could be made out. What it says need not
// be exact, since every candidate is checked.
type view struct {
	*checker.Outline
	src  *diag.Source
	text string
	toks []lang.Token // comments left out
	// locals finds a variable by where its name is bound.
	locals map[int]*core.Local
	// exprs finds what an expression of the tree became by its range.
	exprs map[[2]int]core.Expr
	// taken are the places where a linear variable is consumed.
	taken map[*core.Local][]int
	// functions are the functions and constants of the specs that a plan may use.
	functions []*core.Global
	// errors of the plan.
	errors []*diag.Diagnostic
	// slipsMade are the candidates that do not depend on the error, once made.
	slipsMade []candidate
	slipsDone bool
	// parsed counts the bytes that were parsed in search of missing tokens.
	parsed int
	// typed are the words that the user typed (--prompt).
	typed []string
	// moduleList are the modules that could be meant by a name.
	moduleList []string
	// late reports whether the time for the search has run out.
	late func() bool
}

func newView(out *checker.Outline, src *diag.Source, ds []*diag.Diagnostic) *view {
	v := &view{
		Outline: out, src: src, text: src.Text,
		late: func() bool { return false }, locals: map[int]*core.Local{}, exprs: map[[2]int]core.Expr{}, taken: map[*core.Local][]int{},
	}
	for _, d := range ds {
		if d.Severity == diag.Error {
			v.errors = append(v.errors, d)
		}
	}
	for _, t := range lang.Tokens(src) {
		if t.Kind != lang.TokComment {
			v.toks = append(v.toks, t)
		}
	}
	for _, m := range out.Modules {
		for _, g := range m.Globals {
			runs := g.Kind == core.NativeFn || g.Kind == core.DefFn
			if runs && !g.Faulty && g.Result != nil && checker.MayMention(g) {
				v.functions = append(v.functions, g)
			}
		}
	}
	if out.Plan == nil {
		return v // a spec
	}
	for _, h := range out.Plan.Helpers {
		for _, p := range h.Params {
			v.locals[p.Span.Start] = p
		}
		v.learn(h.Draft)
	}
	v.learn(out.Plan.Body.Draft)
	return v
}

// learn indexes what is below x.
func (v *view) learn(x core.Expr) {
	lent := map[core.Expr]bool{}
	core.Visit(x, func(x core.Expr) bool {
		r := x.Range()
		if r.Src == v.src {
			key := [2]int{r.Start, r.End}
			if _, known := v.exprs[key]; !known {
				v.exprs[key] = x
			}
		}
		switch x := x.(type) {
		case *core.Call:
			params := calleeParams(x.Fn)
			for i, a := range x.Args {
				if i < len(params) && params[i] == lang.Borrowed {
					lent[a] = true
				}
			}
		case *core.LocalRef:
			if core.IsLinear(x.Local.Type) && !lent[x] {
				v.taken[x.Local] = append(v.taken[x.Local], x.Span.Start)
			}
		case *core.Let:
			for _, b := range x.Binds {
				v.bind(b.Pattern)
			}
		case *core.Lambda:
			for _, p := range x.Params {
				v.locals[p.Span.Start] = p
			}
		case *core.Match:
			for _, a := range x.Arms {
				for _, p := range a.Fields {
					v.bind(p)
				}
			}
		}
		return true
	})
}

func (v *view) bind(p core.Pattern) {
	switch p := p.(type) {
	case *core.PVar:
		v.locals[p.Local.Span.Start] = p.Local
	case *core.PTuple:
		for _, x := range p.Elems {
			v.bind(x)
		}
	case *core.PCtor:
		for _, x := range p.Args {
			v.bind(x)
		}
	}
}

// calleeParams are the multiplicities of what is called.
func calleeParams(fn core.Expr) []lang.Multiplicity {
	var out []lang.Multiplicity
	if r, ok := fn.(*core.GlobalRef); ok {
		for _, p := range r.Global.Params {
			out = append(out, p.Mult)
		}
		return out
	}
	for t := core.Strip(fn.Type()); ; {
		f, ok := t.(*core.Fun)
		if !ok {
			return out
		}
		out = append(out, f.Mult)
		t = core.Strip(f.Result)
	}
}

// of is what a node of the tree became, nil where that is not known.
func (v *view) of(n lang.Node) core.Expr {
	for {
		if x := v.exprs[[2]int{n.Range().Start, n.Range().End}]; x != nil {
			return x
		}
		p, ok := n.(*lang.Paren)
		if !ok {
			return nil
		}
		n = p.X
	}
}

// typeOf is the base type of an expression, nil where it is not known.
func (v *view) typeOf(n lang.Node) core.Type {
	if l, ok := n.(*lang.Let); ok {
		if l.Body != nil {
			return v.typeOf(l.Body)
		}
		return v.typeOf(l.Binds[len(l.Binds)-1].Value)
	}
	if x := v.of(n); x != nil && known(x.Type()) {
		return x.Type()
	}
	if i, ok := n.(*lang.If); ok {
		if t := v.typeOf(i.Then); t != nil {
			return t
		}
		return v.typeOf(i.Else)
	}
	return nil
}

func known(t core.Type) bool {
	switch t := core.Strip(t).(type) {
	case nil, *core.Bad, *core.Meta:
		return false
	case *core.Tuple:
		for _, e := range t.Elems {
			if !known(e.Type) {
				return false
			}
		}
	}
	return true
}

// code is the text of a node.
func (v *view) code(n lang.Node) string { return n.Range().Text() }

// function finds a function of the specs that a plan may use.
func (v *view) function(name string) *core.Global {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		for _, m := range v.Modules {
			if m.Name == name[:i] {
				name = name[i+1:]
				break
			}
		}
	}
	for _, g := range v.functions {
		if g.Name == name && g.Owner == nil {
			return g
		}
	}
	return nil
}

// callable finds what a call names: a function of the specs, one of the
// language, or a helper.
func (v *view) callable(name string) *core.Global {
	if g := v.function(name); g != nil {
		return g
	}
	if v.Plan == nil {
		return nil
	}
	for _, list := range [][]*core.Global{v.Plan.Helpers, v.Builtins.Globals} {
		for _, g := range list {
			if g.Name == name {
				return g
			}
		}
	}
	return nil
}

// constants lists the constants of the specs of a base type, in the order in
// which they are declared.
func (v *view) constants(t core.Type) []*core.Global {
	var out []*core.Global
	for _, g := range v.functions {
		if len(g.Params) == 0 && sameBase(g.Result, t) {
			out = append(out, g)
		}
	}
	return out
}

// sameBase reports whether two types are the same without their refinements.
func sameBase(a, b core.Type) bool {
	if a == nil || b == nil || !known(a) || !known(b) {
		return false
	}
	return core.TypeString(a) == core.TypeString(b)
}

// linearCon is the linear type that t is, nil where it is none.
func linearCon(t core.Type) *core.TyCon {
	if c, ok := core.Strip(t).(*core.Con); ok && c.Con.Linear {
		return c.Con
	}
	return nil
}

// tokenAt is the index of the first token that ends after offset.
func (v *view) tokenAt(offset int) int {
	return sort.Search(len(v.toks), func(i int) bool { return v.toks[i].Span.End > offset })
}
