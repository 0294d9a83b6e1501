package linear_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/checker/elab"
	"github.com/aeonc/aeonc/checker/linear"
	"github.com/aeonc/aeonc/lang"
)

// builder makes core trees by hand, without the parser.
type builder struct {
	session, boolean *core.Con
	step, ask, end   *core.Global
}

func newBuilder() *builder {
	b := &builder{
		session: &core.Con{Con: &core.TyCon{Name: "Session", Module: "m", Kind: core.OpaqueCon, Linear: true}},
		boolean: &core.Con{Con: &core.TyCon{Name: "Bool"}},
	}
	unit := &core.Con{Con: &core.TyCon{Name: "Unit"}}
	native := func(name string, m lang.Multiplicity, result core.Type) *core.Global {
		return &core.Global{Name: name, Kind: core.NativeFn, Result: result,
			Params: []*core.Local{{Name: "s", Mult: m, Type: b.session}}}
	}
	b.step = native("step", lang.Linear, b.session)
	b.ask = native("ask", lang.Borrowed, b.boolean)
	b.end = native("end", lang.Linear, unit)
	return b
}

func (b *builder) variable(name string) *core.Local {
	return &core.Local{Name: name, Mult: lang.Linear, Type: b.session}
}

func (b *builder) call(g *core.Global, l *core.Local) core.Expr {
	return &core.Call{
		Info: core.Info{Ty: g.Result},
		Fn:   &core.GlobalRef{Info: core.Info{Ty: g.Result}, Global: g},
		Args: []core.Expr{&core.LocalRef{Info: core.Info{Ty: l.Type}, Local: l}},
	}
}

func (b *builder) bind(l *core.Local, value core.Expr) *core.Binding {
	return &core.Binding{Pattern: &core.PVar{Local: l}, Value: value}
}

// A plan of ten thousand bindings, each with a branch in it while thousands of
// other linear variables are in scope, takes linear time.
func TestLongPlans(t *testing.T) {
	const n = 10_000
	b := newBuilder()
	first := b.variable("s")
	let := &core.Let{}
	cur := first
	var open []*core.Local
	for i := range n {
		next := b.variable(fmt.Sprint("s", i))
		both := &core.If{Info: core.Info{Ty: b.session}, Cond: b.call(b.ask, cur), Then: b.call(b.step, cur), Else: b.call(b.step, cur)}
		let.Binds = append(let.Binds, b.bind(next, both))
		cur = next
		if i%2 == 0 {
			other := b.variable("t")
			let.Binds = append(let.Binds, b.bind(other, &core.Hole{Info: core.Info{Ty: b.session}}))
			open = append(open, other)
		}
	}
	for _, l := range open {
		let.Binds = append(let.Binds, &core.Binding{Pattern: &core.PWild{Ty: b.boolean}, Value: b.call(b.end, l)})
	}
	let.Body = b.call(b.end, cur)
	if ds := linear.Check(linear.Unit{Params: []*core.Local{first}, Body: let}); len(ds) > 0 {
		t.Fatal(ds[0])
	}
}

// A chain of five thousand "else if" is one path deep at a time.
func TestLongConditionals(t *testing.T) {
	b := newBuilder()
	s := b.variable("s")
	x := b.call(b.end, s)
	for range 5_000 {
		x = &core.If{Info: core.Info{Ty: b.end.Result}, Cond: b.call(b.ask, s), Then: b.call(b.end, s), Else: x}
	}
	if ds := linear.Check(linear.Unit{Params: []*core.Local{s}, Body: x}); len(ds) > 0 {
		t.Fatal(ds[0])
	}
}

// Every diagnostic of the linear discipline says where, and what to do.
func TestDiagnosticsAreComplete(t *testing.T) {
	w := elab.NewWorld()
	ps := programs(t, "testdata/plans_session.aeon")
	m := module(t, w, ps[0].text)
	for _, p := range ps[1:] {
		for _, d := range checkPlan(t, w, m, p.text) {
			switch {
			case d.Span.IsZero() || d.Span.Text() == "":
				t.Errorf("%s: %v has no place", p.name, d)
			case strings.Contains(d.Message, "%!") || strings.Contains(strings.Join(d.Notes, " "), "%!"):
				t.Errorf("%s: %v is badly formatted", p.name, d)
			case len(d.Notes) == 0 && len(d.Related) == 0:
				t.Errorf("%s: %v says nothing more", p.name, d)
			}
			for _, r := range d.Related {
				if strings.Contains(r.Message, "%!") {
					t.Errorf("%s: %v is badly formatted", p.name, r)
				}
			}
			related := map[string]int{"AE402": 1, "AE403": 2, "AE404": 0}[string(d.Code)]
			if len(d.Related) < related {
				t.Errorf("%s: %v names %d other places", p.name, d, len(d.Related))
			}
		}
	}
}
