package lsp

import "github.com/aeonc/aeonc/lang/diag"

// What only an editor has to be told.
var (
	internalError = diag.Message{Code: "AE902", Severity: diag.Error,
		Text: "aeonc itself failed; nothing was verified. Please report this with the input that caused it: %v"}
	noSpecs = diag.Message{Severity: diag.Warning,
		Text: "not checked: no spec is in force, so there is nothing to check this plan against"}
	configFault = diag.Message{Severity: diag.Error, Text: "not checked: the configuration cannot be used: %s"}
	specFaulty  = diag.Message{Severity: diag.Error, Text: "not verified: the specs in force have errors (%d)"}
)
