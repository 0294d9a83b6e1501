package trust

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"reflect"
	"testing"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// The nodes of the tree, by the interface under which they are kept.
var (
	decls    = types(&lang.Import{}, &lang.TypeDecl{}, &lang.Inductive{}, &lang.Def{}, &lang.Axiom{}, &lang.Mutual{}, &lang.Contract{}, &lang.Example{}, &lang.Foreign{}, &lang.BadDecl{})
	typs     = types(&lang.TypeName{}, &lang.TypeApp{}, &lang.TypeRefined{}, &lang.TypeFun{}, &lang.TypeTuple{}, &lang.TypeForall{}, &lang.TypeForallPred{}, &lang.BadType{})
	exprs    = types(&lang.Var{}, &lang.IntLit{}, &lang.FloatLit{}, &lang.StringLit{}, &lang.BoolLit{}, &lang.UnitLit{}, &lang.App{}, &lang.Method{}, &lang.TypeInst{}, &lang.Binary{}, &lang.Unary{}, &lang.If{}, &lang.Let{}, &lang.Match{}, &lang.Lambda{}, &lang.Annot{}, &lang.Paren{}, &lang.Tuple{}, &lang.ListLit{}, &lang.Hole{}, &lang.Native{}, &lang.Uninterpreted{}, &lang.Tactic{}, &lang.BadExpr{})
	patterns = types(&lang.PatWild{}, &lang.PatVar{}, &lang.PatTuple{}, &lang.PatCtor{})
	// parts are kept by their own type, never under an interface.
	parts = types(&lang.File{}, &lang.Ident{}, &lang.Comment{}, &lang.Decorator{}, &lang.PredVar{}, &lang.Signature{}, &lang.Param{}, &lang.TupleElem{}, &lang.Binding{}, &lang.Arm{})
)

func types(nodes ...any) []reflect.Type {
	var out []reflect.Type
	for _, n := range nodes {
		out = append(out, reflect.TypeOf(n))
	}
	return out
}

// implementers are the node types that a field of interface type t can hold.
func implementers(t reflect.Type) []reflect.Type {
	for _, group := range [][]reflect.Type{decls, typs, exprs, patterns} {
		if group[0].Implements(t) {
			return group
		}
	}
	return nil
}

// TestTheTreeIsKnown: the lists above are all of the tree, so that a new kind of
// node cannot escape the test below.
func TestTheTreeIsKnown(t *testing.T) {
	known := map[string]bool{}
	for _, group := range [][]reflect.Type{decls, typs, exprs, patterns, parts} {
		for _, n := range group {
			known[n.Elem().Name()] = true
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), "../../lang/ast.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.TypeSpec); ok {
			if _, ok := s.Type.(*ast.StructType); ok && !known[s.Name.Name] {
				t.Errorf("lang.%s is not in the lists of this test", s.Name.Name)
			}
		}
		return true
	})
}

// planted returns every value of type t in which the canary stands at exactly
// one place, reached through at most depth nodes; all other parts are harmless.
func planted(t reflect.Type, canary reflect.Value, depth int) []reflect.Value {
	if t == canary.Type() {
		return []reflect.Value{canary}
	}
	var out []reflect.Value
	switch t.Kind() {
	case reflect.Interface:
		for _, n := range implementers(t) {
			out = append(out, planted(n, canary, depth)...)
		}
	case reflect.Slice:
		for _, v := range planted(t.Elem(), canary, depth) {
			// The second of three elements: walkers treat the ends specially.
			s := reflect.MakeSlice(t, 3, 3)
			s.Index(0).Set(harmless(t.Elem()))
			s.Index(1).Set(v)
			s.Index(2).Set(harmless(t.Elem()))
			out = append(out, s)
		}
	case reflect.Pointer:
		if t.Elem().Kind() == reflect.Struct && depth > 0 {
			for _, v := range planted(t.Elem(), canary, depth-1) {
				p := reflect.New(t.Elem())
				p.Elem().Set(v)
				out = append(out, p)
			}
		}
	case reflect.Struct:
		if t.PkgPath() != reflect.TypeFor[lang.File]().PkgPath() {
			return nil
		}
		for i := range t.NumField() {
			for _, v := range planted(t.Field(i).Type, canary, depth) {
				s := reflect.New(t).Elem()
				s.Set(harmless(t))
				s.Field(i).Set(v)
				out = append(out, s)
			}
		}
	}
	return out
}

// harmless is a value that no rule objects to.
func harmless(t reflect.Type) reflect.Value {
	var v any
	switch t {
	case reflect.TypeFor[lang.Expr]():
		v = &lang.IntLit{Value: big.NewInt(1)}
	case reflect.TypeFor[lang.Type]():
		v = &lang.TypeName{Name: lang.Ident{Name: "Int"}}
	case reflect.TypeFor[lang.Pattern]():
		v = &lang.PatWild{}
	case reflect.TypeFor[lang.Decl]():
		v = &lang.Import{}
	}
	if v != nil {
		return reflect.ValueOf(v)
	}
	switch t.Kind() {
	case reflect.Pointer:
		if t.Elem().PkgPath() == reflect.TypeFor[lang.File]().PkgPath() {
			p := reflect.New(t.Elem())
			p.Elem().Set(harmless(t.Elem()))
			return p
		}
	case reflect.Struct:
		s := reflect.New(t).Elem()
		for i := range t.NumField() {
			if f := s.Field(i); f.CanSet() && f.Kind() == reflect.Interface {
				f.Set(harmless(f.Type()))
			}
		}
		if b, ok := s.Addr().Interface().(*lang.Binding); ok {
			b.Keyword = true
		}
		return s
	}
	return reflect.Zero(t)
}

// TestForbiddenEverywhere plants each forbidden construct at every place of
// every tree up to a depth, and expects it to be found there.
func TestForbiddenEverywhere(t *testing.T) {
	at := diag.Span{Src: diag.NewSource("plan.aeon", "0123456789"), Start: 3, End: 5}
	name := lang.Ident{Name: "read", Span: at}
	canaries := []struct {
		name string
		node any
		code diag.Code
	}{
		{"native", &lang.Native{Span: at}, "AE501"},
		{"native_import", &lang.Native{Import: true, Span: at}, "AE502"},
		{"uninterpreted", &lang.Uninterpreted{Span: at}, "AE502"},
		{"tactic", &lang.Tactic{Span: at}, "AE502"},
		{"hole", &lang.Hole{Name: "h", Span: at}, "AE507"},
		{"type application", &lang.TypeInst{Fun: &lang.Var{}, Span: at}, "AE101"},
		{"array", &lang.ListLit{Array: true, Span: at}, "AE101"},
		{"binding without let", &lang.Binding{Pattern: &lang.PatWild{Span: at}, Value: &lang.UnitLit{}}, "AE101"},
		{"decorator", &lang.Decorator{Span: at}, "AE502"},
		{"variable", &lang.PatVar{Name: name}, "AE504"},
		{"parameter", &lang.Param{Name: name}, "AE504"},
		{"refinement", &lang.TypeRefined{Name: name, Base: &lang.TypeName{}, Pred: &lang.BoolLit{}}, "AE504"},
		{"component", &lang.TupleElem{Name: name, Type: &lang.TypeName{}}, "AE504"},
		{"forall", &lang.TypeForall{Var: name, Body: &lang.TypeName{}}, "AE504"},
		{"abstract refinement", lang.PredVar{Name: name, Sort: &lang.TypeName{}}, "AE504"},
	}
	reserved := Reserved{Names: map[string]diag.Span{"read": at}}
	for _, c := range canaries {
		t.Run(c.name, func(t *testing.T) {
			plans := planted(reflect.TypeFor[lang.File](), reflect.ValueOf(c.node), 3)
			if len(plans) < 3 {
				t.Fatalf("only %d plans", len(plans))
			}
			for _, plan := range plans {
				f := plan.Addr().Interface().(*lang.File)
				f.Source = at.Src
				if !reports(CheckPlan(f, reserved), c.code, at) {
					t.Fatalf("%s is not found in %s", c.name, path(plan, reflect.ValueOf(c.node)))
				}
			}
			t.Logf("%d plans", len(plans))
		})
	}
}

func reports(ds []*diag.Diagnostic, code diag.Code, at diag.Span) bool {
	for _, d := range ds {
		if d.Code == code && d.Span == at {
			return true
		}
	}
	return false
}

// path names the fields that lead to the canary.
func path(v, canary reflect.Value) string {
	switch {
	case v.Type() == canary.Type() && v.Comparable() && v.Interface() == canary.Interface():
		return "!"
	case v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer:
		if !v.IsNil() {
			return path(v.Elem(), canary)
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			if p := path(v.Index(i), canary); p != "" {
				return p
			}
		}
	case v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[diag.Span]():
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				if p := path(v.Field(i), canary); p != "" {
					return v.Type().Name() + "." + f.Name + " " + p
				}
			}
		}
	}
	return ""
}
