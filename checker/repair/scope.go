package repair

import (
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

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
