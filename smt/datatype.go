package smt

// Construct returns constructor c applied to args, one for each field.
func (p *Pool) Construct(c *Constructor, args ...*Term) *Term {
	if len(args) != len(c.Fields) {
		panic("smt: wrong number of arguments for constructor " + c.Name)
	}
	for i, a := range args {
		if a.Sort != c.Fields[i].Sort {
			panic("smt: argument of sort " + a.Sort.name + " for field " + c.Fields[i].Name + " of " + c.Name)
		}
	}
	return p.intern(OpConstruct, c.Sort, c, 0, args)
}

// Select returns field i of t, which should be built by c; otherwise the result
// is some unspecified value that depends on t only.
func (p *Pool) Select(c *Constructor, i int, t *Term) *Term {
	if t.Sort != c.Sort {
		panic("smt: Select of " + c.Name + " from a term of sort " + t.Sort.name)
	}
	if t.Op == OpConstruct && t.Ctor() == c {
		return t.Args[i]
	}
	return p.intern(OpSelect, c.Fields[i].Sort, c, i, []*Term{t})
}

// IsCtor returns whether t is built by constructor c.
func (p *Pool) IsCtor(c *Constructor, t *Term) *Term {
	if t.Sort != c.Sort {
		panic("smt: IsCtor of " + c.Name + " on a term of sort " + t.Sort.name)
	}
	if t.Op == OpConstruct {
		return p.BoolLit(t.Ctor() == c)
	}
	if len(c.Sort.ctors) == 1 {
		return p.trueTerm
	}
	return p.intern(OpIsCtor, p.boolSort, c, 0, []*Term{t})
}
