package diag

// Linearity (AE4xx).
var (
	NeverConsumed  = Message{"AE401", Error, "`%s` is never consumed"}
	WildcardDrops  = Message{"AE401", Error, "`_` drops %s"}
	ResultDropped  = Message{"AE401", Error, "%s is dropped here"}
	LentAndDropped = Message{"AE401", Error, "%s is only read by `%s` and then dropped"}
	ErasedDrops    = Message{"AE401", Error, "`%s` is erased and would drop %s"}

	ConsumedTwice = Message{"AE402", Error, "`%s` was already consumed"}
	ReadAfterUse  = Message{"AE402", Error, "`%s` is read after it was consumed"}
	TwiceInCall   = Message{"AE402", Error, "`%s` is given twice to one call of `%s`"}

	ConsumedOnOnePath = Message{"AE403", Error, "`%s` is consumed on one path of this %s only"}

	Captured          = Message{"AE404", Error, "`%s` is captured by a function value, which may run any number of times"}
	HeldByPartialCall = Message{"AE404", Error, "a partial application of `%s` would hold %s"}
	HeldFunction      = Message{"AE404", Error, "`%s` may be called once only, and not for a part of its arguments"}

	GivenToUnrestricted  = Message{"AE405", Error, "parameter `%s` of `%s` may be used any number of times and cannot take %s"}
	TypeVariableIsLinear = Message{"AE405", Error, "type variable `%s` of `%s` cannot stand for %s"}
	ListHolds            = Message{"AE405", Error, "a list cannot hold %s"}
	ConstantHolds        = Message{"AE405", Error, "the constant `%s` is %s, which all its mentions would share"}
	BorrowEscapes        = Message{"AE405", Error, "`%s` is only borrowed here and cannot be %s"}
	LinearTypeAtOmega    = Message{"AE405", Error, "`%s` is of linear type %s and cannot be unrestricted"}
	OnlyParametersBorrow = Message{"AE405", Error, "`%s` cannot borrow: only a parameter of a function can"}
	MultiplicityMismatch = Message{"AE405", Error, "this function takes its argument as %s, and one that takes it as %s is wanted here"}

	ErasedAtRunTime = Message{"AE406", Error, "`%s` is erased (`0`): it does not exist at run time"}
	CallIsErased    = Message{"AE406", Error, "this call would never run: %s"}
)

// Functions reserved to the harness (AE503), and the lint that finds them in a
// spec (AE603).
var (
	HarnessOnly   = Message{"AE503", Error, "`%s` is reserved to the harness: a plan may not mention it"}
	MintsInPlan   = Message{"AE503", Error, "`%s` mints %s: a plan may not mention it"}
	MintsUnmarked = Message{"AE603", Warning, "`%s` mints %s and is marked neither `@plan` nor `@harness`"}
)
