// Package smtlib prints a proof obligation as a self-contained SMT-LIB 2.6
// script, so that it can be read, kept, and decided again by another solver.
package smtlib

import (
	"strconv"
	"strings"

	"github.com/aeonc/aeonc/smt"
)

// maxDepth is how deep a printed expression may nest before a part of it is
// defined on its own, because solvers parse recursively.
const maxDepth = 64

// Script returns a script whose answer is unsat exactly when asserts imply goal.
// It declares what it mentions, asserts asserts and the negation of goal (a nil
// goal: only asserts), and ends with (check-sat). comment becomes comment lines at the top.
//
// Subterms that occur several times or lie deep become definitions, so the script
// is about as long as the terms are large as DAGs.
//
// What the theory of strings lacks – code points above U+2FFFF – is replaced by
// unconstrained constants, with a comment: "unsat" still means that the goal
// holds, "sat" then means nothing.
func Script(p *smt.Pool, asserts []*smt.Term, goal *smt.Term, comment string) string {
	w := &writer{users: make(map[*smt.Term]int), depth: make(map[*smt.Term]int), names: make(map[*smt.Term]string), declared: make(map[any]bool)}
	facts := append([]*smt.Term(nil), asserts...)
	if goal != nil {
		facts = append(facts, p.Not(goal))
	}
	if comment != "" {
		for line := range strings.Lines(comment) {
			w.line("; ", printable(line))
		}
	}
	w.line("(set-logic ALL)")
	smt.Walk(func(t *smt.Term) {
		for _, a := range t.Args {
			w.users[a]++
		}
	}, facts...)
	w.declareAll(facts)
	smt.Walk(w.define, facts...)
	for i, f := range facts {
		if goal != nil && i == len(facts)-1 {
			w.line("; the negated goal")
		}
		w.b.WriteString("(assert ")
		w.expression(f)
		w.line(")")
	}
	w.line("(check-sat)")
	return w.b.String()
}

// A writer builds a script.
type writer struct {
	b        strings.Builder
	users    map[*smt.Term]int    // terms that a term is an argument of
	depth    map[*smt.Term]int    // nesting of a term's expression
	names    map[*smt.Term]string // terms that have a definition or stand-in
	declared map[any]bool         // sorts, functions and constants

	definitions int // made so far
}

func (w *writer) line(parts ...string) {
	for _, s := range parts {
		w.b.WriteString(s)
	}
	w.b.WriteByte('\n')
}

// printable drops the line's end and replaces what is not printable ASCII, which
// SMT-LIB does not allow everywhere.
func printable(line string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, strings.TrimRight(line, "\r\n"))
}

// define names t if it is used more than once or its expression would be too
// deep. Terms come after their arguments.
func (w *writer) define(t *smt.Term) {
	if len(t.Args) == 0 {
		return
	}
	depth := 0
	for _, a := range t.Args {
		depth = max(depth, w.depth[a]+1)
	}
	w.depth[t] = depth
	if w.names[t] != "" || w.users[t] < 2 && depth < maxDepth {
		return
	}
	w.definitions++
	name := "t!" + strconv.Itoa(w.definitions) + "!"
	w.b.WriteString("(define-fun " + name + " () " + t.Sort.UniqueName() + " ")
	w.expression(t)
	w.line(")")
	w.names[t] = name
	w.depth[t] = 0
}

// expression writes t, using the definitions there are.
func (w *writer) expression(t *smt.Term) {
	if name := w.names[t]; name != "" {
		w.b.WriteString(name)
		return
	}
	if len(t.Args) == 0 {
		w.b.WriteString(t.Head())
		return
	}
	w.b.WriteString("(" + t.Head())
	for _, a := range t.Args {
		w.b.WriteByte(' ')
		w.expression(a)
	}
	if r := t.Regex(); r != nil {
		w.b.WriteString(" " + r.SMTLIB())
	}
	w.b.WriteByte(')')
}
