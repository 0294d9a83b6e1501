package main

import (
	"fmt"
	"strings"
)

// githubSpec is the spec of the measured plans: reading a private repository
// taints the session, and an issue is only opened by an untainted one.
const githubSpec = `linear type Session
type Repo

def sessionTainted : (s: Session) -> Bool := uninterpreted
def repoPrivate : (r: Repo) -> Bool := uninterpreted

def repoNamed (name: {n:String | n != ""}) : Repo := native "github.repo(name)"
def publicRepo : {r:Repo | repoPrivate r = false} := native "github.repo('docs')"
def largest_repo (& s: Session) : Repo := native "github.largest(s)"
def isPrivate (r: Repo) : {b:Bool | b = repoPrivate r} := native "r.private"
def isTainted (& s: Session) : {b:Bool | b = sessionTainted s} := native "s.tainted"
def repoRead (1 s: Session) (r: Repo) : {s2:Session | sessionTainted s2 = (repoPrivate r || sessionTainted s)} := native "github.after_read(r, s)"
def read_all_data (1 s: Session) (r: Repo) : (data: String, {s2:Session | sessionTainted s2 = (repoPrivate r || sessionTainted s)}) := native "github.read_all(r, s)"
def createIssue (1 s: {s:Session | sessionTainted s = false}) (r: {r:Repo | repoPrivate r = false}) (title: {t:String | t != ""}) (body: String) : {s2:Session | sessionTainted s2 = sessionTainted s} := native "github.create_issue(s, r, title, body)"
def closeSession (1 s: Session) : Unit := native "store.discard(s)"

plan (1 s: {s:Session | sessionTainted s = false})
`

// measured is one plan of the table.
type measured struct {
	kind string
	// size is the number of calls, ifs or levels.
	size int
	text string
	// reference marks the row that the others of the same kind are held to.
	reference bool
	// large: checked under largeSpec.
	large bool
}

func (m measured) String() string {
	kind := m.kind
	if m.size == 1 {
		kind = strings.Replace(kind, "calls", "call", 1)
	}
	return fmt.Sprintf("%d %s", m.size, kind)
}

func plans() []measured {
	return []measured{
		{kind: "sequential calls", size: 10, text: sequence(10)},
		{kind: "sequential calls", size: 100, text: sequence(100)},
		{kind: "sequential calls", size: 1000, text: sequence(1000), reference: true},
		{kind: "sequential calls", size: 10000, text: sequence(10000)},
		{kind: "sequential ifs", size: 100, text: ifs(100), reference: true},
		{kind: "sequential ifs", size: 1000, text: ifs(1000)},
		{kind: "nested calls", size: 20, text: nest(20)},
		{kind: "nested calls", size: 200, text: nest(200), reference: true},
		{kind: "calls in a loop", size: 1, text: looping(1, 1, 0)},
		{kind: "calls in a loop", size: 10, text: looping(1, 10, 0)},
		{kind: "calls in a loop", size: 100, text: looping(1, 100, 0), reference: true},
		{kind: "loops", size: 10, text: looping(10, 1, 0), reference: true},
		{kind: "loops", size: 100, text: looping(100, 1, 0)},
		{kind: "calls, a spec of 500 functions and 50 measures", size: 10, text: sequence(10), large: true},
	}
}

// sequence is a plan of n calls, the last of which closes the session: it reads
// public repositories and opens issues about them.
func sequence(n int) string {
	var b strings.Builder
	for i := 1; i < n; i++ {
		switch i % 5 {
		case 1:
			b.WriteString("let s := repoRead s publicRepo in\n")
		case 2:
			b.WriteString("let (data, s) := read_all_data s publicRepo in\n")
		case 3:
			fmt.Fprintf(&b, "let s := createIssue s publicRepo \"Summary %d\" data in\n", i)
		case 4:
			fmt.Fprintf(&b, "let repo := repoNamed \"repository-%d\" in\n", i)
		case 0:
			b.WriteString("let private := isPrivate repo in\n")
		}
	}
	b.WriteString("closeSession s\n")
	return b.String()
}

// ifs is a plan that reads n repositories only where they are public, and can
// therefore open an issue at the end.
func ifs(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString("let repo := largest_repo s in\nlet s := if isPrivate repo then s else repoRead s repo in\n")
	}
	b.WriteString("let s := createIssue s publicRepo \"Summary\" \"body\" in closeSession s\n")
	return b.String()
}

// looping is a plan of so many loops, each with so many calls in its body, and
// some calls before them. After the loops an issue is opened, which the invariant
// of each has to allow.
func looping(loops, calls, before int) string {
	var b strings.Builder
	for range before {
		b.WriteString("let s := repoRead s publicRepo in\n")
	}
	for range loops {
		b.WriteString("let s := List.foldl (fun s i => ")
		for c := range calls {
			fmt.Fprintf(&b, "let s := createIssue s publicRepo \"Summary %d\" i in ", c)
		}
		b.WriteString("s) s [\"a\", \"b\", \"c\"] in\n")
	}
	b.WriteString("closeSession s\n")
	return b.String()
}

// largeSpec is githubSpec with so many functions and measures besides.
func largeSpec(functions, measures int) string {
	var b strings.Builder
	head, contract, _ := strings.Cut(githubSpec, "\nplan ")
	b.WriteString(head)
	for i := range measures {
		fmt.Fprintf(&b, "def seen%d : (s: Session) -> Bool := uninterpreted\n", i)
	}
	for i := range functions {
		m := i % measures
		fmt.Fprintf(&b, "def tool%d (1 s: {s:Session | seen%d s = false}) (r: Repo) (n: {n:Int | n >= %d}) : {s2:Session | seen%d s2 = (repoPrivate r || n > %d) && sessionTainted s2 = sessionTainted s} := native \"tool\"\n", i, m, i%7, m, i%11)
	}
	b.WriteString("\nplan " + contract)
	return b.String()
}

// nest is a plan of n calls, each the argument of the next.
func nest(n int) string {
	return "closeSession (" + strings.Repeat("repoRead (", n-2) + "repoRead s publicRepo" + strings.Repeat(") publicRepo", n-2) + ")\n"
}
