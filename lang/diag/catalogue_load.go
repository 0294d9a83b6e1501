package diag

// Modules and files (AE206, AE505, AE90x).
var (
	BadModuleName   = Message{"AE206", Error, "`%s` cannot be a module name: a module name is identifiers joined by dots"}
	NotASpecFile    = Message{"AE206", Error, "`%s` cannot be a spec: a spec file ends in .aeon or .ae"}
	BadSpecFileName = Message{"AE206", Error, "spec file `%s` would be module `%s`, which is not an identifier: rename the file (letters A-Z and a-z, digits and `_`)"}
	ModuleIsTwo     = Message{"AE206", Error, "`%s` and `%s` would both be module `%s`: rename one of the files"}
	ModuleNotFound  = Message{"AE206", Error, "module `%s` was not found"}
	LanguageModule  = Message{"AE206", Error, "`%s` is part of the language and is never imported: its functions are always there, as `%s.…`"}
	ImportCycle     = Message{"AE206", Error, "import cycle: %s"}

	ImportNotInForce = Message{"AE505", Error, "`%s` is not a spec in force: a plan may open or import only %s"}

	FileTooLarge   = Message{"AE903", Error, "`%s` is too large: %d bytes, where the limit is %d"}
	FileUnreadable = Message{"AE904", Error, "cannot read `%s`: %s"}

	SpecHasBody = Message{"AE101", Error, "a spec only declares, and this file ends in an expression: a plan is given to aeonc as a plan, not as a spec"}
)
