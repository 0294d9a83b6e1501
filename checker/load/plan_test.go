package load

import (
	"strings"
	"testing"
)

func TestExports(t *testing.T) {
	p, _ := load(map[string]string{"x.aeon": `
type Repo
linear type Session
inductive Box a
| empty : (Box a)
| full (value: a) : (Box a)
+ size (b: (Box a)) : Int
def tainted : (s: Session) -> Bool := uninterpreted
def read (1 s: Session) : Session := native "read(s)"
def Int.show (n: Int) : String := native "str(n)"
axiom law : (r: Repo) -> Unit
mutual
def even (n: Int) : Bool := true
def odd (n: Int) : Bool := true
end
plan main (1 s: Session)
example accept for main "t" := read s
import github (Repo)
`}, nil, "x.aeon")
	if len(p.Diagnostics) > 0 {
		t.Fatal(p.Diagnostics[0])
	}
	var got []string
	for _, id := range Exports(p.Named[0]) {
		got = append(got, id.Name)
		if written := id.Span.Text(); !strings.HasSuffix(id.Name, written) || written == "" {
			t.Errorf("%s is placed at %q", id.Name, written)
		}
	}
	want := "Repo Session Box empty Box.empty full Box.full size tainted read Int.show law even odd"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

func TestInputs(t *testing.T) {
	p, _ := load(map[string]string{"d/x.aeon": "\uFEFFimport github\r\n"}, nil, "d/x.aeon")
	in := p.Inputs()
	if len(in) != 2 || in[0] != (Input{"spec", "github", Digest("type Repo\n")}) || in[1] != (Input{"spec", "d/x.aeon", Digest("\uFEFFimport github\r\n")}) {
		t.Errorf("%+v", in)
	}
	if got := Digest(""); got != "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" {
		t.Errorf("digest of nothing: %s", got)
	}
}
