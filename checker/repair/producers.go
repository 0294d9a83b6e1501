package repair

import "github.com/aeonc/aeonc/lang/diag"

// A producer makes candidates for one error, best first.
type producer func(*view, *diag.Diagnostic) []candidate

// producers are those whose kind of change can repair an error of a code, best
// first.
func producers(d *diag.Diagnostic) []producer {
	slips := (*view).slips
	switch d.Code {
	case "AE101", "AE102":
		return []producer{slips}
	case "AE201":
		return []producer{(*view).likeNames, (*view).functional, slips, (*view).tuples}
	case "AE202", "AE203", "AE207":
		return []producer{slips, (*view).tuples, (*view).swapped, (*view).missing, (*view).converted,
			(*view).named, (*view).superfluous, (*view).functional}
	case "AE205":
		return []producer{(*view).likeTypes, slips}
	case "AE206", "AE505":
		return []producer{(*view).imports}
	case "AE401":
		return []producer{(*view).unused, (*view).named, (*view).close}
	case "AE402":
		return []producer{(*view).latest, (*view).named, (*view).again, (*view).close}
	case "AE403":
		return []producer{(*view).close, (*view).named, (*view).latest}
	case "AE404":
		return []producer{(*view).folded}
	case "AE503":
		return []producer{(*view).harness}
	case "AE504":
		return []producer{(*view).rebind}
	case "AE301":
		return []producer{(*view).guards}
	case "AE302":
		return []producer{(*view).close}
	}
	return nil
}
