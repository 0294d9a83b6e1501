// Package linear checks that every linear value is consumed exactly once on
// every path, and that plans cannot make linear values out of nothing.
//
// The check is one walk over the core tree in evaluation order. An environment
// says of every linear variable in scope whether it is still live or where it
// was consumed; the branches of a conditional start from the same environment
// and must agree when they join. This is the algorithmic presentation of a
// linear type system, in which the environment is threaded through instead of
// being split by guesswork (Walker, "Substructural Type Systems", in Pierce,
// ed., Advanced Topics in Types and Programming Languages, ch. 1, 2005).
//
// Multiplicities on arrows, and the rule that a type variable takes linear
// values only under a parameter of multiplicity 1, follow Linear Haskell
// (Bernardy, Boespflug, Newton, Peyton Jones and Spiwack, POPL 2018). A "&"
// parameter is a shared borrow as in Rust that ends with the call: since
// nothing can hold it longer, it needs no lifetime. As in Rust's two-phase
// borrows, a bare variable is handed over when the call is made, after all
// arguments have been evaluated, so that `f s (isTainted s)` reads s first.
//
// Function values are never linear here: they capture no linear variable at
// all. A lambda that stands as an argument of a list function, which runs it
// and drops it, may borrow what it mentions.
//
// Environments change in place, with a trail of what changed, as in Prolog
// engines: a branch costs what it consumes and not what is in scope, and a
// chain of ten thousand lets takes linear time.
package linear

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// Unit is code that is checked as one function body.
type Unit struct {
	Params []*core.Local
	// Result is the declared result type; nil stands for any value that is not
	// linear.
	Result   core.Type
	Body     core.Expr
	FromPlan bool
}

// Check reports every breach of the linear discipline in u.
func Check(u Unit) []*diag.Diagnostic {
	if u.Body == nil {
		return nil
	}
	c := &checker{
		env:       newEnv(),
		types:     newTypes(u.Params, u.Result),
		standing:  map[*core.Global]map[*core.TyVar]standing{},
		annotated: map[*core.Local]core.Type{},
		values:    map[*core.Local]diag.Span{},
	}
	for _, p := range u.Params {
		c.diags = append(c.diags, c.types.omegaOnLinear(p)...)
	}
	params := c.params(u.Params)
	var want expected
	if u.Result != nil {
		c.diags = append(c.diags, c.types.omegaInside(u.Result)...)
		want = expected{t: u.Result}
	}
	c.eval(u.Body, place{kind: asResult}, want)
	c.endScope(params, u.Body)
	return c.diagnostics()
}

type checker struct {
	*env
	types    *types
	standing map[*core.Global]map[*core.TyVar]standing
	// annotated are the types that lets declare: inference keeps the type of the
	// value, which may promise less.
	annotated map[*core.Local]core.Type
	// frames are the lambdas around the code being walked, outermost first.
	frames []*frame
	// value is what is being bound, and values what variables were bound to.
	value  diag.Span
	values map[*core.Local]diag.Span
	diags  []*diag.Diagnostic
	// missing are diagnostics that say that a consumption is missing. They are
	// dropped where part of the tree is: the consumption may have stood there.
	missing    []*diag.Diagnostic
	incomplete bool
}

// frame is a lambda being walked.
type frame struct {
	// runsHere: the lambda is an argument of a list function, which runs it and
	// does not keep it.
	runsHere bool
	// borrows are its mentions of variables from outside.
	borrows []*core.LocalRef
}

func (c *checker) report(d *diag.Diagnostic) *diag.Diagnostic {
	c.diags = append(c.diags, d)
	return d
}

func (c *checker) reportMissing(d *diag.Diagnostic) *diag.Diagnostic {
	c.missing = append(c.missing, d)
	return d
}

func (c *checker) diagnostics() []*diag.Diagnostic {
	if !c.incomplete {
		c.diags = append(c.diags, c.missing...)
	}
	return diag.Sort(c.diags)
}

// params brings the parameters of a function into scope.
func (c *checker) params(ps []*core.Local) []*variable {
	var bound []*variable
	for _, p := range ps {
		if v := c.declare(p, p.Mult, true); v != nil {
			bound = append(bound, v)
		}
	}
	return bound
}

// declare brings a binder into scope under multiplicity m; the result is nil
// where nothing has to be tracked. A binder that is not sound stands for a
// value about which something was reported already.
func (c *checker) declare(l *core.Local, m lang.Multiplicity, sound bool) *variable {
	v := &variable{local: l, depth: len(c.frames), linear: c.types.linear(l.Type)}
	switch {
	case m == lang.Erased:
		v.mode = erased
	case m == lang.Borrowed:
		v.mode = borrowed
	case m == lang.Linear || v.linear:
		v.mode = owned
		if !sound || l.Written == lang.Omega {
			v.state.status = settled
		}
	default:
		return nil
	}
	c.env.add(v)
	return v
}

// endScope reports what is left of the variables that go out of scope after body,
// which may be the let that binds them.
func (c *checker) endScope(bound []*variable, body core.Expr) {
	for _, v := range bound {
		if v.mode != owned || v.state.status != live {
			continue
		}
		c.settle(v)
		end := tail(body).Range()
		at := v.local.Span
		if at.IsZero() || (end.Src != nil && at.Src != end.Src) {
			at = end
		}
		d := diag.New(at, diag.NeverConsumed, v.local.Name)
		if at != v.local.Span {
			d.With(v.local.Span, "`%s` is declared here", v.local.Name)
		}
		if value := c.values[v.local]; !value.IsZero() {
			d.With(value, "`%s` comes from here", v.local.Name)
		}
		if hidden := hiddenBy(v.local, body); !hidden.IsZero() {
			d.With(hidden, "from here on `%s` is another value", v.local.Name)
		} else if at != end {
			d.With(end, "its scope ends with this, which does not consume it")
		}
		if v.linear {
			d.Note("%s must be consumed exactly once on every path: give it to a function whose parameter for it is `1`, take it apart, or return it", describe(v.local.Type))
		} else {
			d.Note("`%s` was bound with `1`: use it exactly once, or bind it without `1`", v.local.Name)
		}
		c.reportMissing(d)
	}
}

// hiddenBy is the first binding in body that takes a variable's name.
func hiddenBy(l *core.Local, body core.Expr) diag.Span {
	for {
		let, ok := body.(*core.Let)
		if !ok {
			return diag.Span{}
		}
		for _, b := range let.Binds {
			if at := binderOf(l.Name, b.Pattern, l); !at.IsZero() {
				return at
			}
		}
		body = let.Body
	}
}

func binderOf(name string, p core.Pattern, but *core.Local) diag.Span {
	var parts []core.Pattern
	switch p := p.(type) {
	case *core.PVar:
		if p.Local.Name == name && p.Local != but && (but.Span.Src != p.Local.Span.Src || but.Span.End <= p.Local.Span.Start) {
			return p.Local.Span
		}
	case *core.PTuple:
		parts = p.Elems
	case *core.PCtor:
		parts = p.Args
	}
	for _, x := range parts {
		if at := binderOf(name, x, but); !at.IsZero() {
			return at
		}
	}
	return diag.Span{}
}

// because adds where the linear type that t is, or holds, is declared.
func (c *checker) because(d *diag.Diagnostic, t core.Type) *diag.Diagnostic {
	if l := c.types.linearIn(t); l != nil {
		d.With(l.Span, "`%s` is a linear type: each of its values is used exactly once", l.Name)
	}
	return d
}

// tail is the expression whose value x returns, as far as it is one expression.
func tail(x core.Expr) core.Expr {
	for {
		let, ok := x.(*core.Let)
		if !ok {
			return x
		}
		x = let.Body
	}
}
