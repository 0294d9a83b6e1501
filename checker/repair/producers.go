package repair

import "github.com/aeonc/aeonc/lang/diag"

// A producer makes candidates for one error, best first.
type producer func(*view, *diag.Diagnostic) []candidate

// second are the producers of what may follow a first change: nothing that leaves
// out what the author wrote, which would make almost anything verify.
func second(d *diag.Diagnostic) []producer {
	switch d.Code {
	case "AE202", "AE203", "AE207":
		return []producer{(*view).tuples, (*view).permuted, (*view).swapped, (*view).missing, (*view).converted, (*view).opened, (*view).named, (*view).returned, (*view).sameBranches}
	case "AE301":
		return []producer{(*view).respelled, (*view).respelledAll, (*view).guards, (*view).exchanged, (*view).moved, (*view).agreed, (*view).swapped, (*view).otherValues, (*view).asksFirst, (*view).established, (*view).bounded}
	}
	return producers(d)
}

// producers are those whose kind of change can repair an error of a code, best
// first.
func producers(d *diag.Diagnostic) []producer {
	switch d.Code {
	case "AE101", "AE102":
		return []producer{(*view).slips}
	case "AE201":
		return []producer{(*view).boundLater, (*view).emptyFor, (*view).printed, (*view).given, (*view).appends, (*view).allNames, (*view).likeNames, (*view).functional, (*view).slips, (*view).tuples}
	case "AE202", "AE203", "AE207":
		return []producer{(*view).slips, (*view).tuples, (*view).permuted, (*view).swapped, (*view).missing, (*view).emptyFor, (*view).converted, (*view).opened,
			(*view).rethreaded, (*view).named, (*view).returned, (*view).sameBranches, (*view).superfluous, (*view).functional}
	case "AE205":
		return []producer{(*view).likeTypes, (*view).slips}
	case "AE206", "AE505":
		return []producer{(*view).imports}
	case "AE208":
		return []producer{(*view).asked}
	case "AE209":
		return []producer{(*view).moreArms}
	case "AE301":
		return []producer{(*view).respelled, (*view).respelledAll, (*view).guards, (*view).exchanged, (*view).moved, (*view).agreed, (*view).swapped, (*view).otherValues, (*view).asksFirst, (*view).established, (*view).bounded, (*view).without}
	case "AE302":
		return []producer{(*view).close, (*view).checkedResult, (*view).unannotated}
	case "AE401":
		return []producer{(*view).unused, (*view).named, (*view).givenBack, (*view).close}
	case "AE402":
		return []producer{(*view).latest, (*view).named, (*view).again, (*view).moved, (*view).close, (*view).rethreaded}
	case "AE403":
		return []producer{(*view).latestElsewhere, (*view).close, (*view).named, (*view).latest}
	case "AE404":
		return []producer{(*view).folded}
	case "AE503":
		return []producer{(*view).harness}
	case "AE504":
		return []producer{(*view).rebind}
	}
	return nil
}
