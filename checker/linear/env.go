package linear

import (
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
)

// mode is how the code being walked holds a variable.
type mode int

const (
	// owned: it must be consumed exactly once.
	owned mode = iota
	// borrowed: a "&" parameter.
	borrowed
	// erased: a "0" binder.
	erased
)

type status int

const (
	live status = iota
	consumed
	// settled: something was reported about the variable, and nothing more is
	// said of it.
	settled
)

// state is what is known of an owned variable at one point of one path.
type state struct {
	status status
	by     use // the consumption, where status is consumed
}

// use is a place that took a variable.
type use struct {
	span diag.Span
	how  string // "consumed here by `closeSession`"
	// note proposes what to do where the variable is wanted again.
	note string
}

// variable is a binder that is tracked: of linear type, or bound with a
// multiplicity. Other binders have no entry.
type variable struct {
	local *core.Local
	mode  mode
	// linear: its type is linear; otherwise only its multiplicity is.
	linear bool
	// depth is the number of lambdas around its binder.
	depth int
	born  int
	state state
}

// env is the environment: the variables with their states, changed in place.
type env struct {
	vars map[*core.Local]*variable
	born int
	// trail lists the states that were overwritten, for going back.
	trail []change
}

type change struct {
	v   *variable
	old state
}

func newEnv() *env { return &env{vars: map[*core.Local]*variable{}} }

func (e *env) add(v *variable) {
	e.born++
	v.born = e.born
	e.vars[v.local] = v
}

func (e *env) set(v *variable, s state) {
	e.trail = append(e.trail, change{v, v.state})
	v.state = s
}

func (e *env) settle(v *variable) { e.set(v, state{status: settled}) }

// delta is what one path did to the variables that it shares with others.
type delta struct {
	changed []*variable // in the order of the first change
	after   map[*variable]state
}

// path runs walk, then takes the environment back to where it was.
func (e *env) path(walk func()) delta {
	mark, born := len(e.trail), e.born
	walk()
	d := delta{after: map[*variable]state{}}
	for _, ch := range e.trail[mark:] {
		if ch.v.born > born {
			continue
		}
		if _, seen := d.after[ch.v]; !seen {
			d.after[ch.v] = ch.v.state
			d.changed = append(d.changed, ch.v)
		}
	}
	for i := len(e.trail) - 1; i >= mark; i-- {
		e.trail[i].v.state = e.trail[i].old
	}
	e.trail = e.trail[:mark]
	return d
}

// state is the state of v at the end of the path; a path that did not touch v
// left it as it is now.
func (d delta) state(v *variable) state {
	if s, ok := d.after[v]; ok {
		return s
	}
	return v.state
}
