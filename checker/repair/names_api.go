package repair

import (
	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
)

// Alike lists the names that one that is unknown may have been meant to be, the most
// alike first.
func Alike(name string, names []string) []string {
	var out []string
	for _, s := range first(rank(name, names)) {
		out = append(out, s.name)
	}
	return out
}

// Offerable reports whether a function may be put into a plan as a repair: it is no way
// out of what the spec guards. Without the rest of the spec it refuses more functions
// than a search in a plan does.
func Offerable(g *core.Global) bool {
	v := &view{Outline: &checker.Outline{}}
	return !v.decides(g) && !declassifies(g)
}
