package soundness

import (
	"math/big"
	"math/rand/v2"

	"github.com/aeonc/aeonc/lang"
)

// mutate makes one or two small changes to a plan, of the kind that a language
// model gets wrong: a guard dropped, arguments swapped, a call moved, another
// variable of the same name space used.
func mutate(file *lang.File, rng *rand.Rand) *lang.File {
	for n := 1 + rng.IntN(2); n > 0; n-- {
		for try := 0; try < 10; try++ {
			f := pick(rng, mutations)(file, rng)
			if out := at(file, rng.IntN(8), f); out != nil {
				file = out
				break
			}
			if out := at(file, 0, f); out != nil {
				file = out
				break
			}
		}
	}
	return file
}

// A mutation gives the change that it makes to a node, nil where it makes none.
type mutation func(file *lang.File, rng *rand.Rand) func(lang.Expr) lang.Expr

var mutations = []mutation{
	dropGuard, swapBranches, swapArguments, otherVariable, dropBinding, swapBindings,
	repeatBinding, otherLiteral, otherOperator, otherCallee,
}

func dropGuard(_ *lang.File, rng *rand.Rand) func(lang.Expr) lang.Expr {
	then := rng.IntN(3) > 0
	return func(e lang.Expr) lang.Expr {
		if x, ok := e.(*lang.If); ok {
			if then {
				return x.Then
			}
			return x.Else
		}
		if x, ok := e.(*lang.Binary); ok && (x.Op == "&&" || x.Op == "||") {
			if then {
				return x.Right
			}
			return x.Left
		}
		return nil
	}
}

func swapBranches(*lang.File, *rand.Rand) func(lang.Expr) lang.Expr {
	return func(e lang.Expr) lang.Expr {
		if x, ok := e.(*lang.If); ok {
			return &lang.If{Cond: x.Cond, Then: x.Else, Else: x.Then}
		}
		return nil
	}
}

func swapArguments(_ *lang.File, rng *rand.Rand) func(lang.Expr) lang.Expr {
	i, j := rng.IntN(3), rng.IntN(3)
	return func(e lang.Expr) lang.Expr {
		x, ok := e.(*lang.App)
		if !ok || i == j || max(i, j) >= len(x.Args) {
			return nil
		}
		c := *x
		c.Args = append([]lang.Expr{}, x.Args...)
		c.Args[i], c.Args[j] = c.Args[j], c.Args[i]
		return &c
	}
}

// otherVariable replaces a variable by another that the plan binds somewhere.
func otherVariable(file *lang.File, rng *rand.Rand) func(lang.Expr) lang.Expr {
	var bound []string
	walkFile(file, func(e lang.Expr) {
		if l, ok := e.(*lang.Let); ok {
			for _, b := range l.Binds {
				bound = patternNames(b.Pattern, bound)
			}
		}
	})
	bound = append(bound, "s", "n")
	name := pick(rng, bound)
	return func(e lang.Expr) lang.Expr {
		if x, ok := e.(*lang.Var); ok && len(x.Name.Name) == 1 && x.Name.Name != name {
			return ref(name)
		}
		return nil
	}
}

func patternNames(p lang.Pattern, out []string) []string {
	switch p := p.(type) {
	case *lang.PatVar:
		out = append(out, p.Name.Name)
	case *lang.PatTuple:
		for _, e := range p.Elems {
			out = patternNames(e, out)
		}
	}
	return out
}

// bindingMutation changes the bindings of a let at a random place.
func bindingMutation(need int, change func(bs []*lang.Binding, i int) []*lang.Binding) mutation {
	return func(_ *lang.File, rng *rand.Rand) func(lang.Expr) lang.Expr {
		k := rng.IntN(1 << 20)
		return func(e lang.Expr) lang.Expr {
			x, ok := e.(*lang.Let)
			if !ok || len(x.Binds) < need {
				return nil
			}
			bs := change(append([]*lang.Binding{}, x.Binds...), k%(len(x.Binds)-need+1))
			if len(bs) == 0 {
				return x.Body
			}
			return &lang.Let{Binds: bs, Body: x.Body}
		}
	}
}

var dropBinding = bindingMutation(1, func(bs []*lang.Binding, i int) []*lang.Binding {
	return append(bs[:i], bs[i+1:]...)
})

var swapBindings = bindingMutation(2, func(bs []*lang.Binding, i int) []*lang.Binding {
	bs[i], bs[i+1] = bs[i+1], bs[i]
	return bs
})

var repeatBinding = bindingMutation(1, func(bs []*lang.Binding, i int) []*lang.Binding {
	return append(bs[:i+1], bs[i:]...)
})

func otherLiteral(_ *lang.File, rng *rand.Rand) func(lang.Expr) lang.Expr {
	d := int64(1 - 2*rng.IntN(2))
	s := pick(rng, planStrings)
	return func(e lang.Expr) lang.Expr {
		switch x := e.(type) {
		case *lang.IntLit:
			n := new(big.Int).Add(x.Value, big.NewInt(d))
			if n.Sign() < 0 {
				return &lang.Unary{Op: "-", X: &lang.IntLit{Value: n.Neg(n)}}
			}
			return &lang.IntLit{Value: n}
		case *lang.StringLit:
			return stringLit(s)
		case *lang.BoolLit:
			return boolLit(!x.Value)
		}
		return nil
	}
}

func otherOperator(_ *lang.File, rng *rand.Rand) func(lang.Expr) lang.Expr {
	other := map[lang.BinaryOp][]lang.BinaryOp{
		"<": {"<=", ">"}, "<=": {"<", ">="}, ">": {">=", "<"}, ">=": {">", "<="}, "=": {"!="}, "!=": {"="},
		"+": {"-", "*"}, "-": {"+"}, "*": {"+"}, "&&": {"||"}, "||": {"&&"}, "/": {"%"}, "%": {"/"},
	}
	k := rng.IntN(2)
	return func(e lang.Expr) lang.Expr {
		switch x := e.(type) {
		case *lang.Binary:
			if ops := other[x.Op]; len(ops) > 0 {
				return binop(string(ops[k%len(ops)]), x.Left, x.Right)
			}
		case *lang.Unary:
			return x.X
		}
		return nil
	}
}

// otherCallee calls another function that the plan calls somewhere with as many
// arguments.
func otherCallee(file *lang.File, rng *rand.Rand) func(lang.Expr) lang.Expr {
	var called []*lang.App
	walkFile(file, func(e lang.Expr) {
		if x, ok := e.(*lang.App); ok {
			called = append(called, x)
		}
	})
	if len(called) == 0 {
		return func(lang.Expr) lang.Expr { return nil }
	}
	y := pick(rng, called)
	return func(e lang.Expr) lang.Expr {
		if x, ok := e.(*lang.App); ok && len(x.Args) == len(y.Args) && PrintExpr(x.Fun) != PrintExpr(y.Fun) {
			return &lang.App{Fun: y.Fun, Args: x.Args}
		}
		return nil
	}
}
