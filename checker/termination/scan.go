package termination

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
)

// scanned is what one walk over a body finds.
type scanned struct {
	members map[*core.Global]bool
	// calls are the saturated calls of members, mentions all mentions of them,
	// loose the mentions that are not the callee of such a call.
	calls    []*core.Call
	mentions []*core.GlobalRef
	loose    []*core.GlobalRef
	// inTypes are the mentions in predicates of annotations, unknown what
	// elaboration left out there: a mention of a definition that is not done.
	inTypes []*core.GlobalRef
	unknown []*core.BadExpr
	// value is what a variable is bound to: variables never change, so it may
	// stand for the variable.
	value map[*core.Local]core.Expr
	// origin is the parameter of which a variable holds the whole or a part.
	origin map[*core.Local]origin
}

// origin: the variable is parameter param, or, where part is set, something
// strictly inside it.
type origin struct {
	param int
	part  bool
}

func scan(g *core.Global, members map[*core.Global]bool) *scanned {
	s := &scanned{
		members: members,
		value:   map[*core.Local]core.Expr{},
		origin:  map[*core.Local]origin{},
	}
	for i, p := range g.Params {
		s.origin[p] = origin{param: i}
	}
	direct := map[*core.GlobalRef]bool{}
	core.Visit(g.Body, func(x core.Expr) bool {
		switch x := x.(type) {
		case *core.GlobalRef:
			if members[x.Global] {
				s.mentions = append(s.mentions, x)
				if !direct[x] {
					s.loose = append(s.loose, x)
				}
			}
		case *core.Call:
			switch fn := x.Fn.(type) {
			case *core.GlobalRef:
				if members[fn.Global] && len(fn.Global.Params) > 0 && len(x.Args) >= len(fn.Global.Params) {
					direct[fn] = true
					s.calls = append(s.calls, x)
				}
			case *core.Lambda:
				// Applied where it stands: its parameters are the arguments.
				for i, p := range fn.Params {
					if i < len(x.Args) {
						s.bind(&core.PVar{Local: p}, x.Args[i])
					}
				}
			}
		case *core.Let:
			for _, b := range x.Binds {
				s.annotation(b.Ann)
				s.bind(b.Pattern, b.Value)
			}
		case *core.Match:
			if o, ok := s.part(x.Scrutinee); ok {
				for _, a := range x.Arms {
					for _, f := range a.Fields {
						s.parts(f, o.param)
					}
				}
			}
		case *core.Lambda:
			for _, p := range x.Params {
				if p.Declared {
					s.annotation(p.Type)
				}
			}
		case *core.Annot:
			s.annotation(x.Ann)
		}
		return true
	})
	return s
}

// bind records what a let binds.
func (s *scanned) bind(p core.Pattern, value core.Expr) {
	switch p := p.(type) {
	case *core.PVar:
		s.value[p.Local] = value
		if o, ok := s.part(value); ok {
			s.origin[p.Local] = o
		}
	case *core.PTuple, *core.PCtor:
		if o, ok := s.part(value); ok {
			s.parts(p, o.param)
		}
	}
}

// part is the origin of x where x is nothing but a variable.
func (s *scanned) part(x core.Expr) (origin, bool) {
	for {
		switch y := x.(type) {
		case *core.Annot:
			x = y.X
			continue
		case *core.LocalRef:
			o, ok := s.origin[y.Local]
			return o, ok
		}
		return origin{}, false
	}
}

// parts records that the variables of p hold parts of a parameter.
func (s *scanned) parts(p core.Pattern, param int) {
	switch p := p.(type) {
	case *core.PVar:
		s.origin[p.Local] = origin{param, true}
	case *core.PTuple:
		for _, e := range p.Elems {
			s.parts(e, param)
		}
	case *core.PCtor:
		for _, a := range p.Args {
			s.parts(a, param)
		}
	}
}

// annotation collects the members that the predicates of a type mention.
func (s *scanned) annotation(t core.Type) {
	switch t := t.(type) {
	case *core.Refined:
		for _, p := range t.Preds {
			core.Visit(p.Expr, func(x core.Expr) bool {
				switch x := x.(type) {
				case *core.GlobalRef:
					if s.members[x.Global] {
						s.inTypes = append(s.inTypes, x)
					}
				case *core.BadExpr:
					s.unknown = append(s.unknown, x)
				}
				return true
			})
		}
		s.annotation(t.Base)
	case *core.Con:
		for _, a := range t.Args {
			s.annotation(a)
		}
	case *core.Fun:
		s.annotation(t.Param.Type)
		s.annotation(t.Result)
	case *core.Tuple:
		for _, e := range t.Elems {
			s.annotation(e.Type)
		}
	}
}

const inPredicate = "a predicate takes the function to be total, which is only being shown here"

// indirect reports every way of reaching the group that is not a direct call.
func (s *scanned) indirect(g *core.Global) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	add := func(at diag.Span, name, why string) {
		out = append(out, diag.New(at, diag.NotADirectUse, name).
			With(g.Span, "the recursion of `%s` is to be shown to end", g.Name).
			Note("%s", why))
	}
	report := func(r *core.GlobalRef, why string) { add(r.Span, r.Global.Name, why) }
	for _, b := range s.unknown {
		add(b.Span, g.Name, inPredicate)
	}
	for _, r := range s.loose {
		report(r, "as a value it could be called later with any argument, and nothing would decrease")
	}
	for _, r := range s.inTypes {
		report(r, inPredicate)
	}
	for _, m := range g.Metric {
		core.Visit(m, func(x core.Expr) bool {
			if r, ok := x.(*core.GlobalRef); ok && s.members[r.Global] {
				report(r, "a metric cannot rest on the function that it is the metric of")
			}
			return true
		})
	}
	return out
}

// shrinking is the Int parameter of which every recursive call of g subtracts a
// positive literal. Where there are several, one whose type bounds it comes
// first.
func (s *scanned) shrinking(g *core.Global) *core.Local {
	var found *core.Local
	for i, p := range g.Params {
		if !isInt(p.Type) || !s.shrinks(p, i) {
			continue
		}
		_, bounded := core.Resolve(p.Type).(*core.Refined)
		if bounded {
			return p
		}
		if found == nil {
			found = p
		}
	}
	return found
}

func (s *scanned) shrinks(p *core.Local, i int) bool {
	for _, call := range s.calls {
		minus, ok := s.resolve(call.Args[i]).(*core.Prim)
		if !ok || minus.Op != "-" || len(minus.Args) != 2 {
			return false
		}
		from, ok := s.resolve(minus.Args[0]).(*core.LocalRef)
		if !ok || from.Local != p {
			return false
		}
		by, ok := s.resolve(minus.Args[1]).(*core.IntLit)
		if !ok || by.Value.Sign() <= 0 {
			return false
		}
	}
	return len(s.calls) > 0
}

// resolve follows variables to what they are bound to.
func (s *scanned) resolve(x core.Expr) core.Expr {
	for {
		switch y := x.(type) {
		case *core.Annot:
			x = y.X
			continue
		case *core.LocalRef:
			if v, ok := s.value[y.Local]; ok {
				x = v
				continue
			}
		}
		return x
	}
}

// assignments bounds the choices of one parameter per function that structural
// recursion of a mutual block tries.
const assignments = 4096

// structural reports whether one parameter of every member can be chosen so
// that every call passes on, in the place of the callee's, a part of the
// caller's.
func structural(g *core.Global, members map[*core.Global]bool) bool {
	var order []*core.Global
	group := g.Group
	if len(group) == 0 {
		group = []*core.Global{g}
	}
	for _, m := range group {
		if members[m] {
			order = append(order, m)
		}
	}
	scans := map[*core.Global]*scanned{}
	total := 1
	for _, m := range order {
		scans[m] = scan(m, members)
		if len(scans[m].loose) > 0 || len(m.Params) == 0 {
			return false
		}
		if total *= len(m.Params); total > assignments {
			return false
		}
	}
	chosen := map[*core.Global]int{}
	for n := range total {
		for _, m := range order {
			chosen[m] = n % len(m.Params)
			n /= len(m.Params)
		}
		if decreases(order, scans, chosen) {
			return true
		}
	}
	return false
}

func decreases(order []*core.Global, scans map[*core.Global]*scanned, chosen map[*core.Global]int) bool {
	for _, m := range order {
		s := scans[m]
		for _, call := range s.calls {
			callee := call.Fn.(*core.GlobalRef).Global
			o, ok := s.part(call.Args[chosen[callee]])
			if !ok || !o.part || o.param != chosen[m] {
				return false
			}
		}
	}
	return true
}
