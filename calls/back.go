package calls

import "github.com/aeonc/aeonc/lang/diag"

// Back gives a diagnostic of the plan the places in the JSON that its own places
// in the plan were made from. Its repairs, which edit the plan, are dropped.
func (p *Plan) Back(d *diag.Diagnostic) *diag.Diagnostic {
	out := *d
	out.Span = p.At(d.Span)
	out.Repairs = nil
	out.Related = nil
	for _, r := range d.Related {
		r.Span = p.At(r.Span)
		out.Related = append(out.Related, r)
	}
	out.Trace = nil
	for _, s := range d.Trace {
		s.Span = p.At(s.Span)
		out.Trace = append(out.Trace, s)
	}
	return &out
}

// At is the innermost place in the JSON that a span of the plan was made from;
// what is no span of the plan stays as it is.
func (p *Plan) At(s diag.Span) diag.Span {
	if s.Src != p.Source {
		return s
	}
	best := diag.Span{}
	for _, x := range p.places {
		if x.start <= s.Start && s.End <= x.end && !x.from.IsZero() {
			best = x.from // inner places come later
		}
	}
	return best
}
