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
}

func newView(out *checker.Outline, src *diag.Source, ds []*diag.Diagnostic) *view {
	v := &view{
		Outline: out, src: src, text: src.Text,
		locals: map[int]*core.Local{}, exprs: map[[2]int]core.Expr{}, taken: map[*core.Local][]int{},
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

// path leads from the file to the innermost node that covers [start, end).
func (v *view) path(start, end int) []lang.Node {
	var path []lang.Node
	lang.Inspect(v.File, func(n lang.Node) bool {
		r := n.Range()
		if r.Start > start || r.End < end {
			return false
		}
		// What was visited before and does not cover n is no ancestor of it.
		for len(path) > 0 && !within(r, path[len(path)-1].Range()) {
			path = path[:len(path)-1]
		}
		path = append(path, n)
		return true
	})
	return path
}

func within(a, b diag.Span) bool { return b.Start <= a.Start && a.End <= b.End }

// variable is a variable that can be named at some place.
type variable struct {
	name  string
	at    int // where it is bound
	local *core.Local
}

func (x variable) linear() bool { return x.local != nil && core.IsLinear(x.local.Type) }

// scope lists the variables that can be named at the end of a path, innermost
// first; those that a later one hides are left out.
func (v *view) scope(path []lang.Node) []variable {
	var all []variable
	add := func(p lang.Pattern) {
		lang.Inspect(p, func(n lang.Node) bool {
			if x, ok := n.(*lang.PatVar); ok {
				all = append(all, variable{x.Name.Name, x.Name.Span.Start, v.locals[x.Name.Span.Start]})
			}
			return true
		})
	}
	params := func(ps []*lang.Param) {
		for _, p := range ps {
			all = append(all, variable{p.Name.Name, p.Name.Span.Start, v.locals[p.Name.Span.Start]})
		}
	}
	inDef := false
	for _, n := range path {
		_, d := n.(*lang.Def)
		inDef = inDef || d
	}
	if v.Contract != nil && !inDef {
		for _, p := range v.Contract.Params {
			all = append(all, variable{p.Name, -1, p})
		}
	}
	for i, n := range path {
		var next lang.Node
		if i+1 < len(path) {
			next = path[i+1]
		}
		switch n := n.(type) {
		case *lang.Def:
			params(n.Params)
		case *lang.Let:
			for _, b := range n.Binds {
				if next == lang.Node(b) {
					break
				}
				if next != nil && next.Range().Start < b.Span.Start {
					break
				}
				if next == nil {
					break
				}
				add(b.Pattern)
			}
		case *lang.Lambda:
			if next == lang.Node(n.Body) {
				params(n.Params)
			}
		case *lang.Arm:
			if next == lang.Node(n.Body) {
				add(n.Pattern)
			}
		}
	}
	var out []variable
	seen := map[string]bool{"_": true, "": true}
	for i := len(all) - 1; i >= 0; i-- {
		if !seen[all[i].name] {
			seen[all[i].name] = true
			out = append(out, all[i])
		}
	}
	return out
}

// alive lists the linear variables at the end of a path that nothing before
// offset has consumed, outermost first. What is bound outside of a function is
// not the function's to consume.
func (v *view) alive(path []lang.Node, offset int) []variable {
	return v.aliveOf(v.scope(path), path, offset)
}

func (v *view) aliveOf(scope []variable, path []lang.Node, offset int) []variable {
	inside := -1
	for _, n := range path {
		if f, ok := n.(*lang.Lambda); ok {
			inside = f.Span.Start
		}
	}
	var out []variable
	for i := len(scope) - 1; i >= 0; i-- {
		x := scope[i]
		if x.linear() && x.at >= inside && !v.takenBefore(x.local, offset) {
			out = append(out, x)
		}
	}
	return out
}

func (v *view) takenBefore(l *core.Local, offset int) bool {
	for _, at := range v.taken[l] {
		if at < offset && !v.apart(at, offset) {
			return true
		}
	}
	return false
}

// apart reports whether two places are on different paths of an if or a match.
func (v *view) apart(a, b int) bool {
	pa, pb := v.path(a, a), v.path(b, b)
	for i := 0; i < len(pa) && i < len(pb); i++ {
		if pa[i] == pb[i] {
			continue
		}
		if i == 0 {
			return false
		}
		switch n := pa[i-1].(type) {
		case *lang.If:
			return pa[i] != lang.Node(n.Cond) && pb[i] != lang.Node(n.Cond)
		case *lang.Match:
			_, x := pa[i].(*lang.Arm)
			_, y := pb[i].(*lang.Arm)
			return x && y
		}
		return false
	}
	return false
}

// mentions reports whether a node names a variable.
func mentions(n lang.Node, name string) bool {
	found := false
	lang.Inspect(n, func(n lang.Node) bool {
		if x, ok := n.(*lang.Var); ok && root(x.Name.Name) == name {
			found = true
		}
		return !found
	})
	return found
}

// root is the first segment of a dotted name.
func root(name string) string {
	first, _, _ := strings.Cut(name, ".")
	return first
}

// fresh is a name like the wanted one that nothing in the plan or the specs has.
func (v *view) fresh(want string) string {
	taken := map[string]bool{}
	for _, t := range v.toks {
		taken[root(t.Text)] = true
	}
	for _, m := range v.Modules {
		taken[m.Name] = true
		for _, g := range m.Globals {
			taken[g.Name] = true
		}
	}
	name := want
	for i := 2; taken[name]; i++ {
		name = want + string(rune('0'+i))
		if i == 9 {
			want += "_"
			i = 1
		}
	}
	return name
}

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
