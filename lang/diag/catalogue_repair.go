package diag

// What is said where a search for repairs found nothing.
const (
	NoRepairOfCalls = "no change of the calls was found that would be accepted"
	NoRepair        = "no change of the plan was found that would be accepted"
	RepairCutOff    = "the search for a repair was cut off before one was found"
)

// AndThen joins the titles of two changes that are one repair.
const AndThen = "%s; %s"

// Titles of repairs: slips of syntax.
const (
	DropFence        = "leave out the code fence"
	DropProse        = "leave out what is not part of the plan"
	DropHandlers     = "leave out what catches errors: a plan that fails has ended"
	DropDo           = "leave out `do`: steps are joined by `let … in`"
	WriteElements    = "take parts with functions: `List.head l`"
	WriteProgram     = "write the calls as a plan"
	WritePipes       = "call functions on what came of the others"
	WriteComments    = "start comments with `#`"
	QuoteStrings     = "write strings in double quotes"
	WriteLineEnds    = "write the end of a line inside of a string as `\\n`"
	CloseString      = "close the string"
	JoinStrings      = "join the parts of the string with `++`"
	WriteNumbers     = "write numbers without `_`"
	WriteNegative    = "put negative arguments in parentheses"
	DropHeader       = "leave out the header: a plan is its body"
	WriteEquals      = "compare with `=` and `!=`"
	WriteConnectives = "write `&&`, `||` and `!`"
	WriteBooleans    = "write `true` and `false`"
	WriteLiterals    = "write `none` and `some`"
	FloorDivision    = "divide with `/`, which rounds down"
	DropReturn       = "leave out `return`: the last expression is the result"
	DropAwait        = "leave out `await`: every call waits for its result"
	WriteBranches    = "write `if … then … else …`"
	WriteFunctions   = "write functions as `fun x => …`"
	WriteArms        = "write `match … with | … => …`"
	WriteMap         = "make lists with `List.map` and `List.filter`"
	WriteFold        = "loop with `List.foldl`"
	WriteCalls       = "give arguments side by side: `f a b`"
	WriteBindings    = "bind with `let … := …`"
	BindStatements   = "bind the results of calls that stand on lines of their own"
	AddIn            = "add the missing `in`"
	DropLastIn       = "leave out the `in` that nothing follows"
	CloseBrackets    = "set the brackets right"
)

// Titles of repairs of specs.
const (
	WriteTypes        = "write the types as the language has them: `(List Int)`"
	WriteDeclarations = "write the declaration as the language has it"
	WriteNative       = "write native text as `:= native \"…\"`"
	MarkFunction      = "mark `%s` with `%s`"
	DropSuppression   = "leave out the comment"
)

// Titles of repairs: names.
const (
	ReplaceName = "replace `%s` by `%s`"
	// ReplacePlaceholder: nobody spoke of the new value.
	ReplacePlaceholder = "replace `%s` by `%s`" + PlaceholderMark
	PlaceholderMark    = ", a placeholder: put in what is meant"
	DropImport         = "leave out the import of `%s`"
	RenameBinder       = "call it another name: replace `%s` by `%s`"
)

// Titles of repairs: arguments.
const (
	SwapArguments = "give the arguments of `%s` in the order of its parameters"
	AddArgument   = "give `%s` to `%s`"
	SplitCall     = "end the binding before `%s`"
	DropToolCall  = "leave out this call of the tool `%s`"
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
	HandOn      = "hand on the linear value from call to call"
	GiveBack    = "give `%s` back with `%s`"
	UseGiven    = "use `%s`, which the plan is given"
)

// Titles of repairs: demands of calls.
const (
	AddGuard         = "do this only if `%s`"
	AddGuardNot      = "do this only if not `%s`"
	ExchangeBranches = "ask the other way round: `%s`"
	TakeFirst        = "do it for the first %v of `%s` only"
	AddGuardFrom     = "go on at line %d only if `%s`"
	AddGuardFromNot  = "go on at line %d only if not `%s`"
)

// Titles of repairs: order, values and shape.
const (
	MoveBefore     = "do `%s` before `%s`"
	CallBefore     = "call `%s` first"
	PassThrough    = "pass `%s` through `%s`"
	AddArms        = "add the arms that are missing"
	TakeApart      = "go on only if `%s` has a value"
	PermuteNames   = "name the parts in the order in which they come"
	MatchInstead   = "take it apart with `match`"
	DropAnnotation = "leave out the annotation"
	CheckResult    = "return this only after looking at it: `%s`"
	ReturnShape    = "return what the contract asks for"
	SameBranches   = "let both branches return `()`"
)
