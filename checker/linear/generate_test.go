package linear_test

import (
	"fmt"

	"pgregory.net/rapid"
)

// generator draws programs that are right more often than not.
type generator struct {
	t     *rapid.T
	scope []*name
	used  map[*name]bool
	depth int
	fresh int
	left  int // statements to go
}

func (g *generator) chance(percent int) bool {
	return rapid.IntRange(0, 99).Draw(g.t, "chance") < percent
}

// pick prefers variables that seem to be live; visible ones only.
func (g *generator) pick() *name {
	var live, all []*name
	shadowed := map[string]bool{}
	for i := len(g.scope) - 1; i >= 0; i-- {
		n := g.scope[i]
		if shadowed[n.spelt] {
			continue
		}
		shadowed[n.spelt] = true
		all = append(all, n)
		if !g.used[n] && (n.depth == g.depth || g.chance(5)) {
			live = append(live, n)
		}
	}
	if len(live) > 0 && g.chance(97) {
		return rapid.SampledFrom(live).Draw(g.t, "live")
	}
	return rapid.SampledFrom(all).Draw(g.t, "any")
}

func (g *generator) consume() *name {
	n := g.pick()
	g.used[n] = true
	return n
}

func (g *generator) bind() *name {
	g.fresh++
	n := &name{spelt: fmt.Sprintf("v%d", g.fresh), depth: g.depth}
	if g.chance(15) && len(g.scope) > 0 {
		n.spelt = g.scope[rapid.IntRange(0, len(g.scope)-1).Draw(g.t, "shadow")].spelt
	}
	return n
}

func (g *generator) block(want string) *block {
	b := &block{}
	mark := len(g.scope)
	for n := rapid.IntRange(0, 3).Draw(g.t, "length"); n > 0 && g.left > 0; n-- {
		g.left--
		s := g.stmt()
		b.stmts = append(b.stmts, s)
		if s.bound != nil {
			g.scope = append(g.scope, s.bound)
		}
	}
	if want == "S" {
		b.result = g.consume()
	} else {
		b.lit = map[string]string{"Int": "1", "Bool": "true"}[want]
	}
	g.tidy(b, mark)
	g.scope = g.scope[:mark]
	return b
}

// tidy ends what the block bound, most of the time.
func (g *generator) tidy(b *block, mark int) {
	for i, n := range g.scope[mark:] {
		hidden := false
		for _, m := range g.scope[mark+i+1:] {
			hidden = hidden || m.spelt == n.spelt
		}
		if !g.used[n] && !hidden && g.chance(98) {
			b.stmts = append(b.stmts, &stmt{op: "end", x: n})
			g.used[n] = true
		}
	}
}

// branches draws blocks that start alike and, most of the time, makes them
// consume the same variables of the surroundings.
func (g *generator) branches(n int, want string) []*block {
	before := map[*name]bool{}
	for k := range g.used {
		before[k] = true
	}
	outer := append([]*name{}, g.scope...)
	var blocks []*block
	var after []map[*name]bool
	for range n {
		g.used = map[*name]bool{}
		for k := range before {
			g.used[k] = true
		}
		blocks = append(blocks, g.block(want))
		after = append(after, g.used)
	}
	all := map[*name]bool{}
	for _, a := range after {
		for k := range a {
			all[k] = true
		}
	}
	for i, v := range outer {
		hidden := false
		for _, m := range outer[i+1:] {
			hidden = hidden || m.spelt == v.spelt
		}
		for j, a := range after {
			if all[v] && !a[v] && !before[v] && !hidden && v.depth == g.depth && g.chance(97) {
				// First thing in the block: nothing has shadowed it there.
				blocks[j].stmts = append([]*stmt{{op: "end", x: v}}, blocks[j].stmts...)
			}
		}
	}
	g.used = all
	return blocks
}

func (g *generator) stmt() *stmt {
	ops := []string{"step", "step", "alias", "pair", "ask", "ask", "mark", "late", "merge", "both", "end"}
	if g.left > 0 {
		ops = append(ops, "ifInt", "ifInt", "ifS", "ifS", "and", "or", "match", "fold", "map", "if3")
	}
	s := &stmt{op: rapid.SampledFrom(ops).Draw(g.t, "op")}
	switch s.op {
	case "step", "alias", "pair":
		s.x = g.consume()
		s.bound = g.bind()
	case "ask":
		s.x = g.pick()
	case "mark", "late":
		s.x, s.y = g.pick(), g.pick()
		g.used[s.x] = true
		s.bound = g.bind()
	case "merge":
		s.x = g.consume()
		s.y = g.consume()
		s.bound = g.bind()
	case "both":
		s.x = g.consume()
		s.y = g.pick()
		s.bound = g.bind()
	case "end":
		s.x = g.consume()
	case "ifInt":
		s.blocks = g.branches(2, "Int")
	case "if3":
		s.blocks = g.branches(3, "Int")
	case "ifS":
		s.blocks = g.branches(2, "S")
		s.bound = g.bind()
	case "and", "or":
		s.blocks = g.branches(1, "Bool")
	case "match":
		s.blocks = g.branches(3, "S")
		s.bound = g.bind()
	case "fold", "map":
		if s.op == "fold" {
			s.x = g.consume()
		}
		g.depth++
		if s.op == "fold" {
			s.y = g.bind()
			g.scope = append(g.scope, s.y)
			b := g.block("S")
			if !g.used[s.y] && g.chance(95) {
				b.stmts = append([]*stmt{{op: "end", x: s.y}}, b.stmts...)
			}
			s.blocks = []*block{b}
			g.scope = g.scope[:len(g.scope)-1]
		} else {
			s.blocks = []*block{g.block("Bool")}
		}
		g.depth--
		if s.op == "fold" {
			s.bound = g.bind()
		}
	}
	return s
}
