package core

// Visit calls f on x and on every expression below it, in evaluation order of
// the source, until f returns false for a subtree.
func Visit(x Expr, f func(Expr) bool) {
	if x == nil || !f(x) {
		return
	}
	switch x := x.(type) {
	case *Call:
		Visit(x.Fn, f)
		for _, a := range x.Args {
			Visit(a, f)
		}
	case *Prim:
		for _, a := range x.Args {
			Visit(a, f)
		}
	case *If:
		for {
			Visit(x.Cond, f)
			Visit(x.Then, f)
			next, ok := x.Else.(*If)
			if !ok || !f(next) {
				if !ok {
					Visit(x.Else, f)
				}
				return
			}
			x = next
		}
	case *Let:
		for _, b := range x.Binds {
			Visit(b.Value, f)
		}
		Visit(x.Body, f)
	case *Match:
		Visit(x.Scrutinee, f)
		for _, a := range x.Arms {
			Visit(a.Body, f)
		}
	case *Lambda:
		Visit(x.Body, f)
	case *Annot:
		Visit(x.X, f)
	case *TupleExpr:
		for _, a := range x.Elems {
			Visit(a, f)
		}
	case *List:
		for _, a := range x.Elems {
			Visit(a, f)
		}
	case *PredApp:
		for _, a := range x.Args {
			Visit(a, f)
		}
	}
}

// Some reports whether is holds of x or of something that Visit finds in it.
func Some(x Expr, is func(Expr) bool) bool {
	found := false
	Visit(x, func(y Expr) bool {
		found = found || is(y)
		return !found
	})
	return found
}

// ReachesNative reports whether running g can call a native that is not @pure
// (constants aside). A def that reaches none is a function of its arguments
// and may stand in predicates.
func ReachesNative(g *Global) bool {
	return callsParameter(g) || reaches(g, func(h *Global) bool { return isImpure(h) || callsParameter(h) }, map[*Global]bool{})
}

// ChangesWorld reports whether running g can reach a native that consumes a
// linear value, after which volatile facts are stale. A call of a function
// parameter counts as reaching one.
func ChangesWorld(g *Global) bool {
	return reaches(g, consumes, map[*Global]bool{}) || callsParameter(g)
}

// ExprChangesWorld is ChangesWorld for a piece of code.
func ExprChangesWorld(x Expr) bool {
	return callsUnknown(x) || exprReaches(x, func(g *Global) bool { return consumes(g) || callsParameter(g) }, map[*Global]bool{})
}

func isImpure(g *Global) bool {
	return (g.Kind == NativeFn || g.Hole) && !g.Pure && len(g.Params) > 0
}

func consumes(g *Global) bool {
	if g.Kind != NativeFn && !g.Hole {
		return false
	}
	for _, p := range g.Params {
		if p.Mult.String() == "1" || ContainsFun(p.Type) {
			return true
		}
	}
	return false
}

// ContainsFun reports whether values of a type are, or may contain, functions.
func ContainsFun(t Type) bool { return containsFun(t, map[*TyCon]bool{}) }

func containsFun(t Type, seen map[*TyCon]bool) bool {
	switch t := Strip(t).(type) {
	case *Fun:
		return true
	case *Con:
		for _, a := range t.Args {
			if containsFun(a, seen) {
				return true
			}
		}
		if seen[t.Con] {
			return false
		}
		seen[t.Con] = true
		for _, c := range t.Con.Ctors {
			for _, p := range c.Params {
				if containsFun(p.Type, seen) {
					return true
				}
			}
		}
	case *Tuple:
		for _, x := range t.Elems {
			if containsFun(x.Type, seen) {
				return true
			}
		}
	}
	return false
}

func reaches(g *Global, is func(*Global) bool, seen map[*Global]bool) bool {
	if seen[g] {
		return false
	}
	seen[g] = true
	if is(g) {
		return true
	}
	return g.Kind == DefFn && g.Body != nil && exprReaches(g.Body, is, seen)
}

func exprReaches(x Expr, is func(*Global) bool, seen map[*Global]bool) bool {
	found := false
	Visit(x, func(y Expr) bool {
		if r, ok := y.(*GlobalRef); ok && !found && reaches(r.Global, is, seen) {
			found = true
		}
		return !found
	})
	return found
}

// callsUnknown reports whether code may apply a function that it does not name: a
// variable, an element of a list, the result of a call.
func callsUnknown(x Expr) bool {
	found := false
	Visit(x, func(y Expr) bool {
		switch y := y.(type) {
		case *GlobalRef, *Lambda:
			return true
		case *Call:
			switch y.Fn.(type) {
			case *GlobalRef, *Lambda:
			default:
				found = true
			}
			if !found && ContainsFun(y.Type()) {
				if r, ok := y.Fn.(*GlobalRef); !ok || len(y.Args) >= len(r.Global.Params) {
					found = true
				}
			}
		case *LocalRef, *Match, *If, *Hole:
			found = found || ContainsFun(y.Type())
		}
		return !found
	})
	return found
}

// callsParameter reports whether g's body applies a function that is not known.
func callsParameter(g *Global) bool {
	if g.Kind != DefFn || g.Body == nil {
		return false
	}
	for _, p := range g.Params {
		if ContainsFun(p.Type) {
			return true
		}
	}
	return callsUnknown(g.Body)
}

// Broken reports whether a signature has a type that could not be resolved.
func Broken(g *Global) bool {
	if g.Faulty || g.Result != nil && hasBad(g.Result, 0) {
		return true
	}
	for _, p := range g.Params {
		if hasBad(p.Type, 0) {
			return true
		}
	}
	return false
}

// ContractBroken reports whether a contract cannot be understood: a fault in it,
// or in what its types speak of.
func ContractBroken(c *Contract) bool {
	if c == nil {
		return false
	}
	if c.Faulty || c.Result != nil && hasBad(c.Result, 0) {
		return true
	}
	for _, p := range c.Params {
		if hasBad(p.Type, 0) {
			return true
		}
	}
	return false
}

// MentionsBroken reports whether code uses a definition whose signature is
// broken, or a type that is: what it means is then not known.
func MentionsBroken(x Expr) bool {
	found := false
	Visit(x, func(y Expr) bool {
		switch y := y.(type) {
		case *GlobalRef:
			found = found || Broken(y.Global)
		case *BadExpr:
			found = true
		}
		found = found || hasBad(y.Type(), 0)
		return !found
	})
	return found
}

func hasBad(t Type, depth int) bool {
	if depth > 12 {
		return false
	}
	switch t := Resolve(t).(type) {
	case *Bad:
		return true
	case *Refined:
		if hasBad(t.Base, depth+1) {
			return true
		}
		for _, c := range t.Preds {
			if MentionsBroken(c.Expr) {
				return true
			}
		}
	case *Con:
		for _, a := range t.Args {
			if hasBad(a, depth+1) {
				return true
			}
		}
		for _, c := range t.Con.Ctors {
			if c.Faulty {
				return true
			}
			for _, p := range c.Params {
				if _, bad := Strip(p.Type).(*Bad); bad {
					return true
				}
			}
		}
	case *Fun:
		return hasBad(t.Param.Type, depth+1) || hasBad(t.Result, depth+1)
	case *Tuple:
		for _, x := range t.Elems {
			if hasBad(x.Type, depth+1) {
				return true
			}
		}
	}
	return false
}

// VisitPredicates calls f on every conjunct in a type.
func VisitPredicates(t Type, f func(*Conjunct)) {
	switch t := Resolve(t).(type) {
	case *Refined:
		for _, c := range t.Preds {
			f(c)
		}
		VisitPredicates(t.Base, f)
	case *Con:
		for _, a := range t.Args {
			VisitPredicates(a, f)
		}
	case *Tuple:
		for _, x := range t.Elems {
			VisitPredicates(x.Type, f)
		}
	case *Fun:
		VisitPredicates(t.Param.Type, f)
		VisitPredicates(t.Result, f)
	}
}
