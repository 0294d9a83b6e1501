package smt

// Walk calls visit once for every distinct subterm of ts, arguments before the
// terms they are in. It neither recurses nor visits shared subterms again.
func Walk(visit func(*Term), ts ...*Term) {
	done := make(map[*Term]bool)
	var stack []*Term
	for _, root := range ts {
		stack = append(stack[:0], root)
		for len(stack) > 0 {
			t := stack[len(stack)-1]
			if done[t] {
				stack = stack[:len(stack)-1]
				continue
			}
			waiting := false
			for i := len(t.Args) - 1; i >= 0; i-- {
				if a := t.Args[i]; !done[a] {
					stack = append(stack, a)
					waiting = true
				}
			}
			if !waiting {
				stack = stack[:len(stack)-1]
				done[t] = true
				visit(t)
			}
		}
	}
}

// Occurs reports whether part is in or one of its subterms.
func Occurs(part, in *Term) bool {
	found := false
	Walk(func(x *Term) { found = found || x == part }, in)
	return found
}

// FreeSymbols returns the free constants of ts, each once, in the order in
// which they are first met from left to right.
func FreeSymbols(ts ...*Term) []*Term {
	var symbols []*Term
	Walk(func(t *Term) {
		if t.Op == OpSymbol {
			symbols = append(symbols, t)
		}
	}, ts...)
	return symbols
}

// Conjuncts returns the parts of a conjunction, nested ones taken apart, from
// left to right and each once; nothing for true, and t itself if it is no
// conjunction.
func Conjuncts(t *Term) []*Term {
	var parts []*Term
	seen := make(map[*Term]bool)
	stack := []*Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case seen[t] || t.IsTrue():
		case t.Op == OpAnd:
			for i := len(t.Args) - 1; i >= 0; i-- {
				stack = append(stack, t.Args[i])
			}
		default:
			parts = append(parts, t)
		}
		seen[t] = true
	}
	return parts
}

// Substitute replaces, all at once, every occurrence in t of a key of m by its
// value and simplifies what changed. Keys may be any terms; the outermost one
// wins, and replacements are not searched again.
func (p *Pool) Substitute(t *Term, m map[*Term]*Term) *Term {
	if len(m) == 0 {
		return t
	}
	return p.transform(t, func(t *Term) *Term { return m[t] }, nil)
}

// Evaluate returns the value of t under a model: leaves are replaced, then
// everything is folded. model is asked for every free constant, and, once its
// arguments are evaluated, for every application of an uninterpreted function
// and every term whose value the theory leaves open (division by 0, a selection
// from another constructor). It may return nil, and then the term stays. The result is a value
// (IsValue) if the model said enough.
func (p *Pool) Evaluate(t *Term, model func(*Term) *Term) *Term {
	leaf := func(t *Term) *Term {
		if t.Op == OpSymbol {
			return model(t)
		}
		return nil
	}
	open := func(t *Term) *Term {
		switch t.Op {
		case OpApply:
		case OpDiv, OpMod, OpRealDiv, OpSelect:
			for _, a := range t.Args {
				if !a.value {
					return nil
				}
			}
		default:
			return nil
		}
		return model(t)
	}
	return p.transform(t, leaf, open)
}

// transform rebuilds t from the leaves up with the smart constructors. Where
// before gives a term for a subterm, that is taken instead and not looked into;
// where after (if not nil) gives one for a rebuilt subterm, likewise.
func (p *Pool) transform(root *Term, before, after func(*Term) *Term) *Term {
	done := make(map[*Term]*Term)
	stack := []*Term{root}
	var args []*Term
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if done[t] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		if r := before(t); r != nil {
			done[t] = r
			continue
		}
		waiting := false
		for i := len(t.Args) - 1; i >= 0; i-- {
			if a := t.Args[i]; done[a] == nil {
				stack = append(stack, a)
				waiting = true
			}
		}
		if waiting {
			continue
		}
		changed := false
		args = args[:0]
		for _, a := range t.Args {
			args = append(args, done[a])
			changed = changed || done[a] != a
		}
		r := t
		if changed {
			r = p.rebuild(t, args)
		}
		if after != nil {
			if v := after(r); v != nil {
				r = v
			}
		}
		done[t] = r
	}
	return done[root]
}

// rebuild applies the head of t to other arguments. It does not keep args.
func (p *Pool) rebuild(t *Term, args []*Term) *Term {
	switch t.Op {
	case OpNot:
		return p.Not(args[0])
	case OpAnd:
		return p.And(args...)
	case OpOr:
		return p.Or(args...)
	case OpEq:
		return p.Eq(args[0], args[1])
	case OpIte:
		return p.Ite(args[0], args[1], args[2])
	case OpLe:
		return p.Le(args[0], args[1])
	case OpLt:
		return p.Lt(args[0], args[1])
	case OpAdd:
		return p.Add(args...)
	case OpMul:
		r := args[0]
		for _, a := range args[1:] {
			r = p.Mul(r, a)
		}
		return r
	case OpDiv:
		return p.euclidDiv(args[0], args[1])
	case OpMod:
		return p.euclidMod(args[0], args[1])
	case OpRealDiv:
		return p.RealDiv(args[0], args[1])
	case OpApply:
		return p.Apply(t.Func(), args...)
	case OpConstruct:
		return p.Construct(t.Ctor(), args...)
	case OpSelect:
		return p.Select(t.Ctor(), t.index, args[0])
	case OpIsCtor:
		return p.IsCtor(t.Ctor(), args[0])
	case OpConcat:
		var parts []*Term
		for _, a := range args {
			parts = append(parts, concatParts(a)...)
		}
		return p.concat(parts)
	case OpStrLen:
		return p.StrLen(args[0])
	case OpPrefixOf:
		return p.PrefixOf(args[0], args[1])
	case OpSuffixOf:
		return p.SuffixOf(args[0], args[1])
	case OpContains:
		return p.Contains(args[0], args[1])
	case OpStrFromInt:
		return p.digits(args[0])
	case OpInRegex:
		return p.InRegex(args[0], t.Regex())
	}
	return t
}
