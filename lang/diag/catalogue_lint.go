package diag

// Lints of specs (AE604–AE607), warnings unless --strict.
var (
	DropsTaint    = Message{"AE604", Warning, "`%s` gives the value back with `%s` false, whatever it was before: it may drop what the measure guards"}
	MeasureUnused = Message{"AE605", Warning, "no signature says anything of measure `%s`"}
	NoSession     = Message{"AE606", Warning, "`%s` neither touches a linear value nor demands or says anything: whatever it does, plans may do at any time"}
	AllowUnused   = Message{"AE608", Warning, "nothing here has to be allowed `%s`"}
	AllowNoReason = Message{"AE608", Warning, "this allows %s and does not say why"}
	AllowNever    = Message{"AE608", Warning, "`%s` is always an error and cannot be allowed"}
	AllowNoLint   = Message{"AE608", Warning, "`%s` is not the code of a lint of specs, such as AE603, and cannot be allowed"}
	AllowNothing  = Message{"AE608", Warning, "this comment does not say what is allowed: write `# aeonc: allow AE603 reason`"}
	AllowInPlan   = Message{"AE608", Warning, "a plan cannot allow anything: this comment does nothing"}
	StaleFact     = Message{"AE607", Warning, "`%s` says what `%s` of `%s` has become, but `%s` is not linear: what was known of it before stays known"}
)
