package diag

// Lints of specs (AE604–AE607), warnings unless --strict.
var (
	DropsTaint    = Message{"AE604", Warning, "`%s` gives the value back with `%s` false, whatever it was before: it may drop what the measure guards"}
	MeasureUnused = Message{"AE605", Warning, "no signature says anything of measure `%s`"}
	NoSession     = Message{"AE606", Warning, "`%s` neither touches a linear value nor demands or says anything: whatever it does, plans may do at any time"}
	StaleFact     = Message{"AE607", Warning, "`%s` says what `%s` of `%s` has become, but `%s` is not linear: what was known of it before stays known"}
)
