package diag

// Trust (AE501, AE502, AE504, AE507, AE508), and what only specs may write.
var (
	NativeInPlan = Message{"AE501", Error, "a plan may not carry native code: only a spec may"}

	TrustedDeclaration = Message{"AE502", Error, "a plan may not declare %s: only a spec, which a person has reviewed, may"}
	TrustedBody        = Message{"AE502", Error, "`%s` has no place in a plan: only a spec, which a person has reviewed, may be trusted without a proof"}
	DecoratorInPlan    = Message{"AE502", Error, "a plan may not decorate a definition (`@%s`): only a spec may"}
	TacticInPlan       = Message{"AE502", Error, "a plan may not contain a tactic (`by …`)"}

	ReservedBySpec   = Message{"AE504", Error, "a plan may not give the name `%s`, which the spec declares, to %s"}
	ReservedType     = Message{"AE504", Error, "a plan may not give the name `%s`, which is a built-in type, to %s"}
	ReservedByModule = Message{"AE504", Error, "a plan may not give the name `%s`, which is a module, to %s"}

	HoleInPlan = Message{"AE507", Error, "this plan is unfinished: `?%s` is a hole"}

	PlanHasNoBody = Message{"AE101", Error, "this plan has no body: after its helpers a plan ends in one expression"}
	MetricInPlan  = Message{"AE304", Error, "a plan cannot recurse, so `decreasing_by` has no place in it"}
)

// Decorators of specs.
var (
	UnknownDecorator    = Message{"AE201", Error, "unknown decorator `@%s`"}
	DecoratorTarget     = Message{"AE201", Error, "`@%s` is only known on %s"}
	DecoratorArguments  = Message{"AE201", Error, "`@%s` takes %s"}
	DecoratorConflict   = Message{"AE201", Error, "`@%s` and `@%s` cannot stand on one declaration: %s"}
	DecoratorRepeated   = Message{"AE201", Error, "`@%s` stands twice on this declaration"}
	ToolPart            = Message{"AE201", Error, "this says nothing of how a call becomes arguments: `@%s` has %s"}
	ToolValue           = Message{"AE201", Error, "an argument is made of keys, literals, `default KEY VALUE`, `json KEY`, `++` and functions of specs, and not of %s"}
	ArgumentMakes       = Message{"AE201", Error, "`@argument` is for functions that make a value of an opaque type and use no linear value; `%s` is none"}
	ToolKeyTwice        = Message{"AE201", Error, "`%s` stands twice in this decorator"}
	NotAParameterOfThis = Message{"AE201", Error, "`%s` is not a parameter of `%s`"}
)

// The file given with --state (AE508).
var (
	StateNotJSON   = Message{"AE508", Error, "the state is not JSON: %s"}
	StateDuplicate = Message{"AE508", Error, "the state has the key `%s` twice"}
	StateShape     = Message{"AE508", Error, "the state does not have the right shape: %s"}
)
