package smt

// A Result is a solver's answer to "is there a model".
type Result int

// The answers. The zero value is Unknown, so forgetting to set a result never
// proves anything.
const (
	Unknown Result = iota // not decided within the limits
	Unsat                 // no model exists
	Sat                   // a model exists
)

// String returns the SMT-LIB spelling of r.
func (r Result) String() string {
	switch r {
	case Unsat:
		return "unsat"
	case Sat:
		return "sat"
	}
	return "unknown"
}
