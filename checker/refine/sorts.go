package refine

import (
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/smt"
)

// sorts maps types to SMT sorts. A polymorphic type has one sort per instance;
// names are unique by construction, never taken from the source alone.
type sorts struct {
	pool   *smt.Pool
	supply *smt.Supply
	cons   map[string]*smt.Sort
	ids    map[any]int
	// numbered is how many have ever been.
	numbered int
	ctors    map[*smt.Sort][]*smt.Constructor
	// known names what the specs define, own what the plan at hand does.
	known, own map[any]string
	// tuples are the constructors of the sorts of tuples.
	tuples map[*smt.Sort]*smt.Constructor
	// regular caches whether an inductive type can be an SMT datatype.
	regular map[*core.TyCon]bool
	fun     *smt.Sort
}

func newSorts(p *smt.Pool, supply *smt.Supply) *sorts {
	return &sorts{
		pool: p, supply: supply, cons: map[string]*smt.Sort{}, ids: map[any]int{},
		ctors: map[*smt.Sort][]*smt.Constructor{}, tuples: map[*smt.Sort]*smt.Constructor{}, regular: map[*core.TyCon]bool{},
		fun: p.Uninterpreted("function"),
	}
}

// id numbers constructors and type variables in the order of first use.
func (s *sorts) id(x any) string {
	if name, ok := s.own[x]; ok {
		return name
	}
	if name, ok := s.known[x]; ok {
		return name
	}
	n, ok := s.ids[x]
	if !ok {
		n = s.numbered
		s.numbered++
		s.ids[x] = n
	}
	return strconv.Itoa(n)
}

// sort is the sort of a type's values.
func (w *walker) sort(t *rtype) *smt.Sort {
	if t.sort == nil {
		t.sort = w.newSort(t)
	}
	return t.sort
}

func (w *walker) newSort(t *rtype) *smt.Sort {
	s := w.sorts
	switch {
	case t.con != nil:
		switch t.con {
		case w.world.Int.Con:
			return s.pool.Int()
		case w.world.Bool.Con:
			return s.pool.Bool()
		case w.world.String.Con:
			return s.pool.String()
		case w.world.Float.Con:
			return s.pool.Real()
		}
		return w.conSort(t)
	case t.rigid != nil:
		u := s.pool.Uninterpreted(t.rigid.Name + "#" + s.id(t.rigid))
		w.rigidSorts[u] = true
		return u
	case t.tuple != nil:
		return w.tupleSort(t)
	}
	return s.fun
}

func (w *walker) conSort(t *rtype) *smt.Sort {
	s := w.sorts
	args := make([]*smt.Sort, len(t.args))
	key := t.con.Name + "#" + s.id(t.con)
	for i, a := range t.args {
		args[i] = w.sort(a)
	}
	key += s.key(args)
	if have, ok := s.cons[key]; ok {
		return have
	}
	if t.con == w.world.Unit.Con {
		d := s.pool.NewDatatype("Unit")
		s.cons[key] = d
		s.ctors[d] = []*smt.Constructor{s.pool.AddConstructor(d, "unit")}
		return d
	}
	if t.con.Kind != core.InductiveCon || !s.isRegular(t.con) {
		u := s.pool.Uninterpreted(key)
		s.cons[key] = u
		for _, a := range args {
			if w.mayBeFloat(a, map[*smt.Sort]bool{}) {
				w.opaqueFloat[u] = true
			}
		}
		if t.con.Kind == core.InductiveCon {
			w.opaqueFloat[u] = true // not looked into
		}
		return u
	}
	d := s.pool.NewDatatype(key)
	s.cons[key] = d
	e := &env{types: map[*core.TyVar]*rtype{}}
	for i, v := range t.con.Params {
		e.types[v] = w.plainOf(t.args[i])
	}
	for _, c := range t.con.Ctors {
		fields := make([]smt.Field, len(c.Params))
		for i, p := range c.Params {
			fields[i] = smt.Field{Name: c.Name + "." + strconv.Itoa(i), Sort: w.sort(w.base(p.Type, e))}
		}
		s.ctors[d] = append(s.ctors[d], s.pool.AddConstructor(d, t.con.Name+"."+c.Name, fields...))
	}
	return d
}

// key names sorts by number: their names grow with their depth.
func (s *sorts) key(args []*smt.Sort) string {
	if len(args) == 0 {
		return ""
	}
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = s.id(a)
	}
	return "<" + strings.Join(parts, ",") + ">"
}

func (w *walker) tupleSort(t *rtype) *smt.Sort {
	s := w.sorts
	elems := make([]*smt.Sort, len(t.tuple.Elems))
	for i, x := range t.tuple.Elems {
		elems[i] = w.sort(w.base(x.Type, t.env))
	}
	return s.tupleOf(elems)
}

func (s *sorts) tupleOf(elems []*smt.Sort) *smt.Sort {
	key := "tuple" + s.key(elems)
	if have, ok := s.cons[key]; ok {
		return have
	}
	d := s.pool.NewDatatype(key)
	s.cons[key] = d
	fields := make([]smt.Field, len(elems))
	for i, x := range elems {
		fields[i] = smt.Field{Name: strconv.Itoa(i), Sort: x}
	}
	s.ctors[d] = []*smt.Constructor{s.pool.AddConstructor(d, "tuple", fields...)}
	s.tuples[d] = s.ctors[d][0]
	return d
}

// unknown is a new symbol; one of a tuple's sort is a tuple of new symbols, which
// says the same (a tuple is its parts) and leaves Z3 no datatype to reason
// about: libz3 4.8.12 takes time quadratic in the number of their symbols.
func (s *sorts) unknown(name string, sort *smt.Sort) *smt.Term {
	c := s.tuples[sort]
	if c == nil {
		return s.supply.Fresh(name, sort)
	}
	parts := make([]*smt.Term, len(c.Fields))
	for i, f := range c.Fields {
		parts[i] = s.unknown(name, f.Sort)
	}
	return s.pool.Construct(c, parts...)
}

// isRegular reports whether an inductive type is inhabited, recursive only at
// its own parameters and not through function types or other recursive
// families, so that it is an SMT datatype. Others are opaque sorts: less is
// known of them, nothing wrong.
func (s *sorts) isRegular(c *core.TyCon) bool {
	if r, ok := s.regular[c]; ok {
		return r
	}
	s.regular[c] = false
	r := len(c.Ctors) > 0 && inhabited(c, map[*core.TyCon]bool{})
	for _, k := range c.Ctors {
		for _, p := range k.Params {
			r = r && regularField(p.Type, c, map[*core.TyCon]bool{})
		}
	}
	s.regular[c] = r
	return r
}

func regularField(t core.Type, c *core.TyCon, seen map[*core.TyCon]bool) bool {
	switch t := core.Strip(t).(type) {
	case *core.Con:
		if t.Con == c {
			for i, a := range t.Args {
				v, ok := core.Strip(a).(*core.Var)
				if !ok || v.Var != c.Params[i] {
					return false
				}
			}
			return true
		}
		for _, a := range t.Args {
			if !regularField(a, c, seen) {
				return false
			}
		}
		if t.Con.Kind == core.InductiveCon && !seen[t.Con] {
			seen[t.Con] = true
			for _, k := range t.Con.Ctors {
				for _, p := range k.Params {
					if mentionsCon(p.Type, c) || !regularField(p.Type, t.Con, seen) {
						return false
					}
				}
			}
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			if !regularField(x.Type, c, seen) {
				return false
			}
		}
	case *core.Fun:
		return !mentionsCon(t.Param.Type, c) && !mentionsCon(t.Result, c)
	}
	return true
}

func mentionsCon(t core.Type, c *core.TyCon) bool {
	switch t := core.Strip(t).(type) {
	case *core.Con:
		if t.Con == c {
			return true
		}
		for _, a := range t.Args {
			if mentionsCon(a, c) {
				return true
			}
		}
	case *core.Tuple:
		for _, x := range t.Elems {
			if mentionsCon(x.Type, c) {
				return true
			}
		}
	case *core.Fun:
		return mentionsCon(t.Param.Type, c) || mentionsCon(t.Result, c)
	}
	return false
}

// inhabited reports whether some constructor can be built without a value of
// the type itself.
func inhabited(c *core.TyCon, seen map[*core.TyCon]bool) bool {
	if c.Kind != core.InductiveCon {
		return true
	}
	if seen[c] {
		return false
	}
	seen[c] = true
	defer delete(seen, c)
	for _, k := range c.Ctors {
		ok := true
		for _, p := range k.Params {
			if t, isCon := core.Strip(p.Type).(*core.Con); isCon && !inhabited(t.Con, seen) {
				ok = false
			}
			if t, isTuple := core.Strip(p.Type).(*core.Tuple); isTuple {
				for _, x := range t.Elems {
					if xc, isCon := core.Strip(x.Type).(*core.Con); isCon && !inhabited(xc.Con, seen) {
						ok = false
					}
				}
			}
		}
		if ok {
			return true
		}
	}
	return false
}

// constructor is the SMT constructor of a constructor at a type, or nil where
// the type is an opaque sort.
func (w *walker) constructor(c *core.Global, t *rtype) *smt.Constructor {
	cs := w.sorts.ctors[w.sort(t)]
	if cs == nil {
		return nil
	}
	return cs[c.Index]
}

// function is the uninterpreted function of a measure (or of a @pure native or
// recursive def) at one instance; a volatile measure takes the age of the world
// as a last argument.
func (w *walker) function(g *core.Global, args []*smt.Sort, result *smt.Sort) *smt.Func {
	key := w.sorts.id(g) + w.sorts.key(args) + w.sorts.id(result)
	if f, ok := w.funcs[key]; ok {
		return f
	}
	f := w.pool.NewFunc(g.Name, args, result)
	w.funcs[key] = f
	return f
}
