package diag

// Lists of tool calls that stand for a plan (AE701, AE702).
var (
	CallsNotJSON   = Message{"AE701", Error, "the tool calls are not JSON: %s"}
	CallsDuplicate = Message{"AE701", Error, "the key `%s` stands twice in one object; which of the two counts would be for each program to decide"}
	CallsShape     = Message{"AE701", Error, "these are not tool calls that are known: %s"}
	CallsKey       = Message{"AE701", Error, "%s has no key `%s`"}
	CallsMisspelt  = Message{"AE701", Error, "the key `%s` differs from `%s` only in its letters' case, and some programs take it for that"}
	CallsLacks     = Message{"AE701", Error, "%s lacks its key `%s`"}
	CallsKind      = Message{"AE701", Error, "%s must be %s, not %s"}
	CallsOrphan    = Message{"AE701", Error, "a result of the call `%s` stands here, and no such call before it"}

	CallUnknownTool   = Message{"AE702", Error, "no function of the specs stands for the tool `%s`"}
	CallTwoTools      = Message{"AE702", Error, "two functions of the specs stand for the tool `%s`"}
	CallNoCase        = Message{"AE702", Error, "no function of the specs stands for the tool `%s` with these arguments"}
	CallFunction      = Message{"AE702", Error, "`%s` makes an argument of `%s`, and plans do not see it: name its spec with --spec"}
	CallLiteral       = Message{"AE702", Error, "the argument `%s` of `%s` decides which function stands for the call, or is left to who runs it, so it cannot be a reference"}
	CallFixed         = Message{"AE702", Error, "the spec knows the tool `%s` only where `%s` is %s"}
	CallUnknownKey    = Message{"AE702", Error, "the tool `%s` takes no argument `%s`"}
	CallMissingKey    = Message{"AE702", Error, "the tool `%s` needs the argument `%s`"}
	CallArgumentType  = Message{"AE702", Error, "the argument `%s` of `%s` is %s; the spec wants %s"}
	CallNumber        = Message{"AE702", Error, "this number does not fit: %s"}
	CallNoReference   = Message{"AE702", Error, "there is no earlier call `%s` to refer to"}
	CallTwoReferences = Message{"AE702", Error, "there are several earlier calls `%s`"}
	CallNoResult      = Message{"AE702", Error, "the call `%s` yields nothing to refer to"}
	CallReference     = Message{"AE702", Error, "this is no reference to an earlier call: %s"}
	CallNoLinear      = Message{"AE702", Error, "`%s` consumes a %s, and none is at hand"}
	CallManyLinear    = Message{"AE702", Error, "`%s` consumes a %s, and several are at hand: a list of calls does not say which"}
	CallParameter     = Message{"AE702", Error, "a list of calls cannot give the parameter `%s` of `%s`"}
	CallResult        = Message{"AE702", Error, "a list of calls cannot take apart the %s that `%s` returns"}
	CallsNoEnd        = Message{"AE702", Error, "the contract wants %s in the end, which a list of calls does not yield"}
	CallsNotClosed    = Message{"AE702", Error, "a %s is left at the end, and the specs have no one function that ends it"}
)

// Lists of tools, and their classification (AE703 to AE705).
var (
	ToolsNotJSON   = Message{"AE703", Error, "the list of tools is not JSON: %s"}
	ToolsDuplicate = Message{"AE703", Error, "the key `%s` stands twice in one object of the list of tools"}
	ToolsShape     = Message{"AE703", Error, "this is not a list of tools: %s"}
	ToolName       = Message{"AE703", Error, "%s is no name of a tool: 1 to 128 of the letters, digits and `_ - . /`"}
	ToolTwice      = Message{"AE703", Error, "two tools have the name `%s`"}
	ToolNamesClash = Message{"AE703", Error, "the tools `%s` and `%s` would both be the function `%s`"}
	ToolKeysClash  = Message{"AE703", Error, "the arguments %s and %s of `%s` would both be the parameter `%s`"}
	ToolSchema     = Message{"AE703", Error, "the schema of `%s` cannot be read: %s"}
	ToolTooLarge   = Message{"AE703", Error, "the schema of `%s` is too large: %s"}
	ToolsTooLarge  = Message{"AE703", Error, "the spec of these tools would have %d bytes, and the limit is %d"}

	ClassesFault    = Message{"AE704", Error, "%s"}
	ClassMissing    = Message{"AE704", Error, "`%s` is said to be reviewed, and has no `%s`"}
	ClassValue      = Message{"AE704", Error, "`%s` of `%s` cannot be %q: it is one of %s"}
	ClassParam      = Message{"AE704", Error, "`%s` of `%s` names %q, which is no argument of the tool that holds text"}
	ClassNoCase     = Message{"AE704", Error, "`%s` has no case %q"}
	ClassByCase     = Message{"AE704", Error, "`%s` does several things by its `%s`: each is reviewed by itself, under `when`"}
	ClassNoAccept   = Message{"AE704", Error, "there is no tool `%s` whose change could be accepted"}
	ClassUnwritable = Message{"AE704", Error, "the entry of `%s` cannot be brought up to date: write its pin as a line of its own, pin = %q"}

	ToolChanged = Message{"AE705", Error, "the tool `%s` is not the one that was classified: its description, schema or hints have changed"}
	ToolNew     = Message{"AE705", Error, "the tool `%s` has come"}
	ToolGone    = Message{"AE705", Error, "the tool `%s` is gone"}
	SpecStale   = Message{"AE705", Error, "%s is not what an import would write now"}
)
