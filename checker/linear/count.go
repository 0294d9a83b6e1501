package linear

import (
	"fmt"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
)

// unbounded stands for "as many as anyone likes", and for every count above it.
const unbounded = 1 << 16

func plus(a, b int) int { return min(a+b, unbounded) }

// counts says how many linear values of the kind at hand a value may carry.
type counts struct {
	// yield: given out, it carries at most that many.
	yield int
	// gain: taken in, it carries at least that many, what the functions in it
	// return when they are called included.
	gain int
	// cost: calling the functions in it hands out at most that many.
	cost int
	// lends: calling the functions in it shows them a borrowed one.
	lends bool
}

func (a counts) and(b counts) counts {
	return counts{plus(a.yield, b.yield), plus(a.gain, b.gain), plus(a.cost, b.cost), a.lends || b.lends}
}

// or is the count of a value that is an a or a b.
func (a counts) or(b counts) counts {
	return counts{max(a.yield, b.yield), min(a.gain, b.gain), max(a.cost, b.cost), a.lends || b.lends}
}

// counter counts the values of one linear type constructor, or of one type
// variable that may stand for a linear type.
type counter struct {
	con *core.TyCon
	v   *core.TyVar
	// known are the inductive types met so far, instantiated, with the counts of
	// the last round.
	known map[string]*instance
	order []*instance
	ids   map[*core.TyCon]int
}

// instance is an inductive type with arguments of known counts.
type instance struct {
	con  *core.TyCon
	args []counts
	now  counts
}

type bindings map[*core.TyVar]counts

func newCounter(con *core.TyCon, v *core.TyVar) *counter {
	return &counter{con: con, v: v, known: map[string]*instance{}, ids: map[*core.TyCon]int{}}
}

// rounds bounds the iteration; types that need more are counted as the worst.
const rounds = 1000

// balanceOf is the balance of a function. Recursive inductive types are solved
// by iteration, from what a value that cannot be built carries.
func (k *counter) balanceOf(params []*core.Local, result core.Type) balance {
	for range rounds {
		b := k.balance(params, result, nil)
		if !k.step() {
			return b
		}
	}
	return balance{yields: unbounded}
}

// step counts every instance once more, and reports whether anything changed.
func (k *counter) step() bool {
	changed := false
	for i := 0; i < len(k.order); i++ {
		in := k.order[i]
		if now := k.constructors(in); now != in.now {
			in.now, changed = now, true
		}
	}
	return changed
}

func (k *counter) count(t core.Type, env bindings) counts {
	switch t := core.Strip(t).(type) {
	case *core.Var:
		if c, ok := env[t.Var]; ok {
			return c
		}
		if t.Var == k.v {
			return counts{yield: 1, gain: 1}
		}
	case *core.Tuple:
		var sum counts
		for _, e := range t.Elems {
			sum = sum.and(k.count(e.Type, env))
		}
		return sum
	case *core.Fun:
		return k.function(t, env)
	case *core.Con:
		args := make([]counts, len(t.Args))
		for i, a := range t.Args {
			args[i] = k.count(a, env)
		}
		if t.Con.Kind == core.InductiveCon {
			return k.inductive(t.Con, args)
		}
		var sum counts
		if t.Con == k.con {
			sum = counts{yield: 1, gain: 1}
		}
		for _, a := range args {
			sum = sum.and(a)
		}
		if t.Con.Kind == core.BuiltinCon && len(args) > 0 {
			return several(sum) // Array: any number of elements
		}
		return sum
	}
	return counts{}
}

// several is the count of any number of values.
func several(c counts) counts {
	if c.yield > 0 {
		c.yield = unbounded
	}
	if c.cost > 0 {
		c.cost = unbounded
	}
	c.gain = 0
	return c
}

// function counts a function as part of a value: whoever receives it may call
// it any number of times, so it must not mint by itself; whoever has it calls
// it, hands out the arguments and takes in the result.
func (k *counter) function(f *core.Fun, env bindings) counts {
	params, result := arrows(f)
	r := k.count(result, env)
	out := counts{gain: r.gain, cost: r.cost, lends: r.lends}
	if k.balance(params, result, env).mints() {
		out.yield = unbounded
	}
	for _, p := range params {
		c := k.count(p.Type, env)
		switch p.Mult {
		case lang.Borrowed:
			out.lends = out.lends || c.yield > 0
		case lang.Erased:
		default:
			out.cost = plus(out.cost, c.yield)
		}
	}
	return out
}

// arrows takes a function type apart: all parameters, and the final result.
func arrows(f *core.Fun) ([]*core.Local, core.Type) {
	var params []*core.Local
	var t core.Type = f
	for {
		g, ok := core.Strip(t).(*core.Fun)
		if !ok {
			return params, t
		}
		p := *g.Param
		p.Mult = g.Mult
		params = append(params, &p)
		t = g.Result
	}
}

// inductive counts a value of an inductive type with arguments counted as args:
// the largest constructor where it is given out, the smallest where it is taken
// in; without bound where it is recursive.
func (k *counter) inductive(c *core.TyCon, args []counts) counts {
	key := k.key(c, args)
	if in, ok := k.known[key]; ok {
		return in.now
	}
	if len(k.order) > rounds {
		return counts{yield: unbounded, cost: unbounded} // arguments that grow without end
	}
	in := &instance{con: c, args: args, now: counts{gain: unbounded}}
	k.known[key] = in
	k.order = append(k.order, in)
	return in.now
}

func (k *counter) constructors(in *instance) counts {
	out := counts{gain: unbounded}
	for _, ctor := range in.con.Ctors {
		env := bindings{}
		for i, v := range in.con.Params {
			if i < len(in.args) {
				env[v] = in.args[i]
			}
		}
		if r, ok := core.Strip(ctor.Result).(*core.Con); ok {
			for i, a := range r.Args {
				if v, ok := core.Strip(a).(*core.Var); ok && i < len(in.args) {
					env[v.Var] = in.args[i]
				}
			}
		}
		var sum counts
		for _, p := range ctor.Params {
			if p.Mult != lang.Erased {
				sum = sum.and(k.count(p.Type, env))
			}
		}
		out = out.or(sum)
	}
	if recursive(in.con) {
		gain := out.gain
		out = several(out)
		out.gain = gain
	}
	return out
}

func (k *counter) key(c *core.TyCon, args []counts) string {
	id, ok := k.ids[c]
	if !ok {
		id = len(k.ids)
		k.ids[c] = id
	}
	return fmt.Sprint(id, args)
}

// recursive reports whether a value of c can hold another value of c.
func recursive(c *core.TyCon) bool {
	seen := map[*core.TyCon]bool{}
	todo := []*core.TyCon{c}
	for len(todo) > 0 {
		d := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		found := false
		eachFieldCon(d, func(e *core.TyCon) {
			found = found || e == c
			if !seen[e] {
				seen[e] = true
				todo = append(todo, e)
			}
		})
		if found {
			return true
		}
	}
	return false
}

// balance is the account of a function for one kind of linear value.
type balance struct {
	yields, consumes int
	// lends: it shows a function parameter a borrowed value; borrows: it was
	// lent one.
	lends, borrows bool
}

// mints: more comes out than went in. What is only lent to a function parameter
// must have come in somehow as well.
func (b balance) mints() bool {
	return b.yields > b.consumes || b.yields == unbounded || b.lends && !b.borrows && b.consumes == 0
}

// balance adds up what a function with these parameters and this result yields
// and consumes: the result and the arguments of its function parameters against
// its parameters and the results of its function parameters.
func (k *counter) balance(params []*core.Local, result core.Type, env bindings) balance {
	var b balance
	for _, p := range params {
		c := k.count(p.Type, env)
		switch p.Mult {
		case lang.Erased:
			continue
		case lang.Borrowed:
			b.borrows = b.borrows || c.yield > 0
		default:
			if c.gain < unbounded { // a type without values brings nothing in
				b.consumes = plus(b.consumes, c.gain)
			}
		}
		b.yields = plus(b.yields, c.cost)
		b.lends = b.lends || c.lends
	}
	b.yields = plus(b.yields, k.count(result, env).yield)
	return b
}

func (b balance) String() string {
	switch {
	case b.yields >= unbounded:
		return fmt.Sprintf("its type yields any number of them and consumes %d", b.consumes)
	case b.yields <= b.consumes:
		return "its type lends one to a function without having been given one"
	}
	return fmt.Sprintf("its type yields %d and consumes %d", b.yields, b.consumes)
}
