package diag

// What is said where a search for repairs found nothing.
const (
	NoRepair     = "no change of the plan was found that would be accepted"
	RepairCutOff = "the search for a repair was cut off before one was found"
)

// Titles of repairs: slips of syntax.
const (
	DropFence        = "leave out the code fence"
	WriteComments    = "start comments with `#`"
	QuoteStrings     = "write strings in double quotes"
	JoinStrings      = "join the parts of the string with `++`"
	WriteNumbers     = "write numbers without `_`"
	WriteEquals      = "compare with `=` and `!=`"
	WriteConnectives = "write `&&`, `||` and `!`"
	WriteLiterals    = "write `true`, `false`, `none` and `some`"
	DropReturn       = "leave out `return`: the last expression is the result"
	DropAwait        = "leave out `await`: every call waits for its result"
	WriteBranches    = "write `if … then … else …`"
	WriteFunctions   = "write functions as `fun x => …`"
	WriteArms        = "write `match … with | … => …`"
	WriteCalls       = "give arguments side by side: `f a b`"
	WriteBindings    = "bind with `let … := …`"
	BindStatements   = "bind the results of calls that stand on lines of their own"
	AddIn            = "add the missing `in`"
	DropLastIn       = "leave out the `in` that nothing follows"
	CloseBrackets    = "set the brackets right"
)

// Titles of repairs: names.
const (
	ReplaceName  = "replace `%s` by `%s`"
	DropImport   = "leave out the import of `%s`"
	RenameBinder = "call it another name: replace `%s` by `%s`"
)

// Titles of repairs: arguments.
const (
	SwapArguments = "give the arguments of `%s` in the order of its parameters"
	AddArgument   = "give `%s` to `%s`"
	DropArgument  = "leave out the argument `%s` of `%s`"
)

// Titles of repairs: linear values.
const (
	CloseAtEnd  = "end `%s` where the plan has no more use for it"
	CloseResult = "end what is left over instead of returning it"
	UseLatest   = "use `%s`, which came of `%s`"
	BindAs      = "bind the result as `%s`"
	DropCall    = "leave out this call of `%s`"
	FoldInstead = "hand `%s` on from turn to turn with `List.foldl`"
	UseGiven    = "use `%s`, which the plan is given"
)

// Titles of repairs: demands of calls.
const (
	AddGuard    = "do this only if `%s`"
	AddGuardNot = "do this only if not `%s`"
)
