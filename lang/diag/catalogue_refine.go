package diag

// Refinements (AE3xx) and vacuity (AE6xx).
var (
	Precondition        = Message{"AE301", Error, "precondition not provable: `%s`"}
	DivisionByZero      = Message{"AE301", Error, "this divisor may be zero"}
	ResultNotMet        = Message{"AE302", Error, "the result may not satisfy `%s`"}
	AnnotationNotMet    = Message{"AE302", Error, "the value may not satisfy its annotation `%s`"}
	KeepsNotMet         = Message{"AE302", Error, "@keeps promises that `%s` stays as it was; it may change here"}
	LinearResult        = Message{"AE302", Error, "the plan ends holding a %s; its contract states no result type, so a linear value cannot be the result"}
	UnknownFunction     = Message{"AE301", Error, "it is not known which of several functions this is, so what it demands is not known"}
	NotDecided          = Message{"AE303", Error, "not decided within the limits: `%s`"}
	TooMuchUnfolding    = Message{"AE303", Error, "not decided within the limits: unfolding function values here goes too deep"}
	MetricNegative      = Message{"AE304", Error, "`decreasing_by` needs a measure that is at least 0 for every argument: `%s`"}
	BelowZero           = Message{"AE304", Error, "nothing shows that `%s` is not negative at this recursive call, so it may not end"}
	NotDecreasing       = Message{"AE304", Error, "this recursive call of `%s` is not shown to decrease"}
	BranchUnreachable   = Message{"AE306", Warning, "this code can never run: its condition never holds here"}
	NothingMeets        = Message{"AE601", Warning, "no argument can meet the parameter types of `%s`"}
	ContradictoryType   = Message{"AE602", Error, "contradictory: no value can have the type of `%s`"}
	ContradictoryCall   = Message{"AE602", Error, "after this call of `%s` everything would follow: what it promises contradicts what is known"}
	ContradictorySpec   = Message{"AE602", Error, "the constants of the spec contradict each other"}
	ContradictoryPlan   = Message{"AE602", Error, "no value can meet the contract's parameters"}
	ContradictoryResult = Message{"AE602", Error, "no value can meet the contract's result type"}
	NoConsistentPath    = Message{"AE602", Error, "no execution of this plan is possible: every path is contradictory, so nothing about it is verified"}
	StateNotMet         = Message{"AE508", Error, "the state does not prove the contract: `%s`"}
	ResultNotCtor       = Message{"AE302", Error, "the result may not be what `%s` promises"}
)

// The state between plans (AE508).
var (
	StateLacks   = Message{"AE508", Error, "the state says nothing of `%s`"}
	StateMeasure = Message{"AE508", Error, "the spec has no measure `%s` of a %s"}
	StateType    = Message{"AE508", Error, "`%s` is a %s; the state gives %s"}
	StateExtra   = Message{"AE508", Error, "the contract has no parameter `%s`"}
	StateLabel   = Message{"AE508", Error, "the spec has no label `%s`"}
)
