package load

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestAnyGraph: whatever imports what, loading ends with every reachable module
// once, imports before importers, and a cycle is reported exactly where there
// is one.
func TestAnyGraph(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(r, "modules")
		edges := make([][]int, n)
		files := map[string]string{}
		for i := range edges {
			edges[i] = rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(r, "imports")
			text := ""
			for _, to := range edges[i] {
				text += fmt.Sprintf("import m%d\n", to)
			}
			files[fmt.Sprintf("m%d.aeon", i)] = text
		}
		named := rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 1, n, rapid.ID[int]).Draw(r, "named")
		var specs []string
		for _, i := range named {
			specs = append(specs, fmt.Sprintf("m%d.aeon", i))
		}

		p, d := load(files, nil, specs...)
		reachable, cyclic := explore(edges, named)
		if len(p.Modules) != reachable || len(d.reads) != reachable || len(p.Named) != len(named) {
			r.Fatalf("%d modules, %d reads, %d named; %d reachable, %d named", len(p.Modules), len(d.reads), len(p.Named), reachable, len(named))
		}
		for _, found := range p.Diagnostics {
			if found.Code != "AE206" || !strings.HasPrefix(found.Message, "import cycle: ") {
				r.Fatalf("%v", found)
			}
		}
		if cyclic != (len(p.Diagnostics) > 0) {
			r.Fatalf("cyclic is %v: %v", cyclic, p.Diagnostics)
		}
		inDependencyOrder(t, p)
		again, _ := load(files, nil, specs...)
		if summary(p) != summary(again) {
			r.Fatal("not deterministic")
		}
	})
}

// explore counts the reachable nodes and tells whether a cycle is among them.
func explore(edges [][]int, from []int) (reachable int, cyclic bool) {
	// to[i][j]: j is reached from i by at least one edge (Warshall).
	n := len(edges)
	to := make([][]bool, n)
	for i := range to {
		to[i] = make([]bool, n)
		for _, j := range edges[i] {
			to[i][j] = true
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				to[i][j] = to[i][j] || to[i][k] && to[k][j]
			}
		}
	}
	for j := range n {
		for _, i := range from {
			if i == j || to[i][j] {
				reachable++
				cyclic = cyclic || to[j][j]
				break
			}
		}
	}
	return reachable, cyclic
}
